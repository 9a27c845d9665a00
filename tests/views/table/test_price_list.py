"""A night that pays by a price list, page by page: rules L1 to L8 where a person meets them."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from tests import people
from tests.views.reading import Page, open_page, text_of, whole_amounts
from tests.views.sessions.test_new_session import form as session_form
from tests.views.sessions.test_new_session import problems, stakes, start

PLAIN = "3O 4O 5O 10E 11E 12E 1O 1C 1B 5E 5E 5E 3C 3E 3B 12O"
PRINSESA = "12O 12C 12E 12B 3O 4O 5O 1C 1C 3E 10B 11B 4C 5C 10O 11O"
NO_BAKSYO = "12O 12C 3O 3C 3E 3B 3O 3C 3E 4O 4C 4E 4B 4O 4C 4E"
THREE = {"preset": "pricelist", "seat_4": ""}


@pytest.fixture
def night(club: Club) -> Session:
    """Return a night of Ana, Ben and Carla by the price list."""
    return people.start_night(club=club, rules="pricelist", names=people.NAMES[:3])


def hand_address(session: Session) -> str:
    return reverse("hand", args=[session.public_id])


def entered(browser: Client, session: Session, **changes: str) -> dict[str, str]:
    """Return what a browser sends for a win of Ana with the sowee known."""
    (form,) = open_page(browser, hand_address(session)).forms(action=hand_address(session))
    kept = {name: form[name] for name in ("key", "expected_entry", "expected_after")}
    told = {"winner": "1", "source": "self_drawn", "hand": PLAIN, "bounit": "3O", "sowee": "4O"}
    return {**kept, **told, **changes}


def test_new_session_takes_two_to_six_and_needs_no_house_rule_l1(host: Client) -> None:
    night = start(host, **THREE)

    assert (night.rules["scheme"], night.rules["partnerships"]) == ("pricelist", False)
    assert night.seats.count() == 3


def test_stakes_show_the_lowest_start_price_l5_l8(host: Client) -> None:
    sent = session_form(**THREE)

    answer = host.post(reverse("new-session"), sent, headers={"HX-Request": "true", "HX-Target": "stakes"})

    assert stakes(answer) == (
        "Start price of any other hand, ₱200 in the rules, at stakes × 1 ₱200 Secret laid down: ₱50"
    )


@pytest.mark.parametrize(("currency", "price", "secret"), [("JPY", "¥200", "¥50"), ("points", "200", "50")])
def test_prices_are_whole_units_also_where_there_are_no_smaller_ones_l8(
    host: Client, currency: str, price: str, secret: str
) -> None:
    sent = session_form(**THREE, currency=currency)

    answer = host.post(reverse("new-session"), sent, headers={"HX-Request": "true", "HX-Target": "stakes"})

    said = f"Start price of any other hand, {price} in the rules, at stakes × 1 {price} Secret laid down: {secret}"
    assert stakes(answer) == said
    assert start(host, **THREE, currency=currency).rules["unit"] == 1
    assert start(host, **THREE, currency=currency, rule_unit="5").rules["unit"] == 5


def test_changed_price_is_taken_and_shown_on_the_table(host: Client) -> None:
    night = start(host, **THREE, rule_price_pong="25")

    table = open_page(host, reverse("table", args=[night.public_id]))
    assert table.text("data-rules") == "Price list rules"
    assert table.items("data-differences") == ("Each pong: ₱25.00 (otherwise ₱20.00)",)


def test_house_rules_of_the_other_way_of_paying_are_refused(host: Client) -> None:
    assert problems(host, **THREE, rule_porbis="400") == ("Porbis: The rules chosen above do not use this.",)
    assert problems(host, rule_price_pong="25") == ("Each pong: The rules chosen above do not use this.",)


def test_win_is_reviewed_and_recorded_with_its_prices_l5_l6(host: Client, night: Session) -> None:
    sent = entered(host, night)

    review = host.post(hand_address(night), sent)
    host.post(hand_address(night), sent | {"step": "record"})

    assert "Start price: plain hand L5 ₱200 2 kings L6 ₱10" in text_of(Page(review).root)
    assert people.balances(night) == (54000, -27000, -27000)
    entry = open_page(host, reverse("entry", args=[night.public_id, 1]))
    assert "1 card like the sowee L6 ₱20" in text_of(entry.root)


def test_kings_alone_win_and_what_is_left_over_is_said_l4(host: Client, night: Session) -> None:
    sent = entered(host, night, hand=PRINSESA, bounit="12B", source="self_drawn")

    live = host.post(reverse("hand-verdict", args=[night.public_id]), sent)
    review = Page(host.post(hand_address(night), sent))

    assert review.text("data-king-win") == (
        "Prinsesa: four kings, one of each suit, win alone. L4 Left over: 1 1 3 4 5"
    )
    assert "Prinsesa: four kings" in live.text
    assert "₱565" in whole_amounts(live.text)


def test_king_without_baksyo_is_no_win_and_says_so_l3(host: Client, night: Session) -> None:
    sent = entered(host, night, hand=NO_BAKSYO, bounit="3B", sowee="5E")

    live = host.post(reverse("hand-verdict", args=[night.public_id]), sent)
    refused = Page(host.post(hand_address(night), sent))

    assert "there is no pong, no three aces together, no run and no laid secret" in live.text
    assert refused.status == 422
    assert "L3" in live.text
    assert night.entries.count() == 0


def test_discard_is_not_offered_and_a_dealt_win_is_l1(host: Client, night: Session) -> None:
    page = open_page(host, hand_address(night))

    offered = [field.get("value") for field in page.root.iter("input") if field.get("name") == "source"]
    assert offered == ["self_drawn", "claimed", "dealt"]


def test_pongs_are_offered_on_the_keypad_l2(host: Client, night: Session, session: Session) -> None:
    pong = '["5E", "5E", "5E"]'

    assert pong in host.get(hand_address(night)).text
    assert pong not in host.get(hand_address(session)).text


def test_sowee_is_asked_because_cards_like_it_are_paid_l6(host: Client, night: Session) -> None:
    sent = entered(host, night, sowee="")

    live = host.post(reverse("hand-verdict", args=[night.public_id]), sent)
    refused = host.post(hand_address(night), sent)

    assert "data-asks-sowee" in live.text
    assert refused.status_code == 422
    assert "Say which card is the sowee: cards like it are paid (L6)." in refused.text


def test_quick_entry_is_not_offered_and_says_why(host: Client, night: Session, session: Session) -> None:
    quick = reverse("quick-hand", args=[night.public_id])

    response = host.get(quick, follow=True)

    assert quick not in open_page(host, reverse("table", args=[night.public_id])).root.attrib.values()
    assert quick not in host.get(reverse("table", args=[night.public_id])).text
    assert quick not in host.get(hand_address(night)).text
    assert response.redirect_chain == [(hand_address(night), 302)]
    assert "The price list pays for melds and kings, so the cards are needed (L6)." in response.text
    assert reverse("quick-hand", args=[session.public_id]) in host.get(hand_address(session)).text


def test_secret_is_paid_by_everybody_at_once_l1(host: Client, night: Session) -> None:
    page = open_page(host, reverse("secret", args=[night.public_id, people.BEN]))

    assert page.items("data-pays") == ("Ana pays −₱50 lost", "Ben receives +₱100 won", "Carla pays −₱50 lost")


def test_rule_set_of_a_price_list_has_its_prices_and_no_porbis(host: Client) -> None:
    page = open_page(host, f"{reverse('new-rule-set')}?preset=pricelist")

    names = {field.get("name") for field in page.root.iter("input")}
    assert {"rule_price_pong", "rule_start_plain", "rule_secret"} <= names
    assert not {"rule_porbis", "rule_extra_cards", "rule_king_of_coins"} & names


def test_whole_units_of_another_currency_are_no_changed_house_rule_l8(host: Client) -> None:
    night = start(host, **THREE, currency="JPY")

    assert night.rules["unit"] == 1
    assert not open_page(host, reverse("table", args=[night.public_id])).has("data-differences")
