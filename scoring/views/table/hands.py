"""Enter a hand, review who pays whom, record it; the same pages correct an older hand."""

from dataclasses import replace
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from scoring.forms.game_hand import GameHandForm
from scoring.forms.hand_modes import modes_of, opened_form, usual_mode
from scoring.forms.hands import (
    CardsForm,
    HandForm,
    QuickForm,
    form_again,
    form_anew,
    live_entry,
)
from scoring.forms.notation import understood_fields
from scoring.games.base import ActKind, Data, ImpossibleError, Outcome
from scoring.games.cuajo.answer import melds_data
from scoring.games.cuajo.live import live_verdict
from scoring.games.cuajo.melds import all_melds
from scoring.games.cuajo.rules import read_rules
from scoring.models import Entry, EntryKind, Proposal, Session
from scoring.operations.errors import HandTakenError, RefusedError, SessionClosedError, TableChangedError
from scoring.operations.hands import Expected, correct_hand, draft_of, judge, record_hand
from scoring.operations.presence import mark_entering, unmark_entering
from scoring.operations.proposals import ProposalError, Proposed, propose_hand
from scoring.operations.reversing import DISPUTABLE
from scoring.queries.access import Action, may
from scoring.queries.desks import Desk, correction_desk, desk_of
from scoring.queries.disputes import objections_of
from scoring.queries.judge import kept_claim, verified_by
from scoring.queries.ledger import changes_of, ledger_line
from scoring.queries.offers import offers_of
from scoring.queries.tables import is_closed
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.shared import CONFLICT, INVALID, find_entry, find_session, own_seat, refused

_ENTRY_PAGES = {CardsForm.mode: "hand", QuickForm.mode: "quick-hand", GameHandForm.mode: "hand"}


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def hand(request: ClubRequest, public_id: UUID, mode: str = "") -> HttpResponse:
    """Enter the hand being played: with its cards, declared without them, or as its game asks.

    The others see who does.
    """
    session = find_session(request, public_id=public_id)
    _mark(request, session=session)
    return _work(request, desk=desk_of(session=session), mode=mode)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.PROPOSE)
def propose(request: ClubRequest, public_id: UUID, mode: str = "") -> HttpResponse:
    """Enter the hand being played for somebody else to look at and record."""
    session = find_session(request, public_id=public_id)
    back = reverse("table", args=[public_id])
    if not session.players_may_propose:
        message = _("Players may not propose hands in this night. The host can allow it.")
        return refused(request, error=ProposalError(message), back=back)
    seat = own_seat(request, session=session)
    if seat is None:
        message = _("This phone belongs to nobody who plays here. Ask the host to say whose it is.")
        return refused(request, error=ProposalError(message), back=back)
    return _work(request, desk=replace(desk_of(session=session), proposed_by=seat), mode=mode)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CORRECT)
def correct(request: ClubRequest, public_id: UUID, number: int, mode: str = "") -> HttpResponse:
    """Correct a recorded hand, starting from what was entered."""
    entry = find_entry(request, public_id=public_id, number=number)
    if entry.kind != EntryKind.HAND:
        return redirect("entry", public_id=public_id, number=number)
    verified = kept_claim(entry=entry, public_id=request.GET.get("verdict", ""))
    return _work(request, desk=correction_desk(entry=entry), mode=mode, verified=verified)


