"""The pack and its notation (C1, C2)."""

import pytest

from scoring.games.cuajo.pack.cards import COPIES, KINDS, Rank, Suit, card_of, find_card, read_cards, write_cards


def test_c1_pack_holds_28_kinds_four_times() -> None:
    assert len(KINDS) * COPIES == 112
    assert {(card.rank, card.suit) for card in KINDS} == {(rank, suit) for rank in Rank for suit in Suit}
    assert [rank.value for rank in Rank] == [1, 3, 4, 5, 10, 11, 12]
    assert [KINDS[card.index] for card in KINDS] == list(KINDS)
    assert card_of(rank=Rank.HORSE, suit=Suit.BASTOS) is KINDS[-5]


@pytest.mark.parametrize(
    ("text", "notation"), [("1O", "1O"), ("3c", "3C"), (" 11e ", "11E"), ("12b", "12B"), ("5K", "5C"), ("10k", "10C")]
)
def test_c2_card_is_its_number_and_the_initial_of_its_suit(text: str, notation: str) -> None:
    """Case does not matter and K is Kopas."""
    assert str(find_card(text=text)) == notation


@pytest.mark.parametrize("text", ["", "2O", "6E", "13B", "O1", "1", "12", "12X", "1 O", "１O", "10OO"])
def test_c2_anything_else_is_no_card(text: str) -> None:
    assert find_card(text=text) is None


def test_c2_cards_may_be_separated_by_spaces_and_commas() -> None:
    reading = read_cards(text=" 1o,3K;  13B\n12e, ")
    assert (write_cards(cards=reading.cards), reading.unknown, reading.size) == ("1O 3C 12E", ("13B",), 4)
    assert read_cards(text=write_cards(cards=KINDS)).cards == KINDS
