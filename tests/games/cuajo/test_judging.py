"""The questions of the judge: a win, a secret, who may claim, and by which other rules a hand would pay."""

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from scoring.games import FIRST
from scoring.games.base import ImpossibleError
from scoring.games.cuajo import PRESETS, HouseRules, answer_claim, judge_claim, read_claim, read_rules, rules_data
from scoring.games.cuajo.judging.claims import Standing, claim_answer, told_so_far
from scoring.games.cuajo.judging.extra import extra_answer
from scoring.games.cuajo.judging.others import wins_by_other_rules
from scoring.games.cuajo.judging.secrets import secret_answer
from scoring.games.cuajo.judging.win import grounds_of, win_answer
from scoring.games.cuajo.rules import house_rules_of
from scoring.games.cuajo.table.play import after_tap
from scoring.games.cuajo.table.state import deal
from scoring.games.fields import AtTable, FieldKind
from scoring.games.offers import Tapped
from scoring.texts import say
from tests.games.asking import codes_of, each
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import SCALE, random_claim
from tests.games.cuajo.price_hands import random_price_claim
from tests.games.cuajo.tables import LOST, SEATS, opened

QUESTIONS = {question.id: question for question in FIRST.questions}
PAGAT = FIRST.read_rules(value="pagat")
RULES: tuple[object, ...] = ("pagat", "pricelist", {"preset": "pricelist", "purro_required": True})
NO_KING, NO_TENS = (
    EXAMPLE.replace("12B", "3B"),
    EXAMPLE.replace("10O", "12O").replace("10C", "12C").replace("10E", "12E"),
)
PORBIS = "10B 11B 12B 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E 5B"
THREE_FOURS = "4O 4O 4O 3C 4C 5C 1O 1C 1E 10E 11E 12E 12B 3B 4B 5B"
THREE_THREES = "3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 5O 5C 5E 12C"
THREE_LIKE_SOWEE = "4C 4C 4C 3O 4O 5O 1O 1C 1E 10B 11B 12B 12O 12O 12E 12C"
RUB = "12O 12O 12O 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11B 1B"
PONG = "3C 3C 3C 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12C 12B"
FIFTEEN_FACES = "11O 11O 11O 11O 11C 11C 11C 11C 11E 11E 11E 11E 11B 11B 11B"
DISCARD = {"bounit": "5B", "source": "discard", "sowee": "4O"}
CLAIMED = DISCARD | {"source": "claimed"}
DRAWN = {"source": "self_drawn"}
DEALT = {"preset": "pagat", "dealt_win": "as_self_drawn"}


@each(
    "row",
    {
        "C10-three-of-the-sowee": ("pagat", THREE_FOURS, DRAWN | {"sowee": "4O"}, "sowee_three", "C10", "4O 4O 4O"),
        "C32-porbis-in-a-run": ("pagat", PORBIS, DRAWN, "porbis_one_king", "C32", "12B"),
        "C32-king-outside-a-run": ("pagat", EXAMPLE, DRAWN, "king_outside_run", "C32", "12B"),
        "C32-porbis-without-a-king": ("pagat", NO_KING, DRAWN, "porbis_no_king", "C32", ""),
        "C28-sowee-met": ("pagat", NO_TENS, DISCARD, "conditions_01", "C28", "5B"),
        "C27-own-draw": ("pagat", NO_TENS, DRAWN, "self_drawn", "C27", "12B"),
        "C34-dealt": (DEALT, NO_TENS, {"source": "dealt"}, "dealt", "C34", ""),
        "L4-kings-alone": ("pricelist", RUB, DRAWN, "king_win_rub", "L4", "12O 12O 12O"),
    },
)
def test_a_win_begins_with_the_point_that_decides_it(row: tuple[Any, ...]) -> None:
    rules, hand, asked, key, rule, cards = row
    told = win_answer({"hand": hand, "bounit": hand.rsplit(maxsplit=1)[-1], **asked}, read_rules(value=rules)).data()
    assert told["point"] == {"text": say(f"point.{key}").english(), "rule": rule, "cards": cards.split()}


