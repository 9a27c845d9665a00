"""Cards in words: what is understood, and what is left unread rather than guessed (C1, C2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.cuajo.pack.cards import KINDS, Card, Rank, Suit, read_cards, write_cards
from scoring.games.cuajo.pack.notation import Unread, read_words

RANK_WORDS = {
    Rank.ACE: ("1", "ace", "as", "alas", "ALAS"),
    Rank.THREE: ("3", "three", "tres"),
    Rank.FOUR: ("4", "four", "cuatro", "kwatro"),
    Rank.FIVE: ("5", "five", "cinco", "singko"),
    Rank.JACK: ("10", "jack", "sota"),
    Rank.HORSE: ("11", "horse", "caballo", "kabayo"),
    Rank.KING: ("12", "king", "rey", "hari", "Haring"),
}
SUIT_WORDS = {
    Suit.OROS: ("oros", "oro", "coins", "Óros"),
    Suit.COPAS: ("copas", "kopas", "cups"),
    Suit.ESPADAS: ("espadas", "espada", "swords"),
    Suit.BASTOS: ("bastos", "basto", "batons", "clubs"),
}


def read(text: str) -> str:
    return write_cards(cards=read_words(text=text).cards)


def names(card: Card) -> list[str]:
    joints = (" ", " of ", " de ", " ng ")
    return [rank + joint + suit for rank in RANK_WORDS[card.rank] for suit in SUIT_WORDS[card.suit] for joint in joints]


@pytest.mark.parametrize("card", KINDS, ids=str)
def test_every_card_is_read_by_every_name(card: Card) -> None:
    for name in [*names(card), card.name]:
        reading = read_words(text=name)
        assert (reading.cards, reading.unknown) == ((card,), ()), name


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("12O", "12O"),
        ("12 O", "12O"),
        ("4 k", "4C"),
        ("12oros", "12O"),
        ("12-oros", "12O"),
        ("1o3c", "1O 3C"),
        ("3oce", "3O 3C 3E"),
        ("10OKE 1bbbb", "10O 10C 10E 1B 1B 1B 1B"),
        ("345b101112o12c", "3B 4B 5B 10O 11O 12O 12C"),
        ("hari oros kabayo oros", "12O 11O"),
        ("Haring Oros at alas kopas", "12O 1C"),
        ("rey de oros y sota de bastos", "12O 10B"),
        ("king of coins and 4 of cups & 5E", "12O 4C 5E"),
        ("hari oros,3 kopas;4C\n11 espada.", "12O 3C 4C 11E"),
        ("(12O) 'as de copas'", "12O 1C"),
    ],
)
def test_cards_are_separated_by_signs_and_words_for_and(text: str, cards: str) -> None:
    assert read(text) == cards


@pytest.mark.parametrize(
    "text",
    [
        *("3x 12O", "3x12O", "3 x 12O", "12O x3", "12Ox3", "12O x 3", "3× hari oros", "rey de oros *3"),
        *("3 copies of 12O", "3 copias de 12O", "3 kopya ng hari oros"),
    ],
)
def test_copies_may_be_counted_before_or_after_the_card(text: str) -> None:
    assert read(f"1C {text} 3E") == "1C 12O 12O 12O 3E"


def test_count_belongs_to_one_card_only() -> None:
    assert read("2x 12O 4C x3 5E") == "12O 12O 4C 4C 4C 5E"


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("hari", "hari"),
        ("oros", "oros"),
        ("O", "O"),
        ("3 4 oros", "3 4 oros"),
        ("1 1 O", "1 1 O"),
        ("oros hari kopas 3", "oros hari kopas 3"),
        ("oros - hari kopas - 3", "oros hari kopas 3"),
        ("hari o oros", "hari o oros"),
        ("7 oros", "7 oros"),
        ("2O 13B", "2O 13B"),
        ("kings of coins", "kings of coins"),
        ("spades", "spades"),
        ("hari de", "hari de"),
    ],
)
def test_doubtful_words_are_left_unread(text: str, unknown: str) -> None:
    reading = read_words(text=text)
    assert (reading.cards, " ".join(reading.unknown)) == ((), unknown)


def test_a_suit_before_a_rank_belongs_to_no_card_before_it() -> None:
    reading = read_words(text="horse of swords, coins king")
    assert ([str(card) for card in reading.cards], reading.unknown) == (["11E"], ("coins", "king"))


@pytest.mark.parametrize(
    "text", ["5x 12O", "0x 12O", "3x, 12O x2 x2", "x3 12O x3 4C", "12O 3x 4C 2x", "3x 12O x2", "12O x 4C", "3x hari"]
)
def test_card_with_a_doubtful_count_is_left_unread(text: str) -> None:
    """C3: no kind has more than four copies."""
    reading = read_words(text=text)
    assert reading.cards == ()
    assert "".join(reading.unknown) == text.replace(" ", "").replace(",", "")


def test_order_is_trusted_again_after_a_separator() -> None:
    reading = read_words(text="oros hari, sota kopas; 3 4 kopas and 5 espada")
    assert write_cards(cards=reading.cards) == "10C 5E"
    assert reading.unknown == ("oros", "hari", "3", "4", "kopas")


def test_notation_stays_certain_beside_doubtful_words() -> None:
    reading = read_words(text="1O 3O 4 5O hari oros 10O")
    assert write_cards(cards=reading.cards) == "1O 3O 5O 10O"
    assert reading.unknown == ("4", "hari", "oros")


def test_unread_words_are_found_in_the_text() -> None:
    text = "hari oros, héllo 13B"
    assert read_words(text=text).unread == (
        Unread(word="héllo", start=11, end=16),
        Unread(word="13B", start=17, end=20),
    )
    assert read_words(text=text).size == 3


@given(st.lists(st.sampled_from(KINDS), max_size=20))
def test_written_notation_is_read_identically(cards: list[Card]) -> None:
    """C2."""
    text = write_cards(cards=cards)
    assert read_words(text=text).cards == read_cards(text=text).cards == tuple(cards)
    assert read_words(text=text).unknown == ()


@given(st.text(alphabet="135012oceOCEBkK ,;\n"))
def test_whatever_strict_reading_understands_is_read_the_same(text: str) -> None:
    strict = read_cards(text=text)
    if not strict.unknown:
        assert read_words(text=text).cards == strict.cards


FRAGMENTS = st.sampled_from(
    ["hari", "oros", "12", "12O", "3x", "x2", "x", "of", "at", ",", "4", "K", "copies of", "é", "2O", "*"]
)


@given(st.one_of(st.text(), st.lists(FRAGMENTS).map(" ".join), st.lists(FRAGMENTS).map("".join)))
def test_any_text_is_read_and_every_unread_word_stands_where_it_says(text: str) -> None:
    reading = read_words(text=text)
    assert [text[item.start : item.end] for item in reading.unread] == list(reading.unknown)
    ends = [0, *(place for item in reading.unread for place in (item.start, item.end))]
    assert ends == sorted(ends)


@given(st.lists(st.sampled_from(KINDS).flatmap(lambda card: st.sampled_from(names(card))), max_size=16))
def test_names_are_read_with_or_without_separators(names: list[str]) -> None:
    assert read_words(text=" ".join(names)).cards == read_words(text=", ".join(names)).cards
    assert len(read_words(text=" ".join(names)).cards) == len(names)


def test_long_texts_are_read_in_a_moment() -> None:
    for piece in ("1", "x1", "x", "a", "3x ", "12O ", "12O", "1 x "):
        assert read_words(text=piece * 20_000).size > 0


def test_what_can_be_no_count_takes_no_card_with_it() -> None:
    reading = read_words(text="4B 5B 99X")
    assert ([str(card) for card in reading.cards], reading.unknown) == (["4B", "5B"], ("99X",))
