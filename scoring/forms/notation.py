"""Cards typed into a field."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.functional import lazy
from django.utils.translation import gettext as _

from scoring.forms.base import told, told_lazy
from scoring.games.base import Data
from scoring.games.cards.pack import Pack
from scoring.games.cards.tokens import Reading, read_words
from scoring.games.cuajo.cards import SPANISH
from scoring.games.cuajo.claim import CARD_FIELDS
from scoring.games.reading import LONGEST_CARDS
from scoring.texts import say
from scoring.texts.decks import Deck, by_deck, deck_in_use

SECRET_PREFIX = "secret_"  # begins the name of each field for a secret


def drawn_pack(pack: Pack) -> Pack:
    """Return a pack as the club draws it."""
    return pack.french if pack.french and deck_in_use() is Deck.FRENCH else pack


def read_typed(text: str, pack: Pack = SPANISH) -> Reading:
    """Read the cards of a text in the club's words."""
    return read_words(text=text, pack=drawn_pack(pack))


def in_notation(*, text: str, pack: Pack = SPANISH) -> str:
    """Return notation if every word is a card, else the text.

    >>> in_notation(text="hari oros, 4 of cups")
    '12O 4C'
    """
    signs = drawn_pack(pack).own_signs
    if all(word in signs for word in text.split()):
        # The keypad puts double spaces between melds, and they stay.
        return re.sub(r"\S+", lambda word: signs[word[0]], text)
    reading = read_typed(text, pack)
    return text if reading.unread else " ".join(reading.written)


def in_signs(*, notation: str, pack: Pack = SPANISH) -> str:
    """Write notation with the club's signs, or the text itself."""
    signs = drawn_pack(pack).signs
    return re.sub(r"\S+", lambda word: signs.get(word[0], word[0]), notation) if signs else notation


def readable_cards(*, text: str, pack: Pack = SPANISH) -> list[str]:
    """Return the cards of a text, unknown words in quotes.

    >>> readable_cards(text="hari oros, joker")
    ['12O', '“joker”']
    """
    reading = read_typed(text, pack)
    return [*reading.cards, *(f"“{word}”" for word in reading.unknown)]


def understood_fields(*, values: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    """Return name, input and notation of fields of cards."""
    typed = {name: str(values[name]) for name in values if name in CARD_FIELDS or name.startswith(SECRET_PREFIX)}
    found = ((name, text, with_signs(text=text)) for name, text in typed.items())
    return tuple(field for field in found if field[1] != field[2])


def with_signs(*, text: str, pack: Pack = SPANISH) -> str:
    """Write cards in signs. Text with unknown words stays."""
    return text if read_typed(text, pack).unread else in_signs(notation=in_notation(text=text, pack=pack), pack=pack)


def understanding(*, text: str, pack: Pack = SPANISH) -> str:
    """Mark the unknown words of a text, and draw its cards."""
    reading = read_typed(text, pack)
    parts: list[tuple[str, bool]] = []
    at = 0
    for each in reading.unread:
        parts += ((text[at : each.start], False), (text[each.start : each.end], True))
        at = each.end
    context = {
        "unknown": ", ".join(f"“{word}”" for word in reading.unknown),
        "parts": [*parts, (text[at:], False)],
        "cards": reading.cards,
        "is_drawn": pack is SPANISH,
    }
    return render_to_string("components/understanding.html", context)


class _Input(str):
    """Input of a person, not notation."""


def typed_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Mark values from outside as input of a person."""
    return {name: _Input(value) if isinstance(value, str) else value for name, value in values.items()}


class CardsField(forms.CharField):
    """Cards in notation or words. The game refuses unknown words."""

    def __init__(self, *, pack: Pack = SPANISH, **options: Any) -> None:
        self.pack = pack
        options = {"max_length": LONGEST_CARDS, **options}
        too_long = {"max_length": told_lazy(say("too_long", most=options["max_length"]))}
        super().__init__(**options | {"error_messages": too_long | options.get("error_messages", {})})

    def bound_data(self, data: Any, initial: Any) -> Any:
        shown = super().bound_data(data, initial)
        return _Input(shown[:LONGEST_CARDS]) if isinstance(shown, str) else shown  # no card is that long

    def prepare_value(self, value: Any) -> Any:
        """Show cards with the club's signs instead of known words."""
        if isinstance(value, _Input):
            return _Input(with_signs(text=value, pack=self.pack))
        return in_signs(notation=value, pack=self.pack) if isinstance(value, str) else value

    def clean(self, value: Any) -> str:
        """Return the cards in notation, unknown words in quotes."""
        typed = str(super().clean(value))
        if read_typed(typed, self.pack).unread:
            return " ".join(readable_cards(text=typed, pack=self.pack))
        return in_notation(text=typed, pack=self.pack)


def _example() -> str:
    return by_deck(_("such as 5C"))


class CardField(CardsField):
    """One card, typed or picked from `components/kinds.html`."""

    def __init__(self, **options: Any) -> None:
        attrs = {"list": "kinds", "autocapitalize": "off", "spellcheck": "false"}
        widget = forms.TextInput(attrs={**attrs, "placeholder": lazy(_example, str)()})
        super().__init__(**{"max_length": 40, "widget": widget, **options})

    def clean(self, value: Any) -> str:
        """Return one card or nothing. Refuse several."""
        typed = super().clean(value)
        reading = read_typed(str(value or ""), self.pack)
        if reading.unread:
            raise forms.ValidationError(understanding(text=str(value), pack=self.pack), code="unknown_card")
        if len(reading.cards) > 1 or bool(typed) > bool(reading.cards):
            raise forms.ValidationError(told(say("unknown_card.only_one")), code="unknown_card")
        return typed if reading.cards else ""


def named_secrets(values: Mapping[str, object]) -> list[str]:
    """Return the kinds of the secrets on a form."""
    return [str(kind) for name, kind in values.items() if name.startswith(SECRET_PREFIX) and kind]


def live_entry(post: Mapping[str, Any]) -> Data:
    """Return the incomplete form as fields of a claim."""
    return {
        "hand": readable_cards(text=post.get("hand", "")),
        "bounit": in_notation(text=post.get("bounit", "")) or None,
        "source": post.get("source") or None,
        "sowee": in_notation(text=post.get("sowee", "")) or None,
        "secrets": readable_cards(text=", ".join([*named_secrets(post), post.get("secrets", "")])),
        "extra": readable_cards(text=post.get("extra", "")),
    }
