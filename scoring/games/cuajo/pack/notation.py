"""Lenient reading of cards as people write them, in the words of `words.py` (C1, C2).

A card is notation (`12O`), a number and a suit (`12 O`, `4 oros`) or a rank and a suit in words (`hari oros`,
`rei d'oros`, `king of coins`); melds may stand in one word (`3oce345b`, `compact.py`). Several copies are `3x 12O`,
`12O x2`, `two kings of coins` or `tatlong alas na oros`; several ranks or suits `3 4 5 of coins`, `sota, kabayo at
hari ng oros`, `king of coins and cups`, `oros: 3 4 5`.
Here a text becomes tokens; `phrases.py` says which cards they are.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from scoring.games.cuajo.pack.cards import COPIES, Card, Rank, Reading, Suit, card_of, find_card
from scoring.games.cuajo.pack.compact import compact_cards
from scoring.games.cuajo.pack.phrases import Token, card_named, read_clause
from scoring.games.cuajo.pack.words import Kind, Meaning, vocabulary


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


def read_words(*, text: str, french: bool = False) -> WordReading:
    """Read cards written in notation or in words; never raises, and what is doubtful is left unread.

    Everything that `read_cards` reads without unknown words is read as the same cards. The words of the French
    pack (`queen of hearts`) are words only where `french` says that it lies on the table.

    >>> [str(card) for card in read_words(text="hari oros, 3x 4 of cups y sota de bastos").cards]
    ['12O', '4C', '4C', '4C', '10B']
    >>> read_words(text="1O king 3C").unread
    (Unread(word='king', start=3, end=7),)
    """
    cards: list[Card] = []
    unread: list[Unread] = []
    for clause in _without_doubt(list(_clauses(text, french))):
        found, left = read_clause(words=clause)
        cards += found
        unread += (Unread(word=text[token.start : token.end], start=token.start, end=token.end) for token in left)
    return WordReading(cards=tuple(cards), unknown=tuple(item.word for item in unread), unread=tuple(unread))


_TOKEN = re.compile(
    r"""
    (?P<break>[;.\n\r])
    | (?P<soft>[,/])
    | (?P<and>[&+](?!\w))
    | (?P<head>:)
    | (?P<prefix>(?P<before>[0-9]+)\ ?[x×*](?![^\W\d_]))
    | (?P<suffix>(?:[x×*]\ ?(?P<after>[0-9]+)|[x×])(?!\w))
    | (?P<quiet>["“”«»()¿?¡!'’´\-–—\ufe0f\s])
    | (?P<many>(?P<digits>[0-9]+)['’´]?s(?!\w))
    | (?P<word>[♦♥♠♣]|[\w\u0300-\u036f]+?(?=[x×*][0-9]+(?!\w)|(?![\w\u0300-\u036f])))
    | (?P<other>[^\s,;]+?(?=[\w\s,;]|\Z))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_GLUED = re.compile(r"([0-9]{1,2})([a-z]+)")
_TIMES = {str(number): number for number in range(1, COPIES + 1)}
_INITIALS = {"A": Rank.ACE, "J": Rank.JACK, "Q": Rank.HORSE, "K": Rank.KING}
_BEFORE_NO_INITIAL = frozenset({Kind.NUMBER, Kind.RANK})
_AFTER_INITIAL = frozenset({Kind.OF, Kind.SUIT, Kind.SOFT, Kind.AND})
_NOTHING = Meaning(kind=Kind.OTHER)
_LETTERS = {suit.lower(): Meaning(kind=Kind.LETTER, value=suit) for suit in Suit} | {
    "k": Meaning(kind=Kind.LETTER, value=Suit.COPAS)
}
_FRENCH_LETTERS = {"d": Suit.OROS, "h": Suit.COPAS, "s": Suit.ESPADAS}
_FRENCH_CARD = re.compile(r"([345]|[ajqk])([dhs])")
_words = cache(vocabulary)


def _clauses(text: str, french: bool) -> Iterator[list[Token]]:
    clause: list[Token] = []
    for match in _TOKEN.finditer(text):
        token = _token(match, french)
        if token is None:
            continue
        melds = compact_cards(token.text.lower()) if token.kind is Kind.OTHER else ()
        if token.kind is Kind.BREAK or melds:
            yield _with_initials(clause)
            clause = []
            yield [replace(token, meaning=Meaning(kind=Kind.CARD, value=card)) for card in melds]
        else:
            clause.append(token)
    yield _with_initials(clause)


def _without_doubt(clauses: list[list[Token]]) -> list[list[Token]]:
    """Return the clauses without cards whose C may be clubs: those beside letters of the French pack, `3H 4H 5C`."""
    if not any(token.kind is Kind.CARD and token.meaning.french for clause in clauses for token in clause):
        return clauses
    return [
        [
            replace(token, meaning=_NOTHING) if token.kind is Kind.CARD and token.text[-1] in "cC" else token
            for token in clause
        ]
        for clause in clauses
    ]


def _token(match: re.Match[str], french: bool) -> Token | None:
    kind = match.lastgroup or ""
    if kind == "quiet":
        return None
    is_word = kind == "word" or (french and kind == "many" and match[0].endswith("S"))
    meaning = _word_meaning(_plain(match[0]), french) if is_word else _sign_meaning(kind, match)
    return Token(meaning=meaning, text=match[0], start=match.start(), end=match.end())


def _sign_meaning(kind: str, match: re.Match[str]) -> Meaning:
    match kind:
        case "prefix":
            return Meaning(kind=Kind.COUNT, value=_TIMES.get(match["before"]))
        case "suffix":
            return Meaning(kind=Kind.SUFFIX, value=_TIMES.get(match["after"]))
        case "many":
            return Meaning(kind=Kind.NUMBER, value=_number(match["digits"]), plural=True)
        case _:
            return Meaning(kind=Kind[kind.upper()])


def _plain(word: str) -> str:
    """Return a word in small letters without accents."""
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _number(digits: str) -> int:
    """Return a number; none that is longer than those of the pack."""
    return int(digits) if len(digits) <= 2 else 0


def _word_meaning(word: str, french: bool) -> Meaning:
    words = _words(french=french)
    if word in words:
        return words[word]
    if word in _LETTERS:
        return _LETTERS[word]
    if word.isascii() and word.isdigit():
        return Meaning(kind=Kind.NUMBER, value=_number(word))
    if french and (named := _FRENCH_CARD.fullmatch(word)):
        rank = _INITIALS.get(named[1].upper()) or Rank(int(named[1]))
        return Meaning(kind=Kind.CARD, value=card_of(rank=rank, suit=_FRENCH_LETTERS[named[2]]), french=True)
    glued = _GLUED.fullmatch(word)
    card = find_card(text=word) or (glued and card_named(number=int(glued[1]), suit=words.get(glued[2], _NOTHING)))
    return Meaning(kind=Kind.CARD, value=card) if card else _NOTHING


def _with_initials(clause: list[Token]) -> list[Token]:
    """Return the tokens of a clause in which a capital may be a rank, as in `K of coins` or `A, J, K oros`."""
    tokens: list[Token] = []
    for at, token in enumerate(clause):
        rank = _INITIALS.get(token.text)
        stands_alone = not tokens or tokens[-1].kind not in _BEFORE_NO_INITIAL
        if rank and stands_alone and clause[at + 1 : at + 2] and clause[at + 1].kind in _AFTER_INITIAL:
            tokens.append(replace(token, meaning=Meaning(kind=Kind.RANK, value=rank)))
        else:
            tokens.append(token)
    return tokens
