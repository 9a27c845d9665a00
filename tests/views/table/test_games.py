"""Nights of other games through the pages: the toy, which says itself what it asks, khanhoo and cau robat."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cuajo_site.urls import pages
from scoring.models import Club, Session
from scoring.operations.table.hands import record_hand
from scoring.queries.table.night import night_of
from tests import people
from tests.acts.cases import Data
from tests.acts.games import HANDS
from tests.games.cau_robat.test_table import deal
from tests.people import BEN
from tests.views.reading import Page, open_page, refusal, url

pytestmark = pytest.mark.usefixtures("toy")

CUAJO_ONLY = {"sowee", "companion", "false-win", "drawn-hand", "quick-hand", "hand-verdict"}
TOYS = {"winner": 1, "points": 4}


def start(club: Club, game: str = "toy", *, rules: object = None, players: int = 3, stakes: int = 1) -> Session:
    names = people.NAMES[:players]
    return people.start_night(club=club, game=game, rules=rules, names=names, stake_factor=stakes)


@pytest.fixture
def toy_night(club: Club) -> Session:
    """Return a night of the toy at stakes times 2."""
    return start(club, stakes=2)


def record(session: Session, act: Data = TOYS, **changes: object) -> Any:
    return record_hand(session=session, act={**act, **changes}, expected=people.expected(session), stamp=people.stamp())


def send(browser: Client, address: str, **values: object) -> Any:
    page = open_page(browser, address)
    (form,) = page.forms(action=address) or page.forms()
    return browser.post(address, {**form, **values})


@pytest.mark.parametrize(
    ("entered", "scores"),
    [({"winner": BEN, "points": 4}, "+4"), ({"points": 4}, None), ({"winner": BEN, "points": 99}, None)],
)
def test_what_a_hand_comes_to_is_said_while_it_is_entered(
    host: Client, toy_night: Session, entered: dict[str, object], scores: str | None
) -> None:
    answer = send(host, url("hand", toy_night), **{"winner": "", "points": "", **entered}, step="live")
    assert ((scores or "Ben") in Page(answer).text("class", "verdict"), answer.status_code) == (scores is not None, 200)
    assert bool(answer.context["so_far"].first_problem()) is (scores is None)


@pytest.mark.parametrize(
    ("game", "box", "code"),
    [
        ("toy", ("points", "99"), "max_value"),
        ("khanhoo", ("cards__2", "AH jack 10Z"), "unknown_card"),
        ("khanhoo_ming", ("captured__2", "99"), "max_value"),
    ],
)
def test_what_is_wrong_is_refused_at_its_box_with_everything_kept(
    host: Client, club: Club, game: str, box: tuple[str, str], code: str
) -> None:
    night, (name, typed) = start(club, game), box
    entered = {"winner": 3, "out": 3, "leader": 3, name: typed}
    answer = send(host, url("hand", night), **entered, step="record")
    page = Page(answer)
    field = page.find("name", name)
    checked = {each.get("value") for each in page.root.iter("input") if "checked" in each.attrib}
    assert (field.get("value"), field.get("aria-invalid"), "3" in checked) == (typed, "true", True)
    assert f"{name}:{code}" in refusal(answer)[1]
    assert night.entries.count() == 0
    assert not set("<&") & set(send(host, url("hand", night), **entered, step="live").context["so_far"].first_problem())


def test_a_match_that_is_over_is_settled_from_the_table(host: Client, toy_night: Session) -> None:
    record(toy_night, points=10)
    dock = open_page(host, url("table", toy_night)).find("id", "dock")
    assert {url("match", toy_night), url("hand", toy_night)} <= {str(link.get("href")) for link in dock.iter("a")}
    assert send(host, url("match", toy_night)).status_code == 302
    assert people.balances(toy_night) == (200, -100, -100)
    assert "Ana 10, Ben 0, Carla 0" in host.get(url("table", toy_night)).context["page"].rows[0].shown.words
    people.close(toy_night)
    (told,) = open_page(host, url("settle", toy_night)).items("data-matches")
    assert re.findall(r"Ana|Ben|Carla|10|0", told)[:6] == ["Ana", "10", "Ben", "0", "Carla", "0"]


def test_points_of_an_open_match_stand_on_close_and_night(host: Client, toy_night: Session) -> None:
    record(toy_night)
    told = open_page(host, url("close", toy_night)).text("data-unsettled")
    assert re.findall("Ana|Ben|Carla|4", told)[:2] == ["Ana", "4"]
    assert open_page(host, url("night", toy_night)).rows("data-ledger")[0][2] == "+4"


def test_the_review_of_a_correction_says_what_points_were(host: Client, toy_night: Session) -> None:
    record(toy_night, points=9)
    changes = Page(send(host, url("correct", toy_night, 1), points=7)).items("data-changes")
    assert [re.findall(r"\d", each) for each in changes] == [["9", "7"], ["0"], ["0"]]


def test_one_tap_says_who_dealt_e13(host: Client, club: Club) -> None:
    night = start(club, "khanhoo")
    (form,) = open_page(host, url("hand", night)).forms(action=url("hand", night))
    send(host, url("hand", night), out=1, melds__1__sequence=2, dealer=2, step="record")
    assert (form["dealer"], night_of(session=night).dealer) == ("1", 3)


def test_what_is_said_of_a_hand_calls_the_players_by_name(host: Client, club: Club) -> None:
    night, other = start(club, "cau_robat"), start(club, "khanhoo")
    record(night, {"piles": {"1": 15, "2": 15, "3": 10}})
    rows = open_page(host, url("entry", night, 1)).rows("data-lines")
    assert [row[0].partition(" ")[0] for row in rows] == ["Ana", "Ben", "Carla"]
    people.sit(other, "Dan", "Ben", "Carla")
    answer = send(host, url("hand", other), out=4, melds__4__aces=1, step="review")
    assert (answer.status_code, "Dan" in str(answer.context["form"].errors)) == (422, True)


def test_a_declared_win_of_qing_is_verified_by_its_cards_q6(host: Client, club: Club) -> None:
    night = start(club, "khanhoo_qing")
    record(night, {"winner": 2, "declared": True})
    verify = url("verify", night, 1)
    assert verify in open_page(host, url("entry", night, 1)).links()
    cards = "8C 2S 2M 4C 5C 6C 7S 7S 7M 5M 6M 7M 2S 3S 4S"
    answered = Page(host.get(verify, {"hand": cards, "asked": "1"}))
    (form,) = (form for form in answered.forms(action=verify) if "hand" in form)
    host.post(verify, form)
    assert open_page(host, url("entry", night, 1)).has("data-verified")


def test_a_hand_played_card_by_card_is_followed_and_kept_r2_to_r8(host: Client, club: Club) -> None:
    night = start(club, "cau_robat")
    live = send(host, url("hand", night), step="live", dealer=3, face_up="5 6 12 1", plays="4 4 7")
    followed = Page(live)
    assert followed.text("data-followed").startswith("Ana")
    assert ("Ben" in followed.text("data-steps"), "4 5 6" in followed.text("data-steps")) == (True, True)
    face_up, plays = deal(Random(3), 3)
    record(night, {"dealer": 3, "face_up": " ".join(map(str, face_up)), "plays": " ".join(map(str, plays))})
    record(night, HANDS["cau_robat"])
    assert [open_page(host, url("entry", night, number)).has("data-steps") for number in (1, 2)] == [True, False]


@pytest.mark.parametrize("game", ["toy", *HANDS])
def test_every_page_of_a_night_answers_whatever_the_game(host: Client, club: Club, game: str) -> None:
    session = start(club, game)
    record(session, HANDS.get(game, TOYS))
    said = {"public_id": session.public_id, "proposal_id": session.public_id, "number": 1, "seat": 1}
    said |= {"mode": "game", "form": "csv", "kind": "png"}
    asked = {
        str(page.name): reverse(page.name, kwargs={name: said[name] for name in page.pattern.converters})
        for page in pages
        if str(page.pattern).startswith("sessions/<row:")
    }
    answers = {name: host.get(address).status_code for name, address in asked.items()}
    assert {name for name, status in answers.items() if status >= 500} == set()
    assert {name for name in CUAJO_ONLY if answers[name] not in (404, 405)} == set()
