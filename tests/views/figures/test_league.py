"""A league on its page: who plays whom, which night that was, and the points it brought."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Fixture, Role, Season, Session
from scoring.operations.figures.fixtures import add_fixture
from scoring.operations.figures.seasons import set_season
from scoring.operations.sessions.closing import close_session
from tests import people
from tests.api.programs import error_of, program
from tests.views.reading import open_page, text_of


@pytest.fixture
def season(session: Session) -> Season:
    people.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    return set_season(club=session.club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))


def test_host_sets_a_fixture_and_says_its_night_whose_points_stand_on_every_page(
    host: Client, season: Season, session: Session
) -> None:
    league, add = (reverse(name, args=[season.public_id]) for name in ("league", "add-fixture"))
    assert "No fixture yet" in text_of(open_page(host, league).root)
    ids = [str(seat.player.public_id) for seat in session.seats.select_related("player")]
    assert host.post(add, {"day": "2026-01-31", "table": 1, "players": ids[:1]}).status_code == 422
    assert host.post(add, {"day": "2026-01-31", "table": 1, "players": ids}).headers["Location"] == league
    assert open_page(host, league).rows("data-league")[0] == ("1", "Ana 0 of 1 fixture played", "0")

    fixture = Fixture.objects.get()
    host.post(reverse("link-fixture", args=[fixture.public_id]), {"night": session.public_id})
    page = open_page(host, league)
    assert page.rows("data-league") == (
        ("1", "Ana 1 of 1 fixture played", "4 of 4"),
        ("1", "Carla 1 of 1 fixture played", "4 of 4"),
        ("3", "Ben 1 of 1 fixture played", "0 of 4"),
        ("3", "Dan 1 of 1 fixture played", "0 of 4"),
    )
    assert "Ana +₱0.90 won 4 points" in text_of(page.root) or "Ana +₱1.80 won 4 points" in text_of(page.root)
    guest = people.browser_of(club=session.club, role=Role.VIEWER)
    assert open_page(guest, league).rows("data-league") == page.rows("data-league")
    assert "Not this night" not in text_of(open_page(guest, league).root)
    summary = open_page(host, f"{reverse('summary')}?period={season.period}")
    assert summary.rows("data-league") == page.rows("data-league")

    host.post(reverse("remove-fixture", args=[fixture.public_id]))
    host.post(reverse("remove-season", args=[season.public_id]))
    assert Fixture.objects.count() == 1
    host.post(reverse("unlink-fixture", args=[fixture.public_id]), {"night": session.public_id})
    host.post(reverse("remove-fixture", args=[fixture.public_id]))
    assert not Fixture.objects.exists()


def test_night_is_started_from_its_fixture_and_the_league_is_a_spreadsheet(
    host: Client, season: Season, session: Session
) -> None:
    fixture = add_fixture(
        season=season, day=date(2026, 1, 31), table=2, players=[seat.player for seat in session.seats.all()]
    )
    start = f"{reverse('new-session')}?fixture={fixture.public_id}"
    assert start in host.get(reverse("league", args=[season.public_id])).text
    (form,) = [form for form in open_page(host, start).forms() if "seat_1" in form]
    assert {form[f"seat_{seat}"] for seat in range(1, 5)} == set(people.NAMES)

    host.post(start, {**form, "currency": "PHP", "first_dealer": "1"})
    night = Session.objects.order_by("-pk")[0]
    fixture.refresh_from_db()
    assert (night != session, fixture.session) == (True, night)
    sheet = host.get(reverse("league", args=[season.public_id]), {"form": "csv"}).text.splitlines()
    assert sheet[0].lstrip("\ufeff") == "Day,Table,Player,Night,Result,Points,Out of points"
    assert sheet[1] == f"2026-01-31,2,Ana,{night.public_id},,,"


def test_program_does_the_same(season: Season, session: Session) -> None:
    host = program(club=session.club)
    ids = [str(seat.player.public_id) for seat in session.seats.select_related("player")]
    address = f"seasons/{season.public_id}/"
    wanted = {"day": "2026-01-31", "table": 1, "players": ids}
    made = host.post(f"{address}fixtures/", wanted).json()
    assert [place["points"] for place in made["places"]] == [0, 0, 0, 0]
    assert error_of(host.post(f"{address}fixtures/", wanted)) == (409, "fixture")
    assert host.post(f"{address}fixtures/", {**wanted, "players": [str(session.public_id)]}).status_code == 422
    fixture = f"fixtures/{made['fixtures'][0]['id']}/"
    night = {"session": str(session.public_id)}
    linked = host.post(f"{fixture}night/", night).json()
    assert linked == host.get(f"{address}league/").json()
    assert [(each["player"]["name"], each["rank"], each["points"]) for each in linked["places"]] == [
        ("Ana", 1, 4),
        ("Carla", 1, 4),
        ("Ben", 3, 0),
        ("Dan", 3, 0),
    ]
    assert linked["fixtures"][0]["session"] == night["session"]
    assert error_of(host.delete(fixture)) == (409, "fixture")
    assert error_of(host.delete(address)) == (409, "season")
    assert host.post(f"{fixture}night/off/", night).json()["fixtures"][0]["session"] is None
    assert host.delete(fixture).json() == {"id": made["fixtures"][0]["id"]}
