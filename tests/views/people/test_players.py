"""The players: totals per currency, another name, two made one."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Player, Session
from scoring.operations.people.players import player_called
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.sessions.sessions import start_practice
from scoring.operations.table.reversing import undo
from tests import people
from tests.views.reading import Page, open_page, text_of

PLAYERS = reverse("players")


def player(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


def url(name: str, who: Player) -> str:
    return reverse(name, args=[who.public_id])


def merge(host: Client, who: Player, into: Player) -> Page:
    response = host.post(url("merge-player", who), {"into": str(into.public_id)}, follow=True)
    return Page(response)


@pytest.fixture
def second_night(session: Session) -> Session:
    """Return a second night, with Jun and Eva for Ben and Dan: first Ana won a hand, here Jun."""
    people.win(session)
    night = people.start_night(club=session.club, names=("Ana", "Jun", "Carla", "Eva"))
    people.win(night, winner=people.BEN)
    return night


def test_everybody_is_listed_with_totals_best_result_first(host: Client, second_night: Session) -> None:
    assert open_page(host, PLAYERS).items("data-currency", "PHP") == (
        "Jun 1 night · 1 hand won +₱1.80 won",
        "Ana 2 nights · 1 hand won +₱0.90 won",
        "Eva 1 night · 0 hands won ₱0.00",
        "Ben 1 night · 0 hands won −₱0.90 lost",
        "Carla 2 nights · 0 hands won −₱0.90 lost",
        "Dan 1 night · 0 hands won −₱0.90 lost",
    )


def test_players_are_listed_by_name_when_asked(host: Client, second_night: Session) -> None:
    listed = open_page(host, f"{PLAYERS}?order=name").items("data-currency", "PHP")

    assert [line.split()[0] for line in listed] == ["Ana", "Ben", "Carla", "Dan", "Eva", "Jun"]


def test_currencies_and_points_stand_apart(host: Client, session: Session) -> None:
    people.win(session)
    people.win(people.start_night(club=session.club, currency="EUR"), winner=people.BEN)
    people.win(people.start_night(club=session.club, currency="points", stake_factor=2))

    page = open_page(host, PLAYERS)

    assert page.items("data-currency", "PHP")[0] == "Ana 1 night · 1 hand won +₱1.80 won"
    assert page.items("data-currency", "EUR")[0] == "Ben 1 night · 1 hand won +€1.80 won"
    assert page.items("data-currency", "points")[0] == "Ana 1 night · 1 hand won +360 won"


def test_hands_taken_back_and_cash_do_not_count(host: Client, session: Session) -> None:
    people.win(session)
    undo(entry=people.win(session), reason="", stamp=people.stamp())
    close_session(session=session, coin_cents=1, expected_entry=3, stamp=people.stamp())
    hand_over(session=session, payer=2, payee=1, amount_cents=90, stamp=people.stamp())

    page = open_page(host, url("player", player(session.club, "Ana")))

    assert page.items("data-totals") == ("Philippine peso 1 night · 1 hand won +₱1.80 won",)


def test_player_page_shows_own_result_beside_each_partner(host: Client, second_night: Session) -> None:
    page = open_page(host, url("player", player(second_night.club, "Ana")))

    assert page.items("data-totals") == ("Philippine peso 2 nights · 1 hand won +₱0.90 won",)
    assert page.rows("data-partners") == (("Carla 2 nights", "", "+₱0.90 won"),)


def test_player_who_plays_alone_has_no_partners(host: Client, club: Club) -> None:
    people.win(people.start_night(club=club, rules={"preset": "pagat", "partnerships": False}))

    page = open_page(host, url("player", player(club, "Ana")))

    assert page.items("data-totals") == ("Philippine peso 1 night · 1 hand won +₱2.70 won",)
    assert not page.has("data-partners")


def test_merge_says_what_happens_before_it_happens(host: Client, second_night: Session) -> None:
    jun, ben = player(second_night.club, "Jun"), player(second_night.club, "Ben")

    page = Page(host.get(url("merge-player", jun), {"into": str(ben.public_id)}))

    (what,) = (item for item in page.root.iter("ul") if item.get("class") == "plain")
    assert [text_of(item) for item in what.iter("li")] == [
        "All nights of Jun show Ben from now on.",
        "All results of Jun count for Ben. +₱1.80 1 night · 1 hand won",
        "Whoever writes Jun in a new night gets Ben.",
        "No amount changes. This cannot be undone.",
    ]
    assert player(second_night.club, "Jun").merged_into is None


def test_merged_player_counts_for_the_other_everywhere(host: Client, second_night: Session) -> None:
    jun, ben = player(second_night.club, "Jun"), player(second_night.club, "Ben")

    page = merge(host, jun, ben)

    assert page.items("data-totals") == ("Philippine peso 2 nights · 1 hand won +₱0.90 won",)
    assert "also played as Jun" in text_of(page.root)
    names = [line.split()[0] for line in open_page(host, f"{PLAYERS}?order=name").items("data-currency", "PHP")]
    assert names == ["Ana", "Ben", "Carla", "Dan", "Eva"]
    old_night = open_page(host, reverse("statement", args=[second_night.public_id]))
    assert [row[1] for row in old_night.rows("data-results")] == ["Ana", "Ben", "Carla", "Eva"]
    dan_page = open_page(host, url("player", player(second_night.club, "Eva")))
    assert dan_page.rows("data-partners") == (("Ben 1 night", "", "₱0"),)
    assert host.get(url("player", jun)).headers["Location"] == url("player", ben)
    assert player_called(club=second_night.club, name="jun", at=people.EVENING) == ben


def test_players_of_one_table_are_not_merged(host: Client, second_night: Session) -> None:
    jun, ana = player(second_night.club, "Jun"), player(second_night.club, "Ana")

    asked = Page(host.get(url("merge-player", jun), {"into": str(ana.public_id)}))

    for page in (asked, merge(host, jun, ana)):
        assert page.status == 409
        assert page.notice() == "Jun and Ana sat at the same table, so they are two people."
        assert not page.has("class", "plain")
    assert player(second_night.club, "Jun").merged_into is None


@pytest.mark.parametrize("into", ["Jun", "nobody", ""])
def test_merge_with_nobody_leads_back(host: Client, second_night: Session, into: str) -> None:
    jun = player(second_night.club, "Jun")
    value = str(jun.public_id) if into == "Jun" else into

    for response in (
        host.get(url("merge-player", jun), {"into": value}),
        host.post(url("merge-player", jun), {"into": value}),
    ):
        assert response.headers["Location"] == url("player", jun)
    assert player(second_night.club, "Jun").merged_into is None


def test_renamed_player_has_the_new_name_in_old_sessions(host: Client, second_night: Session) -> None:
    jun = player(second_night.club, "Jun")

    response = host.post(url("rename-player", jun), {"name": "  Junior   Reyes "})

    assert response.headers["Location"] == url("player", jun)
    old_night = open_page(host, reverse("statement", args=[second_night.public_id]))
    assert old_night.rows("data-results")[1][1] == "Junior Reyes"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ana", "Somebody is called ana already. Merge the two if they are one person."),
        ("", "The player needs a name."),
        ("x" * 41, "Ensure this value has at most 40 characters (it has 41)."),
    ],
)
def test_name_that_cannot_be_is_refused_and_kept_as_typed(
    host: Client, second_night: Session, name: str, message: str
) -> None:
    jun = player(second_night.club, "Jun")

    page = Page(host.post(url("rename-player", jun), {"name": name}))

    assert page.status == 422
    assert page.items("class", "errorlist") == (message,)
    assert page.find("name", "name").get("value", "") == name
    assert text_of(next(page.root.iter("h1"))) == "Jun"
    assert player(second_night.club, "Jun") == jun


def test_number_of_queries_does_not_grow_with_the_nights(host: Client, club: Club) -> None:
    counts = []
    for nights in (3, 27):
        for _ in range(nights):
            people.win(people.start_night(club=club))
        for address in (PLAYERS, url("player", player(club, "Ana"))) * 2:
            with CaptureQueriesContext(connection) as queries:
                open_page(host, address)
            counts.append(len(queries))

    assert counts[:4] == counts[4:]
    assert max(counts) <= 24


def test_totals_follow_what_is_recorded_after_they_were_shown(host: Client, session: Session) -> None:
    hand = people.win(session)
    ana = url("player", player(session.club, "Ana"))
    shown = [open_page(host, ana).items("data-totals")]
    undo(entry=hand, reason="", stamp=people.stamp())
    shown.append(open_page(host, ana).items("data-totals"))

    assert shown == [
        ("Philippine peso 1 night · 1 hand won +₱1.80 won",),
        ("Philippine peso 1 night · 0 hands won ₱0",),
    ]


def test_first_visit_explains_where_players_come_from(host: Client) -> None:
    assert "Nobody has played yet." in text_of(open_page(host, PLAYERS).root)


def test_player_who_never_sat_down_is_listed_apart(host: Client, session: Session) -> None:
    Player.objects.create(club=session.club, name="Zita", created_at=people.EVENING)
    start_practice(club=session.club, names=("Uno", "Dos", "Tres", "Kwatro"), stamp=people.stamp())

    page = open_page(host, PLAYERS)

    assert "Without a night Zita" in text_of(page.root)
    assert "Uno" not in text_of(page.root), "whoever only practised is no player"
    assert len(page.items("data-currency", "PHP")) == 4


@pytest.mark.parametrize("name", ["players", "player", "rename-player", "merge-player"])
def test_stranger_is_told_to_ask_the_host(session: Session, name: str) -> None:
    address = PLAYERS if name == "players" else url(name, player(session.club, "Ana"))
    stranger = Client()

    response = stranger.post(address, {"name": "X"}) if name == "rename-player" else stranger.get(address)

    assert response.status_code == 403
    assert "<h1>Ask the host</h1>" in response.text


@pytest.mark.parametrize("name", ["player", "rename-player", "merge-player"])
def test_player_of_another_club_is_not_found(host: Client, name: str) -> None:
    monday = people.make_club(name="Monday table")
    people.start_night(club=monday)
    ana = player(monday, "Ana")

    response = host.get(url(name, ana)) if name == "player" else host.post(url(name, ana), {"name": "X"})

    assert response.status_code == 404
    assert player(monday, "Ana") == ana
