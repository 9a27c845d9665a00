"""Read the table at one hand."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from scoring.frozen import Frozen
from scoring.games.base import Feature
from scoring.games.stored import is_readable
from scoring.ledger.fingerprint import short
from scoring.ledger.lines import Line
from scoring.ledger.night import Night, SeatResult
from scoring.models import Entry, Hand, Seat, Session
from scoring.people import Person
from scoring.queries.table.night import night_of


class TableSeat(SeatResult):
    is_dealer: bool
    secrets: int


class Side(Frozen):
    """Two partners and their result in minor units."""

    players: tuple[Person, ...]
    result_cents: int


class TableState(Frozen):
    """The table at the current or a corrected hand.

    `replaces` is the corrected entry, `proposed_by` the seat of a player who enters the hand for others.
    """

    session: Session
    night: Night
    replaces: Entry | None = None
    proposed_by: Seat | None = None
    noted: bool = True

    @cached_property
    def line(self) -> Line | None:
        return self.night.at(self.replaces.number) if self.replaces else None

    @property
    def position(self) -> int | None:
        return self.line.position if self.line else None

    @cached_property
    def seats(self) -> tuple[TableSeat, ...]:
        dealer, count = self.night.dealer_at(position=self.position), Counter(seat for seat, _ in self.secrets)
        at_table = [
            TableSeat(**vars(seat), is_dealer=seat.number == dealer, secrets=count[seat.number])
            for seat in self.night.standings_at(position=self.position)
            if seat.place
        ]
        return tuple(sorted(at_table, key=lambda seat: seat.place))

    @cached_property
    def sitting_out(self) -> tuple[SeatResult, ...]:
        return tuple(seat for seat in self.night.standings_at(position=self.position) if not seat.place)

    @property
    def hand_number(self) -> int:
        return self.night.next_hand if self.position is None else self.night.hand_number(self.position)

    @property
    def sowee(self) -> str:
        if self.replaces:
            return str(self.replaces.act.get("sowee") or "")
        return sowee_of(session=self.session, hand=self.hand_number) if self.noted else ""

    @property
    def after(self) -> int:
        return self.line.judged.after if self.line and self.line.judged else self.night.after

    @property
    def check_code(self) -> str:
        return short(fingerprint=self.night.check_code)

    @cached_property
    def secrets(self) -> tuple[tuple[int, int], ...]:
        """Return seat and line of each paid secret."""
        return tuple((secret.act["seat"], secret.number) for secret in self.night.secrets_of(self.line))

    @property
    def secrets_to_show(self) -> tuple[tuple[int, int], ...]:
        """Return the secrets that the house shows (C18)."""
        return self.secrets if Feature.SECRETS_SHOWN in self.session.features else ()

    @property
    def first_secrets(self) -> dict[int, int]:
        """Return the line of each seat's first secret."""
        return dict(reversed(self.secrets))

    @property
    def seated(self) -> dict[int, str]:
        return {seat.number: seat.player for seat in self.seats}

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the results of partners, for programs."""
        # A sum over other pairs would be wrong, even if the same partners sit together again.
        return () if self.night.seatings.has_changed else self.partners

    @property
    def partners(self) -> tuple[Side, ...]:
        sides = defaultdict(list)
        for seat in self.seats:
            sides[seat.side].append(seat)
        if len(sides) == len(self.seats):
            return ()
        return tuple(
            Side(players=tuple(seat.player for seat in side), result_cents=sum(seat.result_cents for seat in side))
            for side in sides.values()
        )

    @property
    def ended_by_false_win(self) -> bool:
        """Return whether a false win ended the hand (C35)."""
        versions = self.night.versions_of(self.line.position) if self.line else ()
        return any(hand.act.get("result") == "void" and not hand.act.get("void") for hand in versions)

    @property
    def replaced_act(self) -> Mapping[str, Any]:
        if self.replaces is None:
            return {}
        hand, act = self.replaces.hand, self.replaces.act
        game, rules = self.session.played, self.session.house_rules
        recorded = {"act": act, "verdict": hand.verdict, "winner": hand.winner}
        # An act of an older version may not fit the form.
        return act if is_readable(game=game, rules=rules, **recorded, seats=self.night.names) else {}

    def taken(self, *, expected_after: int) -> Entry | None:
        """Return the entry recorded since the form, if any."""
        if self.line:
            taken = self.night.newer_than(self.line)
        else:
            taken = next((hand for hand in self.night.hands if hand.position > expected_after), None)
        return self.session.entries.get(number=taken.number) if taken else None


def table_state(*, session: Session) -> TableState:
    return TableState(session=session, night=night_of(session=session))


def table_state_at(*, entry: Entry) -> TableState:
    night = night_of(session=entry.session)
    return TableState(session=entry.session.as_at(position=entry.hand.position), night=night, replaces=entry)


def sowee_of(*, session: Session, hand: int) -> str:
    return (session.table.get("sowee") or "") if session.table.get("hand") == hand else ""


def hand_numbered(*, session: Session, number: int) -> Hand | None:
    found = night_of(session=session).hands[number - 1 : number] if number > 0 else ()
    hands = Hand.objects.select_related("entry__session")
    return hands.get(entry__number=found[0].number, session=session) if found else None
