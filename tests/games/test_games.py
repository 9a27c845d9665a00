"""What all games share: who deals, hands that do not count, what a table is told, hands followed play by play."""

import re
from collections.abc import Mapping
from random import Random

import pytest

from scoring.games.base import ActKind, AnyGame, Feature, Followed, Outcome, Table, Tally, TallyLine
from scoring.games.cau_robat import CauRobat
from scoring.games.cuajo import Cuajo
from scoring.games.dealing import counts, says_dealer
from scoring.games.fields import Answer, AnswerLine, Field, FieldKind
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing
from scoring.games.moving import moved, seats_named
from scoring.games.reading import LONGEST_CARDS, judged_new
from scoring.texts import say
from tests.games.asking import codes_of, each, lines_of, outcome, problems_of, said
from tests.games.cau_robat.test_random_games import deal
from tests.games.khanhoo.naive_ming import play_out
from tests.toy import Toy, ToyRules

CUAJO, ENGLISH, QING, MING, CAU = Cuajo(), KhanhooEnglish(), KhanhooQing(), KhanhooMing(), CauRobat()
HANDS: dict[str, tuple[AnyGame, Mapping[str, object]]] = {
    "E13": (ENGLISH, {"out": 2, "melds": {"2": {"sequence": 2}}}),
    "Q7": (QING, {"winner": 2, "declared": True}),
    "M7": (MING, {"captured": {"1": 9, "2": 18}}),
    "R11": (CAU, {"piles": {"1": 10, "2": 20, "3": 10}}),
}
each_hand = each(("game", "hand"), HANDS)
each_game = each("game", {rule: game for rule, (game, _) in HANDS.items()})


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


@each_hand
@pytest.mark.parametrize(
    ("passes", "dealer", "deals_next"),
    [("next", 1, 2), ("next", 2, 3), ("next", 3, 1), ("winner", 3, 2), ("same", 3, None), ("next", None, None)],
)
def test_deal_passes_as_the_house_says(
    game: AnyGame, hand: Mapping[str, object], passes: str, dealer: int | None, deals_next: int | None
) -> None:
    act = {**hand, "dealer": dealer} if dealer else hand
    assert outcome(game, act, deal_passes=passes).deals_next == deals_next


@each_game
@pytest.mark.parametrize("passes", ["next", "winner", "same"])
def test_dealer_is_asked_for_where_the_deal_passes_or_play_begins_beside_the_dealer(game: AnyGame, passes: str) -> None:
    asked = game.asks(kind=ActKind.HAND, rules=game.read_rules(value={"deal_passes": passes}))
    assert ("dealer" in [field.name for field in asked]) is (passes != "same" or game.id == "cau_robat")


@each_game
def test_rules_stored_before_keep_the_dealer(game: AnyGame) -> None:
    stored = {"preset": game.presets[0], "revision": 1, "source": "old"}
    assert game.read_rules(value=stored).deal_passes == "same"
    assert game.read_rules(value={"preset": game.presets[0]}).deal_passes == "next"


@pytest.mark.parametrize(("void_deals", "deals_next"), [("same", 1), ("next", 2)])
def test_q7_drawn_hand_is_dealt_again_by_the_same_player_unless_the_house_says_otherwise(
    void_deals: str, deals_next: int
) -> None:
    assert outcome(QING, {"result": "drawn", "dealer": 1}, void_deals=void_deals).deals_next == deals_next


@each(("rule", "game"), {rule: (rule, game) for rule, (game, _) in HANDS.items()})
def test_hand_that_does_not_count_is_dealt_again_and_nobody_wins_it(rule: str, game: AnyGame) -> None:
    act = {"void": "misdeal", "by": 2, "dealer": 2}
    void = outcome(game, act)
    assert (void.winner, void.debts, void.scores, void.deals_next, void.said.data()) == (None, (), (), 2, act)
    assert [(seat, cited) for seat, _, cited, _ in lines_of(void)] == [(2, rule)]
    told = say("void.by", why=say("void.misdeal"), seats={"player": 2})
    assert game.sentence(kind=ActKind.HAND, act=act) == told
    assert game.sentence(kind=ActKind.HAND, act={"void": "abandoned"}) == say("void.abandoned")
    assert outcome(game, {"void": "exposed", "dealer": 2}, void_deals="next").deals_next == 3