def test_every_preset_says_what_the_hand_pays_and_why() -> None:
    told: Any = win_answer({"hand": PORBIS, "bounit": "5B", "source": "discard", "sowee": "3O"}, PAGAT).data()
    paid = [
        (each["preset"], each["per_opponent"], [(line["rule"], line["cents"]) for line in each["lines"]])
        for each in told["presets"]
    ]
    assert paid == [
        ("pagat", 300, [("C32", 300)]),
        ("family", 390, [("C32", 300), ("C28", 70), ("C26", 20)]),
        ("gamerules", 300, [("C32", 300)]),
        ("pricelist", None, []),
    ]
    assert [each["why"] for each in told["presets"]] == ["", "", "", say("discard_win_not_allowed").english()]


def test_c28_a_condition_that_is_met_says_by_which_cards() -> None:
    told = win_answer({"hand": EXAMPLE, **DISCARD}, PRESETS["family"]).told
    assert (told["conditions"], told["met"]) == ({"bounit": False, "sowee": True}, {"sowee": ["4O", "3O", "5O"]})


@pytest.mark.parametrize(("secrets", "laid", "uses"), [("", [], True), ("3O", ["3O"], False)])
def test_c10_a_win_by_the_undeclared_three_of_the_sowee_says_so(secrets: str, laid: list[str], uses: bool) -> None:
    asked = {"hand": THREE_THREES, "bounit": "5E", "source": "discard", "sowee": "3O", "secrets": secrets}
    answer = win_answer(asked, PAGAT)
    assert (answer.asked["secrets"], answer.told["uses_sowee_three"]) == (laid, uses)


def test_c8_cards_that_never_win_are_answered_before_anything_else_is_told() -> None:
    told: Any = win_answer({"hand": "1O 1C 1E 3O 4O 5O 10O 11O 12O 3E 4E 5E 12O 3C 4C 10B"}, PAGAT).told
    assert (told["valid"], told["near_miss"]["strays"]) == (False, ["5O", "5E", "10B"])
    assert [bool(each["why"]) for each in told["presets"]] == [False, False, False, True]


def test_c10_three_alike_wait_for_the_sowee_that_would_make_them_a_meld() -> None:
    assert codes_of(lambda: win_answer({"hand": THREE_THREES}, PAGAT)) == ["missing_field"]


@each(
    ("act", "met_by"),
    {
        "C10-three-of-the-sowee": ({"hand": THREE_THREES, "bounit": "5E", "sowee": "3O"}, {"three": ["3O"] * 3}),
        "C10-laid": ({"hand": THREE_THREES, "bounit": "5E", "sowee": "3O", "secrets": "3O"}, {}),
        "C28-both-conditions": (
            {"hand": EXAMPLE, "bounit": "5B", "sowee": "4O", "extra": "3B"},
            {"bounit": ["3B", "4B"], "sowee": ["4O", "3O", "5O"]},
        ),
        "L2-three-alike-are-a-pong": (
            {"rules": "pricelist", "hand": "3O 3O 3O 1O 1C 1E 10O 11O 12O 4C 4E 4B 5O 5C 5E 5B", "sowee": "3O"}
            | {"source": "self_drawn", "bounit": "5B"},
            {},
        ),
    },
)
def test_a_kept_win_says_by_which_cards_it_won(act: dict[str, object], met_by: dict[str, object]) -> None:
    kept = {"game": "cuajo", "source": "claimed", "secrets": "", **act}
    assert grounds_of(kept, answer_claim(data=kept)) == met_by
    assert grounds_of(kept | {"declared": True, "hand": ""}, {}) == {}


@each(
    ("hand", "sowee", "is_secret", "rule"),
    {
        "four-alike": ("4C 4C 4C 4C", None, True, "C6"),
        "three-of-the-sowee-and-a-fourth": ("4C 4C 4C 12O", "4C", True, "C10"),
        "three-of-another-kind": ("4C 4C 4C 12O", "4B", False, "C10"),
        "three-of-the-sowee-alone": ("4C 4C 4C", "4C", False, "C10"),
        "a-set": ("4C 4O 4E 4B", None, False, "C4"),
        "two-pairs": ("4C 4C 5C 5C", "4C", False, "C6"),
    },
)
def test_four_identical_cards_or_the_three_of_the_sowee_are_a_secret(
    hand: str, sowee: str | None, is_secret: bool, rule: str
) -> None:
    rules = read_rules(value={"preset": "pagat", "false_secret_penalty": 30})
    told: Any = secret_answer({"hand": hand, "sowee": sowee}, rules).data()
    assert (told["is_secret"], told["point"]["rule"]) == (is_secret, rule)
    assert (told["per_opponent"], told["penalty"]) == ((50, 0) if is_secret else (0, 30))


