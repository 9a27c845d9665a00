"""What is recorded beside a won hand, asked once: secrets, penalties, matches, hands nobody won, cash; undo."""

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any, cast
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.forms.amounts import amount_words
from scoring.forms.base import KeyedForm, told
from scoring.forms.money import CashForm
from scoring.forms.table.hands import PenaltyForm
from scoring.forms.table.table import DrawnHandForm, FalseWinForm, ReasonForm
from scoring.games.base import ActKind, Data, Feature
from scoring.games.dealing import VoidReason
from scoring.ledger.balances import Payment
from scoring.ledger.closing import owed_now
from scoring.ledger.kinds import UNDOABLE
from scoring.ledger.lines import Line
from scoring.ledger.night import Night
from scoring.ledger.seatings import dealer_after
from scoring.models import EntryKind
from scoring.operations.errors import CashChangedError, HandTakenError
from scoring.operations.money.closing import hand_over
from scoring.operations.table.hands import (
    Expected,
    draft_of,
    draft_of_match,
    judge,
    record_false_win,
    record_hand,
    record_penalty,
    record_secret,
    refund_false_secret,
    refund_of,
    settle_match,
)
from scoring.operations.table.reversing import reversal_of
from scoring.operations.table.reversing import undo as undo_line
from scoring.queries.books.ledger import changes_of, ledger_line, writers_of
from scoring.queries.people.access import Action, may
from scoring.queries.table.state import TableState, features_of, hand_of_lost_sowee
from scoring.views.table.words import words_of
from scoring.web.access import ask_the_host
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.pages import ConfirmView, LineView, Refusal
from scoring.web.shared import CONFLICT, leave, may_mark_cash


class RecordSecret(ConfirmView[KeyedForm]):
    """Ask whether a seat laid a secret, stating who pays how much; post to record it (C17)."""

    template = "table/secret.html"
    feature = "secret"
    form_class = KeyedForm
    player: str

    def __init__(self, request: ClubRequest, public_id: UUID, seat: int) -> None:
        super().__init__(request, public_id)
        if seat not in self.night.seatings.now.seats:
            raise Http404
        self.seat, self.player = seat, self.names[seat]
        self.done = _("Secret of %(player)s recorded.") % {"player": self.player}

    def stated(self) -> Mapping[str, object]:
        payments = _payments(self.night, ActKind.SECRET, {"seat": self.seat})
        changes = changes_of(seats=self.night.seated, payments=payments)
        return {"seat": self.seat, "player": self.player, "changes": changes}

    def write(self, form: KeyedForm) -> object:
        return record_secret(seat=self.seat, **self.said(form))


class RefundSecret(LineView[ReasonForm]):
    """Ask whether a paid secret was none; post to refund it with the penalty of the house (C18)."""

    action = Action.CORRECT
    template = "table/refund.html"
    kinds = (EntryKind.SECRET,)
    form_class = ReasonForm
    done = gettext_lazy("The secret is refunded.")

    def stated(self) -> Mapping[str, object]:
        back, *penalties = refund_of(night=self.night, entry=self.entry)
        penalty = tuple(payment for each in penalties for payment in each.payments)
        return {
            "entry": self.entry,
            "player": self.names[self.entry.act["seat"]],
            "changes": changes_of(seats=self.night.standings, payments=(*back.payments, *penalty)),
            "penalty_cents": penalty[0].cents if penalty else 0,
        }

    def write(self, form: ReasonForm) -> object:
        return refund_false_secret(entry=self.entry, reason=form.cleaned_data["reason"], stamp=self.stamp(form))


def _payments(night: Night, kind: ActKind, act: Data) -> tuple[Payment, ...]:
    """Return what an act comes to, with the stake factor."""
    return draft_of(night=night, kind=kind, outcome=judge(night=night, kind=kind, act=act)).payments


