"""The description of the API as OpenAPI 3.1, and a page of this machine that shows it."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2

_CSP: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF, CSP.UNSAFE_INLINE],  # Swagger UI writes style attributes
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}


@cache
def description() -> dict[str, Any]:
    """Return the description; it does not change while the app runs."""
    generator = SchemaGenerator(patterns=_patterns())
    return dict(generator.get_schema(request=None, public=True))


@require_safe
@conditional_page
def schema(_request: HttpRequest) -> HttpResponse:
    """Answer the description as JSON."""
    content = OpenApiJsonRenderer2().render(description())
    return HttpResponse(content, content_type="application/vnd.oai.openapi+json")


@require_safe
@csp_override(_CSP)
def documentation(request: HttpRequest) -> HttpResponse:
    """Show the description so that it can be browsed and tried."""
    return render(request, "api/docs.html")


def _patterns() -> list[Any]:
    from django.urls import include, path  # noqa: PLC0415 - the addresses import this module

    from scoring.api.urls import resources  # noqa: PLC0415

    return [path("api/", include(resources))]
