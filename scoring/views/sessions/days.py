"""The page on which the host puts the day of a night right."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.base import fresh, problem, told
from scoring.forms.sessions.days import DayForm
from scoring.models import Session
from scoring.operations.errors import RefusedError
from scoring.operations.sessions.days import DayError, correct_day
from scoring.queries.people.access import Action
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_session


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def day(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask on which day the night was played, closed or not; post to record it."""
    session = find_session(request, public_id=public_id)
    if request.method != "POST":
        return _page(request, DayForm(session=session, initial=fresh()), session=session)
    form = DayForm(request.POST, session=session)
    if not form.is_valid():
        return _page(request, form, session=session, status=INVALID)
    said = {name: form.cleaned_data[name] for name in ("day", "expected_day", "reason")}
    try:
        correct_day(session=session, **said, stamp=form.stamp(device=request.device, at=timezone.now()))
    except DayError as error:
        form.add_error("day", problem(error))
        return _page(request, form, session=session, status=INVALID)
    except RefusedError as error:
        session.refresh_from_db()
        form = DayForm(session=session, initial=fresh())
        return _page(request, form, session=session, error=error, status=CONFLICT)
    messages.success(request, _("The night counts on %(day)s.") % {"day": date_format(said["day"], "SHORT_DAY")})
    return redirect("night", public_id=public_id)


def _page(
    request: ClubRequest, form: DayForm, *, session: Session, error: RefusedError | None = None, status: int = 200
) -> HttpResponse:
    context = {"session": session, "form": form, "error": error, "message": error and told(error.text)}
    return render(request, "sessions/day.html", context, status=status)
