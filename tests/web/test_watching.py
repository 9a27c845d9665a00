"""What machines read: whether the process lives and can serve, figures, a log with request ids."""

import logging

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from scoring.models import Session
from scoring.web.watching import metrics, request_ids

pytestmark = pytest.mark.django_db


def test_a_process_lives_while_its_database_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", gone)
    assert (client.get("/healthz/live").status_code, client.get("/healthz").status_code) == (200, 503)


def test_figures_are_off_until_they_are_switched_on(client: Client, settings: Settings) -> None:
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
    assert str(session.public_id) not in told
    assert "Ana" not in told


def test_a_request_keeps_the_id_of_the_proxy_and_its_lines_say_it() -> None:
    said = []

    def view(_: HttpRequest) -> HttpResponse:
        record = logging.makeLogRecord({})
        assert request_ids.WithRequest().filter(record)
        said.append(record.request_id)  # type: ignore[attr-defined]
        return HttpResponse()

    answer = request_ids.numbered(view)
    given = [
        answer(RequestFactory().get("/", headers={"X-Request-ID": name})) for name in ("abcd-1234", "bad id\n", "")
    ]
    ids = [response.headers["X-Request-ID"] for response in given]
    assert said == ids
    assert ids[0] == "abcd-1234"
    assert [len(name) for name in ids[1:]] == [32, 32]
