"""Losing purro to a king, and the two penalty turns after it (C23)."""

import pytest

from scoring.games.cuajo import HouseRules
from scoring.games.cuajo.table.play import Claim, Discard, DrawStock, LosePurro, SayPurro, TakeDiscard
from scoring.games.cuajo.table.rulings import may_say_purro, may_win_now, must_show_draw, who_may_claim
from scoring.games.cuajo.table.state import Ground
from tests.games.cuajo.tables import (
    FAMILY,
    FIVE,
    KING,
    PAGAT,
    SEATS,
    after_draw,
    lost_by_dealer,
    opened,
    play,
    purro_of_dealer,
    reasons,
    refused,
    turn,
)


def test_c23_drawn_cards_are_shown_for_two_turns_after_losing_purro() -> None:
    state = lost_by_dealer()
    shown: list[tuple[bool, int]] = []
    for _ in range(3):
        state = play(state, *turn(2), *turn(3), *turn(4))
        assert must_show_draw(state=state, seat=1).yes is (len(shown) < 2)
        state = play(state, DrawStock(seat=1))
        assert state.drawn is not None
        shown.append((state.drawn.shown, state.penalty_turns(seat=1)))
        state = play(state, Discard(seat=1))
    assert shown == [(True, 2), (True, 1), (False, 0)]


def test_c23_a_penalty_turn_is_left_until_the_player_after_draws() -> None:
    state = lost_by_dealer()
    left = [state.penalty_turns(seat=1)]
    for _ in range(2):
        state = play(state, *turn(2), *turn(3), *turn(4))
        before = state.penalty_turns(seat=1)
        state = play(state, *turn(1))
        left += [before, state.penalty_turns(seat=1), play(state, DrawStock(seat=2)).penalty_turns(seat=1)]
    assert left == [2, 2, 2, 1, 1, 1, 0]


def test_c23_purro_may_not_be_said_on_the_two_turns_after_losing_it() -> None:
    state = lost_by_dealer()
    said = [may_say_purro(state=state, seat=1).yes]
    for _ in range(3):
        state = play(state, *turn(2), *turn(3), *turn(4), *turn(1))
        said.append(may_say_purro(state=state, seat=1).yes)
    assert said == [False, False, False, True]
    assert refused(lost_by_dealer(), SayPurro(seat=1)) is Ground.PENALTY_BARS_PURRO


def test_c23_the_hand_may_not_win_on_the_two_turns_after_losing_purro() -> None:
    state = lost_by_dealer()
    won = []
    for _ in range(3):
        state = play(state, *turn(2), *turn(3), *turn(4))
        by_discard = may_win_now(state=state, seat=1).yes
        state = play(state, DrawStock(seat=1))
        won.append((by_discard, may_win_now(state=state, seat=1).yes))
        state = play(state, Discard(seat=1))
    assert won == [(False, False), (False, False), (True, True)]


def test_c23_taking_a_discard_uses_up_a_penalty_turn_too() -> None:
    state = lost_by_dealer()
    for _ in range(2):
        state = play(state, *turn(2), *turn(3), *turn(4), TakeDiscard(seat=1), Discard(seat=1))
    state = play(state, *turn(2), *turn(3), *turn(4))
    assert may_win_now(state=state, seat=1).yes


def test_c23_others_no_longer_show_when_nobody_is_purro() -> None:
    state = lost_by_dealer()
    assert [must_show_draw(state=state, seat=seat).yes for seat in SEATS] == [True, False, False, False]


def test_c23_purro_is_lost_only_by_a_king_from_the_stock() -> None:
    before = play(purro_of_dealer(), *turn(2), *turn(3), *turn(4))
    assert refused(play(before, *turn(1, FIVE)), LosePurro(seat=1)) is Ground.NO_KING_DRAWN
    assert refused(play(before, TakeDiscard(seat=1), Discard(seat=1)), LosePurro(seat=1)) is Ground.NO_KING_DRAWN
    assert not play(before, *turn(1), LosePurro(seat=1)).player(seat=1).purro


def test_c23_purro_is_lost_right_after_the_discard_that_the_king_forced() -> None:
    before = play(purro_of_dealer(), *turn(2), *turn(3), *turn(4), DrawStock(seat=1, card=KING))
    assert refused(before, LosePurro(seat=1)) is Ground.AFTER_OWN_DISCARD
    assert refused(opened(), LosePurro(seat=1)) is Ground.NOT_PURRO


def test_c23_a_hand_still_one_card_short_after_a_king_stays_purro() -> None:
    state = play(purro_of_dealer(), *turn(2), *turn(3), *turn(4), *turn(1, KING), DrawStock(seat=2))
    assert state.player(seat=1).purro
    assert play(state, Claim(seat=1)).winner == 1


@pytest.mark.parametrize(("rules", "winner"), [(PAGAT, 2), (FAMILY, None)])
def test_c23_a_penalty_draw_is_claimed_as_the_house_says(rules: HouseRules, winner: int | None) -> None:
    state = after_draw(rules=rules, seats=SEATS, by=1, purro=[2], penalty=[1])
    ruling = who_may_claim(state=state, card=FIVE, completes=[1, 2])
    assert ruling.winner == winner
    assert (1, False, [Ground.ON_PENALTY]) in reasons(ruling)
    if winner is None:
        assert reasons(ruling)[1] == (2, False, [Ground.PENALTY_DRAW])
