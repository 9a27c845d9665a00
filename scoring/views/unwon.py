"""Hands that nobody won: the stock ran out, or a win was claimed that was none."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.table import DrawnHandForm, FalseWinForm
from scoring.games.base import ActKind
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import HandTakenError
from scoring.operations.extras import record_false_win
from scoring.operations.hands import Expected, draft_of, judge, record_hand
from scoring.operations.posting import Stamp
from scoring.queries.access import Action
from scoring.queries.boards import Board, board_of
from scoring.queries.ledger import ledger_line
from scoring.views.access import requires
from scoring.views.confirming import Question, confirm
from scoring.views.device import ClubRequest
from scoring.views.shared import CONFLICT, find_session
from scoring.views.words import words_of

DRAWN = {"result": "drawn"}


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def drawn_hand(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask whether the hand ended without a winner; post to record it (C33)."""
    session = find_session(request, public_id=public_id, offers="cuajo")
    board = board_of(session=session)
    question = Question(
        session=session,
        template="table/drawn.html",
        make_form=DrawnHandForm,
        write=lambda form, stamp: _record_drawn(session, form=form, stamp=stamp),
        done=_("No winner: %(dealer)s deals again.") % {"dealer": board.dealer},
        initial={"expected_after": board.after},
        context=lambda: {"board": board},
    )
    try:
        return confirm(request, question=question)
    except HandTakenError as error:
        return _both_versions(request, board=board, taken=error.entry)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def false_win(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask who claimed a win that was none, and whether play goes on; post to record it (C35)."""
    session = find_session(request, public_id=public_id, offers="false_win")
    board = board_of(session=session)
    names = {seat.number: seat.player for seat in board.at_table}
    question = Question(
        session=session,
        template="table/false_win.html",
        make_form=lambda *data, **options: FalseWinForm(*data, names=names, **options),
        write=lambda form, stamp: record_false_win(
            session=session,
            seat=form.cleaned_data["seat"],
            hand_is_void=form.hand_is_void,
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=stamp,
        ),
        done=_("False win recorded."),
        context=lambda: {"board": board, **_false_win_price(session, seat=min(names))},
    )
    return confirm(request, question=question)


def _both_versions(request: ClubRequest, *, board: Board, taken: Entry) -> HttpResponse:
    line = ledger_line(entry=taken)
    context = {
        "session": board.session,
        "taken": line,
        "words": words_of(line=line, names=board.names),
    }
    return render(request, "table/taken.html", context, status=CONFLICT)


def _record_drawn(session: Session, *, form: DrawnHandForm, stamp: Stamp) -> Entry:
    expected = Expected(after=form.cleaned_data["expected_after"], entry=form.cleaned_data["expected_entry"])
    return record_hand(session=session, act=DRAWN, expected=expected, stamp=stamp)


def _false_win_price(session: Session, *, seat: int) -> dict[str, object]:
    """Return what a false win costs, the same for every seat: to each opponent, and how many there are."""
    outcome = judge(session=session, kind=ActKind.FALSE_WIN, act={"seat": seat})
    payments = draft_of(session=session, kind=EntryKind.PENALTY, outcome=outcome).payments
    return {"opponents": len(payments), "each_cents": payments[0].cents if payments else 0}
