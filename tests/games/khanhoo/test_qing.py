"""Qing khanhoo: the winning hand (Q1 to Q5), against trying everything, and what it pays (Q6)."""

from collections import Counter
from random import Random

import pytest

from scoring.games.base import ActKind, Outcome
from scoring.games.khanhoo.qing import KhanhooQing
from scoring.games.khanhoo.qing.melds import MeldKind, SixthEye, read_cards
from scoring.games.khanhoo.qing.splits import Reading, Verdict, judge_hand
from scoring.texts import say
from tests.games.asking import answer_to, codes_of, each, lines_of, outcome, problems_of, said
from tests.games.cuajo.hands import SCALE
from tests.games.khanhoo import naive_qing
from tests.games.khanhoo.qing_hands import random_hand

GAME = KhanhooQing()
NORMAL = GAME.read_rules(value=None)
TCHENG, CULIN, WILD = Reading(), Reading(sixth=SixthEye.CULIN), Reading(flowers_wild=True)
BOYS = "4C 5C 6C 7S 7S 7M 5M 6M 7M"
FLOWERS_AND_ACES = "8C 2S 2M 1C 1S 1M RF WF OT RF WF OT 1C 1S"
EYES = ("1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M", "RF 9S 9M")
HAND = "8C 2S 2M 4C 5C 6C 7S 7S 7M 5M 6M 7M RF 1S 1S"
WIN: dict[str, object] = {"result": "win", "winner": 2, "hand": HAND}
NO_WIN = HAND.replace("RF", "9C")


def judge(text: str, reading: Reading = TCHENG) -> Verdict:
    return judge_hand(cards=read_cards(text=text), reading=reading)


@each(
    ("reading", "text", "wins", "strays"),
    {
        "Q2-five-eyes": (TCHENG, "RF 9S OT WF 8S 9M 9C 1S 1M 8C 2S 2M 7C 3S 3M", True, ""),
        "Q2-boys-without-an-eye": (TCHENG, f"{BOYS} 2S 3S 4S 8M 8M 8M", False, ""),
        "Q3-doubtful-eye": (TCHENG, f"RF 9S 9M {BOYS} 2S 3S 4S", True, ""),
        "Q3-doubtful-eye-by-Culin": (CULIN, f"8C 3S 2M {BOYS} 8S 8S 8M", True, ""),
        "Q3-doubtful-eye-not-by-Tcheng": (TCHENG, f"8C 3S 2M {BOYS} 8S 8S 8M", False, None),
        "Q3-doubtful-eye-not-by-Culin": (CULIN, f"RF 9S 9M {BOYS} 2S 3S 4S", False, None),
        "Q4-three-of-a-rank-in-three-suits": (TCHENG, f"RF 9S OT 6C 6S 6M {BOYS}", True, ""),
        "Q4-three-of-a-rank-in-two-suits": (TCHENG, f"RF 9S OT 6C 6C 6M {BOYS}", True, ""),
        "Q4-three-of-a-rank-in-one-suit": (TCHENG, f"RF 9S OT 6C 6C 6C {BOYS}", True, ""),
        "Q4-longer-sequences": (TCHENG, "RF 9S OT 2M 3M 4M 5M 6M 7M 8M 9M 4S 5S 6S 7S", True, ""),
        "Q5-free-cards": (TCHENG, f"{FLOWERS_AND_ACES} 1M", True, ""),
        "Q5-ordinary-card": (TCHENG, f"{FLOWERS_AND_ACES} 5M", False, "5M"),
        "Q5-flowers-are-not-wild": (TCHENG, "8C 2S WF 5C 5C RF 7S 7S 7M 5M 6M 7M 2S 3S 4S", False, None),
        "Q5-wild-flowers": (WILD, "8C 2S WF 5C 5C RF 7S 7S 7M 5M 6M 7M 2S 3S 4S", True, ""),
    },
)
def test_winning_hand(reading: Reading, text: str, wins: bool, strays: str | None) -> None:
    verdict = judge(text, reading)
    assert verdict.wins is wins
    assert strays is None or " ".join(map(str, verdict.split.strays)) == strays


