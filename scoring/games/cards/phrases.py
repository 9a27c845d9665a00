"""Cards of a clause, read without any guess."""

# A rank goes before its suit. After a word out of order no word makes a card until the next comma or *and*, because
# `oros hari kopas 3` has two readings. A number before a rank may count it or be a card, so `tres rey de oros` is
# left unread. `two 4`, `dos cuatro`, `tatlong`, a plural or a third number decides it. A plural without a number is
# left unread too, and so are lists in doubt, such as `two four`, and copies, such as `12O 3x 4C 2x`.

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from scoring.frozen import Frozen
from scoring.games.cards.pack import Kind, Meaning, Pack

MOST_COPIES = 4  # in a pack; five of a kind is a misheard word


class Token(Frozen):
    """A word or a sign in a text. `article` is `ARTICLE` after *the*, `ONE` after *a*: its number counts nothing."""

    meaning: Meaning
    text: str
    start: int
    end: int
    article: Kind | None = None

    @property
    def kind(self) -> Kind:
        return self.meaning.kind

    @property
    def may_count(self) -> bool:
        """Check whether the number can count cards."""
        return self.kind is Kind.NUMBER and not self.meaning.plural and self.meaning.value in _COUNTS


_COUNTS = range(1, MOST_COPIES + 1)
RANKS = frozenset({Kind.RANK, Kind.NUMBER})
JOINTS = frozenset({Kind.OF, Kind.LINK})
TIMES = frozenset({Kind.COUNT, Kind.SUFFIX})
SOFT = frozenset({Kind.SOFT, Kind.AND})
SILENT = frozenset({*SOFT, Kind.HEAD})
_UNPARTED = frozenset(Kind) - SOFT
_LINKED = frozenset({*RANKS, Kind.ONE, Kind.SUIT, Kind.COPY})
_OUT_OF_ORDER = frozenset({*RANKS, Kind.RUN, Kind.SUIT, Kind.LETTER, Kind.ONE})


def without_articles(words: Iterable[Token]) -> list[Token]:
    """Drop fillers. Note articles and plurals on the next token."""
    tokens: list[Token] = []
    article: Kind | None = None
    plural = False
    for token in words:
        if token.kind is Kind.FILLER and (not tokens or tokens[-1].kind in SOFT):
            continue
        if token.kind in (Kind.ARTICLE, Kind.MANY):
            article, plural = (article, True) if token.kind is Kind.MANY else (token.kind, plural)
            continue
        meaning = replace(token.meaning, plural=True) if plural else token.meaning
        tokens.append(replace(token, meaning=meaning, article=article))
        article, plural = (Kind.ONE if token.kind is Kind.LINK and token.text in "aA" else None), False
    pairs = zip([None, *tokens], tokens, [*tokens[1:], None], strict=False)
    return [token for before, token, after in pairs if token.kind is not Kind.LINK or _joins(before, token, after)]


def _joins(before: Token | None, link: Token, after: Token | None) -> bool:
    """Check whether a link joins its neighbours."""
    if before and after and link.text in "-–—":
        return before.kind is after.kind is Kind.NUMBER and (before.text, after.text) not in _NEIGHBOURS
    # The English article *a* joins nothing, but a capital A can be an ace.
    if link.text == "A" and (after is None or after.kind is not Kind.RANK or len(after.text) == 1):
        return True
    return before is not None and after is not None and {before.kind, after.kind} <= _LINKED


def counted(tokens: list[Token], pack: Pack) -> list[Token]:
    """Turn numbers that count into `COUNT` tokens."""
    found: list[Token] = []
    at, article = 0, None
    while at < len(tokens):
        token = tokens[at]
        end = _end_of_count(tokens, at, pack)
        is_ace = [token.kind for token in tokens[at : at + 3]] == [Kind.ONE, Kind.OF, Kind.SUIT] and token.meaning.value
        if is_ace:
            found.append(replace(token, meaning=replace(token.meaning, kind=Kind.NUMBER)))
        elif token.kind is not Kind.ONE or end == at:
            found.append(replace(token, article=token.article or article))
        if end > at and token.kind is not Kind.ONE:
            value = token.meaning.value if token.meaning.value in _COUNTS else None
            meaning = replace(token.meaning, kind=Kind.COUNT, value=value)
            found[-1] = replace(token, meaning=meaning, end=tokens[end - 1].end)
        article = Kind.ONE if token.kind is Kind.ONE and end > at else None
        at = max(end, at + 1)
    return found


