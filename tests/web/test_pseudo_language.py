"""What is played and asked in a language of the tests: nothing there is plain English."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.forms.sessions.sessions import seat_counts_of
from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.models import Club
from tests import people
from tests.pseudo import CODE, plain_on

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(
    ("game", "preset"), [pytest.param(game, preset, id=preset) for game in GAMES for preset in game.presets]
)
def test_no_preset_of_a_game_is_played_in_plain_english(host: Client, club: Club, game: AnyGame, preset: str) -> None:
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    most = max(seat_counts_of(game=game, rules=game.read_rules(value=preset)))
    names = tuple(f"P{number}" for number in range(1, most + 1))
    night = people.start_night(club=club, game=game.id, rules=preset, names=names)
    pages = [reverse(name, args=[night.public_id]) for name in ("table", "hand", "watch", "seats", "statement")]
    for question in game.questions:
        asked = reverse("game-question", kwargs={"game_id": game.id, "question_id": question.id})
        pages += [f"{asked}?session={night.public_id}", f"{asked}?asked=1"]
    assert {text for page in pages for text in plain_on(host.get(page))} == set()
