"""Who wins with a card, on the own turn and out of turn (C21, C22, C24, L4)."""

import pytest

from scoring.games.cuajo import Source, read_rules
from scoring.games.cuajo.claim.acts import HandResult
from scoring.games.cuajo.table.play import Claim, Discard, DrawStock, SayPurro, TakeDiscard, Win
from scoring.games.cuajo.table.rulings import Ruling, may_win_now, who_may_claim
from scoring.games.cuajo.table.state import Ground, Pile, deal
from scoring.games.offers import Phase
from tests.games.cuajo.tables import (
    FIVE,
    KING,
    PAGAT,
    REQUIRED,
    SEATS,
    after_discard,
    after_draw,
    lost_by_dealer,
    opened,
    play,
    purro_of_dealer,
    reasons,
    refused,
    turn,
)

PRICES = read_rules(value={"preset": "pricelist", "purro_required": True})


def test_c21_purro_wins_by_the_card_another_player_draws() -> None:
    won = play(purro_of_dealer(), *turn(2), DrawStock(seat=3, card=FIVE), Claim(seat=1))
    assert (won.phase, won.result, won.winner, won.source) == (Phase.OVER, HandResult.WIN, 1, Source.CLAIMED)


def test_c21_purro_wins_by_the_own_draw_and_by_the_discard_of_the_left() -> None:
    own_turn = play(purro_of_dealer(), *turn(2), *turn(3), *turn(4))
    assert play(own_turn, DrawStock(seat=1), Win(seat=1)).source is Source.SELF_DRAWN
    assert play(own_turn, TakeDiscard(seat=1), Win(seat=1)).source is Source.DISCARD


def test_c21_purro_never_wins_by_another_discard() -> None:
    state = play(purro_of_dealer(), *turn(2))
    ruling = who_may_claim(state=state, card=FIVE, completes=[1, 3])
    assert reasons(ruling) == [(3, True, [Ground.NEXT_IN_TURN]), (1, False, [Ground.DISCARD_OF_ANOTHER])]
    assert refused(state, Claim(seat=1)) is Ground.NOTHING_TO_CLAIM


def test_c21_a_discard_picked_up_by_another_player_is_not_claimed() -> None:
    state = play(purro_of_dealer(), *turn(2), TakeDiscard(seat=3))
    assert refused(state, Claim(seat=1)) is Ground.DISCARD_OF_ANOTHER


def test_c21_the_discarder_does_not_take_the_own_discard() -> None:
    ruling = who_may_claim(state=after_discard(rules=PAGAT, seats=SEATS, by=2), card=FIVE, completes=[2])
    assert (ruling.winner, ruling.rules) == (None, ("C15", "C21"))


def test_c22_the_drawer_comes_first() -> None:
    state = after_draw(rules=PAGAT, seats=SEATS, by=3, card=FIVE, purro=[1, 3, 4])
    assert reasons(who_may_claim(state=state, card=FIVE, completes=[1, 3, 4])) == [
        (3, True, [Ground.DRAWER_FIRST]),
        (4, False, [Ground.COMES_LATER]),
        (1, False, [Ground.COMES_LATER]),
    ]


def test_c22_a_silent_drawer_comes_after_every_purro_player_whom_the_card_completes() -> None:
    state = after_draw(rules=PAGAT, seats=SEATS, by=3, purro=[1, 2])
    assert reasons(who_may_claim(state=state, card=FIVE, completes=[1, 2, 3])) == [
        (1, True, [Ground.SOONEST_TURN]),
        (2, False, [Ground.COMES_LATER]),
        (3, False, [Ground.SILENT_DRAWER]),
    ]
    assert who_may_claim(state=state, card=FIVE, completes=[3, 4]).winner == 3


def test_c22_a_silent_drawer_comes_first_where_the_house_says_so_and_in_rules_from_before() -> None:
    house = read_rules(value={"preset": "pagat", "silent_drawer_first": True})
    for rules in (house, read_rules(value={"preset": "pagat", "revision": 1})):
        state = after_draw(rules=rules, seats=SEATS, by=3, purro=[1])
        assert who_may_claim(state=state, card=FIVE, completes=[1, 3]).winner == 3