class DrawnHand(ConfirmView[DrawnHandForm]):
    """Ask whether the hand ended without a winner; post to record it (C33)."""

    template = "table/drawn.html"
    feature = Feature.UNWON_HANDS
    form_class = DrawnHandForm
    done = gettext_lazy("The hand is recorded; nobody won.")

    @property
    def state(self) -> TableState:
        return TableState(session=self.session, night=self.night)

    def given(self) -> Mapping[str, object]:
        return {"session": self.session, "names": self.state.seated}

    def initial(self) -> Mapping[str, object]:
        return {"expected_after": self.state.after}

    def stated(self) -> Mapping[str, object]:
        """Say who deals after the stock ran out (C33), and what a void hand costs the one who caused it (C38)."""
        state, dealer = self.state, self.state.dealer.number
        after_drawn = dealer_after(seatings=self.night.seatings, dealer=dealer)
        act = {"void": VoidReason.MISDEAL.value, "by": dealer, "dealer": dealer}
        outcome, payments = (
            judge(night=self.night, kind=ActKind.HAND, act=act),
            _payments(self.night, ActKind.HAND, act),
        )
        return {
            "state": state,
            "dealer_after_drawn": state.names[after_drawn] if after_drawn != dealer else "",
            "penalty_cents": payments[0].cents if payments else 0,
            "deals_next": state.names[outcome.deals_next or dealer],
        }

    def write(self, form: DrawnHandForm) -> object:
        expected = Expected(after=form.cleaned_data["expected_after"], entry=form.cleaned_data["expected_entry"])
        return record_hand(session=self.session, act=form.unwon(), expected=expected, stamp=self.stamp(form))

    def refuse(self, form: DrawnHandForm, error: Refusal) -> HttpResponse:
        """Show both versions where another phone recorded this hand."""
        if not isinstance(error, HandTakenError):
            return super().refuse(form, error)
        names = self.state.names
        taken = ledger_line(entry=error.entry)
        yours = told(self.session.played.sentence(kind=ActKind.HAND, act=form.unwon()), names=names)
        words = words_of(line=taken, names=names)
        context = {"session": self.session, "taken": taken, "words": words, "yours": yours}
        return render(self.request, "table/taken.html", context, status=CONFLICT)


class FalseWin(ConfirmView[FalseWinForm]):
    """Ask who claimed a win that was none, and whether play goes on; post to record it (C35)."""

    template = "table/false_win.html"
    feature = "false_win"
    form_class = FalseWinForm
    operation = record_false_win
    done = gettext_lazy("False win recorded.")

    @property
    def state(self) -> TableState:
        return TableState(session=self.session, night=self.night)

    def given(self) -> Mapping[str, object]:
        return {"names": self.state.seated}

    def stated(self) -> Mapping[str, object]:
        """Say what it costs, the same for every seat: to each opponent, and how many there are."""
        payments = _payments(self.night, ActKind.FALSE_WIN, {"seat": self.night.dealer})
        each_cents = payments[0].cents if payments else 0
        return {"state": self.state, "opponents": len(payments), "each_cents": each_cents}


class Penalty(ConfirmView[PenaltyForm]):
    """Ask what happened; post to record what it costs."""

    template = "table/penalty.html"
    feature = "penalty"
    form_class = PenaltyForm
    asks_again = ()
    done = gettext_lazy("Penalty recorded.")

    def given(self) -> Mapping[str, object]:
        return {"night": self.night}

    def stated(self) -> Mapping[str, object]:
        return {"match_is_over": self.night.is_match_over}

    def write(self, form: PenaltyForm) -> object:
        return record_penalty(
            session=self.session,
            act=form.entered(),
            of_last_hand=form.cleaned_data.get("of_last_hand", False),
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=self.stamp(form),
        )


class SettleMatch(ConfirmView[KeyedForm]):
    """Say what the points of the match come to; post to settle it."""

    template = "table/match.html"
    feature = "match"
    form_class = KeyedForm
    operation = settle_match
    done = gettext_lazy("Match settled. The next one begins at 0.")

    def stated(self) -> Mapping[str, object]:
        draft, players = draft_of_match(night=self.night), self.night.points_to_settle
        seats = tuple(seat for seat in self.night.standings if seat.number in players)
        return {
            "seats": sorted(seats, key=lambda seat: -seat.points),
            "changes": changes_of(seats=seats, payments=draft.payments),
            "is_over": self.night.is_over(players),
            "has_open_end": Feature.OPEN_END in features_of(session=self.session),
        }


