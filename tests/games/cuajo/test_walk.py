"""A walk at random through hands at the table never reaches an illegal state (C12 to C24)."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from scoring.games.cuajo import Source, read_rules
from scoring.games.cuajo.claim.acts import HandResult
from scoring.games.cuajo.pack.cards import KINDS, Rank
from scoring.games.cuajo.table.state import IllegalEventError, TurnState, deal
from scoring.games.offers import Phase
from tests.games.cuajo.hands import SCALE
from tests.games.cuajo.tables import opened, play

SWITCHES = ("purro_required", "penalty_draw_claimable", "discard_win")
WEIGHTS = {"draw": 1, "take": 0.3, "discard": 1, "lay": 0.1, "purro": 1, "lose": 1, "back": 0.05, "claim": 0.15}
WEIGHTS |= {"win": 0.02, "void": 0.007, "drawn": 0.007, "won": 0.007}
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
            case "win":
                assert not self.on_penalty(seat)
                assert seat in self.purro or not state.rules.purro_required or state.source is Source.DEALT
            case "claim":
                assert seat in self.purro
                assert state.rules.penalty_draw_claimable or not self.on_penalty(state.turn)
        assert {player.seat for player in state.players if player.purro} == self.purro


def some_words(rng: Random, state: TurnState) -> list[tuple[str, int, str]]:
    """Return acts of somebody, possible or not, in any order, each with its word of a script."""
    seats = [player.seat for player in state.players]
    discarder = state.discarded.by if state.discarded else state.turn
    words = []
    for act, weight in WEIGHTS.items():
        seat = rng.choice((state.turn, discarder, rng.choice(seats)))
        more = f"+{rng.choice(seats)}" if act == "claim" else ""
        if act in {"draw", "discard"}:
            more = rng.choice(("", ":12O", f":{rng.choice(KINDS)}"))
        if rng.random() < weight:
            words.append((act, seat, f"{act}{seat}{more}"))
    return rng.sample(words, len(words))


def broken(state: TurnState) -> list[str]:
    """Name every invariant of a hand that does not hold."""
    by, last, over = {player.seat: player for player in state.players}, state.discarded, state.phase is Phase.OVER
    true = {
        "stock": 0 <= state.stock <= 110 - 15 * len(by),
        "purro on penalty": not any(one.purro and one.draws_until_free for one in by.values()),
        "penalty turns": all(0 <= state.penalty_turns(seat=seat) <= 2 for seat in by),
        "secrets": all(one.secrets <= 4 for one in by.values()),
        "next turn": state.phase is not Phase.DRAW
        or (last is not None and state.turn == state.order_from(seat=last.by)[1]),
        "king discarded": last is None or last.card is None or last.card.rank is not Rank.KING,
        "result": over is (state.result is not None),
        "claim": state.winner is None or (state.winner != state.turn) is (state.source is Source.CLAIMED),
    }
    return [name for name, holds in true.items() if not holds]


def after(state: TurnState, word: str) -> TurnState | None:
    try:
        return play(state, word)
    except IllegalEventError:
        return None


@pytest.mark.no_cover
def test_a_walk_at_random_never_reaches_an_illegal_state() -> None:
    """Half of the hands begin with a stock that is nearly exhausted."""
    rng, happened, results = Random(23), Counter[str](), Counter[HandResult | None]()
    state, model = opened(), Model()
    while happened.total() < 2_500 * SCALE:
        for act, seat, word in some_words(rng, state):
            reached = after(state, word)
            if reached is None:
                continue
            model.watch(act, seat, reached)
            happened[act] += 1
            results[reached.result] += 1
            state = reached
            assert broken(state) == []
            ways = (f"draw{state.turn}", f"discard{state.turn}", f"win{state.turn}", "drawn")
            assert state.phase is Phase.OVER or any(after(state, way) for way in ways)
            break
        if state.phase is Phase.OVER:
            seats = tuple(rng.sample(range(1, 10), rng.randint(2, 6)))
            changes: dict[str, object] = {name: rng.random() < 0.5 for name in SWITCHES}
            rules = read_rules(value=changes | {"dealt_win": rng.choice(("none", "as_self_drawn"))})
            dealt = deal(rules=rules, seats=seats, dealer=rng.choice(seats))
            state, model = replace(dealt, stock=rng.choice((dealt.stock, 3))), Model()
    assert (set(happened), set(results)) == (WEIGHTS.keys() - {"won"}, {None, *HandResult})
