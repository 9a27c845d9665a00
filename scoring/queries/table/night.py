"""Read nights, their players, seats and partners."""

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.games.base import Points
from scoring.ledger.kinds import EntryKind
from scoring.ledger.lines import HandRecord, Line, Payment, Player, position_in
from scoring.ledger.night import Night
from scoring.models import Club, Entry, Score, Seat, Session
from scoring.models import Payment as PaymentRow
from scoring.models import Player as PlayerRow
from scoring.queries.people.access import Access, Action, may
from scoring.queries.prepared import Prepared

_COLUMNS = (
    *("pk", "session_id", "number", "kind", "act", "recorded_at", "fingerprint", "reason", "key", "reverses__number"),
    *("hand__position", "hand__after", "hand__winner", "hand__deals_next"),
)
_sessions = Prepared(lambda club, public_id: Session.objects.filter(club=club, public_id=public_id), int, UUID)
_seats = Prepared(lambda session: _seats_of(Q(session=session)), int)
_entries = Prepared(lambda session, since: _entries_of(Q(session=session, number__gte=since)), int, int)
_moves = Prepared(lambda session, since: _moves_of(Q(entry__session=session, entry__number__gte=since)), int, int)
type Rows = tuple[tuple[Any, ...], ...]
# Lines never change, so a few nights stay in memory, with all that was worked out of them.
LONG, KEPT_NIGHTS = 20, 32
type _Key = tuple[UUID, int]
_kept: OrderedDict[_Key, Night] = OrderedDict()


def restored_file() -> Path:
    """Return the file that `restore` touches."""
    return Path(settings.DATA_DIR, "restored")


def _key(session: Session) -> _Key:
    # A backup that is restored while the app runs may hold other lines under the same fingerprint.
    with suppress(OSError):
        return session.public_id, restored_file().stat().st_mtime_ns
    return session.public_id, 0


def _keep(key: _Key, night: Night) -> None:
    _kept[key] = night
    with suppress(KeyError):  # another thread may have emptied it
        while len(_kept) > KEPT_NIGHTS:
            _kept.popitem(last=False)


def session_of(*, club: Club, public_id: UUID) -> Session | None:
    for session in _sessions(club.pk, public_id):
        session.club = club
        return session
    return None


def night_of(*, session: Session) -> Night:
    return nights_of(sessions=(session,))[session.pk]


def nights_of(
    *, sessions: Collection[Session], kinds: Collection[EntryKind] = (), seats: Iterable[Seat] | None = None
) -> dict[int, Night]:
    """Read nights by session, in three or four queries.

    `kinds` limits the lines, `seats` were read before.
    """
    kept, rows = _rows(sessions, kinds)
    only = next(iter(sessions)).pk if len(sessions) == 1 else None
    players, numbers = _players(seats or (_seats(only) if only else _seats_of(Q(session__in=sessions))))
    # Only games with points store scores, so the others save a query.
    has_points = any(session.played.match for session in sessions)
    lines = _lines(sessions, rows, numbers, kinds, has_points=has_points)
    nights: dict[int, Night] = {}
    for session in sessions:
        own: Any = {"money": session.money, "players": players[session.pk], "lines": (*kept, *lines[session.pk])}
        night = nights[session.pk] = _known(session, Night(**start_of(session), **own))
        if len(night.lines) >= LONG and not kinds:
            # The lines of an import that is refused afterwards must not stay.
            transaction.on_commit(partial(_keep, _key(session), night))
        if session.has_terms and not kinds:
            session.terms = night.terms
    return nights


def recorded_rows(*, sessions: Collection[Session]) -> dict[int, tuple[dict[int, Player], tuple[Line, ...]]]:
    """Read the players and lines of nights, without the cache."""
    players, numbers = _players(_seats_of(Q(session__in=sessions)))
    lines = _lines(sessions, tuple(_entries_of(Q(session__in=sessions))), numbers, (), has_points=True)
    return {each.pk: (players[each.pk], tuple(lines[each.pk])) for each in sessions}


def _players(seats: Iterable[Seat]) -> tuple[defaultdict[int, dict[int, Player]], dict[int, int]]:
    """Return players by session, and numbers by seat."""
    players: defaultdict[int, dict[int, Player]] = defaultdict(dict)
    numbers: dict[int, int] = {}
    for seat in seats:
        name, public_id, number = seat.player.known_as, str(seat.player.public_id), seat.number
        player = Player(number=number, name=name, public_id=public_id, row=seat.pk, since=seat.since)
        players[seat.session_id][number], numbers[seat.pk] = player, number
    return players, numbers


def _known(session: Session, night: Night) -> Night:
    known = _kept.get(_key(session), night)
    # A merge and a rename can change the id of a name, and leave its text.
    ids, ids_now = ([getattr(name, "id", 0) for name in each.names.values()] for each in (known, night))
    return known if known == night and ids == ids_now else night


def start_of(session: Session) -> dict[str, Any]:
    """Return the fields of a night that no line changes."""
    names = ("rules", "stake_factor", "first_dealer", "entered_later", "started_at")
    return {"game": session.played, **{name: getattr(session, name) for name in names}}


