"""What machines read: whether the process lives and can serve, figures, a log with request ids; names of browsers."""

import logging

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from scoring.models import Session
from scoring.web.device import browser_label
from scoring.web.watching import metrics, request_ids

pytestmark = pytest.mark.django_db


def test_health_is_ok_without_any_role_and_kept_by_no_cache(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok")
    assert "no-store" in response["Cache-Control"]


def test_a_process_lives_while_its_database_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", gone)
    assert (client.get("/healthz/live").status_code, client.get("/healthz").status_code) == (200, 503)


def test_figures_are_off_until_they_are_switched_on(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    with pytest.raises(MiddlewareNotUsed):
        metrics.measured(lambda _: HttpResponse())


def test_figures_name_routes_and_never_addresses_or_people(host: Client, session: Session, settings: Settings) -> None:
    settings.METRICS = True
    host.handler.load_middleware()
    for _ in range(2):
        host.get(f"/sessions/{session.public_id}/")
    host.generic("BREW", "/nowhere/")
    told = host.get("/metrics").content.decode()
    line = 'cuajo_answer_seconds_count{method="GET",route="sessions/<uuid:public_id>/",status="200"} 2.0'
    assert line in told
    assert 'method="other",route="none",status="404"' in told
    assert [name for name in (str(session.public_id), "Ana") if name in told] == []


@pytest.mark.parametrize(("sent", "is_kept"), [("abcd-1234", True), ("bad id\n", False), ("", False)])
def test_a_request_keeps_the_id_of_the_proxy_and_its_lines_say_it(sent: str, is_kept: bool) -> None:
    said = []

    def view(_: HttpRequest) -> HttpResponse:
        record = logging.makeLogRecord({})
        request_ids.WithRequest().filter(record)
        said.append(record.request_id)  # type: ignore[attr-defined]
        return HttpResponse()

    answer = request_ids.numbered(view)(RequestFactory().get("/", headers={"X-Request-ID": sent}))
    assert said == [answer.headers["X-Request-ID"]]
    assert (said[0] == sent, len(said[0]) == 32) == (is_kept, not is_kept)


PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36"


@pytest.mark.parametrize(
    ("user_agent", "label"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        (f"{PHONE} Chrome/130.0 Mobile Safari/537.36", "Chrome, Android"),
        (f"{PHONE} SamsungBrowser/26.0 Chrome/122.0 Safari/537.36", "Samsung Internet, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"),
        ("curl/8.5.0", "?"),
        ("", "?"),
    ],
)
def test_a_phone_is_named_after_its_browser_and_its_machine(user_agent: str, label: str) -> None:
    assert browser_label(user_agent=user_agent) == label
