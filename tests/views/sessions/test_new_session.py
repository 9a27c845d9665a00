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
from scoring.queries.table import hands, tables
from tests import people
from tests.views.reading import Page, open_page, text_of

NEW = "/sessions/new/"
SEATS = {f"seat_{seat}": name for seat, name in enumerate(people.NAMES, start=1)}
ALONE_INSTEAD = (
    "With partners four play, not {} (C16). For two, three, five or six players start a night in which "
    "everybody plays alone: by the price list, or with “Opposite players are partners” set to no."
)
ALONE = {"rule_partnerships": "no"}


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
    assert response.status_code == 302, Page(response).items("data-problems")
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


def test_unknown_names_become_players_and_opposite_seats_partners(host: Client, club: Club) -> None:
    night = start(host)

    assert players(night) == people.NAMES
    assert [seat.side for seat in tables.results(session=night)] == [1, 2, 1, 2]
    assert set(Player.objects.filter(club=club).values_list("name", flat=True)) == set(people.NAMES)


def test_known_names_are_found_whatever_their_case_and_spaces(host: Client, club: Club) -> None:
    ana = player_called(club=club, name="Ana", at=people.EVENING)

    night = start(host, seat_1="  aNA ")

    assert night.seats.get(number=1).player == ana
    assert Player.objects.count() == 4


def test_known_names_are_offered_those_who_played_last_first(host: Client, club: Club) -> None:
    player_called(club=club, name="Aaron", at=people.EVENING)
    people.start_night(club=club)

    page = open_page(host, NEW)

    offered = [option.get("value") for option in page.find("id", "known-players").iter("option")]
    assert offered == ["Ana", "Ben", "Carla", "Dan", "Aaron"]


def test_started_session_opens_its_table(host: Client) -> None:
    response = host.post(NEW, form())

    assert response.headers["Location"] == reverse("table", args=[Session.objects.get().public_id])


@pytest.mark.parametrize("dealer", [1, 2, 3, 4])
def test_chosen_dealer_deals_first(host: Client, dealer: int) -> None:
    assert hands.dealer(session=start(host, first_dealer=str(dealer))) == dealer


def test_drawn_dealer_is_named_on_the_table(host: Client) -> None:
    sent = form(first_dealer="random")
    response = host.post(NEW, sent, follow=True)

    dealer = hands.dealer(session=Session.objects.get())
    assert dealer == drawn_dealer(key=UUID(sent["key"]), count=4)
    drawn = people.NAMES[dealer - 1]
    assert f"Drawn at random: {drawn} deals first." in response.text


def test_every_seat_may_be_drawn() -> None:
    assert {drawn_dealer(key=uuid4(), count=4) for _ in range(100)} == {1, 2, 3, 4}


@pytest.mark.parametrize("dealer", ["1", "random"])
def test_double_tap_starts_one_session(host: Client, dealer: str) -> None:
    sent = form(first_dealer=dealer)

    addresses = {host.post(NEW, sent).headers["Location"] for _ in range(3)}

    assert len(addresses) == 1
    assert Session.objects.count() == 1


def test_form_sent_again_with_other_names_is_kept_under_a_new_key(host: Client) -> None:
    sent = form()
    host.post(NEW, sent)

    page = Page(host.post(NEW, {**sent, "seat_4": "Eva"}))

    assert page.status == 409
    held = values(page)
    assert held["seat_4"] == "Eva"
    assert held["key"] != sent["key"]
    assert Session.objects.count() == 1


def test_partners_need_four_names_and_the_seat_is_said(host: Client) -> None:
    assert problems(host, seat_2="", seat_4=" ") == ("Seats 2, 4 need names.", ALONE_INSTEAD.format(2))
    assert problems(host, seat_4="") == ("Seat 4 needs a name: 4 play by these rules.",)
    assert problems(host, seat_1="", seat_2="", seat_3="", seat_4="") == (
        "Seats 1, 2, 3, 4 need names.",
        "Seat 1 is empty and cannot deal.",
    )


