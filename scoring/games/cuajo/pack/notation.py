"""Lenient reading of cards as people write them, in English, Filipino and Spanish words (C1, C2).

A card is notation (`12O`), a number and a suit (`12 O`, `4 oros`) or a rank and a suit in words (`hari oros`,
`rey de oros`, `king of coins`); melds may stand in one word (`3oce345b`, [compact.py](compact.py)). Several copies
are `3x 12O`, `12O x2` or `4 copies of 12O`. Commas, semicolons, new lines and the words for *and* separate cards.

Nothing is guessed. Words make cards only in pairs of rank and suit, in this order; from the first word that
breaks the order, no further words up to the next separator make a card (`3 4 5 oros`, `oros hari kopas 3`).
A card whose number of copies is in doubt is left unread too (`x3 12O x3 4C`, `12O 3x 4C 2x`).
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from scoring.games.cuajo.pack.cards import COPIES, Card, Rank, Reading, Suit, card_of
from scoring.games.cuajo.pack.compact import compact_cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """Words that were not understood, as they stand in the text from `start` up to `end`."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WordReading(Reading):
    """A reading that knows where the words stand that it did not understand."""

    unread: tuple[Unread, ...] = ()


def read_words(*, text: str) -> WordReading:
    """Read cards written in notation or in words; never raises, and what is doubtful is left unread.

    Everything that `read_cards` reads without unknown words is read as the same cards.

    >>> [str(card) for card in read_words(text="hari oros, 3x 4 of cups y sota de bastos").cards]
    ['12O', '4C', '4C', '4C', '10B']
    >>> read_words(text="1O king 3C").unread
    (Unread(word='king', start=3, end=7),)
    """
    cards: list[Card] = []
    unread: list[Unread] = []
    for phrase in _phrases(text):
        found, left = _read_phrase(phrase)
        cards += found
        unread += (Unread(word=token.text, start=token.start, end=token.end) for token in left)
    return WordReading(cards=tuple(cards), unknown=tuple(item.word for item in unread), unread=tuple(unread))


class _Kind(Enum):
    PREFIX = auto()
    SUFFIX = auto()
    CARD = auto()
    NUMBER = auto()
    RANK = auto()
    SUIT = auto()
    LETTER = auto()
    OF = auto()
    BREAK = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Token:
    kind: _Kind
    text: str
    start: int
    end: int
    value: Card | Rank | Suit | int | None = None


_RANKS = {
    Rank.ACE: "ace as alas",
    Rank.THREE: "three tres",
    Rank.FOUR: "four cuatro kwatro kuwatro",
    Rank.FIVE: "five cinco singko",
    Rank.JACK: "jack sota sotang",
    Rank.HORSE: "horse knight caballo kabayo kabayong",
    Rank.KING: "king rey hari haring",
}
_SUITS = {
    Suit.OROS: "oros oro coins coin",
    Suit.COPAS: "copas copa kopas kopa cups cup",
    Suit.ESPADAS: "espadas espada swords sword",
    Suit.BASTOS: "bastos basto batons baton clubs club",
}
_LETTERS = {suit.value.lower(): suit for suit in Suit} | {"k": Suit.COPAS}
_NUMBERS = {str(rank.value): rank for rank in Rank}
_RANK_OF = {word: rank for rank, words in _RANKS.items() for word in words.split()}
_SUIT_OF = {word: suit for suit, words in _SUITS.items() for word in words.split()}
_TIMES = {str(number): number for number in range(1, COPIES + 1)}
_AND = frozenset({"and", "at", "y", "&", "+"})
_OF = frozenset({"of", "de", "ng"})

