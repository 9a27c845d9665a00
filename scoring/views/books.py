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
from scoring.operations.books import mark_alarm_read
from scoring.queries.books.files import COLUMNS, Form, books_file
from scoring.queries.history.scope import ALL_TIME, Period
from scoring.queries.people.access import Action
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.shared import find_session

_HEADINGS: Mapping[str, Promise] = {
    "amount": _("Amount"),
    "apart": _("Side payments"),
    "base": pgettext_lazy("column", "Out of"),
    "cash": _("Cash"),
    "club": _("Club"),
    "count": pgettext_lazy("column", "Count"),
    "currency": pgettext_lazy("column", "Currency"),
    "day": _("Day"),
    "figure": pgettext_lazy("column", "Figure"),
    "game": _("Game"),
    "hand": pgettext_lazy("column", "Hand"),
    "hands": _("Hands"),
    "hands_won": _("Hands won"),
    "kind": pgettext_lazy("column", "Kind"),
    "line": pgettext_lazy("column", "Line"),
    "night": pgettext_lazy("column", "Night"),
    "nomination": _("Nominations"),
    "other": _("Other player"),
    "partners_share": pgettext_lazy("column", "Partners’ share"),
    "per_hand": _("Money a hand"),
    "play": pgettext_lazy("column", "By play"),
    "player": _("Player"),
    "points": _("Points"),
    "practice": pgettext_lazy("column", "Practice"),
    "rank": pgettext_lazy("column", "Rank"),
    "rating": _("Rating"),
    "rating_hands": pgettext_lazy("column", "Hands rated"),
    "rating_margin": pgettext_lazy("column", "Margin"),
    "reason": _("Reason"),
    "recorded_from": pgettext_lazy("column", "Recorded from"),
    "result": _("Result"),
    "rounding": pgettext_lazy("column", "Rounding"),
    "session": pgettext_lazy("column", "Night id"),
    "sessions": _("Nights"),
    "taken_back_by": pgettext_lazy("column", "Undone by line"),
    "takes_back": pgettext_lazy("column", "Undoes line"),
    "time": pgettext_lazy("column", "Time"),
    "together_so_far": pgettext_lazy("column", "Together so far"),
    "value": pgettext_lazy("column", "Value"),
    "won": pgettext_lazy("column", "Share won"),
    "won_from_other": pgettext_lazy("column", "Won from the other"),
    "won_from_other_so_far": pgettext_lazy("column", "Won from the other so far"),
    "won_together": pgettext_lazy("column", "Won together"),
}


def headings(columns: Iterable[str]) -> tuple[str, ...]:
    return tuple(str(_HEADINGS[column]) for column in columns)


_ROWS, _ACCOUNTS = _("A row for each line and player."), _("Accounts as text")
_NAMES: Mapping[Form, tuple[Promise | str, Promise | str]] = {
    Form.JSON: (_("Complete (JSON)"), _("To keep, or to move to another installation.")),
    Form.XLSX: (_("Spreadsheet (Excel)"), _ROWS),
    Form.CSV: (_("Spreadsheet (CSV)"), _ROWS),
    Form.CSV_COMMA: (_("CSV, decimals with a comma"), _ROWS),
    Form.BILLS: (_("Payments still to be made"), "ihatemoney, Cospend"),
    Form.HLEDGER: ("hledger", _ACCOUNTS),
    Form.BEANCOUNT: ("Beancount", _ACCOUNTS),
}


def downloads(*, session: Session | None = None, currencies: Sequence[str] = ()) -> list[dict[str, object]]:
    """Return a link for each file format."""
    page, about = ("export-session", [session.public_id]) if session else ("export-club", [])
    return [
        {"name": name, "purpose": purpose, "address": reverse(page, args=[*about, form]), "currency": currency}
        for form, (name, purpose) in _NAMES.items()
        # A project of ihatemoney has one currency.
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
    mark_alarm_read(alarm=get_object_or_404(Alarm, public_id=public_id), at=timezone.now())
    return redirect("home")
