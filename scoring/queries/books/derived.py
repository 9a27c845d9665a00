"""What each line of a night should move, derived from what was entered, the rules and the lines before it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from scoring.games.base import ActKind, AnyGame, Debt, ImpossibleError, Outcome, Table
from scoring.ledger import balances, settlement
from scoring.ledger.balances import Payment, PaymentError
from scoring.ledger.fingerprint import Points
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.models import Payment as PaymentRow
from scoring.queries.table.partnerships import Pair, pairs_in
from scoring.queries.table.seatings import PLAYED, Seating, Seatings, position_of, seating_by, sides_in


class WrongError(Exception):
    """What a line says cannot be; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line as recorded: what is owed, the cash handed over, the points; by the numbers of the seats.

    `damage` says what of its rows cannot be read.
    """

    entry: Entry
    owed: tuple[Payment, ...]
    handed: tuple[Payment, ...]
    points: tuple[Points, ...]
    damage: tuple[str, ...]

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def payments(self) -> tuple[Payment, ...]:
        return self.owed + self.handed


def lines_of(*, session: Session) -> tuple[Line, ...]:
    """Return every line of a night, oldest first, in a fixed number of queries."""
    entries = session.entries.select_related("reverses", "hand").order_by("number")
    with_moves = entries.prefetch_related("payments__payer", "payments__payee", "scores__seat")
    return tuple(_line(entry) for entry in with_moves)


def closes_among(*, lines: Iterable[Line]) -> tuple[Entry, ...]:
    """Return the closes, also those that were taken back."""
    return tuple(line.entry for line in lines if line.entry.kind == EntryKind.CLOSE)


def _line(entry: Entry) -> Line:
    payments: dict[bool, list[Payment]] = {False: [], True: []}
    damage = []
    for row in entry.payments.all():
        try:
            payments[row.cash].append(_payment(row, entry=entry))
        except (WrongError, PaymentError) as error:
            damage.append(str(error))
    return Line(
        entry=entry,
        owed=tuple(payments[False]),
        handed=tuple(payments[True]),
        points=tuple(Points(seat=score.seat.number, points=score.points) for score in entry.scores.all()),
        damage=tuple(damage),
    )


def _payment(row: PaymentRow, *, entry: Entry) -> Payment:
    if {row.payer.session_id, row.payee.session_id} != {entry.session_id}:
        raise WrongError("somebody pays or is paid who did not sit at this table")
    if type(row.amount_cents) is not int:
        raise WrongError(f"an amount is not a whole number of minor units: {row.amount_cents!r}")
    return Payment(payer=row.payer.number, payee=row.payee.number, cents=row.amount_cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What a line should move."""

    payments: tuple[Payment, ...] = ()
    points: tuple[Points, ...] = ()
    cash: bool = False


@dataclass(slots=True, kw_only=True)
class Night:
    """The books of a night as derived so far; amounts and points by the number of the seat.

    `seatings` are those that stand after the line before, `pairs` those written down, by the line of the seating.
    """

    session: Session
    game: AnyGame
    seats: tuple[int, ...]
    seatings: Seatings
    closes: tuple[Entry, ...]
    pairs: Mapping[int, tuple[Pair, ...]]
    result_cents: dict[int, int] = field(init=False)
    cash_cents: dict[int, int] = field(init=False)
    points: dict[int, int] = field(init=False)
    fingerprint: str = ""
    lines: dict[int, Line] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("result_cents", "cash_cents", "points"):
            setattr(self, name, dict.fromkeys(self.seats, 0))

    @property
    def outstanding_cents(self) -> dict[int, int]:
        """Return what each seat still has to get, after the cash it handed over or received."""
        return {seat: cents + self.cash_cents[seat] for seat, cents in self.result_cents.items()}

    def judged_by_another_engine(self, *, entry: Entry) -> bool:
        """Tell whether another version of the engine judged the hand of a line."""
        hand = getattr(entry, "hand", None)
        return hand is not None and hand.engine_version != self.game.engine_version

    def go_on(self, *, line: Line) -> None:
        """Count a line as it was recorded: one wrong line makes none of the lines after it wrong."""
        for owed in line.owed:
            self.result_cents[owed.payer] -= owed.cents
            self.result_cents[owed.payee] += owed.cents
        for handed in line.handed:
            self.cash_cents[handed.payer] += handed.cents
            self.cash_cents[handed.payee] -= handed.cents
        for score in line.points:
            self.points[score.seat] += score.points
        self.fingerprint = line.entry.fingerprint
        self.lines[line.number] = line
        self._follow_seats(line.entry)

    def standing(self, *, kinds: Collection[EntryKind] = PLAYED) -> Iterator[Line]:
        """Yield the hands, secrets and penalties, or the lines of other kinds, that stand so far."""
        taken_back = {line.entry.reverses_id for line in self.lines.values()}
        for line in self.lines.values():
            if line.entry.kind in kinds and line.entry.pk not in taken_back:
                yield line

    def secrets_of(self, *, hand: Hand, taken_back_by: int | None = None) -> dict[int, int]:
        """Return how many secrets laid during a hand stand, by seat, or stood before a line was recorded."""
        lines = self.lines.values()
        gone = {line.entry.reverses_id for line in lines if taken_back_by is None or line.number < taken_back_by}
        return Counter(
            line.entry.act["seat"]
            for line in lines
            if line.entry.kind == EntryKind.SECRET
            and line.entry.pk not in gone
            and hand.after < position_of(entry=line.entry) < hand.position
            and (taken_back_by is None or line.number < taken_back_by)
        )

    def players_of_match(self) -> frozenset[int]:
        """Return the seats at the table for any line since the last match that was settled."""
        settled = max((line.number for line in self.standing(kinds=(EntryKind.MATCH,))), default=0)
        positions = (position_of(entry=line.entry) for line in self.standing())
        return self.seatings.seats_at(positions=(one for one in positions if one > settled))

    def _follow_seats(self, entry: Entry) -> None:
        if entry.kind == EntryKind.SEATING:
            self.seatings = self.seatings.with_one_more(seating=seating_by(entry=entry))
        elif entry.reverses and entry.reverses.kind == EntryKind.SEATING:
            self.seatings = self.seatings.without(entry=entry.reverses.number)


