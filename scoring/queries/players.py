"""What each player won and lost, in the currency it was played for.

Practice nights count for nobody. A player who was merged counts for the one they were merged into. Every
answer takes a fixed number of queries, however many nights were played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scoring.models import Club, Dispute, Entry, EntryKind, Payment, Player, Seat, Session
from scoring.money import OFFERED_CURRENCIES, Currency, currency_for
from scoring.queries.seatings import Seating, Stretch, seatings_by_session, sides_in, stretches_of
from scoring.queries.tables import SeatResult, standings


class Order(StrEnum):
    """How players are listed."""

    RESULT = "result"
    NAME = "name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """What a player did in one currency; `result_cents` is won minus lost, in minor units or points."""

    player: Player
    currency: Currency
    session_count: int
    hands_won: int
    result_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyTotals:
    """Everybody who played for one currency."""

    currency: Currency
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerList:
    """The players of a club by currency, and those who never sat down."""

    currencies: tuple[CurrencyTotals, ...]
    without_session: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerNight:
    """One night of a player: the seats of the table, and the one that was the player's."""

    seat: Seat
    own: SeatResult
    others: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerTotal:
    """What a player did beside one partner in one currency."""

    partner: Player
    currency: Currency
    session_count: int
    result_cents: int


type _Sums = dict[tuple[int, str], int]

_WON = Q(session__hands__winner=F("number"), session__hands__entry__reversal=None)


def active_players(*, club: Club) -> tuple[Player, ...]:
    """Return the players that were not merged into another, by name."""
    return tuple(Player.objects.filter(club=club, merged_into=None).order_by("name"))


def mentions_of(*, player: Player) -> int:
    """Count the reasons and objections in the books that name a player, which no erasure reaches."""
    names = [player.name, *player.merged_players.values_list("name", flat=True)]
    reasons = Entry.objects.filter(session__club=player.club)
    objections = Dispute.objects.filter(entry__session__club=player.club)
    return sum(
        reasons.filter(reason__icontains=name).count() + objections.filter(why__icontains=name).count()
        for name in names
    )


def player_list(*, club: Club, order: Order) -> PlayerList:
    """Return everybody's totals in five queries; best result first, or by name."""
    players = active_players(club=club)
    totals = _totals(
        players=players, seats=Seat.objects.filter(session__club=club, session__is_practice=False)
    )
    played = {total.player.pk for total in totals}
    return PlayerList(
        currencies=tuple(
            CurrencyTotals(currency=currency, totals=_ordered(mine, order))
            for currency in OFFERED_CURRENCIES
            if (mine := [total for total in totals if total.currency == currency])
        ),
        without_session=tuple(player for player in players if player.pk not in played),
    )


def player_totals(*, player: Player) -> tuple[Total, ...]:
    """Return one player's totals, one for each currency."""
    return _totals(players=(player,), seats=_seats_of(player))


def nights_of(*, player: Player) -> tuple[PlayerNight, ...]:
    """Return every night of a player, newest first, in four queries."""
    seats = tuple(_seats_of(player).select_related("session").order_by("-session__started_at", "-pk"))
    tables = standings(sessions=[seat.session for seat in seats])
    return tuple(_night(seat, tables[seat.session_id]) for seat in seats)


def partner_totals(*, player: Player) -> tuple[PartnerTotal, ...]:
    """Return what a player won and lost beside each partner, in seven queries; most nights first.

    What the two shared at the close is theirs, the rounding to coins that of the partners of the last hand.
    """
    nights: defaultdict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    for session, partner, result_cents in _beside_partners(player):
        nights[partner, session.currency][session.pk] = result_cents
    known = Player.objects.in_bulk({partner for partner, _ in nights})
    totals = [
        PartnerTotal(
            partner=known[partner],
            currency=currency_for(code=currency),
            session_count=len(results),
            result_cents=sum(results.values()),
        )
        for (partner, currency), results in nights.items()
    ]
    return tuple(sorted(totals, key=lambda total: (-total.session_count, total.partner.name.lower())))


def _beside_partners(player: Player) -> Iterator[tuple[Session, int, int]]:
    """Yield every session with each partner, by id, and what the player won beside that partner."""
    mine = _seats_of(player)
    in_sessions = Seat.objects.filter(session__in=mine.values("session"))
    seats = tuple(in_sessions.select_related("session", "player"))
    own = tuple(seat for seat in seats if player.pk in (seat.player_id, seat.player.merged_into_id))
    sessions = tuple(seat.session for seat in own)
    person = {(seat.session_id, seat.number): seat.player for seat in seats}
    seatings = seatings_by_session(sessions=sessions, seats=seats)
    changed = tuple(session for session in sessions if seatings[session.pk].has_changed)
    stretches = stretches_of(sessions=changed, seatings=seatings)
    adjustments = _adjustments(sessions=changed)
    results = _results(mine, by="pk")
    for seat in own:
        session = seat.session
        if session.pk in stretches:
            beside = _beside_each(seat, stretches[session.pk], adjustments[session.pk])
        else:
            whole = results.get((seat.pk, session.currency), 0)
            partners = _partners(session, seatings[session.pk].now, of=seat.number)
            beside = dict.fromkeys(partners, whole)
        for number, result_cents in beside.items():
            partner = person[session.pk, number]
            yield session, partner.merged_into_id or partner.pk, result_cents


