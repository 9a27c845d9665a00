"""What all games share: seats, fields, who deals, what a table is told, matches, hands followed play by play."""

import re
from random import Random

import pytest

from scoring.games.base import ActKind, AnyGame, Debt, Feature, Seat, Table, Tally, TallyLine
from scoring.games.cau_robat import CauRobat
from scoring.games.cuajo import Cuajo
from scoring.games.dealing import counts, says_dealer
from scoring.games.fields import Answer, AnswerLine, Field, FieldKind
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing
from scoring.games.moving import moved, seats_named
from scoring.games.reading import LONGEST_CARDS, judged_new
from scoring.texts import say
from tests.games.asking import codes_of, each, follow, lines_of, outcome, problems_of, said
from tests.games.cau_robat.test_random_games import deal
from tests.games.khanhoo.naive_ming import play_out
from tests.toy import Toy, ToyRules

CUAJO, ENGLISH, QING, MING, CAU = Cuajo(), KhanhooEnglish(), KhanhooQing(), KhanhooMing(), CauRobat()
each_further_game = each("game", {"E13": ENGLISH, "Q7": QING, "M7": MING, "R11": CAU})
ALL_OPTIONS = {"preset": "four_packs", "trios": "cache", "orphan": True}


def fields_of(game: AnyGame) -> list[Field]:
    rules = [game.read_rules(value=preset) for preset in game.presets]
    asked = (field for one in rules for kind in ActKind for field in game.asks(kind=kind, rules=one))
    return [*game.house_rules, *asked]


@each("game", {game.id: game for game in (CUAJO, ENGLISH, QING, MING, CAU)})
def test_fields_are_labelled_by_words_of_the_catalogue(game: AnyGame) -> None:
    from scoring.management.catalogues import catalogue

    known = {entry.id for entry in catalogue("fil")}
    labels = {label for field in fields_of(game) for label in (field.label, *(one.label for one in field.choices))}
    assert {label for label in labels if re.search("[A-Za-z]{3}", label)} <= known
    assert {field.is_required for field in fields_of(game)} <= {True, False}


@each(
    ("game", "rules", "players"),
    {
        "C12-partners": (CUAJO, None, (4,)),
        "C16-alone": (CUAJO, {"partnerships": False}, (2, 3, 4, 5, 6)),
        "E1-two-packs": (ENGLISH, "wilkinson", (2, 3, 4)),
        "E1-three-packs": (ENGLISH, "three_packs", (2, 3, 4)),
        "E1-four-packs": (ENGLISH, "four_packs", (4, 5, 6, 7, 8)),
        "Q2": (QING, None, (2, 3, 4, 5, 6, 7, 8)),
        "M1": (MING, None, (2, 3)),
        "R1": (CAU, None, (2, 3, 4, 5, 6, 7, 8)),
    },
)
def test_so_many_may_play(game: AnyGame, rules: object, players: tuple[int, ...]) -> None:
    read = game.read_rules(value=rules)
    wrong = [count for count in range(10) if count not in players]
    refused = [codes_of(lambda: game.sides(rules=read, seat_count=count)) for count in wrong]  # noqa: B023
    assert refused == [["wrong_seat_count"]] * len(wrong)
    table = game.sides(rules=read, seat_count=players[-1])
    sides = (1, 2, 1, 2) if players == (4,) else range(1, players[-1] + 1)
    assert table == tuple(Seat(number=number, side=side) for number, side in enumerate(sides, start=1))


@each(
    ("game", "kind", "rules", "fields"),
    {
        "E-hand": (ENGLISH, "hand", None, "out melds cards dealer void by"),
        "E-hand-with-every-option": (ENGLISH, "hand", ALL_OPTIONS, "out ending orphan melds cards dealer void by"),
        "E-penalty": (ENGLISH, "penalty", None, "seat offence chosen"),
        "E-secret": (ENGLISH, "secret", None, ""),
        "Q-hand": (QING, "hand", None, "result winner hand declared dealer void by"),
        "Q6-pot": (QING, "hand", {"pot_stays": True}, "result winner hand declared drawn_before dealer void by"),
        "Q-penalty": (QING, "penalty", None, ""),
        "M-hand": (MING, "hand", None, "captured bonuses leader tricks dealer void by"),
        "M-penalty": (MING, "penalty", None, ""),
        "R-hand": (CAU, "hand", None, "piles centre face_up plays dealer void by"),
        "R-penalty": (CAU, "penalty", None, ""),
        "C17-secret": (CUAJO, "secret", None, "seat"),
        "C18-false-secret": (CUAJO, "false_secret", None, "seat"),
        "C35-false-win": (CUAJO, "false_win", None, "seat"),
        "C-penalty": (CUAJO, "penalty", None, ""),
    },
)
def test_act_asks_for_what_the_rules_allow(game: AnyGame, kind: str, rules: object, fields: str) -> None:
    asked = game.asks(kind=ActKind(kind), rules=game.read_rules(value=rules))
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


