"""Ming khanhoo as a game of the house: hands in, points out; the table settles when it likes."""

from collections.abc import Iterator
from functools import partial

from scoring.games.base import ActKind, Data, Feature, Followed, Line, Match, Outcome, Score, Seat, Tally, TallyLine
from scoring.games.fields import Answer, AnswerLine, Choice, Field, FieldKind, Question
from scoring.games.khanhoo.cards import NAMES, written
from scoring.games.khanhoo.ming.plays import PACK, Bonus, judge_trick
from scoring.games.khanhoo.ming.rules import CARDS_EACH, PRESETS, MingRules
from scoring.games.khanhoo.ming.sheet import THREE, Captured, Sheet, follow, read_plays, read_sheet
from scoring.games.khanhoo.typed import MING
from scoring.games.match import PointsMatch, typical_match
from scoring.games.plain import DealtGame
from scoring.games.reading import ActReader, card_keys
from scoring.texts import Text, say

_KEYS = card_keys(pack=PACK, names=NAMES, suits="CSM", copies=1)
_other_keys = partial(card_keys, names={THREE: "three_led", "/": "next_play", ";": "next_trick"})
_BY_TRICKS = "Or trick by trick"
HAND_FIELDS = (
    Field(
        name="captured",
        label="Cards captured",
        kind=FieldKind.COUNT,
        maximum=27,
        is_required=False,
        for_each_seat=True,
        rule="M6",
    ),
    Field(
        name="bonuses",
        label="Winning plays",
        kind=FieldKind.COUNTS,
        choices=tuple(Choice(value=bonus.value, label=f"{bonus.label} ({bonus.points})") for bonus in Bonus),
        maximum=1,
        is_required=False,
        for_each_seat=True,
        rule="M5",
    ),
    Field(
        name="leader",
        label="Who led first",
        kind=FieldKind.SEAT,
        is_required=False,
        or_nobody=True,
        rule="M1",
        folded_under=_BY_TRICKS,
    ),
    Field(
        name="tricks",
        label="All plays in order",
        kind=FieldKind.CARDS,
        pack=MING,
        choices=(*_other_keys(pack=(THREE,)), *_KEYS, *_other_keys(pack=("/", ";"))),
        is_required=False,
        help="Cards as they fall, 3× before three led together; or with slashes: 5M / TM; 9C 8C 7C / 1S 2S 3S",
        rule="M2",
        folded_under=_BY_TRICKS,
    ),
)


def _who_takes(entered: Data, rules: MingRules) -> Answer:  # noqa: ARG001 - no house rule changes it
    """Answer which of the plays takes all, and what it scores (M3 to M5)."""
    reader = ActReader(act=entered, seats=())
    plays = read_plays(text=entered.get("plays") or "", reader=reader, name="plays")
    reader.check()
    trick = judge_trick(plays=plays)
    lines = [AnswerLine(text=say("trick.captured"), rule="M5", count=len(trick.captured))]
    if trick.bonus is not None:
        lines.append(AnswerLine(text=trick.bonus.text, rule="M5", count=trick.bonus.points))
    winning = written(plays[trick.best].cards)
    return Answer(text=say("trick.taken", cards=winning, points=trick.points), lines=tuple(lines))


_PLAYS = Field(
    name="plays",
    label="The plays in order",
    kind=FieldKind.CARDS,
    pack=MING,
    choices=(*_KEYS, *_other_keys(pack=("/",))),
    help="Put a slash between plays: 5M / TM",
    rule="M3",
)


class KhanhooMing(DealtGame[MingRules, Sheet]):
    """The Ming version of khanhoo."""

    id = "khanhoo_ming"
    name = "Khanhoo, Ming"
    engine_version = "1"
    seat_counts: tuple[int, ...] = tuple(CARDS_EACH)
    rule_of_seats = "M1"
    rule_of_deal = "M7"
    profiles = PRESETS
    labels = {"pan_zhiheng": "Pan Zhiheng"}
    stakes_shown: tuple[str, ...] = ("point",)
    match: Match[MingRules] | None = PointsMatch[MingRules]()
    questions: tuple[Question[MingRules], ...] = (
        Question(id="trick", title="Who takes it?", fields=(_PLAYS,), answer=_who_takes),
    )
    rules_document = "khanhoo_ming"
    hand_fields = HAND_FIELDS
    readings = {ActKind.HAND: (tuple(field.name for field in HAND_FIELDS), read_sheet)}

    def features(self, *, rules: MingRules) -> frozenset[Feature]:  # noqa: ARG002
        """Return that a match ends when the table says so (M6)."""
        return frozenset((Feature.OPEN_END,))

    def about_deal(self, *, rules: MingRules, seats: tuple[int, ...], dealer: int) -> tuple[Text, ...]:  # noqa: ARG002
        """Return how many cards each player has, and who leads (M1)."""
        return (say("deal.ming", cards=CARDS_EACH[len(seats)]),)

    def typical(self, *, rules: MingRules) -> tuple[Line, ...]:
        """Return what a hand of three comes to."""
        return typical_match(points={1: 21, 2: 9, 3: 6}, rules=rules)

    def follow(self, *, act: Data, rules: MingRules, seats: tuple[Seat, ...]) -> Followed | None:  # noqa: ARG002
        """Return who plays and what everybody scored after the plays entered so far (M1 to M6)."""
        return follow(act=act, seats=seats)

    def judge_hand(self, *, hand: Sheet, rules: MingRules, seats: tuple[Seat, ...]) -> Outcome:  # noqa: ARG002
        """Return the points of a hand (M5, M6)."""
        points = {one.seat: one.points for one in hand.captured}
        ahead = [seat for seat, count in points.items() if count == max(points.values())]
        return Outcome(
            said=hand,
            debts=(),
            scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
            verdict=Tally(lines=tuple(line for one in hand.captured for line in _lines(one))),
            winner=ahead[0] if len(ahead) == 1 else None,
        )

    def sentence_of(self, *, kind: ActKind, act: Data) -> Text:  # noqa: ARG002 - only hands are known
        """Return a hand in a few words."""
        return say("act.by_plays" if "tricks" in act else "act.by_captures")


def _lines(captured: Captured) -> Iterator[TallyLine]:
    seat = captured.seat
    if captured.cards:
        yield TallyLine(seat=seat, text=say("trick.captured"), rule="M5", count=captured.cards)
    for bonus in captured.bonuses:
        yield TallyLine(seat=seat, text=bonus.text, rule="M5", count=bonus.points)
