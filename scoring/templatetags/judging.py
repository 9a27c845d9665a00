"""How the judge's answers refer to the rules."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import template
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring.forms.amounts import factor_words, style
from scoring.forms.base import told
from scoring.forms.notation import in_notation, in_signs, read_typed
from scoring.forms.rules.house_rules import value_words
from scoring.games import GAMES
from scoring.games.base import AnyGame, Data, Line
from scoring.games.cuajo.cards import ROWS, Card
from scoring.games.cuajo.judge_win import grounds_of
from scoring.games.fields import FieldKind
from scoring.games.house_rules import profile_data, unit_of
from scoring.queries.judge.setting import PlayedFor
from scoring.texts import say
from scoring.texts.heard import heard

register = template.Library()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnKey:
    """A key of the pack: the card, how many copies nobody has seen, and the address once it is turned."""

    card: Card
    unseen: int
    href: str


_RULE = re.compile(r"\b([CL][0-9]{1,2})\b")


@register.simple_tag
def one_is_worth(game: AnyGame, preset: str, rules: Data, played: PlayedFor) -> tuple[int, int] | None:
    """Return what an amount of 1 is worth in a preset and in the rules asked about; None where it is the same."""
    other = game.read_rules(value=preset, minor_digits=played.money.minor_digits)
    own, usual = (unit_of(rules=each) for each in (profile_data(profile=other), rules))
    return None if own == usual else (own, usual)


@register.filter
def rule_links(text: object) -> SafeString:
    """Link every rule number in a text to the page of the rules."""
    pieces = _RULE.split(str(text))
    return format_html_join(
        "", "{}", ((rule_link(piece) if place % 2 else piece,) for place, piece in enumerate(pieces))
    )


@register.filter
def rule_link(number: str) -> SafeString:
    """Link a rule number to the page of the rules."""
    return format_html('<a class="rule" href="{}#{}">{}</a>', reverse("rules"), number, number)


@register.filter
def preset_label(game: AnyGame, name: str) -> str:
    """Return what a preset of a game is called."""
    return gettext(game.preset_labels.get(name, name))


@register.filter
def is_in_place_of_base(line: Line | Mapping[str, Any], lines: Iterable[Line | Mapping[str, Any]]) -> bool:
    """Tell whether a line is porbis that is paid in the place of what bounit and sowee pay (C32)."""
    return _rule_of(line) == "C32" and not any(_rule_of(other) in {"C27", "C28", "C34"} for other in lines)


def _rule_of(line: Line | Mapping[str, Any]) -> str:
    return line.rule if isinstance(line, Line) else line["rule"]


@register.filter
def percent(exact: str) -> str:
    """Write an exact chance in percent with one decimal, rounded; only certainty is 100, only the impossible 0.

    >>> percent("2/3")
    '66.7 %'
    >>> percent("9999/10000"), percent("1/10000")
    ('99.9 %', '0.1 %')
    """
    chance = Fraction(exact)
    per_mille = round(chance * 1000)
    if 0 < chance < 1:
        per_mille = min(max(per_mille, 1), 999)
    return f"{per_mille // 10}{style().point}{per_mille % 10} %"


@register.filter
def fraction(exact: str) -> str:
    """Write an exact chance as a fraction that can be read.

    >>> fraction("2/3")
    '2/3'
    """
    chance = Fraction(exact)
    return f"{factor_words(chance.numerator)}/{factor_words(chance.denominator)}"


@register.filter
def has_amounts(answer: Mapping[str, Any]) -> bool:
    """Tell whether an answer says of anything what it pays, also under other house rules only."""
    ways = (way for wait in answer.get("waits", ()) for way in wait["ways"])
    others = (*ways, *answer.get("presets", ()), *answer.get("elsewhere", ()))
    paid = (answer.get(name) for name in ("per_opponent", "penalty", "endings"))
    return any(paid) or any(other.get("per_opponent") is not None for other in others)


@register.filter
def other_value(other: Mapping[str, str]) -> str:
    """Write the value of the house rule that differs, as kept in an answer."""
    about = next(about for game in GAMES for about in game.house_rules if about.name == other["name"])
    value = other["value"] == "true" if about.kind is FieldKind.SWITCH else other["value"]
    return value_words(about=about, value=value)


@register.simple_tag
def grounds(act: Mapping[str, Any] | None, verdict: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return which cards decide what a win pays, nothing for one without its cards."""
    return grounds_of(act, verdict) if act and act.get("hand") else {}


@register.simple_tag
def turn_keys(query: QueryDict, answer: Mapping[str, list[int]]) -> tuple[TurnKey, ...]:
    """Return the pack as keys for the card that was turned next, a row for each suit."""
    turned = _turned(query)
    return tuple(
        TurnKey(card=card, unseen=answer["unseen"][card.index], href=_href(query, (*turned, card.notation)))
        for row in ROWS
        for card in row
    )


@register.simple_tag
def with_instead(query: QueryDict, out: str, into: str) -> str:
    """Return the address that judges the hand with one card in the place of another, as its last card too."""
    asked = query.copy()
    hand = list(read_typed(query.get("hand", "")).cards)
    hand[hand.index(out)] = into
    asked["hand"] = in_signs(notation=" ".join(hand))
    if in_notation(text=query.get("bounit", "")) == out and out not in hand:
        asked["bounit"] = in_signs(notation=into)
    return f"?{asked.urlencode()}"


@register.simple_tag
def completed_with(query: QueryDict, card: str, way: Mapping[str, Any]) -> str:
    """Return what asks whether fifteen cards win by a sixteenth that comes this way, laid first what must be."""
    asked = query.copy()
    asked.pop("extra", None)  # cards that lie open are not turned by the winner
    asked["hand"] = in_signs(notation=f"{query.get('hand', '')} {card}")
    asked["bounit"], asked["source"] = in_signs(notation=card), way["source"]
    if way["lay_first"]:
        asked["secrets"] = in_signs(notation=f"{query.get('secrets', '')} {way['lay_first']}".strip())
    return asked.urlencode()


_IN_PLAIN_WORDS = {
    "paid.both_conditions": say("point.conditions_11"),
    "paid.bounit_condition": say("point.conditions_10"),
    "paid.sowee_condition": say("point.conditions_01"),
    "paid.neither_condition": say("point.conditions_00"),
    "paid_each.other_kings": say("point.other_kings"),
}


@register.filter
def in_plain_words(sentence: str) -> str:
    """Return what a line of an account means to somebody who does not know the terms, empty where it says so itself."""
    text = heard(sentence)
    plain = text and _IN_PLAIN_WORDS.get(text.key)
    return told(plain) if plain else ""


@register.simple_tag
def turned_back(query: QueryDict) -> str:
    """Return the address without the last card turned, empty where none was."""
    turned = _turned(query)
    return _href(query, turned[:-1]) if turned else ""


def _turned(query: QueryDict) -> tuple[str, ...]:
    return read_typed(query.get("extra", "")).cards


def _href(query: QueryDict, turned: tuple[str, ...]) -> str:
    """Return the address with these extra cards; the stock shrinks with every card turned."""
    asked = query.copy()
    stock = asked.get("stock", "")
    if stock.isdecimal():
        asked["stock"] = str(int(stock) + len(_turned(query)) - len(turned))
    asked["extra"] = in_signs(notation=" ".join(turned))
    return f"?{asked.urlencode()}"
