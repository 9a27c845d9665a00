"""Random games of cau robat end as with a naive referee, and score as their counted piles."""

from random import Random

import pytest

from scoring.games.cau_robat import CauRobat
from scoring.games.cau_robat.hand import FACE_UP
from scoring.games.cau_robat.table import begin, finish, play
from tests.games.cau_robat.referee import CIRCLE, Referee
from tests.games.cuajo.hands import SCALE

GAME = CauRobat()


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


@pytest.mark.parametrize("players", range(2, 9))
def test_every_game_ends_as_with_a_naive_referee(players: int) -> None:
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


def test_r1_r2_two_to_eight_play_and_the_cards_deal_out_evenly() -> None:
    assert {players: (40 - cards) % players for players, cards in FACE_UP.items()} == dict.fromkeys(range(2, 9), 0)


def test_r10_variants_are_house_rules() -> None:
    assert GAME.read_rules(value="cau").piles_taken is False
    assert {"piles_taken", "three_at_a_time"} <= {field.name for field in GAME.house_rules}
