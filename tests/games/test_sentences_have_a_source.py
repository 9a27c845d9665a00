"""Every sentence of the rules says whose it is: a source in brackets after it, a ruling, or a house rule."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "rules"
DOCUMENTS = ("cuajo", "khanhoo", "khanhoo_qing", "khanhoo_ming", "cau_robat")
_RULE = re.compile(r"^- \*\*([A-Z]+\d+)\*\* (.*?)(?=^- |^#|\n\n|\Z)", re.MULTILINE | re.DOTALL)
_SOURCE = re.compile(r"\[[A-Z][^\]]*\](?!\()")
_OURS = re.compile(r"\*Ruling( \d)?\*|House rule |Examples?: ")


def rules_of(document: str) -> dict[str, str]:
    """Return every rule of a document by its number, on one line."""
    text = (DOCS / f"{document}.md").read_text()
    return {number: " ".join(body.split()) for number, body in _RULE.findall(text)}


def without_source(rule: str) -> str:
    """Return what stands in a rule after the last source and is marked neither as ruling nor as house rule."""
    rest = _SOURCE.split(rule)[-1].strip()
    return "" if _OURS.match(rest) else rest


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_sentence_names_its_source_or_is_marked_as_ours(document: str) -> None:
    assert {number: rest for number, rule in rules_of(document).items() if (rest := without_source(rule))} == {}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_letters_of_the_sources_are_explained(document: str) -> None:
    text = (DOCS / f"{document}.md").read_text()
    used = {letter for mark in _SOURCE.findall(text) for letter in re.findall(r"\b[A-Z]\b", mark)}
    assert used == set(re.findall(r"^- \*([A-Z])\*: ", text, re.MULTILINE))
