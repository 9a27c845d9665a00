"""English khanhoo as a game of the house: E1, E3, E6, E8 to E10."""

import pytest

from scoring.games.base import ActKind, Debt, ImpossibleError, Outcome, Score, Seat
from scoring.games.fields import AnswerLine
from scoring.games.khanhoo.english.game import KhanhooEnglish
from scoring.texts import say
from tests.games.answers import answer_to
from tests.games.judged import judged

GAME = KhanhooEnglish()
NORMAL = GAME.read_rules(value=None)
FULL = "AH AH 2C 2C 3D 3D 5H 5H 5C 5C 5D 5D J 7D 7D"
HAND = {"out": 1, "cards": {"1": FULL, "2": "K 9H 9H 6C 7C 8C"}}


def judge(act: dict[str, object], kind: ActKind = ActKind.HAND, seats: int = 3, **rules: object) -> Outcome:
    complete = GAME.read_rules(value={"preset": "wilkinson"} | rules)
    table = GAME.sides(rules=complete, seat_count=seats)
    return judged(GAME, kind=kind, act=act, rules=complete, seats=table)


def codes(act: dict[str, object], kind: ActKind = ActKind.HAND, seats: int = 3, **rules: object) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        judge(act, kind, seats, **rules)
    return [problem.code for problem in caught.value.problems]


def points(act: dict[str, object], kind: ActKind = ActKind.HAND, seats: int = 3, **rules: object) -> dict[int, int]:
    return {score.seat: score.points for score in judge(act, kind, seats, **rules).scores}


def test_everybody_scores_the_melds_laid_and_only_who_goes_out_adds_five() -> None:
    """E3, E4."""
    outcome = judge(HAND)
    assert outcome.scores == (Score(seat=1, points=34), Score(seat=2, points=5))
    assert (outcome.winner, outcome.debts) == (1, ())
    lines = outcome.verdict.data()["lines"]
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
    lines = judge(HAND | {"cards": {"1": FULL, "2": "K 9H X"}}).verdict.data()["lines"]
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
    assert outcome.said.data() == {
        "out": 1,
        "ending": "full_hand",
        "orphan": None,
        "cards": {"1": FULL, "2": "K 9H 9H"},
        "melds": {},
    }
    assert judge(dict(outcome.said.data())) == outcome


def test_melds_may_be_named_without_cards() -> None:
    """E4: the quick entry of a trusting table."""
    named = {"1": {"double_khanhoo": 1, "double_triplet": 1, "sequence": 1}, "3": {"courts": 1}}
    assert points({"out": 1, "melds": named}) == {1: 31, 3: 3}


def test_reasons_are_told() -> None:
    """E7."""
    act = {"out": 1, "cards": {"1": "2C 3C 4C 5C 6C 7C 8C 9C 5H 5D AC AH 2C 3D 5C"}}
    outcome = judge(act)
    reasons = outcome.verdict.data()["reasons"]
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
def test_hand_that_cannot_be_is_refused_with_every_reason(change: dict[str, object], expected: list[str]) -> None:
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
def test_penalty_comes_off_the_offender_or_onto_each_opponent(act: dict[str, object], expected: dict[int, int]) -> None:
    """E9: a misdeal costs what the table set, here 8; a failed bump 5."""
    assert points(act, ActKind.PENALTY, misdeal=8) == expected


def test_penalty_is_stored_as_it_is_read() -> None:
    """E9."""
    act = {"seat": 2, "offence": "failed_bump", "chosen": "off_offender"}
    assert judge(act, ActKind.PENALTY).said.data() == act


def test_misdeal_may_cost_nothing() -> None:
    """E9."""
    act = {"seat": 2, "offence": "misdeal", "chosen": "off_offender"}
    assert points(act, ActKind.PENALTY, misdeal=0) == {}


def test_penalty_that_cannot_be_is_refused() -> None:
    assert codes({}, ActKind.PENALTY) == ["unknown_seat", "unknown_word", "unknown_word"]


def test_acts_of_other_games_are_refused() -> None:
    assert codes({"seat": 1}, ActKind.SECRET) == ["unknown_act"]
    assert GAME.asks(kind=ActKind.SECRET, rules=NORMAL) == ()


