"""Acts at the table without cards, and undoing."""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import ClassVar, cast
from uuid import UUID

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import KeyedForm, told
from scoring.forms.table.hands import DrawnForm, PenaltyForm
from scoring.forms.table.table import FalseWinForm, ReasonForm
from scoring.forms.table.words import words_of
from scoring.games.base import ActKind, Data, Feature, Outcome
from scoring.games.dealing import VoidReason
from scoring.ledger.kinds import UNDOABLE
from scoring.ledger.lines import Payment
from scoring.ledger.night import Night
from scoring.ledger.seatings import dealer_after
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import HandTakenError
from scoring.operations.table import hands
from scoring.operations.table.undoing import reversal_of
from scoring.operations.table.undoing import undo as undo_line
from scoring.queries.books.ledger import changes_of, ledger_line
from scoring.queries.people.access import Action, may
from scoring.queries.table.state import TableState, sowee_of
from scoring.views.table.companion import shown as shown_companion
from scoring.views.table.hands import conflict
from scoring.views.table.seats import ChangeSeats
from scoring.web.access import ask_the_host
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.pages import ConfirmView, Refusal, SessionView
from scoring.web.shared import find_entry


class DockView[F: forms.BaseForm](SessionView[F]):
    """A question in the dock or on a page."""

    template = "table/sheet.html"
    heading: str | Promise = ""
    does: str | Promise = ""
    body: ClassVar[str]  # the template of its text

    def page(self, form: F, *, error: Refusal | None = None, status: int = 200) -> HttpResponse:
        template = f"{self.template}#dock" if self.request.htmx.target == "dock" else self.template
        response = render(self.request, template, self.context(form, error), status=status)
        # Without Vary a browser would show the fragment for a page that it goes back to.
        response["Vary"] = "HX-Request, HX-Target, Cookie"
        return response


class SheetView[F: KeyedForm](DockView[F], ConfirmView[F]):
    """A dock question that records an act."""


class Seat(SheetView[KeyedForm]):
    """The acts of one seat, first its secret (C17)."""

    body = "table/sheets/seat.html"
    after = "table/sheets/seat_after.html"

    def __init__(self, request: ClubRequest, public_id: UUID, seat: int) -> None:
        super().__init__(request, public_id)
        if seat not in self.night.seatings.now.seats:
            raise Http404
        self.seat, self.player = seat, self.names[seat]
        self.heading = self.player
        self.done = _("Secret of %(player)s") % {"player": self.player}

    def stated(self) -> Mapping[str, object]:
        night, features = self.night, self.session.features
        has_secret = "secret" in features
        payments = _judged(night, ActKind.SECRET, {"seat": self.seat})[1] if has_secret else ()
        seated = {seat.number: seat for seat in night.seated}
        standing = seated[self.seat]
        partners = (each for each in seated.values() if each.side == standing.side and each.number != self.seat)
        paid = {payment.cents for payment in payments}
        return {
            "standing": standing,
            "partner": next((each.player for each in partners), ""),
            "features": features,
            "has_secret": has_secret,
            "changes": changes_of(names=night.names_seated, payments=payments),
            "each_cents": paid.pop() if len(paid) == 1 else 0,
            "as_it_is": ChangeSeats(self.request, self.session.public_id).as_it_is(),
            "companion": shown_companion(state=TableState(session=self.session, night=night)),
        }

    def write(self, form: KeyedForm) -> object:
        if "secret" not in self.session.features:
            raise Http404
        return hands.record_secret(seat=self.seat, **self.arguments(form))


class LineSheet[F: KeyedForm](SheetView[F]):
    kinds: ClassVar[Collection[EntryKind]]
    entry: Entry

    def find(self, *, public_id: UUID, number: int, **_address: object) -> Session:  # type: ignore[override]
        self.entry = find_entry(self.request, public_id=public_id, number=number)
        if self.entry.kind not in self.kinds:
            raise Http404
        return self.entry.session

    @cached_property
    def words(self) -> str:
        return words_of(line=ledger_line(entry=self.entry, night=self.night))


class RefundSecret(LineSheet[ReasonForm]):
    """Refund of a false secret, with its penalty (C18)."""

    action = Action.CORRECT
    body = "table/sheets/refund.html"
    does = gettext_lazy("Refund")
    kinds = (EntryKind.SECRET,)
    done = gettext_lazy("Secret refunded.")

    def stated(self) -> Mapping[str, object]:
        back, *penalties = hands.refund_of(night=self.night, entry=self.entry)
        penalty = tuple(payment for each in penalties for payment in each.payments)
        player = self.names[self.entry.act["seat"]]
        self.heading = _("Was %(player)s’s secret false?") % {"player": player}
        return {
            "player": player,
            "changes": changes_of(names=self.night.names, payments=(*back.payments, *penalty)),
            "penalty_cents": penalty[0].cents if penalty else 0,
        }

    def write(self, form: ReasonForm) -> object:
        return hands.refund_false_secret(entry=self.entry, reason=form.cleaned_data["reason"], stamp=self.stamp(form))


