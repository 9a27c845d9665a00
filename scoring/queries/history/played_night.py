"""Replay nights and compute the sums of players."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import not_
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from scoring.frozen import Frozen
from scoring.games.base import AnyGame, Data
from scoring.games.stored import is_readable
from scoring.ledger.kinds import PLAYED
from scoring.ledger.lines import Line, Payment
from scoring.ledger.night import Night
from scoring.ledger.night_lines import Pair
from scoring.models import EntryKind, Hand, Player, Seat, Session
from scoring.queries.table.night import nights_of


class Play(Frozen):
    """A line that was not undone, with the side of each seat."""

    line: Line
    at: datetime  # of the first version
    sides: Mapping[int, int]
    number: int | None = None  # of a hand, from 1
    dealer: int | None = None
    is_readable: bool = True  # else only dealer and winner are known
    verdict: Data = field(default_factory=dict)

    @property
    def moves(self) -> tuple[Payment, ...]:
        return self.line.owed + self.line.apart

    def change(self, seat: int) -> int:
        return self.received(seat) - self.paid(seat)

    def received(self, seat: int) -> int:
        return sum(paid.cents for paid in self.moves if paid.payee == seat)

    def paid(self, seat: int) -> int:
        return sum(paid.cents for paid in self.moves if paid.payer == seat)

    @property
    def is_play(self) -> bool:
        return self.line.kind in (*PLAYED, EntryKind.MATCH)

    @property
    def is_result(self) -> bool:
        return self.is_play or self.line.kind in (EntryKind.ADJUSTMENT, EntryKind.PAST)

    @property
    def took_part(self) -> frozenset[int]:
        """Return the seats that played or paid."""
        at_table = self.sides if self.line.counts or self.line.kind is EntryKind.PAST else {}
        moved = {seat for paid in self.moves for seat in (paid.payer, paid.payee)}
        return frozenset(at_table) | moved | {score.seat for score in self.line.points}

    @property
    def by_side(self) -> list[list[int]]:
        """Return the seats by side, the winners first."""
        sides: defaultdict[int, list[int]] = defaultdict(list)
        for seat, side in self.sides.items():
            sides[side].append(seat)
        return [sides[side] for side in sorted(sides, key=lambda side: (self.line.winner not in sides[side], side))]


class TurningKind(TextChoices):
    LEAD = "lead", _("%(player)s takes the lead for good")
    BIGGEST = "biggest", _("%(player)s gets the most")
    LOWEST = "lowest", _("%(player)s is lowest, then wins")


class TurningPoint(Frozen):
    turn: TurningKind
    play: Play
    seat: int
    cents: int


class Point(Frozen):
    play: Play
    so_far: dict[int, int]  # minor units by seat after this play

    @property
    def gain(self) -> tuple[int, int]:
        """Return the seat that won most, and its cents."""
        seat = max(self.so_far, key=lambda seat: (self.play.change(seat), -seat))
        return seat, self.play.change(seat)


class PlayedNight(Frozen):
    session: Session
    night: Night
    players: Mapping[int, Player]
    plays: tuple[Play, ...]

    @cached_property
    def hands(self) -> tuple[Play, ...]:
        return tuple(play for play in self.plays if play.line.counts)

    @property
    def took_part(self) -> frozenset[int]:
        return frozenset(seat for play in self.plays for seat in play.took_part)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        found, so_far = [], dict.fromkeys(self.night.names, 0)
        for play in self.plays:
            if play.is_result:
                so_far = {seat: cents + play.change(seat) for seat, cents in so_far.items()}
                found.append(Point(play=play, so_far=so_far))
        return tuple(found)

    @property
    def best(self) -> Play | None:
        """Return the hand that paid most, earliest of equals."""
        won = [play for play in self.hands if play.received(play.line.winner or 0)]
        return max(won, key=lambda play: (play.received(play.line.winner or 0), -play.line.number), default=None)

    @property
    def turning(self) -> Iterator[TurningPoint]:
        """Yield the turning points, if one player won most."""
        results = self.night.results
        highest = max(results.values(), default=0)
        winners = [seat for seat, cents in results.items() if cents == highest]
        # In fewer than three plays every play would be a turning point.
        if not highest or len(winners) > 1 or len(self.points) < 3:
            return
        winner = winners[0]
        behind = [at for at, point in enumerate(self.points) if point.so_far[winner] < max(point.so_far.values())]
        lowest = min(self.points, key=lambda point: point.so_far[winner])
        if lowest.so_far[winner] < 0:
            yield TurningPoint(turn=TurningKind.LOWEST, play=lowest.play, seat=winner, cents=lowest.so_far[winner])
        if behind:
            lead = self.points[behind[-1] + 1]
            yield TurningPoint(turn=TurningKind.LEAD, play=lead.play, seat=winner, cents=lead.so_far[winner])
        biggest = max(self.points, key=lambda point: point.gain[1])
        seat, cents = biggest.gain
        if cents and biggest.play.line.kind is not EntryKind.ADJUSTMENT:
            yield TurningPoint(turn=TurningKind.BIGGEST, play=biggest.play, seat=seat, cents=cents)


def story(*, session: Session) -> PlayedNight:
    return played_nights(sessions=(session,))[0]


def played_nights(*, sessions: Collection[Session]) -> tuple[PlayedNight, ...]:
    """Return nights with all plays, in five queries."""
    seats = Seat.objects.filter(session__in=sessions).select_related("player__merged_into").order_by("number")
    nights = nights_of(sessions=sessions, seats=seats)
    players: defaultdict[int, dict[int, Player]] = defaultdict(dict)
    for seat in seats:
        players[seat.session_id][seat.number] = seat.player
    hands = Hand.objects.filter(session__in=sessions, entry__reversal=None)
    verdicts: defaultdict[int, dict[int, Data]] = defaultdict(dict)
    for session_id, number, verdict in hands.values_list("session_id", "entry__number", "verdict"):
        verdicts[session_id][number] = verdict
    found = []
    for session in sessions:
        night, by_seat = nights[session.pk], players[session.pk]
        plays = tuple(_plays(night, verdicts[session.pk]))
        found.append(PlayedNight(session=session, night=night, players=by_seat, plays=plays))
    return tuple(found)


def _plays(night: Night, verdicts: Mapping[int, Data]) -> Iterator[Play]:
    rules, seats = night.terms.now.rules, tuple(night.players)
    first_at = {line.number: line.recorded_at for line in night.lines}
    for line in night.standing:
        verdict = verdicts.get(line.number, {})
        readable = not line.judged or is_readable(
            game=night.game, rules=rules, act=line.act, verdict=verdict, winner=line.winner, seats=seats
        )
        yield Play(
            line=line,
            at=first_at.get(line.position, line.recorded_at),
            sides={seat.number: seat.side for seat in night.sides(position=line.position)},
            number=night.hand_number(line.position) if line.judged else None,
            dealer=night.dealer_at(position=line.position) if line.judged else None,
            is_readable=readable,
            verdict=verdict if readable else {},
        )


# The version of the stored sums. Raise it when they change, so that older rows are computed again.
SHAPE = 10

type Sums = Counter[str]  # minor units and counts by column, zeros may be missing


def tallied(*, night: PlayedNight) -> dict[str, Any]:
    """Return the stored sums of a night.

    `seats` are number, player and sums. `pairs` are two players and the sums of the first. `sides` are two partners,
    their two opponents, and their sums. `won` are the sides of each won hand, the winners first. Players are database
    ids.
    """
    player = {seat: found.pk for seat, found in night.players.items()}
    return {
        "seats": [[seat, player[seat], sums] for seat, sums in sums_by_seat(night=night).items()],
        "pairs": [[player[one], player[other], _stored(sums)] for (one, other), sums in _pairs(night).items()],
        "sides": [
            [*(sorted(player[seat] for seat in each) for each in both), _stored(sums)]
            for both, sums in _sides(night).items()
        ],
        "won": [[[player[seat] for seat in side] for side in play.by_side] for play in night.hands if play.line.winner],
        "hands": len(night.hands),
        "unread_hands": sum(not play.is_readable for play in night.hands),
    }


def sums_by_seat(*, night: PlayedNight) -> dict[int, dict[str, int]]:
    """Return the sums of each seat, without zeros."""
    times = [play.at for play in night.plays if play.is_play]
    minutes = int((max(times) - min(times)).total_seconds()) // 60 if times else 0
    by_hand = int(not night.session.entered_later)
    found: dict[int, dict[str, int]] = {}
    for seat in sorted(night.took_part):
        sums: Sums = Counter(nights=1, nights_by_hand=by_hand, minutes=minutes, **_extremes(night, seat))
        for play in night.plays:
            sums.update(counted(play=play, seat=seat, game=night.session.played))
        sums["nights_ahead"] = int(sums["result_cents"] > 0)
        found[seat] = _stored(sums)
    return found


def _stored(sums: Sums) -> dict[str, int]:
    return {name: int(count) for name, count in sums.items() if count}


def counted(*, play: Play, seat: int, game: AnyGame) -> Sums:
    change, act = play.change(seat), play.line.act
    sums: Sums = Counter({"result_cents" if play.is_result else "apart_cents": change})
    if play.is_play:
        sums["play_cents"] = change
    if play.line.kind is not EntryKind.MATCH:
        sums["points"] = sum(score.points for score in play.line.points if score.seat == seat)
    match play.line.kind:
        case EntryKind.HAND if play.line.counts and seat in play.sides:
            sums.update(_of_hand(play, seat, game))
        case EntryKind.SECRET if act["seat"] == seat:
            sums.update(secrets=1, secret_cents=play.received(seat))
        case EntryKind.SECRET if paid := play.paid(seat):
            sums.update(secrets_paid=1, secret_paid_cents=paid)
        case EntryKind.PENALTY:
            sums["penalty_cents"] = change
            if act.get("seat") == seat:
                sums["false_wins" if act["why"] == "false_win" else "penalties"] = 1
        case EntryKind.ADJUSTMENT:
            sums.update(adjusted_cents=change, coin_cents=change if act["why"] == "rounding" else 0)
    return sums


def _of_hand(play: Play, seat: int, game: AnyGame) -> Sums:
    winner, dealt = play.line.winner, int(play.dealer == seat)
    sums: Sums = Counter(hands=1, dealt=dealt)
    if winner is None:
        sums["hands_drawn"] = 1
    elif winner == seat:
        marks = game.marked(act=play.line.act, verdict=play.verdict) if play.is_readable else {}
        sums.update({mark.value: count for mark, count in marks.items()})
        # A hand that meets both conditions counts once.
        sums["conditional"] = sums["bounit"] + sums["sowee"] - sums["both"] + sums["neither"]
        sums.update(hands_won=1, win_cents=play.received(seat), dealt_won=dealt)
    elif play.sides.get(winner) == play.sides[seat]:
        sums["hands_beside"] = 1
    else:
        sums.update(hands_lost=1, lost_cents=play.paid(seat))
    return sums


def _extremes(night: PlayedNight, seat: int) -> dict[str, int]:
    # With the negative number `max` prefers the earliest of equal hands.
    lines = [(play, -play.line.number) for play in night.hands]
    best = max(((play.received(seat), line) for play, line in lines if play.line.winner == seat), default=(0, 0))
    worst = max(((play.paid(seat), line) for play, line in lines), default=(0, 0))
    won = [play.line.winner == seat for play in night.hands if seat in play.sides]
    return {
        "best_cents": best[0],
        "best_line": -best[1],
        "worst_cents": worst[0],
        "worst_line": -worst[1] if worst[0] else 0,
        "streak": len(longest_run(won, where=bool)),
        "wait": len(longest_run(won, where=not_)),
    }


def longest_run[T](items: Iterable[T], *, where: Callable[[T], bool]) -> tuple[T, ...]:
    """Return the longest run, the earliest of equal ones."""
    return max((tuple(run) for is_in, run in groupby(items, key=where) if is_in), key=len, default=())


def _pairs(night: PlayedNight) -> dict[Pair, Sums]:
    pairs: defaultdict[Pair, Sums] = defaultdict(Counter)
    last_partners: dict[int, list[int]] = {}
    for play in night.plays:
        if play.is_play:
            for paid in play.moves:
                pairs[paid.payee, paid.payer]["moved_cents"] += paid.cents
                pairs[paid.payer, paid.payee]["moved_cents"] -= paid.cents
            for seat, side in play.sides.items():
                partners = [other for other, its in play.sides.items() if its == side and other != seat]
                last_partners[seat] = partners or last_partners.get(seat, [])
                for partner in partners:
                    counts, won = play.line.counts, play.line.winner in (seat, partner)
                    hand = {"beside_hands": 1, "beside_won": int(won)} if counts else {}
                    pairs[seat, partner].update(beside_plays=1, beside_cents=play.change(seat), **hand)
        elif play.line.kind is EntryKind.ADJUSTMENT:
            _share(pairs, play, last_partners)
    for sums in pairs.values():
        sums["beside_nights"] = int(bool(sums.pop("beside_plays", 0)))
    return dict(pairs)


def _share(pairs: defaultdict[Pair, Sums], play: Play, last_partners: Mapping[int, Collection[int]]) -> None:
    shared = play.line.act["why"] == "partners_share"
    column = "shared_cents" if shared else "coin_cents"
    for paid in play.moves:
        for seat, other, change in ((paid.payer, paid.payee, -paid.cents), (paid.payee, paid.payer, paid.cents)):
            # A rounding coin changes one player's result, and counts for the last partners of that player.
            for partner in (other,) if shared else last_partners.get(seat, ()):
                pairs[seat, partner].update({"beside_cents": change, column: change})


def _sides(night: PlayedNight) -> dict[tuple[Pair, Pair], Sums]:
    sides: defaultdict[tuple[Pair, Pair], Sums] = defaultdict(Counter)
    for play in night.plays:
        by_side = play.by_side if play.is_play else []
        if [len(side) for side in by_side] == [2, 2]:
            one, other = ((min(side), max(side)) for side in by_side)
            for side, against in ((one, other), (other, one)):
                sums = sides[side, against]
                sums["cents"] += sum(play.change(seat) for seat in side)
                if play.line.counts:
                    sums.update(hands=1, hands_won=int(play.line.winner in side))
    return dict(sides)
