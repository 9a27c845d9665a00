"""What each line of a night should move, derived from what was entered, the rules and the lines before it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date

from scoring.games.base import ActKind, Debt, ImpossibleError, Outcome, Problem, Table
from scoring.games.stored import without_sentences
from scoring.ledger import balances, lines, settlement
from scoring.ledger.balances import Payment
from scoring.ledger.chips import What, bank_of, cash_of, chips_out, decided, differences, should_hold, stack_of
from scoring.ledger.fingerprint import Points
from scoring.ledger.kinds import QUIET, balance_of
from scoring.ledger.seatings import Seating
from scoring.ledger.tong import Tong, tong_of
from scoring.models import Entry, EntryKind, UtangWay
from scoring.models.sessions import FIRST_DAY, LAST_DAY
from scoring.queries.books.nights import Due, Line, Night, WrongError
from scoring.queries.table.partnerships import pairs_in
from scoring.queries.table.readable import is_hand_readable
from scoring.queries.table.seatings import position_of, seating_by, sides_in
from scoring.queries.table.terms import was_of
from scoring.texts import Text, say


def due(*, night: Night, line: Line) -> Due:
    """Return what a line should move. Raises WrongError where it says what cannot be."""
    try:
        return _due(night, line)
    except WrongError:
        raise
    except Exception as error:  # whatever somebody wrote there, the check goes on with the next line
        raise WrongError(say("finding.unread_act", why=repr(error))) from error


def _due(night: Night, line: Line) -> Due:
    entry = line.entry.reverses or line.entry
    balance = balance_of(kind=EntryKind(entry.kind), act=entry.act)
    return replace(_DUE[EntryKind(line.entry.kind)](night, line), balance=balance)


def _judge(night: Night, *, kind: ActKind, entry: Entry) -> Outcome:
    position = position_of(entry=entry)
    try:
        seats = sides_in(session=night.session_at(), seating=night.seatings.at(position=position))
        rules = night.session_at(position=position).house_rules
        act = night.game.read_act(kind=kind, data=entry.act, rules=rules, seats=seats)
        return night.game.judge(act=act, rules=rules, seats=seats)
    except ImpossibleError as error:
        raise WrongError(say("finding.impossible", why=_why(error.problems))) from error


def check_verdict(*, night: Night, line: Line) -> Iterator[Text]:
    """Yield what of a line's verdict pages cannot show, and whether this app knows the engine that gave it."""
    hand = getattr(line.entry, "hand", None)
    if hand is None:
        return
    if {hand.session_id, line.entry.session_id} != {night.session.pk}:
        yield say("finding.elsewhere")
    if hand.engine_version != night.game.engine_version and not night.judged_by_older_engine(entry=line.entry):
        yield say("finding.engine", found=repr(hand.engine_version), known=night.game.engine_version)
    if not is_hand_readable(
        session=night.session, act=line.entry.act, verdict=hand.verdict, winner=hand.winner, seats=night.seats
    ):
        yield say("finding.unread_hand")


def unsupported_hands(*, night: Night) -> Iterator[tuple[Line, Text]]:
    """Yield the hands that stand, but not with the secrets that were taken back since they were recorded (C9)."""
    for line in night.standing(kinds=(EntryKind.HAND,)):
        hand = getattr(line.entry, "hand", None)
        if hand is None or not any(night.secrets_of(hand=hand, taken_back_by=line.number).values()):
            continue
        rules = night.session_at(position=hand.position).house_rules
        seats = sides_in(session=night.session_at(), seating=night.seatings.at(position=hand.position))
        act = night.game.read_act(kind=ActKind.HAND, data=line.entry.act, rules=rules, seats=seats)
        if act.said is None:
            continue
        then, now = (
            night.game.refusals(act=act, rules=rules, table=Table(secrets=secrets))
            for secrets in (night.secrets_of(hand=hand, taken_back_by=line.number), night.secrets_of(hand=hand))
        )
        if new := set(now) - set(then):
            yield line, say("finding.unsupported", why=_why(new))


def _why(problems: Iterable[Problem]) -> tuple[Text, ...]:
    return tuple(sorted((problem.text for problem in problems), key=Text.english))


def _staked(night: Night, outcome: Outcome, *, position: int) -> Due:
    points = tuple(Points(seat=score.seat, points=score.points) for score in outcome.scores)
    return Due(payments=_payments(night, outcome.debts, position=position), points=points)


def _payments(night: Night, debts: Iterable[Debt], *, position: int | None = None) -> tuple[Payment, ...]:
    factor = night.session_at(position=position).stakes
    return tuple(Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * factor) for debt in debts)


def _of_hand(night: Night, line: Line) -> Due:
    entry = line.entry
    hand = getattr(entry, "hand", None)
    if hand is None:
        raise WrongError(say("finding.no_verdict"))
    outcome = _judge(night, kind=ActKind.HAND, entry=entry)
    if (hand.winner, hand.deals_next) != (outcome.winner, outcome.deals_next):
        raise WrongError(
            say(
                "finding.winner",
                winner=str(hand.winner),
                dealer=str(hand.deals_next),
                due_winner=str(outcome.winner),
                due_dealer=str(outcome.deals_next),
            )
        )
    is_older = night.judged_by_older_engine(entry=entry)
    if not is_older and without_sentences(hand.verdict) != without_sentences(outcome.verdict.data()):
        raise WrongError(say("finding.verdict"))
    return _staked(night, outcome, position=hand.position)


