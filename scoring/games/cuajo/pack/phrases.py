"""Which cards the words of a clause are; a clause is what stands between full stops, semicolons and lines.

Nothing is guessed. A rank goes before its suit. From the first word that breaks this order no further words up to the
next comma or *and* make a card (`oros hari kopas 3`), and behind them only what stands alone between two of these. A
number before another may count it or be a card of its own, so `3 4 of coins` and `tres rey de oros` are left unread;
`two`, `tatlong`, a plural or a third number settles it. Left unread are also a plural that nobody counted (`kings of
coins`), a number that may count cards named before (`two kings of coins and three of cups`), and a card whose copies
are in doubt (`x3 12O x3 4C`, `12O 3x 4C 2x`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from scoring.games.cuajo.pack.cards import COPIES, Card, Rank, Suit, card_of
from scoring.games.cuajo.pack.words import Kind, Meaning


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


_COUNTS = range(1, COPIES + 1)
_NUMBERS = frozenset(rank.value for rank in Rank)
_LARGEST_FRENCH_NUMBER = 5
_RANKS = frozenset({Kind.RANK, Kind.NUMBER})
_JOINTS = frozenset({Kind.OF, Kind.LINK})
_TIMES = frozenset({Kind.COUNT, Kind.SUFFIX})
_SOFT = frozenset({Kind.SOFT, Kind.AND})
_SILENT = frozenset({*_SOFT, Kind.HEAD})
_LINKED = frozenset({*_RANKS, Kind.ONE, Kind.SUIT, Kind.COPY})
_OUT_OF_ORDER = frozenset({*_RANKS, Kind.SUIT, Kind.LETTER, Kind.ONE})


def card_named(*, number: object, suit: Meaning) -> Card | None:
    """Return the card of this rank, or number, and suit; the numbers of the French pack end at five."""
    if not isinstance(number, int) or number not in _NUMBERS or not isinstance(suit.value, Suit):
        return None
    if suit.french and number > _LARGEST_FRENCH_NUMBER and not isinstance(number, Rank):
        return None
    return card_of(rank=Rank(number), suit=suit.value)


def read_clause(*, words: Iterable[Token]) -> tuple[list[Card], list[Token]]:
    """Return the cards of a clause, and the words that were not understood."""
    tokens = _counted(_without_articles(words))
    cards: list[Card] = []
    left: list[Token] = []
    ordered, counted, at, turned = True, "", 0, False
    while at < len(tokens):
        found, end = _item_at(tokens, at, ordered, counted)
        if turned and tokens[at].kind is not Kind.CARD and not _fills_its_place(tokens, at, end):
            found = []
        cards += found
        if found:
            counted = tokens[at].style if tokens[at].kind is Kind.COUNT else ""
        elif tokens[at].kind in _SOFT:
            ordered = True
        else:
            left += (token for token in tokens[at:end] if token.kind not in _SILENT)
            turned = turned or (ordered and tokens[at].kind is Kind.SUIT)
            ordered = ordered and all(_keeps_order(token) for token in tokens[at:end])
        at = end
    return cards, left


def _keeps_order(token: Token) -> bool:
    """Return whether words after this one may make cards; a single *o* is the word for *or*."""
    return token.kind not in _OUT_OF_ORDER or token.text == "o"


def _fills_its_place(tokens: list[Token], at: int, end: int) -> bool:
    """Return whether an item is all that stands between commas or *and*; where suits go first, no other is certain."""
    return (at == 0 or tokens[at - 1].kind in _SOFT) and end == _segment_end(tokens, at)


def _without_articles(words: Iterable[Token]) -> list[Token]:
    tokens: list[Token] = []
    definite = plural = False
    for token in words:
        if token.kind in (Kind.ARTICLE, Kind.MANY):
            definite, plural = definite or token.kind is Kind.ARTICLE, plural or token.kind is Kind.MANY
            continue
        meaning = replace(token.meaning, plural=True) if plural else token.meaning
        tokens.append(replace(token, meaning=meaning, definite=definite))
        definite = plural = False
    pairs = zip([None, *tokens], tokens, [*tokens[1:], None], strict=False)
    return [token for before, token, after in pairs if token.kind is not Kind.LINK or _joins(before, after)]


def _joins(before: Token | None, after: Token | None) -> bool:
    """Return whether a link stands between what it can join; the English article *a* does not."""
    return before is not None and after is not None and {before.kind, after.kind} <= _LINKED


def _counted(tokens: list[Token]) -> list[Token]:
    """Return the tokens with each number, *pair* or *copies of* that counts as one `COUNT`, and without *one*."""
    found: list[Token] = []
    at = 0
    definite = False
    while at < len(tokens):
        token = tokens[at]
        end = _end_of_count(tokens, at)
        if token.kind is not Kind.ONE or end == at:
            found.append(replace(token, definite=token.definite or definite))
        if end > at and token.kind is not Kind.ONE:
            value = token.meaning.value if token.meaning.value in _COUNTS else None
            meaning = replace(token.meaning, kind=Kind.COUNT, value=value)
            found[-1] = replace(token, meaning=meaning, end=tokens[end - 1].end)
        definite = token.kind is Kind.ONE and end > at
        at = max(end, at + 1)
    return found


def _end_of_count(tokens: list[Token], at: int) -> int:
    """Return where the words end that say how many of the card behind them there are, `at` where none do."""
    token = tokens[at]
    joint = tokens[at + 1].kind if at + 1 < len(tokens) and tokens[at + 1].kind in _JOINTS else None
    end = at + 1 if joint is None else at + 2
    after = tokens[end] if end < len(tokens) else None
    if token.kind not in (Kind.NUMBER, Kind.ONE, Kind.PAIR) or after is None:
        return at
    if after.kind is Kind.COPY:
        return _end_of(tokens, end + 1, _JOINTS)
    if (token.kind, after.kind) == (Kind.ONE, Kind.PAIR):
        return end
    counts = after.kind in _RANKS and (
        token.kind is Kind.PAIR
        or (token.kind is Kind.ONE and joint is not Kind.OF)
        or token.meaning.linked
        or after.meaning.plural
        or joint is Kind.LINK
        or (token.meaning.value == 2 and (at == 0 or tokens[at - 1].kind in _SILENT))
        or (joint is Kind.OF and after.kind is Kind.RANK)
    )
    return end if counts else at


def _item_at(tokens: list[Token], at: int, ordered: bool, counted: str) -> tuple[list[Card], int]:
    """Return the cards that begin here, none where they are in doubt, and where they end."""
    first = _end_of(tokens, at, _TIMES)
    cards, after = _cards_at(tokens, first, ordered, counted)
    if after == first:
        return [], max(first, at + 1)
    end = _end_of(tokens, after, frozenset({Kind.SUFFIX}))
    times = _times(tokens[at:first], tokens[after:end])
    beside_count = first > at or any(token.kind is Kind.COUNT for token in tokens[end : end + 1])
    trails = beside_count and _ends_with_count(tokens, at)
    if not cards or times is None or trails or (len(cards) > 1 and (first > at or end > after)):
        return [], after
    return cards * times, end


def _end_of(tokens: list[Token], at: int, kinds: frozenset[Kind]) -> int:
    while at < len(tokens) and tokens[at].kind in kinds:
        at += 1
    return at


def _ends_with_count(tokens: list[Token], at: int) -> bool:
    last = tokens[_segment_end(tokens, at) - 1]
    return last.kind is Kind.COUNT and last.meaning.value is not None


def _segment_end(tokens: list[Token], at: int) -> int:
    """Return where the words end that no comma and no *and* parts."""
    while at < len(tokens) and tokens[at].kind not in _SOFT:
        at += 1
    return at


def _times(before: list[Token], after: list[Token]) -> int | None:
    """Return how many copies are meant: one, or what the only word that counts says; None in doubt."""
    if not before and not after:
        return 1
    only = [*before, *after]
    value = only[0].meaning.value
    fits = len(only) == 1 and (bool(after) or only[0].kind is Kind.COUNT)
    return value if fits and isinstance(value, int) else None


def _cards_at(tokens: list[Token], at: int, ordered: bool, counted: str) -> tuple[list[Card], int]:
    """Return the cards that begin here and where they end: none and `at` where no card begins."""
    value = tokens[at].meaning.value if at < len(tokens) else None
    if isinstance(value, Card):
        return [value], at + 1
    match [token.kind for token in tokens[at : at + 3]] if ordered else []:
        case [Kind.NUMBER, Kind.LETTER, *_]:
            return _lettered(tokens, at), at + 2
        case [Kind.SUIT, Kind.HEAD, Kind.RANK | Kind.NUMBER]:
            return _headed(tokens, at)
        case [Kind.SUIT, Kind.LINK, Kind.RANK] if _fills_its_place(tokens, at, at + 3):
            card = None if tokens[at + 2].meaning.plural else _card(tokens[at + 2], tokens[at])
            return ([card] if card else []), at + 3
        case [Kind.RANK | Kind.NUMBER, *_]:
            return _ranked(tokens, at, counted)
    return [], at


def _card(rank: Token, suit: Token) -> Card | None:
    return card_named(number=rank.meaning.value, suit=suit.meaning)


def _lettered(tokens: list[Token], at: int) -> list[Card]:
    """Return the card of a number and a letter apart from it; `3 o 4 de oros` may be *or*."""
    letter = tokens[at + 1]
    is_or = letter.text == "o" and [token.kind in _RANKS for token in tokens[at + 2 : at + 3]] == [True]
    lettered_too = [token.kind for token in tokens[at + 3 : at + 4]] == [Kind.LETTER]
    if is_or and not lettered_too:
        return []
    card = _card(tokens[at], letter)
    return [card] if card else []


def _headed(tokens: list[Token], at: int) -> tuple[list[Card], int]:
    """Return the cards of `coins: 3 4 5`, up to the next suit with a colon."""
    end = at + 2
    while end < len(tokens) and [token.kind for token in tokens[end : end + 2]] != [Kind.SUIT, Kind.HEAD]:
        end += 1
    under = [token for token in tokens[at + 2 : end] if token.kind not in _SOFT]
    cards = [_card(token, tokens[at]) for token in under if token.kind in _RANKS and not token.meaning.plural]
    known = [card for card in cards if card is not None]
    return (known if len(known) == len(under) else []), end


def _ranked(tokens: list[Token], at: int, counted: str) -> tuple[list[Card], int]:
    """Return the cards of ranks before suits: one card, a list of ranks of one suit, or one rank of several suits."""
    groups, end = _groups(tokens, at)
    suits, after = _suits(tokens, end)
    if not suits:
        return [], at
    ranks = tuple(chain.from_iterable(groups))
    is_counted = at > 0 and tokens[at - 1].kind in _TIMES
    if len(groups) > 1 and (is_counted or not _is_one_list(tokens, at, groups)):
        return [], at + len(groups[0])
    cards = [_card(rank, suit) for suit in suits for rank in ranks]
    known = [card for card in cards if card is not None]
    in_doubt = (
        len(known) < len(cards)
        or any(token.kind is Kind.LINK for token in tokens[after : after + 1])
        or (len(cards) > 1 and is_counted)
        or (len(ranks) > 1 and len(suits) > 1)
        or any(rank.meaning.plural for rank in ranks) > is_counted
        or (len(groups) == 1 and len(ranks) == 2 and ranks[0].may_count)
        or (not is_counted and ranks[0].may_count and ranks[0].style == counted and not ranks[0].definite)
    )
    return ([] if in_doubt else known), after


def _groups(tokens: list[Token], at: int) -> tuple[list[list[Token]], int]:
    """Return ranks that stand beside each other, in groups parted by commas or *and*, and where the last one ends."""
    groups: list[list[Token]] = []
    while True:
        end = _end_of(tokens, at, _RANKS)
        groups.append(tokens[at:end])
        at = _end_of(tokens, end, _SOFT)
        if at == end or _end_of(tokens, at, _RANKS) == at:
            return groups, end


def _is_one_list(tokens: list[Token], at: int, groups: list[list[Token]]) -> bool:
    """Return whether groups of ranks share the suit behind the last one: `3, 4 and 5 of coins`.

    A single rank before a comma may as well belong to the suit before it: `king of coins, horse, jack of cups`.
    """
    alone = len(groups) == 2 and len(groups[0]) == 1 and at > 0
    return (not alone or tokens[at + 1].kind is Kind.AND) and all(
        not any(rank.meaning.plural or rank.meaning.value not in _NUMBERS for rank in group)
        and not (len(group) > 1 and group[0].may_count and group[1].kind is Kind.RANK)
        for group in groups
    )


def _suits(tokens: list[Token], at: int) -> tuple[list[Token], int]:
    """Return the suits behind a rank and where they end; further ones stand alone between commas or *and*."""
    at = at + 1 if [token.kind in _JOINTS for token in tokens[at : at + 1]] == [True] else at
    if at >= len(tokens) or tokens[at].kind is not Kind.SUIT:
        return [], at
    suits, end = [tokens[at]], at + 1
    while True:
        begin = _end_of(tokens, end, _SOFT)
        further = _end_of(tokens, begin, frozenset({Kind.OF}))
        if begin == end or further >= len(tokens) or tokens[further].kind is not Kind.SUIT:
            return suits, end
        if further + 1 < len(tokens) and tokens[further + 1].kind not in _SOFT:
            return suits[:1], at + 1
        suits.append(tokens[further])
        end = further + 1
