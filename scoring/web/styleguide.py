"""Every component on one page, on paper and on felt; served in development only."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.forms.table.table import SoweeForm
from scoring.games import CARDS
from scoring.money import currency_for

AMOUNTS = (32_000, -118_000, 0, 10_452_000, -5)
MELDS = (("3O", "4O", "5O"), ("10C", "10E", "10B"), ("4C", "4C", "4C", "4C"), ("12O",))


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the design system as the pages use it."""
    sprite = finders.find("icons/lucide.svg")
    assert isinstance(sprite, str)
    names = re.findall(r'id="([a-z0-9-]+)"', Path(sprite).read_text())
    context = {
        "rows": CARDS.rows,
        "icons": names,
        "amounts": AMOUNTS,
        "pesos": currency_for(code="PHP"),
        "melds": MELDS,
        "form": SoweeForm(),
    }
    return render(request, "styleguide.html", context)
