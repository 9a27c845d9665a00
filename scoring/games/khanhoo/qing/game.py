"""Qing khanhoo as a game of the house: the winner of a hand takes the pot, the judge explains (Q1 to Q6)."""

from collections.abc import Iterator, Mapping
from functools import partial

from scoring.games.base import Act, ActKind, Data, Debt, Match, Outcome, Seat, Tally, TallyLine
from scoring.games.fields import Answer, AnswerLine, Choice, Field, FieldKind, Question
from scoring.games.house_rules import profile_fields
from scoring.games.khanhoo.qing.cards import PACK, Card
from scoring.games.khanhoo.qing.hand import Ending, PlayedHand, not_a_win_text, read_hand, read_held
from scoring.games.khanhoo.qing.near_miss import Verdict, judge_hand
from scoring.games.khanhoo.qing.rules import PRESETS, QingRules
from scoring.games.khanhoo.qing.splits import Split
from scoring.games.plain import PlainGame
from scoring.games.reading import ActReader, alone, card_keys, read, unknown_act
from scoring.texts import Text, say

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
    Field(name="declared", label="Declared without cards", kind=FieldKind.SWITCH, is_required=False, rule="Q6"),
)


def _is_it_a_win(entered: Data, rules: QingRules) -> Answer:
    """Answer whether cards win, or what they lack (Q2 to Q5)."""
    reader = ActReader(act=entered, seats=())
    cards = read_held(reader=reader)
    if not cards:
        reader.note(say("missing_field.cards"), field="hand")
    reader.check()
    verdict = judge_hand(cards=cards, reading=rules.reading)
    lines = tuple(_answer_lines(verdict))
    if verdict.wins:
        return Answer(text=say("win.yes"), is_yes=True, lines=lines)
    if verdict.missing:
        return Answer(text=_unfinished(verdict), lines=lines)
    return Answer(text=say("win.no", why=not_a_win_text(verdict=verdict)), is_yes=False, lines=lines)


def _unfinished(verdict: Verdict) -> Text:
    waits = " ".join(str(card) for card in verdict.waits)
    return say("win.waiting", cards=waits) if waits else say("win.unfinished", missing=verdict.missing)


def _answer_lines(verdict: Verdict) -> Iterator[AnswerLine]:
    for text, rule, cards in _parts(verdict.split):
        yield AnswerLine(text=say("melds.of_cards", meld=text, cards=" ".join(map(str, cards))), rule=rule)
    if verdict.split.strays:
        strays = " ".join(map(str, verdict.split.strays))
        yield AnswerLine(text=say("win.left_over", cards=strays), rule="Q2")
    for out in dict.fromkeys(change.out for change in verdict.changes):
        into = " ".join(str(change.into) for change in verdict.changes if change.out == out)
        yield AnswerLine(text=say("win.change", card=str(out), into=into), rule="Q2")


def _parts(split: Split) -> Iterator[tuple[Text, str, tuple[Card, ...]]]:
    """Yield what each part of a split is, its rule and its cards."""
    for meld in split.melds:
        wild = " ".join(map(str, meld.wild_for))
        name = say(f"qing.{meld.kind}")
        yield say("melds.wild", meld=name, cards=wild) if wild else name, meld.kind.rule, meld.cards
    if split.free:
        yield say("qing.free"), "Q5", split.free


class KhanhooQing(PlainGame[QingRules, PlayedHand]):
    """The Qing version of khanhoo; keeps nothing, so that one instance serves everybody."""

    id = "khanhoo_qing"
    name = "Khanhoo, Qing"
    engine_version = "1"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8)
    profiles = PRESETS
    presets: tuple[str, ...] = tuple(PRESETS)
    preset_labels: Mapping[str, str] = {"wilkinson_qing": "Wilkinson", "culin": "Culin"}
    stakes_shown: tuple[str, ...] = ("stake",)
    match: Match[QingRules] | None = None
    house_rules: tuple[Field, ...] = profile_fields(profile=QingRules())
    questions: tuple[Question[QingRules], ...] = (
        Question(
            id="win",
            title="Is it a win?",
            fields=(Field(name="hand", label="The cards", kind=FieldKind.CARDS, choices=_KEYS, rule="Q2"),),
            answer=_is_it_a_win,
            house_rules=profile_fields(profile=QingRules()),
        ),
    )
    rules_document = "khanhoo_qing"

    def sides(self, *, rules: QingRules, seat_count: int) -> tuple[Seat, ...]:  # noqa: ARG002 - the same for all
        """Return the seats, all alone; raises ImpossibleError with `wrong_seat_count`.

        Two or more play; eight hands are the most that 120 cards are enough for (Q1, Q2).
        """
        return alone(seat_count=seat_count, allowed=self.seat_counts, rule="Q1")

    def asks(self, *, kind: ActKind, rules: QingRules) -> tuple[Field, ...]:  # noqa: ARG002 - the same for all
        """Return what a hand says; nothing for other kinds of act."""
        return HAND_FIELDS if kind is ActKind.HAND else ()

    def read_act(self, *, kind: ActKind, data: Data, rules: QingRules, seats: tuple[Seat, ...]) -> Act[PlayedHand]:
        """Read a hand."""
        if kind is not ActKind.HAND:
            return unknown_act(game=self.name, kind=kind)
        keys = (field.name for field in HAND_FIELDS)
        return read(kind=kind, data=data, keys=keys, how=partial(read_hand, act=data, rules=rules, seats=seats))

    def judge(self, *, act: Act[PlayedHand], rules: QingRules, seats: tuple[Seat, ...]) -> Outcome:
        """Return who pays into the pot for whom (Q6); raises ImpossibleError."""
        return _outcome(act.possible(), rules, seats)

    def sentence(self, *, kind: ActKind, act: Data) -> Text:  # noqa: ARG002 - only hands are known
        """Return a hand in a few words."""
        winner = act.get("winner")
        if not isinstance(winner, int):
            return say("act.drawn")
        return say("act.won_pot", seats={"player": winner})


def _outcome(hand: PlayedHand, rules: QingRules, seats: tuple[Seat, ...]) -> Outcome:
    winner = hand.winner
    if winner is None:
        return Outcome(said=hand, debts=())
    debts = tuple(
        Debt(payer=seat.number, payee=winner, cents=rules.stake)
        for seat in seats
        if seat.number != winner and rules.stake
    )
    return Outcome(
        said=hand, debts=debts, verdict=Tally(lines=tuple(_lines(hand.split)) if hand.split else ()), winner=winner
    )


def _lines(split: Split) -> Iterator[TallyLine]:
    for text, rule, cards in _parts(split):
        yield TallyLine(text=text, rule=rule, cards=tuple(str(card) for card in cards))
