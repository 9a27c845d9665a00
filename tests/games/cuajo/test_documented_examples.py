"""The examples in the docstrings of the games are true."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from scoring import games

MODULES = [module.name for module in walk_packages(games.__path__, "scoring.games.")]


@pytest.mark.parametrize("name", ["scoring.games", *MODULES])
def test_documented_examples_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
