"""Cards as players say them: 500 phrases a language, at least 98 % understood, and nothing taken for what it is not."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.games.cuajo.pack.cards import KINDS
from scoring.games.cuajo.pack.notation import read_words
from scoring.games.cuajo.pack.words import LANGUAGES, Kind, meanings, vocabulary

PHRASES = Path(__file__).parents[3] / "cases" / "phrases"
LANGUAGE_FILES = ("en", "fil", "es", "ca")


def phrases(name: str) -> Iterator[tuple[str, list[str], bool]]:
    """Yield each phrase, its cards, and whether something of it has to be marked."""
    for line in (PHRASES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        phrase, _, cards = line.rpartition(" = ")
        yield phrase, [card for card in cards.split() if card != "?"], cards.endswith("?")


@pytest.mark.parametrize("name", [*LANGUAGE_FILES, "french"])
def test_players_are_understood_and_never_wrongly(name: str) -> None:
    missed: list[str] = []
    wrong: list[str] = []
    total = 0
    for phrase, cards, is_marked in phrases(name):
        reading = read_words(text=phrase, french=name == "french")
        read = [str(card) for card in reading.cards]
        total += 1
        if (read, bool(reading.unread)) != (cards, is_marked):
            (wrong if Counter(read) - Counter(cards) or not reading.unread else missed).append(phrase)
    assert wrong == []
    assert len(missed) * 50 <= total, missed


@pytest.mark.parametrize("name", LANGUAGE_FILES)
def test_five_hundred_different_phrases_of_a_language_are_tried(name: str) -> None:
    assert len({phrase for phrase, _, _ in phrases(name)}) >= 500


@pytest.mark.parametrize("name", LANGUAGE_FILES)
def test_phrases_name_every_card(name: str) -> None:
    assert {card for _, cards, _ in phrases(name) for card in cards} == {str(card) for card in KINDS}


AMBIGUOUS = """
coins 3, 4, 5 cups 3, 4
tatlong oros na hari
limang bastos na sota
3x 3 4 5 of coins
ace and king of coins and cups
kings: coins, cups
3 to 5 of coins
1 2 3 of coins
two kings
two of cups
one of cups
una de copas
isang oros
from 3
coins: 2 3 4
coins: 3 kings
"""


@pytest.mark.parametrize("phrase", AMBIGUOUS.strip().splitlines())
def test_what_may_mean_two_things_is_marked_as_a_whole(phrase: str) -> None:
    reading = read_words(text=phrase)
    assert (reading.cards, bool(reading.unread)) == ((), True)


@pytest.mark.parametrize(
    ("phrase", "cards", "unread"),
    [
        ("sota oros dalawa hari kopas", "10O", "dalawa hari kopas"),
        ("king of coins, horse, jack of cups", "12O 10C", "horse"),
        ("two kings of coins, two of cups", "12O 12O", "two of cups"),
        ("hari oros, héllo 5 bastos", "12O 5B", "héllo"),
        ("4B 5B 99X, 3B", "4B 5B 3B", "99X"),
        ("tatlong alas, haring oros", "12O", "tatlong alas"),
        ("12O o 12C", "12O 12C", "o"),
        ("queen of hearts, king of cups", "12C", "queen of hearts"),
    ],
)
def test_neighbours_of_what_is_marked_are_read(phrase: str, cards: str, unread: str) -> None:
    reading = read_words(text=phrase)
    assert (" ".join(map(str, reading.cards)), " ".join(reading.unknown)) == (cards, unread)


def test_words_of_the_french_pack_are_cards_only_where_it_lies_on_the_table() -> None:
    for phrase in ("queen of hearts", "king of spades", "QH", "3♦", "reina de picas"):
        assert read_words(text=phrase).cards == ()
        assert len(read_words(text=phrase, french=True).cards) == 1


def test_no_word_means_two_things() -> None:
    """Every language is read at once; `clubs` alone is a suit of both packs."""
    for french in (False, True):
        words = vocabulary(french=french)
        for language in LANGUAGES:
            for names, meaning in meanings(words=language, french=french):
                for word in names.split():
                    found = words[word]
                    assert (found.kind, found.value) == (meaning.kind, meaning.value), word
                    assert found.kind is Kind.SUIT or found == meaning, word
