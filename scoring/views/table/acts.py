"""What is recorded beside a won hand, asked once: secrets, penalties, matches, hands nobody won, cash; undo."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, cast
from uuid import UUID

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.forms.amounts import amount_words
from scoring.forms.base import KeyedForm, told
from scoring.forms.table.hands import PenaltyForm
from scoring.forms.table.table import DrawnHandForm, FalseWinForm, ReasonForm
from scoring.games.base import ActKind, Data, Feature, Outcome
from scoring.games.cuajo.table_state import TapKind
from scoring.games.dealing import VoidReason
from scoring.ledger.kinds import UNDOABLE
from scoring.ledger.lines import Line, Payment
from scoring.ledger.night import Night
from scoring.ledger.seatings import dealer_after
from scoring.models import EntryKind
from scoring.operations.errors import HandTakenError
from scoring.operations.table import hands
from scoring.operations.table.undoing import reversal_of
from scoring.operations.table.undoing import undo as undo_line
from scoring.queries.books.ledger import changes_of, ledger_line
from scoring.queries.people.access import Action, may
from scoring.queries.table.state import TableState, features_of, sowee_of
from scoring.views.table.companion import shown as followed
from scoring.views.table.seats import ChangeSeats
from scoring.views.table.words import words_of
from scoring.web.access import ask_the_host
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.pages import ConfirmView, LineView, Refusal, SessionView
from scoring.web.shared import CONFLICT


class DockView[F: forms.BaseForm](SessionView[F]):
    """A question in the place of the dock: its title and button; `body` is the template of what it says."""

    template = "table/sheet.html"
    heading: str | Promise = ""
    does: str | Promise = ""
    body: ClassVar[str]

    def context(self, form: F, error: Refusal | None = None) -> dict[str, object]:
        asked = {"heading": self.heading, "does": self.does, "body": f"table/sheets/{self.body}.html"}
        return {**asked, **super().context(form, error)}

    def page(self, form: F, *, error: Refusal | None = None, status: int = 200) -> HttpResponse:
        response = super().page(form, error=error, status=status)
        response["Vary"] = "HX-Request, HX-Target, Cookie"
        return response

    def shown(self) -> str:
        return f"{self.template}#dock" if self.request.htmx.target == "dock" else self.template


class SheetView[F: KeyedForm](DockView[F], ConfirmView[F]):
    """A question about what a tap will record."""


class Seat(SheetView[KeyedForm]):
    """Show what can be recorded for one seat; post to record a secret of it (C17)."""

    body = "seat"
    form_class = KeyedForm

    def __init__(self, request: ClubRequest, public_id: UUID, seat: int) -> None:
        super().__init__(request, public_id)
        if seat not in self.night.seatings.now.seats:
            raise Http404
        self.seat, self.player = seat, self.names[seat]
        self.heading = self.player
        self.features = features_of(session=self.session)
        self.done = _("Secret of %(player)s recorded.") % {"player": self.player}

    def stated(self) -> Mapping[str, object]:
        night, has_secret = self.night, "secret" in self.features
        payments = _judged(night, ActKind.SECRET, {"seat": self.seat})[1] if has_secret else ()
        seated = {seat.number: seat for seat in night.seated}
        standing = seated[self.seat]
        partners = (each for each in seated.values() if each.side == standing.side and each.number != self.seat)
        paid = {payment.cents for payment in payments}
        return {
            "seat": self.seat,
            "standing": standing,
            "partner": next((each.player for each in partners), ""),
            "features": self.features,
            "is_for_points": "match" in self.features,
            "has_secret": has_secret,
            "records": _("Secret of %(player)s") % {"player": self.player} if has_secret else "",
            "changes": changes_of(seats=night.seated, payments=payments),
            "each_cents": paid.pop() if len(paid) == 1 else 0,
            "may_win": Feature.CARD_ENTRY in self.features,
            "hand_number": night.next_hand,
            "dealer": self.names[night.dealer],
            "as_it_is": ChangeSeats(self.request, self.session.public_id).as_it_is(),
            "after": "table/sheets/seat_after.html",
            **self._followed(),
        }

    def _followed(self) -> Mapping[str, object]:
        if Feature.COMPANION not in self.features:
            return {}
        found = followed(state=TableState(session=self.session, night=self.night))
        has_purro = any(each.seat.number == self.seat and each.player.purro for each in found["seats"])
        return {"companion": found, "purro_tap": TapKind.TAKE_BACK if has_purro else TapKind.PURRO}

    def write(self, form: KeyedForm) -> object:
        if "secret" not in self.features:
            raise Http404
        return hands.record_secret(seat=self.seat, **self.said(form))


class LineSheet[F: KeyedForm](LineView[F], SheetView[F]):
    """A sheet about a line of the ledger."""


class RefundSecret(LineSheet[ReasonForm]):
    """Ask whether a paid secret was none; post to refund it with the penalty of the house (C18)."""

    action = Action.CORRECT
    body = "refund"
    does = gettext_lazy("Refund")
    kinds = (EntryKind.SECRET,)
    form_class = ReasonForm
    done = gettext_lazy("The secret is refunded.")

    def stated(self) -> Mapping[str, object]:
        back, *penalties = hands.refund_of(night=self.night, entry=self.entry)
        penalty = tuple(payment for each in penalties for payment in each.payments)
        player = self.names[self.entry.act["seat"]]
        return {
            "heading": _("%(player)s’s secret was none?") % {"player": player},
            "player": player,
            "changes": changes_of(seats=self.night.standings, payments=(*back.payments, *penalty)),
            "penalty_cents": penalty[0].cents if penalty else 0,
        }

    def write(self, form: ReasonForm) -> object:
        return hands.refund_false_secret(entry=self.entry, reason=form.cleaned_data["reason"], stamp=self.stamp(form))


def _judged(night: Night, kind: ActKind, act: Data) -> tuple[Outcome, tuple[Payment, ...]]:
    """Judge an act of now; return also its payments, at the stakes of the night."""
    outcome = night.judged(kind=kind, act=act)
    return outcome, night.moved_by(outcome).payments


class DrawnHand(SheetView[DrawnHandForm]):
    """Ask whether the hand ended without a winner; post to record it (C33)."""

    body = "drawn"
    feature = Feature.UNWON_HANDS
    form_class = DrawnHandForm
    operation = hands.record_hand
    done = gettext_lazy("The hand is recorded; nobody won.")

    def given(self) -> Mapping[str, object]:
        return {"session": self.session, "names": self.night.names_seated}

    def initial(self) -> Mapping[str, object]:
        return {"expected_after": self.night.after}

    def stated(self) -> Mapping[str, object]:
        """State who deals after the stock ran out (C33), and what a void hand costs the one who caused it (C38)."""
        night, names, dealer = self.night, self.names, self.night.dealer
        after_drawn = dealer_after(seatings=night.seatings, dealer=dealer)
        void = {"void": VoidReason.MISDEAL.value, "by": dealer, "dealer": dealer}
        outcome, payments = _judged(night, ActKind.HAND, void)
        free = amount_words(cents=0, currency=self.session.written)
        return {
            "heading": _("Hand %(hand)s: nobody won") % {"hand": night.next_hand},
            "does": _("Record, %(amount)s") % {"amount": free},
            "dealer": names[dealer],
            "dealer_after_drawn": names[after_drawn] if after_drawn != dealer else "",
            "penalty_cents": payments[0].cents if payments else 0,
            "deals_next": names[outcome.deals_next or dealer],
        }

    def refuse(self, form: DrawnHandForm, error: Refusal) -> HttpResponse:
        if not isinstance(error, HandTakenError):
            return super().refuse(form, error)
        names, taken = self.names, ledger_line(entry=error.entry)
        yours = told(self.session.played.sentence(kind=ActKind.HAND, act=form.unwon()), names=names)
        words = words_of(line=taken, names=names)
        context = {"session": self.session, "taken": taken, "words": words, "yours": yours}
        return render(self.request, "table/taken.html", context, status=CONFLICT)


class FalseWin(SheetView[FalseWinForm]):
    """Ask who claimed a win that was none, and whether play goes on; post to record it (C35)."""

    body = "false_win"
    heading = gettext_lazy("False win")
    does = gettext_lazy("Record false win")
    feature = "false_win"
    form_class = FalseWinForm
    operation = hands.record_false_win
    done = gettext_lazy("False win recorded.")

    def given(self) -> Mapping[str, object]:
        return {"names": self.night.names_seated}

    def initial(self) -> Mapping[str, object]:
        return {"seat": self.request.GET.get("seat", "")}

    def stated(self) -> Mapping[str, object]:
        """State what it costs, the same for every seat: to each opponent, and how many there are."""
        _outcome, payments = _judged(self.night, ActKind.FALSE_WIN, {"seat": self.night.dealer})
        return {"opponents": len(payments), "each_cents": payments[0].cents if payments else 0}


class Penalty(SheetView[PenaltyForm]):
    body = "penalty"
    heading = gettext_lazy("Penalty")
    does = gettext_lazy("Record penalty")
    feature = "penalty"
    form_class = PenaltyForm
    operation = hands.record_penalty
    asks_again = ()
    done = gettext_lazy("Penalty recorded.")

    def given(self) -> Mapping[str, object]:
        return {"night": self.night}

    def stated(self) -> Mapping[str, object]:
        return {"match_is_over": self.night.is_match_over}


class SettleMatch(SheetView[KeyedForm]):
    body = "match"
    does = gettext_lazy("Settle the match")
    feature = "match"
    form_class = KeyedForm
    operation = hands.settle_match
    done = gettext_lazy("Match settled. The next one begins at 0.")

    def stated(self) -> Mapping[str, object]:
        draft, players = hands.draft_of_match(night=self.night), self.night.points_to_settle
        seats = tuple(seat for seat in self.night.standings if seat.number in players)
        is_over, has_open_end = self.night.is_over(players), Feature.OPEN_END in features_of(session=self.session)
        asks = _("The match is over. Settle it?") if is_over else _("Break the match off and settle it?")
        return {
            "heading": _("Settle the match?") if has_open_end and not is_over else asks,
            "seats": sorted(seats, key=lambda seat: -seat.points),
            "changes": changes_of(seats=seats, payments=draft.payments),
        }


class Undo(LineSheet[ReasonForm]):
    """Ask whether to take a line back, stating what it changes; post to do it."""

    action = Action.CORRECT
    body = "undo"
    heading = gettext_lazy("Undo this?")
    does = gettext_lazy("Undo it")
    kinds = UNDOABLE
    form_class = ReasonForm

    def answer(self) -> HttpResponse:
        request = self.request
        if self.entry.kind == EntryKind.DAY and not may(role=request.role, action=Action.MANAGE):
            return ask_the_host(cast(DeviceRequest, request), access=request.access)
        return super().answer()

    @property
    def line(self) -> Line:
        return self.night.at(self.entry.number)

    @cached_property
    def words(self) -> str:
        return words_of(line=ledger_line(entry=self.entry, night=self.night), names=self.names)

    @cached_property
    def numbers(self) -> tuple[int, int]:
        """Return the number of a hand and how many accepted ones come after it, none after any other line."""
        if not self.line.judged:
            return 0, 0
        number = self.night.hand_number(self.line.position)
        return number, len(self.night.hands) - number

    def stated(self) -> Mapping[str, object]:
        (number, later), night, line = self.numbers, self.night, self.line
        goes_on, next_hand = night.ended_by(line), night.next_hand
        # The sowee is noted for a hand by its number, which moves when a hand before is gone.
        loses_sowee = (line.judged or goes_on) and sowee_of(session=self.session, hand=next_hand)
        back = reversal_of(night=night, entry=self.entry, reason="")
        return {
            "words": self.words,
            "number": number,
            "next_number": number + 1,
            "later_hands": later,
            "changes": changes_of(seats=night.standings, payments=back.payments),
            "is_correction": line.judged is not None and night.versions_of(line.position)[0] != line,
            "sowee_hand": next_hand if loses_sowee else None,
            "goes_on": goes_on,
        }

    def write(self, form: ReasonForm) -> object:
        """Take the line back; what is said then tells also which number the hand after it has."""
        number, later = self.numbers
        words = _("%(what)s. Undone.")
        if later:
            words = ngettext(
                "%(what)s. Undone. Hand %(later)s is hand %(number)s now.",
                "%(what)s. Undone. Hand %(later)s is hand %(number)s now, and so on.",
                later,
            )
        self.done = words % {"what": self.words, "later": number + 1, "number": number}
        return undo_line(entry=self.entry, reason=form.cleaned_data["reason"], stamp=self.stamp(form))
