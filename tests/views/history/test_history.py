"""What the history says of players, pairs, nights and the table as a whole, and a night as a picture."""

import re
from datetime import timedelta
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Player, Season, Session
from scoring.operations.history import read_history
from scoring.operations.rule_sets import add_rule_set
from scoring.operations.table.nights import change_switches
from scoring.operations.table.seating import Turns
from scoring.operations.table.undoing import raise_dispute, undo
from scoring.queries.history.scope import read_scope
from scoring.queries.history.standings import Order, standings_of
from scoring.queries.rule_sets import copied_rules
from scoring.web.shared import PICTURE
from tests import people
from tests.acts.games import HANDS
from tests.people import BEN, DAN
from tests.views.reading import amounts, open_page, refusal, text_of


def address(name: str, *names: str, club: Club) -> str:
    return reverse(name, args=[Player.objects.get(club=club, name=each).public_id for each in names])


@pytest.fixture
def two_nights(session: Session) -> Session:
    people.win(session)
    people.win(session, source="self_drawn")
    people.win(people.start_night(club=session.club, names=("Ana", "Ben", "Dan", "Carla")), winner=people.CARLA)
    return session


def test_a_page_of_a_player_begins_with_the_result_and_six_figures(host: Client, two_nights: Session) -> None:
    there = address("player", "Ana", club=two_nights.club)
    values = host.get(there).context["main"]
    assert {value.figure.name: (float(value.value or 0), float(value.club or 0)) for value in values} == {
        "hands_won": (2 / 3, 0.25), "per_hand": (440 / 3, 0), "nights_ahead": (0.5, 0.25),
        "porbis": (0, 0), "secrets": (0, 0),
    }  # fmt: skip
    assert amounts(open_page(host, there).text("data-best-partner")) == ("+₱4.40",)
    assert amounts(open_page(host, there).text("data-totals")) == ("+₱4.40",)
    qing = people.start_night(club=two_nights.club, game="khanhoo_qing", rules=None)
    people.record(qing, HANDS["khanhoo_qing"])
    assert amounts(open_page(host, there).text("data-totals")) == ("+₱4.40", "+₱7.40")


@pytest.mark.parametrize(
    ("name", "lines"), [("result_cents", [1, 2]), ("best_cents", [2]), ("longest_night", []), ("hands_won", [1, 2])]
)
def test_a_figure_opens_its_nights_and_lines(host: Client, two_nights: Session, name: str, lines: list[int]) -> None:
    figures = address("figures", "Ana", club=two_nights.club)
    assert host.get(f"{figures}?open=nothing").status_code == 404
    page = open_page(host, f"{figures}?open={name}")
    (first, *_) = (each for each in page.root.iter() if "data-figure-night" in each.attrib)
    links = [link.get("href") for link in first.iter("a")]
    (*_, amount) = (text_of(span) for span in next(first.iter("a")).iter("span"))
    assert bool(re.search(r"\d .", amount)) is (name in ("longest_night", "hands_won"))  # with its unit
    assert [line for line in (1, 2, 3) if reverse("entry", args=[two_nights.public_id, line]) in links] == lines


def test_a_pair_shows_what_both_won_together_and_from_each_other(host: Client, two_nights: Session) -> None:
    ana, carla = (two_nights.club.players.get(name=name).public_id for name in ("Ana", "Carla"))
    page = open_page(host, f"{address('figures', 'Ana', club=two_nights.club)}?with={carla}")
    assert [amounts(item) for item in page.items("data-pair")] == [("+₱4.40",), ("+₱4.40",), ("₱0.00",)]
    assert [amounts(item) for item in page.items("data-against")] == [("+₱4.40",)]
    assert page.has("href", f"{reverse('history')}?player={ana}&other={carla}")


def places(host: Client, asked: str) -> list[tuple[str, ...]]:
    """Return the names with their first amount in the order of the standings."""
    return [each[:2] for each in open_page(host, f"{reverse('history')}?{asked}").sums("data-standings")]


def test_standings_count_no_practice_and_nights_of_the_period_and_kind_asked(host: Client, two_nights: Session) -> None:
    practice = people.start_night(club=two_nights.club)
    people.win(practice, winner=BEN)
    change_switches(session=practice, is_practice=True, players_may_propose=False)
    people.win(people.start_night(club=two_nights.club, currency="EUR"), winner=BEN)
    told = [("Ana", "+₱1.47"), ("Dan", "−₱0.13"), ("Carla", "−₱0.30"), ("Ben", "−₱1.03")]
    assert places(host, "kind=cuajo.PHP&order=result") == told
    assert places(host, "kind=cuajo.EUR&period=2026")[0][0] == "Ben"
    assert not open_page(host, f"{reverse('history')}?period=1999").has("data-standings")


SUNDAY = {"preset": "pagat", "secret": 60}