@require_POST
@requires(Action.PROPOSE)
def verdict(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Answer what is known of the hand on the form so far."""
    session = find_session(request, public_id=public_id, offers="cuajo")
    _mark(request, session=session)
    live = live_verdict(rules=read_rules(value=session.rules), entry=live_entry(request.POST))
    amount = live.verdict.per_opponent_cents * session.stake_factor if live.verdict else 0
    context = {
        "session": session,
        "live": live,
        "per_opponent_cents": amount,
        "asks_sowee": not request.POST.get("sowee") and desk_of(session=session).needs_sowee,
        "understood": understood_fields(values=request.POST.dict()),
    }
    return render(request, "hand/verdict.html", context)


@require_safe
@requires(Action.SEE)
def entry(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Show one entry of the ledger: the hand with its melds and account, who recorded it and when."""
    found = find_entry(request, public_id=public_id, number=number)
    is_open = not is_closed(session=found.session)
    may_change = is_open and may(role=request.role, action=Action.CORRECT)
    line = ledger_line(entry=found)
    may_object = is_open and may(role=request.role, action=Action.DISPUTE)
    context = {
        "session": found.session,
        "line": line,
        "is_match": offers_of(session=found.session).match,
        "may_change": may_change,
        "may_object": may_object and found.kind in DISPUTABLE and not line.reversed_by,
        "may_record": may(role=request.role, action=Action.RECORD),
        "verified": verified_by(entry=found),
        "objections": objections_of(session=found.session, entry=found),
    }
    return render(request, "hand/entry.html", context)


def _work(request: ClubRequest, *, desk: Desk, mode: str, verified: Data | None = None) -> HttpResponse:
    if is_closed(session=desk.session):
        return refused(request, error=SessionClosedError(), back=_table(desk))
    mode = mode or usual_mode(desk=desk)
    modes = modes_of(desk=desk)
    if mode not in modes:
        raise Http404
    if mode == QuickForm.mode and not desk.takes_declared:
        messages.warning(request, _("The price list pays for melds and kings, so the cards are needed (L6)."))
        return redirect(request.path.removesuffix("quick/"))
    if request.method != "POST":
        return _form_page(request, form=opened_form(desk=desk, mode=mode, known=verified))
    return _answer(request, form=modes[mode](request.POST, desk=desk))


def _answer(request: ClubRequest, *, form: HandForm) -> HttpResponse:
    step = request.POST.get("step")
    if step == "edit":
        return _form_page(request, form=form_again(form=form))
    if step == "live" and isinstance(form, GameHandForm):
        return _live(request, form=form)
    outcome = _judged(form)
    if outcome is None:
        return _form_page(request, form=form, status=INVALID)
    if step == "record":
        return _record(request, form=form, outcome=outcome)
    if taken := form.desk.taken(expected_after=form.cleaned_data["expected_after"]):
        return _conflict(request, form=form, outcome=outcome, taken=taken)
    return _review(request, form=form, outcome=outcome)


def _live(request: ClubRequest, *, form: GameHandForm) -> HttpResponse:
    """Answer what the hand on the form comes to so far, or the first thing that it lacks."""
    form.fields.pop("reason", None)
    outcome = _judged(form)
    context = {"session": form.desk.session, "missing": form.first_problem()}
    if outcome:
        context["changes"] = _version(form=form, outcome=outcome)["changes"]
    return render(request, "hand/game.html#live", context)


def _judged(form: HandForm) -> Outcome | None:
    """Return what a valid form comes to; otherwise the form says everything that is wrong."""
    if not form.is_valid():
        return None
    try:
        return judge(
            session=form.desk.session, kind=ActKind.HAND, act=form.act(), position=form.desk.position
        )
    except ImpossibleError as error:
        form.add_problems(error)
        return None


def _record(request: ClubRequest, *, form: HandForm, outcome: Outcome) -> HttpResponse:
    table = _table(form.desk)
    try:
        _write(request, form=form)
    except HandTakenError as error:
        return _conflict(request, form=form, outcome=outcome, taken=error.entry)
    except TableChangedError as error:
        return _review(request, form=form, outcome=outcome, notice=error.message)
    except RefusedError as error:
        return refused(request, error=error, back=table)
    unmark_entering(session=form.desk.session, device=request.device, now=timezone.now())
    proposed = _("Proposed. The scorekeeper sees it at the table.")
    messages.success(request, proposed if form.desk.proposed_by else _("Recorded."))
    return HttpResponseClientRedirect(table) if request.htmx else redirect(table)


def _mark(request: ClubRequest, *, session: Session) -> None:
    """Let the others see who enters a hand on this phone."""
    name = request.access.player.name if request.access.player else request.device.label
    mark_entering(session=session, device=request.device, name=name, now=timezone.now())


def _table(desk: Desk) -> str:
    return reverse("table", args=[desk.session.public_id])


def _write(request: ClubRequest, *, form: HandForm) -> Entry | Proposal:
    stamp = form.stamp(device=request.device, at=timezone.now())
    if form.desk.proposed_by:
        return propose_hand(seat=form.desk.proposed_by, proposed=_proposed(request, form=form), stamp=stamp)
    if form.desk.replaces:
        reason = form.cleaned_data["reason"]
        return correct_hand(entry=form.desk.replaces, act=form.act(), reason=reason, stamp=stamp)
    expected = Expected(after=form.cleaned_data["expected_after"], entry=form.cleaned_data["expected_entry"])
    return record_hand(session=form.desk.session, act=form.act(), expected=expected, stamp=stamp)


def _proposed(request: ClubRequest, *, form: HandForm) -> Proposed:
    fields = {name: request.POST[name] for name in form.fields if request.POST.get(name)}
    return Proposed(mode=form.mode, fields=fields, act=form.act(), after=form.cleaned_data["expected_after"])


def _form_page(request: ClubRequest, *, form: HandForm, status: int = 200) -> HttpResponse:
    context: dict[str, object] = {"form": form, "desk": form.desk, "session": form.desk.session}
    if isinstance(form, CardsForm):
        context["melds"] = melds_data(melds=all_melds(scheme=form.desk.scheme))
    return render(request, f"hand/{form.mode}.html", context, status=status)


def _review(request: ClubRequest, *, form: HandForm, outcome: Outcome, notice: str = "") -> HttpResponse:
    context = {
        **_version(form=form, outcome=outcome),
        "form": form.up_to_date(),
        "session": form.desk.session,
        "desk": form.desk,
        "is_match": offers_of(session=form.desk.session).match,
        "notice": notice,
    }
    return render(request, "hand/review.html", context, status=CONFLICT if notice else 200)


def _version(*, form: HandForm, outcome: Outcome) -> dict[str, object]:
    """Return what the hand on the form comes to: the verdict, and who pays whom."""
    draft = draft_of(session=form.desk.session, kind=EntryKind.HAND, outcome=outcome)
    return {
        "act": outcome.act,
        "verdict": outcome.verdict,
        "changes": changes_of(seats=form.desk.seats, payments=draft.payments, points=draft.points),
    }


def _conflict(request: ClubRequest, *, form: HandForm, outcome: Outcome, taken: Entry) -> HttpResponse:
    """Show both versions side by side: what was recorded, and what this form says."""
    context = {
        "session": form.desk.session,
        "taken": ledger_line(entry=taken),
        "mine": _version(form=form, outcome=outcome),
        "form": form,
        "now": None if hasattr(taken, "hand") else _as_hand_played_now(form),
    }
    return render(request, "hand/conflict.html", context, status=CONFLICT)


def _as_hand_played_now(form: HandForm) -> dict[str, object] | None:
    """Return where a correction of a hand that was taken back can be recorded instead, and its form.

    None for a hand nobody won, which is recorded without a form.
    """
    if form.mode not in _ENTRY_PAGES:
        return None
    session = form.desk.session
    return {
        "action": reverse(_ENTRY_PAGES[form.mode], args=[session.public_id]),
        "form": form_anew(form=form, desk=desk_of(session=session)),
    }
