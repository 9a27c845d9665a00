"""The rules of a game as its document in `docs/rules` states them, for a page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.games import GAMES

_RULE = re.compile(r"- \*\*([A-Z]+\d+)\*\* (.+)")
_WORD = re.compile(r"- \*([^*]+)\*(?: = \*([^*]+)\*)?: (.+)")
_EXAMPLES = re.compile(r" Examples?: ((?:`[^`]+`(?:, )?)+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph, safe to show; `melds` are cards in notation to be drawn below it."""

    text: SafeString
    melds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule and its number, which is its anchor."""

    number: str
    said: Paragraph


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of the table, how else it is called there, and what it means."""

    word: str
    other: str
    meaning: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter of the document; `id` is its anchor, `lead` what stands before its rules and words."""

    id: str
    title: str
    lead: tuple[Paragraph, ...]
    rules: tuple[Rule, ...]
    words: tuple[Word, ...]


@cache
def rulebook(*, document: str) -> tuple[Chapter, ...]:
    """Return the chapters of a document of `docs/rules`, the first one what stands before them all.

    It is read once: it changes with the code only.
    """
    text = (Path(settings.BASE_DIR) / "docs" / "rules" / f"{document}.md").read_text(encoding="utf-8")
    chapters = re.split(r"^##? ", text, flags=re.MULTILINE)[1:]
    return tuple(_chapter(number, chapter) for number, chapter in enumerate(chapters))


def _chapter(number: int, chapter: str) -> Chapter:
    title, _, body = chapter.partition("\n")
    lines = [" ".join(block.split()) for block in re.split(r"\n(?=- )|\n\n", body) if block.strip()]
    return Chapter(
        id=f"chapter-{number}",
        title=re.sub(r"^\d+ ", "", title.strip()),
        lead=tuple(_paragraph(line) for line in lines if not line.startswith("- ")),
        rules=tuple(Rule(number=found[1], said=_paragraph(found[2])) for found in _found(_RULE, lines)),
        words=tuple(
            Word(word=found[1], other=found[2] or "", meaning=_shown(found[3])) for found in _found(_WORD, lines)
        ),
    )


def _found(pattern: re.Pattern[str], lines: list[str]) -> Iterator[re.Match[str]]:
    return (match for line in lines if (match := pattern.fullmatch(line)))


def _paragraph(text: str) -> Paragraph:
    examples = _EXAMPLES.search(text)
    if examples is None:
        return Paragraph(text=_shown(text))
    melds = tuple(re.findall(r"`([^`]+)`", examples[1]))
    return Paragraph(text=_shown(text[: examples.start()]), melds=melds)


def _shown(text: str) -> SafeString:
    """Escape a line and turn its marks into elements: rulings, sources, emphasis, notation, links."""
    shown = str(escape(text))
    for pattern, element in (
        (r"`([^`]+)`", r"<code>\1</code>"),
        (r"\*([Rr]uling(?: \d)?)\*", r'<em class="ruling">\1</em>'),
        (r"\*([^*]+)\*", r"<em>\1</em>"),
        (r"\[([A-Z][^\]]*)\](?!\()", r'<small class="soft">[\1]</small>'),
    ):
        shown = re.sub(pattern, element, shown)
    return mark_safe(re.sub(r"\[([^\]]+)\]\((\w+)\.md\)", _link, shown))  # noqa: S308 - escaped above


def _link(found: re.Match[str]) -> str:
    """Turn a link to another document into one to the page of its game."""
    game = next((game for game in GAMES if game.rules_document == found[2]), None)
    return f'<a href="{reverse("game-rules", args=[game.id])}">{found[1]}</a>' if game else found[1]
