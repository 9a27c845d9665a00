"""A penalty of a game that says itself what a penalty is; a match of points that is settled."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.base import KeyedForm, fresh
from scoring.forms.game_hand import PenaltyForm
from scoring.games.base import ImpossibleError
from scoring.models import Session
from scoring.operations.errors import RefusedError, SessionClosedError
from scoring.operations.matches import draft_of_match, settle_match
from scoring.operations.penalties import record_penalty
from scoring.queries import matches, tables
from scoring.queries.access import Action
from scoring.queries.ledger import changes_of
from scoring.views.access import requires
from scoring.views.confirming import Question, confirm
from scoring.views.device import ClubRequest
from scoring.views.shared import INVALID, find_session, refused


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def penalty(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask what happened; post to record what it costs."""
    session = find_session(request, public_id=public_id, offers="penalty")
    back = reverse("table", args=[public_id])
    if tables.is_closed(session=session):
        return refused(request, error=SessionClosedError(), back=back)
    form = _form(session, request)
    if request.method != "POST":
        return _page(request, form=form, session=session)
    if not form.is_valid():
        return _page(request, form=form, session=session, status=INVALID)
    try:
        record_penalty(
            session=session,
            act=form.entered(),
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=form.stamp(device=request.device, at=timezone.now()),
        )
    except ImpossibleError as error:
        form.add_problems(error)
        return _page(request, form=form, session=session, status=INVALID)
    except RefusedError as error:
        return refused(request, error=error, back=request.path)
    messages.success(request, _("Penalty recorded."))
    return redirect(back)


def _form(session: Session, request: ClubRequest) -> PenaltyForm:
    names = {seat.number: seat.player for seat in tables.seated(session=session)}
    if request.method == "POST":
        return PenaltyForm(request.POST, session=session, names=names)
    newest = tables.last_entry_number(session=session)
    return PenaltyForm(session=session, names=names, initial=fresh(expected_entry=newest))


def _page(request: ClubRequest, *, form: PenaltyForm, session: Session, status: int = 200) -> HttpResponse:
    return render(request, "games/penalty.html", {"form": form, "session": session}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def match(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Say what the points of the match come to; post to settle it."""
    session = find_session(request, public_id=public_id, offers="match")
    question = Question(
        session=session,
        template="games/match.html",
        make_form=KeyedForm,
        write=lambda form, stamp: settle_match(
            session=session, expected_entry=form.cleaned_data["expected_entry"], stamp=stamp
        ),
        done=_("Match settled. The next one begins at 0."),
        context=lambda: _worth(session),
    )
    return confirm(request, question=question)


def _worth(session: Session) -> dict[str, object]:
    draft = draft_of_match(session=session)
    players = matches.points_to_settle(session=session)
    seats = tuple(seat for seat in tables.results(session=session) if seat.number in players)
    return {
        "seats": sorted(seats, key=lambda seat: -seat.points),
        "changes": changes_of(seats=seats, payments=draft.payments),
        "is_over": matches.is_over(session=session, points=players),
    }
