"""The sentences of engine and operations, named by their keys, filled in and translated where they are told."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache

from scoring.money import PLAIN, Currency, Style, format_amount
from scoring.texts import books, games, khanhoo, operations
from scoring.texts.words import Plural

PARTS = (games, khanhoo, operations, books)

SENTENCES: dict[str, str | Plural] = {key: sentence for part in PARTS for key, sentence in part.SENTENCES.items()}

type Value = str | int | datetime | Sum | Text | tuple[Text, ...]
type Names = Mapping[int, str]
type Told = Callable[[Text], str]  # what says a sentence to somebody


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


_CARDS_IN_ROW = re.compile(r"[0-9A-Z]{1,2}(?: [0-9A-Z]{1,2})*")
_PLACEHOLDER = re.compile(r"%\((\w+)\)s|%%")


@lru_cache(maxsize=4096)
def heard(sentence: str) -> Text | None:
    """Return what was said by an English sentence, None for one that the catalogue does not hold.

    Where several fit, the one that says most in its own words was meant.

    >>> heard("Both conditions met").key
    'paid.both_conditions'
    >>> heard("2 kings of coins").values
    {'count': 2}
    """
    for pattern, key in _patterns():
        if found := pattern.fullmatch(sentence):
            return Text(key=key, values={name: _read(name, said) for name, said in found.groupdict().items()})
    before, colon, after = sentence.rpartition(": ")  # sentences made of placeholders only have known parts
    if colon and _CARDS_IN_ROW.fullmatch(after) and (meld := heard(before)):
        return Text(key="melds.of_cards", values={"meld": meld, "cards": after})
    if colon and (ground := heard(after)) and ground.code == "ground":
        return Text(key="bump.of_player", values={"player": before, "ground": ground})
    return None


def _read(name: str, said: str) -> Value:
    if said.isascii() and said.isdecimal():
        return int(said)
    return (heard(said) if " " in said or name == "meld" else None) or said


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return a pattern for every sentence, those with most words first."""
    forms = [
        (form, key)
        for key, sentence in SENTENCES.items()
        for form in ((sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,))
    ]
    forms.sort(key=lambda form: -len(re.sub(r"\W", "", _PLACEHOLDER.sub("", form[0]))))
    return tuple((_looks(form), key) for form, key in forms if re.search(r"\w{2}", _PLACEHOLDER.sub("", form)))


def _looks(sentence: str) -> re.Pattern[str]:
    named, pattern, end = set[str](), "", 0
    for place in _PLACEHOLDER.finditer(sentence):
        pattern += re.escape(sentence[end : place.start()])
        end, name = place.end(), place[1]
        pattern += "%" if name is None else f"(?P={name})" if name in named else f"(?P<{name}>.+?)"
        named |= {name} if name else set()
    return re.compile(pattern + re.escape(sentence[end:]), re.DOTALL)
