"""The ledger of a session: record hands, secrets and false wins, read lines, correct them, take them back."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView, Shown
from scoring.api.errors import ConflictError, FieldsError
from scoring.api.examples import ACTS, CORRECTIONS, HANDS
from scoring.api.parsing import AnyObject, Choice, Input, QueryNumber, Text, Whole, YesNo
from scoring.api.schema import asks, reads, writes
from scoring.api.shapes import EntriesShape, EntryShape, JudgedShape, words
from scoring.forms.table import LONGEST_REASON
from scoring.games.base import ActKind, Data, ImpossibleError, Outcome
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import HandTakenError
from scoring.operations.extras import record_false_win, record_secret, refund_false_secret
from scoring.operations.hands import Expected, correct_hand, draft_of, judge, record_hand
from scoring.operations.matches import settle_match
from scoring.operations.penalties import record_penalty
from scoring.operations.posting import Stamp
from scoring.operations.reversing import undo
from scoring.queries import tables
from scoring.queries.access import Access, Action, may
from scoring.queries.desks import Desk, correction_desk, desk_of
from scoring.queries.hand_entry import entry_problems
from scoring.queries.ledger import changes_of, ledger_line, lines_after
from scoring.queries.settlements import may_mark_cash

ACT_HELP = "The hand in the words of its game: see the examples."


class EntriesQuery(Input):
    """Which lines: those after a number, of one kind."""

    after = QueryNumber(max_value=10**9, default=0)
    limit = QueryNumber(min_value=1, max_value=100, default=50)
    kind = Choice(choices=words(*EntryKind), required=False)


class NewHand(Input):
    """A hand that ended, and what the table looked like when it was entered."""

    act = AnyObject(help_text=ACT_HELP)
    expected_after = Whole()
    expected_entry = Whole()


class Correction(Input):
    """What a recorded hand really was."""

    act = AnyObject(help_text=ACT_HELP)
    reason = Text(max_length=LONGEST_REASON)


class ToJudge(Input):
    """An act to be judged under the rules of the session, without recording it."""

    kind = Choice(choices=words(*ActKind), default=ActKind.HAND.value)
    act = AnyObject(help_text=ACT_HELP)


class NewSecret(Input):
    """A secret that a seat laid down."""

    seat = Whole(min_value=1, max_value=8)
    expected_entry = Whole()


class NewFalseWin(Input):
    """A win that was none; with `hand_is_void` the hand ends here."""

    seat = Whole(min_value=1, max_value=8)
    hand_is_void = YesNo()
    expected_entry = Whole()


class NewPenalty(Input):
    """A penalty in the words of its game."""

    act = AnyObject()
    expected_entry = Whole()


class Settling(Input):
    """The end of a match, as the table looked when it was asked for."""

    expected_entry = Whole()


class Reason(Input):
    """Why a line is taken back; needed for a hand that is no longer the newest line."""

    reason = Text(max_length=LONGEST_REASON, allow_blank=True, default="")


class Entries(ClubView):
    """The lines of a ledger."""

    rights = {"GET": Action.SEE}

    @reads(EntriesShape, query=(EntriesQuery,))
    def get(self, _request: Request, public_id: UUID) -> Response:
        """List lines, the oldest first."""
        session, asked = self.session(public_id), self.asked(EntriesQuery)
        kind = EntryKind(asked["kind"]) if "kind" in asked else None
        part = lines_after(session=session, after=asked["after"], limit=asked["limit"], kind=kind)
        return Response(EntriesShape(part).data)


class OneEntry(ClubView):
    """A line of a ledger."""

    rights = {"GET": Action.SEE}

    @reads(EntryShape)
    def get(self, _request: Request, public_id: UUID, number: int) -> Response:
        """Read one line."""
        return Response(shown_entry(self.entry(public_id, number)))


class Judging(ClubView):
    """An act under the rules of a session."""

    rights = {"POST": Action.RECORD}

    @asks(ToJudge, JudgedShape, examples=ACTS)
    def post(self, _request: Request, public_id: UUID) -> Response:
        """Say what an act comes to and who would pay whom, without recording it."""
        session, asked = self.session(public_id), self.read(ToJudge)
        return Response(_judged(session, kind=ActKind(asked["kind"]), act=asked["act"]))


class Hands(ClubView):
    """The hands of a session."""

    rights = {"POST": Action.RECORD}

    @writes(NewHand, EntryShape, status=CREATED, examples=HANDS)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Record the hand that just ended.

        409 with `hand_taken` when somebody recorded it first; `versions` holds what was recorded and what
        yours comes to.
        """
        session, hand = self.session(public_id), self.read(NewHand)
        expected = Expected(after=hand["expected_after"], entry=hand["expected_entry"])

        def write(stamp: Stamp) -> Shown:
            if not desk_of(session=session).taken(expected_after=expected.after):
                refuse(desk_of(session=session), hand["act"])
            return shown_entry(record_hand(session=session, act=hand["act"], expected=expected, stamp=stamp))

        return self.once(both_versions(session, hand["act"], write), status=CREATED)


class Corrections(ClubView):
    """The correction of a hand."""

    rights = {"POST": Action.CORRECT}

    @writes(Correction, EntryShape, status=CREATED, examples=CORRECTIONS)
    def post(self, _request: Request, public_id: UUID, number: int) -> HttpResponse:
        """Replace a recorded hand by what it really was: a reversal and a new line in one step."""
        entry, wanted = self.entry(public_id, number), self.read(Correction)

        def write(stamp: Stamp) -> Shown:
            if entry.kind == EntryKind.HAND and not hasattr(entry, "reversal"):
                refuse(correction_desk(entry=entry), wanted["act"])
            new = correct_hand(entry=entry, act=wanted["act"], reason=wanted["reason"], stamp=stamp)
            return shown_entry(new)

        position = entry.hand.position if entry.kind == EntryKind.HAND else None
        recording = both_versions(entry.session, wanted["act"], write, position=position)
        return self.once(recording, status=CREATED)


