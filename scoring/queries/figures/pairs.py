"""Two players: money between them, what they did as partners and against which pair; everybody in a matrix."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q, Sum

from scoring.ledger.settlement import ByClose
from scoring.models import Player, SideTally
from scoring.queries.figures.figures import rows_by_player, summed
from scoring.queries.figures.scope import People, Scope, by_name
from scoring.queries.figures.years import Question, over_years

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


def pair_sums(*, scope: Scope, people: People) -> tuple[PairSum, ...]:
    """Return every two players who sat at one table, each way, by name."""
    sums: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for one, other, moved, beside_cents, beside in over_years(scope=scope, question=PAIRS):
        pair = people.known[one], people.known[other]
        sums[pair].update(moved_cents=moved, together_cents=beside_cents, beside_nights=beside)
        sums[pair[::-1]].update(together_cents=beside_cents)
    found = (
        PairSum(
            player=people.by_id[one],
            other=people.by_id[other],
            moved_cents=each["moved_cents"],
            together_cents=each["together_cents"],
            beside_nights=each["beside_nights"],
        )
        for (one, other), each in sums.items()
    )
    return tuple(sorted(found, key=lambda each: (by_name(each.player), by_name(each.other))))


def matrices(*, scope: Scope, people: People) -> Matrices:
    """Return both matrices."""
    rows = rows_by_player(scope=scope, people=people)
    nights = Counter({player: summed(rows=mine).total["nights"] for player, mine in rows.items()})
    shown = [people.by_id[pk] for pk, _ in nights.most_common(MOST_IN_MATRIX)]
    shown.sort(key=lambda player: player.name.lower())
    moved: Counter[tuple[int, int]] = Counter()
    sides: Counter[tuple[int, int]] = Counter()
    together: set[tuple[int, int]] = set()
    for one, other, cents, beside_cents, beside in over_years(scope=scope, question=PAIRS):
        pair = people.known[one], people.known[other]
        if cents or not beside:
            moved[pair] += cents
        sides[pair] += beside_cents
        sides[pair[::-1]] += beside_cents
        together |= {pair} if beside else set()
    return Matrices(
        moved=_rows(shown, dict(moved)),
        sides=_rows(shown, {pair: sides[pair] for pair in together}) if together else (),
        left_out=len(nights) - len(shown),
    )


_SUMS = ("moved_cents", "beside_cents", "beside_nights")


def _by_pair(scope: Scope) -> Iterable[tuple[int, ...]]:
    return scope.pairs.order_by().values_list("player", "other").annotate(*map(Sum, _SUMS))


PAIRS = Question(name="pairs", columns=_SUMS, ask=_by_pair, lasts=True)


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


def pair_of(*, scope: Scope, one: Player, other: Player, people: People) -> Pair:
    """Return what two players did together and against each other, in two queries."""
    ids, others = people.ids_of(one), people.ids_of(other)
    both = Q(player__in=ids, other__in=others) | Q(player__in=others, other__in=ids)
    rows = scope.pairs.filter(both).order_by("night__day", "night__session_id")
    nights: dict[UUID, PairNight] = {}
    last_beside = None
    sums: Counter[str] = Counter()
    for row in rows.select_related("night__session"):
        own = row.player_id in ids
        sums.update(cents=row.beside_cents, coin=row.coin_cents)
        sums["moved"] += row.moved_cents if own else 0
        if own:
            sums.update(nights=row.beside_nights, hands=row.beside_hands, won=row.beside_won)
            sums.update(own_cents=row.beside_cents, own_shared=row.shared_cents, own_coin=row.coin_cents)
        last_beside = row.night.day if row.beside_nights else last_beside
        session = row.night.session.public_id
        nights[session] = PairNight(
            day=row.night.day, session=session, so_far_cents=sums["cents"], moved_so_far_cents=sums["moved"]
        )
    return Pair(
        nights=tuple(nights.values()),
        moved_cents=sums["moved"],
        beside_nights=sums["nights"],
        beside_hands=sums["hands"],
        beside_won=sums["won"],
        cents=sums["cents"],
        own_cents=sums["own_cents"],
        by_close=ByClose(coin_cents=sums["coin"]),
        own_by_close=ByClose(shared_cents=sums["own_shared"], coin_cents=sums["own_coin"]),
        last_beside=last_beside,
        against=_against(scope, ids, others, people),
    )


def _against(scope: Scope, ids: tuple[int, ...], others: tuple[int, ...], people: People) -> tuple[AgainstPair, ...]:
    """Return what two did against each pair, most hands first."""
    both = Q(player__in=ids, partner__in=others) | Q(player__in=others, partner__in=ids)
    rows = SideTally.objects.filter(scope.of("night__"), both).order_by().values_list("against", "beside")
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for one, other, *sums in rows.annotate(Sum("hands"), Sum("hands_won"), Sum("cents")):
        key = (min(people.known[one], people.known[other]), max(people.known[one], people.known[other]))
        found[key] = [before + now for before, now in zip(found[key], sums, strict=True)]
    pairs = (
        AgainstPair(players=(people.by_id[one], people.by_id[other]), hands=hands, hands_won=won, cents=cents)
        for (one, other), (hands, won, cents) in found.items()
    )
    return tuple(sorted(pairs, key=lambda pair: (-pair.hands, -pair.cents)))
