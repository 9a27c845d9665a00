"""After every test all that was recorded is derived again, and agrees."""

from collections.abc import Iterator

import pytest
from django.db import connection

from scoring.models import Club, Session
from scoring.queries.books.checking import check_club, check_session


@pytest.fixture(autouse=True)
def books_agree(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check the books of a test, before the games it patched are gone; not those that it rolls back."""
    yield
    if not connection.needs_rollback:
        findings = [each for club in Club.objects.all() for each in check_club(club=club)]
        assert [*findings, *(each for night in Session.objects.all() for each in check_session(session=night))] == []
