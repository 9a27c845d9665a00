"""The rules of a game as its document in `docs/rules` states them, for a page."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_RULE = re.compile(r"- \*\*([A-Z]+\d+)\*\* (.+)")
_WORD = re.compile(r"- \*([^*]+)\*: (.+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestRule:
    """A numbered rule, or a word of the table and what it means; the text is safe to show."""

    name: str
    text: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A chapter of the document; `id` is its anchor, `lead` what stands before its rules."""

    id: str
    title: str
    lead: tuple[SafeString, ...]
    rules: tuple[DigestRule, ...]
    words: tuple[DigestRule, ...]


@cache
def digest(*, document: str) -> tuple[Section, ...]:
    """Return the chapters of a document of `docs/rules`, read once: it changes with the code only."""
    text = (Path(settings.BASE_DIR) / "docs" / "rules" / f"{document}.md").read_text(encoding="utf-8")
    chapters = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    return tuple(_section(number, chapter) for number, chapter in enumerate(chapters, start=1))


def _section(number: int, chapter: str) -> Section:
    title, _, body = chapter.partition("\n")
    lines = [" ".join(block.split()) for block in re.split(r"\n(?=- )|\n\n", body) if block.strip()]
    return Section(
        id=f"chapter-{number}",
        title=title.strip(),
        lead=tuple(_shown(line) for line in lines if not line.startswith("- ")),
        rules=tuple(_found(_RULE, lines)),
        words=tuple(_found(_WORD, lines)),
    )


def _found(pattern: re.Pattern[str], lines: list[str]) -> list[DigestRule]:
    matches = (pattern.fullmatch(line) for line in lines)
    return [DigestRule(name=match[1], text=_shown(match[2])) for match in matches if match]


def _shown(text: str) -> SafeString:
    """Escape a line and turn its marks for emphasis and notation into elements."""
    shown = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return mark_safe(re.sub(r"\*([^*]+)\*", r"<em>\1</em>", shown))  # noqa: S308 - escaped above
