"""Melds typed without a space, for who enters a hand on a keyboard: a number and its suits, a run and its suit.

`3oce` is 3O 3C 3E, `1oooo` a secret of aces, `345b` and `101112b` are runs; several follow each other: `3oce345b12o`.
"""

import re

from scoring.games.cuajo.pack.cards import Card, Rank, Suit, card_of

_RUNS = {
    "".join(str(rank.value) for rank in ranks): ranks
    for ranks in ((Rank.THREE, Rank.FOUR, Rank.FIVE), (Rank.JACK, Rank.HORSE, Rank.KING))
}
_RANKS = {str(rank.value): rank for rank in Rank}
_SUITS = {suit.value.lower(): suit for suit in Suit} | {"k": Suit.COPAS}
_MELD = re.compile(rf"({'|'.join(_RUNS)})([{''.join(_SUITS)}])|({'|'.join(_RANKS)})([{''.join(_SUITS)}]+)")
_MELDS = re.compile(rf"(?:{_MELD.pattern})+")


def compact_cards(word: str) -> tuple[Card, ...]:
    """Return the cards of melds written in one word of small letters, none for any other word.

    >>> " ".join(str(card) for card in compact_cards("3oce345b12o"))
    '3O 3C 3E 3B 4B 5B 12O'
    """
    if not _MELDS.fullmatch(word):
        return ()
    cards: list[Card] = []
    for run, suit, rank, suits in _MELD.findall(word):
        ranks = _RUNS[run] if run else (_RANKS[rank],)
        cards += (card_of(rank=each, suit=_SUITS[letter]) for each in ranks for letter in suit + suits)
    return tuple(cards)
