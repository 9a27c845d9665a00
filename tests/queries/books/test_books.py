"""The books as a file: complete, the same bytes after an import, refused where somebody changed them."""

import copy
import json
import os
import random
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from scoring import games
from scoring.models import Club, Device, Entry, Membership, Player, Role, Session
from scoring.operations.books import BooksError, NotEmptyError, import_books, read_books
from scoring.operations.figures.seasons import set_season
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.queries import books
from scoring.queries.books import document
from scoring.queries.books.document import checksum
from scoring.queries.books.parts import CLUB, DEVICES, LEFT_OUT, PLAYERS, RULE_SETS, SEASONS, SESSIONS, Part
from scoring.queries.books.versions import version_1_of
from scoring.queries.people.access import device_of
from tests import people
from tests.queries.books.clubs import fingerprints, forgotten, match_of_points, random_club, standings
from tests.toy import Toy

pytestmark = pytest.mark.django_db

NONSENSE_TRIES = 40 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))
CLUBS = 4 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))


def text_of(club: Club) -> str:
    return books.books_file(club=club, form=books.Form.JSON).text


def a_file(*, seed: int = 1, steps: int = 25) -> dict[str, Any]:
    """Return the books of a random club that is forgotten again."""
    with transaction.atomic():
        file = books.club_books(club=random_club(club=people.make_club(), seed=seed, steps=steps))
        forgotten(Club.objects.get())
    return copy.deepcopy(file)


@pytest.mark.parametrize("seed", range(CLUBS))
def test_exported_imported_and_exported_again_the_books_are_the_same_bytes(seed: int) -> None:
    with transaction.atomic():
        club = random_club(club=people.make_club(), seed=seed)
        text, standing, chains = text_of(club), standings(club), fingerprints(club)
        forgotten(club)

    imported = import_books(books=read_books(text=text))

    assert text_of(imported) == text
    assert standings(imported) == standing
    assert fingerprints(imported) == chains


@pytest.fixture
def version_1() -> dict[str, Any]:
    """Return the file that version 1 made of a closed night with cash, which is forgotten again."""
    with transaction.atomic():
        night = people.start_night(club=people.make_club())
        people.win(night)
        close_session(session=night, coin_cents=1, expected_entry=1, stamp=people.stamp())
        hand_over(session=night, payer=people.BEN, payee=people.ANA, amount_cents=90, stamp=people.stamp())
        file = version_1_of(books=books.club_books(club=night.club))
        forgotten(night.club)
    return file


def test_what_is_recorded_while_the_books_are_written_stands_in_them_whole(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.win(session)
    marks, asked = document._marks, []

    def recorded_meanwhile(sessions: Any) -> Any:
        found = marks(sessions)
        asked.append(found)
        if len(asked) == 1:
            people.win(session)
            people.win(people.start_night(club=session.club, names=("Eva", "Flor", "Gina", "Hana")))
        return found

    monkeypatch.setattr(document, "_marks", recorded_meanwhile)
    written = books.club_books(club=session.club)
    assert [len(night["entries"]) for night in written["sessions"]] == [2, 1]
    assert written == books.club_books(club=session.club)


def test_books_of_version_1_are_imported_with_the_same_fingerprints(version_1: dict[str, Any]) -> None:
    imported = import_books(books=read_books(text=books.written(books=version_1)))

    lines = [line["fingerprint"] for line in version_1["sessions"][0]["entries"]]
    assert list(fingerprints(imported).values()) == [lines]
    assert version_1_of(books=books.club_books(club=imported)) == version_1


def test_what_version_1_did_not_have_is_refused_in_its_files(version_1: dict[str, Any]) -> None:
    _, entry = first_paid(version_1)
    entry["payments"][0]["apart"] = False
    with pytest.raises(BooksError, match="The file was changed after it was exported"):
        import_books(books=version_1)


def test_files_of_version_2_from_before_the_seasons_are_imported() -> None:
    file = a_file(seed=1)
    del file["seasons"]
    file["sha256"] = checksum(books=file)

    imported = import_books(books=file)

    assert books.club_books(club=imported)["seasons"] == []


def test_a_season_whose_day_was_changed_or_that_was_taken_out_is_refused() -> None:
    with transaction.atomic():
        club = people.make_club()
        set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))
        file = books.club_books(club=club)
        forgotten(club)
    assert file["seasons"][0].items() >= {"name": "Winter", "since": "2026-01-01", "until": "2026-03-31"}.items()
    for seasons in ([{**file["seasons"][0], "until": "2026-04-01"}], [{**file["seasons"][0], "until": "soon"}], []):
        with pytest.raises(BooksError):
            import_books(books={**file, "seasons": seasons})
    with pytest.raises(BooksError):
        import_books(books={name: part for name, part in file.items() if name != "seasons"})


