"""Melds of English khanhoo given by their names: against the pack, and what larger ones score (E11, E12)."""

from collections.abc import Mapping

import pytest

from scoring.games.base import ActKind, ImpossibleError, Score, Table
from scoring.games.khanhoo import KhanhooEnglish
from scoring.games.khanhoo.english.melds import MeldKind, MeldTable, fixed_melds
from scoring.games.khanhoo.english.splits import best_split, named_points
from scoring.games.reading import judged_new
from tests.games.judged import judged

GAME = KhanhooEnglish()
KHANHOOS = {"1": {"khanhoo": 5}, "2": {"double_khanhoo": 1}, "3": {"double_courts": 1}, "4": {"double_courts": 1}}


def scores(melds: Mapping[str, Mapping[str, int]], *, players: int = 4, **act: object) -> tuple[Score, ...]:
    rules = GAME.read_rules(value=act.pop("rules", None))
    seats = GAME.sides(rules=rules, seat_count=players)
    hand = {"out": 1, "melds": melds, **act}
    return judged_new(game=GAME, kind=ActKind.HAND, data=hand, rules=rules, seats=seats, table=Table()).scores


def refused(melds: Mapping[str, Mapping[str, int]], **options: object) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        scores(melds, **options)  # type: ignore[arg-type]
    return [problem.message for problem in caught.value.problems]


def test_names_that_want_more_cards_than_two_packs_hold_are_refused() -> None:
    """E11: seven khanhoos and four courts, where there are two of each and a joker."""
    assert refused(KHANHOOS) == [
        "The pack does not hold the cards of all these together: khanhoo, double khanhoo, double courts (E11)."
    ]


def test_courts_are_counted_over_all_players() -> None:
    """E11: the joker completes one card, not three."""
    courts = {"1": {"sequence": 4}, "2": {"double_courts": 1}, "3": {"courts": 1}}
    assert refused(courts) == ["The pack does not hold the cards of all these together: double courts, courts (E11)."]


def test_named_groups_are_taken_in_the_form_that_fits() -> None:
    """E11: three royal groups are one of each court; a fourth wants cards that are not there."""
    assert scores({"1": {"royal_group": 3, "sequence": 2}}) == (Score(seat=1, points=19),)
    fits_with_courts = {"1": {"sequence": 4}, "2": {"courts": 1, "royal_group": 3}}
    assert scores(fits_with_courts) == (Score(seat=1, points=9), Score(seat=2, points=15))
    assert refused({"1": {"royal_group": 4, "sequence": 1}}) == [
        "The pack does not hold the cards of all these together: royal group (E11)."
    ]


def test_joker_completes_one_card_of_all_names_together() -> None:
    """E11: of two double courts no card is left, and one joker is no courts and no khanhoo besides."""
    one_short = {"1": {"aces": 2, "sequence": 3}}
    assert scores(one_short)
    both = {"1": {"aces": 2, "sequence": 3}, "2": {"double_courts": 1, "royal_group": 1}}
    assert "aces" in refused({"1": {"aces": 2, "khanhoo": 2, "sequence": 1}})[0]
    assert scores({"1": {"sequence": 4}, "2": {"double_courts": 1, "royal_group": 1}})
    assert scores(both)
    assert refused({"1": {"aces": 2, "khanhoo": 1, "sequence": 2}, "2": {"double_courts": 1, "royal_group": 1}}) == [
        "The pack does not hold the cards of all these together: aces, khanhoo, double courts, royal group (E11)."
    ]


def test_cards_entered_of_others_are_counted_too() -> None:
    """E11."""
    melds = {"1": {"double_khanhoo": 1, "sequence": 3}}
    assert refused(melds, cards={"2": "AH 2C 3D"}) == [
        "The pack does not hold the cards of all these together: double khanhoo (E11)."
    ]


@pytest.mark.parametrize(("name", "points"), [("triple_courts", 13), ("triple_triplet", 12), ("triple_aces", 12)])
def test_named_larger_meld_scores_its_parts_where_they_pay_more(name: str, points: int) -> None:
    """E11, E7: by name as by cards; the 6 of a triplet of sequences and 5 of the full hand besides."""
    rules = {"preset": "three_packs"}
    assert scores({"1": {name: 1, "sequence": 2}}, players=3, rules=rules) == (Score(seat=1, points=points + 7),)


@pytest.mark.parametrize("trios", [False, True])
def test_every_name_scores_as_its_cards_do(trios: bool) -> None:
    """E11."""
    table = MeldTable(has_triples=True, trios=trios)
    for meld in fixed_melds(table=table):
        split = best_split(cards=meld.cards, table=table)
        assert split is not None
        assert named_points(kind=meld.kind, table=table) >= split.points >= meld.kind.points
    assert named_points(kind=MeldKind.TRIPLE_COURTS, table=table) == (18 if trios else 13)


def test_three_pack_names_count_with_four_copies_as_the_house_says() -> None:
    """E12: with five players or more, always or never; rules from before keep them always."""
    melds = {"1": {"triple_khanhoo": 1, "sequence": 2}}
    four = {"preset": "four_packs"}
    assert refused(melds, rules=four) == ["No meld is called triple_khanhoo under these rules (E4 to E6)."]
    assert scores(melds, players=5, rules=four) == (Score(seat=1, points=32),)
    assert scores(melds, rules={**four, "three_pack_names": "always"}) == (Score(seat=1, points=32),)
    assert refused(melds, players=5, rules={**four, "three_pack_names": "never"})
    assert scores(melds, rules={**four, "revision": 1, "source": "before"}) == (Score(seat=1, points=32),)


def test_form_says_which_names_need_five_players() -> None:
    """E12."""
    labels = {
        choice.value: choice.label
        for field in GAME.asks(kind=ActKind.HAND, rules=GAME.read_rules(value="four_packs"))
        for choice in field.choices
    }
    assert labels["triple_khanhoo"] == "triple khanhoo (25), five players or more"
    assert labels["khanhoo"] == "khanhoo (5)"


def test_game_without_jokers_has_none() -> None:
    """E12."""
    assert scores({}, cards={"1": "AH 2H 3H 4H 5H 6H 7H 8H 9H 2C 3C 4C 5C 6C X"}) == (Score(seat=1, points=12),)
    assert refused({}, cards={"1": "AH 2H 3H 4H 5H 6H 7H 8H 9H 2C 3C 4C 5C 6C X"}, rules={"without_jokers": True}) == [
        "1 x X were melded, but the pack holds 0 (E1)."
    ]


def test_stored_hands_are_read_as_they_are() -> None:
    """E11: whatever their names want."""
    rules = GAME.read_rules(value=None)
    act = {"out": 1, "melds": {"1": {"sequence": 2}, "2": {"khanhoo": 4}}}
    outcome = judged(GAME, kind=ActKind.HAND, act=act, rules=rules, seats=GAME.sides(rules=rules, seat_count=4))
    assert outcome.scores == (Score(seat=1, points=7), Score(seat=2, points=20))
