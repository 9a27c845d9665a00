"""A hand at the table, played by a script up to the moment a rule is asked about."""

import re
from dataclasses import replace
from typing import Any

import pytest

from scoring.games.cuajo import HouseRules, read_rules
from scoring.games.cuajo.cards import Card, find_card
from scoring.games.cuajo.table_rulings import after_draw, after_tap, may_win_now, who_may_claim
from scoring.games.cuajo.table_state import Draw, Ground, IllegalTapError, Pile, Player, TapKind, TurnState, deal

SEATS = (1, 2, 3, 4)
PAGAT = HouseRules()
ROUND = "turn2 turn3 turn4"
OWN_TURN = f"purro1 {ROUND}"
"""Seat 1 said purro, and the others had their turns."""
LOST = f"{OWN_TURN} draw1:12O discard1 lose1"
"""Seat 1 has lost purro with a king and discarded."""


def card(text: str) -> Card:
    found = find_card(text=text)
    assert found is not None
    return found


KING, FIVE = card("12O"), card("5B")


TAPS = {
    **{"draw": TapKind.DRAW, "take": TapKind.TAKE, "discard": TapKind.DISCARD, "turn": TapKind.TURN},
    **{"lay": TapKind.SECRET, "purro": TapKind.PURRO, "lose": TapKind.LOST, "back": TapKind.TAKE_BACK},
}


def parts(word: str) -> tuple[str, int, Card | None, bool, tuple[int, ...]]:
    found = re.fullmatch(r"([a-z]+)(\d)(?::(\w+))?(!)?(?:\+(\d+))?", word)
    assert found, word
    told = card(found[3]) if found[3] else None
    return found[1], int(found[2]), told, bool(found[4]), tuple(map(int, found[5] or ""))


def bars(state: TurnState, word: str) -> tuple[Ground, ...]:
    act, seat, _, alone, also = parts(word)
    if act == "win":
        answer = may_win_now(state=state, seat=seat, by_kings=alone)
        return () if answer.yes else answer.grounds
    drawn, kings = state.drawn.card if state.drawn else None, (seat,) if alone else ()
    claimants = who_may_claim(state=state, card=drawn, completes={seat, *also}.difference(kings), by_kings=kings)
    return () if claimants[seat].yes else claimants[seat].grounds


def play(state: TurnState, script: str) -> TurnState:
    """Play on; `stock0` leaves so many cards in the stock."""
    for word in script.split():
        if word.startswith("stock"):
            state = replace(state, stock=int(word[5:]))
            continue
        act, seat, told, *_ = parts(word)
        state = after_tap(state, TAPS[act], seat)
        if told and act == "draw" and state.drawn:
            state = replace(state, drawn=replace(state.drawn, card=told))
    return state


def opened(rules: HouseRules = PAGAT, script: str = "", *, dealer: int = 1) -> TurnState:
    """Play a script after the dealer has opened with a five; one that begins with `dealt`, before that."""
    dealt = deal(rules=rules, seats=SEATS, dealer=dealer)
    if script.startswith("dealt"):
        return play(dealt, script.removeprefix("dealt"))
    return play(dealt, f"discard{dealer}:5B {script}")


def refused(state: TurnState, word: str) -> Ground:
    if word.startswith(("claim", "win")):
        return bars(state, word)[0]
    with pytest.raises(IllegalTapError) as caught:
        play(state, word)
    return caught.value.ground


def state_at(
    *, rules: object = None, script: str | None = None, drew: int = 0, discarded: int = 0, **told: Any
) -> TurnState:
    house = read_rules(value=rules)
    if script is not None:
        return opened(house, script)
    purro, penalty, known = told.get("purro", ()), told.get("penalty", ()), told.get("card")
    players = tuple(Player(seat=seat, purro=seat in purro, draws_until_free=3 * (seat in penalty)) for seat in SEATS)
    state = after_draw(rules=house, players=players, by=drew or discarded, card=known and card(known))
    if discarded:
        return after_tap(state, TapKind.DISCARD, discarded)
    return replace(state, drawn=Draw(pile=Pile.DISCARDS, shown=True)) if "pile" in told else state
