"""Rulings at the table: who may claim a card, say purro, win, discard; what is shown."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import assert_never

from scoring.games.cuajo.cards import Card, Rank
from scoring.games.cuajo.price_wins import wins_a_claim
from scoring.games.cuajo.rules import DealtWin, Scheme
from scoring.games.cuajo.table_state import Answer, Ground, Pile, TurnState
from scoring.games.offers import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimant:
    """A player whose hand the card completes, and why it is theirs or not."""

    seat: int
    wins: bool
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Who wins with a card, None for nobody; the claimants in order of priority with their grounds."""

    winner: int | None
    claimants: tuple[Claimant, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rule numbers of all grounds, each once."""
        return tuple(dict.fromkeys(rule for one in self.claimants for ground in one.grounds for rule in ground.rules))


def who_may_claim(
    *, state: TurnState, card: Card | None, completes: Collection[int], by_kings: Collection[int] = ()
) -> Ruling:
    """Return who wins with the card just drawn or discarded, of the players whose hand it completes.

    After a draw a drawer comes first who said purro or wins by kings, then whoever's turn comes soonest, then
    a silent drawer (C22, L8); a discard goes only to the player in turn (C20 to C24). `by_kings` are players
    whose kings win alone with it: by a price list they need no purro, out of turn with the right king only
    (L4). Raises IllegalEventError with `unknown_seat`.
    """
    asked = {*completes, *by_kings}
    melded = completes if state.rules.scheme is Scheme.PRICELIST else asked
    by_kings = tuple(seat for seat in by_kings if _kings_win(state, seat, card))
    begin = state.turn if state.drawn is None or state.phase is Phase.DRAW else state.drawn.by
    silent = _silent_drawer(state, by_kings)
    order = sorted(asked, key=state.order_from(seat=begin).index)
    bars = {seat: _bars_with_card(state, seat, card, seat in by_kings) for seat in order}
    if state.phase is Phase.DISCARD:
        bars |= {seat: (*bars[seat], Ground.KINGS_CLAIM) for seat in asked.difference(melded, by_kings)}
    free = sorted((seat for seat in order if not bars[seat]), key=lambda seat: seat == silent)
    winner = free[0] if free else None
    claimants = [
        Claimant(seat=seat, wins=seat == winner, grounds=bars[seat] or _standing(state, seat, winner, by_kings))
        for seat in (*free, *(seat for seat in order if bars[seat]))
    ]
    return Ruling(winner=winner, claimants=tuple(claimants))


def may_win_now(*, state: TurnState, seat: int, by_kings: bool = False) -> Answer:
    """Return whether a player may win now, with the cards held or with the card that lies there (C21 to C24).

    Priority is left aside. Kings that win alone need no purro (L4).
    """
    card = None if state.drawn is None else state.drawn.card
    bars = _bars(state, seat, by_kings and _kings_win(state, seat, card))
    return Answer(yes=not bars, grounds=bars or (_occasion(state, seat),))


def may_say_purro(*, state: TurnState, seat: int) -> Answer:
    """Return whether a player one card short may say purro now: right after discarding, not on penalty."""
    bars = tuple(_purro_bars(state, seat))
    return Answer(yes=not bars, grounds=bars or (Ground.MAY_SAY_PURRO,))


def must_show_draw(*, state: TurnState, seat: int) -> Answer:
    """Return whether a player shows the stock card of the running or next own turn (C20, C23)."""
    grounds = []
    if on_penalty(state=state, seat=seat):
        grounds.append(Ground.SHOWN_FOR_PENALTY)
    if any(player.purro for player in state.players if player.seat != seat):
        grounds.append(Ground.SHOWN_FOR_PURRO)
    return Answer(yes=bool(grounds), grounds=tuple(grounds) or (Ground.NOT_SHOWN,))


def may_discard(*, card: Card, laid: Collection[Card] = ()) -> Answer:
    """Return whether a card may be discarded: no king, and none of a kind the player laid down (C9, C14)."""
    bars = []
    if card.rank is Rank.KING:
        bars.append(Ground.KING_DISCARDED)
    if card in laid:
        bars.append(Ground.LAID_DOWN)
    return Answer(yes=not bars, grounds=tuple(bars) or (Ground.MAY_DISCARD,))


def on_penalty(*, state: TurnState, seat: int) -> bool:
    """Return whether a player's running turn, or else the next one, is a penalty turn (C23)."""
    running = state.phase is Phase.DISCARD and state.turn == seat
    return state.player(seat=seat).draws_until_free > (0 if running else 1)


def just_discarded(*, state: TurnState, seat: int) -> bool:
    """Return whether the player has discarded and nobody has drawn since (C19)."""
    return state.phase is Phase.DRAW and state.discarded is not None and state.discarded.by == seat


def _silent_drawer(state: TurnState, by_kings: Collection[int]) -> int | None:
    """Return the seat of a drawer who comes after all others: without purro, and not winning by kings (C22, L8)."""
    if state.phase is not Phase.DISCARD or state.rules.silent_drawer_first or state.turn in by_kings:
        return None
    return None if state.player(seat=state.turn).purro else state.turn


def _kings_win(state: TurnState, seat: int, card: Card | None) -> bool:
    """Return whether kings can win alone for this player with this card, None for one nobody told (L4)."""
    by_prices = state.rules.scheme is Scheme.PRICELIST
    return by_prices and (seat == state.turn or wins_a_claim(card=card, rules=state.rules))


def _bars_with_card(state: TurnState, seat: int, card: Card | None, by_kings: bool) -> tuple[Ground, ...]:
    if state.phase is Phase.DRAW and card is not None and card.rank is Rank.KING:
        return (Ground.KING_DISCARDED, *_bars(state, seat, by_kings))
    return _bars(state, seat, by_kings)


def _bars(state: TurnState, seat: int, by_kings: bool = False) -> tuple[Ground, ...]:
    """Return every ground that keeps a player from winning with the card that lies there."""
    state.player(seat=seat)
    match state.phase:
        case Phase.OVER:
            return (Ground.HAND_ENDED,)
        case Phase.DRAW if seat == state.turn:
            return tuple(_turn_bars(state, seat, Pile.DISCARDS, by_kings))
        case Phase.DRAW:
            return (Ground.DISCARD_OF_ANOTHER,)
        case Phase.DISCARD if seat != state.turn:
            return () if by_kings and _shows_dealt_kings(state) else tuple(_claim_bars(state, seat, by_kings))
        case Phase.DISCARD if state.drawn is None:
            return (Ground.DEALT_WIN_OFF,) if state.rules.dealt_win is DealtWin.NONE else ()
        case Phase.DISCARD:
            return tuple(_turn_bars(state, seat, state.drawn.pile, by_kings))
        case unknown:
            assert_never(unknown)


def _turn_bars(state: TurnState, seat: int, pile: Pile, by_kings: bool) -> Iterator[Ground]:
    """Yield what bars a win on the own turn."""
    if on_penalty(state=state, seat=seat) and not by_kings:
        yield Ground.ON_PENALTY
    if state.rules.purro_required and not state.player(seat=seat).purro and not by_kings:
        yield Ground.PURRO_REQUIRED
    if pile is Pile.DISCARDS and not state.rules.discard_win:
        yield Ground.DISCARD_WIN_OFF


def _shows_dealt_kings(state: TurnState) -> bool:
    """Return whether kings that were dealt are shown now: before the first turn (L4)."""
    return state.drawn is None and state.discarded is None and state.rules.dealt_win is not DealtWin.NONE


def _claim_bars(state: TurnState, seat: int, by_kings: bool) -> Iterator[Ground]:
    """Yield what bars a claim of the card another player holds in turn."""
    drawn = state.drawn
    if drawn is None or not drawn.shown:
        yield Ground.NOTHING_TO_CLAIM
    elif drawn.pile is Pile.DISCARDS:
        yield Ground.DISCARD_OF_ANOTHER
    elif not state.rules.penalty_draw_claimable and on_penalty(state=state, seat=drawn.by):
        yield Ground.PENALTY_DRAW
    player = state.player(seat=seat)
    if by_kings:
        return
    if player.draws_until_free:
        yield Ground.ON_PENALTY
    if not player.purro:
        yield Ground.PURRO_OUT_OF_TURN


def _purro_bars(state: TurnState, seat: int) -> Iterator[Ground]:
    player = state.player(seat=seat)
    if state.phase is Phase.OVER:
        yield Ground.HAND_ENDED
    elif not just_discarded(state=state, seat=seat):
        yield Ground.AFTER_OWN_DISCARD
    if player.purro:
        yield Ground.ALREADY_PURRO
    if player.draws_until_free:
        yield Ground.PENALTY_BARS_PURRO


def _occasion(state: TurnState, seat: int) -> Ground:
    if state.phase is Phase.DRAW:
        return Ground.NEXT_IN_TURN
    if seat == state.turn:
        return Ground.OWN_TURN
    return Ground.KINGS_DEALT if state.drawn is None else Ground.MAY_CLAIM


def _standing(state: TurnState, seat: int, winner: int | None, by_kings: Collection[int]) -> tuple[Ground, ...]:
    """Return on which grounds a player who may win does, or comes later (C22)."""
    kings = (Ground.KINGS_ALONE,) if seat in by_kings and not state.player(seat=seat).purro else ()
    if seat != winner:
        is_last = seat == _silent_drawer(state, by_kings)
        return (Ground.SILENT_DRAWER if is_last else Ground.COMES_LATER, *kings)
    occasion = _occasion(state, seat)
    from_stock = state.drawn is not None and state.drawn.pile is Pile.STOCK
    match occasion:
        case Ground.OWN_TURN if from_stock:
            return (Ground.DRAWER_FIRST, *kings)
        case Ground.MAY_CLAIM:
            return (Ground.SOONEST_TURN, *kings)
        case _:
            return (occasion, *kings)