@each_game
def test_whoever_caused_it_gives_each_other_player_what_the_house_agreed(game: AnyGame) -> None:
    def given(void: Outcome) -> list[tuple[int, ...]]:
        paid = [(debt.payer, debt.payee, debt.cents) for debt in void.debts]
        return [*paid, *((score.seat, score.points) for score in void.scores)]

    caused = outcome(game, {"void": "wrong_count", "by": 2}, void_penalty=5)
    assert given(caused) == ([(1, 5), (3, 5)] if game.match else [(2, 1, 5), (2, 3, 5)])
    assert given(outcome(game, {"void": "abandoned"}, void_penalty=5)) == []


@each_hand
def test_wrong_reason_and_unknown_players_are_refused(game: AnyGame, hand: Mapping[str, object]) -> None:
    assert codes_of(lambda: outcome(game, {"void": "rain", "by": 9})) == ["unknown_word", "unknown_seat"]
    assert codes_of(lambda: outcome(game, {**hand, "dealer": 9})) == ["unknown_seat"]


@each_game
@pytest.mark.parametrize(
    ("rules", "said_of_hand", "said_of_void"),
    [
        ({"deal_passes": "same"}, False, False),
        ({"deal_passes": "next"}, True, True),
        ({"deal_passes": "same", "void_deals": "next"}, False, True),
    ],
)
def test_a_hand_says_who_dealt_where_that_decides_who_deals_next(
    game: AnyGame, rules: dict[str, str], said_of_hand: bool, said_of_void: bool
) -> None:
    read = game.read_rules(value=rules)
    acts: tuple[dict[str, str], ...] = ({}, {"void": "misdeal"})
    assert [says_dealer(rules=read, act=act) for act in acts] == [said_of_hand, said_of_void]


@pytest.mark.parametrize(
    ("act", "it_counts"),
    [({}, True), ({"result": "drawn"}, True), ({"result": "void"}, False), ({"void": "misdeal"}, False)],
)
def test_c35_c38_a_void_hand_does_not_count_whatever_made_it_void(act: dict[str, str], it_counts: bool) -> None:
    assert counts(act=act) is it_counts


@each(
    ("game", "rules", "features"),
    {
        "E3-clockwise": (ENGLISH, None, {Feature.CLOCKWISE}),
        "E3-as-old-nights-sat": (ENGLISH, {"revision": 1, "source": "before"}, set()),
        "Q2-clockwise": (QING, None, {Feature.CLOCKWISE}),
        "Q2-as-old-nights-sat": (QING, {"revision": 1, "source": "before"}, set()),
        "M6-ends-when-the-table-says-so": (MING, None, {Feature.OPEN_END}),
        "R9-match-of-hands": (CAU, None, {Feature.HANDS_WON}),
        "R9-match-of-points": (CAU, "points", set()),
        "C12-anticlockwise-no-match": (
            CUAJO,
            "pagat",
            {"card_entry", "quick_entry", "unwon_hands", "sowee", "companion"},
        ),
        "C12-price-list": (CUAJO, "pricelist", {"card_entry", "unwon_hands", "sowee", "companion"}),
        "nothing": (Toy(), ToyRules(), set()),
    },
)
def test_what_a_table_has_beyond_its_forms(game: AnyGame, rules: object, features: set[str]) -> None:
    assert game.features(rules=game.read_rules(value=rules)) == features


@each(
    ("game", "players", "dealer", "changes", "told"),
    {
        "E3": (ENGLISH, 3, 3, {}, ["deal.english 1"]),
        "E12-no-stock": (ENGLISH, 4, 1, {}, ["deal.english 2", "deal.no_stock 61"]),
        "E12-no-stock-without-jokers": (
            ENGLISH,
            4,
            1,
            {"without_jokers": True},
            ["deal.english 2", "deal.no_stock 60"],
        ),
        "E10-orphan": (ENGLISH, 4, 1, {"orphan": True}, ["deal.english 2"]),
        "E12-four-packs": (ENGLISH, 4, 1, {"preset": "four_packs"}, ["deal.english 2"]),
        "Q2": (QING, 5, 2, {}, ["deal.qing 2"]),
        "M1": (MING, 2, 1, {}, ["deal.ming 13"]),
        "R2": (CAU, 8, 8, {}, ["deal.cau 8 1"]),
        "R10-three-at-a-time": (CAU, 4, 1, {"three_at_a_time": True}, ["deal.cau_threes 4 2"]),
        "nothing": (CUAJO, 4, 1, {}, []),
    },
)
def test_table_is_told_how_to_deal(
    game: AnyGame, players: int, dealer: int, changes: dict[str, object], told: list[str]
) -> None:
    rules, seats = game.read_rules(value=changes), tuple(range(1, players + 1))
    assert [said(text) for text in game.about_deal(rules=rules, seats=seats, dealer=dealer)] == told


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


