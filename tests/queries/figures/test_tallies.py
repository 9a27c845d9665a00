"""The tallies agree with the books, whatever was played, corrected, taken back or put right."""

import os
import random
from collections import Counter
from collections.abc import Callable

import pytest
from django.db.models import Sum

from scoring import games
from scoring.models import Club, NightTally, PairTally, Player, SeatTally, Session, SideTally
from scoring.operations.figures.tallies import keep_tallies, stale_nights
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.sessions import change_switches
from scoring.queries.books.checking import check_session
from scoring.queries.figures.plays import played_nights
from scoring.queries.figures.tallying import counted
from tests import people
from tests.operations.table.test_random_walk import RULES, ToyWalk, Walk
from tests.queries.figures import naive
from tests.toy import Toy

pytestmark = pytest.mark.django_db

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
STEPS = 30
MONEY = (
    "play_cents",
    "adjusted_cents",
    "result_cents",
    "apart_cents",
    "win_cents",
    "lost_cents",
    "secret_cents",
    "secret_paid_cents",
)
HANDS = ("hands", "dealt", "hands_drawn", "hands_won", "dealt_won", "hands_beside", "own_draw", "discard", "porbis")
FIGURES = (*MONEY, *HANDS, "declared", "kings", "secrets", "secrets_paid")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))


class PlayedWalk(Walk):
    """A random night without proposals, which are in no books."""

    def plays(self) -> list[Callable[[], None]]:
        return [play for play in super().plays() if play != self.propose]


def invented_club(*, club: Club, seed: int) -> list[Session]:
    """Fill a club with nights of every kind of entry, some of them practice, and merge two of its players."""
    chance = random.Random(seed)
    nights = []
    for _ in range(3):
        rules = RULES | {"partners_share": chance.random() < 0.5, "partnerships": chance.random() < 0.7}
        names = tuple(chance.sample((*people.NAMES, "Uli", "Ana Maria"), 4))
        session = people.start_night(club=club, rules=rules, names=names, stake_factor=chance.randint(1, 3))
        walk = PlayedWalk(session=session, chance=chance)
        for _ in range(STEPS):
            walk.step()
        nights.append(session)
    toy = people.start_night(club=club, game="toy", rules="toy", names=people.NAMES[:3])
    matches = ToyWalk(session=toy, chance=chance)
    for _ in range(STEPS):
        matches.step()
    change_switches(session=nights[0], is_practice=chance.random() < 0.5, players_may_propose=False)
    _merge(club, "Ana Maria", "Ana")
    return [Session.objects.get(pk=night.pk) for night in (*nights, toy)]


def _merge(club: Club, old: str, new: str) -> None:
    found = {player.name: player for player in Player.objects.filter(club=club)}
    if (
        old in found
        and new in found
        and not Session.objects.filter(seats__player=found[old]).filter(seats__player=found[new])
    ):
        merge_players(player=found[old], into=found[new])


@pytest.mark.parametrize("seed", range(3 * SCALE))
def test_every_figure_of_an_invented_club_is_what_its_raw_payments_come_to(club: Club, seed: int) -> None:
    sessions = invented_club(club=club, seed=seed)
    keep_tallies(club=club)

    told: dict[str, Counter[str]] = {}
    for row in SeatTally.objects.filter(night__session__is_practice=False).select_related("player__merged_into"):
        told.setdefault(row.player.known_as, Counter()).update(
            nights=1, **{name: getattr(row, name) for name in FIGURES if getattr(row, name)}
        )
    expected = naive.of_players(sessions=sessions)
    told = {name: Counter({key: count for key, count in sums.items() if count}) for name, sums in told.items()}
    assert told == expected


