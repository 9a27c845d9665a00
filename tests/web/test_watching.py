"""What machines read: whether the process lives and can serve, figures, and a log without tokens; names of browsers."""

import logging

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from cuajo_site.log import FewLines
from scoring.models import Session
from scoring.operations.people.devices import new_token
from scoring.web.device import browser_label
from scoring.web.watching import metrics, request_ids
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    return [(record.levelno, record.getMessage()) for record in caplog.records if record.name == "cuajo"]


def test_a_refused_write_is_one_line_with_its_route_and_who_sent_it_and_all_else_none(
    host: Client, session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    address, token = f"/sessions/{session.public_id}/hand/drawn/", new_token()
    fields = open_page(host, address).forms(action=address)[0]
    host.post(address, fields)
    Client().get(address)
    host.get("/nowhere/")
    people.win(session)
    host.post(address, fields | {"key": people.stamp().key})
    host.post("/club/", {"name": ""})
    Client().post(f"/join/{token}/")
    Client(enforce_csrf_checks=True).post(f"/join/{token}/")
    assert lines(caplog) == [
        (logging.WARNING, '409 POST /sessions/<uuid:public_id>/hand/drawn/ from "Ana\'s phone"'),
        (logging.WARNING, '422 POST /club/ from "Ana\'s phone"'),
        (logging.WARNING, "400 POST /join/<str:token>/ from a stranger"),
        (logging.WARNING, "403 POST /join/<str:token>/ from a stranger"),
    ]


def test_a_flood_fills_no_disk_hides_nobody_else_and_is_counted_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    few, minute = FewLines(), 0.0
    monkeypatch.setattr("cuajo_site.log.monotonic", lambda: minute)

    def kept(sender: str, *, times: int = 1) -> list[str]:
        made = [logging.makeLogRecord({"msg": sender, "sender": sender}) for _ in range(times)]
        passed = [record.getMessage() for each in made if isinstance(record := few.filter(each), logging.LogRecord)]
        assert {record.getMessage() for record in made} == {sender}
        return passed

    assert kept("a stranger", times=1_000) == ["a stranger"] * 20
    assert kept("Ana") + kept("Ben") == ["Ana", "Ben"]
    minute = 60.0
    (first,) = kept("Ana")
    assert ("980" in first, first.endswith(" Ana"), kept("Ben")) == (True, True, ["Ben"])


def test_every_line_that_is_written_goes_through_the_bound() -> None:
    handlers = {handler for name in ("cuajo", "waitress", "django") for handler in logging.getLogger(name).handlers}
    filters = [[type(each) for each in handler.filters] for handler in handlers]
    assert filters == [[FewLines, request_ids.WithRequest]]


def test_a_process_lives_while_its_database_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OperationalError

    well = client.get("/healthz")
    assert (well.status_code, well.content, "no-store" in well["Cache-Control"]) == (200, b"ok", True)
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
    assert 'cuajo_answer_seconds_count{method="GET",route="sessions/<uuid:public_id>/",status="200"} 2.0' in told
    assert 'method="other",route="none",status="404"' in told
    assert [name for name in (str(session.public_id), "Ana") if name in told] == []


@pytest.mark.parametrize(("sent", "is_kept"), [("abcd-1234", True), ("bad id\n", False), ("", False)])
def test_a_request_keeps_the_id_of_the_proxy_and_its_lines_say_it(sent: str, is_kept: bool) -> None:
    record = logging.makeLogRecord({})

    def view(_: HttpRequest) -> HttpResponse:
        request_ids.WithRequest().filter(record)
        return HttpResponse()

    answer = request_ids.numbered(view)(RequestFactory().get("/", headers={"X-Request-ID": sent}))
    said = record.request_id  # type: ignore[attr-defined]
    assert said == answer.headers["X-Request-ID"]
    assert (said == sent, len(said) == 32) == (is_kept, not is_kept)


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
