"""Compare the books with what they should say."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.games import UnknownGameError, game_by_id
from scoring.games.base import ImpossibleError
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import EntryRecord, FingerprintError, chain, chain_seal
from scoring.models import Club, Entry, Player, Seal, Session
from scoring.queries.books.derived import check_pairs, due, unsupported_hands
from scoring.queries.books.document import one_moment
from scoring.queries.books.nights import Due, Line, Night, WrongError, closes_among, lines_of
from scoring.queries.books.over_nights import wrong_acts
from scoring.queries.books.seals import TOTAL, Sealed, practice, sealed, sealed_of_club, sealed_of_night
from scoring.queries.table import tables
from scoring.queries.table.partnerships import recorded_pairs
from scoring.queries.table.seatings import Seatings, seatings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A difference; `line` is the number of the entry, None for a night or a club (`place`) as a whole.

    One that is not `wrong` tells only that this version of the engine would judge the hand differently. One
    that is wrong, but no `damage`, was recorded so by the app and is for the table to correct.
    """

    place: str
    line: int | None
    what: str
    wrong: bool = True
    damage: bool = True

    def __str__(self) -> str:
        return f"{self.place}, {f'line {self.line}' if self.line else 'as a whole'}: {self.what}"


def check_club(*, club: Club) -> tuple[Finding, ...]:
    """Return what is wrong with a club as a whole; never raises.

    That is where the terms of its nights or who was merged into whom are not as sealed, and debts over nights whose
    lines do not fit together.
    """
    place = f"Club {club.public_id}"
    try:
        sealed = _check_seals(club.public_id, sealed_of_club(club=club))
        wrong = (*(what for _, what in sealed), *wrong_acts(club=club))
        return tuple(Finding(place=place, line=None, what=what) for what in wrong)
    except Exception as error:  # whatever is in its rows, the check goes on
        return (Finding(place=place, line=None, what=f"its rows cannot be read: {error!r}"),)


def check_session(*, session: Session) -> tuple[Finding, ...]:
    """Return every difference between what a night has recorded and what it should say; never raises.

    Looks at the numbers of the lines, their fingerprints, the payments and points of each, the winner and the
    next dealer of each hand and the secrets it counts on, the plan of each close, the standings that the pages
    show, and the seals of what no fingerprint covers.
    """
    place = place_of(session=session)
    try:
        return tuple(_found(session, place))
    except Exception as error:  # whatever is in the rows, the check goes on with the next night
        unread = (Finding(place=place, line=number, what="it cannot be read") for number in _unreadable(session))
        return (*unread, Finding(place=place, line=None, what=f"its rows cannot be read: {error!r}"))


def place_of(*, session: Session) -> str:
    """Return how a finding names a night."""
    return f"Night of {str(session.started_at)[:10]} ({session.public_id})"


def _found(session: Session, place: str) -> Iterator[Finding]:
    with one_moment():
        lines = lines_of(session=session)
        now = sealed_of_night(session=session)
        counts = () if session.is_practice else (practice(session),)
        for number, what in _check_seals(session.public_id, (*now, *counts)):
            yield Finding(place=place, line=number, what=what)
        try:
            game = game_by_id(game_id=session.game)
            first = seatings_of(session=session).all[:1]
            shown = tables.results(session=session)
        except UnknownGameError:
            yield Finding(place=place, line=None, what=f"no game is called {session.game!r}")
            return
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            yield Finding(place=place, line=None, what=f"its seats or house rules cannot be read: {error}")
            return
    night = Night(
        session=session,
        game=game,
        seats=tuple(seat.number for seat in shown),
        seatings=Seatings(all=first),
        closes=closes_among(lines=lines),
        pairs=recorded_pairs(session=session),
    )
    yield from (Finding(place=place, line=None, what=what) for what in _check_first_pairs(night))
    for line in lines:
        yield from _check_line(night, line, place)
    for line, what in unsupported_hands(night=night):
        yield Finding(place=place, line=line.number, what=f"{what} Correct this hand.", damage=False)
    for what in _check_standings(night, shown):
        yield Finding(place=place, line=None, what=what)


