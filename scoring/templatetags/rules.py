"""Write house rules and link rule numbers."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django import template
from django.conf import settings
from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import games
from scoring.forms import house_rules
from scoring.forms.amounts import amount_words, factor_words, style
from scoring.forms.notation import in_notation, in_signs, read_typed
from scoring.games.base import AnyGame, Data
from scoring.games.cuajo.judge_win import grounds_of
from scoring.games.fields import Field, FieldKind, TallyLine
from scoring.games.house_rules import profile_data, unit_of
from scoring.models import Session
from scoring.queries.judge import PlayedFor
from scoring.queries.rule_sets import name_in
from scoring.templatetags.cards import kept
from scoring.views.rules import Chapter, Rulebook, priced, rulebook, values_in_words, without_sources, words_of_play

register = template.Library()

_RULE = re.compile(r"\b[CL][0-9]{1,2}\b")


@register.filter
def rules_name(rules: Data) -> str:
    """Return the name of a session's rules.

    >>> rules_name({"preset": "family", "source": "rule set: Sunday table", "revision": 2})
    'Sunday table, revision 2, made from partners share, porbis adds'
    """
    label = _label_of(str(rules["preset"]))
    preset = _(label)
    # Inside a sentence. Names keep their capitals.
    if label[1:].islower():
        preset = preset[:1].lower() + preset[1:]
    name = name_in(rules=rules)
    if not name:
        return preset
    words = {"name": name, "revision": rules["revision"], "preset": preset}
    return _("%(name)s, revision %(revision)s, made from %(preset)s") % words


@register.filter
def rules_source(rules: Data) -> str:
    return "" if name_in(rules=rules) else _(str(rules["source"]))


@register.filter
def preset_of(identity: str) -> str:
    return _(_label_of(identity.partition("/")[0]))


def _label_of(preset: str) -> str:
    return next((game.preset_labels[preset] for game in games.GAMES if preset in game.preset_labels), preset)


@register.simple_tag
def house_rule(about: Field, value: object, session: Session | PlayedFor | None = None, unit: int = 1) -> str:
    """Write a house rule's value, at the stakes of a session."""
    if session and about.kind is FieldKind.AMOUNT:
        cents = int(str(value)) * unit * session.stakes
        return amount_words(cents=cents, currency=session.money)
    return house_rules.unpriced_words(about=about, value=value, unit=unit)


@register.filter
def rule_groups(form: house_rules.HouseRulesForm) -> tuple[house_rules.RuleGroup, ...]:
    chapters = _book(form.game)[0].chapters
    return form.rule_groups(headings={rule.number: chapter.title for chapter in chapters for rule in chapter.rules})


@register.filter
def rules_language(form: house_rules.HouseRulesForm) -> str:
    return _book(form.game)[0].language


@register.filter
def worth_of(stakes: house_rules.Stakes | None, box: str) -> house_rules.RuleWorth:
    name = box.removeprefix(house_rules.RULE_PREFIX)
    known = stakes.rules if stakes else ()
    unknown = house_rules.RuleWorth(name=name, cents=None, chosen_cents=None)
    return next((each for each in known if each.name == name), unknown)


@register.filter
def deciding(game: AnyGame, rule: str) -> tuple[Field, ...]:
    return tuple(about for about in game.house_rules if about.rule == rule)


@register.filter("priced")
def priced_filter(text: SafeString, values: Mapping[str, str]) -> SafeString:
    return mark_safe(priced(text, {name: conditional_escape(value) for name, value in values.items()}))  # noqa: S308


@register.filter
def range_of(part: tuple[Chapter, ...]) -> str:
    """Return first and last number of a part.

    >>> range_of(rulebook(document="cuajo").parts[2])
    'C17, C18'
    """
    numbers = [rule.number for chapter in part for rule in chapter.rules]
    words = [word.word for chapter in part for word in chapter.words]
    if len(numbers) < 3:
        return ", ".join((*numbers, *words)[:3])
    return _("%(first)s to %(last)s") % {"first": numbers[0], "last": numbers[-1]}


@register.simple_tag
def one_is_worth(game: AnyGame, preset: str, rules: Data, played: PlayedFor) -> tuple[int, int] | None:
    """Return both units of money, None if equal."""
    other = game.read_rules(value=preset, minor_digits=played.money.minor_digits)
    own, usual = (unit_of(rules=each) for each in (profile_data(profile=other), rules))
    return None if own == usual else (own, usual)


@register.filter
def rule_links(text: object) -> SafeString:
    linked = _RULE.sub(lambda number: rule_link(number[0]), escape(text))
    return mark_safe(linked)  # noqa: S308 - escaped above


@register.filter
def rule_link(number: str) -> SafeString:
    return format_html('<a class="rule" href="{}#{}">{}</a>', reverse("rules"), number, number)


