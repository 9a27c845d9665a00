"""Compare the books with what they should say."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import reduce
from uuid import UUID

from scoring.games import UnknownGameError, game_by_id
from scoring.games.base import ImpossibleError
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import EntryRecord, FingerprintError, chain, chain_seal
from scoring.ledger.kinds import Balance
from scoring.ledger.lines import Line
from scoring.models import Club, Entry, EntryKind, NightTally, Player, Seal, Session
from scoring.queries.books.derived import check_pairs, check_verdict, due, is_by_older_engine, unsupported_hands
from scoring.queries.books.document import one_moment
from scoring.queries.books.kept import wrong_verdicts
from scoring.queries.books.nights import Due, NightSoFar, Recorded, WrongError, lines_of, start_of
from scoring.queries.books.over_nights import wrong_acts
from scoring.queries.books.refused import refused_of_club, refused_of_night
from scoring.queries.books.seals import TOTAL, Sealed, practice, sealed, sealed_of_club, sealed_of_night
from scoring.queries.history.tally import SHAPE, played_nights, tallied
from scoring.queries.table.night import night_of
from scoring.queries.table.partnerships import recorded_pairs
from scoring.texts import Text, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A difference; `line` is the number of the entry, None for a night or a club (`place`) as a whole.

    One that is not `wrong` tells only that this version of the engine would judge the hand differently. One
    that is wrong, but no `damage`, was recorded so by the app and is for the table to correct.
    """

    place: Text
    line: int | None
    what: Text
    wrong: bool = True
    damage: bool = True

    @property
    def text(self) -> Text:
        """Return the whole sentence."""
        if self.line:
            told = say("finding.of_line", place=self.place, line=self.line, what=self.what)
        else:
            told = say("finding.of_whole", place=self.place, what=self.what)
        return told if self.wrong else say("finding.by_older_engine", finding=told)


def check_club(*, club: Club) -> tuple[Finding, ...]:
    """Return what is wrong with a club as a whole; never raises.

    That is where the terms of its nights or who was merged into whom are not as sealed, and debts over nights whose
    lines do not fit together.
    """
    place = say("finding.club", id=str(club.public_id))
    found: list[Finding] = []
    for check in (_wrong_seals, wrong_acts, refused_of_club):
        try:
            found += [Finding(place=place, line=None, what=what) for what in check(club=club)]
        except Exception as error:  # whatever is in its rows, the check goes on
            found.append(Finding(place=place, line=None, what=say("finding.unread_rows", why=repr(error))))
    return tuple(found)


def _wrong_seals(*, club: Club) -> Iterator[Text]:
    return (what for _, what in _check_seals(club.public_id, sealed_of_club(club=club)))


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
        unread = (Finding(place=place, line=line, what=say("finding.unread_line")) for line in _unreadable(session))
        return (*unread, Finding(place=place, line=None, what=say("finding.unread_rows", why=repr(error))))


def place_of(*, session: Session) -> Text:
    """Return how a finding names a night."""
    return say("finding.night", day=str(session.day), id=str(session.public_id))


def _found(session: Session, place: Text) -> Iterator[Finding]:
    with one_moment():
        lines = lines_of(session=session)
        now = sealed_of_night(session=session)
        counts = () if session.is_practice else (practice(session),)
        is_closed = _is_closed(lines)
        for number, what in _check_seals(session.public_id, (*now, *counts), needs_total=is_closed):
            yield Finding(place=place, line=number, what=what)
        try:
            game = game_by_id(game_id=session.game)
            night = start_of(session=session, game=game, lines=lines, pairs=recorded_pairs(session=session))
            night.sides()
        except UnknownGameError:
            yield Finding(place=place, line=None, what=say("finding.no_game", game=repr(session.game)))
            return
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            yield Finding(place=place, line=None, what=say("finding.unread_terms", why=repr(error)))
            return
    of_night = (*_check_first_pairs(night), *refused_of_night(session=session))
    yield from (Finding(place=place, line=None, what=what) for what in of_night)
    for recorded in lines:
        yield from _check_line(night, recorded, place)
        night = night.go_on(line=recorded.line)
    for number, what, wrong in wrong_verdicts(session=session):
        yield Finding(place=place, line=number, what=what, wrong=wrong)
    for line, what in unsupported_hands(night=night):
        yield Finding(place=place, line=line.number, what=what, damage=False)
    for what in (*_check_standings(night, session), *_check_day(night)):
        yield Finding(place=place, line=None, what=what)
    if _is_tally_wrong(session, last_entry=night.last_entry):
        yield Finding(place=place, line=None, what=say("finding.tally"), damage=False)


