"""Hands proposed by programs, and for whom a program speaks."""

from typing import Any

import pytest

from scoring.models import Club, Device, Membership, Proposal, Role, Session
from scoring.operations.people.devices import TokenError, Wanted, make_token
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.table.hands import record_hand
from tests import people
from tests.api.programs import Program, allow_proposals, error_of, player_program, program
from tests.people import ANA, BEN, CARLA

pytestmark = pytest.mark.django_db

WIN = {"act": people.WORKED_WIN, "expected_after": 0}


@pytest.fixture
def night(session: Session) -> Session:
    """Return a night in which players may propose hands."""
    allow_proposals(session)
    session.refresh_from_db()
    return session


@pytest.fixture
def ben(night: Session) -> Program:
    """Return a program that speaks for Ben."""
    return player_program(session=night, seat=BEN, version=2)


def here(session: Session, path: str = "proposals/") -> str:
    return f"sessions/{session.public_id}/{path}"


def test_a_proposed_hand_says_what_it_comes_to_and_everybody_reads_it_until_it_is_recorded(
    night: Session, ben: Program
) -> None:
    keeper, viewer = (program(club=night.club, role=role, version=2) for role in (Role.SCOREKEEPER, Role.VIEWER))
    judged = keeper.post(here(night, "judge/"), {"act": people.WORKED_WIN}).json()

    answer = ben.post(here(night), WIN)

    proposal = Proposal.objects.get()
    at = proposal.proposed_at.isoformat().replace("+00:00", "Z")
    who = {"id": str(proposal.public_id), "seat": BEN, "player_name": "Ben", "proposed_at": at}
    assert (answer.status_code, answer.json()) == (201, judged | who)
    assert viewer.get(here(night)).json() == {"items": [judged | who]}
    hand = {"act": judged["act"], "expected_after": 0, "expected_entry": 0}
    assert keeper.post(here(night, "hands/"), hand).json()["changes"] == judged["changes"]
    assert keeper.get(here(night)).json() == {"items": []}


def test_another_hand_under_the_same_key_is_none(night: Session, ben: Program) -> None:
    key = people.stamp().key
    ben.post(here(night), WIN, key=key)
    other = {**WIN, "act": {**people.WORKED_WIN, "winner": CARLA}}
    assert error_of(ben.post(here(night), other, key=key)) == (409, "key_reused")


def test_the_sowee_that_the_table_noted_is_not_added_to_a_proposed_hand(night: Session, ben: Program) -> None:
    program(club=night.club, version=2).put(here(night, "table/"), {"hand": 1, "sowee": "4O"})
    ben.post(here(night), {**WIN, "act": {**people.WORKED_WIN, "source": "self_drawn", "sowee": None}})
    proposal = Proposal.objects.get()
    assert (proposal.act["sowee"], "sowee" in proposal.fields) == (None, False)


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (people.DRAWN, (422, "invalid")),
        ({**people.WORKED_WIN, "secrets": ["3O"]}, (422, "secret_not_in_hand")),
        ({**people.WORKED_WIN, "hand": "1O"}, (422, "wrong_card_count")),
    ],
)
def test_only_a_win_that_can_be_is_proposed(
    night: Session, ben: Program, act: dict[str, object], refusal: tuple[int, str]
) -> None:
    assert error_of(ben.post(here(night), {**WIN, "act": act})) == refusal
    assert not Proposal.objects.exists()


@pytest.mark.parametrize("path", ["proposals/", "hands/"])
def test_a_hand_recorded_meanwhile_is_answered_beside_yours(night: Session, ben: Program, path: str) -> None:
    people.win(night)
    sheet = ben if path == "proposals/" else program(club=night.club, version=2)
    seen = {} if path == "proposals/" else {"expected_entry": 0}
    late = sheet.post(here(night, path), {**WIN, **seen, "act": {**people.WORKED_WIN, "winner": CARLA}})
    versions = late.json()["versions"]
    assert (late.status_code, versions["recorded"]["entry"], versions["yours"]["winner"]) == (409, 1, CARLA)


