"""Cau robat as a game of the house: hands in, hands won or points out; a match of them is paid."""

from collections.abc import Iterator, Mapping

from scoring.games.asking import Field, Question, Sentence
from scoring.games.base import ActKind, Data, Debt, Match, Outcome, Score, Seat
from scoring.games.cau_robat.asking import HAND_FIELDS, QUESTIONS, SEAT_COUNTS
from scoring.games.cau_robat.hand import FinishedHand, read_hand
from scoring.games.cau_robat.rules import PRESETS, CauRules, Scoring, read_rules
from scoring.games.house_rules import profile_data, profile_fields
from scoring.games.match import differences, leads_at
from scoring.games.reading import alone, unknown_act


class CauMatch:
    """First alone at the target, in hands or in points; every pair settles the difference (R9)."""

    def is_over(self, *, points: Mapping[int, int], rules: Data) -> bool:
        """Return whether somebody has reached the target and leads alone; a tie plays on."""
        return leads_at(points=points, target=read_rules(value=rules).target)

    def debts(self, *, points: Mapping[int, int], rules: Data) -> tuple[Debt, ...]:
        """Return what every pair settles."""
        return differences(points=points, cents_per_point=read_rules(value=rules).point)


class CauRobat:
    """The game of cau robat; keeps nothing, so that one instance serves everybody."""

    id = "cau_robat"
    name = "Cau robat"
    engine_version = "1"
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    presets: tuple[str, ...] = tuple(PRESETS)
    match: Match | None = CauMatch()
    house_rules: tuple[Field, ...] = profile_fields(profile=CauRules())
    questions: tuple[Question, ...] = QUESTIONS
    rules_document = "cau_robat"

    def complete_rules(self, *, rules: object) -> Data:
        """Return every house rule as JSON data; raises ImpossibleError as `read_profile`."""
        return profile_data(profile=read_rules(value=rules))

    def sides(self, *, rules: Data, seat_count: int) -> tuple[Seat, ...]:  # noqa: ARG002 - the same for all
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count` (R1)."""
        return alone(seat_count=seat_count, allowed=self.seat_counts, rule="R1")

    def asks(self, *, kind: ActKind, rules: Data) -> tuple[Field, ...]:  # noqa: ARG002 - the same for all
        """Return what a hand says; nothing for other kinds of act."""
        return HAND_FIELDS if kind is ActKind.HAND else ()

    def judge(self, *, kind: ActKind, act: Data, rules: Data, seats: tuple[Seat, ...]) -> Outcome:
        """Return what a hand scores, by counted piles or by its plays (R9); raises ImpossibleError."""
        if kind is not ActKind.HAND:
            raise unknown_act(game=self.name, kind=kind)
        house = read_rules(value=rules)
        return _outcome(read_hand(act=act, rules=house, seats=seats), house.scoring)

    def sentence(self, *, kind: ActKind, act: Data) -> Sentence:  # noqa: ARG002 - only hands are known
        """Return a hand in a few words."""
        return Sentence(text="hand by its plays" if "plays" in act else "hand by counted piles")


def _outcome(hand: FinishedHand, scoring: Scoring) -> Outcome:
    points = hand.points(scoring=scoring)
    return Outcome(
        act=hand.act,
        debts=(),
        scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
        verdict={"lines": list(_lines(hand, scoring, points))},
        winner=hand.most,
    )


def _lines(hand: FinishedHand, scoring: Scoring, points: Mapping[int, int]) -> Iterator[dict[str, object]]:
    words = {Scoring.HANDS: "most cards", Scoring.POINTS: "one for every ten cards"}[scoring]
    for seat, count in points.items():
        yield {"seat": seat, "what": "cards taken", "rule": "R9", "count": hand.piles[seat]}
        if count:
            yield {"seat": seat, "what": words, "rule": "R9", "count": count}
    for due in hand.lapsed:
        what = "cards owed that lapse"
        yield {"seat": due.payer, "what": what, "rule": "R8", "count": due.cards, "to": due.payee}
