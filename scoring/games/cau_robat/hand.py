"""House rules and hands of cau robat (R1 to R10)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from scoring.frozen import Frozen
from scoring.games.cards.pack import written
from scoring.games.dealing import PENALTY, DealPasses, PointRules, VoidDeals, dealing_again, passing, sole_leader
from scoring.games.fields import StoredData, TallyLine
from scoring.games.house_rules import choice, money, number, switch
from scoring.games.reading import ActReader, named
from scoring.texts import Text, say
from scoring.texts.words import gettext_noop as _

# The ranks form a circle: after the 12 comes the 1 (R3).
CIRCLE = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)

COPIES = 4
ALL_CARDS = len(CIRCLE) * COPIES
PACK = {str(rank): rank for rank in CIRCLE}

# By number of players: with these open cards all players get equally many (R2).
FACE_UP = {2: 4, 3: 4, 4: 4, 5: 5, 6: 4, 7: 5, 8: 8}

type Rank = int
type Cards = tuple[Rank, ...]


class Scoring(StrEnum):
    """The count of hands in a match (R9)."""

    HANDS = "hands"
    POINTS = "points"


@dataclass(frozen=True, kw_only=True)
class CauRules(PointRules):
    preset: str = "cau_robat"
    source: str = _("pagat.com, Cau Robat")

    scoring: Scoring = choice(
        Scoring.HANDS,
        rule="R9",
        label=_("A hand scores"),
        words=(_("one for most cards"), _("one for every ten cards")),
    )
    target: int = number(3, rule="R9", label=_("Points that win the match"), minimum=1, maximum=1_000)
    piles_taken: bool = switch(True, rule="R10", label=_("Piles may be taken"))
    three_at_a_time: bool = switch(False, rule="R10", label=_("Three cards dealt at a time"))
    point: int = money(1, rule="R9", label=_("Each point of difference"))
    deal_passes: DealPasses = passing(rule="R11")
    void_deals: VoidDeals = dealing_again(rule="R11")
    void_penalty: int = number(0, rule="R11", label=PENALTY, minimum=0, maximum=1_000)


PRESETS = {
    "cau_robat": CauRules(),
    "points": CauRules(preset="points", scoring=Scoring.POINTS, target=21),
    "cau": CauRules(preset="cau", piles_taken=False),
}


class CaptureItem(Frozen):
    """A captured card or pile. `shields` are the owners of piles of this rank, which a centre card protects (R4)."""

    rank: Rank
    cards: Cards
    pile_of: int | None = None
    shields: tuple[int, ...] = ()


def cards_of(taken: Iterable[CaptureItem]) -> Cards:
    """Return the captured cards from the top (R5)."""
    return tuple(card for item in taken for card in item.cards)


def capture(
    *, played: Rank, centre: Cards, piles: Mapping[int, Cards], order: tuple[int, ...], piles_taken: bool = True
) -> list[CaptureItem]:
    """Compute everything that a card takes, in order.

    Piles begin with the top card. `order` has the others by their next turn.

    >>> cards_of(capture(played=12, centre=(1, 2, 4, 7, 11, 12), piles={2: (3, 3)}, order=(2, 3)))
    (12, 1, 2, 3, 3, 4)
    """
    # A rank in the centre is taken there and not from a pile (R4). Some tables never take piles (R10).
    taken: list[CaptureItem] = []
    rank = played
    left = list(order) if piles_taken else []
    while len(taken) < len(CIRCLE):
        showing = [seat for seat in left if piles.get(seat, ())[:1] == (rank,)]
        if rank in centre:
            taken.append(CaptureItem(rank=rank, cards=(rank,), shields=tuple(showing) if taken else ()))
        elif taken and showing:
            left.remove(showing[0])
            taken.append(CaptureItem(rank=rank, cards=piles[showing[0]], pile_of=showing[0]))
        else:
            break
        rank = CIRCLE[(CIRCLE.index(rank) + 1) % len(CIRCLE)]
    return taken


class Call(StrEnum):
    """The call of a player who matches a card."""

    CAU = "cau"
    RECAU = "recau"
    CONTRACAU = "contracau"


class Due(Frozen):
    """Cards that one player must pay another."""

    payer: int
    payee: int
    cards: int
    rule: str = "R6"

    def line(self, text: Text, *, rule: str) -> TallyLine:
        return TallyLine(text=text, rule=rule, seat=self.payer, to=self.payee, count=self.cards)


def call_of(*, chain: tuple[int, ...]) -> Call | None:
    """Return the call of the last player in a chain."""
    return tuple(Call)[len(chain) - 2] if len(chain) > 1 else None


def dues_of(*, chain: tuple[int, ...]) -> tuple[Due, ...]:
    """Compute the payments of a chain, in order.

    >>> [(due.payer, due.payee, due.cards) for due in dues_of(chain=(1, 2, 3))]
    [(2, 3, 1), (1, 2, 1), (1, 3, 2)]
    """
    # With three players contracau is called by the first of the chain, and no player pays themselves.
    return tuple(
        Due(payer=chain[payer], payee=chain[payee], cards=payee - payer)
        for payer in range(len(chain) - 2, -1, -1)
        for payee in range(payer + 1, len(chain))
        if chain[payer] != chain[payee]
    )


@dataclass(slots=True, kw_only=True)
class HandInPlay:
    """A hand in play, with `seats` in anticlockwise order.

    Piles begin with the top card, debts with the oldest. `chain` are the players of equal cards in a row.
    """

    seats: tuple[int, ...]
    turn: int
    centre: Cards
    piles: dict[int, Cards]
    piles_taken: bool = True
    chain: tuple[int, ...] = ()
    chain_rank: Rank = 0
    owed: list[Due] = field(default_factory=list)
    steps: list[TallyLine] = field(default_factory=list)

    @classmethod
    def dealt(cls, *, seats: tuple[int, ...], dealer: int, centre: Cards, piles_taken: bool = True) -> Self:
        """Deal a hand (R2)."""
        first = seats[(seats.index(dealer) + 1) % len(seats)]
        return cls(seats=seats, turn=first, centre=centre, piles=dict.fromkeys(seats, ()), piles_taken=piles_taken)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other players, the next one first."""
        start = self.seats.index(seat) + 1
        return self.seats[start:] + self.seats[: start - 1]

    def play(self, card: Rank) -> None:
        """Play a card of the player in turn."""
        # A call waits for the next player, who may call again. Any other card lets the last caller take.
        seat, before = self.turn, len(self.steps)
        self.turn = self.others(seat)[0]
        if self.chain and card == self.chain_rank:
            self.chain = (*self.chain, seat)
            if len(self.chain) > len(Call):
                self.finish()
        else:
            self.finish()
            if card in self.centre:
                self._take(seat, card)
            else:
                self.centre, self.chain, self.chain_rank = (*self.centre, card), (seat,), card
        call = call_of(chain=self.chain)
        text = say("cau.waits", card=card, call=say(f"cau.{call}")) if call else say("cau.plays", card=card)
        # A waiting card takes nothing yet, so its line follows the capture of the last caller.
        place = len(self.steps) if self.chain else before
        self.steps.insert(place, TallyLine(text=text, rule="R6" if call else "R3", seat=seat))

    def finish(self) -> None:
        """Let the last caller take and be paid (R6)."""
        chain, self.chain = self.chain, ()
        if len(chain) > 1:
            self._take(chain[-1], self.chain_rank, chain=chain)

    def _take(self, seat: int, card: Rank, *, chain: tuple[int, ...] = ()) -> None:
        """Capture, then pay debts (R5 to R8)."""
        # The order decides who has cards left to pay: old debts, then the call, then the empty centre.
        others, may_take = self.others(seat), self.piles_taken
        taken = capture(played=card, centre=self.centre, piles=self.piles, order=others, piles_taken=may_take)
        waited = (card,) * max(0, len(chain) - 2)
        own = (card, *waited, *cards_of(taken), *self.piles[seat])
        self.piles |= {item.pile_of: () for item in taken if item.pile_of is not None} | {seat: own}
        from_centre = {item.rank for item in taken if item.pile_of is None}
        self.centre = tuple(rank for rank in self.centre if rank not in from_centre)
        call, cards = call_of(chain=chain), written(cards_of(taken))
        text = say("cau.calls", call=say(f"cau.{call}"), cards=cards) if call else say("cau.takes", cards=cards)
        self.steps.append(TallyLine(text=text, rule="R6" if call else "R3", seat=seat))
        self._pay_debts(seat)
        payers = () if self.centre else others
        for due in (*dues_of(chain=chain), *(Due(payer=payer, payee=seat, cards=1, rule="R7") for payer in payers)):
            self.owed.append(due)
            self.steps.append(due.line(say("cau.due"), rule=due.rule))
            self._pay_debts(due.payer)

    def _pay_debts(self, payer: int) -> None:
        """Pay debts as far as the pile allows (R8)."""
        owed, self.owed = self.owed, []
        for due in owed:
            pile = self.piles[payer]
            moved = pile[: due.cards] if due.payer == payer else ()
            if moved:
                self.piles[payer] = pile[len(moved) :]
                self.piles[due.payee] = moved + self.piles[due.payee]
                self.steps.append(replace(due, cards=len(moved)).line(say("cau.pays"), rule="R6"))
            if len(moved) < due.cards:
                self.owed.append(replace(due, cards=due.cards - len(moved)))


