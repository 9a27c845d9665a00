"""Sessions: list, start, read; balances, statement, and what the table notes between two hands."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView
from scoring.api.errors import FieldsError
from scoring.api.examples import SESSIONS
from scoring.api.parsing import AnyObject, Choice, Id, Input, QueryNumber, Text, Whole, YesNo
from scoring.api.schema import reads, writes
from scoring.api.shapes import (
    BalancesShape,
    CurrencyField,
    SessionPageShape,
    SessionShape,
    StatementShape,
    words,
)
from scoring.forms.seating import HIGHEST_STAKE_FACTOR
from scoring.forms.sessions import terms_of
from scoring.games import GAMES, game_by_id
from scoring.games.cards import KINDS
from scoring.games.cuajo import Cuajo
from scoring.games.cuajo.rules import in_whole_units
from scoring.ledger.fingerprint import short
from scoring.models import Club, Session
from scoring.money import currency_for
from scoring.operations.players import LONGEST_NAME
from scoring.operations.sessions import Terms, change_switches, keep_table, start_session
from scoring.queries import tables
from scoring.queries.access import Action
from scoring.queries.boards import board_of
from scoring.queries.closing import fingerprint_of
from scoring.queries.finding import Wanted, find_sessions
from scoring.queries.home import last_time
from scoring.queries.rule_sets import changed_copy, find_rule_set
from scoring.queries.statements import books

MOST_SEATS = 8


class SessionsQuery(Input):
    """Which sessions: open or closed ones, started since then, with this player."""

    state = Choice(choices=words("open", "closed"), required=False)
    since = serializers.DateTimeField(required=False)
    player = Id(required=False)
    page = QueryNumber(min_value=1, max_value=10**9, default=1)
    limit = QueryNumber(min_value=1, max_value=100, default=20)


class NewSession(Input):
    """What the table agreed on.

    `rules` names a preset and changes to it; with `rule_set` only changes to that set of the club.
    """

    game = Choice(choices=words(*(game.id for game in GAMES)), default=GAMES[0].id)
    names = serializers.ListField(
        child=Text(max_length=LONGEST_NAME), min_length=2, max_length=MOST_SEATS, help_text="In seat order."
    )
    rules = AnyObject(default=dict)
    rule_set = Id(required=False)
    currency = Choice(choices=CurrencyField().choices)
    stake_factor = Whole(min_value=1, max_value=HIGHEST_STAKE_FACTOR, default=1)
    first_dealer = Whole(min_value=1, max_value=MOST_SEATS, help_text="A seat number.")


class TableNotes(Input):
    """The sowee of the hand that is played; empty takes it off again."""

    hand = Whole(min_value=1)
    sowee = Choice(choices=words(*(kind.notation for kind in KINDS)), allow_blank=True)


class WantedSwitches(Input):
    """The switches of a night."""

    is_practice = YesNo()
    players_may_propose = YesNo()


class Sessions(ClubView):
    """The sessions of the club."""

    rights = {"GET": Action.BROWSE, "POST": Action.START}

    @reads(SessionPageShape, query=(SessionsQuery,))
    def get(self, _request: Request) -> Response:
        """List sessions, the newest first."""
        asked = self.asked(SessionsQuery)
        state = asked.get("state")
        wanted = Wanted(
            is_closed=None if state is None else state == "closed",
            since=asked.get("since"),
            player=asked.get("player"),
        )
        page = find_sessions(club=self.club, wanted=wanted, number=asked["page"], size=asked["limit"])
        return Response(SessionPageShape(page).data)

    @writes(NewSession, SessionShape, status=CREATED, examples=SESSIONS)
    def post(self, _request: Request) -> HttpResponse:
        """Start a session; unknown names become players of the club."""
        terms = _terms(club=self.club, wanted=self.read(NewSession))
        return self.once(
            lambda stamp: _shown(start_session(club=self.club, terms=terms, stamp=stamp)), status=CREATED
        )


class OneSession(ClubView):
    """A session."""

    rights = {"GET": Action.SEE}

    @reads(SessionShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read the table between two hands."""
        return Response(_shown(self.session(public_id)))


class SessionAgain(ClubView):
    """The same once more."""

    rights = {"POST": Action.START}

    @writes(None, SessionShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Start another session with the same players, rules and stakes; who would deal next deals first."""
        last = last_time(club=self.club, like=self.session(public_id).public_id)
        assert last is not None
        terms = terms_of(last=last)
        return self.once(
            lambda stamp: _shown(start_session(club=self.club, terms=terms, stamp=stamp)), status=CREATED
        )


class Balances(ClubView):
    """Who stands where in a session."""

    rights = {"GET": Action.SEE}

    @reads(BalancesShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read every seat's result, what is still outstanding, and the fingerprint of the books."""
        session = self.session(public_id)
        fingerprint = fingerprint_of(session=session)
        found = {
            "currency": session.currency,
            "minor_digits": session.minor_digits,
            "seats": tables.results(session=session),
            "fingerprint": short(fingerprint=fingerprint),
        }
        return Response(BalancesShape(found).data)


class Statement(ClubView):
    """The full ledger of a session."""

    rights = {"GET": Action.SEE}

    @reads(StatementShape)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read everything that was recorded, oldest first, with running totals."""
        return Response(StatementShape(books(session=self.session(public_id))).data)


class Switches(ClubView):
    """What the host switches during a night."""

    rights = {"PUT": Action.MANAGE}

    @writes(WantedSwitches, SessionShape)
    def put(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Say whether a night counts in totals, and whether players may propose hands."""
        session, wanted = self.session(public_id), self.read(WantedSwitches)
        return self.once(lambda _stamp: _shown(change_switches(session=session, **wanted)))


class Table(ClubView):
    """What the table notes for the hand that is played."""

    rights = {"PUT": Action.RECORD}

    @writes(TableNotes, SessionShape)
    def put(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Note the sowee of a hand; a note for a hand that is over changes nothing."""
        session, notes = self.session(public_id), self.read(TableNotes)
        if session.game != Cuajo.id:
            raise Http404

        def write(_stamp: object) -> dict[str, Any]:
            keep_table(session=session, hand=notes["hand"], notes={"sowee": notes["sowee"]})
            session.refresh_from_db(fields=["table"])
            return _shown(session)

        return self.once(write)


def _shown(session: Session) -> dict[str, Any]:
    return SessionShape(board_of(session=session)).data


def _terms(*, club: Club, wanted: dict[str, Any]) -> Terms:
    if wanted["first_dealer"] > len(wanted["names"]):
        raise FieldsError(first_dealer=f"Seat {wanted['first_dealer']} is empty and cannot deal.")
    rules: object = wanted["rules"]
    if "rule_set" in wanted:
        saved = find_rule_set(club=club, public_id=wanted["rule_set"])
        if saved is None:
            raise FieldsError(rule_set="The club has no such rule set.")
        rules = changed_copy(rules=saved.rules, changes=wanted["rules"])
    if wanted["game"] == Cuajo.id and "unit" not in wanted["rules"]:
        complete = game_by_id(game_id=Cuajo.id).complete_rules(rules=rules)
        currency = currency_for(code=wanted["currency"])
        rules = in_whole_units(rules=complete, minor_digits=currency.minor_digits)
    return Terms(
        game=wanted["game"],
        rules=rules,
        names=tuple(wanted["names"]),
        currency=wanted["currency"],
        stake_factor=wanted["stake_factor"],
        first_dealer=wanted["first_dealer"],
    )
