"""Sessions: list, start, read; balances, statement, and what the table notes between two hands."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.http import Http404

from scoring.api.rules.acts import GameRules, SentRules
from scoring.api.web.answers import CURRENCIES, CurrencyCode, Shape, at
from scoring.api.web.base import ClubView, SessionView
from scoring.api.web.errors import FieldsError
from scoring.api.web.examples import SESSIONS
from scoring.api.web.operations import NIGHT, reads, writes
from scoring.api.web.parsing import Choice, Id, Input, Moment, QueryNumber, Several, Text, Whole, YesNo, words
from scoring.forms.table.start import terms_of
from scoring.games import GAMES
from scoring.games.base import Feature
from scoring.games.cuajo.cards import KINDS
from scoring.ledger.fingerprint import short
from scoring.ledger.night import SeatResult
from scoring.models import Club
from scoring.models.clubs import LONGEST_NAME
from scoring.models.entries import LONGEST_REASON
from scoring.models.sessions import LONGEST_NAME as LONGEST_TITLE
from scoring.models.sessions import LONGEST_NOTE
from scoring.money import currency_for
from scoring.operations.sessions.sessions import (
    About,
    Terms,
    change_switches,
    describe_session,
    keep_table,
    start_session,
)
from scoring.operations.table.posting import Stamp
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.operations.table.terms import HIGHEST_STAKES, WantedTerms, change_terms
from scoring.operations.table.turns import Turns
from scoring.queries.people.access import Action
from scoring.queries.rules.rule_sets import copied_rules, find_rule_set
from scoring.queries.sessions.nights import NO_NIGHT, HistoryPage, State, Wanted, find_sessions, last_time
from scoring.queries.sessions.settlements import check_code_of
from scoring.queries.table import tables
from scoring.queries.table.state import Side, TableSeat, TableState, features_of, table_state
from scoring.texts import say


class SessionSummaryShape(Shape):
    """A session as lists show it."""

    id: UUID = at("session.public_id")
    game: str = at("session.game")
    day: date = at("session.day")
    started_at: datetime = at("session.started_at")
    name: str = at("session.name")
    place: str = at("session.place")
    note: str = at("session.note")
    currency: CurrencyCode = at("session.currency")
    stake_factor: int = at("session.stake_factor")
    entered_later: bool = at("session.entered_later")
    state: State
    hand_count: int
    void_count: int
    seats: tuple[SeatResult, ...]


class SessionPageShape(Shape):
    """Sessions, the newest first."""

    items: tuple[SessionSummaryShape, ...] = at("nights")
    page: int = at("number")
    page_count: int


class SessionShape(Shape):
    """The table between two hands.

    Send `expected_after` and `expected_entry` with a hand, so that nothing is recorded unseen.
    """

    id: UUID = at("session.public_id")
    game: str = at("session.game")
    day: date = at("session.day")
    started_at: datetime = at("session.started_at")
    name: str = at("session.name")
    place: str = at("session.place")
    note: str = at("session.note")
    rules: GameRules = at("session.in_force.data")
    currency: CurrencyCode = at("session.currency")
    minor_digits: int = at("session.minor_digits")
    stake_factor: int = at("session.stakes")
    has_terms: bool = at("session.has_terms")
    is_practice: bool = at("session.is_practice")
    entered_later: bool = at("session.entered_later")
    players_may_propose: bool = at("session.players_may_propose")
    is_closed: bool
    hand_number: int
    sowee: str
    seats: tuple[TableSeat, ...]
    sides: tuple[Side, ...]
    expected_after: int = at("after")
    expected_entry: int = at("last_entry")
    check_code: str


class BalancesShape(Shape):
    """Who stands where."""

    currency: CurrencyCode
    minor_digits: int
    seats: tuple[SeatResult, ...]
    check_code: str


class SessionsQuery(Input):
    """Which sessions: open or closed ones, started since then, with this player."""

    state = Choice(choices=words("open", "closed"), required=False)
    since = Moment(required=False)
    player = Id(required=False)
    page = QueryNumber(min_value=1, max_value=10**9, default=1)
    limit = QueryNumber(min_value=1, max_value=100, default=20)


class SentAbout(Input):
    """What a night is called, where it is played, and a note; each is written on one line."""

    name = Text(required=False, allow_blank=True, max_length=LONGEST_TITLE, default="")
    place = Text(required=False, allow_blank=True, max_length=LONGEST_TITLE, default="")
    note = Text(required=False, allow_blank=True, max_length=LONGEST_NOTE, default="")


class WantedAbout(SentAbout):
    """The same, with what was read before."""

    expected_name = Text(required=False, allow_blank=True, max_length=LONGEST_TITLE)
    expected_place = Text(required=False, allow_blank=True, max_length=LONGEST_TITLE)
    expected_note = Text(required=False, allow_blank=True, max_length=LONGEST_NOTE)


class NewSession(SentAbout):
    """What the table agreed on.

    `rules` names a preset and changes to it; with `rule_set` only changes to that set of the club.
    """

    game = Choice(choices=words(*(game.id for game in GAMES)), default=GAMES[0].id)
    names = Several(
        child=Text(max_length=LONGEST_NAME), min_length=2, max_length=MOST_PLAYERS, help_text="In seat order."
    )
    rules = SentRules(default=dict)
    rule_set = Id(required=False)
    currency = Choice(choices=words(*CURRENCIES))
    stake_factor = Whole(min_value=1, max_value=HIGHEST_STAKES, default=1)
    first_dealer = Whole(min_value=1, max_value=MOST_PLAYERS, help_text="A seat number.")
    turns = Choice(
        choices=words(*Turns),
        allow_blank=True,
        default="",
        help_text="Where more are named than play at once, what brings the next one in: `hand` or `tap`.",
    )
    expected_newest = Id(required=False, allow_null=True, help_text="The newest session you saw, null for none.")


class TableNotes(Input):
    """The sowee of the hand that is played; empty takes it off again."""

    hand = Whole(min_value=1)
    sowee = Choice(choices=words(*(card.notation for card in KINDS)), allow_blank=True)
    expected_sowee = Text(required=False, allow_blank=True, max_length=3, help_text="What the table noted before.")


class WantedSwitches(Input):
    """The switches of a night."""

    is_practice = YesNo()
    players_may_propose = YesNo()
    expected_practice = YesNo(required=False)
    expected_proposals = YesNo(required=False)


class Sessions(ClubView):
    @reads(SessionPageShape, right=Action.BROWSE, query=SessionsQuery)
    def get(self, asked: dict[str, Any]) -> HistoryPage:
        """List sessions, the newest first; a page after the last one is empty."""
        state = asked.get("state")
        wanted = Wanted(
            is_closed=None if state is None else state == "closed", since=asked.get("since"), player=asked.get("player")
        )
        return find_sessions(club=self.club, wanted=wanted, number=asked["page"], size=asked["limit"])

    @writes(NewSession, SessionShape, right=Action.START, made=NIGHT, examples=SESSIONS)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> TableState:
        """Start a session; unknown names become players of the club.

        With `expected_newest` 409 `night_started` says that a session any of them still plays was started since.
        """
        terms = _terms(club=self.club, wanted=wanted)
        expected = wanted["expected_newest"] or NO_NIGHT if "expected_newest" in wanted else None
        return table_state(session=start_session(club=self.club, terms=terms, expected_newest=expected, stamp=stamp))


class OneSession(SessionView):
    @reads(SessionShape, right=Action.SEE)
    def get(self) -> TableState:
        """Read the table between two hands."""
        return table_state(session=self.session)


class Again(Input):
    """The newest session of the club that was seen."""

    expected_newest = Id(required=False)


class SessionAgain(SessionView):
    @writes(Again, SessionShape, right=Action.START, made=NIGHT)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> TableState:
        """Start another session with the same players, rules and stakes; who would deal next deals first.

        With `expected_newest` 409 `night_started` says that a session any of them still plays was started since.
        """
        last = last_time(club=self.club, like=self.session.public_id)
        assert last is not None
        return table_state(session=start_session(club=self.club, terms=terms_of(last=last), **wanted, stamp=stamp))


class Balances(SessionView):
    @reads(BalancesShape, right=Action.SEE)
    def get(self) -> Any:
        """Read every seat's result, what is still outstanding, and the check code of the night."""
        return {
            "currency": self.session.currency,
            "minor_digits": self.session.minor_digits,
            "seats": tables.results(session=self.session),
            "check_code": short(fingerprint=check_code_of(session=self.session)),
        }


