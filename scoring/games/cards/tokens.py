"""Tolerant reading of cards as players type and dictate them."""

# All languages are read at once: one table mixes Filipino, Spanish and English in one sentence. Examples: `12O`, `12
# O`, `hari oros`, `rei d'oros`, `red flower`, `3oce345b`, `oros 3 4 5`, `3x 12O`, `tatlong alas na oros`, `king of
# coins and cups`. This module makes tokens, `phrases.py` makes cards of them.

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from scoring.frozen import Frozen
from scoring.games.cards.pack import Kind, Meaning, Pack
from scoring.games.cards.phrases import MOST_COPIES, RANKS, SOFT, Token, read_clause


class Reading(Frozen):
    """The cards of a text, and words not understood."""

    cards: tuple[str, ...]
    written: tuple[str, ...]
    unread: tuple[Token, ...]

    @property
    def unknown(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.unread)


def read_words(*, text: str, pack: Pack) -> Reading:
    """Read cards. Doubtful words stay in `unread`."""
    # Doubtful words are left unread, because a wrong card costs money and a question does not.
    written: list[str] = []
    cards: list[str] = []
    unread: list[Token] = []
    for clause in _clauses(text.translate(_NARROW), pack):
        if isinstance(clause, str):
            written.append(clause)
            continue
        found, left = read_clause(words=clause, pack=pack)
        cards += found
        written += found
        unread += (replace(token, text=text[token.start : token.end]) for token in left)
    return Reading(cards=tuple(cards), written=tuple(written), unread=tuple(unread))


# Chinese and Japanese keyboards type wide letters.
_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: " "}

