"""What the API answers beside what the queries of the pages answer, and what programs do that pages do otherwise."""

from dataclasses import asdict

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import ApiAnswer, Club, Player, Session
from scoring.operations.people.joining import Asker, ask
from scoring.operations.people.players import player_called
from scoring.queries.books.files import Form, books_file
from scoring.queries.table.tables import results
from scoring.web.device import new_device
from tests import people
from tests.acts.before import secret, win
from tests.api.programs import Program, error_of

pytestmark = pytest.mark.django_db


def test_a_night_is_played_by_the_names_of_version_2(sheet: Program) -> None:
    terms = {"names": list(people.NAMES), "currency": "PHP", "first_dealer": 1, "expected_newest_id": None}
    night = sheet.post("sessions/", terms)
    here = f"sessions/{night.json()['id']}/"
    assert night["Location"] == f"/api/v2/{here}"
    hand = sheet.post(f"{here}hands/", {"act": people.WORKED_WIN, "expected_after": 0, "expected_entry": 0}).json()
    assert (hand["entry"], hand["hand"]["verdict"]["per_opponent_cents"]) == (1, 90)
    assert hand["changes"] == [
        {"seat": number, "player_name": name, "amount_cents": cents}
        for number, name, cents in zip(range(1, 5), people.NAMES, (180, -90, 0, -90), strict=True)
    ]
    assert [line["payer_name"] for line in sheet.get(f"{here}close/").json()["plan"]] == ["Ben", "Dan"]
    closed = sheet.post(f"{here}close/", {"expected_entry": 1, "disputed_entries": []}).json()
    assert [(line["payer"], line["payer_name"]) for line in closed["plan"]] == [(2, "Ben"), (4, "Dan")]


@pytest.mark.parametrize(("unit", "prices"), [({}, 1), ({"unit": 100}, 100)], ids=["none", "given"])
def test_a_price_list_has_whole_prices_where_there_is_nothing_smaller(
    sheet: Program, unit: dict[str, int], prices: int
) -> None:
    rules = {"preset": "pricelist", **unit}
    terms = {"names": ["Ana", "Ben"], "currency": "JPY", "first_dealer": 1, "rules": rules}
    assert sheet.post("sessions/", terms).json()["rules"]["unit"] == prices


def test_a_session_started_by_a_request_has_the_terms_of_its_page(club: Club, sheet: Program) -> None:
    rules = {"preset": "family", "secret": 70}
    by_page = people.start_night(club=club, rules=rules, currency="EUR", stake_factor=5)
    terms = {"rules": rules, "currency": "EUR", "stake_factor": 5, "first_dealer": people.ANA}
    answer = sheet.post("sessions/", {"names": list(people.NAMES), **terms})
    again = sheet.post(f"sessions/{by_page.public_id}/again/")
    kept = ("game", "rules", "currency", "minor_digits", "stake_factor", "table")
    by_request, repeated = (Session.objects.get(public_id=each.json()["id"]) for each in (answer, again))
    for name in kept:
        assert getattr(by_request, name) == getattr(by_page, name) == getattr(repeated, name)
    assert (by_request.first_dealer, results(session=by_request)) == (people.ANA, results(session=by_page))


def test_players_are_renamed_merged_and_erased_and_an_erased_name_stands_in_no_kept_answer(
    sheet: Program, session: Session
) -> None:
    eva, eve = (player_called(club=session.club, name=name, at=people.EVENING) for name in ("Eva", "Eve"))
    dan = Player.objects.get(name="Dan")
    sheet.post(f"sessions/{session.public_id}/again/")
    assert sheet.patch(f"players/{eva.public_id}/", {"name": " Eva  Maria "}).json()["name"] == "Eva Maria"
    merged = sheet.post(f"players/{eve.public_id}/merge/", {"into_id": str(eva.public_id)}).json()
    assert (merged["id"], Player.objects.get(name="Eve").merged_into) == (str(eva.public_id), eva)
    sheet.post(f"players/{dan.public_id}/erase/")
    assert not Player.objects.filter(name="Dan").exists()
    assert not ApiAnswer.objects.filter(body__contains="Dan").exists()
    assert error_of(sheet.patch(f"players/{eva.public_id}/", {"name": "Ana"})) == (409, "player")


def test_the_club_is_changed(club: Club, sheet: Program) -> None:
    changed = {"name": "Sunday", "time_zone": "Europe/Madrid"}
    assert sheet.put("club/", changed).json() == {"id": str(club.public_id), **changed}
    assert error_of(sheet.put("club/", {"name": "Sunday", "time_zone": "Moon"})) == (422, "club")


def test_rule_sets_are_kept_changed_written_out_and_read_again(sheet: Program) -> None:
    made = sheet.post("rule-sets/", {"name": "Ours", "rules": {"preset": "pagat", "secret": 60}}).json()
    assert [(one["name"], one["own"], one["preset"]) for one in made["differences"]] == [("secret", 60, 50)]
    here = f"rule-sets/{made['id']}/"
    change = {"name": "Ours", "rules": {"preset": "pagat", "secret": 65}, "expected_revision": 1}
    assert sheet.put(here, change).json()["revision"] == 2
    assert error_of(sheet.put(here, {**change, "rules": {"preset": "pagat"}})) == (409, "rule_set_changed")
    text = sheet.get(f"{here}file/").json()["file"]
    assert sheet.delete(here).json() == {"id": made["id"]}
    assert sheet.get("rule-sets/").json() == {"items": []}
    assert sheet.post("rule-sets/import/", {"file": text}).json()["rules"]["secret"] == 65
    assert error_of(sheet.post("rule-sets/import/", {"file": "{"})) == (422, "invalid")