@pytest.mark.parametrize("name", [None, "Eva"])
def test_a_program_that_speaks_for_nobody_at_the_table_proposes_and_objects_to_nothing(
    night: Session, name: str | None
) -> None:
    people.win(night)
    player = player_called(club=night.club, name=name, at=people.EVENING) if name else None
    nobody = Program(token=token_of(night.club, player=player), version=2)
    assert error_of(nobody.post(here(night), {**WIN, "expected_after": 1})) == (409, "proposal")
    assert error_of(nobody.post(here(night, "entries/1/disputes/"), {"why": "No"})) == (409, "dispute")


def test_a_player_undoes_own_cash_only(session: Session) -> None:
    people.win(session)
    people.close(session)
    number = people.pay(session, payer=BEN, payee=ANA, cents=40).number
    ben, dan = (player_program(session=session, seat=seat, version=2) for seat in (BEN, people.DAN))
    assert error_of(dan.post(here(session, f"entries/{number}/reverse/"), {})) == (403, "not_yours")
    assert error_of(ben.post(here(session, "entries/1/reverse/"), {})) == (403, "not_allowed")
    assert ben.post(here(session, f"entries/{number}/reverse/"), {}).status_code == 201


def test_a_hand_declared_in_another_game_is_not_verified_as_one_of_cuajo(club: Club) -> None:
    night = people.start_night(club=club, game="khanhoo_qing", rules=None, names=people.NAMES[:3])
    act = {"result": "win", "winner": 1, "declared": True}
    record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())
    claim = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
    answer = program(club=club, version=2).post(here(night, "entries/1/verdicts/"), claim)
    assert error_of(answer) == (404, "not_found")


def test_a_token_says_for_whom_its_program_speaks_after_a_merge_too(session: Session) -> None:
    ben = player_program(session=session, seat=BEN, version=2)
    benny = player_called(club=session.club, name="Benny", at=people.EVENING)
    merge_players(player=session.seats.get(number=BEN).player, into=benny)
    assert ben.get("token/").json()["player"] == {"id": str(benny.public_id), "name": "Benny"}


def test_who_is_no_host_lets_in_programs_for_the_holder_of_the_phone_only(session: Session) -> None:
    ana, ben = (session.seats.get(number=number).player for number in (ANA, BEN))
    keeper = phone_of(session, role=Role.SCOREKEEPER)
    assert token_of(session.club, player=ben, maker=keeper)
    for player in (ana, player_called(club=people.make_club(name="Other"), name="Ben", at=people.EVENING)):
        with pytest.raises(TokenError):
            token_of(session.club, player=player, maker=keeper)


def test_a_program_speaks_for_nobody_its_maker_may_not_choose_any_more(session: Session) -> None:
    host = phone_of(session, role=Role.HOST)
    ana, ben = (session.seats.get(number=number).player for number in (ANA, BEN))
    tokens = [token_of(session.club, player=player, maker=host) for player in (ana, ben)]
    Membership.objects.filter(device=host).update(role=Role.PLAYER)
    spoken = [Program(token=token, version=2).get("token/").json()["player"] for token in tokens]
    assert spoken == [None, {"id": str(ben.public_id), "name": "Ben"}]


def phone_of(session: Session, *, role: Role) -> Device:
    """Return a phone with a role in the hands of Ben."""
    people.browser_of(club=session.club, role=role, seat=session.seats.get(number=BEN))
    return Device.objects.latest("pk")


def token_of(club: Club, *, player: Any, maker: Device | None = None) -> str:
    """Return the token of a player's program, let in by the host unless another device is given."""
    if maker is None:
        people.host_browser(club=club)
        maker = Device.objects.latest("pk")
    wanted = Wanted(label="Sheet", role=Role.PLAYER, expires_at=None, player=player)
    return make_token(club=club, maker=maker, wanted=wanted, stamp=people.stamp(device=maker))
