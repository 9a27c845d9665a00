"""The documents of the rules: numbered rules with their sources, whose sentences are all done, proved or explained."""

import doctest
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

from scoring import games
from scoring.games import GAMES, ImpossibleError, UnknownGameError, cuajo, game_by_id
from scoring.games.base import ActKind, AnyGame
from scoring.games.cuajo import HOUSE_RULES, HouseRules, judge
from scoring.games.cuajo.cards import read_cards
from scoring.games.cuajo.claim import Code
from scoring.games.fields import FieldKind
from scoring.games.khanhoo.english_melds import EnglishMeldKind
from scoring.games.khanhoo.ming_plays import Bonus
from tests.games.cuajo.claims import EXAMPLE

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "rules"
LIBRARY = ROOT / "docs" / "library.md"
RULE = re.compile(r"^- \*\*([A-Z]+\d+)\*\* (.*?)(?=^- |^#|\n\n|\Z)", re.MULTILINE | re.DOTALL)
SOURCE = re.compile(r"\[[A-Z][^\]]*\](?!\()")
OURS = re.compile(r"\*Ruling( \d)?\*|House rule |Examples?: ")
NUMBERS = {
    "cuajo": [("C", 39), ("L", 8)],
    "khanhoo": [("E", 13)],
    "khanhoo_qing": [("Q", 7)],
    "khanhoo_ming": [("M", 7)],
    "cau_robat": [("R", 11)],
}
"""How many rules each document has."""
SOURCES = {"p": 61, "f": 60, "g": 45, "k": 75, "r": 38}
"""How many sentences each source has."""
ROWS = tuple(
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in (DOCS / "sources.md").read_text().splitlines()
    if re.match(r"\| [a-z]\d+ ", line)
)
each_document = pytest.mark.parametrize("document", NUMBERS)


def rules_of(document: str) -> dict[str, str]:
    """Return every rule of a document by its number, on one line."""
    text = (DOCS / f"{document}.md").read_text()
    return {number: " ".join(body.split()) for number, body in RULE.findall(text)}


@each_document
def test_all_rules_are_numbered_in_order(document: str) -> None:
    numbers = [f"{letter}{number}" for letter, most in NUMBERS[document] for number in range(1, most + 1)]
    assert list(rules_of(document)) == numbers


@each_document
def test_every_sentence_names_its_source_or_is_marked_as_ours(document: str) -> None:
    after = {number: SOURCE.split(rule)[-1].strip() for number, rule in rules_of(document).items()}
    assert {number: rest for number, rest in after.items() if rest and not OURS.match(rest)} == {}


@each_document
def test_the_letters_of_the_sources_are_explained(document: str) -> None:
    text = (DOCS / f"{document}.md").read_text()
    used = {letter for mark in SOURCE.findall(text) for letter in re.findall(r"\b[A-Z]\b", mark)}
    assert used == set(re.findall(r"^- \*([A-Z])\*: ", text, re.MULTILINE))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_house_rules_are_explained_under_their_own_rule(game: AnyGame) -> None:
    told = rules_of(game.rules_document)
    everywhere = (DOCS / f"{game.rules_document}.md").read_text()
    missing = [
        f.name for f in game.house_rules if f"`{f.name}`" not in (told[f.rule] if f.name != "unit" else everywhere)
    ]
    assert missing == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_fields_cite_rules_of_their_document(game: AnyGame) -> None:
    rules = [game.read_rules(value=preset) for preset in game.presets]
    asked = [field for kind in ActKind for each in rules for field in game.asks(kind=kind, rules=each)]
    asked += [field for question in game.questions for field in question.fields]
    known = {"", *rules_of(game.rules_document)}
    assert {field.name: field.rule for field in asked if field.rule not in known} == {}


@pytest.mark.parametrize(
    "about", [about for about in HOUSE_RULES if about.kind is FieldKind.AMOUNT], ids=lambda a: a.name
)
def test_amounts_of_cuajo_stand_under_their_rule(about: HouseRules) -> None:
    assert str(getattr(HouseRules(), about.name)) in rules_of("cuajo")[about.rule]  # type: ignore[attr-defined]


