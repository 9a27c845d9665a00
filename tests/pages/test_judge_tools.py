"""Purro, extra cards and claims, asked by anybody."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast
from tests.pages.reading import Page, text_of

pytestmark = pytest.mark.django_db

FIFTEEN = "3O 4O 5O 1O 1C 1E 3C 3E 3B 10O 10C 10E 11C 12O 12C"


def asked(browser: Client, name: str, **question: str) -> Page:
    """Ask the judge and return the answer."""
    return Page(browser.get(reverse(name), {**question, "asked": "1"}))


def test_purro_lists_each_wait_with_its_copies_and_what_it_pays(client: Client) -> None:
    page = asked(client, "judge-purro", hand=FIFTEEN, sowee="4B", extra="10C 10C")
    assert page.has("data-answer", "purro")
    assert page.rows("data-waits") == (
        ("10", "1", "1.80", "1.30 to 1.80", "1.30 to 1.80"),
        ("10", "4", "1.80", "0.90 to 1.80", "0.90 to 1.80"),
    )


def test_hand_called_purro_wrongly_says_how_far_it_is(client: Client) -> None:
    page = asked(client, "judge-purro", hand=FIFTEEN.replace("10O 10C 10E", "5C 4E 10B"), sowee="4B")
    assert page.has("data-answer", "not-purro")
    assert page.text("data-distance") == "3 new cards are needed for a win; purro needs exactly one."


def test_purro_needs_fifteen_cards_of_the_pack(client: Client) -> None:
    page = asked(client, "judge-purro", hand=f"{FIFTEEN} 1B")
    assert page.status == 422
    assert "15 cards are needed here, these are 16." in page.notice()


def test_extra_cards_go_on_while_something_is_needed(client: Client) -> None:
    page = asked(client, "judge-extra", hand=cast.WORKED_HAND, bounit="5B", sowee="4O", stock="20")
    assert page.text("data-advice") == "Go on: it can only get better"
    assert page.text("data-needs") == "Still needed for the bounit: 3"
    ends = [text_of(row) for row in page.find("data-endings").iter("tr")]
    assert ends == [
        "Conditions Chance Pays, kings extra",
        "Both 50.3 % 1.10",
        ends[2],
        "Only the sowee 49.6 % 0.70",
        ends[4],
    ]
    turn = [link.get("href") or "" for link in page.find("data-turn").iter("a")]
    assert len(turn) == 28
    assert "extra=3B" in "".join(turn)


def test_extra_cards_stop_when_both_conditions_hold(client: Client) -> None:
    page = asked(client, "judge-extra", hand=cast.WORKED_HAND, bounit="5B", sowee="4O", extra="12O 3B")
    assert page.text("data-advice") == "Stop: both conditions hold"
    assert not page.has("data-turn")


def test_rules_without_extra_cards_say_so(client: Client) -> None:
    page = asked(client, "judge-extra", hand=cast.WORKED_HAND, bounit="5B", sowee="4O", rules="family")
    assert page.text("data-advice") == "These rules allow no extra cards"


def test_shown_card_goes_to_the_purro_player_whose_turn_comes_soonest(client: Client) -> None:
    question = {"how": "drawn", "by": "1", "card": "5B"}
    purro = {f"standing_{seat}": "purro" for seat in (2, 3)} | {"standing_4": "penalty"}
    completes = {f"completes_{seat}": "on" for seat in (2, 3, 4)}
    page = asked(client, "judge-claim", **question, **purro, **completes)
    assert page.find("data-winner").get("data-winner") == "2"
    assert page.items("data-claimants") == (
        "Player 2: wins. Of those who may claim the card, this player's turn comes soonest. C21 C22",
        "Player 3: does not win. The drawer, or a player whose turn comes sooner, goes first. C22",
        "Player 4: does not win. For two turns after losing purro the hand may not win. C23 "
        "Out of turn only a player who said purro wins. C21 C24",
    )


def test_discard_goes_only_to_the_next_player(client: Client) -> None:
    purro = {"standing_2": "purro", "standing_3": "purro", "completes_3": "on"}
    page = asked(client, "judge-claim", how="discarded", by="1", card="5B", **purro)
    assert page.text("data-winner") == "Nobody wins with it"
    assert page.items("data-claimants") == (
        "Player 3: does not win. A discard goes only to the player whose turn is next. C15 C21",
    )


def test_claim_guesses_neither_what_happened_nor_to_whom(client: Client) -> None:
    page = asked(client, "judge-claim", completes_2="on")
    assert page.status == 422
    assert page.notice() == (
        "Something is missing. What happened? : Say whether it was drawn or discarded. "
        "By which player? : Say which player drew or discarded it."
    )


def test_small_rulings_stand_beside_the_claim(client: Client) -> None:
    page = asked(client, "judge-claim", how="discarded", by="1", card="12B", standing_4="penalty")
    assert page.text("data-ruling-of", "purro-1") == (
        "May player 1 say purro now? Yes. The player has just discarded and may say purro. C19"
    )
    assert page.text("data-ruling-of", "purro-4") == (
        "May player 4 say purro now? No. This is said right after the own discard, before the next draw. C19 "
        "For two turns after losing purro it may not be said. C23"
    )
    assert page.text("data-ruling-of", "discard") == (
        "May this card be discarded? No. Kings are never discarded. C14"
    )
    assert page.text("data-ruling-of", "deal") == (
        "Who deals next? The winner deals next. C13 After a drawn hand the same dealer deals again. C13 "
        "After a void hand the same dealer deals again. C13 C35"
    )
