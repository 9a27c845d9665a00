"""A language nobody speaks: every marked text with accents on all letters, in brackets and 40 % longer."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from math import ceil
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from xml.etree.ElementTree import Element

from django.conf import settings

from scoring.money import OFFERED_CURRENCIES

CODE = "en-xa"
_ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"
)
_SPOKEN = {"aria-label", "aria-description", "placeholder", "title", "alt", "label"}
_UNSPOKEN = {"script", "style", "code", "kbd", "pre", "template"}
_NAMES = re.compile(  # what people wrote, and what is called the same in every language
    r"\b[A-Z0-9]{3} [A-Z0-9]{3}\b|\b[A-Z0-9]{4}-[A-Z0-9]{4}\b"  # codes first: some begin as a currency is called
    r"|\w+'s phone|\b(?:Ana|Ben|Carla|Dan|Eva|Our club|Ours|Safari, iPhone|It was Carla)\b"
    r"|\b(?:\d+\.\d+\.\d+\.dev\d+|Cuajo|Khanhoo|Qing|Ming|Cau robat|oros|copas|espadas|bastos|[a-z]+/1)\b"
    r"|\b(?:WhatsApp|Viber|Telegram|Messenger|SMS|UTC|hledger|Beancount|ihatemoney|Cospend|CSV)\b"
    rf"|\b(?:{'|'.join(re.escape(word) for each in OFFERED_CURRENCIES[:-1] for word in (each.code, each.symbol))})"
    r"|python -m uv run manage.py \w+|https?://\S+|/api/schema/|\b[A-Z0-9][A-Z]\b|\b[0-9a-f]{16,}\b"
)
_PLAIN = re.compile(r"[A-Za-z]{2,}")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?[a-z][^>]*>")


def accented(text: str) -> str:
    words = PLACEHOLDER.sub("", text)
    end = 0
    parts = []
    for kept in PLACEHOLDER.finditer(text):
        parts += [text[end : kept.start()].translate(_ACCENTS), kept[0]]
        end = kept.end()
    parts.append(text[end:].translate(_ACCENTS))
    return f"⟦{''.join(parts)}{'·' * ceil(0.4 * len(words))}⟧"


@cache
def locale_folder() -> str:
    return _written(language="en_XA")


@cache
def reworded_folder() -> str:
    """Write the same catalogue in the place of English and return its folder."""
    return _written(language="en")


def _written(*, language: str) -> str:
    from babel.messages import Catalog  # which takes a while
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    entries = Catalog(locale="en")
    for folder in settings.LOCALE_PATHS:
        for entry in read_po((Path(folder) / "fil" / "LC_MESSAGES" / "django.po").open("rb")):
            if entry.id:
                string = accented(entry.id) if isinstance(entry.id, str) else tuple(map(accented, entry.id))
                entries.add(entry.id, string, context=entry.context)
    for currency in OFFERED_CURRENCIES:
        entries.add(currency.name, accented(currency.name))
    file = Path(mkdtemp(prefix="cuajo-pseudo-")) / language / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as made:
        write_mo(made, entries)
    return str(file.parents[2])


@contextmanager
def spoken() -> Iterator[str]:
    """Have the app speak this language besides the others, and yield its code."""
    from django.test import override_settings  # settings of the tests import this module

    languages = [*settings.LANGUAGES, (CODE, accented("Pseudo"))]
    with override_settings(LANGUAGES=languages, LOCALE_PATHS=[*settings.LOCALE_PATHS, locale_folder()]):
        yield CODE


def plain_words(root: Element) -> Iterator[str]:
    for text in _texts(root, language=root.get("lang", "")):
        if _PLAIN.search(_NAMES.sub("", text)):
            yield " ".join(text.split())


def plain_on(answer: Any) -> list[str]:
    from tests.views.reading import Page

    if not answer.get("Content-Type", "").startswith("text/html") or not answer.content:
        return []
    if not answer.text.startswith("<!DOCTYPE"):
        answer.content = f"<html><main>{answer.text}</main></html>"
    return list(plain_words(Page(answer).root))


def _texts(element: Element, *, language: str) -> Iterator[str]:
    if element.tag in _UNSPOKEN or element.get("lang", language) != language:
        return
    for name, value in element.attrib.items():
        if name in _SPOKEN or name.startswith("data-text") or name in ("data-saving", "data-saved"):
            yield value
    yield element.text or ""
    for child in element:
        yield from _texts(child, language=language)
        yield child.tail or ""
