"""A claimed win with its cards, read and checked."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import cached_property

from scoring.frozen import Frozen
from scoring.games.base import ImpossibleError, Problem
from scoring.games.cards.pack import written
from scoring.games.cuajo.cards import (
    COPIES,
    Card,
    Counts,
    Rank,
    Reading,
    count_kinds,
    excess_kinds,
    read_cards,
    reading_of,
)
from scoring.games.cuajo.rules import DealtWin, HouseRules, Scheme, read_rules
from scoring.games.cuajo.splits import HAND_SIZE, KINGS_START, Holding, hold
from scoring.games.cuajo.wins import king_win
from scoring.games.house_rules import shown
from scoring.games.reading import LONGEST_CARDS, is_too_long, unknown_keys
from scoring.texts import Text, say

GAME_ID = "cuajo"
CARD_FIELDS = ("hand", "bounit", "sowee", "secrets", "extra")
CLAIM_KEYS = ("game", "rules", "hand", "bounit", "source", "sowee", "secrets", "extra")


class Source(StrEnum):
    SELF_DRAWN = "self_drawn"
    CLAIMED = "claimed"
    DISCARD = "discard"
    DEALT = "dealt"

    @property
    def has_conditions(self) -> bool:
        """Check whether the conditions decide the amount (C28)."""
        return self in (Source.CLAIMED, Source.DISCARD)

    def is_allowed(self, rules: HouseRules) -> bool:
        """Check whether this source may win (C15, C34)."""
        if self is Source.DEALT:
            return rules.dealt_win is not DealtWin.NONE
        return self is not Source.DISCARD or rules.discard_win


class Code(StrEnum):
    """Stable codes of problems, in the order of reports."""

    BAD_JSON = "bad_json"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_KEY = "unknown_key"
    TOO_LONG = "too_long"
    UNKNOWN_CARD = "unknown_card"
    WRONG_CARD_COUNT = "wrong_card_count"
    TOO_MANY_COPIES = "too_many_copies"
    BOUNIT_NOT_IN_HAND = "bounit_not_in_hand"
    KING_FROM_DISCARDS = "king_from_discards"
    SECRET_NOT_IN_HAND = "secret_not_in_hand"
    BOUNIT_IN_LAID_SECRET = "bounit_in_laid_secret"
    TOO_MANY_EXTRA_CARDS = "too_many_extra_cards"
    UNKNOWN_SOURCE = "unknown_source"
    UNKNOWN_RULES = "unknown_rules"
    UNKNOWN_HOUSE_RULE = "unknown_house_rule"
    DEALT_WIN_NOT_ALLOWED = "dealt_win_not_allowed"
    DISCARD_WIN_NOT_ALLOWED = "discard_win_not_allowed"
    MISSING_FIELD = "missing_field"
    BOUNIT_MISSING = "bounit_missing"
    SOWEE_MISSING = "sowee_missing"


_PLACES = {code.value: place for place, code in enumerate(Code)}
OPEN_QUESTIONS = frozenset({Code.MISSING_FIELD, Code.BOUNIT_MISSING, Code.SOWEE_MISSING})


class Entry(Frozen):
    """A hand as far as it is readable."""

    rules: HouseRules | None
    hand: Reading
    bounit: Card | None
    source: Source | None
    sowee: Card | None
    secrets: tuple[Card, ...]
    extra: Reading
    problems: tuple[Problem, ...]

    @property
    def hand_missing(self) -> bool:
        return self.hand.size == 0 and "hand" in self.unread

    @property
    def seen(self) -> Counts:
        """Count the hand, the sowee and the extra cards."""
        sowee = () if self.sowee is None else (self.sowee,)
        return count_kinds(cards=self.hand.cards + sowee + self.extra.cards)

    @property
    def unread(self) -> frozenset[str]:
        """Return the fields that were not understood."""
        # They were filled in, so they must not be reported as missing.
        return frozenset(problem.field for problem in self.problems)


def read_entry(*, data: Mapping[str, object]) -> Entry:
    """Read the fields of a claim from JSON."""
    rules, rule_problems = _rules(data.get("rules"))
    too_long = [name for name in CARD_FIELDS if is_too_long(value=data.get(name))]
    readings = {name: Reading() if name in too_long else _reading(data.get(name)) for name in CARD_FIELDS}
    long_problems = (Problem(text=say("too_long", most=LONGEST_CARDS), field=name) for name in too_long)
    return Entry(
        rules=rules,
        hand=readings["hand"],
        bounit=_only_card(readings["bounit"]),
        source=_source(data.get("source")),
        sowee=_only_card(readings["sowee"]),
        secrets=readings["secrets"].cards,
        extra=readings["extra"],
        problems=(*_field_problems(data), *long_problems, *_card_problems(readings), *rule_problems),
    )


def _rules(value: object) -> tuple[HouseRules | None, tuple[Problem, ...]]:
    try:
        return read_rules(value=value), ()
    except ImpossibleError as error:
        return None, error.problems


def _reading(value: object) -> Reading:
    if value in (None, "", []):
        return Reading()
    if isinstance(value, str):
        return read_cards(text=value)
    items = value if isinstance(value, list | tuple) else (value,)
    return reading_of(words=(item if isinstance(item, str) else shown(item) for item in items))


def _only_card(reading: Reading) -> Card | None:
    return reading.cards[0] if reading.size == 1 and reading.cards else None


def _source(value: object) -> Source | None:
    return Source(value) if isinstance(value, str) and value in Source else None


def _field_problems(data: Mapping[str, object]) -> Iterator[Problem]:
    for name in ("game", "hand", "source"):
        if data.get(name) is None:
            yield Problem(text=say(f"missing_field.{name}"), field=name)
    if data.get("game") not in (None, GAME_ID):
        yield Problem(text=say("unknown_game.claim", value=shown(data["game"])), field="game")
    source = data.get("source")
    if source is not None and _source(source) is None:
        yield Problem(text=say("unknown_source", value=shown(source)), field="source")


def _card_problems(readings: Mapping[str, Reading]) -> Iterator[Problem]:
    for name, reading in readings.items():
        unknown = tuple([word[:40] for word in reading.unknown])
        if not unknown and name in ("bounit", "sowee") and reading.size > 1:
            unknown = (" ".join(str(card) for card in reading.cards),)
        if unknown:
            yield Problem(text=say("unknown_card.claim", cards=", ".join(unknown)), cards=unknown, field=name)


def contradictions(*, entry: Entry) -> Iterator[Problem]:
    """Yield impossible facts of a hand, complete or not."""
    if entry.hand.size > HAND_SIZE:
        yield _wrong_count(entry)
    if excess := excess_kinds(counts=entry.seen):
        yield _problem(say("too_many_copies.claim", cards=copies_of(excess, entry.seen)), "hand", excess)
    false = false_secrets(entry)
    if false and not entry.hand_missing:
        yield _problem(say("secret_not_in_hand", cards=", ".join(map(str, false))), "secrets", false)
    if entry.rules is not None and entry.extra.size > (allowed := entry.rules.extra_cards):
        text = say("too_many_extra_cards", turned=entry.extra.size, allowed=allowed)
        yield _problem(text, "extra", entry.extra.cards[allowed:])
    yield from against_source(entry=entry, source=entry.source, bounit=entry.bounit, false=false)


def against_source(
    *, entry: Entry, source: Source | None, bounit: Card | None, false: tuple[Card, ...] = ()
) -> Iterator[Problem]:
    """Yield the reasons against this source (C14, C15, C34, C36)."""
    if source is Source.DISCARD and bounit is not None and bounit.rank is Rank.KING:
        yield _problem(say("king_from_discards", bounit=str(bounit)), "bounit", [bounit])
    if source is Source.CLAIMED and bounit is not None and bounit in entry.secrets and bounit not in false:
        yield _problem(say("bounit_in_laid_secret", bounit=str(bounit)), "bounit", [bounit])
    if entry.rules is not None and source is not None and not source.is_allowed(entry.rules):
        yield _problem(say(f"{source}_win_not_allowed"), "source")


def asks_bounit(*, source: Source | None, rules: HouseRules | None) -> bool:
    """Check whether the last card changes the amount (C27, L5)."""
    if source is Source.SELF_DRAWN and rules is not None:
        return rules.scheme is Scheme.PRICELIST
    return source is not Source.DEALT


def gaps(*, entry: Entry, needs_sowee: bool = True, needs_bounit: bool = False) -> Iterator[Problem]:
    """Yield a problem for each gap of a finished claim. `needs_bounit` asks for the last card of an own draw too."""
    source, bounit = entry.source, entry.bounit
    if entry.hand.size < HAND_SIZE and not entry.hand_missing and not is_dealt_king_win(entry=entry):
        yield _wrong_count(entry)
    if bounit is None:
        is_asked = source is not None and (
            asks_bounit(source=source, rules=entry.rules) or (needs_bounit and source is Source.SELF_DRAWN)
        )
        if is_asked and "bounit" not in entry.unread:
            yield _problem(say("bounit_missing"), "bounit")
    elif not (entry.hand_missing or source is Source.DEALT or bounit in entry.hand.cards):
        yield _problem(say("bounit_not_in_hand", bounit=str(bounit)), "bounit", [bounit])
    asks_sowee = needs_sowee and source is not None and source.has_conditions
    if asks_sowee and entry.sowee is None and "sowee" not in entry.unread:
        yield _problem(say("sowee_missing"), "sowee")


def is_dealt_king_win(*, entry: Entry) -> bool:
    """Check for fifteen dealt cards that win by kings (L4)."""
    by_prices = entry.rules is not None and entry.rules.scheme is Scheme.PRICELIST
    is_dealt = by_prices and entry.source is Source.DEALT and entry.hand.size == HAND_SIZE - 1
    return is_dealt and king_win(count_kinds(cards=entry.hand.cards)[KINGS_START:]) is not None


def in_order(*, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: _PLACES[problem.code]))


def _problem(text: Text, field: str, cards: Iterable[Card] = ()) -> Problem:
    return Problem(text=text, cards=tuple(map(str, cards)), field=field)


def _wrong_count(entry: Entry) -> Problem:
    # A wrong deal or turn gives these counts (C38). Other counts are typing errors.
    which = "held" if entry.hand.size in (14, 15, 17) else "hand"
    text = say(f"wrong_card_count.{which}", size=HAND_SIZE, given=entry.hand.size)
    return _problem(text, "hand", entry.hand.cards)


def copies_of(kinds: Iterable[Card], counts: Counts) -> str:
    return ", ".join(f"{counts[card.index]} x {card}" for card in kinds)


def false_secrets(entry: Entry) -> tuple[Card, ...]:
    """Return laid secrets that the hand lacks (C6, C10)."""
    held = entry.hand.cards
    return tuple(
        card
        for card in dict.fromkeys(entry.secrets)
        if entry.secrets.count(card) > 1 or held.count(card) < (COPIES - 1 if card == entry.sowee else COPIES)
    )


class Claim(Frozen):
    """Sixteen cards of a possible win. Dealt kings are fifteen (L4). `secrets` are the kinds laid and paid."""

    rules: HouseRules
    hand: tuple[Card, ...]
    bounit: Card | None
    source: Source
    sowee: Card | None
    secrets: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()

    @cached_property
    def holding(self) -> Holding:
        return hold(
            cards=self.hand,
            sowee=self.sowee,
            secrets=self.secrets,
            three_must_be_laid=self.rules.sowee_three_must_be_laid,
            scheme=self.rules.scheme,
        )

    @property
    def seen(self) -> Counts:
        return count_kinds(cards=(*self.hand, *(() if self.sowee is None else (self.sowee,)), *self.extra))

    def data(self) -> dict[str, object]:
        return {
            "hand": written(self.hand),
            "bounit": None if self.bounit is None else self.bounit.notation,
            "source": self.source.value,
            "sowee": None if self.sowee is None else self.sowee.notation,
            "secrets": [card.notation for card in self.secrets],
            "extra": written(self.extra),
        }


def read_claim(*, data: object) -> Claim:
    """Read a claim from JSON. Raises ImpossibleError with every problem in order."""
    if not isinstance(data, Mapping):
        raise ImpossibleError([Problem(text=say("bad_json.claim"))])
    entry = read_entry(data=data)
    unknown = tuple(unknown_keys(data=data, keys=CLAIM_KEYS))
    entry = replace(entry, problems=(*entry.problems, *unknown)) if unknown else entry
    return claim_of(entry=entry, needs_bounit=True)


def claim_of(*, entry: Entry, needs_sowee: bool = True, needs_bounit: bool = False) -> Claim:
    """Make a claim of an entry. Raises ImpossibleError with every problem."""
    open_gaps = gaps(entry=entry, needs_sowee=needs_sowee, needs_bounit=needs_bounit)
    problems = in_order(problems=(*entry.problems, *contradictions(entry=entry), *open_gaps))
    if problems or entry.rules is None or entry.source is None:
        raise ImpossibleError(problems)
    return Claim(
        rules=entry.rules,
        hand=entry.hand.cards,
        bounit=None if entry.source is Source.DEALT else entry.bounit,
        source=entry.source,
        sowee=entry.sowee,
        secrets=entry.secrets,
        extra=entry.extra.cards,
    )