def test_partners_leave_further_seats_empty_or_take_turns(host: Client) -> None:
    offer = (
        "5 people, and 4 play at once by these rules. Say when those who sit out come in, or leave their seats empty."
    )
    assert problems(host, seat_5="Eva") == (offer,)


def test_who_names_five_is_asked_beside_the_button_how_they_take_turns(host: Client) -> None:
    page = Page(host.post(NEW, form(seat_5="Eva")))

    (dock,) = (part for part in page.root.iter("div") if part.get("class") == "dock")
    ways = [field for field in dock.iter("input") if field.get("name") == "turns"]
    assert [(field.get("value"), "checked" in field.attrib) for field in ways] == [("hand", False), ("tap", False)]
    assert [field for field in page.root.iter("input") if field.get("name") == "turns"] == ways


def test_how_they_take_turns_is_asked_with_the_seats_where_more_is_wrong(host: Client) -> None:
    page = Page(host.post(NEW, form(seat_3="Ana", seat_5="Eva")))

    (dock,) = (part for part in page.root.iter("div") if part.get("class") == "dock")
    assert [field.get("name") for field in dock.iter("input")] == []
    assert [field.get("value") for field in page.root.iter("input") if field.get("name") == "turns"] != []


def test_one_person_sits_once(host: Client) -> None:
    assert problems(host, seat_3="ana") == ("Seat 3: ana sits at seat 1 already.",)


def test_merged_names_are_one_person(host: Client, club: Club) -> None:
    annie = player_called(club=club, name="Annie", at=people.EVENING)
    merge_players(player=annie, into=player_called(club=club, name="Ana", at=people.EVENING))

    assert problems(host, seat_3="Annie") == ("Seat 3: Annie sits at seat 1 already.",)


def test_name_that_is_too_long_says_its_seat(host: Client) -> None:
    assert problems(host, seat_2="x" * 41) == ("Seat 2: A name has 40 letters at most.",)
    assert "maxlength" not in open_page(host, NEW).find("name", "seat_2").attrib, "a browser would cut it in silence"


def test_house_rule_that_cannot_be_read_is_named(host: Client) -> None:
    assert problems(host, rule_secret="?", rule_porbis="?") == (
        "Secret laid down: Write a whole number from 0 to 1,000,000; 100 is ₱1.00 before the stakes.",
        "Porbis: Write a whole number from 0 to 1,000,000; 100 is ₱1.00 before the stakes.",
    )


def test_refused_house_rule_is_no_change(host: Client) -> None:
    page = Page(host.post(NEW, form(rule_secret="?", rule_porbis="75")))

    assert "1 house rule changed" in page.text("id", "agreed")


def test_of_many_problems_three_are_told_and_the_rest_is_counted(host: Client) -> None:
    wrong = dict.fromkeys(("rule_secret", "rule_porbis", "currency", "stake_factor"), "?")
    page = Page(host.post(NEW, form(**wrong)))

    assert len(page.items("data-problems")) == 3
    assert "and 1 more" in page.text("data-problems")


def test_what_is_wrong_with_a_seat_is_told_before_house_rules(host: Client) -> None:
    wrong = dict.fromkeys(("rule_secret", "rule_porbis", "stake_factor"), "?") | {"seat_3": "ana"}
    page = Page(host.post(NEW, form(**wrong)))

    assert page.items("data-problems")[0] == "Seat 3: ana sits at seat 1 already."


def test_everybody_alone_seats_only_who_has_a_name_c16(host: Client) -> None:
    night = start(host, **ALONE, seat_2="", seat_4="", seat_6="Eva", first_dealer="6")

    assert players(night) == ("Ana", "Carla", "Eva")
    assert [seat.side for seat in tables.results(session=night)] == [1, 2, 3]
    assert hands.dealer(session=night) == 3


def test_six_may_play_alone_c16(host: Client) -> None:
    assert len(players(start(host, **ALONE, seat_5="Eva", seat_6="Fe"))) == 6


def test_nobody_plays_alone_at_an_empty_table(host: Client) -> None:
    assert problems(host, **ALONE, seat_2="", seat_3="", seat_4="") == ("Seat 2 needs a name: at least 2 players.",)


