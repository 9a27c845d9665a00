"""How a phone comes to trust the app by https, which at home nobody else vouches for."""

import plistlib
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.csp import CSP
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from scoring.web.addresses import AUTHORITY_FILE, https_folder, https_port, qr_code, shared_address

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
def authority(request: HttpRequest) -> HttpResponse:
    """Hand out the certificate of this installation's authority; it is no secret.

    Phones of Apple take it in a profile: of a bare one some save a page.
    """
    if https_port() is None:
        raise Http404
    certificate = (https_folder() / AUTHORITY_FILE).read_bytes()
    if "Mac OS X" in request.headers.get("User-Agent", ""):
        return _file(_profile(certificate), name="cuajo.mobileconfig", kind="application/x-apple-aspen-config")
    return _file(certificate, name="cuajo.crt", kind="application/x-x509-ca-cert")


def _file(content: bytes, *, name: str, kind: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _profile(certificate: bytes) -> bytes:
    """Return a profile that installs the certificate; the same one again replaces it."""
    digest = sha256(certificate).digest()
    root = {
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": "cuajo.authority.certificate",
        "PayloadUUID": str(UUID(bytes=digest[:16])),
        "PayloadVersion": 1,
        "PayloadCertificateFileName": "cuajo.crt",
        "PayloadContent": certificate,
    }
    outer = {
        "PayloadType": "Configuration",
        "PayloadIdentifier": "cuajo.authority",
        "PayloadUUID": str(UUID(bytes=digest[16:])),
        "PayloadVersion": 1,
        "PayloadDisplayName": "Cuajo",
        "PayloadContent": [root],
    }
    return plistlib.dumps(outer)