@pytest.mark.parametrize("eye", EYES)
def test_q3_every_eye_makes_boys_a_win(eye: str) -> None:
    verdict = judge(f"{eye} {BOYS} 2S 3S 4S")
    assert (verdict.wins, verdict.split.melds[0].kind) == (True, MeldKind.EYE)
    assert {str(card) for card in verdict.split.melds[0].cards} == set(eye.split())


def test_q2_boys_alone_have_no_eye_and_q5_wild_flowers_stand_for_cards() -> None:
    assert judge(f"{BOYS} 2S 3S 4S 8M 8M 8M").split.has_eye is False
    wild = judge("8C 2S WF 5C 5C RF 7S 7S 7M 5M 6M 7M 2S 3S 4S", WILD).split.melds
    assert sorted(str(card) for meld in wild for card in meld.wild_for) == ["2M", "5C"]


def test_q1_q2_near_miss_names_changes_and_waits_without_a_fifth_copy() -> None:
    changes = judge(f"8C 2S 5M {BOYS} 2S 3S 4S").changes
    assert ("5M", "2M") in {(str(change.out), str(change.into)) for change in changes}
    assert [str(card) for card in judge(f"8C 2M {BOYS} 5S 6S 7S").waits] == ["2S"]
    assert "5M" not in {str(card) for card in judge("RF 9S OT 5M 5M 5M 5M 6M 7M 3S 3S 3S 4S 2C").waits}


def texts(verdict: Verdict) -> list[str]:
    """Return the cards of a split, wild ones as flowers again."""
    split = verdict.split
    melded = Counter(str(card) for meld in split.melds for card in meld.cards)
    wild = Counter(str(card) for meld in split.melds for card in meld.wild_for)
    return sorted((melded - wild).elements()) + sorted(str(card) for card in (*split.free, *split.strays))


def check(cards: naive_qing.Cards, culin: bool, flowers_wild: bool) -> bool:
    """Compare with the naive judge: a win or not, the number of strays, the cards."""
    reading = Reading(sixth=SixthEye.CULIN if culin else SixthEye.TCHENG, flowers_wild=flowers_wild)
    verdict = judge(" ".join(cards), reading)
    assert verdict.wins is naive_qing.wins(cards, culin, flowers_wild), cards
    known = {tuple(sorted(meld)) for _, meld in naive_qing.melds(culin)}
    assert all(tuple(sorted(map(str, meld.cards))) in known for meld in verdict.split.melds)
    if not flowers_wild:
        assert sorted(texts(verdict)) == sorted(cards)
        fewest = naive_qing.fewest_strays(cards, culin, False)
        if verdict.split.melds and not verdict.wins:
            assert len(verdict.split.strays) == fewest
    return verdict.wins


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(2))
def test_q2_to_q5_judge_agrees_with_trying_everything(seed: int) -> None:
    """Both readings of the doubtful eye."""
    rng, hands = Random(seed), int(40 * SCALE)
    won = sum(check(random_hand(rng, 15, seed % 2 == 0), seed % 2 == 0, False) for _ in range(hands))
    assert hands / 10 < won < hands


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(2))
def test_q5_judge_with_wild_flowers_agrees_with_trying_everything(seed: int) -> None:
    """Each of up to two flowers is every card in turn."""
    rng = Random(seed)
    for _ in range(int(3 * SCALE)):
        check(random_hand(rng, 15, seed % 2 == 0, most_flowers=1 + (rng.random() < 0.1)), seed % 2 == 0, True)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(1))
def test_q1_q2_changes_of_one_card_are_all_that_win_and_no_others(seed: int) -> None:
    """Every card out, every kind in."""
    rng = Random(51 + seed)
    for _ in range(int(1 * SCALE)):
        cards = random_hand(rng, 15, False)
        verdict = judge(" ".join(cards))
        if verdict.wins:
            continue
        expected = set()
        for out in set(cards):
            rest = list(cards)
            rest.remove(out)
            for into in naive_qing.KINDS:
                if into != out and rest.count(into) < 4 and naive_qing.wins((*rest, into), False, False):
                    expected.add((out, into))
        assert {(str(change.out), str(change.into)) for change in verdict.changes} == expected


