"""What is recorded beside a won hand, asked once: secrets, penalties, matches, hands nobody won, cash; undo."""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.forms.amounts import amount_words
from scoring.forms.base import KeyedForm, fresh, told
from scoring.forms.sessions.settle import CashForm
from scoring.forms.table.hands import PenaltyForm
from scoring.forms.table.table import DrawnHandForm, FalseWinForm, ReasonForm
from scoring.games.base import ActKind, Data, Feature, ImpossibleError
from scoring.games.dealing import VoidReason
from scoring.ledger.balances import Payment
from scoring.ledger.seatings import dealer_after
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import (
    CashChangedError,
    HandTakenError,
    RefusedError,
    SessionClosedError,
    WrongAmountError,
)
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.table.hands import Expected, record_hand
from scoring.operations.table.judging import draft_of, judge
from scoring.operations.table.matches import draft_of_match, settle_match
from scoring.operations.table.penalties import record_false_win, record_penalty, record_secret
from scoring.operations.table.posting import Stamp
from scoring.operations.table.refunds import refund_false_secret, refund_of
from scoring.operations.table.reversing import UNDOABLE, reversal_of
from scoring.operations.table.reversing import undo as undo_line
from scoring.queries.books.ledger import changes_of, ledger_line
from scoring.queries.books.writers import writers_of
from scoring.queries.people.access import Action, may
from scoring.queries.sessions.settlements import owed_now
from scoring.queries.table import matches, tables
from scoring.queries.table.hands import count_hands, hand_number, is_correction
from scoring.queries.table.seatings import seatings_of, sides_of
from scoring.queries.table.state import TableState, features_of, hand_of_lost_sowee, table_state
from scoring.texts import say
from scoring.views.table.words import words_of
from scoring.web.access import ask_the_host, requires
from scoring.web.confirming import Question, confirm
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.shared import CONFLICT, INVALID, find_entry, find_session, landing, leave, may_mark_cash, refused


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def secret(request: ClubRequest, public_id: UUID, seat: int) -> HttpResponse:
    """Ask whether a seat laid a secret, stating who pays how much; post to record it (C17)."""
    session = find_session(request, public_id=public_id, feature="secret")
    seats = tables.seated(session=session)
    player = next((standing.player for standing in seats if standing.number == seat), None)
    if player is None:
        raise Http404
    question = Question(
        session=session,
        template="table/secret.html",
        make_form=KeyedForm,
        write=lambda form, stamp: record_secret(
            session=session, seat=seat, expected_entry=form.cleaned_data["expected_entry"], stamp=stamp
        ),
        done=_("Secret of %(player)s recorded.") % {"player": player},
        context=lambda: {
            "seat": seat,
            "player": player,
            "changes": changes_of(seats=seats, payments=_payments(session, seat=seat)),
        },
    )
    return confirm(request, question=question)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CORRECT)
