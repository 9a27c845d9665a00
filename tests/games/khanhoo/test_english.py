"""English khanhoo as a game of the house: E1 to E6 and E8 to E12."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from scoring.games.base import ActKind, Debt, Outcome, Seat, Table
from scoring.games.khanhoo import KhanhooEnglish
from scoring.games.khanhoo.english.melds import MeldKind, MeldTable, fixed_melds
from scoring.games.khanhoo.english.splits import best_split, named_points
from scoring.games.reading import judged_new
from scoring.texts import say
from tests.games.asking import answer_to, codes_of, each, lines_of, outcome, problems_of, said

GAME = KhanhooEnglish()
NORMAL = GAME.read_rules(value=None)
WORTH, BUMP = GAME.questions
FULL = "AH AH 2C 2C 3D 3D 5H 5H 5C 5C 5D 5D J 7D 7D"
HAND = {"out": 1, "cards": {"1": FULL, "2": "K 9H 9H 6C 7C 8C"}}
ORPHAN = {"out": 4, "orphan": 4, "cards": {"4": "AH AH 2C 2C 3D 3D"}}
QUARTETTE = {"out": 2, "ending": "quartette", "cards": {"2": "6C 6C 6C 6C", "1": "J Q K"}}
CACHE = {"players": 4, "packs": 4, "trios": "cache"}
THREE: dict[str, Any] = {"preset": "three_packs"}
FOUR: dict[str, Any] = {"preset": "four_packs", "players": 4}
FIVE: dict[str, Any] = FOUR | {"players": 5}
ALL_OPTIONS = {"preset": "four_packs", "trios": "cache", "orphan": True}
LAST_IS_JOKER = "AH 2H 3H 4H 5H 6H 7H 8H 9H 2C 3C 4C 5C 6C X"


def new(act: Mapping[str, object], *, kind: ActKind = ActKind.HAND, players: int = 3, **changes: object) -> Outcome:
    """Judge an act that is reported now."""
    rules = GAME.read_rules(value=changes)
    seats = GAME.sides(rules=rules, seat_count=players)
    return judged_new(game=GAME, kind=kind, data=act, rules=rules, seats=seats, table=Table())


def points(act: Mapping[str, object], **table: Any) -> dict[int, int]:
    return {score.seat: score.points for score in new(act, **table).scores}


def named(*players: str, **act: object) -> dict[str, object]:
    """Return a hand by the names of its melds: a seat, then each name, with its number where there are more."""
    melds: dict[str, dict[str, int]] = {}
    for seat, *names in map(str.split, players):
        pairs = (name.partition(":") for name in names)
        melds[seat] = {name: int(times or 1) for name, _, times in pairs}
    return {"out": 1, "melds": melds, **act}


TRIPLE = named("1 triple_khanhoo sequence:2", cards={})


@each(
    ("act", "table", "expected"),
    {
        "E3-E4-everybody-scores-the-melds-laid-and-only-who-goes-out-adds-five": (HAND, {}, {1: 34, 2: 5}),
        "E4-melds-named-without-cards": (
            named("1 double_khanhoo double_triplet sequence", "3 courts"),
            {},
            {1: 31, 3: 3},
        ),
        "E10-orphan-goes-out-with-six-cards": (ORPHAN, {"players": 4, "orphan": True}, {4: 20}),
        "E6-quartette-ends-the-hand-where-the-cache-is-played": (QUARTETTE, CACHE, {1: 3, 2: 17}),
        "E6-quartette-by-name": (QUARTETTE | {"cards": {}, "melds": {"2": {"quartette": 1}}}, CACHE, {2: 17}),
        "E11-three-royal-groups-are-one-of-each-court": (named("1 royal_group:3 sequence:2"), {}, {1: 19}),
        "E11-groups-beside-courts": (named("1 sequence:4", "2 courts royal_group:3"), {"players": 4}, {1: 9, 2: 15}),
        "E11-joker-completes-one-card": (named("1 aces:2 sequence:3"), {"players": 4}, {1: 10}),
        "E11-joker-of-two-players": (
            named("1 aces:2 sequence:3", "2 double_courts royal_group"),
            {"players": 4},
            {1: 10, 2: 14},
        ),
        "E7-E11-triple-courts-score-their-parts": (named("1 triple_courts sequence:2"), THREE, {1: 20}),
        "E7-E11-triple-triplet": (named("1 triple_triplet sequence:2"), THREE, {1: 19}),
        "E7-E11-triple-aces": (named("1 triple_aces sequence:2"), THREE, {1: 19}),
        "E12-three-pack-names-with-five-players": (TRIPLE, FIVE, {1: 32}),
        "E12-three-pack-names-always": (TRIPLE, FOUR | {"three_pack_names": "always"}, {1: 32}),
        "E12-three-pack-names-in-rules-from-before": (TRIPLE, FOUR | {"revision": 1, "source": "before"}, {1: 32}),
        "E12-joker-melds": (named(cards={"1": LAST_IS_JOKER}), {"players": 4}, {1: 12}),
    },
)
def test_hand_scores(act: Mapping[str, object], table: Mapping[str, Any], expected: dict[int, int]) -> None:
    assert points(act, **table) == expected


@each(
    ("change", "table", "expected"),
    {
        "E1-seat-that-does-not-play": ({"out": 4}, {}, ["unknown_seat"]),
        "E1-nobody-went-out": ({"out": None}, {}, ["unknown_seat"]),
        "unknown-ending": ({"ending": "sleep"}, {}, ["unknown_word"]),
        "E1-cards-of-a-seat-that-does-not-play": ({"cards": {"1": FULL, "7": "J Q K"}}, {}, ["unknown_seat"]),
        "E1-no-card-of-the-pack": ({"cards": {"1": FULL, "2": "J Q 10H"}}, {}, ["unknown_card"]),
        "cards-are-no-table": ({"cards": 5}, {}, ["bad_value"]),
        "E1-third-ace": ({"cards": {"1": FULL, "2": "AH AC AD"}}, {}, ["too_many_copies"]),
        "E1-third-joker": ({"cards": {"1": FULL, "2": "X X X"}}, {}, ["too_many_copies"]),
        "E3-twelve-cards": ({"cards": {"1": FULL.replace("J 7D 7D", "")}}, {}, ["wrong_card_count"]),
        "E3-a-full-hand-did-not-go-out": ({"out": 2, "cards": {"1": FULL}}, {}, ["wrong_card_count"] * 2),
        "E4-cards-left-over": ({"cards": {"1": FULL, "2": "J Q 9C"}}, {}, ["not_melded"]),
        "cards-and-names": ({"melds": {"1": {"courts": 1}}}, {}, ["cards_and_melds"]),
        "E6-trio-is-no-meld": ({"melds": {"2": {"trio": 1}}}, {}, ["unknown_word"]),
        "number-is-text": ({"melds": {"3": {"courts": "2"}}}, {}, ["bad_number"]),
        "melds-are-no-table": ({"melds": {"3": 4}}, {}, ["bad_value"]),
        "E10-orphan-not-allowed": (ORPHAN, {"players": 4}, ["orphan_not_allowed"]),
        "E10-six-cards-no-orphan": (ORPHAN | {"orphan": None}, {"players": 4, "orphan": True}, ["wrong_card_count"]),
        "E6-joker-is-no-quartette": (QUARTETTE | {"cards": {"2": "6C 6C 6C X"}}, CACHE, ["no_quartette"]),
        "E6-cache-not-played": (QUARTETTE, CACHE | {"trios": "melds"}, ["cache_not_played"]),
        "E6-too-many-cards-beside-a-quartette": (
            QUARTETTE | {"cards": {"2": "6C 6C 6C 6C AH AH AH 2C 2C 2C 3D 3D 3D J Q K"}},
            CACHE,
            ["wrong_card_count"],
        ),
        "E12-three-pack-names-with-four-players": (TRIPLE, FOUR, ["unknown_word"]),
        "E12-three-pack-names-never": (TRIPLE, FIVE | {"three_pack_names": "never"}, ["unknown_word"]),
        "E12-no-jokers": ({"cards": {"1": LAST_IS_JOKER}}, {"without_jokers": True}, ["too_many_copies"]),
    },
)
def test_hand_that_cannot_be_is_refused_with_every_reason(
    change: dict[str, object], table: dict[str, Any], expected: list[str]
) -> None:
    assert codes_of(lambda: new(HAND | change, **table)) == expected


@each(
    ("act", "over"),
    {
        "seven-khanhoos-and-four-courts": (
            named("1 khanhoo:5", "2 double_khanhoo", "3 double_courts", "4 double_courts"),
            "khanhoo double_khanhoo double_courts",
        ),
        "courts-of-two-players": (named("1 sequence:4", "2 double_courts", "3 courts"), "double_courts courts"),
        "fourth-royal-group": (named("1 royal_group:4 sequence"), "royal_group"),
        "one-joker-for-aces-and-khanhoos": (named("1 aces:2 khanhoo:2 sequence"), "aces khanhoo"),
        "one-joker-for-two-players": (
            named("1 aces:2 khanhoo sequence:2", "2 double_courts royal_group"),
            "aces khanhoo double_courts royal_group",
        ),
        "cards-of-another": (named("1 double_khanhoo sequence:3", cards={"2": "AH 2C 3D"}), "double_khanhoo"),
    },
)
def test_e11_names_that_want_more_cards_than_two_packs_hold_are_refused(act: dict[str, object], over: str) -> None:
    (problem,) = problems_of(lambda: new(act, players=4))
    assert (problem.text.key, problem.field) == ("too_many_copies.melds", "melds")
    assert re.findall(r"meld\.(\w+)", said(problem.text)) == over.split()


def test_e11_stored_hands_are_read_whatever_their_names_want() -> None:
    stored = outcome(GAME, named("1 sequence:2", "2 khanhoo:4"), players=4)
    assert [(score.seat, score.points) for score in stored.scores] == [(1, 7), (2, 20)]


@pytest.mark.parametrize("trios", [False, True])
def test_e11_every_name_scores_as_its_cards_do(trios: bool) -> None:
    table = MeldTable(has_triples=True, trios=trios)
    for meld in fixed_melds(table=table):
        split = best_split(cards=meld.cards, table=table)
        assert split is not None
        assert named_points(kind=meld.kind, table=table) >= split.points >= meld.kind.points
    assert named_points(kind=MeldKind.TRIPLE_COURTS, table=table) == (18 if trios else 13)


def test_every_meld_has_its_line_with_rule_and_points() -> None:
    judged = new(HAND | {"cards": {"1": FULL, "2": "K 9H X"}})
    assert (judged.winner, judged.debts) == (1, ())
    assert lines_of(judged) == [
        (1, "meld.double_khanhoo", "E4", 15),
        (1, "meld.double_triplet", "E4", 10),
        (1, "meld.royal_group", "E4", 4),
        (1, "meld.full_hand", "E4", 5),
        (2, "melds.with_jokers meld.royal_group 9H", "E4", 4),
    ]
    by_name = new(named("1 triple_courts sequence:2"), **THREE)
    assert lines_of(by_name) == [
        (1, "melds.times 2 meld.sequence", "E4", 2),
        (1, "melds.by_parts meld.triple_courts", "E11", 13),
        (1, "meld.full_hand", "E4", 5),
    ]
    reasons: Any = new({"out": 1, "cards": {"1": "2C 3C 4C 5C 6C 7C 8C 9C 5H 5D AC AH 2C 3D 5C"}}).verdict
    assert [line.rule for line in reasons.reasons] == ["E7"]


def test_act_is_returned_in_canonical_form() -> None:
    judged = new(HAND | {"cards": {1: FULL.lower(), "2": ["K", "9h", "9H"]}})
    cards = {"1": FULL, "2": "K 9H 9H"}
    assert judged.said.data() == {"out": 1, "ending": "full_hand", "orphan": None, "cards": cards, "melds": {}}
    assert new(judged.said.data()) == judged


def test_cards_left_over_are_named() -> None:
    (problem,) = problems_of(lambda: new(HAND | {"cards": {"1": FULL, "2": "J Q K 8D"}}))
    assert (problem.code, problem.cards, problem.field) == ("not_melded", ("8D",), "cards.2")


@each(
    ("offence", "chosen", "misdeal", "expected"),
    {
        "misdeal-off-the-offender": ("misdeal", "off_offender", 8, {2: -8}),
        "misdeal-onto-the-opponents": ("misdeal", "onto_opponents", 8, {1: 8, 3: 8}),
        "failed-bump-off-the-offender": ("failed_bump", "off_offender", 8, {2: -5}),
        "failed-bump-onto-the-opponents": ("failed_bump", "onto_opponents", 8, {1: 5, 3: 5}),
        "misdeal-for-nothing": ("misdeal", "off_offender", 0, {}),
    },
)
def test_e9_penalty_comes_off_the_offender_or_onto_each_opponent(
    offence: str, chosen: str, misdeal: int, expected: dict[int, int]
) -> None:
    act = {"seat": 2, "offence": offence, "chosen": chosen}
    assert points(act, kind=ActKind.PENALTY, misdeal=misdeal) == expected
    assert new(act, kind=ActKind.PENALTY).said.data() == act
    assert GAME.sentence(kind=ActKind.PENALTY, act=act) == say(f"act.{offence}", seats={"player": 2})


def test_penalty_and_act_that_cannot_be_are_refused() -> None:
    assert codes_of(lambda: new({}, kind=ActKind.PENALTY)) == ["unknown_seat", "unknown_word", "unknown_word"]
    assert codes_of(lambda: new({"seat": 1}, kind=ActKind.SECRET)) == ["unknown_act"]


def test_e8_match_settles_the_differences_of_the_example() -> None:
    assert GAME.match is not None
    result = dict.fromkeys((1, 2, 3, 4), 0)
    for debt in GAME.match.debts(points={1: 52, 2: 49, 3: 47, 4: 47}, rules=NORMAL):
        result[debt.payee] += debt.cents
        result[debt.payer] -= debt.cents
    assert result == {1: 13, 2: 1, 3: -7, 4: -7}
    stake = GAME.read_rules(value={"point": 25})
    assert GAME.match.debts(points={1: 52, 2: 49}, rules=stake) == (Debt(payer=2, payee=1, cents=75),)


@pytest.mark.parametrize(
    ("totals", "target", "over"),
    [((49, 30), 50, False), ((50, 30), 50, True), ((52, 55), 50, True), ((55, 55), 50, False), ((7, 3), 7, True)],
)
def test_e8_first_to_the_target_wins_and_level_totals_play_on(totals: tuple[int, int], target: int, over: bool) -> None:
    assert GAME.match is not None
    rules = GAME.read_rules(value={"target": target})
    assert GAME.match.is_over(points=dict(enumerate(totals, start=1)), rules=rules) is over


@pytest.mark.parametrize(
    ("preset", "players", "jokers"),
    [("wilkinson", 2, 1), ("wilkinson", 3, 2), ("three_packs", 3, 2), ("four_packs", 4, 1), ("four_packs", 6, 3)],
)
def test_e1_pack_holds_so_many_jokers(preset: str, players: int, jokers: int) -> None:
    rules = GAME.read_rules(value={"preset": preset, "jokers": 3})
    assert GAME.sides(rules=rules, seat_count=players) == tuple(
        Seat(number=number, side=number) for number in range(1, players + 1)
    )
    for extra, code in ((0, "not_melded"), (1, "too_many_copies")):
        cards = " ".join(["X"] * (jokers + extra) + ["AH", "5C", "7D", "K", "2H", "9D", "4C"])
        act = named("1 sequence:2", cards={"2": cards})
        assert codes_of(lambda: outcome(GAME, act, players=players, preset=preset, jokers=3)) == [code]  # noqa: B023


@pytest.mark.parametrize(("preset", "players"), [("wilkinson", 5), ("three_packs", 5), ("four_packs", 3)])
def test_e1_so_many_cannot_play_with_these_packs(preset: str, players: int) -> None:
    rules = GAME.read_rules(value=preset)
    assert codes_of(lambda: GAME.sides(rules=rules, seat_count=players)) == ["wrong_seat_count"]


@each(
    ("kind", "rules", "fields"),
    {
        "hand": (ActKind.HAND, None, "out melds cards dealer void by"),
        "hand-with-every-option": (ActKind.HAND, ALL_OPTIONS, "out ending orphan melds cards dealer void by"),
        "penalty": (ActKind.PENALTY, None, "seat offence chosen"),
        "secret": (ActKind.SECRET, None, ""),
    },
)
def test_act_asks_for_what_the_rules_allow(kind: ActKind, rules: object, fields: str) -> None:
    asked = GAME.asks(kind=kind, rules=GAME.read_rules(value=rules))
    assert [field.name for field in asked] == fields.split()


def test_e12_form_marks_the_names_that_need_five_players() -> None:
    asked = GAME.asks(kind=ActKind.HAND, rules=GAME.read_rules(value="four_packs"))
    labels = {choice.value: choice.label for field in asked for choice in field.choices}
    assert [name for name, label in labels.items() if "," in label] == [
        kind.value for kind in MeldKind if kind.rule == "E5"
    ]


def test_act_in_a_few_words() -> None:
    assert GAME.sentence(kind=ActKind.HAND, act=new(HAND).said.data()) == say("act.out_full_hand", seats={"player": 1})


@each(
    ("rules", "entered", "told", "lines"),
    {
        "E7-larger-meld-that-pays-less": (
            "three_packs",
            {"cards": "5H 5H 5H 5C 5C 5C 5D 5D 5D"},
            "worth.points 12",
            [
                ("melds.of_cards meld.double_triplet 5H 5C 5D 5H 5C 5D", "E4", 10),
                ("melds.of_cards meld.triplet 5H 5C 5D", "E4", 2),
                ("reason.pays_less meld.triple_triplet 5H 5C 5D 5H 5C 5D 5H 5C 5D 9", "E7", None),
            ],
        ),
        "E4-full-hand": (
            None,
            {"cards": FULL},
            "worth.points 29",
            [
                ("melds.of_cards meld.double_khanhoo AH 2C 3D AH 2C 3D", "E4", 15),
                ("melds.of_cards meld.double_triplet 5H 5C 5D 5H 5C 5D", "E4", 10),
                ("melds.of_cards meld.royal_group J 7D 7D", "E4", 4),
                ("worth.full_hand", "E4", 5),
            ],
        ),
        "E4-card-left-over": (None, {"cards": "AH 2C 3D 9C"}, "worth.not_melded", [("worth.left_over 9C", "E4", None)]),
        "E12-reverse-group-of-four-players": (
            "four_packs",
            {"cards": "J J 7D", "players": 4},
            "worth.not_melded",
            None,
        ),
        "E12-reverse-group-of-five-players": (
            "four_packs",
            {"cards": "J J 7D", "players": 5},
            "worth.points 4",
            [("melds.of_cards meld.reverse_group J J 7D", "E5", 4)],
        ),
        "E1-two-jokers-of-three-players": (None, {"cards": "J X X", "players": 3}, "worth.points 4", None),
        "E1-two-jokers-of-nobody-knows-how-many": (None, {"cards": "J X X"}, "worth.points 4", None),
    },
)
def test_judge_says_what_melds_score_and_why(
    rules: object, entered: dict[str, object], told: str, lines: list[tuple[str, str, int | None]] | None
) -> None:
    answer = answer_to(WORTH, entered, GAME.read_rules(value=rules))
    assert (said(answer.text), answer.is_yes) == (told, told.startswith("worth.points"))
    assert lines is None or [line[1:] for line in lines_of(answer)] == lines


@each(
    ("entered", "codes"),
    {
        "no-cards": ({"cards": ""}, ["missing_field"]),
        "no-card-of-the-pack": ({"cards": "13H"}, ["unknown_card", "missing_field"]),
        "seventeen-cards": ({"cards": " ".join(["AH"] * 17)}, ["wrong_card_count", "too_many_copies"]),
        "third-joker": ({"cards": "X X X"}, ["too_many_copies"]),
        "third-copy": ({"cards": "5C 5C 5C"}, ["too_many_copies"]),
        "second-joker-of-four-players": ({"cards": "J X X", "players": 4}, ["too_many_copies"]),
    },
)
def test_judge_refuses_cards_that_cannot_be(entered: dict[str, object], codes: list[str]) -> None:
    assert codes_of(lambda: answer_to(WORTH, entered, NORMAL)) == codes


def test_e9_judge_says_who_has_the_discard() -> None:
    entered = {"players": 4, "by": 1, "discard": "7D", "shown": {"3": "7H 7C", "4": "J 7D"}}
    answer = answer_to(BUMP, entered, NORMAL)
    assert said(answer.text).startswith("bump.winner ")
    assert [(rule, count, told.split()[-1]) for _, told, rule, count in lines_of(answer)] == [
        ("E9", 2, "ground.pays_less"),
        ("E9", 4, "ground.pays_most"),
    ]
    assert answer_to(BUMP, entered | {"shown": {}}, NORMAL).text.key == "bump.nobody"
    refused = codes_of(lambda: answer_to(BUMP, {"players": 9, "discard": "X"}, NORMAL))
    assert refused == ["bad_number", "unknown_seat", "missing_field"]
