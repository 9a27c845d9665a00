"""English khanhoo as a game of the house: E1, E3, E6, E8 to E10."""

import pytest

from scoring.games.asking import AnswerLine
from scoring.games.base import ActKind, Debt, ImpossibleError, Outcome, Score, Seat
from scoring.games.khanhoo.english.game import KhanhooEnglish

GAME = KhanhooEnglish()
FULL = "AH AH 2C 2C 3D 3D 5H 5H 5C 5C 5D 5D J 7D 7D"
HAND = {"out": 1, "cards": {"1": FULL, "2": "K 9H 9H 6C 7C 8C"}}


def judge(act: dict[str, object], kind: ActKind = ActKind.HAND, seats: int = 3, **rules: object) -> Outcome:
    complete = GAME.complete_rules(rules={"preset": "wilkinson"} | rules)
    table = GAME.sides(rules=complete, seat_count=seats)
    return GAME.judge(kind=kind, act=act, rules=complete, seats=table)


def codes(act: dict[str, object], kind: ActKind = ActKind.HAND, seats: int = 3, **rules: object) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        judge(act, kind, seats, **rules)
    return [problem.code for problem in caught.value.problems]


def points(
    act: dict[str, object], kind: ActKind = ActKind.HAND, seats: int = 3, **rules: object
) -> dict[int, int]:
    return {score.seat: score.points for score in judge(act, kind, seats, **rules).scores}


def test_everybody_scores_the_melds_laid_and_only_who_goes_out_adds_five() -> None:
    """E3, E4."""
    outcome = judge(HAND)
    assert outcome.scores == (Score(seat=1, points=34), Score(seat=2, points=5))
    assert (outcome.winner, outcome.debts) == (1, ())
    lines = outcome.verdict["lines"]
    assert isinstance(lines, list)
    assert [(line["seat"], line["what"], line["count"]) for line in lines] == [
        (1, "double khanhoo", 15),
        (1, "double triplet", 10),
        (1, "royal group", 4),
        (1, "full hand", 5),
        (2, "royal group", 4),
        (2, "sequence", 1),
    ]


def test_line_says_what_a_joker_stands_for() -> None:
    """E2."""
    lines = judge(HAND | {"cards": {"1": FULL, "2": "K 9H X"}}).verdict["lines"]
    assert isinstance(lines, list)
    assert lines[-1] == {
        "seat": 2,
        "what": "royal group, joker for 9H",
        "rule": "E4",
        "count": 4,
        "cards": ["K", "9H", "9H"],
    }


def test_act_is_returned_in_canonical_form() -> None:
    outcome = judge(HAND | {"cards": {1: FULL.lower(), "2": ["K", "9h", "9H"]}})
    assert outcome.act == {
        "out": 1,
        "ending": "full_hand",
        "orphan": None,
        "cards": {"1": FULL, "2": "K 9H 9H"},
        "melds": {},
    }
    assert judge(dict(outcome.act)) == outcome


def test_melds_may_be_named_without_cards() -> None:
    """E4: the quick entry of a trusting table."""
    named = {"1": {"double_khanhoo": 1, "double_triplet": 1, "sequence": 1}, "3": {"courts": 1}}
    assert points({"out": 1, "melds": named}) == {1: 31, 3: 3}


def test_reasons_are_told() -> None:
    """E7."""
    act = {"out": 1, "cards": {"1": "2C 3C 4C 5C 6C 7C 8C 9C 5H 5D AC AH 2C 3D 5C"}}
    outcome = judge(act)
    reasons = outcome.verdict["reasons"]
    assert isinstance(reasons, list)
    assert [reason["rule"] for reason in reasons] == ["E7"]


def test_orphan_goes_out_with_six_cards() -> None:
    """E10."""
    act = {"out": 4, "orphan": 4, "cards": {"4": "AH AH 2C 2C 3D 3D"}}
    assert points(act, seats=4, orphan=True) == {4: 20}
    assert codes(act, seats=4) == ["orphan_not_allowed"]
    assert codes(act | {"orphan": None}, seats=4, orphan=True) == ["wrong_card_count"]


