"""The table while a hand is played: a test per rule C12 to C15 and C19 to C24, and a walk at random."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from scoring.games.cards import KINDS, Card, Rank, find_card
from scoring.games.cuajo import HouseRules, Source, read_rules
from scoring.games.cuajo.acts import HandResult
from scoring.games.cuajo.table import (
    Claim,
    Discard,
    DrawStock,
    EndHand,
    Event,
    Ground,
    IllegalEventError,
    LaySecret,
    LosePurro,
    Phase,
    Pile,
    Ruling,
    SayPurro,
    TableState,
    TakeBackPurro,
    TakeDiscard,
    Win,
    after_discard,
    after_draw,
    apply,
    deal,
    may_discard,
    may_say_purro,
    may_win_now,
    must_show_draw,
    who_deals_next,
    who_may_claim,
)
from tests.games.hands import SCALE

SEATS = (1, 2, 3, 4)
PAGAT = HouseRules()
FAMILY = read_rules(value="family")
REQUIRED = read_rules(value={"purro_required": True})
DEALT_WINS = read_rules(value={"dealt_win": "as_self_drawn"})


def card(text: str) -> Card:
    found = find_card(text=text)
    assert found is not None
    return found


KING, FIVE = card("12O"), card("5B")


def play(state: TableState, *events: Event) -> TableState:
    for event in events:
        state = apply(state=state, event=event)
    return state


def refused(state: TableState, event: Event) -> Ground:
    with pytest.raises(IllegalEventError) as caught:
        apply(state=state, event=event)
    return caught.value.ground


def opened(rules: HouseRules = PAGAT, *, dealer: int = 1) -> TableState:
    """The dealer has opened; the next seat draws."""
    return play(deal(rules=rules, seats=SEATS, dealer=dealer), Discard(seat=dealer, card=FIVE))


def turn(seat: int, drawn: Card | None = None) -> tuple[Event, Event]:
    return DrawStock(seat=seat, card=drawn), Discard(seat=seat)


def purro_of_dealer(rules: HouseRules = PAGAT) -> TableState:
    return play(opened(rules), SayPurro(seat=1))


def lost_by_dealer(rules: HouseRules = PAGAT) -> TableState:
    """Seat 1 has lost purro with a king and discarded."""
    return play(purro_of_dealer(rules), *turn(2), *turn(3), *turn(4), *turn(1, KING), LosePurro(seat=1))


def reasons(ruling: Ruling) -> list[tuple[int, bool, list[Ground]]]:
    return [(one.seat, one.wins, list(one.grounds)) for one in ruling.claimants]


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


def test_c13_winner_deals_next() -> None:
    won = play(opened(), DrawStock(seat=2), Win(seat=2))
    dealer = who_deals_next(state=won)
    assert (dealer.seat, dealer.ground, dealer.ground.rules) == (2, Ground.WINNER_DEALS, ("C13",))


def test_c13_same_dealer_deals_again_after_a_drawn_or_void_hand() -> None:
    drawn = play(replace(opened(dealer=3), stock=0), EndHand(result=HandResult.DRAWN))
    void = play(opened(dealer=3), EndHand(result=HandResult.VOID))
    assert (who_deals_next(state=drawn).seat, who_deals_next(state=void).seat) == (3, 3)
    assert who_deals_next(state=void).ground is Ground.VOID_SAME_DEALER
    assert who_deals_next(state=opened()).ground is Ground.HAND_RUNS


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
    assert (state.drawn.card, state.drawn.pile, state.stock, state.discarded) == (
        FIVE,
        Pile.DISCARDS,
        50,
        None,
    )
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


def test_c19_purro_is_said_right_after_discarding() -> None:
    state = play(opened(), SayPurro(seat=1))
    assert state.player(seat=1).purro
    assert refused(state, SayPurro(seat=1)) is Ground.ALREADY_PURRO
    assert refused(state, SayPurro(seat=2)) is Ground.AFTER_OWN_DISCARD


def test_c19_purro_is_not_said_once_the_next_player_has_drawn() -> None:
    late = play(opened(), DrawStock(seat=2))
    assert refused(late, SayPurro(seat=1)) is Ground.AFTER_OWN_DISCARD
    assert refused(late, SayPurro(seat=2)) is Ground.AFTER_OWN_DISCARD
    answer = may_say_purro(state=play(late, Discard(seat=2)), seat=2)
    assert (answer.yes, answer.grounds) == (True, (Ground.MAY_SAY_PURRO,))


def test_c19_purro_said_wrongly_is_taken_back_without_penalty() -> None:
    """A ruling: the texts punish only what a king forces."""
    state = play(purro_of_dealer(), DrawStock(seat=2), TakeBackPurro(seat=1))
    assert (state.player(seat=1).purro, state.player(seat=1).penalty_turns) == (False, 0)
    assert refused(state, TakeBackPurro(seat=1)) is Ground.NOT_PURRO


def test_c20_every_other_player_shows_stock_cards_while_someone_is_purro() -> None:
    state = purro_of_dealer()
    shows = {seat: must_show_draw(state=state, seat=seat).yes for seat in SEATS}
    assert shows == {1: False, 2: True, 3: True, 4: True}
    assert must_show_draw(state=opened(), seat=2).grounds == (Ground.NOT_SHOWN,)
    assert must_show_draw(state=state, seat=2).grounds == (Ground.SHOWN_FOR_PURRO,)


def test_c20_a_purro_player_shows_only_if_another_is_purro_too() -> None:
    state = play(purro_of_dealer(), *turn(2), SayPurro(seat=2))
    assert must_show_draw(state=state, seat=1).yes
    assert must_show_draw(state=state, seat=2).yes
    shown = play(purro_of_dealer(), DrawStock(seat=2)).drawn
    hidden = play(purro_of_dealer(), *turn(2), *turn(3), *turn(4), DrawStock(seat=1)).drawn
    assert (shown is not None and shown.shown, hidden is not None and hidden.shown) == (True, False)


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


def test_c15_no_discard_wins_where_the_house_forbids_it() -> None:
    rules = read_rules(value={"discard_win": False})
    ruling = who_may_claim(state=after_discard(rules=rules, seats=SEATS, by=2), card=FIVE, completes=[3])
    assert reasons(ruling) == [(3, False, [Ground.DISCARD_WIN_OFF])]
    assert refused(play(opened(rules), TakeDiscard(seat=2)), Win(seat=2)) is Ground.DISCARD_WIN_OFF


def test_c22_the_drawer_comes_first() -> None:
    state = after_draw(rules=PAGAT, seats=SEATS, by=3, card=FIVE, purro=[1, 3, 4])
    assert reasons(who_may_claim(state=state, card=FIVE, completes=[1, 3, 4])) == [
        (3, True, [Ground.DRAWER_FIRST]),
        (4, False, [Ground.COMES_LATER]),
        (1, False, [Ground.COMES_LATER]),
    ]


def test_c22_the_drawer_comes_first_without_having_said_purro_unless_required() -> None:
    free = after_draw(rules=PAGAT, seats=SEATS, by=3, purro=[1])
    assert who_may_claim(state=free, card=FIVE, completes=[1, 3]).winner == 3
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
    assert refused(state, Claim(seat=1, also=(3,))) is Ground.COMES_LATER
    assert play(state, Claim(seat=1, also=(2,))).winner == 1


def test_c22_nobody_wins_where_nobody_is_entitled() -> None:
    state = after_draw(rules=PAGAT, seats=SEATS, by=3, purro=[1])
    assert who_may_claim(state=state, card=FIVE, completes=[]) == Ruling(winner=None, claimants=())
    assert reasons(who_may_claim(state=state, card=FIVE, completes=[2])) == [
        (2, False, [Ground.PURRO_OUT_OF_TURN])
    ]


def test_c23_drawn_cards_are_shown_for_two_turns_after_losing_purro() -> None:
    state = lost_by_dealer()
    shown: list[tuple[bool, int]] = []
    for _ in range(3):
        state = play(state, *turn(2), *turn(3), *turn(4))
        assert must_show_draw(state=state, seat=1).yes is (len(shown) < 2)
        state = play(state, DrawStock(seat=1))
        assert state.drawn is not None
        shown.append((state.drawn.shown, state.player(seat=1).penalty_turns))
        state = play(state, Discard(seat=1))
    assert shown == [(True, 2), (True, 1), (False, 0)]


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
    assert (
        refused(play(before, TakeDiscard(seat=1), Discard(seat=1)), LosePurro(seat=1)) is Ground.NO_KING_DRAWN
    )
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


def test_c23_nobody_is_purro_and_on_penalty_at_once() -> None:
    with pytest.raises(IllegalEventError) as caught:
        after_draw(rules=PAGAT, seats=SEATS, by=1, purro=[2], penalty=[2])
    assert caught.value.code == "penalty_bars_purro"


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
    state = after_draw(rules=REQUIRED, seats=SEATS, by=1, card=KING, purro=[2])
    ruling = who_may_claim(state=state, card=KING, completes=[2, 4, 3], by_kings=[3, 4])
    assert reasons(ruling) == [
        (2, True, [Ground.SOONEST_TURN]),
        (3, False, [Ground.COMES_LATER, Ground.KINGS_ALONE]),
        (4, False, [Ground.COMES_LATER, Ground.KINGS_ALONE]),
    ]
    assert who_may_claim(state=state, card=KING, completes=[1, 3], by_kings=[1, 3]).winner == 1


def test_l4_a_card_that_is_not_shown_is_not_claimed() -> None:
    state = after_draw(rules=PAGAT, seats=SEATS, by=1, card=KING)
    ruling = who_may_claim(state=state, card=KING, completes=[3], by_kings=[3])
    assert reasons(ruling) == [(3, False, [Ground.NOTHING_TO_CLAIM])]
    shown = play(purro_of_dealer(), DrawStock(seat=2, card=KING))
    assert play(shown, Claim(seat=4, by_kings=(4,))).winner == 4
    assert play(opened(REQUIRED), DrawStock(seat=2), Win(seat=2, by_kings=True)).winner == 2


def test_c33_the_hand_is_drawn_only_when_the_stock_is_exhausted() -> None:
    assert refused(opened(), EndHand(result=HandResult.DRAWN)) is Ground.STOCK_LEFT
    last = replace(opened(), stock=1)
    drawing = play(last, DrawStock(seat=2))
    assert refused(drawing, EndHand(result=HandResult.DRAWN)) is Ground.MUST_DISCARD
    empty = play(drawing, Discard(seat=2))
    assert refused(empty, DrawStock(seat=3)) is Ground.STOCK_EMPTY
    assert play(empty, EndHand(result=HandResult.DRAWN)).result is HandResult.DRAWN


def test_c33_the_last_discard_is_taken_only_to_win() -> None:
    empty = replace(opened(), stock=0)
    taken = play(empty, TakeDiscard(seat=2))
    assert refused(taken, Discard(seat=2)) is Ground.LAST_DISCARD
    assert play(taken, Win(seat=2)).source is Source.DISCARD
    assert play(taken, EndHand(result=HandResult.DRAWN)).winner is None
    assert refused(replace(opened(REQUIRED), stock=0), TakeDiscard(seat=2)) is Ground.PURRO_REQUIRED


def test_c34_a_dealt_hand_wins_where_the_house_lets_it() -> None:
    """Also where purro is required on the own turn: it could not have been said."""
    assert refused(deal(rules=PAGAT, seats=SEATS, dealer=1), Win(seat=1)) is Ground.DEALT_WIN_OFF
    rules = replace(DEALT_WINS, purro_required=True)
    won = play(deal(rules=rules, seats=SEATS, dealer=1), Win(seat=1))
    assert (won.source, won.winner) == (Source.DEALT, 1)


def test_c35_a_hand_may_become_void_at_any_time() -> None:
    void = play(purro_of_dealer(), DrawStock(seat=2), EndHand(result=HandResult.VOID))
    assert (void.result, void.winner) == (HandResult.VOID, None)
    assert refused(opened(), EndHand(result=HandResult.WIN)) is Ground.WIN_HAS_WINNER


def test_nothing_happens_after_the_end() -> None:
    over = play(opened(), EndHand(result=HandResult.VOID))
    for event in (*turn(2), SayPurro(seat=1), Win(seat=2), EndHand(result=HandResult.VOID)):
        assert refused(over, event) is Ground.HAND_ENDED
    assert may_win_now(state=over, seat=2).grounds == (Ground.HAND_ENDED,)
    assert may_say_purro(state=over, seat=1).grounds == (Ground.HAND_ENDED,)


def test_every_ground_has_a_sentence_and_a_rule() -> None:
    for ground in Ground:
        assert ground.text.endswith(".")
        assert all(rule[0] in "CL" and rule[1:].isdigit() for rule in ground.rules)
    assert str(IllegalEventError(Ground.NOTHING_TO_CLAIM)).endswith("(C20, C21)")


# A walk at random


@dataclass
class Model:
    """What a watcher would remember: who is purro, and how many own turns ago each lost it."""

    purro: set[int] = field(default_factory=set)
    turns_since_loss: dict[int, int] = field(default_factory=dict)

    def on_penalty(self, seat: int) -> bool:
        return self.turns_since_loss.get(seat, 9) <= 2

    def watch(self, event: Event, state: TableState) -> None:
        """Check an event that was allowed, then remember it."""
        match event:
            case DrawStock(seat=seat) | TakeDiscard(seat=seat):
                if seat in self.turns_since_loss:
                    self.turns_since_loss[seat] += 1
                assert state.drawn is not None
                if isinstance(event, DrawStock):
                    assert state.drawn.shown is (self.on_penalty(seat) or bool(self.purro - {seat}))
            case SayPurro(seat=seat):
                assert not self.on_penalty(seat)
                self.purro.add(seat)
            case LosePurro(seat=seat):
                self.purro.remove(seat)
                self.turns_since_loss[seat] = 0
            case TakeBackPurro(seat=seat):
                self.purro.remove(seat)
            case Win(seat=seat):
                assert not self.on_penalty(seat)
                assert seat in self.purro or not state.rules.purro_required or state.source is Source.DEALT
            case Claim(seat=seat):
                assert seat in self.purro
                penalty_draw = self.on_penalty(state.turn)
                assert state.rules.penalty_draw_claimable or not penalty_draw
        assert {player.seat for player in state.players if player.purro} == self.purro


def some_events(rng: Random, state: TableState) -> list[Event]:
    """Events by somebody, possible or not, in any order; some kinds only now and then."""
    seats = [player.seat for player in state.players]
    discarder = state.discarded.by if state.discarded else state.turn

    def seat() -> int:
        return rng.choice((state.turn, discarder, rng.choice(seats)))

    def some_card() -> Card | None:
        return rng.choice((None, KING, *KINDS))

    events: list[tuple[Event, float]] = [
        (DrawStock(seat=seat(), card=some_card()), 1),
        (TakeDiscard(seat=seat()), 0.3),
        (Discard(seat=seat(), card=some_card()), 1),
        (LaySecret(seat=seat()), 0.1),
        (SayPurro(seat=seat()), 1),
        (LosePurro(seat=seat()), 1),
        (TakeBackPurro(seat=seat()), 0.05),
        (Claim(seat=seat(), also=(rng.choice(seats),)), 0.15),
        (Win(seat=seat()), 0.02),
        (EndHand(result=rng.choice(tuple(HandResult))), 0.02),
    ]
    chosen = [event for event, weight in events if rng.random() < weight]
    return rng.sample(chosen, len(chosen))


def broken(state: TableState) -> list[str]:
    """Name every invariant of a hand that does not hold."""
    by = {player.seat: player for player in state.players}
    over, sixteen = state.phase is Phase.OVER, state.phase is Phase.DISCARD
    last = state.discarded
    true = {
        "the stock holds what was left of the pack": 0 <= state.stock <= 110 - 15 * len(by),
        "only a seat of the hand is in turn": state.turn in by and state.dealer in by,
        "nobody is purro and on penalty": not any(one.purro and one.draws_until_free for one in by.values()),
        "a penalty is at most two turns": all(0 <= one.penalty_turns <= 2 for one in by.values()),
        "four secrets only on the last turn": all(
            one.secrets <= (3 if state.phase is Phase.DRAW or seat != state.turn else 4)
            for seat, one in by.items()
        ),
        "who holds sixteen cards drew or was dealt them": not sixteen
        or (state.turn == (state.drawn.by if state.drawn else state.dealer)),
        "the turn went on from the discard": state.phase is not Phase.DRAW
        or (last is not None and state.turn == state.order_from(seat=last.by)[1]),
        "no king was discarded": last is None or last.card is None or last.card.rank is not Rank.KING,
        "an ended hand has a result": over is (state.result is not None),
        "only a won hand has a winner": (state.result is HandResult.WIN)
        is (state.winner is not None)
        is (state.source is not None),
        "only a claim wins out of turn": state.winner is None
        or (state.winner != state.turn) is (state.source is Source.CLAIMED),
    }
    return [name for name, holds in true.items() if not holds]


def can_go_on(state: TableState) -> bool:
    """Return whether play goes on without giving the hand up."""
    ways: list[Event] = [
        DrawStock(seat=state.turn),
        Discard(seat=state.turn),
        Win(seat=state.turn),
        EndHand(result=HandResult.DRAWN),
    ]
    return any(after(state, way) is not None for way in ways)


def after(state: TableState, event: Event) -> TableState | None:
    try:
        return apply(state=state, event=event)
    except IllegalEventError:
        return None


def random_rules(rng: Random) -> HouseRules:
    switches = ("purro_required", "penalty_draw_claimable", "discard_win")
    dealt = rng.choice(("none", "as_self_drawn"))
    return read_rules(value={name: rng.random() < 0.5 for name in switches} | {"dealt_win": dealt})


def test_a_walk_at_random_never_reaches_an_illegal_state() -> None:
    """Half of the hands begin with a stock that is nearly exhausted."""
    rng = Random(23)
    happened: Counter[type] = Counter()
    results: Counter[HandResult | None] = Counter()
    state, model = opened(), Model()
    for _ in range(int(12_000 * SCALE)):
        event, reached = first_possible(rng, state)
        model.watch(event, reached)
        happened[type(event)] += 1
        results[reached.result] += 1
        assert broken(reached) == []
        assert reached.phase is Phase.OVER or can_go_on(reached)
        state = reached
        if state.phase is Phase.OVER:
            seats = tuple(rng.sample(range(1, 10), rng.randint(2, 6)))
            dealt = deal(rules=random_rules(rng), seats=seats, dealer=rng.choice(seats))
            state, model = replace(dealt, stock=rng.choice((dealt.stock, 3))), Model()
    assert len(happened) == 10
    assert min(happened.values()) > 20 * SCALE
    assert min(results.values()) > 20 * SCALE


def first_possible(rng: Random, state: TableState) -> tuple[Event, TableState]:
    while True:
        for event in some_events(rng, state):
            reached = after(state, event)
            if reached is not None:
                return event, reached
