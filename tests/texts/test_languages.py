"""The catalogue of every language: whole where it says so, right in any case, and compiled as it stands."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings

LANGUAGES = tuple(code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
COMPLETE: frozenset[str] = frozenset({"ca", "es", "fil"})
"""The languages in which nothing may be missing any more; those who finish one add it here."""


@pytest.fixture(scope="module")
def catalogues() -> Any:
    """Return what reads the catalogues; it needs Babel, which takes long to import."""
    from scoring.management import catalogues

    return catalogues


@pytest.fixture(scope="module")
def texts(catalogues: Any) -> tuple[Any, ...]:
    return tuple(catalogues.found())


def strings(entries: Any) -> dict[str, object]:
    return {f"{entry.context} {entry.id}": entry.string for entry in entries if entry.id}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_of_the_app_and_no_other(language: str, catalogues: Any, texts: Any) -> None:
    entries = [entry for entry in catalogues.updated(language, texts=texts) if entry.id]
    missing = [catalogues.id_of(entry) for entry in entries if not catalogues.is_translated(entry)]
    if language in COMPLETE:
        kept = {catalogues.id_of(entry) for entry in catalogues.catalogue(language) if entry.id}
        assert (missing, kept) == ([], {catalogues.id_of(entry) for entry in entries})
    elif missing:
        pytest.skip(f"{language}: {len(missing)} missing")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_guess_or_loses_what_is_filled_in(language: str, catalogues: Any) -> None:
    entries = [entry for entry in catalogues.catalogue(language) if entry.id]
    assert [entry.id for entry in entries if entry.fuzzy] == []
    assert [problem for entry in entries if (problem := catalogues.problem_of(entry))] == []
    assert [entry.id for entry in entries if len(set(map(bool, catalogues.strings_of(entry)))) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_made_of_the_one_people_edit(language: str, catalogues: Any) -> None:
    """Where it is not, `manage.py texts update` compiles it."""
    from babel.messages.mofile import read_mo

    made = read_mo(BytesIO(catalogues.compiled(catalogues.catalogue(language))))
    kept = read_mo(catalogues.po_file(language).with_suffix(".mo").open("rb"))
    assert strings(kept) == strings(made)


def test_no_number_borrows_the_plural_of_another(texts: Any) -> None:
    """What stays "%(hands)s hands" in both forms is counted by another number; a hand always has many cards."""
    plurals = [text.id for text in texts if isinstance(text.id, tuple)]
    assert [
        one
        for one, many in plurals
        for found in re.findall(r"%\(\w+\)s (?!becomes|is|cards)\w+s\b", one)
        if found in many
    ] == []


def test_every_language_is_offered_by_its_own_name() -> None:
    assert settings.LANGUAGES == [("en", "English"), ("fil", "Filipino"), ("es", "Español"), ("ca", "Català")]
