"""Nights: the first page and the history, and starting one; a refused form keeps what was typed."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring.forms.money import currency_choices
from scoring.forms.table.start import drawn_dealer
from scoring.games.cuajo import read_rules
from scoring.models import Club, Player, Session
from scoring.money import OFFERED_CURRENCIES
from scoring.operations.money.past import PastNight, PastTerms, enter_past
from scoring.operations.people.clubs import change_club
from scoring.operations.rule_sets import add_rule_set
from scoring.queries.table.night import night_of
from tests import people
from tests.games.asking import stored
from tests.views.reading import Page, amounts, open_page, refusal, url

HOME, HISTORY, AGAIN = (reverse(name) for name in ("home", "history", "start-again"))


def primary(browser: Client) -> list[str]:
    links = open_page(browser, HOME).root.iter("a")
    return [link.get("href", "") for link in links if "button-primary" in link.get("class", "")]


def test_first_visit_offers_a_new_session_and_then_the_open_night_or_nights(host: Client, club: Club) -> None:
    people.start_night(club=people.make_club(name="Monday table"))
    assert primary(host) == [NEW]
    night = people.start_night(club=club)
    people.win(night)
    played = ("Ana", "+₱1.80"), ("Ben", "−₱0.90"), ("Carla", "₱0.00"), ("Dan", "−₱0.90")
    assert (primary(host), open_page(host, HOME).sums("data-open-night")) == ([url("table", night)], played)
    people.start_night(club=club, game="khanhoo", rules="wilkinson")
    assert open_page(host, HOME).text("data-open-nights").count("₱") == 4  # none where points are played for
    assert (primary(host), len(open_page(host, HOME).sums("data-open-nights"))) == ([], 2)  # none is preferred


@pytest.mark.parametrize(("days", "said"), [(-30, False), (30, True)])
def test_a_clock_behind_what_was_recorded_is_told_where_one_begins_and_records(
    host: Client, club: Club, monkeypatch: pytest.MonkeyPatch, days: int, said: bool
) -> None:
    monkeypatch.setattr(people, "EVENING", timezone.now() + timedelta(days=days))
    night = people.start_night(club=club)
    people.win(night)
    shown = [open_page(host, page).has("data-code", "clock.behind") for page in (HOME, NEW, url("table", night))]
    assert shown == [said] * 3


@pytest.mark.parametrize("page", ["night", "settle"])
def test_a_page_of_a_past_night_tells_its_day_in_another_time_zone(host: Client, club: Club, page: str) -> None:
    new_year = PastNight(day=date(2012, 1, 1), results=(("Ana", 500), ("Ben", -500)))
    terms = PastTerms(game="cuajo", currency="PHP")
    (night,) = enter_past(club=club, terms=terms, nights=[new_year], stamp=people.stamp())
    change_club(club=club, name=club.name, time_zone="America/Los_Angeles")
    text = host.get(url(page, night)).text
    assert ("2012" in text, "2011" in text) == (True, False)


def test_same_as_last_time_starts_in_one_tap_and_the_next_dealer_deals(host: Client, club: Club) -> None:
    last = people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=5)
    people.win(last, winner=people.CARLA)
    people.close(last)
    sent = {"key": str(people.stamp().key), **dict.fromkeys(("like", "newest"), last.public_id)}
    addresses = [host.post(AGAIN, sent)["Location"] for _ in range(2)]
    night = Session.objects.latest("pk")
    assert (addresses, club.sessions.count()) == ([url("table", night)] * 2, 2)
    assert players(night) == people.NAMES
    assert (night.rules, night.currency, night.stake_factor) == (last.rules, "EUR", 5)
    assert night_of(session=night).dealer == people.CARLA
    stale = host.post(AGAIN, sent | {"key": str(uuid4())})
    (another,) = (each for each in Page(stale).forms() if each)
    assert (refusal(stale), host.post(AGAIN, another).status_code) == ((409, ("night_started",)), 302)


def test_a_night_of_another_game_starts_from_where_it_was_chosen(host: Client, club: Club) -> None:
    there = f"{NEW}cau_robat/"
    shown = Page(host.post(there, values(open_page(host, NEW)) | {"show": "cau_robat"}))
    (form,) = shown.forms(action=there)
    assert host.post(there, values(shown) | form | SEATS).status_code == 302
    assert Session.objects.latest("pk").game == "cau_robat"


@pytest.mark.parametrize(("page", "taken_at"), [("new-session", ""), ("setup", "terms")])
def test_another_preset_begins_without_what_was_changed_in_the_one_before(
    host: Client, club: Club, page: str, taken_at: str
) -> None:
    changed = {"preset": "pagat", "neither_condition": 21, "void_penalty": 10}
    night = people.start_night(club=club, rules=changed)
    at, action = (url("terms", night),) * 2 if taken_at else (NEW, "")
    opened = open_page(host, url(page, night) if taken_at else NEW)
    (shown,) = (each for each in opened.forms(action=action) if "made_from" in each)
    sent = values(opened) | shown | SEATS | {"preset": "family"}
    answer = host.post(at, sent)
    (reset,) = (each for each in Page(answer).forms(action=action) if "made_from" in each)
    assert refusal(answer) == (422, ("preset:rules_reset",))
    assert amounts(Page(answer).text("class", "errorlist")) == ("₱0.21", "₱0.10")
    assert host.post(at, values(Page(answer)) | reset | {"rule_porbis": "3.01"}).status_code == 302
    agreed = Session.objects.latest("pk").house_rules
    assert agreed == read_rules(value={"preset": "family", "porbis": 301})


def test_another_rule_set_offers_its_own_price_before_anything_is_refused(host: Client, club: Club) -> None:
    rules = {"preset": "pagat", "secret": 30}
    saved = add_rule_set(club=club, game="cuajo", name="Sunday", rules=rules, at=people.EVENING)
    sent = values(open_page(host, NEW)) | SEATS | {"preset": str(saved.public_id)}
    asked = host.post(NEW, sent, headers={"HX-Request": "true", "HX-Target": "stakes", "HX-Trigger": "presets"})
    price = values(Page(asked))["price"]
    assert [host.post(NEW, sent | chosen).status_code for chosen in ({}, {"price": price})] == [422, 302]


def test_button_without_a_key_or_for_a_night_of_another_club_starts_nothing(host: Client, session: Session) -> None:
    other = people.start_night(club=people.make_club(name="Monday table"))
    form = {"key": str(people.stamp().key), "like": str(other.public_id)}
    assert host.post(AGAIN, {"like": str(session.public_id)})["Location"] == HOME
    assert host.post(AGAIN, form).status_code == 404
    assert Session.objects.count() == 2


def test_nights_are_found_by_what_is_typed(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)
    euros = people.start_night(club=session.club, names=("Ana", "Eva", "Fe", "Gil"), currency="EUR", stake_factor=7)
    people.win(euros)
    first, second = str(session.public_id), str(euros.public_id)
    assert amounts(open_page(host, HISTORY).text("data-session", first)) == ("+₱1.80",)
    ana, eva = (session.club.players.get(name=name).public_id for name in ("Ana", "Eva"))

    def found(asked: str) -> set[str | None]:
        items = open_page(host, f"{HISTORY}?{asked}").root.iter("li")
        return {item.get("data-session") for item in items} - {None}

    asked = f"player={ana}&other={eva}&stake=7&kind=cuajo.EUR&since=2026-02-01", "debts=on", "period=2025"
    assert [found(each) for each in asked] == [{second}, {first}, set()]


@pytest.mark.parametrize(("language", "first"), [("en", "Afghan Afghani AFN"), ("ca", "Afgani afganès AFN")])
def test_currencies_of_the_club_come_first_then_all_others_by_name(club: Club, language: str, first: str) -> None:
    for currency in ("CHF", "JPY"):
        people.start_night(club=club, currency=currency)
    with override(language):
        (_usual, usual), (_others, others) = currency_choices(club=club)
    codes = [code for code, _name in (*usual, *others)]
    assert ([code for code, _name in usual[:3]], usual[-1][0]) == (["JPY", "CHF", "PHP"], "points")
    assert (others[0][1], sorted(codes)) == (first, sorted(each.code for each in OFFERED_CURRENCIES))


NEW = "/sessions/new/"
SEATS = {f"seat_{seat}": name for seat, name in enumerate(people.NAMES, start=1)}
ALONE = {"rule_partnerships": "no"}
STAKES: Any = {"HX-Request": "true", "HX-Target": "stakes"}


def form(**changes: str) -> dict[str, str]:
    plain = {"preset": "pagat", "currency": "PHP", "price": "0.50", "first_dealer": "1"}
    return {"key": str(people.stamp().key)} | plain | SEATS | changes


def typed(browser: Client, **changes: str) -> dict[str, str]:
    (opened,) = [each for each in open_page(browser, NEW).forms() if "seat_1" in each]
    return form(key=opened["key"], newest=opened["newest"], **changes)


def test_changed_rules_are_told_as_amounts_and_partners_where_there_are(host: Client) -> None:
    sent = [typed(host, preset=preset, rule_false_win_penalty="200", price="50") for preset in ("pagat", "pricelist")]
    shown = [Page(host.post(NEW, each, headers=STAKES)) for each in sent]
    assert [amounts(page.text("data-changes")) for page in shown] == [("₱200",), ("₱200",)]


def start(browser: Client, **changes: str) -> Session:
    response = browser.post(NEW, typed(browser, **changes))
    assert response.status_code == 302, refusal(response)
    return Session.objects.latest("pk")


def players(session: Session) -> tuple[str, ...]:
    return tuple(seat.player for seat in night_of(session=session).standings)


def values(page: Page) -> dict[str, str]:
    held = {
        field.get("name", ""): field.get("value", "")
        for field in page.root.iter("input")
        if field.get("type") != "radio" or "checked" in field.attrib
    }
    for select in page.root.iter("select"):
        chosen = (option for option in select.iter("option") if "selected" in option.attrib)
        held[select.get("name", "")] = next((option.get("value", "") for option in chosen), "")
    return held


def test_dealer_is_drawn_once_and_named_on_the_table(host: Client) -> None:
    sent = form(first_dealer="random")
    answers = [host.post(NEW, sent, follow=True) for _ in range(2)]
    dealer = night_of(session=Session.objects.get()).dealer
    assert dealer == drawn_dealer(key=UUID(sent["key"]), count=4)
    assert people.NAMES[dealer - 1] in Page(answers[0]).text("class", "notices")
    assert {drawn_dealer(key=uuid4(), count=4) for _ in range(100)} == {1, 2, 3, 4}


def test_everybody_alone_seats_only_who_has_a_name_c16(host: Client) -> None:
    night = start(host, **ALONE, seat_2="", seat_4="", seat_6="Eva", first_dealer="6")
    seated = [(seat.player, seat.side) for seat in night_of(session=night).standings]
    assert seated == [("Ana", 1), ("Carla", 2), ("Eva", 3)]
    assert night_of(session=night).dealer == 3


def test_new_night_opens_with_the_terms_of_the_last_one_and_its_seats_a_tap_away(host: Client, club: Club) -> None:
    last = people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=7)
    asked = ("seat_1", "seat_4", "seat_5", "preset", "currency", "price_other", "rule_secret", "rule_king_of_coins")
    agreed = ["family", "EUR", "€3.50", "€4.20", ""]
    addresses = [f"{NEW}cuajo/", f"{NEW}?like={last.public_id}", f"{NEW}?like=nonsense"]
    filled = [values(open_page(host, address)) for address in addresses]
    empty, seated = ["", "", "", *agreed], ["Ana", "Dan", "", *agreed]
    assert [[held[name] for name in asked] for held in filled] == [empty, seated, empty]


@stored("nights_refused", "web")
def test_night_that_cannot_be_is_refused(host: Client, changes: dict[str, str], codes: list[str]) -> None:
    answer = host.post(NEW, form(**changes))
    assert (refusal(answer), Session.objects.count()) == ((422, tuple(codes)), 0)


def test_of_many_problems_three_are_told_seats_first_and_what_was_typed_is_kept(host: Client) -> None:
    wrong = dict.fromkeys(("rule_secret", "rule_porbis", "price_other"), "?") | {"price": "other"} | {"seat_3": "ana"}
    sent = form(seat_5="Eva", preset="family", currency="EUR", first_dealer="3", rule_partners_share="no", **wrong)
    page = Page(host.post(NEW, sent | {"turns": "tap"}))
    told, held = page.items("data-problems"), values(page)
    assert (len(told), "ana" in told[0]) == (3, True)
    assert {name: held[name] for name in sent} == sent


def test_same_night_typed_on_two_phones_starts_once(host: Client) -> None:
    first, second = typed(host), typed(host, seat_4="Eva", price="1.50")
    host.post(NEW, first)
    started = Session.objects.get()
    answer = host.post(NEW, second)
    assert (refusal(answer), players(started)) == ((409, ("night_started",)), people.NAMES)
    assert not Player.objects.filter(name="Eva").exists()
    (another,) = (each for each in Page(answer).forms() if each)
    another.pop("csrfmiddlewaretoken")
    assert another == {**second, "newest": str(started.public_id)}
    assert host.post(NEW, another).status_code == 302
    assert [night.stake_factor for night in Session.objects.order_by("pk")] == [1, 3]
    assert players(Session.objects.latest("pk")) == ("Ana", "Ben", "Carla", "Eva")


@pytest.mark.parametrize(
    ("changes", "told", "paid"),
    [
        ({}, ("₱1.10", "₱3.00"), (1, 1)),
        ({"price": "5"}, ("₱11", "₱30"), (1, 10)),
        ({"price": "other", "price_other": "8"}, ("₱17.60", "₱48.00"), (1, 16)),
        ({"price": "50", "preset": "pricelist"}, ("₱200", "₱1,000"), (100, 1)),
        ({"price": "5", "preset": "pricelist"}, ("₱20", "₱100"), (1, 10)),
        ({"price": "100", "currency": "JPY"}, (), (1, 2)),
    ],
)
def test_stakes_follow_from_what_a_secret_costs_c17(
    host: Client, changes: dict[str, str], told: tuple[str, ...], paid: tuple[int, int]
) -> None:
    response = host.post(NEW, form(seat_1="", **changes), headers=STAKES)
    assert (amounts(Page(response).text("id", "stakes")), Session.objects.count()) == (told, 0)
    night = start(host, **changes)
    assert (night.rules["unit"], night.stake_factor) == paid


def test_a_game_of_matches_may_be_played_for_points_only(host: Client) -> None:
    page = f"{NEW}khanhoo/"
    host.post(page, values(open_page(host, page)) | SEATS | {"price": "points"})
    night = Session.objects.get()
    assert (night.currency, night.stake_factor) == ("points", 1)
    assert values(open_page(host, page))["price"] == "points"


def test_another_game_is_shown_with_the_names_typed_so_far(host: Client) -> None:
    page = Page(host.post("/sessions/new/khanhoo/", form(show="khanhoo", place="Porch", currency="EUR")))
    held = values(page)
    assert [held[name] for name in ("seat_4", "place", "price", "currency")] == ["Dan", "Porch", "1", "PHP"]


def test_a_new_night_may_be_practice_that_counts_nowhere(host: Client) -> None:
    assert [start(host, **changes).is_practice for changes in ({"is_practice": "on"}, {})] == [True, False]
