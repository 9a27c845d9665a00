"""docs/rules/sources.md: no sentence of a source is left open, and whatever a row names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "rules"
ROWS = tuple(
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in (DOCS / "sources.md").read_text().splitlines()
    if re.match(r"\| [a-z]\d+ ", line)
)
SOURCES = {"p": 61, "f": 60, "g": 45, "k": 75, "r": 38}
"""How many sentences each source has."""


def rule_numbers() -> set[str]:
    documents = (document.read_text() for document in DOCS.glob("*.md"))
    return {number for text in documents for number in re.findall(r"^- \*\*([A-Z]\d+)\*\*", text, re.MULTILINE)}


def names_of_tests() -> set[str]:
    modules = (module.read_text() for module in (ROOT / "tests").rglob("test_*.py"))
    return {name for text in modules for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}


def test_every_sentence_of_a_source_has_its_row_in_order() -> None:
    numbers = [row[0] for row in ROWS]
    assert numbers == [f"{letter}{number}" for letter, most in SOURCES.items() for number in range(1, most + 1)]


def test_every_row_names_rules_places_and_tests_that_exist_or_says_why_not() -> None:
    rules, tests = rule_numbers(), names_of_tests()
    for number, says, rule, place, proof in ROWS:
        assert says, number
        if rule == "–":
            assert place == "–", number
            assert proof, number
            continue
        named = re.findall(r"`([^`]+)`", proof)
        assert set(rule.split(", ")) <= rules, number
        assert (ROOT / place.strip("`")).is_file(), (number, place)
        assert named, number
        assert set(named) <= tests, (number, set(named) - tests)


@pytest.mark.parametrize("letter", "CLEQMR")
def test_rules_that_no_source_states_are_rulings(letter: str) -> None:
    """A rule without a row is marked as ours, or is of the price list, which is no document."""
    named = {number for row in ROWS for number in row[2].split(", ")}
    texts = [document.read_text() for document in DOCS.glob("*.md")]
    for text in texts:
        for number, said in re.findall(
            r"^- \*\*([A-Z]\d+)\*\* (.*?)(?=^- |^#|\n\n|\Z)", text, re.MULTILINE | re.DOTALL
        ):
            if number.startswith(letter) and number not in named:
                assert re.match(r"\*Ruling|House rule", said) or letter == "L", number
