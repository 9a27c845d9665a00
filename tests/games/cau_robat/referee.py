"""A second, deliberately naive referee of cau robat, written only from the rules; shares no code."""

CIRCLE = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]


class Referee:
    """Plays a whole hand: piles have their top card first; players are counted from 0."""

    def __init__(self, players: int, centre: list[int], first: int, steal: bool) -> None:
        self.players = players
        self.centre = list(centre)
        self.first = first
        self.steal = steal
        self.piles: list[list[int]] = [[] for _ in range(players)]
        self.owed: list[list[int]] = []

    def play_all(self, cards: list[int]) -> None:
        at = 0
        while at < len(cards):
            card = cards[at]
            if card in self.centre:
                self.take((self.first + at) % self.players, card, [])
                at += 1
                continue
            length = 1
            while length < 4 and cards[at + length : at + length + 1] == [card]:
                length += 1
            self.centre.append(card)
            if length > 1:
                chain = [(self.first + at + step) % self.players for step in range(length)]
                self.take(chain[-1], card, chain)
            at += length

    def take(self, who: int, card: int, chain: list[int]) -> None:
        taken = [card] * max(1, len(chain) - 1)
        place = CIRCLE.index(card)
        for step in range(10):
            rank = CIRCLE[(place + step) % 10]
            if rank in self.centre:
                self.centre.remove(rank)
                taken.append(rank)
                continue
            right = [(who + turn) % self.players for turn in range(1, self.players)]
            shown = [seat for seat in right if self.piles[seat] and self.piles[seat][0] == rank]
            if not self.steal or not shown:
                break
            taken += self.piles[shown[0]]
            self.piles[shown[0]] = []
        self.piles[who] = taken + self.piles[who]
        self.pay_debts(who)
        for payer in reversed(range(len(chain) - 1)):
            for payee in range(payer + 1, len(chain)):
                if chain[payer] != chain[payee]:
                    self.owe(chain[payer], chain[payee], payee - payer)
        if not self.centre:
            for turn in range(1, self.players):
                self.owe((who + turn) % self.players, who, 1)

    def owe(self, payer: int, payee: int, cards: int) -> None:
        self.owed.append([payer, payee, cards])
        self.pay_debts(payer)

    def pay_debts(self, payer: int) -> None:
        for debt in self.owed:
            if debt[0] == payer:
                moved = self.piles[payer][: debt[2]]
                del self.piles[payer][: debt[2]]
                self.piles[debt[1]] = moved + self.piles[debt[1]]
                debt[2] -= len(moved)
        self.owed = [debt for debt in self.owed if debt[2]]
