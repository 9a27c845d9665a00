"""Where a claim would win, and for how much: by another preset, or by one house rule changed."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import PRESETS, answer_claim, read_rules, rules_data
from scoring.games.cuajo.judging.others import wins_by_other_rules
from scoring.games.cuajo.rules import HouseRules, house_rules_of
from scoring.games.fields import FieldKind
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import SCALE, random_claim
from tests.games.cuajo.price_hands import random_price_claim

THREE_LIKE_SOWEE = "4C 4C 4C 3O 4O 5O 1O 1C 1E 10B 11B 12B 12O 12O 12E 12C"
FIFTEEN_FACES = "11O 11O 11O 11O 11C 11C 11C 11C 11E 11E 11E 11E 11B 11B 11B"
PONG = "3C 3C 3C 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12C 12B"

type Found = list[tuple[str, object, int]]
"""Preset or house rule, its value where it is a house rule, and the amount."""


def elsewhere(rules: HouseRules, claim: Mapping[str, object]) -> Found:
    paid = answer_claim(data={**claim, "game": "cuajo", "rules": rules}).get("per_opponent")
    assert paid is None or isinstance(paid, int)
    return [
        (win.other.about.name if win.other.about else win.other.preset, win.other.value, win.per_opponent_cents)
        for win in wins_by_other_rules(rules=rules, claim=claim, cents=paid)
    ]


@pytest.mark.parametrize(
    ("rules", "claim", "found"),
    [
        pytest.param(
            {"preset": "pagat", "discard_win": False},
            {"bounit": "5B", "source": "discard", "sowee": "4O"},
            [("discard_win", True, 90), ("pagat", None, 90), ("family", None, 90), ("gamerules", None, 90)],
            id="discard",
        ),
        pytest.param(
            "pagat",
            {"source": "dealt", "sowee": "4O"},
            [("dealt_win", "as_self_drawn", 130), ("pricelist", None, 53000)],
            id="dealt",
        ),
        pytest.param(
            "family",
            {"bounit": "5B", "source": "discard", "sowee": "4O", "extra": "11O 3B"},
            [("extra_cards", 15, 130), ("pagat", None, 130), ("gamerules", None, 130)],
            id="extra cards of a preset",
        ),
        pytest.param(
            "pagat",
            {"bounit": "5B", "source": "claimed", "sowee": "4O", "extra": FIFTEEN_FACES + " 3B"},
            [("extra_cards", 16, 130)],
            id="more extra cards than any preset allows",
        ),
        pytest.param(
            {"sowee_three_must_be_laid": True, "king_of_coins": 10},
            {"hand": THREE_LIKE_SOWEE, "bounit": "12O", "source": "self_drawn", "sowee": "4C"},
            [
                ("sowee_three_must_be_laid", False, 110 + 2 * 10 + 3 * 20),
                ("pagat", None, 110 + 2 * 50 + 3 * 20),
                ("family", None, 110 + 2 * 50 + 3 * 20),
                ("gamerules", None, 110 + 2 * 50 + 3 * 20),
                ("pricelist", None, (200 + 5 * 5 + 20 + 5 + 5 + 10 + 3 * 20) * 100),
            ],
            id="three like the sowee, at the amounts of the table",
        ),
        pytest.param(
            {"preset": "pricelist", "unit": 1},
            {"bounit": "5B", "source": "discard", "sowee": "4O"},
            [("discard_win", True, 530), ("pagat", None, 90), ("family", None, 90), ("gamerules", None, 90)],
            id="discard by a price list",
        ),
        pytest.param(
            "pricelist",
            {"bounit": "5B", "source": "claimed", "sowee": "4O", "extra": "3B"},
            [("pagat", None, 130), ("gamerules", None, 130)],
            id="extra cards by a price list, which knows none",
        ),
        pytest.param(
            "pagat",
            {"hand": PONG, "bounit": "4O", "source": "self_drawn", "sowee": "5B"},
            [("pricelist", None, (200 + 4 * 5 + 20) * 100)],
            id="pong",
        ),
        pytest.param(
            {"preset": "pagat", "discard_win": False, "extra_cards": 0},
            {"bounit": "5B", "source": "discard", "sowee": "4O", "extra": "3B"},
            [("pagat", None, 130), ("gamerules", None, 130)],
            id="two rules at once leave the preset",
        ),
    ],
)
def test_rules_by_which_a_claim_would_win(rules: object, claim: dict[str, Any], found: Found) -> None:
    assert elsewhere(read_rules(value=rules), {"hand": EXAMPLE, "secrets": [], **claim}) == found


def test_win_names_only_presets_that_pay_another_amount() -> None:
    porbis = EXAMPLE.replace("12B", "3B")
    claim = {"hand": porbis, "bounit": "5B", "source": "discard", "sowee": "4O"}
    assert elsewhere(PRESETS["pagat"], claim) == [("family", None, 300 + 110)]


def other_values(rules: HouseRules) -> Iterator[tuple[str, object]]:
    """Yield other values of every house rule of the scheme, the amounts among them."""
    for about in house_rules_of(preset=rules.preset):
        match about.kind:
            case FieldKind.SWITCH:
                values: tuple[object, ...] = (False, True)
            case FieldKind.CHOICE:
                values = tuple(each.value for each in about.choices)
            case FieldKind.COUNT | FieldKind.AMOUNT:
                values = (about.minimum, 1, 7, 15, 20, about.maximum)
        yield from ((about.name, value) for value in values if value != getattr(rules, about.name))


@pytest.mark.parametrize("make", [random_claim, random_price_claim])
def test_every_house_rule_that_decides_is_named_and_amounts_never_decide(
    make: Callable[[Random], dict[str, object]],
) -> None:
    rng = Random(40)
    decided = 0
    for _ in range(int(120 * SCALE)):
        claim = make(rng)
        rules = read_rules(value=claim["rules"])
        if answer_claim(data=claim).get("valid"):
            continue
        own, found = rules_data(rules=rules), elsewhere(rules, claim)
        tried = (
            (name, answer_claim(data={**claim, "rules": {**own, name: value}})) for name, value in other_values(rules)
        )
        deciding = {(name, answer["per_opponent"]) for name, answer in tried if answer.get("valid")}
        presets = ((name, answer_claim(data={**claim, "rules": name})) for name in PRESETS)
        by_preset = {(name, answer["per_opponent"]) for name, answer in presets if answer.get("valid")}
        assert {(name, cents) for name, _, cents in found} == deciding | by_preset, claim
        decided += bool(deciding)
    assert decided > 0


def test_no_hand_is_explained_to_find_what_it_pays_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_: object) -> None:
        raise AssertionError("only the amount is wanted")

    monkeypatch.setattr("scoring.games.cuajo.payout.verdict.near_miss", refused)
    claim = {"hand": EXAMPLE.replace("12B", "11B"), "bounit": "5B", "source": "discard", "sowee": "4O"}
    assert wins_by_other_rules(rules=HouseRules(), claim=claim, cents=None) == ()
