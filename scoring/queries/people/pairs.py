"""Two players as partners, asked from the rows that were written down with every seating."""

from collections.abc import Collection

from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from scoring.models import Entry, EntryKind, Hand, Partnership, Player, Session
from scoring.queries.sessions.nights import newest_first

_STANDING = Q(seating=None) | Q(seating__reversal=None)


def partnerships(*, sessions: Collection[Session] | QuerySet[Session]) -> QuerySet[Partnership]:
    """Return the pairs of sessions under seatings that stand, also those that played no hand."""
    return Partnership.objects.filter(_STANDING, session__in=sessions).select_related(
        "first__player__merged_into", "second__player__merged_into"
    )


def partnerships_of(*, one: Player, other: Player) -> QuerySet[Partnership]:
    """Return when two were partners, also as players who were merged into them."""
    pairs = [(one, other), (other, one)]
    both = [_is("first", first) & _is("second", second) for first, second in pairs]
    return Partnership.objects.filter(_STANDING, both[0] | both[1])


def with_hands(*, pairs: QuerySet[Partnership]) -> QuerySet[Partnership]:
    """Return the pairs that played a hand which stands."""
    since = Cast(KeyTextTransform("from", "act"), IntegerField())
    pair_since = OuterRef(OuterRef("since"))
    after = Q(since__gt=pair_since) | Q(since=pair_since, number__gt=Coalesce(OuterRef(OuterRef("seating__number")), 0))
    seatings = Entry.objects.filter(session=OuterRef("session"), kind=EntryKind.SEATING, reversal=None)
    later = seatings.annotate(since=since).filter(after, since__lte=OuterRef("position"))
    hands = Hand.objects.filter(session=OuterRef("session"), entry__reversal=None, position__gte=OuterRef("since"))
    return pairs.filter(Exists(hands.exclude(Exists(later))))


def nights_of_pair(*, one: Player, other: Player) -> QuerySet[Session]:
    """Return the nights in which two played a hand as partners, newest first; practice too."""
    pairs = with_hands(pairs=partnerships_of(one=one, other=other))
    return newest_first(sessions=Session.objects.filter(pk__in=pairs.values("session")))


def _is(seat: str, player: Player) -> Q:
    return Q(**{f"{seat}__player": player}) | Q(**{f"{seat}__player__merged_into": player})
