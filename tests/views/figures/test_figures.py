"""What the history says of players, pairs and the table as a whole."""

import re
from datetime import timedelta
from typing import Any

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
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.penalties import record_false_win
from scoring.queries.figures.figures import FIGURES, Unit, Value
from scoring.queries.figures.scope import People, kinds_played, read_scope
from scoring.queries.figures.standings import Order, standings
from scoring.templatetags.figures import figure_tag
from scoring.views.figures.words import counted_words
from scoring.web.beside import SUM_UP
from tests import people
from tests.views.reading import amounts, open_page, refusal, text_of


def address(name: str, *names: str, club: Club) -> str:
    return reverse(name, args=[Player.objects.get(club=club, name=each).public_id for each in names])


@pytest.fixture
def two_nights(session: Session) -> Session:
    """Ana wins by a discard and by own draw beside Carla; later Dan beside Ana against Ben and Carla."""
    people.win(session)
    people.win(session, source="self_drawn")
    people.win(people.start_night(club=session.club, names=("Ana", "Ben", "Dan", "Carla")), winner=people.CARLA)
    return session


def figures_of(host: Client, club: Club, name: str) -> dict[str, Value]:
    """Return the figures that the page of a player shows, by name."""
    context = host.get(address("player", name, club=club)).context
    groups = [value for _, values in context["groups"] for value, *_ in values]
    return {value.figure.name: value for value in [*(value for value, *_ in context["main"]), *groups]}


def test_every_figure_has_its_value_and_that_of_the_club(host: Client, two_nights: Session) -> None:
    shown = figures_of(host, two_nights.club, "Ana")
    told = {name: (float(shown[name].value or 0), float(shown[name].club or 0)) for name in shown}
    assert told["result_cents"] == (440, 0)
    assert told["hands_won"] == (2 / 3, 0.25)
    assert told["kings"] == (1, 1)
    assert told["best_cents"] == (260, 260)
    assert told["own_draw"] == (0.5, 1 / 3)
    assert shown["lost_cents"].value is None
    assert len(shown) >= 25


def test_a_page_of_a_player_begins_with_the_result_and_six_figures(host: Client, two_nights: Session) -> None:
    response = host.get(address("player", "Ana", club=two_nights.club))
    names = [value.figure.name for value, *_ in response.context["main"]]
    assert names == ["hands_won", "per_hand", "porbis", "best_cents", "kings", "streak"]
    page = open_page(host, address("player", "Ana", club=two_nights.club))
    assert amounts(text_of(next(page.root.iter("main"))))[0] == "+₱4.40"


def test_the_club_counts_false_wins_by_the_mean_of_its_players(host: Client, session: Session) -> None:
    people.win(session)
    record_false_win(seat=people.ANA, hand_is_void=False, **people.current(session))
    assert figures_of(host, session.club, "Ana")["false_wins"].club == pytest.approx(0.25)


def test_nights_of_one_day_are_told_apart_by_their_hour_or_name(host: Client, two_nights: Session) -> None:
    def heads() -> list[str]:
        page = open_page(host, address("player", "Ben", club=two_nights.club) + "figures/result_cents/")
        found = [text_of(each) for each in page.root.iter("h2") if each.find("a") is not None]
        return [head.partition(" · ")[2] for head in found]

    assert heads() == ["03:00", "03:00"]
    Session.objects.filter(pk=two_nights.pk).update(name="At Ben's")
    assert heads() == ["03:00", "At Ben's"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("result_cents", [1, 2]),
        ("best_cents", [2]),
        ("longest_night", []),
        ("wait", []),
        ("nights_ahead", []),
        ("kings", [1, 2]),
        ("hands_won", [1, 2]),
    ],
)
def test_a_figure_opens_its_nights_and_each_the_lines_it_is_made_of(
    host: Client, two_nights: Session, name: str, lines: list[int]
) -> None:
    player = Player.objects.get(club=two_nights.club, name="Ana")
    page = open_page(host, reverse("figure", args=[player.public_id, name]))
    (first, *_) = (each for each in page.root.iter() if "data-figure-night" in each.attrib)
    links = {link.get("href") for link in first.iter("a") if "list-link" in link.get("class", "")}
    of_lines = {reverse("entry", args=[two_nights.public_id, line]) for line in (1, 2, 3)}
    assert links & of_lines == {reverse("entry", args=[two_nights.public_id, line]) for line in lines}
    assert host.get(reverse("figure", args=[player.public_id, "nothing"])).status_code == 404


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
    assert all("2" in counted_words(2, column) for column in counted | bases)