@pytest.mark.parametrize(
    ("rules", "won"), [("", "+₱9.80"), ("pagat", "+₱4.40"), ("family", "+₱1.80"), ("set.Sunday", "+₱3.60")]
)
def test_amounts_of_different_rules_are_added_up_only_where_it_says_so(
    host: Client, two_nights: Session, rules: str, won: str
) -> None:
    club = two_nights.club
    saved = add_rule_set(club=club, game="cuajo", name="Sunday", rules=SUNDAY, at=people.EVENING)
    own = [copied_rules(saved=saved, changes=changes, minor_digits=2) for changes in ({}, {"porbis": 301})]
    for each in ("family", *own):
        people.win(people.start_night(club=club, rules=each))
    page = open_page(host, f"{reverse('history')}?rules={rules}")
    assert (page.has("data-mixed"), page.sums("data-standings")[0][-1]) == (not rules, won)
    told = [re.findall(r"\((\d+)\)", item) for item in page.items("data-rules", tag="a")]
    assert told == [[], ["2"], ["2"], ["1"]]
    listed = host.get(reverse("history"), {"rules": rules}).context["page"].nights
    assert len(listed) == {"": 5, "family": 1}.get(rules, 2)


@pytest.mark.parametrize(
    "asked",
    [
        *("history/?period=2026-13", "history/?period=2026-1", "history/?period=2026-02-30"),
        *("history/?period=2026-01-01..", "history/?period=2026-02-01..2026-01-01", "history/?period=last-year"),
        *("history/?rules=pricelist", "history/?rules=set.pagat"),
        *("history/?kind=khanhoo.PHP", "history/?kind=cuajo", "history/?kind=.EUR", "history/?order=best"),
        *("history/?page=first", "history/?player=ana", "history/?since=2026-02-30"),
        *("history/?place=moon", "history/?stake=0", "history/?debts=on&period=2026-13"),
        "club/export/csv/?period=2026-13",
    ],
)
def test_what_nobody_can_read_in_an_address_is_refused(host: Client, two_nights: Session, asked: str) -> None:
    assert refusal(host.get(f"/{asked}")) == (422, ("unreadable_filter",))


def test_a_season_is_a_period_with_a_name(host: Client, two_nights: Session) -> None:
    seasons = reverse("seasons")
    wrong = host.post(seasons, {"name": "Rains", "since": "2026-03-01", "until": "2026-02-01"})
    assert refusal(wrong)[0] == 422
    host.post(seasons, {"name": "Winter", "since": "2026-01-01", "until": "2026-03-31"})
    period = "period=2026-01-01..2026-03-31"
    assert open_page(host, f"{reverse('history')}?{period}").text("data-period") == "Winter"
    assert places(host, f"{period}&order=result")[0] == ("Ana", "+₱1.47")
    host.post(reverse("remove-season", args=[Season.objects.get().public_id]))
    assert not Season.objects.exists()


def test_ratings_are_shown_where_the_host_asks_for_them(host: Client, two_nights: Session) -> None:
    def hands() -> int | None:
        rating = host.get(address("player", "Ana", club=two_nights.club)).context["rating"]
        return rating and int(rating.hands)

    assert hands() is None
    assert host.post(reverse("rate-players"), {"on": "on"}).headers["Location"].startswith(reverse("history"))
    assert hands() == 3
    pairs = open_page(host, f"{reverse('history')}?order=rating").items("data-rated-pairs")
    told = [re.findall("Ana|Ben|Carla|Dan", row) for row in pairs]
    assert told == [["Ana", "Carla"], ["Ana", "Dan"], ["Ben", "Carla"], ["Ben", "Dan"]]
    host.post(reverse("rate-players"))
    assert hands() is None


def test_nominations_name_who_proves_it_and_lead_to_the_line(host: Client, two_nights: Session) -> None:
    told = open_page(host, reverse("history")).items("data-nominations")
    found = [(*re.findall("Ana|Ben", item), *amounts(item)) for item in told]
    assert found[:3] == [("Ana", "+₱4.40"), ("Ben", "−₱3.10"), ("Ana", "₱2.60")]
    page = open_page(host, reverse("night", args=[two_nights.public_id]))
    assert reverse("entry", args=[two_nights.public_id, 2]) in page.links()