def test_quartette_ends_the_hand_where_the_cache_is_played() -> None:
    """E6: 12 for the quartette and 5 for the full hand."""
    act = {"out": 2, "ending": "quartette", "cards": {"2": "6C 6C 6C 6C", "1": "J Q K"}}
    named = act | {"cards": {}, "melds": {"2": {"quartette": 1}}}
    joker = act | {"cards": {"2": "6C 6C 6C X"}}
    assert points(act, seats=4, packs=4, trios="cache") == {1: 3, 2: 17}
    assert points(named, seats=4, packs=4, trios="cache") == {2: 17}
    assert codes(joker, seats=4, packs=4, trios="cache") == ["no_quartette"]
    assert codes(act, seats=4, packs=4, trios="melds") == ["cache_not_played"]
    long = act | {"cards": {"2": "6C 6C 6C 6C AH AH AH 2C 2C 2C 3D 3D 3D J Q K"}}
    assert codes(long, seats=4, packs=4, trios="cache") == ["wrong_card_count"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"out": 4}, ["unknown_seat"]),
        ({"out": None}, ["unknown_seat"]),
        ({"ending": "sleep"}, ["unknown_word"]),
        ({"cards": {"1": FULL, "7": "J Q K"}}, ["unknown_seat"]),
        ({"cards": {"1": FULL, "2": "J Q 10H"}}, ["unknown_card"]),
        ({"cards": 5}, ["bad_value"]),
        ({"cards": {"1": FULL, "2": "AH AC AD"}}, ["too_many_copies"]),
        ({"cards": {"1": FULL, "2": "X X X"}}, ["too_many_copies"]),
        ({"cards": {"1": FULL.replace("J 7D 7D", "")}}, ["wrong_card_count"]),
        ({"out": 2, "cards": {"1": FULL}}, ["wrong_card_count", "wrong_card_count"]),
        ({"cards": {"1": FULL, "2": "J Q 9C"}}, ["not_melded"]),
        ({"melds": {"1": {"courts": 1}}}, ["cards_and_melds"]),
        ({"melds": {"2": {"trio": 1}}}, ["unknown_word"]),
        ({"melds": {"3": {"courts": "2"}}}, ["bad_number"]),
        ({"melds": {"3": 4}}, ["bad_value"]),
    ],
)
def test_hand_that_cannot_be_is_refused_with_every_reason(
    change: dict[str, object], expected: list[str]
) -> None:
    """E1 to E4."""
    assert codes(HAND | change) == expected


def test_cards_left_over_are_named() -> None:
    with pytest.raises(ImpossibleError) as caught:
        judge(HAND | {"cards": {"1": FULL, "2": "J Q K 8D"}})
    (problem,) = caught.value.problems
    assert (problem.code, problem.cards, problem.field) == ("not_melded", ("8D",), "cards.2")


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ({"seat": 2, "offence": "misdeal", "chosen": "off_offender"}, {2: -8}),
        ({"seat": 2, "offence": "misdeal", "chosen": "onto_opponents"}, {1: 8, 3: 8}),
        ({"seat": 2, "offence": "failed_bump", "chosen": "off_offender"}, {2: -5}),
        ({"seat": 2, "offence": "failed_bump", "chosen": "onto_opponents"}, {1: 5, 3: 5}),
    ],
)
def test_penalty_comes_off_the_offender_or_onto_each_opponent(
    act: dict[str, object], expected: dict[int, int]
) -> None:
    """E9: a misdeal costs what the table set, here 8; a failed bump 5."""
    assert points(act, ActKind.PENALTY, misdeal=8) == expected


def test_misdeal_may_cost_nothing() -> None:
    """E9."""
    act = {"seat": 2, "offence": "misdeal", "chosen": "off_offender"}
    assert points(act, ActKind.PENALTY, misdeal=0) == {}


def test_penalty_that_cannot_be_is_refused() -> None:
    assert codes({}, ActKind.PENALTY) == ["unknown_seat", "unknown_word", "unknown_word"]


def test_acts_of_other_games_are_refused() -> None:
    assert codes({"seat": 1}, ActKind.SECRET) == ["unknown_act"]
    assert GAME.asks(kind=ActKind.SECRET, rules={}) == ()


def test_match_settles_the_differences_of_the_example() -> None:
    """E8: 52-49-47-47 gives +13, +1, -7, -7."""
    assert GAME.match is not None
    debts = GAME.match.debts(points={1: 52, 2: 49, 3: 47, 4: 47}, rules=GAME.complete_rules(rules=None))
    result = dict.fromkeys((1, 2, 3, 4), 0)
    for debt in debts:
        result[debt.payee] += debt.cents
        result[debt.payer] -= debt.cents
    assert result == {1: 13, 2: 1, 3: -7, 4: -7}
    stake = GAME.complete_rules(rules={"preset": "wilkinson", "point": 25})
    assert GAME.match.debts(points={1: 52, 2: 49}, rules=stake) == (Debt(payer=2, payee=1, cents=75),)


@pytest.mark.parametrize(
    ("totals", "target", "over"),
    [
        ({1: 49, 2: 30}, 50, False),
        ({1: 50, 2: 30}, 50, True),
        ({1: 52, 2: 55}, 50, True),
        ({1: 55, 2: 55}, 50, False),
        ({1: 99, 2: 55}, 100, False),
        ({1: 7, 2: 3}, 7, True),
    ],
)
def test_first_to_the_target_wins_and_level_totals_play_on(
    totals: dict[int, int], target: int, over: bool
) -> None:
    """E3, E8."""
    rules = GAME.complete_rules(rules={"preset": "wilkinson", "target": target})
    assert GAME.match is not None
    assert GAME.match.is_over(points=totals, rules=rules) is over


