"""The live verdict while a hand is being entered."""

from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import HouseRules, Input, LiveVerdict, NotAWin, live_verdict, read_rules
from scoring.games.cuajo.hand.near_miss import NearMiss, near_miss
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import random_claim

DISCARD = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}


def live(**fields: object) -> LiveVerdict:
    return live_verdict(rules=HouseRules(), entry=fields)


def texts(cards: object) -> str:
    assert isinstance(cards, tuple)
    return " ".join(str(card) for card in cards)


def test_empty_entry_has_everything_open_and_no_problem() -> None:
    now = live()
    assert (now.count, now.melds, now.strays, now.problems, now.result) == (0, (), (), (), None)
    assert now.missing_inputs == (Input.SOURCE, Input.BOUNIT)


def test_best_split_so_far_is_shown_with_its_strays() -> None:
    now = live(hand="1O 3O 4O 5O 12B")
    assert [texts(meld.cards) for meld in now.melds] == ["3O 4O 5O", "12B"]
    assert (texts(now.strays), now.melded, now.waits, now.problems) == ("1O", 4, (), ())


def test_fifteen_cards_wait_for_every_kind_that_completes_them() -> None:
    """C19."""
    now = live(hand=EXAMPLE.removesuffix(" 12B"), sowee="12O")
    assert texts(now.waits) == "1E 3B 4E 5C 10B 12O 12C 12E 12B"
    assert now.is_split is False


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("3O 4O 5O 10O 10C", "10E 10B"),
        ("3O 4O 5O 1O 1C 1E 11B 10B", "12B"),
        ("3O 4O 5O 1O 1C 1E 12B 4C 4E 5C 5E 3C", "3E 3B"),
        ("3O 4O 5O 12B", ""),
        ("3O 4O 5O 10O 1C", ""),
    ],
)
def test_fewer_cards_wait_for_what_leaves_none_of_them_over(hand: str, waits: str) -> None:
    """C8: cards that lie in melds already wait for nothing in particular."""
    assert texts(live(hand=hand).waits) == waits


def test_nothing_is_waited_for_while_a_card_is_not_understood() -> None:
    now = live(hand=EXAMPLE.replace("12B", "13X"))
    assert (now.count, now.waits) == (16, ())


def test_no_fifth_copy_is_waited_for() -> None:
    """C3."""
    hand = "12O 12O 12O 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"
    assert "12O" in texts(live(hand=hand).waits).split()
    assert "12O" not in texts(live(hand=hand, sowee="12O").waits).split()
    assert "1B" not in texts(live(hand=hand, sowee="1B", extra="1B 1B 1B").waits).split()


def test_sowee_that_makes_three_is_waited_for() -> None:
    """C10: unless the house wants it laid."""
    hand = "4C 4C 12O 12E 12B 1O 1C 1E 3O 3C 3E 10O 10C 10E 12C"
    assert texts(live(hand=hand, sowee="4C").waits) == "4C"
    must = read_rules(value={"sowee_three_must_be_laid": True})
    assert live_verdict(rules=must, entry={"hand": hand, "sowee": "4C"}).waits == ()


def test_complete_hand_asks_for_what_still_decides_the_money() -> None:
    assert live(hand=EXAMPLE).missing_inputs == (Input.SOURCE, Input.BOUNIT)
    assert live(hand=EXAMPLE).is_split is True
    assert live(hand=EXAMPLE, source="claimed").missing_inputs == (Input.BOUNIT, Input.SOWEE)
    assert live(hand=EXAMPLE, source="self_drawn").missing_inputs == (Input.BOUNIT,)
    assert live(hand=EXAMPLE, source="claimed", bounit="5B").verdict is None


