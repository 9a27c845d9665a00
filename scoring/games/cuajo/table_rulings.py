"""Rulings at the table, and the effect of taps."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from typing import assert_never

from scoring.games.cuajo import table_state
from scoring.games.cuajo.cards import Card, Rank
from scoring.games.cuajo.rules import DealtWin, HouseRules, Scheme
from scoring.games.cuajo.table_state import Draw, Ground, Permission, Phase, Pile, Player, TapKind, TurnState
from scoring.games.cuajo.wins import wins_a_claim


def who_may_claim(
    *, state: TurnState, card: Card | None, completes: Collection[int], by_kings: Collection[int] = ()
) -> dict[int, Permission]:
    """Rank the players with a claim on the card (C20 to C24).

    `by_kings` are the seats that win by kings alone (L4). Raises IllegalTapError with `unknown_seat`.
    """
    # A drawer in purro or with winning kings goes first, then the nearest turn, then a silent drawer (C22, L8).
    asked = {*completes, *by_kings}
    melded = completes if state.rules.scheme is Scheme.PRICELIST else asked
    by_kings = tuple(seat for seat in by_kings if _kings_win(state, seat, card))
    silent = _silent_drawer(state, by_kings)
    order = sorted(asked, key=state.order_from(seat=state.turn).index)
    bars = {seat: _bars(state, seat, seat in by_kings) for seat in order}
    if state.phase is Phase.DISCARD:
        bars |= {seat: (*bars[seat], Ground.KINGS_CLAIM) for seat in asked.difference(melded, by_kings)}
    elif card is not None and card.rank is Rank.KING:
        bars = {seat: (Ground.KING_DISCARDED, *found) for seat, found in bars.items()}
    free = sorted((seat for seat in order if not bars[seat]), key=lambda seat: seat == silent)
    winner = free[0] if free else None
    return {
        seat: Permission(yes=seat == winner, grounds=bars[seat] or _rank_grounds(state, seat, winner, by_kings))
        for seat in (*free, *(seat for seat in order if bars[seat]))
    }


def may_win_now(*, state: TurnState, seat: int, by_kings: bool = False) -> Permission:
    """Check whether a player may win now (C21 to C24, L4)."""
    card = None if state.drawn is None else state.drawn.card
    bars = _bars(state, seat, by_kings and _kings_win(state, seat, card))
    return Permission(yes=not bars, grounds=bars or (_occasion(state, seat),))


def may_say_purro(*, state: TurnState, seat: int) -> Permission:
    player = state.player(seat=seat)
    grounds = {
        Ground.AFTER_OWN_DISCARD: not _just_discarded(state, seat),
        Ground.ALREADY_PURRO: player.purro,
        Ground.PENALTY_BARS_PURRO: player.draws_until_free,
    }
    bars = tuple(ground for ground, holds in grounds.items() if holds)
    return Permission(yes=not bars, grounds=bars or (Ground.MAY_SAY_PURRO,))


def must_show_draw(*, state: TurnState, seat: int) -> Permission:
    """Check whether a player must show the draw (C20, C23)."""
    others_purro = any(player.purro for player in state.players if player.seat != seat)
    grounds = (Ground.SHOWN_FOR_PENALTY,) * _on_penalty(state, seat) + (Ground.SHOWN_FOR_PURRO,) * others_purro
    return Permission(yes=bool(grounds), grounds=grounds or (Ground.NOT_SHOWN,))


def may_discard(*, card: Card) -> Permission:
    """Check whether a card may be discarded (C14)."""
    is_king = card.rank is Rank.KING
    return Permission(yes=not is_king, grounds=(Ground.KING_DISCARDED if is_king else Ground.MAY_DISCARD,))


def _on_penalty(state: TurnState, seat: int) -> bool:
    """Check whether the seat's current or next turn is penalised."""
    is_in_turn = state.phase is Phase.DISCARD and state.turn == seat
    return state.player(seat=seat).draws_until_free > (0 if is_in_turn else 1)


def _just_discarded(state: TurnState, seat: int) -> bool:
    """Check that this discard was the last event (C19)."""
    return state.phase is Phase.DRAW and state.discarded_by == seat


def _silent_drawer(state: TurnState, by_kings: Collection[int]) -> int | None:
    """Return the drawer who goes last, if any (C22, L8)."""
    if state.phase is not Phase.DISCARD or state.rules.silent_drawer_first or state.turn in by_kings:
        return None
    return None if state.player(seat=state.turn).purro else state.turn