def test_a_pair_shows_what_both_won_together_and_from_each_other(host: Client, two_nights: Session) -> None:
    page = open_page(host, address("pair", "Ana", "Carla", club=two_nights.club))
    assert [amounts(item) for item in page.items("data-pair")] == [("+₱4.40",), ("+₱4.40",), ("₱0.00",)]
    ((against, *_),) = (page.items("data-against"),)
    assert ("Ben" in against, "Dan" in against, amounts(against)) == (True, True, ("+₱4.40",))


def test_a_page_of_two_who_are_one_leads_to_the_player(host: Client, two_nights: Session) -> None:
    answer = host.get(address("pair", "Ana", "Ana", club=two_nights.club))
    assert answer.headers["Location"] == address("player", "Ana", club=two_nights.club)


def test_the_matrix_has_each_amount_twice_with_the_sign_turned(host: Client, two_nights: Session) -> None:
    rows = open_page(host, reverse("partners")).rows("data-matrix", "moved")
    cells = {(row[0], name): cell for row in rows for name, cell in zip(people.NAMES, row[1:], strict=True)}
    told = [cells[pair] for pair in (("Ana", "Ben"), ("Ben", "Ana"), ("Ana", "Ana"))]
    assert told == ["+₱2.20", "−₱2.20", ""]


def test_a_partner_of_every_night_is_nobody_to_win_from(host: Client, session: Session) -> None:
    people.win(session)
    rows = open_page(host, reverse("partners")).rows("data-matrix", "moved")
    assert rows[0] == ("Ana", "", "+₱0.90", "", "+₱0.90")


