"""Which cards the words of a clause are; a clause is what stands between full stops, semicolons and lines.

Nothing is guessed. A rank goes before its suit. From the first word that breaks this order no further words up to the
next comma or *and* make a card (`oros hari kopas 3`), and behind them only what stands alone between two of these. A
number before another may count it or be a card of its own, so `3 4 of coins` and `tres rey de oros` are left unread;
`two`, `tatlong`, a plural or a third number settles it. Left unread are also a plural that nobody counted (`kings of
coins`), a number that may count cards named before (`two kings of coins and three of cups`), and a card whose copies
are in doubt (`x3 12O x3 4C`, `12O 3x 4C 2x`). Suits go first only where they do so between all commas of a clause.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, pairwise

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
_RANKS = frozenset({Kind.RANK, Kind.NUMBER})
_JOINTS = frozenset({Kind.OF, Kind.LINK})
_TIMES = frozenset({Kind.COUNT, Kind.SUFFIX})
_SOFT = frozenset({Kind.SOFT, Kind.AND})
_SILENT = frozenset({*_SOFT, Kind.HEAD})
_LINKED = frozenset({*_RANKS, Kind.ONE, Kind.SUIT, Kind.COPY})
_OUT_OF_ORDER = frozenset({*_RANKS, Kind.RUN, Kind.SUIT, Kind.LETTER, Kind.ONE})


def read_clause(*, words: Iterable[Token], pack: Pack) -> tuple[list[str], list[Token]]:
    """Return the cards of a clause, and the words that were not understood."""
    tokens = _without_articles(words)
    clause = _Clause(tokens=_counted(tokens, pack), pack=pack)
    if cards := clause.suits_first():
        return cards, []
    return clause.read()


def _keeps_order(token: Token) -> bool:
    """Return whether words after this one may make cards; a single *o* is the word for *or*."""
    return token.kind not in _OUT_OF_ORDER or token.text == "o"


def _without_articles(words: Iterable[Token]) -> list[Token]:
    """Return the words without articles, plural marks and what says nothing at the beginning."""
    tokens: list[Token] = []
    definite = plural = False
    for token in words:
        if token.kind is Kind.FILLER and (not tokens or tokens[-1].kind in _SOFT):
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


def _counted(tokens: list[Token], pack: Pack) -> list[Token]:
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
    joint = tokens[at + 1].kind if at + 1 < len(tokens) and tokens[at + 1].kind in _JOINTS else None
    end = at + 1 if joint is None else at + 2
    after = tokens[end] if end < len(tokens) else None
    if token.kind not in (Kind.NUMBER, Kind.ONE, Kind.PAIR) or after is None:
        return at
    if after.kind is Kind.COPY:
        return _end_of(tokens, end + 1, _JOINTS)
    if (token.kind, after.kind) == (Kind.ONE, Kind.PAIR):
        return end
    is_first = at == 0 or tokens[at - 1].kind in _SILENT
    is_word = after.kind is Kind.RANK or after.meaning.named
    is_surely_one = token.meaning.value == 1 and is_first and joint is None and pack.card(1) is None
    counts = (after.kind in _RANKS or after.meaning.named) and (
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


def _end_of(tokens: list[Token], at: int, kinds: frozenset[Kind]) -> int:
    while at < len(tokens) and tokens[at].kind in kinds:
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


@dataclass(slots=True, kw_only=True)
class _Clause:
    """What stands between full stops, semicolons and lines, read from the left; ranks before `barren` have no suit."""

    tokens: list[Token]
    pack: Pack
    barren: int = 0

    def read(self) -> tuple[list[str], list[Token]]:
        """Return the cards, and the words that were not understood."""
        tokens = self.tokens
        cards: list[str] = []
        left: list[Token] = []
        ordered, counted, at, turned = True, "", 0, False
        while at < len(tokens):
            found, end = self._item_at(at, ordered, counted)
            if turned and tokens[at].kind is not Kind.CARD and not self._fills_its_place(at, end):
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

    def suits_first(self) -> list[str]:
        """Return the cards of `oros 3 4 5, copas hari`, none unless every part between commas is so."""
        cards: list[str] = []
        at = 0
        while at < len(self.tokens):
            end = self._segment_end(at)
            begin = at + (self.tokens[at].kind is Kind.OF)
            ranks = self.tokens[begin + 1 : end]
            in_doubt = any(one.may_count and other.kind is Kind.RANK for one, other in pairwise(ranks))
            starts = bool(ranks) and self.tokens[begin].kind is Kind.SUIT
            found = self._under(ranks, self.tokens[begin]) if starts and not in_doubt else []
            if not found:
                return []
            cards += found
            at = end + 1
        return cards

    def _fills_its_place(self, at: int, end: int) -> bool:
        """Return whether an item is all that stands between commas or *and*; where suits go first, no other is sure."""
        return (at == 0 or self.tokens[at - 1].kind in _SOFT) and end == self._segment_end(at)

    def _item_at(self, at: int, ordered: bool, counted: str) -> tuple[list[str], int]:
        """Return the cards that begin here, none where they are in doubt, and where they end."""
        tokens = self.tokens
        first = _end_of(tokens, at, _TIMES)
        cards, after = self._cards_at(first, ordered, counted)
        if after == first:
            return [], max(first, at + 1)
        end = _end_of(tokens, after, frozenset({Kind.SUFFIX}))
        if len(cards) == 1 and first == at and end == after and self._is_trailing_count(at, after):
            return cards * int(str(tokens[after].meaning.value)), after + 1
        times = _times(tokens[at:first], tokens[after:end])
        beside_count = first > at or any(token.kind is Kind.COUNT for token in tokens[end : end + 1])
        trails = beside_count and self._ends_with_count(at)
        if not cards or times is None or trails or (len(cards) > 1 and (first > at or end > after)):
            return [], after
        return cards * times, end

    def _is_trailing_count(self, at: int, after: int) -> bool:
        """Return whether a number that is no rank counts the only card before it: `hari oros dalawa`."""
        number = self.tokens[after : after + 1]
        return (
            self.tokens[at].kind in _RANKS
            and [token.may_count for token in number] == [True]
            and number[0].meaning.value != 1
            and not self.pack.has_number(number[0].meaning.value)
            and self._fills_its_place(at, after + 1)
        )

    def _ends_with_count(self, at: int) -> bool:
        last = self.tokens[self._segment_end(at) - 1]
        return last.kind is Kind.COUNT and last.meaning.value is not None

    def _segment_end(self, at: int) -> int:
        """Return where the words end that no comma and no *and* parts."""
        while at < len(self.tokens) and self.tokens[at].kind not in _SOFT:
            at += 1
        return at

    def _cards_at(self, at: int, ordered: bool, counted: str) -> tuple[list[str], int]:
        """Return the cards that begin here and where they end: none and `at` where no card begins."""
        tokens = self.tokens
        if at < len(tokens) and tokens[at].kind is Kind.CARD:
            is_counted = at > 0 and tokens[at - 1].kind in _TIMES
            in_doubt = tokens[at].meaning.plural > is_counted
            return ([] if in_doubt else [str(tokens[at].meaning.value)]), at + 1
        found: tuple[list[str], int] = [], at
        match [token.kind for token in tokens[at : at + 3]] if ordered else []:
            case [Kind.NUMBER, Kind.LETTER, *_]:
                found = self._lettered(at), at + 2
            case [Kind.SUIT, Kind.HEAD, Kind.RANK | Kind.NUMBER | Kind.RUN]:
                found = self._headed(at)
            case [Kind.SUIT, Kind.LINK, Kind.RANK] if self._fills_its_place(at, at + 3):
                found = self._under([tokens[at + 2]], tokens[at]), at + 3
            case [Kind.RUN, *_]:
                found = self._run(at)
            case [Kind.RANK | Kind.NUMBER, *_] if self._stands_alone(at):
                found = self._alone(at), at + 1
            case [Kind.RANK | Kind.NUMBER, *_] if at >= self.barren:
                found = self._ranked(at, counted)
        return found

    def _card(self, rank: Token, suit: Token) -> str | None:
        return self.pack.card(rank.meaning.value, suit.meaning.value)

    def _stands_alone(self, at: int) -> bool:
        """Return whether a rank that needs no suit has none behind it."""
        after = _end_of(self.tokens, at + 1, _JOINTS)
        has_suit = [token.kind for token in self.tokens[after : after + 1]] in ([Kind.SUIT], [Kind.LETTER])
        return not has_suit and self.pack.card(self.tokens[at].meaning.value) is not None

    def _alone(self, at: int) -> list[str]:
        """Return the card of such a rank; `2 rey` may be two kings."""
        token, after = self.tokens[at], self.tokens[at + 1 : at + 2]
        is_counted = at > 0 and self.tokens[at - 1].kind in _TIMES
        is_first = at == 0 or self.tokens[at - 1].kind in _SILENT
        may_count = token.may_count and is_first and [each.kind for each in after] == [Kind.RANK]
        card = self.pack.card(token.meaning.value)
        return [] if card is None or may_count or token.meaning.plural > is_counted else [card]

    def _lettered(self, at: int) -> list[str]:
        """Return the card of a number and a letter apart from it; `3 o 4 de oros` may be *or*."""
        letter = self.tokens[at + 1]
        is_or = letter.text == "o" and [token.kind in _RANKS for token in self.tokens[at + 2 : at + 3]] == [True]
        lettered_too = [token.kind for token in self.tokens[at + 3 : at + 4]] == [Kind.LETTER]
        if is_or and not lettered_too:
            return []
        card = self._card(self.tokens[at], letter)
        return [card] if card else []

    def _run(self, at: int) -> tuple[list[str], int]:
        """Return the cards of numbers written without spaces and one suit: `345 of coins`."""
        is_letter = [token.kind for token in self.tokens[at + 1 : at + 2]] == [Kind.LETTER]
        suits, after = ([self.tokens[at + 1]], at + 2) if is_letter else self._suits(at + 1)
        ranks = self.pack.runs[str(self.tokens[at].meaning.value)]
        cards = [self.pack.card(rank, suit.meaning.value) for suit in suits for rank in ranks]
        known = [card for card in cards if card]
        return (known if len(suits) == 1 and len(known) == len(cards) else []), max(after, at + 1)

    def _headed(self, at: int) -> tuple[list[str], int]:
        """Return the cards of `coins: 3 4 5`, up to the next suit with a colon."""
        end = at + 2
        while end < len(self.tokens) and [token.kind for token in self.tokens[end : end + 2]] != [Kind.SUIT, Kind.HEAD]:
            end += 1
        ranks = [token for token in self.tokens[at + 2 : end] if token.kind not in _SOFT]
        return self._under(ranks, self.tokens[at]), end

    def _under(self, ranks: list[Token], suit: Token) -> list[str]:
        """Return the cards of a suit and the ranks behind it, none where any makes no card."""
        if any(rank.kind not in (*_RANKS, Kind.RUN) or rank.meaning.plural for rank in ranks):
            return []
        values = [
            value
            for rank in ranks
            for value in (self.pack.runs[str(rank.meaning.value)] if rank.kind is Kind.RUN else (rank.meaning.value,))
        ]
        cards = [self.pack.card(value, suit.meaning.value) for value in values]
        return [card for card in cards if card] if all(cards) else []

    def _ranked(self, at: int, counted: str) -> tuple[list[str], int]:
        """Return the cards of ranks before suits: one card, ranks of one suit, or one rank of several suits."""
        tokens = self.tokens
        groups, end = self._groups(at)
        suits, after = self._suits(end)
        is_lettered = not suits and len(groups) == 1 and self._is_lettered_list(groups[0], end)
        if is_lettered:
            suits, after = [tokens[end]], end + 1
        if not suits:
            self.barren = end
            return [], at
        ranks = tuple(chain.from_iterable(groups))
        is_counted = at > 0 and tokens[at - 1].kind in _TIMES
        if len(groups) > 1 and (is_counted or not self._is_one_list(at, groups)):
            return [], at + len(groups[0])
        cards = [self._card(rank, suit) for suit in suits for rank in ranks]
        known = [card for card in cards if card is not None]
        names_each = len(suits) > 1 and len(ranks) == 1 and ranks[0].definite
        in_doubt = (
            len(known) < len(cards)
            or any(token.kind is Kind.LINK for token in tokens[after : after + 1])
            or (len(cards) > 1 and is_counted)
            or (len(ranks) > 1 and len(suits) > 1)
            or (any(rank.meaning.plural for rank in ranks) > is_counted and not names_each)
            or (len(groups) == 1 and len(ranks) == 2 and ranks[0].may_count)
            or (not is_counted and ranks[0].may_count and ranks[0].style == counted and not ranks[0].definite)
        )
        return ([] if in_doubt else known), after

    def _is_lettered_list(self, ranks: list[Token], end: int) -> bool:
        """Return whether three or more numbers have the letter of their suit behind them: `10-11-12 B`."""
        is_list = len(ranks) > 2 and all(rank.kind is Kind.NUMBER for rank in ranks)
        return is_list and [token.kind for token in self.tokens[end : end + 1]] == [Kind.LETTER]

    def _groups(self, at: int) -> tuple[list[list[Token]], int]:
        """Return ranks that stand beside each other, in groups parted by commas or *and*, and where the last ends."""
        groups: list[list[Token]] = []
        while True:
            end = _end_of(self.tokens, at, _RANKS)
            groups.append(self.tokens[at:end])
            at = _end_of(self.tokens, end, _SOFT)
            if at == end or _end_of(self.tokens, at, _RANKS) == at:
                return groups, end

    def _is_one_list(self, at: int, groups: list[list[Token]]) -> bool:
        """Return whether groups of ranks share the suit behind the last one: `3, 4 and 5 of coins`.

        A single rank before a comma may as well belong to the suit before it: `king of coins, horse, jack of cups`.
        """
        alone = len(groups) == 2 and len(groups[0]) == 1 and at > 0
        return (not alone or self.tokens[at + 1].kind is Kind.AND) and all(
            not any(rank.meaning.plural or not self._is_rank(rank) for rank in group)
            and not (len(group) > 1 and group[0].may_count and group[1].kind is Kind.RANK)
            for group in groups
        )

    def _is_rank(self, token: Token) -> bool:
        return token.kind is Kind.RANK or self.pack.has_number(token.meaning.value)

    def _suits(self, at: int) -> tuple[list[Token], int]:
        """Return the suits behind a rank and where they end; further ones stand alone between commas or *and*."""
        tokens = self.tokens
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
