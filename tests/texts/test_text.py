"""A sentence is told with names or seats, with plurals, in the language of the reader."""

import pytest
from django.utils import translation

from scoring.forms import base
from scoring.forms.base import told
from scoring.texts import SENTENCES, Text, either, say
from scoring.texts.stored import recognized
from scoring.texts.words import Plural

LATE = "%(player)s late"


@pytest.fixture(autouse=True)
def _sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = Plural(one="%(count)s card", many="%(count)s cards", by="count")
    for key, sentence in {"late": LATE, "wrapped": "(%(what)s)", "cards": cards}.items():
        monkeypatch.setitem(SENTENCES, key, sentence)


def test_a_player_is_called_by_name_or_by_the_number_of_the_seat() -> None:
    late = say("late", seats={"player": 2})
    seat = say("seat", number=2).english()
    assert late.english() == f"{seat[:1].upper()}{seat[1:]} late"
    assert told(late, names={2: "ben"}) == "ben late"
    assert late.named(names={2: "Ben"}).english() == "Ben late"


@pytest.mark.parametrize(("count", "words"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_sentence_agrees_with_what_it_counts(count: int, words: str) -> None:
    assert say("cards", count=count).english() == words == told(say("cards", count=count))


def test_sentences_stand_inside_sentences() -> None:
    inside = (say("cards", count=1), say("late", seats={"player": 1}))
    assert told(say("wrapped", what=inside), names={1: "Ana"}) == "(1 card Ana late)"


@pytest.mark.parametrize(("words", "told_as"), [((2,), "2"), ((2, 3), "2 or 3"), ((2, 3, 4), "2, 3 or 4")])
def test_a_choice_is_told_with_or(words: tuple[int, ...], told_as: str) -> None:
    choice = either(words=words)
    assert (choice.english() if isinstance(choice, Text) else choice) == told_as


def test_a_sentence_is_told_in_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "gettext", {LATE: "%(player)s tarde"}.get)
    with translation.override("es"):
        assert told(say("late", seats={"player": 2}), names={2: "Ben"}) == "Ben tarde"


@pytest.mark.parametrize(
    "text",
    [
        say("paid.neither_condition"),
        say("paid_each.kings_of_coins", count=1),
        say("paid_each.kings_of_coins", count=3),
        say("api.field_low", least=7),
        say("void.by", why=say("void.misdeal"), player="Ana"),
        say("melds.of_cards", meld=say("qing.eye"), cards="1C 2C 3C"),
        say("melds.with_jokers", meld=say("meld.aces"), cards="AC: AH AD X"),
        say("bump.of_player", player="Ana: J", ground=say("ground.pays_most")),
    ],
    ids=lambda text: text.key,
)
def test_a_sentence_that_was_kept_in_english_is_known_again(text: Text) -> None:
    assert recognized(text.english()) == text


def test_words_that_no_sentence_of_the_catalogue_says_are_left_alone() -> None:
    assert recognized("Ana's cake") is None


@pytest.mark.parametrize(
    ("language", "last", "names"),
    [
        ("en", "Carla", "Ana, Ben and Carla"),
        ("fil", "Carla", "Ana, Ben at Carla"),
        ("es", "Carla", "Ana, Ben y Carla"),
        ("es", "Irene", "Ana, Ben e Irene"),
        ("es", "Hielo", "Ana, Ben y Hielo"),
        ("ca", "Irene", "Ana, Ben i Irene"),
    ],
)
def test_a_list_of_names_ends_in_the_and_of_the_language(language: str, last: str, names: str) -> None:
    with translation.override(language):
        assert base.listed(("Ana", "Ben", last)) == names
        assert (base.listed(("Ana",)), base.listed(())) == ("Ana", "")
