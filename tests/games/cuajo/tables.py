"""A hand at the table, played by a script up to the moment a rule is asked about."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scoring.games.cuajo import HouseRules, read_rules
from scoring.games.cuajo.acts import HandResult
from scoring.games.cuajo.cards import Card, find_card
from scoring.games.cuajo.table_play import (
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
from scoring.games.cuajo.table_state import (
    Ground,
    IllegalEventError,
    Pile,
    Player,
    TurnState,
    after_discard,
    after_draw,
    deal,
)

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


def events(word: str) -> tuple[Event, ...]:
    """Return what a word of a script says: an act, a seat, `:card`, `!` by kings alone, `+seats` that win too."""
    found = re.fullmatch(r"([a-z]+)(\d)?(?::(\w+))?(!)?(?:\+(\d+))?", word)
    assert found, word
    seat, drawn, alone = int(found[2] or 0), card(found[3]) if found[3] else None, bool(found[4])
    simple: dict[str, Callable[..., Event]] = {
        "take": TakeDiscard,
        "lay": LaySecret,
        "purro": SayPurro,
        "lose": LosePurro,
        "back": TakeBackPurro,
    }
    match found[1]:
        case "turn":
            return DrawStock(seat=seat, card=drawn), Discard(seat=seat)
        case "draw" | "discard" as what:
            return ((DrawStock if what == "draw" else Discard)(seat=seat, card=drawn),)
        case "claim":
            return (Claim(seat=seat, also=tuple(map(int, found[5] or "")), by_kings=(seat,) if alone else ()),)
        case "win":
            return (Win(seat=seat, by_kings=alone),)
        case "drawn" | "void" | "won" as end:
            return (EndHand(result=HandResult("win" if end == "won" else end)),)
        case what:
            return (simple[what](seat=seat),)


def play(state: TurnState, script: str) -> TurnState:
    """Play on; `stock0` leaves so many cards in the stock."""
    for word in script.split():
        if word.startswith("stock"):
            state = replace(state, stock=int(word[5:]))
            continue
        for event in events(word):
            state = apply(state=state, event=event)
    return state


def opened(rules: HouseRules = PAGAT, script: str = "", *, dealer: int = 1) -> TurnState:
    """Play a script after the dealer has opened with a five; one that begins with `dealt`, before that."""
    dealt = deal(rules=rules, seats=SEATS, dealer=dealer)
    if script.startswith("dealt"):
        return play(dealt, script.removeprefix("dealt"))
    return play(dealt, f"discard{dealer}:5B {script}")


def refused(state: TurnState, word: str) -> Ground:
    with pytest.raises(IllegalEventError) as caught:
        play(state, word)
    return caught.value.ground


def state_at(
    *, rules: object = None, script: str | None = None, drew: int = 0, discarded: int = 0, **told: Any
) -> TurnState:
    """Return a hand played by a script, or where somebody just drew or discarded and some are purro or on penalty."""
    house = read_rules(value=rules)
    if script is not None:
        return opened(house, script)
    purro, penalty, known = told.get("purro", ()), told.get("penalty", ()), told.get("card")
    players = tuple(Player(seat=seat, purro=seat in purro, draws_until_free=2 * (seat in penalty)) for seat in SEATS)
    if discarded:
        return after_discard(rules=house, players=players, by=discarded, card=None)
    pile = Pile(told.get("pile", "stock"))
    return after_draw(rules=house, players=players, by=drew, card=known and card(known), pile=pile)
