"""Pages of the judge: questions, answers, kept verdicts."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.base import OnceForm
from scoring.forms.judge import QuestionForm
from scoring.forms.notation import live_entry, readable_cards, understood_fields, with_signs
from scoring.games import FIRST, game_by_id
from scoring.games.base import ImpossibleError
from scoring.games.cuajo.claim import GAME_ID
from scoring.games.cuajo.game import sent_tables
from scoring.games.cuajo.judge_win import Input, LiveVerdict, live_verdict
from scoring.games.cuajo.rules import Scheme, read_rules
from scoring.games.fields import Keypad, Question
from scoring.games.house_rules import profile_data
from scoring.models import Entry, EntryKind, KeptVerdict
from scoring.operations.machine import keep_verdict
from scoring.operations.throttle import KEPT_VERDICTS
from scoring.queries import judge as queries
from scoring.queries.books.ledger import ledger_line
from scoring.queries.people.access import Action, lets
from scoring.queries.rule_sets import differences_of
from scoring.queries.table.disputes import open_objections
from scoring.views.rules import find_game
from scoring.web.access import access_to, asks
from scoring.web.addresses import qr_code, shared_address
from scoring.web.device import ClubRequest, DeviceRequest, is_too_often
from scoring.web.errors import too_often
from scoring.web.shared import INVALID, find_entry

# The name of the button. A link with a draft lacks it, so the form is shown and not judged.
ASKED = "asked"
AT = "session"


@require_safe
def judge(request: DeviceRequest, game_id: str) -> HttpResponse:
    """List the questions of a game."""
    setting = setting_of(request, game_id=game_id)
    address = reverse("game-judge", kwargs={"game_id": game_id})
    if request.path != address:
        return redirect(address)
    access = access_to(request)
    sees = access is not None and access.session is None and lets(access=access, action=Action.SEE)
    kept = queries.recent_verdicts(game=setting.game, club=access.club) if access and sees else ()
    return render(request, "judge/judge.html", {**_table_context(setting), "kept": kept})


@require_safe
def question(request: DeviceRequest, game_id: str, question_id: str) -> HttpResponse:
    setting = setting_of(request, game_id=game_id)
    asked = find_question(setting, question_id=question_id)
    may_change = setting.table is not None and lets(access=access_to(request), action=Action.RECORD)
    return _ask(request, setting=setting, question=asked, told=request.GET.dict(), may_change=may_change)


@require_safe
def live(request: DeviceRequest, game_id: str) -> HttpResponse:
    """Send the verdict on an unfinished hand."""
    setting = setting_of(request, game_id=game_id)
    asked = find_question(setting, question_id=request.GET.get("question", setting.game.questions[0].id))
    if asked.keypad is None:
        raise Http404
    form = QuestionForm(setting=setting, question=asked, initial=request.GET.dict())
    return render(request, "table/hand/verdict.html", _verdict_context(request, form, asked.keypad(form.choice.rules)))


def _verdict_context(request: HttpRequest, form: QuestionForm, keypad: Keypad) -> dict[str, object]:
    found, next_asked = _unfinished(form, told=request.GET, is_open=keypad.is_open)
    is_extra, before = form.question.id == "extra", request.GET.copy()
    before.pop("extra", None)
    needs = _unfinished(form, told=before)[0].needs if is_extra else ()
    chances = None
    if is_extra and found.may_turn:
        chances = answered(QuestionForm(request.GET.dict(), setting=form.setting, question=form.question))
    return {
        "live": found,
        "asked": next_asked,
        "chances": chances and chances.answer,
        "counted": [str(card) for need in needs for card in need.cards],
        "session": form.choice.played,
        "rules": profile_data(profile=form.choice.rules),
        "hand_size": keypad.hand_size,
        "understood": understood_fields(values=request.GET.dict()),
    }


def _unfinished(form: QuestionForm, *, told: QueryDict, is_open: bool = False) -> tuple[LiveVerdict, queries.NextField]:
    entry = dict(live_entry(told.dict()))
    # People type one card or all four of a secret.
    entry["secrets"] = tuple(dict.fromkeys(readable_cards(text=told.get("secrets", ""))))
    # Open cards are not turned by the winner, so they are no extra cards.
    if is_open:
        del entry["extra"]
    found = live_verdict(rules=read_rules(value=form.choice.rules), entry=entry)
    return found, queries.asked_next(entry=entry, live=found)


@require_safe
@cache_control(max_age=365 * 24 * 3600, immutable=True)
def melds(_request: HttpRequest, game_id: str, tables: str, version: str) -> HttpResponse:  # noqa: ARG001 - only names them
    """Send the tables that judge melds without network."""
    # The address names version and tables, so a browser may keep the answer for a year.
    if game_id != GAME_ID or tables not in tuple(Scheme):
        raise Http404
    return JsonResponse(sent_tables(scheme=Scheme(tables)))


@require_safe
def shared(request: HttpRequest) -> HttpResponse:
    """Open a shared link, or judge shared cards."""
    text = request.GET.get("text", "")
    if link := re.search(r"/join/[\w-]+/", f"{text} {request.GET.get('url', '')}"):
        return redirect(link[0])
    named, query = {"game_id": FIRST.id, "question_id": FIRST.questions[0].id}, {"hand": with_signs(text=text)}
    return redirect(reverse("game-question", kwargs=named, query=query))


def setting_of(request: DeviceRequest, *, game_id: str) -> queries.Setting:
    """Return the table and the rules of a device."""
    game, access = find_game(game_id=game_id), access_to(request)
    # Strangers may use the judge, but the names of a table are for its phones.
    if access is None or not lets(access=access, action=Action.SEE):
        return queries.judge_setting(game=game, club=None)
    table_id = request.POST.get(AT) or request.GET.get(AT, "")
    return queries.judge_setting(game=game, club=access.club, only=access.session, table_id=table_id)


_RULED = ("silent_drawer_first", "penalty_draw_claimable", "purro_required", "kings_claimable")


def turning_rule(*, answer: Mapping[str, Any]) -> str:
    """Return the house rule that would change a ruling."""
    rulings = (ruling["name"] for ruling in answer.get("rulings", ()))
    houses = (house["name"] for house in answer.get("houses", ()) if house["name"] in _RULED)
    return next((name for name in (*rulings, *houses) if name), "")


def find_question(setting: queries.Setting, *, question_id: str) -> Question[Any]:
    found = queries.question_of(game=setting.game, question_id=question_id)
    if found is None:
        raise Http404
    return found


def at(setting: queries.Setting) -> str:
    """Return the query string that names the session."""
    return f"?{AT}={setting.table.session.public_id}" if setting.table else ""


def _table_context(setting: queries.Setting) -> dict[str, object]:
    objections = open_objections(session=setting.table.session) if setting.table else ()
    return {"game": setting.game, "setting": setting, "at": at(setting), "objections": objections}


def answered(form: QuestionForm) -> queries.Judgement | None:
    if not form.is_valid():
        return None
    try:
        rules, played = form.house_rules(), form.choice.played
        return queries.judged(
            game=form.setting.game, question=form.question, entered=form.entered(), rules=rules, played=played
        )
    except ImpossibleError as error:
        form.add_problems(error)
        return None


def _ask(
    request: HttpRequest,
    *,
    setting: queries.Setting,
    question: Question[Any],
    told: Mapping[str, Any],
    may_change: bool = False,
    **context: object,
) -> HttpResponse:
    is_asked = ASKED in request.GET
    form = QuestionForm(told if is_asked else None, setting=setting, question=question, initial=told)
    answer = answered(form) if is_asked else None
    if answer is None:
        lacking = _range_page(request, form) if is_asked and question.verifies and "entry" not in context else None
        return lacking or _question_page(request, form=form, context=context)
    shown = _answer_context(answer, question=question, played=form.choice.played)
    change_rule = f"{reverse('game-rules', args=[setting.game.id])}#house-{shown['turns']}"
    if setting.table and may_change:
        change_rule = f"{reverse('setup', args=[setting.table.session])}?open=terms#terms"
    shown |= {"change_rule": change_rule, "query": request.GET}
    return render(request, "judge/answer.html", {**_form_context(request, form), **shown, **context})


def _range_page(request: HttpRequest, form: QuestionForm) -> HttpResponse | None:
    if set(form.errors) - set(Input):
        return None
    found, asked = _unfinished(form, told=request.GET)
    if not found.is_split or found.problems or not found.missing_inputs:
        return None
    shown = {"live": found, "asked": asked, "lacks": found.missing_inputs[0], "played": form.choice.played}
    shown |= {"rules": profile_data(profile=form.choice.rules), "shown_as": "judge/answers/open.html", "is_open": True}
    return render(request, "judge/answer.html", {**_form_context(request, form), **shown})


def _question_page(request: HttpRequest, *, form: QuestionForm, context: Mapping[str, object]) -> HttpResponse:
    keypad, is_new = form.question.keypad and form.question.keypad(form.choice.rules), not request.GET.keys() - {AT}
    is_live = not (is_new or "entry" in context)
    told = _verdict_context(request, form, keypad) | {"is_answered": True} if keypad and is_live else {}
    shown = {**_form_context(request, form), "keypad": keypad, "is_new": is_new, **told, **context}
    return render(request, "judge/question.html", shown, status=INVALID if form.is_bound else 200)


def _form_context(request: HttpRequest, form: QuestionForm) -> dict[str, object]:
    asked = request.GET.copy()
    asked.pop(ASKED, None)
    again, about = asked.urlencode(), {"question": form.question, "form": form}
    return {**_table_context(form.setting), **about, "again": again, "change": f"{request.path}?{again}"}


def _answer_context(
    verdict: queries.Judgement | KeptVerdict, *, question: Question[Any], played: queries.PlayedFor
) -> dict[str, object]:
    game, digits = game_by_id(game_id=verdict.game), played.money.minor_digits
    rules = game.read_rules(value=verdict.rules, minor_digits=digits)
    answer = verdict.told if isinstance(verdict, KeptVerdict) else verdict.answer
    return {
        "question": question,
        "shown_as": f"judge/answers/{question.shown_as}.html",
        "claim": verdict.claim,
        "answer": answer,
        "turns": turning_rule(answer=answer),
        "rules": verdict.rules,
        "changes": differences_of(game=game, rules=rules, minor_digits=digits),
        "played": played,
    }


@require_POST
def keep(request: DeviceRequest) -> HttpResponse:
    # Forms of an older version had one game and name none.
    setting = setting_of(request, game_id=request.POST.get("game") or FIRST.id)
    asked = find_question(setting, question_id=request.POST.get("question") or FIRST.questions[0].id)
    return _keep(request, form=QuestionForm(request.POST.dict(), setting=setting, question=asked))


@asks(Action.RECORD)
def verify(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Judge a declared hand by its cards."""
    entry = find_entry(request, public_id=public_id, number=number)
    game = game_by_id(game_id=entry.session.game)
    asked = next((each for each in game.questions if each.verifies), None)
    if asked is None:
        raise Http404
    if entry.kind != EntryKind.HAND or not entry.act.get("declared"):
        return redirect("entry", public_id=public_id, number=number)
    setting = queries.Setting(game=game, choices=(queries.rules_of(session=entry.session),))
    if request.method == "POST":
        return _keep(request, form=QuestionForm(request.POST.dict(), setting=setting, question=asked), entry=entry)
    known = {field.name: entry.act.get(field.name) or "" for field in asked.fields if field.name in ("source", "sowee")}
    told, line = {**known, **request.GET.dict()}, ledger_line(entry=entry)
    return _ask(request, setting=setting, question=asked, told=told, entry=entry, line=line)


