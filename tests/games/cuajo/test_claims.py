"""Claims rule by rule (C2 to C37, L1 to L8), and while they are entered: what shows, and what each answer comes to."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games import FIRST
from scoring.games.base import ActKind
from scoring.games.cuajo import HouseRules, NotAWin, answer_claim, read_claim, read_rules
from scoring.games.cuajo.cards import read_cards
from scoring.games.cuajo.claim import Code
from scoring.games.cuajo.judge_answer import answer_line, claim_in_words
from scoring.games.cuajo.judge_win import LiveVerdict, live_verdict, prices
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import hold
from scoring.games.cuajo.verdict import cents_of, judge_claim, verdicts
from scoring.games.cuajo.wins import Condition, KingWin, companions, king_win, new_cards_to_king_win, turn_extra
from tests.games.asking import outcome, problems_of, stored
from tests.games.cuajo.claims import EXAMPLE, ask, problems, told
from tests.games.cuajo.hands import SCALE

FILES = [Path(__file__).parents[2] / f"cases/{name}.jsonl" for name in ("cuajo", "pricelist_kings", "claims")]
CASES = [json.loads(line) for file in FILES for line in file.read_text().splitlines()]
BOTH_WAYS = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3O 4O 5O"
"""The king may stand in a run with ten and eleven of coins, or alone beside two sets of four."""


@pytest.mark.parametrize("case", CASES, ids=[case.get("name", number) for number, case in enumerate(CASES, start=1)])
def test_claim_is_judged(case: Any) -> None:
    answer, expected = answer_claim(data=case["claim"]), case["expect"]
    assert told(answer, expected) == expected
    valid, words = claim_in_words(case["claim"])
    assert (valid, bool(words)) == (answer.get("valid"), True)
    assert "valid" not in answer or cents_of(claim=read_claim(data=case["claim"])) == answer.get("per_opponent")


@stored("best_first")
def test_c11_best_split_comes_before_those_that_pay_another_amount(claim: dict[str, object], paid: list[int]) -> None:
    read = read_claim(data={"game": "cuajo", "hand": BOTH_WAYS, "bounit": "5O", "source": "self_drawn", **claim})
    found = list(verdicts(claim=read))
    assert judge_claim(claim=read) == found[0]
    assert [one.per_opponent_cents for one in found] == paid


def names(cards: object) -> str:
    assert isinstance(cards, tuple)
    return " ".join(str(card) for card in cards)


@stored("companions")
def test_c29_run_cards_go_with_a_card_and_aces_with_an_ace(card: str, others: str) -> None:
    assert names(companions(card=read_cards(text=card).cards[0])) == others


@stored("aces")
def test_c29_two_aces_of_two_further_suits_go_with_an_ace(held: str, met: bool) -> None:
    bounit, sowee = read_cards(text="1B 12O").cards
    needs = turn_extra(hand=read_cards(text=held).cards, bounit=bounit, sowee=sowee).needs
    assert (Condition.BOUNIT not in {need.condition for need in needs}) is met


@stored("needed")
def test_c31_needed_is_told_by_card(hand: str, bounit_and_sowee: str, extra: str, needs: list[list[object]]) -> None:
    held, (bounit, sowee), turned = (read_cards(text=text).cards for text in (hand, bounit_and_sowee, extra))
    found = turn_extra(hand=held, bounit=bounit, sowee=sowee, extra=turned).needs
    assert [[need.condition, need.number, names(need.cards)] for need in found] == needs


@pytest.mark.parametrize("field", ["hand", "bounit", "sowee", "secrets", "extra"])
@pytest.mark.parametrize("value", ["13B", 7, True, {"a": 1}, [None], [[]], 1.5])
def test_c2_unknown_card_is_reported_with_its_field(field: str, value: object) -> None:
    found = [each for each in ask(**{field: value})["error"]["problems"] if each["code"] == "unknown_card"]
    assert [problem["field"] for problem in found] == [field]


@pytest.mark.parametrize(("field", "code"), [("source", "unknown_source"), ("extras", "unknown_key")])
def test_what_a_claim_cannot_say_is_told_at_its_field(field: str, code: str) -> None:
    (problem,) = ask(**{field: "stolen"})["error"]["problems"]
    assert (problem["code"], problem["field"], problem["cards"]) == (code, field, [])


@pytest.mark.parametrize("data", [None, 5, "x", [], [{}], True])
def test_claim_that_is_no_object_is_bad_json(data: object) -> None:
    assert problems(answer_claim(data=data)) == {"bad_json": []}


@pytest.mark.parametrize("line", ["", "{", "nonsense", "[" * 100_000, "9" * 5000, '{"a": 1', "[]", "\x00"])
def test_line_that_is_no_json_object_is_answered(line: str) -> None:
    assert problems(json.loads(answer_line(line=line))) == {"bad_json": []}


def test_everything_wrong_is_reported_at_once_in_a_stable_order() -> None:
    hand, rules = EXAMPLE + " 12B 12B 12B 12B 99Z", {"preset": "pagat", "discard_win": False}
    answer = ask(hand=hand, bounit="12O", secrets=["3O"], extra="1O " * 16, rules=rules)
    assert " ".join(problems(answer)) == (
        "unknown_card wrong_card_count too_many_copies bounit_not_in_hand king_from_discards secret_not_in_hand "
        "too_many_extra_cards discard_win_not_allowed"
    )
    error = answer["error"]
    assert (error["code"], error["message"]) == ("unknown_card", error["problems"][0]["message"])


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NOTATION = st.lists(st.sampled_from(EXAMPLE.split()), max_size=18).map(" ".join)
FIELD = ANY_JSON | NOTATION | st.sampled_from(["pagat", "discard", "claimed", "dealt", "cuajo", "4O"])
CLAIM = st.dictionaries(
    st.sampled_from(["game", "rules", "hand", "bounit", "source", "sowee", "secrets", "extra"]), FIELD
)


@pytest.mark.no_cover
@given(data=ANY_JSON | CLAIM)
@settings(max_examples=int(60 * SCALE))
def test_no_json_whatsoever_raises(data: object) -> None:
    answer = answer_claim(data=data)
    assert json.loads(json.dumps(answer)).keys() & {"error", "valid"}
    assert "valid" in answer or set(problems(answer)) <= {code.value for code in Code}


@pytest.mark.no_cover
@given(entry=CLAIM)
@settings(max_examples=int(60 * SCALE))
def test_no_entry_whatsoever_stops_the_live_verdict(entry: Mapping[str, object]) -> None:
    live = live_verdict(rules=HouseRules(), entry=entry)
    assert (live.count >= 0, sum(len(meld.cards) for meld in live.melds) <= 16) == (True, True)


DISCARD: dict[str, object] = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}


def live(rules: object = None, **entry: object) -> LiveVerdict:
    return live_verdict(rules=read_rules(value=rules), entry=entry)


def texts(cards: Any) -> str:
    return " ".join(str(card) for card in cards)


def shown(now: LiveVerdict) -> dict[str, object]:
    return {
        "melds": "  ".join(texts(meld.cards) for meld in now.melds),
        "strays": texts(now.near_miss.strays if now.near_miss else ()),
        "waits": texts(now.waits),
        "missing": texts(now.missing_inputs),
        "cents": now.verdict and now.verdict.per_opponent_cents,
        "needs": " ".join(texts(need.cards) for need in now.needs),
        "may_turn": now.may_turn,
        "problems": texts(problem.code for problem in now.problems),
        "to_go": now.to_go,
        "is_readable": now.is_readable,
        "is_split": now.is_split,
        "changes": texts(change.into for change in (now.near_miss.changes if now.near_miss else ())),
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


def priced(*, asked: str, rules: object = None, **changes: object) -> dict[str, int]:
    return dict(prices(rules=read_rules(value=rules), entry={**DISCARD, **changes}, asked=asked))


@stored("priced")
def test_each_card_says_what_it_makes_the_hand_worth(
    asked: str, changes: dict[str, Any], number: int, cents: dict[str, int | None]
) -> None:
    found = priced(asked=asked, **changes)
    assert (len(found), {card: found.get(card) for card in cents}) == (number, cents)


@stored("not_priced")
def test_nothing_is_priced_while_more_is_unknown(changes: dict[str, object]) -> None:
    assert priced(asked="sowee", sowee=None, **changes) == {}
    assert prices(rules=HouseRules(), entry={}, asked="sowee") == ()


PLAIN = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10O 10C 10E 12O 12O 12C 12B"


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize(("kind", "pesos"), [(ActKind.HAND, 235), (ActKind.SECRET, 50)])
def test_l1_everybody_else_pays_for_a_win_and_at_once_for_a_secret(kind: ActKind, pesos: int, players: int) -> None:
    win = {"result": "win", "winner": 2, "hand": PLAIN, "bounit": "3O", "source": "self_drawn", "sowee": "11B"}
    act: dict[str, object] = {**win} if kind is ActKind.HAND else {"seat": 2}
    debts = outcome(FIRST, act, kind=kind, players=players, preset="pricelist").debts
    others = [seat for seat in range(1, players + 1) if seat != 2]
    assert [(debt.payer, debt.payee, debt.cents) for debt in debts] == [(other, 2, pesos * 100) for other in others]


@stored("kings_alone")
def test_l4_which_kings_win_alone(kings: list[int], won_by: str | None) -> None:
    assert king_win.__wrapped__(tuple(kings)) == (won_by and KingWin(won_by))


@stored("price_list_refuses")
def test_win_the_price_list_refuses_says_why(hand: str, bounit: str, source: str, key: str, field: str) -> None:
    act = {"result": "win", "winner": 1, "hand": hand, "bounit": bounit, "source": source, "sowee": "5E"}
    found = problems_of(lambda: outcome(FIRST, act, players=4, preset="pricelist", kings_claimable=False))
    assert [(problem.text.key, problem.field) for problem in found] == [(key, field)]


@stored("to_king_win")
def test_l4_fewest_new_cards_to_a_king_win(cards: str, secrets: str, missing: int, new: int | None) -> None:
    held, laid = (read_cards(text=text).cards for text in (cards, secrets))
    holding = hold(cards=held, secrets=laid, scheme=Scheme.PRICELIST)
    assert new_cards_to_king_win(holding=holding, most=holding.loose, missing=missing) == new
