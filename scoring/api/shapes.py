"""What the API shows: amounts are whole minor units, seats are numbers, ids are the public ones."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.ledger.fingerprint import short
from scoring.models import EntryKind, Role
from scoring.money import OFFERED_CURRENCIES
from scoring.queries.history import State


def words(*values: str) -> list[tuple[str, str]]:
    """Return words as choices of a field."""
    return [(value, value) for value in values]


class Shape(serializers.Serializer[Any]):
    """An object of an answer."""


class ClubShape(Shape):
    """The club of the token."""

    id = serializers.UUIDField(source="public_id")
    name = serializers.CharField()
    time_zone = serializers.CharField()


class PersonShape(Shape):
    """A player of the club."""

    id = serializers.UUIDField(source="public_id")
    name = serializers.CharField()


class TokenShape(Shape):
    """The club a token belongs to, what it may do there, and who its program speaks for."""

    club = ClubShape()
    role = serializers.ChoiceField(choices=words(*Role))
    session = serializers.UUIDField(source="session.public_id", allow_null=True)
    player = PersonShape(allow_null=True)
    rights = serializers.ListField(child=serializers.CharField())


class CurrencyField(serializers.ChoiceField):
    """What was played for, as its code."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=words(*(currency.code for currency in OFFERED_CURRENCIES)), **options)


class TotalShape(Shape):
    """What a player did in one currency."""

    currency = CurrencyField(source="currency.code")
    session_count = serializers.IntegerField()
    hands_won = serializers.IntegerField()
    result_cents = serializers.IntegerField()


class PlayerTotalShape(TotalShape):
    """A player with what they did in one currency."""

    player = PersonShape()


class PlayersShape(Shape):
    """Everybody who played, by currency, and those who never sat down."""

    totals = PlayerTotalShape(many=True)
    without_session = PersonShape(many=True)


class PartnerShape(Shape):
    """What a player did beside one partner in one currency."""

    partner = PersonShape()
    currency = CurrencyField(source="currency.code")
    session_count = serializers.IntegerField()
    result_cents = serializers.IntegerField()


class PlayerShape(PersonShape):
    """A player with everything they did; a merged one lives on under the player named."""

    merged_into = serializers.UUIDField(source="merged_into.public_id", allow_null=True)
    totals = TotalShape(many=True)
    partners = PartnerShape(many=True)
    sessions = serializers.ListField(child=serializers.UUIDField())


class SeatShape(Shape):
    """A seat and how it stands: won minus lost, what is still to be handed over, points of a match.

    `place` counts in the order of play; it and `side` are 0 for who sits out.
    """

    number = serializers.IntegerField()
    place = serializers.IntegerField()
    side = serializers.IntegerField()
    player = serializers.CharField()
    result_cents = serializers.IntegerField()
    outstanding_cents = serializers.IntegerField()
    points = serializers.IntegerField()


class SessionSummaryShape(Shape):
    """A session as lists show it."""

    id = serializers.UUIDField(source="session.public_id")
    game = serializers.CharField(source="session.game")
    started_at = serializers.DateTimeField(source="session.started_at")
    currency = CurrencyField(source="session.currency")
    stake_factor = serializers.IntegerField(source="session.stake_factor")
    state = serializers.ChoiceField(choices=words(*State))
    hand_count = serializers.IntegerField()
    seats = SeatShape(many=True)


class SessionPageShape(Shape):
    """Sessions, the newest first."""

    items = SessionSummaryShape(many=True, source="nights")
    page = serializers.IntegerField(source="number")
    page_count = serializers.IntegerField()


class BoardSeatShape(Shape):
    """A seat between two hands; `secrets` are those it was paid for during the hand being played."""

    number = serializers.IntegerField(source="standing.number")
    place = serializers.IntegerField(source="standing.place")
    side = serializers.IntegerField(source="standing.side")
    player = serializers.CharField(source="standing.player")
    result_cents = serializers.IntegerField(source="standing.result_cents")
    outstanding_cents = serializers.IntegerField(source="standing.outstanding_cents")
    points = serializers.IntegerField(source="standing.points")
    is_dealer = serializers.BooleanField()
    secrets = serializers.IntegerField()


class SideShape(Shape):
    """Two partners and what they won together."""

    players = serializers.ListField(child=serializers.CharField())
    result_cents = serializers.IntegerField()


class SessionShape(Shape):
    """The table between two hands.

    Send `expected_after` and `expected_entry` with a hand, so that nothing is recorded unseen.
    """

    id = serializers.UUIDField(source="session.public_id")
    game = serializers.CharField(source="session.game")
    started_at = serializers.DateTimeField(source="session.started_at")
    rules = serializers.DictField(source="session.rules")
    currency = CurrencyField(source="session.currency")
    minor_digits = serializers.IntegerField(source="session.minor_digits")
    stake_factor = serializers.IntegerField(source="session.stake_factor")
    is_practice = serializers.BooleanField(source="session.is_practice")
    players_may_propose = serializers.BooleanField(source="session.players_may_propose")
    is_closed = serializers.BooleanField()
    hand_number = serializers.IntegerField()
    sowee = serializers.CharField(allow_blank=True)
    seats = BoardSeatShape(many=True)
    sides = SideShape(many=True)
    expected_after = serializers.IntegerField(source="after")
    expected_entry = serializers.IntegerField(source="last_entry")
    fingerprint = serializers.CharField(allow_blank=True)