def test_the_points_of_a_match_are_exported_and_imported_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))
    with transaction.atomic():
        club = match_of_points(club=people.make_club()).club
        text, standing = text_of(club), standings(club)
        forgotten(club)

    imported = import_books(books=read_books(text=text))

    assert (text_of(imported), standings(imported)) == (text, standing)
    assert {seat.points for seats in standings(imported).values() for seat in seats} == {4, 0}


def test_a_single_night_is_exported_with_its_players_and_can_be_imported_alone() -> None:
    with transaction.atomic():
        club = random_club(club=people.make_club(), seed=2)
        night = club.sessions.order_by("pk")[0]
        names = {seat.player.name for seat in night.seats.all()}
        text = b"".join(books.session_document(session=night).parts()).decode()
        forgotten(club)

    imported = import_books(books=read_books(text=text))

    assert {player.name for player in imported.players.all()} >= names
    assert [session.public_id for session in imported.sessions.all()] == [night.public_id]
    assert text_of(imported) == text


def test_every_field_of_every_model_is_exported_or_said_to_stay_out() -> None:
    exported = {f"Club.{name}" for name in CLUB}
    for part in _all_parts(PLAYERS, DEVICES, RULE_SETS, SESSIONS, SEASONS):
        names = {*part.values, *part.links, part.parent} - {""}
        exported |= {f"{part.model.__name__}.{name}" for name in names}
    fields = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("scoring").get_models()
        for field in model._meta.concrete_fields
        if field.name != "id" and model.__name__ not in LEFT_OUT
    }
    assert fields == exported | {name for name in LEFT_OUT if "." in name}
    models = {model.__name__ for model in apps.get_app_config("scoring").get_models()}
    assert {name.partition(".")[0] for name in LEFT_OUT} <= models


def test_no_secret_of_a_phone_is_in_the_file(club: Club) -> None:
    random_club(club=club, seed=0)
    hashes = Device.objects.values_list("token_hash", flat=True)
    assert [found for found in hashes if found in text_of(club)] == []


def test_an_imported_phone_is_only_a_name_and_lets_nobody_in() -> None:
    file = a_file()
    import_books(books=file)
    imported = Device.objects.get()
    assert imported.label == "Safari, iPhone"
    assert device_of(token=imported.token_hash) is None
    assert not Membership.objects.exists()


def test_the_empty_club_of_a_first_start_becomes_the_imported_one_and_keeps_its_host() -> None:
    file = a_file()
    club = people.make_club(name="Just installed")
    people.host_browser(club=club)

    imported = import_books(books=file)

    assert (imported.pk, imported.name, str(imported.public_id)) == (club.pk, "Our club", file["club"]["id"])
    assert Membership.objects.get(club=club).role == Role.HOST


def test_a_second_import_is_refused_and_changes_nothing() -> None:
    file = a_file()
    text = text_of(import_books(books=file))
    with pytest.raises(NotEmptyError, match="These books are here already"):
        import_books(books=file)
    assert text_of(Club.objects.get()) == text


def test_books_are_never_mixed_with_others() -> None:
    file = a_file()
    people.start_night(club=people.make_club())
    with pytest.raises(NotEmptyError, match="an import never mixes two"):
        import_books(books=file)
    assert Session.objects.count() == 1


def first_paid(file: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return the index and the first line of the first night that moves money."""
    return next((i, entry) for i, entry in enumerate(file["sessions"][0]["entries"]) if entry["payments"])


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
    file["players"][1]["name"] = file["players"][0]["name"]
    return "players[1]: The database refuses this:"


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


def test_a_file_is_written_with_sorted_keys_and_ends_with_a_line() -> None:
    file = a_file()
    text = books.written(books=file)
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _all_parts(*parts: Part) -> tuple[Part, ...]:
    return parts + tuple(inner for part in parts for inner in _all_parts(*part.parts))
