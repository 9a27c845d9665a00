"""Two players: money between them, what they did as partners and against which pair; everybody in a matrix."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scoring.ledger.settlement import ByClose
from scoring.models import Player
from scoring.queries.figures.scope import PairIds, Scope, by_name

MOST_IN_MATRIX = 12
"""So many players stand in a matrix, those of most nights; the others on their own pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What stands where the row of a player meets the column of another; None on the player's own."""

    player: Player
    cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a matrix; `total_cents` is that of everybody, also of those who have no column."""

    player: Player
    cells: tuple[Cell, ...]
    total_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrices:
    """Money that moved in play to the row from the column, and what row and column won together as a side.

    `left_out` counts the players who have no row.
    """

    moved: tuple[Row, ...]
    sides: tuple[Row, ...]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSum:
    """What one player won from another in play, and both together as partners in so many nights."""

    player: Player
    other: Player
    moved_cents: int
    together_cents: int
    beside_nights: int


def pair_sums(*, scope: Scope) -> tuple[PairSum, ...]:
    """Return every two players who sat at one table, each way, by name."""
    sums, people = _by_pair(scope), scope.people
    found = (
        PairSum(
            player=people.by_id[one],
            other=people.by_id[other],
            moved_cents=sums[one, other]["moved_cents"],
            together_cents=sums[one, other]["beside_cents"] + sums[other, one]["beside_cents"],
            beside_nights=sums[one, other]["beside_nights"],
        )
        for one, other in sums
    )
    return tuple(sorted(found, key=lambda each: (by_name(each.player), by_name(each.other))))


def matrices(*, scope: Scope) -> Matrices:
    """Return both matrices."""
    played = Counter(player for night in scope.nights for player in night.sums)
    shown = sorted((scope.people.by_id[pk] for pk, _ in played.most_common(MOST_IN_MATRIX)), key=by_name)
    sums = _by_pair(scope)
    moved = {
        pair: each["moved_cents"] for pair, each in sums.items() if each["moved_cents"] or not each["beside_nights"]
    }
    sides = {
        pair: each["beside_cents"] + sums[pair[::-1]]["beside_cents"]
        for pair, each in sums.items()
        if each["beside_nights"]
    }
    return Matrices(
        moved=_rows(shown, moved), sides=_rows(shown, sides) if sides else (), left_out=len(played) - len(shown)
    )


def _by_pair(scope: Scope) -> dict[PairIds, Counter[str]]:
    """Return what each two players did together, each way."""
    found: defaultdict[PairIds, Counter[str]] = defaultdict(Counter)
    for night in scope.nights:
        for pair, sums in night.pairs.items():
            found[pair].update(sums)
    return dict(found)


def _rows(shown: list[Player], cents: dict[tuple[int, int], int]) -> tuple[Row, ...]:
    return tuple(
        Row(
            player=player,
            cells=tuple(Cell(player=other, cents=cents.get((player.pk, other.pk))) for other in shown),
            total_cents=sum(each for (one, _), each in cents.items() if one == player.pk),
        )
        for player in shown
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstPair:
    """What a pair did against another one."""

    players: tuple[Player, Player]
    hands: int
    hands_won: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairNight:
    """A night two sat down in: what both won as partners so far, and what moved between them so far."""

    day: date
    session: UUID
    so_far_cents: int
    moved_so_far_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two players; `moved_cents` is what the first won from the second in play.

    As partners they played so many hands in so many nights, won `beside_won` of them and `cents` together, of
    which `own_cents` are the first one's. What they shared at the close moved between the two.
    """

    nights: tuple[PairNight, ...]
    moved_cents: int
    beside_nights: int
    beside_hands: int
    beside_won: int
    cents: int
    own_cents: int
    by_close: ByClose
    own_by_close: ByClose
    last_beside: date | None
    against: tuple[AgainstPair, ...]


def pair_of(*, scope: Scope, one: Player, other: Player) -> Pair:
    """Return what two players did together and against each other."""
    nights: list[PairNight] = []
    last_beside = None
    own: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for night in scope.nights:
        sums = night.pairs
        if (one.pk, other.pk) in sums:
            mine = sums[one.pk, other.pk]
            own.update(mine)
            others.update(sums[other.pk, one.pk])
            last_beside = night.day if "beside_nights" in mine else last_beside
            together, moved = own["beside_cents"] + others["beside_cents"], own["moved_cents"]
            nights.append(
                PairNight(day=night.day, session=night.public_id, so_far_cents=together, moved_so_far_cents=moved)
            )
    return Pair(
        nights=tuple(nights),
        moved_cents=own["moved_cents"],
        beside_nights=own["beside_nights"],
        beside_hands=own["beside_hands"],
        beside_won=own["beside_won"],
        cents=own["beside_cents"] + others["beside_cents"],
        own_cents=own["beside_cents"],
        by_close=ByClose(coin_cents=own["coin_cents"] + others["coin_cents"]),
        own_by_close=ByClose(shared_cents=own["shared_cents"], coin_cents=own["coin_cents"]),
        last_beside=last_beside,
        against=_against(scope, one, other),
    )


def _against(scope: Scope, one: Player, other: Player) -> tuple[AgainstPair, ...]:
    """Return what two did against each pair, most hands first."""
    found: defaultdict[PairIds, Counter[str]] = defaultdict(Counter)
    for night in scope.nights:
        for side, against, sums in night.sides:
            if {*side} == {one.pk, other.pk}:
                found[against].update(sums)
    pairs = (
        AgainstPair(
            players=(scope.people.by_id[first], scope.people.by_id[second]),
            hands=sums["hands"],
            hands_won=sums["hands_won"],
            cents=sums["cents"],
        )
        for (first, second), sums in found.items()
    )
    return tuple(sorted(pairs, key=lambda pair: (-pair.hands, -pair.cents)))