@pytest.mark.parametrize(
    ("hand", "sowee", "code"),
    [
        ("4C 4C", None, "wrong_card_count"),
        ("4C 4C 4C 4C", "4C", "too_many_copies"),
        ("4C 4C 4C 9C", None, "unknown_card"),
    ],
)
def test_cards_that_cannot_have_been_laid_are_refused(hand: str, sowee: str | None, code: str) -> None:
    assert code in codes_of(lambda: secret_answer({"hand": hand, "sowee": sowee}, PAGAT))


def test_c22_a_shown_card_names_the_houses_that_give_it_to_somebody_else() -> None:
    asked = {"how": "drawn", "by": 1, "card": "5B", "names": {"1": "Ana", "2": "Ben"}}
    told: Any = claim_answer({**asked, "standing": {"2": "purro"}, "completes": {"1": True, "2": True}}, PAGAT).data()
    assert (told["winner"], [each["winner"] for each in told["presets"]]) == ("Ben", ["Ben"] * 4)
    houses = [(house["name"], house["value"], house["winner"]) for house in told["houses"]]
    assert houses == [("silent_drawer_first", "true", "Ana")]


def test_an_answer_that_is_the_same_for_several_names_them_all() -> None:
    asked = {"how": "drawn", "by": 1, "card": "5B", "names": {"1": "Ana", "2": "Ben", "3": "Eva"}}
    told: Any = claim_answer(asked, PAGAT).data()
    assert [[name for name in ("Ana", "Ben", "Eva") if name in each["who"]] for each in told["purro"]] == [
        ["Ana", "Ben", "Eva"]
    ]


def test_c14_players_are_kept_as_they_were_told() -> None:
    players = [{"seat": 1}, {"seat": 2, "who": "Ben", "by_kings": True}, {"who": "Eva", "completes": True}]
    kept: Any = claim_answer({"how": "drawn", "by": 1, "card": "5B", "players": players}, PAGAT).asked["players"]
    assert [tuple(player.values()) for player in kept] == [
        (1, "1", Standing.PLAIN, False, False),
        (2, "Ben", Standing.PLAIN, False, True),
        (0, "Eva", Standing.PLAIN, True, False),
    ]


type Found = list[tuple[str, object, int]]
"""Preset or house rule, its value where it is a house rule, and the amount."""


def elsewhere(rules: HouseRules, claim: Mapping[str, object]) -> Found:
    paid: Any = answer_claim(data={**claim, "game": "cuajo", "rules": rules}).get("per_opponent")
    return [
        (win.other.about.name if win.other.about else win.other.preset, win.other.value, win.per_opponent_cents)
        for win in wins_by_other_rules(rules=rules, claim=claim, cents=paid)
    ]


def presets(cents: int, *names: str) -> Found:
    return [(name, None, cents) for name in names or ("pagat", "family", "gamerules")]


@each(
    ("rules", "claim", "found"),
    {
        "discard": ({"preset": "pagat", "discard_win": False}, DISCARD, [("discard_win", True, 90), *presets(90)]),
        "dealt": (
            "pagat",
            {"source": "dealt", "sowee": "4O"},
            [("dealt_win", "as_self_drawn", 130), ("pricelist", None, 53000)],
        ),
        "extra-cards-of-a-preset": (
            "family",
            DISCARD | {"extra": "11O 3B"},
            [("extra_cards", 15, 130), *presets(130, "pagat", "gamerules")],
        ),
        "more-extra-cards-than-any-preset-allows": (
            "pagat",
            CLAIMED | {"extra": FIFTEEN_FACES + " 3B"},
            [("extra_cards", 16, 130)],
        ),
        "three-like-the-sowee-at-the-amounts-of-the-table": (
            {"sowee_three_must_be_laid": True, "king_of_coins": 10},
            {"hand": THREE_LIKE_SOWEE, "bounit": "12O", "source": "self_drawn", "sowee": "4C"},
            [
                ("sowee_three_must_be_laid", False, 110 + 2 * 10 + 3 * 20),
                *presets(110 + 2 * 50 + 3 * 20),
                ("pricelist", None, (200 + 5 * 5 + 20 + 5 + 5 + 10 + 3 * 20) * 100),
            ],
        ),
        "discard-by-a-price-list": (
            {"preset": "pricelist", "unit": 1},
            DISCARD,
            [("discard_win", True, 530), *presets(90)],
        ),
        "extra-cards-by-a-price-list": ("pricelist", CLAIMED | {"extra": "3B"}, presets(130, "pagat", "gamerules")),
        "pong": (
            "pagat",
            {"hand": PONG, "bounit": "4O", "source": "self_drawn", "sowee": "5B"},
            [("pricelist", None, (200 + 4 * 5 + 20) * 100)],
        ),
        "two-rules-at-once": (
            {"preset": "pagat", "discard_win": False, "extra_cards": 0},
            DISCARD | {"extra": "3B"},
            presets(130, "pagat", "gamerules"),
        ),
        "win-names-only-presets-that-pay-otherwise": ("pagat", DISCARD | {"hand": NO_KING}, presets(410, "family")),
    },
)
def test_rules_by_which_a_claim_would_win(rules: object, claim: dict[str, Any], found: Found) -> None:
    assert elsewhere(read_rules(value=rules), {"hand": EXAMPLE, "secrets": [], **claim}) == found