@pytest.mark.parametrize(
    ("preset", "seats", "jokers"),
    [
        ("wilkinson", 2, 1),
        ("wilkinson", 3, 2),
        ("wilkinson", 4, 1),
        ("three_packs", 3, 2),
        ("four_packs", 4, 1),
        ("four_packs", 6, 3),
    ],
)
def test_pack_holds_so_many_jokers(preset: str, seats: int, jokers: int) -> None:
    """E1."""
    rules = {"preset": preset, "jokers": 3}
    table = GAME.sides(rules=rules, seat_count=seats)
    assert table == tuple(Seat(number=number, side=number) for number in range(1, seats + 1))
    for extra, problems in ((0, ["not_melded"]), (1, ["too_many_copies"])):
        cards = " ".join(["X"] * (jokers + extra) + ["AH", "5C", "7D", "K", "2H", "9D", "4C"])
        with pytest.raises(ImpossibleError) as caught:
            GAME.judge(
                kind=ActKind.HAND,
                act={"out": 1, "cards": {"2": cards}, "melds": {"1": {"sequence": 2}}},
                rules=rules,
                seats=table,
            )
        assert [problem.code for problem in caught.value.problems] == problems


@pytest.mark.parametrize(("preset", "seats"), [("wilkinson", 5), ("three_packs", 5), ("four_packs", 3)])
def test_so_many_cannot_play_with_these_packs(preset: str, seats: int) -> None:
    """E1."""
    with pytest.raises(ImpossibleError) as caught:
        GAME.sides(rules={"preset": preset}, seat_count=seats)
    assert [problem.code for problem in caught.value.problems] == ["wrong_seat_count"]


def test_hand_asks_for_what_the_rules_allow() -> None:
    asked = [field.name for field in GAME.asks(kind=ActKind.HAND, rules={})]
    assert asked == ["out", "melds", "cards"]
    rules = {"preset": "four_packs", "trios": "cache", "orphan": True}
    assert [field.name for field in GAME.asks(kind=ActKind.HAND, rules=rules)] == [
        "out",
        "ending",
        "orphan",
        "melds",
        "cards",
    ]
    assert [field.name for field in GAME.asks(kind=ActKind.PENALTY, rules={})] == [
        "seat",
        "offence",
        "chosen",
    ]


def test_act_in_a_few_words() -> None:
    sentence = GAME.sentence(kind=ActKind.HAND, act=judge(HAND).act)
    assert (sentence.text, dict(sentence.seats)) == ("%(player)s went out with a full hand", {"player": 1})
    penalty = {"seat": 2, "offence": "misdeal", "chosen": "off_offender"}
    assert GAME.sentence(kind=ActKind.PENALTY, act=penalty).text == "Misdeal of %(player)s"


def test_judge_says_what_melds_score_and_why() -> None:
    """E7."""
    worth = GAME.questions[0]
    answer = worth.answer({"cards": "5H 5H 5H 5C 5C 5C 5D 5D 5D"}, {"preset": "three_packs"})
    assert answer.headline == "These melds score 12."
    assert answer.lines[0] == AnswerLine(what="double triplet: 5H 5C 5D 5H 5C 5D", rule="E4", count=10)
    assert answer.lines[2].what == (
        "With the triple triplet 5H 5C 5D 5H 5C 5D 5H 5C 5D it would be 9, which is no more."
    )
    full = AnswerLine(what="full hand, for the player who goes out", rule="E4", count=5)
    assert worth.answer({"cards": FULL}, {}).lines[-1] == full
    missing = worth.answer({"cards": "AH 2C 3D 9C"}, {})
    assert (missing.is_yes, missing.lines) == (False, (AnswerLine(what="9C is left over", rule="E4"),))
    for cards in ("", "13H", " ".join(["AH"] * 17), "X X X", "5C 5C 5C"):
        with pytest.raises(ImpossibleError):
            worth.answer({"cards": cards}, {})


def test_judge_says_who_has_the_discard() -> None:
    """E9."""
    bump = GAME.questions[1]
    entered = {"players": 4, "by": 1, "discard": "7D", "shown": {"3": "7H 7C", "4": "J 7D"}}
    answer = bump.answer(entered, {})
    assert answer.headline == "Player 4 has the discard."
    assert answer.lines[1] == AnswerLine(what="Player 4: The meld scores most.", rule="E9", count=4)
    assert bump.answer(entered | {"shown": {}}, {}).headline == "Nobody takes the discard."
    with pytest.raises(ImpossibleError) as caught:
        bump.answer({"players": 9, "discard": "X"}, {})
    assert [problem.code for problem in caught.value.problems] == [
        "bad_number",
        "unknown_seat",
        "missing_field",
    ]
