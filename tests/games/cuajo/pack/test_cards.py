"""The pack and its notation: C1 to C3."""

import pytest

from scoring.games.cuajo.pack.cards import COPIES, KINDS, Rank, Suit, card_of, find_card, read_cards, write_cards


def test_pack_holds_28_kinds_four_times() -> None:
    """C1."""
    assert len(KINDS) * COPIES == 112
    assert {(card.rank, card.suit) for card in KINDS} == {(rank, suit) for rank in Rank for suit in Suit}
    assert [rank.value for rank in Rank] == [1, 3, 4, 5, 10, 11, 12]
    assert [KINDS[card.index] for card in KINDS] == list(KINDS)


@pytest.mark.parametrize(
    ("text", "notation"), [("1O", "1O"), ("3c", "3C"), (" 11e ", "11E"), ("12b", "12B"), ("5K", "5C"), ("10k", "10C")]
)
def test_card_is_its_number_and_the_initial_of_its_suit(text: str, notation: str) -> None:
    """C2: case does not matter and K is Kopas."""
    card = find_card(text=text)
    assert card is not None
    assert str(card) == notation


@pytest.mark.parametrize("text", ["", "2O", "6E", "13B", "O1", "1", "12", "12X", "1 O", "１O", "10OO"])
def test_anything_else_is_no_card(text: str) -> None:
    """C2."""
    assert find_card(text=text) is None


def test_notation_is_read_back_as_written() -> None:
    """C2."""
    assert read_cards(text=write_cards(cards=KINDS)).cards == KINDS


def test_cards_may_be_separated_by_spaces_and_commas() -> None:
    """C2."""
    reading = read_cards(text=" 1o,3K;  13B\n12e, ")
    assert write_cards(cards=reading.cards) == "1O 3C 12E"
    assert reading.unknown == ("13B",)
    assert reading.size == 4


def test_cards_have_english_names() -> None:
    """C1."""
    assert card_of(rank=Rank.HORSE, suit=Suit.BASTOS).name == "horse of batons"
    assert card_of(rank=Rank.FIVE, suit=Suit.COPAS).name == "5 of cups"
