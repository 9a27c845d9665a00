"""What stands in the log: one line for each write that was refused or failed, and never a token."""

import logging

import pytest
from django.test import Client

from scoring.models import Session
from scoring.operations.people.devices import new_token
from tests import people
from tests.views.reading import open_page

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


def test_a_link_that_is_refused_leaves_no_token_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    token = new_token()
    Client().post(f"/join/{token}/")
    Client(enforce_csrf_checks=True).post(f"/join/{token}/")

    assert lines(caplog) == [
        (logging.WARNING, "400 POST /join/<str:token>/ from a stranger"),
        (logging.WARNING, "403 POST /join/<str:token>/ from a stranger"),
    ]
