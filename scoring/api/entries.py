"""The ledger in the API: hands, objections, proposals."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse

from scoring.api.answers import Shape, at, shower
from scoring.api.operation import ANSWERS, LINE, NIGHT, ask, do, read
from scoring.api.problems import FieldsError, RequestError
from scoring.forms.table.hands import sent_form
from scoring.forms.table.words import words_of
from scoring.frozen import Frozen
from scoring.games.base import ActKind, AnyAct, Feature, HandAct, InWords, Outcome, VerdictData
from scoring.games.cuajo.table_state import TapKind
from scoring.ledger.fingerprint import short
from scoring.ledger.night import Night
from scoring.limits import Limits, OneOf
from scoring.models import Dispute, DisputeVoice, Entry, EntryKind, Proposal, Role, Ruling, Session
from scoring.operations.errors import DisputeError
from scoring.operations.table import companion, hands, undoing
from scoring.operations.table.companion import ProposalError, decline_proposal, judged_proposals
from scoring.operations.table.posting import Stamp
from scoring.operations.table.undoing import undo
from scoring.operations.words import EntryNumber, Reason, SeatNumber
from scoring.people import Person
from scoring.queries.books.ledger import Change, LedgerLine, changes_of, ledger_line, lines_after
from scoring.queries.people.access import Access, Action, may
from scoring.queries.table.companion import Companion, Tap, companion_of
from scoring.queries.table.disputes import Objection, objections_of
from scoring.queries.table.night import may_mark_cash, night_of, seat_of
from scoring.queries.table.state import table_state, table_state_at
from scoring.texts import say

type StoredAct = Annotated[Any, InWords("stored")]


class EntryShape(Shape, of=LedgerLine, keeps="hand changes is_cash is_apart reverses reversed_by"):
    """A line, with its sentence and its page."""

    sentence: str = at("", lambda line: words_of(line=line))
    address: str = at("entry", lambda entry: reverse("entry", args=[entry.session, entry.number]))
    session_id: UUID = at("entry.session.public_id")
    entry: int = at("entry.number")
    kind: EntryKind = at("entry.kind")
    act: StoredAct = at("entry.act")
    reason: str = at("entry.reason")
    recorded_at: datetime = at("entry.recorded_at")
    recorded_by: str | None = at("entry.device.label")
    fingerprint: str = at("entry.fingerprint", lambda fingerprint: short(fingerprint=fingerprint))


ANSWERS[Entry] = (LedgerLine, lambda entry: ledger_line(entry=entry))


class JudgedAct(Frozen):
    """The result of an act that is not recorded."""

    act: StoredAct
    verdict: VerdictData
    winner: int | None
    changes: tuple[Change, ...]


class Versions(Frozen):
    """A hand as it was recorded, and as sent."""

    recorded: LedgerLine
    yours: JudgedAct


def judge_act(*, session: Session, act: AnyAct, kind: ActKind = ActKind.HAND) -> JudgedAct:
    """Judge an act without recording it."""
    night = night_of(session=session)
    return JudgedAct(**_facts(night, hands.judge_new(night=night, kind=kind, act=act)))


def need_answers(
    *, session: Session, act: HandAct, expected: hands.TableVersion | None = None, entry: Entry | None = None
) -> None:
    """Require the sowee and shown secrets of a win. Raises FieldsError."""
    features = session.features
    # Another phone may note another sowee, and it decides the price of a win.
    if expected and expected.sowee is None and "winner" in act and Feature.SOWEE in features:
        raise FieldsError(("expected_sowee", say("api.field_missing")))
    if (entry or Feature.SECRETS_SHOWN in features) and act.get("winner") and "shown" not in act:
        state = table_state_at(entry=entry) if entry and hasattr(entry, "hand") else table_state(session=session)
        if any(seat != act["winner"] for seat, _ in state.secrets_to_show):
            raise FieldsError(("act.shown", say("api.field_missing")))


def versions(*, session: Session, act: HandAct, taken: Entry, entry: Entry | None = None) -> dict[str, object]:
    """Return both versions of a hand. Raises ImpossibleError."""
    hand = getattr(entry, "hand", None)
    night, position = night_of(session=session), hand and hand.position
    outcome = night.judged(kind=ActKind.HAND, act=act, position=position)
    yours = JudgedAct(**_facts(night, outcome, position=position))
    both = Versions(recorded=ledger_line(entry=taken, night=night), yours=yours)
    return {"versions": shower(Versions)(both)}


def _facts(night: Night, outcome: Outcome, *, position: int | None = None) -> dict[str, Any]:
    return {
        "act": outcome.said.data(),
        "verdict": outcome.verdict.data(),
        "winner": outcome.winner,
        "changes": changes_of(names=night.names, payments=night.moved_by(outcome, position=position).payments),
    }


def may_undo(*, access: Access, entry: Entry) -> None:
    """Check the right to undo a line. Raises RequestError."""
    if entry.kind == EntryKind.HANDOVER:
        cash = entry.payments.select_related("payer", "payee").get()
        own_cash(access=access, session=entry.session, payer=cash.payer.number, payee=cash.payee.number)
    elif not may(role=access.role, action=Action.MANAGE if entry.kind == EntryKind.DAY else Action.CORRECT):
        raise RequestError("not_allowed")


def own_cash(*, access: Access, session: Session, payer: int, payee: int) -> None:
    """Check the right to the cash. Raises RequestError."""
    if not may_mark_cash(access=access, session=session, seats=(payer, payee)):
        raise RequestError("not_yours")


class CompanionShape(Shape, of=Companion, keeps="state.dealer state.turn state.phase version taps hand"):
    """The current hand, with its `version` for taps."""


def note_tap(
    *,
    session: Session,
    hand: EntryNumber,
    version: Annotated[str, Limits(1, 16)],
    what: Annotated[str, OneOf(("undo", *(each.value for each in TapKind)))],
    seat: SeatNumber | None = None,
) -> Companion:
    """Record a tap, or undo the last."""
    if what != "undo" and seat is None:
        raise FieldsError(("seat", say("api.field_missing")))
    tap = Tap(what=TapKind(what), seat=seat) if what != "undo" and seat else None
    companion.note_tap(session=session, hand=hand, seen=version, tap=tap)
    session.refresh_from_db(fields=["table"])
    return companion_of(session=session)


class VoiceShape(Shape, of=DisputeVoice):
    """A vote of a player, or of the host."""

    player: Person | None = at("seat.player.known_as")
    ruling: Ruling
    decides: bool
    device: str = at("device", lambda device: str(device or ""))
    given_at: datetime


def raise_dispute(
    *, access: Access, session: Session, entry: Entry, reason: Reason, stamp: Stamp, seat: SeatNumber | None = None
) -> tuple[Objection, ...]:
    """Object to a line.

    The line counts until the ruling. `seat` objects if the token speaks for no player. The answer is all objections to
    the line.
    """
    objector = seat_of(session=session, player=access.player)
    if objector is None and not may(role=access.role, action=Action.RECORD):
        raise DisputeError(say("dispute.program_not_seated"))
    objector = objector or session.seats.filter(number=seat or 0).first()
    if objector is None:
        raise FieldsError(("seat", say("api.seat_of_objection")))
    undoing.raise_dispute(entry=entry, seat=objector, why=reason, stamp=stamp)
    return objections_of(session=session, entry=entry)


def settle_dispute(
    *, access: Access, session: Session, entry: Entry, ruling: Ruling, expected_objections: int, stamp: Stamp
) -> tuple[Objection, ...]:
    """Rule on an objection.

    A host decides alone, players together. The answer is all objections to the line.
    """
    dispute = Dispute.objects.filter(entry=entry).order_by("-pk").first()
    if dispute is None:
        raise Http404
    own = None if access.role is Role.HOST else seat_of(session=session, player=access.player)
    if own is None and access.role is not Role.HOST:
        raise DisputeError(say("dispute.program_not_seated"))
    undoing.give_voice(dispute=dispute, seat=own, ruling=ruling, expected_objections=expected_objections, stamp=stamp)
    return objections_of(session=session, entry=entry)


class ProposedHand(JudgedAct):
    """A proposed hand with its `act` and result."""

    id: UUID
    seat: int
    player: Person
    proposed_at: datetime


def list_proposals(*, session: Session) -> tuple[ProposedHand, ...]:
    """List the proposals for the current hand."""
    night = night_of(session=session)
    return tuple(_proposal(night, *each) for each in judged_proposals(session=session, night=night))


def propose_hand(*, access: Access, session: Session, act: HandAct, expected_after: int, stamp: Stamp) -> ProposedHand:
    """Propose a hand for the player of the token.

    It replaces the last proposal of that player. 409 `hand_taken` as for a recorded hand.
    """
    seat = seat_of(session=session, player=access.player)
    if seat is None:
        raise ProposalError(say("proposal.program_not_seated"))
    state = replace(table_state(session=session), proposed_by=seat)
    outcome = state.night.judged(kind=ActKind.HAND, act=act)
    if Feature.UNWON_HANDS in state.session.features and outcome.winner is None:
        raise FieldsError(("act", say("api.only_wins")))
    mode, fields = sent_form(state=state, act=outcome.said.data())
    made = companion.propose_hand(seat=seat, mode=mode, fields=fields, act=act, after=expected_after, stamp=stamp)
    return _proposal(state.night, made, outcome)


def _proposal(night: Night, proposal: Proposal, outcome: Outcome) -> ProposedHand:
    return ProposedHand(
        **_facts(night, outcome),
        id=proposal.public_id,
        seat=proposal.seat.number,
        player=proposal.seat.player.known_as,
        proposed_at=proposal.proposed_at,
    )


HAND = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"  # the worked example of the rules, section 8
WORKED = {"hand": HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
WORKED_WIN = {"result": "win", "winner": 1, "declared": False, **WORKED, "secrets": [], "extra": ""}
_SEEN = {"expected_after": 0, "expected_entry": 0, "expected_sowee": ""}
HANDS = {
    "A win with its cards": {"act": WORKED_WIN, **_SEEN},
    "Nobody won, the stock ran out": {"act": {"result": "drawn"}, **_SEEN},
}
RECORD_HAND = """Record the hand that just ended.

