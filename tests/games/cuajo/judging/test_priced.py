"""What each card comes to that answers an open question, before anybody taps it."""

import pytest

from scoring.games.cuajo import HouseRules, read_rules
from scoring.games.cuajo.judging.priced import prices
from tests.games.cuajo.claims import EXAMPLE

CLAIM = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}


def told(*, asked: str, **changes: object) -> dict[str, int]:
    return dict(prices(rules=HouseRules(), entry={**CLAIM, **changes}, asked=asked))


def earning_most(found: dict[str, int]) -> str:
    return " ".join(card for card, cents in found.items() if cents == max(found.values()))


def test_each_sowee_says_what_it_makes_the_hand_worth_c28() -> None:
    found = told(asked="sowee", sowee=None)
    assert len(found) == 28
    assert set(found.values()) == {40, 90}
    assert found["4O"] == 90


def test_a_card_with_all_its_copies_seen_cannot_be_the_sowee_c3() -> None:
    assert "4O" not in told(asked="sowee", sowee=None, extra="4O 4O 4O")


def test_each_card_of_the_hand_may_have_been_the_bounit_but_no_king_from_the_discards() -> None:
    found = told(asked="bounit", bounit=None)
    assert set(found) == set(EXAMPLE.split()) - {"12B"}
    assert found["5B"] == 90


def test_each_next_extra_card_says_what_it_adds_c30() -> None:
    found = told(asked="extra", sowee="3B")
    assert earning_most(found) != ""
    assert max(found.values()) > dict(prices(rules=HouseRules(), entry={**CLAIM, "sowee": "3B"}, asked="bounit"))["5B"]


@pytest.mark.parametrize(
    "changes",
    [{"source": None}, {"bounit": None}, {"hand": "1O 1C"}, {"hand": f"{EXAMPLE.removesuffix('12B')}13X"}],
    ids=["source unknown", "bounit unknown", "hand unfinished", "card not understood"],
)
def test_nothing_is_priced_while_more_is_unknown(changes: dict[str, object]) -> None:
    assert told(asked="sowee", sowee=None, **changes) == {}


def test_own_draw_by_a_price_list_pays_cards_like_the_sowee_l6() -> None:
    plain = "3O 4O 5O 10E 11E 12E 1O 1C 1B 5E 5E 5E 3C 3E 3B 12O"
    claim = {"hand": plain, "bounit": "3O", "source": "self_drawn"}
    found = dict(prices(rules=read_rules(value="pricelist"), entry=claim, asked="sowee"))
    assert found["5E"] > found["4B"]