class BalancesShape(Shape):
    """Who stands where."""

    currency = CurrencyField()
    minor_digits = serializers.IntegerField()
    seats = SeatShape(many=True)
    fingerprint = serializers.CharField(allow_blank=True)


class ChangeShape(Shape):
    """What an entry changed for a seat."""

    seat = serializers.IntegerField()
    player = serializers.CharField()
    amount_cents = serializers.IntegerField(source="cents")


class HandShape(Shape):
    """The verdict on the hand of an entry; `number` is null for a hand that no longer counts."""

    number = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField()
    winner = serializers.IntegerField(allow_null=True)
    deals_next = serializers.IntegerField(allow_null=True)
    verdict = serializers.DictField()
    engine_version = serializers.CharField()


class EntryShape(Shape):
    """A line of the ledger; `reverses` and `reversed_by` are numbers of other lines."""

    number = serializers.IntegerField(source="entry.number")
    kind = serializers.ChoiceField(choices=words(*EntryKind), source="entry.kind")
    act = serializers.DictField(source="entry.act")
    reason = serializers.CharField(source="entry.reason", allow_blank=True)
    recorded_at = serializers.DateTimeField(source="entry.recorded_at")
    recorded_by = serializers.CharField(source="entry.device.label", allow_null=True)
    fingerprint = serializers.SerializerMethodField()
    hand = serializers.SerializerMethodField()
    changes = ChangeShape(many=True)
    is_cash = serializers.BooleanField()
    reverses = serializers.IntegerField(allow_null=True)
    reversed_by = serializers.IntegerField(allow_null=True)

    def get_fingerprint(self, line: Any) -> str:
        """Return the short fingerprint of the books up to this line."""
        return short(fingerprint=line.entry.fingerprint)

    @extend_schema_field(HandShape(allow_null=True))
    def get_hand(self, line: Any) -> Any:
        """Return the hand of the line with its number among those that count, None for other lines."""
        if line.hand is None:
            return None
        names = ("position", "winner", "deals_next", "verdict", "engine_version")
        facts = {name: getattr(line.hand, name) for name in names}
        return HandShape({**facts, "number": line.hand_number}).data


class EntriesShape(Shape):
    """Lines of the ledger, the oldest first; ask on with `after` set to `next_after`, null at the end."""

    items = EntryShape(many=True)
    next_after = serializers.IntegerField(allow_null=True)


class TransferShape(Shape):
    """Payer owes payee so much, by name."""

    payer = serializers.CharField()
    payee = serializers.CharField()
    amount_cents = serializers.IntegerField(source="cents")


class AdjustedShape(Shape):
    """Payments the close posts by itself."""

    why = serializers.CharField()
    transfers = TransferShape(many=True)


class FinalSeatShape(Shape):
    """A result before and after the adjustments of the close."""

    player = serializers.CharField()
    played_cents = serializers.IntegerField()
    final_cents = serializers.IntegerField()


class ClosingShape(Shape):
    """What closing now would do."""

    seats = FinalSeatShape(many=True)
    adjusted = AdjustedShape(many=True)
    plan = TransferShape(many=True)
    hand_count = serializers.IntegerField()
    open_secrets = serializers.IntegerField()
    expected_entry = serializers.IntegerField(source="last_entry")


class PlanLineShape(Shape):
    """A line of the plan: seats, what is to be handed over, what was, by which entries."""

    payer = serializers.IntegerField(source="line.payer")
    payee = serializers.IntegerField(source="line.payee")
    payer_name = serializers.CharField(source="payer")
    payee_name = serializers.CharField(source="payee")
    amount_cents = serializers.IntegerField(source="line.cents")
    handed_cents = serializers.IntegerField(source="line.handed_cents")
    left_cents = serializers.IntegerField(source="line.left_cents")
    handovers = serializers.SerializerMethodField()

    def get_handovers(self, line: Any) -> list[int]:
        """Return the numbers of the entries that handed cash over on this line."""
        return [entry.number for entry in line.line.handovers]


class SettlementShape(Shape):
    """A closed session: results, best first, and the plan; nothing is left when it is settled."""

    seats = SeatShape(many=True)
    plan = PlanLineShape(many=True, source="lines")
    is_settled = serializers.BooleanField()
    fingerprint = serializers.CharField(allow_blank=True)


class CellShape(Shape):
    """What a line changed for a seat, and the seat's result after it."""

    change_cents = serializers.IntegerField()
    total_cents = serializers.IntegerField()


class StatementLineShape(Shape):
    """A line of the statement, with one cell for each seat where it moves a result."""

    entry = EntryShape(source="line")
    cells = CellShape(many=True)
    cash_cents = serializers.IntegerField()


class DifferenceShape(Shape):
    """A house rule that is not as its preset has it."""

    name = serializers.CharField(source="about.name")
    rule = serializers.CharField(source="about.rule")
    label = serializers.CharField(source="about.label")  # type: ignore[assignment]  # what programs read
    own = serializers.JSONField()
    preset = serializers.JSONField()


class StatementShape(Shape):
    """Everything a statement prints, the oldest line first."""

    seats = SeatShape(many=True)
    differences = DifferenceShape(many=True)
    lines = StatementLineShape(many=True)
    plan = PlanLineShape(many=True)
    is_closed = serializers.BooleanField()
    fingerprint = serializers.CharField(allow_blank=True)


class JudgedShape(Shape):
    """What an act would come to if it were recorded now."""

    act = serializers.DictField()
    verdict = serializers.DictField()
    winner = serializers.IntegerField(allow_null=True)
    changes = ChangeShape(many=True)