def _is_tally_wrong(session: Session, *, last_entry: int) -> bool:
    """Tell whether a night is summed up otherwise than its lines say; an old row is derived again before it is read."""
    row = NightTally.objects.filter(session=session, shape=SHAPE, last_entry=last_entry).first()
    return row is not None and any(row.sums != tallied(night=night) for night in played_nights(sessions=(session,)))


def _is_closed(lines: Iterable[Recorded]) -> bool:
    gone = {each.entry.reverses_id for each in lines}
    return any(each.line.kind is EntryKind.CLOSE and each.entry.pk not in gone for each in lines)


def _check_day(night: NightSoFar) -> Iterator[Text]:
    """Yield where the day of a night is not what its lines say, within a day where only the clock says so."""
    with suppress(AttributeError, KeyError, TypeError, ValueError):  # what cannot be read was told of the line itself
        yield from _wrong_days(night)


def _wrong_days(night: NightSoFar) -> Iterator[Text]:
    day, first = night.session.day, night.lines[0] if night.lines else None
    corrections = [line for line in night.lines if line.kind is EntryKind.DAY]
    last = night.last(EntryKind.DAY)
    due = last.act["day"] if last else corrections[0].act["was"] if corrections else str(day)
    if str(day) != due:
        yield say("finding.day", found=str(day), due=due)
    began = date.fromisoformat(corrections[0].act["was"]) if corrections else day
    is_past = first is not None and first.kind is EntryKind.PAST
    said = first.act["day"] if first and is_past else str(night.started_at.date())
    if abs(began - date.fromisoformat(said)) > timedelta(days=1):
        yield say("finding.day", found=str(began), due=said)


def _check_first_pairs(night: NightSoFar) -> Iterator[Text]:
    try:
        check_pairs(night=night, seating=night.seating())
    except ImpossibleError as error:
        yield say("finding.impossible_seats", why=tuple(problem.text for problem in error.problems))
    except WrongError as error:
        yield error.text


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


def _check_seals(
    public_id: UUID, now: Iterable[Sealed], *, needs_total: bool = False
) -> Iterator[tuple[int | None, Text]]:
    """Yield where the chain of a night or a club is broken, and what is not as it was sealed, with its line.

    The newest seal of a closed night says what it comes to (`needs_total`).
    """
    seals = {}
    fingerprint = last_kind = ""
    for number, seal in enumerate(Seal.objects.filter(chain=public_id).order_by("number"), start=1):
        derived = chain_seal(previous=fingerprint, number=number, kind=seal.kind, about=seal.about, digest=seal.digest)
        fingerprint = seal.fingerprint
        if derived != fingerprint:
            yield None, say("finding.broken_seal", number=seal.number)
        seals[seal.kind, seal.about] = seal.digest
        last_kind = seal.kind
    if needs_total and last_kind != TOTAL:
        yield _told_of(TOTAL, "", "never_sealed")
    for each in now:
        before = seals.pop((each.kind, each.about), None)
        if before != each.digest and (before or each.kind != "practice" or each != _NO_PRACTICE):
            yield _told_of(each.kind, each.about, "never_sealed" if before is None else "not_as_sealed")
    for (kind, about), digest in seals.items():
        if kind != TOTAL and (kind, digest) != ("merge", _NOT_MERGED.digest):
            yield _told_of(kind, about, "removed")


