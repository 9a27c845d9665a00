"""Draw and name cards."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, wraps
from typing import Any, NamedTuple

from django import template
from django.forms import BoundField
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import retold, told
from scoring.forms.notation import in_signs
from scoring.games import game_by_id
from scoring.games.base import AnyGame, HouseRules
from scoring.games.cuajo.cards import COPIES, ROWS
from scoring.games.cuajo.cards import KINDS as INDEXED
from scoring.games.cuajo.claim import GAME_ID
from scoring.games.cuajo.game import melding_of
from scoring.games.cuajo.rules import HouseRules as CuajoRules
from scoring.games.fields import Choice
from scoring.texts import Sentence, Text
from scoring.texts.decks import CARD, FRENCH_RANKS, Deck, deck_in_use, own_deck

register = template.Library()

BOXES = {"face": "100 156", "key": "100 140", "chip": "100 150", "strip": "62 106", "inline": ""}


class Suit(NamedTuple):
    symbol: str
    of: str | Promise


KINDS = tuple(card.notation for row in ROWS for card in row)
RANK_NAMES = {
    Deck.SPANISH: {
        "1": pgettext_lazy("Spanish pack", "ace"),
        "10": pgettext_lazy("Spanish pack", "jack"),
        "11": pgettext_lazy("Spanish pack", "horse"),
        "12": pgettext_lazy("Spanish pack", "king"),
    },
    Deck.FRENCH: {
        "1": pgettext_lazy("French pack", "ace"),
        "10": pgettext_lazy("French pack", "jack"),
        "11": pgettext_lazy("French pack", "queen"),
        "12": pgettext_lazy("French pack", "king"),
    },
}
SPRITES = {Deck.SPANISH: "icons/deck.svg", Deck.FRENCH: "icons/deck-french.svg"}
SUITS: Mapping[Deck, Mapping[str, Suit]] = {
    Deck.SPANISH: {
        "O": Suit("coins", _("of coins (oros)")),
        "C": Suit("cups", _("of cups (copas)")),
        "E": Suit("swords", _("of swords (espadas)")),
        "B": Suit("batons", _("of batons (bastos)")),
    },
    Deck.FRENCH: {
        "O": Suit("diamonds", _("of diamonds")),
        "C": Suit("hearts", _("of hearts")),
        "E": Suit("spades", _("of spades")),
        "B": Suit("clubs", _("of clubs")),
    },
}


def kept[**P](most: int) -> Callable[[Callable[P, str]], Callable[P, str]]:
    """Cache the texts of a function by language and deck."""

    def keep(write: Callable[P, str]) -> Callable[P, str]:
        cached: Callable[..., str] = lru_cache(most)(lambda _language, _deck, *args, **options: write(*args, **options))

        @wraps(write)
        def kept_text(*args: P.args, **options: P.kwargs) -> str:
            return cached(get_language(), deck_in_use(), *args, **options)

        return kept_text

    return keep


@register.simple_tag(name="card")
@kept(1024)
def card_tag(card: object, size: str = "chip", hidden: bool = False) -> str:
    """Draw a card, without a name if `hidden`. Raises KeyError."""
    deck, kind = deck_in_use(), str(card)
    number, suit = kind[:-1], kind[-1]
    context = {
        "size": size,
        "box": BOXES[size],
        "hidden": hidden,
        "kind": kind,
        "number": FRENCH_RANKS.get(number, number) if deck is Deck.FRENCH else number,
        "suit": SUITS[deck][suit],
        "name": card_name(card),
        "sprite": static(SPRITES[deck]),
    }
    return render_to_string("components/card.html", context)


@register.filter
@kept(512)
def card_name(card: object) -> str:
    """Return the spoken name of a card."""
    deck, kind = deck_in_use(), str(card)
    number, of = kind[:-1], SUITS[deck][kind[-1]].of
    return gettext("%(number)s %(of_suit)s") % {"number": RANK_NAMES[deck].get(number, number), "of_suit": of}


@register.filter
def card_sign(card: object) -> str:
    return in_signs(notation=str(card))


@register.filter
def cards_named(cards: Iterable[object]) -> str:
    return ", ".join(card_name(card) for card in cards)


@register.filter
def suit(card: object) -> str:
    return SUITS[deck_in_use()][str(card)[-1]].symbol


@register.inclusion_tag("components/meld.html", name="meld")
def meld_tag(cards: object, label: str = "") -> dict[str, Any]:
    listed = cards.split() if isinstance(cards, str) else list(cards)  # type: ignore[call-overload]
    return {"cards": listed, "label": label, "names": cards_named(listed), "is_hidden": not label}


@register.simple_tag
def drawn_meld(game: AnyGame, cards: str, alone: str = "meld") -> str:
    if game.id != GAME_ID:
        return cards_drawn(f"<code>{cards}</code>", game)
    if alone == "key" and " " not in cards:
        return card_tag(cards, "key")
    return render_to_string("components/meld.html", meld_tag(cards))


@register.inclusion_tag("components/melds.html", name="melds")
def melds_tag(arrangement: Sequence[Sequence[str]], bounit: str = "") -> dict[str, Any]:
    holding = [cards for cards in arrangement if bounit in cards]
    return {"melds": [{"cards": cards, "winning": len(holding) == 1 and cards is holding[0]} for cards in arrangement]}


@register.filter
def winning(arrangement: Sequence[Sequence[str]], bounit: str = "") -> Sequence[str]:
    """Return the meld with the bounit, or the first."""
    return next((cards for cards in arrangement if bounit in cards), arrangement[0] if arrangement else ())


@register.inclusion_tag("components/typing.html", name="typing")
def typing_tag() -> dict[str, Any]:
    return {"is_french": deck_in_use() is Deck.FRENCH}


@register.simple_tag(name="kinds")
@kept(16)
def kinds_tag() -> str:
    return render_to_string("components/kinds.html", {"kinds": KINDS})


# Drawing the keys took a quarter of the time of the page of a hand.
@register.simple_tag(name="keypad")
@kept(64)
def keypad_tag(
    melds: tuple[tuple[str, ...], ...], *, hand_size: int = 16, extra_size: int, open_cards: bool = False
) -> str:
    """Draw the keys, with extra cards for `open_cards`."""
    context = {
        "kinds": KINDS,
        "melds": [[card_sign(card) for card in meld] for meld in sorted(melds, key=_place_among_offers)],
        "hand_size": hand_size,
        "copies": COPIES,
        "extra_size": extra_size,
        "open_cards": open_cards,
    }
    return render_to_string("components/keypad.html", context)


def _place_among_offers(meld: tuple[str, ...]) -> int:
    """Return a sort key: runs, sets, then secrets."""
    kinds, suits = set(meld), {notation[-1] for notation in meld}
    is_run = len(kinds) > 1 and len(suits) == 1
    return 0 if is_run else len(meld) + (len(kinds) == 1)


@register.inclusion_tag("components/card_keys.html", name="card_keys")
def card_keys_tag(box: BoundField, at_once: str) -> dict[str, Any]:
    return {"field_id": box.id_for_label, "at_once": box.name == at_once, "kinds": KINDS}


@register.filter
def key_name(key: Choice) -> str:
    return told(key.name) if key.name else ""


_SUIT_SIGNS = {"card.all_hearts": "♥", "card.all_clubs": "♣", "card.all_diamonds": "♦"}


@register.filter
def key_sign(key: Choice) -> str:
    suit = _suit_of(key)
    # The variation selector keeps phones from drawing an emoji.
    sign = _SUIT_SIGNS.get(suit.key) if suit else None
    return f"{key.label.removesuffix(key.suit)}{sign}\N{VARIATION SELECTOR-15}" if sign else key.label


@register.filter
def suit_name(key: Choice) -> str:
    suit = _suit_of(key)
    return told(suit) if suit else ""


def _suit_of(key: Choice) -> Text | None:
    suit = key.name.values.get("suit") if key.name else None
    return suit if isinstance(suit, Text) else None


@register.filter
def with_cards(sentence: str, game_id: str) -> str:
    """Tell a stored sentence with small cards."""
    keys = _pack_keys(game_id)
    if not keys:
        return retold(sentence)
    with own_deck():
        text = escape(retold(sentence))
    # A name may read like a card, so sentences with players stay as they are.
    if isinstance(sentence, Sentence) and "player" in {*sentence.text.values, *sentence.text.seats}:
        return mark_safe(text)  # noqa: S308 - escaped above
    words = "|".join(keys)
    return mark_safe(re.sub(rf"\b(?:{words})\b", lambda found: _small(keys[found[0]]), text))  # noqa: S308


@register.filter
def cards_drawn(text: str, game: AnyGame) -> SafeString:
    """Draw the cards in a paragraph of the rules."""
    keys = _pack_keys(game.id)

    def drawn(found: re.Match[str]) -> str:
        words = found[1].split()
        if game.id == GAME_ID and all(word in KINDS for word in words):
            return _together([_inline(word) for word in words])
        return _together([_small(keys[word]) for word in words]) if all(word in keys for word in words) else found[0]

    return mark_safe(re.sub(r"<code>([^<]+)</code>", drawn, text))  # noqa: S308 - the rules are ours


def _together(cards: list[str]) -> str:
    """Join cards that stay on one line."""
    return f'<span class="card-set">{" ".join(cards)}</span>' if len(cards) > 1 else cards[0]


# A match inside a tag would break the HTML.
_CARD_BETWEEN_TAGS = re.compile(rf"{CARD.pattern}(?![^<]*>)")


@register.filter
def in_notation(sentence: str) -> str:
    """Tell a stored sentence with cards in notation."""
    with own_deck():
        return retold(sentence)


@register.filter
def small_cards(said: str) -> SafeString:
    drawn = _CARD_BETWEEN_TAGS.sub(lambda card: _inline(card[0]), conditional_escape(said))
    return mark_safe(drawn)  # noqa: S308 - escaped above


def _inline(word: str) -> str:
    return card_tag(word, "inline").strip()


@cache
def _pack_keys(game_id: str) -> Mapping[str, Choice]:
    questions = game_by_id(game_id=game_id).questions
    keys = (key for asked in questions for field in asked.fields for key in field.choices if key.name)
    return {key.value: key for key in keys if key.value.isalnum() and not key.value.isdecimal()}


def _small(key: Choice) -> str:
    return format_html(
        '<bdi class="card-word" role="img" aria-label="{}" data-suit="{}">{}</bdi>',
        key_name(key),
        key.suit,
        key_sign(key),
    )


@register.inclusion_tag("components/melding.html", name="melding")
def melding_tag(game: AnyGame, rules: HouseRules) -> dict[str, Any]:
    """Return form attributes for checking melds offline."""
    melding = melding_of(rules=rules) if isinstance(rules, CuajoRules) else None
    return {"game": game, "melding": melding, "kinds": [card.notation for card in INDEXED]}
