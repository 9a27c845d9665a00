"""Ratings are what openskill makes of the hands in the books, whatever was corrected, merged or started later."""

from collections.abc import Callable

import pytest
from openskill.models import PlackettLuce

from scoring.models import Club, Hand, NightTally, Player, RatingTally, Session
from scoring.operations.figures import ratings
from scoring.operations.figures.ratings import keep_figures, rate_players
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.reversing import undo
from scoring.queries.figures.ratings import Rating, ratings_of
from scoring.queries.figures.scope import ALL_TIME
from scoring.queries.table.seatings import sides_of
from tests import people
from tests.queries.clubs import SCALE, random_club

pytestmark = pytest.mark.django_db


type Named = dict[tuple[str, ...], Rating]
type Teams = list[list[tuple[str, ...]]]


@pytest.fixture
def rating_club(club: Club) -> Club:
    rate_players(club=club, is_on=True)
    return club


def told(club: Club) -> Named:
    keep_figures(club=club)
    names = dict(Player.objects.values_list("pk", "name"))
    found = ratings_of(club=club, game="cuajo", period=ALL_TIME)
    return {tuple(sorted(names[pk] for pk in one)): rating for one, rating in found.items()}


def naive(club: Club) -> Named:
    """Return the ratings as somebody would get them who goes through the books hand by hand, rounding each night."""
    model = PlackettLuce()
    known: dict[tuple[str, ...], tuple[float, float, int]] = {}
    for session in club.sessions.filter(game="cuajo", is_practice=False).order_by("started_at", "pk"):
        names = {seat.number: seat.player.known_as for seat in session.seats.select_related("player__merged_into")}
        for hand in Hand.objects.filter(session=session, entry__reversal=None).order_by("position"):
            if hand.winner is None:
                continue
            seats = sides_of(session=session, position=hand.position)
            won = next(seat.side for seat in seats if seat.number == hand.winner)
            sides = sorted({seat.side for seat in seats}, key=lambda side: (side != won, side))
            teams: Teams = [[(names[seat.number],) for seat in seats if seat.side == side] for side in sides]
            pairs: Teams = [[tuple(sorted(name for one in team for name in one))] for team in teams]
            two_by_two = [len(team) for team in teams] == [2, 2]
            contests = [teams, pairs] if two_by_two else [teams]
            for contest in contests:
                before = [[known.get(one, (model.mu, round(model.sigma, 6), 0)) for one in team] for team in contest]
                rates = [[model.rating(mu=each[0], sigma=each[1]) for each in team] for team in before]
                after = model.rate(rates, ranks=[0.0] + [1.0] * (len(contest) - 1))
                for team, old, new in zip(contest, before, after, strict=True):
                    for one, was, now in zip(team, old, new, strict=True):
                        known[one] = (now.mu, now.sigma, was[2] + 1)
        known = {one: (round(mu, 6), round(sigma, 6), hands) for one, (mu, sigma, hands) in known.items()}
    return {
        one: Rating(mean=round(mu * 10**6), deviation=round(sigma * 10**6), hands=hands)
        for one, (mu, sigma, hands) in known.items()
    }


@pytest.mark.parametrize("seed", range(2 * SCALE))
def test_ratings_of_a_random_club_are_what_openskill_makes_of_its_hands(rating_club: Club, seed: int) -> None:
    random_club(club=rating_club, seed=seed)
    assert told(rating_club) == naive(rating_club)


def two_nights(club: Club) -> tuple[Session, Session]:
    nights = people.start_night(club=club), people.start_night(club=club, names=("Ben", "Ana", "Carla", "Eva"))
    for night in nights:
        people.win(night)
        people.win(night, winner=people.CARLA)
    return nights


def undo_the_first(club: Club, first: Session) -> None:
    undo(entry=first.entries.get(number=1), reason="not so", stamp=people.stamp())


def practise_for_a_while(club: Club, first: Session) -> None:
    change_switches(session=first, is_practice=True, players_may_propose=False)
    assert told(club)["Ana",].hands == 2
    change_switches(session=first, is_practice=False, players_may_propose=False)


def merge(club: Club, first: Session) -> None:
    merge_players(player=club.players.get(name="Eva"), into=club.players.get(name="Dan"))


@pytest.mark.parametrize(
    ("change", "hands"),
    [
        (undo_the_first, {"Ana": 3, "Dan": 1, "Eva": 2}),
        (practise_for_a_while, {"Ana": 4, "Dan": 2, "Eva": 2}),
        (merge, {"Ana": 4, "Dan": 4}),
    ],
)
def test_every_later_rating_follows_what_is_changed_of_an_older_night(
    rating_club: Club, change: Callable[[Club, Session], None], hands: dict[str, int]
) -> None:
    first, _ = two_nights(rating_club)
    told(rating_club)
    change(rating_club, first)
    now = told(rating_club)
    assert now == naive(rating_club)
    assert {name: now[name,].hands for name in ("Ana", "Dan", "Eva") if (name,) in now} == hands


def test_many_nights_are_rated_in_slices_that_come_to_the_same(
    rating_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_nights(rating_club)
    two_nights(rating_club)
    monkeypatch.setattr(ratings, "RATED_BY_A_PAGE", 1)
    monkeypatch.setattr(ratings, "RATED_AT_ONCE", 1)
    assert [keep_figures(club=rating_club) for _ in range(5)] == [3, 2, 1, 0, 0]
    assert told(rating_club) == naive(rating_club)
    RatingTally.objects.all().delete()
    NightTally.objects.update(is_rated=False)
    ratings.rate_all(pause=lambda _seconds: None)
    assert told(rating_club) == naive(rating_club)


def test_nothing_is_derived_where_the_club_does_not_rate(club: Club) -> None:
    two_nights(club)
    keep_figures(club=club)
    assert not RatingTally.objects.exists()
