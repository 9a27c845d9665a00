"""Whether the app works, for the machine that watches it."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


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