def _judged(night: Night, kind: ActKind, act: Data) -> tuple[Outcome, tuple[Payment, ...]]:
    outcome = night.judged(kind=kind, act=act)
    return outcome, night.moved_by(outcome).payments


class DrawnHand(SheetView[DrawnForm]):
    """A hand without a winner, or a void one (C33, C38)."""

    body = "table/sheets/drawn.html"
    feature = Feature.UNWON_HANDS
    operation = hands.record_hand
    heading = gettext_lazy("Nobody won")
    does = gettext_lazy("Record")

    def given(self) -> Mapping[str, object]:
        return {"state": TableState(session=self.session, night=self.night)}

    def initial(self) -> Mapping[str, object]:
        return {"expected_after": self.night.after}

    def stated(self) -> Mapping[str, object]:
        night, names, dealer = self.night, self.names, self.night.dealer
        after_drawn = dealer_after(seatings=night.seatings, dealer=dealer)
        void = {"void": VoidReason.MISDEAL.value, "by": dealer, "dealer": dealer}
        outcome, payments = _judged(night, ActKind.HAND, void)
        return {
            "dealer": names[dealer],
            "dealer_after_drawn": names[after_drawn] if after_drawn != dealer else "",
            "penalty_cents": payments[0].cents if payments else 0,
            "deals_next": names[outcome.deals_next or dealer],
        }

    def refuse(self, form: DrawnForm, error: Refusal) -> HttpResponse:
        # Two phones record the same hand: show both versions, because one of them may be wrong.
        if not isinstance(error, HandTakenError):
            return super().refuse(form, error)
        words = words_of(line=ledger_line(entry=error.entry))
        yours = told(self.session.played.sentence(kind=ActKind.HAND, act=form.act()), names=self.names)
        return conflict(self.request, taken=error.entry, words=words, yours=yours)


class FalseWin(SheetView[FalseWinForm]):
    body = "table/sheets/false_win.html"
    heading = gettext_lazy("False win")
    does = gettext_lazy("Record")
    feature = "false_win"
    operation = hands.record_false_win

    def given(self) -> Mapping[str, object]:
        return {"names": self.night.names_seated}

    def initial(self) -> Mapping[str, object]:
        return {"seat": self.request.GET.get("seat", "")}

    def stated(self) -> Mapping[str, object]:
        # Every seat pays the same, so the dealer serves as the example.
        _outcome, payments = _judged(self.night, ActKind.FALSE_WIN, {"seat": self.night.dealer})
        return {"each_cents": payments[0].cents if payments else 0}


class Penalty(SheetView[PenaltyForm]):
    body = "table/sheets/penalty.html"
    heading = gettext_lazy("Penalty")
    does = gettext_lazy("Record")
    feature = "penalty"
    operation = hands.record_penalty
    asks_again = ()

    def given(self) -> Mapping[str, object]:
        return {"night": self.night}


class SettleMatch(SheetView[KeyedForm]):
    body = "table/sheets/match.html"
    does = gettext_lazy("Settle the match")
    feature = "match"
    operation = hands.settle_match
    done = gettext_lazy("Match settled.")

    def stated(self) -> Mapping[str, object]:
        draft, players = hands.draft_of_match(night=self.night), self.night.points_to_settle
        seats = tuple(seat for seat in self.night.standings if seat.number in players)
        is_over, has_open_end = self.night.is_over(players), Feature.OPEN_END in self.session.features
        self.heading = _("Settle the match") if is_over or has_open_end else _("Settle the match early?")
        return {
            "seats": sorted(seats, key=lambda seat: -seat.points),
            "changes": changes_of(names={seat.number: seat.player for seat in seats}, payments=draft.payments),
        }


class Undo(LineSheet[ReasonForm]):
    action = Action.CORRECT
    body = "table/sheets/undo.html"
    heading = gettext_lazy("Undo")
    does = gettext_lazy("Undo")
    kinds = UNDOABLE

    def answer(self) -> HttpResponse:
        request = self.request
        # The day moves the night in the history of the whole club, so only a host may undo it.
        if self.entry.kind == EntryKind.DAY and not may(role=request.role, action=Action.MANAGE):
            return ask_the_host(cast(DeviceRequest, request), access=request.access)
        return super().answer()

    def stated(self) -> Mapping[str, object]:
        night, line = self.night, self.night.at(self.entry.number)
        number = night.hand_number(line.position) if line.judged else 0
        goes_on = night.ended_by(line)
        back = reversal_of(night=night, entry=self.entry, reason="")
        return {
            "number": number,
            "later_hands": number and len(night.hands) - number,
            "changes": changes_of(names=night.names, payments=back.payments),
            "is_correction": line.judged is not None and night.versions_of(line.position)[0] != line,
            # The sowee is noted by hand number, and the numbers change when an earlier hand is undone.
            "lost_sowee": (line.judged or goes_on) and sowee_of(session=self.session, hand=night.next_hand),
            "goes_on": goes_on,
        }

    def write(self, form: ReasonForm) -> object:
        self.done = _("%(what)s. Undone.") % {"what": self.words}
        return undo_line(entry=self.entry, reason=form.cleaned_data["reason"], stamp=self.stamp(form))
