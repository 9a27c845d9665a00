"""Sentences that were kept in English, told again in another language.

Verdicts keep the words they were given with (docs/decisions/0011), so the key of a sentence is found by its words.
"""

import re
from functools import cache, lru_cache

from scoring.texts.catalogue import SENTENCES
from scoring.texts.text import Text, Value
from scoring.texts.words import Plural

_CARDS = re.compile(r"[0-9A-Z]{1,2}(?: [0-9A-Z]{1,2})*")
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
            return Text(key=key, values={name: _value(name, said) for name, said in found.groupdict().items()})
    return _heard_in_parts(*sentence.rpartition(": "))


def _heard_in_parts(before: str, colon: str, after: str) -> Text | None:
    """Return a sentence that has no word of its own by which it could be found."""
    if colon and _CARDS.fullmatch(after) and (meld := heard(before)):
        return Text(key="melds.of_cards", values={"meld": meld, "cards": after})
    if colon and (ground := heard(after)) and ground.code == "ground":
        return Text(key="bump.of_player", values={"player": before, "ground": ground})
    return None


def _value(name: str, said: str) -> Value:
    if said.isascii() and said.isdecimal():
        return int(said)
    return (heard(said) if " " in said or name == "meld" else None) or said


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return every sentence as what it looks like filled in, those with most words of their own first."""
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