def places(host: Client, page: str = "standings", **asked: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names with their amounts in the order of the standings."""
    answer = open_page(host, f"{reverse(page)}?" + "&".join(f"{name}={value}" for name, value in asked.items()))
    return [(row[1].split()[0], amounts(" ".join(row[1:]))) for row in answer.rows("data-standings")]


def test_standings_count_no_practice(host: Client, two_nights: Session) -> None:
    practice = people.start_night(club=two_nights.club)
    people.win(practice, winner=people.BEN)
    change_switches(session=practice, is_practice=True, players_may_propose=False)
    assert [name for name, _ in places(host, order="result")] == ["Ana", "Dan", "Carla", "Ben"]
    assert [shown[0] for _, shown in places(host, order="result")] == ["+₱1.47", "−₱0.13", "−₱0.30", "−₱1.03"]


def test_period_and_kind_are_asked_for_in_the_address(host: Client, two_nights: Session) -> None:
    people.win(people.start_night(club=two_nights.club, currency="EUR"), winner=people.BEN)
    assert places(host, kind="cuajo.EUR", period="2026")[0][0] == "Ben"
    assert not open_page(host, f"{reverse('standings')}?period=1999").has("data-standings")


@pytest.mark.parametrize("name", ["standings", "partners"])
def test_pages_open_before_the_first_night(host: Client, name: str) -> None:
    assert not open_page(host, reverse(name)).has("data-standings")


def test_number_of_queries_does_not_grow_with_the_nights(host: Client, club: Club) -> None:
    counts = []
    for nights in (2, 6):
        for _ in range(nights):
            people.win(people.start_night(club=club))
        of_people = (address("player", "Ana", club=club), address("pair", "Ana", "Carla", club=club))
        for page in (*of_people, *map(reverse, ("standings", "partners", "history"))) * 2:
            with CaptureQueriesContext(connection) as queries:
                open_page(host, page)
            counts.append(len(queries))
    assert counts[5:10] == counts[15:]
    assert max(counts[5:10]) <= 15


def test_a_season_is_a_period_with_a_name(host: Client, two_nights: Session) -> None:
    seasons = reverse("seasons")
    wrong = host.post(seasons, {"name": "Rains", "since": "2026-03-01", "until": "2026-02-01"})
    assert refusal(wrong)[0] == 422
    host.post(seasons, {"name": "Winter", "since": "2026-01-01", "until": "2026-03-31"})
    page = open_page(host, f"{reverse('summary')}?period=2026-01-01..2026-03-31")
    assert text_of(next(page.root.iter("h1"))) == "Winter"
    assert places(host, "summary", period="2026-01-01..2026-03-31") == [
        ("Ana", ("+₱4.40",)),
        ("Dan", ("−₱0.40",)),
        ("Carla", ("−₱0.90",)),
        ("Ben", ("−₱3.10",)),
    ]
    host.post(reverse("remove-season", args=[Season.objects.get().public_id]))
    assert not Season.objects.exists()


def test_ratings_are_shown_where_the_host_asks_for_them(host: Client, two_nights: Session) -> None:
    club = two_nights.club

    def rating() -> Any:
        return host.get(address("player", "Ana", club=club)).context["rating"]

    assert rating() is None
    SUM_UP.clear()
    assert host.post(reverse("rate-players"), {"on": "on"}).headers["Location"] == reverse("standings")
    assert SUM_UP.is_set()
    rows = open_page(host, f"{reverse('standings')}?order=rating").rows("data-standings")
    assert re.search(r"[0-9.]+ ± [0-9.]+", rows[0][1])
    pairs = open_page(host, reverse("standings")).rows("data-rated-pairs")
    assert [re.findall("Ana|Ben|Carla|Dan", row[1]) for row in pairs] == [
        ["Ana", "Carla"], ["Ana", "Dan"], ["Ben", "Carla"], ["Ben", "Dan"],
    ]  # fmt: skip
    assert rating().hands == 3
    assert host.post(reverse("rate-players")).headers["Location"] == reverse("seasons")
    assert rating() is None


def test_nominations_name_who_proves_it_and_lead_to_the_line(host: Client, two_nights: Session) -> None:
    found = [
        (re.findall("Ana|Ben", item), amounts(item))
        for item in open_page(host, reverse("summary")).items("data-nominations")
    ]
    assert found[:3] == [(["Ana"], ("+₱4.40",)), (["Ben"], ("−₱3.10",)), (["Ana"], ("₱2.60",))]
    page = open_page(host, reverse("night", args=[two_nights.public_id]))
    (links,) = (item for item in page.root.iter("ul") if "data-nominations" in item.attrib)
    assert [link.get("href") for link in links.iter("a")][2] == reverse("entry", args=[two_nights.public_id, 2])


def test_the_page_of_a_player_tells_the_longest_run_of_nights_ahead(host: Client, club: Club) -> None:
    for winner in (people.BEN, people.ANA, people.ANA, people.ANA, people.BEN, people.ANA):
        people.win(people.start_night(club=club), winner=winner)
    page = open_page(host, address("player", "Ana", club=club))
    assert re.findall(r"\d+", page.text("data-run"))[0] == "3"
    assert not open_page(host, address("player", "Ben", club=club)).has("data-run")


def test_the_line_of_a_newcomer_begins_with_their_first_month(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    people.win(people.start_night(club=club))
    monkeypatch.setattr(people, "EVENING", people.EVENING + timedelta(days=40))
    people.win(people.start_night(club=club, names=("Eva", "Ben", "Carla", "Dan")))
    keep_tallies(club=club)
    scope = read_scope(club=club, asked={}, kinds=kinds_played(club=club))
    assert scope is not None
    found = standings(scope=scope, order=Order.RESULT, people=People(club))
    assert {player.name: values for player, values in found.money.lines} == {
        "Ana": (180, 180), "Eva": (None, 180), "Carla": (0, 0), "Ben": (-90, -180), "Dan": (-90, -180),
    }  # fmt: skip


def test_what_partners_shared_is_told_beside_an_amount_a_hand(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "family"})
    people.win(night)
    people.close(night)
    assert "−₱0.90" in dict(places(host, order="result"))["Ana"]
    assert figures_of(host, club, "Ana")["per_hand"].value == 180
