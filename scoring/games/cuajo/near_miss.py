"""The distance of a hand from a win (C8)."""

# A *move* of a rank is two numbers: the cards given up and the cards added. Each move has a bit mask of the run vectors
# that leave cards that split. `&` of the masks finds the vectors that suit all ranks. A move is dropped if a shorter
# move with the same balance reaches its vectors, which keeps the search small.

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import product

from scoring.frozen import Frozen
from scoring.games.cards.pack import CardChange
from scoring.games.cuajo import splits
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Counts, Rank, cards_left
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import HAND_SIZE, Fit, Holding, Masks, Melds, RankCounts
from scoring.games.cuajo.wins import has_laid_kings, is_price_win, king_win, new_cards_to_king_win

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
    missing = HAND_SIZE - sum([len(meld.cards) for meld in melds]) - len(strays)
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


def _winning(holding: Holding, to_give: Sequence[Card | None], seen: Counts) -> list[_Change]:
    """Return the changes that win, in order."""
    loose, three, scheme = holding.loose, holding.free_three, holding.scheme
    found = _changes_to_split(loose, scheme, to_give)
    if three is not None and loose[three.index] >= COPIES - 2:
        found |= _changes_to_split(splits.adjusted(loose, three.index, 1 - COPIES), scheme, to_give)
    winning = found.keys() if scheme is Scheme.CONDITIONS else _by_prices(holding, found, to_give)
    possible = [change for change in winning if seen[change[1].index] < COPIES]
    return sorted(possible, key=lambda change: (-1 if change[0] is None else change[0].index, change[1].index))


def _by_prices(holding: Holding, splitting: Mapping[_Change, bool], to_give: Sequence[Card | None]) -> set[_Change]:
    """Return the changes that win by a price list (L3, L4)."""
    # The kings after a change depend only on the kings in it, so each pair of kings is counted once.
    pairs = product({_king(out) for out in to_give}, {_king(into) for into in KINDS})
    kings = {pair: _kings_of(holding, *pair) for pair in pairs}
    found = {
        (out, into)
        for (out, into), has_baksyo in splitting.items()
        if has_baksyo or holding.laid or not any(kings[_king(out), _king(into)])
    }
    alone = {pair for pair, held in kings.items() if has_laid_kings(holding) or king_win(held)}
    if alone:
        every = ((out, into) for out, into in product(to_give, KINDS) if out is not into)
        found |= {(out, into) for out, into in every if (_king(out), _king(into)) in alone}
    return found


def _king(card: Card | None) -> Card | None:
    return card if card is not None and card.rank is Rank.KING else None


def _kings_of(holding: Holding, out: Card | None, into: Card | None) -> RankCounts:
    """Count the loose kings after a change."""
    kings = KINDS[splits.KINGS_START :]
    return tuple(holding.loose[king.index] - (king is out) + (king is into) for king in kings)


def _changes_to_split(counts: Counts, scheme: Scheme, to_give: Sequence[Card | None]) -> dict[_Change, bool]:
    """Return the changes after which all groups split.

    The value tells whether a split can have a baksyo (L3).
    """
    found: dict[_Change, bool] = {}
    before = splits.masks_of(counts, scheme)
    for out in to_give:
        masks = before.copy()
        if out is not None:
            own = _GROUP_OF[out.index]
            masks[own] = _masks_after(own, counts[splits.GROUPS[own]], scheme, -1).get(out.index, _NO_SPLIT)
        failing = [number for number, (fitting, _) in enumerate(masks) if not fitting]
        # A card to add can mend only one group.
        if len(failing) > 1:
            continue
        after = counts if out is None else splits.adjusted(counts, out.index, -1)
        for number in failing or range(len(masks)):
            others = any(baksyo for _, baksyo in (*masks[:number], *masks[number + 1 :]))
            for index, (_, baksyo) in _masks_after(number, after[splits.GROUPS[number]], scheme, 1).items():
                if (into := KINDS[index]) is not out:
                    found[out, into] = others or bool(baksyo)
    return found


_NO_SPLIT = (0, 0)
_GROUP_OF = tuple(number for number, group in enumerate(splits.GROUPS) for _ in range(group.start, group.stop))


@lru_cache(maxsize=4096)
def _masks_after(number: int, counts: Counts, scheme: Scheme, change: int) -> dict[int, Masks]:
    """Return the masks of a group after a card more or less, by indexes of cards after which it splits."""
    ranks, found = splits.ranks_of(counts), {}
    masks = [*map(splits.rank_masks, ranks, splits.FITS[scheme][number])]
    for place, (start, fit) in enumerate(splits.RANKS_OF[scheme][number]):
        others, others_baksyo = splits.common([*masks[:place], *masks[place + 1 :]])
        for suit, (fitting, baksyo) in enumerate(_rank_masks_after(ranks[place], fit, change) if others else ()):
            if both := others & fitting:
                found[start + suit] = both, both & (others_baksyo | baksyo)
    return found


@cache
def _rank_masks_after(counts: RankCounts, fit: Fit, change: int) -> list[Masks]:
    """Return the masks of a rank after a card more or less, by suits."""
    return [splits.rank_masks(splits.adjusted(counts, suit, change), fit) for suit in range(len(counts))]


def best_partial_split(*, holding: Holding) -> tuple[Melds, tuple[Card, ...]]:
    """Return the largest melds, and the strays."""
    # Of equal splits the one with fewest runs is chosen, because players see sets faster.
    scheme, found = holding.scheme, []
    for settled, counts in splits.choices(holding=holding):
        ranks = splits.ranks_of(counts)
        field, face = _best_runs(ranks[1:4], ranks[1:4], scheme), _best_runs(ranks[4:7], ranks[4:6], scheme)
        *others, kings = splits.rank_rests(counts, field, face)
        shapes = [*(splits.best_shapes(rest, scheme)[1] for rest in others), splits.single_kings(kings)]
        melds = splits.split_melds(field, face, shapes, scheme)
        left = cards_left(counts=counts, without=[card for meld in melds for card in meld.cards])
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
