"""The rules of cuajo in plain words."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.games.cuajo.rules import PRESETS
<<<<<<< HEAD
from scoring.queries.access import Action, may
=======
>>>>>>> bfa3d5e (Ask the judge: a win, purro, extra cards, a claim; keep a verdict under its own address)
from scoring.queries.terms import compared_rules
from scoring.views.glossary import GLOSSARY
from scoring.views.price_rules import PRICE_RULES
from scoring.views.rulebook import RULEBOOK


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show anybody the rules, the amounts of every preset side by side, and the words of the table."""
    context = {
        "rulebook": (*RULEBOOK, PRICE_RULES),
        "glossary": GLOSSARY,
        "presets": tuple(PRESETS.values()),
        "compared": compared_rules(),
        "may_manage": may(role=request.role, action=Action.MANAGE),
    }
    return render(request, "rules/rules.html", context)
