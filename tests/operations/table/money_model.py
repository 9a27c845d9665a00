"""Tong and chips kept a second time, as plain lists; it imports nothing of what it is held against."""

from dataclasses import dataclass, field

type Moves = dict[int, int]
"""What each seat wins (> 0) or loses."""


@dataclass(kw_only=True)
class Rule:
    """What is taken for the tong from then on."""

    every: str
    cents: int
    percent: int
    coin: int
    holder: int


@dataclass(kw_only=True)
class Stack:
    """Chips that each of the seats took from the bank, or handed back."""

    bank: int
    seats: tuple[int, ...]
    cents: int
    is_paid: bool
    is_back: bool = False


@dataclass(kw_only=True)
class Won:
    """A hand that was played to its end: who sat there, who won what."""

    position: int
    seats: tuple[int, ...]
    winner: int | None
    cents: int


@dataclass(kw_only=True)
class Money:
    """What stands of tong and chips by the numbers of the lines; a count that decides has what it moved."""

    rules: dict[int, Rule] = field(default_factory=dict)
    taken: dict[int, Moves] = field(default_factory=dict)
    spent: dict[int, int] = field(default_factory=dict)
    stacks: dict[int, Stack] = field(default_factory=dict)
    counts: dict[int, Moves] = field(default_factory=dict)
    decided: dict[int, Moves] = field(default_factory=dict)
    holders: dict[int, int] = field(default_factory=dict)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the lines that stand."""
        return (*self.rules, *self.taken, *self.spent, *self.stacks, *self.counts)

    @property
    def holder(self) -> int | None:
        """Return who keeps the tong."""
        return self.holders[max(self.holders)] if self.holders else None

    @property
    def bank(self) -> int | None:
        return self.stacks[min(self.stacks)].bank if self.stacks else None

    def take_back(self, number: int) -> None:
        for kept in (self.rules, self.taken, self.spent, self.stacks, self.counts, self.decided, self.holders):
            kept.pop(number, None)

    def owed_to_tong(self, hands: list[Won]) -> Moves:
        """Return what each seat owes the tong for hands, each by the rule that was agreed before it."""
        owed: Moves = {}
        for hand in hands:
            before = [number for number in self.rules if number < hand.position]
            if not before:
                continue
            rule = self.rules[max(before)]
            if rule.every == "hand":
                shares = dict.fromkeys(hand.seats, rule.cents)
            else:
                share = hand.cents * rule.percent // 100
                shares = {hand.winner: rule.cents + share - share % rule.coin} if hand.winner else {}
            for seat, cents in shares.items():
                owed[seat] = owed.get(seat, 0) + cents
        return owed

    def still_to_take(self, owed: Moves) -> Moves:
        """Return what changes hands for the tong when the night is closed."""
        if self.holder is None:
            return {}
        open_ = {seat: -cents for seat, cents in owed.items()}
        for moves in self.taken.values():
            for seat, cents in moves.items():
                open_[seat] = open_.get(seat, 0) - cents
        open_.pop(self.holder, None)
        return {**open_, self.holder: -sum(open_.values())}

    def chips_out(self, seat: int) -> int:
        """Return the chips a seat took and did not hand back."""
        of_it = [stack for stack in self.stacks.values() if seat in stack.seats]
        return sum(-stack.cents if stack.is_back else stack.cents for stack in of_it)

    def cash_for(self, stack: Stack) -> Moves:
        """Return the cash that is handed over with chips: paid (> 0) or received; lent chips are paid for first."""
        if not stack.is_paid:
            return {}
        paid = {}
        for seat in set(stack.seats) - {stack.bank}:
            if stack.is_back:
                lent = 0
                for before in (self.stacks[number] for number in sorted(self.stacks)):
                    if seat in before.seats and before.is_back:
                        lent = 0 if before.is_paid else lent - before.cents
                    elif seat in before.seats and not before.is_paid:
                        lent += before.cents
                paid[seat] = lent - stack.cents
            else:
                paid[seat] = stack.cents
        return {**paid, stack.bank: -sum(paid.values())}
