"""Texts of stored sentences, kept for other languages."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from scoring.texts import SENTENCES, Sentence, Text, Value
from scoring.texts.words import Plural

type Texts = dict[str, Any]  # by their English sentences: each `code` and `values`, as JSON data


def texts_of(data: object) -> Texts:
    """Collect the texts of an engine's sentences."""
    return {str(said): as_data(said.text) for said in _strings(data) if isinstance(said, Sentence)}


def texts_read(data: object) -> Texts:
    """Find the texts of sentences stored in English."""
    # Files and earlier versions have only English sentences.
    return {said: as_data(text) for said in _strings(data) if (text := recognized(said))}


def with_texts(data: Any, texts: Texts) -> Any:
    """Attach the texts to stored sentences."""
    sentences = {said: _read_text(text).sentence(said) for said, text in texts.items()}
    return _replaced(data, sentences) if sentences else data


def as_data(text: Text) -> dict[str, Any]:
    return {"code": text.key, "values": {name: _value(each) for name, each in text.named().values.items()}}


def _value(value: Value) -> object:
    match value:
        case Text():
            return as_data(value)
        case tuple():
            return [as_data(each) for each in value]
    return value


def _read_text(data: Mapping[str, Any]) -> Text:
    return Text(key=data["code"], values={name: _read_value(each) for name, each in data["values"].items()})


def _read_value(value: Any) -> Any:
    match value:
        case dict():
            return _read_text(value)
        case list():
            return tuple(_read_text(each) for each in value)
    return value


def _strings(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case Mapping():
            for value in data.values():
                yield from _strings(value)
        case list() | tuple():
            for value in data:
                yield from _strings(value)


def _replaced(data: Any, sentences: Mapping[str, Sentence]) -> Any:
    match data:
        case str():
            return sentences.get(data, data)
        case Mapping():
            return {key: _replaced(value, sentences) for key, value in data.items()}
        case list() | tuple():
            return [_replaced(value, sentences) for value in data]
    return data


_CARDS_IN_ROW = re.compile(r"[0-9A-Z]{1,2}(?: [0-9A-Z]{1,2})*")
_PLACEHOLDER = re.compile(r"%\((\w+)\)s|%%")


@lru_cache(maxsize=4096)
def recognized(sentence: str) -> Text | None:
    """Recognize an English sentence of the catalogue.

    >>> recognized("Both conditions met").key
    'paid.both_conditions'
    >>> recognized("2 kings of coins").values
    {'count': 2}
    """
    # The patterns are in order of length: if several match, the one with most fixed words is right.
    for pattern, key in _patterns():
        if found := pattern.fullmatch(sentence):
            values = {name: _recognized_value(name, said) for name, said in found.groupdict().items()}
            return Text(key=key, values=values)
    # A sentence of placeholders alone would match any text, so its parts must be known sentences.
    before, colon, after = sentence.rpartition(": ")
    if colon and _CARDS_IN_ROW.fullmatch(after) and (meld := recognized(before)):
        return Text(key="melds.of_cards", values={"meld": meld, "cards": after})
    if colon and (ground := recognized(after)) and ground.code == "ground":
        return Text(key="bump.of_player", values={"player": before, "ground": ground})
    return None


def _recognized_value(name: str, said: str) -> Value:
    if said.isascii() and said.isdecimal():
        return int(said)
    return (recognized(said) if " " in said or name in ("meld", "why") else None) or said


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return patterns of all sentences, longest first."""
    forms = [("Bounit drawn from the stock", "paid.self_drawn")]  # the English of version 1.0
    for key, sentence in SENTENCES.items():
        given = (sentence.one, sentence.many) if isinstance(sentence, Plural) else (sentence,)
        forms += [(form, key) for form in given]
    forms.sort(key=lambda form: -len(re.sub(r"\W", "", _PLACEHOLDER.sub("", form[0]))))
    return tuple((_pattern_of(form), key) for form, key in forms if re.search(r"\w{2}", _PLACEHOLDER.sub("", form)))


def _pattern_of(sentence: str) -> re.Pattern[str]:
    named, pattern, end = set[str](), "", 0
    for place in _PLACEHOLDER.finditer(sentence):
        pattern += re.escape(sentence[end : place.start()])
        end, name = place.end(), place[1]
        pattern += "%" if name is None else f"(?P={name})" if name in named else f"(?P<{name}>.+?)"
        named |= {name} if name else set()
    return re.compile(pattern + re.escape(sentence[end:]), re.DOTALL)
