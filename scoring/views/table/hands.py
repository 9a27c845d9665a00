"""Enter a hand, review who pays whom, record it; the same pages correct an older hand."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.forms.base import told
from scoring.forms.notation import live_entry, understood_fields
from scoring.forms.table.changed import what_changes
from scoring.forms.table.hands import (
    CardsForm,
    GameHandForm,
    HandForm,
    QuickForm,
    form_again,
    modes_of,
    opened_form,
    usual_mode,
)
from scoring.games.base import ActKind, Data, Feature, ImpossibleError, Outcome
from scoring.games.cuajo.judge_questions import melds_for_keys
from scoring.games.cuajo.judge_win import live_verdict
from scoring.games.cuajo.rules import read_rules
from scoring.games.dealing import counts
from scoring.ledger.kinds import DISPUTABLE
from scoring.ledger.night import Night
from scoring.ledger.seatings import dealer_after
from scoring.models import Entry, EntryKind, Proposal, Session
from scoring.operations.errors import HandTakenError, SessionClosedError, SoweeChangedError, TableChangedError
from scoring.operations.table.companion import ProposalError, Proposed, mark_entering, propose_hand, unmark_entering
from scoring.operations.table.hands import correct_hand, draft_of, judge, judge_new, record_hand, refund_of
from scoring.queries.books.ledger import Change, changes_of, ledger_line, writers_of
from scoring.queries.judge import asked_next, kept_claim, verified_by
from scoring.queries.people.access import Action, may
from scoring.queries.table.changes import Correction, correction_of
from scoring.queries.table.disputes import objections_of, open_dispute_of
from scoring.queries.table.night import night_of
from scoring.queries.table.state import TableState, features_of, table_state, table_state_at
from scoring.texts import say
from scoring.views.table.words import words_of
from scoring.web.access import asks, posts, reads
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_entry, find_session, landing, own_seat

_ENTRY_PAGES = {CardsForm.mode: "hand", QuickForm.mode: "quick-hand", GameHandForm.mode: "hand"}


@asks(Action.RECORD)
def hand(request: ClubRequest, public_id: UUID, mode: str = "") -> HttpResponse:
    """Enter the hand being played: with its cards, declared without them, or as its game asks.

    The others see who does.
    """
    session = find_session(request, public_id=public_id)
    _mark(request, session=session)
    return _work(request, state=table_state(session=session), mode=mode)


@asks(Action.PROPOSE)
def propose(request: ClubRequest, public_id: UUID, mode: str = "") -> HttpResponse:
    """Enter the hand being played for somebody else to look at and record."""
    session = find_session(request, public_id=public_id)
    if not session.players_may_propose:
        raise ProposalError(say("proposal.not_allowed"))
    seat = own_seat(request, session=session)
    if seat is None:
        raise ProposalError(say("proposal.not_seated"))
    return _work(request, state=replace(table_state(session=session), proposed_by=seat), mode=mode)


@asks(Action.CORRECT)
def correct(request: ClubRequest, public_id: UUID, number: int, mode: str = "") -> HttpResponse:
    """Correct a recorded hand, starting from what was entered; an open objection gives the reason."""
    entry = find_entry(request, public_id=public_id, number=number)
    if entry.kind != EntryKind.HAND:
        return redirect("entry", public_id=public_id, number=number)
    verified = kept_claim(entry=entry, public_id=request.GET.get("verdict", ""))
    disputed = open_dispute_of(entry=entry)
    reason = disputed.why if disputed else ""
    return _work(request, state=table_state_at(entry=entry), mode=mode, verified=verified, reason=reason)


@posts(Action.PROPOSE)
def verdict(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Answer what is known of the hand on the form so far."""
    session = find_session(request, public_id=public_id, feature=Feature.CARD_ENTRY)
    _mark(request, session=session)
    session = session.as_at(position=_position(request))
    rules, entry = read_rules(value=session.house_rules), live_entry(request.POST)
    live = live_verdict(rules=rules, entry=entry)
    amount = live.verdict.per_opponent_cents * session.stakes if live.verdict else 0
    context = {
        "session": session,
        "live": live,
        "per_opponent_cents": amount,
        "asked": asked_next(entry=entry, live=live),
        "understood": understood_fields(values=request.POST.dict()),
    }
    return render(request, "table/hand/verdict.html", context)