def _rows(sessions: Collection[Session], kinds: Collection[EntryKind]) -> tuple[tuple[Line, ...], Rows]:
    # Lines are read before seats, so every player of a new line already has a seat.
    if kinds or len(sessions) != 1:
        of_kinds = Q(kind__in=kinds) if kinds else Q()
        return (), tuple(_entries_of(Q(session__in=sessions) & of_kinds))
    (session,) = sessions
    if kept := _kept.get(_key(session)):
        last, *rows = _entries(session.pk, kept.last_entry) or (None,)
        if last and last[_COLUMNS.index("fingerprint")] == kept.fingerprint:
            return kept.lines, tuple(rows)
    return (), tuple(_entries(session.pk, 0))


def _entries_of(which: Q) -> QuerySet[Entry, tuple[Any, ...]]:
    return Entry.objects.filter(which).order_by("number").values_list(*_COLUMNS)


def _seats_of(which: Q) -> QuerySet[Seat]:
    return Seat.objects.filter(which).select_related("player__merged_into").order_by("number")


def _moves_of(which: Q) -> QuerySet[PaymentRow, tuple[Any, ...]]:
    columns = ("entry_id", "payer_id", "payee_id", "amount_cents", "cash", "apart")
    return PaymentRow.objects.filter(which).order_by("pk").values_list(*columns)


def _lines(
    sessions: Collection[Session],
    rows: Rows,
    numbers: Mapping[int, int],
    kinds: Collection[EntryKind],
    *,
    has_points: bool,
) -> defaultdict[int, list[Line]]:
    first = min((row[2] for row in rows), default=0)
    since = Q(entry__session__in=sessions, entry__number__gte=first) & (Q(entry__kind__in=kinds) if kinds else Q())
    is_whole = len(sessions) == 1 and not kinds
    paid = _moves(next(iter(sessions)).pk, first) if is_whole and rows else _moves_of(since) if rows else ()
    moves = _payments(paid, numbers)
    points = _points(since, numbers) if rows and has_points else {}
    lines: defaultdict[int, list[Line]] = defaultdict(list)
    for pk, session, number, kind, act, at, fingerprint, reason, key, reverses, position, *hand in rows:
        line = Line(
            number=number,
            # The check reports an unknown kind, and goes on with the other lines.
            kind=EntryKind(kind) if kind in EntryKind else cast("EntryKind", kind),
            act=act,
            recorded_at=at,
            fingerprint=fingerprint,
            reason=reason,
            has_key=key is not None,
            position=position_in(act=act, number=number) if position is None else position,
            reverses=reverses,
            judged=None if position is None else HandRecord(after=hand[0], winner=hand[1], deals_next=hand[2]),
            points=tuple(points.get(pk, ())),
            **moves.get(pk, {}),
        )
        lines[session].append(line)
    return lines


def _payments(rows: Iterable[tuple[Any, ...]], numbers: Mapping[int, int]) -> dict[int, dict[str, tuple[Payment, ...]]]:
    moves: defaultdict[int, dict[str, tuple[Payment, ...]]] = defaultdict(dict)
    for entry, payer, payee, cents, cash, apart in rows:
        # A damaged row must not hide the night. The check reports it.
        if payer in numbers and payee in numbers and payer != payee and type(cents) is int and cents > 0:
            kind = "handed" if cash else "apart" if apart else "owed"
            paid = Payment(payer=numbers[payer], payee=numbers[payee], cents=cents)
            moves[entry][kind] = (*moves[entry].get(kind, ()), paid)
    return moves


def _points(of: Q, numbers: Mapping[int, int]) -> dict[int, list[Points]]:
    points: defaultdict[int, list[Points]] = defaultdict(list)
    for entry, seat, scored in Score.objects.filter(of).order_by("pk").values_list("entry_id", "seat_id", "points"):
        if seat in numbers:
            points[entry].append(Points(seat=numbers[seat], points=scored))
    return points


def last_entry_number(*, session: Session) -> int:
    return session.entries.order_by("-number").values_list("number", flat=True).first() or 0


def recorded_under(*, club: Club, key: UUID) -> Entry | None:
    """Return the entry of a form's key, unless undone."""
    return Entry.objects.filter(reversal=None, session__club=club, key=key).select_related("session").first()


def seat_of(*, session: Session, player: PlayerRow | None) -> Seat | None:
    if player is None:
        return None
    same = (player.pk, *player.merged_players.values_list("pk", flat=True))
    return session.seats.filter(player__in=same).first()


def may_mark_cash(*, access: Access, session: Session, seats: tuple[int, int]) -> bool:
    """Return whether cash between two seats may be recorded."""
    return only_cash_of(access=access, session=session) in (None, *seats)


def only_cash_of(*, access: Access, session: Session) -> int | None:
    """Return the only seat whose cash may be recorded.

    None for all seats, 0 for no seat.
    """
    if may(role=access.role, action=Action.RECORD):
        return None
    own = seat_of(session=session, player=access.player)
    return own.number if own and may(role=access.role, action=Action.MARK_OWN) else 0
