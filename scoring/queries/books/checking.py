"""Compare the books with the rules and their seals."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import reduce
from typing import Any

from django.db.models import QuerySet

from scoring.frozen import Frozen
from scoring.games import UnknownGameError
from scoring.ledger.fingerprint import FingerprintError, chain
from scoring.ledger.kinds import Balance, balance_of
from scoring.ledger.lines import Line, Payment
from scoring.ledger.night import Night
from scoring.models import Club, Entry, EntryKind, KeptVerdict, NightTally, Partnership, Player, Seal, Session, UtangWay
from scoring.models import Payment as PaymentRow
from scoring.money import Currency
from scoring.queries.books import expected as rules
from scoring.queries.books.expected import Due, Verdict
from scoring.queries.books.export import one_snapshot
from scoring.queries.books.import_refusals import refused_of_club, stray_pairs
from scoring.queries.books.seals import practice, sealed_of_club, sealed_of_nights, wrong_seals
from scoring.queries.history.played_night import SHAPE, played_nights, tallied
from scoring.queries.table.night import recorded_rows, start_of
from scoring.texts import Text, say

_SEAL = ("number", "kind", "about", "digest", "fingerprint")
_PAIR = ("seating__number", "first__number", "second__number")
_PAYMENT = ("entry__number", "amount_cents", "payer", "payee")
_VERDICT = ("entry__number", "game", "claim", "rules", "answer", "engine_version")


class Finding(Frozen):
    """A difference in a line, night or club.

    Without `wrong` only a newer engine judges differently. Without `damage` the table can correct the error.
    """

    place: Text
    what: Text
    line: int | None = None
    wrong: bool = True
    damage: bool = True

    @property
    def text(self) -> Text:
        of_whole = say("finding.of_whole", place=self.place, what=self.what)
        sentence = say("finding.of_line", place=self.place, line=self.line, what=self.what) if self.line else of_whole
        return sentence if self.wrong else say("finding.by_older_engine", finding=sentence)


def check_club(*, club: Club) -> tuple[Finding, ...]:
    """Return the findings of a club. Never raises."""
    place = say("finding.club", id=str(club.public_id))
    found: list[Finding] = []
    for check in (_wrong_seals, _wrong_acts, refused_of_club, stray_pairs):
        try:
            found += [Finding(place=place, what=what) for what in check(club=club)]
        # One unreadable row must not hide the findings of the others.
        except Exception as error:
            found.append(Finding(place=place, what=say("finding.unread_rows", why=repr(error))))
    return tuple(found)


def _wrong_seals(*, club: Club) -> Iterator[Text]:
    seals = Seal.objects.filter(chain=club.public_id).values_list(*_SEAL)
    return (what for _, what in wrong_seals(seals=seals, now=sealed_of_club(club=club)))


def _columns(rows: QuerySet[Any], by: str, *columns: str) -> defaultdict[object, list[tuple[Any, ...]]]:
    """Read columns of rows, grouped by another column."""
    found: defaultdict[object, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows.values_list(by, *columns):
        found[row[0]].append(row[1:])
    return found


class _Rows:
    """The rows of some nights, read at one moment."""

    def __init__(self, nights: Collection[Session]) -> None:
        in_nights, of_entries = {"session__in": nights}, {"entry__session__in": nights}
        closes = Entry.objects.standing(EntryKind.CLOSE).filter(**in_nights)
        seals = Seal.objects.filter(chain__in=[night.public_id for night in nights])
        payments, verdicts = PaymentRow.objects.filter(**of_entries), KeptVerdict.objects.filter(**of_entries)
        with one_snapshot():
            self.recorded = recorded_rows(sessions=nights)
            self.sealed = sealed_of_nights(sessions=nights)
            self.seals = _columns(seals, "chain", *_SEAL)
            self.closes = _columns(closes, "session", "number")
            self.pairs = _columns(Partnership.objects.filter(**in_nights), "session", *_PAIR)
            self.payments = _columns(payments, "entry__session", *_PAYMENT)
            self.verdicts = _columns(verdicts, "entry__session", *_VERDICT)
            self.tallies = _columns(NightTally.objects.filter(**in_nights), "session", "shape", "last_entry", "sums")


def check_session(*, session: Session) -> tuple[Finding, ...]:
    return check_nights(nights=(session,))


def check_nights(*, nights: Sequence[Session]) -> tuple[Finding, ...]:
    """Return the findings of nights, read together. Never raises."""
    try:
        rows = _Rows(nights)
        return tuple(found for night in nights for found in _found(night, rows))
    # A night that cannot be read must not hide the findings of the others.
    except Exception as error:
        if len(nights) > 1:
            return tuple(found for night in nights for found in check_session(session=night))
        place = place_of(session=nights[0])
        unread = (Finding(place=place, line=line, what=say("finding.unread_line")) for line in _unreadable(nights[0]))
        return (*unread, Finding(place=place, what=say("finding.unread_rows", why=repr(error))))


def place_of(*, session: Session) -> Text:
    return say("finding.night", day=str(session.day), id=str(session.public_id))


def _found(session: Session, rows: _Rows) -> Iterator[Finding]:
    place, now = place_of(session=session), rows.sealed[session.pk]
    players, lines = rows.recorded[session.pk]
    seats = {player.row: number for number, player in players.items()}
    counts = () if session.is_practice else (practice(session),)
    seals, is_closed = rows.seals[session.public_id], session.pk in rows.closes
    sealed = wrong_seals(seals=seals, now=(*now, *counts), needs_total=is_closed)
    found = (*sealed, *_damaged_payments(seats, rows.payments[session.pk]))
    yield from (Finding(place=place, line=number, what=what) for number, what in found)
    try:
        money = Currency(code=session.currency, name="", symbol="")  # which may be unknown
        start = {**start_of(session), "money": money, "players": players}
        recorded = Night(**start, lines=lines)
        closes = tuple(line for line in lines if line.kind is EntryKind.CLOSE)
        night = rules.NightSoFar(**start, lines=(), session=session, closes=closes, pairs=rows.pairs[session.pk])
        night.sides()
    except UnknownGameError:
        yield Finding(place=place, what=say("finding.no_game", game=repr(session.game)))
        return
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        yield Finding(place=place, what=say("finding.unread_terms", why=repr(error)))
        return
    hands = {each.about: each.content["hand"] for each in now if each.kind == "line"}
    try:
        rules.check_pairs(night=night, seating=night.seating())
    except rules.WrongError as error:
        yield Finding(place=place, what=error.text)
    for line in lines:
        yield from _check_line(night, line, hands.get(str(line.number)), place)
        night = night.with_line(line=line)
    for number, what, wrong in rules.wrong_verdicts(kept=rows.verdicts[session.pk]):
        yield Finding(place=place, line=number, what=what, wrong=wrong)
    for line, what in rules.unsupported_hands(night=night):
        yield Finding(place=place, line=line.number, what=what, damage=False)
    yield from (Finding(place=place, what=what) for what in _check_standings(night, recorded))
    # An unreadable line is already a separate finding.
    with suppress(AttributeError, KeyError, TypeError, ValueError):
        yield from (Finding(place=place, what=what) for what in _check_day(night))
    for shape, last, sums in rows.tallies[session.pk]:
        is_current = (shape, last) == (SHAPE, night.last_entry)
        if is_current and any(sums != tallied(night=each) for each in played_nights(sessions=(session,))):
            yield Finding(place=place, what=say("finding.tally"), damage=False)


def _check_day(night: rules.NightSoFar) -> Iterator[Text]:
    day, first, last = str(night.session.day), night.lines[:1], night.last(EntryKind.DAY)
    first_day = next((line.act["was"] for line in night.lines if line.kind is EntryKind.DAY), day)
    due = last.act["day"] if last else first_day
    if day != due:
        yield rules.differs("day", day, due)
    recorded_day = first[0].act["day"] if first and first[0].kind is EntryKind.PAST else str(night.started_at.date())
    # A night after midnight, or a clock of another time zone, may differ by one day.
    if abs(date.fromisoformat(first_day) - date.fromisoformat(recorded_day)) > timedelta(days=1):
        yield rules.differs("day", first_day, recorded_day)


def _unreadable(session: Session) -> Iterator[int]:
    with suppress(Exception):  # the numbers may be damaged too
        for pk, number in session.entries.order_by("pk").values_list("pk", "number"):
            try:
                Entry.objects.select_related("hand", "reverses", "device").get(pk=pk)
            except Exception:
                yield number


def _damaged_payments(seats: Mapping[int, int], payments: rules.Rows) -> Iterator[tuple[int, Text]]:
    for line, cents, payer, payee in payments:
        if payer not in seats or payee not in seats:
            yield line, say("finding.not_seated")
        elif type(cents) is not int:
            yield line, say("finding.not_whole", found=repr(cents))
        elif cents < 1:
            yield line, say("finding.no_amount", found=str(cents))
        elif payer == payee:
            yield line, say("finding.pays_itself", seat=seats[payer])


def _check_line(night: rules.NightSoFar, line: Line, hand: Verdict | None, place: Text) -> Iterator[Finding]:
    due = rules.due(night=night, line=line, hand=hand)
    gap = line.number != len(night.lines) + 1
    numbering = [rules.differs("number", line.number, night.last_entry + 1)] if gap else ()
    verdict = rules.check_verdict(night=night, hand=hand, due=due, line=line) if hand else ()
    differences = (*numbering, *_check_fingerprint(night, line), *verdict)
    yield from (Finding(place=place, line=line.number, what=what) for what in differences)
    for what in _check_moves(night, line, due):
        wrong = not (hand and rules.is_by_older_engine(version=hand["engine_version"], game=night.game))
        yield Finding(place=place, line=line.number, what=what, wrong=wrong)


def _check_fingerprint(night: rules.NightSoFar, line: Line) -> Iterator[Text]:
    try:
        expected = chain(previous=night.fingerprint, entry=line)
    except FingerprintError as error:
        yield error.text
        return
    except (AttributeError, TypeError):
        yield say("finding.unread_time")
        return
    except ValueError:
        yield say("finding.fingerprint_before", why=repr(night.fingerprint[:10]))
        return
    if expected != line.fingerprint:
        yield rules.differs("fingerprint", line.fingerprint[:10], expected[:10])


def _check_moves(night: rules.NightSoFar, line: Line, due: Due) -> Iterator[Text]:
    if due.error:
        yield due.error
        return
    original = next((each for each in night.lines if each.number == line.reverses), line) if line.reverses else line
    balance = balance_of(kind=original.kind, act=original.act)
    if sorted(line.payments) != sorted(due.payments):
        yield rules.differs("payments", _payments_text(line.payments), _payments_text(due.payments))
    points = {score.seat: score.points for score in line.points}
    due_points = {score.seat: score.points for score in due.points}
    if points != due_points:
        yield rules.differs("points", points, due_points)
    is_apart, is_handed = balance is Balance.APART and bool(due.payments), balance is Balance.HANDED
    if bool(line.apart) != is_apart or (is_handed and line.owed) or (line.handed and not is_handed):
        yield say("finding.kind_of_payment")


def _payments_text(payments: Iterable[Payment]) -> Text:
    paid = [say("finding.payment", payer=one.payer, payee=one.payee, cents=one.cents) for one in sorted(payments)]
    if not paid:
        return say("finding.no_payments")
    return reduce(lambda first, following: say("finding.payments_so_far", first=first, next=following), paid)


def _check_standings(night: rules.NightSoFar, recorded: Night) -> Iterator[Text]:
    try:
        shown = recorded.standings
    except Exception:  # an unreadable line is already a finding
        return
    for seat in shown:
        number = seat.number
        expected = (night.results[number], night.apart[number], night.outstanding[number], night.points[number])
        found = (seat.result_cents, seat.apart_cents, seat.outstanding_cents, seat.points)
        if found != expected:
            yield rules.differs("standing", found, expected, number=number)


def _wrong_acts(*, club: Club) -> Iterator[Text]:
    # The books of one night can be imported alone, so skip nights that are not in this club.
    here = {str(public_id) for public_id in club.sessions.values_list("public_id", flat=True)}
    people = tuple(club.players.select_related("merged_into"))
    known = {player.pk: player.merged_into or player for player in people}
    ids = {str(player.public_id): known[player.pk] for player in people}
    acts: defaultdict[str, list[Entry]] = defaultdict(list)
    standing = Entry.objects.standing(EntryKind.UTANG).filter(session__club=club)
    with_people = standing.prefetch_related("payments__payer", "payments__payee").select_related("session")
    for entry in with_people.order_by("pk"):
        acts[entry.act["id"]].append(entry)
    for act, lines in acts.items():
        for what in _errors_of_act(lines, here=here, known=known, ids=ids):
            yield say("finding.over_nights", place=act, what=what)


def _errors_of_act(
    lines: Sequence[Entry], *, here: set[str], known: dict[int, Player], ids: dict[str, Player]
) -> Iterator[Text]:
    act = _without_way(lines[0])
    if any(_without_way(line) != act for line in lines):
        yield say("finding.lines_differ")
        return
    settled = {night: cents for night, cents in act["nights"] if night in here}
    if into := act.get("into"):
        settled |= {into: sum(cents for _, cents in act["nights"])} if into in here else {}
    found = {str(line.session.public_id): sum(each.amount_cents for each in line.payments.all()) for line in lines}
    # Reopening a night undoes its part of a forgiven debt.
    is_forgiven = lines[0].act["way"] == UtangWay.FORGIVEN
    if found != {night: cents for night, cents in settled.items() if not is_forgiven or night in found}:
        yield rules.differs("settles", found, settled)
    elif not is_forgiven and len(settled) == len(act["nights"]) + bool(into):
        cash: Counter[Player] = Counter()
        for payment in (payment for line in lines for payment in line.payments.all()):
            cash[known[payment.payer.player_id]] += payment.amount_cents
            cash[known[payment.payee.player_id]] -= payment.amount_cents
        for payer, payee, cents in () if into else act["people"]:
            cash[ids[payer]] -= cents
            cash[ids[payee]] += cents
        if any(cash.values()):
            yield say("finding.cash_left")


def _without_way(line: Entry) -> dict[str, Any]:
    return {name: value for name, value in line.act.items() if name != "way"}
