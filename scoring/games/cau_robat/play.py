"""A hand of cau robat while it is played: captures (R1, R3, R4), then piles, calls and debts (R2 to R8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

CIRCLE = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
"""The ranks in their order; after the 12 comes the 1."""

COPIES = 4
ALL_CARDS = len(CIRCLE) * COPIES
PACK = {str(rank): rank for rank in CIRCLE}

type Rank = int
type Cards = tuple[Rank, ...]


def next_rank(*, rank: Rank) -> Rank:
    """Return the rank that follows.

    >>> next_rank(rank=7), next_rank(rank=12)
    (10, 1)
    """
    return CIRCLE[(CIRCLE.index(rank) + 1) % len(CIRCLE)]


def written(*, cards: Cards) -> str:
    """Return cards in notation: the numbers printed on them."""
    return " ".join(map(str, cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One step of a capture: a card of the centre, or the whole pile of a player, topped by that rank.

    `shields` are the players whose piles show the rank of a centre card that is taken instead (R4).
    """

    rank: Rank
    cards: Cards
    pile_of: int | None = None
    shields: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """What is taken, in order; nothing where no centre card equals the one played."""

    taken: tuple[Taken, ...]

    @property
    def cards(self) -> Cards:
        """Return the cards taken in the order in which they lie on the pile (R5)."""
        return tuple(card for step in self.taken for card in step.cards)


def capture(
    *, played: Rank, centre: Cards, piles: Mapping[int, Cards], order: tuple[int, ...], piles_taken: bool = True
) -> Capture:
    """Return what a card takes; taking all that can be taken is compulsory.

    `piles` lie with the top card first; `order` are the other players, whose turn comes soonest first. A pile
    is never taken by an equal card, and a centre card of its rank shields it. `piles_taken` is False where
    piles lie face down (R10).

    >>> one = capture(played=12, centre=(1, 2, 4, 7, 11, 12), piles={2: (3, 3)}, order=(2, 3))
    >>> one.cards
    (12, 1, 2, 3, 3, 4)
    """
    taken: list[Taken] = []
    rank = played
    left = list(order) if piles_taken else []
    while len(taken) < len(CIRCLE):
        showing = [seat for seat in left if piles.get(seat, ())[:1] == (rank,)]
        if rank in centre:
            taken.append(Taken(rank=rank, cards=(rank,), shields=tuple(showing) if taken else ()))
        elif taken and showing:
            left.remove(showing[0])
            taken.append(Taken(rank=rank, cards=piles[showing[0]], pile_of=showing[0]))
        else:
            break
        rank = next_rank(rank=rank)
    return Capture(taken=tuple(taken))


LONGEST_CHAIN = 4


class Call(StrEnum):
    """What is called by the player who matches the card before."""

    CAU = "cau"
    RECAU = "recau"
    CONTRACAU = "contracau"


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """So many cards fall due from one player to another, under a rule."""

    payer: int
    payee: int
    cards: int
    rule: str = "R6"


def call_of(*, chain: tuple[int, ...]) -> Call | None:
    """Return what the last player of a chain called; a chain begins with the card that took nothing."""
    return tuple(Call)[len(chain) - 2] if len(chain) > 1 else None


