"""A night that pays by a price list, where a person meets rules L1 to L8."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from tests import people
from tests.acts.hands import WORKED
from tests.people import BEN
from tests.views.reading import Page, amounts, open_page, refusal, whole_amounts
from tests.views.table.test_hand import sent, url

PLAIN = WORKED | {"source": "self_drawn", "hand": "3O 4O 5O 10E 11E 12E 1O 1C 1B 5E 5E 5E 3C 3E 3B 12O", "bounit": "3O"}
PRINSESA = PLAIN | {"hand": "12O 12C 12E 12B 3O 4O 5O 1C 1C 3E 10B 11B 4C 5C 10O 11O", "bounit": "12B"}
NO_BAKSYO = PLAIN | {"hand": "12O 12C 3O 3C 3E 3B 3O 3C 3E 4O 4C 4E 4B 4O 4C 4E", "bounit": "3B", "sowee": "5E"}


@pytest.fixture
def night(club: Club) -> Session:
    """Return a night of Ana, Ben and Carla by the price list."""
    return people.start_night(club=club, rules="pricelist", names=people.NAMES[:3])


@pytest.mark.parametrize(
    ("currency", "changes", "unit", "own"),
    [
        ("PHP", {}, 100, ()),
        ("JPY", {}, 1, ()),
        ("points", {}, 1, ()),
        ("points", {"rule_unit": "5"}, 5, ("5",)),
        ("PHP", {"rule_price_pong": "25"}, 100, ("₱25.00",)),
    ],
)
def test_three_start_with_prices_in_whole_units_of_their_currency_l1_l8(
    host: Client, currency: str, changes: dict[str, str], unit: int, own: tuple[str, ...]
) -> None:
    address = reverse("new-session")
    (form,) = (form for form in open_page(host, address).forms() if "seat_1" in form)
    names = {"seat_1": "Ana", "seat_2": "Ben", "seat_3": "Carla", "first_dealer": "1"}
    host.post(address, form | names | {"preset": "pricelist", "currency": currency, **changes})

    night = Session.objects.get()
    page = open_page(host, url("table", night))

    assert (night.rules["unit"], night.rules["partnerships"], night.seats.count()) == (unit, False, 3)
    differences = page.items("data-differences") if page.has("data-differences") else ()
    assert [set(own) <= set(re.findall(r"₱?\d+(?:\.\d\d)?", each)) for each in differences] == [True] * len(own)


@pytest.mark.parametrize(("preset", "field"), [("pricelist", "rule_porbis"), ("pagat", "rule_price_pong")])
@pytest.mark.parametrize("page", ["new-session", "terms"])
def test_house_rules_of_the_other_way_of_paying_are_refused(
    host: Client, club: Club, page: str, preset: str, field: str
) -> None:
    night = people.start_night(
        club=club, rules=preset, names=people.NAMES[:3] if preset == "pricelist" else people.NAMES
    )
    address = reverse(page) if page == "new-session" else url(page, night)
    answer = host.post(address, {"preset": preset, "stake_factor": "1", field: "400"})
    assert f"{field}:idle_rule" in refusal(answer)[1]


def test_a_win_is_reviewed_and_recorded_with_its_prices_l5_l6(host: Client, night: Session) -> None:
    review = Page(sent(host, night, PLAIN))
    assert sent(host, night, PLAIN, step="record").status_code == 302

    rows = ["".join(row.itertext()) for row in review.root.iter("tr")]
    priced = [(*re.findall(r"\bL\d", row), *amounts(row)) for row in rows]
    assert priced[:2] == [("L5", "₱200"), ("L6", "₱10")]
    assert people.balances(night) == (54000, -27000, -27000)


@pytest.mark.parametrize("page", ["hand", "hand-verdict"])
def test_kings_alone_win_and_what_is_left_over_is_said_l4(host: Client, night: Session, page: str) -> None:
    shown = Page(sent(host, night, PRINSESA, page=page)).find("data-king-win")
    assert [link.get("href", "").partition("#")[2] for link in shown.iter("a")] == ["L4"]
    assert len([card for card in shown.iter() if card.get("role") == "img"]) == 5


def test_a_prinsesa_is_priced_while_it_is_typed_l4(host: Client, night: Session) -> None:
    assert "₱565" in whole_amounts(sent(host, night, PRINSESA, page="hand-verdict").text)


@pytest.mark.parametrize(
    ("act", "code"),
    [(NO_BAKSYO, "hand:not_a_win"), (PLAIN | {"sowee": ""}, "sowee:sowee_missing")],
    ids=["no baksyo (L3)", "no sowee (L6)"],
)
def test_what_the_price_list_cannot_pay_is_refused(
    host: Client, night: Session, act: dict[str, object], code: str
) -> None:
    assert refusal(sent(host, night, act)) == (422, (code,))


def test_the_sowee_is_asked_for_while_it_is_typed_l6(host: Client, night: Session) -> None:
    assert Page(sent(host, night, PLAIN | {"sowee": ""}, page="hand-verdict")).has("data-asks-sowee")


def test_the_form_offers_what_the_price_list_pays_l1_l2(host: Client, night: Session, session: Session) -> None:
    pong, pages = '["5E", "5E", "5E"]', [host.get(url("hand", each)) for each in (night, session)]
    offered = [
        [field.get("value") for field in Page(page).root.iter("input") if field.get("name") == "source"]
        for page in pages
    ]
    assert offered == [["self_drawn", "claimed", "dealt"], ["self_drawn", "claimed", "discard"]]
    assert [pong in page.text for page in pages] == [True, False]


def test_quick_entry_is_not_offered_and_leads_to_the_cards_l6(host: Client, night: Session, session: Session) -> None:
    quick = url("quick-hand", night)
    answer = host.get(quick, follow=True)
    assert answer.redirect_chain == [(url("hand", night), 302)]
    assert [message.level_tag for message in answer.context["messages"]] == ["warning"]
    assert [quick in host.get(url(name, night)).text for name in ("table", "hand")] == [False, False]
    assert url("quick-hand", session) in host.get(url("hand", session)).text


def test_a_secret_is_paid_by_everybody_at_once_l1(host: Client, night: Session) -> None:
    assert open_page(host, url("secret", night, BEN)).cents("data-pays") == {1: -5000, 2: 10000, 3: -5000}


def test_a_rule_set_of_a_price_list_has_its_prices_and_no_porbis(host: Client) -> None:
    page = open_page(host, f"{reverse('new-rule-set')}?preset=pricelist")
    names = {field.get("name") for field in page.root.iter("input")}
    assert {"rule_price_pong", "rule_start_plain", "rule_secret"} <= names
    assert not {"rule_porbis", "rule_extra_cards", "rule_king_of_coins"} & names
