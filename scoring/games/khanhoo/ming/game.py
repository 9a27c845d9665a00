"""Ming khanhoo as a game of the house: hands in, points out; the table settles when it likes."""

from collections.abc import Iterator, Mapping

from scoring.games.asking import Answer, AnswerLine, Choice, Field, FieldKind, Question, Sentence
from scoring.games.base import ActKind, Data, Debt, Match, Outcome, Score, Seat
from scoring.games.house_rules import profile_data, profile_fields
from scoring.games.khanhoo.ming.cards import PACK
from scoring.games.khanhoo.ming.plays import Bonus
from scoring.games.khanhoo.ming.rules import CARDS_EACH, PRESETS, MingRules, read_rules
from scoring.games.khanhoo.ming.sheet import Captured, Sheet, read_plays, read_sheet
from scoring.games.khanhoo.ming.tricks import judge_trick
from scoring.games.match import differences
from scoring.games.reading import ActReader, alone, card_keys, unknown_act

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


def _who_takes(entered: Data, rules: Data) -> Answer:  # noqa: ARG001 - no house rule changes it
    """Answer which of the plays takes all, and what it scores (M3 to M5)."""
    reader = ActReader(act=entered, seats=())
    plays = read_plays(text=entered.get("plays") or "", reader=reader, name="plays")
    reader.check()
    trick = judge_trick(plays=plays)
    lines = [AnswerLine(what="cards captured", rule="M5", count=len(trick.captured))]
    if trick.bonus is not None:
        lines.append(AnswerLine(what=trick.bonus.label, rule="M5", count=trick.bonus.points))
    winning = " ".join(str(card) for card in plays[trick.best].cards)
    return Answer(headline=f"{winning} takes it and scores {trick.points}.", lines=tuple(lines))


class MingMatch:
    """The source sets no target: a table plays as long as it likes, then every pair settles (M6)."""

    def is_over(self, *, points: Mapping[int, int], rules: Data) -> bool:  # noqa: ARG002 - the same always
        """Return False: only the table ends it."""
        return False

    def debts(self, *, points: Mapping[int, int], rules: Data) -> tuple[Debt, ...]:
        """Return what every pair settles."""
        return differences(points=points, cents_per_point=read_rules(value=rules).point)


class KhanhooMing:
    """The Ming version of khanhoo; keeps nothing, so that one instance serves everybody."""

    id = "khanhoo_ming"
    name = "Khanhoo, Ming"
    engine_version = "1"
    seat_counts: tuple[int, ...] = tuple(CARDS_EACH)
    presets: tuple[str, ...] = tuple(PRESETS)
    match: Match | None = MingMatch()
    house_rules: tuple[Field, ...] = profile_fields(profile=MingRules())
    questions: tuple[Question, ...] = (
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

    def complete_rules(self, *, rules: object) -> Data:
        """Return every house rule as JSON data; raises ImpossibleError as `read_profile`."""
        return profile_data(profile=read_rules(value=rules))

    def sides(self, *, rules: Data, seat_count: int) -> tuple[Seat, ...]:  # noqa: ARG002 - the same for all
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count` (M1)."""
        return alone(seat_count=seat_count, allowed=self.seat_counts, rule="M1")

    def asks(self, *, kind: ActKind, rules: Data) -> tuple[Field, ...]:  # noqa: ARG002 - the same for all
        """Return what a hand says; nothing for other kinds of act."""
        return HAND_FIELDS if kind is ActKind.HAND else ()

    def judge(self, *, kind: ActKind, act: Data, rules: Data, seats: tuple[Seat, ...]) -> Outcome:  # noqa: ARG002
        """Return the points of a hand, by counted cards or by its plays (M5, M6); raises ImpossibleError."""
        if kind is not ActKind.HAND:
            raise unknown_act(game=self.name, kind=kind)
        return _outcome(read_sheet(act=act, seats=seats))

    def sentence(self, *, kind: ActKind, act: Data) -> Sentence:  # noqa: ARG002 - only hands are known
        """Return a hand in a few words."""
        return Sentence(text="hand by its plays" if "tricks" in act else "hand by counted cards")


def _outcome(sheet: Sheet) -> Outcome:
    points = {one.seat: one.points for one in sheet.captured}
    best = max(points.values())
    ahead = [seat for seat, count in points.items() if count == best]
    return Outcome(
        act=sheet.act,
        debts=(),
        scores=tuple(Score(seat=seat, points=count) for seat, count in points.items() if count),
        verdict={"lines": [line for one in sheet.captured for line in _lines(one)]},
        winner=ahead[0] if len(ahead) == 1 else None,
    )


def _lines(captured: Captured) -> Iterator[dict[str, object]]:
    if captured.cards:
        yield {"seat": captured.seat, "what": "cards captured", "rule": "M5", "count": captured.cards}
    for bonus in captured.bonuses:
        yield {"seat": captured.seat, "what": bonus.label, "rule": "M5", "count": bonus.points}
