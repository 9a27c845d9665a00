"""What pages do with a night, and the requests that do the same."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.games.offers import Tapped
from scoring.models import Dispute, Entry, Proposal, Ruling, Seat, Session
from scoring.operations.sessions.closing import close_session, hand_over, hand_over_early
from scoring.operations.sessions.sessions import About, change_switches, describe_session, keep_table
from scoring.operations.table.companion import note_tap, undo_tap
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.payments import pay_free
from scoring.operations.table.penalties import record_false_win, record_secret
from scoring.operations.table.proposals import Proposed, decline_proposal, propose_hand
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import reopen_session, undo
from scoring.operations.table.seating import Mistake, Order, SeatsCorrection, change_seats, correct_seats
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.operations.table.turns import take_turn
from scoring.queries.table.companion import Tap, companion_of, hand_of
from tests import people
from tests.api.programs import PROPOSED_FIELDS, allow_proposals, propose

SEATED = ("Ana", "Carla", "Ben", "Dan")
DECLARED = {
    "result": "win",
    "winner": people.DAN,
    "declared": True,
    "source": "claimed",
    "sowee": "10E",
    "kings_of_coins": 1,
    "other_kings": 2,
    "bounit_condition": True,
    "sowee_condition": False,
    "porbis": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """One thing done by its operation, as the pages do it, and by a request; both after `before`.

    A `version` in the content stands for that of the companion, a `proposal` in the path for the newest.
    The program may do everything, or speaks for the player of a seat.
    """

    does: Callable[[Session], object]
    path: str
    content: dict[str, object]
    method: str = "post"
    before: Callable[[Session], object] | None = None
    status: int = 201
    speaks_for: int | None = None


def hand_and_secret(session: Session) -> None:
    people.win(session)
    record_secret(session=session, seat=people.BEN, expected_entry=1, stamp=people.stamp())


def closed(session: Session) -> None:
    people.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())


def disputed(session: Session) -> None:
    people.win(session)
    raise_dispute(entry=line(session), seat=seat(session), why="Not a win", stamp=people.stamp())


def declared(session: Session) -> None:
    record_hand(session=session, act=DECLARED, expected=people.expected(session), stamp=people.stamp())


def tapped(session: Session) -> None:
    note_tap(session=session, hand=1, seen=version(session), tap=Tap(what=Tapped.DISCARD, seat=people.ANA))


def line(session: Session, number: int = 1) -> Entry:
    return session.entries.get(number=number)


def seat(session: Session) -> Seat:
    return session.seats.get(number=people.BEN)


def version(session: Session) -> str:
    session.refresh_from_db()
    return companion_of(session=session, hand=hand_of(session=session)).version


def hand(act: Mapping[str, object]) -> Twin:
    return Twin(
        does=lambda session: record_hand(
            session=session, act=act, expected=people.expected(session), stamp=people.stamp()
        ),
        path="hands/",
        content={"act": act, "expected_after": 0, "expected_entry": 0},
    )


def proposal(act: Mapping[str, object], mode: str, fields: Mapping[str, str]) -> Twin:
    unseen = {"expected_after": "0", "expected_entry": "0"}
    proposed = Proposed(mode=mode, fields={**fields, **unseen}, act=act, after=0)
    return Twin(
        before=allow_proposals,
        does=lambda session: propose_hand(seat=seat(session), proposed=proposed, stamp=people.stamp()),
        path="proposals/",
        content={"act": act, "expected_after": 0},
        speaks_for=people.BEN,
    )


TWINS = {
    "record_hand with cards": hand(people.WORKED_WIN),
    "record_hand declared": hand(DECLARED),
    "record_hand drawn": hand(people.DRAWN),
    "correct_hand": Twin(
        before=people.win,
        does=lambda session: correct_hand(
            entry=line(session),
            act={**people.WORKED_WIN, "winner": people.CARLA},
            reason="It was Carla",
            stamp=people.stamp(),
        ),
        path="entries/1/correct/",
        content={"act": {**people.WORKED_WIN, "winner": people.CARLA}, "reason": "It was Carla"},
    ),
    "record_secret": Twin(
        does=lambda session: record_secret(session=session, seat=people.BEN, expected_entry=0, stamp=people.stamp()),
        path="secrets/",
        content={"seat": people.BEN, "expected_entry": 0},
    ),
    "refund_false_secret": Twin(
        before=hand_and_secret,
        does=lambda session: refund_false_secret(entry=line(session, 2), reason="Three only", stamp=people.stamp()),
        path="entries/2/refund/",
        content={"reason": "Three only"},
    ),
    "record_false_win": Twin(
        does=lambda session: record_false_win(
            session=session, seat=people.DAN, hand_is_void=True, expected_entry=0, stamp=people.stamp()
        ),
        path="false-wins/",
        content={"seat": people.DAN, "hand_is_void": True, "expected_entry": 0},
    ),
    "undo": Twin(
        before=hand_and_secret,
        does=lambda session: undo(entry=line(session), reason="Dealt wrong", stamp=people.stamp()),
        path="entries/1/reverse/",
        content={"reason": "Dealt wrong"},
    ),
    "close_session": Twin(
        before=disputed,
        does=lambda session: close_session(
            session=session, coin_cents=100, expected_entry=1, stamp=people.stamp(), disputed=(1,)
        ),
        path="close/",
        content={"coin_cents": 100, "expected_entry": 1, "disputed": [1]},
    ),
    "hand_over": Twin(
        before=closed,
        does=lambda session: hand_over(
            session=session, payer=people.BEN, payee=people.ANA, amount_cents=40, stamp=people.stamp()
        ),
        path="handovers/",
        content={"payer": people.BEN, "payee": people.ANA, "amount_cents": 40},
    ),
    "hand_over_early": Twin(
        before=people.win,
        does=lambda session: hand_over_early(
            session=session, payer=people.BEN, payee=people.CARLA, amount_cents=7, stamp=people.stamp()
        ),
        path="handovers/",
        content={"payer": people.BEN, "payee": people.CARLA, "amount_cents": 7},
    ),
    "pay_free": Twin(
        before=people.win,
        does=lambda session: pay_free(
            session=session,
            payer=people.BEN,
            payees=(people.ANA, people.DAN),
            amount_cents=500,
            reason="side bet",
            expected_entry=1,
            stamp=people.stamp(),
        ),
        path="free-payments/",
        content={
            "payer": people.BEN,
            "payees": [people.ANA, people.DAN],
            "amount_cents": 500,
            "reason": "side bet",
            "expected_entry": 1,
        },
    ),
    "reopen_session": Twin(
        before=closed,
        does=lambda session: reopen_session(session=session, reason="One more", stamp=people.stamp()),
        path="reopen/",
        content={"reason": "One more"},
    ),
    "raise_dispute": Twin(
        before=people.win,
        does=lambda session: raise_dispute(
            entry=line(session), seat=seat(session), why="Not a win", stamp=people.stamp()
        ),
        path="entries/1/disputes/",
        content={"seat": people.BEN, "why": "Not a win"},
    ),
    "give_voice": Twin(
        before=disputed,
        does=lambda session: give_voice(
            dispute=Dispute.objects.get(entry__session=session), seat=None, ruling=Ruling.UPHOLD, stamp=people.stamp()
        ),
        path="entries/1/ruling/",
        content={"ruling": "uphold"},
        status=200,
    ),
    "keep_table": Twin(
        does=lambda session: keep_table(session=session, hand=1, notes={"sowee": "4O"}),
        path="table/",
        content={"hand": 1, "sowee": "4O"},
        method="put",
        status=200,
    ),
    "note_tap": Twin(
        does=tapped,
        path="companion/",
        content={"hand": 1, "version": "now", "what": "discard", "seat": people.ANA},
        status=200,
    ),
    "undo_tap": Twin(
        before=tapped,
        does=lambda session: undo_tap(session=session, hand=1, seen=version(session)),
        path="companion/",
        content={"hand": 1, "version": "now", "what": "undo"},
        status=200,
    ),
    "change_seats": Twin(
        before=people.win,
        does=lambda session: change_seats(
            session=session, order=Order(names=SEATED), expected_entry=1, stamp=people.stamp()
        ),
        path="seats/",
        content={"names": list(SEATED), "expected_entry": 1},
    ),
    "change_terms": Twin(
        does=lambda session: change_terms(
            session=session, wanted=WantedTerms(stakes=20), reason="last round", expected_entry=0, stamp=people.stamp()
        ),
        path="terms/",
        content={"stake_factor": 20, "reason": "last round", "expected_entry": 0},
    ),
    "take_turn": Twin(
        before=lambda session: people.wait(session, "Eva"),
        does=lambda session: take_turn(session=session, expected_entry=1, stamp=people.stamp()),
        path="seats/turn/",
        content={"expected_entry": 1},
    ),
    "correct_seats": Twin(
        before=people.win,
        does=lambda session: correct_seats(
            correction=SeatsCorrection(
                hand=line(session).hand,
                order=Order(names=SEATED),
                mistake=Mistake.PLACES,
                reason="We had changed",
                expected_entry=1,
            ),
            stamp=people.stamp(),
        ),
        path="seats/mend/",
        content={
            "hand": 1,
            "names": list(SEATED),
            "mistake": "places",
            "reason": "We had changed",
            "expected_entry": 1,
        },
    ),
    "propose_hand with cards": proposal(people.WORKED_WIN, "cards", PROPOSED_FIELDS),
    "propose_hand declared": proposal(
        DECLARED,
        "quick",
        {
            "winner": "4",
            "source": "claimed",
            "sowee": "10E",
            "kings_of_coins": "1",
            "other_kings": "2",
            "conditions": "bounit",
        },
    ),
    "decline_proposal": Twin(
        before=lambda session: propose(session=session),
        does=lambda session: decline_proposal(proposal=Proposal.objects.get(session=session), at=people.EVENING),
        path="proposals/{proposal}/decline/",
        content={},
        status=200,
    ),
    "raise_dispute as its player": Twin(
        before=people.win,
        does=lambda session: raise_dispute(
            entry=line(session), seat=seat(session), why="Not a win", stamp=people.stamp()
        ),
        path="entries/1/disputes/",
        content={"why": "Not a win"},
        speaks_for=people.BEN,
    ),
    "give_voice as its player": Twin(
        before=disputed,
        does=lambda session: give_voice(
            dispute=Dispute.objects.get(entry__session=session),
            seat=seat(session),
            ruling=Ruling.REJECT,
            stamp=people.stamp(),
        ),
        path="entries/1/ruling/",
        content={"ruling": "reject"},
        status=200,
        speaks_for=people.BEN,
    ),
    "hand_over as its player": Twin(
        before=closed,
        does=lambda session: hand_over(
            session=session, payer=people.BEN, payee=people.ANA, amount_cents=40, stamp=people.stamp()
        ),
        path="handovers/",
        content={"payer": people.BEN, "payee": people.ANA, "amount_cents": 40},
        speaks_for=people.BEN,
    ),
    "describe_session": Twin(
        does=lambda session: describe_session(session=session, about=About(name="Fiesta", place="Ana's", note="rain")),
        path="about/",
        content={"name": "Fiesta", "place": "Ana's", "note": "rain"},
        method="put",
        status=200,
    ),
    "change_switches": Twin(
        does=lambda session: change_switches(session=session, is_practice=True, players_may_propose=True),
        path="switches/",
        content={"is_practice": True, "players_may_propose": True},
        method="put",
        status=200,
    ),
}
