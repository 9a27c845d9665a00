"""A sentence of the catalogue with what is filled in, told in any language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from scoring.money import PLAIN, Currency, Style, format_amount
from scoring.texts.catalogue import SENTENCES
from scoring.texts.words import Plural

type Value = str | int | datetime | Sum | Text | tuple[Text, ...]
type Names = Mapping[int, str]
type Told = Callable[[Text], str]
"""What says a sentence to somebody."""

_SEAT = "seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """An amount inside a sentence, written as the language writes amounts."""

    cents: int
    currency: Currency


class Translation(Protocol):
    """What turns English sentences into those of a language, as gettext does."""

    @property
    def style(self) -> Style:
        """Return how the language writes amounts."""
        ...

    def one(self, sentence: str, /) -> str:
        """Return a sentence in the language."""
        ...

    def number(self, number: int, /) -> str | int:
        """Return a number as the language writes it in a sentence."""
        ...

    def time(self, at: datetime, /) -> str:
        """Return the time of day where the reader is."""
        ...

    def counted(self, one: str, many: str, count: int, /) -> str:
        """Return the form of a sentence that fits a count."""
        ...


class English:
    """The catalogue as it is written."""

    style = PLAIN

    def one(self, sentence: str, /) -> str:
        """Return the sentence."""
        return sentence

    def number(self, number: int, /) -> str | int:
        """Return the number."""
        return number

    def time(self, at: datetime, /) -> str:
        """Return the time of day."""
        return f"{at:%H:%M}"

    def counted(self, one: str, many: str, count: int, /) -> str:
        """Return the sentence for one or for many."""
        return one if count == 1 else many


ENGLISH = English()


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A sentence of the catalogue by its key, with what is filled in: values, and players by their seats.

    One code may have several sentences: the key is the code, or the code, a dot and which sentence.
    """

    key: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    seats: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def code(self) -> str:
        """Return the stable code of what is said.

        >>> Text(key="unknown_seat.nobody_named").code
        'unknown_seat'
        """
        return self.key.partition(".")[0]

    def english(self, *, names: Names | None = None) -> str:
        """Return the sentence in English, with the players' names or the numbers of their seats."""
        return self.told(names=names, translation=ENGLISH)

    def told(self, *, translation: Translation, names: Names | None = None) -> str:
        """Return the sentence in a language, with the players' names or the numbers of their seats."""
        told = self._filled(translation, names)
        return told[:1].upper() + told[1:] if self.seats and not names else told

    def named(self, *, names: Names) -> "Text":
        """Return the same sentence with the players' names filled in."""
        known = {who: names[seat] for who, seat in self.seats.items()}
        return Text(key=self.key, values={**self.values, **known})

    def _filled(self, translation: Translation, names: Names | None) -> str:
        sentence = self._sentence(translation)
        filled: dict[str, str | int] = {name: _value(value, translation, names) for name, value in self.values.items()}
        for name, seat in self.seats.items():
            filled[name] = names[seat] if names else _seat(seat, translation)
        return sentence % filled

    def _sentence(self, translation: Translation) -> str:
        match SENTENCES[self.key]:
            case Plural(one=one, many=many, by=by):
                count = self.values[by]
                assert isinstance(count, int), "what a plural counts is a number"
                return translation.counted(one, many, count)
            case sentence:
                return translation.one(sentence)


def _value(value: Value, translation: Translation, names: Names | None) -> str | int:
    match value:
        case Text():
            return value.told(translation=translation, names=names)
        case Sum(cents=cents, currency=currency):
            return format_amount(cents=cents, currency=currency, style=translation.style)
        case datetime():
            return translation.time(value)
        case int():
            return translation.number(value)
        case tuple():
            return " ".join(part.told(translation=translation, names=names) for part in value)
        case _:
            return value


def _seat(number: int, translation: Translation) -> str:
    return Text(key=_SEAT, values={"number": number})._filled(translation, None)


def say(key: str, /, *, seats: Mapping[str, int] | None = None, **values: Value) -> Text:
    """Return a sentence of the catalogue with its values.

    >>> say("bad_number.limits", minimum=1, maximum=4, value="'x'").english()
    "A whole number from 1 to 4 belongs here, not 'x'."
    """
    return Text(key=key, values=values, seats=seats or {})


def either(*, words: tuple[object, ...]) -> Value:
    """Return words as a choice between them: 2, 3 or 4.

    >>> text = either(words=(2, 3, 4))
    >>> text.english()
    '2, 3 or 4'
    """
    *others, last = map(str, words)
    return say("one_of", others=", ".join(others), last=last) if others else last
