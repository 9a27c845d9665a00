"""A file of the books that somebody changed, or that is none, is refused with the place, and nothing of it is kept."""

import copy
import os
import random
from typing import Any

import pytest
from django.db import transaction

from scoring.models import Club, Entry, Player
from scoring.operations.books.files import BooksError, import_books, read_books
from scoring.queries.books.document import checksum
from tests.queries.books.clubs import a_file, first_paid, forgotten

pytestmark = pytest.mark.django_db

NONSENSE_TRIES = 40 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))


def raise_an_amount(file: dict[str, Any]) -> str:
    index, entry = first_paid(file)
    entry["payments"][0]["amount_cents"] += 1
    return f"sessions[0].entries[{index}]: the fingerprint is"


def move_the_clock(file: dict[str, Any]) -> str:
    index, entry = first_paid(file)
    entry["recorded_at"] = "2026-02-01T19:00:00.000000Z"
    return f"sessions[0].entries[{index}]: the fingerprint is"


def change_what_was_entered(file: dict[str, Any]) -> str:
    index, entry = first_paid(file)
    entry["act"]["note"] = 1
    return f"sessions[0].entries[{index}]: the fingerprint is"


def change_a_fingerprint(file: dict[str, Any]) -> str:
    file["sessions"][0]["entries"][0]["fingerprint"] = "0" * 64
    return "sessions[0].entries[0]: the fingerprint is 0000000000"


def leave_a_gap_in_the_numbers(file: dict[str, Any]) -> str:
    lines = file["sessions"][0]["entries"]
    lines[-1]["number"] += 1
    return f"sessions[0].entries[{len(lines) - 1}]: The database refuses this: entry numbers run without gaps"


def change_a_name(file: dict[str, Any]) -> str:
    file["players"][0]["name"] += "a"
    return "sha256: The file was changed after it was exported."


def change_a_reason(file: dict[str, Any]) -> str:
    file["sessions"][0]["entries"][0]["reason"] = "because"
    return "sha256: The file was changed after it was exported."


def write_a_number_as_text(file: dict[str, Any]) -> str:
    file["sessions"][0]["stake_factor"] = "1"
    return "sessions[0].stake_factor: The file was changed after it was exported."


def point_to_nobody(file: dict[str, Any]) -> str:
    file["sessions"][0]["seats"][1]["player"] = "Ben"
    return "sessions[0].seats[1].player: There is no 'Ben' to point to."


def point_to_a_list(file: dict[str, Any]) -> str:
    file["sessions"][0]["seats"][1]["player"] = []
    return "sessions[0].seats[1].player: There is no [] to point to."


def give_two_players_one_name(file: dict[str, Any]) -> str:
    players = file["players"]
    one, other, *_ = (at for at, each in enumerate(players) if not (each["erased_at"] or each["merged_into"]))
    players[other]["name"] = players[one]["name"]
    return f"players[{other}]: The database refuses this:"


def give_a_name_too_long(file: dict[str, Any]) -> str:
    file["players"][1]["name"] = "x" * 41
    return "players[1].name: This is longer than 40 letters."


def leave_a_field_out(file: dict[str, Any]) -> str:
    del file["sessions"][0]["currency"]
    return "sessions[0]: 'currency' is missing."


def add_a_field(file: dict[str, Any]) -> str:
    file["players"][0]["email"] = "ana@example.org"
    return "players[0]: 'email' is not known."


def add_to_the_file(file: dict[str, Any]) -> str:
    file["extra"] = {}
    return "extra: The file was changed after it was exported."


def leave_a_list_out(file: dict[str, Any]) -> str:
    file["sessions"][0]["entries"] = None
    return "sessions[0].entries: A list is missing here."


def put_a_text_where_an_object_stands(file: dict[str, Any]) -> str:
    file["players"][0] = "Ana"
    return "players[0]: An object is missing here."


def give_no_id(file: dict[str, Any]) -> str:
    file["players"][0]["id"] = "1"
    return "players[0].id: “1” is not a valid UUID."


def give_no_time(file: dict[str, Any]) -> str:
    file["club"]["created_at"] = "yesterday"
    return "club.created_at: “yesterday” value has an invalid format."


