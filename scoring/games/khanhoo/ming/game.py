"""Ming khanhoo as a game of the house: hands in, points out; the table settles when it likes."""

from collections.abc import Iterator, Mapping
from functools import partial

from scoring.games.base import Act, ActKind, Data, Debt, Match, Outcome, Score, Seat, Tally, TallyLine
from scoring.games.fields import Answer, AnswerLine, Choice, Field, FieldKind, Question
from scoring.games.house_rules import profile_fields
from scoring.games.khanhoo.ming.cards import PACK
from scoring.games.khanhoo.ming.plays import Bonus
from scoring.games.khanhoo.ming.rules import CARDS_EACH, PRESETS, MingRules
from scoring.games.khanhoo.ming.sheet import Captured, Sheet, read_plays, read_sheet
from scoring.games.khanhoo.ming.tricks import judge_trick
from scoring.games.match import differences
from scoring.games.plain import PlainGame
from scoring.games.reading import ActReader, alone, card_keys, read, unknown_act
from scoring.texts import Text, say

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
        rule="M1",
        folded_under="Or trick by trick",
    ),
    Field(
        name="tricks",
        label="All plays in order",
        kind=FieldKind.CARDS,
        choices=card_keys(pack=(*PACK, "/", ";")),
        is_required=False,
        help="Plays separated by strokes, tricks by semicolons: 5M / TM; 9C 8C 7C / 1S 2S 3S",
        rule="M2",
        folded_under="Or trick by trick",
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
    winning = " ".join(str(card) for card in plays[trick.best].cards)
    return Answer(text=say("trick.taken", cards=winning, points=trick.points), lines=tuple(lines))


class MingMatch:
    """The source sets no target: a table plays as long as it likes, then every pair settles (M6)."""

    def is_over(self, *, points: Mapping[int, int], rules: MingRules) -> bool:  # noqa: ARG002 - the same always
        """Return False: only the table ends it."""
        return False

    def debts(self, *, points: Mapping[int, int], rules: MingRules) -> tuple[Debt, ...]:
        """Return what every pair settles."""
        return differences(points=points, cents_per_point=rules.point)


class KhanhooMing(PlainGame[MingRules, Sheet]):
    """The Ming version of khanhoo; keeps nothing, so that one instance serves everybody."""

    id = "khanhoo_ming"
    name = "Khanhoo, Ming"
    engine_version = "1"
    seat_counts: tuple[int, ...] = tuple(CARDS_EACH)
    profiles = PRESETS
    presets: tuple[str, ...] = tuple(PRESETS)
    preset_labels: Mapping[str, str] = {"pan_zhiheng": "Pan Zhiheng"}
    stakes_shown: tuple[str, ...] = ("point",)
    match: Match[MingRules] | None = MingMatch()
    house_rules: tuple[Field, ...] = profile_fields(profile=MingRules())
    questions: tuple[Question[MingRules], ...] = (
        Question(
            id="trick",
            title="Who takes it?",
            fields=(
                Field(
                    name="plays",
                    label="The plays in order",
                    kind=FieldKind.CARDS,
                    choices=card_keys(pack=(*PACK, "/")),
                    help="Separated by strokes: 5M / TM",
                    rule="M3",
                ),
            ),
            answer=_who_takes,
        ),
    )
    rules_document = "khanhoo_ming"

    def sides(self, *, rules: MingRules, seat_count: int) -> tuple[Seat, ...]:  # noqa: ARG002 - the same for all
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count` (M1)."""
        return alone(seat_count=seat_count, allowed=self.seat_counts, rule="M1")

    def asks(self, *, kind: ActKind, rules: MingRules) -> tuple[Field, ...]:  # noqa: ARG002 - the same for all
        """Return what a hand says; nothing for other kinds of act."""
        return HAND_FIELDS if kind is ActKind.HAND else ()

    def read_act(
        self,
        *,
        kind: ActKind,
        data: Data,
        rules: MingRules,  # noqa: ARG002 - the same for all
        seats: tuple[Seat, ...],
    ) -> Act[Sheet]:
        """Read a hand, by counted cards or by its plays."""
        if kind is not ActKind.HAND:
            return unknown_act(game=self.name, kind=kind)
        keys = (field.name for field in HAND_FIELDS)
        return read(kind=kind, data=data, keys=keys, how=partial(read_sheet, act=data, seats=seats))

    def judge(self, *, act: Act[Sheet], rules: MingRules, seats: tuple[Seat, ...]) -> Outcome:  # noqa: ARG002
        """Return the points of a hand (M5, M6); raises ImpossibleError."""
        return _outcome(act.possible())

    def sentence(self, *, kind: ActKind, act: Data) -> Text:  # noqa: ARG002 - only hands are known
        """Return a hand in a few words."""
        return say("act.by_plays" if "tricks" in act else "act.by_captures")


def _outcome(sheet: Sheet) -> Outcome:
    points = {one.seat: one.points for one in sheet.captured}
    best = max(points.values())
    ahead = [seat for seat, count in points.items() if count == best]
    return Outcome(
        said=sheet,
        debts=(),
        scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
        verdict=Tally(lines=tuple(line for one in sheet.captured for line in _lines(one))),
        winner=ahead[0] if len(ahead) == 1 else None,
    )


def _lines(captured: Captured) -> Iterator[TallyLine]:
    seat = captured.seat
    if captured.cards:
        yield TallyLine(seat=seat, text=say("trick.captured"), rule="M5", count=captured.cards)
    for bonus in captured.bonuses:
        yield TallyLine(seat=seat, text=bonus.text, rule="M5", count=bonus.points)
