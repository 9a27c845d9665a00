"""Purro, extra cards and claims, asked by anybody."""

from typing import Any

import pytest
from django.test import Client

from scoring.games.cuajo.judging.extra import extra_answer
from scoring.games.cuajo.rules import read_rules
from scoring.models import Club
from tests import people
from tests.views.reading import Page, open_page, text_of

pytestmark = pytest.mark.django_db

FIFTEEN = "3O 4O 5O 1O 1C 1E 3C 3E 3B 10O 10C 10E 11C 12O 12C"


def asked(browser: Client, name: str, **question: str) -> Page:
    """Ask the judge and return the answer."""
    return Page(browser.get(f"/judge/{name}/", {**question, "asked": "1"}))


def test_purro_lists_each_wait_with_its_copies_and_what_it_pays(client: Client) -> None:
    page = asked(client, "purro", hand=FIFTEEN, sowee="4B", extra="10C 10C")
    assert page.has("data-answer", "purro")
    assert page.rows("data-completed-by") == (
        ("10", "1", "1.80", "1.30 to 1.80", "1.30 to 1.80"),
        ("10", "4", "1.80", "0.90 to 1.80", "0.90 to 1.80"),
    )


def test_each_amount_of_a_wait_opens_the_win_that_it_comes_from(client: Client) -> None:
    page = asked(client, "purro", hand=FIFTEEN, sowee="4B", extra="10C 10C")
    amounts = list(page.find("data-completed-by").iter("a"))
    wins = [open_page(client, link.get("href") or "") for link in amounts]
    assert [win.text("data-amount") for win in wins] == [f"{text_of(link)} from each opponent" for link in amounts]
    assert [text_of(link) for link in amounts] == ["1.80", "1.30", "1.30", "1.80", "0.90", "0.90"]


def test_a_wait_that_lays_the_three_like_the_sowee_opens_the_win_with_them_laid(host: Client, club: Club) -> None:
    people.start_night(club=club, rules={"preset": "pagat", "sowee_three_must_be_laid": True})
    fifteen = "4C 4C 12O 12E 12B 1O 1C 1E 3O 3C 3E 10O 10C 10E 12C"
    page = asked(host, "purro", hand=fifteen, sowee="4C", rules="session")
    (row,) = page.rows("data-completed-by")
    assert [cell.endswith("lay 4") for cell in row] == [False, False, True, False, True]
    own = next(page.find("data-completed-by").iter("a"))
    assert open_page(host, own.get("href") or "").text("data-amount") == f"{text_of(own)} from each opponent"


def test_hand_called_purro_wrongly_says_how_far_it_is(client: Client) -> None:
    page = asked(client, "purro", hand=FIFTEEN.replace("10O 10C 10E", "5C 4E 10B"), sowee="4B")
    assert page.has("data-answer", "not-purro")
    assert page.text("data-distance") == "3 new cards are needed for a win; purro needs exactly one."


def test_purro_needs_fifteen_cards_of_the_pack(client: Client) -> None:
    page = asked(client, "purro", hand=f"{FIFTEEN} 1B")
    assert page.status == 422
    assert "Purro is said with 15 cards, these are 16 (C19)." in page.text("id", "id_hand_error")


def test_extra_cards_go_on_while_something_is_needed(client: Client) -> None:
    page = asked(client, "extra", hand=people.WORKED_HAND, bounit="5B", sowee="4O", stock="20")
    assert page.text("data-advice") == "Go on: it can only get better"
    assert page.text("data-needs") == "Still needed for the bounit: 3"
    ends = [text_of(row) for row in page.find("data-endings").iter("tr")]
    assert ends == ["Conditions Chance Pays, without kings", "Both 50.3 % 1.10", "Only the sowee 49.7 % 0.70"]
    turn = [link.get("href") or "" for link in page.find("data-turn").iter("a")]
    assert len(turn) == 28
    assert "extra=3B" in "".join(turn)


def test_extra_cards_stop_when_both_conditions_hold(client: Client) -> None:
    page = asked(client, "extra", hand=people.WORKED_HAND, bounit="5B", sowee="4O", extra="12O 3B")
    assert page.text("data-advice") == "Stop: both conditions hold"
    assert not page.has("data-turn")


