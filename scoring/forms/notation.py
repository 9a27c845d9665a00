"""Cards typed into a field, read leniently; what was understood is put back in notation."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.functional import lazy
from django.utils.translation import gettext as _

from scoring.forms.base import told, told_lazy
from scoring.games import CARDS
from scoring.games.base import Data
from scoring.games.offers import Card, Reading
from scoring.games.reading import LONGEST_CARDS
from scoring.texts import say
from scoring.texts.decks import Deck, by_deck, lying_deck

SECRET_PREFIX = "secret_"
"""How the fields begin that name a secret each."""

_CARD_FIELDS = frozenset({"hand", "bounit", "sowee", "secrets", "extra"})
_CANONICAL = frozenset(card.notation for row in CARDS.rows for card in row)


def read_typed(text: str) -> Reading:
    """Return the cards of a text, in the words of the deck that lies on the table."""
    return CARDS.read(text, french=lying_deck() is Deck.FRENCH)


def written(cards: Iterable[Card]) -> str:
    """Return cards in notation."""
    return " ".join(card.notation for card in cards)


def in_notation(*, text: str) -> str:
    """Return the text in notation where every word was understood, otherwise as it was typed.

    Notation is left as it stands, because the keypad parts melds by two spaces.

    >>> in_notation(text="hari oros, 4 of cups")
    '12O 4C'
    """
    if all(word in _CANONICAL for word in text.split()):
        return text
    reading = read_typed(text)
    return text if reading.unknown else written(reading.cards)


def readable_cards(*, text: str) -> list[str]:
    """Return the cards of a text in notation; words not understood stand in quotation marks.

    >>> readable_cards(text="hari oros, joker")
    ['12O', '“joker”']
    """
    reading = read_typed(text)
    return [card.notation for card in reading.cards] + [f"“{word}”" for word in reading.unknown]


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A field whose words make cards: its name, what was typed, and that in notation."""

    name: str
    typed: str
    notation: str


def understood_fields(*, values: Mapping[str, Any]) -> tuple[Understood, ...]:
    """Return the card fields whose words can be put back as notation."""
    names = [name for name in values if name in _CARD_FIELDS or name.startswith(SECRET_PREFIX)]
    typed = ((name, str(values[name])) for name in names)
    found = (Understood(name=name, typed=text, notation=in_notation(text=text)) for name, text in typed)
    return tuple(field for field in found if field.notation != field.typed)


def understanding(*, text: str) -> str:
    """Say which words of a text were not understood; they are marked where they stand, the others drawn as cards."""
    reading = read_typed(text)
    parts: list[tuple[str, bool]] = []
    at = 0
    for each in reading.unread:
        parts += ((text[at : each.start], False), (text[each.start : each.end], True))
        at = each.end
    context = {
        "unknown": ", ".join(f"“{word}”" for word in reading.unknown),
        "parts": [*parts, (text[at:], False)],
        "cards": [card.notation for card in reading.cards],
    }
    return render_to_string("components/understanding.html", context)


class CardText(forms.CharField):
    """Cards as a game writes them; what is too long to be cards is not shown again in full."""

    def __init__(self, **options: Any) -> None:
        options = {"max_length": LONGEST_CARDS, **options}
        too_long = {"max_length": told_lazy(say("too_long", most=options["max_length"]))}
        super().__init__(**options | {"error_messages": too_long | options.get("error_messages", {})})

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what the field shows again."""
        shown = super().bound_data(data, initial)
        return shown[:LONGEST_CARDS] if isinstance(shown, str) else shown


class CardsField(CardText):
    """Cards in notation or in the words of the table.

    Words that make no card are left in the value, for the game to refuse together with everything else.
    """

    def prepare_value(self, value: Any) -> Any:
        """Return what the field shows: notation in the place of words that were understood."""
        return in_notation(text=value) if isinstance(value, str) else value

    def clean(self, value: Any) -> str:
        """Return the cards in notation where every word was understood."""
        return in_notation(text=str(super().clean(value)))


def _example() -> str:
    return by_deck(_("such as 5C"))


_such_as = lazy(_example, str)


class CardField(CardsField):
    """One card as in `CardsField`, typed or picked from the list in `components/kinds.html`."""

    def __init__(self, **options: Any) -> None:
        attrs = {"list": "kinds", "autocapitalize": "off", "spellcheck": "false"}
        widget = forms.TextInput(attrs={**attrs, "placeholder": _such_as()})
        super().__init__(**{"max_length": 40, "widget": widget, **options})

    def clean(self, value: Any) -> str:
        """Return the card in notation, empty for none; anything else than one card is refused."""
        typed = super().clean(value)
        card = CARDS.find(typed)
        if card is not None or not typed:
            return card.notation if card else ""
        if read_typed(typed).unknown:
            raise forms.ValidationError(understanding(text=typed), code="unknown_card")
        raise forms.ValidationError(told(say("unknown_card.only_one")), code="unknown_card")


def named_secrets(values: Mapping[str, object]) -> list[str]:
    """Return the kinds of the secrets named on a form, as they stand there."""
    return [str(kind) for name, kind in values.items() if name.startswith(SECRET_PREFIX) and kind]


def live_entry(post: QueryDict) -> Data:
    """Return what the form holds so far as the fields of a claim, however incomplete."""
    secrets = [*named_secrets(post.dict()), post.get("secrets", "")]
    return {
        "hand": readable_cards(text=post.get("hand", "")),
        "bounit": in_notation(text=post.get("bounit", "")) or None,
        "source": post.get("source") or None,
        "sowee": in_notation(text=post.get("sowee", "")) or None,
        "secrets": readable_cards(text=", ".join(secrets)),
        "extra": readable_cards(text=post.get("extra", "")),
    }
