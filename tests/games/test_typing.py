"""Cards as people type, write and dictate them, for every pack; what is doubtful is left unread, never guessed (C2)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.forms.notation import CardsField
from scoring.games import GAMES
from scoring.games.cards.pack import Kind, Pack, meanings, written
from scoring.games.cards.tokens import read_words
from scoring.games.cau_robat import SPANISH as CAU_ROBAT
from scoring.games.cuajo.cards import FRENCH, KINDS, SPANISH, read_cards
from scoring.games.khanhoo import ENGLISH, MING, QING
from scoring.templatetags.cards import card_name, key_name
from scoring.texts.decks import Deck, own_deck, use_deck
from tests.games.asking import stored
from tests.games.cuajo.hands import SCALE

PHRASES = Path(__file__).parents[1] / "cases" / "phrases"
LANGUAGE_FILES = ("en", "fil", "es", "ca")
FEW = settings(max_examples=int(40 * SCALE))
PACKS = {
    **{"cuajo": SPANISH, "french": FRENCH, "khanhoo": ENGLISH, "khanhoo_qing": QING, "khanhoo_ming": MING},
    "cau_robat": CAU_ROBAT,
}
TABLES = {
    "dictated": SPANISH,
    "ambiguous": SPANISH,
    **{name: pack for name, pack in PACKS.items() if name.startswith(("khan", "cau"))},
}


def read(text: str, pack: Pack = SPANISH) -> tuple[str, str]:
    reading = read_words(text=text, pack=pack)
    return " ".join(reading.written), " ".join(reading.unknown)


@stored("readings")
def test_cards_in_words_are_read_and_doubtful_words_left_unread(text: str, cards: str, unread: str) -> None:
    assert read(text) == (cards, unread)


def named_by(pack: Pack) -> dict[str, str]:
    if pack in (SPANISH, FRENCH):
        with own_deck():
            use_deck(Deck.FRENCH if pack is FRENCH else Deck.SPANISH)
            return {card.notation: card_name(card).partition(" (")[0] for card in KINDS}
    fields = (field for game in GAMES for asked in game.questions for field in asked.fields if field.pack is pack)
    choices = (choice for field in fields for choice in field.choices if choice.value in pack.own_signs.values())
    return {choice.value: key_name(choice) or choice.value for choice in choices}


@pytest.mark.parametrize("language", LANGUAGE_FILES)
@pytest.mark.parametrize("pack", PACKS.values(), ids=list(PACKS))
def test_every_card_is_read_by_the_name_the_app_gives_it(pack: Pack, language: str) -> None:
    with override(language):
        names = named_by(pack)
    assert set(names) == set(pack.own_signs.values())
    assert {card: read(name, pack) for card, name in names.items()} == {card: (card, "") for card in names}


PACK = st.sampled_from(list(PACKS.values()))


@pytest.mark.no_cover
@given(PACK, st.data())
@FEW
def test_what_a_pack_writes_is_read_back(pack: Pack, data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(sorted(set(pack.own_signs.values()))), max_size=20))
    written = " ".join(pack.signs.get(card, card) for card in cards)
    together = written.replace(" ", "") if pack not in (FRENCH, ENGLISH, CAU_ROBAT) else written
    for text in (written, written.lower(), ", ".join(written.split()), together):
        assert read(text, pack) == (" ".join(cards), "")


PIECES = "hari oros 12 12O 3x x2 x of at , 4 K copies é 2O * ♥ X red flower cash one a 345 3:45 : / 3× １ kings"
FRAGMENTS = st.sampled_from(PIECES.split())


@pytest.mark.no_cover
@given(st.one_of(st.text(), st.lists(FRAGMENTS).map(" ".join), st.lists(FRAGMENTS).map("".join)), PACK)
@FEW
def test_any_text_is_read_and_every_unread_word_stands_where_it_says(text: str, pack: Pack) -> None:
    reading = read_words(text=text, pack=pack)
    assert [text[item.start : item.end] for item in reading.unread] == list(reading.unknown)
    ends = [0, *(place for item in reading.unread for place in (item.start, item.end))]
    assert ends == sorted(ends)
    assert set(reading.cards) <= set(pack.own_signs.values())
    with suppress(ValidationError):  # for signs that no form takes
        assert CardsField(pack=pack, required=False).clean(text).count("“") >= len(reading.unread)


@pytest.mark.no_cover
@given(st.text(alphabet="135012oceOCEBkK ,;\n"))
@FEW
def test_c2_notation_is_read_in_words_as_it_is_strictly(text: str) -> None:
    strict = read_cards(text=text)
    assert strict.unknown or read(text) == (written(strict.cards), "")


@pytest.mark.no_cover
@pytest.mark.parametrize("piece", ["1", "x1", "x", "a", "3x ", "12O ", "12O", "1 x ", "oros ", "3/", "red "])
def test_long_texts_are_read_in_time_that_grows_with_them(piece: str) -> None:
    """So many that a time that grew with the square of the length would be hours."""
    text = piece * int(4_000 * max(1, SCALE))
    assert all(read(text, pack) != ("", "") for pack in (SPANISH, MING))


def phrases(name: str) -> Iterator[tuple[str, list[str], bool]]:
    for line in (PHRASES / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        phrase, _, cards = line.rpartition(" = ")
        yield phrase, [card for card in cards.split() if card != "?"], cards.endswith("?")


@pytest.mark.parametrize("name", [*LANGUAGE_FILES, "french"])
def test_players_are_understood_and_never_wrongly(name: str) -> None:
    said = [(*row, read_words(text=row[0], pack=PACKS.get(name, SPANISH))) for row in phrases(name)]
    other = [row for row in said if (list(row[3].cards), bool(row[3].unread)) != row[1:3]]
    wrong = [row for row in other if Counter(row[3].cards) - Counter(row[1]) or not row[3].unread]
    assert (wrong, len(other) * 50 <= len(said)) == ([], True), other


@pytest.mark.parametrize("name", LANGUAGE_FILES)
def test_five_hundred_different_phrases_of_a_language_name_every_card(name: str) -> None:
    said = list(phrases(name))
    assert len({phrase for phrase, _, _ in said}) >= 500
    assert {card for _, cards, _ in said for card in cards} == {str(card) for card in KINDS}


@pytest.mark.parametrize(
    ("pack", "phrase", "cards", "is_marked"),
    [pytest.param(pack, *row, id=f"{table} {row[0]}") for table, pack in TABLES.items() for row in phrases(table)],
)
def test_cards_are_read_as_they_are_said_and_doubt_is_marked(
    pack: Pack, phrase: str, cards: list[str], is_marked: bool
) -> None:
    reading = read_words(text=phrase, pack=pack)
    assert (list(reading.written), bool(reading.unread)) == (cards, is_marked)


@pytest.mark.parametrize("pack", PACKS.values(), ids=list(PACKS))
def test_no_word_means_two_things(pack: Pack) -> None:
    """Every language is read at once; `clubs` alone is a suit of both packs of cuajo."""
    words = pack.vocabulary
    other = [(word, meaning) for word, meaning in meanings(pack=pack) if words[word] != meaning]
    assert [word for word, meaning in other if (words[word].kind, meaning.kind) != (Kind.SUIT, Kind.SUIT)] == []
    assert {word for word, _ in other} <= {"clubs", "club"}
