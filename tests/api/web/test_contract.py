"""What the API answers, whole, beside what the pages and their queries answer."""

import pytest
from django.test import Client
from django.utils import timezone

from scoring.ledger.fingerprint import short
from scoring.models import ApiAnswer, Club, Player, Session
from scoring.operations.people.joining import Asker, ask
from scoring.operations.people.players import player_called
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.penalties import record_secret
from scoring.queries.books.files import Form, books_file
from scoring.queries.books.ledger import ledger_line
from scoring.queries.table.tables import results
from scoring.web.device import new_device
from tests import people
from tests.acts.before import secret, win
from tests.acts.hands import DECLARED
from tests.api.programs import error_of, program

pytestmark = pytest.mark.django_db


def test_an_entry_is_answered_as_the_ledger_shows_it(club: Club) -> None:
    session, other = people.start_night(club=club), people.start_night(club=club)
    answer = program(club=session.club).post(
        f"sessions/{session.public_id}/hands/", {"act": people.WORKED_WIN, "expected_after": 0, "expected_entry": 0}
    )
    by_page = ledger_line(entry=people.win(other))
    entry = session.entries.get()
    assert answer.json() == {
        "number": 1,
        "kind": "hand",
        "act": by_page.entry.act,
        "reason": "",
        "recorded_at": entry.recorded_at.isoformat().replace("+00:00", "Z"),
        "recorded_by": "host program",
        "fingerprint": short(fingerprint=entry.fingerprint),
        "hand": {
            "number": 1,
            "position": 1,
            "winner": people.ANA,
            "deals_next": people.ANA,
            "verdict": by_page.entry.hand.verdict,
            "engine_version": by_page.entry.hand.engine_version,
        },
        "changes": [
            {"seat": change.seat, "player": change.player, "amount_cents": change.cents} for change in by_page.changes
        ],
        "is_cash": False,
        "is_apart": False,
        "reverses": None,
        "reversed_by": None,
    }


def test_a_price_list_of_a_request_has_whole_prices_where_there_is_nothing_smaller(club: Club) -> None:
    sheet, terms = program(club=club), {"names": ["Ana", "Ben"], "currency": "JPY", "first_dealer": 1}
    units = [
        sheet.post("sessions/", {**terms, "rules": {"preset": "pricelist", **unit}}).json()["rules"]["unit"]
        for unit in ({}, {"unit": 100})
    ]
    assert units == [1, 100]


def test_a_session_started_by_a_request_has_the_terms_of_its_page(club: Club) -> None:
    rules = {"preset": "family", "secret": 70}
    by_page = people.start_night(club=club, rules=rules, currency="EUR", stake_factor=5)
    answer = program(club=club).post(
        "sessions/",
        {"names": list(people.NAMES), "rules": rules, "currency": "EUR", "stake_factor": 5, "first_dealer": people.ANA},
    )
    terms = ("game", "rules", "currency", "minor_digits", "stake_factor", "first_dealer", "table")
    by_request = Session.objects.get(public_id=answer.json()["id"])
    assert [getattr(by_request, name) for name in terms] == [getattr(by_page, name) for name in terms]
    assert results(session=by_request) == results(session=by_page)
    again = program(club=club).post(f"sessions/{by_page.public_id}/again/")
    assert Session.objects.get(public_id=again.json()["id"]).rules == by_page.rules


def test_players_are_renamed_merged_and_erased_as_on_their_pages(session: Session) -> None:
    sheet, club = program(club=session.club), session.club
    for name in ("Eva", "Eve"):
        player_called(club=club, name=name, at=people.EVENING)
    eva, eve, dan = (Player.objects.get(name=name) for name in ("Eva", "Eve", "Dan"))
    assert sheet.patch(f"players/{eva.public_id}/", {"name": " Eva  Maria "}).json()["name"] == "Eva Maria"
    merged = sheet.post(f"players/{eve.public_id}/merge/", {"into": str(eva.public_id)}).json()
    assert (merged["id"], Player.objects.get(name="Eve").merged_into) == (str(eva.public_id), eva)
    assert sheet.post(f"players/{dan.public_id}/erase/").json()["name"] == "Player 1"
    assert [seat.player for seat in results(session=session)] == ["Ana", "Ben", "Carla", "Player 1"]
    taken = sheet.patch(f"players/{eva.public_id}/", {"name": "Ana"})
    assert error_of(taken) == (409, "player")


def test_an_erased_name_stands_in_no_answer_that_was_kept(session: Session) -> None:
    sheet = program(club=session.club)
    dan = Player.objects.get(name="Dan")
    sheet.post(f"sessions/{session.public_id}/again/")
    sheet.post(f"players/{dan.public_id}/erase/")
    assert not ApiAnswer.objects.filter(body__contains="Dan").exists()