@pytest.mark.parametrize("seed", range(100, 100 + 3 * SCALE))
def test_money_between_any_two_is_antisymmetric_and_sums_to_the_ledger(club: Club, seed: int) -> None:
    sessions = invented_club(club=club, seed=seed)
    keep_tallies(club=club)

    counting = PairTally.objects.filter(night__session__is_practice=False)
    moved: Counter[tuple[str, str]] = Counter()
    beside: Counter[tuple[str, str]] = Counter()
    for row in counting.select_related("player__merged_into", "other__merged_into"):
        pair = row.player.known_as, row.other.known_as
        moved[pair] += row.moved_cents
        beside[pair] += row.beside_hands
    assert {pair: cents for pair, cents in moved.items() if cents} == naive.moved(sessions=sessions)
    assert all(moved[other, one] == -cents for (one, other), cents in moved.items())
    played = SeatTally.objects.filter(night__session__is_practice=False)
    for name, cents in played.values_list("player__name").annotate(Sum("play_cents")):
        own = counting.filter(player__name=name).aggregate(total=Sum("moved_cents"))["total"] or 0
        assert own == cents
    assert +beside == naive.beside(sessions=sessions)


@pytest.mark.parametrize("seed", range(200, 200 + 2 * SCALE))
def test_what_two_did_against_two_is_what_the_two_lost_to_them(club: Club, seed: int) -> None:
    invented_club(club=club, seed=seed)
    keep_tallies(club=club)
    sides = {
        (row.night_id, row.player_id, row.partner_id, row.against_id, row.beside_id): row
        for row in SideTally.objects.all()
    }
    for (night, one, two, three, four), row in sides.items():
        other = sides[night, three, four, one, two]
        assert (other.hands, other.cents) == (row.hands, -row.cents)
        assert row.hands_won + other.hands_won <= row.hands


def test_lines_of_a_figure_add_up_to_it(club: Club) -> None:
    sessions = invented_club(club=club, seed=7)
    keep_tallies(club=club)
    for night in played_nights(sessions=sessions):
        for number, seat in night.seats.items():
            row = SeatTally.objects.get(seat=seat)
            for name in FIGURES:
                if name != "result_cents":
                    of_lines = (
                        counted(play=play, seat=number, game=night.session.played)[name] for play in night.plays
                    )
                    assert (name, sum(of_lines)) == (name, getattr(row, name))


def test_tally_is_derived_again_after_the_next_line_and_when_it_is_lost(session: Session) -> None:
    people.win(session)
    keep_tallies(club=session.club)
    assert list(stale_nights(club=session.club)) == []
    people.win(session)
    assert list(stale_nights(club=session.club)) == [session]
    keep_tallies(club=session.club)
    before = SeatTally.objects.values("result_cents", "hands", "streak").order_by("seat__number")
    told = list(before)
    NightTally.objects.all().delete()
    keep_tallies(club=session.club)
    assert list(before.all()) == told
    assert told[0] == {"result_cents": 360, "hands": 2, "streak": 2}


def test_best_and_worst_hand_name_their_lines(session: Session) -> None:
    people.win(session, winner=people.BEN)
    people.win(session, source="self_drawn")
    keep_tallies(club=session.club)
    rows = SeatTally.objects.order_by("seat__number")
    extremes = rows.values_list("best_cents", "best_line", "worst_cents", "worst_line")
    assert list(extremes) == [(260, 2, 90, 1), (180, 1, 130, 2), (0, 0, 90, 1), (0, 0, 130, 2)]


def test_times_in_another_zone_are_other_days(session: Session) -> None:
    keep_tallies(club=session.club)
    assert str(NightTally.objects.get().day) == "2026-02-01"


def test_a_tally_that_was_changed_behind_the_back_of_the_app_is_found(session: Session) -> None:
    people.win(session)
    keep_tallies(club=session.club)
    assert check_session(session=session) == ()
    SeatTally.objects.filter(night__session=session, seat__number=1).update(result_cents=1, hands_won=7)
    (finding,) = check_session(session=session)
    assert finding.what.english() == "what seat 1 comes to is summed up wrong: result_cents, hands_won"