def other_values(rules: HouseRules) -> Iterator[tuple[str, object]]:
    """Yield other values of every house rule of the scheme, the amounts among them."""
    for about in house_rules_of(preset=rules.preset):
        match about.kind:
            case FieldKind.SWITCH:
                values: tuple[object, ...] = (False, True)
            case FieldKind.CHOICE:
                values = tuple(each.value for each in about.choices)
            case FieldKind.COUNT | FieldKind.AMOUNT:
                values = (about.minimum, 1, 7, 15, 20, about.maximum)
        yield from ((about.name, value) for value in values if value != getattr(rules, about.name))


@pytest.mark.no_cover
@pytest.mark.parametrize("make", [random_claim, random_price_claim])
def test_every_house_rule_that_decides_is_named_and_amounts_never_decide(
    make: Callable[[Random], dict[str, object]],
) -> None:
    rng, decided = Random(40), 0
    for _ in range(int(40 * SCALE)):
        claim = make(rng)
        rules = read_rules(value=claim["rules"])
        if answer_claim(data=claim).get("valid"):
            continue
        own, found = rules_data(rules=rules), elsewhere(rules, claim)
        tried = (
            (name, answer_claim(data={**claim, "rules": {**own, name: value}})) for name, value in other_values(rules)
        )
        deciding = {(name, answer["per_opponent"]) for name, answer in tried if answer.get("valid")}
        by_name = ((name, answer_claim(data={**claim, "rules": name})) for name in PRESETS)
        by_preset = {(name, answer["per_opponent"]) for name, answer in by_name if answer.get("valid")}
        assert {(name, cents) for name, _, cents in found} == deciding | by_preset, claim
        decided += bool(deciding or by_preset)
    assert decided > 0


def test_no_hand_is_explained_to_find_what_it_pays_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.games.cuajo.payout.verdict.near_miss", None)
    claim = {"hand": EXAMPLE.replace("12B", "11B"), **DISCARD}
    assert wins_by_other_rules(rules=HouseRules(), claim=claim, cents=None) == ()


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
    for number in range(int(30 * SCALE)):
        asked = random_hand(rng, number)
        if question == "purro":
            asked["hand"] = str(asked["hand"]).rpartition(" ")[0]
        rules = asked.pop("rules")
        answers.append(answered(question, rules, {**asked, "stock": rng.choice((None, 3))}))
    assert any(answers)


def test_every_moment_of_a_card_is_ruled_on_or_refused() -> None:
    rng, answers = Random(32), []
    for _ in range(int(100 * SCALE)):
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


@each(
    ("asked", "code"),
    {
        "C28-no-bounit": ({"source": "dealt", "sowee": "4O"}, "bounit_missing"),
        "C28-no-sowee": (DRAWN, "sowee_missing"),
        "C1-stock-below-nothing": (DRAWN | {"sowee": "4O", "stock": -1}, "bad_number"),
        "C1-stock-of-more-than-the-pack": (DRAWN | {"sowee": "4O", "stock": 113}, "bad_number"),
        "C1-stock-in-words": (DRAWN | {"sowee": "4O", "stock": "many"}, "bad_number"),
    },
)
def test_extra_cards_that_cannot_be_asked_about(asked: dict[str, object], code: str) -> None:
    rules = FIRST.read_rules(value=DEALT)
    assert codes_of(lambda: extra_answer({"hand": EXAMPLE, "bounit": "5B", **asked}, rules)) == [code]