class Switches(SessionView):
    @writes(WantedSwitches, SessionShape, right=Action.MANAGE)
    def put(self, wanted: dict[str, Any], _stamp: Stamp) -> TableState:
        """Say whether a night counts in totals, and whether players may propose hands."""
        seen = wanted.pop("expected_practice", None), wanted.pop("expected_proposals", None)
        expected = None if None in seen else seen
        return table_state(session=change_switches(session=self.session, **wanted, expected=expected))


class AboutSession(SessionView):
    @writes(WantedAbout, SessionShape, right=Action.RECORD)
    def put(self, wanted: dict[str, Any], _stamp: Stamp) -> TableState:
        """Say what a night is called, where it is played, and a note; also once it is closed."""
        seen = [wanted.get(f"expected_{name}") for name in ("name", "place", "note")]
        expected = None if None in seen else About(name=str(seen[0]), place=str(seen[1]), note=str(seen[2]))
        return table_state(session=describe_session(session=self.session, about=_about(wanted), expected=expected))


class ChangedTerms(Input):
    """Stakes, or house rules as a new session takes them; what is left out stays as it is."""

    stake_factor = Whole(min_value=1, max_value=HIGHEST_STAKES, required=False)
    rules = SentRules(required=False)
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON, default="")
    expected_entry = Whole()


