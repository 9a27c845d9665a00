"""House rules kept under a name: revisions, names, and that no change reaches a night."""

from typing import Any

import pytest

from scoring.games.house_rules import profile_data
from scoring.models import Club, SavedRules
from scoring.operations import rule_sets as sets
from scoring.queries.rule_sets import copied_rules, rule_set, rule_sets
from tests import people

OWN = {"preset": "family", "secret": 80}


def add(club: Club, *, name: str = "Sunday", rules: object = OWN, revision: int = 1) -> SavedRules:
    return sets.add_rule_set(club=club, game="cuajo", name=name, rules=rules, at=people.EVENING, revision=revision)


def change(saved: SavedRules, *, rules: object, name: str = "Sunday", seen: int = 1) -> SavedRules:
    return sets.change_rule_set(saved=saved, name=name, rules=rules, expected_revision=seen, at=people.EVENING)


def replace_set(saved: SavedRules, *, rules: object, revision: int, seen: int | None = None) -> SavedRules:
    about: dict[str, Any] = {"club": saved.club, "game": saved.game, "name": saved.name, "expected_revision": seen}
    return sets.import_rule_set(**about, rules=rules, revision=revision, replace=True, at=people.EVENING)


def test_rule_set_is_complete_and_carries_its_name_and_revision(club: Club) -> None:
    saved = add(club, name="  Sunday   night ")
    assert (saved.name, saved.revision) == ("Sunday night", 1)
    expected = {"preset": "family", "secret": 80, "extra_cards": 0, "source": "rule set: Sunday night", "revision": 1}
    assert expected.items() <= saved.rules.items()
    (difference,) = rule_set(saved=saved).differences
    assert (difference.about.name, difference.own, difference.preset) == ("secret", 80, 50)


def test_each_changed_save_or_name_raises_the_revision_and_an_unchanged_one_does_not(club: Club) -> None:
    saved = change(add(club), rules=OWN | {"secret": 90})
    again = change(saved, rules=OWN | {"secret": 90}, seen=2)
    assert (again.revision, again.rules["revision"], again.rules["secret"]) == (2, 2, 90)
    with pytest.raises(sets.RuleSetChangedError) as refusal:
        change(saved, rules=OWN)
    assert refusal.value.saved.revision == 2
    renamed = change(saved, rules=OWN, name="Monday", seen=2)
    assert (renamed.name, renamed.revision, renamed.rules["source"]) == ("Monday", 3, "rule set: Monday")


def test_name_is_taken_whatever_its_case_in_its_club_but_the_same_again_adds_nothing(club: Club) -> None:
    add(club)
    add(club)
    with pytest.raises(sets.RuleSetTakenError):
        add(club, name="sundaY", rules="pagat")
    with pytest.raises(sets.RuleSetTakenError):
        change(add(club, name="Other"), rules=OWN, name="SUNDAY")
    other = add(people.make_club(name="Others"))
    assert [each.saved.name for each in rule_sets(club=club)] == ["Other", "Sunday"]
    assert [each.saved for each in rule_sets(club=other.club)] == [other]


def test_imported_rules_take_a_free_name_or_replace_a_set_of_the_game(club: Club) -> None:
    add(club)
    said: dict[str, Any] = {"club": club, "rules": "pagat", "revision": 7, "at": people.EVENING}
    with pytest.raises(sets.RuleSetTakenError):
        sets.import_rule_set(**said, game="cuajo", name="sunday", replace=False)
    with pytest.raises(sets.RuleSetTakenError):
        sets.import_rule_set(**said | {"rules": "wilkinson"}, game="khanhoo", name="Sunday", replace=True)
    new = sets.import_rule_set(**said, game="cuajo", name="Monday", replace=False)
    saved = sets.import_rule_set(**said, game="cuajo", name="sunday", replace=True)
    kept = [(each.name, each.revision, each.rules["preset"]) for each in club.saved_rules.order_by("name")]
    assert (kept, new.pk == saved.pk) == ([("Monday", 7, "pagat"), ("Sunday", 7, "pagat")], False)


def test_a_set_changed_meanwhile_is_neither_replaced_nor_removed(club: Club) -> None:
    saved = change(add(club), rules="pagat")
    with pytest.raises(sets.RuleSetChangedError):
        replace_set(saved, rules=OWN, revision=1, seen=1)
    with pytest.raises(sets.RuleSetChangedError):
        sets.remove_rule_set(saved=saved, expected_revision=1)
    sets.remove_rule_set(saved=saved, expected_revision=2)
    assert not SavedRules.objects.exists()


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "Pagat", "family", "a\u0000b", "\ud800"])
def test_names_that_cannot_be_given(club: Club, name: str) -> None:
    with pytest.raises(sets.RuleSetNameError):
        add(club, name=name)
    assert not SavedRules.objects.exists()


@pytest.mark.parametrize(
    ("rules", "imported", "becomes"), [("pagat", 1, 4), ("pagat", 3, 4), ("pagat", 9, 9), (OWN, 7, 3)]
)
def test_import_in_place_never_reuses_a_revision(club: Club, rules: object, imported: int, becomes: int) -> None:
    replaced = replace_set(add(club, revision=3), rules=rules, revision=imported)
    assert (replaced.revision, replaced.rules["revision"]) == (becomes, becomes)


@pytest.mark.parametrize(("rules", "unit"), [("pricelist", 1), ({"preset": "pricelist", "unit": 10}, 10)])
def test_copied_price_list_counts_in_whole_units_of_its_currency_l8(club: Club, rules: object, unit: int) -> None:
    copy = copied_rules(saved=add(club, name="Prices", rules=rules), changes={}, minor_digits=0)
    assert profile_data(profile=copy)["unit"] == unit
