"""The players of the club: what each won, another name, two made one, a name erased."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Player, Session
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.table.reversing import undo
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal

pytestmark = pytest.mark.django_db

PLAYERS = reverse("players")


def player(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


def url(name: str, who: Player) -> str:
    return reverse(name, args=[who.public_id])


def listed(page: Page) -> list[tuple[str, ...]]:
    """Return names and results of those who played for pesos, as the page lists them."""
    return [(line.split()[0], *amounts(line)) for line in page.items("data-currency", "PHP")]


def totals(browser: Client, who: Player) -> list[tuple[str, int, int, int]]:
    """Return what the page of a player sums up: currency, nights, hands won, result."""
    found = browser.get(url("player", who)).context["totals"]
    return [(one.currency.code, one.session_count, one.hands_won, one.result_cents) for one in found]


@pytest.fixture
def second_night(session: Session) -> Session:
    """Return a second night, with Jun and Eva for Ben and Dan: first Ana won a hand, here Jun."""
    people.win(session)
    night = people.start_night(club=session.club, names=("Ana", "Jun", "Carla", "Eva"))
    people.win(night, winner=people.BEN)
    return night


@pytest.fixture
def jun(second_night: Session) -> Player:
    return player(second_night.club, "Jun")


def test_everybody_is_listed_by_currency_best_result_first_or_by_name(host: Client, second_night: Session) -> None:
    zita = player_called(club=second_night.club, name="Zita", at=people.EVENING)
    response = host.get(PLAYERS)
    assert listed(Page(response)) == [
        ("Jun", "+₱1.80"),
        ("Ana", "+₱0.90"),
        ("Eva", "₱0.00"),
        ("Ben", "−₱0.90"),
        ("Carla", "−₱0.90"),
        ("Dan", "−₱0.90"),
    ]
    assert response.context["players"].newcomers == (zita,)
    by_name = [name for name, _result in listed(open_page(host, f"{PLAYERS}?order=name"))]
    assert by_name == ["Ana", "Ben", "Carla", "Dan", "Eva", "Jun"]


def test_renamed_player_has_the_new_name_in_old_sessions(host: Client, second_night: Session, jun: Player) -> None:
    answer = host.post(url("rename-player", jun), {"name": "  Junior   Reyes "})
    assert answer["Location"] == url("player", jun)
    old_night = open_page(host, reverse("statement", args=[second_night.public_id]))
    assert old_night.rows("data-results")[1][1] == "Junior Reyes"


def test_name_that_cannot_be_is_refused_and_kept_as_typed(host: Client, jun: Player) -> None:
    answer = host.post(url("rename-player", jun), {"name": "ana", "expected_name": "Jun"})
    assert refusal(answer) == (422, ("name:player.name_taken",))
    assert Page(answer).find("name", "name").get("value", "") == "ana"


def test_merged_player_counts_for_the_other_everywhere(host: Client, second_night: Session, jun: Player) -> None:
    club = second_night.club
    ben, eva = player(club, "Ben"), player(club, "Eva")
    assert refusal(host.post(url("merge-player", jun), {"into": str(eva.public_id)})) == (409, ("player",))
    page = open_page(host, f"{url('merge-player', jun)}?into={ben.public_id}")
    assert (amounts(page.text("data-merge")), totals(host, ben)) == (("+₱1.80",), [("PHP", 1, 0, -90)])
    answer = host.post(url("merge-player", jun), {"into": str(ben.public_id)})
    assert answer["Location"] == host.get(url("player", jun))["Location"] == url("player", ben)
    assert totals(host, ben) == [("PHP", 2, 1, 90)]
    old_night = open_page(host, reverse("statement", args=[second_night.public_id]))
    assert [row[1] for row in old_night.rows("data-results")] == ["Ana", "Ben", "Carla", "Eva"]


@pytest.mark.parametrize("into", ["Jun", "nobody", ""])
def test_merge_with_nobody_leads_back(host: Client, jun: Player, into: str) -> None:
    page, asked = url("merge-player", jun), {"into": str(jun.public_id) if into == "Jun" else into}
    assert {host.get(page, asked)["Location"], host.post(page, asked)["Location"]} == {url("player", jun)}
    jun.refresh_from_db()
    assert jun.merged_into is None


def test_an_erased_name_stands_on_no_page_and_no_amount_changes(host: Client, session: Session) -> None:
    undo(entry=people.win(session), reason="it was Ben", stamp=people.stamp())
    people.win(session, winner=people.BEN)
    ben, benjie = player(session.club, "Ben"), player_called(club=session.club, name="Benjie", at=people.EVENING)
    merge_players(player=benjie, into=ben)
    before = (people.balances(session), *session.entries.values_list("fingerprint", flat=True))
    address = url("erase-player", ben)
    assert open_page(host, address).has("data-mentions", "1")  # a reason that somebody wrote stays
    assert refusal(host.post(address, {"names": ["Ben"]})) == (409, ("shown_changed",))
    assert host.post(address, {"names": ["Ben", "Benjie"]})["Location"] == url("player", ben)
    assert (people.balances(session), *session.entries.values_list("fingerprint", flat=True)) == before
    pages = [url("player", ben), *(reverse(name) for name in ("history", "players", "home"))]
    pages += [reverse(name, args=[session.public_id]) for name in ("statement", "night")]
    texts = [host.get(page).text.replace("it was Ben", "") for page in pages]
    assert [("Ben" in text, "Player 1" in text) for text in texts] == [(False, True)] * 6
