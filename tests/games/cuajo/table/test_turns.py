"""Turns at the table: dealing, drawing, discarding and laying secrets (C9, C12, C14, C15, C17)."""

import pytest

from scoring.games.cuajo import read_rules
from scoring.games.cuajo.pack.cards import KINDS, Rank
from scoring.games.cuajo.table.play import Discard, DrawStock, LaySecret, SayPurro, TakeBackPurro, TakeDiscard, Win
from scoring.games.cuajo.table.rulings import may_discard, who_may_claim
from scoring.games.cuajo.table.state import Ground, IllegalEventError, Pile, deal
from scoring.games.offers import Phase
from tests.games.cuajo.tables import (
    FIVE,
    KING,
    PAGAT,
    REQUIRED,
    SEATS,
    after_discard,
    opened,
    play,
    reasons,
    refused,
    turn,
)


@pytest.mark.parametrize(("seats", "stock"), [((1, 2, 3, 4), 50), ((1, 2), 80), ((1, 2, 3, 4, 5, 6), 20)])
def test_c12_dealer_holds_sixteen_cards_and_opens_without_drawing(seats: tuple[int, ...], stock: int) -> None:
    state = deal(rules=PAGAT, seats=seats, dealer=seats[1])
    assert (state.turn, state.phase, state.stock, state.drawn) == (seats[1], Phase.DISCARD, stock, None)
    assert refused(state, DrawStock(seat=seats[1])) is Ground.ALREADY_DRAWN


def test_c12_turn_passes_in_the_order_of_play() -> None:
    state = opened(dealer=3)
    assert (state.turn, state.phase) == (4, Phase.DRAW)
    state = play(state, *turn(4))
    assert (state.turn, state.order_from(seat=state.turn), state.stock) == (1, (1, 2, 3, 4), 49)
    assert refused(state, DrawStock(seat=2)) is Ground.NOT_IN_TURN


@pytest.mark.parametrize(("seats", "dealer"), [((1,), 1), ((1, 1), 1), ((1, 2, 3), 4), (tuple(range(7)), 1)])
def test_c12_only_two_to_six_seats_play(seats: tuple[int, ...], dealer: int) -> None:
    with pytest.raises(IllegalEventError) as caught:
        deal(rules=PAGAT, seats=seats, dealer=dealer)
    assert caught.value.code == "wrong_seats"


def test_c12_a_seat_that_does_not_play_is_refused() -> None:
    assert refused(opened(), DrawStock(seat=9)) is Ground.UNKNOWN_SEAT


def test_c14_kings_are_never_discarded() -> None:
    state = deal(rules=PAGAT, seats=SEATS, dealer=1)
    assert refused(state, Discard(seat=1, card=KING)) is Ground.KING_DISCARDED
    kings = [one for one in KINDS if not may_discard(card=one).yes]
    assert kings == [one for one in KINDS if one.rank is Rank.KING]


def test_c14_a_king_is_never_won_from_the_discards() -> None:
    state = after_discard(rules=PAGAT, seats=SEATS, by=1)
    ruling = who_may_claim(state=state, card=KING, completes=[2])
    assert reasons(ruling) == [(2, False, [Ground.KING_DISCARDED])]


def test_c9_a_card_of_a_laid_secret_is_not_discarded() -> None:
    assert may_discard(card=FIVE, laid=[FIVE]).grounds == (Ground.LAID_DOWN,)
    assert may_discard(card=KING, laid=[KING]).grounds == (Ground.KING_DISCARDED, Ground.LAID_DOWN)


def test_c15_the_discard_of_the_player_before_may_be_taken() -> None:
    state = play(opened(), TakeDiscard(seat=2))
    assert state.drawn is not None
    assert (state.drawn.card, state.drawn.pile, state.stock, state.discarded) == (FIVE, Pile.DISCARDS, 50, None)
    assert refused(state, DrawStock(seat=2)) is Ground.ALREADY_DRAWN
    assert refused(opened(), TakeDiscard(seat=3)) is Ground.NOT_IN_TURN


def test_c15_the_player_in_turn_draws_before_discarding() -> None:
    assert refused(opened(), Discard(seat=2)) is Ground.MUST_DRAW_FIRST


def test_c17_a_secret_is_laid_on_the_own_turn_between_draw_and_discard() -> None:
    assert refused(opened(), LaySecret(seat=2)) is Ground.SECRET_TIME
    state = play(opened(), DrawStock(seat=2), LaySecret(seat=2))
    assert state.player(seat=2).secrets == 1
    assert refused(state, LaySecret(seat=1)) is Ground.SECRET_TIME
    assert refused(play(state, Discard(seat=2)), LaySecret(seat=2)) is Ground.SECRET_TIME


def test_c17_the_fourth_secret_is_laid_only_to_win() -> None:
    """C9: it leaves nothing to discard."""
    three = [LaySecret(seat=2)] * 3
    free = play(opened(), DrawStock(seat=2), *three, LaySecret(seat=2))
    assert refused(free, Discard(seat=2)) is Ground.NOTHING_TO_DISCARD
    assert refused(free, LaySecret(seat=2)) is Ground.FOUR_SECRETS
    assert play(free, Win(seat=2)).winner == 2
    said = play(opened(REQUIRED), SayPurro(seat=1), *turn(2), *turn(3), *turn(4), DrawStock(seat=1))
    laid = play(said, *[LaySecret(seat=1)] * 4)
    assert refused(laid, TakeBackPurro(seat=1)) is Ground.FOUR_SECRETS
    barred = play(opened(REQUIRED), DrawStock(seat=2), *three)
    assert refused(barred, LaySecret(seat=2)) is Ground.FOUR_SECRETS


def test_c15_no_discard_wins_where_the_house_forbids_it() -> None:
    rules = read_rules(value={"discard_win": False})
    ruling = who_may_claim(state=after_discard(rules=rules, seats=SEATS, by=2), card=FIVE, completes=[3])
    assert reasons(ruling) == [(3, False, [Ground.DISCARD_WIN_OFF])]
    assert refused(play(opened(rules), TakeDiscard(seat=2)), Win(seat=2)) is Ground.DISCARD_WIN_OFF