def _beside_each(seat: Seat, stretches: Iterable[Stretch], adjustments: Iterable[Payment]) -> dict[int, int]:
    """Return what a seat won beside each seat that was its partner, in a session whose seats changed."""
    beside: defaultdict[int, int] = defaultdict(int)
    last_partners: tuple[int, ...] = ()
    for stretch in stretches:
        if partners := _partners(seat.session, stretch.seating, of=seat.number):
            last_partners = partners
        for partner in partners:
            beside[partner] += stretch.results[seat.number]
    for payment in adjustments:
        sign = (payment.payee_id == seat.pk) - (payment.payer_id == seat.pk)
        other = payment.payer if sign > 0 else payment.payee
        shared = payment.entry.act["why"] == "partners_share"
        for partner in ((other.number,) if shared else last_partners) if sign else ():
            beside[partner] += sign * payment.amount_cents
    return beside


def _adjustments(*, sessions: Iterable[Session]) -> defaultdict[int, list[Payment]]:
    """Return the adjustments of the closes that stand, under the ids of their sessions."""
    adjustments: defaultdict[int, list[Payment]] = defaultdict(list)
    standing = Payment.objects.filter(
        entry__session__in=sessions, entry__kind=EntryKind.ADJUSTMENT, entry__reversal=None
    )
    for payment in standing.select_related("entry", "payer", "payee"):
        adjustments[payment.entry.session_id].append(payment)
    return adjustments


def _partners(session: Session, seating: Seating, *, of: int) -> tuple[int, ...]:
    """Return the seats on the side of another, none where it sits out or alone."""
    side_of = {seat.number: seat.side for seat in sides_in(session=session, seating=seating)}
    return tuple(seat for seat, side in side_of.items() if seat != of and side == side_of.get(of))


def _night(seat: Seat, table: tuple[SeatResult, ...]) -> PlayerNight:
    own = next(result for result in table if result.number == seat.number)
    return PlayerNight(
        seat=seat, own=own, others=tuple(result for result in table if result.number != seat.number)
    )


def _seats_of(player: Player) -> QuerySet[Seat]:
    seats = Seat.objects.filter(session__is_practice=False)
    return seats.filter(Q(player=player) | Q(player__merged_into=player))


def _known_player(path: str) -> Coalesce:
    """Return the id of a player, or of the one the player was merged into."""
    return Coalesce(f"{path}__merged_into", path)


def _totals(*, players: Iterable[Player], seats: QuerySet[Seat]) -> tuple[Total, ...]:
    sessions = _count(seats, "pk")
    won = _count(seats.filter(_WON), "session__hands")
    results = _results(seats, by="player")
    by_id = {player.pk: player for player in players}
    return tuple(
        Total(
            player=by_id[player],
            currency=currency_for(code=currency),
            session_count=count,
            hands_won=won.get((player, currency), 0),
            result_cents=results.get((player, currency), 0),
        )
        for (player, currency), count in sessions.items()
    )


def _count(seats: QuerySet[Seat], what: str) -> _Sums:
    rows = (
        seats.order_by().values_list(_known_player("player"), "session__currency").annotate(count=Count(what))
    )
    return {(player, currency): count for player, currency, count in rows}


def _results(seats: QuerySet[Seat], *, by: str) -> _Sums:
    """Sum what the seats won minus what they lost, without cash, by a field of the seat and currency."""
    sums: defaultdict[tuple[int, str], int] = defaultdict(int)
    for role, sign in (("payee", 1), ("payer", -1)):
        group = _known_player(f"{role}__player") if by == "player" else f"{role}__{by}"
        rows = (
            Payment.objects.filter(**{f"{role}__in": seats.order_by()}, cash=False)
            .order_by()
            .values_list(group, "entry__session__currency")
            .annotate(total=Sum("amount_cents"))
        )
        for key, currency, total in rows:
            sums[key, currency] += sign * total
    return dict(sums)


def _ordered(totals: list[Total], order: Order) -> tuple[Total, ...]:
    if order is Order.NAME:
        return tuple(sorted(totals, key=lambda total: total.player.name.lower()))
    return tuple(sorted(totals, key=lambda total: (-total.result_cents, total.player.name.lower())))
