"""Answer requests that no view answers."""

import logging
import sys
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.forms.base import told
from scoring.operations.errors import RefusedError
from scoring.operations.machine import problem_of
from scoring.operations.throttle import Limit
from scoring.texts import Text, say
from scoring.web.device import DeviceRequest
from scoring.web.shared import answered_before

# Programs get answers as data.
PROGRAMS = "/api/"
VERSION = f"{PROGRAMS}v1/"
PROBLEM_JSON = "application/problem+json"

_NOT_TAKEN: Mapping[int, str] = {
    HTTPStatus.BAD_REQUEST: "bad_request",
    # A person opened the address of a form.
    HTTPStatus.METHOD_NOT_ALLOWED: "no_page",
    # Only programs send chunks, so the text may name a header.
    HTTPStatus.LENGTH_REQUIRED: "length_unknown",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many_writes",
}

_logger = logging.getLogger("cuajo")


def asked_for(request: HttpRequest) -> str:
    """Return method and route for the log."""
    match = request.resolver_match
    # An address may hold a token or a name, a route cannot.
    return f"{request.method} /{match.route}" if match else f"{request.method} (no page)"


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an exception: 503 for the database, else 500."""
    error = sys.exception()
    problem = problem_of(error=error)
    if problem is None:
        _logger.error("500 %s", asked_for(request), exc_info=error)
        if request.path.startswith(PROGRAMS):
            return _page(request, code="server_error", status=HTTPStatus.INTERNAL_SERVER_ERROR)
        # With the request, the page would read the books again, and they may be the cause.
        return HttpResponseServerError(render_to_string("500.html", {"was_sent": request.method == "POST"}))
    _logger.error("503 %s: %s: %s", asked_for(request), problem.value, error)
    cast(DeviceRequest, request).access = None  # with it, the bar would read the books
    response = _page(request, code=problem.value, status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = "5"
    return response


def not_taken(
    request: HttpRequest,
    exception: Exception | None = None,  # noqa: ARG001 - named by Django
    *,
    status: int = HTTPStatus.BAD_REQUEST,
) -> HttpResponse:
    """Answer a request that reaches no view."""
    return _page(request, code=_NOT_TAKEN[status], status=status)


def unknown_host(request: HttpRequest, *, host: str, instead: str | None = None) -> HttpResponse:
    text = say("answer.host_renamed", address=instead) if instead else say("answer.host_unknown", host=host)
    return _page(request, code="host_unknown", texts=[text], status=HTTPStatus.BAD_REQUEST)


def not_done(request: HttpRequest, *, code: str, texts: Iterable[Text], status: int) -> HttpResponse:
    title = _("Not recorded") if request.method == "POST" else _("This cannot be shown")
    return _page(request, code=code, texts=texts, status=status, title=title)


def too_often(request: HttpRequest, *, limit: Limit) -> HttpResponse:
    texts = [say("api.throttled", times=limit.times)]
    return not_done(request, code="too_often", texts=texts, status=HTTPStatus.TOO_MANY_REQUESTS)


def refused(request: HttpRequest, *, error: RefusedError) -> HttpResponse:
    """Answer a refusal with a way back (409)."""
    if answer := answered_before(request, error=error):
        return answer
    address = request.resolver_match
    if address is None or not address.route.startswith("sessions/<row:public_id>/"):
        return not_done(request, code=error.code, texts=[error.text], status=HTTPStatus.CONFLICT)
    back = reverse("table", args=[address.kwargs["public_id"]])
    context = {"title": _("Not recorded"), "code": error.code, "text": told(error.text), "back": back}
    return render(request, "message.html", context, status=HTTPStatus.CONFLICT)


def _page(request: HttpRequest, *, code: str, status: int, texts: Iterable[Text] = (), title: str = "") -> HttpResponse:
    text = " ".join(map(told, texts)) or told(say(f"answer.{code}"))
    response: HttpResponse
    if request.path.startswith(PROGRAMS):
        response = problem(request, status, code, text)
    else:
        context = {"code": code, "title": title or told(say(f"answer.{code}.title")), "text": text}
        response = render(request, "message.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def names_of(code: str) -> dict[str, str]:
    """Return type, title and code of a problem."""
    return {"type": f"{VERSION}problems/{code}/", "title": code.replace("_", " ").capitalize(), "code": code}


def problem(
    request: HttpRequest,
    status: int,
    code: str,
    detail: str,
    errors: Iterable[Mapping[str, object]] = (),
    **more: object,
) -> HttpResponse:
    """Return a problem of RFC 9457."""
    fields = {**names_of(code), "status": status, "detail": detail}
    accepted = request.headers.get("Accept", "")
    # Some clients parse JSON only under its plain type.
    is_json = "application/json" in accepted and PROBLEM_JSON not in accepted
    kind = "application/json" if is_json else PROBLEM_JSON
    return JsonResponse({**fields, "errors": [*errors], **more}, status=status, content_type=kind)
