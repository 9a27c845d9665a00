"""What plays come to for each player, pair and side of a night: pure sums, nothing stored."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from scoring.games.base import AnyGame
from scoring.models import EntryKind
from scoring.queries.figures.plays import Play, PlayedNight

SHAPE = 8
"""To be raised with whatever the tallies count, so that those of an older version are derived again."""

type Sums = Counter[str]
"""Minor units and counts by the names of the columns of the tallies; what is 0 may be missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tallied:
    """A night summed up: by seat that took part, by two seats (the first one's), by two partners against two others.

    Sides are named by their seats, the smaller first.
    """

    seats: dict[int, Sums]
    pairs: dict[tuple[int, int], Sums]
    sides: dict[tuple[tuple[int, int], tuple[int, int]], Sums]
    hands: int
    unread_hands: int
    minutes: int
    best: tuple[int, int]


def tallied(*, night: PlayedNight) -> Tallied:
    """Return what a night comes to."""
    game = night.session.played
    seats: dict[int, Sums] = {}
    for number in sorted(night.took_part):
        sums: Sums = Counter()
        for play in night.plays:
            sums.update(counted(play=play, seat=number, game=game))
        sums.update(_longest(night, number), result_cents=sums["play_cents"] + sums["adjusted_cents"])
        seats[number] = sums
    for sums, (best, best_line), (worst, worst_line) in _extremes(night, seats):
        sums.update(best_cents=best, best_line=best_line, worst_cents=worst, worst_line=worst_line)
    times = [play.at for play in night.plays if play.is_play]
    return Tallied(
        seats=seats,
        pairs=_pairs(night),
        sides=_sides(night),
        hands=len(night.hands),
        unread_hands=sum(not play.is_readable for play in night.hands),
        minutes=int((max(times) - min(times)).total_seconds()) // 60 if times else 0,
        best=max(((sums["best_cents"], sums["best_line"]) for sums in seats.values()), default=(0, 0)),
    )


def counted(*, play: Play, seat: int, game: AnyGame) -> Sums:
    """Return what one play is counted for at a seat."""
    change = play.change(seat)
    sums: Sums = Counter()
    if play.is_play:
        sums["play_cents"] = change
    elif play.kind is EntryKind.PAST:
        sums["result_cents"] = change
    else:
        sums["adjusted_cents" if play.kind is EntryKind.ADJUSTMENT else "apart_cents"] = change
        sums["coin_cents"] = change if play.act.get("why") == "rounding" else 0
    if play.kind is not EntryKind.MATCH:
        sums["points"] = play.points.get(seat, 0)
    if play.is_hand and play.side_of(seat) is not None:
        sums.update(_of_hand(play, seat, game))
    elif play.kind is EntryKind.SECRET:
        sums.update(_of_secret(play, seat))
    elif play.kind is EntryKind.PENALTY:
        sums["penalty_cents"] = change
        if play.act.get("seat") == seat:
            sums["false_wins" if play.act["why"] == "false_win" else "penalties"] = 1
    return sums


def _of_hand(play: Play, seat: int, game: AnyGame) -> Sums:
    sums: Sums = Counter(hands=1, dealt=int(play.dealer == seat))
    if play.winner is None:
        sums["hands_drawn"] = 1
    elif play.winner == seat:
        marks = game.marked(act=play.act, verdict=play.verdict) if play.is_readable else {}
        sums.update({mark.value: count for mark, count in marks.items()})
        sums.update(hands_won=1, win_cents=play.received(seat), dealt_won=int(play.dealer == seat))
    elif play.side_of(play.winner) == play.side_of(seat):
        sums["hands_beside"] = 1
    else:
        sums["lost_cents"] = play.paid(seat)
    return sums


def _of_secret(play: Play, seat: int) -> Sums:
    if play.act["seat"] == seat:
        return Counter(secrets=1, secret_cents=play.received(seat))
    paid = play.paid(seat)
    return Counter(secrets_paid=1, secret_paid_cents=paid) if paid else Counter()