409 `hand_taken` means that another phone was faster. `versions` are the recorded hand and yours. In games with a sowee
a win needs `expected_sowee`, the noted card. If the house shows secrets and others were paid for one, it needs
`act.shown`: the kinds by seat, or {} if all were laid open."""
DECLINE = "Decline a proposal. The answer is the other proposals."
CORRECT_HAND = "Correct a hand: undo it and record it again, in one step."
TAKEN: dict[str, Any] = {"hides": ("false_secrets",), "beside": versions}
OPERATIONS = (
    read(f"{NIGHT}entries/", lines_after, Action.SEE),
    read(LINE, ledger_line, Action.SEE, "Read one line."),
    ask(f"{NIGHT}judge/", judge_act, Action.RECORD, examples={"A secret": {"kind": "secret", "act": {"seat": 2}}}),
    do(f"{NIGHT}hands/", hands.record_hand, Action.RECORD, RECORD_HAND, allow=need_answers, examples=HANDS, **TAKEN),
    do(f"{LINE}correct/", hands.correct_hand, Action.CORRECT, CORRECT_HAND, allow=need_answers, **TAKEN),
    do(f"{LINE}reverse/", undo, Action.MARK_OWN, allow=may_undo),
    do(f"{LINE}refund/", hands.refund_false_secret, Action.CORRECT),
    do(f"{NIGHT}secrets/", hands.record_secret, Action.RECORD),
    do(f"{NIGHT}false-wins/", hands.record_false_win, Action.RECORD),
    do(f"{NIGHT}penalties/", hands.record_penalty, Action.RECORD),
    do(f"{NIGHT}matches/", hands.settle_match, Action.RECORD),
    read(f"{NIGHT}companion/", companion_of, Action.SEE, feature=Feature.COMPANION),
    do(f"{NIGHT}companion/", note_tap, Action.RECORD, feature=Feature.COMPANION),
    read(f"{NIGHT}disputes/", objections_of, Action.SEE, hides=("entry",)),
    do(f"{LINE}disputes/", raise_dispute, Action.DISPUTE, makes=f"{NIGHT}disputes/"),
    do(f"{LINE}ruling/", settle_dispute, Action.DISPUTE),
    read(f"{NIGHT}proposals/", list_proposals, Action.SEE),
    do(f"{NIGHT}proposals/", propose_hand, Action.PROPOSE, makes=f"{NIGHT}proposals/", beside=versions),
    do(f"{NIGHT}proposals/{{proposal_id}}/decline/", decline_proposal, Action.RECORD, DECLINE, then=list_proposals),
)
