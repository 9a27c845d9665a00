"""Compare the books with what they should say."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.games import UnknownGameError, game_by_id
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import EntryRecord, FingerprintError, chain
from scoring.models import Session
from scoring.queries.books.checking.derived import Due, Night, due
from scoring.queries.books.checking.lines import Line, WrongError, closes_among, lines_of
from scoring.queries.books.document import one_moment
from scoring.queries.table import tables
from scoring.queries.table.seatings import Seatings, seatings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A difference; `line` is the number of the entry, None for the night as a whole.

    One that is not `wrong` tells only that this version of the engine would judge the hand differently.
    """

    session: Session
    line: int | None
    what: str
    wrong: bool = True

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else "as a whole"
        return f"Night of {self.session.started_at:%Y-%m-%d} ({self.session.public_id}), {place}: {self.what}"


def check_session(*, session: Session) -> tuple[Finding, ...]:
    """Return every difference between what a night has recorded and what it should say.

    Looks at the numbers of the lines, their fingerprints, the payments and points of each, the winner and the
    next dealer of each hand, the plan of each close, and the standings that the pages show.
    """
    try:
        game = game_by_id(game_id=session.game)
        with one_moment():
            lines = lines_of(session=session)
            first = seatings_of(session=session).all[:1]
            shown = tables.results(session=session)
    except UnknownGameError:
        return (Finding(session=session, line=None, what=f"no game is called {session.game!r}"),)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        what = f"its seats or house rules cannot be read: {error}"
        return (Finding(session=session, line=None, what=what),)
    night = Night(
        session=session,
        game=game,
        seats=tuple(seat.number for seat in shown),
        seatings=Seatings(all=first),
        closes=closes_among(lines=lines),
    )
    found = [finding for line in lines for finding in _check_line(night, line)]
    return (*found, *_check_standings(night, shown))


def _check_line(night: Night, line: Line) -> Iterator[Finding]:
    wrong = not night.judged_by_another_engine(entry=line.entry)
    told = [*line.damage, *_check_number(night, line), *_check_fingerprint(night, line)]
    yield from (Finding(session=night.session, line=line.number, what=what) for what in told)
    for what in _check_moves(night, line):
        yield Finding(session=night.session, line=line.number, what=what, wrong=wrong)
    night.go_on(line=line)


def _check_number(night: Night, line: Line) -> Iterator[str]:
    if line.number != len(night.lines) + 1:
        yield f"the number of the line before it is {max(night.lines, default=0)}"


def _check_fingerprint(night: Night, line: Line) -> Iterator[str]:
    entry = line.entry
    record = EntryRecord(
        number=entry.number,
        kind=entry.kind,
        recorded_at=entry.recorded_at,
        payments=line.payments,
        points=line.points,
        reverses=entry.reverses.number if entry.reverses else None,
        act=entry.act,
    )
    try:
        derived = chain(previous=night.fingerprint, entry=record)
    except FingerprintError as error:
        yield str(error)
        return
    except ValueError:
        yield f"the fingerprint of the line before it is none: {night.fingerprint[:10]!r}"
        return
    if derived != entry.fingerprint:
        yield f"the fingerprint is {entry.fingerprint[:10]}..., not {derived[:10]}... as it should be"


def _check_moves(night: Night, line: Line) -> Iterator[str]:
    try:
        yield from _differences(line, due(night=night, line=line))
    except WrongError as error:
        yield str(error)


def _differences(line: Line, derived: Due) -> Iterator[str]:
    recorded, should_be = _told(line.payments), _told(derived.payments)
    if recorded != should_be:
        yield f"the payments are {recorded}, not {should_be} as they should be"
    points = {score.seat: score.points for score in line.points}
    due_points = {score.seat: score.points for score in derived.points}
    if points != due_points:
        yield f"the points by seat are {points}, not {due_points} as they should be"
    if derived.cash and line.owed:
        yield "it records a debt, but cash was handed over"
    if line.handed and not derived.cash:
        yield "it records cash, not a debt"


def _told(payments: Iterable[Payment]) -> str:
    told = (f"seat {paid.payer} to {paid.payee} {paid.cents}" for paid in sorted(payments))
    return "; ".join(told) or "none"


def _check_standings(night: Night, shown: tuple[tables.SeatResult, ...]) -> Iterator[Finding]:
    outstanding = night.outstanding_cents
    for seat in shown:
        number = seat.number
        derived = (night.result_cents[number], outstanding[number], night.points[number])
        told = (seat.result_cents, seat.outstanding_cents, seat.points)
        if told != derived:
            what = f"result, outstanding and points of seat {number} are {told}, not {derived} as they should be"
            yield Finding(session=night.session, line=None, what=what)