@pytest.mark.no_cover
def test_q1_q2_waits_are_all_that_win_and_no_others() -> None:
    rng = Random(77)
    for _ in range(int(4 * SCALE)):
        cards = random_hand(rng, 14, False)
        expected = [
            card for card in naive_qing.KINDS if cards.count(card) < 4 and naive_qing.wins((*cards, card), False, False)
        ]
        assert sorted(str(card) for card in judge(" ".join(cards)).waits) == sorted(expected)


def paid(act: dict[str, object], **changes: object) -> list[tuple[int, int, int]]:
    return [(debt.payer, debt.payee, debt.cents) for debt in outcome(GAME, act, **changes).debts]  # type: ignore[arg-type]


@each(
    ("act", "changes", "debts"),
    {
        "Q6-stake-of-every-other-player": (WIN, {"players": 4, "stake": 250}, [(1, 2, 250), (3, 2, 250), (4, 2, 250)]),
        "Q6-stake-of-nothing": (WIN, {"stake": 0}, []),
        "Q6-declared": ({"winner": 1, "declared": True}, {}, [(2, 1, 100), (3, 1, 100)]),
        "Q6-stock-runs-out": ({"result": "drawn"}, {}, []),
        "Q6-stakes-of-two-drawn-hands": (WIN | {"drawn_before": 2}, {"pot_stays": True}, [(1, 2, 300), (3, 2, 300)]),
    },
)
def test_winner_takes_the_stakes(
    act: dict[str, object], changes: dict[str, object], debts: list[tuple[int, int, int]]
) -> None:
    assert paid(act, **changes) == debts


@each(
    ("act", "kept"),
    {
        "cards": (WIN, WIN | {"declared": False}),
        "declared": ({"winner": 1, "declared": True}, {"result": "win", "winner": 1, "declared": True, "hand": ""}),
        "drawn": ({"result": "drawn"}, {"result": "drawn"}),
    },
)
def test_act_is_kept_in_canonical_form(act: dict[str, object], kept: dict[str, object]) -> None:
    judged: Outcome = outcome(GAME, act)
    assert (judged.said.data(), judged.winner, judged.scores) == (kept, kept.get("winner"), ())
    assert outcome(GAME, judged.said.data()) == judged


def test_q3_to_q5_split_is_told() -> None:
    judged = outcome(GAME, WIN)
    assert [line[1:3] for line in lines_of(judged)] == [
        ("qing.eye", "Q3"),
        ("qing.sequence", "Q4"),
        ("qing.sequence", "Q4"),
        ("qing.rank", "Q4"),
        ("qing.free", "Q5"),
    ]
    cards = [" ".join(line.cards) for line in judged.verdict.lines]  # type: ignore[attr-defined]
    assert cards == ["8C 2S 2M", "4C 5C 6C", "5M 6M 7M", "7S 7S 7M", "1S 1S RF"]


def test_q6_drawn_hands_in_the_pot_are_told_with_a_win() -> None:
    judged = outcome(GAME, {"winner": 2, "declared": True, "drawn_before": 1}, pot_stays=True)
    assert judged.said.data()["drawn_before"] == 1
    assert lines_of(judged) == [(None, "qing.drawn_before", "Q6", 1)]
    asked = GAME.asks(kind=ActKind.HAND, rules=GAME.read_rules(value={"pot_stays": True}))
    assert "drawn_before" in [field.name for field in asked]
    assert [question.verifies for question in GAME.questions] == [True]


@each(
    ("change", "codes"),
    {
        "seat-that-does-not-play": ({"winner": 5}, ["unknown_seat"]),
        "unknown-result": ({"result": "lost"}, ["unknown_word"]),
        "declared-in-words": ({"declared": "yes"}, ["bad_switch"]),
        "Q1-sixteen-cards": ({"hand": HAND + " 9C"}, ["wrong_card_count"]),
        "Q1-one-card": ({"hand": "8C"}, ["wrong_card_count"]),
        "Q1-no-cards": ({"hand": None}, ["wrong_card_count"]),
        "Q1-no-card-of-the-pack": ({"hand": HAND.replace("RF", "10C")}, ["unknown_card", "wrong_card_count"]),
        "Q1-fifth-copy": ({"hand": HAND.replace("5M 6M 7M", "7S 7S 7S")}, ["too_many_copies"]),
        "Q2-no-win": ({"hand": NO_WIN}, ["not_a_win"]),
        "Q6-stakes-do-not-stay": ({"drawn_before": 2}, ["pot_does_not_stay"]),
        "every-reason": ({"winner": None, "hand": "8C 8X"}, ["unknown_seat", "unknown_card", "wrong_card_count"]),
    },
)
def test_hand_that_cannot_be_is_refused_with_every_reason(change: dict[str, object], codes: list[str]) -> None:
    assert codes_of(lambda: outcome(GAME, WIN | change)) == codes


