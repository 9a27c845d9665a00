"""Cau robat as a game of the house: R1, R2, R8 to R10."""

from random import Random

from scoring.games.base import ActKind, Debt, Outcome
from scoring.games.cau_robat import CauRobat
from scoring.games.cau_robat.hand import FACE_UP
from tests.games.asking import answer_to, codes_of, each, lines_of, outcome, said
from tests.games.cau_robat.test_random_games import deal
from tests.games.cuajo.hands import SCALE

GAME = CauRobat()
NORMAL = GAME.read_rules(value=None)
TAKES, CALL = GAME.questions
PLAYS_THAT_CANNOT_BE = ("wrong_card_count", "equal_cards_face_up", "wrong_card_count", "too_many_copies")
COUNTED: dict[str, object] = {"piles": {"1": 21, "2": 9, "3": 7}, "centre": 3}
ENTERED = {"players": 4, "seat": 2, "played": "12", "centre": "1 2 4 7 11 12", "piles": {"3": "3 3"}}


def judge(act: dict[str, object], preset: str = "cau_robat", players: int = 3) -> Outcome:
    return outcome(GAME, act, players=players, preset=preset)


@each(
    ("preset", "act", "points", "winner"),
    {
        "R9-most-cards": ("cau_robat", COUNTED, {1: 1}, 1),
        "R9-tie": ("cau_robat", {"piles": {"1": 18, "2": 18}, "centre": 4}, {}, None),
        "R9-every-ten-cards": ("points", COUNTED, {1: 2}, 1),
        "R9-ten-nineteen-and-eleven": ("points", {"piles": {"1": 10, "2": 19, "3": 11}}, {1: 1, 2: 1, 3: 1}, 2),
    },
)
def test_hand_scores(preset: str, act: dict[str, object], points: dict[int, int], winner: int | None) -> None:
    judged = judge(act, preset)
    assert ({score.seat: score.points for score in judged.scores}, judged.winner) == (points, winner)
    assert outcome(GAME, judged.said.data(), preset=preset) == judged


@each(
    ("act", "codes"),
    {
        "R9-39-cards": (COUNTED | {"centre": 2}, ["cards_do_not_add_up"]),
        "R9-41-cards": ({"piles": {"1": 41}}, ["bad_number"]),
        "R9-seat-that-does-not-play": ({"piles": {"4": 40}}, ["unknown_seat"]),
        "R9-centre-is-text": ({"piles": {"1": 39}, "centre": "1"}, ["bad_number"]),
        "R9-piles-are-no-table": ({"piles": 40}, ["bad_value"]),
        "R9-nothing": ({}, ["cards_do_not_add_up"]),
        "R1-R2-plays-that-cannot-be": (
            {"dealer": 9, "face_up": "1 1 2", "plays": "8 1 1 1"},
            ["unknown_seat", "unknown_card", *PLAYS_THAT_CANNOT_BE],
        ),
    },
)
def test_hand_that_cannot_be_is_refused_with_every_reason(act: dict[str, object], codes: list[str]) -> None:
    assert codes_of(lambda: judge(act)) == codes


def test_r2_to_r9_hand_by_its_plays_scores_as_its_counted_piles() -> None:
    rng, lapsed = Random(1), 0
    for number in range(int(30 * SCALE)):
        players = 3 + number % 3
        face_up, pack = deal(rng, players)
        act = {"dealer": 1, "face_up": " ".join(map(str, face_up)), "plays": " ".join(map(str, pack))}
        judged = judge(act, "points", players)
        lines = lines_of(judged)
        piles = {str(seat): count or 0 for seat, told, _, count in lines if told == "cau.taken"}
        counted = judge({"piles": piles, "centre": 40 - sum(piles.values())}, "points", players)
        assert counted.scores == judged.scores
        lapsed += sum(rule == "R8" for _, _, rule, _ in lines)
    assert lapsed


