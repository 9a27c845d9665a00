"""The judge of a game: its questions, asked by anybody and at the table of a session, and their answers."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.forms.judge.question import QuestionForm
from scoring.forms.notation import readable_cards, understood_fields
from scoring.forms.table.hands import live_entry
from scoring.games.base import ImpossibleError
from scoring.games.fields import Question
from scoring.queries.judge.answers import Judged, judged, question_of
from scoring.queries.judge.setting import Setting, judge_setting
from scoring.queries.people.access import Action, lets
from scoring.queries.rules.rule_sets import differences_of
from scoring.views.rules.rules import find_game
from scoring.web.access import access_to
from scoring.web.device import DeviceRequest
from scoring.web.shared import INVALID

ASKED = "asked"
"""The name of the button that asks for the answer; without it the form is shown again."""

AT = "session"
"""The name of the field that says at which session's table the judge is asked."""


@require_safe
def judge(request: DeviceRequest, game_id: str) -> HttpResponse:
    """Offer the questions of a game; those that have an address of their own are asked there."""
    setting = setting_of(request, game_id=game_id)
    address = reverse("game-judge", kwargs={"game_id": game_id})
    if request.path != address:
        return redirect(address)
    return render(request, "judge/judge.html", {"game": setting.game, "setting": setting, "at": at(setting)})


@require_safe
def question(request: DeviceRequest, game_id: str, question_id: str) -> HttpResponse:
    """Ask a question, and answer it where the address says all it needs."""
    setting = setting_of(request, game_id=game_id)
    asked = find_question(setting, question_id=question_id)
    is_asked = ASKED in request.GET
    told = request.GET.dict()
    form = QuestionForm(told if is_asked else None, setting=setting, question=asked, initial=told)
    answer = answered(form) if is_asked else None
    if answer is None:
        return question_page(request, form=form)
    return answer_page(request, form=form, answer=answer)


@require_safe
def live(request: DeviceRequest, game_id: str) -> HttpResponse:
    """Answer what is known of the hand on a form of the judge so far."""
    setting = setting_of(request, game_id=game_id)
    asked = find_question(setting, question_id=request.GET.get("question", setting.game.questions[0].id))
    by_cards = setting.game.by_cards
    if asked.keypad is None or by_cards is None:
        raise Http404
    form = QuestionForm(setting=setting, question=asked, initial=request.GET.dict())
    keypad = asked.keypad(form.choice.rules)
    entry = dict(live_entry(request.GET))
    typed = readable_cards(text=request.GET.get("secrets", ""))
    entry["secrets"] = tuple(dict.fromkeys(typed))  # all four cards of a secret may be typed
    if keypad.is_open:  # what lies open is not turned by the winner
        del entry["extra"]
    found = by_cards.live(form.choice.rules, entry)
    context = {
        "live": found,
        "per_opponent_cents": _at_stakes(form, found.verdict.per_opponent_cents) if found.verdict else 0,
        "session": form.choice.played,
        "hand_size": keypad.hand_size,
        "understood": understood_fields(values=request.GET.dict()),
    }
    return render(request, "table/hand/verdict.html", context)


def setting_of(request: DeviceRequest, *, game_id: str) -> Setting:
    """Return where a device asks; strangers choose from the presets, at no table."""
    game, access = find_game(game_id=game_id), access_to(request)
    if access is None or not lets(access=access, action=Action.SEE):
        return judge_setting(game=game, club=None)
    table_id = request.POST.get(AT) or request.GET.get(AT, "")
    return judge_setting(game=game, club=access.club, only=access.session, table_id=table_id)


def find_question(setting: Setting, *, question_id: str) -> Question[Any]:
    """Return a question of a game, or answer 404."""
    found = question_of(game=setting.game, question_id=question_id)
    if found is None:
        raise Http404
    return found


def at(setting: Setting) -> str:
    """Return what the address of another question needs to be asked at the same table."""
    return f"?{AT}={setting.table.session.public_id}" if setting.table else ""


def shown_as(question: Question[Any]) -> str:
    """Return the template that shows the answer to a question."""
    return f"judge/answers/{question.shown_as}.html"


def answered(form: QuestionForm) -> Judged | None:
    """Return the answer to a form, None where it says itself everything that is wrong."""
    if not form.is_valid():
        return None
    try:
        return judged(game=form.setting.game, question=form.question, entered=form.entered(), choice=form.house_rules())
    except ImpossibleError as error:
        form.add_problems(error)
        return None


def question_page(
    request: HttpRequest, *, form: QuestionForm, context: Mapping[str, object] | None = None
) -> HttpResponse:
    """Show the form of a question; one that could not be answered says everything it lacks (422)."""
    keypad = form.question.keypad
    shown = {
        **_shown(request, form),
        "keypad": keypad(form.choice.rules) if keypad else None,
        "is_new": not request.GET.keys() - {AT},
        **(context or {}),
    }
    return render(request, "judge/question.html", shown, status=INVALID if form.is_bound else 200)


def answer_page(
    request: HttpRequest, *, form: QuestionForm, answer: Judged, context: Mapping[str, object] | None = None
) -> HttpResponse:
    """Show an answer, with the way back to the form and to what else can be asked of these cards."""
    game, played = form.setting.game, form.choice.played
    shown = {
        **_shown(request, form),
        "claim": answer.claim,
        "answer": answer.answer,
        "shown_as": shown_as(form.question),
        "rules": answer.rules,
        "changes": differences_of(
            game=game, rules=game.read_rules(value=answer.rules), minor_digits=played.money.minor_digits
        ),
        "played": played,
        "query": request.GET,
        "key": uuid4(),
        **(context or {}),
    }
    return render(request, "judge/answer.html", shown)


def _shown(request: HttpRequest, form: QuestionForm) -> dict[str, object]:
    again = request.GET.copy()
    again.pop(ASKED, None)
    return {
        "game": form.setting.game,
        "question": form.question,
        "is_hand": form.question.keypad is not None,
        "form": form,
        "setting": form.setting,
        "at": at(form.setting),
        "again": again.urlencode(),
    }


def _at_stakes(form: QuestionForm, cents: int) -> int:
    return cents * form.choice.played.stake_factor