def test_the_club_and_its_rule_sets_are_changed_as_on_their_pages(club: Club) -> None:
    sheet = program(club=club)
    assert sheet.put("club/", {"name": "Sunday", "time_zone": "Europe/Madrid"}).json() == {
        "id": str(club.public_id),
        "name": "Sunday",
        "time_zone": "Europe/Madrid",
    }
    assert error_of(sheet.put("club/", {"name": "Sunday", "time_zone": "Moon"})) == (422, "club")
    made = sheet.post("rule-sets/", {"name": "Ours", "rules": {"preset": "pagat", "secret": 60}}).json()
    assert [(one["name"], one["own"], one["preset"]) for one in made["differences"]] == [("secret", 60, 50)]
    change = {"name": "Ours", "rules": {"preset": "pagat", "secret": 65}, "expected_revision": 1}
    assert sheet.put(f"rule-sets/{made['id']}/", change).json()["revision"] == 2
    other = {**change, "rules": {"preset": "pagat"}}
    assert error_of(sheet.put(f"rule-sets/{made['id']}/", other)) == (409, "rule_set_changed")
    text = sheet.get(f"rule-sets/{made['id']}/file/").json()["file"]
    assert sheet.delete(f"rule-sets/{made['id']}/").json() == {"id": made["id"]}
    assert sheet.get("rule-sets/").json() == {"items": []}
    assert sheet.post("rule-sets/import/", {"file": text}).json()["rules"]["secret"] == 65
    assert error_of(sheet.post("rule-sets/import/", {"file": "{"})) == (422, "invalid")


def test_phones_are_let_in_and_sent_away_as_on_their_pages(club: Club) -> None:
    sheet = program(club=club)
    link = sheet.post("links/", {"role": "player"}).json()
    address = sheet.get(f"links/{link['id']}/").json()["address"]
    phone = Client()
    assert phone.post(address, {"new_device": new_device()}).status_code == 302
    guest = sheet.get("phones/").json()["items"][1]
    assert (guest["role"], guest["session"]) == ("player", None)
    changed = sheet.put(f"phones/{guest['id']}/", {"role": "scorekeeper"}).json()
    assert changed["role"] == "scorekeeper"
    left = sheet.post(f"phones/{guest['id']}/send-away/", {}).json()["items"]
    assert [each["role"] for each in left] == ["host"]
    last = sheet.post(f"phones/{left[0]['id']}/send-away/", {})
    assert error_of(last) == (409, "last_host")
    assert sheet.delete(f"links/{link['id']}/").json()["id"] == link["id"]
    assert sheet.get("links/").json() == {"items": []}


def test_a_phone_that_waits_is_let_in_over_the_api(club: Club) -> None:
    sheet = program(club=club)
    code = sheet.put("joining/", {}).json()["code"]
    ask(text=code, asker=Asker(token="eva", label="Safari, iPhone", name="Eva"), now=timezone.now())
    (waiting,) = sheet.get("joining/").json()["waiting"]
    assert (waiting["name"], waiting["phone"]) == ("Eva", "Safari, iPhone")
    assert sheet.post(f"joining/{waiting['id']}/answer/", {"role": "viewer"}).json()["waiting"] == []
    assert [each["role"] for each in sheet.get("phones/").json()["items"]] == ["host", "viewer"]
    assert sheet.delete("joining/").json()["code"] is None


def test_what_is_read_is_what_the_queries_of_the_pages_answer(session: Session) -> None:
    win(session)
    secret(session)
    sheet, here = program(club=session.club), f"sessions/{session.public_id}/"
    standing = [
        {
            "number": seat.number,
            "place": seat.place,
            "side": seat.side,
            "player": seat.player,
            "result_cents": seat.result_cents,
            "outstanding_cents": seat.outstanding_cents,
            "apart_cents": seat.apart_cents,
            "points": seat.points,
        }
        for seat in results(session=session)
    ]
    assert sheet.get(f"{here}balances/").json()["seats"] == standing
    assert sheet.get("sessions/").json()["items"][0]["seats"] == standing
    assert sheet.get(f"{here}statement/").json()["seats"] == standing
    assert [line["number"] for line in sheet.get(f"{here}entries/").json()["items"]] == [1, 2]
    first = sheet.get(f"{here}entries/?limit=1").json()
    assert ([line["number"] for line in first["items"]], first["next_after"]) == ([1], 1)
    assert [line["kind"] for line in sheet.get(f"{here}entries/?kind=secret").json()["items"]] == ["secret"]
    night, whole = (sheet.get(f"{path}export/") for path in (here, ""))
    assert night.getvalue() == books_file(club=session.club, form=Form.JSON, session=session).content
    assert whole.getvalue() == books_file(club=session.club, form=Form.JSON).content
    assert sheet.get("export/", **{"If-None-Match": whole["ETag"]}).status_code == 304
    totals = sheet.get("players/?order=name").json()["totals"]
    assert [(total["player"]["name"], total["result_cents"]) for total in totals] == [
        ("Ana", 130),
        ("Ben", 10),
        ("Carla", -50),
        ("Dan", -90),
    ]