def test_the_line_of_a_newcomer_begins_with_their_first_month(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    people.win(people.start_night(club=club))
    monkeypatch.setattr(people, "EVENING", people.EVENING + timedelta(days=40))
    people.win(people.start_night(club=club, names=("Eva", "Ben", "Carla", "Dan")))
    scope = read_scope(history=read_history(club=club), asked={})
    assert scope is not None
    found = standings_of(scope=scope, order=Order.RESULT)
    assert {player.name: values for player, values in found.money.items()} == {
        "Ana": (180, 180), "Eva": (None, 180), "Carla": (0, 0), "Ben": (-90, -180), "Dan": (-90, -180),
    }  # fmt: skip


def test_a_night_tells_its_results_turning_points_lines_and_objections(host: Client, session: Session) -> None:
    entry = people.win(session, winner=BEN)
    undo(entry=people.win(session, winner=DAN), reason="", stamp=people.stamp())
    people.win(session)
    people.win(session, source="self_drawn")
    raise_dispute(entry=entry, seat=session.seats.get(number=BEN), why="two cards", stamp=people.stamp())
    page = open_page(host, reverse("night", args=[session.public_id]))
    assert page.sums("data-results") == (
        ("Ana", "+₱3.50"), ("Ben", "−₱0.40"), ("Carla", "−₱0.90"), ("Dan", "−₱2.20"),
    )  # fmt: skip
    assert [amounts(item) for item in page.items("data-turning")] == [("−₱0.90",), ("+₱0.90",), ("+₱2.60",)]
    whole = open_page(host, f"{reverse('night', args=[session.public_id])}?all=1")
    assert re.findall(r"Ben|two cards", whole.text("data-objection", "open")) == ["Ben", "two cards"]


@pytest.mark.parametrize(
    ("page", "part"), [("player", "data-totals"), ("figures", "data-pair"), ("settle", "data-results")]
)
def test_what_the_close_moved_is_said_wherever_it_is_in_a_total(host: Client, club: Club, page: str, part: str) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night, winner=BEN, source="self_drawn")
    people.close(night, coin_cents=25)
    ben, dan = (night.seats.get(number=number).player.public_id for number in (BEN, DAN))
    there = reverse(page, args=[night.public_id if page == "settle" else ben])
    told = open_page(host, f"{there}?with={dan}" if page == "figures" else there).text(part)
    assert ("−₱1.30", "−₱0.05") in pairwise(amounts(told))


def drawn(client: Client, session: Session, *, of: str = "night-picture", language: str = "en") -> list[str]:
    answer = client.get(reverse(of, args=[session.public_id, "svg"]), headers={"Accept-Language": language})
    assert answer["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)
    names = {element.get("id") for element in root.iter()}
    assert {(use.get("href") or "")[1:] for use in root.iter("{http://www.w3.org/2000/svg}use")} <= names
    assert b"var(" not in answer.content
    return [(text.text or "").strip() for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_picture_of_a_night_says_who_won_how_much(host: Client, session: Session) -> None:
    assert host.get(reverse("nominations-picture", args=[session.public_id, "svg"])).status_code == 404
    people.win(session, winner=people.BEN)
    words = drawn(host, session)
    assert words[0] == session.club.name
    assert words[3:11] == ["Ben", "+₱1.80", "Dan", "₱0.00", "Ana", "−₱0.90", "Carla", "−₱0.90"]
    assert drawn(host, session, language="es")[4] == "+1,80\xa0₱"
    assert drawn(host, session, of="nominations-picture")[4:6] == ["Ben", "+₱1.80"]
    five = people.start_night(club=session.club, names=(*people.NAMES, "Eva"), turns=Turns.EACH_HAND)
    people.win(five)
    assert "Eva" in drawn(host, five)


@pytest.mark.parametrize(("stakes", "won"), [(1, "+₱1.80"), (100, "+₱180")])
def test_picture_of_a_period_writes_amounts_as_its_page_does(host: Client, club: Club, stakes: int, won: str) -> None:
    people.win(people.start_night(club=club, stake_factor=stakes), winner=people.BEN)
    address = reverse("period-picture", args=["svg"])
    root = ElementTree.fromstring(host.get(address, {"period": "2026"}).content)
    words = [" ".join((text.text or "").split()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert (words[:2], words[4:6]) == ([club.name, "2026"], ["Ben", won])
    assert host.get(address, {"period": "2024"}).status_code == 404
    assert f"{reverse('period-picture', args=[PICTURE])}?kind=" in host.get(reverse("history")).text


def test_picture_is_a_png_and_sent_once(host: Client, session: Session) -> None:
    address = reverse("night-picture", args=[session.public_id, "png"])
    first = host.get(address)
    assert first.content.startswith(b"\x89PNG")
    assert first["Content-Disposition"] == 'attachment; filename="cuajo-2026-02-01.png"'
    again = host.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    people.win(session)
    assert host.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_pictures_are_limited_for_each_phone(host: Client, session: Session) -> None:
    cache.clear()
    address = reverse("night-picture", args=[session.public_id, "png"])
    assert [host.get(address).status_code for _ in range(21)] == [200] * 20 + [429]


def test_svg_is_offered_where_no_png_is_made(host: Client, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    people.win(session)
    monkeypatch.setattr("scoring.views.history.pictures.PICTURE", "svg")
    monkeypatch.setattr("scoring.views.history.words.PICTURE", "svg")
    page = open_page(host, reverse("night", args=[session.public_id]))
    assert page.has("href", reverse("night-picture", args=[session.public_id, "svg"]))
    assert host.get(reverse("night-picture", args=[session.public_id, "png"])).status_code == 404
