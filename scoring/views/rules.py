"""The rules of cuajo in plain words."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.games.cuajo.rules import PRESETS, Scheme
from scoring.queries.access import Action, may
from scoring.queries.terms import compared_rules, presets_of
from scoring.views.access import access_to
from scoring.views.device import DeviceRequest
from scoring.views.glossary import GLOSSARY
from scoring.views.price_rules import PRICE_RULES
from scoring.views.rulebook import RULEBOOK


@require_safe
def rules(request: DeviceRequest) -> HttpResponse:
    """Show anybody the rules, the amounts of every preset side by side, and the words of the table."""
    access = access_to(request)
    context = {
        "rulebook": (*RULEBOOK, PRICE_RULES),
        "glossary": GLOSSARY,
        "presets": tuple(PRESETS.values()),
        "conditions": _compared(Scheme.CONDITIONS),
        "prices": _compared(Scheme.PRICELIST),
        "may_manage": may(role=access.role if access else None, action=Action.MANAGE),
    }
    return render(request, "rules/rules.html", context)


def _compared(scheme: Scheme) -> dict[str, object]:
    return {"presets": presets_of(scheme=scheme), "rules": compared_rules(scheme=scheme)}
