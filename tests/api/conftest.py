"""A program, and counters that no other test has counted up."""

import pytest
from django.core.cache import cache

from scoring.models import Club
from tests.api.programs import Program, program


@pytest.fixture(autouse=True)
def fresh_counters() -> None:
    cache.clear()


@pytest.fixture
def sheet(club: Club) -> Program:
    """Return a program that may do everything."""
    return program(club=club)
