"""What each player won and lost, in the currency it was played for.

Practice nights count for nobody. A player who was merged counts for the one they were merged into. The
database sums the tallies of the nights, which whoever asks has brought up to date before.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from scoring.ledger.settlement import ByClose
from scoring.models import Club, Dispute, Entry, PairTally, Player, SeatTally, Session
from scoring.money import OFFERED_CURRENCIES, Currency, currency_for, written_together
from scoring.queries.figures.scope import People, by_name
from scoring.queries.sessions.nights import newest_first, without_practising


class Order(StrEnum):
    RESULT = "result"
    NAME = "name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """What a player did in one currency; `result_cents` is won minus lost, in minor units or points.

    `apart_cents` is what the player got minus what the player paid apart from play; `by_close` is in the result.
    """

    player: Player
    currency: Currency
    session_count: int
    hands_won: int
    result_cents: int
    apart_cents: int
    by_close: ByClose

    @property
    def written(self) -> Currency:
        """Return the currency as the result is written."""
        return written_together(currency=self.currency, amounts=(self.result_cents,))


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyTotals:
    currency: Currency
    totals: tuple[Total, ...]

    @property
    def written(self) -> Currency:
        """Return the currency as the results are written beside one another."""
        return written_together(currency=self.currency, amounts=(total.result_cents for total in self.totals))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerList:
    """The players of a club by currency, and those without a night that counts; `newcomers` did not even practise."""

    currencies: tuple[CurrencyTotals, ...]
    without_session: tuple[Player, ...]
    newcomers: tuple[Player, ...]
    discarded: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerTotal:
    """What a player did beside one partner in one currency."""

    partner: Player
    currency: Currency
    session_count: int
    result_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTotals:
    """What a player did in each currency, and beside each partner, those of most nights first."""

    totals: tuple[Total, ...]
    partners: tuple[PartnerTotal, ...]


def active_players(*, club: Club) -> tuple[Player, ...]:
    """Return the players that were not merged into another, by name."""
    return tuple(Player.objects.filter(club=club, merged_into=None, discarded_at=None).order_by("name"))


def names_of(*, player: Player) -> tuple[str, ...]:
    """Return the name of a player, then those of whoever was merged into them."""
    return (player.name, *player.merged_players.order_by("name").values_list("name", flat=True))


def mentions_of(*, player: Player) -> int:
    """Count the reasons and objections in the books that name a player, which no erasure reaches."""
    names = names_of(player=player)
    reasons = Entry.objects.filter(session__club=player.club)
    objections = Dispute.objects.filter(entry__session__club=player.club)
    return sum(
        reasons.filter(reason__icontains=name).count() + objections.filter(why__icontains=name).count()
        for name in names
    )


def player_list(*, club: Club, order: Order) -> PlayerList:
    """Return everybody's totals; best result first, or by name."""
    people = People(club)
    totals = _totals(people, _tallies(club))
    played = {total.player.pk for total in totals}
    without_session = tuple(player for player in people.active if player.pk not in played)
    known = set(without_practising(Player.objects.filter(club=club)).values_list("pk", flat=True))
    return PlayerList(
        currencies=tuple(
            CurrencyTotals(currency=currency, totals=_ordered(mine, order))
            for currency in OFFERED_CURRENCIES
            if (mine := [total for total in totals if total.currency == currency])
        ),
        without_session=without_session,
        newcomers=tuple(player for player in without_session if player.pk in known),
        discarded=tuple(sorted((player for player in people.by_id.values() if player.discarded_at), key=by_name)),
    )


def player_totals(*, player: Player) -> PlayerTotals:
    """Return what one player did; nothing for one who was merged into another."""
    people = People(player.club)
    own = people.ids_of(player)
    pairs = PairTally.objects.filter(night__session__is_practice=False, player__in=own, beside_nights__gt=0)
    return PlayerTotals(totals=totals_of(player=player, people=people), partners=_partner_totals(people, pairs))


def totals_of(*, player: Player, people: People) -> tuple[Total, ...]:
    """Return what one player did in each currency; nothing for one who was merged into another."""
    return _totals(people, _tallies(player.club).filter(player__in=people.ids_of(player)))


def session_ids_of(*, player: Player) -> tuple[UUID, ...]:
    """Return the public ids of every night a player took part in, newest first; none for who was merged into another.

    Whoever asks has the tallies brought up to date before.
    """
    own = Q(player=player, player__merged_into=None) | Q(player__merged_into=player)
    seats = _tallies(player.club).filter(own)
    nights = newest_first(sessions=Session.objects.filter(pk__in=seats.values("night__session")))
    return tuple(nights.values_list("public_id", flat=True))


def _tallies(club: Club) -> QuerySet[SeatTally]:
    return SeatTally.objects.filter(night__session__club=club, night__session__is_practice=False)


def _totals(people: People, tallies: QuerySet[SeatTally]) -> tuple[Total, ...]:
    summed = tallies.order_by().values_list("player", "night__session__currency")
    names = ("hands_won", "result_cents", "apart_cents", "adjusted_cents", "coin_cents")
    by_player: defaultdict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for player, currency, nights, *sums in summed.annotate(Count("pk"), *(Sum(name) for name in names)):
        by_player[people.known[player], currency].update(nights=nights, **dict(zip(names, sums, strict=True)))
    return tuple(
        Total(
            player=people.by_id[player],
            currency=currency_for(code=currency),
            session_count=own["nights"],
            hands_won=own["hands_won"],
            result_cents=own["result_cents"],
            apart_cents=own["apart_cents"],
            by_close=ByClose(shared_cents=own["adjusted_cents"] - own["coin_cents"], coin_cents=own["coin_cents"]),
        )
        for (player, currency), own in sorted(by_player.items(), key=lambda each: each[0])
    )


def _partner_totals(people: People, pairs: QuerySet[PairTally]) -> tuple[PartnerTotal, ...]:
    summed = pairs.order_by().values_list("other", "night__session__currency")
    by_partner: defaultdict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for partner, currency, *sums in summed.annotate(Sum("beside_nights"), Sum("beside_cents")):
        by_partner[people.known[partner], currency].append((sums[0], sums[1]))
    totals = (
        PartnerTotal(
            partner=people.by_id[partner],
            currency=currency_for(code=currency),
            session_count=sum(nights for nights, _ in beside),
            result_cents=sum(cents for _, cents in beside),
        )
        for (partner, currency), beside in by_partner.items()
    )
    return tuple(sorted(totals, key=lambda total: (-total.session_count, by_name(total.partner), total.currency.code)))


def _ordered(totals: list[Total], order: Order) -> tuple[Total, ...]:
    if order is Order.NAME:
        return tuple(sorted(totals, key=lambda total: by_name(total.player)))
    return tuple(sorted(totals, key=lambda total: (-total.result_cents, by_name(total.player))))
