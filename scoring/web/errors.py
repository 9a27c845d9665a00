"""Pages for requests that no view answers: a host nobody knows, too much data, a database in trouble."""

import logging
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.defaults import server_error as plain_server_error

from scoring.operations.trouble import Trouble, trouble_of

BAD_REQUEST = 400
LENGTH_REQUIRED = 411
TOO_LARGE = 413
TOO_MANY = 429
UNAVAILABLE = 503
PROGRAMS = "/api/"
"""The addresses that only programs ask; they get the same answers as data."""

_RETRY_SECONDS = 5

_logger = logging.getLogger("cuajo")


def asked_for(request: HttpRequest) -> str:
    """Return method and route of a request for the log: the route has no token or name filled in."""
    match = request.resolver_match
    return f"{request.method} /{match.route}" if match else f"{request.method} (no page)"


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for an exception: 503 with what to do while the database is in trouble, otherwise 500.

    Leaves one line in the log, with the traceback where the code must be mended.
    """
    error = sys.exception()
    trouble = trouble_of(error=error)
    if trouble is None:
        _logger.error("500 %s", asked_for(request), exc_info=error)
        return plain_server_error(request)
    _logger.error("503 %s: %s: %s", asked_for(request), trouble.value, error)
    title, text = _words_for(trouble)
    response = _page(request, code=trouble.value, title=title, text=text, status=UNAVAILABLE)
    response["Retry-After"] = str(_RETRY_SECONDS)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - named by Django
    """Answer for a request that no browser makes from a form of ours (400)."""
    return _page(
        request,
        code="bad_request",
        title=_("This was not understood"),
        text=_("The request was not one that a page here sends. Open the page again and try once more."),
        status=BAD_REQUEST,
    )


def unknown_host(request: HttpRequest, *, host: str) -> HttpResponse:
    """Answer for a name that this machine was not told is its own (400)."""
    return _page(
        request,
        code="host_unknown",
        title=_("Cuajo does not know itself by this name"),
        text=_(
            "You came by the name “%(host)s”. Use the address that Cuajo prints when it starts. If the name "
            "is right, whoever runs Cuajo adds it and starts again: CUAJO_HOSTS=%(host)s"
        )
        % {"host": host},
        status=BAD_REQUEST,
    )


def too_large(request: HttpRequest) -> HttpResponse:
    """Answer for more data than any form of ours sends (413)."""
    return _page(
        request,
        code="too_large",
        title=_("Too much at once"),
        text=_("More was sent than any form here holds, so nothing of it was read or recorded."),
        status=TOO_LARGE,
    )


def length_unknown(request: HttpRequest) -> HttpResponse:
    """Answer for a request sent in chunks, which no browser sends from a form (411)."""
    return _page(
        request,
        code="length_unknown",
        title=_("The length is missing"),
        text=_("Nothing was read or recorded: send the request whole, with its Content-Length."),
        status=LENGTH_REQUIRED,
    )


def too_many_writes(request: HttpRequest) -> HttpResponse:
    """Answer for a phone that writes more often than any table does (429)."""
    response = _page(
        request,
        code="too_many_writes",
        title=_("Wait a minute"),
        text=_("Far more was sent from here in this minute than a table can need. This was not recorded."),
        status=TOO_MANY,
    )
    response["Retry-After"] = "60"
    return response


def _words_for(trouble: Trouble) -> tuple[str, str]:
    match trouble:
        case Trouble.CANNOT_WRITE:
            return _("Not recorded: the disk is full"), _(
                "The machine that keeps the books cannot write: its disk is full or protected. Nothing was "
                "half recorded, and everything can still be read. Make room there, then record again."
            )
        case Trouble.BUSY:
            return _("Not recorded: somebody else was writing"), _(
                "Another phone was writing at the same moment. Nothing was half recorded. Try again."
            )
        case Trouble.DATABASE_DOWN:
            return _("The books cannot be reached"), _(
                "The machine does not reach its database just now. Nothing was half recorded. Try again in a "
                "moment; if it lasts, look at the log of the machine that runs Cuajo."
            )


def _page(request: HttpRequest, *, code: str, title: str, text: str, status: int) -> HttpResponse:
    context = {"code": code, "title": title, "text": text}
    response: HttpResponse
    if request.path.startswith(PROGRAMS):
        response = JsonResponse({"error": {"code": code, "message": text}}, status=status)
    else:
        response = render(request, "trouble.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
