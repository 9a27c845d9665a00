"""Hands, proposals, the tong and cash of one's own, as programs record and read them."""

import pytest

from scoring.models import Club, Proposal, Role, Session
from scoring.operations.people.players import player_called
from scoring.operations.table.hands import record_hand
from tests import people
from tests.api.programs import Program, allow_proposals, error_of, player_program, program, token_for
from tests.people import ANA, BEN, CARLA

pytestmark = pytest.mark.django_db

WIN = {"act": people.WORKED_WIN, "expected_after": 0}


@pytest.fixture
def ben(session: Session) -> Program:
    """Return a program that speaks for Ben, who may propose hands."""
    allow_proposals(session)
    return player_program(session=session, seat=BEN, version=2)


def test_a_proposed_hand_says_what_it_comes_to_and_everybody_reads_it_until_it_is_recorded(
    session: Session, here: str, ben: Program, sheet: Program
) -> None:
    viewer = program(club=session.club, role=Role.VIEWER, version=2)
    judged = sheet.post(f"{here}judge/", {"act": people.WORKED_WIN}).json()
    answer = ben.post(f"{here}proposals/", WIN)
    proposal = Proposal.objects.get()
    at = proposal.proposed_at.isoformat().replace("+00:00", "Z")
    told = judged | {"id": str(proposal.public_id), "seat": BEN, "player_name": "Ben", "proposed_at": at}
    assert (answer.status_code, answer.json(), viewer.get(f"{here}proposals/").json()) == (201, told, {"items": [told]})
    hand = sheet.post(f"{here}hands/", {**WIN, "act": judged["act"], "expected_entry": 0})
    assert (hand.json()["changes"], sheet.get(f"{here}proposals/").json()) == (judged["changes"], {"items": []})


def test_the_sowee_that_the_table_noted_is_not_added_to_a_proposed_hand(
    here: str, ben: Program, sheet: Program
) -> None:
    sheet.put(f"{here}table/", {"hand": 1, "sowee": "4O"})
    ben.post(f"{here}proposals/", {**WIN, "act": {**people.WORKED_WIN, "source": "self_drawn", "sowee": None}})
    proposal = Proposal.objects.get()
    assert (proposal.act["sowee"], "sowee" in proposal.fields) == (None, False)


def test_only_a_win_is_proposed(here: str, ben: Program) -> None:
    assert error_of(ben.post(f"{here}proposals/", {**WIN, "act": people.DRAWN})) == (422, "invalid")


@pytest.mark.parametrize("by", ["ben", "sheet"])
def test_a_hand_recorded_meanwhile_is_answered_beside_yours_if_that_can_be(
    session: Session, here: str, ben: Program, sheet: Program, by: str
) -> None:
    people.win(session)
    path, asks = (f"{here}proposals/", ben) if by == "ben" else (f"{here}hands/", sheet)
    seen = {"expected_after": 0} if by == "ben" else {"expected_after": 0, "expected_entry": 0}
    late = asks.post(path, {**seen, "act": {**people.WORKED_WIN, "winner": CARLA}})
    versions = late.json()["versions"]
    assert error_of(late) == (409, "hand_taken")
    assert versions["recorded"] == sheet.get(f"{here}entries/1/").json()
    assert (versions["yours"]["winner"], versions["yours"]["verdict"]["per_opponent_cents"]) == (CARLA, 90)
    impossible = asks.post(path, {**seen, "act": {**people.WORKED_WIN, "hand": "1O"}})
    assert error_of(impossible) == (422, "wrong_card_count")


@pytest.mark.parametrize("name", [None, "Eva"])
def test_a_program_that_speaks_for_nobody_at_the_table_proposes_and_objects_to_nothing(
    session: Session, here: str, ben: Program, name: str | None
) -> None:
    people.win(session)
    player = player_called(club=session.club, name=name, at=people.EVENING) if name else None
    nobody = Program(token=token_for(club=session.club, role=Role.PLAYER, player=player), version=2)
    assert error_of(nobody.post(f"{here}proposals/", {**WIN, "expected_after": 1})) == (409, "proposal")
    assert error_of(nobody.post(f"{here}entries/1/disputes/", {"why": "No"})) == (409, "dispute")


def test_a_player_undoes_own_cash_only(session: Session, here: str) -> None:
    people.win(session)
    people.close(session)
    number = people.pay(session, payer=BEN, payee=ANA, cents=40).number
    ben, dan = (player_program(session=session, seat=seat, version=2) for seat in (BEN, people.DAN))
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


def test_a_program_reads_the_tong(session: Session, here: str, sheet: Program) -> None:
    sheet.post(f"{here}tong/", {"percent": 10, "coin_cents": 5, "holder": BEN, "expected_entry": 0})
    people.win(session)
    sheet.post(f"{here}tong/spendings/", {"amount_cents": 5, "reason": "ice", "expected_entry": 2})
    told = sheet.get(f"{here}tong/").json()
    assert (told["rule"]["percent"], told["pot_cents"], told["left_cents"]) == (10, 15, 10)


@pytest.mark.parametrize("coin_cents", [0, 7, 10**9])
def test_no_night_is_closed_by_what_is_no_coin(here: str, sheet: Program, coin_cents: int) -> None:
    shown = sheet.get(f"{here}close/?coin_cents={coin_cents}")
    closed = sheet.post(f"{here}close/", {"coin_cents": coin_cents, "expected_entry": 0})
    assert (shown.status_code, error_of(closed)[0]) == (422, 422)


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
