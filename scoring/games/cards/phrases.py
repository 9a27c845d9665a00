"""Which cards the words of a clause are; a clause is what stands between full stops, semicolons and lines.

Nothing is guessed. A rank goes before its suit. From the first word that breaks this order no further words up to the
next comma or *and* make a card (`oros hari kopas 3`), and behind them only what stands alone between two of these. A
number before another may count it or be a card of its own, so `3 4 of coins` and `tres rey de oros` are left unread;
`two`, `tatlong`, a plural or a third number settles it. Left unread are also a plural that nobody counted (`kings of
coins`), a number that may count cards named before (`two kings of coins and three of cups`), and a card whose copies
are in doubt (`x3 12O x3 4C`, `12O 3x 4C 2x`). Suits go first only where they do so between all commas of a clause.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, pairwise

from scoring.games.cards.pack import JOINTS, RANKS, SILENT, SOFT, TIMES, Pack, Token, counted, end_of, without_articles
from scoring.games.cards.words import Kind

_OUT_OF_ORDER = frozenset({*RANKS, Kind.RUN, Kind.SUIT, Kind.LETTER, Kind.ONE})


def read_clause(*, words: Iterable[Token], pack: Pack) -> tuple[list[str], list[Token]]:
    """Return the cards of a clause, and the words that were not understood."""
    tokens = without_articles(words)
    clause = _Clause(tokens=counted(tokens, pack), pack=pack)
    if cards := clause.suits_first():
        return cards, []
    return clause.read()


def _keeps_order(token: Token) -> bool:
    """Return whether words after this one may make cards; a single *o* is the word for *or*."""
    return token.kind not in _OUT_OF_ORDER or token.text == "o"


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
            elif tokens[at].kind in SOFT:
                ordered = True
            else:
                left += (token for token in tokens[at:end] if token.kind not in SILENT)
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
        return (at == 0 or self.tokens[at - 1].kind in SOFT) and end == self._segment_end(at)

    def _item_at(self, at: int, ordered: bool, counted: str) -> tuple[list[str], int]:
        """Return the cards that begin here, none where they are in doubt, and where they end."""
        tokens = self.tokens
        first = end_of(tokens, at, TIMES)
        cards, after = self._cards_at(first, ordered, counted)
        if after == first:
            return [], max(first, at + 1)
        end = end_of(tokens, after, frozenset({Kind.SUFFIX}))
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
            self.tokens[at].kind in RANKS
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
        while at < len(self.tokens) and self.tokens[at].kind not in SOFT:
            at += 1
        return at

    def _cards_at(self, at: int, ordered: bool, counted: str) -> tuple[list[str], int]:
        """Return the cards that begin here and where they end: none and `at` where no card begins."""
        tokens = self.tokens
        if at < len(tokens) and tokens[at].kind is Kind.CARD:
            is_counted = at > 0 and tokens[at - 1].kind in TIMES
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
        after = end_of(self.tokens, at + 1, JOINTS)
        has_suit = [token.kind for token in self.tokens[after : after + 1]] in ([Kind.SUIT], [Kind.LETTER])
        return not has_suit and self.pack.card(self.tokens[at].meaning.value) is not None

    def _alone(self, at: int) -> list[str]:
        """Return the card of such a rank; `2 rey` may be two kings, `A king` one."""
        token, after = self.tokens[at], self.tokens[at + 1 : at + 2]
        is_counted = at > 0 and self.tokens[at - 1].kind in TIMES
        is_first = at == 0 or self.tokens[at - 1].kind in SILENT
        before_rank = [each.kind for each in after] == [Kind.RANK]
        may_count = before_rank and ((token.may_count and is_first) or (token.text == "A" and len(after[0].text) > 1))
        card = self.pack.card(token.meaning.value)
        return [] if card is None or may_count or token.meaning.plural > is_counted else [card]

    def _lettered(self, at: int) -> list[str]:
        """Return the card of a number and a letter apart from it; `3 o 4 de oros` may be *or*."""
        letter = self.tokens[at + 1]
        is_or = letter.text == "o" and [token.kind in RANKS for token in self.tokens[at + 2 : at + 3]] == [True]
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
        ranks = [token for token in self.tokens[at + 2 : end] if token.kind not in SOFT]
        return self._under(ranks, self.tokens[at]), end

    def _under(self, ranks: list[Token], suit: Token) -> list[str]:
        """Return the cards of a suit and the ranks behind it, none where any makes no card."""
        if any(rank.kind not in (*RANKS, Kind.RUN) or rank.meaning.plural for rank in ranks):
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
        is_counted = at > 0 and tokens[at - 1].kind in TIMES
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
            end = end_of(self.tokens, at, RANKS)
            groups.append(self.tokens[at:end])
            at = end_of(self.tokens, end, SOFT)
            if at == end or end_of(self.tokens, at, RANKS) == at:
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
        at = at + 1 if [token.kind in JOINTS for token in tokens[at : at + 1]] == [True] else at
        if at >= len(tokens) or tokens[at].kind is not Kind.SUIT:
            return [], at
        suits, end = [tokens[at]], at + 1
        while True:
            begin = end_of(tokens, end, SOFT)
            further = end_of(tokens, begin, frozenset({Kind.OF}))
            if begin == end or further >= len(tokens) or tokens[further].kind is not Kind.SUIT:
                return suits, end
            if further + 1 < len(tokens) and tokens[further + 1].kind not in SOFT:
                return suits[:1], at + 1
            suits.append(tokens[further])
            end = further + 1
