"""The table at one hand: what entering, correcting and showing it need."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from scoring.games.base import ActKind, ImpossibleError
from scoring.games.stored import is_readable
from scoring.ledger.fingerprint import short
from scoring.ledger.lines import Line
from scoring.ledger.night import Night, SeatResult
from scoring.ledger.seatings import Turn
from scoring.models import Entry, Hand, Seat, Session
from scoring.people import Person
from scoring.queries.table.night import night_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeat(SeatResult):
    is_dealer: bool
    secrets: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Two partners and what they won together, in minor units."""

    players: tuple[Person, ...]
    result_cents: int


@dataclass(frozen=True, kw_only=True)
class TableState:
    """The table at the hand being played, or at one that is corrected: who sits there, and who sits out.

    `replaces` is the corrected entry, and `session` is then as it was played; `proposed_by` is the seat of a player
    who enters the hand for others to record. What the table `noted` does not count for a hand entered elsewhere.
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
        """Return where the hand belongs in the order of play, None for the one being played."""
        return self.line.position if self.line else None

    @cached_property
    def seats(self) -> tuple[TableSeat, ...]:
        dealer, count = self.night.dealer_at(position=self.position), Counter(seat for seat, _ in self.secrets)
        at_table = [
            TableSeat(**asdict(seat), is_dealer=seat.number == dealer, secrets=count[seat.number])
            for seat in self.night.standings_at(position=self.position)
            if seat.place
        ]
        return tuple(sorted(at_table, key=lambda seat: seat.place))

    @cached_property
    def sitting_out(self) -> tuple[SeatResult, ...]:
        return tuple(seat for seat in self.night.standings_at(position=self.position) if not seat.place)

    @property
    def sums(self) -> tuple[Side, ...]:
        """Return what partners won together, nothing where everybody plays alone or partners were changed."""
        return self.partners if self.replaces is None and self.night.kept_partners else ()

    @property
    def hand_number(self) -> int:
        return self.night.next_hand if self.position is None else self.night.hand_number(self.position)

    @property
    def sowee(self) -> str:
        if self.replaces:
            return str(self.replaces.act.get("sowee") or "")
        return sowee_of(session=self.session, hand=self.hand_number) if self.noted else ""

    @property
    def is_closed(self) -> bool:
        return self.night.is_closed

    @property
    def after(self) -> int:
        return self.line.judged.after if self.line and self.line.judged else self.night.after

    @property
    def last_entry(self) -> int:
        return self.night.last_entry

    @property
    def check_code(self) -> str:
        return short(fingerprint=self.night.check_code)

    @cached_property
    def secrets(self) -> tuple[tuple[int, int], ...]:
        """Return the seat and the line of each secret that was paid during the hand."""
        return tuple((secret.act["seat"], secret.number) for secret in self.night.secrets_of(self.line))

    @property
    def void_count(self) -> int:
        return 0 if self.replaces else self.night.void_count

    @property
    def turn(self) -> Turn | None:
        """Return who comes in next where people take turns, by itself after `each_hand` or when asked."""
        return None if self.replaces or self.is_closed else self.night.seatings.turn

    @property
    def each_hand(self) -> bool:
        return self.replaces is None and self.night.seatings.now.each_hand

    @property
    def gone(self) -> frozenset[int]:
        """Return the seats that sit out and wait for none any more."""
        out = () if self.replaces else (seat.number for seat in self.sitting_out)
        return self.night.seatings.gone(out=out)

    @property
    def features(self) -> frozenset[str]:
        return features_of(session=self.session)

    @property
    def first_secrets(self) -> dict[int, int]:
        """Return the line of the first secret that each seat was paid during the hand."""
        return dict(reversed(self.secrets))

    @property
    def hand_count(self) -> int:
        """Return how many hands counted; those that did not have numbers too."""
        return self.hand_number - 1 - self.void_count

    @property
    def names(self) -> dict[int, str]:
        return {seat.number: seat.player for seat in (*self.seats, *self.sitting_out)}

    @property
    def seated(self) -> dict[int, str]:
        return {seat.number: seat.player for seat in self.seats}

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return the sums for programs: none once any seat was changed, even with the same partners."""
        return () if self.night.seatings.has_changed else self.sums

    @property
    def partners(self) -> tuple[Side, ...]:
        """Return who play together now; once partners were changed their sums are those of no pair."""
        sides = defaultdict(list)
        for seat in self.seats:
            sides[seat.side].append(seat)
        return (
            ()
            if len(sides) == len(self.seats)
            else tuple(
                Side(players=tuple(seat.player for seat in side), result_cents=sum(seat.result_cents for seat in side))
                for side in sides.values()
            )
        )

    @property
    def is_match_over(self) -> bool:
        return self.night.is_over({seat.number: seat.points for seat in self.seats})

    @property
    def dealer(self) -> TableSeat:
        return next(seat for seat in self.seats if seat.is_dealer)

    @property
    def ended_by_false_win(self) -> bool:
        """Return whether the hand that is corrected, or a version of it before, ended by a false win (C35)."""
        versions = self.night.versions_of(self.line.position) if self.line else ()
        return any(hand.act.get("result") == "void" and not hand.act.get("void") for hand in versions)

    @property
    def replaced_act(self) -> Mapping[str, Any]:
        """Return the act of the hand that is corrected, empty where there is none or it cannot be read."""
        if self.replaces is None:
            return {}
        hand, act = self.replaces.hand, self.replaces.act
        game, rules = self.session.played, self.session.house_rules
        said = {"act": act, "verdict": hand.verdict, "winner": hand.winner}
        return act if is_readable(game=game, rules=rules, **said, seats=self.names) else {}

    def taken(self, *, expected_after: int) -> Entry | None:
        """Return what took the place of the hand a form was opened for, None while it is free."""
        if self.line:
            taken = self.night.newer_than(self.line)
        else:
            taken = next((hand for hand in self.night.hands if hand.position > expected_after), None)
        return self.session.entries.get(number=taken.number) if taken else None


def features_of(*, session: Session) -> frozenset[str]:
    """Return what a table has: features of its game, acts it asks for, "match" where points come first."""
    game, rules = session.played, session.house_rules
    asked = {kind.value for kind in ActKind if game.asks(kind=kind, rules=rules)}
    return frozenset({*game.features(rules=rules), *asked, *(("match",) if game.match else ())})


def table_state(*, session: Session) -> TableState:
    return TableState(session=session, night=night_of(session=session))


def table_state_at(*, entry: Entry) -> TableState:
    """Return the table at a recorded hand, for its correction."""
    night = night_of(session=entry.session)
    return TableState(session=entry.session.as_at(position=entry.hand.position), night=night, replaces=entry)


def sowee_of(*, session: Session, hand: int) -> str:
    """Return the sowee noted for a hand, empty for none."""
    return (session.table.get("sowee") or "") if session.table.get("hand") == hand else ""


def hand_numbered(*, session: Session, number: int) -> Hand | None:
    found = night_of(session=session).hands[number - 1 : number] if number > 0 else ()
    hands = Hand.objects.select_related("entry__session")
    return hands.get(entry__number=found[0].number, session=session) if found else None


def most_places(*, session: Session) -> int:
    """Return how many can sit at the table under the rules of the session."""
    game = session.played
    for count in sorted(game.seat_counts, reverse=True):
        with suppress(ImpossibleError):
            game.sides(rules=session.house_rules, seat_count=count)
            return count
    raise AssertionError("these rules seat nobody")
