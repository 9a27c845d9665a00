"""The distance of a hand from a win (C8)."""

# A *move* of a rank is two numbers: the cards given up and the cards added. Each move has a bit mask of the run vectors
# that leave cards that split. `&` of the masks finds the vectors that suit all ranks. A move is dropped if a shorter
# move with the same balance reaches its vectors, which keeps the search small.

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import chain, product

from scoring.frozen import Frozen
from scoring.games.cards.pack import CardChange
from scoring.games.cuajo import splits
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Counts, Rank, cards_left
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import HAND_SIZE, Fit, Holding, Masks, Melds, RankCounts
from scoring.games.cuajo.wins import common, has_laid_kings, is_price_win, king_win, new_cards_to_king_win, split_result

type Move = tuple[int, int]  # the number of cards given up, and of cards added

type Moves = dict[Move, Masks]

_NEAREST = 2
_STRAYS_TO_A_CARD = 3


def distance(*, holding: Holding, unseen: Counts, kings_stay: bool = False, strays: int = 0) -> int | None:
    """Return the fewest new cards for a win.

    0 means that the hand wins, None that no unseen cards help. `unseen` counts copies by kind (C3).
    """
    # Laid secrets stay (C9). With `kings_stay` kings stay too, since play cannot discard them (C14).
    missing = HAND_SIZE - sum(holding.loose) - sum(len(meld.cards) for meld in holding.laid)
    most = tuple(have + more for have, more in zip(holding.loose, unseen, strict=True))
    by_kings = new_cards_to_king_win(holding=holding, most=most, missing=missing, kings_stay=kings_stay)
    # A small goal fails for a hand with many strays, so the search begins higher. It still finds smaller moves.
    nearest = max(_NEAREST, -(-strays // _STRAYS_TO_A_CARD) if holding.scheme is Scheme.CONDITIONS else 0)
    for given_up in range(nearest, HAND_SIZE + 1):
        goal = given_up, given_up + missing
        if by_kings is not None and by_kings <= goal[1]:
            goal = by_kings - missing, by_kings
        by_melds = _fewest(holding, most, goal, kings_stay)
        if by_melds is not None or goal[1] == by_kings:
            return by_kings if by_melds is None else by_melds
    return by_kings


def _fewest(holding: Holding, most: Counts, goal: Move, kings_stay: bool) -> int | None:
    """Return the fewest new cards up to the goal, or None."""
    found = _all_moves(holding, most, goal, Fit.KINGS, kings_stay)
    if holding.scheme is Scheme.PRICELIST and not holding.laid:
        found = {move: masks for move, masks in found.items() if masks[1]}
        if not (kings_stay and any(holding.loose[splits.KINGS_START :])):
            found |= _all_moves(holding, most, goal, Fit.NO_KINGS, kings_stay)
    missing = goal[1] - goal[0]
    return min((added for given_up, added in found if added - given_up == missing), default=None)


def _all_moves(holding: Holding, most: Counts, goal: Move, kings: Fit, kings_stay: bool) -> Moves:
    """Return the moves of the hand that reach a split."""
    groups: list[Moves] = []
    room, free = goal, holding.free_three
    for group in splits.RANKS_OF[holding.scheme]:
        ranks = [
            _rank_moves(
                holding.loose[start : start + 4],
                most[start : start + 4],
                kings if fit is Fit.KINGS else fit,
                kings_stay and fit is Fit.KINGS,
                free.index - start if free is not None and start <= free.index < start + 4 else None,
                goal,
            )
            for start, fit in group
        ]
        # Groups share no melds, so one bit replaces the run vectors of a finished group.
        found = _combine(ranks, room).items()
        groups.append(_shortest({move: (1, int(bool(fits & (splits.RUN_MASK | own)))) for move, (fits, own) in found}))
        if not groups[-1]:
            return {}
        # Later groups have only the cards that the shortest move of this group leaves.
        room = room[0] - min(given for given, _ in groups[-1]), room[1] - min(added for _, added in groups[-1])
    return _combine(groups, goal)


def _combine(parts: Iterable[Moves], goal: Move) -> Moves:
    """Combine the moves of ranks or groups."""
    first, *others = sorted(parts, key=len)
    return reduce(lambda one, other: _shortest(_combine_two(one, other, goal)), others, first)


def _combine_two(first: Moves, second: Moves, goal: Move) -> Moves:
    """Add the moves of two parts, within the goal."""
    joined: Moves = {}
    others = [(*move, *masks) for move, masks in second.items()]
    for (given, added), (fitting, baksyo) in first.items():
        room, room_added = goal[0] - given, goal[1] - added
        for more_given, more_added, other, other_baksyo in others:
            if more_given > room:
                break
            common = fitting & other
            if common and more_added <= room_added:
                move = given + more_given, added + more_added
                before, before_baksyo = joined.get(move, (0, 0))
                joined[move] = before | common, before_baksyo | common & (baksyo | other_baksyo)
    return joined


def _shortest(moves: Moves) -> Moves:
    """Drop vectors that a shorter move of equal balance reaches."""
    reached: dict[int, Masks] = {}
    kept: Moves = {}
    for given_up, added in sorted(moves):
        fitting, baksyo = moves[given_up, added]
        before, before_baksyo = reached.get(added - given_up, (0, 0))
        new_baksyo = baksyo & ~before_baksyo
        new = fitting & ~before | new_baksyo
        if new:
            kept[given_up, added] = new, new_baksyo
            reached[added - given_up] = before | fitting, before_baksyo | baksyo
    return kept


@lru_cache(maxsize=4096)
def _rank_moves(  # noqa: PLR0917 - a cached leaf, called by position
    held: RankCounts, most: RankCounts, fit: Fit, stay: bool, free_suit: int | None, goal: Move
) -> Moves:
    """Return the moves of a rank within the goal.

    `free_suit` is the suit of the sowee's three, if they may meld unlaid (C10).
    """
    moves: Moves = {}
    for after, given_up, added in _rank_changes(held, held if stay else (0,) * len(held), most, goal):
        fitting, baksyo = splits.rank_masks(after, fit)
        if free_suit is not None and after[free_suit] >= COPIES - 1:
            rest = tuple(number - (COPIES - 1) * (suit == free_suit) for suit, number in enumerate(after))
            fitting |= splits.rank_masks(rest, fit)[0]
        if fitting:
            before, before_baksyo = moves.get((given_up, added), (0, 0))
            moves[given_up, added] = before | fitting, before_baksyo | baksyo
    return _shortest(moves)


def _rank_changes(
    held: RankCounts, fewest: RankCounts, most: RankCounts, goal: Move
) -> list[tuple[RankCounts, int, int]]:
    """Return reachable counts with cards given up and added."""
    most_given, most_added = goal
    ways: list[tuple[RankCounts, int, int]] = [((), 0, 0)]
    for have, least, limit in zip(held, fewest, most, strict=True):
        ways = [
            ((*after, number), given_up + max(0, have - number), added + max(0, number - have))
            for after, given_up, added in ways
            for number in range(max(least, have + given_up - most_given), min(limit, have + most_added - added) + 1)
        ]
    return ways


class NearMiss(Frozen):
    """The best split of a losing hand, with completing exchanges.

    `missing` counts cards up to sixteen. `distance` is None if more than one is missing.
    """

    melds: Melds
    strays: tuple[Card, ...]
    missing: int
    waits: tuple[Card, ...]
    changes: tuple[CardChange[Card], ...]
    distance: int | None

    @property
    def melded(self) -> int:
        return sum(len(meld.cards) for meld in self.melds)


def near_miss(*, holding: Holding, seen: Counts) -> NearMiss:
    """Explain a hand of up to 16 cards.

    `seen` counts all known cards (C3).
    """
    melds, strays = best_partial_split(holding=holding)
    missing = HAND_SIZE - sum(len(meld.cards) for meld in melds) - len(strays)
    # By conditions every card must meld, so a hand with strays does not win.
    wins = missing == 0 and not (strays and holding.scheme is Scheme.CONDITIONS) and is_win(holding=holding)
    single = () if wins or missing else changes(holding=holding, seen=seen)
    # By a price list melded cards may still lose (L3), so it shows no waits for hands of fewer than fifteen cards.
    may_show_waits = missing > 1 and strays and holding.scheme is Scheme.CONDITIONS
    waited = waits(holding=holding, seen=seen) if missing == 1 or may_show_waits else ()
    away = None if missing > 1 else 0 if wins else 1
    if away and not (single or waited):
        unseen = tuple(max(0, COPIES - number) for number in seen)
        away = distance(holding=holding, unseen=unseen, strays=len(strays))
    return NearMiss(melds=melds, strays=strays, missing=missing, waits=waited, changes=single, distance=away)


def is_win(*, holding: Holding) -> bool:
    """Check whether sixteen cards win (C8, L3, L4)."""
    by_prices = holding.scheme is Scheme.PRICELIST
    return is_price_win(holding=holding) if by_prices else splits.is_split(holding=holding)


def waits(*, holding: Holding, seen: Counts) -> tuple[Card, ...]:
    """Return every unseen kind that completes the hand."""
    return tuple(into for _, into in _winning(holding, (None,), seen))


def changes(*, holding: Holding, seen: Counts) -> tuple[CardChange[Card], ...]:
    """Return every change of one card that wins."""
    to_give = [card for card in KINDS if holding.loose[card.index]]
    return tuple(CardChange(out, into) for out, into in _winning(holding, to_give, seen) if out)


type _Change = tuple[Card | None, Card]  # a card to give up, or none, and a card to add

type _Row = list[Masks]  # the masks of a rank, by the suit of a card more

_NONE = 4  # instead of a suit: no card


def _winning(holding: Holding, to_give: Sequence[Card | None], seen: Counts) -> list[_Change]:
    """Return the changes that win, in order."""
    to_add = [[card for card in KINDS[start : start + 4] if seen[card.index] < COPIES] for start in _STARTS]
    loose, three = holding.loose, holding.free_three
    found = _changes_to_split(loose, holding.scheme, to_give, to_add)
    if three is not None and loose[three.index] >= COPIES - 2:
        found |= _changes_to_split(splits.adjusted(loose, three, 1 - COPIES), holding.scheme, to_give, to_add)
    winning = (
        found.keys() if holding.scheme is Scheme.CONDITIONS else _by_prices(holding, found, to_give, [*chain(*to_add)])
    )
    return sorted(winning, key=lambda change: (-1 if change[0] is None else change[0].index, change[1].index))


def _by_prices(
    holding: Holding, splitting: Mapping[_Change, int], to_give: Sequence[Card | None], to_add: Sequence[Card]
) -> set[_Change]:
    """Return the changes that win by a price list (L3, L4)."""
    # The kings after a change depend only on the kings in it, so each pair of kings is counted once.
    kings = {
        change: _kings_of(holding, *change)
        for change in product(*(set(map(_king, each)) for each in (to_give, to_add)))
    }
    found = {
        (out, into)
        for (out, into), result in splitting.items()
        if result > 1 or holding.laid or not any(kings[_king(out), _king(into)])
    }
    alone = {change for change, held in kings.items() if has_laid_kings(holding) or king_win(held)}
    if alone:
        every = ((out, into) for out, into in product(to_give, to_add) if out is not into)
        found |= {(out, into) for out, into in every if (_king(out), _king(into)) in alone}
    return found


def _king(card: Card | None) -> Card | None:
    return card if card is not None and card.rank is Rank.KING else None


def _kings_of(holding: Holding, out: Card | None, into: Card | None) -> RankCounts:
    """Count the loose kings after a change."""
    kings = KINDS[splits.KINGS_START :]
    return tuple(holding.loose[king.index] - (king is out) + (king is into) for king in kings)


def _changes_to_split(
    counts: Counts, scheme: Scheme, to_give: Sequence[Card | None], to_add: Sequence[Sequence[Card]]
) -> dict[_Change, int]:
    """Return the changes after which all groups split.

    Each has the best `split_result` of a group (L3).
    """
    # A change touches two ranks at most, so the masks of the others are looked up once.
    fits = [fit for group in splits.RANKS_OF[scheme] for _, fit in group]
    ranks = [_changed_masks(counts[start : start + 4], fit) for start, fit in zip(_STARTS, fits, strict=True)]
    kept = [rank[_NONE] for rank in ranks]
    other_masks = [common(others) for group in _GROUPS for others in _others(kept[group])]
    before = [split_result([row[_NONE] for row in kept[group]]) for group in _GROUPS]
    known_cards: dict[int, dict[Card, int]] = {}
    found: dict[_Change, int] = {}
    for out in to_give:
        results, rows, own_group = before, kept, -1
        if out is not None:
            own_group, rank = _GROUP_OF[out.index], out.index // 4
            row, results = ranks[rank][out.index % 4], before.copy()
            results[own_group] = split_result((other_masks[rank], row[_NONE]))
        failing = [number for number in _EVERY_GROUP if not results[number]]
        # A card to add can mend only one group.
        if len(failing) > 1:
            continue
        for number in failing or _EVERY_GROUP:
            group = _GROUPS[number]
            if number == own_group:
                rows = [*kept[:rank], row, *kept[rank + 1 :]]
                cards = _cards_to_split(rows[group], to_add[group])
            elif number in known_cards:
                cards = known_cards[number]
            else:
                cards = known_cards[number] = _cards_to_split(kept[group], to_add[group])
            for into, result in cards.items():
                if into is not out:
                    found[out, into] = max(result, *results[:number], *results[number + 1 :])
    return found


def _cards_to_split(rows: Sequence[_Row], to_add: Sequence[Sequence[Card]]) -> dict[Card, int]:
    """Return the cards after which a group splits, with results."""
    found: dict[Card, int] = {}
    for row, others, cards in zip(rows, _others(rows), to_add, strict=True):
        other_masks = common(others)
        for into in cards if other_masks[0] else ():
            if other_masks[0] & row[into.index % 4][0]:
                found[into] = split_result((other_masks, row[into.index % 4]))
    return found


def _others(rows: Sequence[_Row]) -> list[list[Masks]]:
    """Return the masks of the other ranks for each rank."""
    masks = [row[_NONE] for row in rows]
    return [[*masks[:place], *masks[place + 1 :]] for place in range(len(masks))]


@cache
def _changed_masks(counts: RankCounts, fit: Fit) -> list[_Row]:
    """Return the masks of a rank after one change, by suits."""
    suits = range(_NONE + 1)

    def masks(out: int, into: int) -> Masks:
        after = tuple([number - (suit == out) + (suit == into) for suit, number in enumerate(counts)])
        return splits.rank_masks(after, fit) if max(after) <= COPIES else (0, 0)

    return [[masks(out, into) for into in suits] for out in suits]


_GROUPS = (slice(0, 1), slice(1, 4), slice(4, 7))  # the ranks that share runs
_STARTS = range(0, len(KINDS), 4)
_EVERY_GROUP = range(len(_GROUPS))
_GROUP_OF = tuple(number for number, group in enumerate(_GROUPS) for _ in range(4 * (group.stop - group.start)))


def best_partial_split(*, holding: Holding) -> tuple[Melds, tuple[Card, ...]]:
    """Return the largest melds, and the strays."""
    # Of equal splits the one with fewest runs is chosen, because players see sets faster.
    scheme, found = holding.scheme, []
    for settled, counts in splits.choices(holding=holding):
        ranks = [counts[start : start + 4] for start in _STARTS]
        field, face = _best_runs(ranks[1:4], ranks[1:4], scheme), _best_runs(ranks[4:7], ranks[4:6], scheme)
        *others, kings = splits.rank_rests(counts, field, face)
        shapes = [*(splits.best_shapes(rest, scheme)[1] for rest in others), splits.single_kings(kings)]
        melds = splits.split_melds(field, face, shapes, scheme)
        left = cards_left(counts=counts, without=(card for meld in melds for card in meld.cards))
        found.append((settled + melds, left))
    return min(found, key=lambda split: len(split[1]))


def _best_runs(ranks: list[RankCounts], scored: list[RankCounts], scheme: Scheme) -> RankCounts:
    most = [min(suit) for suit in zip(*ranks, strict=True)]
    if not any(most):
        return splits.NO_RUNS

    # The most melded cards win, then the fewest runs.
    def worth(vector: RankCounts) -> tuple[int, int]:
        runs = sum(vector)
        return sum([runs + splits.best_shapes(splits.take(rank, vector), scheme)[0] for rank in scored]), -runs

    return max(product(*[range(number + 1) for number in most]), key=worth)
