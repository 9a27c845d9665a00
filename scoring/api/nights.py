"""Nights in the API: list, start, table, seats."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404

from scoring.api.answers import Shape, at
from scoring.api.operation import ANSWERS, NIGHT, ask, do, put, read
from scoring.api.problems import FieldsError
from scoring.games.base import Feature, RulesData
from scoring.ledger.fingerprint import short
from scoring.ledger.night import SeatResult
from scoring.limits import OneOf
from scoring.models import Club, Session
from scoring.money import currency_for
from scoring.operations.table import nights
from scoring.operations.table.nights import Terms, change_switches, change_terms, correct_day, describe_session
from scoring.operations.table.posting import Stamp
from scoring.operations.table.seat_corrections import CorrectedSeats, correct_seats, preview_seats
from scoring.operations.table.seating import change_seats, take_turn
from scoring.operations.words import NOT_SAID, CurrencyCode
from scoring.queries.books.ledger import LedgerLine, PageSize, ledger_line
from scoring.queries.people.access import Action
from scoring.queries.rule_sets import copied_rules
from scoring.queries.table.night import night_of
from scoring.queries.table.nights import NO_NIGHT, ListedNight, NightFilter, NightPart, find_sessions
from scoring.queries.table.state import TableState, table_state
from scoring.texts import say


class _AboutShape(Shape):
    currency: CurrencyCode = at("session.currency")


ABOUT = (
    "session.public_id session.game session.day session.started_at session.name session.place session.note "
    "session.entered_later"
)
SUMMARY = f"{ABOUT} session.stake_factor night.hand_count night.void_count state seats"
TABLE = (
    f"{ABOUT} session.minor_digits session.has_terms session.is_practice session.players_may_propose session.stakes "
    "night.is_closed hand_number sowee seats sides night.last_entry check_code"
)


class SessionSummaryShape(_AboutShape, of=ListedNight, keeps=SUMMARY):
    """A session as lists show it."""


class SessionShape(_AboutShape, of=TableState, keeps=TABLE):
    """The table between two hands."""

    rules: RulesData = at("session.in_force.data")
    expected_after: int = at("after")


ANSWERS[Session] = (TableState, lambda session: table_state(session=session))
ANSWERS[CorrectedSeats] = (LedgerLine, lambda corrected: ledger_line(entry=corrected.seating))


def list_sessions(
    *,
    club: Club,
    state: Annotated[str, OneOf(("open", "closed"))] | None = None,
    since: datetime | None = None,
    player: UUID | None = None,
    after: UUID | None = None,
    limit: PageSize = 20,
) -> NightPart:
    """List sessions, newest first."""
    wanted = NightFilter(is_closed=None if state is None else state == "closed", since=since, player=player)
    last = Session.objects.filter(club=club, public_id=after).first() if after else None
    if after and last is None:
        raise FieldsError(("after", say("api.unknown_row")))
    return find_sessions(club=club, wanted=wanted, after=last, size=limit)


def start_session(
    *, club: Club, terms: Terms, stamp: Stamp, rule_set_id: UUID | None = None, expected_newest: UUID | None = NOT_SAID
) -> Session:
    """Start a session.

    Unknown names become players of the club. 409 `night_started` means that a newer one has some of these players.
    """
    changes = {"preset": terms.rules} if isinstance(terms.rules, str) else terms.rules or {}
    if rule_set_id:
        saved = club.saved_rules.filter(public_id=rule_set_id).first()
        if saved is None or saved.game != terms.game:
            raise FieldsError(("rule_set_id", say("api.unknown_row")))
        digits = currency_for(code=terms.currency).minor_digits
        changes = copied_rules(saved=saved, changes=changes, minor_digits=digits)
    newest = None if expected_newest == NOT_SAID else expected_newest or NO_NIGHT
    terms = replace(terms, rules=changes)
    return nights.start_session(club=club, terms=terms, stamp=stamp, expected_newest=newest)


def start_again(*, club: Club, session: Session, stamp: Stamp, expected_newest: UUID | None = None) -> Session:
    """Start a session like an older one.

    Players, rules and stakes are the same. The next dealer deals first. 409 `night_started` as at `sessions/`.
    """
    # A night entered later has no dealer, and its page does not offer this.
    if session.entered_later:
        raise Http404
    terms = nights.terms_again(session=session)
    return nights.start_session(club=club, terms=terms, expected_newest=expected_newest, stamp=stamp)


class BalancesShape(Shape):
    """The results of all seats."""

    currency: CurrencyCode = at("money.code")
    minor_digits: int = at("money.minor_digits")
    seats: tuple[SeatResult, ...] = at("standings")
    check_code: str = at("check_code", lambda code: short(fingerprint=code))


class SeatsShape(Shape):
    """The seats, the first dealer and `waiting` seats."""

    items: tuple[SeatResult, ...] = at("standings")
    dealer: int = at("seatings.now.dealer")
    waiting: tuple[int, ...] = at("seatings.now.waiting")
    each_hand: bool = at("seatings.now.each_hand")
    expected_entry: int = at("last_entry")


SEATS: dict[str, Any] = {"then": night_of, "shows": SeatsShape, "makes": f"{NIGHT}seats/"}
FOUR = {"names": ["Ana", "Ben", "Carla", "Dan"], "currency": "PHP", "first_dealer": 1, "stake_factor": 10}
RULES = {"Four players, secrets at 100": {**FOUR, "rules": {"preset": "pagat", "secret": 100}}}
OPERATIONS = (
    read("sessions/", list_sessions, Action.BROWSE),
    do("sessions/", start_session, Action.START, makes="sessions/{id}/", examples=RULES),
    read(NIGHT, table_state, Action.SEE, "Read the table between two hands."),
    do(f"{NIGHT}again/", start_again, Action.START, makes="sessions/{id}/"),
    read(f"{NIGHT}balances/", night_of, Action.SEE, "Read results, open amounts and check code.", shows=BalancesShape),
    put(f"{NIGHT}switches/", change_switches, Action.MANAGE),
    put(f"{NIGHT}about/", describe_session, Action.RECORD),
    put(f"{NIGHT}table/", nights.note_sowee, Action.RECORD, feature=Feature.SOWEE),
    do(f"{NIGHT}terms/", change_terms, Action.RECORD, then=table_state, makes=NIGHT),
    do(f"{NIGHT}day/", correct_day, Action.MANAGE),
    read(f"{NIGHT}seats/", night_of, Action.SEE, "List the seats. At `place` 0 a player sits out.", shows=SeatsShape),
    do(f"{NIGHT}seats/", change_seats, Action.RECORD, **SEATS),
    do(f"{NIGHT}seats/turn/", take_turn, Action.RECORD, **SEATS),
    do(f"{NIGHT}seats/mend/", correct_seats, Action.CORRECT),
    ask(f"{NIGHT}seats/mend/preview/", preview_seats, Action.CORRECT),
)