def _end_of_count(tokens: list[Token], at: int, pack: Pack) -> int:
    """Return the end of a count, `at` without one."""
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
    is_number_of = is_word or token.text.casefold() == "dos" or token.text.isdigit() != after.text.isdigit()
    # In `one three of coins` the one may be an ace.
    is_article = token.meaning.value is None and "2" not in pack.ranks
    is_surely_one = token.meaning.value == 1 and is_first and joint is None and pack.card(1) is None
    counts = (after.kind in RANKS or after.meaning.named) and (
        token.kind is Kind.PAIR
        or (token.kind is Kind.ONE and joint is not Kind.OF and (is_word or is_article))
        or token.meaning.linked
        or after.meaning.plural
        or (joint is Kind.LINK and not _is_range(token, tokens[at + 1]))
        or (token.meaning.value == 2 and is_first and "2" not in pack.ranks and is_number_of)
        or (is_surely_one and is_word)
        or (joint is Kind.OF and is_word)
    )
    return end if counts else at


def _is_range(number: Token, link: Token) -> bool:
    """Check whether "a" is the Spanish "to", or a dash."""
    # In Kapampangan "a" links a count to its cards: "adua a alas".
    return link.text in "aA-–—" and number.text.casefold() not in _COUNTS_WITH_A


# `10-11-12` is a list, and `10-12` a range.
_NEIGHBOURS = frozenset(pairwise(map(str, range(1, 13))))
_COUNTS_WITH_A = frozenset({"metung", "adua", "atlu", "apat"})


def end_of(tokens: list[Token], at: int, kinds: frozenset[Kind]) -> int:
    while at < len(tokens) and tokens[at].kind in kinds:
        at += 1
    return at


def read_clause(*, words: Iterable[Token], pack: Pack) -> tuple[list[str], list[Token]]:
    clause = _Clause(tokens=counted(without_articles(words), pack), pack=pack)
    cards = clause.suits_first()
    return (cards, []) if cards else clause.read()


def _times(before: list[Token], after: list[Token]) -> int | None:
    """Return the number of copies, None in doubt."""
    match [*before, *after]:
        case []:
            return 1
        case [Token(meaning=Meaning(value=int(value))) as only] if after or only.kind is Kind.COUNT:
            return value
        case _:
            return None


def _whole(cards: list[str | None]) -> list[str]:
    return [card for card in cards if card] if all(cards) else []


