"""Questions about a hand that somebody shows."""

from scoring.games.cuajo.judging.win import win_answer
from scoring.games.cuajo.rules import PRESETS


def test_a_laid_secret_of_the_sowees_kind_has_three_cards_in_the_hand() -> None:
    """C10."""
    asked = {
        "hand": "3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 5O 5C 5E 12C",
        "bounit": "5E",
        "source": "discard",
        "sowee": "3O",
        "secrets": "3O",
        "extra": "",
    }
    assert win_answer(asked, PRESETS["pagat"]).asked["secrets"] == ["3O"]