def test_c24_a_drawer_without_purro_is_passed_over_where_it_is_required() -> None:
    required = after_draw(rules=REQUIRED, seats=SEATS, by=3, purro=[1])
    assert reasons(who_may_claim(state=required, card=FIVE, completes=[1, 3])) == [
        (1, True, [Ground.SOONEST_TURN]),
        (3, False, [Ground.PURRO_REQUIRED]),
    ]


@pytest.mark.parametrize(("by", "winner"), [(1, 2), (2, 3), (3, 1), (4, 1)])
def test_c22_then_the_purro_player_whose_turn_comes_soonest(by: int, winner: int) -> None:
    state = after_draw(rules=PAGAT, seats=SEATS, by=by, purro=[1, 2, 3])
    assert who_may_claim(state=state, card=FIVE, completes={1, 2, 3} - {by}).winner == winner


def test_c22_a_claim_yields_to_one_that_goes_first() -> None:
    state = play(purro_of_dealer(), *turn(2), SayPurro(seat=2), DrawStock(seat=3))
    assert refused(state, Claim(seat=2, also=(1,))) is Ground.COMES_LATER
    assert play(state, Claim(seat=1, also=(2, 3))).winner == 1


def test_c22_nobody_wins_where_nobody_is_entitled() -> None:
    state = after_draw(rules=PAGAT, seats=SEATS, by=3, purro=[1])
    assert who_may_claim(state=state, card=FIVE, completes=[]) == Ruling(winner=None, claimants=())
    assert reasons(who_may_claim(state=state, card=FIVE, completes=[2])) == [(2, False, [Ground.PURRO_OUT_OF_TURN])]


def test_c24_on_the_own_turn_purro_need_not_have_been_said() -> None:
    state = play(opened(), DrawStock(seat=2))
    assert may_win_now(state=state, seat=2).grounds == (Ground.OWN_TURN,)
    assert play(state, Win(seat=2)).source is Source.SELF_DRAWN


def test_c24_purro_required_bars_a_win_without_it() -> None:
    state = play(opened(REQUIRED), DrawStock(seat=2))
    assert refused(state, Win(seat=2)) is Ground.PURRO_REQUIRED
    said = play(opened(REQUIRED), SayPurro(seat=1), *turn(2), *turn(3), *turn(4), DrawStock(seat=1))
    assert play(said, Win(seat=1)).winner == 1


def test_c24_out_of_turn_purro_is_always_required() -> None:
    state = play(purro_of_dealer(), DrawStock(seat=2))
    assert may_win_now(state=state, seat=1).grounds == (Ground.MAY_CLAIM,)
    assert may_win_now(state=state, seat=3).grounds == (Ground.PURRO_OUT_OF_TURN,)
    assert refused(state, Claim(seat=3)) is Ground.PURRO_OUT_OF_TURN


def test_every_bar_is_named_at_once() -> None:
    rules = read_rules(value={"purro_required": True, "discard_win": False})
    state = after_draw(rules=rules, seats=SEATS, by=1, pile=Pile.DISCARDS, penalty=[1])
    assert may_win_now(state=state, seat=1).grounds == (
        Ground.ON_PENALTY,
        Ground.PURRO_REQUIRED,
        Ground.DISCARD_WIN_OFF,
    )


def test_l4_the_third_king_is_claimed_without_purro_by_whoever_comes_soonest() -> None:
    state = after_draw(rules=PRICES, seats=SEATS, by=1, card=KING, purro=[2])
    ruling = who_may_claim(state=state, card=KING, completes=[2, 4, 3], by_kings=[3, 4])
    assert reasons(ruling) == [
        (2, True, [Ground.SOONEST_TURN]),
        (3, False, [Ground.COMES_LATER, Ground.KINGS_ALONE]),
        (4, False, [Ground.COMES_LATER, Ground.KINGS_ALONE]),
    ]
    assert who_may_claim(state=state, card=KING, completes=[1, 3], by_kings=[1, 3]).winner == 1


