"""The point that a table disputes most, with its rule and its cards; whether laid cards are a secret."""

import pytest

from scoring.games.base import ImpossibleError
from scoring.games.cuajo import read_rules
from scoring.games.cuajo.judging.claims import claim_answer
from scoring.games.cuajo.judging.secrets import secret_answer
from scoring.games.cuajo.judging.win import win_answer
from tests.games.cuajo.claims import EXAMPLE

PORBIS = "10B 11B 12B 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E 5B"
THREE = "4O 4O 4O 3C 4C 5C 1O 1C 1E 10E 11E 12E 12B 3B 4B 5B"


def point(hand: str, rules: str = "pagat", **asked: str) -> tuple[str, str, list[str]]:
    told = win_answer(
        {"hand": hand, "bounit": hand.rsplit(maxsplit=1)[-1], "source": "self_drawn", **asked}, read_rules(value=rules)
    )
    found = told.data()["point"]
    assert isinstance(found, dict)
    return found["text"], found["rule"], found["cards"]


@pytest.mark.parametrize(
    ("hand", "asked", "said"),
    [
        (THREE, {"sowee": "4O"}, ("These three count as a secret", "C10", ["4O", "4O", "4O"])),
        (PORBIS, {}, ("Porbis: the only king is used in its run", "C32", ["12B"])),
        (EXAMPLE, {}, ("No porbis: the only king is not used in a run", "C32", ["12B"])),
        (EXAMPLE.replace("12B", "3B"), {}, ("Porbis: the hand holds no king.", "C32", [])),
        (
            EXAMPLE.replace("10O 1C", "12O 1C").replace("10C", "12C").replace("10E", "12E"),
            {"source": "discard", "bounit": "5B", "sowee": "4O"},
            ("The sowee is met, but two cards that go with the bounit are missing.", "C28", ["5B"]),
        ),
    ],
)
def test_a_win_begins_with_the_point_that_decides_it(
    hand: str, asked: dict[str, str], said: tuple[str, str, list[str]]
) -> None:
    text, rule, cards = point(hand, **asked)
    assert text.startswith(said[0])
    assert (rule, cards) == said[1:]


def test_kings_alone_come_before_everything_else_l4() -> None:
    assert point("12O 12O 12O 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11B 1B", rules="pricelist")[1:] == ("L4", ["12O"] * 3)


def test_a_dealt_win_is_about_the_deal_c34() -> None:
    rules = {"preset": "pagat", "dealt_win": "as_self_drawn"}
    hand = EXAMPLE.replace("12B", "3B").replace("10O", "12O").replace("10C", "12C").replace("10E", "12E")
    told = win_answer({"hand": hand, "source": "dealt"}, read_rules(value=rules)).data()["point"]
    assert isinstance(told, dict)
    assert told["rule"] == "C34"


def test_every_preset_says_what_the_hand_pays_and_why() -> None:
    told = win_answer({"hand": PORBIS, "bounit": "5B", "source": "discard", "sowee": "3O"}, read_rules(value="pagat"))
    assert told.data()["presets"] == [
        {"preset": "pagat", "per_opponent": 300, "why": "", "lines": [
            {"what": "Porbis: one king, used in a run", "rule": "C32", "cents": 300},
        ]},
        {"preset": "family", "per_opponent": 390, "why": "", "lines": [
            {"what": "Porbis: one king, used in a run", "rule": "C32", "cents": 300},
            {"what": "Only the sowee condition met", "rule": "C28", "cents": 70},
            {"what": "1 other king", "rule": "C26", "cents": 20},
        ]},
        {"preset": "gamerules", "per_opponent": 300, "why": "", "lines": [
            {"what": "Porbis: one king, used in a run", "rule": "C32", "cents": 300},
        ]},
        {
            "preset": "pricelist",
            "per_opponent": None,
            "why": "By these rules a discard cannot be the winning card (C15).",
            "lines": [],
        },
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "sowee", "is_secret", "rule"),
    [
        ("4C 4C 4C 4C", None, True, "C6"),
        ("4C 4C 4C 12O", "4C", True, "C10"),
        ("4C 4C 4C 12O", "4B", False, "C10"),
        ("4C 4C 4C", "4C", False, "C10"),
        ("4C 4O 4E 4B", None, False, "C4"),
        ("4C 4C 5C 5C", "4C", False, "C6"),
    ],
)
def test_four_identical_cards_or_the_three_of_the_sowee_are_a_secret(
    hand: str, sowee: str | None, is_secret: bool, rule: str
) -> None:
    told = secret_answer(
        {"hand": hand, "sowee": sowee}, read_rules(value={"preset": "pagat", "false_secret_penalty": 30})
    )
    data = told.data()
    assert isinstance(data["point"], dict)
    assert (data["is_secret"], data["point"]["rule"]) == (is_secret, rule)
    assert (data["per_opponent"], data["penalty"]) == ((50, 0) if is_secret else (0, 30))


@pytest.mark.parametrize(
    ("hand", "sowee", "code"),
    [
        ("4C 4C", None, "wrong_card_count"),
        ("4C 4C 4C 4C", "4C", "too_many_copies"),
        ("4C 4C 4C 9C", None, "unknown_card"),
    ],
)
def test_cards_that_cannot_have_been_laid_are_refused(hand: str, sowee: str | None, code: str) -> None:
    with pytest.raises(ImpossibleError) as caught:
        secret_answer({"hand": hand, "sowee": sowee}, read_rules(value=None))
    assert code in [problem.code for problem in caught.value.problems]


def test_c22_a_shown_card_names_the_houses_that_give_it_to_somebody_else() -> None:
    asked = {"how": "drawn", "by": 1, "card": "5B", "names": {"1": "Ana", "2": "Ben"}}
    told = claim_answer(
        {**asked, "standing": {"2": "purro"}, "completes": {"1": True, "2": True}}, read_rules(value="pagat")
    ).data()
    assert told["winner"] == "Ben"
    houses = told["houses"]
    assert isinstance(houses, list)
    assert [(house["name"], house["value"], house["winner"]) for house in houses] == [
        ("silent_drawer_first", "true", "Ana")
    ]
    assert told["presets"] == [
        {"preset": name, "winner": "Ben"} for name in ("pagat", "family", "gamerules", "pricelist")
    ]
