"""What a machine that watches this one asks and reads: health, and figures, never names."""

import os
from collections.abc import Callable
from time import perf_counter

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector


@never_cache
@require_safe
def live(_request: HttpRequest) -> HttpResponse:
    """Answer "ok": the process answers, whatever the database does. It need not be started again."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answer "ok" when requests can be served: the database answers; 503 when it does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database does not answer", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")


ADDRESS = "/metrics"
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_ANSWERS = Histogram("cuajo_answer_seconds", "Seconds until a request was answered", ("method", "route", "status"))


def measured(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return a middleware that times every answer and tells all of it at `/metrics`; unused unless switched on.

    Routes and methods are those the app knows, so that strangers cannot make the answer grow.
    """
    if not settings.METRICS:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path == ADDRESS:
            return HttpResponse(generate_latest(_registry()), content_type=CONTENT_TYPE_LATEST)
        began = perf_counter()
        response = get_response(request)
        method = request.method if request.method in _METHODS else "other"
        route = request.resolver_match.route if request.resolver_match else "none"
        _ANSWERS.labels(method, route, response.status_code).observe(perf_counter() - began)
        return response

    return answer


def _registry() -> CollectorRegistry:
    """Return what all processes of this app have measured; alone it is what this one has."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
