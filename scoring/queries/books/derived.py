"""What each line of a night should move, derived from what was entered, the rules and the lines before it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from scoring.games.base import ActKind, Debt, ImpossibleError, Outcome, Table
from scoring.ledger import balances, settlement
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.models import Entry, EntryKind
from scoring.queries.books.nights import Due, Line, Night, WrongError
from scoring.queries.table.partnerships import pairs_in
from scoring.queries.table.seatings import Seating, position_of, seating_by, sides_in


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
