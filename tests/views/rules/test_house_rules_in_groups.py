"""House rules on a form: by the chapters of the rules, and what each amount comes to at the stakes."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.table import terms
from tests import people
from tests.views.reading import Page, open_page, text_of

NEW = reverse("new-game-session", args=["cuajo"])
STAKES: Any = {"HX-Request": "true", "HX-Target": "stakes"}


def form(**changes: str) -> dict[str, str]:
    return {"preset": "pagat", "currency": "PHP", "stake_factor": "1", **changes}


def test_house_rules_stand_under_the_chapters_of_the_rules(host: Client) -> None:
    headings = [text_of(each) for each in open_page(host, NEW).root.iter("summary")][1:8]

    assert headings[1:] == ["Melds", "Deal and play", "Secrets", "Purro", "What a win pays", "The price list"]


def test_a_house_rule_says_what_it_comes_to_at_the_stakes(host: Client) -> None:
    page = open_page(host, NEW)

    assert page.text("id", "worth-porbis") == "₱3.00 at these stakes"
    assert page.text("id", "worth-both_conditions") == "₱1.10 at these stakes"


def test_the_box_of_an_amount_says_what_a_typed_number_is_in_the_money_that_is_chosen(host: Client) -> None:
    page = open_page(host, NEW)
    assert page.text("id", "id_rule_secret_helptext") == (
        "Pagat 50 = ₱0.50, Family 50 = ₱0.50, Gamerules 50 = ₱0.50, Price list 50 = ₱50 (C17)"
    )

    news = Page(host.post(NEW, form(currency="JPY"), headers=STAKES))
    assert news.text("id", "id_rule_secret_helptext") == "Preset: ¥50 (C17)"


def test_a_refused_form_keeps_the_places_where_the_worth_of_each_rule_is_told_again(host: Client) -> None:
    told = set(open_page(host, NEW).ids())
    refused = Page(host.post(NEW, form(stake_factor="0")))

    assert refused.status == 422
    worths = {each for each in told if each.startswith("worth-")}
    assert worths
    assert worths <= set(refused.ids())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"stake_factor": "100"}, "₱300 at these stakes"),
        ({"rule_porbis": "500"}, "₱5.00 at these stakes, instead of ₱3.00"),
        ({"currency": "JPY", "rule_porbis": "110"}, "¥110 at these stakes, instead of ¥300"),
    ],
)
def test_what_it_comes_to_follows_the_form_while_it_is_filled(host: Client, changes: dict[str, str], said: str) -> None:
    worth = Page(host.post(NEW, form(**changes), headers=STAKES)).find("id", "worth-porbis")

    assert (worth.get("hx-swap-oob"), text_of(worth)) == ("true", said)


def test_an_amount_written_with_decimals_is_refused_and_not_read_as_cents(host: Client) -> None:
    page = Page(host.post(NEW, form(rule_secret="1.00")))

    said = "Write a whole number from 0 to 1,000,000; 100 is ₱1.00 before the stakes."
    assert page.text("id", "id_rule_secret_error") == said


@pytest.mark.parametrize(("preset", "box", "one"), [("pagat", "secret", "100"), ("pricelist", "price_king", "1")])
def test_an_amount_with_decimals_is_told_while_it_is_typed(host: Client, preset: str, box: str, one: str) -> None:
    typed = {"preset": preset, f"rule_{box}": "1.00"}
    now, mended = (
        Page(host.post(NEW, form(**typed | changed), headers=STAKES)).text("id", f"id_rule_{box}_helptext")
        for changed in ({}, {f"rule_{box}": one})
    )

    said = f"Write a whole number from 0 to 1,000,000; {one} is ₱1.00 before the stakes."
    assert (now.endswith(said), said in mended) == (True, False)


def test_amounts_of_other_rules_come_and_go_with_the_choice(host: Client) -> None:
    opened = open_page(host, NEW)
    chosen = Page(host.post(NEW, form(preset="pricelist"), headers=STAKES))

    assert [page.text("id", name) for page in (opened, chosen) for name in ("worth-porbis", "worth-price_king")] == [
        "₱3.00 at these stakes",
        "",
        "",
        "₱5 at these stakes",
    ]


def test_changed_terms_say_at_once_what_counts_from_then_on_in_money(host: Client, session: Session) -> None:
    address = reverse("terms", args=[session.public_id])
    (form,) = (each for each in open_page(host, address).forms(action="") if "expected_entry" in each)

    answer = host.post(
        address, {**form, "preset": "pagat", "stake_factor": "10", "rule_false_win_penalty": "50"}, follow=True
    )

    assert "From here on: stakes × 10 instead of × 1; Penalty for a false win: ₱5 instead of ₱0" in answer.text
    assert "Penalty for a false win: ₱5 instead of ₱0" in Page(answer).text("data-terms")


def test_other_terms_say_what_they_come_to_before_they_count(host: Client, session: Session) -> None:
    address = reverse("terms", args=[session.public_id])

    now = open_page(host, address)
    soon = Page(host.post(address, {"preset": "pagat", "stake_factor": "20"}, headers=STAKES))

    assert now.text("id", "worth-porbis") == "₱3.00 at these stakes"
    assert (soon.text("id", "worth-porbis"), session.entries.count()) == ("₱60 at these stakes", 0)
    assert soon.text("id", "stakes").startswith("Bounit drawn from the stock, ₱1.10 in the rules, at stakes × 20")


def test_the_terms_of_an_imported_night_open_though_its_stakes_are_higher_than_the_form_takes(
    host: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terms, "HIGHEST_STAKES", 20_000)
    night = people.start_night(club=club, stake_factor=20_000)
    monkeypatch.undo()

    page = open_page(host, reverse("terms", args=[night.public_id]))

    assert page.text("id", "stakes") == "Check the stakes and the house rules to see what they come to."


def test_a_rule_set_says_what_it_comes_to_as_the_last_night_was_played(host: Client, club: Club) -> None:
    address = f"{reverse('new-rule-set')}?preset=pagat"
    people.start_night(club=club, stake_factor=5)

    page = open_page(host, address)
    typed = Page(host.post(address, {"rule_porbis": "500"}, headers=STAKES | {"HX-Target": "differences"}))

    assert "Sums in money are for a table that plays for Philippine peso at stakes × 5." in page.text("id", "main")
    assert page.text("id", "worth-porbis") == "₱15.00 at these stakes"
    assert typed.text("id", "worth-porbis") == "₱25.00 at these stakes, instead of ₱15.00"