def test_match_settles_the_differences_of_the_example() -> None:
    """E8: 52-49-47-47 gives +13, +1, -7, -7."""
    assert GAME.match is not None
    debts = GAME.match.debts(points={1: 52, 2: 49, 3: 47, 4: 47}, rules=GAME.read_rules(value=None))
    result = dict.fromkeys((1, 2, 3, 4), 0)
    for debt in debts:
        result[debt.payee] += debt.cents
        result[debt.payer] -= debt.cents
    assert result == {1: 13, 2: 1, 3: -7, 4: -7}
    stake = GAME.read_rules(value={"preset": "wilkinson", "point": 25})
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
def test_first_to_the_target_wins_and_level_totals_play_on(totals: dict[int, int], target: int, over: bool) -> None:
    """E3, E8."""
    rules = GAME.read_rules(value={"preset": "wilkinson", "target": target})
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
    rules = GAME.read_rules(value={"preset": preset, "jokers": 3})
    table = GAME.sides(rules=rules, seat_count=seats)
    assert table == tuple(Seat(number=number, side=number) for number in range(1, seats + 1))
    for extra, problems in ((0, ["not_melded"]), (1, ["too_many_copies"])):
        cards = " ".join(["X"] * (jokers + extra) + ["AH", "5C", "7D", "K", "2H", "9D", "4C"])
        with pytest.raises(ImpossibleError) as caught:
            judged(
                GAME,
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
        GAME.sides(rules=GAME.read_rules(value=preset), seat_count=seats)
    assert [problem.code for problem in caught.value.problems] == ["wrong_seat_count"]


def test_hand_asks_for_what_the_rules_allow() -> None:
    asked = [field.name for field in GAME.asks(kind=ActKind.HAND, rules=NORMAL)]
    assert asked == ["out", "melds", "cards", "dealer", "void", "by"]
    rules = GAME.read_rules(value={"preset": "four_packs", "trios": "cache", "orphan": True})
    assert [field.name for field in GAME.asks(kind=ActKind.HAND, rules=rules)] == [
        "out",
        "ending",
        "orphan",
        "melds",
        "cards",
        "dealer",
        "void",
        "by",
    ]
    assert [field.name for field in GAME.asks(kind=ActKind.PENALTY, rules=NORMAL)] == ["seat", "offence", "chosen"]


def test_act_in_a_few_words() -> None:
    won = GAME.sentence(kind=ActKind.HAND, act=judge(HAND).said.data())
    assert won == say("act.out_full_hand", seats={"player": 1})
    penalty = {"seat": 2, "offence": "misdeal", "chosen": "off_offender"}
    assert GAME.sentence(kind=ActKind.PENALTY, act=penalty) == say("act.misdeal", seats={"player": 2})


def told(line: AnswerLine) -> tuple[str, str, int | None]:
    return line.what, line.rule, line.count


def test_judge_says_what_melds_score_and_why() -> None:
    """E7."""
    worth = GAME.questions[0]
    answer = answer_to(worth, {"cards": "5H 5H 5H 5C 5C 5C 5D 5D 5D"}, GAME.read_rules(value="three_packs"))
    assert answer.headline == "These melds score 12."
    assert told(answer.lines[0]) == ("double triplet: 5H 5C 5D 5H 5C 5D", "E4", 10)
    assert answer.lines[2].what == (
        "With the triple triplet 5H 5C 5D 5H 5C 5D 5H 5C 5D it would be 9, which is no more."
    )
    full = answer_to(worth, {"cards": FULL}, NORMAL).lines[-1]
    assert told(full) == ("full hand, for the player who goes out", "E4", 5)
    missing = answer_to(worth, {"cards": "AH 2C 3D 9C"}, NORMAL)
    assert (missing.is_yes, [told(line) for line in missing.lines]) == (False, [("9C is left over", "E4", None)])
    for cards in ("", "13H", " ".join(["AH"] * 17), "X X X", "5C 5C 5C"):
        with pytest.raises(ImpossibleError):
            answer_to(worth, {"cards": cards}, NORMAL)


@pytest.mark.parametrize(
    ("players", "headline"), [(4, "These cards do not all lie in melds."), (5, "These melds score 4.")]
)
def test_judge_knows_a_reverse_group_of_four_packs_only_with_five_players(players: int, headline: str) -> None:
    """E5, E12: as their hands do."""
    entered = {"cards": "J J 7D", "players": players}
    assert answer_to(GAME.questions[0], entered, GAME.read_rules(value="four_packs")).headline == headline


def test_judge_counts_the_jokers_of_so_many_players() -> None:
    """E1: two with three players, one with four; where nobody says how many play, as many as there can be."""
    assert answer_to(GAME.questions[0], {"cards": "J X X", "players": 3}, NORMAL).is_yes
    assert answer_to(GAME.questions[0], {"cards": "J X X"}, NORMAL).is_yes
    with pytest.raises(ImpossibleError, match="the pack holds 1"):
        answer_to(GAME.questions[0], {"cards": "J X X", "players": 4}, NORMAL)


def test_judge_says_who_has_the_discard() -> None:
    """E9."""
    bump = GAME.questions[1]
    entered = {"players": 4, "by": 1, "discard": "7D", "shown": {"3": "7H 7C", "4": "J 7D"}}
    answer = answer_to(bump, entered, NORMAL)
    assert answer.headline == "Player 4 has the discard."
    assert told(answer.lines[1]) == ("Player 4: The meld scores most.", "E9", 4)
    assert answer_to(bump, entered | {"shown": {}}, NORMAL).headline == "Nobody takes the discard."
    with pytest.raises(ImpossibleError) as caught:
        answer_to(bump, {"players": 9, "discard": "X"}, NORMAL)
    assert [problem.code for problem in caught.value.problems] == ["bad_number", "unknown_seat", "missing_field"]
