"""Forms that write, and common fields."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.forms import ChoiceField
from django.forms.renderers import TemplatesSetting
from django.forms.utils import ErrorList
from django.http import HttpRequest
from django.utils.formats import time_format
from django.utils.functional import lazy
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext

from scoring.forms.amounts import AmountField, number_words, style
from scoring.models import LONGEST_REASON, Device, Session
from scoring.money import Style
from scoring.operations.errors import RefusedError
from scoring.operations.table.posting import Stamp
from scoring.texts import Names, Sentence, Text, Translation, all_of, say
from scoring.texts.decks import by_deck

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

type StrOrPromise = str | _StrPromise
type Choices = Iterable[tuple[Any, Any]]

_SEEN = gettext_lazy("All players see the reason in the ledger.")
CHOOSE_ONE = gettext_lazy("Choose one.")


class _Reader(Translation):
    """The language of the request."""

    @property
    def style(self) -> Style:
        return style()

    def one(self, sentence: str, /) -> str:
        return gettext(sentence)

    def number(self, number: int, /) -> str:
        return number_words(number)

    def time(self, at: datetime, /) -> str:
        return time_format(localtime(at))

    def counted(self, one: str, many: str, count: int, /) -> str:
        return ngettext(one, many, count)


def told(text: Text, *, names: Names | None = None) -> str:
    """Translate a text, with names instead of seats."""
    return by_deck(text.translated(translation=_Reader(), names=names))


def retold(sentence: str) -> str:
    """Translate a stored English sentence."""
    # The stored sentence is English, so it needs no translation.
    if isinstance(sentence, Sentence) and get_language() != settings.LANGUAGE_CODE:
        return told(sentence.text)
    return by_deck(sentence)


def problem(error: RefusedError) -> forms.ValidationError:
    """Turn a refusal into an error of a form."""
    return forms.ValidationError(told(error.text), code=error.text.key)


def listed(words: Iterable[object]) -> str:
    """Return names as a list that ends in the reader's "and"."""
    found = [str(word) for word in words]
    value = all_of(words=found) if found else ""
    return value.translated(translation=_Reader()) if isinstance(value, Text) else str(value)


told_lazy = lazy(told, str)  # translated when the page is shown


def missing(sentence: StrOrPromise) -> dict[str, Any]:
    """Return the messages of a field without a valid answer."""
    return {} if sentence == "" else dict.fromkeys(("required", "invalid", "invalid_choice"), sentence)


class SeatField(forms.TypedChoiceField):
    """A choice of one seat. The form gives the names."""

    def __init__(self, label: StrOrPromise) -> None:
        super().__init__(label=label, coerce=int, widget=forms.RadioSelect, error_messages=missing(CHOOSE_ONE))


class SeatsField(forms.TypedMultipleChoiceField):
    def __init__(self, label: StrOrPromise) -> None:
        messages = {"required": CHOOSE_ONE}
        super().__init__(label=label, coerce=int, widget=forms.CheckboxSelectMultiple, error_messages=messages)

    def clean(self, value: Any) -> tuple[int, ...]:
        return tuple(super().clean(value))


def one_of(label: StrOrPromise, choices: Choices = (), **options: Any) -> forms.TypedChoiceField:
    """Return a field of choices, drawn as buttons."""
    defaults = {"label": label, "choices": choices, "widget": forms.RadioSelect, "error_messages": missing(CHOOSE_ONE)}
    return forms.TypedChoiceField(**defaults | options)


def offer(form: forms.BaseForm, **choices: Choices) -> None:
    for name, offered in choices.items():
        field = form.fields[name]
        assert isinstance(field, ChoiceField)
        field.choices = list(offered)


def one_line(
    label: StrOrPromise, *, most: int, lacking: StrOrPromise = "", help_text: StrOrPromise = "", **attributes: str
) -> forms.CharField:
    """Return a field for one line, required with `lacking`."""
    options: dict[str, Any] = {"label": label, "max_length": most, "required": bool(lacking), "help_text": help_text}
    return forms.CharField(**options, widget=forms.TextInput(attrs=attributes), error_messages=missing(lacking))


def words(label: StrOrPromise, *, lacking: StrOrPromise = "") -> forms.CharField:
    """Return a field for a reason, required with `lacking`."""
    return one_line(label, most=LONGEST_REASON, lacking=lacking, help_text=_SEEN)


def day(label: StrOrPromise, *, lacking: StrOrPromise = "") -> forms.DateField:
    """Return a field for a day, required with `lacking`."""
    widget = forms.DateInput(attrs={"type": "date"})
    return forms.DateField(label=label, required=bool(lacking), widget=widget, error_messages=missing(lacking))