def _of_reversal(night: Night, line: Line) -> Due:
    entry = line.entry
    taken_back = night.lines.get(entry.reverses.number) if entry.reverses else None
    if taken_back is None:
        raise WrongError(say("finding.takes_back_nothing"))
    return Due(
        payments=tuple(Payment(payer=paid.payee, payee=paid.payer, cents=paid.cents) for paid in taken_back.payments),
        points=tuple(Points(seat=score.seat, points=-score.points) for score in taken_back.points),
    )


def _of_match(night: Night, _: Line) -> Due:
    if night.game.match is None:
        raise WrongError(say("finding.no_match", game=night.game.name))
    players = night.players_of_match()
    points = {seat: total for seat, total in night.points.items() if total or seat in players}
    debts = night.game.match.debts(points=points, rules=night.session_at().house_rules)
    return Due(
        payments=_payments(night, debts),
        points=tuple(Points(seat=seat, points=-total) for seat, total in points.items() if total),
    )


def _of_act(night: Night, line: Line) -> Due:
    kind = ActKind(line.entry.act.get("why", ActKind.SECRET))
    return _staked(night, _judge(night, kind=kind, entry=line.entry), position=position_of(entry=line.entry))


def _of_adjustment(night: Night, line: Line) -> Due:
    return Due(payments=_adjustment(night, line.entry))


def _of_handover(_: Night, line: Line) -> Due:
    if len(line.payments) != 1:
        raise WrongError(say("finding.cash_payments", count=len(line.payments)))
    return Due(payments=line.payments)


def _adjustment(night: Night, entry: Entry) -> tuple[Payment, ...]:
    if entry.act["why"] == "partners_share":
        return settlement.pool_stretches(stretches=_stretches(night))
    coin_cents = next((close.act["coin_cents"] for close in night.closes if close.number > entry.number), None)
    if coin_cents is None:
        raise WrongError(say("finding.no_close"))
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
    return {seat.number: seat.side for seat in sides_in(session=night.session_at(), seating=seating)}


def _of_seating(night: Night, line: Line) -> Due:
    """Return that seats move nothing. Raises WrongError for a change of seats by which nobody could play."""
    seating = seating_by(entry=line.entry)
    at_table = (*seating.seats, *seating.waiting)
    if not set(at_table) <= set(night.seats) or len(set(at_table)) < len(at_table):
        raise WrongError(say("finding.order", order=str(at_table)))
    if seating.dealer not in seating.seats:
        raise WrongError(say("finding.dealer", seat=seating.dealer))
    try:
        check_pairs(night=night, seating=seating)
    except ImpossibleError as error:
        raise WrongError(say("finding.impossible_seats", why=_why(error.problems))) from error
    return Due()


def check_pairs(*, night: Night, seating: Seating) -> None:
    """Raise WrongError unless the pairs that follow from a seating are written down."""
    recorded, should_be = night.pairs.get(seating.entry, ()), pairs_in(session=night.session_at(), seating=seating)
    if recorded != should_be:
        raise WrongError(say("finding.partners", found=str(recorded), due=str(should_be)))


def _of_close(night: Night, line: Line) -> Due:
    """Return that a close moves nothing. Raises WrongError unless its plan leaves nothing outstanding."""
    left = night.outstanding_cents
    for payer, payee, cents in line.entry.act["plan"]:
        left[payer] += cents
        left[payee] -= cents
    if any(left.values()) and not night.session.money.is_points:
        open_cents = ", ".join(f"{seat}: {cents}" for seat, cents in left.items() if cents)
        raise WrongError(say("finding.plan", open=open_cents))
    before = [each for each in night.standing(kinds=tuple(EntryKind)) if each.entry.kind != EntryKind.REVERSAL]
    touched = (each for each in before if each.entry.kind not in QUIET or each.payments)
    if line.entry.act.get("discarded") and any(touched):
        raise WrongError(say("finding.discarded"))
    return Due()


def _of_free(_: Night, line: Line) -> Due:
    if len({paid.payer for paid in line.payments}) != 1 or len({paid.cents for paid in line.payments}) != 1:
        raise WrongError(say("finding.free"))
    return Due(payments=line.payments)


def _of_utang(night: Night, line: Line) -> Due:
    """Return what was settled of the plan, or lent anew. Raises WrongError for more than the plan still holds."""
    way, left = UtangWay(line.entry.act["way"]), night.left_of_plan()
    if way is UtangWay.OPENING:
        if any(night.standing(kinds=(EntryKind.CLOSE,))):
            raise WrongError(say("finding.carried_into_closed"))
        return Due(payments=line.payments)
    is_gift = way is UtangWay.FORGIVEN
    for paid in line.payments:
        pair = (paid.payee, paid.payer) if is_gift else (paid.payer, paid.payee)
        if left.get(pair, 0) < paid.cents:
            raise WrongError(say("finding.settles_more", cents=paid.cents, pair=str(pair), left=left.get(pair, 0)))
    return Due(payments=line.payments)