@pytest.mark.parametrize("rules", ["pagat", "pricelist"])
@pytest.mark.parametrize("threes", ["3O 4O 5O  3C 4C 5C  3E 4E 5E", "3O 3C 3E  4O 4C 4E  5O 5C 5E"])
def test_a_complete_hand_lies_as_it_was_put_down_until_what_pays_most_is_known_c11(threes: str, rules: str) -> None:
    hand = f"{threes}  10O 10C 10E  1O 1C 1E  12B"
    now = live_verdict(rules=read_rules(value=rules), entry={"hand": hand})
    assert now.verdict is None
    assert "  ".join(texts(meld.cards) for meld in now.melds) == hand


def test_a_laid_secret_stays_whole_however_the_cards_were_put_down() -> None:
    now = live(hand="3O 4O 5O  3O 4C 5C  3O 4E 5E  3O 4B 5B  10O 10C 10E  12B", secrets=["3O"])
    assert "3O 3O 3O 3O" in [texts(meld.cards) for meld in now.melds]


def test_verdict_appears_once_everything_is_told() -> None:
    now = live(**DISCARD)
    assert now.verdict is not None
    assert now.verdict.per_opponent_cents == 90
    assert now.melds == now.verdict.arrangement


def test_dealt_hand_needs_no_bounit() -> None:
    """C34."""
    rules = read_rules(value={"dealt_win": "as_self_drawn"})
    now = live_verdict(rules=rules, entry={"hand": EXAMPLE, "source": "dealt"})
    assert now.verdict is not None
    assert (now.missing_inputs, now.verdict.per_opponent_cents) == ((), 130)


def test_no_win_shows_strays_and_single_card_changes() -> None:
    now = live(**DISCARD | {"hand": EXAMPLE.replace("12B", "11B")})
    assert isinstance(now.result, NotAWin)
    assert texts(now.strays) == "11B"
    assert {str(change.out) for change in now.changes} == {"11B"}
    assert texts(tuple(change.into for change in now.changes)) == "1E 3B 4E 5C 10B 12O 12C 12E 12B"


def test_extra_cards_are_counted_down_until_both_conditions_hold() -> None:
    """C31."""
    first = live(**DISCARD)
    assert ([texts(need.cards) for need in first.needs], first.may_turn) == (["3B"], 15)
    assert live(**DISCARD, extra="11O").may_turn == 14
    done = live(**DISCARD, extra="11O 3B")
    assert (done.needs, done.may_turn) == ((), 0)


@pytest.mark.parametrize("rules", ["family", "pagat"])
def test_no_extra_card_is_offered_where_it_cannot_matter(rules: str) -> None:
    """C31, C27: none allowed, or the bounit was drawn."""
    source = "discard" if rules == "family" else "self_drawn"
    now = live_verdict(rules=read_rules(value=rules), entry={**DISCARD, "source": source})
    assert now.verdict is not None
    assert now.may_turn == 0


PORBIS = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10B 11B 12B 5E 5B 5O 5C"


@pytest.mark.parametrize(("adds", "asks"), [("nothing", False), ("kings", False), ("all", True)])
def test_nothing_is_asked_that_a_porbis_does_not_pay(adds: str, asks: bool) -> None:
    """C32: neither sowee nor extra cards, unless the base is paid on top of porbis."""
    rules = read_rules(value={"porbis_adds": adds})
    told = {"hand": PORBIS, "bounit": "5C", "source": "discard"}
    without = live_verdict(rules=rules, entry=told)
    assert (without.missing_inputs, without.verdict is None) == ((Input.SOWEE,) if asks else (), asks)
    now = live_verdict(rules=rules, entry={**told, "sowee": "1B"})
    assert (bool(now.needs), now.may_turn > 0) == (asks, asks)
    if without.verdict is not None and now.verdict is not None:
        assert without.verdict.per_opponent_cents == now.verdict.per_opponent_cents


