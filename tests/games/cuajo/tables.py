"""A hand at the table, played up to the moment a rule is asked about."""

from collections.abc import Collection

import pytest

from scoring.games.cuajo import HouseRules, read_rules
from scoring.games.cuajo.pack.cards import Card, find_card
from scoring.games.cuajo.table import state
from scoring.games.cuajo.table.play import Discard, DrawStock, Event, LosePurro, SayPurro, apply
from scoring.games.cuajo.table.rulings import Ruling
from scoring.games.cuajo.table.state import Ground, IllegalEventError, Pile, Player, TurnState, deal

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


def play(state: TurnState, *events: Event) -> TurnState:
    for event in events:
        state = apply(state=state, event=event)
    return state


def refused(state: TurnState, event: Event) -> Ground:
    with pytest.raises(IllegalEventError) as caught:
        apply(state=state, event=event)
    return caught.value.ground


def opened(rules: HouseRules = PAGAT, *, dealer: int = 1) -> TurnState:
    """The dealer has opened; the next seat draws."""
    return play(deal(rules=rules, seats=SEATS, dealer=dealer), Discard(seat=dealer, card=FIVE))


def turn(seat: int, drawn: Card | None = None) -> tuple[Event, Event]:
    return DrawStock(seat=seat, card=drawn), Discard(seat=seat)


def purro_of_dealer(rules: HouseRules = PAGAT) -> TurnState:
    return play(opened(rules), SayPurro(seat=1))


def lost_by_dealer(rules: HouseRules = PAGAT) -> TurnState:
    """Seat 1 has lost purro with a king and discarded."""
    return play(purro_of_dealer(rules), *turn(2), *turn(3), *turn(4), *turn(1, KING), LosePurro(seat=1))


def reasons(ruling: Ruling) -> list[tuple[int, bool, list[Ground]]]:
    return [(one.seat, one.wins, list(one.grounds)) for one in ruling.claimants]


def after_draw(
    *,
    rules: HouseRules,
    seats: tuple[int, ...],
    by: int,
    card: Card | None = None,
    pile: Pile = Pile.STOCK,
    purro: Collection[int] = (),
    penalty: Collection[int] = (),
) -> TurnState:
    """`penalty` are the players whose running or next turn is a penalty turn."""
    return state.after_draw(rules=rules, players=_players(seats, purro, penalty), by=by, card=card, pile=pile)


def after_discard(*, rules: HouseRules, seats: tuple[int, ...], by: int, card: Card | None = None) -> TurnState:
    return state.after_discard(rules=rules, players=_players(seats), by=by, card=card)


def _players(seats: tuple[int, ...], purro: Collection[int] = (), penalty: Collection[int] = ()) -> tuple[Player, ...]:
    return tuple(Player(seat=seat, purro=seat in purro, draws_until_free=2 * (seat in penalty)) for seat in seats)
