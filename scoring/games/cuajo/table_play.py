"""What happens in a hand, and the state it leads to; what the rules do not allow is refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, assert_never

from scoring.games.cuajo.acts import HandResult
from scoring.games.cuajo.cards import Card, Rank
from scoring.games.cuajo.claim import Source
from scoring.games.cuajo.table_rulings import (
    just_discarded,
    may_discard,
    may_say_purro,
    may_win_now,
    must_show_draw,
    who_may_claim,
)
from scoring.games.cuajo.table_state import (
    DRAWS_WHEN_LOST,
    MOST_SECRETS,
    Answer,
    Discarded,
    Drawn,
    Ground,
    IllegalEventError,
    Pile,
    Player,
    TurnState,
)
from scoring.games.offers import Phase, Tapped


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPlayer:
    """Something a player does."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithCard(OfPlayer):
    """Something a player does with a card."""

    card: Card | None = None


class DrawStock(WithCard):
    """A player draws the top of the stock (C15)."""


class Discard(WithCard):
    """A player discards, and the turn passes (C12, C14)."""


class TakeDiscard(OfPlayer):
    """A player takes the discard of the player before (C15)."""


class LaySecret(OfPlayer):
    """A player lays down a secret and is paid (C17)."""


class SayPurro(OfPlayer):
    """A player says purro right after discarding (C19)."""


class LosePurro(OfPlayer):
    """A king drawn forced out a needed card: the penalty begins (C23)."""


