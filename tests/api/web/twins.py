"""What pages do with a night, and the requests that do the same."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.models import (
    Dispute,
    Entry,
    Proposal,
    Ruling,
    Seat,
    Session,
)
from scoring.operations.closing import close_session, hand_over, hand_over_early
from scoring.operations.companion import note_tap, undo_tap
from scoring.operations.disputes import give_voice, raise_dispute
from scoring.operations.extras import record_false_win, record_secret, refund_false_secret
from scoring.operations.hands import correct_hand, record_hand
from scoring.operations.proposals import Proposed, decline_proposal, propose_hand
from scoring.operations.reversing import reopen_session, undo
from scoring.operations.seating import Mistake, Order, change_seats
from scoring.operations.seating_preview import Mending, mended
from scoring.operations.sessions import change_switches, keep_table
from scoring.queries.companion import Tap, Tapped, companion_of, hand_of
from tests import cast
from tests.api.programs import PROPOSED_FIELDS, allow_proposals, propose

SEATED = ("Ana", "Carla", "Ben", "Dan")
DECLARED = {
    "result": "win",
    "winner": cast.DAN,
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
    cast.win(session)
    record_secret(session=session, seat=cast.BEN, expected_entry=1, stamp=cast.stamp())


def closed(session: Session) -> None:
    cast.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=cast.stamp())


def disputed(session: Session) -> None:
    cast.win(session)
    raise_dispute(entry=line(session), seat=seat(session), why="Not a win", stamp=cast.stamp())


def declared(session: Session) -> None:
    record_hand(session=session, act=DECLARED, expected=cast.expected(session), stamp=cast.stamp())


def tapped(session: Session) -> None:
    note_tap(session=session, hand=1, seen=version(session), tap=Tap(what=Tapped.DISCARD, seat=cast.ANA))


def line(session: Session, number: int = 1) -> Entry:
    return session.entries.get(number=number)


def seat(session: Session) -> Seat:
    return session.seats.get(number=cast.BEN)


def version(session: Session) -> str:
    session.refresh_from_db()
    return companion_of(session=session, hand=hand_of(session=session)).version


def hand(act: Mapping[str, object]) -> Twin:
    return Twin(
        does=lambda session: record_hand(
            session=session, act=act, expected=cast.expected(session), stamp=cast.stamp()
        ),
        path="hands/",
        content={"act": act, "expected_after": 0, "expected_entry": 0},
    )


def proposal(act: Mapping[str, object], mode: str, fields: Mapping[str, str]) -> Twin:
    unseen = {"expected_after": "0", "expected_entry": "0"}
    proposed = Proposed(mode=mode, fields={**fields, **unseen}, act=act, after=0)
    return Twin(
        before=allow_proposals,
        does=lambda session: propose_hand(seat=seat(session), proposed=proposed, stamp=cast.stamp()),
        path="proposals/",
        content={"act": act, "expected_after": 0},
        speaks_for=cast.BEN,
    )


TWINS = {
    "record_hand with cards": hand(cast.WORKED_WIN),
    "record_hand declared": hand(DECLARED),
    "record_hand drawn": hand(cast.DRAWN),
    "correct_hand": Twin(
        before=cast.win,
        does=lambda session: correct_hand(
            entry=line(session),
            act={**cast.WORKED_WIN, "winner": cast.CARLA},
            reason="It was Carla",
            stamp=cast.stamp(),
        ),
        path="entries/1/correct/",
        content={"act": {**cast.WORKED_WIN, "winner": cast.CARLA}, "reason": "It was Carla"},
    ),
    "record_secret": Twin(
        does=lambda session: record_secret(
            session=session, seat=cast.BEN, expected_entry=0, stamp=cast.stamp()
        ),
        path="secrets/",
        content={"seat": cast.BEN, "expected_entry": 0},
    ),
    "refund_false_secret": Twin(
        before=hand_and_secret,
        does=lambda session: refund_false_secret(
            entry=line(session, 2), reason="Three only", stamp=cast.stamp()
        ),
        path="entries/2/refund/",
        content={"reason": "Three only"},
    ),
    "record_false_win": Twin(
        does=lambda session: record_false_win(
            session=session, seat=cast.DAN, hand_is_void=True, expected_entry=0, stamp=cast.stamp()
        ),
        path="false-wins/",
        content={"seat": cast.DAN, "hand_is_void": True, "expected_entry": 0},
    ),
    "undo": Twin(
        before=hand_and_secret,
        does=lambda session: undo(entry=line(session), reason="Dealt wrong", stamp=cast.stamp()),
        path="entries/1/reverse/",
        content={"reason": "Dealt wrong"},
    ),
    "close_session": Twin(
        before=disputed,
        does=lambda session: close_session(
            session=session, coin_cents=100, expected_entry=1, stamp=cast.stamp(), disputed=(1,)
        ),
        path="close/",
        content={"coin_cents": 100, "expected_entry": 1, "disputed": [1]},
    ),
    "hand_over": Twin(
        before=closed,
        does=lambda session: hand_over(
            session=session, payer=cast.BEN, payee=cast.ANA, amount_cents=40, stamp=cast.stamp()
        ),
        path="handovers/",
        content={"payer": cast.BEN, "payee": cast.ANA, "amount_cents": 40},
    ),
    "hand_over_early": Twin(
        before=cast.win,
        does=lambda session: hand_over_early(
            session=session, payer=cast.BEN, payee=cast.CARLA, amount_cents=7, stamp=cast.stamp()
        ),
        path="handovers/",
        content={"payer": cast.BEN, "payee": cast.CARLA, "amount_cents": 7},
    ),
    "reopen_session": Twin(
        before=closed,
        does=lambda session: reopen_session(session=session, reason="One more", stamp=cast.stamp()),
        path="reopen/",
        content={"reason": "One more"},
    ),
    "raise_dispute": Twin(
        before=cast.win,
        does=lambda session: raise_dispute(
            entry=line(session), seat=seat(session), why="Not a win", stamp=cast.stamp()
        ),
        path="entries/1/disputes/",
        content={"seat": cast.BEN, "why": "Not a win"},
    ),
    "give_voice": Twin(
        before=disputed,
        does=lambda session: give_voice(
            dispute=Dispute.objects.get(entry__session=session),
            seat=None,
            ruling=Ruling.UPHOLD,
            stamp=cast.stamp(),
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
        content={"hand": 1, "version": "now", "what": "discard", "seat": cast.ANA},
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
        before=cast.win,
        does=lambda session: change_seats(
            session=session, order=Order(names=SEATED), expected_entry=1, stamp=cast.stamp()
        ),
        path="seats/",
        content={"names": list(SEATED), "expected_entry": 1},
    ),
    "mend_seats": Twin(
        before=cast.win,
        does=lambda session: mended(
            mending=Mending(
                hand=line(session).hand,
                order=Order(names=SEATED),
                mistake=Mistake.PLACES,
                reason="We had changed",
                expected_entry=1,
            ),
            stamp=cast.stamp(),
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
    "propose_hand with cards": proposal(cast.WORKED_WIN, "cards", PROPOSED_FIELDS),
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
        does=lambda session: decline_proposal(
            proposal=Proposal.objects.get(session=session), at=cast.EVENING
        ),
        path="proposals/{proposal}/decline/",
        content={},
        status=200,
    ),
    "raise_dispute as its player": Twin(
        before=cast.win,
        does=lambda session: raise_dispute(
            entry=line(session), seat=seat(session), why="Not a win", stamp=cast.stamp()
        ),
        path="entries/1/disputes/",
        content={"why": "Not a win"},
        speaks_for=cast.BEN,
    ),
    "give_voice as its player": Twin(
        before=disputed,
        does=lambda session: give_voice(
            dispute=Dispute.objects.get(entry__session=session),
            seat=seat(session),
            ruling=Ruling.REJECT,
            stamp=cast.stamp(),
        ),
        path="entries/1/ruling/",
        content={"ruling": "reject"},
        status=200,
        speaks_for=cast.BEN,
    ),
    "hand_over as its player": Twin(
        before=closed,
        does=lambda session: hand_over(
            session=session, payer=cast.BEN, payee=cast.ANA, amount_cents=40, stamp=cast.stamp()
        ),
        path="handovers/",
        content={"payer": cast.BEN, "payee": cast.ANA, "amount_cents": 40},
        speaks_for=cast.BEN,
    ),
    "change_switches": Twin(
        does=lambda session: change_switches(session=session, is_practice=True, players_may_propose=True),
        path="switches/",
        content={"is_practice": True, "players_may_propose": True},
        method="put",
        status=200,
    ),
}
