"""Put an alarm about the books aside."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.models import Alarm
from scoring.operations.books.alarms import put_aside
from scoring.queries.people.access import Action
from scoring.web.access import requires
from scoring.web.device import ClubRequest


@require_POST
@requires(Action.MANAGE)
def put_alarm_aside(request: ClubRequest, public_id: UUID) -> HttpResponse:  # noqa: ARG001 - books of all clubs
    """Show the alarm on nobody's first page any more."""
    put_aside(alarm=get_object_or_404(Alarm, public_id=public_id), at=timezone.now())
    return redirect("home")
