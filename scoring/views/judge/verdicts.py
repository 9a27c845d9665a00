"""Keep an answer of the judge, show it under its own address, verify a declared hand with its cards."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.judge.question import KeyForm, QuestionForm
from scoring.games import game_by_id
from scoring.games.base import Feature
from scoring.models import Entry, EntryKind, KeptVerdict
from scoring.operations.errors import RefusedError
from scoring.operations.judge.verdicts import keep_verdict
from scoring.operations.table.posting import Stamp
from scoring.queries.books.ledger import ledger_line
from scoring.queries.judge.answers import kept_for, kept_question
from scoring.queries.judge.setting import Setting, rules_of
from scoring.queries.people.access import Action
from scoring.queries.rules.rule_sets import differences_of
from scoring.views.judge.questions import (
    ASKED,
    answer_page,
    answered,
    find_question,
    question_page,
    setting_of,
    shown_as,
)
from scoring.web.access import requires
from scoring.web.addresses import qr_code, shared_address
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.shared import find_entry, refused
from scoring.web.throttle import keeps_too_often

TOO_MANY = 429


@require_POST
def keep(request: DeviceRequest) -> HttpResponse:
    """Keep the answer to the question that the form holds."""
    sent = KeyForm(request.POST)
    sent.full_clean()
    setting = setting_of(request, game_id=sent.named("game"))
    asked = find_question(setting, question_id=sent.named("question"))
    form = QuestionForm(request.POST.dict(), setting=setting, question=asked)
    back = reverse("game-judge", kwargs={"game_id": setting.game.id})
    return _keep(request, form=form, sent=sent, back=back)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def verify(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Judge a declared hand by its cards under the rules of its session; post to keep that with the hand."""
    entry = find_entry(request, public_id=public_id, number=number, feature=Feature.CARD_ENTRY)
    game = game_by_id(game_id=entry.session.game)
    asked = next(each for each in game.questions if each.verifies)
    if entry.kind != EntryKind.HAND or not entry.act.get("declared"):
        return redirect("entry", public_id=public_id, number=number)
    setting = Setting(game=game, choices=(rules_of(session=entry.session),))
    if request.method == "POST":
        form = QuestionForm(request.POST.dict(), setting=setting, question=asked)
        back = reverse("entry", args=[public_id, number])
        return _keep(request, form=form, sent=KeyForm(request.POST), back=back, entry=entry)
    told = {"source": entry.act["source"], "sowee": entry.act.get("sowee") or "", **request.GET.dict()}
    is_asked = ASKED in request.GET
    form = QuestionForm(told if is_asked else None, setting=setting, question=asked, initial=told)
    answer = answered(form) if is_asked else None
    context = {"entry": entry, "line": ledger_line(entry=entry)}
    if answer is None:
        return question_page(request, form=form, context=context)
    return answer_page(request, form=form, answer=answer, context=context)


@require_safe
def verdict(request: DeviceRequest, public_id: UUID) -> HttpResponse:
    """Show a kept verdict to whoever has its address, with the link as text and as a QR code."""
    kept = get_object_or_404(KeptVerdict.objects.select_related("entry__session", "device"), public_id=public_id)
    game, played = game_by_id(game_id=kept.game), kept_for(kept=kept)
    link = shared_address(request, path=request.path).text
    question = kept_question(kept=kept)
    context = {
        "kept": kept,
        "game": game,
        "question": question,
        "shown_as": shown_as(question),
        "claim": kept.claim,
        "answer": kept.answer,
        "rules": kept.rules,
        "changes": differences_of(
            game=game, rules=game.read_rules(value=kept.rules), minor_digits=played.money.minor_digits
        ),
        "played": played,
        "link": link,
        "code": qr_code(link),
    }
    return render(request, "judge/kept.html", context)


def _keep(
    request: DeviceRequest | ClubRequest, *, form: QuestionForm, sent: KeyForm, back: str, entry: Entry | None = None
) -> HttpResponse:
    if keeps_too_often(request):
        return render(request, "judge/too_often.html", {"back": back}, status=TOO_MANY)
    answer = answered(form)
    if answer is None or not sent.is_valid():
        if not sent.is_valid():
            form.add_error(None, _("This verdict can no longer be kept. Judge it again."))
        return question_page(request, form=form, context={"entry": entry})
    stamp = Stamp(device=request.device, at=timezone.now(), key=sent.cleaned_data["key"])
    try:
        kept = keep_verdict(judged=answer, stamp=stamp, entry=entry)
    except RefusedError as error:
        return refused(request, error=error, back=back)
    return redirect(back) if entry else redirect("verdict", public_id=kept.public_id)