def test_c3_fifteen_cards_that_cannot_be_are_refused() -> None:
    asked = {"hand": "1O 1O 1O 1O 1O 3C 3C 3C 4E 4E 4E 5B 5B 5B 99X"}
    assert "unknown_card" in codes_of(lambda: QUESTIONS["purro"].answer(asked, PAGAT))


@each(
    ("script", "told"),
    {
        "C19-purro": ("purro1", {"how": "discarded", "by": 1, "standing": {"1": "purro", "2": "", "3": "", "4": ""}}),
        "C23-penalty": (
            f"{LOST} draw2",
            {"how": "drawn", "by": 2, "standing": {"1": "two_left", "2": "", "3": "", "4": ""}},
        ),
        "discard-taken": ("take2", {"standing": {"1": "", "2": "", "3": "", "4": ""}}),
    },
)
def test_question_about_a_card_begins_with_what_the_companion_was_told(script: str, told: dict[str, object]) -> None:
    state, asked = opened(script=script), QUESTIONS["claim"].at_table
    assert asked is not None
    assert told_so_far(state=state) == asked(AtTable(sowee="", noted=state)) == told


def test_questions_know_the_table_the_warning_the_places_and_the_keys() -> None:
    claim, win, extra, purro = (QUESTIONS[name] for name in ("claim", "win", "extra", "purro"))
    assert claim.at_table
    assert win.at_table
    assert extra.warning
    assert claim.places
    assert purro.keypad
    assert (claim.at_table(AtTable(sowee="", noted=None)), win.at_table(AtTable(sowee="4O", noted=None))) == (
        {},
        {"sowee": "4O"},
    )
    warnings = [extra.warning(FIRST.read_rules(value=name)) for name in ("pagat", "family", "pricelist")]
    assert [text.key if text else "" for text in warnings] == ["", "no_extra_cards.house", "no_extra_cards"]
    drawn, either = claim.places({"how": "drawn"}, 2), claim.places({}, 3)
    assert (len(drawn), len(either), drawn[0] != either[0]) == (2, 3, True)
    assert ("1O", "1O", "1O") in purro.keypad(FIRST.read_rules(value="pricelist")).melds
    assert (purro.keypad(PAGAT).hand_size, purro.keypad(PAGAT).is_open) == (15, True)


def test_what_a_game_offers_for_hands_card_by_card() -> None:
    """C10, C15, C34, L6."""
    offered: Any = FIRST.by_cards
    assert offered.kinds[:5] == ("1O", "1C", "1E", "1B", "3O")
    assert [card.notation for card in offered.read("hari oros").cards] == ["12O"]
    assert offered.find("12K").notation == "12C"
    assert offered.sources(HouseRules()) == ("self_drawn", "claimed", "discard")
    assert [offered.pays_sowee(FIRST.read_rules(value=name)) for name in ("pagat", "pricelist")] == [False, True]
    assert offered.live(HouseRules(), {"hand": "1O 1C"}).data()["count"] == 2
    melding = [
        offered.melding(read_rules(value=rules)) for rules in (None, {"sowee_three_must_be_laid": True}, "pricelist")
    ]
    assert [(one.tables, one.free_three) for one in melding] == [
        ("conditions", True),
        ("conditions", False),
        ("pricelist", False),
    ]


def test_a_tap_of_a_whole_turn_draws_and_discards() -> None:
    companion: Any = FIRST.companion
    state = after_tap(opened(), Tapped.TURN, 2)
    assert (state.turn, companion.shown(state)) == (3, ())
    shown = companion.shown(opened(script="purro1"))
    assert [(text.key, rules) for text, rules in shown] == [("ruling.shown_for_purro", ("C20",))]
    assert companion.deal(HouseRules(), SEATS, 1) == deal(rules=HouseRules(), seats=SEATS, dealer=1)


def test_claims_in_words_begin_with_the_verdict() -> None:
    rng, known = Random(33), set()
    offered: Any = FIRST.by_cards
    for number in range(int(100 * SCALE)):
        claim = random_hand(rng, number)
        is_win, words = offered.in_words(claim)
        known.add(is_win)
        assert words
        try:
            assert judge_claim(claim=read_claim(data=claim)).is_valid is is_win
        except ImpossibleError:
            assert is_win is None
    assert known == {True, False, None}
