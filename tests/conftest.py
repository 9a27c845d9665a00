"""Fixtures for every test: the cast of `tests.cast`, ready to use."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client

from scoring.models import Club, Session, guard
from tests import cast


@pytest.fixture
def club(db: None) -> Club:
    """Return the club of the cast."""
    return cast.make_club()


@pytest.fixture
def host(club: Club) -> Client:
    """Return a browser on the host's phone."""
    return cast.host_browser(club=club)


@pytest.fixture
def session(club: Club) -> Session:
    """Return a night of Ana and Carla against Ben and Dan under the preset pagat."""
    return cast.start_night(club=club)


@pytest.fixture
def unguarded(transactional_db: None) -> Iterator[None]:
    """Let the test database be emptied after a test that commits; the guards come back with it."""
    yield
    with connection.cursor() as cursor:
        for name in guard.guards_of(connection):
            on_table = "" if connection.vendor == "sqlite" else f" ON {name.table}"
            cursor.execute(f"DROP TRIGGER {name.name}{on_table}")
