"""A file of the books that somebody changed, or that is none, is refused with the place, and nothing of it is kept."""

import copy
import json
import random
from typing import Any

import pytest
from django.db import transaction

from scoring.models import Club, Entry, Membership, Player, Role, Session
from scoring.operations.books.alarms import put_aside, raise_alarm, unread_alarm
from scoring.operations.books.files import BooksError, import_books, read_books
from scoring.queries.books.checking import check_club
from scoring.queries.books.document import checksum, club_books
from scoring.texts import Text
from tests import people
from tests.queries.clubs import SCALE, a_file, first_paid

pytestmark = pytest.mark.django_db

LEFT_OUT = object()
A_NAME = object()
"""What stands for a value that is taken out of a file, and for the name of its first player."""

CHANGES: dict[str, tuple[object, str, str, str]] = {
    "amount-raised": (1, "sessions 0 entries FIRST payments 0 amount_cents", "sessions[0].entries[FIRST]", "finding"),
    "clock-moved": (
        "2026-02-01T19:00:00.000000Z",
        "sessions 0 entries FIRST recorded_at",
        "sessions[0].entries[FIRST]",
        "finding",
    ),
    "act-changed": (1, "sessions 0 entries FIRST act note", "sessions[0].entries[FIRST]", "finding"),
    "fingerprint": ("0" * 64, "sessions 0 entries 0 fingerprint", "sessions[0].entries[0]", "finding"),
    "gap-in-numbers": (99, "sessions 0 entries LAST number", "sessions[0].entries[LAST]", "database"),
    "name": ("Anna", "players 0 name", "sha256", "changed"),
    "reason": ("because", "sessions 0 entries 0 reason", "sha256", "changed"),
    "number-as-text": ("1", "sessions 0 stake_factor", "sessions[0].stake_factor", "changed"),
    "seat-of-nobody": ("Ben", "sessions 0 seats 1 player", "sessions[0].seats[1].player", "link"),
    "seat-of-a-list": ([], "sessions 0 seats 1 player", "sessions[0].seats[1].player", "link"),
    "two-of-one-name": (A_NAME, "players SECOND name", "players[SECOND]", "database"),
    "name-too-long": ("x" * 41, "players 1 name", "players[1].name", "long"),
    "field-left-out": (LEFT_OUT, "sessions 0 currency", "sessions[0]", "missing"),
    "field-added": ("ana@example.org", "players 0 email", "players[0]", "unknown"),
    "added-to-the-file": ({}, "extra", "extra", "changed"),
    "list-left-out": (None, "sessions 0 entries", "sessions[0].entries", "list"),
    "text-for-an-object": ("Ana", "players 0", "players[0]", "object"),
    "no-id": ("1", "players 0 id", "players[0].id", "value"),
    "no-text": (1.5, "club created_at", "club.created_at", "text"),
    "no-time": ("yesterday", "club created_at", "club.created_at", "value"),
    "time-without-a-zone": ("2026-02-01T19:00:00", "club created_at", "club.created_at", "time"),
    "zone-of-Mars": ("Mars/One", "club time_zone", "club.time_zone", "time_zone"),
    "club-left-out": (LEFT_OUT, "club", "club.time_zone", "time_zone"),
    "past-in-a-played-night": ("past", "sessions 0 entries 1 kind", "sessions[0].entries[1]", "database"),
    "currency-of-shells": ("SHELLS", "sessions 0 currency", "sessions[0].currency", "currency"),
    "amount-too-large": (
        10**30,
        "sessions 0 entries FIRST payments 0 amount_cents",
        "sessions[0].entries[FIRST].payments[0]",
        "database",
    ),
}
"""What is put where in a file, the place it is refused at, and why."""

SEALED = ("zone-of-Mars", "currency-of-shells")
"""Changes by somebody who knows how the checksum is made."""

