"""Sentences of engine and operations, by their keys."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime

from scoring.frozen import Frozen
from scoring.money import PLAIN, Currency, Style, format_amount
from scoring.texts import books, games, khanhoo, operations
from scoring.texts.words import Plural

PARTS = (games, khanhoo, operations, books)

SENTENCES: dict[str, str | Plural] = {key: sentence for part in PARTS for key, sentence in part.SENTENCES.items()}

type Value = str | int | datetime | Sum | Text | tuple[Text, ...]
type Names = Mapping[int, str]


class Sum(Frozen):
    """An amount of money inside a sentence."""

    cents: int
    currency: Currency


class Translation:
    """English sentences, the base of other languages."""

    @property
    def style(self) -> Style:
        return PLAIN

    def one(self, sentence: str, /) -> str:
        return sentence

    def number(self, number: int, /) -> str | int:
        return number

    def time(self, at: datetime, /) -> str:
        return f"{at:%H:%M}"

    def counted(self, one: str, many: str, count: int, /) -> str:
        return one if count == 1 else many


class Text(Frozen):
    """A sentence with its values. The key is a code, or a code, a dot and a variant."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    seats: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def code(self) -> str:
        return self.key.partition(".")[0]

    def english(self) -> str:
        return self.translated(translation=Translation())

    def sentence(self, english: str = "") -> "Sentence":
        """Attach the text to its English sentence, as it was stored if `english` is given."""
        sentence = Sentence(english or self.english())
        sentence.text = self
        return sentence

    def translated(self, *, translation: Translation, names: Names | None = None) -> str:
        """Write the sentence with the names of players, or else the numbers of their seats."""
        values = self.named(names=names).values
        filled = {name: _value(value, translation, names) for name, value in values.items()}
        match SENTENCES[self.key]:
            case Plural(one=one, many=many, by=by):
                count = self.values[by]
                assert isinstance(count, int), "what a plural counts is a number"
                sentence = translation.counted(one, many, count) % filled
            case form:
                sentence = translation.one(form) % filled
        # A seat number may begin the sentence: "seat 2 won".
        return sentence[:1].upper() + sentence[1:] if self.seats and not names else sentence

    def named(self, *, names: Names | None = None) -> "Text":
        """Fill in names, or else the numbers of seats."""
        known = {who: names[seat] if names else say("seat", number=seat) for who, seat in self.seats.items()}
        return Text(key=self.key, values={**self.values, **known})


def _value(value: Value, translation: Translation, names: Names | None) -> str | int:
    match value:
        case Text():
            return value.translated(translation=translation, names=names)
        case Sum(cents=cents, currency=currency):
            return format_amount(cents=cents, currency=currency, style=translation.style)
        case datetime():
            return translation.time(value)
        case int():
            return translation.number(value)
        case tuple():
            return " ".join(part.translated(translation=translation, names=names) for part in value)
        case _:
            return value


class Sentence(str):
    """An English sentence in JSON data, with its text."""

    text: Text


def say(key: str, /, *, seats: Mapping[str, int] | None = None, **values: Value) -> Text:
    """Look up a sentence of the catalogue.

    >>> say("bad_number.limits", minimum=1, maximum=4, value="'x'").english()
    "Enter a whole number from 1 to 4, not 'x'."
    """
    return Text(key=key, values=values, seats=seats or {})


def either(*, words: tuple[object, ...]) -> Value:
    """Join choices with "or": 2, 3 or 4."""
    *others, last = map(str, words)
    return say("one_of", others=", ".join(others), last=last) if others else last


# Spanish says "e" for "y" before the sound of i: Ana e Irene, but Ana y Hielo.
_I_SOUND = re.compile(r"h?[ií](?![aeoáéó])|y(?![aeiouáéíóú])", re.IGNORECASE)


def all_of(*, words: Iterable[object]) -> Value:
    """Join words with "and": Ana, Ben and Irene."""
    *others, last = map(str, words)
    if not others:
        return last
    listed = ", ".join(others)
    if _I_SOUND.match(last):
        return say("all_of.before_i", others=listed, i_word=last)
    return say("all_of", others=listed, last=last)