@dataclass(slots=True, kw_only=True)
class _Clause:
    """A clause. Ranks before `without_suit` have no suit."""

    tokens: list[Token]
    pack: Pack
    without_suit: int = 0

    def _kind(self, at: int) -> Kind | None:
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else None

    def read(self) -> tuple[list[str], list[Token]]:
        """Read item by item. Return the cards and doubtful words."""
        tokens = self.tokens
        cards: list[str] = []
        left: list[Token] = []
        ordered, counted, at, turned = True, None, 0, False
        while at < len(tokens):
            found, end = self._item_at(at, ordered, counted)
            if turned and tokens[at].kind is not Kind.CARD and not self._is_whole_segment(at, end):
                found = []
            cards += found
            if found:
                counted = tokens[at] if tokens[at].kind is Kind.COUNT or tokens[at].article is Kind.ONE else None
            elif tokens[at].kind in SOFT:
                ordered = True
            else:
                left += (token for token in tokens[at:end] if token.kind not in SILENT)
                turned = turned or (ordered and tokens[at].kind is Kind.SUIT)
                # A single *o* is the word for *or*.
                ordered = ordered and all(one.kind not in _OUT_OF_ORDER or one.text == "o" for one in tokens[at:end])
            at = end
        return cards, left

    def suits_first(self) -> list[str]:
        """Read cards like `oros 3 4 5, copas hari`."""
        # Every part between commas must begin with its suit, otherwise the order is in doubt.
        cards: list[str] = []
        at = 0
        while at < len(self.tokens):
            end = self._segment_end(at)
            begin = at + (self.tokens[at].kind is Kind.OF)
            ranks = self.tokens[begin + 1 : end]
            in_doubt = any(one.may_count and other.kind is Kind.RANK for one, other in pairwise(ranks))
            starts = bool(ranks) and self.tokens[begin].kind is Kind.SUIT
            found = self._with_suit(ranks, self.tokens[begin]) if starts and not in_doubt else []
            if not found:
                return []
            cards += found
            at = end + 1
        return cards

    def _is_whole_segment(self, at: int, end: int) -> bool:
        """Check that an item is alone between commas."""
        # After a suit out of order no other item is sure.
        return (at == 0 or self._kind(at - 1) in SOFT) and end == self._segment_end(at)

    def _item_at(self, at: int, ordered: bool, counted: Token | None) -> tuple[list[str], int]:
        """Return the cards of an item, and its end."""
        tokens = self.tokens
        first = end_of(tokens, at, TIMES)
        cards, after = self._cards_at(first, ordered, counted)
        if after == first:
            return [], max(first, at + 1)
        end = end_of(tokens, after, frozenset({Kind.SUFFIX}))
        if len(cards) == 1 and first == at and end == after and self._is_trailing_count(at, after):
            return cards * int(str(tokens[after].meaning.value)), after + 1
        times = _times(tokens[at:first], tokens[after:end])
        trails = False
        # The search goes to the end of the clause, so it is made only if a count can follow.
        if first > at or self._kind(end) is Kind.COUNT:
            last = tokens[self._segment_end(at) - 1]
            trails = last.kind is Kind.COUNT and last.meaning.value is not None
        if not cards or times is None or trails or (len(cards) > 1 and (first > at or end > after)):
            return [], after
        return cards * times, end

    def _is_trailing_count(self, at: int, after: int) -> bool:
        """Check for a count after its card: `hari oros dalawa`."""
        number = self.tokens[after : after + 1]
        return (
            self.tokens[at].kind in RANKS
            and [token.may_count for token in number] == [True]
            and number[0].meaning.value != 1
            and str(number[0].meaning.value) not in self.pack.ranks
            and self._is_whole_segment(at, after + 1)
        )

    def _segment_end(self, at: int) -> int:
        return end_of(self.tokens, at, _UNPARTED)

    def _cards_at(self, at: int, ordered: bool, counted: Token | None) -> tuple[list[str], int]:
        """Return the cards from here, and their end."""
        tokens = self.tokens
        if self._kind(at) is Kind.CARD:
            in_doubt = tokens[at].meaning.plural > self._is_counted(at)
            return ([] if in_doubt else [str(tokens[at].meaning.value)]), at + 1
        found: tuple[list[str], int] = [], at
        match [token.kind for token in tokens[at : at + 3]] if ordered else []:
            case [Kind.NUMBER, Kind.LETTER, *_]:
                found = self._lettered(at), at + 2
            case [Kind.SUIT, Kind.HEAD, Kind.RANK | Kind.NUMBER | Kind.RUN]:  # up to the next suit with a colon
                heads = (end for end in range(at + 2, len(tokens)) if self._kind(end + 1) is Kind.HEAD)
                end = next((end for end in heads if tokens[end].kind is Kind.SUIT), len(tokens))
                found = self._with_suit([one for one in tokens[at + 2 : end] if one.kind not in SOFT], tokens[at]), end
            case [Kind.SUIT, Kind.LINK, Kind.RANK] if self._is_whole_segment(at, at + 3):
                found = self._with_suit([tokens[at + 2]], tokens[at]), at + 3
            case [Kind.RUN, *_]:
                found = self._run(at)
            case [Kind.RANK | Kind.NUMBER, *_] if self._needs_no_suit(at):
                found = self._alone(at), at + 1
            case [Kind.RANK | Kind.NUMBER, *_] if at >= self.without_suit:
                found = self._ranked(at, counted)
        return found

    def _is_counted(self, at: int) -> bool:
        return self._kind(at - 1) in TIMES

    def _needs_no_suit(self, at: int) -> bool:
        """Check for a rank that needs no suit and has none."""
        has_suit = self._kind(end_of(self.tokens, at + 1, JOINTS)) in (Kind.SUIT, Kind.LETTER)
        return not has_suit and self.pack.card(self.tokens[at].meaning.value) is not None

    def _alone(self, at: int) -> list[str]:
        # `2 rey` may be two kings, and `A king` is one.
        token, is_first = self.tokens[at], at == 0 or self._kind(at - 1) in SILENT
        may_count = self._kind(at + 1) is Kind.RANK and (
            (token.may_count and is_first) or (token.text == "A" and len(self.tokens[at + 1].text) > 1)
        )
        card = self.pack.card(token.meaning.value)
        return [] if card is None or may_count or token.meaning.plural > self._is_counted(at) else [card]

    def _lettered(self, at: int) -> list[str]:
        """Return the card of a number and a letter."""
        # In `3 o 4 de oros` the o may be *or*.
        letter = self.tokens[at + 1]
        is_or = letter.text == "o" and self._kind(at + 2) in RANKS and self._kind(at + 3) is not Kind.LETTER
        return [] if is_or else _whole([self.pack.card(self.tokens[at].meaning.value, letter.meaning.value)])

    def _run(self, at: int) -> tuple[list[str], int]:
        """Read numbers without spaces and their suit: `345 of coins`."""
        is_letter = self._kind(at + 1) is Kind.LETTER
        suits, after = ([self.tokens[at + 1]], at + 2) if is_letter else self._suits(at + 1)
        cards = self._with_suit(self.tokens[at : at + 1], suits[0]) if len(suits) == 1 else []
        return cards, max(after, at + 1)

    def _with_suit(self, ranks: list[Token], suit: Token) -> list[str]:
        if any(rank.kind not in (*RANKS, Kind.RUN) or rank.meaning.plural for rank in ranks):
            return []
        values = [
            value
            for rank in ranks
            for value in (self.pack.runs[str(rank.meaning.value)] if rank.kind is Kind.RUN else (rank.meaning.value,))
        ]
        return _whole([self.pack.card(value, suit.meaning.value) for value in values])

    def _ranked(self, at: int, counted: Token | None) -> tuple[list[str], int]:
        """Return the cards of ranks before suits."""
        tokens = self.tokens
        groups, end = self._groups(at)
        suits, after = self._suits(end)
        is_list = len(groups) == 1 and len(groups[0]) > 2 and all(rank.kind is Kind.NUMBER for rank in groups[0])
        if is_list and not suits and self._kind(end) is Kind.LETTER:  # `10-11-12 B`
            suits, after = [tokens[end]], end + 1
        if not suits:
            self.without_suit = end
            return [], at
        ranks = tuple(chain.from_iterable(groups))
        is_counted = self._is_counted(at)
        if len(groups) > 1 and (is_counted or not self._is_one_list(at, groups)):
            return [], at + len(groups[0])
        cards = _whole([self.pack.card(rank.meaning.value, suit.meaning.value) for suit in suits for rank in ranks])
        names_each = len(suits) > 1 and len(ranks) == 1 and ranks[0].article
        in_doubt = (
            self._kind(after) is Kind.LINK
            or (len(cards) > 1 and is_counted)
            or (len(ranks) > 1 and len(suits) > 1)
            or (any(rank.meaning.plural for rank in ranks) > is_counted and not names_each)
            or (len(groups) == 1 and ranks[0].may_count and (len(ranks) == 2 or self._kind(at + 1) is Kind.RANK))
            or (counted and not is_counted and self._may_repeat(at, counted))
        )
        return ([] if in_doubt else cards), after

    def _may_repeat(self, at: int, counted: Token) -> bool:
        """Check for a count whose rank is left out: `two kings of coins and 3 of cups`."""
        # Dictation writes words as figures at will. In `dalawang hari ng oros, tres kopas` the three is a card.
        number = self.tokens[at]
        names = counted.meaning.linked > number.meaning.linked or counted.kind is not Kind.COUNT
        return number.may_count and not number.article and not (names and self._kind(at + 1) not in JOINTS)

    def _groups(self, at: int) -> tuple[list[list[Token]], int]:
        """Return adjacent ranks in groups, and their end."""
        groups: list[list[Token]] = []
        while True:
            end = end_of(self.tokens, at, RANKS)
            groups.append(self.tokens[at:end])
            at = end_of(self.tokens, end, SOFT)
            if at == end or end_of(self.tokens, at, RANKS) == at:
                return groups, end

    def _is_one_list(self, at: int, groups: list[list[Token]]) -> bool:
        """Check whether groups of ranks share one suit."""
        # A single rank before a comma may belong to the suit before it: `king of coins, horse, jack of cups`.
        alone = len(groups) == 2 and len(groups[0]) == 1 and at > 0
        ranks = self.pack.ranks
        return (not alone or self._kind(at + 1) is Kind.AND) and all(
            all(not rank.meaning.plural and str(rank.meaning.value) in ranks for rank in group)
            and not (len(group) > 1 and group[0].may_count and group[1].kind is Kind.RANK)
            for group in groups
        )

    def _suits(self, at: int) -> tuple[list[Token], int]:
        """Return the suits after a rank, and their end."""
        tokens = self.tokens
        at += self._kind(at) in JOINTS
        if self._kind(at) is not Kind.SUIT:
            return [], at
        suits, end = [tokens[at]], at + 1
        while True:
            begin = end_of(tokens, end, SOFT)
            further = end_of(tokens, begin, frozenset({Kind.OF}))
            if begin == end or self._kind(further) is not Kind.SUIT:
                return suits, end
            # Another word after this suit may belong to it, so only the first suit is certain.
            if self._kind(further + 1) not in (None, *SOFT):
                return suits[:1], at + 1
            suits.append(tokens[further])
            end = further + 1
