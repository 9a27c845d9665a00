"""Every question of cuajo, asked at random: answered as plain data, or refused with problems."""

import json
from random import Random
from typing import Any

import pytest

from scoring.games import FIRST
from scoring.games.base import ImpossibleError
from scoring.games.cuajo import HouseRules, judge_claim, read_claim
from scoring.games.cuajo.judging.claims import Standing, told_so_far
from scoring.games.cuajo.judging.extra import extra_answer
from scoring.games.cuajo.table.play import DrawStock, TakeDiscard, after_tap
from scoring.games.cuajo.table.state import deal
from scoring.games.fields import AtTable
from scoring.games.offers import Tapped
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import random_claim
from tests.games.cuajo.price_hands import random_price_claim
from tests.games.cuajo.tables import SEATS, lost_by_dealer, opened, play, purro_of_dealer

QUESTIONS = {question.id: question for question in FIRST.questions}
PAGAT = FIRST.read_rules(value="pagat")
RULES: tuple[object, ...] = ("pagat", "pricelist", {"preset": "pricelist", "purro_required": True})


def answered(question: str, rules: object, asked: dict[str, object]) -> str:
    """Return the answer as JSON, empty where the question makes no sense."""
    try:
        answer = QUESTIONS[question].answer(asked, FIRST.read_rules(value=rules))
    except ImpossibleError:
        return ""
    return json.dumps([answer.asked, answer.data()])


def random_hand(rng: Random, number: int) -> dict[str, object]:
    return random_price_claim(rng) if number % 4 == 0 else random_claim(rng)


@pytest.mark.parametrize("question", ["win", "purro", "extra"])
def test_every_hand_is_answered_as_plain_data_or_refused(question: str) -> None:
    rng, answers = Random(31), []
    for number in range(60):
        asked = random_hand(rng, number)
        if question == "purro":
            asked["hand"] = str(asked["hand"]).rpartition(" ")[0]
        rules = asked.pop("rules")
        answers.append(answered(question, rules, {**asked, "stock": rng.choice((None, 3))}))
    assert any(answers)


def test_every_moment_of_a_card_is_ruled_on_or_refused() -> None:
    rng, answers = Random(32), []
    for _ in range(200):
        seats = [str(seat) for seat in range(1, rng.randint(3, 7))]
        asked: dict[str, object] = {
            "names": {seat: f"Player {seat}" for seat in seats},
            "how": rng.choice(("drawn", "discarded", None)),
            "by": rng.choice((1, 2, 9)),
            "card": rng.choice(("", "12O", "5B", "joker")),
            "standing": {seat: rng.choice(tuple(Standing)).value for seat in seats},
            "completes": {seat: rng.random() < 0.5 for seat in seats},
            "by_kings": {seat: rng.random() < 0.3 for seat in seats},
        }
        answers.append(answered("claim", rng.choice(RULES), asked))
    assert any(answers)
    assert answered("claim", "pagat", {"players": [{"seat": 1}, {"seat": 1}], "how": "drawn", "by": 1}) == ""


def test_extra_cards_need_a_bounit_and_a_sowee() -> None:
    """C28."""
    for asked, code in (
        ({"source": "dealt", "sowee": "4O"}, "bounit_missing"),
        ({"source": "self_drawn"}, "sowee_missing"),
    ):
        rules = FIRST.read_rules(value={"dealt_win": "as_self_drawn"})
        with pytest.raises(ImpossibleError) as refused:
            extra_answer({"hand": EXAMPLE, "bounit": "5B", **asked}, rules)
        assert [problem.code for problem in refused.value.problems] == [code]


def test_the_question_about_a_card_begins_with_what_the_companion_was_told() -> None:
    """C19, C23."""
    asked = QUESTIONS["claim"].at_table
    assert asked is not None
    assert asked(AtTable(sowee="", noted=None)) == {}
    assert asked(AtTable(sowee="", noted=purro_of_dealer())) == {
        "how": "discarded",
        "by": 1,
        "standing": {"1": "purro", "2": "", "3": "", "4": ""},
    }
    drawn = play(lost_by_dealer(), DrawStock(seat=2))
    assert told_so_far(state=drawn) == {
        "how": "drawn",
        "by": 2,
        "standing": {"1": "two_left", "2": "", "3": "", "4": ""},
    }
    taken = play(opened(), TakeDiscard(seat=2))
    assert told_so_far(state=taken) == {"standing": {"1": "", "2": "", "3": "", "4": ""}}


