"""What is done so that everybody can play, what a phone may choose of it, and what was checked."""

from datetime import date

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.people.people import ComfortForm, Reach
from scoring.web.device import Comfort, DeviceRequest
from scoring.web.shared import INVALID, way_back

TYPED = (("3oce", "3O 3C 3E"), ("345b", "3B 4B 5B"), ("1oooo", "1O 1O 1O 1O"), ("3oce345b12o", "3O 3C 3E 3B 4B 5B 12O"))
"""Melds as they may be typed in one word, and their cards."""
CHECKED_ON = date(2026, 11, 23)
"""When all criteria were gone through last; what was found stands in docs/accessibility.md."""


@require_http_methods(["GET", "HEAD", "POST"])
def accessibility(request: DeviceRequest) -> HttpResponse:
    """Show keys and statement to anybody; post how this phone is held and worked."""
    now = Comfort.of(request)
    form = ComfortForm(request.POST or None, initial={"reach": now.reach, "shortcuts": now.has_shortcuts})
    if form.is_valid():
        response = redirect("accessibility")
        chosen = Comfort(reach=Reach(form.cleaned_data["reach"]), has_shortcuts=form.cleaned_data["shortcuts"])
        chosen.keep(response)
        messages.success(request, _("Kept on this phone."))
        return response
    status = INVALID if request.method == "POST" else 200
    context = {"form": form, "typed": TYPED, "checked_on": CHECKED_ON, "back": way_back(request)}
    return render(request, "people/accessibility.html", context, status=status)
