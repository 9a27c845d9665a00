"""Cau robat as a game of the house: hands in, hands won or points out; a match of them is paid."""

from collections.abc import Iterator, Mapping

from scoring.games.base import ActKind, Data, Feature, Followed, Line, Match, Outcome, Score, Seat, Tally, TallyLine
from scoring.games.cau_robat.fields import HAND_FIELDS, QUESTIONS, SEAT_COUNTS
from scoring.games.cau_robat.following import follow
from scoring.games.cau_robat.hand import FACE_UP, FinishedHand, read_hand
from scoring.games.cau_robat.rules import PRESETS, CauRules, Scoring
from scoring.games.fields import Question
from scoring.games.match import PointsMatch, typical_match
from scoring.games.plain import DealtGame
from scoring.texts import Text, say


class CauRobat(DealtGame[CauRules, FinishedHand]):
    """The game of cau robat."""

    id = "cau_robat"
    name = "Cau robat"
    engine_version = "1"
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    rule_of_seats = "R1"
    rule_of_deal = "R11"
    plays_from_dealer = True
    profiles = PRESETS
    stakes_shown: tuple[str, ...] = ("point",)
    match: Match[CauRules] | None = PointsMatch[CauRules]()
    questions: tuple[Question[CauRules], ...] = QUESTIONS
    rules_document = "cau_robat"
    hand_fields = HAND_FIELDS
    readings = {ActKind.HAND: (tuple(field.name for field in HAND_FIELDS), read_hand)}

    def features(self, *, rules: CauRules) -> frozenset[Feature]:
        """Return whether a match counts hands won (R9)."""
        return frozenset((Feature.HANDS_WON,) if rules.scoring is Scoring.HANDS else ())

    def about_deal(self, *, rules: CauRules, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:
        """Return how many cards lie face up and how the others are dealt, and who begins (R2, R10)."""
        first = seats[(seats.index(dealer) + 1) % len(seats)]
        face_up = FACE_UP[len(seats)]
        return (
            say("deal.cau_threes" if rules.three_at_a_time else "deal.cau", face_up=face_up, seats={"first": first}),
        )

    def typical(self, *, rules: CauRules) -> tuple[Line, ...]:
        """Return what a match of four comes to."""
        target = rules.target
        points = {1: target, 2: target * 2 // 3, 3: target // 3, 4: target // 3}
        return typical_match(points=points, rules=rules)

    def follow(self, *, act: Data, rules: CauRules, seats: tuple[Seat, ...]) -> Followed | None:
        """Return who plays, what lies where and who owes whom after the cards entered so far (R2 to R8)."""
        return follow(act=act, rules=rules, seats=seats)

    def judge_hand(self, *, hand: FinishedHand, rules: CauRules, seats: tuple[Seat, ...]) -> Outcome:  # noqa: ARG002
        """Return what a hand scores (R9)."""
        points = hand.points(scoring=rules.scoring)
        return Outcome(
            said=hand,
            debts=(),
            scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
            verdict=Tally(lines=tuple(_lines(hand, rules.scoring, points))),
            winner=hand.most,
        )

    def sentence_of(self, *, kind: ActKind, act: Data) -> Text:  # noqa: ARG002 - only hands are known
        """Return a hand in a few words."""
        return say("act.by_plays" if "plays" in act else "act.by_piles")


def _lines(hand: FinishedHand, scoring: Scoring, points: Mapping[int, int]) -> Iterator[TallyLine]:
    for seat, count in points.items():
        yield TallyLine(seat=seat, text=say("cau.taken"), rule="R9", count=hand.piles[seat])
        if count:
            yield TallyLine(seat=seat, text=say(f"cau.{scoring}"), rule="R9", count=count)
    for due in hand.lapsed:
        yield TallyLine(seat=due.payer, text=say("cau.lapsed"), rule="R8", count=due.cards, to=due.payee)
