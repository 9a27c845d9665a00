"""A night of a game that says itself what it asks, from its start to its match; tried with the toy."""

import pytest
from django.test import Client
from django.urls import reverse

from cuajo_site.urls import pages
from scoring import games
from scoring.models import Club, Session
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.sessions import Terms, start_session
from scoring.operations.table.hands import record_hand
from scoring.queries.table import matches
from tests import people
from tests.toy import Toy
from tests.views.reading import Page, open_page, text_of

pytestmark = pytest.mark.django_db

CUAJO_ONLY = ("sowee", "companion", "secret", "false-win", "drawn-hand", "quick-hand", "hand-verdict")
FULL_HAND = {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}
HANDS: dict[str, dict[str, object]] = {
    "toy": {"winner": 1, "points": 4},
    "khanhoo": {"out": 1, "melds": {"1": FULL_HAND}},
    "khanhoo_qing": {"result": "win", "winner": 1, "declared": True},
    "khanhoo_ming": {"captured": {"1": 15, "2": 9, "3": 3}},
    "cau_robat": {"piles": {"1": 20, "2": 10, "3": 10}},
}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))


def start(club: Club, *, game: str = "toy") -> Session:
    rules = games.game_by_id(game_id=game).read_rules(value=None)
    terms = Terms(
        game=game, rules=rules, names=people.NAMES[:3], currency="PHP", stake_factor=2, first_dealer=people.ANA
    )
    return start_session(club=club, terms=terms, stamp=people.stamp())


@pytest.fixture
def toy_night(club: Club) -> Session:
    """Return a night of the toy at stakes times 2."""
    return start(club)


def record(session: Session, **changes: object) -> None:
    act = HANDS[session.game] | changes
    record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())


def filled(browser: Client, address: str, *, action: str = "", **values: object) -> dict[str, object]:
    """Return the form of a page as it opens, with these values."""
    (form,) = open_page(browser, address).forms(action=action)
    radios = {name: value for name, value in form.items() if value and name not in values}
    return {**radios, **values}


def enter(browser: Client, session: Session, *, step: str, **values: object) -> Page:
    address = reverse("hand", args=[session.public_id])
    entered = {"winner": "", "points": ""} | values
    return Page(browser.post(address, filled(browser, address, action=address, **entered) | {"step": step}))


def seats(browser: Client, session: Session) -> tuple[str, ...]:
    page = open_page(browser, reverse("table", args=[session.public_id]))
    return page.items("data-table", tag="article")


def test_a_night_of_the_toy_starts_with_its_house_rules(host: Client, club: Club) -> None:
    address = reverse("new-game-session", args=["toy"])
    (form,) = open_page(host, address).forms()
    values = form | {"currency": "PHP", "seat_1": "Ana", "seat_2": "Ben", "first_dealer": "2", "rule_target": "12"}
    answer = host.post(address, values)
    session = Session.objects.get()
    assert answer.headers["Location"] == reverse("table", args=[session.public_id])
    assert (session.game, session.rules["target"], session.first_dealer) == ("toy", 12, 2)


def test_too_few_players_are_refused_with_everything_kept(host: Client) -> None:
    address = reverse("new-game-session", args=["toy"])
    (form,) = open_page(host, address).forms()
    page = Page(
        host.post(address, form | {"currency": "PHP", "seat_1": "Ana", "first_dealer": "1", "rule_target": "12"})
    )
    assert page.status == 422
    assert page.items("data-problems") == ("Seat 2 needs a name: at least 2 players.",)
    assert (page.find("name", "seat_1").get("value"), page.find("name", "rule_target").get("value")) == ("Ana", "12")


def test_the_review_says_who_scores_and_why(host: Client, toy_night: Session) -> None:
    page = enter(host, toy_night, step="review", winner=people.BEN, points=4)
    assert page.items("data-changes") == (
        "Ana scores nothing 0 points",
        "Ben scores +4 points",
        "Carla scores nothing 0 points",
    )
    assert page.rows("data-lines") == (("points of the hand", "T2", "4"),)


def test_a_recorded_hand_stands_at_the_seats(host: Client, toy_night: Session) -> None:
    address = reverse("hand", args=[toy_night.public_id])
    values = filled(host, address, action=address, winner=people.BEN, points=4) | {"step": "record"}
    assert host.post(address, values).headers["Location"] == (
        reverse("table", args=[toy_night.public_id]) + "?recorded=1"
    )
    assert seats(host, toy_night) == ("Ana 0 points 0", "Ben 4 points 0 deals", "Carla 0 points 0")


