"""What cuajo asks of a table, and what it says of an act, as plain data."""

from dataclasses import replace
from typing import assert_never

from scoring.games.base import ActKind, Data
from scoring.games.cuajo.claim.acts import MOST_KINGS_OF_COINS, MOST_OTHER_KINGS, HandResult
from scoring.games.cuajo.claim.claim import Source
from scoring.games.dealing import deal_fields, void_hand
from scoring.games.fields import Field, FieldKind, choices_of
from scoring.texts import Text, say

SOURCE_WORDS = {
    Source.SELF_DRAWN: "drawn from the stock",
    Source.CLAIMED: "claimed from another's draw",
    Source.DISCARD: "taken from the discards",
    Source.DEALT: "dealt complete",
}
RESULT_WORDS = {
    HandResult.WIN: "won",
    HandResult.DRAWN: "nobody won, the stock ran out",
    HandResult.VOID: "void after a false win",
}
OF_SEAT = (ActKind.SECRET, ActKind.FALSE_SECRET, ActKind.FALSE_WIN)
"""The acts that say no more than whose they are."""

SEAT = Field(name="seat", label="Player", kind=FieldKind.SEAT)


def _of_win(name: str, label: str, kind: FieldKind, rule: str, *, maximum: int = 1_000_000) -> Field:
    return Field(name=name, label=label, kind=kind, is_required=False, rule=rule, maximum=maximum)


HAND_FIELDS = (
    Field(
        name="result", label="How the hand ended", kind=FieldKind.CHOICE, choices=choices_of(RESULT_WORDS), rule="C33"
    ),
    _of_win("winner", "Who won", FieldKind.SEAT, "C25"),
    replace(_of_win("source", "How the last card came", FieldKind.CHOICE, "C27"), choices=choices_of(SOURCE_WORDS)),
    _of_win("hand", "The sixteen cards", FieldKind.CARDS, "C6"),
    _of_win("bounit", "Last card (bounit)", FieldKind.CARDS, "C27"),
    _of_win("sowee", "Sowee", FieldKind.CARDS, "C10"),
    _of_win("secrets", "Laid secrets", FieldKind.CARDS, "C9"),
    _of_win("extra", "Extra cards, in order", FieldKind.CARDS, "C31"),
    replace(_of_win("shown", "Secrets shown by the others", FieldKind.CARDS, "C18"), for_each_seat=True),
    _of_win("declared", "Declared without cards", FieldKind.SWITCH, "C26"),
    _of_win("kings_of_coins", "Kings of coins", FieldKind.COUNT, "C26", maximum=MOST_KINGS_OF_COINS),
    _of_win("other_kings", "Other kings", FieldKind.COUNT, "C26", maximum=MOST_OTHER_KINGS),
    _of_win("bounit_condition", "Bounit condition met", FieldKind.SWITCH, "C29"),
    _of_win("sowee_condition", "Sowee condition met", FieldKind.SWITCH, "C30"),
    _of_win("porbis", "Porbis", FieldKind.SWITCH, "C32"),
    *deal_fields(rule="C38", asks_dealer=True),
)


def sentence_of(*, kind: ActKind, act: Data) -> Text:
    """Return a judged act of cuajo in a few words."""
    if kind is not ActKind.HAND:
        return say(f"act.{kind}", seats=_player(act["seat"]))
    if void := void_hand(act=act):
        return void.text
    match HandResult(str(act["result"])):
        case HandResult.WIN:
            return say(f"act.won_{Source(str(act['source']))}", seats=_player(act["winner"]))
        case HandResult.DRAWN | HandResult.VOID as result:
            return say("act.drawn") if result is HandResult.DRAWN else say("act.void")
        case unknown:
            assert_never(unknown)


def _player(seat: object) -> dict[str, int]:
    assert isinstance(seat, int), "a judged act names its seat by number"
    return {"player": seat}
