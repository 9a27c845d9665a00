"""The words of a clause as tokens: without articles, and with each word that counts as one `COUNT`."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.games.cards.pack import Pack
from scoring.games.cards.words import Kind, Meaning

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
