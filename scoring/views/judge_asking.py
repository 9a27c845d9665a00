"""What the pages of the judge share; they are open to anybody, members also choose the club's own rules."""

from collections.abc import Mapping
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.forms.judge import Question
from scoring.games.cuajo.answer import melds_data
from scoring.games.cuajo.melds import all_melds
from scoring.games.cuajo.rules import rules_data
from scoring.models import Club
from scoring.money import Currency
from scoring.queries.access import Action, may
from scoring.queries.judge import RulesChoice, rule_changes, rules_choices
from scoring.views.access import access_to
from scoring.views.device import DeviceRequest
from scoring.views.shared import INVALID

ANY_CURRENCY = Currency(code="", name="", symbol="")
"""Hundredths of whatever the table plays for."""

ASKED = "asked"
"""The name of the button that asks for the answer; without it the form is shown again."""


def club_of(request: DeviceRequest) -> Club | None:
    """Return the club of a device that may see it, None for strangers."""
    access = access_to(request)
    return access.club if access and may(role=access.role, action=Action.SEE) else None


def choices_for(request: DeviceRequest) -> tuple[RulesChoice, ...]:
    """Return the house rules this device may choose from."""
    return rules_choices(club=club_of(request))


def asked_form(
    request: DeviceRequest, *, form: type[Question], choices: tuple[RulesChoice, ...]
) -> tuple[Question, bool]:
    """Return the form of an address, and whether it can be answered as it stands."""
    if ASKED in request.GET:
        bound = form(request.GET, choices=choices)
        return bound, bound.is_valid()
    return form(choices=choices, initial=request.GET.dict()), False


def question_page(
    request: HttpRequest, *, template: str, form: Question, context: Mapping[str, object] | None = None
) -> HttpResponse:
    """Show the form of a question; one that could not be answered says everything it lacks (422)."""
    shown = {
        "form": form,
        "melds": melds_data(melds=all_melds()),
        "is_new": not request.GET,
        "again": _again(request),
        **(context or {}),
    }
    return render(request, template, shown, status=INVALID if form.is_bound else 200)


def answer_page(
    request: HttpRequest, *, template: str, form: Question, context: Mapping[str, object]
) -> HttpResponse:
    """Show an answer, with the way back to the form and to what else can be asked of these cards."""
    shown = {
        "form": form,
        "rules": form.house_rules(),
        "changes": rule_changes(rules=rules_data(rules=form.house_rules())),
        "query": request.GET.urlencode(),
        "again": _again(request),
        "key": uuid4(),
        "currency": ANY_CURRENCY,
        **context,
    }
    return render(request, template, shown)


def _again(request: HttpRequest) -> str:
    """Return the question of an address, not asked yet."""
    query = request.GET.copy()
    query.pop(ASKED, None)
    return query.urlencode()
