"""A league on its page and for programs: who plays whom, which night that was, and the points it brought."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Fixture, Season, Session
from scoring.operations.figures.seasons import set_season
from tests import people
from tests.api.programs import error_of, program
from tests.views.reading import open_page


@pytest.fixture
def season(session: Session) -> Season:
    people.win(session)
    people.close(session)
    return set_season(club=session.club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))


def test_a_host_sets_a_fixture_and_its_night_and_takes_both_back(
    host: Client, season: Season, session: Session
) -> None:
    league, add = (reverse(name, args=[season.public_id]) for name in ("league", "add-fixture"))
    ids = [str(seat.player.public_id) for seat in session.seats.order_by("number")]
    assert host.post(add, {"day": "2026-01-31", "table": 1, "players": ids[:1]}).status_code == 422
    assert host.post(add, {"day": "2026-01-31", "table": 1, "players": ids}).headers["Location"] == league
    fixture = Fixture.objects.get()
    start = open_page(host, f"{reverse('new-session')}?fixture={fixture.public_id}")
    (form,) = [form for form in start.forms() if "seat_1" in form]
    assert {form[f"seat_{seat}"] for seat in range(1, 5)} == set(people.NAMES)

    host.post(reverse("link-fixture", args=[fixture.public_id]), {"night": session.public_id})
    rows = open_page(host, league).rows("data-league")
    assert [(row[0], row[1].split()[0], row[2].split()[0]) for row in rows] == [
        ("1", "Ana", "4"), ("1", "Carla", "4"), ("3", "Ben", "0"), ("3", "Dan", "0"),
    ]  # fmt: skip
    sheet = host.get(league, {"form": "csv"}).text.splitlines()
    assert sheet[1].startswith(f"2026-01-31,1,Ana,{session.public_id},1.80,4")
    host.post(reverse("remove-fixture", args=[fixture.public_id]))
    assert Fixture.objects.count() == 1
    host.post(reverse("unlink-fixture", args=[fixture.public_id]), {"night": session.public_id})
    host.post(reverse("remove-fixture", args=[fixture.public_id]))
    assert not Fixture.objects.exists()


def test_a_program_does_the_same(season: Season, session: Session) -> None:
    host = program(club=session.club)
    ids = [str(seat.player.public_id) for seat in session.seats.order_by("number")]
    address, wanted = f"seasons/{season.public_id}/", {"day": "2026-01-31", "table": 1, "players": ids}
    made = host.post(f"{address}fixtures/", wanted).json()
    assert error_of(host.post(f"{address}fixtures/", wanted)) == (409, "fixture")
    fixture, night = f"fixtures/{made['fixtures'][0]['id']}/", {"session": str(session.public_id)}
    linked = host.post(f"{fixture}night/", night).json()
    assert linked == host.get(f"{address}league/").json()
    assert [each["points"] for each in linked["places"]] == [4, 4, 0, 0]
    assert [error_of(host.delete(each)) for each in (fixture, address)] == [(409, "fixture"), (409, "season")]
    assert host.post(f"{fixture}night/off/", night).json()["fixtures"][0]["session"] is None
    assert host.delete(fixture).json() == {"id": made["fixtures"][0]["id"]}
