"""The books as a file: complete, the same bytes after an import; and how everybody came to stand where they stand."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from scoring.models import Club, Device, Membership, NightTally, Role, Session
from scoring.operations.books import BooksError, import_books, read_books
from scoring.operations.history import read_history, set_season
from scoring.operations.people.devices import grant
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.undoing import undo
from scoring.queries.books import export
from scoring.queries.books.checking import check_session
from scoring.queries.books.export import CLUB, DEVICES, PLAYERS, RULE_SETS, SEASONS, SESSIONS, Part
from scoring.queries.books.ledger import Writer, standings_after, writers_of
from scoring.queries.people.access import Access, device_of
from scoring.queries.table.night import night_of
from scoring.texts import say
from tests import people
from tests.games.asking import stored
from tests.operations.playing import GAMES
from tests.queries.clubs import SCALE, a_file, add_everything_else, forgotten, random_club

pytestmark = pytest.mark.django_db


def told(club: Club) -> tuple[str, object]:
    standings = {str(night.public_id): night_of(session=night).standings for night in club.sessions.all()}
    return export.written(books=export.club_books(club=club)), standings


@pytest.mark.parametrize("seed", range(3 * SCALE))
def test_exported_imported_and_exported_again_the_books_are_the_same_bytes(seed: int) -> None:
    with transaction.atomic():
        club = random_club(club=people.make_club(), seed=seed, games=GAMES)
        add_everything_else(club=club, seed=seed)
        before = told(club)
        assert [found for found in Device.objects.values_list("token_hash", flat=True) if found in before[0]] == []
        forgotten(club)
    assert told(import_books(books=read_books(text=before[0])).club) == before


def test_a_single_night_is_exported_with_its_players_and_can_be_imported_alone() -> None:
    with transaction.atomic():
        club = random_club(club=people.make_club(), seed=2)
        night = club.sessions.order_by("pk")[0]
        names = {seat.player.name for seat in night.seats.all()}
        text = b"".join(export.Document(club=club, session=night).parts()).decode()
        forgotten(club)
    imported = import_books(books=read_books(text=text)).club
    assert {player.name for player in imported.players.all()} >= names
    assert [session.public_id for session in imported.sessions.all()] == [night.public_id]
    assert told(imported)[0] == text


def test_what_is_recorded_meanwhile_stands_whole_in_books(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    people.win(session)
    marks, asked = export._marks, []

    def recorded_meanwhile(sessions: Any) -> Any:
        found = marks(sessions)
        asked.append(found)
        if len(asked) == 1:
            people.win(session)
            people.win(people.start_night(club=session.club, names=("Eva", "Flor", "Gina", "Hana")))
        return found

    monkeypatch.setattr(export, "_marks", recorded_meanwhile)
    written = export.club_books(club=session.club)
    assert [len(night["entries"]) for night in written["sessions"]] == [2, 1]
    assert written == export.club_books(club=session.club)


@stored("seasons_refused", "nights")
def test_a_season_whose_day_was_changed_or_that_was_taken_out_is_refused(change: Any) -> None:
    with transaction.atomic():
        club = people.make_club()
        set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))
        file = export.club_books(club=club)
        forgotten(club)
    (season,) = file.pop("seasons")
    if change != "no list":
        file["seasons"] = [{**season, **change}] if change else []
    with pytest.raises(BooksError):
        import_books(books=file)


def test_a_season_of_older_books_comes_without_its_fixtures() -> None:
    with transaction.atomic():
        club = people.make_club()
        set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))
        file = export.club_books(club=club)
        forgotten(club)
    file["seasons"][0]["fixtures"] = []
    file["sha256"] = export.checksum(books=file)
    assert import_books(books=file).club.seasons.get().name == "Winter"


LEFT_OUT = {
    # of this installation
    *("Alarm", "ApiAnswer", "ApiToken", "Club.owner", "Club.passcode", "Device.token_hash", "Installation"),
    *("JoinCode", "JoinLink", "JoinRequest", "Membership", "Webhook", "WebhookMessage"),
    # said anew
    *("Club.deck", "Club.rates_players", "Club.takes_new_names", "Device.seen_at", "Player.discarded_at", "Proposal"),
    # derived
    *("Hand.session", "Hand.texts", "KeptVerdict.texts", "NightTally", "Partnership", "Seal", "Session.entered_later"),
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
    text = export.written(books=a_file())
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def test_standings_go_back_from_the_results_to_the_first_line_asked_for(session: Session) -> None:
    undo(entry=people.win(session), reason="slip", stamp=people.stamp())
    first = people.win(session)
    people.win(session, winner=people.CARLA)
    act = people.win_act(session, winner=people.BEN, hand=first.hand)
    correct_hand(entry=first, act=act, reason="it was Ben", stamp=people.stamp())
    nothing, one, two = dict.fromkeys((1, 2, 3, 4), 0), {1: -90, 2: 180, 3: -90, 4: 0}, {1: -90, 2: 90, 3: 90, 4: -90}
    night = night_of(session=session)
    assert [standings_after(night=night, most=most) for most in (12, 1)] == [(nothing, one, two), (one, two)]


def test_a_line_names_the_device_it_came_from_and_who_holds_that_now(session: Session) -> None:
    people.player_browser(session=session, seat=people.BEN)
    phone = Device.objects.get()
    record_hand(
        session=session,
        act=people.win_act(session),
        expected=people.expected(session),
        stamp=people.stamp(device=phone),
    )
    ben = Writer(label="Ben's phone", is_program=False, role=Role.PLAYER, holder="Ben", has_ended=False)
    assert writers_of(session=session) == {phone.pk: ben}
    phone.memberships.update(revoked_at=people.EVENING)
    assert writers_of(session=session) == {phone.pk: replace(ben, has_ended=True)}
    grant(device=phone, access=Access(club=session.club, role=Role.VIEWER), now=people.EVENING)
    assert writers_of(session=session) == {phone.pk: replace(ben, role=Role.VIEWER, holder="")}


def test_sums_of_a_night_that_were_changed_behind_the_back_of_the_app_are_found(session: Session) -> None:
    people.win(session)
    read_history(club=session.club)
    assert check_session(session=session) == ()
    tally = NightTally.objects.get()
    tally.sums["seats"][0][2]["hands_won"] = 7
    tally.save()
    (finding,) = check_session(session=session)
    assert (finding.what, finding.damage) == (say("finding.tally"), False)
    people.win(session)
    assert check_session(session=session) == ()
