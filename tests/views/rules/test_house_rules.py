"""House rules on a form: what each amount comes to at the stakes."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.table import terms
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal

pytestmark = pytest.mark.django_db

NEW = reverse("new-game-session", args=["cuajo"])
STAKES: Any = {"HX-Request": "true", "HX-Target": "stakes"}


def form(**changes: str) -> dict[str, str]:
    return {"preset": "pagat", "currency": "PHP", "stake_factor": "1", **changes}


def worth(page: Page, name: str) -> tuple[str, ...]:
    """Return what a house rule comes to, and what it would without a change."""
    return amounts(page.text("id", f"worth-{name}"))


@pytest.mark.parametrize(
    ("changes", "said", "king"),
    [
        ({}, ("₱3.00",), ()),
        ({"stake_factor": "100"}, ("₱300",), ()),
        ({"rule_porbis": "500"}, ("₱5.00", "₱3.00"), ()),
        ({"preset": "pricelist"}, (), ("₱5",)),
    ],
)
def test_what_a_house_rule_comes_to_follows_the_form_while_it_is_filled(
    host: Client, changes: dict[str, str], said: tuple[str, ...], king: tuple[str, ...]
) -> None:
    page = Page(host.post(NEW, form(**changes), headers=STAKES))
    assert (worth(page, "porbis"), worth(page, "price_king")) == (said, king)


@pytest.mark.parametrize(("preset", "box", "one"), [("pagat", "secret", "100"), ("pricelist", "price_king", "1")])
def test_amount_with_decimals_is_told_while_it_is_typed(host: Client, preset: str, box: str, one: str) -> None:
    typed = {"preset": preset, f"rule_{box}": "1.00"}
    mark = f"id_rule_{box}_helptext"
    now = Page(host.post(NEW, form(**typed), headers=STAKES)).text("id", mark)
    mended = Page(host.post(NEW, form(**typed | {f"rule_{box}": one}), headers=STAKES)).text("id", mark)
    assert (amounts(now)[-1], f"{one} " in now.removeprefix(mended)) == ("₱1.00", True)


def test_changed_terms_say_what_they_come_to_before_they_count_and_at_once(host: Client, session: Session) -> None:
    address = reverse("terms", args=[session.public_id])
    page = open_page(host, address)
    soon = Page(host.post(address, {"preset": "pagat", "stake_factor": "20"}, headers=STAKES))
    assert (worth(page, "porbis"), worth(soon, "porbis"), session.entries.count()) == (("₱3.00",), ("₱60",), 0)
    (opened,) = (each for each in page.forms(action="") if "expected_entry" in each)
    changed = {"preset": "pagat", "stake_factor": "10", "rule_false_win_penalty": "50"}
    told = Page(host.post(address, {**opened, **changed}, follow=True))
    assert amounts(told.text("class", "notices")) == amounts(told.text("data-terms")) == ("₱5", "₱0")


def test_terms_of_an_imported_night_open_though_its_stakes_are_higher_than_the_form_takes(
    host: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terms, "HIGHEST_STAKES", 20_000)
    night = people.start_night(club=club, stake_factor=20_000)
    monkeypatch.undo()
    response = host.get(reverse("terms", args=[night.public_id]))
    assert (response.status_code, response.context["stakes"]) == (200, None)


def test_rule_set_says_what_it_comes_to_as_the_last_night_was_played(host: Client, club: Club) -> None:
    address = f"{reverse('new-rule-set')}?preset=pagat"
    people.start_night(club=club, stake_factor=5)
    typed = Page(host.post(address, {"rule_porbis": "500"}, headers=STAKES | {"HX-Target": "differences"}))
    assert worth(open_page(host, address), "porbis") == ("₱15.00",)
    assert worth(typed, "porbis") == ("₱25.00", "₱15.00")


def test_rule_that_the_chosen_way_of_paying_does_not_know_is_refused(host: Client) -> None:
    answer = host.post(NEW, form(preset="pricelist", rule_porbis="400"))
    assert "rule_porbis:idle_rule" in refusal(answer)[1]
