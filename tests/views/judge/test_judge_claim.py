"""Whose card is it? Asked by anybody by places, and at the table of a session by names."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.offers import Tapped
from scoring.models import Club, Session
from scoring.operations.table.companion import note_tap
from scoring.operations.table.disputes import raise_dispute
from scoring.queries.table.companion import Hand, Tap, companion_of
from scoring.queries.table.state import table_state
from tests import people
from tests.views.reading import Page, open_page, text_of

pytestmark = pytest.mark.django_db

CLAIM = "/judge/claim/"
PURRO_DRAW = {"how": "drawn", "card": "5B", "standing_2": "purro", "standing_3": "purro"}


def asked(browser: Client, **question: str) -> Page:
    """Ask the judge and return the ruling."""
    return Page(browser.get(CLAIM, {**question, "asked": "1"}))


def at(session: Session) -> dict[str, str]:
    """Return what asks the question at the table of a session."""
    return {"session": str(session.public_id)}


def labels(page: Page) -> list[str]:
    """Return what the players are called on the form."""
    panels = (element for element in page.root.iter("li") if element.get("data-player"))
    return [text_of(next(panel.iter("bdi"))) for panel in panels]


def rulings(page: Page, of: str) -> tuple[str, ...]:
    """Return the rulings about one question, each given to some of the players."""
    return tuple(text_of(item) for item in page.root.iter("li") if item.get("data-ruling-of") == of)


def test_shown_card_goes_to_the_purro_player_whose_turn_comes_soonest(client: Client) -> None:
    completes = {f"completes_{seat}": "on" for seat in (2, 3, 4)}
    page = asked(client, **PURRO_DRAW, standing_4="two_left", **completes)
    assert page.text("data-winner") == "Right neighbour wins with it"
    assert page.items("data-claimants") == (
        "Right neighbour: wins. Of those who may claim the card, this player's turn comes soonest. C21 C22",
        "Player opposite: does not win. The drawer, or a player whose turn comes sooner, goes first. C22",
        "Left neighbour: does not win. For two turns after losing purro the hand may not win. C23 "
        "Out of turn only a player who said purro wins. C21 C24",
    )


def test_discard_goes_only_to_the_next_player(client: Client) -> None:
    told = {"standing_2": "purro", "standing_3": "purro", "completes_3": "on"}
    page = asked(client, how="discarded", card="5B", **told)
    assert page.text("data-winner") == "Nobody wins with it"
    assert page.items("data-claimants") == (
        "Player opposite: does not win. A discard goes only to the player whose turn is next. C15 C21",
    )


def test_claim_guesses_neither_what_happened_nor_by_whom(client: Client, host: Client, session: Session) -> None:
    pages = [asked(client, completes_2="on"), asked(host, completes_2="on", **at(session))]
    assert [page.status for page in pages] == [422, 422]
    assert {page.text("id", "id_how_error") for page in pages} == {"Say whether the card was drawn or discarded."}
    assert pages[1].text("id", "id_by_error") == "Say which of the players drew or discarded the card."


def test_small_rulings_answer_a_question_without_a_claimant(client: Client) -> None:
    page = asked(client, how="discarded", card="12B", standing_4="two_left")
    assert page.text("data-winner") == "What may be done now"
    assert rulings(page, "purro") == (
        "Discarder: may purro be said now? Yes. The player has just discarded and may say purro. C19",
        "Right neighbour and Player opposite: may purro be said now? No. "
        "This is said right after the own discard, before the next draw. C19",
        "Left neighbour: may purro be said now? No. "
        "This is said right after the own discard, before the next draw. C19 "
        "For two turns after losing purro it may not be said. C23",
    )
    assert rulings(page, "win")[1] == (
        "Right neighbour: would a complete hand win now? No. Kings are never discarded. C14"
    )
    assert page.text("data-ruling-of", "discard") == ("May this card be discarded? No. Kings are never discarded. C14")
    assert page.text("data-ruling-of", "deal") == (
        "Who deals next? The winner deals next. C13 After a drawn hand the same dealer deals again. C13 "
        "After a void hand the same dealer deals again. C13 C35"
    )


@pytest.mark.parametrize(
    ("how", "standing", "purro", "shows"),
    [
        ("drawn", "two_left", "No.", "Yes."),
        ("drawn", "one_left", "No.", "Yes."),
        ("discarded", "one_left", "No.", "No."),
        ("discarded", "", "Yes.", "No."),
    ],
)
def test_penalty_turns_left_decide_about_purro_and_showing(
    client: Client, how: str, standing: str, purro: str, shows: str
) -> None:
    page = asked(client, how=how, standing_1=standing)
    assert f"now? {purro}" in rulings(page, "purro")[0]
    assert f"shown? {shows}" in page.text("data-ruling-of", "show")


@pytest.mark.parametrize(("standing", "shows"), [("two_left", True), ("one_left", True), ("", False)])
def test_player_who_draws_next_shows_while_a_penalty_turn_is_left(client: Client, standing: str, shows: bool) -> None:
    page = asked(client, how="discarded", standing_2=standing)
    assert ("shown? Yes." in page.text("data-ruling-of", "show")) is shows


def test_form_asks_about_as_many_players_as_play(client: Client) -> None:
    forms = {count: labels(open_page(client, f"{CLAIM}?count={count}")) for count in (2, 4, 6)}
    assert forms == {
        2: ["Whoever drew or discarded it", "Other player"],
        4: ["Whoever drew or discarded it", "Right neighbour", "Player opposite", "Left neighbour"],
        6: [
            "Whoever drew or discarded it",
            "Right neighbour",
            "Second to the right",
            "Player opposite",
            "Second to the left",
            "Left neighbour",
        ],
    }


def test_third_king_of_a_suit_is_claimed_without_purro_by_the_price_list(client: Client) -> None:
    told = {"how": "drawn", "card": "12O", "rules": "pricelist", "count": "5", "standing_3": "purro"}
    page = asked(client, **told, by_kings_2="on", completes_3="on")
    assert page.text("data-winner") == "Right neighbour wins with it"
    assert page.items("data-claimants")[0].endswith("Kings that win alone need no purro. L4")
    assert not open_page(client, CLAIM).has("name", "by_kings__2")


@pytest.mark.parametrize("standing", ["", "two_left", "one_left", "purro"])
def test_l4_the_third_king_of_a_rub_is_claimed_at_any_time(client: Client, standing: str) -> None:
    told = {"how": "drawn", "card": "12O", "rules": "pricelist", "standing_3": "purro"}
    page = asked(client, **told, standing_2=standing, by_kings_2="on")
    assert page.text("data-winner") == "Right neighbour wins with it"


def test_l4_kings_held_before_claim_no_other_card(client: Client) -> None:
    told = {"how": "drawn", "card": "5B", "rules": "pricelist", "standing_2": "purro", "by_kings_2": "on"}
    assert asked(client, **told).items("data-claimants") == (
        "Right neighbour: does not win. Out of turn kings win only with the third king of a rub. L4",
    )
    assert asked(client, **told, completes_2="on").text("data-winner") == "Right neighbour wins with it"


def test_players_of_a_session_are_asked_about_by_name_and_judged_by_its_rules(host: Client, club: Club) -> None:
    rules = {"preset": "pricelist", "purro_required": True}
    night = people.start_night(club=club, rules=rules, names=("Ana", "Ben", "Carla"))
    assert labels(open_page(host, f"{CLAIM}?session={night.public_id}")) == ["Ana", "Ben", "Carla"]
    page = asked(host, **at(night), how="drawn", by="2", card="5B", completes_2="on")
    assert page.text("data-winner") == "Nobody wins with it"
    assert page.items("data-claimants") == (
        "Ben: does not win. By the house rules purro must be said before winning. C24",
    )
    assert page.text("data-ruling-of", "deal").startswith("Who deals next? This hand was dealt by Ana.")


def told_companion(session: Session, *taps: tuple[Tapped, int]) -> None:
    """Tap what happened in the first hand."""
    for what, seat in taps:
        hand = Hand(number=1, dealer=1, seats=tuple(table_state(session=session).names))
        seen = companion_of(session=session, hand=hand).version
        note_tap(session=session, hand=1, seen=seen, tap=Tap(what=what, seat=seat))
        session.refresh_from_db()


def checked(page: Page) -> dict[str, str]:
    """Return what is chosen on the form."""
    return {
        radio.get("name", ""): radio.get("value", "")
        for radio in page.root.iter("input")
        if radio.get("type") == "radio" and "checked" in radio.attrib
    }


def test_what_the_companion_was_told_is_filled_in(host: Client, session: Session) -> None:
    told_companion(session, (Tapped.DISCARD, 1), (Tapped.PURRO, 1), (Tapped.DRAW, 2))
    page = open_page(host, f"{CLAIM}?session={session.public_id}")
    assert checked(page) == {
        "how": "drawn",
        "by": "2",
        "standing__1": "purro",
        "standing__2": "",
        "standing__3": "",
        "standing__4": "",
    }


def test_stranger_learns_nothing_of_a_session(client: Client, session: Session) -> None:
    page = open_page(client, f"{CLAIM}?session={session.public_id}")
    assert labels(page)[0] == "Whoever drew or discarded it"


def test_judge_at_a_table_leads_back_to_it_and_to_its_open_objections(host: Client, session: Session) -> None:
    entry, seat = people.win(session), session.seats.get(number=people.BEN)
    raise_dispute(entry=entry, seat=seat, why="It was no draw", stamp=people.stamp())
    back = [reverse("table", args=[session.public_id]), reverse("objections", args=[session.public_id, entry.number])]
    index, answer = Page(host.get("/judge/", at(session))), asked(host, **PURRO_DRAW, **at(session))
    for page in (index, answer):
        assert [link.get("href") for link in page.find("data-way-back").iter("a")] == back


def test_judge_at_a_table_keeps_to_it_and_names_its_sowee(host: Client, session: Session) -> None:
    session.table = {"hand": 1, "sowee": "4O"}
    session.save()
    table = open_page(host, reverse("table", args=[session.public_id]))
    index = f"/judge/?session={session.public_id}"
    assert table.text("href", index) == "Judge"
    tools = [link.get("href") for link in open_page(host, index).root.iter("a")]
    assert f"/judge/win/?session={session.public_id}" in tools
    form = open_page(host, f"/judge/win/?session={session.public_id}")
    assert form.find("name", "sowee").get("value") == "4O"
    assert form.find("name", "session").get("value") == str(session.public_id)
