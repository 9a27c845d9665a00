"""How far a hand is from a win: the fewest new cards it needs, each in the place of one it gives up (C8).

A *move* of a rank adds some cards and gives up others; it is known by both numbers. For every move `tables`
tell, as bits, which run vectors leave cards that split. Ranks that share runs agree on the vectors left after
`&`.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache, reduce

from scoring.games.cards import COPIES
from scoring.games.cuajo.house_rule import Scheme
from scoring.games.cuajo.pricelist.kings import new_cards_to_king_win
from scoring.games.cuajo.splits import HAND_SIZE, NO_RUN_MASK, RUN_MASK, Counts, Holding
from scoring.games.cuajo.tables import FITS, ROOM, RankCounts, pong_fits

type Move = tuple[int, int]
"""How many cards are given up, and how many are added."""

type Masks = tuple[int, int]
"""The run vectors that leave complete melds, and those of them that leave a baksyo (L3)."""

type Moves = dict[Move, Masks]


class _Fit(StrEnum):
    """What the cards of a rank split into; the aces have no runs, and kings that stay are never given up."""

    ACES = "aces"
    PLAIN = "plain"
    KINGS = "kings"
    KINGS_STAY = "kings_stay"
    NO_KINGS = "no_kings"


_GROUPS = ((_Fit.ACES,), (_Fit.PLAIN,) * 3, (_Fit.PLAIN, _Fit.PLAIN, _Fit.KINGS))
_NEAR = 3
"""Most hands that are asked about lack no more than this; farther moves are looked up only when needed."""

_STARTS = ((0,), (4, 8, 12), (16, 20, 24))
_KINGS = 24
"""Where the kings begin among the kinds."""


def distance(*, holding: Holding, unseen: Counts, kings_stay: bool = False) -> int | None:
    """Return the fewest new cards with which up to sixteen cards win, or None where no unseen cards help.

    0 is a win; for sixteen cards it is the number of cards to exchange. Laid secrets stay (C9), and with
    `kings_stay` so do the kings: while play goes on they cannot be discarded (C14). `unseen` counts the
    copies of each kind that can still come (C3).
    """
    missing = HAND_SIZE - sum(holding.loose) - sum(len(meld.cards) for meld in holding.laid)
    most = tuple(have + more for have, more in zip(holding.loose, unseen, strict=True))
    by_kings = new_cards_to_king_win(holding=holding, most=most, missing=missing, kings_stay=kings_stay)
    kings = _Fit.KINGS_STAY if kings_stay else _Fit.KINGS
    for given_up in range(sum(holding.loose) + 1):
        added = given_up + missing
        if by_kings is not None and added >= by_kings:
            return by_kings
        if _reaches(holding, most, (given_up, added), kings):
            return added
    return by_kings


def _reaches(holding: Holding, most: Counts, goal: Move, kings: _Fit) -> bool:
    found = _all_moves(holding, most, goal, kings).get(goal, (0, 0))
    if holding.scheme is Scheme.CONDITIONS or holding.laid:
        return bool(found[0])
    if found[1]:
        return True
    may_be_gone = kings is _Fit.KINGS or not any(holding.loose[_KINGS:])
    return may_be_gone and goal in _all_moves(holding, most, goal, _Fit.NO_KINGS)


def _all_moves(holding: Holding, most: Counts, goal: Move, kings: _Fit) -> Moves:
    groups = []
    for starts, fits in zip(_STARTS, _GROUPS, strict=True):
        ranks = [
            _rank_moves(
                holding.loose[start : start + 4],
                most[start : start + 4],
                kings if fit is _Fit.KINGS else fit,
                holding.scheme,
                _free_suit(holding, start),
                _NEAR if max(goal) <= _NEAR else HAND_SIZE,
            )
            for start, fit in zip(starts, fits, strict=True)
        ]
        groups.append(_as_group(_together(ranks, goal)))
    return _together(groups, goal)


def _free_suit(holding: Holding, start: int) -> int | None:
    """Return the suit of the sowee's three other copies if they are of this rank and may be a meld (C10)."""
    three = holding.free_three
    return three.index - start if three is not None and start <= three.index < start + 4 else None


def _as_group(moves: Moves) -> Moves:
    return {
        move: (1, int(bool(with_baksyo or fitting & RUN_MASK)))
        for move, (fitting, with_baksyo) in moves.items()
    }


def _together(parts: Iterable[Moves], goal: Move) -> Moves:
    """Return the moves of several parts at once, as far as the goal."""
    return reduce(lambda first, second: _both(first, _within(second, goal), goal), parts, {(0, 0): (-1, 0)})


def _within(moves: Moves, goal: Move) -> Moves:
    return {move: masks for move, masks in moves.items() if move[0] <= goal[0] and move[1] <= goal[1]}


def _both(first: Moves, second: Moves, goal: Move) -> Moves:
    joined: Moves = {}
    for (given, added), (fitting, baksyo) in first.items():
        for (more_given, more_added), (other, other_baksyo) in second.items():
            common = fitting & other
            move = given + more_given, added + more_added
            if common and move[0] <= goal[0] and move[1] <= goal[1]:
                before, before_baksyo = joined.get(move, (0, 0))
                joined[move] = before | common, before_baksyo | common & (baksyo | other_baksyo)
    return joined


@lru_cache(maxsize=4096)
def _rank_moves(  # noqa: PLR0917 - a cached leaf, called by position
    held: RankCounts, most: RankCounts, fit: _Fit, scheme: Scheme, free_suit: int | None, changed: int
) -> Moves:
    """Return every move of a rank that gives up or adds so many cards at most.

    Three cards alike of `free_suit` may be a meld (C10).
    """
    moves: Moves = {}
    fewest = held if fit is _Fit.KINGS_STAY else (0,) * len(held)
    for after, given_up, added in _rank_changes(held, fewest, most, changed):
        fitting, baksyo = _masks(after, fit, scheme)
        if free_suit is not None and after[free_suit] >= COPIES - 1:
            rest = tuple(number - (COPIES - 1) * (suit == free_suit) for suit, number in enumerate(after))
            fitting |= _masks(rest, fit, scheme)[0]
        if fitting:
            before, before_baksyo = moves.get((given_up, added), (0, 0))
            moves[given_up, added] = before | fitting, before_baksyo | baksyo
    return moves


def _rank_changes(
    held: RankCounts, fewest: RankCounts, most: RankCounts, changed: int
) -> list[tuple[RankCounts, int, int]]:
    """Return what a rank may come to hold, with how many cards are given up and added for it."""
    ways: list[tuple[RankCounts, int, int]] = [((), 0, 0)]
    for have, least, limit in zip(held, fewest, most, strict=True):
        ways = [
            ((*after, number), given_up + max(0, have - number), added + max(0, number - have))
            for after, given_up, added in ways
            for number in range(max(least, have + given_up - changed), min(limit, have + changed - added) + 1)
        ]
    return ways


def _masks(counts: RankCounts, fit: _Fit, scheme: Scheme) -> Masks:
    match fit:
        case _Fit.KINGS | _Fit.KINGS_STAY:
            return ROOM[counts], 0
        case _Fit.NO_KINGS:
            return 0 if any(counts) else NO_RUN_MASK, 0
        case _:
            fitting, baksyo = pong_fits(counts) if scheme is Scheme.PRICELIST else (FITS[counts], 0)
    if fit is _Fit.PLAIN:
        return fitting, baksyo
    return fitting & NO_RUN_MASK, fitting & NO_RUN_MASK if any(counts) else 0
