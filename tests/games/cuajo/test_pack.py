"""The pack, its notation, and cards in words; what is doubtful is left unread rather than guessed (C1, C2)."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.cuajo.pack.cards import COPIES, KINDS, Card, Rank, Suit, card_of, find_card, read_cards, write_cards
from scoring.games.cuajo.pack.notation import read_words
from scoring.games.cuajo.pack.words import LANGUAGES, Kind, meanings, vocabulary
from tests.games.asking import stored
from tests.games.cuajo.hands import SCALE

PHRASES = Path(__file__).parents[2] / "cases" / "phrases"
LANGUAGE_FILES = ("en", "fil", "es", "ca")
FEW = settings(max_examples=int(40 * SCALE))


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


def read(text: str) -> tuple[str, str]:
    reading = read_words(text=text)
    return write_cards(cards=reading.cards), " ".join(reading.unknown)


@stored("readings")
def test_cards_in_words_are_read_and_doubtful_words_left_unread(text: str, cards: str, unread: str) -> None:
    assert read(text) == (cards, unread)


@pytest.mark.parametrize("card", KINDS, ids=str)
def test_every_card_is_read_by_its_own_name(card: Card) -> None:
    assert read(card.name) == (card.notation, "")


FRAGMENTS = st.sampled_from(
    ["hari", "oros", "12", "12O", "3x", "x2", "x", "of", "at", ",", "4", "K", "copies of", "é", "2O", "*"]
)


@pytest.mark.no_cover
@given(st.one_of(st.text(), st.lists(FRAGMENTS).map(" ".join), st.lists(FRAGMENTS).map("".join)))
@FEW
def test_any_text_is_read_and_every_unread_word_stands_where_it_says(text: str) -> None:
    reading = read_words(text=text)
    assert [text[item.start : item.end] for item in reading.unread] == list(reading.unknown)
    ends = [0, *(place for item in reading.unread for place in (item.start, item.end))]
    assert ends == sorted(ends)


@pytest.mark.no_cover
@given(st.text(alphabet="135012oceOCEBkK ,;\n"), st.lists(st.sampled_from(KINDS), max_size=20))
@FEW
def test_c2_notation_is_read_in_words_as_it_is_strictly(text: str, cards: list[Card]) -> None:
    assert read_words(text=write_cards(cards=cards)).cards == tuple(cards)
    strict = read_cards(text=text)
    assert strict.unknown or read_words(text=text).cards == strict.cards


@pytest.mark.no_cover
@pytest.mark.parametrize("piece", ["1", "x1", "x", "a", "3x ", "12O ", "12O", "1 x "])
def test_long_texts_are_read_in_time_that_grows_with_them(piece: str) -> None:
    """So many that a time that grew with the square of the length would be hours."""
    assert read_words(text=piece * int(4_000 * max(1, SCALE))).size > 0


def phrases(name: str) -> Iterator[tuple[str, list[str], bool]]:
    """Yield each phrase, its cards, and whether something of it has to be marked."""
    for line in (PHRASES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        phrase, _, cards = line.rpartition(" = ")
        yield phrase, [card for card in cards.split() if card != "?"], cards.endswith("?")


@pytest.mark.parametrize("name", [*LANGUAGE_FILES, "french"])
def test_players_are_understood_and_never_wrongly(name: str) -> None:
    """At least 98 % of what they say."""
    missed: list[str] = []
    wrong: list[str] = []
    total = 0
    for phrase, cards, is_marked in phrases(name):
        reading = read_words(text=phrase, french=name == "french")
        found = [str(card) for card in reading.cards]
        total += 1
        if (found, bool(reading.unread)) != (cards, is_marked):
            (wrong if Counter(found) - Counter(cards) or not reading.unread else missed).append(phrase)
    assert (wrong, len(missed) * 50 <= total) == ([], True), missed


@pytest.mark.parametrize("name", LANGUAGE_FILES)
def test_five_hundred_different_phrases_of_a_language_name_every_card(name: str) -> None:
    said = list(phrases(name))
    assert len({phrase for phrase, _, _ in said}) >= 500
    assert {card for _, cards, _ in said for card in cards} == {str(card) for card in KINDS}


AMBIGUOUS = (PHRASES / "ambiguous.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("phrase", AMBIGUOUS)
def test_what_may_mean_two_things_is_marked_as_a_whole(phrase: str) -> None:
    assert read_words(text=phrase).cards == ()
    assert read_words(text=phrase).unread


@pytest.mark.parametrize("phrase", ["queen of hearts", "king of spades", "QH", "3♦", "reina de picas"])
def test_words_of_the_french_pack_are_cards_only_where_it_lies_on_the_table(phrase: str) -> None:
    assert [len(read_words(text=phrase, french=french).cards) for french in (False, True)] == [0, 1]


@pytest.mark.parametrize("french", [False, True])
def test_no_word_means_two_things(french: bool) -> None:
    """Every language is read at once; `clubs` alone is a suit of both packs."""
    words = vocabulary(french=french)
    said = [
        (word, meaning)
        for language in LANGUAGES
        for listed, meaning in meanings(words=language, french=french)
        for word in listed.split()
    ]
    assert [
        word for word, meaning in said if (words[word].kind, words[word].value) != (meaning.kind, meaning.value)
    ] == []
    assert [word for word, meaning in said if words[word] != meaning and words[word].kind is not Kind.SUIT] == []
