"""The rules documents name every rule, house rule, preset, amount and code that the engine knows."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from scoring.games.cuajo import HOUSE_RULES, HouseRules
from scoring.games.cuajo.claim.claim import Code
from scoring.games.fields import FieldKind

DOCS = Path(__file__).parents[3] / "docs" / "rules"
RULES = (DOCS / "cuajo.md").read_text()
CLAIMS = (DOCS / "claims.md").read_text()


def test_all_rules_are_numbered_in_order() -> None:
    assert re.findall(r"^- \*\*(C\d+)\*\*", RULES, re.MULTILINE) == [f"C{number}" for number in range(1, 40)]
    assert re.findall(r"^- \*\*(L\d+)\*\*", RULES, re.MULTILINE) == [f"L{number}" for number in range(1, 9)]


@pytest.mark.parametrize("name", [item.name for item in fields(HouseRules) if item.metadata])
def test_house_rule_is_explained_under_its_own_rule(name: str) -> None:
    (about,) = (about for about in HOUSE_RULES if about.name == name)
    paragraphs = dict(re.findall(r"^- \*\*([CL]\d+)\*\* (.*?)(?=^[-#]|\Z)", RULES, re.MULTILINE | re.DOTALL))
    place = RULES if name == "unit" else paragraphs[about.rule]
    assert f"`{name}`" in place
    default = getattr(HouseRules(), name)
    if about.kind is FieldKind.AMOUNT:
        assert str(default) in place


def test_codes_are_listed_in_the_order_of_the_answers() -> None:
    listed = CLAIMS[CLAIMS.index("`bad_json") :].strip().strip("`").split()
    assert listed == [code.value for code in Code]