def _kings_win(state: TurnState, seat: int, card: Card | None) -> bool:
    """Check whether kings can win alone here (L4)."""
    by_prices = state.rules.scheme is Scheme.PRICELIST
    return by_prices and (seat == state.turn or wins_a_claim(card=card, rules=state.rules))


def _bars(state: TurnState, seat: int, by_kings: bool = False) -> tuple[Ground, ...]:
    """Return every ground against a win."""
    state.player(seat=seat)
    match state.phase:
        case Phase.DRAW if seat == state.turn:
            return tuple(_turn_bars(state, seat, Pile.DISCARDS, by_kings))
        case Phase.DRAW:
            return (Ground.DISCARD_OF_ANOTHER,)
        case Phase.DISCARD if seat != state.turn:
            # Dealt kings win before any turn (L4).
            is_dealt = state.drawn is None and state.discarded_by is None and state.rules.dealt_win is not DealtWin.NONE
            return () if by_kings and is_dealt else tuple(_claim_bars(state, seat, by_kings))
        case Phase.DISCARD if state.drawn is None:
            return (Ground.DEALT_WIN_OFF,) if state.rules.dealt_win is DealtWin.NONE else ()
        case Phase.DISCARD:
            return tuple(_turn_bars(state, seat, state.drawn.pile, by_kings))
        case unknown:
            assert_never(unknown)


def _turn_bars(state: TurnState, seat: int, pile: Pile, by_kings: bool) -> Iterator[Ground]:
    """Yield the grounds against a win in turn."""
    if _on_penalty(state, seat) and not by_kings:
        yield Ground.ON_PENALTY
    if state.rules.purro_required and not state.player(seat=seat).purro and not by_kings:
        yield Ground.PURRO_REQUIRED
    if pile is Pile.DISCARDS and not state.rules.discard_win:
        yield Ground.DISCARD_WIN_OFF


def _claim_bars(state: TurnState, seat: int, by_kings: bool) -> Iterator[Ground]:
    """Yield the grounds against a win out of turn."""
    drawn = state.drawn
    if drawn is None or not drawn.shown:
        yield Ground.NOTHING_TO_CLAIM
    elif drawn.pile is Pile.DISCARDS:
        yield Ground.DISCARD_OF_ANOTHER
    elif not state.rules.penalty_draw_claimable and _on_penalty(state, state.turn):
        yield Ground.PENALTY_DRAW
    player = state.player(seat=seat)
    if by_kings:
        return
    if player.draws_until_free:
        yield Ground.ON_PENALTY
    if not player.purro:
        yield Ground.PURRO_OUT_OF_TURN


def _occasion(state: TurnState, seat: int) -> Ground:
    """Return the ground that allows a win now."""
    if state.phase is Phase.DRAW:
        return Ground.NEXT_IN_TURN
    if seat == state.turn:
        return Ground.OWN_TURN
    return Ground.KINGS_DEALT if state.drawn is None else Ground.MAY_CLAIM


def _rank_grounds(state: TurnState, seat: int, winner: int | None, by_kings: Collection[int]) -> tuple[Ground, ...]:
    """Return why an allowed player wins or waits (C22)."""
    kings = (Ground.KINGS_ALONE,) if seat in by_kings and not state.player(seat=seat).purro else ()
    if seat != winner:
        return (Ground.SILENT_DRAWER if seat == _silent_drawer(state, by_kings) else Ground.COMES_LATER, *kings)
    occasion = _occasion(state, seat)
    if occasion is Ground.MAY_CLAIM:
        occasion = Ground.SOONEST_TURN
    elif occasion is Ground.OWN_TURN and state.drawn is not None and state.drawn.pile is Pile.STOCK:
        occasion = Ground.DRAWER_FIRST
    return (occasion, *kings)


def after_draw(*, rules: HouseRules, players: tuple[Player, ...], by: int, card: Card | None) -> TurnState:
    """Make the table after a draw from the stock. Raises IllegalTapError with `wrong_seats`."""
    dealt = table_state.deal(rules=rules, seats=tuple(player.seat for player in players), dealer=by)
    return _draw_stock(replace(dealt, players=players, phase=Phase.DRAW), by, card)


def after_tap(state: TurnState, what: TapKind, seat: int) -> TurnState:
    return reduce(lambda now, step: step(now, seat), TAPS[what], state)


def _require(condition: bool, ground: Ground) -> None:
    if not condition:
        raise table_state.IllegalTapError(ground)


