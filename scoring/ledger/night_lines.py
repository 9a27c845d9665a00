"""Lines of a night, with seats and hands. Pure."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import datetime
from functools import cached_property
from itertools import combinations, takewhile
from operator import attrgetter
from typing import Self

from scoring.frozen import Frozen
from scoring.games.base import ActKind, AnyGame, Data, ImpossibleError, Problem, Table
from scoring.games.base import Seat as GameSeat
from scoring.ledger.fingerprint import check_code
from scoring.ledger.kinds import PLAYED, EntryKind
from scoring.ledger.lines import HandRecord, Line, Player
from scoring.ledger.seatings import AFTER, AllTerms, Seating, Seatings, TermsInterval, all_terms, seating_in
from scoring.money import Currency
from scoring.people import Person

type Pair = tuple[int, int]


class Pot(Frozen):
    """A won hand, and its drawn hands (Q6)."""

    won: Line
    drawn: int


class NightLines(Frozen):
    """The lines of a night, with its first terms."""

    game: AnyGame
    rules: Data
    stake_factor: int
    money: Currency
    first_dealer: int
    entered_later: bool
    started_at: datetime
    players: Mapping[int, Player]
    lines: tuple[Line, ...] = field(repr=False)

    @cached_property
    def taken_back(self) -> Mapping[int, Line]:
        return {line.reverses: line for line in self.lines if line.reverses is not None}

    @cached_property
    def standing(self) -> tuple[Line, ...]:
        """Return the lines in force, in playing order."""
        gone = self.taken_back
        in_force = (line for line in self.lines if line.number not in gone and line.kind is not EntryKind.REVERSAL)
        return tuple(sorted(in_force, key=lambda line: (line.position, line.number)))

    @cached_property
    def turns(self) -> frozenset[int]:
        """Return the numbers of automatic turns and their undos."""
        turns = {line.number for line in self.lines if line.kind is EntryKind.SEATING and AFTER in line.act}
        return frozenset(line.number for line in self.lines if (line.reverses or line.number) in turns)

    @cached_property
    def placed(self) -> list[tuple[int, list[int]]]:
        """Return the lines in force, each with its undone lines.

        Newest first, by number. Lines undone since the last hand are under the number 0.
        """
        under: defaultdict[int, list[int]] = defaultdict(list)
        for line in reversed(self.lines):
            if line.number in self.taken_back and line.number not in self.turns:
                at = bisect_left(self.hands, line.position, key=attrgetter("position"))
                under[self.hands[at].number if at < len(self.hands) else 0].append(line.number)
        rows = [(line.number, under[line.number]) for line in reversed(self.standing)]
        return [(0, under[0]), *rows] if under[0] else rows

    @cached_property
    def placed_acts(self) -> list[tuple[int, list[int]]]:
        return [row for row in self.placed if row[0] not in self.turns]

    @cached_property
    def _by_kind(self) -> Mapping[EntryKind, tuple[Line, ...]]:
        found: dict[EntryKind, list[Line]] = {}
        for line in self.standing:
            found.setdefault(line.kind, []).append(line)
        return {kind: tuple(lines) for kind, lines in found.items()}

    def of(self, *kinds: EntryKind) -> tuple[Line, ...]:
        if len(kinds) == 1:
            return self._by_kind.get(kinds[0], ())
        return tuple(line for line in self.standing if line.kind in kinds)

    def last(self, kind: EntryKind, *, before: int | None = None) -> Line | None:
        lines = (line for line in self.of(kind) if before is None or line.number < before)
        return max(lines, key=lambda line: line.number, default=None)

    def at(self, number: int) -> Line:
        return self.lines[bisect_left(self.lines, number, key=attrgetter("number"))]

    @property
    def last_entry(self) -> int:
        return self.lines[-1].number if self.lines else 0

    @property
    def fingerprint(self) -> str:
        return self.lines[-1].fingerprint if self.lines else ""

    def until(self, number: int) -> Self:
        return replace(self, lines=tuple(line for line in self.lines if line.number <= number))

    def without(self, line: Line) -> Self:
        return replace(self, lines=tuple(each for each in self.lines if each.number != line.number))

    def and_then(self, line: Line) -> Self:
        night = replace(self, lines=(*self.lines, line))
        # Only these lines change terms and seats.
        if line.kind not in (EntryKind.TERMS, EntryKind.SEATING, EntryKind.REVERSAL):
            known = self.__dict__.keys() & {"terms", "seatings", "_sides"}
            night.__dict__.update({name: self.__dict__[name] for name in known})
        return night

    def with_verdict(self, *, position: int, judged: HandRecord) -> Self:
        return replace(self, lines=(*self.lines[:-1], replace(self.lines[-1], position=position, judged=judged)))

    def with_player(self, player: Player) -> Self:
        return replace(self, players={**self.players, player.number: player})

    @cached_property
    def names(self) -> dict[int, Person]:
        return {number: player.name for number, player in self.players.items()}

    @property
    def check_code(self) -> str:
        return check_code(
            fingerprint=self.fingerprint,
            currency=self.money.code,
            stake_factor=self.stake_factor,
            players={number: player.public_id for number, player in self.players.items()},
        )

    @cached_property
    def terms(self) -> AllTerms:
        changes = ((line.number, line.act) for line in self.of(EntryKind.TERMS))
        return all_terms(game=self.game, rules=self.rules, stake_factor=self.stake_factor, changes=changes)

    @cached_property
    def seatings(self) -> Seatings:
        first = tuple(number for number, player in sorted(self.players.items()) if not player.since)
        start = Seating(since=0, entry=0, seats=first, dealer=self.first_dealer)
        later = (seating_in(act=line.act, entry=line.number) for line in self.of(EntryKind.SEATING))
        return Seatings(all=(start, *sorted(later, key=attrgetter("since", "entry"))))

    @property
    def gone(self) -> frozenset[int]:
        """Return the seats that left the table."""
        # With turns, a seat that does not play and does not wait has left.
        take_turns, now = any(seating.waiting for seating in self.seatings.all), self.seatings.now
        return frozenset(self.players) - {*now.seats, *now.waiting} if take_turns else frozenset()

    def agreed(self, *, position: int | None = None) -> TermsInterval:
        return self.terms.now if position is None else self.terms.at(position=position)

    def seating(self, *, position: int | None = None) -> Seating:
        return self.seatings.now if position is None else self.seatings.at(position=position)

    def sides(self, *, position: int | None = None) -> tuple[GameSeat, ...]:
        """Return the seats of a hand for its game."""
        return self.sides_in(self.seating(position=position))

    @cached_property
    def _sides(self) -> dict[Seating, tuple[GameSeat, ...]]:
        return {}  # every hand asks for its sides, and few lines change them

    def sides_in(self, seating: Seating) -> tuple[GameSeat, ...]:
        """Return the seats in playing order with their sides."""
        if seating not in self._sides:
            self._sides[seating] = tuple(self._seated(seating))
        return self._sides[seating]

    def _seated(self, seating: Seating) -> Iterator[GameSeat]:
        # A night entered later has results only, so its partners are unknown.
        if self.entered_later:
            return (GameSeat(number=seat, side=side) for side, seat in enumerate(seating.seats, start=1))
        rules = self.terms.at(position=seating.since).rules
        places = self.game.sides(rules=rules, seat_count=len(seating.seats))
        return (GameSeat(number=seat, side=place.side) for seat, place in zip(seating.seats, places, strict=True))

    def pairs_in(self, seating: Seating) -> tuple[Pair, ...]:
        seats = sorted(self.sides_in(seating), key=lambda seat: seat.number)
        return tuple((one.number, other.number) for one, other in combinations(seats, 2) if one.side == other.side)

    @property
    def kept_partners(self) -> bool:
        """Tell whether the same partners played all night."""
        followed = zip(self.seatings.all, self.seatings.all[1:], strict=False)
        played = [seating for seating, after in followed if after.since > max(seating.since, 1)]
        return len({self.pairs_in(seating) for seating in (*played, self.seatings.now)}) == 1

    def played_under(self, seating: Seating) -> tuple[Line, ...]:
        return tuple(line for line in self.of(*PLAYED) if self.seatings.at(position=line.position) == seating)

    def is_unplayed(self, line: Line) -> bool:
        seating = next((each for each in self.seatings.all if each.entry == line.number), None)
        return seating is None or not self.played_under(seating)

    def is_of_start(self, line: Line) -> bool:
        # A night with turns records its waiting seats as the first line, at the start itself.
        is_first = line.number == 1 and line.recorded_at == self.started_at
        return is_first and line.kind is EntryKind.SEATING and "waiting" in line.act

    def turn_taken_after(self, hand: Line) -> Line | None:
        turns = (line for line in self.of(EntryKind.SEATING) if line.act.get(AFTER) == hand.position)
        return max(turns, key=lambda line: line.number, default=None)

    @cached_property
    def hands(self) -> tuple[Line, ...]:
        return tuple(line for line in self.of(EntryKind.HAND) if line.judged)

    @cached_property
    def hand_count(self) -> int:
        return sum(hand.counts for hand in self.hands)

    @property
    def void_count(self) -> int:
        return len(self.hands) - self.hand_count

    @property
    def after(self) -> int:
        """Return the position of the last hand, or 0."""
        return self.hands[-1].position if self.hands else 0

    def hand_number(self, position: int) -> int:
        return bisect_left(self.hands, position, key=attrgetter("position")) + 1

    @property
    def next_hand(self) -> int:
        return len(self.hands) + 1

    @property
    def dealer(self) -> int:
        return self.dealer_at()

    def dealer_at(self, *, position: int | None = None) -> int:
        """Return the dealer of a hand (C13)."""
        seating = self.seating(position=position)
        hands = (hand for hand in reversed(self.hands) if position is None or hand.position < position)
        # A change of seats names its own dealer, so hands before it do not decide.
        since = takewhile(lambda hand: hand.position >= seating.since, hands)
        named = (hand.judged.deals_next for hand in since if hand.judged)
        return next(filter(None, named), seating.dealer)

    def secrets_of(self, hand: Line | None = None) -> tuple[Line, ...]:
        """Return the secrets laid in a hand, None for now."""
        after = hand.judged.after if hand and hand.judged else self.after
        laid = (line for line in self.of(EntryKind.SECRET) if line.position > after)
        found = (line for line in laid if hand is None or line.position < hand.position)
        return tuple(sorted(found, key=lambda line: line.number))

    def hand_of_secret(self, secret: Line) -> Line | None:
        later = (hand for hand in self.hands if hand.judged and hand.position > secret.position > hand.judged.after)
        return next(later, None)

    def refusals_of(self, hand: Line, *, laid: Iterable[Line]) -> tuple[Problem, ...]:
        rules, seats = self.terms.at(position=hand.position).rules, self.sides(position=hand.position)
        try:
            act = self.game.read_act(kind=ActKind.HAND, data=hand.act, rules=rules, seats=seats)
        except ImpossibleError:
            return ()
        table = Table(secrets=Counter(secret.act["seat"] for secret in laid))
        return self.game.refusals(act=act, rules=rules, table=table)

    def drawn_since_win(self, *, before: int | None = None) -> int:
        """Count the drawn hands since the last win (Q6)."""

        def terms_at(position: int | None) -> tuple[object, ...]:
            agreed = self.agreed(position=position)
            return frozenset(self.seating(position=position).seats), agreed.stakes, agreed.rules

        # Q6: stakes go back when seats, stakes or rules change, so only equal hands count.
        now = terms_at(before)
        hands = (hand for hand in reversed(self.hands) if before is None or hand.position < before)
        since = takewhile(lambda hand: hand.winner is None, hands)
        alike = takewhile(bool, (terms_at(hand.position) == now for hand in since if hand.counts))
        return sum(alike)

    def asks_drawn(self, *, position: int | None) -> bool:
        """Tell whether the game asks for drawn hands (Q6)."""
        asked = self.game.asks(kind=ActKind.HAND, rules=self.agreed(position=position).rules)
        return any(field.name == "drawn_before" for field in asked)

    def pot_after(self, position: int) -> Pot | None:
        """Return the next won pot after a position, if any."""
        won = next((hand for hand in self.hands if hand.position > position and hand.winner), None)
        if won is None or not self.asks_drawn(position=won.position):
            return None
        return Pot(won=won, drawn=self.drawn_since_win(before=won.position))

    def ended_by(self, false_win: Line) -> Line | None:
        """Return the hand that a false win ended (C35)."""
        later = [line for line in self.lines if line.number > false_win.number and line.kind is not EntryKind.SEATING]
        # A line without a key came from the form of the false win itself.
        is_end = len(later) == 1 and not later[0].has_key and later[0].act.get("result") == "void"
        return later[0] if false_win.kind is EntryKind.PENALTY and is_end and later[0].judged else None

    def versions_of(self, position: int) -> tuple[Line, ...]:
        """Return all versions of a hand, also undone ones."""
        return tuple(line for line in self.lines if line.judged and line.position == position)

    def newer_than(self, hand: Line) -> Line | None:
        reversal = self.taken_back.get(hand.number)
        return reversal and next((each for each in self.hands if each.position == hand.position), reversal)

    def is_corrected(self, line: Line) -> bool:
        """Tell whether another version replaced a hand."""
        reversal = self.taken_back.get(line.number)
        newer = reversal and next((each for each in self.lines if each.number == reversal.number + 1), None)
        return bool(newer and newer.kind is EntryKind.HAND and newer.reason)

    def only_dealer(self, line: Line) -> bool:
        """Tell whether new seats changed only the dealer."""
        earlier = (each for each in self.seatings.all if each.entry < line.number)
        before, now = max(earlier, key=attrgetter("entry")), seating_in(act=line.act, entry=line.number)
        return (now.seats, now.waiting, now.each_hand) == (before.seats, before.waiting, before.each_hand)