@register.filter
def is_in_place_of_base(line: TallyLine | Mapping[str, Any], lines: Iterable[TallyLine | Mapping[str, Any]]) -> bool:
    """Return whether porbis replaces the base payment (C32)."""
    return _rule_of(line) == "C32" and not any(_rule_of(other) in {"C27", "C28", "C34"} for other in lines)


def _rule_of(line: TallyLine | Mapping[str, Any]) -> str:
    return line.rule if isinstance(line, TallyLine) else line["rule"]


@register.filter
def percent(exact: str) -> str:
    """Write a chance in percent.

    >>> percent("2/3")
    '66.7 %'
    >>> percent("9999/10000"), percent("1/10000")
    ('99.9 %', '0.1 %')
    """
    chance = Fraction(exact)
    per_mille = round(chance * 1000)
    if 0 < chance < 1:
        # Only certainty may read 100 %, and only the impossible 0 %.
        per_mille = min(max(per_mille, 1), 999)
    return f"{per_mille // 10}{style().point}{per_mille % 10} %"


@register.filter
def fraction(exact: str) -> str:
    """Write a chance as a short fraction."""
    chance = Fraction(exact)
    return f"{factor_words(chance.numerator)}/{factor_words(chance.denominator)}"


@register.filter
def one_in(exact: str) -> int:
    """Return the rounded inverse of a chance."""
    chance = Fraction(exact)
    return round(1 / chance) if chance else 0


@register.filter
def has_amounts(answer: Mapping[str, Any]) -> bool:
    ways = (way for wait in answer.get("waits", ()) for way in wait["ways"])
    others = (*ways, *answer.get("presets", ()), *answer.get("elsewhere", ()))
    paid = (answer.get(name) for name in ("per_opponent", "penalty", "endings"))
    return any(paid) or any(other.get("per_opponent") is not None for other in others)


@register.filter
def other_value(other: Mapping[str, str]) -> str:
    """Write the differing value of a house rule."""
    about = next(about for game in games.GAMES for about in game.house_rules if about.name == other["name"])
    value = other["value"] == "true" if about.kind is FieldKind.SWITCH else other["value"]
    return house_rules.value_words(about=about, value=value)


@register.simple_tag
def grounds(act: Mapping[str, Any] | None, verdict: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the cards that decide the payment."""
    return grounds_of(act, verdict) if act and act.get("hand") else {}


@register.simple_tag
def with_instead(query: QueryDict, out: str, into: str) -> str:
    """Return the address with one card replaced."""
    asked = query.copy()
    hand = list(read_typed(query.get("hand", "")).cards)
    hand[hand.index(out)] = into
    asked["hand"] = in_signs(notation=" ".join(hand))
    # Another copy of the card may still be the bounit.
    if in_notation(text=query.get("bounit", "")) == out and out not in hand:
        asked["bounit"] = in_signs(notation=into)
    return f"?{asked.urlencode()}"


@register.simple_tag
def completed_with(query: QueryDict, card: str, way: Mapping[str, Any]) -> str:
    """Return the question with a sixteenth card."""
    asked = query.copy()
    # Cards that are open already are not turned by the winner.
    asked.pop("extra", None)
    asked["hand"] = in_signs(notation=f"{query.get('hand', '')} {card}")
    asked["bounit"], asked["source"] = in_signs(notation=card), way["source"]
    if way["lay_first"]:
        asked["secrets"] = in_signs(notation=f"{query.get('secrets', '')} {way['lay_first']}".strip())
    return asked.urlencode()


# They took a third of the time of the page of a hand.
@register.simple_tag
@kept(64)
def words(game: AnyGame, *names: str, at: str = "page") -> str:
    book, lang = _book(game)
    known = words_of_play(game=game, language=book.language)
    found = [(f"word-{at}-{name}".replace(" ", "-"), known[name]) for name in names or known if name in known]
    return render_to_string("components/words.html", {"words": found, "lang": lang, "game": game})


@register.inclusion_tag("components/word.html", takes_context=True)
def rule_sheet(context: Mapping[str, Any], number: str, at: str) -> dict[str, Any]:
    """Show a rule with the amounts of the table, without its sources."""
    book, lang = _book(games.FIRST)
    rule, played = book.rule(number), context["session"]
    rules = played.house_rules if isinstance(played, Session) else games.FIRST.read_rules(value=context["rules"])
    values = values_in_words(games.FIRST, rules, played.money, played.stakes)
    text = SafeString(without_sources(priced_filter(rule.text, values)))
    sheet = {"key": f"rule-{at}", "rule": number, "text": text, "melds": rule.melds}
    return {**sheet, "lang": lang, "game": games.FIRST}


def _book(game: AnyGame) -> tuple[Rulebook, str]:
    """Return the rules for the reader, with foreign language."""
    asked = get_language() or settings.LANGUAGE_CODE
    book = rulebook(document=game.rules_document, language=asked)
    return book, "" if book.language == asked else book.language
