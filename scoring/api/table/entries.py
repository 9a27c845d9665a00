"""The ledger of a session: record hands, secrets and false wins, read lines, correct them, take them back."""

from typing import Any

from rest_framework import exceptions
from rest_framework.response import Response

from scoring.api.rules.acts import AnyAct, HandAct, PenaltyAct
from scoring.api.table.shapes import EntryShape, JudgedShape, VersionsShape
from scoring.api.web.answers import Shape, filled
from scoring.api.web.base import EntryView, SessionView
from scoring.api.web.errors import ConflictError
from scoring.api.web.examples import ACTS, CORRECTIONS, HANDS
from scoring.api.web.operations import LINE, asks, reads, writes
from scoring.api.web.parsing import Choice, Input, QueryNumber, Several, Text, Whole, YesNo, words
from scoring.forms.base import told
from scoring.games.base import ActKind, Feature, ImpossibleError, Outcome
from scoring.models import Entry, EntryKind, Session
from scoring.models.entries import LONGEST_REASON
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.errors import HandTakenError
from scoring.operations.table.hands import Expected, correct_hand, record_hand
from scoring.operations.table.judging import draft_of, judge, judge_new
from scoring.operations.table.matches import settle_match
from scoring.operations.table.payments import pay_free
from scoring.operations.table.penalties import record_false_win, record_penalty, record_secret
from scoring.operations.table.posting import Stamp
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import MOST_PLAYERS
from scoring.queries.books.ledger import LedgerLine, LedgerPart, changes_of, ledger_line, lines_after
from scoring.queries.people.access import Access, Action, may
from scoring.queries.sessions.settlements import may_mark_cash
from scoring.queries.table import tables
from scoring.queries.table.seatings import sides_of
from scoring.queries.table.state import features_of, table_state
from scoring.texts import say

ACT_HELP = "The hand in the words of its game: see the examples."


class EntriesShape(Shape):
    """Lines of the ledger, the oldest first; ask on with `after` set to `next_after`, null at the end."""

    items: tuple[EntryShape, ...]
    next_after: int | None


class EntriesQuery(Input):
    """Which lines: those after a number, of one kind."""

    after = QueryNumber(max_value=10**9, default=0)
    limit = QueryNumber(min_value=1, max_value=100, default=50)
    kind = Choice(choices=words(*EntryKind), required=False)


class NewHand(Input):
    """A hand that ended, and what the table looked like when it was entered."""

    act = HandAct(help_text=ACT_HELP)
    expected_after = Whole()
    expected_entry = Whole()
    expected_sowee = Text(
        required=False,
        allow_blank=True,
        max_length=3,
        help_text="What the table noted; version 2 needs it of a win where there is a sowee.",
    )


class NewFreePayment(Input):
    """Who pays whom, how much to each, what for, and the newest line the program knew of."""

    payer = Whole(min_value=1, max_value=MOST_PLAYERS)
    payees = Several(child=Whole(min_value=1, max_value=MOST_PLAYERS), min_length=1, max_length=MOST_PLAYERS - 1)
    amount_cents = Whole(min_value=1, max_value=HIGHEST_AMOUNT_CENTS)
    reason = Text(max_length=LONGEST_REASON)
    expected_entry = Whole()


class Correction(Input):
    """What a recorded hand really was."""

    act = HandAct(help_text=ACT_HELP)
    reason = Text(max_length=LONGEST_REASON)


class ToJudge(Input):
    """An act to be judged under the rules of the session, without recording it."""

    kind = Choice(choices=words(*ActKind), default=ActKind.HAND.value)
    act = AnyAct(help_text=ACT_HELP)


class NewSecret(Input):
    """A secret that a seat laid down."""

    seat = Whole(min_value=1, max_value=MOST_PLAYERS)
    expected_entry = Whole()


class NewFalseWin(Input):
    """A win that was none; with `hand_is_void` the hand ends here."""

    seat = Whole(min_value=1, max_value=MOST_PLAYERS)
    hand_is_void = YesNo()
    expected_entry = Whole()


class NewPenalty(Input):
    """A penalty in the words of its game; one `of_last_hand` counts in the match of the hand recorded last."""

    act = PenaltyAct()
    of_last_hand = YesNo(required=False)
    expected_entry = Whole()


class Settling(Input):
    """The end of a match, as the table looked when it was asked for."""

    expected_entry = Whole()


class Reason(Input):
    """Why a line is undone, empty where nobody says so."""

    reason = Text(max_length=LONGEST_REASON, allow_blank=True, default="")


class Entries(SessionView):
    @reads(EntriesShape, right=Action.SEE, query=EntriesQuery)
    def get(self, asked: dict[str, Any]) -> LedgerPart:
        """List lines, the oldest first."""
        kind = EntryKind(asked["kind"]) if "kind" in asked else None
        return lines_after(session=self.session, after=asked["after"], limit=asked["limit"], kind=kind)


class OneEntry(EntryView):
    @reads(EntryShape, right=Action.SEE)
    def get(self) -> LedgerLine:
        """Read one line."""
        return ledger_line(entry=self.entry)


