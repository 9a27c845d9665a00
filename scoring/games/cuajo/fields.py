"""What cuajo asks of a table, and what it says of an act, as plain data."""

from typing import assert_never

from scoring.games.asking import Choice, Field, FieldKind, Sentence
from scoring.games.base import ActKind, Data
from scoring.games.cuajo.acts import MOST_KINGS_OF_COINS, MOST_OTHER_KINGS, HandResult
from scoring.games.cuajo.entry import Source
from scoring.games.cuajo.rules import HOUSE_RULES
from scoring.games.house_rules import rule_field

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
    Field(
        name="declared", label="Declared without cards", kind=FieldKind.SWITCH, is_required=False, rule="C26"
    ),
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
    Field(
        name="bounit_condition",
        label="Bounit condition met",
        kind=FieldKind.SWITCH,
        is_required=False,
        rule="C29",
    ),
    Field(
        name="sowee_condition",
        label="Sowee condition met",
        kind=FieldKind.SWITCH,
        is_required=False,
        rule="C30",
    ),
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


def rule_fields() -> tuple[Field, ...]:
    """Return every house rule of cuajo as something a table may be asked."""
    return tuple(rule_field(about=about) for about in HOUSE_RULES)


def sentence_of(*, kind: ActKind, act: Data) -> Sentence:
    """Return a judged act of cuajo in a few words."""
    match kind:
        case ActKind.HAND:
            return _hand_sentence(act)
        case ActKind.SECRET:
            return _about_seat("Secret of %(player)s", act)
        case ActKind.FALSE_SECRET:
            return _about_seat("False secret of %(player)s", act)
        case ActKind.FALSE_WIN | ActKind.PENALTY:
            return _about_seat("False win of %(player)s", act)
        case _:
            assert_never(kind)


def _hand_sentence(act: Data) -> Sentence:
    if act["result"] == HandResult.DRAWN:
        return Sentence(text="no winner, the stock ran out")
    if act["result"] == HandResult.VOID:
        return Sentence(text="void after a false win")
    words = SOURCE_WORDS[Source(str(act["source"]))]
    return Sentence(text=f"%(player)s won, {words}", seats=_seats(act["winner"]))


def _about_seat(text: str, act: Data) -> Sentence:
    return Sentence(text=text, seats=_seats(act["seat"]))


def _seats(seat: object) -> dict[str, int]:
    assert isinstance(seat, int), "a judged act names its seat by number"
    return {"player": seat}