def test_empty_seat_does_not_deal(host: Client) -> None:
    assert problems(host, **ALONE, seat_4="", first_dealer="4") == ("Seat 4 is empty and cannot deal.",)


def test_house_rules_change_the_preset_and_the_rest_stays(host: Client) -> None:
    night = start(host, preset="family", rule_secret="75", rule_partners_share="no", rule_porbis_adds="kings")

    assert night.rules["preset"] == "family"
    changed = {name: night.rules[name] for name in ("secret", "partners_share", "porbis_adds", "extra_cards")}
    assert changed == {"secret": 75, "partners_share": False, "porbis_adds": "kings", "extra_cards": 0}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rule_secret", "-1"),
        ("rule_secret", "1.5"),
        ("rule_extra_cards", "81"),
        ("rule_porbis_adds", "everything"),
        ("stake_factor", "0"),
        ("stake_factor", "x"),
        ("currency", "XXX"),
        ("preset", "nonsense"),
        ("first_dealer", "9"),
    ],
)
def test_impossible_terms_are_refused_one_by_one(host: Client, field: str, value: str) -> None:
    assert len(problems(host, **{field: value})) == 1


def test_refused_form_keeps_everything_that_was_typed(host: Client) -> None:
    typed = form(
        seat_2="",
        seat_5="Eva",
        preset="family",
        currency="EUR",
        stake_factor="7",
        first_dealer="3",
        rule_secret="60",
        rule_partners_share="no",
    )

    held = values(Page(host.post(NEW, typed)))

    assert {name: held[name] for name in typed} == typed


def test_a_problem_names_its_field(host: Client) -> None:
    assert problems(host, currency="", first_dealer="", place="x" * 61) == (
        "Place: Ensure this value has at most 60 characters (it has 61).",
        "Choose what is played for.",
        "Choose who deals first.",
    )


def test_form_without_a_key_starts_nothing(host: Client) -> None:
    assert len(problems(host, key="")) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_usual_rules_are_chosen_from_the_start(host: Client, game: AnyGame) -> None:
    (opened,) = [each for each in open_page(host, f"{NEW}{game.id}/").forms() if "seat_1" in each]
    assert opened["preset"] == game.presets[0]


def test_a_new_night_opens_with_the_rules_and_stakes_of_the_last_one(host: Client, club: Club) -> None:
    people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=7)

    page = open_page(host, f"{NEW}cuajo/")

    held = values(page)
    assert (held["preset"], held["rule_secret"], held["currency"], held["stake_factor"]) == ("family", "60", "EUR", "7")
    assert held["seat_1"] == ""
    assert "As last time" in text_of(page.root)


def test_presets_say_what_sets_them_apart(host: Client) -> None:
    labels = [text_of(label) for label in open_page(host, NEW).root.iter("label") if label.get("class") == "preset"]

    assert labels == [
        "Pagat usual pagat.com, Cuajo, 2008 · Extra cards the winner may turn: 15 · "
        "Paid on top of porbis: nothing · A card drawn on a penalty turn may be claimed",
        "Family A Filipino family's rules, published on their blog · "
        "Partners share wins and losses at the end · All paid secrets are shown at the end · "
        "Extra cards the winner may turn: 0 · Paid on top of porbis: the base and the kings",
        "Gamerules gamerules.com, Cuajo · The same amounts as Pagat",
        "Price list A family's price list, with Kapampangan words · Opposite players are partners: no · "
        "A discard may be the winning card: no · Complete hand dealt to the dealer: wins as if drawn",
    ]


def stakes(response: Any) -> str:
    return text_of(Page(response).find("id", "stakes"))


