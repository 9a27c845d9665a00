"""Read a night, or several, into what they have come to."""

from collections import defaultdict
from collections.abc import Collection

from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.ledger.kinds import EntryKind
from scoring.ledger.lines import Judged, Line, Player, position_in
from scoring.ledger.night import Night
from scoring.models import Entry, Score, Seat, Session
from scoring.models import Payment as PaymentRow

_COLUMNS = (
    *("pk", "session_id", "number", "kind", "act", "recorded_at", "fingerprint", "reason", "key", "reverses_id"),
    *("hand__position", "hand__after", "hand__winner", "hand__deals_next"),
)


def night_of(*, session: Session) -> Night:
    """Return a night in three queries, four in a game that is played for points first."""
    return nights_of(sessions=(session,))[session.pk]


def nights_of(*, sessions: Collection[Session]) -> dict[int, Night]:
    """Return nights under the ids of their sessions, in three queries or four however many there are."""
    players: defaultdict[int, dict[int, Player]] = defaultdict(dict)
    numbers: dict[int, int] = {}
    seats = Seat.objects.filter(session__in=sessions).select_related("player__merged_into").order_by("number")
    for seat in seats:
        player = Player(
            number=seat.number,
            name=seat.player.known_as,
            public_id=str(seat.player.public_id),
            row=seat.pk,
            since=seat.since,
        )
        players[seat.session_id][seat.number], numbers[seat.pk] = player, seat.number
    lines = _lines(sessions, numbers)
    nights = {
        session.pk: Night(
            game=session.played,
            rules=session.rules,
            stake_factor=session.stake_factor,
            money=session.money,
            first_dealer=session.first_dealer,
            entered_later=session.entered_later,
            started_at=session.started_at,
            players=players[session.pk],
            lines=tuple(lines[session.pk]),
        )
        for session in sessions
    }
    for session in sessions:
        if session.has_terms:
            session.terms = nights[session.pk].terms
    return nights


def _lines(sessions: Collection[Session], numbers: dict[int, int]) -> defaultdict[int, list[Line]]:
    rows = tuple(Entry.objects.filter(session__in=sessions).order_by("number").values_list(*_COLUMNS))
    moves = _payments(sessions, numbers)
    has_points = any(session.played.match for session in sessions)
    points = _points(sessions, numbers) if has_points else {}
    lines: defaultdict[int, list[Line]] = defaultdict(list)
    known = {row[0]: row[2] for row in rows}
    for pk, session, number, kind, act, at, fingerprint, reason, key, reverses, position, *hand in rows:
        line = Line(
            number=number,
            kind=EntryKind(kind),
            act=act,
            recorded_at=at,
            fingerprint=fingerprint,
            reason=reason,
            has_key=key is not None,
            position=position_in(act=act, number=number) if position is None else position,
            reverses=known.get(reverses),
            judged=None if position is None else Judged(after=hand[0], winner=hand[1], deals_next=hand[2]),
            points=tuple(points.get(pk, ())),
            **moves.get(pk, {}),
        )
        lines[session].append(line)
    return lines


def _payments(sessions: Collection[Session], numbers: dict[int, int]) -> dict[int, dict[str, tuple[Payment, ...]]]:
    """Return the payments by entry, those that cannot be left out."""
    moves: defaultdict[int, dict[str, tuple[Payment, ...]]] = defaultdict(dict)
    rows = PaymentRow.objects.filter(entry__session__in=sessions).order_by("pk")
    for entry, payer, payee, cents, cash, apart in rows.values_list(
        "entry_id", "payer_id", "payee_id", "amount_cents", "cash", "apart"
    ):
        if payer in numbers and payee in numbers and payer != payee and type(cents) is int and cents > 0:
            kind = "handed" if cash else "apart" if apart else "owed"
            paid = Payment(payer=numbers[payer], payee=numbers[payee], cents=cents)
            moves[entry][kind] = (*moves[entry].get(kind, ()), paid)
    return moves


def _points(sessions: Collection[Session], numbers: dict[int, int]) -> dict[int, list[Points]]:
    points: defaultdict[int, list[Points]] = defaultdict(list)
    rows = Score.objects.filter(entry__session__in=sessions).order_by("pk")
    for entry, seat, scored in rows.values_list("entry_id", "seat_id", "points"):
        if seat in numbers:
            points[entry].append(Points(seat=numbers[seat], points=scored))
    return points
