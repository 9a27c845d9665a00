"""Who are partners: the pairs of a seating, as written down with it."""

from collections import defaultdict
from itertools import combinations

from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from scoring.ledger.seatings import Seating, Seatings
from scoring.models import Entry, EntryKind, Hand, Partnership, Session
from scoring.queries.table.seatings import sides_in

type Pair = tuple[int, int]
"""The numbers of two seats, the lower one first."""

STANDING = Q(seating=None) | Q(seating__reversal=None)
"""What picks the pairs whose seating stands."""


def pairs_in(*, session: Session, seating: Seating) -> tuple[Pair, ...]:
    """Return the pairs that win and pay together under a seating; nothing where everybody plays alone."""
    in_order = sorted(sides_in(session=session, seating=seating), key=lambda seat: seat.number)
    return tuple((one.number, other.number) for one, other in combinations(in_order, 2) if one.side == other.side)


def kept_partners(*, session: Session, seatings: Seatings) -> bool:
    """Tell whether the same people were partners under every seating that a line could be played under."""
    followed = zip(seatings.all, seatings.all[1:], strict=False)
    played = [seating for seating, after in followed if after.since > max(seating.since, 1)]
    pairs = {pairs_in(session=session, seating=seating) for seating in (*played, seatings.now)}
    return len(pairs) == 1


def recorded_pairs(*, session: Session) -> dict[int, tuple[Pair, ...]]:
    """Return the pairs that are written down, by the number of the seating's line, 0 for the start."""
    pairs: defaultdict[int, list[Pair]] = defaultdict(list)
    for pair in session.partnerships.select_related("seating", "first", "second"):
        number = pair.seating.number if pair.seating else 0
        pairs[number].append((pair.first.number, pair.second.number))
    return {number: tuple(sorted(each)) for number, each in pairs.items()}


def with_hands(*, pairs: QuerySet[Partnership]) -> QuerySet[Partnership]:
    """Return the pairs that played a hand which stands."""
    since = Cast(KeyTextTransform("from", "act"), IntegerField())
    pair_since = OuterRef(OuterRef("since"))
    after = Q(since__gt=pair_since) | Q(since=pair_since, number__gt=Coalesce(OuterRef(OuterRef("seating__number")), 0))
    seatings = Entry.objects.standing().of_kind(EntryKind.SEATING).filter(session=OuterRef("session"))
    later = seatings.annotate(since=since).filter(after, since__lte=OuterRef("position"))
    hands = Hand.objects.standing().filter(session=OuterRef("session"), position__gte=OuterRef("since"))
    return pairs.filter(Exists(hands.exclude(Exists(later))))
