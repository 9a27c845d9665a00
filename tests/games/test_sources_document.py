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

SAID = {
    "p12": "The dealer (mano) shuffles, and the player on the left cuts.",
    "p13": "The cards are dealt by fives, and six to the dealer first",
    "p16": "the sowee lies under the stock, across it",
    "p31": "shows a king, a coin or a chip",
    "f6": "Four Spanish packs make one, or four French ones without their tens",
    "f17": "The dealer (mano) shuffles, and the player on the left cuts.",
    "f19": "The cards are dealt by fives, and six to the dealer first",
    "f30": "shows a king, a coin or a chip",
    "g6": "The dealer (mano) shuffles, and the player on the left cuts.",
    "g9": "the rest is the stock",
    "g27": "shows a king, a coin or a chip",
    "k4": "Play goes anticlockwise",
    "k27": "The dealer has fifteen cards and may win with them, the others have fourteen",
    "k28": "only the next player may take a discard, or draws",
    "k32": "Fifteen cards each, singly or by twos and threes",
    "k33": "On the turn draw, meld if you can, and discard",
    "k35": "A card from the stock need not be shown before the hand goes out",
    "k45": "Dealing out of turn and exposing a card are no misdeal",
    "k46": "before the first card the rightful dealer may claim the deal",
    "k63": "discards lie open, the last on top",
    "k64": "When the stock runs out, the discards are turned over as the stock",
    "k69": "of 61 cards nine are then the stock",
    "r9": "The others are dealt by threes, with five players by three, three and one",
}
"""What the page of the rules says of sentences that only the table itself can follow."""
ON_THE_PAGE = "`test_page_of_the_rules_says_what_the_table_does`"


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


def test_page_of_the_rules_says_what_the_table_does() -> None:
    rows = {row[0]: row for row in ROWS if row[4] == ON_THE_PAGE}
    assert set(rows) == set(SAID)
    for number, (_, _, rule, place, _) in rows.items():
        text = (ROOT / place.strip("`")).read_text()
        said = re.search(rf"^- \*\*{rule}\*\* (.*?)(?=^- |^#|\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
        assert said, number
        assert SAID[number] in " ".join(said[1].split()), number


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
