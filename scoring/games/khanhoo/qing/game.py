"""Qing khanhoo as a game of the house: the winner of a hand takes the pot, the judge explains (Q1 to Q6)."""

from collections.abc import Iterator

from scoring.games.asking import Answer, AnswerLine, Choice, Field, FieldKind, Question, Sentence
from scoring.games.base import ActKind, Data, Debt, Match, Outcome, Seat
from scoring.games.house_rules import profile_data, profile_fields
from scoring.games.khanhoo.qing.cards import PACK, Card
from scoring.games.khanhoo.qing.hand import Ending, PlayedHand, not_a_win_text, read_hand, read_held
from scoring.games.khanhoo.qing.near_miss import Verdict, judge_hand
from scoring.games.khanhoo.qing.rules import PRESETS, QingRules, read_rules
from scoring.games.khanhoo.qing.splits import Split
from scoring.games.reading import ActReader, alone, card_keys, unknown_act

_KEYS = card_keys(pack=PACK)
_ENDINGS = {Ending.WIN: "won", Ending.DRAWN: "nobody won, the stock ran out"}
HAND_FIELDS = (
    Field(
        name="result",
        label="How the hand ended",
        kind=FieldKind.CHOICE,
        choices=tuple(Choice(value=value, label=label) for value, label in _ENDINGS.items()),
        normal=Ending.WIN.value,
        rule="Q2",
    ),
    Field(name="winner", label="Who won", kind=FieldKind.SEAT, is_required=False, rule="Q6"),
    Field(
        name="hand",
        label="The fifteen cards",
        kind=FieldKind.CARDS,
        choices=_KEYS,
        is_required=False,
        help="Number and suit, such as 1C 9S 5M; RF and WF for the flowers, OT for the old thousand.",
        rule="Q2",
    ),
    Field(
        name="declared", label="Declared without cards", kind=FieldKind.SWITCH, is_required=False, rule="Q6"
    ),
)


def _is_it_a_win(entered: Data, rules: Data) -> Answer:
    """Answer whether cards win, or what they lack (Q2 to Q5)."""
    reader = ActReader(act=entered, seats=())
    cards = read_held(reader=reader)
    if not cards:
        reader.refuse("missing_field", "Enter the cards of the hand.", "hand")
    reader.check()
    verdict = judge_hand(cards=cards, reading=read_rules(value=rules).reading)
    lines = tuple(_answer_lines(verdict))
    if verdict.wins:
        return Answer(headline="This is a win.", is_yes=True, lines=lines)
    if verdict.missing:
        return Answer(headline=_unfinished(verdict), lines=lines)
    return Answer(headline=f"Not a win: {not_a_win_text(verdict=verdict)}.", is_yes=False, lines=lines)


def _unfinished(verdict: Verdict) -> str:
    waits = " ".join(str(card) for card in verdict.waits)
    return f"Waiting for {waits}." if waits else f"{verdict.missing} more cards make a hand."


def _answer_lines(verdict: Verdict) -> Iterator[AnswerLine]:
    for what, rule, cards in _parts(verdict.split):
        yield AnswerLine(what=f"{what}: {' '.join(map(str, cards))}", rule=rule)
    if verdict.split.strays:
        strays = " ".join(map(str, verdict.split.strays))
        yield AnswerLine(what=f"left over: {strays}", rule="Q2")
    for out in dict.fromkeys(change.out for change in verdict.changes):
        into = " ".join(str(change.into) for change in verdict.changes if change.out == out)
        yield AnswerLine(what=f"{out} into {into} would win", rule="Q2")


def _parts(split: Split) -> Iterator[tuple[str, str, tuple[Card, ...]]]:
    """Yield what each part of a split is, its rule and its cards."""
    for meld in split.melds:
        wild = f", wild for {' '.join(map(str, meld.wild_for))}" if meld.wild_for else ""
        yield meld.kind.label + wild, meld.kind.rule, meld.cards
    if split.free:
        yield "free cards", "Q5", split.free


class KhanhooQing:
    """The Qing version of khanhoo; keeps nothing, so that one instance serves everybody."""

    id = "khanhoo_qing"
    name = "Khanhoo, Qing"
    engine_version = "1"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    presets: tuple[str, ...] = tuple(PRESETS)
    match: Match | None = None
    house_rules: tuple[Field, ...] = profile_fields(profile=QingRules())
    questions: tuple[Question, ...] = (
        Question(
            id="win",
            title="Is it a win?",
            fields=(Field(name="hand", label="The cards", kind=FieldKind.CARDS, choices=_KEYS, rule="Q2"),),
            answer=_is_it_a_win,
        ),
    )
    rules_document = "khanhoo_qing"

    def complete_rules(self, *, rules: object) -> Data:
        """Return every house rule as JSON data; raises ImpossibleError as `read_profile`."""
        return profile_data(profile=read_rules(value=rules))

    def sides(self, *, rules: Data, seat_count: int) -> tuple[Seat, ...]:  # noqa: ARG002 - the same for all
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count`.

        Two or more play; eight hands are the most that 120 cards are enough for (Q1, Q2).
        """
        return alone(seat_count=seat_count, allowed=self.seat_counts, rule="Q1")

    def asks(self, *, kind: ActKind, rules: Data) -> tuple[Field, ...]:  # noqa: ARG002 - the same for all
        """Return what a hand says; nothing for other kinds of act."""
        return HAND_FIELDS if kind is ActKind.HAND else ()

    def judge(self, *, kind: ActKind, act: Data, rules: Data, seats: tuple[Seat, ...]) -> Outcome:
        """Return who pays into the pot for whom (Q6); raises ImpossibleError."""
        if kind is not ActKind.HAND:
            raise unknown_act(game=self.name, kind=kind)
        house = read_rules(value=rules)
        return _outcome(read_hand(act=act, rules=house, seats=seats), house, seats)

    def sentence(self, *, kind: ActKind, act: Data) -> Sentence:  # noqa: ARG002 - only hands are known
        """Return a hand in a few words."""
        winner = act.get("winner")
        if not isinstance(winner, int):
            return Sentence(text="no winner, the stock ran out")
        return Sentence(text="%(player)s won the pot", seats={"player": winner})


def _outcome(hand: PlayedHand, rules: QingRules, seats: tuple[Seat, ...]) -> Outcome:
    winner = hand.winner
    if winner is None:
        return Outcome(act=hand.data(), debts=())
    debts = tuple(
        Debt(payer=seat.number, payee=winner, cents=rules.stake)
        for seat in seats
        if seat.number != winner and rules.stake
    )
    return Outcome(
        act=hand.data(),
        debts=debts,
        verdict={"lines": list(_lines(hand.split)) if hand.split else []},
        winner=winner,
    )


def _lines(split: Split) -> Iterator[dict[str, object]]:
    for what, rule, cards in _parts(split):
        yield {"what": what, "rule": rule, "cards": [str(card) for card in cards]}