SAID: dict[str, dict[str, object]] = {
    "seat-of-nobody": {"value": "'Ben'"},
    "field-left-out": {"name": "'currency'"},
    "field-added": {"name": "'email'"},
    "name-too-long": {"most": 40},
}
"""What the refusal names besides."""


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_file_is_refused_with_the_place_and_nothing_of_it_is_kept(name: str) -> None:
    file = a_file()
    value, path, place, why = CHANGES[name]
    first, second, *_ = (
        at for at, each in enumerate(file["players"]) if not (each["erased_at"] or each["merged_into"])
    )
    places = {"FIRST": first_paid(file)[0], "LAST": len(file["sessions"][0]["entries"]) - 1, "SECOND": second}
    steps = [places.get(step, int(step) if step.isdigit() else step) for step in path.split()]
    here: Any = file
    for step in steps[:-1]:
        here = here[step]
    here[steps[-1]] = file["players"][first]["name"] if value is A_NAME else value
    if value is LEFT_OUT:
        del here[steps[-1]]
    if name in SEALED:
        file["sha256"] = checksum(books=file)
    with pytest.raises(BooksError) as refusal:
        import_books(books=file)
    what = refusal.value.text.values["what"]
    assert isinstance(what, Text)
    for word, index in places.items():
        place = place.replace(word, str(index))
    assert (refusal.value.place, what.key) == (place, f"books_refused.{why}")
    assert what.values == SAID.get(name, what.values)
    assert (Club.objects.count(), Player.objects.count(), Entry.objects.count()) == (0, 0, 0)


NONSENSE: tuple[Any, ...] = (None, True, 0, -1, 1.5, 10**30, "", "0", "x" * 300, "2026-01-31", [], {}, ["a"], {"a": 1})


@pytest.mark.parametrize("seed", range(15 * SCALE))
def test_nonsense_anywhere_in_a_file_is_refused_and_never_a_crash(seed: int) -> None:
    file, chance = a_file(seed=3, steps=4), random.Random(seed)
    original = copy.deepcopy(file)
    here: Any = file
    while True:
        step = chance.choice(sorted(here) if isinstance(here, dict) else range(len(here)))
        if not isinstance(here[step], dict | list) or not here[step] or chance.random() < 0.1:
            break
        here = here[step]
    here[step] = chance.choice(NONSENSE)
    if file != original:
        with transaction.atomic(), pytest.raises(BooksError):
            import_books(books=file)
        assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("", "", "no_file"),
        ("[" * 100_000, "", "no_file"),
        ('{"a": NaN}', "", "no_file"),
        ("[]", "format", "no_export"),
        ('{"format": "gnucash"}', "format", "no_export"),
        ('{"format": "cuajo books", "version": 3}', "version", "version"),
        ('{"format": "cuajo books"}', "version", "version"),
    ],
)
def test_a_file_that_is_no_export_is_refused_unread(text: str, place: str, why: str) -> None:
    with pytest.raises(BooksError) as refusal:
        read_books(text=text)
    told = refusal.value.text.values.get("what", refusal.value.text)
    assert isinstance(told, Text)
    assert (refusal.value.place, told.key) == (place, f"books_refused.{why}")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_file_is_imported_whole(seed: int) -> None:
    file = a_file(seed=seed)
    club = import_books(books=read_books(text=json.dumps(file)))
    assert club_books(club=club) == file
    assert check_club(club=club) == ()


def test_the_empty_club_of_a_first_start_becomes_the_imported_one_once_and_keeps_its_host() -> None:
    file = a_file()
    club = people.make_club(name="Just installed")
    people.host_browser(club=club)
    imported = import_books(books=file)
    assert (imported.pk, imported.name, str(imported.public_id)) == (club.pk, "Our club", file["club"]["id"])
    assert Membership.objects.get(club=club).role == Role.HOST
    books = club_books(club=imported)
    with people.refused("not_empty.these"):
        import_books(books=file)
    assert club_books(club=Club.objects.get()) == books


def test_books_are_never_mixed_with_others(session: Session) -> None:
    file = a_file(seed=2)
    with people.refused("not_empty"):
        import_books(books=file)
    assert list(Session.objects.all()) == [session]


def test_the_newest_alarm_that_nobody_put_aside_is_shown() -> None:
    assert unread_alarm() is None
    first, second = (raise_alarm(lost_guards=("a", "b"), wrong=wrong, at=people.EVENING) for wrong in (3, 0))
    assert (first.lost_guards, first.wrong, first.raised_at) == (["a", "b"], 3, people.EVENING)
    assert unread_alarm() == second
    put_aside(alarm=second, at=people.stamp(minutes=1).at)
    put_aside(alarm=second, at=people.stamp(minutes=2).at)
    second.refresh_from_db()
    assert (second.read_at, unread_alarm()) == (people.stamp(minutes=1).at, first)