@each(
    ("preset", "totals", "over"),
    {
        "three-hands": ("cau_robat", (3, 2, 0), True),
        "two-hands-each": ("cau_robat", (2, 2, 2), False),
        "20-points": ("points", (20, 3, 0), False),
        "22-points": ("points", (21, 22, 0), True),
        "22-points-each": ("points", (22, 22, 0), False),
    },
)
def test_r9_match_is_over_at_the_target_and_a_tie_plays_on(
    preset: str, totals: tuple[int, int, int], over: bool
) -> None:
    assert GAME.match is not None
    points = dict(enumerate(totals, start=1))
    assert GAME.match.is_over(points=points, rules=GAME.read_rules(value=preset)) is over


def test_r9_match_settles_the_differences() -> None:
    rules = GAME.read_rules(value={"preset": "points", "point": 10})
    assert GAME.match is not None
    assert GAME.match.debts(points={1: 21, 2: 19, 3: 21}, rules=rules) == (
        Debt(payer=2, payee=1, cents=20),
        Debt(payer=2, payee=3, cents=20),
    )


def test_r1_r2_two_to_eight_play_and_the_cards_deal_out_evenly() -> None:
    for players in (1, 9):
        assert codes_of(lambda: GAME.sides(rules=NORMAL, seat_count=players)) == ["wrong_seat_count"]  # noqa: B023
    assert {players: (40 - cards) % players for players, cards in FACE_UP.items()} == dict.fromkeys(range(2, 9), 0)


def test_r10_variants_are_house_rules() -> None:
    assert GAME.read_rules(value="cau").piles_taken is False
    assert {"piles_taken", "three_at_a_time"} <= {field.name for field in GAME.house_rules}


def test_acts_of_others_are_unknown() -> None:
    assert codes_of(lambda: outcome(GAME, {}, kind=ActKind.PENALTY)) == ["unknown_act"]
    assert GAME.asks(kind=ActKind.PENALTY, rules=NORMAL) == ()
    asked = [field.name for field in GAME.asks(kind=ActKind.HAND, rules=NORMAL)]
    assert asked == ["piles", "centre", "face_up", "plays", "dealer", "void", "by"]


def test_act_in_a_few_words() -> None:
    keys = [GAME.sentence(kind=ActKind.HAND, act=act).key for act in (COUNTED, {"plays": ""})]
    assert keys == ["act.by_piles", "act.by_plays"]


def test_r3_r4_judge_says_what_a_card_takes_in_order() -> None:
    answer = answer_to(TAKES, ENTERED, NORMAL)
    assert said(answer.text) == "capture.cards 6 12 12 1 2 3 3 4"
    lines = [(text, rule, count) for _, text, rule, count in lines_of(answer)]
    assert lines[0] == ("capture.centre 12", "R3", 1)
    assert (lines[3][0].split()[0], lines[3][1:]) == ("capture.pile", ("R4", 2))
    assert [text for text, _, _ in lines[1:] if "pile" not in text] == [f"capture.centre {rank}" for rank in (1, 2, 4)]
    shielded = lines_of(answer_to(TAKES, ENTERED | {"piles": {"3": "2 3"}}, NORMAL))
    assert shielded[2][1].startswith("capture.shields 2 ")
    assert answer_to(TAKES, ENTERED | {"played": "5"}, NORMAL).text.key == "capture.nothing"
    refused = codes_of(lambda: answer_to(TAKES, {"players": 4, "centre": "1 1"}, NORMAL))
    assert refused == ["unknown_seat", "missing_field", "equal_cards_face_up"]


@each(
    ("asked", "taker", "paid"),
    {
        "R6-contracau-of-three": (
            {"players": 3, "seat": 3, "call": "contracau", "names": {"1": "Ana", "2": "Ben", "3": "Dan"}},
            "Dan",
            ["Ben Dan 1", "Ana Ben 1", "Ana Dan 2", "Dan Ana 1", "Dan Ben 2"],
        ),
        "R6-cau": ({"players": 3, "seat": 1, "call": "cau", "names": {"1": "Ana", "2": "Ben"}}, "Ben", ["Ana Ben 1"]),
    },
)
def test_judge_says_who_pays_whom_after_a_call(asked: dict[str, object], taker: str, paid: list[str]) -> None:
    answer = answer_to(CALL, asked, NORMAL)
    assert said(answer.text) == f"call.takes {taker}"
    told = [f"{text.removeprefix('call.pays ')} {count}" for _, text, rule, count in lines_of(answer) if rule == "R6"]
    assert told == paid