@require_safe
def verdict(request: DeviceRequest, public_id: UUID) -> HttpResponse:
    # The address is the only protection: players send it to each other.
    kept = get_object_or_404(KeptVerdict.objects.select_related("entry__session", "device"), public_id=public_id)
    link = shared_address(request, path=request.path).text
    context = {
        **_table_context(setting_of(request, game_id=kept.game)),
        **_answer_context(kept, question=queries.kept_question(kept=kept), played=queries.kept_for(kept=kept)),
        "kept": kept,
        "link": link,
        "code": qr_code(link),
    }
    return render(request, "judge/answer.html", context)


def _keep(request: DeviceRequest | ClubRequest, *, form: QuestionForm, entry: Entry | None = None) -> HttpResponse:
    # Strangers may keep verdicts too, so each address may keep few.
    if is_too_often(request, limit=KEPT_VERDICTS):
        return too_often(request, limit=KEPT_VERDICTS)
    answer, sent = answered(form), OnceForm(request.POST)
    if not sent.is_valid():
        form.add_error(None, ValidationError(_("This form can no longer be sent. Open it again."), code="missing_key"))
    if answer is None or sent.errors:
        return _question_page(request, form=form, context={"entry": entry})
    kept = keep_verdict(judged=answer, stamp=sent.stamp(device=request.device, at=timezone.now()), entry=entry)
    if entry:
        return redirect("entry", public_id=entry.session.public_id, number=entry.number)
    messages.success(request, _("Saved. The link shows it to anyone."))
    return redirect(reverse("verdict", args=[kept]) + at(form.setting))