@pytest.mark.parametrize(
    ("entered", "answer"),
    [
        ({"winner": people.BEN, "points": 4}, "Ben +4"),
        ({"points": 4}, "Who won the hand?: Say which player."),
        ({"winner": people.BEN, "points": 99}, "Points: Write a whole number from 0 to 50."),
    ],
)
def test_what_the_hand_comes_to_is_said_while_it_is_entered(
    host: Client, toy_night: Session, entered: dict[str, object], answer: str
) -> None:
    page = enter(host, toy_night, step="live", **entered)
    assert (page.status, page.text("class", "verdict")) == (200, answer)
    assert toy_night.entries.count() == 0


def test_a_correction_says_what_it_comes_to_before_its_reason_is_written(host: Client, toy_night: Session) -> None:
    record(toy_night)
    address = reverse("correct", args=[toy_night.public_id, 1])
    form = filled(host, address, action=address, winner=people.CARLA, points=7, step="live")
    assert Page(host.post(address, form)).text("data-live") == "Carla +7"


def test_a_wrong_number_is_refused_at_its_box_with_everything_kept(host: Client, toy_night: Session) -> None:
    page = enter(host, toy_night, step="record", winner=people.CARLA, points=99)
    box = page.find("name", "points")
    assert (page.status, box.get("value"), box.get("aria-invalid")) == (422, "99", "true")
    checked = [field.get("value") for field in page.root.iter("input") if "checked" in field.attrib]
    assert checked == ["3"]


def test_a_hand_recorded_by_another_phone_meanwhile_shows_both_versions(host: Client, toy_night: Session) -> None:
    address = reverse("hand", args=[toy_night.public_id])
    values = filled(host, address, action=address, winner=people.BEN, points=4) | {"step": "record"}
    record(toy_night, winner=people.ANA)
    page = Page(host.post(address, values))
    assert page.status == 409
    assert "Ana scores +4 points" in page.text("data-version", "recorded")
    assert "Ben scores +4 points" in page.text("data-version", "mine")
    assert toy_night.entries.count() == 1


def test_a_correction_starts_from_what_was_entered(host: Client, toy_night: Session) -> None:
    record(toy_night)
    address = reverse("correct", args=[toy_night.public_id, 1])
    assert open_page(host, address).find("name", "points").get("value") == "4"
    values = filled(host, address, action=address, winner=people.CARLA, points=6, reason="misheard") | {
        "step": "record"
    }
    assert host.post(address, values).status_code == 302
    assert matches.points_of(session=toy_night) == {1: 0, 2: 0, 3: 6}


def test_a_penalty_takes_points(host: Client, toy_night: Session) -> None:
    record(toy_night)
    address = reverse("penalty", args=[toy_night.public_id])
    assert Page(host.post(address, filled(host, address, seat=""))).status == 422
    host.post(address, filled(host, address, seat=people.BEN))
    assert matches.points_of(session=toy_night) == {1: 4, 2: -1, 3: 0}


def test_a_match_that_is_over_is_settled_from_the_table(host: Client, toy_night: Session) -> None:
    record(toy_night, points=10)
    table = open_page(host, reverse("table", args=[toy_night.public_id]))
    address = reverse("match", args=[toy_night.public_id])
    assert address in {link.get("href") for link in table.find("id", "dock").iter("a")}
    (form,) = open_page(host, address).forms(action=address)
    host.post(address, form)
    assert seats(host, toy_night) == ("Ana 0 points +2 won deals", "Ben 0 points −1 lost", "Carla 0 points −1 lost")
    ledger = open_page(host, reverse("table", args=[toy_night.public_id])).items("data-ledger")
    assert "Match settled: Ana 10, Ben 0, Carla 0" in ledger[0]


def test_whoever_left_a_match_is_asked_about_with_the_others(host: Client, toy_night: Session) -> None:
    record(toy_night, winner=1, points=10)
    people.sit(toy_night, "Dan", "Ben", "Carla")

    page = open_page(host, reverse("match", args=[toy_night.public_id]))

    assert [item.split()[0] for item in page.items("data-pays")] == ["Ana", "Ben", "Carla"]


def test_points_that_are_not_settled_are_named_before_closing(host: Client, toy_night: Session) -> None:
    record(toy_night)
    page = open_page(host, reverse("close", args=[toy_night.public_id]))
    assert page.text("data-unsettled").startswith(
        "A match is not settled: Ana 4, Ben 0, Carla 0. Settle the match first"
    )


def test_a_closed_night_shows_its_matches(host: Client, toy_night: Session) -> None:
    record(toy_night, points=10)
    for name in ("match", "close"):
        address = reverse(name, args=[toy_night.public_id])
        form = next(form for form in open_page(host, address).root.iter("form") if form.get("method") == "post")
        values = {field.get("name", ""): field.get("value", "") for field in form.iter("input")}
        host.post(address, values)
    page = open_page(host, reverse("settle", args=[toy_night.public_id]))
    (match,) = page.items("data-matches")
    assert match.startswith("Ana 10 · Ben 0 · Carla 0 settled at ")
    assert "Match: Ana 10, Ben 0, Carla 0" in page.text("id", "share-text")


