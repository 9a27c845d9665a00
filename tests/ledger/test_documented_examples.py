"""The examples in the docstrings are true."""

import doctest
from types import ModuleType

import pytest

from scoring import money
from scoring.ledger import balances, fingerprint, journal, settlement, spreadsheet, statement


@pytest.mark.parametrize(
    "module",
    [money, balances, fingerprint, journal, settlement, spreadsheet, statement],
    ids=lambda module: module.__name__,
)
def test_every_documented_example_gives_what_it_says(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0
    assert outcome.failed == 0
