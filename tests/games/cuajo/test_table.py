"""A hand at the table: turns, secrets, purro, claims, the penalty, the end (C9, C12 to C24, C33 to C35, L4)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.games.cuajo import read_rules
from scoring.games.cuajo.pack.cards import KINDS, Card, Rank
from scoring.games.cuajo.table.rulings import may_discard, may_say_purro, may_win_now, must_show_draw, who_may_claim
from scoring.games.cuajo.table.state import Answer, Ground, IllegalEventError, Pile, TurnState, deal
from scoring.games.offers import Phase
from tests.games.asking import each, stored
from tests.games.cuajo.tables import (
    FAMILY,
    FIVE,
    KING,
    LOST,
    PAGAT,
    REQUIRED,
    ROUND,
    SEATS,
    discarded,
    drew,
    opened,
    play,
    refused,
)

PRICES = read_rules(value={"preset": "pricelist", "purro_required": True})
PRICE_LIST = read_rules(value="pricelist")
NO_DISCARD = read_rules(value={"discard_win": False})
SILENT_FIRST = read_rules(value={"preset": "pagat", "silent_drawer_first": True})
BEFORE = read_rules(value={"preset": "pagat", "revision": 1})


@stored("events_refused")
def test_event_is_refused(rules: object, script: str, word: str, code: str) -> None:
    assert refused(opened(read_rules(value=rules), script), word) == code


@stored("hands_won")
def test_hand_is_won(rules: object, script: str, winner: int, source: str) -> None:
    state = opened(read_rules(value=rules), script)
    assert (state.phase, state.result, state.winner, state.source) == (Phase.OVER, "win", winner, source)


@stored("hands_ended")
def test_hand_ends_without_a_winner(script: str, result: str) -> None:
    state = opened(PAGAT, script)
    assert (state.phase, state.result, state.winner) == (Phase.OVER, result, None)


@pytest.mark.parametrize(("seats", "stock"), [((1, 2, 3, 4), 50), ((1, 2), 80), ((1, 2, 3, 4, 5, 6), 20)])
def test_c12_dealer_holds_sixteen_cards_and_opens_without_drawing(seats: tuple[int, ...], stock: int) -> None:
    state = deal(rules=PAGAT, seats=seats, dealer=seats[1])
    assert (state.turn, state.phase, state.stock, state.drawn) == (seats[1], Phase.DISCARD, stock, None)


def test_c12_turn_passes_in_the_order_of_play() -> None:
    state = opened(dealer=3)
    assert (state.turn, state.phase) == (4, Phase.DRAW)
    state = play(state, "turn4")
    assert (state.turn, state.order_from(seat=state.turn), state.stock) == (1, SEATS, 49)


@pytest.mark.parametrize(("seats", "dealer"), [((1,), 1), ((1, 1), 1), ((1, 2, 3), 4), (tuple(range(7)), 1)])
def test_c12_only_two_to_six_seats_play(seats: tuple[int, ...], dealer: int) -> None:
    with pytest.raises(IllegalEventError) as caught:
        deal(rules=PAGAT, seats=seats, dealer=dealer)
    assert caught.value.code == "wrong_seats"


def test_c14_kings_and_c9_cards_of_a_laid_secret_are_never_discarded() -> None:
    kings = [one for one in KINDS if not may_discard(card=one).yes]
    assert kings == [one for one in KINDS if one.rank is Rank.KING]
    assert may_discard(card=FIVE, laid=[FIVE]).grounds == (Ground.LAID_DOWN,)
    assert may_discard(card=KING, laid=[KING]).grounds == (Ground.KING_DISCARDED, Ground.LAID_DOWN)


def test_c15_the_discard_of_the_player_before_may_be_taken() -> None:
    state = opened(PAGAT, "take2")
    assert state.drawn is not None
    assert (state.drawn.card, state.drawn.pile, state.stock, state.discarded) == (FIVE, Pile.DISCARDS, 50, None)


def test_c17_a_secret_is_laid_on_the_own_turn_between_draw_and_discard() -> None:
    assert opened(PAGAT, "draw2 lay2").player(seat=2).secrets == 1


def test_c19_purro_is_said_right_after_discarding() -> None:
    assert opened(PAGAT, "purro1").player(seat=1).purro
    answer = may_say_purro(state=opened(PAGAT, "turn2"), seat=2)
    assert (answer.yes, answer.grounds) == (True, (Ground.MAY_SAY_PURRO,))
    assert may_say_purro(state=opened(PAGAT, "void"), seat=1).grounds == (Ground.HAND_ENDED,)


def test_c19_purro_said_wrongly_is_taken_back_without_penalty() -> None:
    """A ruling: the texts punish only what a king forces."""
    state = opened(PAGAT, "purro1 draw2 back1")
    assert (state.player(seat=1).purro, state.penalty_turns(seat=1)) == (False, 0)


@stored("who_shows")
def test_who_shows_the_cards_drawn(script: str, shows: list[bool]) -> None:
    state = opened(PAGAT, script)
    assert [must_show_draw(state=state, seat=seat).yes for seat in SEATS] == shows
    shown = play(state, f"draw{state.turn}").drawn
    assert shown is not None
    assert shown.shown is shows[state.turn - 1]


def test_c20_why_a_card_is_shown() -> None:
    scripts = ("", "purro1", f"{LOST} {ROUND}")
    grounds = [
        must_show_draw(state=opened(PAGAT, script), seat=2 - (script == scripts[2])).grounds for script in scripts
    ]
    assert grounds == [(Ground.NOT_SHOWN,), (Ground.SHOWN_FOR_PURRO,), (Ground.SHOWN_FOR_PENALTY,)]


def over_three_rounds(*asks: Callable[[TurnState], object], act: str = "turn1") -> list[list[object]]:
    """Answer each question when seat 1 is in turn, with a card drawn, and after discarding, for three turns."""
    state, found = opened(PAGAT, LOST), []
    for _ in range(3):
        moments = [play(state, ROUND), play(state, f"{ROUND} draw1"), play(state, f"{ROUND} {act}")]
        found.append([ask(moment) for ask, moment in zip(asks, moments, strict=True)])
        state = moments[2]
    return found


def test_c23_a_penalty_turn_is_left_until_the_player_after_draws() -> None:
    def left(state: TurnState) -> int:
        return state.penalty_turns(seat=1)

    assert over_three_rounds(left, left, left) == [[2, 2, 2], [1, 1, 1], [0, 0, 0]]
    assert over_three_rounds(left, left, lambda state: left(play(state, "draw2")))[0] == [2, 2, 1]


def test_c23_nobody_wins_or_says_purro_on_the_two_turns_after_losing_it() -> None:
    def wins(state: TurnState) -> bool:
        return may_win_now(state=state, seat=1).yes

    barred = over_three_rounds(wins, wins, lambda state: may_say_purro(state=state, seat=1).yes)
    assert barred == [[False] * 3, [False] * 3, [True] * 3]


TWO_TURNS, DEALT = opened(PAGAT, "purro1 turn2"), opened(PRICES, "dealt")
KING_DRAWN, BY_PRICES = drew(1, [2], PRICES, KING), drew(3, [2], PRICE_LIST, KING)
FAMILY_PENALTY = drew(1, [2], FAMILY, penalty=[1])
RULINGS = {
    "C21-another's-discard": (TWO_TURNS, FIVE, [1, 3], [], "3: 3 next_in_turn, 1 discard_of_another"),
    "C14-king-among-the-discards": (discarded(1), KING, [2], [], "None: 2 king_discarded"),
    "C15-no-discard-wins": (discarded(2, NO_DISCARD), FIVE, [3], [], "None: 3 discard_win_off"),
    "C22-drawer-first": (drew(3, [1, 3, 4]), FIVE, [1, 3, 4], [], "3: 3 drawer_first, 4 later, 1 later"),
    "C22-silent-drawer": (drew(3, [1, 2]), FIVE, [1, 2, 3], [], "1: 1 soonest_turn, 2 later, 3 silent_drawer"),
    "C22-silent-and-no-purro": (drew(3, [1, 2]), FIVE, [3, 4], [], "3: 3 drawer_first, 4 purro_out_of_turn"),
    "C22-silent-drawer-first": (drew(3, [1], SILENT_FIRST), FIVE, [1, 3], [], "3: 3 drawer_first, 1 later"),
    "C22-silent-drawer-before": (drew(3, [1], BEFORE), FIVE, [1, 3], [], "3: 3 drawer_first, 1 later"),
    "C24-drawer-without-purro": (drew(3, [1], REQUIRED), FIVE, [1, 3], [], "1: 1 soonest_turn, 3 purro_required"),
    "C22-nobody-is-completed": (drew(3, [1]), FIVE, [], [], "None: "),
    "C22-nobody-is-entitled": (drew(3, [1]), FIVE, [2], [], "None: 2 purro_out_of_turn"),
    "C22-the-soonest-after-1": (drew(1, [1, 2, 3]), FIVE, [2, 3], [], "2: 2 soonest_turn, 3 later"),
    "C22-the-soonest-after-2": (drew(2, [1, 2, 3]), FIVE, [1, 3], [], "3: 3 soonest_turn, 1 later"),
    "C22-the-soonest-after-3": (drew(3, [1, 2, 3]), FIVE, [1, 2], [], "1: 1 soonest_turn, 2 later"),
    "C23-penalty-draw": (drew(1, [2], penalty=[1]), FIVE, [1, 2], [], "2: 2 soonest_turn, 1 on_penalty"),
    "C23-penalty-draw-family": (FAMILY_PENALTY, FIVE, [1, 2], [], "None: 1 on_penalty, 2 penalty_draw"),
    "L4-third-king": (KING_DRAWN, KING, [2, 4, 3], [3, 4], "2: 2 soonest_turn, 3 later kings, 4 later kings"),
    "L4-third-king-drawn": (KING_DRAWN, KING, [1, 3], [1, 3], "1: 1 drawer_first kings, 3 later kings"),
    "L4-card-that-is-not-shown": (drew(1, [], PRICES, KING), KING, [3], [3], "None: 3 nothing_to_claim"),
    "L4-dealt-kings-the-dealer-first": (DEALT, None, [3, 2], [3, 2], "2: 2 kings_dealt kings, 3 later kings"),
    "L4-dealt-kings-of-the-dealer": (DEALT, None, [1, 2], [1, 2], "1: 1 own_turn kings, 2 later kings"),
    "L8-kings-of-the-drawer": (BY_PRICES, KING, [1, 2, 3], [1, 3], "3: 3 drawer_first kings, 1 later kings, 2 later"),
    "L8-silent-drawer": (BY_PRICES, KING, [1, 2, 3], [1], "1: 1 soonest_turn kings, 2 later, 3 silent_drawer"),
}


@each(("state", "card", "completes", "by_kings", "told"), RULINGS)
def test_who_may_win_with_a_card(
    state: TurnState, card: Card | None, completes: list[int], by_kings: list[int], told: str
) -> None:
    """The winner, then everybody in order, with the grounds."""
    ruling = who_may_claim(state=state, card=card, completes=completes, by_kings=by_kings)
    claimants = ", ".join(" ".join([str(one.seat), *one.grounds]) for one in ruling.claimants)
    assert f"{ruling.winner}: {claimants}".replace("comes_later", "later").replace("kings_alone", "kings") == told
    assert [one.seat for one in ruling.claimants if one.wins] == [ruling.winner] * bool(ruling.winner)


def test_c21_the_discarder_does_not_take_the_own_discard() -> None:
    ruling = who_may_claim(state=discarded(2), card=FIVE, completes=[2])
    assert (ruling.winner, ruling.rules) == (None, ("C15", "C21"))


@each(
    ("state", "seat", "kings", "grounds"),
    {
        "C24-own-turn": (opened(PAGAT, "draw2"), 2, False, "own_turn"),
        "C24-purro-out-of-turn": (opened(PAGAT, "purro1 draw2"), 1, False, "may_claim"),
        "C24-no-purro-out-of-turn": (opened(PAGAT, "purro1 draw2"), 3, False, "purro_out_of_turn"),
        "L4-kings-held-before": (opened(PRICES, "purro1 draw2:5B"), 4, True, "purro_out_of_turn"),
        "C13-after-the-end": (opened(PAGAT, "void"), 2, False, "hand_ended"),
        "every-bar-at-once": (
            drew(1, [], replace(NO_DISCARD, purro_required=True), None, pile=Pile.DISCARDS, penalty=[1]),
            1,
            False,
            "on_penalty purro_required discard_win_off",
        ),
    },
)
def test_who_may_win_now(state: TurnState, seat: int, kings: bool, grounds: str) -> None:
    answer: Answer = may_win_now(state=state, seat=seat, by_kings=kings)
    assert " ".join(answer.grounds) == grounds


@pytest.mark.parametrize("ground", Ground)
def test_every_ground_has_a_sentence_and_a_rule(ground: Ground) -> None:
    assert ground.text.english().endswith(".")
    assert all(rule[0] in "CL" and rule[1:].isdigit() for rule in ground.rules)
    assert str(IllegalEventError(ground)).endswith(f"({', '.join(ground.rules)})")
