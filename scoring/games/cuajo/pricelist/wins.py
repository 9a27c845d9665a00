"""Whether cards win by a price list: by their kings (L4), or by melds with a baksyo (L2, L3)."""

from scoring.games.cards import COPIES, KINDS, Card, Rank
from scoring.games.cuajo.pricelist.kings import king_win
from scoring.games.cuajo.splits import NO_RUN_MASK, RUN_MASK, Counts, Holding, adjusted
from scoring.games.cuajo.tables import ROOM, pong_fits

type GroupState = tuple[bool, bool]
"""Whether a group of ranks splits completely, and whether it can then hold a baksyo (L3)."""

_GROUP_ENDS = (4, 16, 28)
"""The kinds that may share melds: aces; 3, 4 and 5; jacks, horses and kings."""


def is_price_win(*, holding: Holding) -> bool:
    """Return whether the cards win; kings in a laid secret always do, because they are a rub (L4)."""
    return _has_laid_kings(holding) or _wins(holding.loose, _states(holding.loose), bool(holding.laid))


def lacks_only_baksyo(*, holding: Holding) -> bool:
    """Return whether cards that do not win split completely: they hold a king and no baksyo (L3)."""
    return not is_price_win(holding=holding) and all(splits for splits, _ in _states(holding.loose))


def completing(*, holding: Holding) -> set[int]:
    """Return the index of every kind that makes the cards a win, fifth copies not left out."""
    if _has_laid_kings(holding):
        return {kind.index for kind in KINDS}
    counts, laid = holding.loose, bool(holding.laid)
    before = _states(counts)
    broken = {group for group, (splits, _) in enumerate(before) if not splits}
    any_kind = king_win(counts[24:28]) is not None
    return {
        kind.index
        for kind in KINDS
        if any_kind or kind.rank is Rank.KING or broken <= {_GROUP_OF[kind.index]}
        if _wins_with(counts, before, kind, laid)
    }


def _has_laid_kings(holding: Holding) -> bool:
    return any(meld.cards[0].rank is Rank.KING for meld in holding.laid)


def _states(counts: Counts) -> list[GroupState]:
    return [_state(counts, group) for group in range(len(_GROUP_ENDS))]


def _wins_with(counts: Counts, before: list[GroupState], kind: Card, laid: bool) -> bool:
    if counts[kind.index] == COPIES:
        return False
    after = adjusted(counts, kind, 1)
    group = _GROUP_OF[kind.index]
    return _wins(after, [*before[:group], _state(after, group), *before[group + 1 :]], laid)


_GROUP_OF = tuple(sum(kind.index >= end for end in _GROUP_ENDS) for kind in KINDS)


def _wins(counts: Counts, groups: list[GroupState], laid: bool) -> bool:
    kings = counts[24:28]
    if king_win(kings):
        return True
    if not all(splits for splits, _ in groups):
        return False
    return laid or not any(kings) or any(baksyo for _, baksyo in groups)


def _state(counts: Counts, group: int) -> GroupState:
    match group:
        case 0:
            return bool(pong_fits(counts[0:4])[0] & NO_RUN_MASK), any(counts[0:4])
        case 1:
            (low, low_pong), (middle, middle_pong) = pong_fits(counts[4:8]), pong_fits(counts[8:12])
            high, high_pong = pong_fits(counts[12:16])
            fitting = low & middle & high
            baksyo = RUN_MASK | low_pong | middle_pong | high_pong
        case _:
            (jacks, jack_pong), (horses, horse_pong) = pong_fits(counts[16:20]), pong_fits(counts[20:24])
            fitting = jacks & horses & ROOM[counts[24:28]]
            baksyo = RUN_MASK | jack_pong | horse_pong
    return bool(fitting), bool(fitting & baksyo)
