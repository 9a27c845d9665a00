"""The lines of a night as recorded, and the night as far as it was derived from them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from scoring.games.base import AnyGame
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.ledger.kinds import PLAYED, Balance
from scoring.ledger.seatings import Seatings
from scoring.ledger.terms import AllTerms
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.models import Payment as PaymentRow
from scoring.queries.table.partnerships import Pair
from scoring.queries.table.seatings import position_of, seating_by
from scoring.texts import Text, say


class WrongError(Exception):
    """What a line says cannot be, and why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.english())
        self.text = text


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line as recorded: what is owed by play or apart from it, the cash, the points; by the numbers of the seats.

    `damage` says what of its rows cannot be read.
    """

    entry: Entry
    owed: tuple[Payment, ...]
    handed: tuple[Payment, ...]
    apart: tuple[Payment, ...]
    points: tuple[Points, ...]
    damage: tuple[Text, ...]

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def payments(self) -> tuple[Payment, ...]:
        return self.owed + self.handed + self.apart


def lines_of(*, session: Session) -> tuple[Line, ...]:
    """Return every line of a night, oldest first, in a fixed number of queries."""
    entries = session.entries.select_related("reverses", "hand").order_by("number")
    with_moves = entries.prefetch_related("payments__payer", "payments__payee", "scores__seat")
    return tuple(_line(entry) for entry in with_moves)


def closes_among(*, lines: Iterable[Line]) -> tuple[Entry, ...]:
    """Return the closes, also those that were taken back."""
    return tuple(line.entry for line in lines if line.entry.kind == EntryKind.CLOSE)


def _line(entry: Entry) -> Line:
    payments: defaultdict[str, list[Payment]] = defaultdict(list)
    damage = []
    for row in entry.payments.all():
        try:
            payments["cash" if row.cash else "apart" if row.apart else "owed"].append(_payment(row, entry=entry))
        except WrongError as error:
            damage.append(error.text)
    return Line(
        entry=entry,
        owed=tuple(payments["owed"]),
        handed=tuple(payments["cash"]),
        apart=tuple(payments["apart"]),
        points=tuple(Points(seat=score.seat.number, points=score.points) for score in entry.scores.all()),
        damage=tuple(damage),
    )


def _payment(row: PaymentRow, *, entry: Entry) -> Payment:
    if {row.payer.session_id, row.payee.session_id} != {entry.session_id}:
        raise WrongError(say("finding.not_seated"))
    if type(row.amount_cents) is not int:
        raise WrongError(say("finding.not_whole", found=repr(row.amount_cents)))
    if row.amount_cents < 1:
        raise WrongError(say("finding.no_amount", cents=row.amount_cents))
    if row.payer == row.payee:
        raise WrongError(say("finding.pays_itself", seat=row.payer.number))
    return Payment(payer=row.payer.number, payee=row.payee.number, cents=row.amount_cents)


def is_older_engine(*, version: str, known: str) -> bool:
    """Tell whether a version of the engine came before the one this app knows."""
    return 0 <= _version(version) < _version(known)


def _version(text: str) -> int:
    """Return the number of a version of the engine, -1 where it is none."""
    return int(text) if text.isascii() and text.isdecimal() else -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What a line should move."""

    payments: tuple[Payment, ...] = ()
    points: tuple[Points, ...] = ()
    balance: Balance = Balance.OWED


@dataclass(slots=True, kw_only=True)
class Night:
    """The books of a night as derived so far; amounts and points by the number of the seat.

    `terms` and `seatings` are those that stand after the line before, `pairs` those written down, by the line
    of the seating.
    """

    session: Session
    game: AnyGame
    seats: tuple[int, ...]
    seatings: Seatings
    terms: AllTerms
    closes: tuple[Entry, ...]
    pairs: Mapping[int, tuple[Pair, ...]]
    result_cents: dict[int, int] = field(init=False)
    cash_cents: dict[int, int] = field(init=False)
    apart_cents: dict[int, int] = field(init=False)
    points: dict[int, int] = field(init=False)
    fingerprint: str = ""
    lines: dict[int, Line] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("result_cents", "cash_cents", "apart_cents", "points"):
            setattr(self, name, dict.fromkeys(self.seats, 0))

    @property
    def outstanding_cents(self) -> dict[int, int]:
        """Return what each seat still has to get, after the cash it handed over or received."""
        moved = (self.result_cents, self.apart_cents, self.cash_cents)
        return {seat: sum(cents[seat] for cents in moved) for seat in self.seats}

    def judged_by_older_engine(self, *, entry: Entry) -> bool:
        """Tell whether an older version of the engine judged the hand of a line."""
        hand = getattr(entry, "hand", None)
        return hand is not None and is_older_engine(version=hand.engine_version, known=self.game.engine_version)

    def go_on(self, *, line: Line) -> None:
        """Count a line as it was recorded: one wrong line makes none of the lines after it wrong."""
        for owed in line.owed:
            self.result_cents[owed.payer] -= owed.cents
            self.result_cents[owed.payee] += owed.cents
        for apart in line.apart:
            self.apart_cents[apart.payer] -= apart.cents
            self.apart_cents[apart.payee] += apart.cents
        for handed in line.handed:
            self.cash_cents[handed.payer] += handed.cents
            self.cash_cents[handed.payee] -= handed.cents
        for score in line.points:
            self.points[score.seat] += score.points
        self.fingerprint = line.entry.fingerprint
        self.lines[line.number] = line
        self._follow_seats(line.entry)
        self._follow_terms(line.entry)

    def standing(self, *, kinds: Collection[EntryKind] = PLAYED) -> Iterator[Line]:
        """Yield the hands, secrets and penalties, or the lines of other kinds, that stand so far."""
        taken_back = {line.entry.reverses_id for line in self.lines.values()}
        for line in self.lines.values():
            if line.entry.kind in kinds and line.entry.pk not in taken_back:
                yield line

    def left_of_plan(self) -> dict[tuple[int, int], int]:
        """Return what is left of the plan of the close that stands, by the seats of payer and payee."""
        closes = [line.entry for line in self.standing(kinds=(EntryKind.CLOSE,))]
        if not closes:
            return {}
        left = {(payer, payee): cents for payer, payee, cents in closes[-1].act["plan"]}
        for line in self.standing(kinds=(EntryKind.HANDOVER, EntryKind.UTANG)):
            if line.number > closes[-1].number:
                paid = [(each.payer, each.payee, each.cents) for each in line.handed]
                for payer, payee, cents in (*paid, *((each.payee, each.payer, each.cents) for each in line.apart)):
                    left[payer, payee] -= cents
        return left

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

    def session_at(self, *, position: int | None = None) -> Session:
        """Return the session under the rules and stakes of a position, or of the line before."""
        return self.session.as_at(position=position, terms=self.terms if self.session.has_terms else None)

    def _follow_terms(self, entry: Entry) -> None:
        with suppress(Exception):  # what cannot be read was told of the line itself
            if entry.kind == EntryKind.TERMS:
                terms = self.session.terms_of(entry=entry.number, act=entry.act)
                self.terms = self.terms.with_one_more(terms=terms)
            elif entry.reverses and entry.reverses.kind == EntryKind.TERMS:
                self.terms = self.terms.without(entry=entry.reverses.number)

    def _follow_seats(self, entry: Entry) -> None:
        if entry.kind == EntryKind.SEATING:
            self.seatings = self.seatings.with_one_more(seating=seating_by(entry=entry))
        elif entry.reverses and entry.reverses.kind == EntryKind.SEATING:
            self.seatings = self.seatings.without(entry=entry.reverses.number)
