"""What happens around every view."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponseBase

from scoring.queries.access import device_of
from scoring.views.device import DEVICE_COOKIE, DeviceRequest, give_cookie


class DeviceMiddleware:
    """Attach the device that the cookie names, and renew the cookie with every whole page.

    Browsers cap a cookie's life (Chrome at 400 days), so a phone in use must be given it again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request with its device attached."""
        token = request.COOKIES.get(DEVICE_COOKIE, "")
        device = device_of(token=token) if token else None
        cast(DeviceRequest, request).device = device
        response = self._get_response(request)
        whole_page = request.method == "GET" and "HX-Request" not in request.headers
        if device and whole_page and DEVICE_COOKIE not in response.cookies:
            give_cookie(response, token=token)
        return response
