"""Random games of cau robat never lose or make a card, and agree with a naive referee; debts end stated."""

from collections import Counter
from random import Random

import pytest

from scoring.games.cau_robat.table import Call, Captured, Due, Paid, TurnState, begin, finish, play
from tests.games.cau_robat.referee import CIRCLE, Referee
from tests.games.cuajo.hands import SCALE

PLAYERS = range(2, 9)


def deal(rng: Random, players: int) -> tuple[list[int], list[int]]:
    """Return the cards face up and those played in turn; often equal cards follow each other."""
    pack = CIRCLE * 4
    rng.shuffle(pack)
    face_up = rng.sample(CIRCLE, {5: 5, 7: 5, 8: 8}.get(players, 4))
    for rank in face_up:
        pack.remove(rank)
    for _ in range(rng.randrange(12)):
        at = rng.randrange(len(pack) - 1)
        same = [place for place in range(at + 1, len(pack)) if pack[place] == pack[at]]
        for place in same[: rng.randint(0, 3)]:
            pack.insert(at, pack.pop(place))
    return face_up, pack


def all_cards(state: TurnState, left: list[int]) -> Counter[int]:
    """Count every card there is: in the centre, waiting after a call, in piles and hands."""
    waiting = [state.chain_rank] * state.waiting if state.chain_rank else []
    piles = [card for pile in state.piles.values() for card in pile]
    return Counter([*state.centre, *waiting, *piles, *left])


@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_ever_lost_or_made_and_debts_end_paid_or_stated(players: int) -> None:
    """R1 to R8: after every single card."""
    rng = Random(players)
    calls: Counter[Call | None] = Counter()
    for _ in range(int(10 * SCALE)):
        face_up, pack = deal(rng, players)
        seats = tuple(range(1, players + 1))
        state = begin(seats=seats, dealer=rng.choice(seats), centre=tuple(face_up), piles_taken=rng.random() < 0.8)
        for number, card in enumerate(pack):
            state = play(state=state, card=card)
            assert all_cards(state, pack[number + 1 :]) == Counter(CIRCLE * 4)
            assert len(set(state.centre)) == len(state.centre)
        state = finish(state=state)
        check_debts(state)
        calls.update(step.call for step in state.steps if isinstance(step, Captured))
    assert set(calls) == {None, *Call}
    assert len(face_up) + players * (len(pack) // players) == len(CIRCLE) * 4


def check_debts(state: TurnState) -> None:
    """Check that everything that fell due was paid, or is owed at the end."""
    due: Counter[tuple[int, int]] = Counter()
    settled: Counter[tuple[int, int]] = Counter()
    for step in state.steps:
        if isinstance(step, Due):
            due[step.payer, step.payee] += step.cards
        elif isinstance(step, Paid):
            settled[step.payer, step.payee] += len(step.cards)
    for left in state.owed:
        settled[left.payer, left.payee] += left.cards
    assert due == settled


@pytest.mark.parametrize("players", PLAYERS)
def test_every_game_ends_as_with_a_naive_referee(players: int) -> None:
    """R3 to R8, R10."""
    rng = Random(10 + players)
    for _ in range(int(20 * SCALE)):
        face_up, pack = deal(rng, players)
        steal = rng.random() < 0.8
        dealer = rng.randrange(players)
        referee = Referee(players, face_up, (dealer + 1) % players, steal)
        referee.play_all(pack)
        seats = tuple(range(1, players + 1))
        state = begin(seats=seats, dealer=dealer + 1, centre=tuple(face_up), piles_taken=steal)
        for card in pack:
            state = play(state=state, card=card)
        state = finish(state=state)
        assert [list(state.piles[seat]) for seat in seats] == referee.piles
        assert sorted(state.centre) == sorted(referee.centre)
        assert [[one.payer - 1, one.payee - 1, one.cards] for one in state.owed] == referee.owed
