"""Whatever a page can do the API can do too, and it comes to the same."""

import ast
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest
from django.conf import settings

from scoring.models import Club, Hand, KeptVerdict, Proposal, Session
from scoring.queries.table.disputes import objections_of
from scoring.queries.table.tables import results
from tests import people
from tests.api.programs import player_program, program
from tests.api.web.twins import TWINS, version

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
    "foresee": "a page shows what nights become before they are entered; a program knows what it sends",
    "new_names": "a page shows who is new; a program says whom it expects to be",
    "past_night_of": "a page fills its form with a night taken back; a program has what it sent",
    "mark_entering": "the others see who has the form of a hand open; a program opens none",
    "unmark_entering": "the others see who has the form of a hand open; a program opens none",
    "new_token": "the cookie of a phone",
    "make_token": "only the host lets programs in, on a page",
    "revoke_token": "only the host sends programs away, on a page",
    "protect_club": "the passcode is for who holds the host's phone, so it is set there",
    "draft_of_match": "what a page states before it asks",
    "require_mergeable": "what a page states before it asks",
    "reversal_of": "what a page states before it asks",
    "refund_of": "what a page states before it asks",
    "why_not": "the words of a page on a link; programs join by none",
    "live_of": "the version that a page asks for once a second; answers to programs carry an ETag",
    "unread_alarm": "alarms are shown to the host on a page",
    "put_aside": "alarms are shown to the host on a page",
    "keep_tally": "the sum of a night that is shown, brought up to date before it is read",
    "start_practice": "programs start a night and say that it is practice",
    "take_along": "a phone's place at another address; programs have a token",
    **dict.fromkeys(("is_allowed", "next_message", "note_told"), "a thread tells programs; nobody asks it"),
    "revoke": "a phone forgets itself on a page; programs are sent away by the host",
    "problem_of": "why the database failed; the API answers it through the same middleware",
}


def functions_of(folder: str) -> set[str]:
    """Return the functions of scoring/operations that the modules of a folder import."""
    found = set()
    for path in Path(settings.BASE_DIR, "scoring", folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scoring.operations."):
                module = import_module(str(node.module))
                names = {alias.name for alias in node.names}
                found |= {name for name in names if isfunction(getattr(module, name, None))}
    return found


def test_every_operation_of_the_pages_has_its_twin_or_a_reason_for_having_none() -> None:
    assert (functions_of("views") | functions_of("web")) - functions_of("api") == set(WITHOUT_TWIN)


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
        "about": (session.name, session.place, session.note),
        "switches": (session.is_practice, session.players_may_propose),
        "objections": [
            (one.line, one.player, one.why, one.outcome, [(voice.ruling, voice.decides) for voice in one.voices])
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
        "kept": [(kept.claim, kept.rules, kept.answer) for kept in KeptVerdict.objects.filter(entry__session=session)],
    }


@pytest.fixture
def nights(club: Club) -> tuple[Session, Session]:
    """Return two nights under the same terms, one for the operation and one for the request."""
    rules = {"preset": "pagat", "false_win_penalty": 30, "false_secret_penalty": 15, "partners_share": True}
    first, second = (people.start_night(club=club, rules=rules, stake_factor=10) for _ in range(2))
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
        player_program(session=by_request, seat=twin.speaks_for) if twin.speaks_for else program(club=by_request.club)
    )
    answer = getattr(sheet, twin.method)(f"sessions/{by_request.public_id}/{path}", {**twin.content, **seen})
    assert answer.status_code == twin.status, answer.text
    assert known_state(by_request) == known_state(by_page)
