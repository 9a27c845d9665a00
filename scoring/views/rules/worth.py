"""What house rules come to in money, while a form with them is filled in."""

from django.http import HttpResponse
from django.shortcuts import render

from scoring.forms.rules.house_rules import HouseRulesForm
from scoring.web.device import ClubRequest

STAKES = "stakes"
"""What HTMX asks for."""


def stakes_now(request: ClubRequest, form: HouseRulesForm) -> HttpResponse:
    """Show what the form comes to as it stands, and every house rule on it."""
    return render(request, "rules/stakes.html", {"stakes": form.stakes(), "is_news": True})