def _draw_stock(state: TurnState, seat: int, card: Card | None = None) -> TurnState:
    """Draw from the stock (C15)."""
    after = _drawing(state, seat)
    _require(state.stock > 0, Ground.STOCK_EMPTY)
    drawn = Draw(pile=Pile.STOCK, shown=must_show_draw(state=state, seat=seat).yes, card=card)
    return replace(after, drawn=drawn, stock=state.stock - 1)


def _take_discard(state: TurnState, seat: int) -> TurnState:
    """Take the last discard (C15)."""
    after = _drawing(state, seat)
    if state.stock == 0:
        answer = may_win_now(state=state, seat=seat)
        _require(answer.yes, answer.grounds[0])
    return replace(after, drawn=Draw(pile=Pile.DISCARDS, shown=True), discarded_by=None)


def _drawing(state: TurnState, seat: int) -> TurnState:
    """Move the player in turn to the discard phase (C23)."""
    # Each own draw, from stock or discards, brings the end of a penalty nearer.
    player = state.player(seat=seat)
    _require(state.turn == seat, Ground.NOT_IN_TURN)
    _require(state.phase is Phase.DRAW, Ground.ALREADY_DRAWN)
    nearer = replace(player, draws_until_free=max(0, player.draws_until_free - 1))
    return replace(state.with_player(nearer), phase=Phase.DISCARD)


def _discard(state: TurnState, seat: int) -> TurnState:
    """Discard and pass the turn (C12, C33)."""
    player = state.player(seat=seat)
    _require(state.turn == seat, Ground.NOT_IN_TURN)
    _require(state.phase is Phase.DISCARD, Ground.MUST_DRAW_FIRST)
    _require(player.secrets < table_state.MOST_SECRETS, Ground.NOTHING_TO_DISCARD)
    taken = state.drawn is not None and state.drawn.pile is Pile.DISCARDS
    _require(not (taken and state.stock == 0), Ground.LAST_DISCARD)
    return replace(state, turn=state.order_from(seat=seat)[1], phase=Phase.DRAW, discarded_by=seat)


def _lay_secret(state: TurnState, seat: int) -> TurnState:
    """Lay a secret (C17)."""
    # The fourth leaves no card to discard, so the player must be able to win.
    player = state.player(seat=seat)
    _require(state.turn == seat and state.phase is Phase.DISCARD, Ground.SECRET_TIME)
    most = table_state.MOST_SECRETS - (not may_win_now(state=state, seat=seat).yes)
    _require(player.secrets < most, Ground.FOUR_SECRETS)
    return state.with_player(replace(player, secrets=player.secrets + 1))


def _say_purro(state: TurnState, seat: int) -> TurnState:
    """Say purro (C19)."""
    answer = may_say_purro(state=state, seat=seat)
    _require(answer.yes, answer.grounds[0])
    return state.with_player(replace(state.player(seat=seat), purro=True))


def _lose_purro(state: TurnState, seat: int) -> TurnState:
    """Lose purro and begin the penalty (C23)."""
    player = state.player(seat=seat)
    _require(player.purro, Ground.NOT_PURRO)
    _require(_just_discarded(state, seat), Ground.AFTER_OWN_DISCARD)
    _require(state.drawn is not None and state.drawn.pile is Pile.STOCK, Ground.NO_KING_DRAWN)
    return state.with_player(replace(player, purro=False, draws_until_free=table_state.DRAWS_WHEN_LOST))


def _take_back_purro(state: TurnState, seat: int) -> TurnState:
    """Take back purro without a penalty."""
    # Players may say purro by mistake or give it up, and the sources know no fine for either.
    player = state.player(seat=seat)
    _require(player.purro, Ground.NOT_PURRO)
    _require(player.secrets < table_state.MOST_SECRETS, Ground.FOUR_SECRETS)
    return state.with_player(replace(player, purro=False))


TAPS: Mapping[TapKind, tuple[Callable[[TurnState, int], TurnState], ...]] = {
    TapKind.DRAW: (_draw_stock,),
    TapKind.TAKE: (_take_discard,),
    TapKind.DISCARD: (_discard,),
    TapKind.TURN: (_draw_stock, _discard),
    TapKind.SECRET: (_lay_secret,),
    TapKind.PURRO: (_say_purro,),
    TapKind.LOST: (_lose_purro,),
    TapKind.TAKE_BACK: (_take_back_purro,),
}