class Undo(LineView[ReasonForm]):
    """Ask whether to take a line back, stating what it changes; post to do it."""

    action = Action.CORRECT
    template = "table/undo.html"
    kinds = UNDOABLE
    form_class = ReasonForm

    def answer(self) -> HttpResponse:
        request = self.request
        if self.entry.kind == EntryKind.DAY and not may(role=request.role, action=Action.MANAGE):
            return ask_the_host(cast(DeviceRequest, request), access=request.access)
        return super().answer()

    @property
    def hand(self) -> Line | None:
        line = self.night.at(self.entry.number)
        return line if line.judged else None

    @cached_property
    def words(self) -> str:
        return words_of(line=ledger_line(entry=self.entry, night=self.night), names=self.names)

    @cached_property
    def numbers(self) -> tuple[int, int]:
        """Return the number of a hand and how many accepted ones come after it, none after any other line."""
        if self.hand is None:
            return 0, 0
        number = self.night.hand_number(self.hand.position)
        return number, len(self.night.hands) - number

    def stated(self) -> Mapping[str, object]:
        (number, later), night, hand = self.numbers, self.night, self.hand
        goes_on = night.ended_by(night.at(self.entry.number))
        back = reversal_of(night=night, entry=self.entry, reason="")
        return {
            "words": self.words,
            "entry": self.entry,
            "number": number,
            "next_number": number + 1,
            "later_hands": later,
            "changes": changes_of(seats=night.standings, payments=back.payments),
            "is_correction": hand is not None and night.versions_of(hand.position)[0] != hand,
            "sowee_hand": hand_of_lost_sowee(session=self.session, night=night) if hand or goes_on else None,
            "goes_on": goes_on,
        }

    def write(self, form: ReasonForm) -> object:
        """Take the line back; what is said then tells also which number the hand after it has."""
        number, later = self.numbers
        said = {"what": self.words, "later": number + 1, "number": number}
        self.done = _("%(what)s. Undone.") % said
        if later:
            words = ngettext(
                "%(what)s. Undone. Hand %(later)s is hand %(number)s now.",
                "%(what)s. Undone. Hand %(later)s is hand %(number)s now, and so on.",
                later,
            )
            self.done = words % said
        return undo_line(entry=self.entry, reason=form.cleaned_data["reason"], stamp=self.stamp(form))


class Cash(ConfirmView[CashForm]):
    """Ask who handed how much to whom; post to record it. Players record their own payments only."""

    action = Action.MARK_OWN
    template = "sessions/settle/cash.html"
    heading = gettext_lazy("Cash handed over")
    about = gettext_lazy("It changes nobody's result. It counts when the night is settled.")
    does = gettext_lazy("Record cash")
    form_class = CashForm
    operation = hand_over
    only_for_money = True
    asks_again = (CashChangedError,)

    def answer(self) -> HttpResponse:
        if self.night.is_closed:
            return leave(self.request, "settle", public_id=self.session.public_id)
        return super().answer()

    def initial(self) -> Mapping[str, object]:
        return {name: self.request.GET.get(name, "") for name in ("payer", "payee", "amount")}

    def make(self, data: Mapping[str, Any] | None = None, **options: Any) -> CashForm:
        form = super().make(data, **options)
        if form.is_valid() and not may_mark_cash(self.request, session=self.session, seats=form.seats()):
            problem = _("Record your own payments only: choose yourself as one of the two.")
            form.add_error(None, ValidationError(problem, code="not_yours"))
        return form

    def stated(self) -> Mapping[str, object]:
        own = (
            transfer
            for transfer in owed_now(night=self.night)
            if may_mark_cash(self.request, session=self.session, seats=(transfer.payer_seat, transfer.payee_seat))
        )
        return {"owed": tuple(own), "writers": partial(writers_of, session=self.session)}

    def write(self, form: CashForm) -> object:
        payer, payee = (self.names[seat] for seat in form.seats())
        amount = amount_words(cents=form.cleaned_data["amount"], currency=self.session.written)
        said = {"payer": payer, "payee": payee, "amount": amount}
        self.done = _("Recorded: %(payer)s handed %(payee)s %(amount)s.") % said
        return super().write(form)