def test_putting_seats_right_is_previewed_without_a_trace(session: Session) -> None:
    people.win(session)
    sheet, here = program(club=session.club), f"sessions/{session.public_id}/"
    before = sheet.get(f"{here}seats/").json()
    assert [(seat["player"]["name"], seat["place"], seat["side"]) for seat in before["items"]] == [
        ("Ana", 1, 1),
        ("Ben", 2, 2),
        ("Carla", 3, 1),
        ("Dan", 4, 2),
    ]
    wrong = {
        "hand": 1,
        "names": ["Ana", "Carla", "Ben", "Dan"],
        "mistake": "places",
        "reason": "We had changed",
        "expected_entry": 1,
    }
    preview = sheet.post(f"{here}seats/mend/preview/", wrong).json()
    assert [seat["result_cents"] for seat in preview["after"]] == [180, 0, -90, -90]
    assert sheet.get(f"{here}seats/").json() == before


def test_sessions_are_found_by_state_day_and_player(club: Club) -> None:
    sheet = program(club=club)
    old, new = people.start_night(club=club), people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"))
    close_session(session=old, coin_cents=1, expected_entry=0, stamp=people.stamp())

    def found(query: str) -> list[str]:
        return [item["id"] for item in sheet.get(f"sessions/?{query}").json()["items"]]

    eva = Player.objects.get(name="Eva").public_id
    assert found("state=open") == [str(new.public_id)]
    assert found("state=closed") == [str(old.public_id)]
    assert found(f"player={eva}") == [str(new.public_id)]
    assert found("since=2026-01-31T18:00:00Z") == [str(new.public_id), str(old.public_id)]
    assert found("since=2027-01-01T00:00:00Z") == []
    assert found("limit=1&page=2") == [str(old.public_id)]
    beyond = sheet.get("sessions/?limit=1&page=99").json()
    assert beyond == {"items": [], "page": 99, "page_count": 2}


def test_two_programs_recording_the_same_hand_see_both_versions(session: Session) -> None:
    first, second = program(club=session.club), program(club=session.club)
    hands = f"sessions/{session.public_id}/hands/"
    free = {"expected_after": 0, "expected_entry": 0}
    recorded = first.post(hands, {"act": people.WORKED_WIN, **free}).json()
    late = second.post(hands, {"act": DECLARED, **free})
    assert error_of(late) == (409, "hand_taken")
    versions = late.json()["error"]["versions"]
    assert versions["recorded"] == recorded
    assert (versions["yours"]["winner"], versions["yours"]["verdict"]["per_opponent"]) == (people.DAN, 150)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ({"result": "win"}, "unknown_seat"),
        ({**people.WORKED_WIN, "secrets": ["3O"]}, "secret_not_in_hand"),
        ({**DECLARED, "kings_of_coins": None}, "bad_number"),
        ({name: DECLARED[name] for name in DECLARED if name != "other_kings"}, "missing_field"),
        ({name: DECLARED[name] for name in DECLARED if name != "sowee_condition"}, "missing_field"),
        ({"result": []}, "unknown_result"),
    ],
)
def test_nothing_that_decides_money_is_guessed(session: Session, act: dict[str, object], code: str) -> None:
    answer = program(club=session.club).post(
        f"sessions/{session.public_id}/hands/", {"act": act, "expected_after": 0, "expected_entry": 0}
    )
    assert error_of(answer) == (422, code)
    assert not session.entries.exists()


def test_the_secrets_a_winner_was_paid_for_are_named(session: Session) -> None:
    record_secret(session=session, seat=people.ANA, expected_entry=0, stamp=people.stamp())
    sheet, hands = program(club=session.club), f"sessions/{session.public_id}/hands/"
    free = {"expected_after": 0, "expected_entry": 1}
    assert error_of(sheet.post(hands, {"act": people.WORKED_WIN, **free})) == (422, "secrets_not_named")


def test_a_price_list_needs_the_cards_and_the_sowee(club: Club) -> None:
    session = people.start_night(club=club, rules="pricelist")
    sheet, hands = program(club=club), f"sessions/{session.public_id}/hands/"
    free = {"expected_after": 0, "expected_entry": 0}
    assert error_of(sheet.post(hands, {"act": DECLARED, **free}))[0] == 422
