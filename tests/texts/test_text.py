"""A sentence is told with names or seats, with plurals, in the language of the reader."""

import pytest
from django.utils import translation

from scoring.forms.base import told
from scoring.texts import SENTENCES, Text, either, heard, say
from scoring.texts.words import Plural


@pytest.fixture(autouse=True)
def _sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SENTENCES, "late", "%(player)s is late.")
    monkeypatch.setitem(SENTENCES, "wrapped", "Listen: %(what)s")
    cards = Plural(one="%(count)s card lies there.", many="%(count)s cards lie there.", by="count")
    monkeypatch.setitem(SENTENCES, "cards", cards)


def test_a_player_is_called_by_name_or_by_the_number_of_the_seat() -> None:
    late = say("late", seats={"player": 2})
    assert (late.english(), late.english(names={2: "ben"})) == ("Seat 2 is late.", "ben is late.")


def test_names_can_be_filled_in_for_good() -> None:
    assert say("late", seats={"player": 2}).named(names={2: "Ben"}).english() == "Ben is late."


@pytest.mark.parametrize(("count", "words"), [(1, "1 card lies there."), (2, "2 cards lie there.")])
def test_a_sentence_agrees_with_what_it_counts(count: int, words: str) -> None:
    assert say("cards", count=count).english() == words == told(say("cards", count=count))


def test_sentences_stand_inside_sentences() -> None:
    inside = (say("cards", count=1), say("late", seats={"player": 1}))
    assert say("wrapped", what=inside).english() == "Listen: 1 card lies there. Seat 1 is late."


@pytest.mark.parametrize(("words", "told_as"), [((2,), "2"), ((2, 3), "2 or 3"), ((2, 3, 4), "2, 3 or 4")])
def test_a_choice_is_told_with_or(words: tuple[int, ...], told_as: str) -> None:
    choice = either(words=words)
    assert (choice.english() if isinstance(choice, Text) else choice) == told_as


def test_a_sentence_is_told_in_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.forms.base.gettext", {"%(player)s is late.": "%(player)s llega tarde."}.get)
    with translation.override("es"):
        assert told(say("late", seats={"player": 2}), names={2: "Ben"}) == "Ben llega tarde."


ONE_LINE = say("void.by", why=say("void.misdeal"), player="Ana")


@pytest.mark.parametrize(
    "text",
    [
        say("paid.neither_condition"),
        say("paid_each.kings_of_coins", count=1),
        say("paid_each.kings_of_coins", count=3),
        say("api.field_low", least=7),
        ONE_LINE,
        say("melds.of_cards", meld=say("qing.eye"), cards="1C 2C 3C"),
        say("melds.with_jokers", meld=say("meld.aces"), cards="AC: AH AD X"),
        say("bump.of_player", player="Ana: J", ground=say("ground.pays_most")),
    ],
)
def test_a_sentence_that_was_kept_in_english_is_known_again(text: Text) -> None:
    assert heard(text.english()) == text


def test_words_that_no_sentence_of_the_catalogue_says_are_left_alone() -> None:
    assert heard("Ana brought the cake.") is None
