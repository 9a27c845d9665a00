"""Define the middleware, outermost first."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import cast

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers

from scoring.games.base import ImpossibleError
from scoring.games.cuajo.table_state import IllegalTapError
from scoring.operations.errors import RefusedError
from scoring.operations.people.devices import note_seen
from scoring.operations.throttle import Limit
from scoring.queries.history.scope import FilterError
from scoring.queries.people.access import device_of
from scoring.texts.decks import own_deck
from scoring.web import errors
from scoring.web.addresses import IMPORT, address_for_phones, caller_behind, is_known_host
from scoring.web.device import DEVICE_COOKIE, DeviceRequest, client_address, cookie_token, is_too_often, keep_cookie
from scoring.web.shared import CONFLICT, INVALID, TOO_MANY, answered_before

type Answer = Callable[[HttpRequest], HttpResponseBase]

_READING = ("GET", "HEAD", "OPTIONS")
_logger = logging.getLogger("cuajo")


def _around(answer: Callable[[Answer, HttpRequest], HttpResponseBase]) -> Callable[[Answer], Answer]:
    return lambda get_response: partial(answer, get_response)


def is_page(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


@_around
def fetched_ahead(get_response: Answer, request: HttpRequest) -> HttpResponseBase:
    """Let the browser keep a page fetched in advance."""
    asked, ahead, _number = request.META.get("QUERY_STRING", "").rpartition("ahead=")
    if not ahead or request.method != "GET":
        return get_response(request)
    request.META["QUERY_STRING"] = asked.rstrip("&")
    response = get_response(request)
    if not is_page(response) or response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        # A file or an error may be different later, so it is requested again.
        return response
    # Each address is used once, so a kept page is never taken for a new one. A week outlasts wrong clocks.
    response.headers["Cache-Control"] = f"private, max-age={7 * 24 * 3600}"
    del response.headers["Vary"]
    return response


@_around
def write_log(get_response: Answer, request: HttpRequest) -> HttpResponseBase:
    response = get_response(request)
    if request.method not in _READING and 400 <= response.status_code < 500:
        device = getattr(request, "device", None)
        sender = repr(str(device)) if device else "a stranger"
        asked = errors.asked_for(request)
        _logger.warning("%d %s from %s", response.status_code, asked, sender, extra={"sender": sender})
    return response


@_around
def checked(get_response: Answer, request: HttpRequest) -> HttpResponseBase:
    """Check host and length, and find the caller."""
    try:
        host = request.get_host()
    except DisallowedHost:
        host = ""
    if not is_known_host(host, names=settings.HOST_NAMES):
        return _other_host(request)
    forwarded = request.headers.get("X-Forwarded-For", "")
    request.META["REMOTE_ADDR"] = caller_behind(peer=client_address(request), forwarded=forwarded)
    length = request.META.get("CONTENT_LENGTH") or "0"
    # Django would read a request without a length as empty.
    if "Transfer-Encoding" in request.headers:
        return errors.not_taken(request, status=HTTPStatus.LENGTH_REQUIRED)
    most = settings.MOST_BOOKS_BYTES if request.path_info == IMPORT else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if not length.isdecimal() or int(length) > most:
        return errors.not_taken(request, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return get_response(request)


def _other_host(request: HttpRequest) -> HttpResponse:
    host = request.headers.get("Host", "")
    # Some systems announce a name with an underscore, which no address may have.
    named, port = host.replace("_", "-"), host.rpartition(":")[2]
    address = None
    if named != host and is_known_host(named, names=settings.HOST_NAMES):
        address = address_for_phones(port=int(port) if port.isdecimal() else 80)
    if address and request.method in _READING:
        return HttpResponseRedirect(f"{address}{request.get_full_path()}")
    shown = host[:80]
    return errors.unknown_host(request, host=split_domain_port(shown)[0] or shown, instead=address)


@_around
def with_device(get_response: Answer, request: HttpRequest) -> HttpResponseBase:
    """Attach the device, and renew its cookie."""
    found = ((device_of(token=token), token) for token in cookie_token(request))
    device, token = next((each for each in found if each[0]), (None, ""))
    cast(DeviceRequest, request).device = device
    if device:
        request.COOKIES[DEVICE_COOKIE] = token
        # A full disk must not prevent reading.
        with suppress(OperationalError):
            note_seen(device=device, now=timezone.now())
    with own_deck():
        response = get_response(request)
    whole_page = request.method == "GET" and "HX-Request" not in request.headers
    # Cookies choose the phone and its language.
    patch_vary_headers(response, ("Cookie",))
    if device:
        patch_cache_control(response, private=True)
    if device and whole_page and is_page(response):
        # The back button must not show old amounts.
        patch_cache_control(response, no_store=True)
    # Chrome drops a cookie after 400 days, so each page renews it.
    if device and whole_page and DEVICE_COOKIE not in response.cookies:
        keep_cookie(response, DEVICE_COOKIE, token)
    return response


@_around
def browsable(get_response: Answer, request: HttpRequest) -> HttpResponseBase:
    """Complete redirects for htmx, and bare 405 answers."""
    response = get_response(request)
    is_bare = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and request.method == "GET"
    if is_bare and not request.path.startswith(errors.PROGRAMS):
        return errors.not_taken(request, status=HTTPStatus.METHOD_NOT_ALLOWED)
    # htmx would follow a redirect and put a whole page into a part.
    if "HX-Request" in request.headers and response.status_code == HTTPStatus.FOUND:
        response.status_code = 200
        response.headers["HX-Redirect"] = response.headers["Location"]
        del response.headers["Location"]
    return response


@_around
def limited_writes(get_response: Answer, request: HttpRequest) -> HttpResponseBase:
    limit = Limit(name="writes", times=settings.WRITES_PER_MINUTE)
    is_free = request.method in _READING or request.path.startswith(errors.PROGRAMS)
    is_over = not is_free and is_too_often(cast(DeviceRequest, request), limit=limit)
    response = errors.not_taken(request, status=TOO_MANY) if is_over else get_response(request)
    if response.status_code == TOO_MANY:
        response.headers.setdefault("Retry-After", str(limit.seconds))
    return response


class Refusals:
    """Answer refusals of views (409, 422)."""

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        is_invalid = request.method == "POST" and response.status_code == INVALID
        # The first answer may have been lost. By now the same form is invalid.
        return (is_invalid and answered_before(request)) or response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        match error:
            case ImpossibleError() | FilterError() | IllegalTapError():
                texts = [each.text for each in (error.problems if isinstance(error, ImpossibleError) else [error])]
                status = CONFLICT if isinstance(error, IllegalTapError) else INVALID
                return errors.not_done(request, code=error.code, texts=texts, status=status)
            case RefusedError():
                club = getattr(request, "club", None)
                with timezone.override(club.clock if club else None):
                    return errors.refused(request, error=error)
            case _:
                return None