def test_sowee_is_asked_where_porbis_pays_less_than_the_conditions_may() -> None:
    """C11: the best-paying split wins, and with its king alone this hand is no porbis."""
    entry = {"hand": PORBIS, "bounit": "5C", "source": "claimed"}
    assert live_verdict(rules=read_rules(value={"porbis": 50}), entry=entry).missing_inputs == (Input.SOWEE,)
    assert live_verdict(rules=HouseRules(), entry=entry).missing_inputs == ()


def test_sowee_is_asked_where_its_three_copies_may_complete_the_hand() -> None:
    """C10."""
    hand = "4C 4C 4C 1O 1C 1E 3O 3C 3E 10O 10C 10E 5O 5C 5E 5B"
    assert live(hand=hand, bounit="1O", source="claimed").missing_inputs == (Input.SOWEE,)


def test_a_hand_that_loses_is_explained_once(monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[object] = []

    def counting(**asked: Any) -> NearMiss:
        explained.append(asked)
        return near_miss(**asked)

    monkeypatch.setattr("scoring.games.cuajo.judging.win.near_miss", counting)
    monkeypatch.setattr("scoring.games.cuajo.payout.verdict.near_miss", counting)
    now = live(**DISCARD | {"hand": EXAMPLE.replace("12B", "11B")})
    assert (isinstance(now.result, NotAWin), len(explained)) == (True, 1)


def test_problems_are_shown_as_soon_as_they_are_certain() -> None:
    codes = [problem.code for problem in live(hand="3O 3O 3O 3O 3O", source="discard", bounit="12B").problems]
    assert codes == ["too_many_copies", "king_from_discards"]
    assert live(hand="3O 3O 3O 3O 3O").near_miss is None
    assert [problem.code for problem in live(hand="3O 99").problems] == ["unknown_card"]
    assert [problem.code for problem in live(hand=EXAMPLE + " 1O").problems] == ["wrong_card_count"]


def test_bounit_and_secrets_may_be_told_before_the_cards() -> None:
    """C9: they are checked once all cards are there."""
    assert live(hand="3O", bounit="5B", secrets=["4C"]).problems == ()
    late = live(hand=EXAMPLE, bounit="11E", secrets=["4C"]).problems
    assert [problem.code for problem in late] == ["bounit_not_in_hand", "secret_not_in_hand"]


def test_laid_secret_is_shown_as_the_fixed_meld() -> None:
    """C9."""
    now = live(hand="3O 3O 3O 3O 4O 5O", secrets=["3O"])
    assert [texts(meld.cards) for meld in now.melds] == ["3O 3O 3O 3O"]
    assert texts(now.strays) == "4O 5O"


def test_live_verdict_agrees_with_the_naive_judge() -> None:
    rng = Random(11)
    for _ in range(300):
        claim = random_claim(rng)
        expected = naive.answer(claim)
        now = live_verdict(rules=read_rules(value=claim["rules"]), entry=claim)
        assert (now.verdict is not None) is bool(expected.get("valid"))
        if now.verdict is not None:
            assert now.verdict.per_opponent_cents == expected["per_opponent"]


@pytest.mark.parametrize(("preset", "waits_for_a_third"), [("pricelist", True), ("pagat", False)])
def test_fifteen_cards_wait_for_a_pong_under_a_price_list_l2(preset: str, waits_for_a_third: bool) -> None:
    hand = "3C 3C 4O 4C 4E 5O 5C 5B 1O 1C 1E 10O 10C 10E 12B"
    now = live_verdict(rules=read_rules(value=preset), entry={"hand": hand})
    assert ("3C" in texts(now.waits).split()) is waits_for_a_third


def test_entry_says_how_many_cards_it_lacks_and_whether_it_can_be_read() -> None:
    assert [(now.is_readable, now.to_go) for now in (live(), live(hand="1O 3C"), live(hand=EXAMPLE))] == [
        (True, 16),
        (True, 14),
        (True, 0),
    ]
    assert [live(hand=hand).is_readable for hand in ("1O zz", f"{EXAMPLE} 1O")] == [False, False]
