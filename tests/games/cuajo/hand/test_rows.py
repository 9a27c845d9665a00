"""Melds are shown as the winner put them down, where they pay the same (C11)."""

import pytest

from scoring.games.cuajo import Verdict, judge

TENS = "10O 10C 10E"
ACES = "1O 1C 1E"


def shown(hand: str, rules: str, **claim: str | tuple[str, ...]) -> str:
    """Return the cards of the melds that are shown for a hand, melds parted by two spaces."""
    verdict = judge(hand=hand, rules=rules, **claim)  # type: ignore[arg-type]
    assert isinstance(verdict, Verdict)
    assert sorted(card.notation for meld in verdict.arrangement for card in meld.cards) == sorted(hand.split())
    return "  ".join(" ".join(card.notation for card in meld.cards) for meld in verdict.arrangement)


def put_down(*melds: str) -> tuple[str, str]:
    """Return a hand put down in these melds, and how it is shown then."""
    return " ".join(melds), "  ".join(melds)


@pytest.mark.parametrize("rules", ["pagat", "family"])
@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        put_down("3O 4O 5O", "3C 4C 5C", "3E 4E 5E", TENS, ACES, "12B"),
        put_down("3O 3C 3E", "4O 4C 4E", "5O 5C 5E", TENS, ACES, "12B"),
        put_down("12O 12C 12E", "3O 4O 5O", "3C 4C 5C", "3E 4E 5E", TENS, "12B"),
        put_down("12O", "3O 4O 5O", "3C 4C 5C", "12C", "3E 4E 5E", "12E", TENS, "12B"),
        put_down("10O 10O 10O 10O", "3O 4O 5O", "3C 4C 5C", "3E 4E 5E", ACES),
    ],
)
def test_melds_are_shown_as_they_were_put_down(hand: str, melds: str, rules: str) -> None:
    assert shown(hand, rules) == melds


def test_melds_of_a_price_list_stand_in_the_row_they_were_put_down_in() -> None:
    hand, melds = put_down(TENS, "12O", "3C 4C 5C", ACES, "12C", "3O 4O 5O", "12O", "12B")
    assert shown(hand, "pricelist", sowee="11B") == melds


def test_three_like_the_sowee_stand_where_they_were_put_down() -> None:
    hand, melds = put_down("3C 4C 5C", "3E 3E 3E", "4O 4E 4B", "5O 5E 5B", f"{ACES} 1B")
    assert shown(hand, "pagat", source="claimed", sowee="3E") == melds


def test_a_price_list_shows_the_melds_that_pay_more_than_those_put_down() -> None:
    hand, _ = put_down("3O 3C 3E", "4O 4C 4E", "5O 5C 5E", TENS, ACES, "12B")
    assert shown(hand, "pricelist", sowee="11B").startswith("3O 4O 5O  3C 4C 5C  3E 4E 5E  ")


def test_porbis_is_shown_where_it_pays_more_than_what_was_put_down() -> None:
    sets = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3O 4O 5O"
    assert shown(sets, "pagat") == "3O 4O 5O  10O 11O 12O  1O 1C 1E 1B  10C 10E 10B  11C 11E 11B"


def test_cards_in_no_order_are_shown_in_melds_with_few_runs() -> None:
    mixed = "3O 4C 5E 3C 4E 5O 3E 4O 5C 1O 10C 1C 10O 1E 10E 12B"
    assert shown(mixed, "pagat") == "1O 1C 1E  3O 3C 3E  4O 4C 4E  5O 5C 5E  10O 10C 10E  12B"