def test_the_statement_tells_points_line_by_line(host: Client, toy_night: Session) -> None:
    record(toy_night)
    page = open_page(host, reverse("statement", args=[toy_night.public_id]))
    assert page.rows("data-results")[0] == ("1", "Ana", "1", "4", "₱0")
    assert page.rows("data-ledger")[0][2:] == ("+4 4", "0 0", "0 0")


def test_history_names_the_game_and_the_points_of_an_open_match(host: Client, toy_night: Session) -> None:
    record(toy_night)
    page = open_page(host, "/history/")
    assert page.text("data-terms").endswith("Toy stakes × 2")
    assert page.text("data-points") == "The match: Ana 4 · Ben 0 · Carla 0"


def test_the_same_night_is_started_again_in_its_own_game(host: Client, toy_night: Session) -> None:
    close_session(session=toy_night, coin_cents=1, expected_entry=0, stamp=people.stamp())
    (form,) = open_page(host, "/").forms(action=reverse("start-again"))
    host.post(reverse("start-again"), form)
    assert [session.game for session in Session.objects.all()] == ["toy", "toy"]
    like = {"like": str(toy_night.public_id)}
    page = Page(host.get(reverse("new-game-session", args=["toy"]), like))
    assert page.find("name", "seat_3").get("value") == "Carla"


def test_the_game_of_the_last_night_is_named_once(host: Client, club: Club) -> None:
    night = start(club, game="cau_robat")
    close_session(session=night, coin_cents=1, expected_entry=0, stamp=people.stamp())
    forms = open_page(host, "/").root.iter("form")
    (again,) = (form for form in forms if form.get("action") == reverse("start-again"))
    assert text_of(again).count("Cau robat") == 1


def test_a_night_of_another_game_does_not_fill_the_form_of_cuajo(host: Client, toy_night: Session) -> None:
    page = Page(host.get(reverse("new-session"), {"like": str(toy_night.public_id)}))
    assert (page.status, page.find("name", "seat_1").get("value")) == (200, None)


def test_the_judge_of_cuajo_is_not_asked_about_a_table_of_another_game(host: Client, toy_night: Session) -> None:
    for name in ("", "win/", "purro/", "extra/", "claim/"):
        page = Page(host.get(f"/judge/{name}", {"session": str(toy_night.public_id)}))
        assert (page.status, "At the table of" in page.text("id", "main")) == (200, False)


@pytest.mark.parametrize("game", list(HANDS))
def test_every_page_of_a_night_answers_whatever_the_game(host: Client, club: Club, game: str) -> None:
    session = start(club, game=game)
    record(session)
    night = session.public_id
    line = {"number": 1, "seat": 1, "mode": "game", "form": "csv", "kind": "png"}
    said = {"public_id": night, "proposal_id": night, **line}
    asked = [page for page in pages if str(page.pattern).startswith("sessions/<uuid")]
    answers = {
        str(page.name): host.get(
            reverse(page.name, kwargs={name: said[name] for name in page.pattern.converters})
        ).status_code
        for page in asked
    }
    assert {name for name, status in answers.items() if status >= 500} == set()
    assert {name: answers[name] for name in CUAJO_ONLY if answers[name] not in (404, 405)} == {}


def test_the_large_screen_shows_points_beside_money(host: Client, toy_night: Session) -> None:
    record(toy_night)
    page = open_page(host, reverse("watch", args=[toy_night.public_id]))
    assert page.items("data-results") == ("Ana 4 points 0", "Ben 0", "Carla 0")
    assert "Ana +4 Ben 0 Carla 0" in page.text("data-last")


def test_a_hand_that_scores_nothing_calls_the_players_by_name_too(host: Client, club: Club) -> None:
    night = start(club, game="cau_robat")
    record(night, piles={"1": 15, "2": 15, "3": 10})

    page = open_page(host, reverse("entry", args=[night.public_id, 1]))

    assert page.rows("data-lines") == (
        ("Ana : cards taken", "R9", "15"),
        ("Ben : cards taken", "R9", "15"),
        ("Carla : cards taken", "R9", "10"),
    )


def test_what_is_wrong_with_a_hand_calls_the_player_by_name(host: Client, club: Club) -> None:
    night = start(club, game="khanhoo")
    people.sit(night, "Dan", "Ben", "Carla")

    page = enter(host, night, step="review", out=4, melds__4__aces=1)

    assert page.status == 422
    said = [text_of(each) for each in page.root.iter("li") if each.get("class") is None]
    assert "A full hand is 15 melded cards; Dan melded 3 (E3)." in said
