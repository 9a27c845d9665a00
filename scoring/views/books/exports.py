"""The books as files to take away: a night by whoever may see it, the whole club by its host."""

from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.models import Session
from scoring.queries.books import File, Form, books_file
from scoring.queries.people.access import Action
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import find_session

_NAMES = {
    Form.JSON: _("Complete (JSON)"),
    Form.CSV: _("Spreadsheet (CSV)"),
    Form.HLEDGER: _("hledger"),
    Form.BEANCOUNT: _("Beancount"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A link to the books in one form."""

    name: Promise
    address: str


def downloads(*, session: Session | None = None) -> tuple[Download, ...]:
    """Return a link to the books of a night, or of the whole club, in every form."""
    return tuple(
        Download(
            name=name,
            address=reverse("export-session", args=[session.public_id, form])
            if session
            else reverse("export-club", args=[form]),
        )
        for form, name in _NAMES.items()
    )


@require_safe
@requires(Action.SEE)
def session_export(request: ClubRequest, public_id: UUID, form: str) -> HttpResponse:
    """Send the books of a night as a file."""
    session = find_session(request, public_id=public_id)
    return _sent(books_file(club=session.club, form=_form(form), session=session))


@require_safe
@requires(Action.MANAGE)
def club_export(request: ClubRequest, form: str) -> HttpResponse:
    """Send everything the club has recorded as a file."""
    return _sent(books_file(club=request.club, form=_form(form)))


def _form(form: str) -> Form:
    try:
        return Form(form)
    except ValueError:
        raise Http404 from None


def _sent(file: File) -> HttpResponse:
    response = HttpResponse(file.text, content_type=file.content_type)
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response