def test_other_questions_begin_with_the_sowee_of_the_table() -> None:
    asked = QUESTIONS["win"].at_table
    assert asked is not None
    assert asked(AtTable(sowee="4O", noted=None)) == {"sowee": "4O"}


def test_what_the_rules_make_known_before_extra_cards_are_asked_about() -> None:
    warning = QUESTIONS["extra"].warning
    assert warning is not None
    rules = ("pagat", "family", "pricelist")
    codes = [text.key if text else "" for text in (warning(FIRST.read_rules(value=name)) for name in rules)]
    assert codes == ["", "no_extra_cards.house", "no_extra_cards"]


def test_places_are_called_by_who_drew_or_discarded() -> None:
    places = QUESTIONS["claim"].places
    assert places is not None
    assert places({"how": "drawn"}, 2) == ("Drawer", "Other player")
    assert places({}, 3)[0] == "Whoever drew or discarded it"


def test_keys_are_put_together_to_the_melds_of_the_rules() -> None:
    """L2."""
    keypad = QUESTIONS["purro"].keypad
    assert keypad is not None
    melds = keypad(FIRST.read_rules(value="pricelist")).melds
    assert ("1O", "1O", "1O") in melds
    assert (keypad(HouseRules()).hand_size, keypad(HouseRules()).is_open) == (15, True)


def test_what_a_game_offers_for_hands_card_by_card() -> None:
    """C10, C15, C34, L6."""
    offered: Any = FIRST.by_cards
    assert offered.kinds[:5] == ("1O", "1C", "1E", "1B", "3O")
    assert [card.notation for card in offered.read("hari oros").cards] == ["12O"]
    assert offered.find("12K").notation == "12C"
    assert offered.sources(HouseRules()) == ("self_drawn", "claimed", "discard")
    assert [offered.pays_sowee(FIRST.read_rules(value=name)) for name in ("pagat", "pricelist")] == [False, True]
    assert offered.live(HouseRules(), {"hand": "1O 1C"}).data()["count"] == 2


def test_a_tap_of_a_whole_turn_draws_and_discards() -> None:
    state = after_tap(opened(), Tapped.TURN, 2)
    companion: Any = FIRST.companion
    assert (state.turn, companion.shown(state)) == (3, ())
    shown = companion.shown(purro_of_dealer())
    assert [(text.key, rules) for text, rules in shown] == [("ruling.shown_for_purro", ("C20",))]
    assert companion.deal(HouseRules(), SEATS, 1) == deal(rules=HouseRules(), seats=SEATS, dealer=1)


def test_claims_in_plain_words() -> None:
    rng, said = Random(33), set()
    offered: Any = FIRST.by_cards
    for number in range(150):
        claim = random_hand(rng, number)
        is_win, words = offered.in_words(claim)
        said.add((is_win, words.partition(":")[0]))
        try:
            assert judge_claim(claim=read_claim(data=claim)).is_valid is is_win
        except ImpossibleError:
            assert is_win is None
    assert said == {(True, "Valid"), (False, "Not valid"), (None, "Impossible")}


@pytest.mark.parametrize("stock", [-1, 113, "many"])
def test_a_stock_that_cannot_be_is_refused(stock: object) -> None:
    """C1."""
    with pytest.raises(ImpossibleError) as refused:
        extra_answer({"hand": EXAMPLE, "bounit": "5B", "source": "self_drawn", "sowee": "4O", "stock": stock}, PAGAT)
    assert [problem.code for problem in refused.value.problems] == ["bad_number"]


def test_fifteen_cards_that_cannot_be_are_refused() -> None:
    """C3."""
    with pytest.raises(ImpossibleError) as refused:
        QUESTIONS["purro"].answer({"hand": "1O 1O 1O 1O 1O 3C 3C 3C 4E 4E 4E 5B 5B 5B 99X"}, PAGAT)
    assert "unknown_card" in [problem.code for problem in refused.value.problems]
