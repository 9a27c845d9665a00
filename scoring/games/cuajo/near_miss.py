"""The distance of a hand from a win (C8)."""

# A *move* of a rank is two numbers: the cards given up and the cards added. Each move has a bit mask of the run vectors
# that leave cards that split. `&` of the masks finds the vectors that suit all ranks. A move is dropped if a shorter
# move with the same balance reaches its vectors, which keeps the search small.

from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache, reduce
from itertools import chain, permutations, product

from scoring.frozen import Frozen
from scoring.games.cards.pack import CardChange
from scoring.games.cuajo import splits
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Counts, cards_left
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import HAND_SIZE, KINGS_START, NO_BAKSYO, NO_RUN_MASK, Fit, Holding, Melds, RankCounts
from scoring.games.cuajo.wins import has_laid_kings, is_win, king_win, new_cards_to_king_win

type Move = tuple[int, int]  # the number of cards given up, and of cards added

type Moves = dict[Move, int]

# In the masks of moves the last bit says the opposite: without runs, some melds hold a baksyo.
_BAKSYO = NO_BAKSYO - NO_RUN_MASK

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
    # A goal that fails costs time, and a larger one finds smaller moves too. So the search begins higher for many
    # strays, and goes on in steps of two.
    nearest = max(_NEAREST, -(-strays // _STRAYS_TO_A_CARD) if holding.scheme is Scheme.CONDITIONS else 0)
    for given_up in range(nearest, HAND_SIZE + 2, 2):
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
        found = {move: mask for move, mask in found.items() if mask & _BAKSYO}
        if not (kings_stay and any(holding.loose[KINGS_START:])):
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
        groups.append(_shortest({move: NO_RUN_MASK | _BAKSYO * (mask > NO_RUN_MASK) for move, mask in found}))
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
    others = [(*move, mask) for move, mask in second.items()]
    for (given, added), mask in first.items():
        room, room_added = goal[0] - given, goal[1] - added
        for more_given, more_added, other in others:
            if more_given > room:
                break
            common = mask & other
            if common and more_added <= room_added:
                if common & NO_RUN_MASK:
                    # One rank with a baksyo is enough (L3).
                    common |= (mask | other) & _BAKSYO
                move = given + more_given, added + more_added
                joined[move] = joined.get(move, 0) | common
    return joined


def _shortest(moves: Moves) -> Moves:
    """Drop vectors that a shorter move of equal balance reaches."""
    reached: dict[int, int] = {}
    kept: Moves = {}
    for given_up, added in sorted(moves):
        mask, before = moves[given_up, added], reached.get(added - given_up, 0)
        new = mask & ~before
        if new:
            kept[given_up, added] = new | NO_RUN_MASK if new & _BAKSYO else new
            reached[added - given_up] = before | mask
    return kept


@lru_cache(maxsize=4096)
def _rank_moves(  # noqa: PLR0917 - a cached leaf, called by position
    held: RankCounts, most: RankCounts, fit: Fit, stay: bool, free_suit: int | None, goal: Move
) -> Moves:
    """Return the moves of a rank within the goal. `free_suit` is that of a sowee whose three meld unlaid (C10)."""
    moves: Moves = {}
    for after, given_up, added in _rank_changes(held, held if stay else (0,) * len(held), most, goal):
        mask = splits.rank_mask(after, fit)
        if free_suit is not None and after[free_suit] >= COPIES - 1:
            rest = tuple(number - (COPIES - 1) * (suit == free_suit) for suit, number in enumerate(after))
            mask |= splits.rank_mask(rest, fit)
        mask ^= _BAKSYO * (mask & NO_RUN_MASK)
        if mask:
            moves[given_up, added] = moves.get((given_up, added), 0) | mask
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
    """Explain a hand of up to 16 cards. `seen` counts all known cards (C3)."""
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


# A *change* of one card is `_OUT` times the card to give up plus the card to add. Cards are counted from 1, and 0 is no
# card. A change concerns one or two ranks, whose masks after it are cached. The other ranks keep their masks.
_OUT = 32

type _Masks = list[tuple[int, int]]  # changes, each with the mask after it
type _Changes = dict[int, int]  # changes after which cards split, above 0 if a split can have a baksyo (L3)


def waits(*, holding: Holding, seen: Counts) -> tuple[Card, ...]:
    """Return every unseen kind that completes the hand."""
    return tuple([KINDS[change - 1] for change in _winning(holding, seen, gives=False)])


def changes(*, holding: Holding, seen: Counts) -> tuple[CardChange[Card], ...]:
    """Return every change of one card that wins."""
    return tuple(map(_cards_of, _winning(holding, seen, gives=True)))


@cache
def _cards_of(change: int) -> CardChange[Card]:
    return CardChange(KINDS[change // _OUT - 1], KINDS[change % _OUT - 1])


def _winning(holding: Holding, seen: Counts, *, gives: bool) -> list[int]:
    """Return the changes that win, in order."""
    loose, three, scheme = holding.loose, holding.free_three, holding.scheme
    found = _changes_to_split(loose, scheme, gives)
    if three is not None and loose[three.index] >= COPIES - 2:
        found |= _changes_to_split(splits.adjusted(loose, three.index, 1 - COPIES), scheme, gives)
    winning = found if scheme is Scheme.CONDITIONS else _by_prices(holding, found, gives)
    # A card given up and added again is no change.
    return sorted([change for change in winning if seen[change % _OUT - 1] < COPIES and change % (_OUT + 1)])


def _by_prices(holding: Holding, splitting: _Changes, gives: bool) -> set[int]:
    """Return the changes that win by a price list (L3, L4)."""
    kings, has_laid = holding.loose[KINGS_START:], bool(holding.laid)
    found = {
        change
        for change, baksyo in splitting.items()
        if baksyo or has_laid or not any(_kings_after(kings, *divmod(change, _OUT)))
    }
    # In a pair `KINGS_START` is any card that is not a king.
    pairs, always = product(range(KINGS_START, len(KINDS) + 1), repeat=2), has_laid_kings(holding)
    wins = {pair for pair in pairs if always or king_win(_kings_after(kings, *pair))}
    if wins:
        to_give = [place for place, number in enumerate(holding.loose, 1) if number] if gives else [0]
        every = product(to_give, range(1, len(KINDS) + 1))
        found |= {_OUT * out + into for out, into in every if (max(out, KINGS_START), max(into, KINGS_START)) in wins}
    return found


@cache
def _kings_after(kings: RankCounts, out: int, into: int) -> RankCounts:
    return tuple([number - (king == out) + (king == into) for king, number in enumerate(kings, KINGS_START + 1)])


def _changes_to_split(counts: Counts, scheme: Scheme, gives: bool) -> _Changes:
    """Return the changes after which all groups split."""
    ranks = [*map(_rank, splits.ranks_of(counts), splits.FITS[scheme])]
    groups = _Group(0, ranks[0]), _Group(4, *ranks[1:4]), _Group(16, *ranks[4:])
    failing = {group for group in groups if not group.mask}
    with_baksyo = {group for group in groups if group.mask != NO_BAKSYO}
    found: _Changes = {}
    for giving, adding in product(groups if gives else (None,), groups):
        changed = {giving, adding}
        # The other groups stay as they are.
        if failing <= changed:
            in_others = not with_baksyo <= changed
            if giving is adding:
                found |= {change: in_others or baksyo for change, baksyo in adding.exchanged().items()}
            else:
                for out, in_giving in giving.less.items() if giving else ((0, 0),):
                    for into, in_adding in adding.more.items():
                        found[out + into] = in_others or in_giving | in_adding
    return found


class _Rank:
    """The masks of a rank, also after each change."""

    def __init__(self, counts: RankCounts, fit: Fit) -> None:
        self.counts, self.fit, self.mask = counts, fit, splits.rank_mask(counts, fit)
        less = [(suit, splits.adjusted(counts, suit, -1)) for suit, number in enumerate(counts) if number > 0]
        self.less = [(_OUT * (suit + 1), splits.rank_mask(after, fit)) for suit, after in less]
        self.more = [(suit + 1, splits.rank_mask(splits.adjusted(counts, suit, 1), fit)) for suit in range(len(counts))]

    @cached_property
    def exchanged(self) -> _Masks:
        after = [(out, _rank(splits.adjusted(self.counts, out // _OUT - 1, -1), self.fit)) for out, _ in self.less]
        return [(out + into, mask) for out, rank in after for into, mask in rank.more]


_rank = cache(_Rank)
_NO_RANK = _Rank((), Fit.NO_KINGS)


class _Group:
    """Ranks that share runs, and the masks after each change."""

    def __init__(self, start: int, one: _Rank, two: _Rank = _NO_RANK, three: _Rank = _NO_RANK) -> None:
        self.mask = one.mask & two.mask & three.mask
        # The place of the first card of each rank, and the mask of the other ranks.
        rests = two.mask & three.mask, one.mask & three.mask, one.mask & two.mask
        self.parts = (start, one, rests[0]), (start + 4, two, rests[1]), (start + 8, three, rests[2])

    @cached_property
    def less(self) -> _Changes:
        return self._after(_OUT, lambda rank: rank.less)

    @cached_property
    def more(self) -> _Changes:
        return self._after(1, lambda rank: rank.more)

    def _after(self, unit: int, masks_of: Callable[[_Rank], _Masks]) -> _Changes:
        return {
            unit * start + change: both ^ NO_BAKSYO
            for start, rank, others in self.parts
            if others
            for change, mask in masks_of(rank)
            if (both := others & mask)
        }

    def exchanged(self) -> _Changes:
        found = self._after(_OUT + 1, lambda rank: rank.exchanged)
        for (start, giving, _), (other, adding, _), (_, third, _) in permutations(self.parts):
            for out, left in giving.less:
                if rest := left & third.mask:
                    for into, mask in adding.more:
                        if both := rest & mask:
                            found[_OUT * start + out + other + into] = both ^ NO_BAKSYO
        return found


type _Part = tuple[Melds, tuple[Card, ...]]  # the largest melds of some cards, and the strays


def best_partial_split(*, holding: Holding) -> _Part:
    """Return the largest melds, and the strays."""
    found = []
    for settled, counts in splits.choices(holding=holding):
        aces, *ranks = splits.ranks_of(counts)
        field, of_field = _best_of_group(1, ranks[:3], holding.scheme)
        face, of_face = _best_of_group(4, ranks[3:], holding.scheme)
        parts = (_best_of_rank(0, aces, holding.scheme), *of_field, *of_face)
        melds, strays = [tuple(chain.from_iterable(part)) for part in zip(*parts, strict=True)]
        found.append((settled + splits.run_melds(field, face) + melds, strays))
    return min(found, key=lambda split: len(split[1]))


def _best_of_group(first: int, ranks: list[RankCounts], scheme: Scheme) -> tuple[RankCounts, list[_Part]]:
    """Return the runs of a group, and the best part of each rank."""
    most = tuple(map(min, *ranks))
    if most == splits.NO_RUNS:
        return most, [_best_of_rank(place, rank, scheme) for place, rank in enumerate(ranks, first)]
    found = []
    for runs in product(*[range(number + 1) for number in most]):
        parts = [_best_of_rank(place, splits.take(rank, runs), scheme) for place, rank in enumerate(ranks, first)]
        found.append((sum([len(strays) for _, strays in parts]), sum(runs), runs, parts))
    # Of equal splits the one with fewest runs is chosen, because players see sets faster.
    *_, runs, parts = min(found)
    return runs, parts


@cache
def _best_of_rank(place: int, counts: RankCounts, scheme: Scheme) -> _Part:
    """Return the largest melds without runs, and the strays."""
    is_kings = 4 * place == KINGS_START
    ways = (splits.single_kings(counts),) if is_kings else splits.packings(counts, scheme)
    shapes = max(ways, key=lambda way: sum(map(sum, way)))
    melds = splits.melds_of_rank(place, shapes, scheme)
    all_cards = (0,) * 4 * place + counts + (0,) * (KINGS_START - 4 * place)
    return melds, cards_left(counts=all_cards, without=[card for meld in melds for card in meld.cards])
