"""Answer service worker, manifest, health checks and metrics."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from time import perf_counter

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from scoring.games import GAMES
from scoring.queries.people.access import Action, lets
from scoring.queries.table.nights import count_closed
from scoring.web.access import requires
from scoring.web.device import ClubRequest, last_copy

FIGURES = "/metrics"
_MOST_NIGHTS_TO_COPY = 7
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_ANSWERS = Histogram("cuajo_answer_seconds", "Seconds until a request was answered", ("method", "route", "status"))


class OnePhone:
    """The edition for a single phone, for templates."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def is_persisted(self) -> bool:
        return self._request.headers.get("X-Books") == "persisted"

    @property
    def nights_to_copy(self) -> int:
        # A trial has nothing to keep.
        if self._request.headers.get("X-Books") == "trial":
            return 0
        return count_closed(since=last_copy(self._request))

    @property
    def needs_copy(self) -> bool:
        number = self.nights_to_copy
        return number >= _MOST_NIGHTS_TO_COPY or (number > 0 and not self.is_persisted)


def edition(request: HttpRequest) -> dict[str, object]:
    """Return the edition and the rights, for templates."""
    access = getattr(request, "access", None)
    rights = {action.value: lets(access=access, action=action) for action in Action}
    return {"one_phone": OnePhone(request) if settings.ONE_PHONE else None, "may": rights}


@never_cache
@require_safe
@requires(Action.SEE)
def worker(request: ClubRequest) -> HttpResponse:
    script = static("js/worker.js")
    files = getattr(staticfiles_storage, "manifest_hash", "")
    about = f"{files} {script} {get_language()} {request.club.public_id} {request.access.version}"
    first = GAMES[0]
    judge = reverse("game-judge", kwargs={"game_id": first.id})
    rules = (reverse("rules"), reverse("game-rules", args=[first.id]))
    pages = (reverse("home"), *rules, judge, *(f"{judge}{question.id}/" for question in first.questions))
    content = json.dumps({"version": sha256(about.encode()).hexdigest()[:16], "pages": pages})
    return HttpResponse(f'self.cuajo = {content};\nimportScripts("{script}");\n', content_type="text/javascript")


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": static(f"icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable", 512, "maskable"))
    ]
    shortcuts = ((_("Record a hand"), reverse("record")), (_("Judge"), reverse("game-judge", args=[GAMES[0].id])))
    content = {
        "id": "/",
        "name": "Cuajo",
        "short_name": "Cuajo",
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#0f4136",
        "theme_color": "#0f4136",
        "icons": icons,
        "shortcuts": [{"name": name, "url": url, "icons": icons[:1]} for name, url in shortcuts],
        "share_target": {
            "action": reverse("shared"),
            "method": "GET",
            "params": {name: name for name in ("title", "text", "url")},
        },
    }
    return JsonResponse(content, content_type="application/manifest+json")


@never_cache
@require_safe
def live(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database does not answer", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")


def measured(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    if not settings.METRICS:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path == FIGURES:
            registry = REGISTRY
            # One process answers with the figures of all.
            if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
                registry = CollectorRegistry()
                MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
            return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
        began = perf_counter()
        response = get_response(request)
        # Unknown methods and paths share one label, so that strangers cannot fill the memory.
        method = request.method if request.method in _METHODS else "other"
        route = request.resolver_match.route if request.resolver_match else "none"
        note_answer(method=method, route=route, status=response.status_code, seconds=perf_counter() - began)
        return response

    return answer


def note_answer(*, method: str, route: str, status: int, seconds: float) -> None:
    _ANSWERS.labels(method, route, status).observe(seconds)
