"""Cau robat as a game of the house: hands in, hands won or points out; a match of them is paid."""

from collections.abc import Iterator, Mapping
from functools import partial

from scoring.games.base import Act, ActKind, Data, Debt, Match, Outcome, Score, Seat, Tally, TallyLine
from scoring.games.cau_robat.fields import HAND_FIELDS, QUESTIONS, SEAT_COUNTS
from scoring.games.cau_robat.hand import FinishedHand, read_hand
from scoring.games.cau_robat.rules import PRESETS, CauRules, Scoring
from scoring.games.fields import Field, Question
from scoring.games.house_rules import labels_of, profile_fields
from scoring.games.match import differences, leads_at
from scoring.games.plain import PlainGame
from scoring.games.reading import alone, read, unknown_act
from scoring.texts import Text, say


class CauMatch:
    """First alone at the target, in hands or in points; every pair settles the difference (R9)."""

    def is_over(self, *, points: Mapping[int, int], rules: CauRules) -> bool:
        """Return whether somebody has reached the target and leads alone; a tie plays on."""
        return leads_at(points=points, target=rules.target)

    def debts(self, *, points: Mapping[int, int], rules: CauRules) -> tuple[Debt, ...]:
        """Return what every pair settles."""
        return differences(points=points, cents_per_point=rules.point)


class CauRobat(PlainGame[CauRules, FinishedHand]):
    """The game of cau robat; keeps nothing, so that one instance serves everybody."""

    id = "cau_robat"
    name = "Cau robat"
    engine_version = "1"
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    profiles = PRESETS
    presets: tuple[str, ...] = tuple(PRESETS)
    preset_labels: Mapping[str, str] = labels_of(presets=PRESETS)
    stakes_shown: tuple[str, ...] = ("point",)
    match: Match[CauRules] | None = CauMatch()
    house_rules: tuple[Field, ...] = profile_fields(profile=CauRules())
    questions: tuple[Question[CauRules], ...] = QUESTIONS
    rules_document = "cau_robat"

    def sides(self, *, rules: CauRules, seat_count: int) -> tuple[Seat, ...]:  # noqa: ARG002 - the same for all
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count` (R1)."""
        return alone(seat_count=seat_count, allowed=self.seat_counts, rule="R1")

    def asks(self, *, kind: ActKind, rules: CauRules) -> tuple[Field, ...]:  # noqa: ARG002 - the same for all
        """Return what a hand says; nothing for other kinds of act."""
        return HAND_FIELDS if kind is ActKind.HAND else ()

    def read_act(self, *, kind: ActKind, data: Data, rules: CauRules, seats: tuple[Seat, ...]) -> Act[FinishedHand]:
        """Read a hand, by counted piles or by its plays."""
        if kind is not ActKind.HAND:
            return unknown_act(game=self.name, kind=kind)
        keys = (field.name for field in HAND_FIELDS)
        return read(kind=kind, data=data, keys=keys, how=partial(read_hand, act=data, rules=rules, seats=seats))

    def judge(self, *, act: Act[FinishedHand], rules: CauRules, seats: tuple[Seat, ...]) -> Outcome:  # noqa: ARG002
        """Return what a hand scores (R9); raises ImpossibleError."""
        return _outcome(act.possible(), rules.scoring)

    def sentence(self, *, kind: ActKind, act: Data) -> Text:  # noqa: ARG002 - only hands are known
        """Return a hand in a few words."""
        return say("act.by_plays" if "plays" in act else "act.by_piles")


def _outcome(hand: FinishedHand, scoring: Scoring) -> Outcome:
    points = hand.points(scoring=scoring)
    return Outcome(
        said=hand,
        debts=(),
        scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
        verdict=Tally(lines=tuple(_lines(hand, scoring, points))),
        winner=hand.most,
    )


def _lines(hand: FinishedHand, scoring: Scoring, points: Mapping[int, int]) -> Iterator[TallyLine]:
    for seat, count in points.items():
        yield TallyLine(seat=seat, text=say("cau.taken"), rule="R9", count=hand.piles[seat])
        if count:
            yield TallyLine(seat=seat, text=say(f"cau.{scoring}"), rule="R9", count=count)
    for due in hand.lapsed:
        yield TallyLine(seat=due.payer, text=say("cau.lapsed"), rule="R8", count=due.cards, to=due.payee)
