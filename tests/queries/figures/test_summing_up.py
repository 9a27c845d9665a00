"""Years of nights are summed up beside the pages: a slice with each page, all by a command; what is missing is said."""

import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.models import Club, NightTally, Session
from scoring.operations.figures import tallies
from scoring.operations.figures.tallies import has_much_to_sum_up, keep_tallies, stale_nights
from tests import people
from tests.api.programs import program
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def nights(club: Club, monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    """Three nights in a club whose pages sum up one night each."""
    monkeypatch.setattr(tallies, "NIGHTS_AT_ONCE", 1)
    found = [people.start_night(club=club) for _ in range(3)]
    for night in found:
        people.win(night)
    return found


def test_each_page_sums_up_the_newest_nights_and_says_how_many_are_missing(host: Client, nights: list[Session]) -> None:
    told = []
    for address in ("standings", "players", "history"):
        page = open_page(host, reverse(address))
        told.append(page.text("data-missing") if page.has("data-missing") else "")
    assert [re.findall(r"\d+", each) for each in told] == [["2"], ["1"], []]


def test_a_night_is_told_before_older_ones_are_summed_up(host: Client, nights: list[Session]) -> None:
    open_page(host, reverse("night", args=[nights[0].public_id]))
    assert list(stale_nights(club=nights[0].club)) == nights[1:]


def test_command_sums_up_all_and_lets_others_write_after_each_slice(club: Club, nights: list[Session]) -> None:
    assert has_much_to_sum_up()
    pauses: list[float] = []
    assert tallies.sum_up(pause=pauses.append) == len(nights) == len(pauses)
    assert not has_much_to_sum_up()
    assert keep_tallies(club=club) == 0
    call_command("sum_up", verbosity=0)


def test_programs_are_told_to_ask_again(club: Club, nights: list[Session]) -> None:
    reader = program(club=club)
    answers = [reader.get(path) for path in ("standings/", "players/", "standings/")]
    assert [answer.status_code for answer in answers] == [503, 503, 200]
    assert answers[0].headers["Retry-After"] == "10"
    assert answers[0].json()["error"]["code"] == "not_summed_up"


def test_older_nights_are_listed_without_summing_up_one_that_only_went_on(host: Client, session: Session) -> None:
    older = f"{reverse('history')}?page=2"
    open_page(host, older)
    assert NightTally.objects.get().hands == 0
    people.win(session)
    assert open_page(host, older).has("data-session")
    assert NightTally.objects.get().hands == 0
    open_page(host, f"{reverse('history')}?debts=on")
    assert NightTally.objects.get().hands == 1