class Secrets(ClubView):
    """Secrets laid down."""

    rights = {"POST": Action.RECORD}

    @writes(NewSecret, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Record the payments for a secret."""
        session, secret = self.session(public_id), self.read(NewSecret)
        return self.once(
            lambda stamp: shown_entry(record_secret(session=session, **secret, stamp=stamp)), status=CREATED
        )


class FalseWins(ClubView):
    """Wins that were none."""

    rights = {"POST": Action.RECORD}

    @writes(NewFalseWin, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Record the penalty for a false win."""
        session, false_win = self.session(public_id), self.read(NewFalseWin)
        return self.once(
            lambda stamp: shown_entry(record_false_win(session=session, **false_win, stamp=stamp)),
            status=CREATED,
        )


class Refunds(ClubView):
    """The refund of a false secret."""

    rights = {"POST": Action.CORRECT}

    @writes(Reason, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID, number: int) -> HttpResponse:
        """Refund a secret that was none, with the penalty of the house."""
        entry, reason = self.entry(public_id, number), self.read(Reason)["reason"]
        return self.once(
            lambda stamp: shown_entry(refund_false_secret(entry=entry, reason=reason, stamp=stamp)),
            status=CREATED,
        )


class Reversals(ClubView):
    """The reversal of a line."""

    rights = {"POST": Action.MARK_OWN}

    @writes(Reason, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID, number: int) -> HttpResponse:
        """Take a line back; the answer is the line that does. Who only plays takes back own cash only."""
        entry, reason = self.entry(public_id, number), self.read(Reason)["reason"]
        require_right_to_undo(access=self.access, entry=entry)

        def write(stamp: Stamp) -> dict[str, Any]:
            newest = tables.last_entry_number(session=entry.session)
            if entry.kind == EntryKind.HAND and entry.number < newest and not reason:
                raise FieldsError(reason="Say why this older hand is taken back.")
            return shown_entry(undo(entry=entry, reason=reason, stamp=stamp))

        return self.once(write, status=CREATED)


class Penalties(ClubView):
    """Penalties of a game that says itself what they are for."""

    rights = {"POST": Action.RECORD}

    @writes(NewPenalty, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Record a penalty."""
        session, penalty = self.session(public_id), self.read(NewPenalty)
        return self.once(
            lambda stamp: shown_entry(record_penalty(session=session, **penalty, stamp=stamp)), status=CREATED
        )


class Matches(ClubView):
    """Matches of a game that is played for points first."""

    rights = {"POST": Action.RECORD}

    @writes(Settling, EntryShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID) -> HttpResponse:
        """Turn the points of the match into money and let the next one begin at 0."""
        session, asked = self.session(public_id), self.read(Settling)
        return self.once(
            lambda stamp: shown_entry(settle_match(session=session, **asked, stamp=stamp)), status=CREATED
        )


def require_own_cash(*, access: Access, session: Session, seats: tuple[int, int]) -> None:
    """Raise PermissionDenied for cash between two seats that is none of the token's business."""
    if not may_mark_cash(access=access, session=session, seats=seats):
        raise exceptions.PermissionDenied(
            "This token records payments of its own seat only.", code="not_yours"
        )


def require_right_to_undo(*, access: Access, entry: Entry) -> None:
    """Raise PermissionDenied for a line that the token may not take back."""
    if entry.kind == EntryKind.HANDOVER:
        cash = entry.payments.select_related("payer", "payee").get()
        require_own_cash(access=access, session=entry.session, seats=(cash.payer.number, cash.payee.number))
    elif not may(role=access.role, action=Action.CORRECT):
        raise exceptions.PermissionDenied("The role of this token does not allow that.", code="not_allowed")


def shown_entry(entry: Entry) -> dict[str, Any]:
    return EntryShape(ledger_line(entry=entry)).data


def refuse(desk: Desk, act: Data) -> None:
    """Raise ImpossibleError for what the table knows better, once the game has nothing against the act."""
    judge(session=desk.session, kind=ActKind.HAND, act=act, position=desk.position)
    if problems := entry_problems(desk=desk, act=act):
        raise ImpossibleError(problems)


def both_versions(
    session: Session, act: Data, write: Callable[[Stamp], Shown], *, position: int | None = None
) -> Callable[[Stamp], Shown]:
    """Have a write show both versions where somebody else recorded the hand first."""

    def written(stamp: Stamp) -> Shown:
        try:
            return write(stamp)
        except HandTakenError as error:
            versions = {
                "recorded": shown_entry(error.entry),
                "yours": _judged(session, kind=ActKind.HAND, act=act, position=position),
            }
            raise ConflictError(refusal=error, versions=versions) from error

    return written


def _judged(session: Session, *, kind: ActKind, act: Data, position: int | None = None) -> dict[str, Any]:
    outcome = judge(session=session, kind=kind, act=act, position=position)
    return JudgedShape(outcome_facts(session, outcome)).data


def outcome_facts(session: Session, outcome: Outcome) -> dict[str, Any]:
    """Return what an outcome would come to if it were recorded now, as JudgedShape reads it."""
    draft = draft_of(session=session, kind=EntryKind.HAND, outcome=outcome)
    return {
        "act": outcome.act,
        "verdict": outcome.verdict,
        "winner": outcome.winner,
        "changes": changes_of(seats=tables.results(session=session), payments=draft.payments),
    }
