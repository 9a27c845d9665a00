"""What everybody of a club won and lost, summed over its nights.

A night is worked out once. Its shares stay in the cache under the fingerprint of its newest entry, which is
another one as soon as anything is recorded, and the sums under all those fingerprints; whatever the cache has
lost is derived from the books again.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.db.models import Count, OuterRef, Subquery

from scoring.models import Club, Entry, EntryKind, Hand, Payment, Session
from scoring.queries.table.seatings import Seating, Stretch, seatings_by_session, sides_in, stretches_of
from scoring.queries.table.tables import summed_seats

_SHAPE = 1  # to be raised with the fields below, so that a cache that outlives an upgrade is not read


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """What a player did in one currency, or with a `partner` beside that one, in minor units or points.

    Players are named by their ids, merged ones as they sat. What two partners shared at the close is theirs,
    the rounding to coins that of the partners of the last hand.
    """

    player: int
    partner: int | None
    currency: str
    session_count: int
    hands_won: int
    result_cents: int


type _Share = tuple[int, int | None, int, int]
"""A seat in a night: player, partner or None for the whole night, hands won, result."""

type _Nights = dict[int, tuple[str, str, tuple[_Share, ...]]]
"""Under the ids of sessions: the newest fingerprint, the currency, the shares."""


def sums_of_club(*, club: Club) -> tuple[Sum, ...]:
    """Return the sums of all nights, practice apart, in one query where the cache knows them."""
    newest = Entry.objects.filter(session=OuterRef("pk")).order_by("-number").values("fingerprint")[:1]
    nights = Session.objects.filter(club=club, is_practice=False).order_by("pk")
    rows = nights.values_list("pk", "public_id", Subquery(newest))
    versions = {pk: f"{public_id} {fingerprint}" for pk, public_id, fingerprint in rows}
    version = sha256("\n".join(versions.values()).encode()).hexdigest()
    key = f"sums-{_SHAPE}:{club.pk}"
    known: tuple[str, tuple[Sum, ...]] = cache.get(key, ("", ()))
    if known[0] != version:
        known = version, _summed(_nights(club, versions))
        cache.set(key, known, timeout=None)
    return known[1]


def _nights(club: Club, versions: dict[int, str]) -> _Nights:
    """Return the shares of every night; those that changed are worked out anew."""
    key = f"nights-{_SHAPE}:{club.pk}"
    known: _Nights = cache.get(key, {})
    changed = [pk for pk, version in versions.items() if pk not in known or known[pk][0] != version]
    sessions = tuple(Session.objects.filter(pk__in=changed))
    shares = _shares(sessions)
    worked_out = {each.pk: (versions[each.pk], each.currency, shares[each.pk]) for each in sessions}
    nights = {pk: worked_out.get(pk) or known[pk] for pk in versions}
    cache.set(key, nights, timeout=None)
    return nights


def _summed(nights: _Nights) -> tuple[Sum, ...]:
    sums: defaultdict[tuple[int, int | None, str], list[tuple[int, int]]] = defaultdict(list)
    for _, currency, shares in nights.values():
        for player, partner, hands_won, result_cents in shares:
            sums[player, partner, currency].append((hands_won, result_cents))
    return tuple(
        Sum(
            player=player,
            partner=partner,
            currency=currency,
            session_count=len(each),
            hands_won=sum(hands_won for hands_won, _ in each),
            result_cents=sum(result_cents for _, result_cents in each),
        )
        for (player, partner, currency), each in sums.items()
    )


def _shares(sessions: Collection[Session]) -> dict[int, tuple[_Share, ...]]:
    """Work nights out in six queries."""
    seats = tuple(summed_seats(sessions=sessions))
    players = {(seat.session_id, seat.number): seat.player_id for seat in seats}
    won = _hands_won(sessions)
    beside = _beside(sessions, seats)
    shares: defaultdict[int, list[_Share]] = defaultdict(list)
    for seat in seats:
        night, number = seat.session_id, seat.number
        hands_won = won.get((night, number), 0)
        shares[night].append((seat.player_id, None, hands_won, seat.owed))
        for partner, cents in beside[night].get(number, {}).items():
            shares[night].append((seat.player_id, players[night, partner], hands_won, cents))
    return {session.pk: tuple(shares[session.pk]) for session in sessions}


def _hands_won(sessions: Collection[Session]) -> dict[tuple[int, int], int]:
    won = Hand.objects.filter(session__in=sessions, entry__reversal=None, winner__isnull=False)
    rows = won.order_by().values_list("session", "winner").annotate(count=Count("pk"))
    return {(session, winner): count for session, winner, count in rows}


type _Beside = dict[int, dict[int, int]]
"""By seat: what it won beside each seat that was its partner."""


def _beside(sessions: Collection[Session], seats: tuple[Any, ...]) -> dict[int, _Beside]:
    seatings = seatings_by_session(sessions=sessions, seats=seats)
    moved = tuple(session for session in sessions if seatings[session.pk].has_changed)
    stretches = stretches_of(sessions=moved, seatings=seatings)
    adjustments = _adjustments(moved)
    owed = {(seat.session_id, seat.number): seat.owed for seat in seats}
    found: dict[int, _Beside] = {}
    for session in sessions:
        if session.pk in stretches:
            found[session.pk] = _beside_in_turn(session, stretches[session.pk], adjustments[session.pk])
        else:
            partners = _partners(session, seatings[session.pk].now)
            found[session.pk] = {
                seat: dict.fromkeys(others, owed[session.pk, seat]) for seat, others in partners.items()
            }
    return found


def _beside_in_turn(session: Session, stretches: Iterable[Stretch], adjustments: Iterable[Payment]) -> _Beside:
    """Return what seats won beside the partners they had in turn, in a night whose seats changed."""
    beside: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    last_partners: dict[int, tuple[int, ...]] = {}
    for stretch in stretches:
        partners = _partners(session, stretch.seating)
        last_partners |= partners
        for seat, others in partners.items():
            for other in others:
                beside[seat][other] += stretch.results[seat]
    for payment in adjustments:
        payer, payee = payment.payer.number, payment.payee.number
        shared = payment.entry.act["why"] == "partners_share"
        for seat, other, cents in ((payer, payee, -payment.amount_cents), (payee, payer, payment.amount_cents)):
            for partner in (other,) if shared else last_partners.get(seat, ()):
                beside[seat][partner] += cents
    return {seat: dict(partners) for seat, partners in beside.items()}


def _adjustments(sessions: Collection[Session]) -> defaultdict[int, list[Payment]]:
    """Return the adjustments of the closes that stand, under the ids of their sessions."""
    adjustments: defaultdict[int, list[Payment]] = defaultdict(list)
    standing = Payment.objects.filter(
        entry__session__in=sessions, entry__kind=EntryKind.ADJUSTMENT, entry__reversal=None
    )
    for payment in standing.select_related("entry", "payer", "payee"):
        adjustments[payment.entry.session_id].append(payment)
    return adjustments


def _partners(session: Session, seating: Seating) -> dict[int, tuple[int, ...]]:
    side_of = {seat.number: seat.side for seat in sides_in(session=session, seating=seating)}
    partners = {
        seat: tuple(other for other in side_of if other != seat and side_of[other] == side)
        for seat, side in side_of.items()
    }
    return {seat: others for seat, others in partners.items() if others}
