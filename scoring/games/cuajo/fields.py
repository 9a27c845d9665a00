"""What cuajo asks of a table, and what it says of an act, as plain data."""

from typing import assert_never

from scoring.games.base import ActKind, Data
from scoring.games.cuajo.claim.acts import MOST_KINGS_OF_COINS, MOST_OTHER_KINGS, HandResult
from scoring.games.cuajo.claim.claim import Source
from scoring.games.fields import Choice, Field, FieldKind
from scoring.texts import Text, say

SOURCE_WORDS = {
    Source.SELF_DRAWN: "drawn from the stock",
    Source.CLAIMED: "claimed from another's draw",
    Source.DISCARD: "taken from the discards",
    Source.DEALT: "dealt complete",
}
_SEAT = Field(name="seat", label="Player", kind=FieldKind.SEAT)
_RESULTS = {
    HandResult.WIN: "won",
    HandResult.DRAWN: "nobody won, the stock ran out",
    HandResult.VOID: "void after a false win",
}
HAND_FIELDS = (
    Field(
        name="result",
        label="How the hand ended",
        kind=FieldKind.CHOICE,
        choices=tuple(Choice(value=result.value, label=label) for result, label in _RESULTS.items()),
        rule="C33",
    ),
    Field(name="winner", label="Who won", kind=FieldKind.SEAT, is_required=False, rule="C25"),
    Field(
        name="source",
        label="How the last card came",
        kind=FieldKind.CHOICE,
        choices=tuple(Choice(value=source.value, label=label) for source, label in SOURCE_WORDS.items()),
        is_required=False,
        rule="C27",
    ),
    Field(name="hand", label="The sixteen cards", kind=FieldKind.CARDS, is_required=False, rule="C6"),
    Field(name="bounit", label="Last card (bounit)", kind=FieldKind.CARDS, is_required=False, rule="C27"),
    Field(name="sowee", label="Sowee", kind=FieldKind.CARDS, is_required=False, rule="C10"),
    Field(name="secrets", label="Laid secrets", kind=FieldKind.CARDS, is_required=False, rule="C9"),
    Field(name="extra", label="Extra cards, in order", kind=FieldKind.CARDS, is_required=False, rule="C31"),
    Field(name="declared", label="Declared without cards", kind=FieldKind.SWITCH, is_required=False, rule="C26"),
    Field(
        name="kings_of_coins",
        label="Kings of coins",
        kind=FieldKind.COUNT,
        maximum=MOST_KINGS_OF_COINS,
        is_required=False,
        rule="C26",
    ),
    Field(
        name="other_kings",
        label="Other kings",
        kind=FieldKind.COUNT,
        maximum=MOST_OTHER_KINGS,
        is_required=False,
        rule="C26",
    ),
    Field(name="bounit_condition", label="Bounit condition met", kind=FieldKind.SWITCH, is_required=False, rule="C29"),
    Field(name="sowee_condition", label="Sowee condition met", kind=FieldKind.SWITCH, is_required=False, rule="C30"),
    Field(name="porbis", label="Porbis", kind=FieldKind.SWITCH, is_required=False, rule="C32"),
)


def fields_of(*, kind: ActKind) -> tuple[Field, ...]:
    """Return what an act of cuajo says; nothing for a kind it does not know."""
    match kind:
        case ActKind.HAND:
            return HAND_FIELDS
        case ActKind.SECRET | ActKind.FALSE_SECRET | ActKind.FALSE_WIN:
            return (_SEAT,)
        case ActKind.PENALTY:
            return ()
        case _:
            assert_never(kind)


def sentence_of(*, kind: ActKind, act: Data) -> Text:
    """Return a judged act of cuajo in a few words."""
    match kind:
        case ActKind.HAND:
            return _hand_sentence(act)
        case ActKind.SECRET:
            return say("act.secret", seats=_seats(act["seat"]))
        case ActKind.FALSE_SECRET:
            return say("act.false_secret", seats=_seats(act["seat"]))
        case ActKind.FALSE_WIN | ActKind.PENALTY:
            return say("act.false_win", seats=_seats(act["seat"]))
        case _:
            assert_never(kind)


def _hand_sentence(act: Data) -> Text:
    match HandResult(str(act["result"])):
        case HandResult.DRAWN:
            return say("act.drawn")
        case HandResult.VOID:
            return say("act.void")
        case HandResult.WIN:
            return say(f"act.won_{Source(str(act['source']))}", seats=_seats(act["winner"]))


def _seats(seat: object) -> dict[str, int]:
    assert isinstance(seat, int), "a judged act names its seat by number"
    return {"player": seat}
