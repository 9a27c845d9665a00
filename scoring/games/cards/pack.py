"""Packs, and the words for their cards in five languages."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from scoring.frozen import Frozen


class Kind(Enum):
    """The role of a word or a sign among cards."""

    CARD = auto()
    RANK = auto()
    NUMBER = auto()
    RUN = auto()
    SUIT = auto()
    LETTER = auto()
    COUNT = auto()
    SUFFIX = auto()
    ONE = auto()
    COPY = auto()
    PAIR = auto()
    MANY = auto()
    OF = auto()
    LINK = auto()
    ARTICLE = auto()
    FILLER = auto()
    SOFT = auto()
    AND = auto()
    HEAD = auto()
    BREAK = auto()
    OTHER = auto()


class Meaning(Frozen):
    """The meaning of a word, as rank, suit, card or number. `linked` numbers count, such as `tatlong`."""

    kind: Kind
    value: str | int | None = None
    plural: bool = False
    linked: bool = False
    named: bool = False


@cache
def _read_words() -> tuple[tuple[str, str, str], ...]:
    """Read rows of role, card word and spellings with slashes."""
    # Words have no accents: phones and dictation leave them out.
    rows = (line.split("\t") for line in WORDS.read_text(encoding="utf-8").splitlines()[1:])
    return tuple((role, word, "/".join(filter(None, spellings))) for role, word, *spellings in rows)


WORDS = Path(__file__).with_name("words.tsv")
_NAMES = ("name", "names")

FIGURES = "123456789"
# Dictation writes three numbers as one: `345 of hearts`.
RUNS_OF_FIGURES = {
    FIGURES[first:end]: tuple(FIGURES[first:end])
    for first in range(len(FIGURES))
    for end in range(first + 3, len(FIGURES) + 1)
}


class CardChange[C](NamedTuple):
    out: C
    into: C


def written(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards))


@dataclass(frozen=True, kw_only=True, eq=False)
class Pack:
    """The cards of a game in its notation.

    `faces` has cards by rank and suit, with an empty suit if it makes no difference. `codes` are written in
    capitals, `runs` are numbers without spaces. `marks` stay between cards. `french` is the same pack for a
    French deck.
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
        """Return a card by rank and suit, or None."""
        return self.faces.get((str(rank), str(suit))) or self.faces.get((str(rank), ""))

    @cached_property
    def ranks(self) -> frozenset[str]:
        return frozenset(rank for rank, _ in self.faces)

    @cached_property
    def own_signs(self) -> Mapping[str, str]:
        return {self.signs.get(card, card): card for card in (*self.faces.values(), *self.codes.values())}

    @cached_property
    def vocabulary(self) -> Mapping[str, Meaning]:
        return dict(meanings(pack=self))

    @cached_property
    def named_cards(self) -> Mapping[tuple[str, ...], Meaning]:
        """Return the cards by names of several words."""
        return {
            tuple(name.split()): Meaning(kind=Kind.CARD, value=self.names[word], plural=role == "names", named=True)
            for role, word, spellings in _read_words()
            if role in _NAMES and word in self.names
            for name in spellings.split("/")
        }

    @cached_property
    def _meld(self) -> re.Pattern[str]:
        numbers = sorted((rank for rank in self.ranks if rank.isdigit()), key=len, reverse=True)
        codes = sorted((code.lower() for code in self.codes if len(code) > 1), key=len, reverse=True)
        suit = f"[{''.join(self.letters)}]" if self.letters else "(?!)"
        run, rank, code = ("|".join(map(re.escape, each)) or "(?!)" for each in (self.runs, numbers, codes))
        return re.compile(rf"(?P<run>{run})(?P<suit>{suit})|(?P<rank>{rank})(?P<suits>{suit}+)|(?P<code>{code})")

    def compact_cards(self, word: str) -> tuple[str, ...]:
        """Read cards without spaces, such as `345b`, all or none."""
        cards: list[str | None] = []
        at = 0
        while at < len(word):
            found = self._meld.match(word, at)
            if not found:
                return ()
            ranks = self.runs[found["run"]] if found["run"] else (found["rank"],)
            suits = found["suit"] or found["suits"] or ""
            cards += (self.card(rank, self.letters[suit]) for rank in ranks for suit in suits)
            cards += [self.codes[found["code"].upper()]] if found["code"] else []
            at = found.end()
        return () if None in cards else tuple(card for card in cards if card)


def meanings(*, pack: Pack) -> Iterator[tuple[str, Meaning]]:
    """Yield the words of a pack with their meanings."""
    of_pack: Mapping[str, Container[str]] = {"rank": pack.ranks, "ranks": pack.ranks, "suit": pack.suits}
    for role, word, spellings in _read_words():
        if role not in _NAMES and word in of_pack.get(role, (word,)):
            yield from ((spelling, _meaning(role, word, pack)) for spelling in spellings.replace("/", " ").split())


def _meaning(role: str, word: str, pack: Pack) -> Meaning:
    value: str | int | None
    match role:
        case "rank" | "ranks" | "suit":
            kind, value = Kind[role.removesuffix("s").upper()], word
        case "number" | "numbers" | "linked":
            kind, value = Kind.NUMBER, int(word)
        case "one":
            kind, value = (Kind.NUMBER, 1) if pack.is_numbered else (Kind.ONE, None)
        case "spoken_one":
            kind, value = Kind.NUMBER if "2" in pack.ranks else Kind.ONE, 1
        case _:
            kind, value = Kind[role.upper()], 2 if role == "pair" else None
    return Meaning(kind=kind, value=value, plural=role in ("ranks", "numbers"), linked=role == "linked")