def test_every_meld_and_bonus_of_khanhoo_stands_with_its_points() -> None:
    melds, bonuses = rules_of("khanhoo"), rules_of("khanhoo_ming")["M5"]
    kinds = [(kind.text.english(), kind.points, melds[kind.rule]) for kind in EnglishMeldKind]
    counted = [(bonus.text.english(), bonus.points) for bonus in list(Bonus)[list(Bonus).index(Bonus.PANGOLIN) :]]
    missing = [name for name, points, rule in kinds if not re.search(rf"\*{name}\*[^;]*? {points}\b", rule)]
    missing += [name for name, points in counted if not re.search(rf"{name}[^,]*? {points}\b", bonuses)]
    assert missing == []


def test_codes_of_claims_are_listed_in_the_order_of_the_answers() -> None:
    claims = (DOCS / "claims.md").read_text()
    listed = claims[claims.index("`bad_json") :].strip().strip("`").split()
    assert listed == [code.value for code in Code]


def test_every_sentence_of_a_source_has_its_row_in_order() -> None:
    numbers = [f"{letter}{number}" for letter, most in SOURCES.items() for number in range(1, most + 1)]
    assert [row[0] for row in ROWS] == numbers


def test_every_row_names_rules_places_and_tests_that_exist_or_says_why_not() -> None:
    """A test may be named with its row or stored case: `test_name[row]`."""
    modules = [module.read_text() for module in (ROOT / "tests").rglob("test_*.py")]
    cases = "".join(stored.read_text() for stored in (ROOT / "tests" / "cases").glob("*.jsonl"))
    tests = set(chain.from_iterable(re.findall(r"^def (test_\w+)", text, re.MULTILINE) for text in modules))
    rules = {number for document in NUMBERS for number in rules_of(document)}
    wrong: list[str] = []
    for number, says, rule, place, proof in ROWS:
        named = re.findall(r"`(test_\w+)(?:\[([^\]`]+)\])?`", proof)
        is_done = place != "–" and (ROOT / place.strip("`")).is_file()
        if not says or not proof or is_done != bool(named) or not set(rule.split(", ")) <= rules | {"–"}:
            wrong.append(number)
        for test, row in named:
            in_table = not row or any(f"def {test}(" in text and f'"{row}"' in text + cases for text in modules)
            wrong += [f"{number}: {test}[{row}]"] * (test not in tests or not in_table)
    assert wrong == []


@each_document
def test_rules_that_no_source_states_are_rulings(document: str) -> None:
    """A rule without a row is marked as ours, or is of the price list, which is no document."""
    named = {number for row in ROWS for number in row[2].split(", ")}
    ours = {number: said for number, said in rules_of(document).items() if number not in named and number[0] != "L"}
    assert [number for number, said in ours.items() if not re.match(r"\*Ruling|House rule", said)] == []


def test_every_example_of_the_library_document_holds_also_without_django() -> None:
    outcome = doctest.testfile(str(LIBRARY), module_relative=False, encoding="utf-8")
    assert (outcome.failed, outcome.attempted > 15) == (0, True)
    code = f"import doctest, sys; sys.modules['django'] = None; sys.exit(doctest.testfile({str(LIBRARY)!r}, False)[0])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", [games, cuajo])
def test_what_a_package_shows_is_its_api_and_no_module(package: ModuleType) -> None:
    shown = {name: getattr(package, name) for name in dir(package)}
    assert sorted(shown) == sorted(package.__all__)
    assert [name for name, value in shown.items() if isinstance(value, ModuleType)] == []
    assert (settings.BASE_DIR / "scoring" / "py.typed").exists()


def test_cards_are_named_by_text_or_one_by_one_and_errors_name_what_is_wrong() -> None:
    cards = read_cards(text=EXAMPLE).cards
    expected = judge(hand=EXAMPLE, bounit="5B", source="discard", sowee="4O")
    assert judge(hand=cards, bounit=cards[-2], source="discard", sowee="4O", rules=HouseRules()) == expected
    assert repr(cards[:1]) == "(<Card 1O>,)"
    with pytest.raises(ImpossibleError, match="'nobody'") as refused:
        judge(hand=EXAMPLE, rules="nobody")
    assert refused.value.code == "unknown_rules"
    with pytest.raises(UnknownGameError, match=r"'chess'.*cuajo, "):
        game_by_id(game_id="chess")