def test_most_games_mark_nothing_and_know_no_fortune() -> None:
    assert QING.marked(act={}, verdict={}) == {}
    assert QING.fortune(act={}, verdict={}, rules=QING.read_rules(value=None)) is None
    assert Toy().sentence(kind=ActKind.PENALTY, act={"seat": 2}) == say("toy.penalty", seats={"player": 2})


def test_only_fields_of_seats_name_seats_and_move() -> None:
    winner = Field(name="winner", label="Winner", kind=FieldKind.SEAT)
    points = Field(name="points", label="Points", kind=FieldKind.COUNT)
    melds = Field(name="melds", label="Melds", kind=FieldKind.COUNTS, for_each_seat=True)
    act = {"winner": 2, "points": 3, "melds": {"3": {"aces": 1}}}
    assert seats_named(act=act, asked=(winner, points, melds)) == {2, 3}
    assert moved(act=act, asked=(winner, points, melds), to={2: 5, 3: 4}) == {
        "winner": 5,
        "points": 3,
        "melds": {"4": {"aces": 1}},
    }


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


@pytest.mark.parametrize(
    ("hand", "code", "cards"),
    [
        ([7, ["XX"]], "unknown_card", ("7", "XX")),
        ({"AH": 1}, "unknown_card", ("{'AH': 1}",)),
        ("A" * (LONGEST_CARDS + 1), "too_long", ()),
    ],
)
def test_what_is_no_text_of_cards_is_named_as_it_came(hand: object, code: str, cards: tuple[str, ...]) -> None:
    problem = problems_of(lambda: outcome(QING, {"winner": 1, "hand": hand}))[0]
    assert (problem.code, problem.cards) == (code, cards)


def test_answers_and_tallies_as_data_leave_out_what_is_not_said() -> None:
    yes, pays = say("win.yes"), say("cau.pays")
    answer = Answer(text=yes, is_yes=True, lines=(AnswerLine(text=pays, rule="R8", count=3),))
    line = {"what": pays.english(), "rule": "R8", "count": 3}
    assert (answer.asked, answer.data()) == ({}, {"headline": yes.english(), "is_yes": True, "lines": [line]})
    tally = Tally(lines=(TallyLine(text=pays, rule="R8", count=3, seat=1, to=2, cards=("4",)),))
    assert tally.data() == {"lines": [line | {"seat": 1, "to": 2, "cards": ["4"]}]}
    assert Tally(reasons=(TallyLine(text=pays, rule="R8"),)).data() == {
        "reasons": [{"what": line["what"], "rule": "R8"}]
    }


@each(("game", "act"), {"cuajo": (CUAJO, {"result": "drawn"}), "Qing": (QING, {"winner": 2, "declared": True})})
def test_new_act_that_says_everything_is_judged_as_a_stored_one(game: AnyGame, act: dict[str, object]) -> None:
    rules = game.read_rules(value=None)
    seats = game.sides(rules=rules, seat_count=4)
    found = judged_new(game=game, kind=ActKind.HAND, data=act, rules=rules, seats=seats, table=Table())
    assert found == outcome(game, act, players=4)


def follow(game: AnyGame, players: int, **act: object) -> Followed | None:
    rules = game.read_rules(value=None)
    return game.follow(act=act, rules=rules, seats=game.sides(rules=rules, seat_count=players))


def told(followed: Followed | None) -> tuple[list[str], list[str]]:
    """Return how a hand stands, and its steps: the rule, the seat, its number, what is said, the other seat."""
    assert followed is not None
    now, steps = (
        [
            " ".join(str(part) for part in (line.rule, line.seat, line.count, said(line.text), line.to) if part)
            for line in lines
        ]
        for lines in (followed.now, followed.steps)
    )
    return now, steps


NO_PILES = ["R5 1 cau.no_pile", "R5 2 cau.no_pile", "R5 3 cau.no_pile"]
CALLED = ["R3 1 cau.plays 4", "R6 2 cau.waits 4 cau.cau"]
PAID = [*CALLED, "R6 2 cau.calls cau.cau 4 5 6", "R6 1 1 cau.due 2", "R3 3 cau.plays 7"]