def test_stakes_say_what_a_plain_win_comes_to(host: Client) -> None:
    assert stakes(host.get(NEW)) == (
        "Bounit drawn from the stock, ₱1.10 in the rules, at stakes × 1 ₱1.10 Secret laid down: ₱0.50"
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"stake_factor": "20"}, "₱1.10 in the rules, at stakes × 20 ₱22 Secret laid down: ₱10"),
        ({"currency": "JPY"}, "¥110 in the rules, at stakes × 1 ¥110 Secret laid down: ¥50"),
        ({"currency": "points"}, "110 in the rules, at stakes × 1 110 Secret laid down: 50"),
        (
            {"rule_unit": "100", "rule_self_drawn": "10"},
            "₱10.00 in the rules, at stakes × 1 ₱10.00 Secret laid down: ₱50.00",
        ),
    ],
)
def test_stakes_follow_the_form_while_it_is_filled(host: Client, changes: dict[str, str], said: str) -> None:
    headers: Any = {"HX-Request": "true", "HX-Target": "stakes"}

    response = host.post(NEW, form(seat_1="", **changes), headers=headers)

    assert stakes(response) == f"Bounit drawn from the stock, {said}"
    assert Session.objects.count() == 0


def test_one_line_says_what_is_agreed_and_how_much_of_it_was_changed(host: Client) -> None:
    headers: Any = {"HX-Request": "true", "HX-Target": "stakes"}

    opened = host.get(NEW)
    news = host.post(NEW, form(preset="family", stake_factor="20", rule_secret="75"), headers=headers)

    said = [text_of(Page(each).find("id", "agreed")) for each in (opened, news)]
    assert said == [
        "Cuajo · Pagat · stakes × 1 Each opponent pays: Bounit drawn from the stock ₱1.10 · Secret laid down ₱0.50",
        "Cuajo · Family · stakes × 20 Each opponent pays: Bounit drawn from the stock ₱22 · Secret laid down ₱15"
        " · 1 house rule changed",
    ]


def test_rules_called_like_their_game_are_named_once(host: Client) -> None:
    page = open_page(host, reverse("new-game-session", args=["cau_robat"]))

    said = text_of(page.find("id", "agreed"))
    usual = "Each hand or point of difference at the end of a match ₱0.01"
    assert said == f"Cau robat · stakes × 1 {usual}", "no opponent pays it so"


@pytest.mark.parametrize(
    ("changes", "is_open"), [({"seat_2": ""}, False), ({"rule_secret": "-1"}, True), ({"stake_factor": "0"}, True)]
)
def test_house_rules_are_open_where_something_is_wrong_with_them(
    host: Client, changes: dict[str, str], is_open: bool
) -> None:
    page = Page(host.post(NEW, form(**changes)))
    (agreed,) = (each for each in page.root.iter("details") if each.get("class") == "agreed")

    assert ("open" in agreed.attrib) is is_open


def test_last_time_is_one_tap_from_the_empty_form(host: Client, session: Session) -> None:
    (link,) = (link for link in open_page(host, NEW).root.iter("a") if text_of(link) == "As last time")

    assert link.get("href") == f"?like={session.public_id}"


def test_stakes_without_a_number_ask_for_one(host: Client) -> None:
    headers: Any = {"HX-Request": "true", "HX-Target": "stakes"}

    said = stakes(host.post(NEW, form(stake_factor=""), headers=headers))

    assert said == "Check the stakes and the house rules to see what they come to."


def test_last_time_fills_the_form_to_be_changed(host: Client, club: Club) -> None:
    last = people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=5)

    held = values(open_page(host, f"{NEW}?like={last.public_id}"))

    asked = ("seat_1", "seat_4", "seat_5", "preset", "currency", "stake_factor", "rule_secret", "first_dealer")
    assert [held[name] for name in asked] == ["Ana", "Dan", "", "family", "EUR", "5", "60", "1"]
    assert held["rule_king_of_coins"] == ""


@pytest.mark.parametrize("like", ["", "nonsense", "00000000-0000-0000-0000-000000000000"])
def test_form_like_no_session_is_empty(host: Client, session: Session, like: str) -> None:
    assert values(open_page(host, f"{NEW}?like={like}"))["seat_1"] == ""


def test_stranger_starts_nothing(client: Client, club: Club) -> None:
    assert client.get(NEW).status_code == 403
    assert client.post(NEW, form()).status_code == 403
    assert Session.objects.count() == 0


@pytest.mark.parametrize("stakes", ["", "0", "x", "10001"])
def test_wrong_stakes_are_named(host: Client, stakes: str) -> None:
    assert problems(host, stake_factor=stakes) == ("Stakes: write a whole number from 1 to 10,000.",)
