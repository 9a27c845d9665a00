"""A poll without news is answered before Django in one query, and only where Django would answer the same."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Device, Membership, Role, Session
from scoring.operations.people.devices import SEEN_EVERY
from scoring.web.device import DEVICE_COOKIE
from scoring.web.polling import PollsFirst
from tests import people
from tests.views.reading import open_page, url
from tests.views.table.test_live import become_viewer

NEWEST = "NEWEST"


def environ(browser: Client, address: str, **more: str) -> dict[str, Any]:
    request: WSGIRequest = RequestFactory().get(address)
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in browser.cookies.items())
    return request.environ | {"HTTP_HX_REQUEST": "true", "HTTP_COOKIE": cookies, "HTTP_HOST": "localhost"} | more


def status(asked: dict[str, Any]) -> int:
    told = ["0"]
    PollsFirst(lambda *_: ())(asked, lambda line, *_: told.append(line))  # type: ignore[arg-type]
    return int(told[-1][:3])


@pytest.fixture
def newest(host: Client, session: Session) -> str:
    people.win(session)
    Device.objects.update(seen_at=timezone.now())
    return open_page(host, url("table", session)).find("data-version").get("data-version", "")


type Case = tuple[str, dict[str, str], Callable[[Session], object] | None, int]
"""What is asked, what else the request holds, what happens before it, and the status."""


def unseen(_session: Session) -> None:
    Device.objects.update(seen_at=timezone.now() - 2 * SEEN_EVERY)


def sent_away(_session: Session) -> None:
    Membership.objects.update(revoked_at=timezone.now())


def limited_to_another_night(session: Session) -> None:
    Membership.objects.update(session=people.start_night(club=session.club), role=Role.SCOREKEEPER)


HOST = "v=NEWEST&shape=host-open"
CASES: dict[str, Case] = {
    "nothing new": (HOST, {}, None, 204),
    "an older version": ("v=0.0.&shape=host-open", {}, None, 0),
    "another role on the page": ("v=NEWEST&shape=viewer-open", {}, None, 0),
    "two versions": ("v=0.0.&v=NEWEST&shape=host-open", {}, None, 0),
    "a page fetched ahead": (f"{HOST}&ahead=1", {}, None, 0),
    "another method": (HOST, {"REQUEST_METHOD": "HEAD"}, None, 0),
    "a foreign host": (HOST, {"HTTP_HOST": "example.org"}, None, 0),
    "a stranger": (HOST, {"HTTP_COOKIE": ""}, None, 0),
    "another site": (HOST, {"HTTP_ORIGIN": "null"}, None, 0),
    "a hand was recorded": (HOST, {}, people.win, 0),
    "the phone was sent away": (HOST, {}, sent_away, 0),
    "another role": (HOST, {}, become_viewer, 0),
    "for another night only": ("v=NEWEST&shape=scorekeeper-open", {}, limited_to_another_night, 0),
    "not seen for minutes": (HOST, {}, unseen, 0),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_only_a_poll_without_news_is_answered_before_django(
    host: Client, session: Session, newest: str, case: Case
) -> None:
    asked, more, before, answered = case
    if before:
        before(session)
    address = f"{url('live', session)}?{asked.replace(NEWEST, newest)}"
    with CaptureQueriesContext(connection) as queries:
        assert status(environ(host, address, **more)) == answered
    assert len(queries) <= 1
    if answered:
        assert host.get(address, headers={"HX-Request": "true"}).status_code == answered


def test_two_cookies_of_a_phone_are_left_to_django(host: Client, session: Session, newest: str) -> None:
    asked = environ(host, f"{url('live', session)}?v={newest}&shape=host-open")
    asked["HTTP_COOKIE"] += f"; {DEVICE_COOKIE}={'x' * 43}"
    assert status(asked) == 0
