"""Captures, calls, cleared tables and debts of cau robat, each payment and against a naive referee (R1 to R10)."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from scoring.games.cau_robat import CauRobat
from scoring.games.cau_robat.hand import FACE_UP, CaptureItem, Due, HandInPlay, call_of, capture, cards_of, dues_of
from scoring.games.fields import TallyLine
from scoring.texts import Text
from tests.games.asking import stored
from tests.games.cau_robat.referee import CIRCLE, Referee
from tests.games.cuajo.hands import SCALE

A, B, C, D = 1, 2, 3, 4
FULL = {A: (10,) * 6, B: (11,) * 5, C: (12,) * 5, D: (1,) * 3}
CENTRE = (1, 2, 4, 7, 11, 12)

type Piles = dict[int, tuple[int, ...]]
type JsonPiles = dict[str, list[int]]


def by_seat(piles: JsonPiles) -> Piles:
    return {int(seat): tuple(pile) for seat, pile in piles.items()}


def take(
    played: int, piles: Piles, *, centre: tuple[int, ...] = CENTRE, order: tuple[int, ...] = (2, 3, 4)
) -> list[CaptureItem]:
    return capture(played=played, centre=centre, piles=piles, order=order)


@stored("captures")
def test_what_a_card_takes(played: int, centre: list[int], piles: JsonPiles, cards: list[int]) -> None:
    assert cards_of(take(played, by_seat(piles), centre=tuple(centre))) == tuple(cards)


def test_r4_piles_are_taken_in_the_sequence_and_a_centre_card_shields_one() -> None:
    assert take(12, {2: (5, 5), 3: (3, 3, 9)}) == [
        CaptureItem(rank=12, cards=(12,)),
        CaptureItem(rank=1, cards=(1,)),
        CaptureItem(rank=2, cards=(2,)),
        CaptureItem(rank=3, cards=(3, 3, 9), pile_of=3),
        CaptureItem(rank=4, cards=(4,)),
        CaptureItem(rank=5, cards=(5, 5), pile_of=2),
    ]
    assert take(11, {3: (12, 6)})[1] == CaptureItem(rank=12, cards=(12,), shields=(3,))
    assert cards_of(take(2, {2: (5,), 3: (3, 7), 4: (3, 6)}, order=(4, 2, 3))) == (2, 3, 6, 4, 5)


def test_r10_piles_lying_face_down_are_not_taken() -> None:
    found = capture(played=12, centre=CENTRE, piles={3: (3, 3)}, order=(2, 3, 4), piles_taken=False)
    assert cards_of(found) == (12, 1, 2)


@stored("calls")
def test_who_pays_whom_after_a_call(chain: list[int], call: str | None, dues: list[list[int]]) -> None:
    assert call_of(chain=tuple(chain)) == call
    assert [list(one) for one in due(tuple(chain))] == dues


def table(
    *cards: int, centre: Sequence[int] = (1, 2), seats: Sequence[int] = (A, B, C, D), piles: Piles = FULL
) -> HandInPlay:
    hand = HandInPlay(
        seats=tuple(seats), turn=A, centre=tuple(centre), piles={seat: piles.get(seat, ()) for seat in seats}
    )
    for card in cards:
        hand.play(card)
    hand.finish()
    return hand


def paid(hand: HandInPlay) -> list[tuple[int | None, int | None, int | None]]:
    return [(step.seat, step.to, step.count) for step in hand.steps if step.text.key == "cau.pays"]


def call_in(step: TallyLine) -> str | None:
    call = step.text.values.get("call")
    return call.key.removeprefix("cau.") if isinstance(call, Text) else None


def due(chain: tuple[int, ...]) -> list[tuple[int, int, int]]:
    return [(due.payer, due.payee, due.cards) for due in dues_of(chain=chain)]


@stored("taken_and_paid")
def test_cards_taken_and_paid(cards: list[int], at_first: dict[str, Any], told: dict[str, Any]) -> None:
    state = table(*cards, **at_first | {"piles": by_seat(at_first["piles"]) if "piles" in at_first else FULL})
    captures = [[step.seat, call_in(step)] for step in state.steps if step.text.key in ("cau.takes", "cau.calls")]
    assert captures == told["captures"]
    assert ([list(payment) for payment in paid(state)], list(state.centre)) == (told["payments"], told["centre"])
    piles = by_seat(told["piles"])
    assert ({seat: state.piles[seat] for seat in piles}, state.owed) == (piles, [])


def test_r6_after_a_contracau_of_four_the_first_is_in_turn_again() -> None:
    assert table(4, 4, 4, 4).turn == A


def test_r8_who_cannot_pay_owes_and_pays_at_the_next_capture() -> None:
    state = table(1, 5, 7, 12, 3, 5, centre=(1,), piles={})
    assert state.owed == [Due(payer=C, payee=A, cards=1, rule="R7"), Due(payer=D, payee=A, cards=1, rule="R7")]
    assert paid(state) == [(B, A, 1)]
    assert state.piles == {A: (5, 1, 1), B: (5,), C: (), D: ()}


@pytest.mark.parametrize(("dealer", "first"), [(A, B), (D, A)])
def test_r2_player_to_the_right_of_the_dealer_begins(dealer: int, first: int) -> None:
    assert HandInPlay.dealt(seats=(A, B, C, D), dealer=dealer, centre=(1, 2, 3, 4)).turn == first


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
        hand = HandInPlay.dealt(seats=seats, dealer=dealer + 1, centre=tuple(face_up), piles_taken=steal)
        for card in pack:
            hand.play(card)
        hand.finish()
        assert [list(hand.piles[seat]) for seat in seats] == referee.piles
        assert sorted(hand.centre) == sorted(referee.centre)
        assert [[one.payer - 1, one.payee - 1, one.cards] for one in hand.owed] == referee.owed


def test_r1_r2_two_to_eight_play_and_the_cards_deal_out_evenly() -> None:
    assert {players: (40 - cards) % players for players, cards in FACE_UP.items()} == dict.fromkeys(range(2, 9), 0)


def test_r10_variants_are_house_rules() -> None:
    assert GAME.read_rules(value="cau").piles_taken is False
    assert {"piles_taken", "three_at_a_time"} <= {field.name for field in GAME.house_rules}