def set_a_clock_of_another_planet(file: dict[str, Any]) -> str:
    file["club"]["time_zone"] = "Mars/One"
    file["sha256"] = checksum(books=file)
    return "club.time_zone: No time zone is called so."


def play_for_shells(file: dict[str, Any]) -> str:
    file["sessions"][0]["currency"] = "SHELLS"
    file["sha256"] = checksum(books=file)
    return "sessions[0].currency: No currency is called so."


def leave_the_club_out(file: dict[str, Any]) -> str:
    del file["club"]
    return "club.time_zone: No time zone is called so."


def give_an_amount_beyond_the_database(file: dict[str, Any]) -> str:
    index, entry = first_paid(file)
    entry["payments"][0]["amount_cents"] = 10**30
    return f"sessions[0].entries[{index}].payments[0]: The database refuses this:"


CHANGES = (
    raise_an_amount,
    move_the_clock,
    change_what_was_entered,
    change_a_fingerprint,
    leave_a_gap_in_the_numbers,
    change_a_name,
    change_a_reason,
    write_a_number_as_text,
    point_to_nobody,
    point_to_a_list,
    give_two_players_one_name,
    give_a_name_too_long,
    leave_a_field_out,
    add_a_field,
    add_to_the_file,
    leave_a_list_out,
    put_a_text_where_an_object_stands,
    give_no_id,
    give_no_time,
    set_a_clock_of_another_planet,
    play_for_shells,
    leave_the_club_out,
    give_an_amount_beyond_the_database,
)


def test_a_changed_file_is_refused_with_the_place_and_nothing_of_it_is_kept() -> None:
    original = a_file()
    refusals = {}
    for change in CHANGES:
        file = copy.deepcopy(original)
        expected = change(file)
        with pytest.raises(BooksError) as refusal:
            import_books(books=file)
        refusals[expected] = refusal.value.message
    assert {expected: message[: len(expected)] for expected, message in refusals.items()} == {
        expected: expected for expected in refusals
    }
    assert (Club.objects.count(), Player.objects.count(), Entry.objects.count()) == (0, 0, 0)


NONSENSE: tuple[Any, ...] = (None, True, 0, -1, 1.5, 10**30, "", "0", "x" * 300, "2026-01-31", [], {}, ["a"], {"a": 1})


def test_nonsense_anywhere_in_a_file_is_refused_and_never_a_crash() -> None:
    original, chance = a_file(seed=3, steps=4), random.Random(5)
    accepted = []
    for _ in range(NONSENSE_TRIES):
        file = copy.deepcopy(original)
        place = _anywhere(file, chance)
        with transaction.atomic():
            try:
                import_books(books=file)
            except BooksError:
                continue
            accepted += [] if file == original else [place]
            forgotten(Club.objects.get())
    assert accepted == []
    assert not Club.objects.exists()


def _anywhere(file: dict[str, Any], chance: random.Random) -> str:
    """Put nonsense somewhere into a file and return where."""
    here: Any = file
    path = []
    while True:
        step = chance.choice(sorted(here) if isinstance(here, dict) else range(len(here)))
        path.append(str(step))
        if not isinstance(here[step], dict | list) or not here[step] or chance.random() < 0.1:
            here[step] = chance.choice(NONSENSE)
            return ".".join(path)
        here = here[step]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "This is not a file of ours: Expecting value"),
        ("[" * 100_000, "This is not a file of ours:"),
        ('{"a": NaN}', "This is not a file of ours: NaN is no number"),
        ("[]", "format: This is not an export of Cuajo's books."),
        ('{"format": "gnucash"}', "format: This is not an export of Cuajo's books."),
        (
            '{"format": "cuajo books", "version": 3}',
            "version: This export has version 3; this Cuajo reads versions up to 2.",
        ),
        ('{"format": "cuajo books"}', "version: This export has version None; this Cuajo reads versions up to 2."),
    ],
)
def test_a_file_that_is_no_export_is_refused_unread(text: str, message: str) -> None:
    with pytest.raises(BooksError) as refusal:
        read_books(text=text)
    assert refusal.value.message.startswith(message)