class TermsOfSession(SessionView):
    @writes(ChangedTerms, SessionShape, right=Action.RECORD, made=NIGHT)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> TableState:
        """Play at other stakes or by other house rules from the next hand on; what was recorded keeps its own."""
        change_terms(
            session=self.session,
            wanted=WantedTerms(stakes=wanted.get("stake_factor"), rules=wanted.get("rules")),
            reason=wanted["reason"],
            expected_entry=wanted["expected_entry"],
            stamp=stamp,
        )
        return table_state(session=self.session)


class Table(SessionView):
    @writes(TableNotes, SessionShape, right=Action.RECORD)
    def put(self, notes: dict[str, Any], _stamp: Stamp) -> TableState:
        """Note the sowee of a hand; a note for a hand that is over changes nothing."""
        if Feature.SOWEE not in features_of(session=self.session):
            raise Http404
        keep_table(
            session=self.session,
            hand=notes["hand"],
            notes={"sowee": notes["sowee"]},
            expected_sowee=notes.get("expected_sowee"),
        )
        self.session.refresh_from_db(fields=["table"])
        return table_state(session=self.session)


def _terms(*, club: Club, wanted: dict[str, Any]) -> Terms:
    rules: object = wanted["rules"]
    if "rule_set" in wanted:
        saved = find_rule_set(club=club, public_id=wanted["rule_set"])
        if saved is None or saved.game != wanted["game"]:
            raise FieldsError(rule_set=say("api.unknown_rule_set"))
        currency = currency_for(code=wanted["currency"])
        rules = copied_rules(saved=saved, changes=wanted["rules"], minor_digits=currency.minor_digits)
    return Terms(
        game=wanted["game"],
        rules=rules,
        names=tuple(wanted["names"]),
        currency=wanted["currency"],
        stake_factor=wanted["stake_factor"],
        first_dealer=wanted["first_dealer"],
        about=_about(wanted),
        turns=Turns(wanted["turns"]),
    )


def _about(wanted: dict[str, Any]) -> About:
    return About(name=wanted["name"], place=wanted["place"], note=wanted["note"])
