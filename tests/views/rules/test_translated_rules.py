"""A translated document of rules says what the English one says: the same rules, house rules, examples and sources."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES
from scoring.views.rules.rules import Chapter, rulebook

DOCUMENTS = [game.rules_document for game in GAMES]
FOLDER = settings.FILES_DIR / "docs" / "rules"
TRANSLATED = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.glob("*/*.md"))


def said(chapter: Chapter) -> dict[str, object]:
    """Return what no language changes: numbers, notation, melds, the letters of sources, how many rulings."""
    lines = {"": chapter.lead} | {rule.number: (rule.said,) for rule in chapter.rules}
    return {
        number: (
            sorted(set(re.findall(r"<code>(.+?)</code>", " ".join(line.text for line in paragraphs)))),
            [line.melds for line in paragraphs if line.melds],
            sorted(re.findall(r"<small[^>]*>\[([A-Z ]+)", " ".join(line.text for line in paragraphs))),
            sum(line.text.count('class="ruling"') for line in paragraphs),
        )
        for number, paragraphs in lines.items()
    }


def names(file: Path) -> set[str]:
    """Return the names that stand for house rules, their values and presets."""
    return set(re.findall(r"`([a-z]\w+)`", file.read_text()))


@pytest.mark.parametrize("file", TRANSLATED)
def test_a_translated_document_has_the_same_rules_and_words(file: str) -> None:
    language, document = file.removesuffix(".md").split("/")
    assert language in dict(settings.LANGUAGES)
    assert document in DOCUMENTS
    translated = rulebook(document=document, language=language).chapters
    english = rulebook(document=document).chapters
    assert names(FOLDER / file) == names(FOLDER / f"{document}.md")
    assert [said(chapter) for chapter in translated] == [said(chapter) for chapter in english]
    assert [len(chapter.words) for chapter in translated] == [len(chapter.words) for chapter in english]


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_rules_that_are_not_translated_are_shown_in_english_and_say_so(client: Client, language: str) -> None:
    document = GAMES[0].rules_document
    book = rulebook(document=document, language=language)
    there = language == "en" or (FOLDER / language / f"{document}.md").exists()
    assert book.language == (language if there else "en")
    page = client.get(reverse("rules"), headers={"accept-language": language}).content.decode()
    assert f'<html lang="{language}">' in page
    assert page.count('class="stack-tight" lang="en"') == (0 if there else len(book.chapters))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_rule_names_what_only_programs_read(document: str, language: str) -> None:
    chapters = rulebook(document=document, language=language).chapters
    lines = [line.text for chapter in chapters for line in (*chapter.lead, *(rule.said for rule in chapter.rules))]
    said = re.sub(r' href="[^"]+"', "", " ".join(lines))
    assert re.findall(r"\w+_\w+|<code>[a-z]\w+", said) == []