def _check_first_pairs(night: Night) -> Iterator[str]:
    try:
        check_pairs(night=night, seating=night.seatings.now)
    except (ImpossibleError, WrongError) as error:
        yield str(error)


def _unreadable(session: Session) -> list[int]:
    """Return the numbers of the lines that cannot be read by themselves."""
    numbers = []
    try:
        for pk, number in session.entries.order_by("pk").values_list("pk", "number"):
            try:
                Entry.objects.select_related("hand", "reverses", "device").get(pk=pk)
            except Exception:  # this is the line
                numbers.append(number)
    except Exception:  # not even the numbers are there
        return []
    return numbers


def _check_seals(public_id: UUID, now: Iterable[Sealed]) -> Iterator[tuple[int | None, str]]:
    """Yield where the chain of a night or a club is broken, and what is not as it was sealed, with its line."""
    seals = {}
    fingerprint = ""
    for number, seal in enumerate(Seal.objects.filter(chain=public_id).order_by("number"), start=1):
        derived = chain_seal(previous=fingerprint, number=number, kind=seal.kind, about=seal.about, digest=seal.digest)
        fingerprint = seal.fingerprint
        if derived != fingerprint:
            yield None, f"seal {seal.number} does not follow from the one before it"
        seals[seal.kind, seal.about] = seal.digest
    for each in now:
        before = seals.pop((each.kind, each.about), None)
        if before != each.digest and (before or each.kind != "practice" or each != _NO_PRACTICE):
            yield _told_of(each.kind, each.about, "was never sealed" if before is None else "is not as it was sealed")
    for (kind, about), digest in seals.items():
        if kind != TOTAL and (kind, digest) != ("merge", _NOT_MERGED.digest):
            yield _told_of(kind, about, "was removed")


def _told_of(kind: str, about: str, what: str) -> tuple[int | None, str]:
    line = int(about) if kind == "line" and about.isdecimal() else None
    return line, f"{_SEALED[kind]} {what}" if line else f"{_SEALED.get(kind, kind)} {about} {what}"


_NO_PRACTICE = practice(Session(is_practice=False))
_NOT_MERGED = sealed(Player(merged_into=None))
_SEALED: Mapping[str, str] = {
    "night": "what night is played for",
    "merge": "into whom player was merged:",
    "seat": "who sits on seat",
    "pair": "who were partners (line of the seating, seats)",
    "line": "its reason, phone, key, fingerprint or verdict",
    "dispute": "objection",
    "voice": "what was said to an objection",
    "practice": "whether it counts in totals",
}


def _check_line(night: Night, line: Line, place: str) -> Iterator[Finding]:
    wrong = not night.judged_by_another_engine(entry=line.entry)
    told = [*line.damage, *_check_number(night, line), *_check_fingerprint(night, line)]
    yield from (Finding(place=place, line=line.number, what=what) for what in told)
    for what in _check_moves(night, line):
        yield Finding(place=place, line=line.number, what=what, wrong=wrong)
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
    except (AttributeError, TypeError):
        yield "its time or what was entered cannot be read"
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
    if bool(line.apart) != derived.apart:
        yield "it is paid apart from play" if derived.apart else "it is no payment apart from play"


def _told(payments: Iterable[Payment]) -> str:
    told = (f"seat {paid.payer} to {paid.payee} {paid.cents}" for paid in sorted(payments))
    return "; ".join(told) or "none"


def _check_standings(night: Night, shown: tuple[tables.SeatResult, ...]) -> Iterator[str]:
    outstanding = night.outstanding_cents
    for seat in shown:
        number = seat.number
        derived = (night.result_cents[number], night.apart_cents[number], outstanding[number], night.points[number])
        told = (seat.result_cents, seat.apart_cents, seat.outstanding_cents, seat.points)
        if told != derived:
            what = f"result, what was paid apart from play, outstanding and points of seat {number}"
            yield f"{what} are {told}, not {derived} as they should be"