def dues_of(*, chain: tuple[int, ...]) -> tuple[Due, ...]:
    """Return what a chain of players pays: the last but one first, to the one after each player first.

    Nobody pays themselves: with three players contracau is called by the one whose card was matched first.

    >>> [(due.payer, due.payee, due.cards) for due in dues_of(chain=(1, 2, 3))]
    [(2, 3, 1), (1, 2, 1), (1, 3, 2)]
    """
    return tuple(
        Due(payer=chain[payer], payee=chain[payee], cards=payee - payer)
        for payer in range(len(chain) - 2, -1, -1)
        for payee in range(payer + 1, len(chain))
        if chain[payer] != chain[payee]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """A player took cards, by a call or by the own card alone."""

    seat: int
    capture: Capture
    call: Call | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """Cards went from the top of one pile to the top of another."""

    payer: int
    payee: int
    cards: Cards


type Step = Captured | Due | Paid


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnState:
    """One moment of a hand; `seats` stand in the order of play, anticlockwise, and `turn` plays next.

    Piles lie with the top card first. `chain` are the players of equal cards laid one after the other: the
    first laid a card that took nothing and lies in the centre, the others called; their cards wait beside it.
    `owed` are debts in the order in which they arose. `steps` tell what happened.
    """

    seats: tuple[int, ...]
    turn: int
    centre: Cards
    piles: Mapping[int, Cards]
    piles_taken: bool = True
    chain: tuple[int, ...] = ()
    chain_rank: Rank | None = None
    owed: tuple[Due, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def waiting(self) -> int:
        """Return how many cards of callers wait for the next player."""
        return max(0, len(self.chain) - 1)

    def others(self, *, seat: int) -> tuple[int, ...]:
        """Return the other players, the one to the right first, who plays next."""
        start = self.seats.index(seat) + 1
        return self.seats[start:] + self.seats[: start - 1]


def begin(*, seats: tuple[int, ...], dealer: int, centre: Cards, piles_taken: bool = True) -> TurnState:
    """Return a hand just dealt; the player to the dealer's right begins (R2)."""
    state = TurnState(seats=seats, turn=dealer, centre=centre, piles=dict.fromkeys(seats, ()), piles_taken=piles_taken)
    return replace(state, turn=state.others(seat=dealer)[0])


def play(*, state: TurnState, card: Rank) -> TurnState:
    """Return the table after the player in turn laid a card.

    A card equal to the one just laid, which took nothing, is a call and waits for the next player's. Any
    other card first lets the last caller take the cards.
    """
    seat = state.turn
    after = replace(state, turn=state.others(seat=seat)[0])
    if state.chain and card == state.chain_rank:
        called = replace(after, chain=(*state.chain, seat))
        return finish(state=called) if len(called.chain) == LONGEST_CHAIN else called
    settled = replace(finish(state=after), chain=(), chain_rank=None)
    if card not in settled.centre:
        return replace(settled, centre=(*settled.centre, card), chain=(seat,), chain_rank=card)
    return _take(settled, seat, card, equal=())


def finish(*, state: TurnState) -> TurnState:
    """Return the table after the last caller, if there is one, took the cards and was paid (R6)."""
    if not state.waiting or state.chain_rank is None:
        return state
    waited = (state.chain_rank,) * (state.waiting - 1)
    cleared = replace(state, chain=(), chain_rank=None)
    return _take(cleared, state.chain[-1], state.chain_rank, equal=waited, chain=state.chain)


def _take(state: TurnState, seat: int, card: Rank, *, equal: Cards, chain: tuple[int, ...] = ()) -> TurnState:
    """Capture, pay old debts, then the call, then for a cleared table, in this order (R5 to R8)."""
    order, taken = state.others(seat=seat), state.piles_taken
    found = capture(played=card, centre=state.centre, piles=state.piles, order=order, piles_taken=taken)
    emptied = {step.pile_of: () for step in found.taken if step.pile_of is not None}
    from_centre = {step.rank for step in found.taken if step.pile_of is None}
    captured = replace(
        state,
        centre=tuple(rank for rank in state.centre if rank not in from_centre),
        piles={**state.piles, **emptied, seat: (card, *equal, *found.cards, *state.piles[seat])},
        steps=(*state.steps, Captured(seat=seat, capture=found, call=call_of(chain=chain))),
    )
    after = _pay_debts(captured, seat)
    payers = () if captured.centre else order
    for due in (*dues_of(chain=chain), *(Due(payer=payer, payee=seat, cards=1, rule="R7") for payer in payers)):
        after = _pay_debts(replace(after, owed=(*after.owed, due), steps=(*after.steps, due)), due.payer)
    return after


def _pay_debts(state: TurnState, payer: int) -> TurnState:
    """Pay what a player owes as far as the pile reaches, oldest debt first (R8)."""
    piles, steps, owed = dict(state.piles), list(state.steps), []
    for due in state.owed:
        moved = piles[payer][: due.cards] if due.payer == payer else ()
        if moved:
            piles[payer] = piles[payer][len(moved) :]
            piles[due.payee] = moved + piles[due.payee]
            steps.append(Paid(payer=payer, payee=due.payee, cards=moved))
        if len(moved) < due.cards:
            owed.append(replace(due, cards=due.cards - len(moved)))
    return replace(state, piles=piles, steps=tuple(steps), owed=tuple(owed))
