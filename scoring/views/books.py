"""Send the books as files and dismiss alarms."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.models import Alarm, Club, Session
from scoring.operations.books import put_aside
from scoring.queries.books.files import COLUMNS, Form, books_file
from scoring.queries.history.scope import ALL_TIME, Period
from scoring.queries.people.access import Action
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.shared import find_session

_HEADINGS: Mapping[str, Promise] = {
    "amount": pgettext_lazy("column", "Amount"),
    "apart": pgettext_lazy("column", "Beside the game"),
    "base": pgettext_lazy("column", "Out of"),
    "cash": pgettext_lazy("column", "Cash"),
    "club": pgettext_lazy("column", "Whole club"),
    "count": pgettext_lazy("column", "Count"),
    "currency": pgettext_lazy("column", "Currency"),
    "day": pgettext_lazy("column", "Day"),
    "figure": pgettext_lazy("column", "Figure"),
    "game": pgettext_lazy("column", "Game"),
    "hand": pgettext_lazy("column", "Hand"),
    "hands": pgettext_lazy("column", "Hands"),
    "hands_won": pgettext_lazy("column", "Hands won"),
    "kind": pgettext_lazy("column", "Kind"),
    "line": pgettext_lazy("column", "Line"),
    "night": pgettext_lazy("column", "Night"),
    "nomination": pgettext_lazy("column", "Nomination"),
    "other": pgettext_lazy("column", "Other player"),
    "partners_share": pgettext_lazy("column", "By the partners' sharing"),
    "per_hand": pgettext_lazy("column", "A hand"),
    "play": pgettext_lazy("column", "By play"),
    "player": pgettext_lazy("column", "Player"),
    "points": pgettext_lazy("column", "Points"),
    "practice": pgettext_lazy("column", "Practice"),
    "rank": pgettext_lazy("column", "Rank"),
    "rating": pgettext_lazy("column", "Rating"),
    "rating_hands": pgettext_lazy("column", "Hands rated"),
    "rating_margin": pgettext_lazy("column", "Margin of the rating"),
    "reason": pgettext_lazy("column", "Reason"),
    "recorded_from": pgettext_lazy("column", "Recorded from"),
    "result": pgettext_lazy("column", "Result"),
    "rounding": pgettext_lazy("column", "By rounding"),
    "session": pgettext_lazy("column", "Id of the night"),
    "sessions": pgettext_lazy("column", "Nights"),
    "taken_back_by": pgettext_lazy("column", "Undone by line"),
    "takes_back": pgettext_lazy("column", "Undoes line"),
    "time": pgettext_lazy("column", "Time"),
    "together_so_far": pgettext_lazy("column", "Together so far"),
    "value": pgettext_lazy("column", "Value"),
    "won": pgettext_lazy("column", "Share of hands won"),
    "won_from_other": pgettext_lazy("column", "Won from the other"),
    "won_from_other_so_far": pgettext_lazy("column", "Won from the other so far"),
    "won_together": pgettext_lazy("column", "Won together"),
}


def headings(columns: Iterable[str]) -> tuple[str, ...]:
    return tuple(str(_HEADINGS[column]) for column in columns)


_NAMES = {
    Form.JSON: (_("Complete (JSON)"), _("Everything, to keep for good or to move to another installation.")),
    Form.XLSX: (
        _("Spreadsheet (Excel)"),
        _("A row for each line and player, with days and amounts to calculate with."),
    ),
    Form.CSV: (_("Spreadsheet (CSV)"), _("The same rows for any spreadsheet.")),
    Form.CSV_COMMA: (_("CSV, decimals with a comma"), _("The same for a spreadsheet that writes 1,50.")),
    Form.BILLS: (
        _("What is owed, for ihatemoney"),
        _("Payments still to be made, for the apps ihatemoney and Cospend."),
    ),
    Form.HLEDGER: (_("hledger"), _("Accounts as text, for those who use hledger.")),
    Form.BEANCOUNT: (_("Beancount"), _("Accounts as text, for those who use Beancount.")),
}


def downloads(*, session: Session | None = None, currencies: Sequence[str] = ()) -> list[dict[str, object]]:
    """Return a link for each file format."""
    page, about = ("export-session", [session.public_id]) if session else ("export-club", [])
    return [
        {"name": name, "purpose": purpose, "address": reverse(page, args=[*about, form]), "currency": currency}
        for form, (name, purpose) in _NAMES.items()
        for currency in (currencies if form is Form.BILLS and len(currencies) > 1 else ("",))
    ]


@reads(Action.SEE)
def session_export(request: ClubRequest, public_id: UUID, form: str) -> StreamingHttpResponse:
    session = find_session(request, public_id=public_id)
    return books_sent(club=session.club, form=form, session=session)


def books_sent(
    *, club: Club, form: str, session: Session | None = None, period: Period = ALL_TIME, currency: str = ""
) -> StreamingHttpResponse:
    """Send the books as a file. Raises Http404."""
    if form not in set(Form):
        raise Http404
    file = books_file(
        club=club, form=Form(form), session=session, period=period, currency=currency, headings=headings(COLUMNS)
    )
    named = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return StreamingHttpResponse(file.parts, content_type=file.content_type, headers=named)


@posts(Action.MANAGE)
def put_alarm_aside(request: ClubRequest, public_id: UUID) -> HttpResponse:  # noqa: ARG001 - books of all clubs
    put_aside(alarm=get_object_or_404(Alarm, public_id=public_id), at=timezone.now())
    return redirect("home")
