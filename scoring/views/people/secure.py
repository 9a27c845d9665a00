"""How a phone comes to trust the app by https, which at home nobody else vouches for."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from scoring.web.serving.addresses import AUTHORITY_FILE, https_folder, https_port, qr_code, shared_address

# The page looks for itself whether the phone trusts the other address already.
_CSP: dict[str, Any] = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, "https:"]}


@require_safe
@csp_override(_CSP)
def full_member(request: HttpRequest) -> HttpResponse:
    """Show step by step what to do on a phone, and turn green once it is done."""
    port = https_port()
    if port is None:
        raise Http404
    host, _port = split_domain_port(request.get_host())
    here = shared_address(request, path=request.path).text
    context = {"secure": f"https://{host}:{port}", "here": here, "code": qr_code(here), "alive": reverse("healthz")}
    return render(request, "people/phones/secure.html", context)


@require_safe
def authority(_request: HttpRequest) -> HttpResponse:
    """Hand out the certificate of this installation's authority; it is no secret."""
    if https_port() is None:
        raise Http404
    response = HttpResponse((https_folder() / AUTHORITY_FILE).read_bytes(), content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="cuajo.crt"'
    return response
