"""`docs/library.md` is true, and the library needs nothing of the app."""

import doctest
import subprocess
import sys
from types import ModuleType

import pytest
from django.conf import settings

from scoring import games
from scoring.games import ImpossibleError, UnknownGameError, cuajo, game_by_id
from scoring.games.cuajo import HouseRules, all_splits, hold, judge
from scoring.games.cuajo.pack.cards import read_cards
from tests.games.cuajo.claims import EXAMPLE

DOCUMENT = settings.BASE_DIR / "docs" / "library.md"


def test_every_example_of_the_document_holds() -> None:
    outcome = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert (outcome.failed, outcome.attempted > 15) == (0, True)


def test_the_library_works_where_django_is_not_there() -> None:
    code = (
        "import doctest, sys; sys.modules['django'] = None; "
        f"sys.exit(doctest.testfile({str(DOCUMENT)!r}, module_relative=False, encoding='utf-8').failed)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", [games, cuajo])
def test_what_a_package_shows_is_its_api_and_no_module(package: ModuleType) -> None:
    shown = {name: getattr(package, name) for name in dir(package)}
    assert sorted(shown) == sorted(package.__all__)
    assert [name for name, value in shown.items() if isinstance(value, ModuleType)] == []
    assert (settings.BASE_DIR / "scoring" / "py.typed").exists()


def test_cards_are_named_by_text_or_one_by_one() -> None:
    cards = read_cards(text=EXAMPLE).cards
    expected = judge(hand=EXAMPLE, bounit="5B", source="discard", sowee="4O")
    assert judge(hand=cards, bounit=cards[-2], source="discard", sowee="4O", rules=HouseRules()) == expected
    assert repr(cards[:1]) == "(<Card 1O>,)"


def test_errors_of_the_library_say_what_is_wrong() -> None:
    with pytest.raises(ImpossibleError, match="No rules are called 'nobody'"):
        judge(hand=EXAMPLE, rules="nobody")
    with pytest.raises(UnknownGameError, match="No game is called 'chess'; known are cuajo, "):
        game_by_id(game_id="chess")
    with pytest.raises(ValueError, match="From none to four cards of a kind"):
        list(all_splits(holding=hold(cards=read_cards(text="3O 3O 3O 3O 3O").cards)))
