"""Nights by programs: started, found, entered later, played, judged, and debts over nights."""

import json
from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from scoring.api.answers import told
from scoring.games import FIRST
from scoring.games.cuajo import answer_claim, read_rules
from scoring.models import Club, KeptVerdict, Player, Proposal, Role, Session
from scoring.operations.people.players import player_called
from scoring.operations.table.hands import record_hand
from scoring.operations.throttle import KEPT_VERDICTS
from scoring.queries.books.files import Form, books_file
from scoring.queries.money import open_debts
from scoring.queries.table.night import night_of
from tests import people
from tests.acts.cases import without
from tests.api.programs import Program, allow_proposals, error_of, player_program, program, token_for
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN

pytestmark = pytest.mark.django_db

WANTED = {"names": list(people.NAMES), "currency": "PHP", "first_dealer": ANA}
STARTED = (409, "night_started")
PAST_NIGHT = {
    "day": "2019-05-31",
    "place": "Cebu",
    "results": [{"name": "Ana", "result_cents": 900}, {"name": "Ben", "result_cents": -900}],
}


@pytest.fixture
def weeks(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: in each Ben and Dan owe Ana 90."""
    nights = (people.start_night(club=club), people.start_night(club=club))
    for night in nights:
        people.win(night)
        people.close(night)
    return nights


def test_a_night_without_hand_or_money_and_whoever_only_waited_count_nowhere(club: Club, sheet: Program) -> None:
    night = people.start_night(club=club)
    people.wait(night, "Eva")
    people.win(night)
    for each in (night, *(people.start_night(club=club, currency=currency) for currency in ("PHP", "SGD"))):
        people.close(each)
    players, standings = (sheet.get(path).json() for path in ("players/", "standings/"))
    counted = [(each["player"]["name"], each["session_count"]) for each in (*players["totals"], *standings["items"])]
    assert sorted(counted) == [(name, 1) for name in people.NAMES for _ in range(2)]
    assert (standings["session_count"], error_of(sheet.get("standings/?currency=SGD"))[0]) == (1, 422)
    assert [each["name"] for each in players["without_session"]] == ["Eva"]


def person(name: str) -> dict[str, str]:
    return {"id": str(Player.objects.get(name=name).public_id), "name": name}


def left(club: Club) -> list[tuple[str, int]]:
    return [(each.debtor.name, each.cents) for each in open_debts(club=club)]


def debts_of(sheet: Program) -> Any:
    (php,) = sheet.get("debts/").json()["items"]
    return php


def of_ben(sheet: Program) -> dict[str, object]:
    (pair,) = (pair for pair in debts_of(sheet)["pairs"] if pair["debtor"]["name"] == "Ben")
    owed = {"expected_cents": pair["amount_cents"], "amount_cents": pair["amount_cents"]}
    return {"debtor_id": pair["debtor"]["id"], "creditor_id": pair["creditor"]["id"], "currency": "PHP", **owed}


def test_a_program_that_saw_no_night_is_told_of_the_one_its_players_play(sheet: Program) -> None:
    wanted = WANTED | {"expected_newest_id": None}
    started = sheet.post("sessions/", wanted)
    newest = started.json()["id"]
    again, seen = f"sessions/{newest}/again/", {"expected_newest_id": newest}
    assert started["Location"] == f"/api/v1/sessions/{newest}/"
    assert error_of(sheet.post("sessions/", wanted)) == STARTED
    assert [sheet.post(again, seen).status_code, error_of(sheet.post(again, seen))] == [201, STARTED]
    assert sheet.post("sessions/", WANTED).status_code == 201


@pytest.mark.parametrize(("days", "doubt"), [(-30, None), (30, "clock.behind")])
def test_what_is_begun_by_a_clock_in_doubt_says_so(
    club: Club, sheet: Program, monkeypatch: pytest.MonkeyPatch, days: int, doubt: str | None
) -> None:
    monkeypatch.setattr(people, "EVENING", timezone.now() + timedelta(days=days))
    people.start_night(club=club)
    begun = sheet.post("sessions/", WANTED)
    assert (begun.status_code, begun.get("Clock-Doubt")) == (201, doubt)


def test_a_session_started_by_a_request_has_the_terms_of_its_page(club: Club, sheet: Program) -> None:
    rules = {"preset": "family", "secret": 70}
    by_page = people.start_night(club=club, rules=rules, currency="EUR", stake_factor=5)
    answer = sheet.post("sessions/", {**WANTED, "rules": rules, "currency": "EUR", "stake_factor": 5})
    again = sheet.post(f"sessions/{by_page.public_id}/again/")
    nights = (by_page, *(Session.objects.get(public_id=each.json()["id"]) for each in (answer, again)))
    kept = ("game", "rules", "currency", "minor_digits", "stake_factor", "table")
    assert all(getattr(night, name) == getattr(by_page, name) for night in nights for name in kept)
    assert (nights[1].first_dealer, night_of(session=nights[1]).standings) == (ANA, night_of(session=by_page).standings)
    by_name = sheet.post("sessions/", {**WANTED, "rules": "family"}).json()
    assert by_name["rules"] == sheet.post("sessions/", {**WANTED, "rules": {"preset": "family"}}).json()["rules"]


@stored("session_queries", "web")
def test_sessions_are_found_by_state_day_and_player(club: Club, sheet: Program, query: str, found: list[str]) -> None:
    old, new = people.start_night(club=club), people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"))
    people.close(old)
    names = {str(old.public_id): "old", str(new.public_id): "new"}
    eva = Player.objects.get(name="Eva").public_id
    answer = sheet.get(f"sessions/?{query.format(eva=eva, nobody=club.public_id, new=new.public_id)}").json()
    assert [names[item["id"]] for item in answer["items"]] == found


def test_balances_are_those_of_the_pages_in_every_answer(sheet: Program, session: Session, here: str) -> None:
    people.win(session)
    assert [side["result_cents"] for side in sheet.get(here).json()["sides"]] == [180, -180]
    people.lay_secret(session, seat=BEN)
    told = sheet.get(f"{here}balances/").json()["seats"]
    standing = [
        {**without(asdict(seat), ["number"]), "seat": seat.number, "player": person(seat.player)}
        for seat in night_of(session=session).standings
    ]
    assert told == standing
    assert sheet.get("sessions/").json()["items"][0]["seats"] == standing
    assert sheet.get(f"{here}statement/").json()["seats"] == standing
    totals = sheet.get("players/?order=name").json()["totals"]
    assert [total["result_cents"] for total in totals] == [130, 10, -50, -90]
    people.sit(session, *people.NAMES, dealer=4)
    assert sheet.get(here).json()["sides"] == []


@pytest.mark.parametrize("of_a_night", [True, False], ids=["night", "club"])
def test_books_are_written_out_as_on_their_page(sheet: Program, session: Session, here: str, of_a_night: bool) -> None:
    people.win(session)
    path = f"{here if of_a_night else ''}export/"
    file = books_file(club=session.club, form=Form.JSON, session=session if of_a_night else None)
    answer = sheet.get(path)
    assert answer.getvalue() == file.content
    assert sheet.get(path, **{"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_program_enters_nights_and_takes_one_back(sheet: Program) -> None:
    wanted = {"currency": "PHP", "nights": [PAST_NIGHT], "expected_new": ["Ana", "Ben"]}
    assert error_of(sheet.post("past-nights/", {**wanted, "expected_new": ["Ana"]})) == (409, "shown_changed")
    (night,) = sheet.post("past-nights/", wanted).json()["items"]
    told = [(seat["player"]["name"], seat["result_cents"], seat["outstanding_cents"]) for seat in night["seats"]]
    assert told == [("Ana", 900, 0), ("Ben", -900, 0)]
    assert (night["entered_later"], night["state"], night["place"]) == (True, "settled", "Cebu")
    assert error_of(sheet.post("past-nights/", wanted)) == (409, "past")
    back = {"reason": "Another day", "expected_entry": 3}
    taken = sheet.post(f"sessions/{night['id']}/past/take-back/", back)
    assert (taken.status_code, taken.json()["kind"], Session.objects.get().is_practice) == (201, "reversal", True)
    twice = {**wanted, "nights": [PAST_NIGHT] * 2, "expected_new": []}
    assert error_of(sheet.post("past-nights/", twice)) == (409, "past")
    assert len(sheet.post("past-nights/", {**twice, "expected_alike": 1}).json()["items"]) == 2


@pytest.mark.usefixtures("weeks")
def test_a_program_pays_and_takes_back(club: Club, sheet: Program) -> None:
    said = of_ben(sheet)
    paid = sheet.post("debts/payments/", said)
    assert (paid.status_code, paid.json()["kind"], paid.json()["is_cash"]) == (201, "utang", True)
    assert left(club) == [("Dan", 90), ("Dan", 90)]
    assert error_of(sheet.post("debts/payments/", said)) == (409, "debts_changed")
    sheet.post(f"debts/{paid.json()['act']['id']}/take-back/")
    assert len(left(club)) == 4


@pytest.mark.usefixtures("weeks")
def test_a_program_forgives_nets_and_settles_all(club: Club, sheet: Program) -> None:
    gift = sheet.post("debts/forgivings/", of_ben(sheet) | {"amount_cents": 30, "reason": "birthday"})
    first, second = (
        {f"{who}_id": line[who]["id"] for who in ("debtor", "creditor")} | {"expected_cents": line["amount_cents"]}
        for line in debts_of(sheet)["netted"]
    )
    netted = sheet.post("debts/netted/", first | {"currency": "PHP"})
    rest = sheet.post("debts/all/", {"currency": "PHP", "expected": [second]})
    assert (gift.json()["is_apart"], [each.status_code for each in (gift, netted, rest)]) == (True, [201] * 3)
    assert left(club) == []


@pytest.mark.usefixtures("weeks")
def test_a_program_carries_debts_into_a_night(club: Club, sheet: Program) -> None:
    tonight = people.start_night(club=club)
    answer = sheet.post(f"sessions/{tonight.public_id}/carry/", {"expected_cents": 360})
    assert (answer.status_code, answer.json()["entry"], answer.json()["act"]["way"]) == (201, 1, "opening")
    assert left(club) == []


def test_a_program_reads_the_tong(session: Session, here: str, sheet: Program) -> None:
    sheet.post(f"{here}tong/", {"percent": 10, "coin_cents": 5, "holder": BEN, "expected_entry": 0})
    people.win(session)
    sheet.post(f"{here}tong/spendings/", {"amount_cents": 5, "reason": "ice", "expected_entry": 2})
    told = sheet.get(f"{here}tong/").json()
    assert (told["rule"]["percent"], told["holder"], told["pot_cents"], told["left_cents"]) == (10, BEN, 15, 10)


def test_a_program_of_a_player_settles_what_is_their_own(sheet: Program, weeks: tuple[Session, Session]) -> None:
    said = of_ben(sheet)
    ana, ben, dan = (player_program(session=weeks[0], seat=seat) for seat in (ANA, BEN, DAN))
    gift = said | {"reason": "please", "amount_cents": 10}
    assert error_of(dan.post("debts/payments/", said)) == (403, "not_yours")
    assert error_of(ben.post("debts/forgivings/", gift)) == (403, "not_yours")
    assert ana.post("debts/forgivings/", gift).status_code == 201
    assert ben.post("debts/payments/", said | {"expected_cents": 170, "amount_cents": 170}).status_code == 201


FIRST_HAND = {"act": people.WORKED_WIN, "expected_after": 0}


@pytest.fixture
def ben(session: Session) -> Program:
    allow_proposals(session)
    return player_program(session=session, seat=BEN)


def test_a_proposed_hand_is_read_until_recorded(session: Session, here: str, ben: Program, sheet: Program) -> None:
    viewer = program(club=session.club, role=Role.VIEWER)
    judged = sheet.post(f"{here}judge/", {"act": people.WORKED_WIN}).json()
    answer = ben.post(f"{here}proposals/", FIRST_HAND)
    proposal = Proposal.objects.get()
    at = proposal.proposed_at.isoformat().replace("+00:00", "Z")
    told = judged | {"id": str(proposal.public_id), "seat": BEN, "player": person("Ben"), "proposed_at": at}
    assert (answer.status_code, answer.json(), viewer.get(f"{here}proposals/").json()["items"]) == (201, told, [told])
    hand = sheet.post(f"{here}hands/", {**FIRST_HAND, "act": judged["act"], "expected_entry": 0, "expected_sowee": ""})
    assert (hand.json()["changes"], sheet.get(f"{here}proposals/").json()["items"]) == (judged["changes"], [])


def test_the_sowee_of_the_table_is_not_added_to_a_proposed_hand(here: str, ben: Program, sheet: Program) -> None:
    sheet.put(f"{here}table/", {"hand": 1, "sowee": "4O"})
    ben.post(f"{here}proposals/", {**FIRST_HAND, "act": {**people.WORKED_WIN, "source": "self_drawn", "sowee": None}})
    proposal = Proposal.objects.get()
    assert (proposal.act["sowee"], "sowee" in proposal.fields) == (None, False)


@pytest.mark.parametrize("by", ["ben", "sheet"])
def test_a_hand_recorded_meanwhile_is_answered_beside_yours_if_that_can_be(
    session: Session, here: str, ben: Program, sheet: Program, by: str
) -> None:
    people.win(session)
    path, asks = (f"{here}proposals/", ben) if by == "ben" else (f"{here}hands/", sheet)
    seen = {"expected_after": 0} if by == "ben" else {"expected_after": 0, "expected_entry": 0, "expected_sowee": ""}
    late = asks.post(path, {**seen, "act": {**people.WORKED_WIN, "winner": CARLA}})
    versions = late.json()["versions"]
    assert error_of(late) == (409, "hand_taken")
    assert versions["recorded"] == sheet.get(f"{here}entries/1/").json()
    assert (versions["yours"]["winner"], versions["yours"]["verdict"]["per_opponent_cents"]) == (CARLA, 90)
    assert error_of(asks.post(path, {**seen, "act": {**people.WORKED_WIN, "hand": "1O"}})) == (422, "wrong_card_count")


def test_a_win_names_the_secrets_that_the_house_shows_c18(club: Club, sheet: Program) -> None:
    night = people.start_night(club=club, rules="family")
    people.lay_secret(night, seat=BEN)
    path, seen = f"sessions/{night.public_id}/", {"expected_after": 0, "expected_entry": 1, "expected_sowee": ""}
    unsaid = sheet.post(f"{path}hands/", {**seen, "act": people.WORKED_WIN})
    laid = sheet.post(f"{path}hands/", {**seen, "act": {**people.WORKED_WIN, "shown": {"2": "4E"}}})
    sheet.post(f"{path}terms/", {"rules": {"secrets_shown": False}, "reason": "No", "expected_entry": 2})
    again = sheet.post(f"{path}entries/2/correct/", {"act": people.WORKED_WIN, "reason": "No"})
    assert [answer.json()["errors"][0]["field"] for answer in (unsaid, again)] == ["act.shown"] * 2
    assert (laid.status_code, laid.json()["act"]["shown"]) == (201, {"2": "4E"})


def test_the_preview_lists_the_objections_that_the_close_names(session: Session, here: str, sheet: Program) -> None:
    people.win(session)
    sheet.post(f"{here}entries/1/disputes/", {"reason": "No", "seat": BEN})
    seen = {name: sheet.get(f"{here}close/").json()[name] for name in ("expected_entry", "disputed_entries")}
    assert (seen["disputed_entries"], sheet.post(f"{here}close/", seen).status_code) == ([1], 201)


@pytest.mark.parametrize("name", [None, "Eva"])
def test_a_program_of_nobody_proposes_nothing(session: Session, here: str, ben: Program, name: str | None) -> None:
    people.win(session)
    player = player_called(club=session.club, name=name, at=people.EVENING) if name else None
    nobody = Program(token=token_for(club=session.club, role=Role.PLAYER, player=player))
    assert error_of(nobody.post(f"{here}proposals/", {**FIRST_HAND, "expected_after": 1})) == (409, "proposal")
    assert error_of(nobody.post(f"{here}entries/1/disputes/", {"reason": "No"})) == (409, "dispute")


def test_a_player_undoes_own_cash_only(session: Session, here: str) -> None:
    people.win(session)
    people.close(session)
    number = people.pay(session, payer=BEN, payee=ANA, cents=40).number
    ben, dan = (player_program(session=session, seat=seat) for seat in (BEN, people.DAN))
    assert error_of(dan.post(f"{here}entries/{number}/reverse/", {})) == (403, "not_yours")
    assert error_of(ben.post(f"{here}entries/1/reverse/", {})) == (403, "not_allowed")
    assert ben.post(f"{here}entries/{number}/reverse/", {}).status_code == 201


def test_a_hand_declared_in_another_game_is_not_verified_as_one_of_cuajo(club: Club, sheet: Program) -> None:
    night = people.start_night(club=club, game="khanhoo_qing", rules=None, names=people.NAMES[:3])
    act = {"result": "win", "winner": 1, "declared": True}
    record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())
    claim = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
    answer = sheet.post(f"sessions/{night.public_id}/entries/1/verdicts/", claim)
    assert error_of(answer) == (404, "not_found")


def test_putting_seats_right_is_previewed_without_a_trace(session: Session, here: str, sheet: Program) -> None:
    people.win(session)
    before = sheet.get(f"{here}seats/").content
    names = {"names": ["Ana", "Carla", "Ben", "Dan"], "mistake": "places", "reason": "x"}
    preview = sheet.post(f"{here}seats/mend/preview/", {"hand": 1, "expected_entry": 1, **names}).json()
    assert [seat["result_cents"] for seat in preview["after"]] == [180, 0, -90, -90]
    assert sheet.get(f"{here}seats/").content == before


@pytest.mark.parametrize(
    ("query", "found"), [("", ([1, 2], None)), ("limit=1", ([1], 1)), ("kind=secret", ([2], None))]
)
def test_lines_are_read_in_parts(
    session: Session, here: str, sheet: Program, query: str, found: tuple[list[int], int | None]
) -> None:
    people.win(session)
    people.lay_secret(session, seat=BEN)
    answer = sheet.get(f"{here}entries/?{query}").json()
    assert ([line["entry"] for line in answer["items"]], answer["next_after"]) == found


CASES = (settings.BASE_DIR / "tests" / "cases" / "cuajo.jsonl").read_text().splitlines()
HAND = people.WORKED_HAND
FIFTEEN = HAND.removesuffix(" 12B")
WIN = {"hand": HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}


def ask(path: str, **content: object) -> Any:
    return Program().post(f"verify/{path}", content, key="")


@pytest.mark.parametrize("line", CASES, ids=range(len(CASES)))
def test_verify_answers_a_shared_case_as_the_command_does(line: str) -> None:
    claim = json.loads(line)["claim"]
    answer = Client().post("/api/v1/verify/", claim, content_type="application/json")
    same: Any = answer_claim(data=claim)
    problems = same.get("error", {}).get("problems", ())
    shown = [(each["field"], each["code"]) for each in answer.json().get("errors", ())]
    assert shown == [(each["field"], each["code"]) for each in problems]
    assert (answer.status_code, answer.json()) == (200, told(same)) or problems


def test_a_hand_that_cannot_be_has_no_near_miss_and_says_why() -> None:
    answer = ask("near-miss/", hand="1O 1O 1O 1O 1O").json()
    assert (answer["near_miss"], [each["code"] for each in answer["problems"]]) == (None, ["too_many_copies"])


@pytest.mark.parametrize(
    ("path", "asked", "code"),
    [
        ("extra-cards/", {**without(WIN, ["source"]), "bounit": "12O"}, "bounit_not_in_hand"),
        ("claims/", {"how": "drawn", "by": 4, "players": [{"seat": 1}, {"seat": 2}]}, "unknown_seat"),
        ("waits/", {"hand": f"{FIFTEEN} joker"}, "unknown_card"),
        ("waits/", {"hand": FIFTEEN, "rules": {"secrets": 1}}, "unknown_house_rule"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(path: str, asked: dict[str, object], code: str) -> None:
    assert error_of(ask(path, **asked)) == (422, code)


def test_an_answer_can_be_kept_and_read_by_whoever_knows_its_id() -> None:
    key, stranger = uuid4(), Program()
    made = stranger.post("verdicts/", {"kind": "win", "question": WIN}, key=key)
    win = next(each for each in FIRST.questions if each.id == "win")
    asked, kept = {"question": "win", **WIN, "secrets": [], "extra": ""}, KeptVerdict.objects.get()
    assert (made.status_code, made.json()) == (
        201,
        {
            "id": str(key),
            "address": f"/verdict/{key}/",
            "game": "cuajo",
            "question": asked,
            "rules": kept.rules,
            "answer": told(win.answer(asked, read_rules(value="pagat")).data()),
            "engine_version": kept.engine_version,
            "kept_at": made.json()["kept_at"],
        },
    )
    assert stranger.get(f"verdicts/{key}/").json() == made.json()


def test_nobody_keeps_a_win_that_cannot_be_or_more_answers_in_a_minute_than_a_table_needs() -> None:
    content = {"kind": "purro", "question": {"hand": FIFTEEN}}
    impossible = {"kind": "win", "question": {**WIN, "hand": FIFTEEN}}
    assert error_of(Program().post("verdicts/", impossible)) == (422, "wrong_card_count")
    *kept, refused = [Program().post("verdicts/", content) for _ in range(KEPT_VERDICTS.times + 1)]
    assert ({answer.status_code for answer in kept}, error_of(refused)) == ({201}, (429, "throttled"))


def test_a_declared_hand_is_verified_by_the_rules_of_its_night(session: Session, here: str, sheet: Program) -> None:
    seen = people.expected(session)
    entry = record_hand(session=session, act=people.DECLARED_WIN, expected=seen, stamp=people.stamp())
    kept = sheet.post(f"{here}entries/1/verdicts/", WIN)
    assert (kept.status_code, kept.json()["answer"]["per_opponent_cents"]) == (201, 90)
    assert KeptVerdict.objects.get().entry == entry
    assert error_of(sheet.post(f"{here}entries/1/verdicts/", {**WIN, "rules": "pagat"})) == (422, "invalid")
