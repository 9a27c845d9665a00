"""What cau robat asks of a table and answers in a dispute, as plain data."""

from scoring.games.base import Data
from scoring.games.cau_robat.calls import Call, dues_of
from scoring.games.cau_robat.capture import Taken, capture
from scoring.games.cau_robat.cards import ALL_CARDS, PACK, written
from scoring.games.cau_robat.rules import CauRules
from scoring.games.fields import Answer, AnswerLine, Choice, Field, FieldKind, Question
from scoring.games.house_rules import profile_fields
from scoring.games.reading import ActReader, card_keys
from scoring.texts import say

SEAT_COUNTS = (3, 4, 5)
_KEYS = card_keys(pack=PACK)
_BY_PLAYS = "Or card by card"
HAND_FIELDS = (
    Field(
        name="piles",
        label="Cards in the pile",
        kind=FieldKind.COUNT,
        maximum=ALL_CARDS,
        is_required=False,
        for_each_seat=True,
        rule="R9",
    ),
    Field(
        name="centre",
        label="Cards left in the centre",
        kind=FieldKind.COUNT,
        maximum=ALL_CARDS,
        is_required=False,
        normal=0,
        rule="R9",
    ),
    Field(name="dealer", label="Who dealt", kind=FieldKind.SEAT, is_required=False, rule="R2", folded_under=_BY_PLAYS),
    Field(
        name="face_up",
        label="Cards face up at first",
        kind=FieldKind.CARDS,
        choices=_KEYS,
        is_required=False,
        rule="R2",
        folded_under=_BY_PLAYS,
    ),
    Field(
        name="plays",
        label="All cards in the order played",
        kind=FieldKind.CARDS,
        choices=_KEYS,
        is_required=False,
        rule="R3",
        folded_under=_BY_PLAYS,
    ),
)
_PLAYERS = Field(
    name="players", label="Players", kind=FieldKind.COUNT, minimum=SEAT_COUNTS[0], maximum=SEAT_COUNTS[-1], normal=4
)


def _reader(entered: Data) -> ActReader:
    first = ActReader(act=entered, seats=())
    players = first.count("players", minimum=SEAT_COUNTS[0], maximum=SEAT_COUNTS[-1])
    return ActReader(act=entered, seats=tuple(range(1, players + 1)), problems=first.problems)


def _what_it_takes(entered: Data, rules: CauRules) -> Answer:
    """Answer what a card played takes, and in which order (R3 to R5)."""
    reader = _reader(entered)
    seat, played = reader.seat("seat"), reader.cards("played", PACK)
    centre = reader.cards("centre", PACK)
    piles = {owner: reader.cards_of(value, f"piles.{owner}", PACK) for owner, value in reader.by_seat("piles").items()}
    if len(played) != 1:
        reader.note(say("missing_field.played"), field="played")
    if len(set(centre)) != len(centre):
        reader.note(say("equal_cards_face_up.centre"), field="centre")
    reader.check()
    assert seat is not None
    order = reader.seats[seat:] + reader.seats[: seat - 1]
    found = capture(played=played[0], centre=centre, piles=piles, order=order, piles_taken=rules.piles_taken)
    if not found.taken:
        return Answer(text=say("capture.nothing"), is_yes=False)
    top = written(cards=(*played, *found.cards))
    return Answer(
        text=say("capture.cards", count=len(found.cards), pile=top),
        is_yes=True,
        lines=tuple(_line(step) for step in found.taken),
    )


def _line(step: Taken) -> AnswerLine:
    if step.pile_of is not None:
        text = say("capture.pile", player=step.pile_of, rank=str(step.rank))
        return AnswerLine(text=text, rule="R4", count=len(step.cards))
    if step.shields:
        text = say("capture.shields", rank=str(step.rank), player=step.shields[0])
        return AnswerLine(text=text, rule="R4", count=1)
    return AnswerLine(text=say("capture.centre", rank=str(step.rank)), rule="R3", count=1)


def _what_a_call_pays(entered: Data, rules: CauRules) -> Answer:  # noqa: ARG001 - no house rule changes it
    """Answer who pays whom how many cards after a call, in order (R6)."""
    reader = _reader(entered)
    first, call = reader.seat("seat"), reader.word("call", Call)
    reader.check()
    assert first is not None
    assert call is not None
    length = list(Call).index(call) + 2
    players = len(reader.seats)
    chain = tuple((first - 1 + number) % players + 1 for number in range(length))
    return Answer(
        text=say("call.takes", player=chain[-1]),
        lines=tuple(
            AnswerLine(text=say("call.pays", payer=due.payer, payee=due.payee), rule=due.rule, count=due.cards)
            for due in dues_of(chain=chain)
        ),
    )


QUESTIONS = (
    Question(
        id="capture",
        title="What does this card take?",
        fields=(
            _PLAYERS,
            Field(name="seat", label="Who plays it", kind=FieldKind.SEAT, rule="R4"),
            Field(name="played", label="The card", kind=FieldKind.CARDS, choices=_KEYS, rule="R3"),
            Field(
                name="centre",
                label="Cards in the centre",
                kind=FieldKind.CARDS,
                choices=_KEYS,
                is_required=False,
                rule="R3",
            ),
            Field(
                name="piles",
                label="Piles, the top card first",
                kind=FieldKind.CARDS,
                choices=_KEYS,
                is_required=False,
                for_each_seat=True,
                rule="R4",
            ),
        ),
        answer=_what_it_takes,
        players=_PLAYERS.name,
        house_rules=profile_fields(profile=CauRules()),
    ),
    Question(
        id="call",
        title="Who pays whom after a call?",
        fields=(
            _PLAYERS,
            Field(name="seat", label="Whose card was matched first", kind=FieldKind.SEAT, rule="R6"),
            Field(
                name="call",
                label="The last call",
                kind=FieldKind.CHOICE,
                choices=tuple(Choice(value=call.value, label=call.value) for call in Call),
                rule="R6",
            ),
        ),
        answer=_what_a_call_pays,
        players=_PLAYERS.name,
    ),
)