def refund(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Ask whether a paid secret was none; post to refund it with the penalty of the house (C18)."""
    entry = find_entry(request, public_id=public_id, number=number)
    if entry.kind != EntryKind.SECRET:
        raise Http404
    question = Question(
        session=entry.session,
        template="table/refund.html",
        make_form=ReasonForm,
        write=lambda form, stamp: refund_false_secret(entry=entry, reason=form.cleaned_data["reason"], stamp=stamp),
        done=_("The secret is refunded."),
        context=lambda: _refund_context(entry),
    )
    return confirm(request, question=question)


def _refund_context(entry: Entry) -> dict[str, object]:
    session, seat = entry.session, entry.act["seat"]
    seats = tables.results(session=session)
    back, *penalties = refund_of(entry=entry)
    penalty = tuple(payment for each in penalties for payment in each.payments)
    return {
        "entry": entry,
        "player": next(standing.player for standing in seats if standing.number == seat),
        "changes": changes_of(seats=seats, payments=(*back.payments, *penalty)),
        "penalty_cents": penalty[0].cents if penalty else 0,
    }


def _payments(session: Session, *, seat: int) -> tuple[Payment, ...]:
    """Return what a secret of a seat comes to, with the stake factor."""
    seats = sides_of(session=session)
    outcome = judge(session=session, kind=ActKind.SECRET, act={"seat": seat}, seats=seats)
    return draft_of(session=session, kind=ActKind.SECRET, outcome=outcome).payments


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def drawn_hand(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask whether the hand ended without a winner; post to record it (C33)."""
    session = find_session(request, public_id=public_id, feature=Feature.UNWON_HANDS)
    state = table_state(session=session)
    question = Question(
        session=session,
        template="table/drawn.html",
        make_form=lambda *data, **options: DrawnHandForm(*data, session=session, names=state.seated, **options),
        write=lambda form, stamp: _record_drawn(session, form=form, stamp=stamp),
        done=_("The hand is recorded; nobody won."),
        initial={"expected_after": state.after},
        context=lambda: {"state": state, "dealer_after_drawn": _dealer_after_drawn(state), **_void_terms(state)},
    )
    try:
        return confirm(request, question=question)
    except HandTakenError as error:
        form = DrawnHandForm(request.POST, session=session, names=state.seated)
        form.full_clean()
        return _both_versions(request, state=state, taken=error.entry, mine=form.unwon())


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def false_win(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask who claimed a win that was none, and whether play goes on; post to record it (C35)."""
    session = find_session(request, public_id=public_id, feature="false_win")
    state = table_state(session=session)
    question = Question(
        session=session,
        template="table/false_win.html",
        make_form=lambda *data, **options: FalseWinForm(*data, names=state.seated, **options),
        write=lambda form, stamp: record_false_win(
            session=session,
            seat=form.cleaned_data["seat"],
            hand_is_void=form.hand_is_void,
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=stamp,
        ),
        done=_("False win recorded."),
        context=lambda: {"state": state, **_false_win_price(state)},
    )
    return confirm(request, question=question)


def _both_versions(request: ClubRequest, *, state: TableState, taken: Entry, mine: Data) -> HttpResponse:
    line = ledger_line(entry=taken)
    words = told(state.session.played.sentence(kind=ActKind.HAND, act=mine), names=state.names)
    context = {"session": state.session, "taken": line, "words": words_of(line=line, names=state.names), "yours": words}
    return render(request, "table/taken.html", context, status=CONFLICT)


def _record_drawn(session: Session, *, form: DrawnHandForm, stamp: Stamp) -> Entry:
    expected = Expected(after=form.cleaned_data["expected_after"], entry=form.cleaned_data["expected_entry"])
    return record_hand(session=session, act=form.unwon(), expected=expected, stamp=stamp)


def _dealer_after_drawn(state: TableState) -> str:
    """Return who deals after the stock ran out (C33), where it is not who dealt: that player sits out then."""
    dealer = dealer_after(seatings=seatings_of(session=state.session), dealer=state.dealer.number)
    return state.names[dealer] if dealer != state.dealer.number else ""


def _void_terms(state: TableState) -> dict[str, object]:
    """Return who deals after a hand that does not count, and what whoever caused it pays each other player (C38)."""
    act = {"void": VoidReason.MISDEAL.value, "by": state.dealer.number, "dealer": state.dealer.number}
    outcome = judge(session=state.session, kind=ActKind.HAND, act=act, seats=state.sides_in_order)
    payments = draft_of(session=state.session, kind=ActKind.HAND, outcome=outcome).payments
    deals_next = outcome.deals_next or state.dealer.number
    return {"penalty_cents": payments[0].cents if payments else 0, "deals_next": state.names[deals_next]}


def _false_win_price(state: TableState) -> dict[str, object]:
    """Return what a false win costs, the same for every seat: to each opponent, and how many there are."""
    act = {"seat": state.dealer.number}
    outcome = judge(session=state.session, kind=ActKind.FALSE_WIN, act=act, seats=state.sides_in_order)
    payments = draft_of(session=state.session, kind=ActKind.FALSE_WIN, outcome=outcome).payments
    return {"opponents": len(payments), "each_cents": payments[0].cents if payments else 0}


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def penalty(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask what happened; post to record what it costs."""
    session = find_session(request, public_id=public_id, feature="penalty")
    back = reverse("table", args=[public_id])
    if tables.is_closed(session=session):
        return refused(request, error=SessionClosedError(), back=back)
    form = _form(session, request)
    if request.method != "POST":
        return _page(request, form=form, session=session)
    if not form.is_valid():
        return _page(request, form=form, session=session, status=INVALID)
    try:
        written = record_penalty(
            session=session,
            act=form.entered(),
            of_last_hand=form.cleaned_data.get("of_last_hand", False),
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=form.stamp(device=request.device, at=timezone.now()),
        )
    except ImpossibleError as error:
        form.add_problems(error)
        return _page(request, form=form, session=session, status=INVALID)
    except RefusedError as error:
        return refused(request, error=error, back=request.path)
    messages.success(request, _("Penalty recorded."))
    return redirect(landing(session, written))


def _form(session: Session, request: ClubRequest) -> PenaltyForm:
    names = {seat.number: seat.player for seat in tables.seated(session=session)}
    if request.method == "POST":
        return PenaltyForm(request.POST, session=session, names=names)
    newest = tables.last_entry_number(session=session)
    return PenaltyForm(session=session, names=names, initial=fresh(expected_entry=newest))


def _page(request: ClubRequest, *, form: PenaltyForm, session: Session, status: int = 200) -> HttpResponse:
    context = {"form": form, "session": session, "match_is_over": matches.is_match_over(session=session)}
    return render(request, "table/penalty.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def match(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Say what the points of the match come to; post to settle it."""
    session = find_session(request, public_id=public_id, feature="match")
    question = Question(
        session=session,
        template="table/match.html",
        make_form=KeyedForm,
        write=lambda form, stamp: settle_match(
            session=session, expected_entry=form.cleaned_data["expected_entry"], stamp=stamp
        ),
        done=_("Match settled. The next one begins at 0."),
        context=lambda: _worth(session),
    )
    return confirm(request, question=question)


def _worth(session: Session) -> dict[str, object]:
    draft = draft_of_match(session=session)
    players = matches.points_to_settle(session=session)
    seats = tuple(seat for seat in tables.results(session=session) if seat.number in players)
    return {
        "seats": sorted(seats, key=lambda seat: -seat.points),
        "changes": changes_of(seats=seats, payments=draft.payments),
        "is_over": matches.is_over(session=session, points=players),
        "has_open_end": Feature.OPEN_END in features_of(session=session),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CORRECT)
def undo(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Ask whether to take a line back, stating what it changes; post to do it.

    A hand that later lines follow needs a reason.
    """
    entry = find_entry(request, public_id=public_id, number=number)
    if entry.kind not in UNDOABLE:
        raise Http404
    if entry.kind == EntryKind.DAY and not may(role=request.role, action=Action.MANAGE):
        return ask_the_host(cast(DeviceRequest, request), access=request.access)
    hand = entry if entry.kind == EntryKind.HAND else None
    names = {seat.number: seat.player for seat in tables.results(session=entry.session)}
    words = words_of(line=ledger_line(entry=entry), names=names)
    question = Question(
        session=entry.session,
        template="table/undo.html",
        make_form=lambda *data, **options: ReasonForm(*data, hand=hand, **options),
        write=lambda form, stamp: undo_line(entry=entry, reason=form.cleaned_data["reason"], stamp=stamp),
        done=_undone(entry, words=words),
        context=lambda: {"words": words, **_undo_context(entry)},
    )
    return confirm(request, question=question)


def _undone(entry: Entry, *, words: str) -> str:
    """Return what is said once a line is taken back: also which number the hand after it has then."""
    number, later = _numbers_after(entry)
    said = {"what": words, "later": number + 1, "number": number}
    if not later:
        return _("%(what)s. Undone.") % said
    return (
        ngettext(
            "%(what)s. Undone. Hand %(later)s is hand %(number)s now.",
            "%(what)s. Undone. Hand %(later)s is hand %(number)s now, and so on.",
            later,
        )
        % said
    )


def _numbers_after(entry: Entry) -> tuple[int, int]:
    """Return the number of a hand and how many accepted ones come after it, none after any other line."""
    if entry.kind != EntryKind.HAND:
        return 0, 0
    number = hand_number(hand=entry.hand)
    return number, count_hands(session=entry.session) - number


def _undo_context(entry: Entry) -> dict[str, object]:
    seats = tables.results(session=entry.session)
    back = reversal_of(entry=entry, reason="")
    number, later = _numbers_after(entry)
    return {
        "entry": entry,
        "number": number,
        "next_number": number + 1,
        "later_hands": later,
        "changes": changes_of(seats=seats, payments=back.payments),
        "is_correction": is_correction(entry=entry),
        "sowee_hand": hand_of_lost_sowee(entry=entry),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MARK_OWN)
def cash(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask who handed how much to whom; post to record it. Players record their own payments only."""
    session = find_session(request, public_id=public_id)
    if tables.is_closed(session=session):
        return leave(request, "settle", public_id=public_id)
    if session.money.is_points:
        error = WrongAmountError(say("wrong_amount.points_only"))
        return refused(request, error=error, back=reverse("table", args=[public_id]))
    names = {seat.number: seat.player for seat in tables.results(session=session)}
    if request.method == "POST":
        return _answer(request, session=session, names=names)
    given = {name: request.GET.get(name, "") for name in ("payer", "payee", "amount")}
    opened = fresh(expected_entry=tables.last_entry_number(session=session))
    form = CashForm(session=session, names=names, initial={**given, **opened})
    return _cash_page(request, session=session, form=form)


def _answer(request: ClubRequest, *, session: Session, names: dict[int, str]) -> HttpResponse:
    form = CashForm(request.POST, session=session, names=names)
    if form.is_valid() and not may_mark_cash(request, session=session, seats=form.seats()):
        problem = _("Record your own payments only: choose yourself as one of the two.")
        form.add_error(None, ValidationError(problem, code="not_yours"))
    if not form.is_valid():
        return _cash_page(request, session=session, form=form, status=INVALID)
    (payer, payee), amount_cents = form.seats(), form.cleaned_data["amount"]
    try:
        written = hand_over_early(
            session=session,
            payer=payer,
            payee=payee,
            amount_cents=amount_cents,
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=form.stamp(device=request.device, at=timezone.now()),
        )
    except CashChangedError as error:
        form.data = {**request.POST.dict(), "expected_entry": str(tables.last_entry_number(session=session))}
        return _cash_page(request, session=session, form=form, changed=error, status=CONFLICT)
    except RefusedError as error:
        return refused(request, error=error, back=reverse("cash", args=[session.public_id]))
    amount = amount_words(cents=amount_cents, currency=session.written)
    said = {"payer": names[payer], "payee": names[payee], "amount": amount}
    messages.success(request, _("Recorded: %(payer)s handed %(payee)s %(amount)s.") % said)
    return redirect(landing(session, written))


def _cash_page(
    request: ClubRequest,
    *,
    session: Session,
    form: CashForm,
    changed: CashChangedError | None = None,
    status: int = 200,
) -> HttpResponse:
    owed = tuple(
        transfer
        for transfer in owed_now(session=session)
        if may_mark_cash(request, session=session, seats=(transfer.payer_seat, transfer.payee_seat))
    )
    context = {
        "session": session,
        "form": form,
        "owed": owed,
        "changed": changed,
        "writers": changed and writers_of(session=session),
        "message": changed and told(changed.text),
    }
    return render(request, "sessions/settle/cash.html", context, status=status)