def _longest(night: PlayedNight, seat: int) -> Sums:
    """Return the most hands in a row that somebody won, and the most they sat through without winning one."""
    won = [play.winner == seat for play in night.hands if play.side_of(seat) is not None]
    return Counter(streak=_longest_run(won, of=True), wait=_longest_run(won, of=False))


def _longest_run(values: Iterable[bool], *, of: bool) -> int:
    longest = now = 0
    for value in values:
        now = now + 1 if value is of else 0
        longest = max(longest, now)
    return longest


def _extremes(night: PlayedNight, seats: dict[int, Sums]) -> Iterator[tuple[Sums, tuple[int, int], tuple[int, int]]]:
    """Yield for each seat the hand that brought and the one that cost most, the earliest of equal ones."""
    hands = night.hands
    for seat, sums in seats.items():
        best = max(((play.received(seat), -play.line) for play in hands if play.winner == seat), default=(0, 0))
        worst = max(((play.paid(seat), -play.line) for play in hands), default=(0, 0))
        yield sums, (best[0], -best[1]), (worst[0], -worst[1] if worst[0] else 0)


def _pairs(night: PlayedNight) -> dict[tuple[int, int], Sums]:
    pairs: defaultdict[tuple[int, int], Sums] = defaultdict(Counter)
    last_partners: dict[int, tuple[int, ...]] = {}
    for play in night.plays:
        if play.is_play:
            for payer, payee, cents in play.moves:
                pairs[payee, payer]["moved_cents"] += cents
                pairs[payer, payee]["moved_cents"] -= cents
            for seat, partners in _partners(play).items():
                last_partners[seat] = partners
                for partner in partners:
                    pairs[seat, partner].update(_beside(play, seat, partner))
    for play in night.plays:
        if play.kind is EntryKind.ADJUSTMENT:
            _share(pairs, play, last_partners)
    for sums in pairs.values():
        sums["beside_nights"] = int(bool(sums["beside_plays"]))
        del sums["beside_plays"]
    return dict(pairs)


def _beside(play: Play, seat: int, partner: int) -> Sums:
    sums: Sums = Counter(beside_plays=1, beside_cents=play.change(seat))
    if play.is_hand:
        sums.update(beside_hands=1, beside_won=int(play.winner in (seat, partner)))
    return sums


def _share(pairs: defaultdict[tuple[int, int], Sums], play: Play, last_partners: dict[int, tuple[int, ...]]) -> None:
    """Count an adjustment of the close: what partners shared is theirs.

    A coin of the rounding goes to the pair in which its player last played, also for who sat out at the end.
    """
    shared = play.act["why"] == "partners_share"
    for payer, payee, cents in play.moves:
        for seat, other, change in ((payer, payee, -cents), (payee, payer, cents)):
            for partner in (other,) if shared else last_partners.get(seat, ()):
                pairs[seat, partner].update(
                    {"beside_cents": change, "shared_cents" if shared else "coin_cents": change}
                )


def _partners(play: Play) -> dict[int, tuple[int, ...]]:
    sides = {seat.number: seat.side for seat in play.seats}
    return {
        seat: partners
        for seat, side in sides.items()
        if (partners := tuple(other for other in sides if other != seat and sides[other] == side))
    }


def _sides(night: PlayedNight) -> dict[tuple[tuple[int, int], tuple[int, int]], Sums]:
    sides: defaultdict[tuple[tuple[int, int], tuple[int, int]], Sums] = defaultdict(Counter)
    for play in night.plays:
        if play.is_play:
            for side, against in _twos(play):
                sums = sides[side, against]
                sums["cents"] += sum(play.change(seat) for seat in side)
                if play.is_hand:
                    sums.update(hands=1, hands_won=int(play.winner in side))
    return dict(sides)


def _twos(play: Play) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield each side of two with the other one, where exactly two sides of two play."""
    sides: defaultdict[int, list[int]] = defaultdict(list)
    for seat in play.seats:
        sides[seat.side].append(seat.number)
    twos = [(min(side), max(side)) for side in sides.values() if len(side) == 2]
    if len(twos) == len(sides) == 2:
        for side, against in combinations(twos, 2):
            yield side, against
            yield against, side
