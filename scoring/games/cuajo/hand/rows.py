"""The melds in which somebody put a hand down: cards that stand one after another."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate

from scoring.games.cuajo.hand.melds import Meld, MeldKind, all_melds
from scoring.games.cuajo.pack.cards import KINDS, Card
from scoring.games.cuajo.rules import Scheme

type Melds = tuple[Meld, ...]

_SIZES = (1, 3, 4)
_ONE_OF = tuple(8**card.index for card in KINDS)
"""What a card adds to a number that says how often each kind of card is there, whatever their order."""
_NO_MELD = (-1,) * max(_SIZES)


def _added(cards: Iterable[Card]) -> list[int]:
    return list(accumulate([_ONE_OF[card.index] for card in cards], initial=0))


_KNOWN: Mapping[Scheme, Mapping[int, Meld]] = {
    scheme: {_added(meld.cards)[-1]: meld for meld in all_melds(scheme=scheme)} for scheme in Scheme
}
_OTHER_KINDS: Mapping[Scheme, tuple[MeldKind, ...]] = {
    scheme: tuple(set(MeldKind) - {meld.kind for meld in melds.values()}) for scheme, melds in _KNOWN.items()
}


def as_put_down(*, cards: tuple[Card, ...], paid: Melds, scheme: Scheme, worth: Callable[[Melds], object]) -> Melds:
    """Return the melds that stand in this row of cards if they are worth what the paid ones are, else the paid ones.

    Of three cards like the sowee, and of secrets laid down, only those are melds that are among the paid ones.
    """
    known, others = _KNOWN[scheme], _OTHER_KINDS[scheme]
    if more := [meld for meld in paid if meld.kind in others]:
        known = {**known, **{_added(meld.cards)[-1]: meld for meld in more}}
    return next((melds for melds in _cut(_added(cards), known) if worth(melds) == worth(paid)), paid)


def _cut(row: list[int], known: Mapping[int, Meld]) -> Iterator[Melds]:
    """Yield every way to cut a row into melds, long ones first; it holds what was added up to each card."""
    end = len(row) - 1
    row += _NO_MELD
    begun: list[tuple[int, Melds]] = [(0, ())]
    while begun:
        start, melds = begun.pop()
        if start == end:
            yield melds
        for size in _SIZES:
            if meld := known.get(row[start + size] - row[start]):
                begun.append((start + size, (*melds, meld)))
