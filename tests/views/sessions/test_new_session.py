"""Starting a session: seats, rules, stakes, the first dealer; a refused form keeps what was typed."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.forms.sessions.sessions import drawn_dealer
from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.models import Club, Player, Session
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.sessions.sessions import About, about_of
from scoring.queries.table import hands, tables
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal, text_of

pytestmark = pytest.mark.django_db

NEW = "/sessions/new/"
SEATS = {f"seat_{seat}": name for seat, name in enumerate(people.NAMES, start=1)}
ALONE = {"rule_partnerships": "no"}
STAKES: Any = {"HX-Request": "true", "HX-Target": "stakes"}


def form(**changes: str) -> dict[str, str]:
    """Return what a browser sends for a plain session, with changes."""
    plain = {
        "key": str(people.stamp().key),
        "expected_entry": "0",
        "preset": "pagat",
        "currency": "PHP",
        "stake_factor": "1",
        "first_dealer": "1",
    }
    return plain | SEATS | changes


def typed(browser: Client, **changes: str) -> dict[str, str]:
    """Return what a page opened now sends once it is filled in."""
    (opened,) = [each for each in open_page(browser, NEW).forms() if "seat_1" in each]
    return form(key=opened["key"], newest=opened["newest"], **changes)


def start(browser: Client, **changes: str) -> Session:
    response = browser.post(NEW, typed(browser, **changes))
    assert response.status_code == 302, refusal(response)
    return Session.objects.latest("pk")


def problems(browser: Client, **changes: str) -> tuple[str, ...]:
    """Return what a refused form is refused for."""
    response: Any = browser.post(NEW, form(**changes))
    assert response.status_code == 422
    assert Session.objects.count() == 0
    return Page(response).items("data-problems")


def players(session: Session) -> tuple[str, ...]:
    return tuple(seat.player for seat in tables.results(session=session))


def values(page: Page) -> dict[str, str]:
    """Return what the form holds: texts, chosen radios, selected options."""
    held = {
        field.get("name", ""): field.get("value", "")
        for field in page.root.iter("input")
        if field.get("type") != "radio" or "checked" in field.attrib
    }
    for select in page.root.iter("select"):
        chosen = (option for option in select.iter("option") if "selected" in option.attrib)
        held[select.get("name", "")] = next((option.get("value", "") for option in chosen), "")
    return held


def stakes(response: Any) -> str:
    return text_of(Page(response).find("id", "stakes"))


def test_unknown_names_become_players_and_opposite_seats_partners(host: Client, club: Club) -> None:
    response = host.post(NEW, form(name="Fiesta", place="Home"))
    night = Session.objects.get()
    assert response["Location"] == reverse("table", args=[night.public_id])
    assert players(night) == people.NAMES
    assert [seat.side for seat in tables.results(session=night)] == [1, 2, 1, 2]
    assert set(Player.objects.filter(club=club).values_list("name", flat=True)) == set(people.NAMES)
    assert about_of(session=night) == About(name="Fiesta", place="Home")


def test_known_names_are_offered_those_who_played_last_first_and_found_in_any_case(host: Client, club: Club) -> None:
    player_called(club=club, name="Aaron", at=people.EVENING)
    ana = people.start_night(club=club).seats.get(number=1).player
    offered = [option.get("value") for option in open_page(host, NEW).find("id", "known-players").iter("option")]
    assert offered == ["Ana", "Ben", "Carla", "Dan", "Aaron"]
    assert start(host, seat_1="  aNA ").seats.get(number=1).player == ana


@pytest.mark.parametrize("dealer", [1, 2, 3, 4])
def test_chosen_dealer_deals_first(host: Client, dealer: int) -> None:
    assert hands.dealer(session=start(host, first_dealer=str(dealer))) == dealer


def test_dealer_is_drawn_once_and_named_on_the_table(host: Client) -> None:
    sent = form(first_dealer="random")
    answers = [host.post(NEW, sent, follow=True) for _ in range(2)]
    dealer = hands.dealer(session=Session.objects.get())
    assert dealer == drawn_dealer(key=UUID(sent["key"]), count=4)
    assert people.NAMES[dealer - 1] in Page(answers[0]).text("class", "notices")


def test_every_seat_may_be_drawn() -> None:
    assert {drawn_dealer(key=uuid4(), count=4) for _ in range(100)} == {1, 2, 3, 4}


def test_everybody_alone_seats_only_who_has_a_name_c16(host: Client) -> None:
    night = start(host, **ALONE, seat_2="", seat_4="", seat_6="Eva", first_dealer="6")
    assert players(night) == ("Ana", "Carla", "Eva")
    assert [seat.side for seat in tables.results(session=night)] == [1, 2, 3]
    assert hands.dealer(session=night) == 3


def test_house_rules_change_the_preset_and_the_rest_stays(host: Client) -> None:
    night = start(host, preset="family", rule_secret="75", rule_partners_share="no", rule_porbis_adds="kings")
    names = ("preset", "secret", "partners_share", "porbis_adds", "extra_cards")
    assert [night.rules[name] for name in names] == ["family", 75, False, "kings", 0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_usual_rules_are_chosen_from_the_start(host: Client, game: AnyGame) -> None:
    (opened,) = [each for each in open_page(host, f"{NEW}{game.id}/").forms() if "seat_1" in each]
    assert opened["preset"] == game.presets[0]


def test_new_night_opens_with_the_rules_and_stakes_of_the_last_one_and_its_seats_a_tap_away(
    host: Client, club: Club
) -> None:
    last = people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=7)
    asked = ("seat_1", "seat_4", "seat_5", "preset", "currency", "stake_factor", "rule_secret", "rule_king_of_coins")
    agreed = ["family", "EUR", "7", "60", ""]
    page = open_page(host, f"{NEW}cuajo/")
    like = f"?like={last.public_id}"
    filled = [values(page), values(open_page(host, NEW + like))]
    assert [[held[name] for name in asked] for held in filled] == [["", "", "", *agreed], ["Ana", "Dan", "", *agreed]]
    assert (page.has("href", like), filled[1]["first_dealer"]) == (True, "1")


@pytest.mark.parametrize("like", ["", "nonsense", "00000000-0000-0000-0000-000000000000"])
def test_form_like_no_session_is_empty(host: Client, session: Session, like: str) -> None:
    assert values(open_page(host, f"{NEW}?like={like}"))["seat_1"] == ""


# What is refused


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"seat_2": "", "seat_4": " "}, ("__all__:wrong_seat_count", "seat_2:empty_seat", "seat_4:empty_seat")),
        ({"seat_4": ""}, ("seat_4:empty_seat",)),
        (dict.fromkeys(SEATS, ""), ("first_dealer:empty_seat", *(f"{seat}:empty_seat" for seat in SEATS))),
        ({"seat_5": "Eva"}, ("turns:turns_missing",)),
        ({"seat_3": "ana"}, ("seat_3:namesake",)),
        ({"seat_2": "x" * 41}, ("seat_2:max_length",)),
        ({**ALONE, "seat_2": "", "seat_3": "", "seat_4": ""}, ("seat_2:empty_seat",)),
        ({**ALONE, "seat_4": "", "first_dealer": "4"}, ("first_dealer:empty_seat",)),
        ({"rule_secret": "?", "rule_porbis": "?"}, ("rule_porbis:invalid", "rule_secret:invalid")),
        ({"rule_secret": "-1"}, ("rule_secret:min_value",)),
        ({"rule_secret": "1.00"}, ("rule_secret:invalid",)),
        ({"rule_extra_cards": "81"}, ("rule_extra_cards:max_value",)),
        ({"rule_porbis_adds": "everything"}, ("rule_porbis_adds:invalid_choice",)),
        ({"stake_factor": ""}, ("stake_factor:required",)),
        ({"stake_factor": "0"}, ("stake_factor:min_value",)),
        ({"stake_factor": "10001"}, ("stake_factor:max_value",)),
        ({"stake_factor": "x"}, ("stake_factor:invalid",)),
        ({"currency": "XXX"}, ("currency:invalid_choice",)),
        ({"preset": "nonsense"}, ("preset:invalid_choice",)),
        ({"first_dealer": "9"}, ("first_dealer:invalid_choice",)),
        ({"key": ""}, ("key:required",)),
        (
            {"currency": "", "first_dealer": "", "place": "x" * 61},
            ("currency:required", "first_dealer:required", "place:max_length"),
        ),
    ],
)
def test_night_that_cannot_be_is_refused(host: Client, changes: dict[str, str], codes: tuple[str, ...]) -> None:
    answer = host.post(NEW, form(**changes))
    assert (refusal(answer), Session.objects.count()) == ((422, codes), 0)


def test_merged_names_are_one_person(host: Client, club: Club) -> None:
    annie = player_called(club=club, name="Annie", at=people.EVENING)
    merge_players(player=annie, into=player_called(club=club, name="Ana", at=people.EVENING))
    assert refusal(host.post(NEW, form(seat_3="Annie"))) == (422, ("seat_3:namesake",))


def test_browser_cuts_no_long_name_in_silence(host: Client) -> None:
    assert "maxlength" not in open_page(host, NEW).find("name", "seat_2").attrib


@pytest.mark.parametrize(("seat_3", "beside_the_button"), [("Carla", ["hand", "tap"]), ("Ana", [])])
def test_who_names_five_is_asked_beside_the_button_how_they_take_turns_unless_more_is_wrong(
    host: Client, seat_3: str, beside_the_button: list[str]
) -> None:
    page = Page(host.post(NEW, form(seat_3=seat_3, seat_5="Eva")))
    (dock,) = (part for part in page.root.iter("div") if part.get("class") == "dock")
    ways = [field for field in page.root.iter("input") if field.get("name") == "turns"]
    assert [field.get("value") for field in dock.iter("input")] == beside_the_button
    assert [(field.get("value"), "checked" in field.attrib) for field in ways] == [("hand", False), ("tap", False)]


def test_of_many_problems_three_are_told_seats_first(host: Client) -> None:
    wrong = dict.fromkeys(("rule_secret", "rule_porbis", "stake_factor"), "?") | {"seat_3": "ana"}
    told = problems(host, **wrong)
    assert (len(told), "ana" in told[0]) == (3, True)
    assert len(problems(host, seat_2="", seat_4="")) == 2  # several empty seats are one problem


def test_refused_form_keeps_everything_that_was_typed(host: Client) -> None:
    sent = form(
        seat_2="",
        seat_5="Eva",
        preset="family",
        currency="EUR",
        stake_factor="7",
        first_dealer="3",
        rule_secret="60",
        rule_partners_share="no",
        name="Fiesta",
    )
    held = values(Page(host.post(NEW, sent)))
    assert {name: held[name] for name in sent} == sent


@pytest.mark.parametrize(
    ("changes", "is_open"), [({"seat_2": ""}, False), ({"rule_secret": "-1"}, True), ({"stake_factor": "0"}, True)]
)
def test_house_rules_are_open_where_something_is_wrong_with_them(
    host: Client, changes: dict[str, str], *, is_open: bool
) -> None:
    page = Page(host.post(NEW, form(**changes)))
    (agreed,) = (each for each in page.root.iter("details") if each.get("class") == "agreed")
    assert ("open" in agreed.attrib) is is_open


# What was started meanwhile


def test_form_sent_again_starts_one_session_and_with_other_names_is_kept_under_a_new_key(host: Client) -> None:
    sent = form()
    assert len({host.post(NEW, sent)["Location"] for _ in range(2)}) == 1
    answer = host.post(NEW, {**sent, "seat_4": "Eva"})
    held = values(Page(answer))
    assert (refusal(answer), held["seat_4"], held["key"] != sent["key"]) == (
        (409, ("__all__:key_reused",)),
        "Eva",
        True,
    )
    assert Session.objects.count() == 1


def test_same_night_typed_on_two_phones_starts_once(host: Client) -> None:
    first, second = typed(host), typed(host, seat_4="Eva", stake_factor="3")
    host.post(NEW, first)
    started = Session.objects.get()
    answer = host.post(NEW, second)
    assert (refusal(answer), players(started)) == ((409, ("night_started",)), people.NAMES)
    page = Page(answer)
    assert [name in page.text("data-first") for name in people.NAMES] == [True] * 4
    assert not Player.objects.filter(name="Eva").exists()
    (another,) = (each for each in page.forms() if each)
    another.pop("csrfmiddlewaretoken")
    assert another == {**second, "newest": str(started.public_id)}
    assert host.post(NEW, another).status_code == 302
    assert [night.stake_factor for night in Session.objects.order_by("pk")] == [1, 3]
    assert players(Session.objects.latest("pk")) == ("Ana", "Ben", "Carla", "Eva")


# What it is played for


@pytest.mark.parametrize(
    ("changes", "worth"),
    [
        ({}, [110, 50]),
        ({"stake_factor": "20"}, [2200, 1000]),
        ({"currency": "JPY"}, [110, 50]),
        ({"currency": "points"}, [110, 50]),
        ({"rule_unit": "100", "rule_self_drawn": "10"}, [1000, 5000]),
    ],
)
def test_stakes_follow_the_form_while_it_is_filled(host: Client, changes: dict[str, str], worth: list[int]) -> None:
    response = host.post(NEW, form(seat_1="", **changes), headers=STAKES)
    assert [each.cents for each in response.context["stakes"].worth] == worth
    assert Session.objects.count() == 0


def test_stakes_say_what_a_plain_win_and_a_secret_come_to(host: Client) -> None:
    assert amounts(stakes(host.get(NEW))) == ("₱1.10", "₱1.10", "₱0.50")
    assert amounts(stakes(host.post(NEW, form(stake_factor="20"), headers=STAKES))) == ("₱1.10", "₱22", "₱10")
    unknown = host.post(NEW, form(stake_factor=""), headers=STAKES)
    assert (unknown.context["stakes"], amounts(stakes(unknown))) == (None, ())


def test_one_line_says_what_is_agreed_and_how_much_of_it_was_changed(host: Client) -> None:
    news = host.post(NEW, form(preset="family", stake_factor="20", rule_secret="75"), headers=STAKES)
    told = [text_of(Page(each).find("id", "agreed")) for each in (host.get(NEW), news)]
    assert [amounts(each) for each in told] == [("₱1.10", "₱0.50"), ("₱22", "₱15")]
    assert news.context["form"].count_changes == 1
    refused = host.post(NEW, form(rule_secret="?", rule_porbis="75"))
    assert refused.context["form"].count_changes == 1  # a refused house rule is no change


def test_rules_called_like_their_game_are_named_once_and_no_opponent_pays_the_usual_hand(host: Client) -> None:
    response = host.get(reverse("new-game-session", args=["cau_robat"]))
    agreed = Page(response).text("id", "agreed")
    assert (agreed.count("Cau robat"), amounts(agreed), response.context["stakes"].each_pays) == (1, ("₱0.01",), False)
