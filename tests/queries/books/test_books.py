"""The books as a file: complete, the same bytes after an import, refused where somebody changed them."""

import json
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from scoring import games
from scoring.models import Club, Device, Membership, Session
from scoring.operations.books.files import BooksError, import_books, read_books
from scoring.operations.figures.seasons import set_season
from scoring.queries.books import document
from scoring.queries.books.document import checksum
from scoring.queries.books.parts import CLUB, DEVICES, PLAYERS, RULE_SETS, SEASONS, SESSIONS, Part
from scoring.queries.books.versions import version_1_of
from scoring.queries.people.access import device_of
from scoring.queries.table.tables import results
from tests import people
from tests.queries.clubs import SCALE, a_file, add_everything_else, first_paid, forgotten, match_of_points, random_club
from tests.toy import Toy

pytestmark = pytest.mark.django_db


def told(club: Club) -> tuple[str, object]:
    """Return the file of a club, and who stands where in every night."""
    standings = {str(night.public_id): results(session=night) for night in club.sessions.all()}
    return document.written(books=document.club_books(club=club)), standings


@pytest.mark.parametrize("seed", range(3 * SCALE))
def test_exported_imported_and_exported_again_the_books_are_the_same_bytes(seed: int) -> None:
    with transaction.atomic():
        club = random_club(club=people.make_club(), seed=seed)
        add_everything_else(club=club, seed=seed)
        before = told(club)
        assert [found for found in Device.objects.values_list("token_hash", flat=True) if found in before[0]] == []
        forgotten(club)
    assert told(import_books(books=read_books(text=before[0]))) == before


def test_the_points_of_a_match_are_exported_and_imported_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))
    with transaction.atomic():
        club = match_of_points(club=people.make_club()).club
        before = told(club)
        forgotten(club)
    assert told(import_books(books=read_books(text=before[0]))) == before


def test_a_single_night_is_exported_with_its_players_and_can_be_imported_alone() -> None:
    with transaction.atomic():
        club = random_club(club=people.make_club(), seed=2)
        night = club.sessions.order_by("pk")[0]
        names = {seat.player.name for seat in night.seats.all()}
        text = b"".join(document.session_document(session=night).parts()).decode()
        forgotten(club)
    imported = import_books(books=read_books(text=text))
    assert {player.name for player in imported.players.all()} >= names
    assert [session.public_id for session in imported.sessions.all()] == [night.public_id]
    assert told(imported)[0] == text


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
    written = document.club_books(club=session.club)
    assert [len(night["entries"]) for night in written["sessions"]] == [2, 1]
    assert written == document.club_books(club=session.club)


@pytest.fixture
def version_1() -> dict[str, Any]:
    """Return the file that version 1 made of a closed night with cash, which is forgotten again."""
    with transaction.atomic():
        night = people.start_night(club=people.make_club())
        people.win(night)
        people.close(night)
        people.pay(night, payer=people.BEN, payee=people.ANA, cents=90)
        file = version_1_of(books=document.club_books(club=night.club))
        forgotten(night.club)
    return file


def test_books_of_version_1_are_imported_with_the_same_fingerprints(version_1: dict[str, Any]) -> None:
    imported = import_books(books=read_books(text=document.written(books=version_1)))
    lines = [line["fingerprint"] for line in version_1["sessions"][0]["entries"]]
    assert list(imported.sessions.get().entries.values_list("fingerprint", flat=True)) == lines
    assert version_1_of(books=document.club_books(club=imported)) == version_1


def test_what_version_1_did_not_have_is_refused_in_its_files(version_1: dict[str, Any]) -> None:
    _, entry = first_paid(version_1)
    entry["payments"][0]["apart"] = False
    with pytest.raises(BooksError) as refusal:
        import_books(books=version_1)
    assert refusal.value.place.startswith("sessions[0].entries[0].payments[0]")


def test_files_of_version_2_from_before_the_seasons_are_imported() -> None:
    file = a_file(seed=1)
    del file["seasons"]
    file["sha256"] = checksum(books=file)
    assert document.club_books(club=import_books(books=file))["seasons"] == []


@pytest.mark.parametrize("change", [{"until": "2026-04-01"}, {"until": "soon"}, None, "no list"], ids=str)
def test_a_season_whose_day_was_changed_or_that_was_taken_out_is_refused(change: Any) -> None:
    with transaction.atomic():
        club = people.make_club()
        set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))
        file = document.club_books(club=club)
        forgotten(club)
    (season,) = file.pop("seasons")
    if change != "no list":
        file["seasons"] = [{**season, **change}] if change else []
    with pytest.raises(BooksError):
        import_books(books=file)


LEFT_OUT = {
    # of this installation
    *("Alarm", "ApiAnswer", "ApiToken", "Club.owner", "Club.passcode", "Device.token_hash", "Installation"),
    *("JoinCode", "JoinLink", "JoinRequest", "Membership", "Webhook", "WebhookMessage"),
    # said anew
    *("Club.deck", "Club.rates_players", "Club.takes_new_names", "Device.seen_at", "Proposal"),
    # derived
    *("Hand.session", "NightTally", "PairTally", "Partnership", "PastTally", "RatingTally", "Seal", "SeatTally"),
    *("Session.entered_later", "SideTally"),
}
"""Fields and models that no export holds."""


def test_every_field_of_every_model_is_exported_or_said_to_stay_out() -> None:
    exported = {f"Club.{name}" for name in CLUB}
    for part in _all_parts(PLAYERS, DEVICES, RULE_SETS, SESSIONS, SEASONS):
        names = {*part.values, *part.links, part.parent} - {""}
        exported |= {f"{part.model.__name__}.{name}" for name in names}
    models = {model.__name__: model for model in apps.get_app_config("scoring").get_models()}
    fields = {
        f"{name}.{field.name}"
        for name, model in models.items()
        for field in model._meta.concrete_fields
        if field.name != "id" and name not in LEFT_OUT
    }
    assert fields == exported | {name for name in LEFT_OUT if "." in name}
    assert {name.partition(".")[0] for name in LEFT_OUT} <= set(models)


def _all_parts(*parts: Part) -> tuple[Part, ...]:
    return parts + tuple(inner for part in parts for inner in _all_parts(*part.parts))


def test_an_imported_phone_is_only_a_name_and_lets_nobody_in() -> None:
    import_books(books=a_file())
    imported = Device.objects.get()
    assert (imported.label, device_of(token=imported.token_hash)) == ("Safari, iPhone", None)
    assert not Membership.objects.exists()


def test_a_file_is_written_with_sorted_keys_and_ends_with_a_line() -> None:
    text = document.written(books=a_file())
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
