"""What every form that writes carries: its key and the newest entry; sentences in the reader's language."""

from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.formats import time_format
from django.utils.functional import lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from scoring.forms.amounts import number_words, style
from scoring.models import Device
from scoring.money import Style
from scoring.operations.errors import RefusedError
from scoring.operations.table.posting import Stamp
from scoring.texts import Names, Text
from scoring.texts.decks import by_deck


class _Reader:
    """The language of the request."""

    @property
    def style(self) -> Style:
        return style()

    def one(self, sentence: str, /) -> str:
        return gettext(sentence)

    def number(self, number: int, /) -> str:
        return number_words(number)

    def time(self, at: datetime, /) -> str:
        return time_format(localtime(at), "H:i")

    def counted(self, one: str, many: str, count: int, /) -> str:
        return ngettext(one, many, count)


def told(text: Text, *, names: Names | None = None) -> str:
    """Return a sentence for the reader, with the players' names or the numbers of their seats."""
    return by_deck(text.told(translation=_Reader(), names=names))


def problem(error: RefusedError) -> forms.ValidationError:
    """Return why an operation refused as a form shows it; its code is the key of the sentence."""
    return forms.ValidationError(told(error.text), code=error.text.key)


told_lazy = lazy(told, str)
"""A sentence for whoever reads it then, where it is named before anybody asks."""


def missing(sentence: Any) -> dict[str, Any]:
    """Return what is said of a field without an answer, or with one that was not offered or cannot be read."""
    return dict.fromkeys(("required", "invalid", "invalid_choice"), sentence)


MOST_KEYS = 200  # of acts that a phone kept while nobody answered
HIGHEST_ENTRY_NUMBER = 2**31 - 1


def entry_number(*, required: bool = True) -> forms.IntegerField:
    """Return the unseen field for the number of an entry, 0 for none."""
    return forms.IntegerField(min_value=0, max_value=HIGHEST_ENTRY_NUMBER, required=required, widget=forms.HiddenInput)


class OnceForm(forms.Form):
    """A form that records at most once, however often it is sent."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def stamp(self, *, device: Device | None, at: datetime) -> Stamp:
        """Return who records this valid form, when, under its key."""
        return Stamp(device=device, at=at, key=self.cleaned_data["key"], known=self._known())

    def _known(self) -> tuple[UUID, ...]:
        """Return the keys of what waited on the phone when this was sent from it."""
        said = str(self.data.get("expected_keys", "")).split()[:MOST_KEYS]
        with suppress(ValueError):
            return tuple(map(UUID, said))
        return ()


class KeyedForm(OnceForm):
    """The same with the number of the newest entry its page showed."""

    expected_entry = entry_number()


def fresh(*, expected_entry: int = 0) -> dict[str, object]:
    """Return the initial values of a form shown for the first time."""
    return {"key": uuid4(), "expected_entry": expected_entry}