def test_rules_without_extra_cards_say_so(client: Client) -> None:
    page = asked(client, "extra", hand=people.WORKED_HAND, bounit="5B", sowee="4O", rules="family")
    assert page.text("data-advice") == "These rules allow no extra cards"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("family", "These rules allow no extra cards ( C31 )."),
        ("pricelist", "By a price list no extra cards are turned ( L1 )."),
    ],
)
def test_rules_without_extra_cards_say_so_before_the_cards_are_entered(client: Client, rules: str, said: str) -> None:
    page = open_page(client, f"/judge/extra/?rules={rules}")
    assert page.text("data-none") == said


def test_price_list_turns_no_extra_cards(client: Client) -> None:
    page = asked(client, "extra", hand=people.WORKED_HAND, bounit="5B", sowee="4O", rules="pricelist")
    assert (page.status, page.text("id", "id_rules_error")) == (422, "By a price list no extra cards are turned (L1).")


def test_keypad_offers_pongs_by_the_price_list_only(client: Client) -> None:
    pages = [client.get("/judge/win/", {"rules": rules}).text for rules in ("pagat", "pricelist")]
    assert ['["3O", "3O", "3O"]' in page for page in pages] == [False, True]


def test_purro_by_the_price_list_pays_prices_and_no_discard(client: Client) -> None:
    hand = "3O 3O 3O 1O 1C 1E 4C 4C 4C 10O 11O 12O 5B 5B 12C"
    page = asked(client, "purro", hand=hand, sowee="5E", rules="pricelist")
    assert page.rows("data-completed-by") == (("5", "2", "285.00", "285.00", "–"),)
    assert page.text("data-problem") == "By these rules a discard cannot be the winning card ( C15 )."


def test_laid_secret_may_be_typed_card_by_card(client: Client) -> None:
    hand = "3O 3O 3O 3O 1O 1C 1E 4O 4C 4E 10O 11O 12O 5B 5O 5C"
    told = {"hand": hand, "bounit": "5B", "source": "self_drawn", "secrets": "apat na 3O, 3 oros"}
    assert asked(client, "win", **told).status == 422
    page = asked(client, "win", **told | {"secrets": "3O 3 oros tres oros 3 of coins"})
    assert text_of(page.find("data-amount")) == "3.00 from each opponent"


PORBIS = "1O 1C 1E 1B 3O 3C 3E 3B 4O 4C 4E 4B 5O 5C 5E 5B"


def test_c32_no_extra_card_changes_a_flat_porbis(client: Client) -> None:
    page = asked(client, "extra", hand=PORBIS, bounit="1O", sowee="11B")
    assert page.text("data-advice") == "Stop: extra cards change nothing, it is a porbis"
    assert not page.has("data-needs")
    assert not page.has("data-turn")
    assert page.rows("data-endings") == (("Porbis C32", "100.0 %", "3.00"),)


def test_c32_extra_cards_matter_where_porbis_adds_the_conditions() -> None:
    house = read_rules(value={"preset": "pagat", "porbis_adds": "all"})
    told: Any = extra_answer({"hand": PORBIS, "bounit": "1O", "sowee": "11B"}, house).data()
    endings = [(ending["name"], ending["cents"]) for ending in told["endings"]]
    assert endings == [("both", 410), ("only_bounit", 360)]


def test_no_extra_cards_are_turned_for_a_hand_that_is_no_win(client: Client) -> None:
    page = asked(client, "extra", hand=PORBIS.replace("5B", "11E"), bounit="1O", sowee="11B")
    assert page.status == 422
    said = "This is not a win: 15 of 16 cards lie in melds, 1 is left over: 11E (C8)."
    assert page.text("id", "id_hand_error") == said


def test_c10_three_cards_like_the_sowee_laid_as_a_secret_are_judged(client: Client) -> None:
    hand = "11C 11E 11B 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E 12B"
    told = {"hand": hand, "bounit": "5E", "source": "claimed", "secrets": "1E", "sowee": "1E"}
    page = asked(client, "win", **told)
    assert (page.status, page.has("data-answer", "no-win")) == (200, True)
    three = hand.replace("1O 1C 1E", "11O 11O 11O")
    page = asked(client, "win", **told | {"hand": three, "secrets": "11O", "sowee": "11O"})
    assert (page.status, page.has("data-answer", "win")) == (200, True)