def due(*, night: Night, line: Line) -> Due:
    """Return what a line should move. Raises WrongError where it says what cannot be."""
    try:
        return _due(night, line)
    except WrongError:
        raise
    except Exception as error:  # whatever somebody wrote there, the check goes on with the next line
        raise WrongError(f"what was entered cannot be read: {error!r}") from error


def _due(night: Night, line: Line) -> Due:
    entry = line.entry
    kind = EntryKind(entry.kind)
    match kind:
        case EntryKind.HAND:
            moves = _of_hand(night, entry)
        case EntryKind.SECRET | EntryKind.PENALTY:
            act_kind = ActKind(entry.act.get("why", ActKind.SECRET))
            moves = _staked(night, _judge(night, kind=act_kind, entry=entry))
        case EntryKind.REVERSAL:
            moves = _of_reversal(night, entry)
        case EntryKind.MATCH:
            moves = _of_match(night)
        case EntryKind.ADJUSTMENT:
            moves = Due(payments=_adjustment(night, entry))
        case EntryKind.SEATING:
            _check_seats(night, entry)
            moves = Due()
        case EntryKind.CLOSE:
            _check_plan(night, entry)
            moves = Due()
        case EntryKind.HANDOVER:
            if len(line.payments) != 1:
                raise WrongError(f"cash goes from one to another, not in {len(line.payments)} payments")
            moves = Due(payments=line.payments, cash=True)
        case _:
            assert_never(kind)
    return moves


def _judge(night: Night, *, kind: ActKind, entry: Entry) -> Outcome:
    seating = night.seatings.at(position=position_of(entry=entry))
    try:
        seats = sides_in(session=night.session, seating=seating)
        rules = night.session.house_rules
        act = night.game.read_act(kind=kind, data=entry.act, rules=rules, seats=seats)
        return night.game.judge(act=act, rules=rules, seats=seats)
    except ImpossibleError as error:
        raise WrongError(f"what was entered is impossible: {error}") from error


def unsupported_hands(*, night: Night) -> Iterator[tuple[Line, str]]:
    """Yield the hands that stand, but not with the secrets that were taken back since they were recorded (C9)."""
    rules = night.session.house_rules
    for line in night.standing(kinds=(EntryKind.HAND,)):
        hand = getattr(line.entry, "hand", None)
        if hand is None or not any(night.secrets_of(hand=hand, taken_back_by=line.number).values()):
            continue
        seats = sides_in(session=night.session, seating=night.seatings.at(position=hand.position))
        act = night.game.read_act(kind=ActKind.HAND, data=line.entry.act, rules=rules, seats=seats)
        if act.said is None:
            continue
        then, now = (
            night.game.refusals(act=act, rules=rules, table=Table(secrets=secrets))
            for secrets in (night.secrets_of(hand=hand, taken_back_by=line.number), night.secrets_of(hand=hand))
        )
        if new := set(now) - set(then):
            yield line, " ".join(sorted(problem.message for problem in new))


