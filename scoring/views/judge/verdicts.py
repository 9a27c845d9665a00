"""Keep an answer of the judge, show it under its own address, verify a declared hand with its cards."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.judge import JudgeForm, KeyForm, WinQuestion
from scoring.games.base import Data
from scoring.games.cuajo.entry import GAME_ID
from scoring.games.cuajo.rules import rules_data
from scoring.models import Entry, EntryKind, KeptVerdict
from scoring.money import currency_for
from scoring.operations.errors import RefusedError
from scoring.operations.posting import Stamp
from scoring.operations.verdicts import Judged, keep_verdict
from scoring.queries.access import Action
from scoring.queries.judge import rule_changes, verifying
from scoring.queries.judge_answers import Kind, kind_of
from scoring.queries.ledger import ledger_line
from scoring.views.access import requires
from scoring.views.addresses import shared_address
from scoring.views.device import ClubRequest, DeviceRequest
from scoring.views.judge_asking import (
    ANY_CURRENCY,
    ASKED,
    FORMS,
    Setting,
    answer_page,
    answered,
    question_page,
    setting_of,
)
from scoring.views.qr import qr_code
from scoring.views.shared import find_entry, refused
from scoring.views.throttle import keeps_too_often

TOO_MANY = 429


@require_POST
def keep(request: DeviceRequest) -> HttpResponse:
    """Keep the answer to the question that the form holds."""
    setting, sent = setting_of(request), KeyForm(request.POST)
    kind = Kind(sent.cleaned_data["question"]) if sent.is_valid() else Kind.WIN
    form = FORMS[kind](request.POST, choices=setting.choices, table=setting.table)
    return _keep(request, form=form, sent=sent, setting=setting, back=reverse("judge"))


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def verify(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Judge a declared hand by its cards under the rules of its session; post to keep that with the hand."""
    entry = find_entry(request, public_id=public_id, number=number, offers="cuajo")
    if entry.kind != EntryKind.HAND or not entry.act.get("declared"):
        return redirect("entry", public_id=public_id, number=number)
    setting = Setting(choices=(verifying(entry=entry),))
    if request.method == "POST":
        form, sent = WinQuestion(request.POST, choices=setting.choices), KeyForm(request.POST)
        back = reverse("entry", args=[public_id, number])
        return _keep(request, form=form, sent=sent, setting=setting, back=back, entry=entry)
    return _verify_page(request, entry=entry, setting=setting)


@require_safe
def verdict(request: DeviceRequest, public_id: UUID) -> HttpResponse:
    """Show a kept verdict to whoever has its address, with the link as text and as a QR code."""
    kept = get_object_or_404(
        KeptVerdict.objects.select_related("entry__session", "device"), public_id=public_id
    )
    code = kept.entry.session.currency if kept.entry else kept.claim.get("currency")
    link = shared_address(request, path=request.path).text
    context = {
        "kept": kept,
        "kind": kind_of(question=kept.claim),
        "claim": kept.claim,
        "answer": kept.answer,
        "changes": rule_changes(rules=kept.rules),
        "currency": currency_for(code=code) if code else ANY_CURRENCY,
        "link": link,
        "code": qr_code(link),
    }
    return render(request, "judge/kept.html", context)


def _verify_page(request: ClubRequest, *, entry: Entry, setting: Setting) -> HttpResponse:
    context: dict[str, object] = {
        "entry": entry,
        "line": ledger_line(entry=entry),
        "currency": currency_for(code=entry.session.currency),
    }
    told = {"source": entry.act["source"], "sowee": entry.act.get("sowee") or ""}
    asked = request.GET if ASKED in request.GET else None
    form = WinQuestion(asked, choices=setting.choices, initial={**told, **request.GET.dict()})
    answer = answered(form)
    if answer is None:
        return question_page(request, form=form, setting=setting, context=context)
    return answer_page(request, form=form, setting=setting, answer=answer, context=context)


def _keep(
    request: DeviceRequest | ClubRequest,
    *,
    form: JudgeForm,
    sent: KeyForm,
    setting: Setting,
    back: str,
    entry: Entry | None = None,
) -> HttpResponse:
    if keeps_too_often(request):
        return render(request, "judge/too_often.html", {"back": back}, status=TOO_MANY)
    answer = answered(form)
    if answer is None or not sent.is_valid():
        if not sent.is_valid():
            form.add_error(None, _("This verdict can no longer be kept. Judge it again."))
        return question_page(request, form=form, setting=setting, context={"entry": entry})
    stamp = Stamp(device=request.device, at=timezone.now(), key=sent.cleaned_data["key"])
    try:
        kept = keep_verdict(judged=_judged(form, setting, answer), stamp=stamp, entry=entry)
    except RefusedError as error:
        return refused(request, error=error, back=back)
    return redirect(back) if entry else redirect("verdict", public_id=kept.public_id)


def _judged(form: JudgeForm, setting: Setting, answer: Data) -> Judged:
    return Judged(
        game=GAME_ID,
        claim=setting.kept_with(form.question()),
        rules=rules_data(rules=form.house_rules()),
        answer=answer,
    )
