"""Keep a verdict, show it under its own address, verify a declared hand with its cards."""

from uuid import UUID

import segno
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.judge import KeepForm, WinQuestion
from scoring.games.cuajo.entry import GAME_ID
from scoring.games.cuajo.rules import rules_data
from scoring.models import Entry, EntryKind, KeptVerdict
from scoring.money import currency_for
from scoring.operations.errors import RefusedError
from scoring.operations.posting import Stamp
from scoring.operations.verdicts import Judged, keep_verdict
from scoring.queries.access import Action
from scoring.queries.judge import RulesChoice, rule_changes, verifying, win_answer
from scoring.queries.ledger import ledger_line
from scoring.views.access import requires
from scoring.views.device import ClubRequest, DeviceRequest
from scoring.views.judge_asking import (
    ANY_CURRENCY,
    ASKED,
    answer_page,
    choices_for,
    question_page,
)
from scoring.views.shared import find_entry, refused
from scoring.views.throttle import keeps_too_often

TOO_MANY = 429


@require_POST
def keep(request: DeviceRequest) -> HttpResponse:
    """Keep the verdict on the hand that the form holds."""
    return _keep(request, choices=choices_for(request), back=reverse("judge-win"))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def verify(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Judge a declared hand by its cards under the rules of its session; post to keep that with the hand."""
    entry = find_entry(request, public_id=public_id, number=number)
    if entry.kind != EntryKind.HAND or not entry.act.get("declared"):
        return redirect("entry", public_id=public_id, number=number)
    choices = (verifying(entry=entry),)
    if request.method == "POST":
        back = reverse("entry", args=[public_id, number])
        return _keep(request, choices=choices, back=back, entry=entry)
    return _verify_page(request, entry=entry, choices=choices)


@require_safe
def verdict(request: DeviceRequest, public_id: UUID) -> HttpResponse:
    """Show a kept verdict to whoever has its address, with the link as text and as a QR code."""
    kept = get_object_or_404(
        KeptVerdict.objects.select_related("entry__session", "device"), public_id=public_id
    )
    link = request.build_absolute_uri()
    context = {
        "kept": kept,
        "claim": kept.claim,
        "answer": kept.answer,
        "changes": rule_changes(rules=kept.rules),
        "currency": currency_for(code=kept.entry.session.currency) if kept.entry else ANY_CURRENCY,
        "link": link,
        "code": _qr(link),
    }
    return render(request, "judge/kept.html", context)


def _verify_page(request: ClubRequest, *, entry: Entry, choices: tuple[RulesChoice, ...]) -> HttpResponse:
    context: dict[str, object] = {
        "entry": entry,
        "line": ledger_line(entry=entry),
        "currency": currency_for(code=entry.session.currency),
    }
    told = {"source": entry.act["source"], "sowee": entry.act.get("sowee") or ""}
    form = WinQuestion(request.GET if ASKED in request.GET else None, choices=choices, initial=told)
    if not form.is_bound or not form.is_valid():
        again = WinQuestion(choices=choices, initial={**told, **request.GET.dict()})
        shown = form if form.is_bound else again
        return question_page(request, template="judge/win.html", form=shown, context=context)
    answer = win_answer(rules=form.house_rules(), claim=form.claim())
    context |= {"claim": form.claim(), "answer": answer}
    return answer_page(request, template="judge/win_answer.html", form=form, context=context)


def _keep(
    request: DeviceRequest | ClubRequest,
    *,
    choices: tuple[RulesChoice, ...],
    back: str,
    entry: Entry | None = None,
) -> HttpResponse:
    if keeps_too_often(request):
        return render(request, "judge/too_often.html", {"back": back}, status=TOO_MANY)
    form = KeepForm(request.POST, choices=choices)
    if not form.is_valid():
        return question_page(request, template="judge/win.html", form=form, context={"entry": entry})
    stamp = Stamp(device=request.device, at=timezone.now(), key=form.cleaned_data["key"])
    try:
        kept = keep_verdict(judged=_judged(form), stamp=stamp, entry=entry)
    except RefusedError as error:
        return refused(request, error=error, back=back)
    return redirect(back) if entry else redirect("verdict", public_id=kept.public_id)


def _judged(form: KeepForm) -> Judged:
    rules = form.house_rules()
    return Judged(
        game=GAME_ID,
        claim=form.claim(),
        rules=rules_data(rules=rules),
        answer=win_answer(rules=rules, claim=form.claim()),
    )


def _qr(link: str) -> str:
    code = segno.make(link, error="m", micro=False)
    return code.svg_data_uri(border=2, light="white", scale=4)
