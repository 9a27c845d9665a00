"""The people of the tests: Ana and Carla play against Ben and Dan; Ana's phone is the host."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.games.base import Data
from scoring.models import Club, Device, Entry, Hand, Membership, Player, Role, Ruling, Seat, Session, hash_token
from scoring.operations.errors import RefusedError
from scoring.operations.money.payments import close_session, hand_over
from scoring.operations.people.clubs import first_club
from scoring.operations.people.devices import new_token
from scoring.operations.table.hands import TableVersion, correct_hand, record_hand, record_secret
from scoring.operations.table.nights import Terms, start_session
from scoring.operations.table.posting import Stamp
from scoring.operations.table.seat_corrections import CorrectedSeats, Mistake, SeatsCorrection, correct_seats
from scoring.operations.table.seating import Order, Turns, change_seats
from scoring.operations.table.undoing import give_voice, raise_dispute, undo
from scoring.queries.table.companion import Companion, companion_of
from scoring.queries.table.disputes import disputed_lines, open_dispute_of
from scoring.queries.table.night import last_entry_number, night_of
from scoring.web.device import DEVICE_COOKIE

ANA, BEN, CARLA, DAN = 1, 2, 3, 4
NAMES = ("Ana", "Ben", "Carla", "Dan")
EVENING = datetime(2026, 1, 31, 19, 0, tzinfo=UTC)

WORKED_HAND = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"
WORKED_WIN = {
    "result": "win",
    "winner": ANA,
    "declared": False,
    "hand": WORKED_HAND,
    "bounit": "5B",
    "source": "discard",
    "sowee": "4O",
    "secrets": [],
    "extra": "",
}
"""The worked example of the rules, section 8: 90 from each opponent."""

DECLARED_WIN = {
    "result": "win",
    "winner": ANA,
    "declared": True,
    "source": "discard",
    "sowee": "4O",
    "kings_of_coins": 0,
    "other_kings": 1,
    "bounit_condition": False,
    "sowee_condition": True,
    "porbis": False,
}
"""The same without its cards, which pays the same."""

DRAWN = {"result": "drawn"}


def make_club(*, name: str = "Our club") -> Club:
    if name == "Our club":
        return first_club(time_zone="Asia/Manila", now=EVENING)
    return Club.objects.create(name=name, time_zone="Asia/Manila", created_at=EVENING)


def host_browser(*, club: Club) -> Client:
    """Return a browser on Ana's phone, which is the club's host and was seen just now."""
    return _browser(club=club, label="Ana's phone", role=Role.HOST, seen_at=timezone.now())


def stamp(*, device: Device | None = None, minutes: int = 0) -> Stamp:
    return Stamp(device=device, at=EVENING + timedelta(minutes=minutes), key=uuid4())


def browser_of(*, club: Club, role: Role, seat: Seat | None = None) -> Client:
    label = f"{seat.player}'s phone" if seat else f"a {role}'s phone"
    return _browser(club=club, label=label, role=role, player=seat.player if seat else None)


def _browser(
    *, club: Club, label: str, role: Role, player: Player | None = None, seen_at: datetime | None = None
) -> Client:
    """Return a browser on a new phone with a place in the club, written straight to the database: joining is slow."""
    token = new_token()
    phone = Device.objects.create(token_hash=hash_token(token=token), label=label, created_at=EVENING, seen_at=seen_at)
    Membership.objects.create(device=phone, club=club, role=role, player=player, created_at=EVENING)
    browser = Client()
    browser.cookies[DEVICE_COOKIE] = token
    return browser


def role_of(*, device: Device, club: Club) -> Role | None:
    active = Membership.objects.filter(device=device, club=club, revoked_at=None)
    role = active.values_list("role", flat=True).first()
    return Role(role) if role else None


def player_browser(*, session: Session, seat: int) -> Client:
    return browser_of(club=session.club, role=Role.PLAYER, seat=session.seats.get(number=seat))


def start_night(
    *,
    club: Club,
    game: str = "cuajo",
    rules: object = "pagat",
    names: tuple[str, ...] = NAMES,
    currency: str = "PHP",
    stake_factor: int = 1,
    turns: Turns = Turns.NONE,
) -> Session:
    terms = Terms(
        game=game, rules=rules, names=names, currency=currency, stake_factor=stake_factor, first_dealer=ANA, turns=turns
    )
    return start_session(club=club, terms=terms, stamp=stamp())


def expected(session: Session) -> TableVersion:
    return TableVersion(after=night_of(session=session).after, entry=last_entry_number(session=session))


def win_act(session: Session, *, winner: int = ANA, hand: Hand | None = None) -> dict[str, object]:
    """Return the worked hand for a winner, declared where secrets of the winner would be named (C9)."""
    night = night_of(session=session)
    laid = [entry.act["seat"] for entry in night.secrets_of(night.at(hand.entry.number) if hand else None)]
    return (DECLARED_WIN if winner in laid else WORKED_WIN) | {"winner": winner}


def win(session: Session, *, winner: int = ANA, **changes: object) -> Entry:
    act = (WORKED_WIN if changes.get("secrets") else win_act(session, winner=winner)) | {"winner": winner} | changes
    return record(session, act)


def sit(session: Session, *names: str, dealer: int | None = None) -> Entry:
    """Change the seats from now on to these names in the order of play, and return the entry."""
    return change_seats(order=Order(names=names, dealer=dealer), **current(session))


def wait(session: Session, *names: str) -> Entry:
    at_table = tuple(seat.player for seat in night_of(session=session).seated)
    return change_seats(order=Order(names=at_table, waiting=names), **current(session))


def seats_correction(entry: Entry, *names: str, mistake: Mistake = Mistake.PLACES, **changes: Any) -> SeatsCorrection:
    newest = last_entry_number(session=entry.session)
    said = {"order": Order(names=names), "mistake": mistake, "reason": "otherwise", "expected_entry": newest}
    return SeatsCorrection(hand=entry.hand, **{**said, **changes})


def put_right(entry: Entry, *names: str, mistake: Mistake = Mistake.PLACES, **changes: Any) -> CorrectedSeats:
    """Record that these people sat there in fact, since the hand of this entry."""
    return correct_seats(correction=seats_correction(entry, *names, mistake=mistake, **changes), stamp=stamp())


def take_back(entry: Entry, *, reason: str = "slip") -> Entry:
    return undo(entry=entry, reason=reason, stamp=stamp())


def uphold(entry: Entry) -> None:
    seat = entry.session.seats.get(number=BEN)
    dispute = open_dispute_of(entry=entry) or raise_dispute(entry=entry, seat=seat, why="no", stamp=stamp())
    give_voice(dispute=dispute, seat=None, ruling=Ruling.UPHOLD, stamp=stamp())


def balances(session: Session) -> tuple[int, ...]:
    return tuple(seat.result_cents for seat in night_of(session=session).standings)


def figures(session: Session) -> list[tuple[int, int, int]]:
    found = night_of(session=session).standings
    return [(seat.result_cents, seat.apart_cents, seat.outstanding_cents) for seat in found]


def outstanding(session: Session) -> tuple[int, ...]:
    return tuple(seat.outstanding_cents for seat in night_of(session=session).standings)


def close(session: Session, *, coin_cents: int = 1, minutes: int = 0) -> Entry:
    seen = {**current(session), "disputed": disputed_lines(session=session), "stamp": stamp(minutes=minutes)}
    return close_session(coin_cents=coin_cents, **seen)


def pay(session: Session, *, payer: int, payee: int, cents: int, minutes: int = 0) -> Entry:
    """Hand over cash of the plan of a closed night, and return the entry."""
    return hand_over(session=session, payer=payer, payee=payee, amount_cents=cents, stamp=stamp(minutes=minutes))


def current(session: Session) -> dict[str, Any]:
    newest = last_entry_number(session=session)
    return {"session": session, "expected_entry": newest, "stamp": stamp()}


def draw(session: Session) -> Entry:
    return record(session, DRAWN)


def record(session: Session, act: Data) -> Entry:
    return record_hand(session=session, act=act, expected=expected(session), stamp=stamp())


def correct(entry: Entry, act: Data, *, reason: str = "slip") -> Entry:
    return correct_hand(entry=entry, act=act, reason=reason, stamp=stamp())


def lay_secret(session: Session, *, seat: int) -> Entry:
    return record_secret(seat=seat, **current(session))


@contextmanager
def refused(key: str) -> Iterator[pytest.ExceptionInfo[RefusedError]]:
    """Expect an operation to refuse with the text of this key, which is the code of the error where it has only one."""
    with pytest.raises(RefusedError) as refusal:
        yield refusal
    assert refusal.value.text.key == key


def refuses(key: str, operation: Callable[..., object], *args: object, **said: Any) -> None:
    """Expect an operation to refuse these arguments with the text of this key."""
    with refused(key):
        operation(*args, **said)


def companion(session: Session) -> Companion:
    session.refresh_from_db()
    return companion_of(session=session, night=night_of(session=session))
