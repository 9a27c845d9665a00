"""Hands proposed over the API, and what a program may do that speaks for a player."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Device, Membership, Proposal, Role, Session
from scoring.operations.people.devices import TokenError, Wanted, make_token
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.sessions.closing import close_session
from tests import people
from tests.api.programs import Program, allow_proposals, error_of, player_program, program
from tests.views.reading import Page, open_page

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
    return player_program(session=night, seat=people.BEN)


def here(session: Session, path: str = "proposals/") -> str:
    return f"sessions/{session.public_id}/{path}"


def test_a_proposed_hand_says_what_it_comes_to_and_everybody_reads_it(night: Session, ben: Program) -> None:
    judged = program(club=night.club).post(here(night, "judge/"), {"act": people.WORKED_WIN}).json()

    answer = ben.post(here(night), WIN)

    proposal = Proposal.objects.get()
    shown = {
        **judged,
        "id": str(proposal.public_id),
        "seat": people.BEN,
        "player": "Ben",
        "proposed_at": proposal.proposed_at.isoformat().replace("+00:00", "Z"),
    }
    assert (answer.status_code, answer.json()) == (201, shown)
    viewer = program(club=night.club, role=Role.VIEWER)
    assert viewer.get(here(night)).json() == {"items": [shown]}
    assert night.entries.count() == 0


def test_a_hand_sent_twice_is_proposed_once(night: Session, ben: Program) -> None:
    key = uuid4()
    first, second = (ben.post(here(night), WIN, key=key) for _ in range(2))
    assert (first.content, Proposal.objects.count()) == (second.content, 1)
    other = {**WIN, "act": {**people.WORKED_WIN, "winner": people.CARLA}}
    assert error_of(ben.post(here(night), other, key=key)) == (409, "key_reused")


def test_a_proposed_hand_is_recorded_by_sending_its_act(night: Session, ben: Program) -> None:
    ben.post(here(night), WIN)
    sheet = program(club=night.club, role=Role.SCOREKEEPER)
    (proposed,) = sheet.get(here(night)).json()["items"]
    hand = {"act": proposed["act"], "expected_after": 0, "expected_entry": 0}

    assert sheet.post(here(night, "hands/"), hand).json()["changes"] == proposed["changes"]

    assert sheet.get(here(night)).json() == {"items": []}


def test_a_hand_proposed_by_a_program_is_looked_at_and_recorded_on_a_phone(
    host: Client, night: Session, ben: Program
) -> None:
    address = reverse("hand", args=[night.public_id])
    ben.post(here(night), WIN)

    (form,) = open_page(host, reverse("table", args=[night.public_id])).forms(action=address)
    (record,) = Page(host.post(address, form | {"step": "review"})).forms(action=address)
    host.post(address, record | {"step": "record"})

    assert night.entries.get().act == Proposal.objects.get().act


def test_the_sowee_that_the_table_noted_is_not_added_to_a_proposed_hand(night: Session, ben: Program) -> None:
    program(club=night.club).put(here(night, "table/"), {"hand": 1, "sowee": "4O"})
    ben.post(here(night), {**WIN, "act": {**people.WORKED_WIN, "source": "self_drawn", "sowee": None}})
    proposal = Proposal.objects.get()
    assert (proposal.act["sowee"], "sowee" in proposal.fields) == (None, False)


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        ({"result": "drawn"}, (422, "invalid")),
        ({**people.WORKED_WIN, "secrets": ["3O"]}, (422, "secret_not_in_hand")),
        ({**people.WORKED_WIN, "hand": "1O"}, (422, "wrong_card_count")),
    ],
)
def test_only_a_win_that_can_be_is_proposed(
    night: Session, ben: Program, act: dict[str, object], refusal: tuple[int, str]
) -> None:
    assert error_of(ben.post(here(night), {**WIN, "act": act})) == refusal
    assert not Proposal.objects.exists()


def test_a_hand_recorded_meanwhile_is_answered_beside_the_proposed_one(night: Session, ben: Program) -> None:
    people.win(night)
    late = ben.post(here(night), {**WIN, "act": {**people.WORKED_WIN, "winner": people.CARLA}})
    assert error_of(late) == (409, "hand_taken")
    versions = late.json()["error"]["versions"]
    assert (versions["recorded"]["number"], versions["yours"]["winner"]) == (1, people.CARLA)


def test_nobody_proposes_where_the_host_did_not_allow_it(session: Session) -> None:
    assert error_of(player_program(session=session, seat=people.BEN).post(here(session), WIN)) == (409, "proposal")


def test_a_program_that_speaks_for_nobody_at_the_table_proposes_and_objects_to_nothing(night: Session) -> None:
    people.win(night)
    eva = player_called(club=night.club, name="Eva", at=people.EVENING)
    for player in (None, eva):
        nobody = Program(token=token_of(night.club, player=player))
        assert error_of(nobody.post(here(night), {**WIN, "expected_after": 1})) == (409, "proposal")
        assert error_of(nobody.post(here(night, "entries/1/disputes/"), {"why": "No"})) == (409, "dispute")


def test_a_program_records_the_cash_of_its_player_only(session: Session) -> None:
    people.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    ben, cash = player_program(session=session, seat=people.BEN), here(session, "handovers/")
    paid = {"payer": people.BEN, "payee": people.ANA, "amount_cents": 40}
    number = ben.post(cash, paid).json()["number"]
    assert error_of(ben.post(cash, {**paid, "payer": people.DAN})) == (403, "not_yours")
    assert ben.post(here(session, f"entries/{number}/reverse/"), {}).status_code == 201


def test_a_token_says_for_whom_its_program_speaks_after_a_merge_too(session: Session) -> None:
    ben = player_program(session=session, seat=people.BEN)
    benny = player_called(club=session.club, name="Benny", at=people.EVENING)
    merge_players(player=session.seats.get(number=people.BEN).player, into=benny)
    assert ben.get("token/").json()["player"] == {"id": str(benny.public_id), "name": "Benny"}


def test_who_is_no_host_lets_in_programs_for_the_holder_of_the_phone_only(session: Session) -> None:
    players = [seat.player for seat in session.seats.order_by("number")]
    keeper = phone_of(session, role=Role.SCOREKEEPER)
    assert token_of(session.club, player=players[1], maker=keeper)
    for player in (players[0], player_called(club=people.make_club(name="Other"), name="Ben", at=people.EVENING)):
        with pytest.raises(TokenError):
            token_of(session.club, player=player, maker=keeper)


def test_a_program_speaks_for_nobody_its_maker_may_not_choose_any_more(session: Session) -> None:
    host = phone_of(session, role=Role.HOST)
    ana, ben = (session.seats.get(number=number).player for number in (people.ANA, people.BEN))
    tokens = [token_of(session.club, player=player, maker=host) for player in (ana, ben)]
    Membership.objects.filter(device=host).update(role=Role.PLAYER)
    spoken = [Program(token=token).get("token/").json()["player"] for token in tokens]
    assert spoken == [None, {"id": str(ben.public_id), "name": "Ben"}]


def phone_of(session: Session, *, role: Role) -> Device:
    """Return a phone with a role in the hands of Ben."""
    people.browser_of(club=session.club, role=role, seat=session.seats.get(number=people.BEN))
    return Device.objects.latest("pk")


def token_of(club: Club, *, player: Any, maker: Device | None = None) -> str:
    """Return the token of a player's program, let in by the host unless another device is given."""
    if maker is None:
        people.host_browser(club=club)
        maker = Device.objects.latest("pk")
    wanted = Wanted(label="Sheet", role=Role.PLAYER, expires_at=None, player=player)
    return make_token(club=club, maker=maker, wanted=wanted, stamp=people.stamp(device=maker))
