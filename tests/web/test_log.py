"""What stands in the log: one line for each write that was refused or failed, and never a token."""

import logging
from collections.abc import Iterable

import pytest
from django.test import Client

from cuajo_site.log import FewLines
from scoring.models import Session
from scoring.operations.people.devices import new_token
from scoring.web.watching.request_ids import WithRequest
from tests import people
from tests.views.reading import open_page

LOGGERS = ("cuajo", "waitress", "django")

pytestmark = pytest.mark.django_db


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


def written(records: Iterable[tuple[str, str]]) -> list[str]:
    """Return what the log keeps of lines with their senders."""
    few = FewLines()
    made = [logging.makeLogRecord({"msg": text, "name": "cuajo", "sender": sender}) for text, sender in records]
    return [kept.getMessage() for each in made if isinstance(kept := few.filter(each), logging.LogRecord)]


def test_a_flood_of_strangers_fills_no_disk_and_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = iter([*[0.0] * (1_000 + 2), *[60.0] * 2])
    monkeypatch.setattr("cuajo_site.log.monotonic", lambda: next(minutes))
    flood = [("403 POST /club/ from a stranger", "a stranger")] * 1_000
    others = [("409 from Ana", "Ana"), ("409 from Ben", "Ben"), ("409 from Ana", "Ana"), ("409 from Ben", "Ben")]
    kept = written([*flood, *others])
    assert kept == [flood[0][0]] * 20 + ["409 from Ana", "409 from Ben"] + [
        "(980 more lines a while ago) 409 from Ana",
        "409 from Ben",
    ]


def test_what_was_left_out_is_told_in_the_log_and_changes_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = iter([*[0.0] * 21, 60.0])
    monkeypatch.setattr("cuajo_site.log.monotonic", lambda: next(minutes))
    few = FewLines()
    made = [logging.makeLogRecord({"msg": "409 from Ana"}) for _ in range(22)]
    *_, kept = map(few.filter, made)
    assert isinstance(kept, logging.LogRecord)
    assert (kept.msg, made[-1].msg) == ("(1 more lines a while ago) 409 from Ana", "409 from Ana")


def test_every_line_that_is_written_goes_through_the_bound() -> None:
    handlers = {handler for name in LOGGERS for handler in logging.getLogger(name).handlers}
    assert [[type(each) for each in handler.filters] for handler in handlers] == [[FewLines, WithRequest]]


def test_a_link_that_is_refused_leaves_no_token_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    token = new_token()
    Client().post(f"/join/{token}/")
    Client(enforce_csrf_checks=True).post(f"/join/{token}/")

    assert lines(caplog) == [
        (logging.WARNING, "400 POST /join/<str:token>/ from a stranger"),
        (logging.WARNING, "403 POST /join/<str:token>/ from a stranger"),
    ]
