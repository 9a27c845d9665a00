"""How a Spanish card is drawn and named on a page: number, suit symbol, frame breaks, court mark."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

register = template.Library()

type Size = Literal["key", "meld", "inline"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suit:
    """A suit as drawn: the symbol's id in the sprite, its names, the breaks of the frame (pintas)."""

    symbol: str
    english: str | Promise
    spanish: str
    breaks: int


SUITS = {
    "O": Suit(symbol="coins", english=_("coins"), spanish="oros", breaks=0),
    "C": Suit(symbol="cups", english=_("cups"), spanish="copas", breaks=1),
    "E": Suit(symbol="swords", english=_("swords"), spanish="espadas", breaks=2),
    "B": Suit(symbol="batons", english=_("batons"), spanish="bastos", breaks=3),
}
NUMBERS = ("1", "3", "4", "5", "10", "11", "12")
COURT_MARKS = {"10": "jack", "11": "horse", "12": "king"}
COURT_NAMES = {"10": _("jack"), "11": _("horse"), "12": _("king")}
FRAME_EDGES = {
    0: "M5 2.5H39",
    1: "M5 2.5H20M24 2.5H39",
    2: "M5 2.5H14.5M18.5 2.5H25.5M29.5 2.5H39",
    3: "M5 2.5H12M16 2.5H20M24 2.5H28M32 2.5H39",
}


def card_context(*, card: object, size: Size, hidden: bool = False) -> dict[str, Any]:
    """Return what a card's template needs.

    Raises `KeyError` for a suit that the pack does not have.
    """
    number, suit = str(card)[:-1], SUITS[str(card)[-1]]
    return {
        "size": size,
        "hidden": hidden,
        "kind": str(card),
        "number": number,
        "suit": suit,
        "edge": FRAME_EDGES[suit.breaks],
        "mark": COURT_MARKS.get(number, ""),
        "name": card_name(card),
        "sprite": static("icons/suits.svg"),
    }


@register.filter
def card_name(card: object) -> str:
    """Return a card's name to be read aloud.

    >>> card_name("4O")
    '4 of coins (oros)'
    """
    number, suit = str(card)[:-1], SUITS[str(card)[-1]]
    names = {"number": number, "suit": suit.english, "spanish": suit.spanish}
    if court := COURT_NAMES.get(number):
        return gettext("%(number)s of %(suit)s (%(spanish)s), %(court)s") % {**names, "court": court}
    return gettext("%(number)s of %(suit)s (%(spanish)s)") % names


@register.inclusion_tag("components/card.html", name="card")
def card_tag(card: object, size: Size = "meld", hidden: bool = False) -> dict[str, Any]:
    """Draw one card, `hidden` where the text beside it already says its name."""
    return card_context(card=card, size=size, hidden=hidden)


@register.inclusion_tag("components/meld.html", name="meld")
def meld_tag(cards: object, label: str = "") -> dict[str, Any]:
    """Draw joined cards, given as a sequence or in notation, under a label of their own."""
    listed = cards.split() if isinstance(cards, str) else list(cards)  # type: ignore[call-overload]
    return {"cards": listed, "label": label}


@register.simple_tag(name="kinds")
def kinds_tag() -> str:
    """List every kind of card, to be picked in the fields for one card."""
    return _kinds(get_language())


@register.simple_tag(name="keypad")
def keypad_tag(
    melds: Iterable[Iterable[str]], hand_size: int = 16, copies: int = 4, extra_size: int = 15, open_cards: bool = False
) -> str:
    """Draw the whole pack as keys, a row for each suit.

    `melds` lists every meld of the game as lists of notation, a card that may stand alone as a list of one.
    With `open_cards` the extra cards are those lying open on the table, and may always be entered.
    """
    of_game = tuple(tuple(meld) for meld in melds)
    return _keypad(get_language(), of_game, hand_size, copies, extra_size, open_cards)


@cache
def _kinds(_language: str | None) -> str:
    notations = [f"{number}{letter}" for letter in SUITS for number in NUMBERS]
    kinds = [{"notation": notation, "name": card_name(notation)} for notation in notations]
    return render_to_string("components/kinds.html", {"kinds": kinds})


@lru_cache(maxsize=64)
def _keypad(  # drawn once: it was a quarter of what the page of a hand takes
    _language: str | None,
    melds: tuple[tuple[str, ...], ...],
    hand_size: int,
    copies: int,
    extra_size: int,
    open_cards: bool,
) -> str:
    rows = [[card_context(card=f"{number}{letter}", size="key", hidden=True) for number in NUMBERS] for letter in SUITS]
    context = {
        "rows": rows,
        "melds": melds,
        "hand_size": hand_size,
        "copies": copies,
        "extra_size": extra_size,
        "open_cards": open_cards,
    }
    return render_to_string("components/keypad.html", context)