@pytest.mark.parametrize(
    ("rules", "said_of_hand", "said_of_void"),
    [
        ({"deal_passes": "same"}, False, False),
        ({"deal_passes": "next"}, True, True),
        ({"deal_passes": "same", "void_deals": "next"}, False, True),
    ],
)
def test_a_hand_says_who_dealt_where_that_decides_who_deals_next(
    rules: dict[str, str], said_of_hand: bool, said_of_void: bool
) -> None:
    read = QING.read_rules(value=rules)
    assert says_dealer(rules=read, act={}) is said_of_hand
    assert says_dealer(rules=read, act={"void": "misdeal"}) is said_of_void


@pytest.mark.parametrize(
    ("act", "it_counts"),
    [({}, True), ({"result": "drawn"}, True), ({"result": "void"}, False), ({"void": "misdeal"}, False)],
)
def test_c35_c38_a_void_hand_does_not_count_whatever_made_it_void(act: dict[str, str], it_counts: bool) -> None:
    assert counts(act=act) is it_counts


NO_JOKERS = {"without_jokers": True}
OLD = {"revision": 1, "source": "before"}
OF_CUAJO = {"card_entry", "unwon_hands", "sowee", "companion"}


@each(
    ("game", "rules", "features"),
    {
        "E3-clockwise": (ENGLISH, None, {Feature.CLOCKWISE}),
        "E3-as-old-nights-sat": (ENGLISH, OLD, set()),
        "Q2-clockwise": (QING, None, {Feature.CLOCKWISE}),
        "Q2-as-old-nights-sat": (QING, OLD, set()),
        "M6-ends-when-the-table-says-so": (MING, None, {Feature.OPEN_END}),
        "R9-match-of-hands": (CAU, None, {Feature.HANDS_WON}),
        "R9-match-of-points": (CAU, "points", set()),
        "C12-anticlockwise-no-match": (CUAJO, "pagat", OF_CUAJO | {"quick_entry"}),
        "C12-price-list": (CUAJO, "pricelist", OF_CUAJO),
        "nothing": (Toy(), ToyRules(), set()),
    },
)
def test_what_a_table_has_beyond_its_forms(game: AnyGame, rules: object, features: set[str]) -> None:
    assert game.features(rules=game.read_rules(value=rules)) == features


@each(
    ("game", "players", "dealer", "rules", "told"),
    {
        "E3": (ENGLISH, 3, 3, None, "deal.english 1"),
        "E12-no-stock": (ENGLISH, 4, 1, None, "deal.english 2, deal.no_stock 61"),
        "E12-no-stock-without-jokers": (ENGLISH, 4, 1, {"without_jokers": True}, "deal.english 2, deal.no_stock 60"),
        "E10-orphan": (ENGLISH, 4, 1, {"orphan": True}, "deal.english 2"),
        "E12-four-packs": (ENGLISH, 4, 1, "four_packs", "deal.english 2"),
        "Q2": (QING, 5, 2, None, "deal.qing 2"),
        "M1": (MING, 2, 1, None, "deal.ming 13"),
        "R2": (CAU, 8, 8, None, "deal.cau 8 1"),
        "R10-three-at-a-time": (CAU, 4, 1, {"three_at_a_time": True}, "deal.cau_threes 4 2"),
        "nothing": (CUAJO, 4, 1, None, ""),
    },
)
def test_table_is_told_how_to_deal(game: AnyGame, players: int, dealer: int, rules: object, told: str) -> None:
    read, seats = game.read_rules(value=rules), tuple(range(1, players + 1))
    assert ", ".join(said(text) for text in game.about_deal(rules=read, seats=seats, dealer=dealer)) == told


@each(
    ("game", "changes", "typical"),
    {
        "E8-as-in-the-source": (ENGLISH, {"point": 10}, [130]),
        "Q6-pot-of-four": (QING, {}, [300]),
        "M6": (MING, {}, [27]),
        "R9": (CAU, {}, [5]),
        "nothing": (CUAJO, {}, []),
    },
)
def test_usual_hand_or_match_says_what_its_winner_gets(
    game: AnyGame, changes: dict[str, int], typical: list[int]
) -> None:
    assert [line.cents for line in game.typical(rules=game.read_rules(value=changes))] == typical