class Judging(SessionView):
    @asks(ToJudge, JudgedShape, right=Action.RECORD, examples=ACTS)
    def post(self, asked: dict[str, Any]) -> Any:
        """Say what an act comes to and who would pay whom, without recording it."""
        state, kind = table_state(session=self.session), ActKind(asked["kind"])
        return outcome_facts(self.session, judge_new(state=state, kind=kind, act=asked["act"]))


class HandView(SessionView):
    """A resource that takes a hand, and shows both versions where somebody else recorded it first."""

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, HandTakenError):
            try:
                exc = ConflictError(refusal=exc, versions=self._versions(exc))
            except ImpossibleError as impossible:
                exc = impossible
        return super().handle_exception(exc)

    def _versions(self, taken: HandTakenError) -> VersionsShape:
        replaced = getattr(getattr(self, "entry", None), "hand", None)
        session = self.session.as_at(position=replaced and replaced.position)
        seats = sides_of(session=session, position=replaced and replaced.position)
        sent: Any = self.request.data
        yours = judge(session=session, kind=ActKind.HAND, act=sent["act"], seats=seats)
        found = {"recorded": ledger_line(entry=taken.entry), "yours": outcome_facts(session, yours)}
        shown: VersionsShape = filled(VersionsShape, found)
        return shown


class Hands(HandView):
    @writes(NewHand, EntryShape, right=Action.RECORD, made=LINE, examples=HANDS)
    def post(self, hand: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record the hand that just ended.

        409 with `hand_taken` when somebody recorded it first; `versions` holds what was recorded and what
        yours comes to.
        """
        act, session = hand["act"], self.session
        if "winner" in act and Feature.SOWEE in features_of(session=session):
            self.require_seen(hand, "expected_sowee")
        expected = Expected(
            after=hand["expected_after"], entry=hand["expected_entry"], sowee=hand.get("expected_sowee")
        )
        return ledger_line(entry=record_hand(session=session, act=act, expected=expected, stamp=stamp))


class Corrections(EntryView, HandView):
    @writes(Correction, EntryShape, right=Action.CORRECT, made=LINE, examples=CORRECTIONS)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Replace a recorded hand by what it really was: a reversal and a new line in one step."""
        return ledger_line(entry=correct_hand(entry=self.entry, **wanted, stamp=stamp))


class Secrets(SessionView):
    @writes(NewSecret, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, secret: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record the payments for a secret."""
        return ledger_line(entry=record_secret(session=self.session, **secret, stamp=stamp))


class FalseWins(SessionView):
    @writes(NewFalseWin, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, false_win: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record the penalty for a false win."""
        return ledger_line(entry=record_false_win(session=self.session, **false_win, stamp=stamp))


class Refunds(EntryView):
    @writes(Reason, EntryShape, right=Action.CORRECT, made=LINE)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Refund a secret that was none, with the penalty of the house."""
        return ledger_line(entry=refund_false_secret(entry=self.entry, **wanted, stamp=stamp))


class Reversals(EntryView):
    @writes(Reason, EntryShape, right=Action.MARK_OWN, made=LINE)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Undo a line; the answer is the line that does. Who only plays undoes own cash only."""
        entry = self.entry
        require_right_to_undo(access=self.access, entry=entry)
        return ledger_line(entry=undo(entry=entry, **wanted, stamp=stamp))


class Penalties(SessionView):
    @writes(NewPenalty, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, penalty: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record a penalty of a game that says itself what they are for."""
        return ledger_line(entry=record_penalty(session=self.session, **penalty, stamp=stamp))


class FreePayments(SessionView):
    @writes(NewFreePayment, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, payment: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Record that one pays others for something else than play; each payee gets the amount."""
        payees = tuple(payment.pop("payees"))
        return ledger_line(entry=pay_free(session=self.session, **payment, payees=payees, stamp=stamp))


class Matches(SessionView):
    @writes(Settling, EntryShape, right=Action.RECORD, made=LINE)
    def post(self, asked: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Turn the points of the match into money and let the next one begin at 0."""
        return ledger_line(entry=settle_match(session=self.session, **asked, stamp=stamp))


def require_own_cash(*, access: Access, session: Session, seats: tuple[int, int]) -> None:
    """Raise PermissionDenied for cash between two seats that is none of the token's business."""
    if not may_mark_cash(access=access, session=session, seats=seats):
        raise exceptions.PermissionDenied(told(say("api.not_yours")), code="not_yours")


def require_right_to_undo(*, access: Access, entry: Entry) -> None:
    """Raise PermissionDenied for a line that the token may not undo."""
    if entry.kind == EntryKind.HANDOVER:
        cash = entry.payments.select_related("payer", "payee").get()
        require_own_cash(access=access, session=entry.session, seats=(cash.payer.number, cash.payee.number))
    elif not may(role=access.role, action=Action.MANAGE if entry.kind == EntryKind.DAY else Action.CORRECT):
        raise exceptions.PermissionDenied(told(say("api.not_allowed")), code="not_allowed")


def outcome_facts(session: Session, outcome: Outcome) -> dict[str, Any]:
    """Return what an outcome would come to if it were recorded now, as JudgedShape reads it."""
    draft = draft_of(session=session, kind=ActKind.HAND, outcome=outcome)
    return {
        "act": outcome.said.data(),
        "verdict": outcome.verdict.data(),
        "winner": outcome.winner,
        "changes": changes_of(seats=tables.results(session=session), payments=draft.payments),
    }
