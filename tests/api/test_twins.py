"""Whatever a page can do the API can do too, and it comes to the same."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest
from django.conf import settings

from scoring.models import (
    Club,
    Dispute,
    Entry,
    Hand,
    KeptVerdict,
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
from scoring.queries.disputes import objections_of
from scoring.queries.tables import results
from tests import cast
from tests.api.programs import PROPOSED_FIELDS, allow_proposals, player_program, program, propose

pytestmark = pytest.mark.django_db

WITHOUT_TWIN = {
    "ask": "a phone asks to be let in; a program has a token",
    "join": "a phone joins by a link; a program has a token",
    "hold": "a phone says who holds it; a program is held by nobody",
    "hold_as": "a phone says who holds it; a program is held by nobody",
    "renewed_device": "a browser gets a cookie; a program has a token",
    "enter_club": "a phone changes between its clubs; a token belongs to one",
    "make_account": "accounts sign in on pages",
    "bring_device": "accounts sign in on pages",
    "change_password": "accounts sign in on pages",
    "take_device": "accounts sign out on pages",
    "found_club": "accounts found clubs on pages",
    "mark_entering": "the others see who has the form of a hand open; a program opens none",
    "unmark_entering": "the others see who has the form of a hand open; a program opens none",
    "new_token": "the cookie of a phone",
    "make_token": "only the host lets programs in, on a page",
    "revoke_token": "only the host sends programs away, on a page",
    "protect_club": "the passcode is for who holds the host's phone, so it is set there",
    "draft_of_match": "what a page states before it asks",
    "require_mergeable": "what a page states before it asks",
    "reversal_of": "what a page states before it asks",
    "penalty_of_false_secret": "what a page states before it asks",
    "trouble_of": "why the database failed; the API answers it through the same middleware",
}
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


def functions_of(folder: str) -> set[str]:
    """Return the functions of scoring/operations that the modules of a folder import."""
    found = set()
    for path in Path(settings.BASE_DIR, "scoring", folder).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scoring.operations."):
                module = import_module(str(node.module))
                names = {alias.name for alias in node.names}
                found |= {name for name in names if isfunction(getattr(module, name))}
    return found


def test_every_operation_of_the_pages_has_its_twin_or_a_reason_for_having_none() -> None:
    assert functions_of("views") - functions_of("api") == set(WITHOUT_TWIN)


def known_state(session: Session) -> dict[str, object]:
    """Return everything the books hold of a session but ids, moments and who recorded it."""
    session.refresh_from_db()
    return {
        "entries": [
            {
                "number": entry.number,
                "kind": entry.kind,
                "act": entry.act,
                "reason": entry.reason,
                "reverses": entry.reverses and entry.reverses.number,
                "payments": [
                    (payment.payer.number, payment.payee.number, payment.amount_cents, payment.cash)
                    for payment in entry.payments.select_related("payer", "payee")
                ],
                "hand": [
                    (hand.position, hand.after, hand.winner, hand.deals_next, hand.verdict)
                    for hand in Hand.objects.filter(entry=entry)
                ],
            }
            for entry in session.entries.order_by("number")
        ],
        "balances": results(session=session),
        "table": session.table,
        "switches": (session.is_practice, session.players_may_propose),
        "objections": [
            (
                one.line,
                one.player,
                one.why,
                one.outcome,
                [(voice.ruling, voice.decides) for voice in one.voices],
            )
            for one in objections_of(session=session)
        ],
        "proposals": [
            (
                proposal.seat.number,
                proposal.mode,
                {name: value for name, value in proposal.fields.items() if name != "key"},
                proposal.act,
                proposal.after,
                proposal.declined_at is None,
            )
            for proposal in Proposal.objects.filter(session=session).select_related("seat")
        ],
        "kept": [
            (kept.claim, kept.rules, kept.answer)
            for kept in KeptVerdict.objects.filter(entry__session=session)
        ],
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


@pytest.fixture
def nights(club: Club) -> tuple[Session, Session]:
    """Return two nights under the same terms, one for the operation and one for the request."""
    rules = {"preset": "pagat", "false_win_penalty": 30, "false_secret_penalty": 15, "partners_share": True}
    first, second = (cast.start_night(club=club, rules=rules, stake_factor=10) for _ in range(2))
    return first, second


@pytest.mark.parametrize("name", TWINS)
def test_a_request_leaves_the_books_as_its_page_does(nights: tuple[Session, Session], name: str) -> None:
    twin, (by_page, by_request) = TWINS[name], nights
    for session in nights:
        if twin.before:
            twin.before(session)
    twin.does(by_page)
    seen = {"version": version(by_request)} if "version" in twin.content else {}
    newest = Proposal.objects.filter(session=by_request).last()
    path = twin.path.format(proposal=newest and newest.public_id)
    sheet = (
        player_program(session=by_request, seat=twin.speaks_for)
        if twin.speaks_for
        else program(club=by_request.club)
    )
    answer = getattr(sheet, twin.method)(f"sessions/{by_request.public_id}/{path}", {**twin.content, **seen})
    assert answer.status_code == twin.status, answer.text
    assert known_state(by_request) == known_state(by_page)
