"""What the history says of players, pairs and the table as a whole."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from scoring.models import Club, Player, Season, Session
from scoring.money import POINTS
from scoring.operations.figures.tallies import keep_tallies
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.penalties import record_false_win
from scoring.queries.figures.figures import FIGURES, Unit
from scoring.queries.figures.scope import People, kinds_played, read_scope
from scoring.queries.figures.standings import Order, standings
from scoring.templatetags.figures import figure_tag
from scoring.views.figures.words import counted_words
from scoring.web.beside import SUM_UP
from tests import people
from tests.views.reading import open_page, text_of


def address(name: str, *names: str, club: Club) -> str:
    return reverse(name, args=[Player.objects.get(club=club, name=each).public_id for each in names])


@pytest.fixture
def two_nights(session: Session) -> Session:
    """Ana wins by a discard and by own draw beside Carla; later Dan beside Ana against Ben and Carla."""
    people.win(session)
    people.win(session, source="self_drawn")
    people.win(people.start_night(club=session.club, names=("Ana", "Ben", "Dan", "Carla")), winner=people.CARLA)
    return session


def tiles(host: Client, club: Club, name: str) -> list[str]:
    page = open_page(host, address("player", name, club=club))
    return [text_of(item) for item in page.root.iter("li") if "tile" in item.get("class", "")]


def test_every_figure_says_its_value_its_base_and_that_of_the_club(host: Client, two_nights: Session) -> None:
    shown = tiles(host, two_nights.club, "Ana")
    assert "+₱4.40 won won or lost in all 2 nights club ₱0.00" in shown
    assert "67 % hands won 2 in 3 hands club 25 %" in shown
    assert "1.00 kings a win 2 in 2 wins club 1.00" in shown
    assert "₱2.60 best hand 2 wins club record ₱2.60" in shown
    assert "50 % wins by own draw 1 in 2 wins club 33 %" in shown


def test_the_club_counts_false_wins_by_the_mean_of_its_players(host: Client, session: Session) -> None:
    people.win(session)
    record_false_win(session=session, seat=people.ANA, hand_is_void=False, expected_entry=1, stamp=people.stamp())
    (shown,) = (tile for tile in tiles(host, session.club, "Ana") if "false win" in tile)
    assert shown.endswith("club 0.25")


def test_nights_of_one_day_are_told_apart_on_the_page_of_a_figure(host: Client, two_nights: Session) -> None:
    page = open_page(host, address("player", "Ben", club=two_nights.club) + "figures/result_cents/")
    heads = [text_of(each) for each in page.root.iter("h2") if each.find("a") is not None]
    assert [head.partition(" · ")[2] for head in heads] == ["03:00", "03:00"]

    Session.objects.filter(pk=two_nights.pk).update(name="At Ben's")
    page = open_page(host, address("player", "Ben", club=two_nights.club) + "figures/result_cents/")
    heads = [text_of(each) for each in page.root.iter("h2") if each.find("a") is not None]
    assert [head.partition(" · ")[2] for head in heads] == ["03:00", "At Ben's"]


def test_the_dearest_of_no_hands_is_none(host: Client, two_nights: Session) -> None:
    (dearest,) = (tile for tile in tiles(host, two_nights.club, "Ana") if "dearest hand lost" in tile)
    assert dearest.startswith("– dearest hand lost 0 hands paid for")


def test_page_of_a_player_begins_with_the_result_and_six_figures(host: Client, two_nights: Session) -> None:
    page = open_page(host, address("player", "Ana", club=two_nights.club))
    assert text_of(next(page.root.iter("main"))).startswith("Ana +₱4.40 won All time, number 1 of 4 · first night")
    first = next(each for each in page.root.iter("ul") if "data-figures" in each.attrib)
    names = [text_of(name) for name in first.iter("strong")]
    assert names == ["hands won", "a hand", "porbis", "best hand", "kings a win", "wins in a row, in one night"]


def test_cuajo_has_at_least_25_figures(host: Client, two_nights: Session) -> None:
    assert len(tiles(host, two_nights.club, "Ana")) >= 25


def test_figure_opens_its_nights_and_each_the_lines_it_is_made_of(host: Client, two_nights: Session) -> None:
    ana = Player.objects.get(club=two_nights.club, name="Ana")
    page = open_page(host, reverse("figure", args=[ana.public_id, "hands_won"]))
    links = [link.get("href") for link in page.root.iter("a") if "list-link" in link.get("class", "")]
    assert links == [reverse("entry", args=[two_nights.public_id, line]) for line in (1, 2)]
    assert host.get(reverse("figure", args=[ana.public_id, "nothing"])).status_code == 404


@pytest.mark.parametrize(
    ("name", "who", "first"),
    [
        ("result_cents", "Ana", "Sun 1 Feb 2026 +₱4.40 won Hand 1 +₱1.80 won Hand 2 +₱2.60 won"),
        ("best_cents", "Ana", "Sun 1 Feb 2026 · 03:00 ₱2.60 Hand 2 ₱2.60"),
        ("longest_night", "Ana", "Sun 1 Feb 2026 · 03:00 0 min"),
        ("wait", "Ana", "Sun 1 Feb 2026 · 03:00 1 hand"),
        ("nights_ahead", "Ana", "Sun 1 Feb 2026 +₱4.40 won"),
        ("hands_lost", "Ben", "Sun 1 Feb 2026 · 03:00 1 hand paid for Hand 1"),
        ("kings", "Ana", "Sun 1 Feb 2026 2 kings Hand 1 Hand 2"),
    ],
)
def test_every_kind_of_figure_opens_its_nights_with_what_each_adds(
    host: Client, two_nights: Session, name: str, who: str, first: str
) -> None:
    page = open_page(host, reverse("figure", args=[Player.objects.get(club=two_nights.club, name=who).public_id, name]))
    shown = [text_of(each) for each in page.root.iter() if "data-figure-night" in each.attrib]
    assert shown[0] == first


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("column", ["hands_lost", "false_wins", "conditional"])
def test_a_count_of_any_length_has_one_of_the_sizes_of_the_style_sheet(language: str, column: str) -> None:
    sheet = (settings.BASE_DIR / "static/css/amounts.css").read_text()
    with override(language):
        drawn = figure_tag(12, Unit.COUNT, POINTS, "small", of=column)
    assert f".length-{drawn['length']} {{" in sheet


def test_every_figure_says_what_it_rests_on_and_what_its_nights_count() -> None:
    counted = {figure.of for figure in FIGURES if figure.unit_of_nights is Unit.COUNT}
    bases = {figure.base for figure in FIGURES}
    assert all(counted_words(2, column).startswith("2 ") for column in counted | bases)


def test_pair_shows_what_both_won_together_and_from_each_other(host: Client, two_nights: Session) -> None:
    page = open_page(host, address("pair", "Ana", "Carla", club=two_nights.club))
    assert page.items("data-pair") == (
        "Together as partners 1 night, 2 hands, 100 % won · last on 1 Feb 2026 +₱4.40 won",
        "Ana's part of it +₱4.40 won",
        "Ana won from Carla by hands, secrets, penalties and matches ₱0.00",
    )
    assert page.items("data-against") == ("Ben & Dan 2 hands, 100 % won +₱4.40 won",)


def test_page_of_two_who_are_one_leads_to_the_player(host: Client, two_nights: Session) -> None:
    assert host.get(address("pair", "Ana", "Ana", club=two_nights.club)).headers["Location"] == address(
        "player", "Ana", club=two_nights.club
    )


def test_matrix_has_each_amount_twice_with_the_sign_turned(host: Client, two_nights: Session) -> None:
    rows = open_page(host, reverse("partners")).rows("data-matrix", "moved")
    cells = {
        (row[0], column): cell
        for row in rows
        for column, cell in zip(["Ana", "Ben", "Carla", "Dan"], row[1:], strict=True)
    }
    assert cells["Ana", "Ben"] == "+₱2.20"
    assert cells["Ben", "Ana"] == "−₱2.20"
    assert cells["Ana", "Ana"] == ""


def test_partner_of_every_night_is_nobody_to_win_from(host: Client, session: Session) -> None:
    people.win(session)
    rows = open_page(host, reverse("partners")).rows("data-matrix", "moved")
    assert rows[0] == ("Ana", "", "+₱0.90", "", "+₱0.90")


def test_standings_count_no_practice(host: Client, two_nights: Session) -> None:
    practice = people.start_night(club=two_nights.club)
    people.win(practice, winner=people.BEN)
    change_switches(session=practice, is_practice=True, players_may_propose=False)

    rows = open_page(host, f"{reverse('standings')}?order=result").rows("data-standings")
    assert [(row[0], row[1]) for row in rows] == [
        ("1", "Ana 2 nights · 67 % of 3 hands won · +₱1.47 a hand"),
        ("2", "Dan 2 nights · 33 % of 3 hands won · −₱0.13 a hand"),
        ("3", "Carla 2 nights · 0 % of 3 hands won · −₱0.30 a hand"),
        ("4", "Ben 2 nights · 0 % of 3 hands won · −₱1.03 a hand"),
    ]


def test_period_and_kind_are_asked_for_in_the_address(host: Client, two_nights: Session) -> None:
    people.win(people.start_night(club=two_nights.club, currency="EUR"), winner=people.BEN)
    standings = reverse("standings")
    euros = open_page(host, f"{standings}?kind=cuajo.EUR&period=2026").rows("data-standings")
    assert [row[1].split()[0] for row in euros][:1] == ["Ben"]
    assert "No night in this choice." in text_of(open_page(host, f"{standings}?period=1999").root)


@pytest.mark.parametrize("name", ["standings", "partners"])
def test_pages_invite_before_the_first_night(host: Client, name: str) -> None:
    assert "Once you have played a night" in text_of(open_page(host, reverse(name)).root)


def test_number_of_queries_does_not_grow_with_the_nights(host: Client, club: Club) -> None:
    counts = []
    for nights in (2, 6):
        for _ in range(nights):
            people.win(people.start_night(club=club))
        pages = (
            address("player", "Ana", club=club),
            address("pair", "Ana", "Carla", club=club),
            reverse("standings"),
            reverse("partners"),
            reverse("history"),
        )
        for page in pages * 2:
            with CaptureQueriesContext(connection) as queries:
                open_page(host, page)
            counts.append(len(queries))

    assert counts[5:10] == counts[15:]
    assert max(counts[5:10]) <= 15


def test_season_is_a_period_with_a_name(host: Client, two_nights: Session) -> None:
    seasons = reverse("seasons")
    assert host.post(seasons, {"name": "Rains", "since": "2026-03-01", "until": "2026-02-01"}).status_code == 422
    host.post(seasons, {"name": "Winter", "since": "2026-01-01", "until": "2026-03-31"})
    page = open_page(host, f"{reverse('summary')}?period=2026-01-01..2026-03-31")
    assert text_of(next(page.root.iter("h1"))) == "Winter"
    assert [row[1:] for row in page.rows("data-standings")] == [
        ("Ana", "+₱4.40 won"),
        ("Dan", "−₱0.40 lost"),
        ("Carla", "−₱0.90 lost"),
        ("Ben", "−₱3.10 lost"),
    ]
    host.post(reverse("remove-season", args=[Season.objects.get().public_id]))
    assert not Season.objects.exists()


def test_ratings_are_shown_where_the_host_asks_for_them(host: Client, two_nights: Session) -> None:
    club = two_nights.club
    pages = (reverse("standings"), address("player", "Ana", club=club), address("pair", "Ana", "Carla", club=club))
    assert [page for page in pages if "Rating" in text_of(next(open_page(host, page).root.iter("main")))] == []
    SUM_UP.clear()
    assert host.post(reverse("rate-players"), {"on": "on"}).headers["Location"] == reverse("standings")
    assert SUM_UP.is_set()

    rows = open_page(host, f"{reverse('standings')}?order=rating").rows("data-standings")
    assert re.fullmatch(r"Ana 2 nights .* Rating [0-9.]+ ± [0-9.]+ rests on 3 hands", rows[0][1])
    pairs = open_page(host, reverse("standings")).rows("data-rated-pairs")
    assert [re.sub(r"[0-9.]+ ± [0-9.]+", "x", row[1]) for row in pairs] == [
        "Ana & Carla x rests on 2 hands",
        "Ana & Dan x rests on 1 hand",
        "Ben & Carla x rests on 1 hand",
        "Ben & Dan x rests on 2 hands",
    ]
    for page, rests in ((pages[1], "rests on 3 hands"), (pages[2], "rests on 2 hands")):
        assert rests in text_of(next(open_page(host, page).root.iter("main")))
    assert host.post(reverse("rate-players")).headers["Location"] == reverse("seasons")
    assert "Rating" not in text_of(next(open_page(host, pages[1]).root.iter("main")))


def test_nominations_name_who_proves_it_and_can_be_shared(host: Client, two_nights: Session) -> None:
    page = open_page(host, reverse("summary"))
    assert page.items("data-nominations")[:4] == (
        "Won most Ana +₱4.40 won",
        "Paid everybody's dinner Ben −₱3.10 lost",
        "Best hand Ana ₱2.60",
        "Most hands won Ana 2",
    )
    assert "Won most: Ana (+\u2060₱4.40)\nPaid everybody's dinner: Ben (−\u2060₱3.10)" in host.get(
        reverse("summary")
    ).text.replace("&#x27;", "'")


def test_nomination_of_a_night_leads_to_the_line_that_proves_it(host: Client, two_nights: Session) -> None:
    page = open_page(host, reverse("night", args=[two_nights.public_id]))
    (links,) = (item for item in page.root.iter("ul") if "data-nominations" in item.attrib)
    hrefs = [link.get("href") for link in links.iter("a")]
    assert hrefs[2] == reverse("entry", args=[two_nights.public_id, 2])


def test_player_page_tells_the_first_night_and_the_longest_run_of_nights_ahead(host: Client, club: Club) -> None:
    for winner in (people.BEN, people.ANA, people.ANA, people.ANA, people.BEN, people.ANA):
        people.win(people.start_night(club=club), winner=winner)
    ana = Player.objects.get(name="Ana")

    page = open_page(host, reverse("player", args=[ana.public_id]))
    assert page.text("data-rank") == "All time, number 1 of 4 · first night 1 February 2026"
    assert page.text("data-run") == "Ahead in 3 nights in a row, from 1 Feb 2026 to 1 Feb 2026: the longest run"
    assert not open_page(host, reverse("player", args=[Player.objects.get(name="Ben").public_id])).has("data-run")


def test_line_of_a_newcomer_begins_with_their_first_month(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    people.win(people.start_night(club=club))
    monkeypatch.setattr(people, "EVENING", people.EVENING + timedelta(days=40))
    people.win(people.start_night(club=club, names=("Eva", "Ben", "Carla", "Dan")))
    keep_tallies(club=club)
    scope = read_scope(club=club, asked={}, kinds=kinds_played(club=club))
    assert scope is not None

    found = standings(scope=scope, order=Order.RESULT, people=People(club))
    assert {player.name: values for player, values in found.money.lines} == {
        "Ana": (180, 180),
        "Eva": (None, 180),
        "Carla": (0, 0),
        "Ben": (-90, -180),
        "Dan": (-90, -180),
    }


def test_an_amount_a_hand_says_that_what_partners_shared_is_not_in_it(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "family"})
    entry = people.win(night)
    close_session(session=night, coin_cents=1, expected_entry=entry.number, stamp=people.stamp())

    standing = text_of(open_page(host, f"{reverse('standings')}?order=result").find("data-standings"))
    player = text_of(open_page(host, address("player", "Ana", club=club)).root)

    for said in (standing, player):
        assert "−₱0.90 shared by partners (not in the amount a hand)" in said
    assert "What partners shared is not in it." in player
