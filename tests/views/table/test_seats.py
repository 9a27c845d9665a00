"""The pages of the seats: who comes in by one tap, who deals, what putting them right would change."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Device, Role, Ruling, Session
from scoring.operations.money.payments import hand_over
from scoring.operations.table.seating import Turns
from scoring.operations.table.undoing import give_voice, raise_dispute
from scoring.queries.table.night import night_of
from tests import people
from tests.acts.table import MENDED, seat_fields
from tests.people import ANA, BEN, CARLA
from tests.views.reading import Page, amounts, open_page, url

MIXED = ("Ana", "Carla", "Ben", "Dan")


def buttons(browser: Client, session: Session) -> dict[tuple[str, str], dict[str, str]]:
    forms = open_page(browser, url("setup", session)).forms(action=url("swap-seats", session))
    return {(form["comes"], form.get("goes", "")): form for form in forms}


def mending(session: Session, **changes: Any) -> dict[str, str]:
    fields = {**seat_fields(MENDED | changes), "step": "review"}
    newest = str(people.current(session)["expected_entry"])
    said = {name: str(value) for name, value in fields.items()}
    return {**said, "key": str(people.stamp().key), "expected_entry": newest}


def test_an_old_button_changes_nothing(host: Client, session: Session) -> None:
    form = buttons(host, session)[("1", "3")]
    answer = host.post(url("swap-seats", session), form | {"comes": "9"})
    assert (answer["Location"], session.entries.count()) == (f"{url('setup', session)}?open=seats#seats", 0)
    assert host.post(url("turn", session), {})["Location"] == url("table", session)


def test_a_dealer_named_after_seats_taken_back_is_told_against_those_before(host: Client, session: Session) -> None:
    people.take_back(people.sit(session, *MIXED))
    people.sit(session, *people.NAMES, dealer=2)
    page = open_page(host, url("table", session))
    lines = [page.text("id", f"line-{number}") for number in (3, 1)]
    assert [re.findall("Ana|Ben|Carla|Dan", line) for line in lines] == [["Ben"], list(MIXED)]


@pytest.mark.parametrize("step", ["edit", "review"])
def test_what_was_entered_is_kept_on_the_way_back_from_the_preview(host: Client, session: Session, step: str) -> None:
    people.win(session)
    said = mending(session) | {"step": step, **({"mistake": ""} if step == "review" else {})}
    page = Page(host.post(url("mend-seats", session), said))
    (form,) = page.forms(action=url("mend-seats", session))
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


def test_a_hand_is_entered_for_those_at_the_table_only(host: Client, session: Session) -> None:
    people.sit(session, "Eva", "Ben", "Carla", "Dan")
    page = open_page(host, url("quick-hand", session))
    offered = [field.get("value") for field in page.root.iter("input") if field.get("name") == "winner"]
    assert (offered, night_of(session=session).dealer) == (["5", "2", "3", "4"], BEN)
    assert host.get(reverse("secret", args=[session.public_id, ANA])).status_code == 404


def test_the_audit_says_who_recorded_and_said_what(host: Client, session: Session) -> None:
    entry = people.win(session)
    dispute = raise_dispute(entry=entry, seat=session.seats.get(number=2), why="five kings", stamp=people.stamp())
    give_voice(dispute=dispute, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    from_the_host = {"stamp": people.stamp(device=Device.objects.get())}
    hand_over(payer=BEN, payee=CARLA, amount_cents=50, **people.current(session) | from_the_host)
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    page = open_page(viewer, url("night", session))
    newest, hand = page.items("data-audit")
    assert re.findall("Ana's phone|Ben|Carla", newest) == ["Ben", "Carla", "Ana's phone"]
    assert "five kings" in hand


@pytest.mark.parametrize(("left_out", "wait"), [({}, 3), ({"waits_1": "", "waits_2": ""}, 1)])
def test_the_form_of_the_seats_has_everybody_who_waits_and_may_leave_them_out(
    host: Client, club: Club, left_out: dict[str, str], wait: int
) -> None:
    rules, names = {"preset": "pagat", "partnerships": False}, (*people.NAMES, "Eva", "Fe", "Gil")
    night = people.start_night(club=club, rules=rules, names=names, turns=Turns.EACH_HAND)
    page = open_page(host, url("setup", night))
    form = next(form for form in page.forms(action=url("seats", night)) if "each_hand" in form)
    host.post(url("seats", night), {**form, "place_1": form["place_2"], "place_2": form["place_1"], **left_out})
    assert (form["waits_1"], len(night_of(session=night).seatings.now.waiting)) == ("Eva", wait)