def test_phones_are_let_in_by_a_link_moved_and_sent_away(sheet: Program) -> None:
    link = sheet.post("links/", {"role": "player"}).json()
    address = sheet.get(f"links/{link['id']}/").json()["address"]
    Client().post(address, {"new_device": new_device()})
    host, guest = sheet.get("phones/").json()["items"]
    assert [(each["role"], each["session_id"]) for each in (host, guest)] == [("host", None), ("player", None)]
    assert sheet.put(f"phones/{guest['id']}/", {"role": "scorekeeper"}).json()["role"] == "scorekeeper"
    left = sheet.post(f"phones/{guest['id']}/send-away/", {}).json()["items"]
    assert [each["id"] for each in left] == [host["id"]]
    assert error_of(sheet.post(f"phones/{host['id']}/send-away/", {})) == (409, "last_host")
    assert sheet.delete(f"links/{link['id']}/").json()["id"] == link["id"]
    assert sheet.get("links/").json() == {"items": []}


def test_a_phone_that_waits_is_let_in(sheet: Program) -> None:
    code = sheet.put("joining/", {}).json()["code"]
    ask(text=code, asker=Asker(token="eva", label="Safari, iPhone", name="Eva"), now=timezone.now())
    (waiting,) = sheet.get("joining/").json()["waiting"]
    assert sheet.post(f"joining/{waiting['id']}/answer/", {"role": "viewer"}).json()["waiting"] == []
    assert [each["role"] for each in sheet.get("phones/").json()["items"]] == ["host", "viewer"]
    assert sheet.delete("joining/").json()["code"] is None


def test_balances_are_those_of_the_pages_in_every_answer(sheet: Program, session: Session, here: str) -> None:
    win(session)
    secret(session)
    names = {"number": "seat", "player": "player_name"}
    left_out = sheet.get(f"{here}balances/").json()["seats"][0].keys()
    standing = [
        {name: value for key, value in asdict(seat).items() if (name := names.get(key, key)) in left_out}
        for seat in results(session=session)
    ]
    assert [seat["result_cents"] for seat in standing] == list(people.balances(session))
    assert sheet.get(f"{here}balances/").json()["seats"] == standing
    assert sheet.get("sessions/").json()["items"][0]["seats"] == standing
    assert sheet.get(f"{here}statement/").json()["seats"] == standing
    totals = sheet.get("players/?order=name").json()["totals"]
    assert [total["result_cents"] for total in totals] == list(people.balances(session))


@pytest.mark.parametrize(
    ("query", "found"), [("", ([1, 2], None)), ("limit=1", ([1], 1)), ("kind=secret", ([2], None))]
)
def test_lines_are_read_in_parts(
    sheet: Program, session: Session, here: str, query: str, found: tuple[list[int], int | None]
) -> None:
    win(session)
    secret(session)
    answer = sheet.get(f"{here}entries/?{query}").json()
    assert ([line["entry"] for line in answer["items"]], answer["next_after"]) == found


@pytest.mark.parametrize("of_a_night", [True, False], ids=["night", "club"])
def test_books_are_written_out_as_on_their_page(sheet: Program, session: Session, here: str, of_a_night: bool) -> None:
    win(session)
    path = f"{here if of_a_night else ''}export/"
    file = books_file(club=session.club, form=Form.JSON, session=session if of_a_night else None)
    answer = sheet.get(path)
    assert answer.getvalue() == file.content
    assert sheet.get(path, **{"If-None-Match": answer["ETag"]}).status_code == 304


def test_putting_seats_right_is_previewed_without_a_trace(sheet: Program, session: Session, here: str) -> None:
    win(session)
    before = sheet.get(f"{here}seats/").content
    names = {"names": ["Ana", "Carla", "Ben", "Dan"], "mistake": "places", "reason": "x"}
    preview = sheet.post(f"{here}seats/mend/preview/", {"hand": 1, "expected_entry": 1, **names}).json()
    assert [seat["result_cents"] for seat in preview["after"]] == [180, 0, -90, -90]
    assert sheet.get(f"{here}seats/").content == before


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("state=open", ["new"]),
        ("state=closed", ["old"]),
        ("player_id={eva}", ["new"]),
        ("player_id={nobody}", []),
        ("since=2026-01-31T18:00:00Z", ["new", "old"]),
        ("since=2027-01-01T00:00:00Z", []),
        ("limit=1&page=2", ["old"]),
        ("limit=1&page=99", []),
    ],
)
def test_sessions_are_found_by_state_day_and_player(club: Club, sheet: Program, query: str, found: list[str]) -> None:
    old, new = people.start_night(club=club), people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"))
    people.close(old)
    names = {str(old.public_id): "old", str(new.public_id): "new"}
    eva = Player.objects.get(name="Eva").public_id
    answer = sheet.get(f"sessions/?{query.format(eva=eva, nobody=club.public_id)}").json()
    assert [names[item["id"]] for item in answer["items"]] == found
    assert answer["page_count"] == (2 if "limit" in query else 1)
