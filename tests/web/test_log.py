"""What stands in the log: one line for each write that was refused or failed, and never a token."""

import logging

import pytest
from django.test import Client

from cuajo_site.log import FewLines
from scoring.models import Session
from scoring.operations.people.devices import new_token
from scoring.web.watching.request_ids import WithRequest
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db

LOGGERS = ("cuajo", "waitress", "django")


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    return [(record.levelno, record.getMessage()) for record in caplog.records if record.name == "cuajo"]


def test_a_refused_write_is_one_line_with_its_route_and_who_sent_it(
    host: Client, session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"/sessions/{session.public_id}/hand/drawn/"
    fields = open_page(host, address).forms(action=address)[0]
    people.win(session)
    host.post(address, fields)
    host.post("/club/", {"name": ""})
    assert lines(caplog) == [
        (logging.WARNING, '409 POST /sessions/<uuid:public_id>/hand/drawn/ from "Ana\'s phone"'),
        (logging.WARNING, '422 POST /club/ from "Ana\'s phone"'),
    ]


def test_what_was_recorded_or_only_read_leaves_no_line(
    host: Client, session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    address = f"/sessions/{session.public_id}/hand/drawn/"
    host.post(address, open_page(host, address).forms(action=address)[0])
    Client().get(address)
    host.get("/nowhere/")
    assert lines(caplog) == []


def test_a_link_that_is_refused_leaves_no_token_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    token = new_token()
    Client().post(f"/join/{token}/")
    Client(enforce_csrf_checks=True).post(f"/join/{token}/")
    refused = "POST /join/<str:token>/ from a stranger"
    assert lines(caplog) == [(logging.WARNING, f"400 {refused}"), (logging.WARNING, f"403 {refused}")]


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
    handlers = {handler for name in LOGGERS for handler in logging.getLogger(name).handlers}
    assert [[type(each) for each in handler.filters] for handler in handlers] == [[FewLines, WithRequest]]
