"""The examples in the docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import scoring
from scoring.money import currency_for

FOLDER = Path(scoring.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(("scoring", *path.relative_to(FOLDER).with_suffix("").parts)).removesuffix(".__init__")
    for path in FOLDER.rglob("*.py")
    if ">>> " in path.read_text()
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_every_documented_example_gives_what_it_says(name: str) -> None:
    outcome = doctest.testmod(import_module(name), extraglobs={"currency_for": currency_for})

    assert outcome.attempted > 0
    assert outcome.failed == 0
