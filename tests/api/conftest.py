"""A program of the host."""

import pytest

from scoring.models import Club, Session
from tests.api.programs import Program, program


@pytest.fixture
def sheet(club: Club) -> Program:
    return program(club=club)


@pytest.fixture
def here(session: Session) -> str:
    return f"sessions/{session.public_id}/"
