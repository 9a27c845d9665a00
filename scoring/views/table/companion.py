"""The companion, proposals, hints and the chart of a night."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import charts
from scoring.charts import Line, LineChart, Lines, Series
from scoring.forms.base import fresh, told
from scoring.forms.table.table import TapForm
from scoring.games.base import Feature
from scoring.games.cuajo.table_rulings import must_show_draw
from scoring.games.cuajo.table_state import IllegalTapError, Phase, TapKind
from scoring.models import Proposal
from scoring.operations.errors import CompanionChangedError
from scoring.operations.table.companion import decline_proposal, judged_proposals, note_tap
from scoring.queries.books.ledger import standings_after
from scoring.queries.people.access import Action
from scoring.queries.table.companion import companion_of
from scoring.queries.table.state import TableState, table_state
from scoring.web.access import posts
from scoring.web.device import ClubRequest, keep_cookie
from scoring.web.shared import CONFLICT, find_session

_TAPS: dict[TapKind, str | Promise] = {
    TapKind.DRAW: gettext_lazy("Draws"),
    TapKind.TAKE: gettext_lazy("Takes the discard"),
    TapKind.DISCARD: gettext_lazy("Discards"),
    TapKind.TURN: gettext_lazy("Draws and discards"),
    TapKind.SECRET: gettext_lazy("Lays a secret"),
    TapKind.PURRO: gettext_lazy("Says purro"),
    TapKind.LOST: gettext_lazy("Loses purro"),
    TapKind.TAKE_BACK: gettext_lazy("Takes purro back"),
}


@posts(Action.RECORD)
def companion(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Note a tap or undo the last one."""
    session = find_session(request, public_id=public_id, feature=Feature.COMPANION)
    form, refusal = TapForm(request.POST), {}
    try:
        if not form.is_valid():
            raise CompanionChangedError
        note_tap(session=session, hand=form.cleaned_data["hand"], seen=form.cleaned_data["seen"], tap=form.tap)
    except CompanionChangedError as error:
        refusal = {"code": error.code, "message": told(error.text)}
    except IllegalTapError as error:
        refusal = {"code": error.code, "message": f"{told(error.text)} ({', '.join(error.rules)})"}
    # A form without JavaScript goes back to the table, because it cannot swap the section.
    if request.htmx.target != "companion-body":
        if refusal:
            messages.warning(request, refusal["message"])
        return redirect(f"{reverse('table', args=[session])}?companion=open{'' if refusal else '#companion'}")
    session.refresh_from_db(fields=["table"])
    found = shown(state=table_state(session=session))
    context = {"session": session, "companion": found, "can_write": True, "refusal": refusal}
    return render(request, "table/companion_body.html", context, status=CONFLICT if refusal else 200)


def shown(*, state: TableState) -> dict[str, Any] | None:
    """Return the companion for its template, if the game has it."""
    if Feature.COMPANION not in state.session.features:
        return None
    found = companion_of(session=state.session, night=state.night)
    turns = found.state
    shows = must_show_draw(state=turns, seat=turns.turn)
    last = found.taps[-1] if found.taps else None
    around = [
        {
            "seat": seat,
            "player": player,
            "penalty_turns": turns.penalty_turns(seat=player.seat),
            # Secrets that were tapped but not recorded.
            "unpaid_secrets": max(0, player.secrets - seat.secrets),
        }
        for seat, player in zip(state.seats, turns.players, strict=True)
    ]
    return {
        "companion": found,
        "seats": around,
        "turn": next(seat for seat in state.seats if seat.number == turns.turn),
        "purro": {player.seat for player in turns.players if player.purro},
        "shows": [(told(ground.text), ground.rules) for ground in shows.grounds] if shows.yes else (),
        "draws": turns.phase is Phase.DRAW,
        "last_tap": f"{state.night.names[last.seat]} · {_TAPS[last.what]}" if last else "",
    }


def shown_proposals(*, state: TableState) -> Iterator[dict[str, object]]:
    """Yield open proposals with payments and review forms."""
    session, night = state.session, state.night
    for proposal, outcome in judged_proposals(session=session, night=night):
        moves = night.moved_by(outcome)
        yield {
            "proposal": proposal,
            "player": proposal.seat.player.known_as,
            "winner": night.names.get(outcome.winner or 0, ""),
            "each_cents": each.pop() if len(each := {paid.cents for paid in moves.payments}) == 1 else 0,
            "review": reverse("quick-hand" if proposal.mode == "quick" else "hand", args=[session]),
            "fields": {**proposal.fields, "expected_after": night.after, **fresh(expected_entry=night.last_entry)},
        }


@posts(Action.RECORD)
def decline(request: ClubRequest, public_id: UUID, proposal_id: UUID) -> HttpResponse:
    session = find_session(request, public_id=public_id)
    proposal = get_object_or_404(Proposal, session=session, public_id=proposal_id)
    decline_proposal(proposal=proposal, at=timezone.now())
    messages.success(request, _("Proposal declined."))
    return redirect("table", public_id=public_id)


_HINTS = ("1", "2", "3")
COOKIE = f"{settings.COOKIE_PREFIX}cuajo_hints"


def hint_of(request: ClubRequest, *, state: TableState, can_write: bool) -> int:
    """Return the hint to show, as in `?hint=`, or 0."""
    if not can_write or Feature.SOWEE not in state.session.features:
        return 0
    session, asked, read = state.session, request.GET.get("hint", ""), request.COOKIES.get(COOKIE, "0")
    if asked in _HINTS:
        return int(asked)
    if state.hand_number > 1 or read not in {"0", "1", "2"}:
        return 0
    # Only practice and the first night of a club show hints: other players know the table.
    if not session.is_practice and session.club.sessions.exclude(pk=session.pk).exists():
        return 0
    # A step that was already done needs no hint.
    done = 2 if state.secrets else int(bool(state.sowee))
    return max(int(read), done) + 1


@posts(Action.RECORD)
def read_hint(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Store the last read hint in a cookie."""
    table = reverse("table", args=[find_session(request, public_id=public_id).public_id])
    read = request.POST.get("read", "")
    goes_on = "asked" in request.POST and read in _HINTS[:-1]
    response = redirect(f"{table}?hint={int(read) + 1}" if goes_on else table)
    keep_cookie(response, COOKIE, read if read in _HINTS else _HINTS[-1])
    return response


# A limit on drawn lines: a long night must not cost more time than a short one.
DRAWN_LINES = 48


def drawn_night(state: TableState) -> tuple[LineChart, dict[int, Line]]:
    """Draw the newest lines, also by seat."""
    seats, (before, *after) = state.night.standings, standings_after(night=state.night, most=DRAWN_LINES)
    series = (
        Series(name=seat.player, before=before[seat.number], values=tuple(each[seat.number] for each in after))
        for seat in seats
    )
    chart = charts.line_chart(asked=Lines(series=tuple(series)))
    return chart, {seat.number: line for seat, line in zip(seats, chart.lines, strict=True)}
