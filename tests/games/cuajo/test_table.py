"""A hand at the table (C9, C12 to C24, C33 to C35, L4); a walk at random through it reaches no illegal state."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import read_rules
from scoring.games.cuajo.cards import KINDS, Rank, find_card
from scoring.games.cuajo.table_rulings import may_discard, may_say_purro, may_win_now, must_show_draw, who_may_claim
from scoring.games.cuajo.table_state import Ground, IllegalTapError, Permission, Phase, TurnState, deal
from tests.games.asking import stored
from tests.games.cuajo.hands import SCALE
from tests.games.cuajo.tables import LOST, PAGAT, ROUND, SEATS, bars, opened, play, refused, state_at


@stored("events_refused")
def test_event_is_refused(rules: object, script: str, word: str, code: str) -> None:
    assert refused(opened(read_rules(value=rules), script), word) == code


@stored("hands_won")
def test_hand_is_won(rules: object, script: str) -> None:
    before, _, word = script.rpartition(" ")
    assert bars(opened(read_rules(value=rules), before), word) == ()


@pytest.mark.parametrize(("seats", "stock"), [((1, 2, 3, 4), 50), ((1, 2), 80), ((1, 2, 3, 4, 5, 6), 20)])
def test_c12_dealer_holds_sixteen_cards_and_opens_without_drawing(seats: tuple[int, ...], stock: int) -> None:
    state = deal(rules=PAGAT, seats=seats, dealer=seats[1])
    assert (state.turn, state.phase, state.stock, state.drawn) == (seats[1], Phase.DISCARD, stock, None)


@pytest.mark.parametrize(("seats", "dealer"), [((1,), 1), ((1, 1), 1), ((1, 2, 3), 4), (tuple(range(7)), 1)])
def test_c12_only_two_to_six_seats_play(seats: tuple[int, ...], dealer: int) -> None:
    with pytest.raises(IllegalTapError) as caught:
        deal(rules=PAGAT, seats=seats, dealer=dealer)
    assert caught.value.code == "wrong_seats"


def test_c14_kings_are_never_discarded() -> None:
    kings = [one for one in KINDS if not may_discard(card=one).yes]
    assert kings == [one for one in KINDS if one.rank is Rank.KING]


@stored("states")
def test_what_a_hand_comes_to(script: str, dealer: int, expected: dict[str, object]) -> None:
    state = opened(PAGAT, script, dealer=dealer)
    drawn, first = state.drawn, state.player(seat=1)
    known = {
        **{"turn": state.turn, "phase": state.phase, "order": list(state.order_from(seat=state.turn))},
        **{"stock": state.stock, "drawn": drawn and drawn.pile, "discarded": bool(state.discarded_by)},
        **{"purro": first.purro, "penalty": state.penalty_turns(seat=1)},
        "may_say_purro": may_say_purro(state=state, seat=2).grounds[0],
    }
    assert {name: known[name] for name in expected} == expected


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


@stored("rulings")
def test_who_may_win_with_a_card(
    at: dict[str, Any], card: str, completes: list[int], by_kings: list[int], told: str
) -> None:
    found = find_card(text=card) if card else None
    found_ones = who_may_claim(state=state_at(**at), card=found, completes=completes, by_kings=by_kings)
    claimants = ", ".join(" ".join([str(seat), *one.grounds]) for seat, one in found_ones.items())
    winners = [seat for seat, one in found_ones.items() if one.yes]
    winner = next(iter(winners), None)
    assert f"{winner}: {claimants}".replace("comes_later", "later").replace("kings_alone", "kings") == told
    assert winners in ([], [*found_ones][:1])


@stored("wins_now")
def test_who_may_win_now(at: dict[str, Any], seat: int, kings: bool, grounds: str) -> None:
    answer: Permission = may_win_now(state=state_at(**at), seat=seat, by_kings=kings)
    assert " ".join(answer.grounds) == grounds


@pytest.mark.parametrize("ground", Ground)
def test_every_ground_has_a_sentence_and_a_rule(ground: Ground) -> None:
    assert ground.text.english().endswith(".")
    assert all(rule[0] in "CL" and rule[1:].isdigit() for rule in ground.rules)
    assert str(IllegalTapError(ground)).endswith(f"({', '.join(ground.rules)})")


SWITCHES = ("purro_required", "penalty_draw_claimable", "discard_win")
WEIGHTS = {"draw": 1, "take": 0.3, "discard": 1, "lay": 0.1, "purro": 1, "lose": 1, "back": 0.05}
"""How likely each act is tried in a round."""


@dataclass
class Model:
    """What a watcher would remember: who is purro, and how many own turns ago each lost it."""

    purro: set[int] = field(default_factory=set)
    turns_since_loss: dict[int, int] = field(default_factory=dict)

    def on_penalty(self, seat: int) -> bool:
        return self.turns_since_loss.get(seat, 9) <= 2

    def watch(self, act: str, seat: int, state: TurnState) -> None:
        """Check an act that was allowed, then remember it."""
        match act:
            case "draw" | "take":
                if seat in self.turns_since_loss:
                    self.turns_since_loss[seat] += 1
                assert state.drawn is not None
                shown = self.on_penalty(seat) or bool(self.purro - {seat})
                assert state.drawn.shown is shown or act == "take"
            case "purro":
                assert not self.on_penalty(seat)
                self.purro.add(seat)
            case "lose" | "back":
                self.purro.remove(seat)
                if act == "lose":
                    self.turns_since_loss[seat] = 0
        assert {player.seat for player in state.players if player.purro} == self.purro


def some_words(rng: Random, state: TurnState) -> list[tuple[str, int, str]]:
    seats = [player.seat for player in state.players]
    chosen = [act for act, weight in WEIGHTS.items() if rng.random() < weight]
    words = [(act, rng.choice((state.turn, state.discarded_by or state.turn, rng.choice(seats)))) for act in chosen]
    return [(act, seat, f"{act}{seat}") for act, seat in rng.sample(words, len(words))]


def broken(state: TurnState) -> list[str]:
    by, last = {player.seat: player for player in state.players}, state.discarded_by
    true = {
        "stock": 0 <= state.stock <= 110 - 15 * len(by),
        "purro on penalty": not any(one.purro and one.draws_until_free for one in by.values()),
        "penalty turns": all(0 <= state.penalty_turns(seat=seat) <= 2 for seat in by),
        "secrets": all(one.secrets <= 4 for one in by.values()),
        "next turn": state.phase is not Phase.DRAW
        or (last is not None and state.turn == state.order_from(seat=last)[1]),
    }
    return [name for name, holds in true.items() if not holds]


def after(state: TurnState, word: str) -> TurnState | None:
    try:
        return play(state, word)
    except IllegalTapError:
        return None


@pytest.mark.no_cover
def test_a_walk_at_random_never_reaches_an_illegal_state() -> None:
    """Half of the hands begin with a stock that is nearly exhausted."""
    rng, happened = Random(23), Counter[str]()
    state, model = opened(), Model()
    while happened.total() < 2_500 * SCALE:
        if rng.random() < 0.02:
            seats = tuple(rng.sample(range(1, 10), rng.randint(2, 6)))
            dealt = deal(
                rules=read_rules(value={name: rng.random() < 0.5 for name in SWITCHES}),
                seats=seats,
                dealer=rng.choice(seats),
            )
            state, model = replace(dealt, stock=rng.choice((dealt.stock, 3))), Model()
        for act, seat, word in some_words(rng, state):
            reached = after(state, word)
            if reached is None:
                continue
            model.watch(act, seat, reached)
            happened[act] += 1
            state = reached
            assert broken(state) == []
            goes_on = any(after(state, f"{way}{state.turn}") for way in ("draw", "discard"))
            assert goes_on or state.stock == 0 or bars(state, f"win{state.turn}") == ()
            break
    assert set(happened) == WEIGHTS.keys()
