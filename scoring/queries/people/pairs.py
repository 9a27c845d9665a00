"""Two players as partners, asked from the rows that were written down with every seating."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from scoring.models import Partnership, Player, Session
from scoring.queries.sessions.nights import newest_first
from scoring.queries.table.partnerships import STANDING, with_hands


def partnerships(*, sessions: Collection[Session] | QuerySet[Session]) -> QuerySet[Partnership]:
    """Return the pairs of sessions under seatings that stand, also those that played no hand."""
    return Partnership.objects.filter(STANDING, session__in=sessions).select_related(
        "first__player__merged_into", "second__player__merged_into"
    )


def partnerships_of(*, one: Player, other: Player) -> QuerySet[Partnership]:
    """Return when two were partners, also as players who were merged into them."""
    pairs = [(one, other), (other, one)]
    both = [_is("first", first) & _is("second", second) for first, second in pairs]
    return Partnership.objects.filter(STANDING, both[0] | both[1])


def nights_of_pair(*, one: Player, other: Player) -> QuerySet[Session]:
    """Return the nights in which two played a hand as partners, newest first; practice too."""
    pairs = with_hands(pairs=partnerships_of(one=one, other=other))
    return newest_first(sessions=Session.objects.filter(pk__in=pairs.values("session")))


def _is(seat: str, player: Player) -> Q:
    return Q(**{f"{seat}__player": player}) | Q(**{f"{seat}__player__merged_into": player})
