"""Keep the ratings after each night: a chain in the order of the nights, derived again from where it is broken."""

from collections.abc import Callable
from time import monotonic, sleep

from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.models import Club, NightTally, RatingTally
from scoring.operations.figures.tallies import keep_tallies
from scoring.operations.table.posting import lock_club
from scoring.queries.figures.ratings import Rated, Rating, rated, ratings_of, won_hands
from scoring.queries.figures.scope import ALL_TIME, People

RATED_AT_ONCE, RATED_BY_A_PAGE = 200, 30
_STALE = Q(is_rated=False, session__is_practice=False) | Q(is_rated=True, session__is_practice=True)
_IN_ORDER = ("day", "session_id")


@transaction.atomic
def rate_players(*, club: Club, is_on: bool) -> None:
    """Say whether standings and pages of players show a rating."""
    lock_club(club=club)
    club.rates_players = is_on
    club.save(update_fields=["rates_players"])


def keep_figures(*, club: Club) -> int:
    """Bring up to date what pages of figures read: the tallies, and where the club rates the ratings.

    Returns how many nights are left to sum up or to rate; the ratings wait for the tallies.
    """
    missing = keep_tallies(club=club)
    return keep_ratings(club=club, most=RATED_BY_A_PAGE) if club.rates_players and not missing else missing


def rate_all(*, pause: Callable[[float], None] = sleep) -> None:
    """Derive all ratings that are missing or old, and after each slice wait as long as that took."""
    for club in Club.objects.filter(rates_players=True).order_by("pk"):
        left = 1
        while left:
            started = monotonic()
            left = keep_ratings(club=club, most=RATED_AT_ONCE)
            pause(monotonic() - started)


def keep_ratings(*, club: Club, most: int) -> int:
    """Derive the ratings from the first night of each game that is new or changed, of so many nights at once.

    The tallies of the club must be up to date: one that was derived again has no ratings, and with it the chain
    ends. Returns how many nights are left; one query where nothing is new.
    """
    games = _stale(club).order_by().values_list("session__game", flat=True).distinct()
    return sum(_derive(club=club, game=game, most=most) for game in games)


def _stale(club: Club) -> QuerySet[NightTally]:
    return NightTally.objects.filter(_STALE, session__club=club)


@transaction.atomic
def _derive(*, club: Club, game: str, most: int) -> int:
    lock_club(club=club)
    stale = _stale(club).filter(session__game=game).order_by(*_IN_ORDER).select_related("session")
    first = stale.first()
    if first is None:  # somebody else was quicker
        return 0
    people = People(club)
    later = Q(day__gt=first.day) | Q(day=first.day, session__gte=first.session_id)
    nights = NightTally.objects.filter(later, session__club=club, session__game=game)
    RatingTally.objects.filter(night__in=nights).delete()
    nights.update(is_rated=False)
    now = ratings_of(club=club, game=game, period=ALL_TIME)
    in_order = nights.filter(session__is_practice=False).order_by(*_IN_ORDER).select_related("session")
    some = tuple(in_order[:most])
    hands = won_hands(sessions=[night.session for night in some], known=people.known)
    rows: list[RatingTally] = []
    for night in some:
        after = rated(before=now, hands=hands[night.session_id])
        rows += [_row(night, one, rating) for one, rating in after.items()]
        now |= after
    RatingTally.objects.bulk_create(rows)
    NightTally.objects.filter(pk__in=[night.pk for night in some]).update(is_rated=True)
    return in_order.filter(is_rated=False).count()


def _row(night: NightTally, one: Rated, rating: Rating) -> RatingTally:
    player, *partner = one
    return RatingTally(
        night=night,
        player_id=player,
        partner_id=next(iter(partner), None),
        mean=rating.mean,
        deviation=rating.deviation,
        hands=rating.hands,
    )


def forget_ratings(*, club: Club) -> None:
    """Have every rating of a club derived again, because its players are others now."""
    RatingTally.objects.filter(night__session__club=club).delete()
    NightTally.objects.filter(session__club=club).update(is_rated=False)
