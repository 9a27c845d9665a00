"""The melds in which somebody put a hand down: cards that stand one after another."""

from collections.abc import Callable, Iterator, Mapping

from scoring.games.cuajo.hand.melds import Meld, all_melds
from scoring.games.cuajo.pack.cards import Card
from scoring.games.cuajo.rules import Scheme

type Melds = tuple[Meld, ...]

type _Known = Mapping[tuple[Card, ...], Meld]

_SIZES = (4, 3, 1)
_KNOWN: Mapping[Scheme, _Known] = {
    scheme: {tuple(sorted(meld.cards)): meld for meld in all_melds(scheme=scheme)} for scheme in Scheme
}


def as_put_down(*, cards: tuple[Card, ...], paid: Melds, scheme: Scheme, worth: Callable[[Melds], object]) -> Melds:
    """Return the melds that stand in this row of cards if they are worth what the paid ones are, else the paid ones.

    Of three cards like the sowee, and of secrets laid down, only those are melds that are among the paid ones.
    """
    known = {**_KNOWN[scheme], **{meld.cards: meld for meld in paid if len(set(meld.cards)) == 1}}
    wanted = worth(paid)
    return next((melds for melds in _cut(cards, known) if worth(melds) == wanted), paid)


def _cut(row: tuple[Card, ...], known: _Known) -> Iterator[Melds]:
    """Yield every way to cut a row into melds, long ones first."""
    if not row:
        yield ()
    for size in _SIZES:
        meld = known.get(tuple(sorted(row[:size]))) if size <= len(row) else None
        if meld is not None:
            for others in _cut(row[size:], known):
                yield (meld, *others)
