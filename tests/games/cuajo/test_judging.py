"""The questions of the judge: a win, a secret, who may claim, and by which other rules a hand would pay."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from scoring.games import FIRST
from scoring.games.base import ImpossibleError
from scoring.games.cuajo import HOUSE_RULES, PRESETS, HouseRules, answer_claim, read_rules
from scoring.games.cuajo.acts import needs_sowee
from scoring.games.cuajo.claim import read_entry
from scoring.games.cuajo.game import melding_of, sources_of
from scoring.games.cuajo.judge_cards import extra_answer, secret_answer
from scoring.games.cuajo.judge_questions import Standing, claim_answer
from scoring.games.cuajo.judge_win import grounds_of, live_verdict, win_answer, wins_by_other_rules
from scoring.games.cuajo.table_rulings import after_tap, must_show_draw
from scoring.games.cuajo.table_state import TapKind
from scoring.games.cuajo.verdict import never_wins
from scoring.games.fields import FieldKind
from scoring.games.house_rules import profile_data
from scoring.texts import say
from tests.games.asking import codes_of, problems_of, stored
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import SCALE, random_claim, random_price_claim
from tests.games.cuajo.tables import opened

QUESTIONS = {question.id: question for question in FIRST.questions}
PAGAT = FIRST.read_rules(value="pagat")
PORBIS = "10B 11B 12B 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E 5B"
THREE_THREES = "3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 5O 5C 5E 12C"
DEALT = {"preset": "pagat", "dealt_win": "as_self_drawn"}


@stored("points_of_wins")
def test_win_begins_with_its_point(rules: object, asked: dict[str, object], key: str, rule: str, cards: str) -> None:
    told = win_answer(asked, read_rules(value=rules)).data()
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


@pytest.mark.parametrize(("secrets", "laid", "uses"), [("", [], True), ("3O", ["3O"], False)])
def test_c10_a_win_by_the_undeclared_three_of_the_sowee_says_so(secrets: str, laid: list[str], uses: bool) -> None:
    asked = {"hand": THREE_THREES, "bounit": "5E", "source": "discard", "sowee": "3O", "secrets": secrets}
    answer = win_answer(asked, PAGAT)
    assert (answer.asked["secrets"], answer.told["uses_sowee_three"]) == (laid, uses)


def test_c8_cards_that_never_win_are_answered_before_anything_else_is_told() -> None:
    told: Any = win_answer({"hand": "1O 1C 1E 3O 4O 5O 10O 11O 12O 3E 4E 5E 12O 3C 4C 10B"}, PAGAT).told
    assert (told["valid"], told["near_miss"]["strays"]) == (False, ["5O", "5E", "10B"])
    assert [bool(each["why"]) for each in told["presets"]] == [False, False, False, True]


@pytest.mark.parametrize(("sowee", "never"), [("3O", False), ("4O", True), (None, False)])
def test_c10_three_alike_meld_only_as_those_of_the_sowee(sowee: str | None, never: bool) -> None:
    asked = {"game": "cuajo", "hand": THREE_THREES, "source": "discard", "bounit": "5E", "sowee": sowee}
    assert never_wins(entry=read_entry(data={**asked, "rules": PAGAT})) == never


@stored("judging_refused")
def test_hand_that_cannot_be_judged_is_refused(asked: dict[str, object], codes: list[str]) -> None:
    assert codes_of(lambda: win_answer(asked, PAGAT)) == codes


@stored("never_true")
def test_what_cannot_win_is_answered_before_anything_else_is_told(
    asked: dict[str, object], codes: list[str], rests: str
) -> None:
    told: Any = win_answer(asked, PAGAT).told
    assert [problem["code"] for problem in told["problems"]] == codes
    assert " ".join(f"{each['rule']} {each['name']}".strip() for each in told["rulings"]) == rests
    labels = {"": "", **{about.name: about.label for about in HOUSE_RULES}}
    assert all(each["label"] == labels[each["name"]] for each in told["rulings"])
    assert told["rule"] in ("", "C8", "L4")


@stored("grounds")
def test_a_kept_win_says_by_which_cards_it_won(act: dict[str, object], met_by: dict[str, object]) -> None:
    kept = {"game": "cuajo", "source": "claimed", "secrets": "", **act}
    assert grounds_of(kept, answer_claim(data=kept)) == met_by
    assert grounds_of(kept | {"declared": True, "hand": ""}, {}) == {}
    assert grounds_of(kept | {"bounit": None}, {"conditions": []}) == {}


@stored("secrets")
def test_c9_four_alike_or_three_of_the_sowee(hand: str, sowee: str | None, is_secret: bool, rule: str) -> None:
    rules = read_rules(value={"preset": "pagat", "false_secret_penalty": 30})
    told: Any = secret_answer({"hand": hand, "sowee": sowee}, rules).data()
    assert (told["is_secret"], told["point"]["rule"]) == (is_secret, rule)
    assert (told["per_opponent"], told["penalty"]) == ((50, 0) if is_secret else (0, 30))


@stored("laid_refused")
def test_cards_that_cannot_have_been_laid_are_refused(hand: str, sowee: str | None, code: str) -> None:
    assert code in codes_of(lambda: secret_answer({"hand": hand, "sowee": sowee}, PAGAT))


def test_c22_a_shown_card_names_the_houses_that_give_it_to_somebody_else() -> None:
    asked = {"how": "drawn", "by": 1, "card": "5B", "names": {"1": "Ana", "2": "Ben", "3": "Dan"}}
    told: Any = claim_answer({**asked, "standing": {"2": "purro"}, "completes": {"1": True, "2": True}}, PAGAT).data()
    assert (told["winner"], [each["winner"] for each in told["presets"]]) == ("Ben", ["Ben"] * 4)
    houses = [(house["name"], house["value"], house["winner"]) for house in told["houses"]]
    assert houses == [("silent_drawer_first", "true", "Ana")]
    purro = [(re.findall("Ana|Ben|Dan", one["who"]), one["yes"]) for one in told["purro"]]
    assert purro == [(["Ana", "Dan"], False), (["Ben"], False)]


@pytest.mark.parametrize(
    ("second", "wrong"), [(1, "twice"), (None, "of_player"), (0, "of_player"), (-2, "of_player"), ("2", "of_player")]
)
def test_c14_a_question_about_a_card_that_makes_no_sense_is_refused_with_every_reason(
    second: object, wrong: str
) -> None:
    asked: dict[str, object] = {"players": [{"seat": 1}, {"seat": second}], "by": 9, "card": "joker"}
    found = problems_of(lambda: claim_answer(asked, PAGAT))
    assert [problem.text.key for problem in found] == [
        f"unknown_seat.{wrong}", "missing_field.how", "unknown_seat.by", "unknown_card.only_one"
    ]  # fmt: skip


def test_c14_players_are_kept_as_they_were_told() -> None:
    players = [{"seat": 1}, {"seat": 2, "who": "Ben", "by_kings": True}, {"seat": 3, "who": "Eva", "completes": True}]
    kept: Any = claim_answer({"how": "drawn", "by": 1, "card": "5B", "players": players}, PAGAT).asked["players"]
    assert [tuple(player.values()) for player in kept] == [
        (1, "1", Standing.PLAIN, False, False),
        (2, "Ben", Standing.PLAIN, False, True),
        (3, "Eva", Standing.PLAIN, True, False),
    ]


def elsewhere(rules: HouseRules, claim: Mapping[str, object]) -> list[tuple[Any, Any, Any]]:
    """Return preset or house rule, its value where it is a house rule, and the amount."""
    entry = read_entry(data={**claim, "game": "cuajo", "rules": rules})
    return [
        (win["name"] or win["preset"], win["value"], win["per_opponent"])
        for win in wins_by_other_rules(rules=rules, entry=entry)
    ]


def amount(rules: object, claim: Mapping[str, object]) -> int | None:
    verdict = live_verdict(rules=read_rules(value=rules), entry=claim).verdict
    return verdict.per_opponent_cents if verdict else None


def told_elsewhere(found: list[tuple[Any, Any, Any]]) -> str:
    return ", ".join(" ".join(str(part) for part in one if part != "") for one in found)


@stored("other_rules")
def test_rules_by_which_a_claim_would_win(rules: object, claim: dict[str, Any], found: str) -> None:
    assert told_elsewhere(elsewhere(read_rules(value=rules), {"hand": EXAMPLE, **claim})) == found


def other_values(rules: HouseRules) -> Iterator[tuple[str, object]]:
    for about in (each for each in HOUSE_RULES if each.is_known_in(preset=rules.preset)):
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
def test_every_house_rule_that_decides_is_named_no_amount_is(make: Callable[[Random], dict[str, object]]) -> None:
    rng, decided = Random(40), 0
    for _ in range(int(160 * SCALE)):
        claim = make(rng)
        rules = read_rules(value=claim["rules"])
        if amount(rules, claim) is not None:
            continue
        own, found = profile_data(profile=rules), elsewhere(rules, claim)
        tried = {(name, amount({**own, name: value}, claim)) for name, value in other_values(rules)}
        tried |= {(name, amount(name, claim)) for name in PRESETS}
        paying = {(name, cents) for name, cents in tried if cents is not None}
        assert {(name, cents) for name, _, cents in found} == paying, claim
        decided += bool(paying)
    assert decided > 0


@pytest.mark.parametrize(
    ("adds", "turned", "endings"),
    [("nothing", 0, [("porbis", 300)]), ("all", 15, [("both", 410), ("only_bounit", 360)])],
)
def test_c32_extra_cards_matter_where_porbis_adds_the_conditions(
    adds: str, turned: int, endings: list[tuple[str, int]]
) -> None:
    hand = " ".join(f"{rank}{suit}" for rank in (1, 3, 4, 5) for suit in "OCEB")
    asked, rules = {"hand": hand, "bounit": "1O", "sowee": "11B"}, {"preset": "pagat", "porbis_adds": adds}
    told: Any = extra_answer(asked, read_rules(value=rules)).told
    assert (told["used"], told["may_turn"], bool(told["needs"])) == (0, turned, bool(turned))
    assert [(ending["name"], ending["cents"]) for ending in told["endings"]] == endings


@stored("extra_refused")
def test_extra_cards_that_cannot_be_asked_about(asked: dict[str, object], code: str) -> None:
    rules = FIRST.read_rules(value=DEALT)
    assert codes_of(lambda: extra_answer({"hand": EXAMPLE, "bounit": "5B", **asked}, rules)) == [code]


@stored("told_so_far")
def test_question_about_a_card_begins_with_what_the_companion_was_told(script: str, told: dict[str, object]) -> None:
    state, asked = opened(script=script), QUESTIONS["claim"].at_table
    assert asked is not None
    assert asked("", state) == told


def test_questions_know_the_table_the_warning_the_places_and_the_keys() -> None:
    claim, win, extra, purro = (QUESTIONS[name] for name in ("claim", "win", "extra", "purro"))
    assert claim.at_table and win.at_table and extra.warning and claim.places and purro.keypad  # noqa: PT018
    assert claim.at_table("", None) == {}
    assert win.at_table("4O", None) == {"sowee": "4O"}
    warnings = [extra.warning(read_rules(value=name)) for name in ("pagat", "family", "pricelist")]
    assert [text.key if text else "" for text in warnings] == ["", "no_extra_cards.house", "no_extra_cards"]
    assert [len(claim.places[count]) for count in (2, 3)] == [2, 3]
    assert ("1O", "1O", "1O") in purro.keypad(read_rules(value="pricelist")).melds
    assert (purro.keypad(PAGAT).hand_size, purro.keypad(PAGAT).is_open) == (15, True)


def test_what_the_rules_say_of_hands_card_by_card() -> None:
    """C10, C15, C34, L6."""
    assert sources_of(rules=HouseRules()) == ("self_drawn", "claimed", "discard")
    assert live_verdict(rules=HouseRules(), entry={"hand": "1O 1C"}).data()["count"] == 2
    assert [needs_sowee(rules=read_rules(value=name)) for name in ("pagat", "pricelist")] == [False, True]
    laid: tuple[object, ...] = (None, {"sowee_three_must_be_laid": True}, "pricelist")
    melding = [melding_of(rules=read_rules(value=rules)) for rules in laid]
    tables = [("conditions", True), ("conditions", False), ("pricelist", False)]
    assert [(one["tables"], one["free_three"]) for one in melding] == tables


def test_a_tap_of_a_whole_turn_draws_and_discards() -> None:
    state = after_tap(opened(), TapKind.TURN, 2)
    assert (state.turn, must_show_draw(state=state, seat=3).yes) == (3, False)


@pytest.mark.parametrize("question", ["win", "purro", "extra"])
def test_every_hand_is_answered_as_plain_data_or_refused(question: str) -> None:
    rng, answers = Random(31), []
    for number in range(int(30 * SCALE)):
        claim: Any = random_price_claim(rng) if number % 4 == 0 else random_claim(rng)
        hand = claim["hand"].rpartition(" ")[0] if question == "purro" else claim["hand"]
        try:
            answers.append(QUESTIONS[question].answer({**claim, "hand": hand}, read_rules(value=claim["rules"])))
        except ImpossibleError:
            continue
    assert answers
    assert json.dumps([[answer.asked, answer.data()] for answer in answers])
