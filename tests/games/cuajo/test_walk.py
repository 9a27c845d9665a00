"""A walk at random through hands at the table never reaches an illegal state (C12 to C24)."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from scoring.games.cuajo import HouseRules, Source, read_rules
from scoring.games.cuajo.claim.acts import HandResult
from scoring.games.cuajo.pack.cards import KINDS, Card, Rank
from scoring.games.cuajo.table.play import (
    Claim,
    Discard,
    DrawStock,
    EndHand,
    Event,
    LaySecret,
    LosePurro,
    SayPurro,
    TakeBackPurro,
    TakeDiscard,
    Win,
    apply,
)
from scoring.games.cuajo.table.state import IllegalEventError, TurnState, deal
from scoring.games.offers import Phase
from tests.games.cuajo.hands import SCALE
from tests.games.cuajo.tables import KING, opened


@dataclass
class Model:
    """What a watcher would remember: who is purro, and how many own turns ago each lost it."""

    purro: set[int] = field(default_factory=set)
    turns_since_loss: dict[int, int] = field(default_factory=dict)

    def on_penalty(self, seat: int) -> bool:
        return self.turns_since_loss.get(seat, 9) <= 2

    def watch(self, event: Event, state: TurnState) -> None:
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


def some_events(rng: Random, state: TurnState) -> list[Event]:
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


def broken(state: TurnState) -> list[str]:
    """Name every invariant of a hand that does not hold."""
    by = {player.seat: player for player in state.players}
    over, sixteen = state.phase is Phase.OVER, state.phase is Phase.DISCARD
    last = state.discarded
    true = {
        "the stock holds what was left of the pack": 0 <= state.stock <= 110 - 15 * len(by),
        "only a seat of the hand is in turn": state.turn in by and state.dealer in by,
        "nobody is purro and on penalty": not any(one.purro and one.draws_until_free for one in by.values()),
        "a penalty is at most two turns": all(0 <= state.penalty_turns(seat=seat) <= 2 for seat in by),
        "four secrets only on the last turn": all(
            one.secrets <= (3 if state.phase is Phase.DRAW or seat != state.turn else 4) for seat, one in by.items()
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


def can_go_on(state: TurnState) -> bool:
    """Return whether play goes on without giving the hand up."""
    ways: list[Event] = [
        DrawStock(seat=state.turn),
        Discard(seat=state.turn),
        Win(seat=state.turn),
        EndHand(result=HandResult.DRAWN),
    ]
    return any(after(state, way) is not None for way in ways)


def after(state: TurnState, event: Event) -> TurnState | None:
    try:
        return apply(state=state, event=event)
    except IllegalEventError:
        return None


def random_rules(rng: Random) -> HouseRules:
    switches = ("purro_required", "penalty_draw_claimable", "discard_win")
    dealt = rng.choice(("none", "as_self_drawn"))
    return read_rules(value={name: rng.random() < 0.5 for name in switches} | {"dealt_win": dealt})


@pytest.mark.no_cover
def test_a_walk_at_random_never_reaches_an_illegal_state() -> None:
    """Half of the hands begin with a stock that is nearly exhausted."""
    rng = Random(23)
    happened: Counter[type] = Counter()
    results: Counter[HandResult | None] = Counter()
    state, model = opened(), Model()
    for _ in range(int(2_500 * SCALE)):
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
    assert min(happened.values()) > 3 * SCALE
    assert min(results.values()) > 3 * SCALE


def first_possible(rng: Random, state: TurnState) -> tuple[Event, TurnState]:
    while True:
        for event in some_events(rng, state):
            reached = after(state, event)
            if reached is not None:
                return event, reached
