"""Another person sat there, noticed late: in every game the wins and losses move to that person."""

from dataclasses import dataclass
from random import Random

import pytest

from scoring.games.base import Data
from scoring.models import Club, Session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_penalty
from scoring.operations.table.seating import Mistake, Order, SeatsCorrection, correct_seats
from scoring.queries.books.checking import check_session
from scoring.queries.table import tables
from tests import people
from tests.games.cau_robat.test_random_games import deal
from tests.games.khanhoo.test_ming_game import random_hand

pytestmark = pytest.mark.django_db

FULL_HAND = {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}
FACE_UP, PACK = deal(Random(3), 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A game with hands that name everybody whom a hand of it can name."""

    game: str
    hands: tuple[Data, ...]
    rules: object = None
    players: int = 4


def _cards(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


CASES = {
    "melds and cards": Case(
        game="khanhoo",
        rules={"preset": "wilkinson", "orphan": True},
        hands=(
            {"out": 1, "melds": {"1": FULL_HAND, "2": {"sequence": 1}}},
            {"out": 4, "orphan": 4, "cards": {"4": "AH AH 2C 2C 3D 3D", "1": "4C 5C 6C"}},
        ),
    ),
    "a pot": Case(game="khanhoo_qing", hands=({"result": "win", "winner": 1, "declared": True}, {"result": "drawn"})),
    "captured cards": Case(
        game="khanhoo_ming", hands=({"captured": {"1": 15, "2": 9, "3": 3}, "bonuses": {"1": {"hero": 1}}},), players=3
    ),
    "tricks": Case(game="khanhoo_ming", hands=({"leader": 2, "tricks": random_hand(Random(1), 3)},), players=3),
    "counted piles": Case(game="cau_robat", hands=({"piles": {"1": 20, "2": 10, "3": 10}},)),
    "plays": Case(
        game="cau_robat", rules="points", hands=({"dealer": 2, "face_up": _cards(FACE_UP), "plays": _cards(PACK)},)
    ),
}


def night(club: Club, case: Case, *, names: tuple[str, ...]) -> Session:
    session = people.start_night(
        club=club, game=case.game, rules=case.rules, names=names[: case.players], stake_factor=3
    )
    for act in case.hands:
        record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
    if case.game == "khanhoo":
        act = {"seat": 1, "offence": "failed_bump", "chosen": "onto_opponents"}
        newest = tables.last_entry_number(session=session)
        record_penalty(session=session, act=act, expected_entry=newest, stamp=people.stamp())
    return session


def standing(session: Session) -> dict[str, tuple[int, int]]:
    seats = tables.results(session=session)
    return {seat.player: (seat.result_cents, seat.points) for seat in seats if seat.result_cents or seat.points}


def mend(session: Session, *names: str, mistake: Mistake) -> None:
    """Put the seats right since the first hand."""
    correction = SeatsCorrection(
        hand=session.hands.order_by("position")[0],
        order=Order(names=names),
        mistake=mistake,
        reason="we sat otherwise",
        expected_entry=tables.last_entry_number(session=session),
    )
    correct_seats(correction=correction, stamp=people.stamp())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("right", [("Eva", "Ben", "Carla", "Dan"), ("Carla", "Ana", "Ben", "Eva")])
def test_it_comes_to_what_right_names_from_the_start_would(club: Club, case: Case, right: tuple[str, ...]) -> None:
    late = night(club, case, names=people.NAMES)

    mend(late, *right[: case.players], mistake=Mistake.PEOPLE)

    assert standing(late) == standing(night(club, case, names=right))
    assert standing(late) != {}
    assert check_session(session=late) == ()


@pytest.mark.parametrize(
    ("case", "names", "key"),
    [
        pytest.param("melds and cards", ("Ana", "Ben", "Dan"), "seating.impossible_line", id="no seats for the line"),
        pytest.param("captured cards", ("Eva", "Ben", "Carla"), "seating.not_seated", id="somebody named sits out"),
    ],
)
def test_a_line_that_the_right_seats_cannot_have_played_stops_it_all(
    club: Club, case: str, names: tuple[str, ...], key: str
) -> None:
    late = night(club, CASES[case], names=people.NAMES)
    before = late.entries.count(), late.seats.count()

    with people.refused(key):
        mend(late, *names, mistake=Mistake.PLACES)

    assert (late.entries.count(), late.seats.count()) == before
