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


WIN = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
NO_WIN = {**WIN, "hand": people.WORKED_HAND.replace("10E", "11E")}
FIFTEEN = people.WORKED_HAND.removesuffix(" 12B")


@pytest.mark.parametrize(
    ("question", "entered"),
    [
        ("win", WIN),
        ("win", NO_WIN),
        ("win", {"hand": "kings", "bounit": "9X", "source": "dealt"}),
        ("purro", {"hand": FIFTEEN, "sowee": "4O"}),
        ("extra", {**WIN, "extra": "10B 11O"}),
        ("claim", {"count": "4", "how": "drawn", "card": "5B", "completes__2": "on", "standing__3": "purro"}),
    ],
)
def test_no_question_is_answered_in_plain_english(
    pseudo: str, client: Client, question: str, entered: dict[str, str]
) -> None:
    page = reverse("game-question", kwargs={"game_id": "cuajo", "question_id": question})
    assert plain_on(client.get(page, {**entered, "asked": "1"}, headers={"accept-language": pseudo})) == []
