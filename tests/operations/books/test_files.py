"""A file of the books that somebody changed, or that is none, is refused with the place, and nothing of it is kept."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from scoring.models import Club, Entry, Membership, Player, Role, Session
from scoring.operations.books.files import BooksError, import_books, read_books
from scoring.queries.books.checking import check_club
from scoring.queries.books.document import checksum, club_books
from scoring.texts import Text
from tests import people
from tests.queries.clubs import SCALE, a_file, first_paid

pytestmark = pytest.mark.django_db

type File = dict[str, Any]


def put(value: object, *path: str | int) -> Callable[[File], None]:
    """Return what writes a value into a file, to replace what is there."""

    def change(file: File) -> None:
        here: Any = file
        for step in path[:-1]:
            here = here[step]
        here[path[-1]] = value

    return change


def sealed(change: Callable[[File], None]) -> Callable[[File], None]:
    """Return the change by somebody who knows how the checksum is made."""

    def sealing(file: File) -> None:
        change(file)
        file["sha256"] = checksum(books=file)

    return sealing


def leave_out(*path: str | int) -> Callable[[File], None]:
    def change(file: File) -> None:
        here: Any = file
        for step in path[:-1]:
            here = here[step]
        del here[path[-1]]

    return change


def raise_an_amount(file: File) -> None:
    first_paid(file)[1]["payments"][0]["amount_cents"] += 1


def pay_beyond_the_database(file: File) -> None:
    first_paid(file)[1]["payments"][0]["amount_cents"] = 10**30


def move_the_clock(file: File) -> None:
    first_paid(file)[1]["recorded_at"] = "2026-02-01T19:00:00.000000Z"


def change_what_was_entered(file: File) -> None:
    first_paid(file)[1]["act"]["note"] = 1


def leave_a_gap_in_the_numbers(file: File) -> None:
    file["sessions"][0]["entries"][-1]["number"] += 1


def give_two_players_one_name(file: File) -> None:
    one, other, *_ = (player for player in file["players"] if not (player["erased_at"] or player["merged_into"]))
    other["name"] = one["name"]


SEAT = ("sessions", 0, "seats", 1, "player")
CHANGES: dict[str, tuple[Callable[[File], None], str, str]] = {
    "amount-raised": (raise_an_amount, "sessions[0].entries[FIRST]", "finding"),
    "clock-moved": (move_the_clock, "sessions[0].entries[FIRST]", "finding"),
    "act-changed": (change_what_was_entered, "sessions[0].entries[FIRST]", "finding"),
    "fingerprint": (put("0" * 64, "sessions", 0, "entries", 0, "fingerprint"), "sessions[0].entries[0]", "finding"),
    "gap-in-numbers": (leave_a_gap_in_the_numbers, "sessions[0].entries[LAST]", "database"),
    "name": (put("Anna", "players", 0, "name"), "sha256", "changed"),
    "reason": (put("because", "sessions", 0, "entries", 0, "reason"), "sha256", "changed"),
    "number-as-text": (put("1", "sessions", 0, "stake_factor"), "sessions[0].stake_factor", "changed"),
    "seat-of-nobody": (put("Ben", *SEAT), "sessions[0].seats[1].player", "link"),
    "seat-of-a-list": (put([], *SEAT), "sessions[0].seats[1].player", "link"),
    "two-of-one-name": (give_two_players_one_name, "players[SECOND]", "database"),
    "name-too-long": (put("x" * 41, "players", 1, "name"), "players[1].name", "long"),
    "field-left-out": (leave_out("sessions", 0, "currency"), "sessions[0]", "missing"),
    "field-added": (put("ana@example.org", "players", 0, "email"), "players[0]", "unknown"),
    "added-to-the-file": (put({}, "extra"), "extra", "changed"),
    "list-left-out": (put(None, "sessions", 0, "entries"), "sessions[0].entries", "list"),
    "text-for-an-object": (put("Ana", "players", 0), "players[0]", "object"),
    "no-id": (put("1", "players", 0, "id"), "players[0].id", "value"),
    "no-text": (put(1.5, "club", "created_at"), "club.created_at", "text"),
    "no-time": (put("yesterday", "club", "created_at"), "club.created_at", "value"),
    "time-without-a-zone": (put("2026-02-01T19:00:00", "club", "created_at"), "club.created_at", "time"),
    "zone-of-Mars": (sealed(put("Mars/One", "club", "time_zone")), "club.time_zone", "time_zone"),
    "club-left-out": (leave_out("club"), "club.time_zone", "time_zone"),
    "past-in-a-played-night": (put("past", "sessions", 0, "entries", 1, "kind"), "sessions[0].entries[1]", "database"),
    "currency-of-shells": (sealed(put("SHELLS", "sessions", 0, "currency")), "sessions[0].currency", "currency"),
    "amount-too-large": (pay_beyond_the_database, "sessions[0].entries[FIRST].payments[0]", "database"),
}


def refusal_of(file: File) -> tuple[str, str]:
    """Return the place and why a file is refused."""
    with pytest.raises(BooksError) as refusal:
        import_books(books=file)
    what = refusal.value.text.values["what"]
    assert isinstance(what, Text)
    return refusal.value.place, what.key.removeprefix("books_refused.")


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_file_is_refused_with_the_place_and_nothing_of_it_is_kept(name: str) -> None:
    file = a_file()
    change, place, why = CHANGES[name]
    _, second, *_ = (at for at, each in enumerate(file["players"]) if not (each["erased_at"] or each["merged_into"]))
    places = {"FIRST": first_paid(file)[0], "LAST": len(file["sessions"][0]["entries"]) - 1, "SECOND": second}
    for word, index in places.items():
        place = place.replace(word, str(index))
    change(file)
    assert refusal_of(file) == (place, why)
    assert (Club.objects.count(), Player.objects.count(), Entry.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("seat-of-nobody", {"value": "'Ben'"}),
        ("field-left-out", {"name": "'currency'"}),
        ("field-added", {"name": "'email'"}),
        ("name-too-long", {"most": 40}),
    ],
)
def test_a_refusal_names_what_is_wrong_in_the_file(name: str, said: dict[str, object]) -> None:
    file = a_file()
    CHANGES[name][0](file)
    with pytest.raises(BooksError) as refusal:
        import_books(books=file)
    what = refusal.value.text.values["what"]
    assert isinstance(what, Text)
    assert dict(what.values) == said


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


def test_the_empty_club_of_a_first_start_becomes_the_imported_one_and_keeps_its_host() -> None:
    file = a_file()
    club = people.make_club(name="Just installed")
    people.host_browser(club=club)

    imported = import_books(books=file)

    assert (imported.pk, imported.name, str(imported.public_id)) == (club.pk, "Our club", file["club"]["id"])
    assert Membership.objects.get(club=club).role == Role.HOST


def test_a_second_import_is_refused_and_changes_nothing() -> None:
    file = a_file()
    text = club_books(club=import_books(books=file))
    with people.refused("not_empty.these"):
        import_books(books=file)
    assert club_books(club=Club.objects.get()) == text


def test_books_are_never_mixed_with_others() -> None:
    file = a_file()
    people.start_night(club=people.make_club())
    with people.refused("not_empty"):
        import_books(books=file)
    assert Session.objects.count() == 1
