"""The end of a night: what closing would do, close, hand cash over, reopen."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView
from scoring.api.entries import require_own_cash, shown_entry
from scoring.api.errors import FieldsError
from scoring.api.parsing import Input, QueryNumber, Text, Whole
from scoring.api.schema import reads, writes
from scoring.api.shapes import ClosingShape, EntryShape, SettlementShape
from scoring.forms.settle import coins_of
from scoring.forms.table import LONGEST_REASON
from scoring.models import Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.closing import close_session, hand_over, hand_over_early
from scoring.operations.errors import SessionClosedError, SessionOpenError
from scoring.operations.posting import Stamp
from scoring.operations.reversing import reopen_session
from scoring.queries import tables
from scoring.queries.access import Action
from scoring.queries.closing import closing, settling

HIGHEST_COIN = 1000


class CoinQuery(Input):
    """The smallest coin to round to, 1 for none."""

    coin_cents = QueryNumber(min_value=1, max_value=HIGHEST_COIN, default=1)


class Close(Input):
    """Close, rounded to a coin (1 for none)."""

    coin_cents = Whole(min_value=1, max_value=HIGHEST_COIN, default=1)
    expected_entry = Whole()
    disputed = serializers.ListField(
        child=Whole(min_value=1), default=list, help_text="The lines with an open dispute to close over."
    )


class NewHandover(Input):
    """Cash from one seat to another."""

    payer = Whole(min_value=1, max_value=8)
    payee = Whole(min_value=1, max_value=8)
    amount_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)


class Reopening(Input):
    """Why a closed session is played on or changed."""

    reason = Text(max_length=LONGEST_REASON)


class Closing(ClubView):
    """The close of a session."""

    rights = {"GET": Action.RECORD, "POST": Action.RECORD}

    @reads(ClosingShape, query=(CoinQuery,), conflicts=True)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Say what closing now would do."""
        session, coin_cents = self.session(public_id), self.asked(CoinQuery)["coin_cents"]
        _require_coin(session, coin_cents)
        if tables.is_closed(session=session):
            raise SessionClosedError
        return Response(ClosingShape(closing(session=session, coin_cents=coin_cents)).data)

    @writes(Close, SettlementShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Close the session with the fewest payments that settle it."""
        session, close = self.session(public_id), self.read(Close)
        _require_coin(session, close["coin_cents"])

        def write(stamp: Stamp) -> dict[str, Any]:
            close_session(session=session, **{**close, "disputed": tuple(close["disputed"])}, stamp=stamp)
            return SettlementShape(settling(session=session)).data

        return self.once(write, status=CREATED)


class Settlement(ClubView):
    """The plan of a closed session."""

    rights = {"GET": Action.SEE}

    @reads(SettlementShape, conflicts=True)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read who hands how much to whom, and what is left."""
        session = self.session(public_id)
        if not tables.is_closed(session=session):
            raise SessionOpenError
        return Response(SettlementShape(settling(session=session)).data)


class Handovers(ClubView):
    """Cash handed over."""

    rights = {"POST": Action.MARK_OWN}

    @writes(NewHandover, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Record cash: of a line of the plan, all or part of it, or during the night.

        Who only plays records what is their own. Take it back by reversing the entry.
        """
        session, handover = self.session(public_id), self.read(NewHandover)
        require_own_cash(access=self.access, session=session, seats=(handover["payer"], handover["payee"]))

        def write(stamp: Stamp) -> dict[str, Any]:
            record = hand_over if tables.is_closed(session=session) else hand_over_early
            return shown_entry(record(session=session, **handover, stamp=stamp))

        return self.once(write, status=CREATED)


class Reopenings(ClubView):
    """The reopening of a session."""

    rights = {"POST": Action.CORRECT}

    @writes(Reopening, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Take the close back, with its adjustments; cash handed over stays on record."""
        session, reason = self.session(public_id), self.read(Reopening)["reason"]
        return self.once(
            lambda stamp: shown_entry(reopen_session(session=session, reason=reason, stamp=stamp)),
            status=CREATED,
        )


def _require_coin(session: Session, coin_cents: int) -> None:
    coins = [cents for cents, _ in coins_of(currency=session.money)]
    if coin_cents not in coins:
        known = ", ".join(map(str, coins))
        raise FieldsError(coin_cents=f"Money of this session is rounded to one of {known} (1 for none).")
