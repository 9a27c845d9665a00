"""Closed nights whose losers owe the winner, and acts that settle it over nights."""

from scoring.models import Club, Entry, Player, Session
from scoring.operations.money.debts import PairTotal, carry_debts, forgive_debt, pay_debt
from scoring.operations.table.nights import change_switches
from scoring.queries.money import debts_to_carry, open_debts
from tests import people


def closed_night(club: Club, *winners: int, names: tuple[str, ...] = people.NAMES, currency: str = "PHP") -> Session:
    """Return a closed night in which two opponents owe each of these winners 90."""
    night = people.start_night(club=club, names=names, currency=currency)
    for winner in winners:
        people.win(night, winner=winner)
    people.close(night)
    return night


def practise(night: Session) -> None:
    change_switches(session=night, is_practice=True, players_may_propose=False)


def person(club: Club, name: str) -> Player:
    return club.players.get(name=name)


def shown(club: Club, debtor: str, creditor: str) -> PairTotal:
    one, other = person(club, debtor), person(club, creditor)
    cents = sum(debt.cents for debt in open_debts(club=club) if (debt.debtor, debt.creditor) == (one, other))
    return PairTotal(debtor=one, creditor=other, currency="PHP", cents=cents)


def pay(club: Club, debtor: str, creditor: str, cents: int, *, minutes: int = 0) -> Entry:
    stamp = people.stamp(minutes=minutes)
    return pay_debt(shown=shown(club, debtor, creditor), amount_cents=cents, stamp=stamp)


def forgive(club: Club, debtor: str, creditor: str, cents: int, *, minutes: int = 0) -> Entry:
    stamp = people.stamp(minutes=minutes)
    return forgive_debt(shown=shown(club, debtor, creditor), amount_cents=cents, reason="birthday", stamp=stamp)


def carry(night: Session, *, minutes: int = 0) -> Entry:
    cents = sum(debt.cents for debt in debts_to_carry(session=night))
    return carry_debts(session=night, expected_cents=cents, stamp=people.stamp(minutes=minutes))
