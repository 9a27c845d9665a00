"""Reading what was typed or sent about a hand, whatever it is, into typed values and reading problems."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.games.base import ImpossibleError, Problem
from scoring.games.cuajo.pack.cards import Card, Reading, find_card, read_cards
from scoring.games.cuajo.rules import HouseRules, read_rules, shown
from scoring.games.reading import LONGEST_CARDS, is_too_long
from scoring.texts import say

GAME_ID = "cuajo"
CLAIM_KEYS = ("game", "rules", "hand", "bounit", "source", "sowee", "secrets", "extra")


class Source(StrEnum):
    """Where the sixteenth card, the bounit, came from."""

    SELF_DRAWN = "self_drawn"
    CLAIMED = "claimed"
    DISCARD = "discard"
    DEALT = "dealt"

    @property
    def has_conditions(self) -> bool:
        """Return whether the two conditions decide what is paid (C28)."""
        return self in (Source.CLAIMED, Source.DISCARD)


class Code(StrEnum):
    """The stable codes of problems with a claim, in the order in which they are reported."""

    BAD_JSON = "bad_json"
    UNKNOWN_GAME = "unknown_game"
    MISSING_FIELD = "missing_field"
    UNKNOWN_KEY = "unknown_key"
    TOO_LONG = "too_long"
    UNKNOWN_CARD = "unknown_card"
    WRONG_CARD_COUNT = "wrong_card_count"
    TOO_MANY_COPIES = "too_many_copies"
    BOUNIT_NOT_IN_HAND = "bounit_not_in_hand"
    BOUNIT_MISSING = "bounit_missing"
    SOWEE_MISSING = "sowee_missing"
    KING_FROM_DISCARDS = "king_from_discards"
    SECRET_NOT_IN_HAND = "secret_not_in_hand"
    BOUNIT_IN_LAID_SECRET = "bounit_in_laid_secret"
    TOO_MANY_EXTRA_CARDS = "too_many_extra_cards"
    UNKNOWN_SOURCE = "unknown_source"
    UNKNOWN_RULES = "unknown_rules"
    UNKNOWN_HOUSE_RULE = "unknown_house_rule"
    DEALT_WIN_NOT_ALLOWED = "dealt_win_not_allowed"
    DISCARD_WIN_NOT_ALLOWED = "discard_win_not_allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A hand as far as it could be read; `problems` says what could not be read.

    `unread` names the fields that were given but not understood: nothing may be concluded from their absence.
    """

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
        """Return whether no hand was given at all."""
        return self.hand.size == 0 and "hand" in self.unread

    @property
    def unread(self) -> frozenset[str]:
        """Return the fields that hold something unreadable."""
        return frozenset(problem.field for problem in self.problems)


def read_entry(*, data: object) -> Entry:
    """Read a claim's fields from any JSON value; never raises, every reading problem is in the result.

    Cards are given as text in notation or as a list of such texts; nothing (null) means none.
    """
    if not isinstance(data, Mapping):
        return _entry(data={}, problems=(Problem(text=say("bad_json.claim")),))
    return _entry(data=data, problems=tuple(_field_problems(data)))


def _entry(*, data: Mapping[object, object], problems: tuple[Problem, ...]) -> Entry:
    rules, rule_problems = _rules(data.get("rules"))
    too_long = tuple(name for name in _CARD_FIELDS if is_too_long(value=data.get(name)))
    readings = {name: _reading(data.get(name)) for name in _CARD_FIELDS if name not in too_long}
    readings |= dict.fromkeys(too_long, Reading())
    long_problems = (Problem(text=say("too_long", most=LONGEST_CARDS), field=name) for name in too_long)
    return Entry(
        rules=rules,
        hand=readings["hand"],
        bounit=_only_card(readings["bounit"]),
        source=_source(data.get("source")),
        sowee=_only_card(readings["sowee"]),
        secrets=readings["secrets"].cards,
        extra=readings["extra"],
        problems=(*problems, *long_problems, *_card_problems(readings), *rule_problems),
    )


_CARD_FIELDS = ("hand", "bounit", "sowee", "secrets", "extra")
_SINGLE_CARD_FIELDS = ("bounit", "sowee")


def _rules(value: object) -> tuple[HouseRules | None, tuple[Problem, ...]]:
    try:
        return read_rules(value=value), ()
    except ImpossibleError as error:
        return None, error.problems


def _reading(value: object) -> Reading:
    match value:
        case None:
            return Reading()
        case str():
            return read_cards(text=value)
        case list() | tuple():
            return _reading_of_list(value)
        case _:
            return Reading(unknown=(_word(value),))


def _reading_of_list(items: list[object] | tuple[object, ...]) -> Reading:
    found = [(item, find_card(text=item) if isinstance(item, str) else None) for item in items]
    return Reading(
        cards=tuple(card for _, card in found if card is not None),
        unknown=tuple(_word(item) for item, card in found if card is None),
    )


def _word(value: object) -> str:
    return value if isinstance(value, str) else shown(value)


def _only_card(reading: Reading) -> Card | None:
    return reading.cards[0] if reading.size == 1 and reading.cards else None


def _source(value: object) -> Source | None:
    return _SOURCES.get(value) if isinstance(value, str) else None


_SOURCES = {source.value: source for source in Source}


def _field_problems(data: Mapping[object, object]) -> Iterator[Problem]:
    for name in ("game", "hand", "source"):
        if data.get(name) is None:
            yield Problem(text=say(f"missing_field.{name}"), field=name)
    if data.get("game") not in (None, GAME_ID):
        yield Problem(text=say("unknown_game.claim", value=shown(data["game"])), field="game")
    source = data.get("source")
    if source is not None and _source(source) is None:
        yield Problem(text=say("unknown_source", value=shown(source), known=", ".join(Source)), field="source")


def _card_problems(readings: Mapping[str, Reading]) -> Iterator[Problem]:
    for name, reading in readings.items():
        unknown = tuple(word[:40] for word in reading.unknown)
        if not unknown and name in _SINGLE_CARD_FIELDS and reading.size > 1:
            unknown = (" ".join(str(card) for card in reading.cards),)
        if unknown:
            text = say("unknown_card.claim", name=name, cards=", ".join(unknown))
            yield Problem(text=text, cards=unknown, field=name)
