"""The sentences of engine and operations, named by their keys, filled in and translated where they are told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scoring.money import PLAIN, Currency, Style, format_amount
from scoring.texts import books, games, khanhoo, operations
from scoring.texts.words import Plural

PARTS = (games, khanhoo, operations, books)

SENTENCES: dict[str, str | Plural] = {key: sentence for part in PARTS for key, sentence in part.SENTENCES.items()}

type Value = str | int | datetime | Sum | Text | tuple[Text, ...]
type Names = Mapping[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """An amount inside a sentence, written as the language writes amounts."""

    cents: int
    currency: Currency


class Translation:
    """Tells sentences in English; a language says how it writes them, its numbers and its times."""

    @property
    def style(self) -> Style:
        """Return how amounts are written."""
        return PLAIN

    def one(self, sentence: str, /) -> str:
        return sentence

    def number(self, number: int, /) -> str | int:
        return number

    def time(self, at: datetime, /) -> str:
        """Write the time of day where the reader is."""
        return f"{at:%H:%M}"

    def counted(self, one: str, many: str, count: int, /) -> str:
        """Return the form of a sentence that fits a count."""
        return one if count == 1 else many


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A sentence by its key (its code, or code, dot and which one), and what is filled in: values, players by seat."""

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
        return self.told(names=names, translation=_ENGLISH)

    def sentence(self, english: str = "") -> "Sentence":
        """Return the sentence in English, ready for other languages; `english` is how it was stored."""
        told = Sentence(english or self.english())
        told.text = self
        return told

    def told(self, *, translation: Translation, names: Names | None = None) -> str:
        """Return the sentence in a language, with the players' names or the numbers of their seats."""
        filled: dict[str, str | int] = {name: _value(value, translation, names) for name, value in self.values.items()}
        for name, seat in self.seats.items():
            filled[name] = names[seat] if names else say("seat", number=seat).told(translation=translation)
        told = self._sentence(translation) % filled
        return told[:1].upper() + told[1:] if self.seats and not names else told

    def named(self, *, names: Names) -> "Text":
        """Return the same sentence with the players' names filled in."""
        known = {who: names[seat] for who, seat in self.seats.items()}
        return Text(key=self.key, values={**self.values, **known})

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


class Sentence(str):
    """An English sentence among JSON data, with the text that it tells."""

    text: Text


_ENGLISH = Translation()


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
