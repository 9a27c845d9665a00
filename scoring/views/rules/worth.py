"""What house rules come to in money, while a form with them is filled in."""

from django.http import HttpResponse
from django.shortcuts import render

from scoring.forms.rules.house_rules import HouseRulesForm
from scoring.web.device import ClubRequest

STAKES = "stakes"
"""What HTMX asks for."""


def stakes_now(request: ClubRequest, form: HouseRulesForm, *, beside: str = "") -> HttpResponse:
    """Show what the form comes to as it stands, every house rule on it, and what else the page says of it."""
    context = {"form": form, "stakes": form.stakes(), "is_news": True, "beside": beside}
    return render(request, "rules/stakes.html", context)