class TakeBackPurro(OfPlayer):
    """A player takes back a purro said wrongly or given up by choice; the rules know no penalty for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A player says time and wins with the card another has drawn (C21, C22).

    `also` are other seats whose hand it completes; `by_kings` all seats that win by kings alone (L4).
    """

    seat: int
    also: tuple[int, ...] = ()
    by_kings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A player shows a complete hand on the own turn (C21, C34), or kings that win alone (L4)."""

    seat: int
    by_kings: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndHand:
    """The hand ends without a winner: drawn (C33) or void after a false win (C35)."""

    result: HandResult


type Event = (
    DrawStock | TakeDiscard | Discard | LaySecret | SayPurro | LosePurro | TakeBackPurro | Claim | Win | EndHand
)


TAPS: Mapping[Tapped, tuple[Callable[..., Event], ...]] = {
    Tapped.DRAW: (DrawStock,),
    Tapped.TAKE: (TakeDiscard,),
    Tapped.DISCARD: (Discard,),
    Tapped.TURN: (DrawStock, Discard),
    Tapped.SECRET: (LaySecret,),
    Tapped.PURRO: (SayPurro,),
    Tapped.LOST: (LosePurro,),
    Tapped.TAKE_BACK: (TakeBackPurro,),
}


def after_tap(state: TurnState, what: Tapped, seat: int) -> TurnState:
    """Return the state after what was tapped for a seat; raises IllegalEventError."""
    return reduce(lambda now, event: apply(state=now, event=event(seat=seat)), TAPS[what], state)


def apply(*, state: TurnState, event: Event) -> TurnState:
    """Return the state after an event; raises IllegalEventError with the ground why it cannot happen now."""
    if state.phase is Phase.OVER:
        raise IllegalEventError(Ground.HAND_ENDED)
    return _PLAYED[type(event)](state, event)


def _require(condition: bool, ground: Ground) -> None:
    if not condition:
        raise IllegalEventError(ground)


def _require_yes(answer: Answer) -> None:
    _require(answer.yes, answer.grounds[0])


def _in_turn(state: TurnState, seat: int, phase: Phase) -> Player:
    player = state.player(seat=seat)
    _require(state.turn == seat, Ground.NOT_IN_TURN)
    _require(state.phase is phase, Ground.ALREADY_DRAWN if phase is Phase.DRAW else Ground.MUST_DRAW_FIRST)
    return player


def _draw_stock(state: TurnState, event: DrawStock) -> TurnState:
    player = _in_turn(state, event.seat, Phase.DRAW)
    _require(state.stock > 0, Ground.STOCK_EMPTY)
    shown = must_show_draw(state=state, seat=event.seat).yes
    drawn = Drawn(by=event.seat, pile=Pile.STOCK, card=event.card, shown=shown)
    return replace(_drawing(state, player), drawn=drawn, stock=state.stock - 1)


def _take_discard(state: TurnState, event: TakeDiscard) -> TurnState:
    player = _in_turn(state, event.seat, Phase.DRAW)
    if state.stock == 0:
        _require_yes(may_win_now(state=state, seat=event.seat))
    card = None if state.discarded is None else state.discarded.card
    drawn = Drawn(by=event.seat, pile=Pile.DISCARDS, card=card, shown=True)
    return replace(_drawing(state, player), drawn=drawn, discarded=None)


def _drawing(state: TurnState, player: Player) -> TurnState:
    """Return the state in which a player has drawn; each own draw brings the end of a penalty nearer."""
    nearer = replace(player, draws_until_free=max(0, player.draws_until_free - 1))
    return replace(state.with_player(nearer), phase=Phase.DISCARD)


def _discard(state: TurnState, event: Discard) -> TurnState:
    player = _in_turn(state, event.seat, Phase.DISCARD)
    if event.card is not None:
        _require_yes(may_discard(card=event.card))
    _require(player.secrets < MOST_SECRETS, Ground.NOTHING_TO_DISCARD)
    _require(not _took_last_discard(state), Ground.LAST_DISCARD)
    return replace(
        state,
        turn=state.seat_after(seat=event.seat),
        phase=Phase.DRAW,
        discarded=Discarded(by=event.seat, card=event.card),
    )


def _took_last_discard(state: TurnState) -> bool:
    taken = state.phase is Phase.DISCARD and state.drawn is not None and state.drawn.pile is Pile.DISCARDS
    return taken and state.stock == 0


def _lay_secret(state: TurnState, event: LaySecret) -> TurnState:
    """Lay a secret; the fourth leaves nothing to discard and so needs the right to win."""
    player = state.player(seat=event.seat)
    own_turn = state.turn == event.seat and state.phase is Phase.DISCARD
    _require(own_turn, Ground.SECRET_TIME)
    may_win = may_win_now(state=state, seat=event.seat).yes
    _require(player.secrets < (MOST_SECRETS if may_win else MOST_SECRETS - 1), Ground.FOUR_SECRETS)
    return state.with_player(replace(player, secrets=player.secrets + 1))


def _say_purro(state: TurnState, event: SayPurro) -> TurnState:
    _require_yes(may_say_purro(state=state, seat=event.seat))
    return state.with_player(replace(state.player(seat=event.seat), purro=True))


def _lose_purro(state: TurnState, event: LosePurro) -> TurnState:
    player = state.player(seat=event.seat)
    _require(player.purro, Ground.NOT_PURRO)
    _require(just_discarded(state=state, seat=event.seat), Ground.AFTER_OWN_DISCARD)
    _require(_may_have_drawn_king(state.drawn), Ground.NO_KING_DRAWN)
    return state.with_player(replace(player, purro=False, draws_until_free=DRAWS_WHEN_LOST))


def _may_have_drawn_king(drawn: Drawn | None) -> bool:
    if drawn is None or drawn.pile is not Pile.STOCK:
        return False
    return drawn.card is None or drawn.card.rank is Rank.KING


def _take_back_purro(state: TurnState, event: TakeBackPurro) -> TurnState:
    player = state.player(seat=event.seat)
    _require(player.purro, Ground.NOT_PURRO)
    _require(player.secrets < MOST_SECRETS, Ground.FOUR_SECRETS)
    return state.with_player(replace(player, purro=False))


def _claim(state: TurnState, event: Claim) -> TurnState:
    _require(event.seat != state.turn and state.phase is Phase.DISCARD, Ground.NOTHING_TO_CLAIM)
    card = None if state.drawn is None else state.drawn.card
    melded = {event.seat, *event.also} - set(event.by_kings)
    ruling = who_may_claim(state=state, card=card, completes=melded, by_kings=event.by_kings)
    for claimant in ruling.claimants:
        _require(claimant.wins or claimant.seat != event.seat, claimant.grounds[0])
    return _won(state, event.seat, Source.DEALT if state.drawn is None else Source.CLAIMED)


def _win(state: TurnState, event: Win) -> TurnState:
    _in_turn(state, event.seat, Phase.DISCARD)
    _require_yes(may_win_now(state=state, seat=event.seat, by_kings=event.by_kings))
    match state.drawn:
        case None:
            return _won(state, event.seat, Source.DEALT)
        case Drawn(pile=Pile.STOCK):
            return _won(state, event.seat, Source.SELF_DRAWN)
        case _:
            return _won(state, event.seat, Source.DISCARD)


def _won(state: TurnState, seat: int, source: Source) -> TurnState:
    return replace(state, phase=Phase.OVER, result=HandResult.WIN, winner=seat, source=source)


def _end(state: TurnState, event: EndHand) -> TurnState:
    match event.result:
        case HandResult.WIN:
            raise IllegalEventError(Ground.WIN_HAS_WINNER)
        case HandResult.DRAWN:
            _require(state.stock == 0, Ground.STOCK_LEFT)
            _require(state.phase is Phase.DRAW or _took_last_discard(state), Ground.MUST_DISCARD)
        case HandResult.VOID:
            pass
        case unknown:
            assert_never(unknown)
    return replace(state, phase=Phase.OVER, result=event.result)


_PLAYED: dict[type[Event], Callable[[TurnState, Any], TurnState]] = {
    DrawStock: _draw_stock,
    TakeDiscard: _take_discard,
    Discard: _discard,
    LaySecret: _lay_secret,
    SayPurro: _say_purro,
    LosePurro: _lose_purro,
    TakeBackPurro: _take_back_purro,
    Claim: _claim,
    Win: _win,
    EndHand: _end,
}
