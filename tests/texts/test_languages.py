"""The catalogue of every language: whole, right in any case, and compiled as it stands."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings

from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame
from scoring.games.fields import Question
from tests.pseudo import PLACEHOLDER

FILES = sorted(path for folder in settings.LOCALE_PATHS for path in Path(folder).rglob("django.po"))
PLACES = [file.relative_to(settings.BASE_DIR).as_posix() for file in FILES]


def entries_of(file: Path) -> list[Message]:
    return [entry for entry in read_po(file.open("rb")) if entry.id]


def forms(said: Any) -> tuple[str, ...]:
    return tuple(map(str, said)) if isinstance(said, (tuple, list)) else (str(said),)


def kept(text: str) -> tuple[object, ...]:
    return sorted(set(PLACEHOLDER.findall(text))), text[:1].isspace(), text[-1:].isspace()


@pytest.mark.parametrize("file", FILES, ids=PLACES)
def test_every_text_is_translated_and_none_is_a_guess(file: Path) -> None:
    found = entries_of(file)
    assert [entry.id for entry in found if entry.fuzzy or not all(forms(entry.string))] == []
    lost = [
        (entry.id, text)
        for entry in found
        for text in forms(entry.string)
        if kept(text) not in list(map(kept, forms(entry.id)))
    ]
    assert lost == []


@pytest.mark.parametrize("file", FILES, ids=PLACES)
def test_the_compiled_catalogue_is_made_of_the_one_people_edit(file: Path) -> None:
    """Where it is not, `.ci/texts` compiles it."""
    compiled = read_mo(file.with_suffix(".mo").open("rb"))
    made = sorted((forms(entry.id), forms(entry.string)) for entry in entries_of(file))
    assert sorted((forms(entry.id), forms(entry.string)) for entry in compiled if entry.id) == made


def labels(game: AnyGame) -> Iterator[str]:
    rules = [game.read_rules(value=preset) for preset in game.presets]
    asked = [each for one, kind in product(rules, ActKind) for each in game.asks(kind=kind, rules=one)]
    yield from (*game.preset_labels.values(), *(one.source for one in rules))
    for question in game.questions:
        yield from (question.title, question.about, *places(question))
        asked += [*question.fields, *question.house_rules]
    for field in (*game.house_rules, *asked):
        yield from (field.label, field.folded_under, *(choice.label for choice in field.choices))


def places(question: Question[Any]) -> Iterator[str]:
    counted = next((field for field in question.fields if field.name == question.players), None)
    if question.places and counted:
        for count in range(counted.minimum, counted.maximum + 1):
            yield from question.places[count]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_game_hands_out_is_marked(game: AnyGame) -> None:
    known = {form for entry in entries_of(FILES[0]) for form in forms(entry.id)}
    assert {text for text in labels(game) if re.search("[a-z]{2}", text)} - known == set()


def test_no_number_borrows_the_plural_of_another() -> None:
    plurals = [forms(entry.id) for entry in entries_of(FILES[0]) if len(forms(entry.id)) > 1]
    assert [
        one
        for one, many in plurals
        for found in re.findall(r"%\(\w+\)s (?!as|becomes|is|cards)\w+s\b", one)
        if found in many
    ] == []


def test_every_language_is_offered_by_its_own_name() -> None:
    assert settings.LANGUAGES == [("en", "English"), ("fil", "Filipino"), ("es", "Español"), ("ca", "Català")]