def _of_tong(night: Night, line: Line) -> Due:
    act, tong = line.entry.act, _tong(night)
    if "was" in act and act["was"] != tong.holder:
        raise WrongError(say("finding.terms_before"))
    return Due(payments=tong.open) if act["what"] == "taken" else Due()


def _tong(night: Night) -> Tong:
    """Return the tong of the lines before."""
    found = [_as_read(line) for line in night.standing(kinds=(EntryKind.TONG, EntryKind.HAND))]
    return tong_of(lines=found, seatings=night.seatings)


def _as_read(line: Line) -> lines.Line:
    entry, hand = line.entry, getattr(line.entry, "hand", None)
    return lines.Line(
        number=entry.number,
        kind=EntryKind(entry.kind),
        act=entry.act,
        recorded_at=entry.recorded_at,
        position=position_of(entry=entry),
        fingerprint=entry.fingerprint,
        judged=lines.Judged(after=hand.after, winner=hand.winner, deals_next=hand.deals_next) if hand else None,
        owed=line.owed,
        apart=line.apart,
    )


def _of_chips(night: Night, line: Line) -> Due:
    """Return the cash that went with chips, or what a count decided. Raises WrongError for chips that do not add up."""
    act = line.entry.act
    acts = (each.entry.act for each in night.standing(kinds=(EntryKind.CHIPS,)))
    before = tuple(stack_of(act=each) for each in acts if each["what"] != What.COUNTED)
    if act["what"] != What.COUNTED:
        stack = stack_of(act=act)
        bank = bank_of(stacks=before)
        if stack.what is What.TAKEN_OVER:
            is_wrong = not bank or bank == stack.bank or act["was"] != bank
        else:
            is_wrong = bank not in (0, stack.bank) or stack.cents < 1
        if is_wrong:
            raise WrongError(say("finding.chips_bank"))
        return Due(payments=cash_of(stack=stack, before=before))
    counted = {seat: cents for seat, cents, _ in act["chips"]}
    tong = balances.results(seats=night.seats, payments=_tong(night).open)
    out = chips_out(stacks=before)
    due = should_hold(out=out, won=(night.result_cents, night.apart_cents, tong))
    if {seat: cents for seat, _, cents in act["chips"] if cents} != due or sum(counted.values()) != sum(out.values()):
        raise WrongError(say("finding.chips_count"))
    payments = decided(more=differences(counted=counted, due=due)) if act["decides"] else ()
    return Due(payments=payments)


def _of_terms(night: Night, line: Line) -> Due:
    """Return that a change of terms moves nothing. Raises WrongError where it is not told as it was."""
    entry = line.entry
    terms, now = night.session.terms_of(entry=entry.number, act=entry.act), night.terms.now
    if not night.session.has_terms:
        raise WrongError(say("finding.no_terms"))
    if terms.since != entry.number or terms.stakes < 1:
        raise WrongError(say("finding.terms_since"))
    if entry.act["was"] != was_of(before=now, after=terms):
        raise WrongError(say("finding.terms_before"))
    return Due()


def _of_past(night: Night, line: Line) -> Due:
    """Return the payments as recorded. Raises WrongError unless they come to what each won or lost."""
    date.fromisoformat(line.entry.act["day"])
    said = dict(line.entry.act["results"])
    moved = balances.results(seats=night.seats, payments=line.payments)
    if said != moved or not night.session.entered_later:
        raise WrongError(say("finding.past", found=str(moved), due=str(said)))
    return Due(payments=line.payments)


def _of_day(night: Night, line: Line) -> Due:
    """Return that a day put right moves nothing. Raises WrongError where it does not say both days."""
    act = line.entry.act
    before = [each.entry.act["day"] for each in night.standing(kinds=(EntryKind.DAY,))][-1:]
    try:
        days = tuple(date.fromisoformat(act[name]) for name in ("was", "day"))
    except ValueError:
        days = ()
    if len(set(days)) < 2 or not all(FIRST_DAY <= day <= LAST_DAY for day in days) or before not in ([], [act["was"]]):
        raise WrongError(say("finding.day_unread"))
    return Due()


_DUE: Mapping[EntryKind, Callable[[Night, Line], Due]] = {
    EntryKind.HAND: _of_hand,
    EntryKind.SECRET: _of_act,
    EntryKind.PENALTY: _of_act,
    EntryKind.REVERSAL: _of_reversal,
    EntryKind.MATCH: _of_match,
    EntryKind.ADJUSTMENT: _of_adjustment,
    EntryKind.SEATING: _of_seating,
    EntryKind.CLOSE: _of_close,
    EntryKind.HANDOVER: _of_handover,
    EntryKind.FREE: _of_free,
    EntryKind.UTANG: _of_utang,
    EntryKind.TONG: _of_tong,
    EntryKind.CHIPS: _of_chips,
    EntryKind.TERMS: _of_terms,
    EntryKind.PAST: _of_past,
    EntryKind.DAY: _of_day,
}
