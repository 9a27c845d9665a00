"""A hand of cau robat while it is played: captures (R1, R3, R4), then piles, calls and debts (R2 to R8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

CIRCLE = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)  # the ranks in their order; after the 12 comes the 1

COPIES = 4
ALL_CARDS = len(CIRCLE) * COPIES
PACK = {str(rank): rank for rank in CIRCLE}

type Rank = int
type Cards = tuple[Rank, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A card of the centre, or a pile topped by that rank; `shields` own the piles left for that card (R4)."""

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
    """Return all that a card takes; `piles` are by the top card first, `order` the others by their next turn.

    An equal card takes no pile, a centre card of its rank shields it, and none is taken that lies face down (R10).

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
        rank = CIRCLE[(CIRCLE.index(rank) + 1) % len(CIRCLE)]
    return Capture(taken=tuple(taken))


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


@dataclass(slots=True, kw_only=True)
class HandInPlay:
    """A hand while it is played; `seats` are in the order of play, anticlockwise, and `turn` plays next.

    Piles have the top card first, debts the oldest. `chain` are the players of equal cards laid one after the other:
    the first laid a card that took nothing and lies in the centre, the others called; their cards wait beside it.
    """

    seats: tuple[int, ...]
    turn: int
    centre: Cards
    piles: dict[int, Cards]
    piles_taken: bool = True
    chain: tuple[int, ...] = ()
    chain_rank: Rank = 0
    owed: list[Due] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @classmethod
    def dealt(cls, *, seats: tuple[int, ...], dealer: int, centre: Cards, piles_taken: bool = True) -> Self:
        """Return a hand just dealt; the player to the dealer's right begins (R2)."""
        first = seats[(seats.index(dealer) + 1) % len(seats)]
        return cls(seats=seats, turn=first, centre=centre, piles=dict.fromkeys(seats, ()), piles_taken=piles_taken)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other players, the one to the right first, who plays next."""
        start = self.seats.index(seat) + 1
        return self.seats[start:] + self.seats[: start - 1]

    def play(self, card: Rank) -> None:
        """Lay a card of the player in turn: a call waits for the next one, before any other the last caller takes."""
        seat = self.turn
        self.turn = self.others(seat)[0]
        if self.chain and card == self.chain_rank:
            self.chain = (*self.chain, seat)
            if len(self.chain) > len(Call):
                self.finish()
            return
        self.finish()
        if card in self.centre:
            self._take(seat, card)
        else:
            self.centre, self.chain, self.chain_rank = (*self.centre, card), (seat,), card

    def finish(self) -> None:
        """Let the last caller, if there is one, take the cards and be paid (R6)."""
        chain, self.chain = self.chain, ()
        if len(chain) > 1:
            self._take(chain[-1], self.chain_rank, chain=chain)

    def _take(self, seat: int, card: Rank, *, chain: tuple[int, ...] = ()) -> None:
        """Capture, pay old debts, then the call, then for a cleared table, in this order (R5 to R8)."""
        others, taken = self.others(seat), self.piles_taken
        found = capture(played=card, centre=self.centre, piles=self.piles, order=others, piles_taken=taken)
        waited = (card,) * max(0, len(chain) - 2)
        own = (card, *waited, *found.cards, *self.piles[seat])
        self.piles |= {step.pile_of: () for step in found.taken if step.pile_of is not None} | {seat: own}
        from_centre = {step.rank for step in found.taken if step.pile_of is None}
        self.centre = tuple(rank for rank in self.centre if rank not in from_centre)
        self.steps.append(Captured(seat=seat, capture=found, call=call_of(chain=chain)))
        self._pay_debts(seat)
        payers = () if self.centre else others
        for due in (*dues_of(chain=chain), *(Due(payer=payer, payee=seat, cards=1, rule="R7") for payer in payers)):
            self.owed.append(due)
            self.steps.append(due)
            self._pay_debts(due.payer)

    def _pay_debts(self, payer: int) -> None:
        """Pay what a player owes as far as the pile reaches, oldest debt first (R8)."""
        owed, self.owed = self.owed, []
        for due in owed:
            pile = self.piles[payer]
            moved = pile[: due.cards] if due.payer == payer else ()
            if moved:
                self.piles[payer] = pile[len(moved) :]
                self.piles[due.payee] = moved + self.piles[due.payee]
                self.steps.append(Paid(payer=payer, payee=due.payee, cards=moved))
            if len(moved) < due.cards:
                self.owed.append(replace(due, cards=due.cards - len(moved)))
