"""What people owe each other over nights: read it, pay, forgive, net, carry into a night, take back."""

from typing import Any
from uuid import UUID

from rest_framework import exceptions

from scoring.api.people.club import PersonShape
from scoring.api.table.shapes import EntryShape
from scoring.api.web.answers import Shape, at
from scoring.api.web.base import ClubView, SessionView
from scoring.api.web.errors import FieldsError
from scoring.api.web.operations import LINE, reads, writes
from scoring.api.web.parsing import Id, Input, Several, Text, Whole
from scoring.models import Player
from scoring.models.entries import LONGEST_REASON
from scoring.models.sessions import LONGEST_CURRENCY
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.sessions.debts import (
    Shown,
    carry_debts,
    forgive_debt,
    pay_debt,
    pay_netted,
    settle_all,
    take_back_debts,
)
from scoring.operations.table.posting import Stamp
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.people.access import Action, may
from scoring.queries.sessions.debts import may_settle, owed_in, people_of_act
from scoring.texts import say


class DebtShape(Shape):
    """What is left of a night."""

    session: UUID = at("session.public_id")
    amount_cents: int = at("cents")


class PairShape(Shape):
    """What one owes another, the oldest night first."""

    debtor: PersonShape
    creditor: PersonShape
    amount_cents: int = at("cents")
    debts: tuple[DebtShape, ...]


class NettedShape(Shape):
    """A payment of the fewest that settle all; one that is not `alone` can only be recorded with the others."""

    payer: PersonShape
    payee: PersonShape
    amount_cents: int = at("cents")
    alone: bool


class OwedShape(Shape):
    """What is open in a currency."""

    currency: str = at("currency.code")
    pairs: tuple[PairShape, ...]
    netted: tuple[NettedShape, ...]


class DebtsShape(Shape):
    """What people of the club owe each other from nights that are closed."""

    currencies: tuple[OwedShape, ...]


class DebtPayment(Input):
    """So much of what one owes another, of some nights or of all, oldest first."""

    debtor = Id()
    creditor = Id()
    currency = Text(max_length=LONGEST_CURRENCY)
    expected_cents = Whole(max_value=HIGHEST_AMOUNT_CENTS, help_text="All that was owed when you looked.")
    amount_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)
    nights = Several(child=Id(), default=list, max_length=100)


class DebtForgiving(DebtPayment):
    """The same, given up, and why."""

    reason = Text(max_length=LONGEST_REASON)


class NettedPayment(Input):
    """A payment of the fewest that settle all."""

    payer = Id()
    payee = Id()
    expected_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)


class OneNettedPayment(NettedPayment):
    """One of them, in a currency."""

    currency = Text(max_length=LONGEST_CURRENCY)


class AllPayments(Input):
    """All of them, as they stood in the answer."""

    currency = Text(max_length=LONGEST_CURRENCY)
    expected = Several(child=NettedPayment(), max_length=100)


class Carrying(Input):
    """What those at the table owed each other when you looked."""

    expected_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)


class Debts(ClubView):
    @reads(DebtsShape, right=Action.BROWSE)
    def get(self) -> Any:
        """Read who owes whom since which night, and the fewest payments that settle all."""
        return {"currencies": owed_in(club=self.club)}


class DebtPayments(ClubView):
    @writes(DebtPayment, EntryShape, right=Action.SETTLE, made="debts/")
    def post(self, asked: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record that a debt was paid, all or part of it, in the books of each of its nights.

        The answer is the line in the oldest of them; `act.id` names all. Who only plays records what is their own.
        """
        shown = _shown(self, asked)
        _require_right(self, shown.debtor, shown.creditor)
        entry = pay_debt(shown=shown, amount_cents=asked["amount_cents"], nights=tuple(asked["nights"]), stamp=stamp)
        return ledger_line(entry=entry)


class DebtForgivings(ClubView):
    @writes(DebtForgiving, EntryShape, right=Action.SETTLE, made="debts/")
    def post(self, asked: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record that a debt was forgiven; who only plays forgives what is owed to them."""
        shown = _shown(self, asked)
        _require_right(self, shown.creditor)
        entry = forgive_debt(
            shown=shown,
            amount_cents=asked["amount_cents"],
            nights=tuple(asked["nights"]),
            reason=asked["reason"],
            stamp=stamp,
        )
        return ledger_line(entry=entry)


class NettedPayments(ClubView):
    @writes(OneNettedPayment, EntryShape, right=Action.SETTLE, made="debts/")
    def post(self, asked: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record one payment of the proposal, along the debts that carry it."""
        payer, payee = _player(self, "payer", asked["payer"]), _player(self, "payee", asked["payee"])
        _require_right(self, payer, payee)
        currency, cents = asked["currency"], asked["expected_cents"]
        return ledger_line(
            entry=pay_netted(payer=payer, payee=payee, currency=currency, amount_cents=cents, stamp=stamp)
        )


class AllDebts(ClubView):
    @writes(AllPayments, EntryShape, right=Action.SETTLE, made="debts/")
    def post(self, asked: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record that all payments of the proposal were made."""
        _require_right(self)
        expected = tuple(
            (_player(self, "expected", each["payer"]), _player(self, "expected", each["payee"]), each["expected_cents"])
            for each in asked["expected"]
        )
        currency = asked["currency"]
        return ledger_line(entry=settle_all(club=self.club, currency=currency, expected=expected, stamp=stamp))


class DebtsTakenBack(ClubView):
    @writes(None, EntryShape, right=Action.SETTLE, made="debts/")
    def post(self, stamp: Stamp) -> LedgerLine:
        """Take back what settled debts, in every night it stands in."""
        act = self.part("act_id")
        _require_right(self, *people_of_act(club=self.club, act=act))
        return ledger_line(entry=take_back_debts(club=self.club, act=act, reason="", stamp=stamp))


class CarriedDebts(SessionView):
    @writes(Carrying, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, asked: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Carry what those at the table owe each other into this night; the answer is its opening line."""
        entry = carry_debts(session=self.session, expected_cents=asked["expected_cents"], stamp=stamp)
        return ledger_line(entry=entry)


def _shown(view: ClubView, asked: dict[str, Any]) -> Shown:
    return Shown(
        debtor=_player(view, "debtor", asked["debtor"]),
        creditor=_player(view, "creditor", asked["creditor"]),
        currency=asked["currency"],
        cents=asked["expected_cents"],
    )


def _player(view: ClubView, name: str, public_id: UUID) -> Player:
    found = Player.objects.filter(club=view.club, public_id=public_id).select_related("merged_into").first()
    if found is None:
        raise FieldsError(**{name: say("api.unknown_player")})
    return found.merged_into or found


def _require_right(view: ClubView, *people: Player) -> None:
    if not may_settle(access=view.access, people=people):
        code = "not_yours" if may(role=view.access.role, action=Action.SETTLE) else "not_allowed"
        raise exceptions.PermissionDenied(say(f"api.{code}").english(), code=code)
