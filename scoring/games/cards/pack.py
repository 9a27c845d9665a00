"""A pack as data for the reader: which words and signs make which of its cards."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from scoring.games.cards.words import LANGUAGES, Kind, Meaning, Words

FIGURES = "123456789"
RUNS_OF_FIGURES = {
    FIGURES[first:end]: tuple(FIGURES[first:end])
    for first in range(len(FIGURES))
    for end in range(first + 3, len(FIGURES) + 1)
}
"""Three and more numbers in order, written without spaces: `345 of hearts`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pack:
    """The cards of a game in its notation.

    `faces` names them by rank, a word or a number, and suit; the suit is empty where it makes no difference. `codes`
    are cards as they are written in capitals without a space, `letters` the suits by their letter apart from the
    number, `initials` the ranks. `names` are whole cards by a name, `runs` numbers written without spaces. `marks`
    stand between cards and are kept. With `is_numbered` a suit has a one, so that every word for one is that number.
    `french` are the same cards where a French pack lies on the table; its `signs` are how that one writes them.
    """

    faces: Mapping[tuple[str, str], str]
    suits: tuple[str, ...] = ()
    codes: Mapping[str, str]
    letters: Mapping[str, str] = field(default_factory=dict)
    initials: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    marks: str = ""
    is_numbered: bool = False
    signs: Mapping[str, str] = field(default_factory=dict)
    french: "Pack | None" = None

    def card(self, rank: object, suit: object = "") -> str | None:
        """Return the card of a rank, or number, and suit, None where there is none."""
        return self.faces.get((str(rank), str(suit))) or self.faces.get((str(rank), ""))

    def has_number(self, number: object) -> bool:
        """Return whether a number is a rank."""
        return str(number) in _ranks(self)

    @property
    def own_signs(self) -> Mapping[str, str]:
        """Return the cards by how the pack writes them."""
        return _own_signs(self)


@cache
def _own_signs(pack: Pack) -> Mapping[str, str]:
    return {pack.signs.get(card, card): card for card in (*pack.faces.values(), *pack.codes.values())}


@cache
def _ranks(pack: Pack) -> frozenset[str]:
    return frozenset(rank for rank, _ in pack.faces)


def meanings(*, words: Words, pack: Pack) -> Iterator[tuple[str, Meaning]]:
    """Yield words of one language, parted by spaces, with what they mean; of ranks and suits those of the pack."""
    ranks = _ranks(pack)
    for names, plural in ((words.ranks, False), (words.many_ranks, True)):
        yield from _named(Kind.RANK, {rank: said for rank, said in names.items() if rank in ranks}, plural=plural)
    for numbers, plural in ((words.numbers, False), (words.many_numbers, True)):
        yield from _named(Kind.NUMBER, numbers, plural=plural)
    yield from _named(Kind.NUMBER, words.linked, linked=True)
    yield from _named(Kind.SUIT, {suit: said for suit, said in words.suits.items() if suit in pack.suits})
    yield words.one, Meaning(kind=Kind.NUMBER, value=1) if pack.is_numbered else Meaning(kind=Kind.ONE)
    yield words.spoken_one, Meaning(kind=Kind.NUMBER if "2" in ranks else Kind.ONE, value=1)
    yield words.copies, Meaning(kind=Kind.COPY)
    yield words.pair, Meaning(kind=Kind.PAIR, value=2)
    yield words.many, Meaning(kind=Kind.MANY)
    yield words.of, Meaning(kind=Kind.OF)
    yield words.link, Meaning(kind=Kind.LINK)
    yield words.articles, Meaning(kind=Kind.ARTICLE)
    yield words.also, Meaning(kind=Kind.AND)
    yield words.fillers, Meaning(kind=Kind.FILLER)


def _named[T: (str, int)](kind: Kind, names: Mapping[T, str], **more: bool) -> Iterator[tuple[str, Meaning]]:
    for value, words in names.items():
        yield words, Meaning(kind=kind, value=value, **more)


@cache
def vocabulary(pack: Pack) -> Mapping[str, Meaning]:
    """Return what every word means where a pack lies on the table."""
    return {
        word: meaning
        for language in LANGUAGES
        for names, meaning in meanings(words=language, pack=pack)
        for word in names.split()
    }


@cache
def named_cards(pack: Pack) -> Mapping[tuple[str, ...], Meaning]:
    """Return the cards of a pack that have names of their own, by the words of the name."""
    return {
        tuple(name.split()): Meaning(kind=Kind.CARD, value=card, plural=plural, named=True)
        for language in LANGUAGES
        for names, plural in ((language.names, False), (language.many_names, True))
        for key, card in pack.names.items()
        for name in names.get(key, "").split("/")
        if name
    }


@cache
def _meld(pack: Pack) -> re.Pattern[str]:
    numbers = sorted((rank for rank in _ranks(pack) if rank.isdigit()), key=len, reverse=True)
    codes = sorted((code.lower() for code in pack.codes if len(code) > 1), key=len, reverse=True)
    letters = "".join(pack.letters) or "(?!)"
    run, rank, code = ("|".join(map(re.escape, each)) or "(?!)" for each in (pack.runs, numbers, codes))
    return re.compile(rf"(?P<run>{run})(?P<suit>[{letters}])|(?P<rank>{rank})(?P<suits>[{letters}]+)|(?P<code>{code})")


def compact_cards(*, word: str, pack: Pack) -> tuple[str, ...]:
    """Return the cards of a word of small letters without spaces, none for any other word.

    In cuajo `3oce` is 3O 3C 3E, `1oooo` a secret of aces, `345b` and `101112b` are runs; several follow each other.
    """
    cards: list[str | None] = []
    at = 0
    while at < len(word):
        found = _meld(pack).match(word, at)
        if not found:
            return ()
        ranks = pack.runs[found["run"]] if found["run"] else (found["rank"],)
        suits = found["suit"] or found["suits"] or ""
        cards += (pack.card(rank, pack.letters[suit]) for rank in ranks for suit in suits)
        cards += [pack.codes[found["code"].upper()]] if found["code"] else []
        at = found.end()
    return () if None in cards else tuple(card for card in cards if card)
