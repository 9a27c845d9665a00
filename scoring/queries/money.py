"""Debts between people of a club over closed nights."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from datetime import date, datetime
from itertools import count
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from scoring.frozen import Frozen
from scoring.ledger.kinds import SETTLING
from scoring.ledger.settlement import Debt, netted, settled_by
from scoring.models import Club, Entry, EntryKind, Player, Seat, Session, UtangWay
from scoring.money import Currency, written_together
from scoring.queries.people.access import Access, Action, may
from scoring.queries.table.night import nights_of
from scoring.queries.table.nights import CLOSED

ACTS_SHOWN = 12


class OpenDebt(Debt):
    """The open part of a payment of a plan."""

    session: Session = field(compare=False)
    debtor: Player = field(compare=False)
    creditor: Player = field(compare=False)


class Pair(Frozen):
    debtor: Player
    creditor: Player
    currency: Currency
    cents: int
    debts: tuple[OpenDebt, ...]

    @property
    def since(self) -> date:
        return self.debts[0].session.day

    @property
    def written(self) -> Currency:
        return written_together(currency=self.currency, amounts=(debt.cents for debt in self.debts))


class SettledPart(Frozen):
    """A payment, or a forgiven amount, between two players."""

    payer: Player
    payee: Player
    cents: int


class NettedPayment(SettledPart):
    """A netted payment, `alone` if it needs no other."""

    alone: bool


class CurrencyDebts(Frozen):
    """The open debts in a currency, also netted."""

    currency: Currency
    pairs: tuple[Pair, ...]
    netted: tuple[NettedPayment, ...]

    @property
    def written(self) -> Currency:
        debts = (debt.cents for pair in self.pairs for debt in pair.debts)
        return written_together(currency=self.currency, amounts=(*debts, *(each.cents for each in self.netted)))

    @property
    def is_fewest(self) -> bool:
        """Tell whether netting would save no payment."""
        return len(self.netted) == len(self.pairs)

    @property
    def night_count(self) -> int:
        return sum(len(pair.debts) for pair in self.pairs)


class SettledAct(Frozen):
    """An act in force. `counted_in` was closed after it."""

    id: UUID
    way: UtangWay
    at: datetime
    reason: str
    currency: Currency
    parts: tuple[SettledPart, ...]
    nights: tuple[Session, ...]
    counted_in: Session | None

    @property
    def written(self) -> Currency:
        return written_together(currency=self.currency, amounts=(part.cents for part in self.parts))


def open_debts(*, club: Club) -> tuple[OpenDebt, ...]:
    """Return all debts, oldest night first, by four queries."""
    sessions = tuple(club.sessions.filter(CLOSED, is_practice=False).order_by("day", "pk"))
    seats = tuple(Seat.objects.filter(session__in=sessions).select_related("player__merged_into").order_by("number"))
    people = {(seat.session_id, seat.number): seat.player.merged_into or seat.player for seat in seats}
    nights = nights_of(sessions=sessions, kinds=(EntryKind.CLOSE, EntryKind.REVERSAL, *SETTLING), seats=seats)
    found = []
    for age, session in enumerate(sessions):
        for line in sorted(nights[session.pk].plan):
            payer, payee, cents = line.payer, line.payee, line.left_cents
            one, other = people[session.pk, payer], people[session.pk, payee]
            # After a merge two seats may belong to one person, who cannot owe herself or himself.
            if cents > 0 and one != other:
                two: dict[str, Any] = {"debtor": one, "creditor": other, "debtor_id": one.pk, "creditor_id": other.pk}
                found.append(OpenDebt(night=age, session=session, payer=payer, payee=payee, cents=cents, **two))
    return tuple(found)


def owed_in(*, club: Club) -> tuple[CurrencyDebts, ...]:
    by_currency: defaultdict[Currency, list[OpenDebt]] = defaultdict(list)
    for each in open_debts(club=club):
        by_currency[each.session.money].append(each)
    return tuple(
        CurrencyDebts(currency=currency, pairs=tuple(pairs_of(debts)), netted=_netted(debts))
        for currency, debts in sorted(by_currency.items(), key=lambda item: item[0].code)
    )


def owed_by(*, player: Player) -> tuple[Pair, ...]:
    """Return the debts of a player, then those to the player."""
    pairs = (pair for owed in owed_in(club=player.club) for pair in owed.pairs)
    own = (pair for pair in pairs if player in (pair.debtor, pair.creditor))
    return tuple(sorted(own, key=lambda pair: pair.creditor == player))


def debts_to_carry(*, session: Session) -> tuple[OpenDebt, ...]:
    """Return the debts that an open night can carry."""
    if session.money.is_points or session.is_practice:
        return ()
    seats = session.seats.select_related("player__merged_into")
    here = {(seat.player.merged_into or seat.player).pk for seat in seats}
    return tuple(
        each
        for each in open_debts(club=session.club)
        if {each.debtor.pk, each.creditor.pk} <= here
        and each.session.money == session.money
        and each.session != session
    )


def pairs_of(debts: Iterable[OpenDebt]) -> Iterator[Pair]:
    """Yield the pairs of debts in one currency."""
    between: defaultdict[tuple[Player, Player], list[OpenDebt]] = defaultdict(list)
    for each in debts:
        between[each.debtor, each.creditor].append(each)
    for (debtor, creditor), owed in between.items():
        two: dict[str, Any] = {"debtor": debtor, "creditor": creditor, "currency": owed[0].session.money}
        yield Pair(**two, cents=sum(debt.cents for debt in owed), debts=tuple(owed))


def part_of(owed: tuple[CurrencyDebts, ...], *, cut: range) -> tuple[CurrencyDebts, ...]:
    """Return the debts at these places, with the sums of whole pairs."""
    found, first = [], 0
    for each in owed:
        place, netted = count(first), slice(max(cut.start - first, 0), max(cut.stop - first, 0))
        pairs = (replace(pair, debts=tuple(debt for debt in pair.debts if next(place) in cut)) for pair in each.pairs)
        shown = tuple(pair for pair in pairs if pair.debts)
        found += [replace(each, pairs=shown, netted=each.netted[netted])] if shown else []
        first += each.night_count
    return tuple(found)


def _netted(debts: list[OpenDebt]) -> tuple[NettedPayment, ...]:
    people = {person.pk: person for each in debts for person in (each.debtor, each.creditor)}
    return tuple(
        NettedPayment(
            payer=people[payment.payer],
            payee=people[payment.payee],
            cents=payment.cents,
            alone=settled_by(debts=debts, payment=payment) is not None,
        )
        for payment in netted(debts=debts)
    )


def standing_parts(*, club: Club, act: UUID) -> tuple[Entry, ...]:
    entries = Entry.objects.standing(EntryKind.UTANG).filter(session__club=club, act__id=str(act))
    return tuple(entries.select_related("session").order_by("session", "number"))


def people_of_act(*, club: Club, act: UUID) -> tuple[Player, ...]:
    lines = standing_parts(club=club, act=act)
    named = {public_id for each in lines[0].act["people"] for public_id in each[:2]} if lines else ()
    found = Player.objects.filter(club=club, public_id__in=named).select_related("merged_into")
    return tuple(player.merged_into or player for player in found)


def may_settle(*, access: Access, people: Iterable[Player]) -> bool:
    # A player settles only own debts.
    is_own = may(role=access.role, action=Action.SETTLE) and access.player in tuple(people)
    return is_own or may(role=access.role, action=Action.RECORD)


def settled_acts(*, club: Club) -> tuple[SettledAct, ...]:
    """Return the newest acts in force that settled debts."""
    later = Entry.objects.standing(EntryKind.CLOSE)
    closed = later.filter(session=OuterRef("session"), number__gt=OuterRef("number"))
    entries = Entry.objects.standing(EntryKind.UTANG).filter(session__club=club)
    entries = entries.annotate(is_counted=Exists(closed)).select_related("session").order_by("-recorded_at", "-pk")
    acts: defaultdict[str, list[Entry]] = defaultdict(list)
    # An act has a line in each of its nights, so read more lines than acts.
    for entry in entries[: 9 * ACTS_SHOWN]:
        acts[entry.act["id"]].append(entry)
    people = {str(each.public_id): each.merged_into or each for each in club.players.select_related("merged_into")}
    found = []
    for act, entries_of in acts.items():
        if lines := [entry for entry in entries_of if entry.act["way"] != UtangWay.OPENING]:
            settled = SettledAct(
                id=UUID(act),
                way=UtangWay(lines[0].act["way"]),
                at=lines[0].recorded_at,
                reason=lines[0].reason,
                currency=lines[0].session.money,
                parts=tuple(
                    SettledPart(payer=people[payer], payee=people[payee], cents=cents)
                    for payer, payee, cents in lines[0].act["people"]
                ),
                nights=tuple(sorted((line.session for line in lines), key=attrgetter("day", "pk"))),
                counted_in=next((entry.session for entry in entries_of if getattr(entry, "is_counted", False)), None),
            )
            found.append(settled)
    return tuple(found[:ACTS_SHOWN])
