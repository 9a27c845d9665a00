"""Players as programs read them."""

import pytest

from scoring.models import Player, Session
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.sessions import start_practice
from tests import people
from tests.api.programs import program

pytestmark = pytest.mark.django_db


def test_a_merged_player_names_the_other_and_counts_for_them_alone(session: Session) -> None:
    people.win(session)
    evening = people.start_night(club=session.club, names=("Annie", "Ben", "Carla", "Dan"))
    people.win(evening)
    annie, ana = (Player.objects.get(name=name) for name in ("Annie", "Ana"))
    merge_players(player=annie, into=ana)

    old, new = (program(version=2, club=session.club).get(f"players/{who.public_id}/").json() for who in (annie, ana))

    assert (old["name"], old["merged_into_id"]) == ("Annie", str(ana.public_id))
    assert (old["totals"], old["partners"], old["session_ids"]) == ([], [], [])
    assert (new["totals"][0]["session_count"], new["totals"][0]["result_cents"]) == (2, 360)
    assert new["session_ids"] == [str(evening.public_id), str(session.public_id)]


def test_whoever_only_practised_is_still_named_to_programs(session: Session) -> None:
    start_practice(club=session.club, names=("Uno", "Dos", "Tres", "Kwatro"), stamp=people.stamp())

    listed = program(version=2, club=session.club).get("players/").json()

    assert [player["name"] for player in listed["without_session"]] == ["Dos", "Kwatro", "Tres", "Uno"]
