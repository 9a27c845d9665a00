"""House rules and finished hands of cau robat (R2, R9, R10)."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from scoring.games.cards.pack import written
from scoring.games.cau_robat.play import ALL_CARDS, COPIES, PACK, Cards, Due, HandInPlay
from scoring.games.dealing import PENALTY, DealPasses, PointRules, VoidDeals, dealing_again, passing, sole_leader
from scoring.games.fields import StoredData
from scoring.games.house_rules import choice, money, number, switch
from scoring.games.reading import ActReader, named
from scoring.texts import say
from scoring.texts.words import gettext_noop as _


class Scoring(StrEnum):
    """The count of hands in a match (R9)."""

    HANDS = "hands"
    POINTS = "points"


@dataclass(frozen=True, kw_only=True)
class CauRules(PointRules):
    """The house rules of a table. `point` is in minor units."""

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

# By number of players: with these open cards all players get equally many (R2).
FACE_UP = {2: 4, 3: 4, 4: 4, 5: 5, 6: 4, 7: 5, 8: 8}


class FinishedHand(StoredData):
    """The cards of each player after a hand.

    `lapsed` are unpaid debts (R8), `told` is the canonical act.
    """

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
    """Read a hand by plays or by counted piles.

    Raises ImpossibleError with every problem.
    """
    return _by_plays(reader, rules) if reader.has("plays") else _by_counts(reader)


def _by_counts(reader: ActReader) -> FinishedHand:
    """Read piles that hold the whole pack."""
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
