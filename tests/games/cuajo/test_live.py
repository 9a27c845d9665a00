"""A hand while it is entered: the live verdict, and what each card that answers an open question comes to."""

from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import HouseRules, LiveVerdict, NotAWin, live_verdict, read_rules
from scoring.games.cuajo.judging.priced import prices
from tests.games.asking import each, stored
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import SCALE, random_claim

DISCARD: dict[str, object] = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
BEFORE_12B = EXAMPLE.removesuffix(" 12B")


def live(rules: object = None, **entry: object) -> LiveVerdict:
    return live_verdict(rules=read_rules(value=rules), entry=entry)


def texts(cards: Any) -> str:
    return " ".join(str(card) for card in cards)


def shown(now: LiveVerdict) -> dict[str, object]:
    """Return what stands on the page of an entry, in short."""
    return {
        "melds": "  ".join(texts(meld.cards) for meld in now.melds),
        "strays": texts(now.strays),
        "waits": texts(now.waits),
        "missing": texts(now.missing_inputs),
        "cents": now.verdict and now.verdict.per_opponent_cents,
        "needs": " ".join(texts(need.cards) for need in now.needs),
        "may_turn": now.may_turn,
        "problems": texts(problem.code for problem in now.problems),
        "to_go": now.to_go,
        "is_readable": now.is_readable,
        "is_split": now.is_split,
        "changes": texts(change.into for change in now.changes),
    }


@stored("entries")
def test_entry_shows(rules: object, entry: dict[str, Any], expected: dict[str, object]) -> None:
    now = live(rules, **entry)
    assert {name: shown(now)[name] for name in expected} == expected
    assert now.verdict is None or now.melds == now.verdict.arrangement
    assert isinstance(now.result, NotAWin) is ("changes" in expected)


@pytest.mark.parametrize("rules", ["pagat", "pricelist"])
@pytest.mark.parametrize("threes", ["3O 4O 5O  3C 4C 5C  3E 4E 5E", "3O 3C 3E  4O 4C 4E  5O 5C 5E"])
def test_c11_a_complete_hand_lies_as_it_was_put_down_until_what_pays_most_is_known(threes: str, rules: str) -> None:
    hand = f"{threes}  10O 10C 10E  1O 1C 1E  12B"
    now = live(rules, hand=hand)
    assert (now.verdict, shown(now)["melds"], now.is_split) == (None, hand, True)


def test_c9_a_laid_secret_stays_whole_however_the_cards_were_put_down() -> None:
    now = live(hand="3O 4O 5O  3O 4C 5C  3O 4E 5E  3O 4B 5B  10O 10C 10E  12B", secrets=["3O"])
    assert "3O 3O 3O 3O" in [texts(meld.cards) for meld in now.melds]


def test_live_verdict_agrees_with_the_naive_judge() -> None:
    rng = Random(11)
    for _ in range(int(150 * SCALE)):
        claim = random_claim(rng)
        now = live_verdict(rules=read_rules(value=claim["rules"]), entry=claim)
        assert (now.verdict and now.verdict.per_opponent_cents) == naive.answer(claim).get("per_opponent")


def priced(*, asked: str, rules: object = None, **changes: object) -> dict[str, int]:
    return dict(prices(rules=read_rules(value=rules), entry={**DISCARD, **changes}, asked=asked))


def test_c28_each_sowee_says_what_it_makes_the_hand_worth() -> None:
    found = priced(asked="sowee", sowee=None)
    assert (len(found), set(found.values()), found["4O"]) == (28, {40, 90}, 90)
    assert "4O" not in priced(asked="sowee", sowee=None, extra="4O 4O 4O")


def test_c14_each_card_of_the_hand_may_have_been_the_bounit_but_no_king_from_the_discards() -> None:
    found = priced(asked="bounit", bounit=None)
    assert (set(found), found["5B"]) == (set(EXAMPLE.split()) - {"12B"}, 90)


def test_c30_each_next_extra_card_says_what_it_makes_the_hand_worth() -> None:
    found = priced(asked="extra")
    assert {card: cents for card, cents in found.items() if cents > 90} == {"3B": 130}


def test_l6_own_draw_by_a_price_list_pays_cards_like_the_sowee() -> None:
    hand = "3O 4O 5O 10E 11E 12E 1O 1C 1B 5E 5E 5E 3C 3E 3B 12O"
    found = priced(asked="sowee", rules="pricelist", hand=hand, bounit="3O", source="self_drawn")
    assert found["5E"] - found["4B"] == 3 * 20 * 100


@each(
    "changes",
    {
        "source-unknown": {"source": None},
        "bounit-unknown": {"bounit": None},
        "hand-unfinished": {"hand": "1O 1C"},
        "card-not-understood": {"hand": f"{BEFORE_12B} 13X"},
    },
)
def test_nothing_is_priced_while_more_is_unknown(changes: dict[str, object]) -> None:
    assert priced(asked="sowee", sowee=None, **changes) == {}
    assert prices(rules=HouseRules(), entry={}, asked="sowee") == ()
