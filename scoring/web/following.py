"""Pages that ask for themselves whether anything in their night is new."""

from django.http import HttpResponse
from django.shortcuts import render

from scoring.models import Session
from scoring.queries.table.tables import last_entry_number
from scoring.web.device import ClubRequest
from scoring.web.shared import NOTHING_NEW


def version_of(request: ClubRequest, *, session: Session) -> str:
    """Return a text that is another one as soon as anything in the session or this phone's role changed."""
    return f"{request.role}.{last_entry_number(session=session)}.{session.revision}"


def is_followed(request: ClubRequest) -> bool:
    """Tell whether a page that is open asks what is new, rather than somebody opens it."""
    return bool(request.htmx) and "v" in request.GET


def nothing_new(request: ClubRequest, *, session: Session) -> HttpResponse | None:
    """Return the answer (204) for a page that shows the newest already, None where it must be made anew."""
    if not is_followed(request) or request.GET["v"] != version_of(request, session=session):
        return None
    return HttpResponse(status=NOTHING_NEW, headers={"Cache-Control": "no-store"})


def followed_page(
    request: ClubRequest, *, session: Session, template: str, part: str, context: dict[str, object], status: int = 200
) -> HttpResponse:
    """Show a page, or to the page itself its part that follows the night; the part names its version."""
    is_live = is_followed(request)
    live = {"is_live": is_live, "version": version_of(request, session=session)}
    name = f"{template}#{part}" if is_live else template
    return render(request, name, context | live, status=status)