def test_l4_a_card_that_is_not_shown_is_not_claimed() -> None:
    state = after_draw(rules=PRICES, seats=SEATS, by=1, card=KING)
    ruling = who_may_claim(state=state, card=KING, completes=[3], by_kings=[3])
    assert reasons(ruling) == [(3, False, [Ground.NOTHING_TO_CLAIM])]
    shown = play(purro_of_dealer(PRICES), DrawStock(seat=2, card=KING))
    assert play(shown, Claim(seat=4, by_kings=(4,))).winner == 4


def test_l4_kings_win_on_the_own_turn_without_purro_after_any_draw() -> None:
    for drawn in (KING, FIVE, None):
        state = play(opened(PRICES), DrawStock(seat=2, card=drawn))
        assert play(state, Win(seat=2, by_kings=True)).winner == 2
        assert refused(state, Win(seat=2)) is Ground.PURRO_REQUIRED


def test_l4_out_of_turn_kings_win_only_with_a_king() -> None:
    """Kings held before do not claim another card either, not even for a player who said purro."""
    state = play(purro_of_dealer(PRICES), DrawStock(seat=2, card=FIVE))
    assert refused(state, Claim(seat=4, by_kings=(4,))) is Ground.PURRO_OUT_OF_TURN
    assert refused(state, Claim(seat=1, by_kings=(1,))) is Ground.KINGS_CLAIM
    assert play(state, Claim(seat=1)).winner == 1
    assert may_win_now(state=state, seat=4, by_kings=True).grounds == (Ground.PURRO_OUT_OF_TURN,)
    told_later = play(purro_of_dealer(PRICES), DrawStock(seat=2))
    assert play(told_later, Claim(seat=4, by_kings=(4,))).winner == 4


def test_l4_the_third_king_of_a_rub_is_claimed_at_any_time_also_while_the_penalty_lasts() -> None:
    state = play(
        lost_by_dealer(PRICES), DrawStock(seat=2), Discard(seat=2), SayPurro(seat=2), DrawStock(seat=3, card=KING)
    )
    assert refused(state, Claim(seat=1)) is Ground.ON_PENALTY
    assert play(state, Claim(seat=1, by_kings=(1,))).winner == 1


def test_l4_kings_win_alone_only_by_a_price_list() -> None:
    shown = play(purro_of_dealer(REQUIRED), DrawStock(seat=2, card=KING))
    assert refused(shown, Claim(seat=4, by_kings=(4,))) is Ground.PURRO_OUT_OF_TURN
    assert refused(shown, Win(seat=2, by_kings=True)) is Ground.PURRO_REQUIRED


def test_l4_kings_win_on_an_own_penalty_turn() -> None:
    state = play(lost_by_dealer(rules=PRICES), *turn(2), *turn(3), *turn(4), DrawStock(seat=1, card=KING))
    assert may_win_now(state=state, seat=1).grounds[0] is Ground.ON_PENALTY
    assert play(state, Win(seat=1, by_kings=True)).source is Source.SELF_DRAWN


def test_l4_dealt_kings_are_shown_before_the_first_turn_the_dealer_first() -> None:
    state = deal(rules=PRICES, seats=SEATS, dealer=1)
    assert play(state, Claim(seat=3, by_kings=(3,))).source is Source.DEALT
    assert reasons(who_may_claim(state=state, card=None, completes=[3, 2], by_kings=[3, 2])) == [
        (2, True, [Ground.KINGS_DEALT, Ground.KINGS_ALONE]),
        (3, False, [Ground.COMES_LATER, Ground.KINGS_ALONE]),
    ]
    assert who_may_claim(state=state, card=None, completes=[1, 2], by_kings=[1, 2]).winner == 1
    assert refused(play(state, Discard(seat=1)), Claim(seat=3, by_kings=(3,))) is Ground.NOTHING_TO_CLAIM


def test_l8_kings_of_the_drawer_come_first_and_a_silent_drawer_last() -> None:
    rules = read_rules(value="pricelist")
    state = after_draw(rules=rules, seats=SEATS, by=3, card=KING, purro=[2])

    def order(*by_kings: int) -> list[int]:
        ruling = who_may_claim(state=state, card=KING, completes=[1, 2, 3], by_kings=by_kings)
        return [one.seat for one in ruling.claimants]

    assert (order(1, 3), order(1)) == ([3, 1, 2], [1, 2, 3])