@each(
    ("plays", "steps", "now"),
    {
        "R3-R6-next-player-may-call": ("4 4", CALLED, ["R2 3 cau.turn", "R3 cau.centre 5 6 12 1 4 4", *NO_PILES]),
        "R6-R8-call-is-taken-the-payer-owes": (
            "4 4 7",
            PAID,
            [
                "R2 1 cau.turn",
                "R3 cau.centre 12 1 7",
                NO_PILES[0],
                "R5 2 4 cau.pile 4",
                NO_PILES[2],
                "R8 1 1 cau.owes 2",
            ],
        ),
        "R8-capture-pays-what-is-owed": (
            "4 4 7 12",
            [*PAID, "R3 1 cau.plays 12", "R3 1 cau.takes 12 1", "R6 1 1 cau.pays 2"],
            ["R2 2 cau.turn", "R3 cau.centre 7", "R5 1 2 cau.pile 12", "R5 2 5 cau.pile 12", NO_PILES[2]],
        ),
    },
)
def test_hand_of_cau_robat_is_followed(plays: str, steps: list[str], now: list[str]) -> None:
    assert told(follow(CAU, 3, dealer=3, face_up="5 6 12 1", plays=plays)) == (now, steps)


def test_r6_card_after_a_call_may_be_called_in_its_turn() -> None:
    _, steps = told(follow(CAU, 3, dealer=3, face_up="5 6 12 1", plays="4 4 7 7"))
    assert steps == [*PAID, "R6 1 cau.waits 7 cau.cau"]


@pytest.mark.parametrize("players", [2, 3, 8])
def test_r9_followed_hand_ends_as_it_is_judged(players: int) -> None:
    rng = Random(players)
    for _ in range(5):
        face_up, pack = deal(rng, players)
        act = {"dealer": 1, "face_up": " ".join(map(str, face_up)), "plays": " ".join(map(str, pack))}
        followed = follow(CAU, players, **act)
        assert followed is not None
        assert "cau.turn" not in [line.text.key for line in followed.now]
        piles = {line.seat: line.count for line in followed.now if line.rule == "R5" and line.count}
        judged = lines_of(outcome(CAU, act, players=players))
        assert piles == {seat: count for seat, text, _, count in judged if text == "cau.taken" and count}


@each(
    ("tricks", "now", "steps"),
    {
        "M1-M2-a-lead-of-three-after-its-sign": (
            "5M 6M 3× 1C HC ZC 4S 5S 6S 1S",
            ["M2 2 trick.turn 1S", "M5 1 9 trick.points", "M5 2 trick.points"],
            ["M5 1 2 trick.step 5M / 6M", "M5 1 7 trick.step_bonus trick.step 1C HC ZC / 4S 5S 6S play.half_leopard"],
        ),
        "M2-strokes": (
            "5M / 6M; 1S",
            ["M2 2 trick.turn 1S", "M5 1 2 trick.points", "M5 2 trick.points"],
            ["M5 1 2 trick.step 5M / 6M"],
        ),
        "M2-trick-is-whole": (
            "5M 6M",
            ["M2 1 trick.leads", "M5 1 2 trick.points", "M5 2 trick.points"],
            ["M5 1 2 trick.step 5M / 6M"],
        ),
        "M2-two-of-three": ("3x 1C HC", ["M2 2 trick.turn 1C HC", "M5 1 trick.points", "M5 2 trick.points"], []),
    },
)
def test_hand_of_ming_khanhoo_is_followed(tricks: str, now: list[str], steps: list[str]) -> None:
    assert told(follow(MING, 2, leader=2, tricks=tricks)) == (now, steps)


@each(
    ("game", "players", "act"),
    {
        "nothing-told": (CAU, 3, {}),
        "dealer-does-not-play": (CAU, 3, {"dealer": 9}),
        "equal-cards-face-up": (CAU, 3, {"dealer": 1, "face_up": "5 5 1 2"}),
        "plays-no-card": (CAU, 3, {"dealer": 1, "face_up": "5 6", "plays": "x"}),
        "nobody-led": (MING, 2, {}),
        "nothing-led": (MING, 2, {"leader": 1}),
        "leader-does-not-play": (MING, 2, {"leader": 9, "tricks": "5M"}),
        "leads-no-card": (MING, 2, {"leader": 1, "tricks": "5X"}),
        "other-versions": (ENGLISH, 3, {}),
        "other-versions-Qing": (QING, 3, {}),
        "cuajo": (CUAJO, 4, {}),
    },
)
def test_nothing_is_followed_before_the_deal_is_known(game: AnyGame, players: int, act: dict[str, object]) -> None:
    assert follow(game, players, **act) is None


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
        followed = follow(MING, players, leader=first + 1, tricks=fell)
        assert followed is not None
        points = {line.seat: line.count for line in followed.now if line.count}
        assert points == {score.seat: score.points for score in judged.scores}