def _told_of(kind: str, about: str, what: str) -> tuple[int | None, Text]:
    line = int(about) if kind == "line" and about.isdecimal() else None
    thing = say(f"finding.thing_{kind}", about=about) if kind in _SEALED else f"{kind} {about}"
    return line, say(f"finding.{what}", thing=thing)


_NO_PRACTICE = practice(Session(is_practice=False))
_NOT_MERGED = sealed(Player(merged_into=None))
_SEALED = frozenset(("night", "merge", "seat", "pair", "line", "dispute", "voice", "practice", TOTAL))


def _check_line(night: NightSoFar, recorded: Recorded, place: Text) -> Iterator[Finding]:
    wrong = not is_by_older_engine(night=night, recorded=recorded)
    told = (
        *recorded.damage,
        *_check_number(night, recorded.line),
        *_check_fingerprint(night, recorded.line),
        *check_verdict(night=night, recorded=recorded),
    )
    yield from (Finding(place=place, line=recorded.line.number, what=what) for what in told)
    for what in _check_moves(night, recorded):
        yield Finding(place=place, line=recorded.line.number, what=what, wrong=wrong)


def _check_number(night: NightSoFar, line: Line) -> Iterator[Text]:
    if line.number != len(night.lines) + 1:
        yield say("finding.number", before=night.last_entry)


def _check_fingerprint(night: NightSoFar, line: Line) -> Iterator[Text]:
    record = EntryRecord(
        number=line.number,
        kind=line.kind,
        recorded_at=line.recorded_at,
        payments=line.payments,
        points=line.points,
        reverses=line.reverses,
        act=line.act,
    )
    try:
        derived = chain(previous=night.fingerprint, entry=record)
    except FingerprintError as error:
        yield error.text
        return
    except (AttributeError, TypeError):
        yield say("finding.unread_time")
        return
    except ValueError:
        yield say("finding.fingerprint_before", found=repr(night.fingerprint[:10]))
        return
    if derived != line.fingerprint:
        yield say("finding.fingerprint", found=line.fingerprint[:10], due=derived[:10])


def _check_moves(night: NightSoFar, recorded: Recorded) -> Iterator[Text]:
    try:
        yield from _differences(recorded.line, due(night=night, recorded=recorded))
    except WrongError as error:
        yield error.text


def _differences(line: Line, derived: Due) -> Iterator[Text]:
    recorded, should_be = _told(line.payments), _told(derived.payments)
    if recorded != should_be:
        yield say("finding.payments", found=recorded, due=should_be)
    points = {score.seat: score.points for score in line.points}
    due_points = {score.seat: score.points for score in derived.points}
    if points != due_points:
        yield say("finding.points", found=str(points), due=str(due_points))
    if derived.balance is Balance.HANDED and line.owed:
        yield say("finding.debt_not_cash")
    if line.handed and derived.balance is not Balance.HANDED:
        yield say("finding.cash_not_debt")
    is_apart = derived.balance is Balance.APART and bool(derived.payments)
    if bool(line.apart) != is_apart:
        yield say("finding.apart") if is_apart else say("finding.not_apart")


def _told(payments: Iterable[Payment]) -> Text:
    paid = [say("finding.payment", payer=one.payer, payee=one.payee, cents=one.cents) for one in sorted(payments)]
    if not paid:
        return say("finding.no_payments")
    return reduce(lambda first, following: say("finding.payments_so_far", first=first, next=following), paid)


def _check_standings(night: NightSoFar, session: Session) -> Iterator[Text]:
    """Yield what pages show of a seat that is not the sum of all lines, those that were taken back with what did so."""
    try:
        shown = night_of(session=session).standings
    except Exception:  # what cannot be read was told of the line itself
        return
    for seat in shown:
        number = seat.number
        derived = (night.results[number], night.apart[number], night.outstanding[number], night.points[number])
        told = (seat.result_cents, seat.apart_cents, seat.outstanding_cents, seat.points)
        if told != derived:
            yield say("finding.standing", seat=number, found=str(told), due=str(derived))
