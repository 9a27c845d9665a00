"""The catalogue of every language: whole where it says so, right in any case, and compiled as it stands."""

from functools import cache
from io import BytesIO

import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo
from django.conf import settings

from scoring.management.catalogues import (
    LANGUAGES,
    Found,
    Id,
    catalogue,
    compiled,
    found,
    id_of,
    is_translated,
    po_file,
    problem_of,
    strings_of,
    updated,
)

COMPLETE: frozenset[str] = frozenset({"ca", "es", "fil"})
"""The languages in which nothing may be missing any more; those who finish one add it here."""


@cache
def texts() -> tuple[Found, ...]:
    return tuple(found())


def ids(language: str) -> list[Id]:
    return sorted((id_of(entry) for entry in catalogue(language) if entry.id), key=str)


def strings(entries: Catalog) -> dict[str, object]:
    return {f"{entry.context} {entry.id}": entry.string for entry in entries if entry.id}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_of_the_app_and_no_other(language: str) -> None:
    entries = [entry for entry in updated(language, texts=texts()) if entry.id]
    missing = [id_of(entry) for entry in entries if not is_translated(entry)]
    if language in COMPLETE:
        assert missing == []
        assert ids(language) == sorted((id_of(entry) for entry in entries), key=str)
    elif missing:
        pytest.skip(f"{language}: {len(entries) - len(missing)} of {len(entries)} texts are translated")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_guess_or_loses_what_is_filled_in(language: str) -> None:
    entries = [entry for entry in catalogue(language) if entry.id]
    assert [entry.id for entry in entries if entry.fuzzy] == []
    assert [problem for entry in entries if (problem := problem_of(entry))] == []
    assert [entry.id for entry in entries if len(set(map(bool, strings_of(entry)))) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_made_of_the_one_people_edit(language: str) -> None:
    made = read_mo(BytesIO(compiled(catalogue(language))))
    kept = read_mo(po_file(language).with_suffix(".mo").open("rb"))
    assert strings(kept) == strings(made), "run manage.py texts update"


def test_every_language_is_offered_by_its_own_name() -> None:
    assert settings.LANGUAGES == [("en", "English"), ("fil", "Filipino"), ("es", "Español"), ("ca", "Català")]
