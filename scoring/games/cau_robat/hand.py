"""A finished hand of cau robat, by counted piles or by all cards played, which must be forty (R2, R9)."""

from collections import Counter
from dataclasses import dataclass

from scoring.games.base import Data, Seat
from scoring.games.cau_robat.capture import ALL_CARDS, COPIES, PACK, Cards, written
from scoring.games.cau_robat.rules import CauRules, Scoring
from scoring.games.cau_robat.table import Due, begin, finish, play
from scoring.games.reading import ActReader, named
from scoring.texts import say

CARDS_A_POINT = 10
FACE_UP = {2: 4, 3: 4, 4: 4, 5: 5, 6: 4, 7: 5, 8: 8}
"""How many cards lie face up at first, by the number of players, so that the rest deals out evenly (R2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedHand:
    """How many cards each player has; `lapsed` are debts left at the end (R8), `act` the canonical act."""

    piles: dict[int, int]
    lapsed: tuple[Due, ...]
    act: Data

    def data(self) -> Data:
        """Return the act in canonical form."""
        return self.act

    @property
    def most(self) -> int | None:
        """Return the player with most cards, None for a tie (R9)."""
        best = max(self.piles.values())
        ahead = [seat for seat, cards in self.piles.items() if cards == best]
        return ahead[0] if len(ahead) == 1 else None

    def points(self, *, scoring: Scoring) -> dict[int, int]:
        """Return the points of every player: one for most cards, or one for every ten (R9)."""
        by_hand = scoring is Scoring.HANDS
        return {
            seat: int(seat == self.most) if by_hand else cards // CARDS_A_POINT for seat, cards in self.piles.items()
        }


def read_hand(*, act: Data, rules: CauRules, seats: tuple[Seat, ...]) -> FinishedHand:
    """Read a hand by its plays or by counted piles; raises ImpossibleError with every problem at once.

    Codes: `unknown_seat`, `unknown_card`, `bad_number`, `bad_value`, `cards_do_not_add_up`,
    `wrong_card_count`, `equal_cards_face_up`, `too_many_copies`.
    """
    reader = ActReader(act=act, seats=tuple(seat.number for seat in seats))
    return _by_plays(reader, rules) if reader.has("plays") else _by_counts(reader)


def _by_counts(reader: ActReader) -> FinishedHand:
    piles = dict.fromkeys(reader.seats, 0) | {
        seat: reader.count_of(value, f"piles.{seat}", maximum=ALL_CARDS)
        for seat, value in reader.by_seat("piles").items()
    }
    centre = reader.count("centre", maximum=ALL_CARDS) if reader.has("centre") else 0
    reader.check()
    total = sum(piles.values()) + centre
    if total != ALL_CARDS:
        reader.note(say("cards_do_not_add_up", total=total, all=ALL_CARDS), field="piles")
    reader.check()
    counts = {str(seat): cards for seat, cards in piles.items()}
    return FinishedHand(piles=piles, lapsed=(), act={"piles": counts, "centre": centre})


def _by_plays(reader: ActReader, rules: CauRules) -> FinishedHand:
    dealer = reader.seat("dealer")
    face_up, plays = reader.cards("face_up", PACK), reader.cards("plays", PACK)
    _check_cards(reader, face_up, plays)
    reader.check()
    state = begin(seats=reader.seats, dealer=named(dealer), centre=face_up, piles_taken=rules.piles_taken)
    for card in plays:
        state = play(state=state, card=card)
    state = finish(state=state)
    return FinishedHand(
        piles={seat: len(cards) for seat, cards in state.piles.items()},
        lapsed=state.owed,
        act={"dealer": dealer, "face_up": written(cards=face_up), "plays": written(cards=plays)},
    )


def _check_cards(reader: ActReader, face_up: Cards, plays: Cards) -> None:
    expected = FACE_UP[len(reader.seats)]
    if len(face_up) != expected:
        text = say("wrong_card_count.face_up", expected=expected, count=len(face_up))
        reader.note(text, field="face_up")
    if len(set(face_up)) != len(face_up):
        reader.note(say("equal_cards_face_up"), field="face_up")
    if len(face_up) + len(plays) != ALL_CARDS:
        text = say("wrong_card_count.plays", face_up=len(face_up), plays=len(plays), all=ALL_CARDS)
        reader.note(text, field="plays")
    excess = [rank for rank, count in Counter(face_up + plays).items() if count > COPIES]
    if excess:
        text = say("too_many_copies.ranks", copies=COPIES, ranks=", ".join(map(str, sorted(excess))))
        reader.note(text, field="plays", cards=excess)
