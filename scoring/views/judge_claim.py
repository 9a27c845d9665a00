"""Who may claim a card, and the small rulings around it (C13, C14, C19 to C24)."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.forms.judge_claim import DRAWN, SEATS, ClaimQuestion
from scoring.games.cuajo.table import (
    Answer,
    Ground,
    Phase,
    TableState,
    may_discard,
    may_say_purro,
    may_win_now,
    must_show_draw,
    who_may_claim,
)
from scoring.views.device import DeviceRequest
from scoring.views.judge_asking import ASKED, choices_for
from scoring.views.shared import INVALID

_TEMPLATE = "judge/claim.html"
_DEALERS = (Ground.WINNER_DEALS, Ground.SAME_DEALER, Ground.VOID_SAME_DEALER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What one player may do at this moment."""

    seat: int
    win: Answer
    purro: Answer
    shows: Answer


@require_safe
def claim(request: DeviceRequest) -> HttpResponse:
    """Ask what lies on the table and rule whose it is; the form stays below the ruling."""
    choices = choices_for(request)
    if ASKED not in request.GET:
        return render(request, _TEMPLATE, {"form": ClaimQuestion(choices=choices)})
    form = ClaimQuestion(request.GET, choices=choices)
    if not form.is_valid():
        return render(request, _TEMPLATE, {"form": form}, status=INVALID)
    return render(request, _TEMPLATE, {"form": form, **_ruling(form)})


def _ruling(form: ClaimQuestion) -> dict[str, object]:
    state, card = form.state(), form.chosen_card()
    return {
        "ruling": who_may_claim(state=state, card=card, completes=form.completes()),
        "card": card,
        "by": form.cleaned_data["by"],
        "drawn": form.cleaned_data["how"] == DRAWN,
        "shown": must_show_draw(state=state, seat=form.cleaned_data["by"]),
        "rights": tuple(_rights(state, seat) for seat in SEATS),
        "next": state.turn if state.phase is Phase.DRAW else None,
        "discard": None if card is None else may_discard(card=card),
        "dealers": _DEALERS,
        "rules": form.house_rules(),
    }


def _rights(state: TableState, seat: int) -> Rights:
    return Rights(
        seat=seat,
        win=may_win_now(state=state, seat=seat),
        purro=may_say_purro(state=state, seat=seat),
        shows=must_show_draw(state=state, seat=seat),
    )
