"""The pages of the seats: who comes in by one tap, who deals, what putting them right would change."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Role, Ruling, Session
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.reversing import undo
from scoring.operations.table.turns import Turns
from scoring.queries.table import hands
from scoring.queries.table.seatings import seatings_of
from tests import people
from tests.acts.cases import without
from tests.acts.table import MENDED, seat_fields
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, amounts, open_page, refusal

MIXED = ("Ana", "Carla", "Ben", "Dan")
FIVE = (*people.NAMES, "Eva")
FULL_HAND = {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}


def url(name: str, session: Session) -> str:
    return reverse(name, args=[session.public_id])


def buttons(browser: Client, session: Session) -> dict[tuple[str, str], dict[str, str]]:
    """Return the forms of who comes in for whom; for nobody, who goes home."""
    forms = open_page(browser, url("seats", session)).forms(action=url("swap-seats", session))
    return {(form["comes"], form.get("goes", "")): form for form in forms}


def mending(session: Session, **changes: Any) -> dict[str, str]:
    """Return what is sent to see what putting the seats right would change."""
    fields = {**seat_fields(MENDED | changes), "step": "review"}
    newest = str(people.current(session)["expected_entry"])
    said = {name: str(value) for name, value in fields.items()}
    return {**said, "key": str(people.stamp().key), "expected_entry": newest}


def test_the_table_shows_changed_seats_in_order_and_the_ledger_names_them(host: Client, session: Session) -> None:
    people.win(session)
    people.sit(session, *MIXED)

    page = open_page(host, url("table", session))

    seats = page.find("data-table").iter("article")
    assert tuple(seat.findtext(".//bdi") for seat in seats) == MIXED
    assert re.findall("Ana|Ben|Carla|Dan", page.items("data-ledger")[0])[:4] == list(MIXED)


@pytest.mark.parametrize(
    ("before", "offered"),
    [
        ((), {("1", "2"), ("1", "3"), ("1", "4"), ("2", "3"), ("2", "4"), ("3", "4")}),
        (("Eva", "Ben", "Carla", "Dan"), {("1", "5"), ("1", "2"), ("1", "3"), ("1", "4")}),
    ],
    ids=["swap places", "comes in"],
)
def test_whoever_may_come_in_is_one_tap(
    host: Client, session: Session, before: tuple[str, ...], offered: set[tuple[str, str]]
) -> None:
    if before:
        people.sit(session, *before)
    assert offered <= buttons(host, session).keys()


def test_whoever_played_longest_is_marked_to_go_out(host: Client, session: Session) -> None:
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    page = open_page(host, url("seats", session))
    forms = [form for form in page.root.iter("form") if form.get("action") == url("swap-seats", session)]
    primary = [form for form in forms if any("button-primary" in each.get("class", "") for each in form.iter("button"))]
    goes = [field.get("value") for form in primary for field in form.iter("input") if field.get("name") == "goes"]
    assert goes == [str(BEN)]


def test_who_waited_and_goes_home_is_no_longer_said_to_sit_out(host: Client, session: Session) -> None:
    people.wait(session, "Eva", "Fe")

    host.post(url("swap-seats", session), buttons(host, session)[("5", "")])

    state = host.get(url("table", session)).context["state"]
    assert ([seat.player for seat in state.sitting_out], [*state.gone]) == (["Eva", "Fe"], [5])
    assert buttons(host, session).keys() & {("5", ""), ("6", "")} == {("6", "")}


def test_an_old_button_changes_nothing(host: Client, session: Session) -> None:
    form = buttons(host, session)[("1", "3")]
    answer = host.post(url("swap-seats", session), form | {"comes": "9"})
    assert (answer["Location"], session.entries.count()) == (url("seats", session), 0)
    assert host.post(url("turn", session), {})["Location"] == url("table", session)


def test_who_deals_next_is_one_tap_and_the_ledger_says_only_that(host: Client, session: Session) -> None:
    form = open_page(host, url("seats", session)).forms(action=url("seats", session))[0]

    page = Page(host.post(url("seats", session), form | {"dealer": "4"}, follow=True))

    assert re.findall("Ana|Ben|Carla|Dan", page.items("data-ledger")[0]) == ["Dan"]
    assert hands.dealer(session=session) == DAN


def test_a_dealer_named_after_seats_that_were_taken_back_is_told_against_those_before(
    host: Client, session: Session
) -> None:
    undo(entry=people.sit(session, *MIXED), reason="", stamp=people.stamp())
    people.sit(session, *people.NAMES, dealer=2)

    newest, undone, _changed = open_page(host, url("table", session)).items("data-ledger")

    assert re.findall("Ana|Ben|Carla|Dan", newest) == ["Ben"]
    assert re.findall("Ana|Ben|Carla|Dan", undone) == list(MIXED)


def test_a_dealer_on_an_empty_place_is_refused(host: Client, session: Session) -> None:
    sent = without(mending(session, names=["Ana", "Ben", "Carla"]), ["hand", "mistake", "reason", "step"])
    assert refusal(host.post(url("seats", session), sent | {"dealer": "4"})) == (422, ("dealer:empty_seat",))


def test_seats_changed_meanwhile_are_asked_again_with_what_was_typed(host: Client, session: Session) -> None:
    typed = without(mending(session), ["hand", "mistake", "reason", "step"])
    people.win(session)

    again = Page(host.post(url("seats", session), typed)).forms(action=url("seats", session))[-1]

    assert (again["place_2"], again["expected_entry"], again["key"] != typed["key"]) == ("Carla", "1", True)
    assert host.post(url("seats", session), again | {"dealer": ""}).status_code == 302


@pytest.mark.parametrize("step", ["edit", "review"])
def test_what_was_entered_is_kept_on_the_way_back_from_the_preview(host: Client, session: Session, step: str) -> None:
    people.win(session)
    said = mending(session) | {"step": step, **({"mistake": ""} if step == "review" else {})}
    page = Page(host.post(url("mend-seats", session), said))
    (form,) = page.forms()
    assert (page.status, form["place_2"], form["reason"]) == (200 if step == "edit" else 422, "Carla", MENDED["reason"])


def test_every_amount_that_changes_is_shown_and_recorded_so(host: Client, session: Session) -> None:
    people.win(session)
    people.win(session, winner=BEN)

    page = Page(host.post(url("mend-seats", session), mending(session)))

    moves = [("+₱0.90", "+₱1.80"), ("+₱0.90", "+₱1.80"), ("−₱0.90", "−₱1.80"), ("−₱0.90", "−₱1.80")]
    assert [amounts(each) for each in page.items("data-moves")] == moves
    lines = [re.findall(r"[+−]\d\.\d\d", each) for each in page.items("data-lines")]
    assert lines[0] == ["+1.80", "−0.90", "−0.90", "+1.80", "−0.90", "−0.90"]
    assert (session.entries.count(), people.balances(session)) == (2, (90, 90, -90, -90))
    (form,) = page.forms()
    assert host.post(url("mend-seats", session), form | {"step": "record"}).status_code == 302
    assert people.balances(session) == (180, 180, -180, -180)


def test_points_that_change_are_shown_too(host: Client, club: Club) -> None:
    night = people.start_night(club=club, game="khanhoo", names=people.NAMES[:3], rules=None)
    act = {"out": 1, "melds": {"1": FULL_HAND}}
    record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())
    names = ["Eva", "Ben", "Carla"]

    page = Page(host.post(url("mend-seats", night), mending(night, mistake="people", names=names)))

    assert [re.findall(r"\+34", each) for each in page.items("data-moves")] == [["+34"], [], [], ["+34"]]
    assert [re.findall(r"Ana|Eva|\+34", each) for each in page.items("data-lines")] == [
        ["Eva", "Ana", "+34", "Eva", "+34"]
    ]


def test_a_hand_is_entered_for_those_at_the_table_only(host: Client, session: Session) -> None:
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    page = open_page(host, url("quick-hand", session))
    offered = [field.get("value") for field in page.root.iter("input") if field.get("name") == "winner"]
    assert (offered, hands.dealer(session=session)) == (["5", "2", "3", "4"], BEN)
    assert host.get(reverse("secret", args=[session.public_id, ANA])).status_code == 404


def test_the_audit_says_who_recorded_and_said_what(host: Client, session: Session) -> None:
    entry = people.win(session)
    dispute = raise_dispute(entry=entry, seat=session.seats.get(number=2), why="five kings", stamp=people.stamp())
    give_voice(dispute=dispute, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    hand_over_early(payer=BEN, payee=CARLA, amount_cents=50, **people.current(session))

    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    page = open_page(viewer, url("audit", session))

    newest, hand = page.items("data-audit")
    assert (re.findall("Ben|Carla", newest), "five kings" in hand) == (["Ben", "Carla"], True)
    assert page.text("data-fingerprint") == open_page(host, url("table", session)).text("data-fingerprint")


# Turns


def test_one_tap_at_the_table_lets_the_next_come_in(host: Client, club: Club) -> None:
    night = people.start_night(club=club, names=FIVE, turns=Turns.TAP)
    page = open_page(host, url("table", night))
    assert {name for name in FIVE if name in page.text("data-next-turn")} == {"Eva", "Ana"}
    assert len(page.forms(action=url("turn", night))) == 1


def test_the_form_of_the_seats_has_who_waits_and_may_leave_them_out(host: Client, club: Club) -> None:
    night = people.start_night(club=club, names=FIVE, turns=Turns.EACH_HAND)
    form = next(
        form for form in open_page(host, url("seats", night)).forms(action=url("seats", night)) if "each_hand" in form
    )
    assert form["waits_1"] == "Eva"
    assert host.post(url("seats", night), {**form, "each_hand": "on", "waits_1": ""}).status_code == 302
    assert seatings_of(session=night).now.waiting == ()


def test_a_hand_lands_and_is_undone_by_one_tap_also_where_the_next_came_in_by_itself(host: Client, club: Club) -> None:
    night = people.start_night(club=club, names=FIVE, turns=Turns.EACH_HAND)
    people.win(night)
    page = open_page(host, url("table", night) + "?recorded=2")
    (undoing,) = (part for part in page.root.iter("div") if part.get("class") == "entry-more")
    assert page.has("data-landed")
    assert "undo-2 what-2" in {link.get("aria-labelledby") for link in undoing.iter("a")}