def _position(request: ClubRequest) -> int | None:
    """Return the position of the hand that is corrected, None for a new one."""
    said = request.POST.get("position", "")
    return int(said) if said.isdecimal() and len(said) < 10 else None


@reads(Action.SEE)
def entry(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Show one entry of the ledger: the hand with its melds and account, who recorded it and when."""
    found = find_entry(request, public_id=public_id, number=number)
    night = night_of(session=found.session)
    played = found.session.as_at(position=night.at(number).position)
    is_open = not night.is_closed
    may_change = is_open and may(role=request.role, action=Action.CORRECT)
    line = ledger_line(entry=found)
    by_plays = line.hand is not None and line.is_readable and counts(act=found.act)
    may_object = is_open and may(role=request.role, action=Action.DISPUTE)
    context = {
        "session": played,
        "line": line,
        "words": words_of(line=line, names=night.names),
        "is_match": "match" in features_of(session=found.session),
        "may_change": may_change,
        "may_object": may_object and found.kind in DISPUTABLE and not line.reversed_by,
        "may_record": may(role=request.role, action=Action.RECORD),
        "verified": verified_by(entry=found),
        "followed": _steps_of(night, found) if by_plays else None,
        "shown": _shown(night, found) if line.is_readable else (),
        "objections": objections_of(session=found.session, entry=found),
        "writers": writers_of(session=found.session),
    }
    return render(request, "table/hand/entry.html", context)


def _shown(night: Night, entry: Entry) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the secrets that others showed after a win: whose, and their kinds (C18)."""
    shown = entry.act.get("shown", {})
    return tuple((night.names[int(seat)], tuple(kinds.split())) for seat, kinds in shown.items())


def _steps_of(night: Night, entry: Entry) -> Data | None:
    """Return the steps of a hand that was entered play by play, in order."""
    position = night.at(entry.number).position
    rules, seats = night.agreed(position=position).rules, night.sides(position=position)
    found = night.game.follow(act=entry.act, rules=rules, seats=seats)
    return {"steps": [line.data() for line in found.steps]} if found else None


def _work(
    request: ClubRequest, *, state: TableState, mode: str, verified: Data | None = None, reason: str = ""
) -> HttpResponse:
    if state.is_closed and request.POST.get("step") != "record":
        raise SessionClosedError
    mode = mode or usual_mode(state=state)
    modes = modes_of(state=state)
    if mode not in modes:
        raise Http404
    if mode == QuickForm.mode and Feature.QUICK_ENTRY not in state.features:
        messages.warning(request, _("The price list pays for melds and kings, so the cards are needed (L6)."))
        return redirect(request.path.removesuffix("quick/"))
    if request.method != "POST":
        form = opened_form(state=state, mode=mode, known=verified)
        form.initial["reason"] = reason
        return _form_page(request, form=form)
    return _answer(request, form=modes[mode](request.POST, state=state))


def _answer(request: ClubRequest, *, form: HandForm) -> HttpResponse:
    step = request.POST.get("step")
    if step == "edit":
        return _form_page(request, form=form_again(form=form))
    if step == "live" and isinstance(form, GameHandForm | QuickForm):
        return _live(request, form=form)
    if not form.is_valid():
        return _form_page(request, form=form, status=INVALID)
    if step == "record" and not form.has_new_refunds():
        return _record(request, form=form)
    return _look(request, form=form, is_recording=step == "record")


def _look(request: ClubRequest, *, form: HandForm, is_recording: bool) -> HttpResponse:
    """Show what a valid form comes to, and what it has not seen; a refund is looked at before it is recorded."""
    if taken := form.state.taken(expected_after=form.cleaned_data["expected_after"]):
        return _conflict(request, form=form, taken=taken)
    if news := form.news():
        return _review(request, form=form, notice=news, code=SoweeChangedError.code)
    if is_recording:
        notice = _("A secret is refunded: look at the amounts again, then record.")
        return _review(request, form=form, notice=notice, code="refund_unseen", status=INVALID)
    return _review(request, form=form)


def _live(request: ClubRequest, *, form: HandForm) -> HttpResponse:
    """Answer what the hand on the form comes to so far, or the first thing that it lacks."""
    form.fields.pop("reason", None)
    is_valid = form.is_valid()
    # Judging first would take from the valid form what it finds wrong.
    followed = _followed(form.state, act=form.act()) if is_valid and isinstance(form, GameHandForm) else None
    outcome = _judged(form) if is_valid else None
    session, replaces = form.state.session, form.state.replaces
    context: dict[str, object] = {"session": session, "missing": form.first_problem()}
    if isinstance(form, GameHandForm):
        context["followed"] = followed
        context["changes"] = _version(form=form, outcome=outcome)["changes"] if outcome else ()
    elif outcome and replaces:
        versions = {"was_cents": replaces.hand.verdict, "each_cents": outcome.verdict.data()}
        context |= {name: verdict.get("per_opponent", 0) * session.stakes for name, verdict in versions.items()}
    return render(request, f"table/hand/{form.mode}.html#live", context)


def _followed(state: TableState, *, act: Data) -> Data | None:
    """Return how a hand stands that is entered play by play, with its newest step first."""
    seats = state.night.sides(position=state.position)
    found = state.session.played.follow(act=act, rules=state.session.house_rules, seats=seats)
    if found is None:
        return None
    return {"now": [line.data() for line in found.now], "steps": [line.data() for line in reversed(found.steps)]}


def _judged(form: HandForm, *, is_new: bool = True) -> Outcome | None:
    """Return what a valid form comes to; None where the form then says what speaks against it."""
    state = form.state
    try:
        if is_new:
            return judge_new(night=state.night, act=form.act(), hand=state.line)
        return judge(night=state.night, kind=ActKind.HAND, act=form.act(), position=state.position)
    except ImpossibleError as error:
        form.add_problems(error)
        return None


def _record(request: ClubRequest, *, form: HandForm) -> HttpResponse:
    try:
        written = _write(request, form=form)
    except HandTakenError as error:
        return _conflict(request, form=form, taken=error.entry)
    except (TableChangedError, SoweeChangedError) as error:
        return _review(request, form=form, notice=told(error.text), code=error.code)
    except ImpossibleError as error:
        form.add_problems(error)
        return _form_page(request, form=form, status=INVALID)
    unmark_entering(session=form.state.session, device=request.device, now=timezone.now())
    if isinstance(written, Entry):
        return redirect(landing(form.state.session, written))
    messages.success(request, _("Proposed. The scorekeeper sees it at the table."))
    return redirect("table", public_id=form.state.session.public_id)


def _mark(request: ClubRequest, *, session: Session) -> None:
    """Let the others see who enters a hand on this phone."""
    name = request.access.player.name if request.access.player else request.device.label
    mark_entering(session=session, device=request.device, name=name, now=timezone.now())


def _write(request: ClubRequest, *, form: HandForm) -> Entry | Proposal:
    stamp = replace(form.stamp(device=request.device, at=timezone.now()), read=form.state.night)
    if form.state.proposed_by:
        return propose_hand(seat=form.state.proposed_by, proposed=_proposed(request, form=form), stamp=stamp)
    false = form.false_secrets()
    if form.state.replaces:
        reason = form.cleaned_data["reason"] or what_changes(form=form)
        return correct_hand(entry=form.state.replaces, act=form.act(), reason=reason, stamp=stamp, false_secrets=false)
    return record_hand(
        session=form.state.session, act=form.act(), expected=form.expected(), stamp=stamp, false_secrets=false
    )


def _proposed(request: ClubRequest, *, form: HandForm) -> Proposed:
    fields = {name: request.POST[name] for name in form.fields if request.POST.get(name)}
    return Proposed(mode=form.mode, fields=fields, act=form.act(), after=form.cleaned_data["expected_after"])


def _form_page(request: ClubRequest, *, form: HandForm, status: int = 200) -> HttpResponse:
    state = form.state
    context: dict[str, object] = {
        "form": form,
        "state": state,
        "session": state.session,
        "match_is_over": not state.replaces and state.is_match_over,
    }
    if isinstance(form, CardsForm):
        context["melds"] = melds_for_keys(read_rules(value=form.state.session.house_rules))
    return render(request, f"table/hand/{form.mode}.html", context, status=status)


def _review(
    request: ClubRequest, *, form: HandForm, notice: str = "", code: str = "", status: int = CONFLICT
) -> HttpResponse:
    outcome = _judged(form)
    if outcome is None:
        return _form_page(request, form=form, status=INVALID)
    version, replaces = _version(form=form, outcome=outcome), form.state.replaces
    context = {
        **version,
        "what_changes": what_changes(form=form) if replaces else "",
        "correction": _correction(form.state, changes=version["changes"]),
        "moves_nothing": replaces is not None and {*version["changes"]} == {*ledger_line(entry=replaces).changes},
        "form": form.up_to_date(),
        "session": form.state.session,
        "state": form.state,
        "is_match": "match" in form.state.features,
        "unwon": _unwon(form.state, outcome),
        "notice": notice,
        "code": code,
    }
    return render(request, "table/hand/review.html", context, status=status if notice else 200)


def _correction(state: TableState, *, changes: Iterable[Change]) -> Correction | None:
    """Return what a correction changes in money; None for a new hand and where points are played for."""
    if not state.replaces or "match" in state.features:
        return None
    return correction_of(was=ledger_line(entry=state.replaces).changes, now=changes)


def _unwon(state: TableState, outcome: Outcome) -> str:
    """Return why nobody won and who deals next, empty for a hand that counts and was not drawn."""
    act = outcome.said.data()
    if counts(act=act) and act.get("result") != "drawn":
        return ""
    why = told(state.session.played.sentence(kind=ActKind.HAND, act=act), names=state.names)
    dealer = outcome.deals_next or state.dealer.number
    if counts(act=act) and not state.replaces:
        dealer = dealer_after(seatings=state.night.seatings, dealer=dealer)
    said = {"why": why, "player": state.names[dealer]}
    return _("Nobody won: %(why)s. %(player)s deals next.") % said


def _version(*, form: HandForm, outcome: Outcome) -> dict[str, Any]:
    """Return what the hand on the form comes to: the verdict, and who pays whom."""
    drafts = (
        draft_of(night=form.state.night, kind=ActKind.HAND, outcome=outcome, position=form.state.position),
        *(draft for secret in form.false_secrets() for draft in refund_of(night=form.state.night, entry=secret)),
    )
    return {
        "act": outcome.said.data(),
        "verdict": outcome.verdict.data(),
        "changes": changes_of(
            seats=form.state.seats,
            payments=(payment for draft in drafts for payment in draft.payments),
            points=drafts[0].points,
        ),
    }


def _conflict(request: ClubRequest, *, form: HandForm, taken: Entry) -> HttpResponse:
    """Show both versions side by side: what was recorded, and what this form says."""
    outcome = _judged(form, is_new=False)
    if outcome is None:
        return _form_page(request, form=form, status=INVALID)
    context = {
        "session": form.state.session,
        "taken": ledger_line(entry=taken),
        "writers": writers_of(session=form.state.session),
        "mine": _version(form=form, outcome=outcome),
        "form": form,
        "now": None if hasattr(taken, "hand") else _as_hand_played_now(form),
    }
    return render(request, "table/hand/conflict.html", context, status=CONFLICT)


def _as_hand_played_now(form: HandForm) -> dict[str, object] | None:
    """Return where a correction of a hand that was taken back can be recorded instead, and its form.

    None for a hand nobody won, which is recorded without a form.
    """
    if form.mode not in _ENTRY_PAGES:
        return None
    session = form.state.session
    return {
        "action": reverse(_ENTRY_PAGES[form.mode], args=[session.public_id]),
        "form": form_again(form=form, state=table_state(session=session)),
    }