_TOKEN = re.compile(
    r"""
    (?P<break>[,;\n\r])
    | (?P<prefix>(?P<before>[0-9]+)\ ?(?:[x×*](?![^\W\d_])|(?:copies\ of|copias\ de|kopya\ ng)(?!\w)))
    | (?P<suffix>(?:[x×*]\ ?(?P<after>[0-9]+)|[x×])(?!\w))
    | (?P<word>[^\s,;]+?(?=[x×*][0-9]+(?!\w)|[\s,;]|\Z))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_GLUED = re.compile(r"([0-9]+)-?([a-z]+)")
_AROUND = "().:!?\"'"


def _phrases(text: str) -> Iterator[list[_Token]]:
    phrase: list[_Token] = []
    for match in _TOKEN.finditer(text):
        token = _token(match)
        melds = compact_cards(_plain(token.text)) if token.kind is _Kind.OTHER else ()
        if token.kind is _Kind.BREAK or melds:
            yield phrase
            phrase = []
            yield [replace(token, kind=_Kind.CARD, value=card) for card in melds]
        else:
            phrase.append(token)
    yield phrase


def _token(match: re.Match[str]) -> _Token:
    kind, value = _meaning(match)
    return _Token(kind=kind, value=value, text=match[0], start=match.start(), end=match.end())


def _meaning(match: re.Match[str]) -> tuple[_Kind, Card | Rank | Suit | int | None]:
    match match.lastgroup:
        case "break":
            return _Kind.BREAK, None
        case "prefix":
            return _Kind.PREFIX, _TIMES.get(match["before"])
        case "suffix":
            return _Kind.SUFFIX, _TIMES.get(match["after"])
        case _:
            return _word_meaning(_plain(match["word"]))


def _plain(word: str) -> str:
    """Return a word in small letters without accents and without the signs around it."""
    letters = unicodedata.normalize("NFD", word.strip(_AROUND).lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _word_meaning(word: str) -> tuple[_Kind, Card | Rank | Suit | None]:
    tables: tuple[tuple[_Kind, dict[str, Rank] | dict[str, Suit]], ...] = (
        (_Kind.NUMBER, _NUMBERS),
        (_Kind.RANK, _RANK_OF),
        (_Kind.SUIT, _SUIT_OF),
        (_Kind.LETTER, _LETTERS),
    )
    for kind, table in tables:
        if word in table:
            return kind, table[word]
    if word in _AND:
        return _Kind.BREAK, None
    if word in _OF:
        return _Kind.OF, None
    card = _glued_card(word)
    return (_Kind.OTHER, None) if card is None else (_Kind.CARD, card)


def _glued_card(word: str) -> Card | None:
    glued = _GLUED.fullmatch(word)
    if glued is None:
        return None
    rank, suit = _NUMBERS.get(glued[1]), _SUIT_OF.get(glued[2], _LETTERS.get(glued[2]))
    return None if rank is None or suit is None else card_of(rank=rank, suit=suit)


_ATOMS = frozenset({_Kind.NUMBER, _Kind.RANK, _Kind.SUIT, _Kind.LETTER})
_TIMES_KINDS = frozenset({_Kind.PREFIX, _Kind.SUFFIX})


def _read_phrase(tokens: list[_Token]) -> tuple[list[Card], list[_Token]]:
    """Return the cards of a phrase and the tokens left unread."""
    cards: list[Card] = []
    left: list[_Token] = []
    ordered = True
    at = 0
    while at < len(tokens):
        found, end = _item_at(tokens, at, ordered)
        cards += found
        if not found:
            left += tokens[at:end]
            ordered = ordered and tokens[at].kind not in _ATOMS
        at = end
    return cards, left


def _item_at(tokens: list[_Token], at: int, ordered: bool) -> tuple[list[Card], int]:
    """Return the copies of the card that begins here, none where that is in doubt, and where they end."""
    first = _end_of(tokens, at, _TIMES_KINDS)
    card, after = _card_at(tokens, first, ordered)
    if card is None:
        return [], max(first, at + 1)
    end = _end_of(tokens, after, frozenset({_Kind.SUFFIX}))
    times = _times(tokens[at:first], tokens[after:end])
    beside_prefix = first > at or any(token.kind is _Kind.PREFIX for token in tokens[end : end + 1])
    if times is None or (beside_prefix and tokens[-1].kind is _Kind.PREFIX and tokens[-1].value is not None):
        return [], after
    return [card] * times, end


def _end_of(tokens: list[_Token], at: int, kinds: frozenset[_Kind]) -> int:
    while at < len(tokens) and tokens[at].kind in kinds:
        at += 1
    return at


def _card_at(tokens: list[_Token], at: int, ordered: bool) -> tuple[Card | None, int]:
    """Return the card that begins here and where it ends; words in pairs only while they are in order."""
    match tokens[at : at + 3]:
        case [_Token(kind=_Kind.CARD, value=Card() as card), *_]:
            return card, at + 1
        case [_Token(kind=_Kind.NUMBER, value=Rank() as rank), _Token(kind=_Kind.LETTER, value=Suit() as suit), *_]:
            length = 2
        case [_Token(value=Rank() as rank), _Token(kind=_Kind.SUIT, value=Suit() as suit), *_]:
            length = 2
        case [_Token(value=Rank() as rank), _Token(kind=_Kind.OF), _Token(kind=_Kind.SUIT, value=Suit() as suit)]:
            length = 3
        case _:
            return None, at
    return (card_of(rank=rank, suit=suit), at + length) if ordered else (None, at)


def _times(before: list[_Token], after: list[_Token]) -> int | None:
    """Return how many copies are meant: one, or what the only multiplier says; None in doubt."""
    match before, after:
        case [], []:
            return 1
        case ([_Token(kind=_Kind.PREFIX, value=int(times))], []) | ([], [_Token(value=int(times))]):
            return times
        case _:
            return None
