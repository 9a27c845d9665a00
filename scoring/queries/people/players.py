"""Add up players by currency, without practice."""

from collections.abc import Iterator
from enum import StrEnum
from uuid import UUID

from scoring.frozen import Frozen
from scoring.ledger.settlement import ByClose
from scoring.models import Club, Dispute, Entry, Player
from scoring.money import OFFERED_CURRENCIES, Currency, currency_for, written_together
from scoring.queries.history.scope import History, NightSums, by_name, filled, sums_by_pair, sums_by_player
from scoring.queries.table.nights import latest_first


class Order(StrEnum):
    RESULT = "result"
    NAME = "name"


class Total(Frozen):
    """The total of a player in one currency.

    `result_cents` is in minor units or points, with `by_close`. `apart_cents` are side payments received minus paid.
    """

    player: Player
    currency: Currency
    nights: int
    hands_won: int
    result_cents: int
    apart_cents: int
    by_close: ByClose

    @property
    def written(self) -> Currency:
        return written_together(currency=self.currency, amounts=(self.result_cents,))


class PlayerList(Frozen):
    totals: tuple[Total, ...]
    without_session: tuple[Player, ...]


class PartnerTotal(Frozen):
    """The total of a player with one partner."""

    partner: Player
    currency: Currency
    beside_nights: int
    beside_cents: int


class PlayerDetails(Frozen):
    """A player with totals, partners and sessions."""

    id: UUID
    name: str
    merged_into_id: UUID | None
    totals: tuple[Total, ...]
    partners: tuple[PartnerTotal, ...]
    session_ids: tuple[UUID, ...]
    next_after: int | None = None
    pages = ("partners", "session_ids")


def active_players(*, club: Club) -> tuple[Player, ...]:
    """Return players neither merged nor discarded, by name; of too many those who played last."""
    active = Player.objects.filter(club=club, merged_into=None, discarded_at=None)
    return tuple(sorted(latest_first(active), key=by_name))


def names_of(*, player: Player) -> tuple[str, ...]:
    """Return the names of a player, old ones last."""
    return (player.name, *player.merged_players.order_by("name").values_list("name", flat=True))


def mentions_of(*, player: Player) -> int:
    """Count reasons and objections that name a player."""
    names = names_of(player=player)
    # Entries are append-only, so no erasure can change these texts.
    reasons = Entry.objects.filter(session__club=player.club)
    objections = Dispute.objects.filter(entry__session__club=player.club)
    return sum(
        reasons.filter(reason__icontains=name).count() + objections.filter(why__icontains=name).count()
        for name in names
    )


def player_list(*, history: History, order: Order) -> PlayerList:
    """Return the totals, best first or by name."""
    totals = sorted(_totals(history), key=lambda total: by_name(total.player))
    if order is Order.RESULT:
        totals.sort(key=lambda total: -total.result_cents)
    # Sorting is stable, so the order within a currency stays.
    totals.sort(key=lambda total: OFFERED_CURRENCIES.index(total.currency))
    played = {total.player.pk for total in totals}
    without_session = tuple(player for player in history.active if player.pk not in played)
    return PlayerList(totals=tuple(totals), without_session=without_session)


def totals_of(*, history: History, player: Player) -> tuple[Total, ...]:
    return tuple(total for total in _totals(history) if total.player == player)


def _totals(history: History) -> tuple[Total, ...]:
    return tuple(
        filled(Total, sums=own.total, player=history.players[player], currency=currency, by_close=own.by_close)
        for currency, nights in _by_currency(history)
        for player, own in sums_by_player(nights=nights).items()
    )


def _by_currency(history: History) -> Iterator[tuple[Currency, tuple[NightSums, ...]]]:
    for code in sorted({night.currency for night in history.nights}):
        yield currency_for(code=code), tuple(night for night in history.nights if night.currency == code)


def player_details(*, history: History, player: Player) -> PlayerDetails:
    """Return partners of most nights and newest sessions first."""
    nights = [night for night in history.nights if player.pk in night.sums]
    nights.sort(key=lambda night: (night.day, not night.entered_later, night.pk), reverse=True)
    partners = [
        filled(PartnerTotal, sums=sums, partner=history.players[partner], currency=currency)
        for currency, nights in _by_currency(history)
        for (_, partner), sums in sums_by_pair(nights=nights, player=player.pk).items()
        if "beside_nights" in sums
    ]
    partners.sort(key=lambda total: (-total.beside_nights, by_name(total.partner), total.currency.code))
    return PlayerDetails(
        id=player.public_id,
        name=player.name,
        merged_into_id=player.merged_into.public_id if player.merged_into else None,
        totals=totals_of(history=history, player=player),
        partners=tuple(partners),
        session_ids=tuple(night.public_id for night in nights),
    )
