"""House rules: presets, changes, and every wrong name or value refused."""

from dataclasses import fields, replace
from typing import Any

import pytest

from scoring.games.base import ImpossibleError
from scoring.games.cuajo import HOUSE_RULES, PRESETS, HouseRules, read_rules, rules_data
from scoring.games.fields import FieldKind
from tests.games.cuajo.claims import ask, problems


def codes(value: object) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        read_rules(value=value)
    return [problem.code for problem in caught.value.problems]


def differences(preset: str) -> dict[str, object]:
    own, pagat = rules_data(rules=PRESETS[preset]), rules_data(rules=PRESETS["pagat"])
    return {name: value for name, value in own.items() if value != pagat[name]}


def test_presets_differ_as_section_7_says() -> None:
    assert differences("family").keys() == {"preset", "source"} | {
        "extra_cards",
        "porbis_adds",
        "secrets_shown",
        "partners_share",
        "penalty_draw_claimable",
    }
    assert (PRESETS["family"].extra_cards, PRESETS["family"].porbis_adds) == (0, "all")
    assert differences("gamerules").keys() == {"preset", "source"}


def test_defaults_are_those_of_the_rules() -> None:
    """C10, C16, C18, C23 to C25, C31, C32, C34, C35."""
    pagat = PRESETS["pagat"]
    assert (pagat.partnerships, pagat.partners_share, pagat.secrets_shown) == (True, False, False)
    assert (pagat.false_secret_penalty, pagat.false_win_penalty) == (0, 0)
    assert (pagat.purro_required, pagat.penalty_draw_claimable) == (False, True)
    assert (pagat.sowee_three_must_be_laid, pagat.dealt_win, pagat.porbis_adds) == (False, "none", "nothing")


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_rules_written_as_data_are_read_back_unchanged(preset: str) -> None:
    changed = read_rules(value={"preset": preset, "porbis_adds": "kings", "unit": 100, "other_king": 7})
    assert read_rules(value=rules_data(rules=changed)) == changed
    assert read_rules(value=changed) is changed


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("newer", [*(about.name for about in HOUSE_RULES), "scheme"])
def test_rules_stored_before_a_house_rule_existed_read_as_it_was_played_then(preset: str, newer: str) -> None:
    stored = rules_data(rules=replace(PRESETS[preset], revision=3, source="Our table"))
    del stored[newer]
    before: dict[str, Any] = {about.name: about.before for about in HOUSE_RULES if about.name == newer}
    changed = {name: value for name, value in before.items() if value is not None}
    assert read_rules(value=stored) == replace(PRESETS[preset], revision=3, source="Our table", **changed)


def test_rules_left_out_are_pagat() -> None:
    assert read_rules(value=None) == read_rules(value={}) == PRESETS["pagat"]


@pytest.mark.parametrize("value", ["manila", "", 5, True, ["pagat"], {"preset": "manila"}, {"preset": 3}])
def test_rules_nobody_knows_are_refused(value: object) -> None:
    assert codes(value) == ["unknown_rules"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("wild_kings", True),
        ("extra_cards", "ten"),
        ("extra_cards", -1),
        ("extra_cards", 81),
        ("extra_cards", 10.0),
        ("extra_cards", True),
        ("porbis", None),
        ("porbis", -5),
        ("porbis_adds", "everything"),
        ("porbis_adds", 1),
        ("porbis_adds", []),
        ("partnerships", 1),
        ("partnerships", "yes"),
        ("unit", 0),
        ("revision", 0),
        ("source", 5),
        (3, True),
    ],
)
def test_wrong_names_and_values_are_refused(name: object, value: object) -> None:
    assert codes({"preset": "pagat", name: value}) == ["unknown_house_rule"]


def test_every_wrong_house_rule_is_reported() -> None:
    assert codes({"wild_kings": 1, "porbis": "x", "unit": 1}) == ["unknown_house_rule"] * 2
    assert problems(ask(rules={"porbis": "x"}, hand="13X")).keys() == {
        "unknown_card",
        "wrong_card_count",
        "bounit_not_in_hand",
        "unknown_house_rule",
    }


def test_every_house_rule_is_described_for_form_and_rules_page() -> None:
    described = {about.name for about in HOUSE_RULES}
    assert described == {item.name for item in fields(HouseRules)} - {"preset", "revision", "source", "scheme"}
    for about in HOUSE_RULES:
        value = getattr(HouseRules(), about.name)
        assert about.rule[0] in "CL"
        assert about.label
        assert isinstance(value, bool) is (about.kind is FieldKind.SWITCH)
        assert bool(about.choices) is (about.kind is FieldKind.CHOICE)


def test_verdict_names_preset_and_revision() -> None:
    assert ask(rules="family")["rules_revision"] == "family/1"


def test_the_scheme_of_a_preset_stays_and_other_wrong_rules_are_told_with_it() -> None:
    with pytest.raises(ImpossibleError) as refused:
        read_rules(value={"preset": "pagat", "scheme": "pricelist", "partnerships": "maybe"})
    keys = [problem.text.key for problem in refused.value.problems]
    assert (keys[0], len(keys)) == ("unknown_house_rule.scheme", 2)


def test_a_preset_keeps_its_scheme() -> None:
    assert codes({"preset": "pagat", "scheme": "pricelist"}) == ["unknown_house_rule"]