class FinishedHand(StoredData):
    """The cards of each player after a hand. `lapsed` are unpaid debts (R8), `told` is the canonical act."""

    piles: dict[int, int]
    lapsed: tuple[Due, ...]

    @property
    def most(self) -> int | None:
        """Return the player with most cards (R9)."""
        return sole_leader(self.piles)

    def points(self, *, scoring: Scoring) -> dict[int, int]:
        """Compute the points of every player (R9)."""
        if scoring is Scoring.HANDS:
            return {seat: int(seat == self.most) for seat in self.piles}
        return {seat: cards // 10 for seat, cards in self.piles.items()}


def read_hand(reader: ActReader, rules: CauRules) -> FinishedHand:
    """Read a hand by plays or by counted piles. Raises ImpossibleError with every problem."""
    return _by_plays(reader, rules) if reader.has("plays") else _by_counts(reader)


def _by_counts(reader: ActReader) -> FinishedHand:
    said = reader.by_seat("piles")
    counts = {seat: reader.count_of(value, f"piles.{seat}", maximum=ALL_CARDS) for seat, value in said.items()}
    piles = {seat: counts.get(seat, 0) for seat in reader.seats}
    centre = reader.count("centre", maximum=ALL_CARDS) if reader.has("centre") else 0
    reader.check()
    total = sum(piles.values()) + centre
    if total != ALL_CARDS:
        reader.note(say("cards_do_not_add_up", total=total, all=ALL_CARDS), field="piles")
    reader.check()
    act = {"piles": {str(seat): cards for seat, cards in piles.items()}, "centre": centre}
    return FinishedHand(piles=piles, lapsed=(), told=act)


def play_hand(*, seats: tuple[int, ...], dealer: int, face_up: Cards, plays: Cards, rules: CauRules) -> HandInPlay:
    """Play a hand as far as its plays are known (R2 to R8)."""
    hand = HandInPlay.dealt(seats=seats, dealer=dealer, centre=face_up, piles_taken=rules.piles_taken)
    for card in plays:
        hand.play(card)
    if len(face_up) + len(plays) == ALL_CARDS:
        hand.finish()
    return hand


def _by_plays(reader: ActReader, rules: CauRules) -> FinishedHand:
    """Check the cards, then play them one by one."""
    dealer = reader.seat("dealer")
    face_up, plays = reader.cards("face_up", PACK), reader.cards("plays", PACK)
    expected = FACE_UP[len(reader.seats)]
    if len(face_up) != expected:
        reader.note(say("wrong_card_count.face_up", expected=expected, count=len(face_up)), field="face_up")
    if len(set(face_up)) != len(face_up):
        reader.note(say("equal_cards_face_up"), field="face_up")
    if len(face_up) + len(plays) != ALL_CARDS:
        reader.note(say("wrong_card_count.plays", face_up=len(face_up), plays=len(plays), all=ALL_CARDS), field="plays")
    excess = sorted(rank for rank, count in Counter(face_up + plays).items() if count > COPIES)
    if excess:
        text = say("too_many_copies.ranks", copies=COPIES, ranks=", ".join(map(str, excess)))
        reader.note(text, field="plays", cards=excess)
    reader.check()
    hand = play_hand(seats=reader.seats, dealer=named(dealer), face_up=face_up, plays=plays, rules=rules)
    return FinishedHand(
        piles={seat: len(cards) for seat, cards in hand.piles.items()},
        lapsed=tuple(hand.owed),
        told={"dealer": dealer, "face_up": written(face_up), "plays": written(plays)},
    )