@each(
    ("game", "rules", "totals", "over"),
    {
        "E8-below-fifty": (ENGLISH, None, (49, 30), False),
        "E8-fifty": (ENGLISH, None, (50, 30), True),
        "E8-both-above": (ENGLISH, None, (52, 55), True),
        "E8-level-totals-play-on": (ENGLISH, None, (55, 55), False),
        "E8-first-to-seven": (ENGLISH, {"target": 7}, (7, 3), True),
        "R9-three-hands": (CAU, None, (3, 2, 0), True),
        "R9-two-hands-each": (CAU, None, (2, 2, 2), False),
        "R9-20-points": (CAU, "points", (20, 3, 0), False),
        "R9-22-points": (CAU, "points", (21, 22, 0), True),
        "R9-22-points-each": (CAU, "points", (22, 22, 0), False),
        "M6-when-the-table-likes": (MING, None, (500, 3), False),
    },
)
def test_match_is_over_at_the_target(game: AnyGame, rules: object, totals: tuple[int, ...], over: bool) -> None:
    assert game.match is not None
    points = dict(enumerate(totals, start=1))
    assert game.match.is_over(points=points, rules=game.read_rules(value=rules)) is over


FOUR_DIFFER = [(2, 1, 3), (3, 1, 5), (4, 1, 5), (3, 2, 2), (4, 2, 2)]


@each(
    ("game", "rules", "totals", "paid"),
    {
        "E8-example": (ENGLISH, None, (52, 49, 47, 47), FOUR_DIFFER),
        "E8-at-25-a-point": (ENGLISH, {"point": 25}, (52, 49), [(2, 1, 75)]),
        "M6": (MING, {"point": 10}, (20, 3), [(2, 1, 170)]),
        "R9": (CAU, {"preset": "points", "point": 10}, (21, 19, 21), [(2, 1, 20), (2, 3, 20)]),
    },
)
def test_match_settles_the_differences(
    game: AnyGame, rules: object, totals: tuple[int, ...], paid: list[tuple[int, int, int]]
) -> None:
    assert game.match is not None
    found = game.match.debts(points=dict(enumerate(totals, start=1)), rules=game.read_rules(value=rules))
    assert sorted(found, key=str) == sorted((Debt(payer=p, payee=to, cents=c) for p, to, c in paid), key=str)


def test_most_games_mark_nothing_and_know_no_fortune() -> None:
    assert QING.marked(act={}, verdict={}) == {}
    assert QING.fortune(act={}, verdict={}, rules=QING.read_rules(value=None)) is None
    assert Toy().sentence(kind=ActKind.PENALTY, act={"seat": 2}) == say("toy.penalty", seats={"player": 2})


def test_only_fields_of_seats_name_seats_and_move() -> None:
    winner = Field(name="winner", label="Winner", kind=FieldKind.SEAT)
    points = Field(name="points", label="Points", kind=FieldKind.COUNT)
    melds = Field(name="melds", label="Melds", kind=FieldKind.COUNTS, for_each_seat=True)
    act, asked = {"winner": 2, "points": 3, "melds": {"3": {"aces": 1}}}, (winner, points, melds)
    assert seats_named(act=act, asked=asked) == {2, 3}
    assert moved(act=act, asked=asked, to={2: 5, 3: 4}) == {"winner": 5, "points": 3, "melds": {"4": {"aces": 1}}}


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("winer", "unknown_key.nearest 'winer' 'winner'"),
        (7, "unknown_key 7 result, winner, hand, declared, drawn_before, void, by, dealer"),
    ],
)
def test_new_act_is_refused_for_a_key_that_says_nothing_with_the_nearest(key: object, told: str) -> None:
    rules = QING.read_rules(value=None)
    seats, act = QING.sides(rules=rules, seat_count=3), {"winner": 1, "declared": True, key: 2}
    (problem,) = problems_of(
        lambda: judged_new(game=QING, kind=ActKind.HAND, data=act, rules=rules, seats=seats, table=Table())  # type: ignore[arg-type]
    )
    assert (said(problem.text), problem.field) == (told, str(key))
    assert outcome(QING, act).winner == 1  # type: ignore[arg-type]


def test_cards_that_are_too_long_are_not_read() -> None:
    problem = problems_of(lambda: outcome(QING, {"winner": 1, "hand": "A" * (LONGEST_CARDS + 1)}))[0]
    assert (problem.code, problem.cards) == ("too_long", ())


def test_answers_and_tallies_as_data_leave_out_what_is_not_said() -> None:
    yes, pays = say("win.yes"), say("cau.pays")
    answer = Answer(text=yes, is_yes=True, lines=(AnswerLine(text=pays, rule="R8", count=3),))
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
