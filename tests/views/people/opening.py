"""Open links and press their buttons as phones do."""

import re
from datetime import UTC, datetime
from http.cookies import Morsel

from django.test import Client
from django.utils import timezone

from scoring.models import Club
from scoring.operations.people.joining import make_host_link
from scoring.web.device import DEVICE_COOKIE

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"


def link_of(club: Club, *, made_at: datetime | None = None) -> str:
    return make_host_link(club=club, now=made_at or timezone.now())


def form_of(client: Client, *, link: str) -> dict[str, str]:
    page = client.get(f"/join/{link}/").text
    match = re.search(r'name="new_device" value="([^"]+)"', page)
    assert match is not None
    return {"new_device": match[1]}


def accept(client: Client, *, link: str) -> Morsel[str]:
    response = client.post(f"/join/{link}/", form_of(client, link=link), headers={"User-Agent": IPHONE})
    assert (response.status_code, response["Location"]) == (302, "/")
    return response.cookies[DEVICE_COOKIE]
