"""What a machine that watches this one reads (Prometheus): how many answers, of which status, how fast. Never names."""

import os
from collections.abc import Callable
from time import perf_counter

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

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