def _staked(night: Night, outcome: Outcome) -> Due:
    points = tuple(Points(seat=score.seat, points=score.points) for score in outcome.scores)
    return Due(payments=_payments(night, outcome.debts), points=points)


def _payments(night: Night, debts: Iterable[Debt]) -> tuple[Payment, ...]:
    factor = night.session.stake_factor
    return tuple(Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * factor) for debt in debts)


def _of_hand(night: Night, entry: Entry) -> Due:
    hand = getattr(entry, "hand", None)
    if hand is None:
        raise WrongError("the hand has no verdict")
    outcome = _judge(night, kind=ActKind.HAND, entry=entry)
    if (hand.winner, hand.deals_next) != (outcome.winner, outcome.deals_next):
        raise WrongError(
            f"winner and next dealer are {hand.winner} and {hand.deals_next}, "
            f"not {outcome.winner} and {outcome.deals_next} as they should be"
        )
    return _staked(night, outcome)


def _of_reversal(night: Night, entry: Entry) -> Due:
    taken_back = night.lines.get(entry.reverses.number) if entry.reverses else None
    if taken_back is None:
        raise WrongError("it takes back a line that does not stand before it")
    return Due(
        payments=tuple(Payment(payer=paid.payee, payee=paid.payer, cents=paid.cents) for paid in taken_back.payments),
        points=tuple(Points(seat=score.seat, points=-score.points) for score in taken_back.points),
        cash=bool(taken_back.handed),
    )


def _of_match(night: Night) -> Due:
    if night.game.match is None:
        raise WrongError(f"{night.game.name} is not played for points")
    players = night.players_of_match()
    points = {seat: total for seat, total in night.points.items() if total or seat in players}
    debts = night.game.match.debts(points=points, rules=night.session.house_rules)
    return Due(
        payments=_payments(night, debts),
        points=tuple(Points(seat=seat, points=-total) for seat, total in points.items() if total),
    )


def _adjustment(night: Night, entry: Entry) -> tuple[Payment, ...]:
    if entry.act["why"] == "partners_share":
        return settlement.pool_stretches(stretches=_stretches(night))
    coin_cents = next((close.act["coin_cents"] for close in night.closes if close.number > entry.number), None)
    if coin_cents is None:
        raise WrongError("it rounds for a close that was never recorded")
    return settlement.round_results(outstanding=night.outstanding_cents, coin_cents=coin_cents)


def _stretches(night: Night) -> Iterator[tuple[Mapping[int, int], Mapping[int, int]]]:
    """Yield what was won and lost under each seating, with the sides of its seats."""
    if not night.seatings.has_changed:
        at_table = {seat: night.result_cents[seat] for seat in night.seatings.now.seats}
        yield at_table, _sides(night, night.seatings.now)
        return
    under: defaultdict[Seating, list[Payment]] = defaultdict(list)
    for line in night.standing():
        under[night.seatings.at(position=position_of(entry=line.entry))] += line.owed
    for seating, payments in under.items():
        yield balances.results(seats=seating.seats, payments=payments), _sides(night, seating)


def _sides(night: Night, seating: Seating) -> dict[int, int]:
    return {seat.number: seat.side for seat in sides_in(session=night.session, seating=seating)}


def _check_seats(night: Night, entry: Entry) -> None:
    """Raise WrongError for a change of seats by which nobody could play."""
    seating = seating_by(entry=entry)
    if not set(seating.seats) <= set(night.seats) or len(set(seating.seats)) < len(seating.seats):
        raise WrongError(f"nobody can sit in this order: {seating.seats}")
    if seating.dealer not in seating.seats:
        raise WrongError(f"seat {seating.dealer} deals and does not sit there")
    try:
        check_pairs(night=night, seating=seating)
    except ImpossibleError as error:
        raise WrongError(f"these seats are impossible: {error}") from error


def check_pairs(*, night: Night, seating: Seating) -> None:
    """Raise WrongError unless the pairs that follow from a seating are written down."""
    recorded, should_be = night.pairs.get(seating.entry, ()), pairs_in(session=night.session, seating=seating)
    if recorded != should_be:
        raise WrongError(f"the partners are {recorded}, not {should_be} as they should be")


def _check_plan(night: Night, close: Entry) -> None:
    """Raise WrongError unless the plan of a close leaves nothing outstanding."""
    left = night.outstanding_cents
    for payer, payee, cents in close.act["plan"]:
        left[payer] += cents
        left[payee] -= cents
    if any(left.values()) and not night.session.money.is_points:
        open_cents = ", ".join(f"seat {seat} {cents}" for seat, cents in left.items() if cents)
        raise WrongError(f"the plan leaves something open, in minor units: {open_cents}")