@each(
    ("hand", "why", "cards"),
    {
        "Q1-one-card": ("8C", "wrong_card_count.qing_win 15 1", ("8C",)),
        "Q2-stray-card": (NO_WIN, "not_a_win.qing win.strays 9C 1", ("9C",)),
        "Q2-no-eye-and-a-stray-card": (
            "2S 3S 4S 4C 5C 6C 7S 7S 7M 5M 6M 7M 9C 1S 1S",
            "not_a_win.qing win.both win.no_eye win.strays 9C 1",
            ("9C",),
        ),
        "Q2-no-eye": (HAND.replace("8C 2S 2M RF", "").replace("8C 2S 2M", "2S 3S 4S"), "not_a_win.qing win.no_eye", ()),
    },
)
def test_hand_that_does_not_win_says_why(hand: str, why: str, cards: tuple[str, ...]) -> None:
    (problem,) = problems_of(lambda: outcome(GAME, WIN | {"hand": hand}))
    assert (said(problem.text), problem.cards) == (why, cards)


def test_acts_and_tables_of_others_are_unknown() -> None:
    for players in (1, 9):
        assert codes_of(lambda: GAME.sides(rules=NORMAL, seat_count=players)) == ["wrong_seat_count"]  # noqa: B023
    assert codes_of(lambda: outcome(GAME, {}, kind=ActKind.PENALTY)) == ["unknown_act"]
    assert GAME.asks(kind=ActKind.PENALTY, rules=NORMAL) == ()
    asked = [field.name for field in GAME.asks(kind=ActKind.HAND, rules=NORMAL)]
    assert asked == ["result", "winner", "hand", "declared", "dealer", "void", "by"]


def test_q3_q5_presets_differ_in_the_doubtful_eye() -> None:
    culin = GAME.read_rules(value="culin")
    assert (NORMAL.sixth_eye, culin.sixth_eye, NORMAL.flowers_wild) == ("tcheng", "culin", False)


def test_act_in_a_few_words() -> None:
    assert GAME.sentence(kind=ActKind.HAND, act=WIN) == say("act.won_pot", seats={"player": 2})
    assert GAME.sentence(kind=ActKind.HAND, act={"result": "drawn"}) == say("act.drawn")


@each(
    ("hand", "rules", "told", "line"),
    {
        "Q2-win": (HAND, None, "win.yes", "melds.of_cards qing.eye 8C 2S 2M"),
        "Q2-what-it-lacks": (NO_WIN, None, "win.no win.strays 9C 1", "win.change 9C 1C 1S 1M 3C 4M 7C 8M RF WF OT"),
        "Q2-wait": ("8C 2M 4C 5C 6C 7S 7S 7M 5M 6M 7M 5S 6S 7S", None, "win.waiting 2S", None),
        "Q1-unfinished": ("8C 2S 2M", None, "win.unfinished 12", None),
        "Q5-wild-flower": (
            HAND.replace("2M", "WF"),
            {"flowers_wild": True},
            "win.yes",
            "melds.of_cards melds.wild qing.eye 2M 8C 2S 2M",
        ),
    },
)
def test_judge_explains_a_win_and_what_a_hand_lacks(hand: str, rules: object, told: str, line: str | None) -> None:
    answer = answer_to(GAME.questions[0], {"hand": hand}, GAME.read_rules(value=rules))
    assert (said(answer.text), answer.is_yes is True) == (told, told == "win.yes")
    assert line is None or line in [text for _, text, _, _ in lines_of(answer)]


@pytest.mark.parametrize(
    ("hand", "code"), [("", "missing_field"), ("10C", "unknown_card"), (HAND + " 1M", "wrong_card_count")]
)
def test_judge_refuses_cards_that_cannot_be(hand: str, code: str) -> None:
    assert code in codes_of(lambda: answer_to(GAME.questions[0], {"hand": hand}, NORMAL))
