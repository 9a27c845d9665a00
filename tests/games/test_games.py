"""What all games share; whatever is entered is judged or refused; nothing outside of them asks which game it has."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games import GAMES, game_by_id
from scoring.games.base import ActKind, AnyGame, Debt, ImpossibleError, Problem, Seat, Table, Tally
from scoring.games.cuajo import HOUSE_RULES, PRESETS, read_rules
from scoring.games.dealing import counts, says_dealer
from scoring.games.fields import Answer, Field, FieldKind, TallyLine
from scoring.games.house_rules import has_whole_units, profile_data
from scoring.games.reading import LONGEST_CARDS, judged_new
from scoring.games.stored import moved, seats_named
from scoring.texts import say
from tests.games.asking import codes_of, each, follow, judged, lines_of, outcome, problems_of, said, stored
from tests.games.cau_robat.test_table import deal
from tests.games.cuajo.claims import ask
from tests.games.cuajo.hands import SCALE
from tests.games.khanhoo.naive_ming import play_out
from tests.toy import Toy, ToyRules

CUAJO, ENGLISH, QING, MING, CAU = GAMES
each_further_game = each("game", {"E13": ENGLISH, "Q7": QING, "M7": MING, "R11": CAU})


@stored("players")
def test_so_many_may_play(game: str, rules: object, players: list[int]) -> None:
    of = game_by_id(game_id=game)
    read = of.read_rules(value=rules)
    wrong = [count for count in range(10) if count not in players]
    refused = [codes_of(lambda: of.sides(rules=read, seat_count=count)) for count in wrong]  # noqa: B023
    assert refused == [["wrong_seat_count"]] * len(wrong)
    tables = [of.sides(rules=read, seat_count=count) for count in players]
    sides = (1, 2, 1, 2) if players == [4] else range(1, players[-1] + 1)
    assert tables[-1] == tuple(Seat(number=number, side=side) for number, side in enumerate(sides, start=1))


@stored("asked")
def test_act_asks_for_what_the_rules_allow(game: str, kind: str, rules: object, fields: str) -> None:
    of = game_by_id(game_id=game)
    asked = of.asks(kind=ActKind(kind), rules=of.read_rules(value=rules))
    assert " ".join(field.name for field in asked) == fields


@each_further_game
@pytest.mark.parametrize("passes", ["next", "winner", "same"])
def test_dealer_is_asked_for_where_the_deal_passes_or_play_begins_beside_the_dealer(game: AnyGame, passes: str) -> None:
    asked = game.asks(kind=ActKind.HAND, rules=game.read_rules(value={"deal_passes": passes}))
    assert ("dealer" in [field.name for field in asked]) is (passes != "same" or game.id == "cau_robat")


@each_further_game
def test_rules_stored_before_keep_the_dealer(game: AnyGame) -> None:
    stored = {"preset": game.presets[0], "revision": 1, "source": "old"}
    assert game.read_rules(value=stored).deal_passes == "same"
    assert game.read_rules(value={"preset": game.presets[0]}).deal_passes == "next"


@stored("says_dealer")
def test_hand_says_who_dealt_where_that_decides(rules: dict[str, str], said_of_hand: bool, said_of_void: bool) -> None:
    read = QING.read_rules(value=rules)
    assert says_dealer(rules=read, act={}) is said_of_hand
    assert says_dealer(rules=read, act={"void": "misdeal"}) is said_of_void


@stored("counts")
def test_c35_c38_a_void_hand_does_not_count_whatever_made_it_void(act: dict[str, str], it_counts: bool) -> None:
    assert counts(act=act) is it_counts


@stored("features")
def test_what_a_table_has_beyond_its_forms(game: str, rules: object, features: list[str]) -> None:
    of = game_by_id(game_id=game)
    assert of.features(rules=of.read_rules(value=rules)) == set(features)


@stored("deals")
def test_table_is_told_how_to_deal(game: str, players: int, dealer: int, rules: object, told: str) -> None:
    of = game_by_id(game_id=game)
    read, seats = of.read_rules(value=rules), tuple(range(1, players + 1))
    assert ", ".join(said(text) for text in of.about_deal(rules=read, seats=seats, dealer=dealer)) == told


@stored("typical")
def test_usual_hand_or_match_says_what_its_winner_gets(game: str, changes: dict[str, int], typical: list[int]) -> None:
    of = game_by_id(game_id=game)
    lines = of.typical(rules=of.read_rules(value=changes))
    assert [line.cents for line in lines] == typical
    assert all(value is not None for line in lines for value in line.text.values.values())


def test_c16_partners_of_three_are_refused_at_the_seats() -> None:
    with pytest.raises(ImpossibleError) as refusal:
        CUAJO.sides(rules=CUAJO.read_rules(value="pagat"), seat_count=3)
    assert [(problem.code, problem.field) for problem in refusal.value.problems] == [("wrong_seat_count", "seats")]


def test_e1_a_card_is_named_and_counted_where_the_rules_say_how_many_there_are() -> None:
    asked = ENGLISH.asks(kind=ActKind.HAND, rules=ENGLISH.read_rules(value=None))
    keys = {key.value: key for key in next(field.choices for field in asked if field.pack)}
    of_hearts = say("card.of_suit", rank=say("card.ace"), suit=say("card.all_hearts"))
    assert (keys["AH"].name, keys["AH"].copies) == (of_hearts, 2)
    assert keys["X"].copies == 0


@pytest.mark.parametrize(
    ("preset", "secret", "asked"),
    [("pagat", 50, "secret"), ("pagat", 0, "self_drawn"), ("pricelist", 0, "start_plain")],
)
def test_c17_the_price_of_a_night_is_that_of_a_secret_or_else_of_a_plain_win(
    preset: str, secret: int, asked: str
) -> None:
    rules = CUAJO.read_rules(value={"preset": preset, "secret": secret})
    assert CUAJO.price_asked(rules=rules)[0] == asked


@pytest.mark.parametrize("how", ["plays", "piles"])
def test_r9_a_hand_is_told_by_how_it_was_entered(how: str) -> None:
    assert game_by_id(game_id="cau_robat").sentence(kind=ActKind.HAND, act={how: []}).key == f"act.by_{how}"


@stored("match_over")
def test_match_is_over_at_the_target(game: str, rules: object, totals: list[int], over: bool) -> None:
    of = game_by_id(game_id=game)
    assert of.match is not None
    points = dict(enumerate(totals, start=1))
    assert of.match.is_over(points=points, rules=of.read_rules(value=rules)) is over


@stored("match_debts")
def test_match_settles_the_differences(game: str, rules: object, totals: list[int], paid: list[list[int]]) -> None:
    of = game_by_id(game_id=game)
    assert of.match is not None
    found = of.match.debts(points=dict(enumerate(totals, start=1)), rules=of.read_rules(value=rules))
    assert sorted(found, key=str) == sorted((Debt(payer=p, payee=to, cents=c) for p, to, c in paid), key=str)


def test_most_games_mark_nothing() -> None:
    assert QING.marked(act={}, verdict={}) == {}
    assert Toy().features(rules=ToyRules()) == set()
    assert Toy().sentence(kind=ActKind.PENALTY, act={"seat": 2}) == say("toy.penalty", seats={"player": 2})


def test_only_fields_of_seats_name_seats_and_move() -> None:
    winner = Field(name="winner", label="Winner", kind=FieldKind.SEAT)
    points = Field(name="points", label="Points", kind=FieldKind.COUNT)
    melds = Field(name="melds", label="Melds", kind=FieldKind.COUNTS, for_each_seat=True)
    act, asked = {"winner": 2, "points": 3, "melds": {"3": {"aces": 1}}}, (winner, points, melds)
    assert seats_named(act=act, asked=asked) == {2, 3}
    assert moved(act=act, asked=asked, to={2: 5, 3: 4}) == {"winner": 5, "points": 3, "melds": {"4": {"aces": 1}}}


@stored("contradictions")
def test_new_act_that_contradicts_itself_is_refused_and_a_stored_one_read(
    game: str, act: dict[str, object], fields: list[str]
) -> None:
    of = game_by_id(game_id=game)
    rules = of.read_rules(value=None)
    asked: Any = {"game": of, "kind": ActKind.HAND, "rules": rules}
    asked["seats"] = of.sides(rules=rules, seat_count=4 if game == "cuajo" else 3)
    try:
        judged_new(data=act, table=Table(), **asked)
        found: tuple[Problem, ...] = ()
    except ImpossibleError as error:
        found = error.problems
    assert sorted(problem.field for problem in found) == fields
    if {problem.code for problem in found} <= {"contradicting_field", "king_from_discards"}:
        judged(act=act, **asked)


def test_cards_that_are_too_long_are_not_read() -> None:
    problem = problems_of(lambda: outcome(QING, {"winner": 1, "hand": "A" * (LONGEST_CARDS + 1)}))[0]
    assert (problem.code, problem.cards) == ("too_long", ())


def test_answers_and_tallies_as_data_leave_out_what_is_not_said() -> None:
    yes, pays = say("win.yes"), say("cau.pays")
    answer = Answer(text=yes, is_yes=True, lines=(TallyLine(text=pays, rule="R8", count=3),))
    line = {"what": pays.english(), "rule": "R8", "count": 3}
    assert (answer.asked, answer.data()) == ({}, {"headline": yes.english(), "is_yes": True, "lines": [line]})
    tally = Tally(lines=(TallyLine(text=pays, rule="R8", count=3, seat=1, to=2, cards=("4",)),))
    assert tally.data() == {"lines": [line | {"seat": 1, "to": 2, "cards": ["4"]}]}
    reason = {"what": line["what"], "rule": "R8"}
    assert Tally(reasons=(TallyLine(text=pays, rule="R8"),)).data() == {"reasons": [reason]}


@pytest.mark.parametrize("players", [2, 3, 8])
def test_r9_followed_hand_ends_as_it_is_judged(players: int) -> None:
    rng = Random(players)
    for _ in range(5):
        face_up, pack = deal(rng, players)
        act = {"dealer": 1, "face_up": " ".join(map(str, face_up)), "plays": " ".join(map(str, pack))}
        followed = follow(CAU, players, act)
        assert followed is not None
        assert "cau.turn" not in [line.text.key for line in followed.now]
        piles = {line.seat: line.count for line in followed.now if line.rule == "R5" and line.count}
        judged = lines_of(outcome(CAU, act, players=players))
        assert piles == {seat: count for seat, text, _, count in judged if text == "cau.taken" and count}


@pytest.mark.parametrize("players", [2, 3])
def test_m2_cards_as_they_fell_are_stored_trick_by_trick(players: int) -> None:
    rng = Random(players)
    for _ in range(10):
        first, tricks = play_out(rng, players)
        strokes = "; ".join(" / ".join(" ".join(cards) for cards in plays) for plays in tricks)
        fell = " ".join(
            " ".join([*(["3×"] if len(plays[0]) == 3 else []), *(card for cards in plays for card in cards)])
            for plays in tricks
        )
        judged = outcome(MING, {"leader": first + 1, "tricks": fell}, players=players)
        assert judged.said.data() == {"leader": first + 1, "tricks": strokes}
        followed = follow(MING, players, {"leader": first + 1, "tricks": fell})
        assert followed is not None
        points = {line.seat: line.count for line in followed.now if line.count}
        assert points == {score.seat: score.points for score in judged.scores}


ABOUT_RULES = {"preset", "revision", "source"}
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
PRESETS_OF_ALL = {preset: (game, preset) for game in GAMES for preset in game.presets}


@each(("game", "preset"), PRESETS_OF_ALL)
def test_preset_is_complete_and_read_back_unchanged(game: AnyGame, preset: str) -> None:
    rules = game.read_rules(value=preset)
    assert (rules.preset, rules.revision) == (preset, 1)
    assert {field.name for field in game.house_rules} == set(profile_data(profile=rules)) - ABOUT_RULES - {"scheme"}
    assert game.read_rules(value=profile_data(profile=rules)) == rules
    assert game.read_rules(value=rules) is rules


@each_game
def test_nothing_means_the_first_preset_with_its_normal_values(game: AnyGame) -> None:
    rules = game.read_rules(value=None)
    assert rules == game.read_rules(value={}) == game.read_rules(value=game.presets[0])
    normal = {field.name: field.normal for field in game.house_rules}
    assert normal == {name: value for name, value in profile_data(profile=rules).items() if name in normal}


@each_game
@pytest.mark.parametrize("value", ["manila", "", 5, True, ["pagat"], {"preset": "manila"}, {"preset": None}])
def test_rules_nobody_knows_are_refused(game: AnyGame, value: object) -> None:
    assert codes_of(lambda: game.read_rules(value=value)) == ["unknown_rules"]


@each_game
def test_every_wrong_name_and_value_is_refused_at_once(game: AnyGame) -> None:
    wrong: dict[object, object] = dict.fromkeys([*(field.name for field in game.house_rules), "wild", 3], "nonsense")
    wrong["revision"] = 0
    refused = codes_of(lambda: game.read_rules(value=wrong))
    assert refused == ["unknown_house_rule"] * len(wrong)


@stored("values_refused")
def test_values_keep_their_kind_and_limits(game: str, rule: str, value: object) -> None:
    assert codes_of(lambda: game_by_id(game_id=game).read_rules(value={rule: value})) == ["unknown_house_rule"]


def test_the_scheme_of_a_preset_stays_and_other_wrong_rules_are_told_with_it() -> None:
    wrong = {"preset": "pagat", "scheme": "pricelist", "partnerships": "maybe"}
    keys = [problem.text.key for problem in problems_of(lambda: read_rules(value=wrong))]
    assert (keys[0], len(keys)) == ("unknown_house_rule.scheme", 2)


@stored("presets_differ")
def test_presets_of_cuajo_differ_as_section_7_says(preset: str, changed: dict[str, object]) -> None:
    own, pagat = (profile_data(profile=PRESETS[name]) for name in (preset, "pagat"))
    differing = {name: value for name, value in own.items() if value != pagat[name] and name not in ABOUT_RULES}
    assert differing == changed
    assert ask(rules=preset)["rules_revision"] == f"{preset}/1"


def test_defaults_of_cuajo_are_those_of_the_rules() -> None:
    """C10, C16, C18, C23 to C25, C31, C32, C34, C35."""
    expected = {"partnerships": True, "partners_share": False, "secrets_shown": False, "extra_cards": 15}
    expected |= {"false_secret_penalty": 0, "false_win_penalty": 0, "purro_required": False}
    expected |= {"penalty_draw_claimable": True, "sowee_three_must_be_laid": False}
    own: dict[str, object] = {**expected, "dealt_win": "none", "porbis_adds": "nothing"}
    assert {name: profile_data(profile=PRESETS["pagat"])[name] for name in own} == own


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("newer", [*(about.name for about in HOUSE_RULES), "scheme"])
def test_rules_stored_before_a_house_rule_existed_read_as_it_was_played_then(preset: str, newer: str) -> None:
    stored = profile_data(profile=replace(PRESETS[preset], revision=3, source="Our table"))
    del stored[newer]
    before: dict[str, Any] = {about.name: about.before for about in HOUSE_RULES if about.name == newer}
    changed = {name: value for name, value in before.items() if value is not None}
    assert read_rules(value=stored) == replace(PRESETS[preset], revision=3, source="Our table", **changed)


@stored("whole_units")
def test_whether_every_amount_is_a_number_of_whole_units(rules: object, factor: int, unit: int, is_whole: bool) -> None:
    assert has_whole_units(profile=read_rules(value=rules), factor=factor, unit=unit) is is_whole


RULES = {"khanhoo": {"preset": "four_packs", "trios": "cache", "orphan": True}}
CARD_WORDS = "AH 2C 3D X J 7D 1C RF OT 5M TM 9C 8C 7C 12O 5B / ; 1 2 3 12"
OTHER_WORDS = "win drawn misdeal off_offender quartette full_hand cau recau discarded claimed purro"
WORDS = st.sampled_from(f"{CARD_WORDS} {OTHER_WORDS}".split())
SCALARS = st.none() | st.booleans() | st.integers(-2, 41) | st.floats() | st.text(max_size=6) | WORDS
CARDS = st.lists(WORDS, max_size=16).map(" ".join) | st.lists(WORDS, max_size=16)
COUNTS = st.dictionaries(st.sampled_from(["courts", "sequence", "hero", "sloth"]), st.integers(-1, 3) | SCALARS)
VALUES = SCALARS | CARDS | st.dictionaries(st.sampled_from(["1", "2", "3", "9"]), SCALARS | CARDS | COUNTS)


def tried[T](ask: Callable[[], T]) -> tuple[T | None, tuple[Problem, ...]]:
    try:
        return ask(), ()
    except ImpossibleError as error:
        return None, error.problems


@pytest.mark.no_cover
@each_game
@settings(max_examples=int(60 * SCALE), deadline=None)
@given(data=st.data())
def test_act_of_any_kind_is_judged_or_refused(game: AnyGame, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([ActKind.HAND, ActKind.HAND, ActKind.PENALTY]))
    rules = game.read_rules(value=RULES.get(game.id))
    seats = game.sides(rules=rules, seat_count=4 if game.id in ("cuajo", "khanhoo") else 3)
    names = [field.name for field in game.asks(kind=kind, rules=rules)]
    act = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, VALUES)))
    outcome, problems = tried(lambda: judged(game, kind=kind, act=act, rules=rules, seats=seats))
    assert (outcome is None) is bool(problems)
    if outcome is None:
        return
    assert judged(game, kind=kind, act=json.loads(json.dumps(outcome.said.data())), rules=rules, seats=seats) == outcome
    assert all(score.points for score in outcome.scores)
    assert game.sentence(kind=kind, act=outcome.said.data()).english()


@pytest.mark.no_cover
@each_game
@settings(max_examples=int(60 * SCALE), deadline=None)
@given(data=st.data())
def test_question_of_any_kind_is_answered_as_plain_data_or_refused(game: AnyGame, data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(game.questions))
    names = [field.name for field in question.fields]
    entered = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, VALUES)))
    rules = game.read_rules(value=RULES.get(game.id))
    answer, problems = tried(lambda: question.answer(entered, rules))
    assert (answer is None) is bool(problems)
    assert answer is None or json.dumps([answer.asked, answer.data()])


ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".html", ".js", ".css"}
FURTHER = GAMES[1:]
OWN_PLACES = ("scoring/games", "scoring/texts")


def sources() -> Iterator[tuple[str, str]]:
    for folder in ("cuajo_site", "scoring", "static", "templates"):
        for path in (ROOT / folder).rglob("*"):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix in SUFFIXES and not place.startswith(OWN_PLACES):
                yield place, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", FURTHER, ids=lambda game: game.id)
def test_nothing_outside_the_games_names_a_further_game(game: AnyGame) -> None:
    named = re.compile(rf"\b({game.id}|{type(game).__name__})\b")
    assert [place for place, text in sources() if named.search(text)] == []