def file_fields(
    label: StrOrPromise, *, accept: str, most: int, too_large: StrOrPromise
) -> tuple[forms.FileField, forms.CharField]:
    """Return the fields for a file or its pasted text."""
    file = forms.FileField(
        label=label,
        required=False,
        widget=forms.FileInput(attrs={"accept": accept}),
        help_text=told_lazy(say("file.largest", kilobytes=most // 1000)),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste its text"),
        required=False,
        strip=False,
        max_length=most,
        error_messages={"max_length": too_large},
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    return file, text


def uploaded(
    upload: "UploadedFile[bytes] | None", *, most: int, too_large: StrOrPromise, code: str, unread: StrOrPromise
) -> str:
    """Return the text of a file, or empty. Raises ValidationError."""
    if upload is None:
        return ""
    if (upload.size or 0) > most:
        raise forms.ValidationError(too_large, code="too_large")
    try:
        return str(upload.read(), "utf-8-sig")
    except UnicodeDecodeError as error:
        raise forms.ValidationError(unread, code=code) from error


def unseen(**options: Any) -> forms.CharField:
    return forms.CharField(required=False, widget=forms.HiddenInput, **options)


MOST_KEYS = 200  # of acts that a phone kept without an answer
HIGHEST_ENTRY_NUMBER = 2**31 - 1


def entry_number() -> forms.IntegerField:
    return forms.IntegerField(min_value=0, max_value=HIGHEST_ENTRY_NUMBER, widget=forms.HiddenInput)


class OnceForm(forms.Form):
    """A form that records once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def stamp(self, *, device: Device | None, at: datetime) -> Stamp:
        known: tuple[UUID, ...] = ()  # the keys of the forms that waited on the phone when this one was sent
        with suppress(ValueError):
            known = tuple(map(UUID, str(self.data.get("expected_keys", "")).split()[:MOST_KEYS]))
        return Stamp(device=device, at=at, key=self.cleaned_data["key"], known=known)

    def arguments(self) -> dict[str, Any]:
        values = {name: value for name, value in self.cleaned_data.items() if name != "key"}
        return {
            f"{name}_cents" if isinstance(self.fields[name], AmountField) else name: values[name] for name in values
        }


class KeyedForm(OnceForm):
    """A form that expects the newest entry of its page."""

    expected_entry = entry_number()

    def __init__(
        self, *args: Any, session: Session | None = None, names: Mapping[int, str] | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            if isinstance(field, SeatField | SeatsField):
                field.choices = list((names or {}).items())
            elif isinstance(field, AmountField) and session:
                field.currency = session.money


def fresh(*, expected_entry: int) -> dict[str, object]:
    return {"key": uuid4(), "expected_entry": expected_entry}


_PLAIN = ("input", "text", "number", "hidden", "checkbox", "date", "radio_option", "checkbox_option")
_INPUTS = frozenset(f"django/forms/widgets/{name}.html" for name in _PLAIN)


class Renderer(TemplatesSetting):
    """Draw the smallest parts without a template for each."""

    field_template_name = "components/field.html"

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        if template_name == ErrorList.template_name and not context["errors"]:
            return ""
        widget = context.get("widget", {})
        if template_name in _INPUTS and not widget.get("wrap_label"):
            return _input(widget)
        if template_name == forms.Select.template_name:
            return _select(widget)
        return super().render(template_name, context, request)


def _input(widget: Mapping[str, Any]) -> str:
    value = {} if widget["value"] is None else {"value": str(widget["value"])}
    # The shared news find the key of a form by its name before its value.
    return SafeString(_tag("input", {"type": widget["type"], "name": widget["name"], **value, **widget["attrs"]}))


def _select(widget: Mapping[str, Any]) -> str:
    drawn = _tag("select", {"name": widget["name"], **widget["attrs"]})
    for heading, options, _place in widget["optgroups"]:
        each = "".join(map(_option, options))
        drawn += f"{_tag('optgroup', {'label': heading})}{each}</optgroup>" if heading else each
    return SafeString(f"{drawn}</select>")


def _option(widget: Mapping[str, Any]) -> str:
    tag = _tag("option", {"value": str(widget["value"]), **widget["attrs"]})
    return f"{tag}{conditional_escape(widget['label'])}</option>"


def _tag(name: str, named: Mapping[str, Any]) -> str:
    """Draw the start of an element, attributes in their order."""
    # A list has up to 180 options, and `flatatt` takes three times as long for each.
    given = ((each, value) for each, value in named.items() if value is not False and value is not None)
    drawn = (f" {each}" if value is True else f' {each}="{conditional_escape(value)}"' for each, value in given)
    return f"<{name}{''.join(drawn)}>"
