"""A pack as data for the reader: which words and signs make which of its cards."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
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


MOST_COPIES = 4
"""How many copies of a card words may say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word or a sign where it stands in the text; `definite` after an article, so that it counts nothing."""

    meaning: Meaning
    text: str
    start: int
    end: int
    definite: bool = False

    @property
    def kind(self) -> Kind:
        """Return what the word does among cards."""
        return self.meaning.kind

    @property
    def may_count(self) -> bool:
        """Return whether this number may say how many cards there are."""
        return self.kind is Kind.NUMBER and not self.meaning.plural and self.meaning.value in _COUNTS

    @property
    def style(self) -> str:
        """Return how a number is written; nobody changes the style in the middle of counting."""
        return "digits" if self.text[0].isdigit() else "linked" if self.meaning.linked else "words"


_COUNTS = range(1, MOST_COPIES + 1)
RANKS = frozenset({Kind.RANK, Kind.NUMBER})
JOINTS = frozenset({Kind.OF, Kind.LINK})
TIMES = frozenset({Kind.COUNT, Kind.SUFFIX})
SOFT = frozenset({Kind.SOFT, Kind.AND})
SILENT = frozenset({*SOFT, Kind.HEAD})
_LINKED = frozenset({*RANKS, Kind.ONE, Kind.SUIT, Kind.COPY})


def without_articles(words: Iterable[Token]) -> list[Token]:
    """Return the words without articles, plural marks and what says nothing at the beginning."""
    tokens: list[Token] = []
    definite = plural = False
    for token in words:
        if token.kind is Kind.FILLER and (not tokens or tokens[-1].kind in SOFT):
            continue
        if token.kind in (Kind.ARTICLE, Kind.MANY):
            definite, plural = definite or token.kind is Kind.ARTICLE, plural or token.kind is Kind.MANY
            continue
        meaning = replace(token.meaning, plural=True) if plural else token.meaning
        tokens.append(replace(token, meaning=meaning, definite=definite))
        definite = plural = False
    pairs = zip([None, *tokens], tokens, [*tokens[1:], None], strict=False)
    return [token for before, token, after in pairs if token.kind is not Kind.LINK or _stays(before, token, after)]


def _stays(before: Token | None, link: Token, after: Token | None) -> bool:
    """Return whether a link joins what it stands between; the English article *a* does not, a capital may be an ace."""
    if link.text == "A" and (after is None or after.kind is not Kind.RANK):
        return True
    return before is not None and after is not None and {before.kind, after.kind} <= _LINKED


def counted(tokens: list[Token], pack: Pack) -> list[Token]:
    """Return the tokens with each number, *pair* or *copies of* that counts as one `COUNT`, and without *one*."""
    found: list[Token] = []
    at = 0
    definite = False
    while at < len(tokens):
        token = tokens[at]
        end = _end_of_count(tokens, at, pack)
        is_ace = [token.kind for token in tokens[at : at + 3]] == [Kind.ONE, Kind.OF, Kind.SUIT] and token.meaning.value
        if is_ace:
            found.append(replace(token, meaning=replace(token.meaning, kind=Kind.NUMBER)))
        elif token.kind is not Kind.ONE or end == at:
            found.append(replace(token, definite=token.definite or definite))
        if end > at and token.kind is not Kind.ONE:
            value = token.meaning.value if token.meaning.value in _COUNTS else None
            meaning = replace(token.meaning, kind=Kind.COUNT, value=value)
            found[-1] = replace(token, meaning=meaning, end=tokens[end - 1].end)
        definite = token.kind is Kind.ONE and end > at
        at = max(end, at + 1)
    return found


def _end_of_count(tokens: list[Token], at: int, pack: Pack) -> int:
    """Return where the words end that say how many of the card behind them there are, `at` where none do."""
    token = tokens[at]
    joint = tokens[at + 1].kind if at + 1 < len(tokens) and tokens[at + 1].kind in JOINTS else None
    end = at + 1 if joint is None else at + 2
    after = tokens[end] if end < len(tokens) else None
    if token.kind not in (Kind.NUMBER, Kind.ONE, Kind.PAIR) or after is None:
        return at
    if after.kind is Kind.COPY:
        return end_of(tokens, end + 1, JOINTS)
    if (token.kind, after.kind) == (Kind.ONE, Kind.PAIR):
        return end
    is_first = at == 0 or tokens[at - 1].kind in SILENT
    is_word = after.kind is Kind.RANK or after.meaning.named
    is_surely_one = token.meaning.value == 1 and is_first and joint is None and pack.card(1) is None
    counts = (after.kind in RANKS or after.meaning.named) and (
        token.kind is Kind.PAIR
        or (token.kind is Kind.ONE and joint is not Kind.OF and (is_word or not pack.has_number(2)))
        or token.meaning.linked
        or after.meaning.plural
        or joint is Kind.LINK
        or (token.meaning.value == 2 and is_first and not pack.has_number(2))
        or (is_surely_one and is_word)
        or (joint is Kind.OF and is_word)
    )
    return end if counts else at


def end_of(tokens: list[Token], at: int, kinds: frozenset[Kind]) -> int:
    while at < len(tokens) and tokens[at].kind in kinds:
        at += 1
    return at
