"""The list of attacks names tests that there are, and enough kinds of illegal write."""

import ast
from pathlib import Path

import pytest

from tests.attacks import ATTACKS, ROOT
from tests.models.test_guard import ILLEGAL

pytestmark = pytest.mark.deep

TESTS = sorted({test for attack in ATTACKS for test in attack.tests})


@pytest.mark.parametrize("test", TESTS)
def test_what_an_attack_names_is_a_test(test: str) -> None:
    file, _, name = test.partition("::")
    tree = ast.parse((ROOT / Path(file)).read_text())
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert name in names if name else any(each.startswith("test_") for each in names)


def test_every_kind_of_illegal_write_is_tried() -> None:
    assert len(ILLEGAL) >= 25