_TOKEN = re.compile(
    r"""
    (?P<break>[;.\n\r])
    | (?P<soft>[,/|])
    | (?P<and>[&+])
    | (?P<clock>[0-9]{1,2}:[0-9]{2}(?!\w))
    | (?P<head>:)
    | (?P<prefix>(?P<before>[0-9]+)\ ?[x×*](?![^\W\d_]))
    | (?P<suffix>(?:[x×*]\ ?(?P<after>[0-9]+)|[x×])(?!\w))
    | (?P<link>(?:(?<=[0-9])|(?<=[0-9]\s))[-–—](?=\s?[0-9]))
    | (?P<quiet>(?<=[^\W\d_])['’´]s(?!\w)|["“”«»()¿?¡!'’´\-–—\ufe0e\ufe0f\s])
    | (?P<many>(?P<digits>[0-9]+)['’´]?s(?!\w))
    | (?P<word>[♦♥♠♣]|[\w\u0300-\u036f]+?(?=[x×*][0-9]+(?!\w)|(?![\w\u0300-\u036f])))
    | (?P<other>[^\s,;]+?(?=[\w\s,;]|\Z))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_APOSTROPHE_S = re.compile(r"['’´]s(?!\w)", re.IGNORECASE)
_GLUED = re.compile(r"([0-9]{1,4})([^\W\d_]+)")
_TIMES = {str(number): number for number in range(1, MOST_COPIES + 1)}
_NOTHING = Meaning(kind=Kind.OTHER)
_MOST_WORDS = 3
_MOST_DIGITS = 4


def _clauses(text: str, pack: Pack) -> Iterator[list[Token] | str]:
    """Yield the tokens of clauses, with marks between them."""
    at = 0
    for mark in re.finditer(pack.marks, text, re.IGNORECASE) if pack.marks else ():
        yield from _part(text, at, mark.start(), pack)
        yield ";" if mark[0].isspace() else "3×" if mark[0][0].isdigit() else mark[0]
        at = mark.end()
    yield from _part(text, at, len(text), pack)


def _part(text: str, start: int, end: int, pack: Pack) -> Iterator[list[Token]]:
    """Yield the tokens of each clause between two marks."""
    clause: list[Token] = []
    for match in _TOKEN.finditer(text, start, end):
        token = _token(match, pack)
        if token is None:
            continue
        melds = pack.compact_cards(token.text.lower()) if token.kind is Kind.OTHER else ()
        if token.kind is Kind.BREAK or melds:
            yield _named(clause, pack)
            clause = []
            yield [replace(token, meaning=Meaning(kind=Kind.CARD, value=card)) for card in melds]
        else:
            clause.append(token)
    yield _named(clause, pack)


def _token(match: re.Match[str], pack: Pack) -> Token | None:
    """Make a token of a match, None for punctuation."""
    kind = match.lastgroup or ""
    if kind == "quiet":
        return None
    is_code = match[0].upper() in pack.codes if pack.is_numbered else match[0] in pack.codes
    is_word = kind == "word" or is_code or (kind == "suffix" and match[0].upper() in pack.codes)
    meaning = _word_meaning(_plain(match[0]), pack) if is_word else _sign_meaning(kind, match, pack)
    if _APOSTROPHE_S.match(match.string, match.end()):  # dictation writes *kings* as *king's*
        meaning = replace(meaning, plural=True)
    return Token(meaning=meaning, text=match[0], start=match.start(), end=match.end())


def _sign_meaning(kind: str, match: re.Match[str], pack: Pack) -> Meaning:
    match kind:
        case "prefix":
            joined = " " in match[0] or match.string[match.end() : match.end() + 1].isdigit()
            # `4 x3` may be three fours.
            is_doubtful = joined and pack.card(match["before"])
            return Meaning(kind=Kind.COUNT, value=None if is_doubtful else _TIMES.get(match["before"]))
        case "suffix":
            return Meaning(kind=Kind.SUFFIX, value=_TIMES.get(match["after"]))
        case "many":
            return Meaning(kind=Kind.NUMBER, value=_number(match["digits"]), plural=True)
        case "clock":
            digits = match[0].replace(":", "")
            return Meaning(kind=Kind.RUN, value=digits) if digits in pack.runs else _NOTHING
        case _:
            return Meaning(kind=Kind[kind.upper()])


def _plain(word: str) -> str:
    """Return a word in small letters without accents."""
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _number(digits: str) -> int:
    """Return a number, 0 for one that is too long."""
    return int(digits) if len(digits) <= _MOST_DIGITS else 0


def _word_meaning(word: str, pack: Pack) -> Meaning:
    """Find a word, letter, run, number or card code."""
    words = pack.vocabulary
    if word in words:
        return words[word]
    if word in pack.letters:
        return Meaning(kind=Kind.LETTER, value=pack.letters[word])
    if word in pack.runs:
        return Meaning(kind=Kind.RUN, value=word)
    if word.isascii() and word.isdigit():
        return Meaning(kind=Kind.NUMBER, value=_number(word))
    glued = _GLUED.fullmatch(word)
    suit = words.get(glued[2], _NOTHING) if glued else _NOTHING
    is_suit = glued is not None and suit.kind is Kind.SUIT
    card = pack.codes.get(word.upper()) or (pack.card(_number(glued[1]), suit.value) if glued and is_suit else None)
    return Meaning(kind=Kind.CARD, value=card) if card else _NOTHING


def _named(clause: list[Token], pack: Pack) -> list[Token]:
    """Join names of several words, and find initials."""
    tokens: list[Token] = []
    names = pack.named_cards
    at = 0
    while at < len(clause):
        words = [_plain(token.text) for token in clause[at : at + _MOST_WORDS]]
        size = next((size for size in range(len(words), 0, -1) if tuple(words[:size]) in names), 0)
        if size:
            meaning, last = names[tuple(words[:size])], clause[at + size - 1]
            meaning = replace(meaning, plural=meaning.plural or last.meaning.plural)
            tokens.append(replace(clause[at], meaning=meaning, end=last.end))
        else:
            tokens.append(_initial(clause, at, tokens, pack))
        at += max(size, 1)
    return tokens


def _initial(clause: list[Token], at: int, before: list[Token], pack: Pack) -> Token:
    """Read a token as the initial of a rank."""
    token, after = clause[at], clause[at + 1 : at + 2]
    rank = pack.initials.get(token.text.upper())
    # `A sword` has the article, `A cups` an ace.
    is_article = token.text == "A" and bool(after) and after[0].kind is Kind.SUIT and after[0].text[-1] not in "sS♦♥♠♣"
    is_capital = not is_article and (token.text.isupper() or (bool(after) and after[0].text in "♦♥♠♣"))
    if rank and pack.card(rank):
        meaning = Meaning(kind=Kind.RANK, value=rank) if is_capital or token.text not in "aA" else _NOTHING
        return replace(token, meaning=meaning)
    stands_alone = not before or before[-1].kind not in RANKS
    if rank and is_capital and stands_alone and after and after[0].kind in (Kind.OF, Kind.SUIT, *SOFT):
        return replace(token, meaning=Meaning(kind=Kind.RANK, value=rank))
    return token
