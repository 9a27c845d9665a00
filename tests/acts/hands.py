"""Hands: recorded, proposed, corrected; any line taken back."""

from scoring.models import Proposal, Session
from scoring.queries.table.state import table_state
from tests import people
from tests.acts.before import bens_win, closed, noted, proposed, secret, undone, win
from tests.acts.cases import Act, Case, Data, nothing, only, without
from tests.api.programs import allow_proposals
from tests.people import BEN, CARLA, DAN


def seen_hand(session: Session) -> Data:
    """Return what the form of a hand saw."""
    state = table_state(session=session)
    return {"expected_after": state.after, "expected_entry": state.last_entry, "expected_sowee": state.sowee}


def seen_unwon(session: Session) -> Data:
    """Return what the form of a hand that nobody won saw."""
    return without(seen_hand(session), ["expected_sowee"])


def seen_first(session: Session) -> Data:
    """Return what the form of the correction of the first hand saw."""
    return {**seen_unwon(session), "expected_after": 0}


def hand_fields(given: Data) -> Data:
    """Return the fields of the form of a hand."""
    return {**without(given, ["act"]), **act_fields(given["act"]), "step": "record"}


def act_fields(act: Data) -> Data:
    """Return how a hand is entered: that nobody won, declared, or by its cards."""
    if act.get("result") != "win":
        return without(act, ["result"])
    fields = {name: act.get(name) for name in ("winner", "source", "sowee")}
    if act["declared"]:
        return fields | declared_fields(act)
    secrets = {f"secret_{place}": kind for place, kind in enumerate(act["secrets"], start=1)}
    return fields | {name: act.get(name) for name in ("hand", "bounit", "extra")} | secrets


def declared_fields(act: Data) -> dict[str, object]:
    """Return how it is entered what a hand came to."""
    conditions = {(True, True): "both", (True, False): "bounit", (False, True): "sowee", (False, False): "neither"}
    met = bool(act.get("bounit_condition")), bool(act.get("sowee_condition"))
    kings = {name: act.get(name) for name in ("kings_of_coins", "other_kings")}
    said = conditions[met] if "bounit_condition" in act else None
    return {**kings, "conditions": said, "porbis": "on" if act.get("porbis") else None}


CARDS = Act(page="hand", path="hands/", fields=hand_fields, seen=seen_hand)
QUICK = Act(page="quick-hand", path="hands/", fields=hand_fields, seen=seen_hand)
UNWON = Act(page="drawn-hand", path="hands/", fields=hand_fields, seen=seen_unwon)
CORRECT = Act(
    page="correct",
    path="entries/{entry}/correct/",
    args=("entry", "mode"),
    fields=hand_fields,
    content=only("act", "reason"),
    seen=seen_first,
)
PROPOSE = Act(
    page="propose",
    path="proposals/",
    args=("mode",),
    fields=hand_fields,
    content=only("act", "expected_after"),
    seen=seen_hand,
)
DECLINE = Act(
    page="decline-proposal",
    path="proposals/{proposal}/decline/",
    args=("proposal",),
    seen=nothing,
    status=200,
    asked_on=("table",),
)
UNDO = Act(page="undo", path="entries/{entry}/reverse/", args=("entry",), content=only("reason"))

WORKED = people.WORKED_WIN
CARLAS = WORKED | {"winner": CARLA}
SELF_DRAWN = {
    "result": "win",
    "winner": BEN,
    "declared": True,
    "source": "self_drawn",
    "kings_of_coins": 1,
    "other_kings": 2,
    "porbis": False,
}
CLAIMED = SELF_DRAWN | {"winner": DAN, "source": "claimed", "sowee": "10E"}
DECLARED = CLAIMED | {"bounit_condition": True, "sowee_condition": False}
BENS_SECRET = WORKED | {
    "winner": BEN,
    "source": "self_drawn",
    "hand": "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C",
    "bounit": "4E",
    "secrets": ["3O"],
}
BEN_PROPOSES = {"act": WORKED, "mode": "cards"}

RECORDED = {
    "a hand by its cards is paid by each opponent": Case(act=CARDS, given={"act": WORKED}, then=(180, -90, 0, -90)),
    "a hand at stakes times ten is paid tenfold": Case(
        act=CARDS, given={"act": WORKED}, night={"stake_factor": 10}, then=(1800, -900, 0, -900)
    ),
    "partners share what a hand pays where the house says so": Case(
        act=CARDS,
        given={"act": WORKED},
        night={"rules": {"preset": "pagat", "partners_share": True}},
        then=(180, -90, 0, -90),
    ),
    "a hand with a secret that was paid names it (C9)": Case(
        act=CARDS, given={"act": BENS_SECRET}, before=(secret,), then=(-270, 540, -270, 0)
    ),
    "a secret that was paid and is not named (C9)": Case(
        act=CARDS,
        given={"act": BENS_SECRET | {"secrets": []}},
        before=(secret,),
        page=(422, "secret_1:secrets_not_named"),
        api=(422, "secrets_not_named"),
    ),
    "a hand without one of its cards": Case(
        act=CARDS,
        given={"act": WORKED | {"hand": people.WORKED_HAND.removesuffix(" 12B")}},
        page=(422, "hand:wrong_card_count"),
        api=(422, "wrong_card_count"),
    ),
    "a hand with a card that lies in no meld (C8)": Case(
        act=CARDS,
        given={"act": WORKED | {"hand": people.WORKED_HAND.replace("12B", "11B")}},
        page=(422, "hand:not_a_win"),
        api=(422, "not_a_win"),
    ),
    "a hand with two things wrong says both": Case(
        act=CARDS,
        given={"act": WORKED | {"bounit": "12B", "extra": "13X"}},
        page=(422, "bounit:king_from_discards", "extra:unknown_card"),
        api=(422, "unknown_card"),
    ),
    "a hand won by nobody at the table": Case(
        act=CARDS, given={"act": WORKED | {"winner": 7}}, page=(422, "winner:invalid_choice"), api=(422, "unknown_seat")
    ),
    "a hand whose bounit is not known": Case(
        act=CARDS,
        given={"act": WORKED | {"bounit": ""}},
        page=(422, "bounit:bounit_missing"),
        api=(422, "bounit_missing"),
    ),
    "a hand that another phone recorded first shows both": Case(
        act=CARDS, given={"act": CARLAS}, meanwhile=(win,), refused=(409, "hand_taken")
    ),
    "a hand after a secret that it has not seen": Case(
        act=CARDS, given={"act": WORKED}, meanwhile=(secret,), refused=(409, "table_changed")
    ),
    "a hand entered with another sowee than the table notes by now": Case(
        act=CARDS,
        given={"act": WORKED},
        before=(noted("4O"),),
        meanwhile=(noted("5C"),),
        refused=(409, "sowee_changed"),
    ),
    "a closed night takes no hand": Case(
        act=CARDS, given={"act": WORKED}, meanwhile=(closed,), refused=(409, "session_closed")
    ),
    "a declared hand is paid as its cards would be": Case(
        act=QUICK, given={"act": people.DECLARED_WIN}, then=(180, -90, 0, -90)
    ),
    "a declared hand that was drawn pays no condition": Case(
        act=QUICK, given={"act": SELF_DRAWN}, then=(-200, 400, -200, 0)
    ),
    "a declared hand says which conditions hold": Case(act=QUICK, given={"act": DECLARED}, then=(-150, 0, -150, 300)),
    "a declared hand with both conditions": Case(
        act=QUICK,
        given={"act": CLAIMED | {"bounit_condition": True, "sowee_condition": True}},
        then=(-200, 0, -200, 400),
    ),
    "a declared hand with neither condition": Case(
        act=QUICK,
        given={"act": CLAIMED | {"bounit_condition": False, "sowee_condition": False}},
        then=(-110, 0, -110, 220),
    ),
    "a declared hand without kings is porbis (C32)": Case(
        act=QUICK,
        given={"act": SELF_DRAWN | {"kings_of_coins": 0, "other_kings": 0, "porbis": True}},
        then=(-300, 600, -300, 0),
    ),
    "a declared porbis with one king (C32)": Case(
        act=QUICK,
        given={"act": SELF_DRAWN | {"kings_of_coins": 0, "other_kings": 1, "porbis": True}},
        then=(-300, 600, -300, 0),
    ),
    "a declared hand that counts no kings": Case(
        act=QUICK,
        given={"act": without(SELF_DRAWN, ["kings_of_coins", "other_kings"])},
        page=(422, "kings_of_coins:missing_field", "other_kings:missing_field"),
        api=(422, "missing_field"),
    ),
    "a declared hand that says no condition": Case(
        act=QUICK, given={"act": CLAIMED}, page=(422, "conditions:missing_field"), api=(422, "missing_field")
    ),
    "a drawn hand pays nothing and leaves the dealer (C33)": Case(
        act=UNWON, given={"act": people.DRAWN}, before=(secret,), then=(-50, 100, -50, 0)
    ),
    "a hand that does not count has its reason (C38)": Case(
        act=UNWON, given={"act": {"void": "misdeal", "by": BEN}}, then=(0, 0, 0, 0)
    ),
    "who caused a hand that does not count pays each other player (C38)": Case(
        act=UNWON,
        given={"act": {"void": "misdeal", "by": BEN}},
        night={"rules": {"preset": "pagat", "void_penalty": 40}},
        then=(40, -120, 40, 40),
    ),
    "a drawn hand that was won on another phone": Case(
        act=UNWON, given={"act": people.DRAWN}, meanwhile=(win,), refused=(409, "hand_taken")
    ),
    "a drawn hand after other news is asked again": Case(
        act=UNWON, given={"act": people.DRAWN}, meanwhile=(secret,), refused=(409, "table_changed")
    ),
}

CHANGED = {
    "a hand is corrected into what it was": Case(
        act=CORRECT,
        given={"entry": 1, "mode": "cards", "act": CARLAS, "reason": "it was Carla"},
        before=(win,),
        then=(0, -90, 180, -90),
    ),
    "a hand is corrected into a declared one": Case(
        act=CORRECT,
        given={"entry": 1, "mode": "quick", "act": SELF_DRAWN, "reason": "it was Ben"},
        before=(win,),
        then=(-200, 400, -200, 0),
    ),
    "a hand is corrected into one that nobody won": Case(
        act=CORRECT,
        given={"entry": 1, "mode": "drawn", "act": people.DRAWN, "reason": "nobody showed"},
        before=(win,),
        then=(0, 0, 0, 0),
    ),
    "a hand is corrected into one that does not count (C38)": Case(
        act=CORRECT,
        given={"entry": 1, "mode": "drawn", "act": {"void": "exposed", "by": BEN}, "reason": "a card was seen"},
        before=(win,),
        then=(0, 0, 0, 0),
    ),
    "a correction needs a reason": Case(
        act=CORRECT,
        given={"entry": 1, "mode": "cards", "act": CARLAS, "reason": ""},
        before=(win,),
        page=(422, "reason:required"),
        api=(422, "reason:invalid"),
    ),
    "a hand that was taken back is not corrected": Case(
        act=CORRECT,
        given={"entry": 1, "mode": "cards", "act": CARLAS, "reason": "it was Carla"},
        before=(win,),
        meanwhile=(undone,),
        refused=(409, "hand_taken"),
    ),
    "a hand in which a secret was paid is not corrected without it (C9)": Case(
        act=CORRECT,
        given={"entry": 2, "mode": "cards", "act": BENS_SECRET | {"secrets": []}, "reason": "none"},
        before=(secret, win),
        page=(422, "secret_1:secrets_not_named"),
        api=(422, "secrets_not_named"),
    ),
    "the newest line is taken back without a reason": Case(
        act=UNDO, given={"entry": 1, "reason": ""}, before=(win,), then=(0, 0, 0, 0)
    ),
    "an older hand is taken back with a reason": Case(
        act=UNDO, given={"entry": 1, "reason": "a joke"}, before=(win, bens_win), then=(-90, 180, -90, 0)
    ),
    "an older hand is not taken back without a reason": Case(
        act=UNDO,
        given={"entry": 1, "reason": ""},
        before=(win, bens_win),
        page=(422, "reason:reason_missing"),
        api=(422, "reason:invalid"),
    ),
    "an older secret is taken back without a reason": Case(
        act=UNDO, given={"entry": 1, "reason": ""}, before=(secret, win), then=(180, -90, 0, -90)
    ),
    "a reason that is too long": Case(
        act=UNDO,
        given={"entry": 1, "reason": "x" * 201},
        before=(win,),
        page=(422, "reason:max_length"),
        api=(422, "reason:invalid"),
    ),
    "a line that another phone took back": Case(
        act=UNDO,
        given={"entry": 1, "reason": "late"},
        before=(win,),
        meanwhile=(undone,),
        refused=(409, "not_reversible"),
    ),
    "a closed night takes no line back": Case(
        act=UNDO, given={"entry": 1, "reason": ""}, before=(win,), meanwhile=(closed,), refused=(409, "session_closed")
    ),
}

PROPOSED = {
    "a player proposes a hand, which pays nothing": Case(
        act=PROPOSE, given=BEN_PROPOSES, before=(allow_proposals,), by=BEN, then=(0, 0, 0, 0)
    ),
    "a player proposes a declared hand": Case(
        act=PROPOSE, given={"act": people.DECLARED_WIN, "mode": "quick"}, before=(allow_proposals,), by=BEN
    ),
    "nobody proposes where the host did not allow it": Case(
        act=PROPOSE, given=BEN_PROPOSES, by=BEN, refused=(409, "proposal")
    ),
    "a phone that is nobody's proposes nothing": Case(
        act=PROPOSE, given=BEN_PROPOSES, before=(allow_proposals,), refused=(409, "proposal")
    ),
    "a proposed hand that another phone recorded first shows both": Case(
        act=PROPOSE,
        given=BEN_PROPOSES | {"act": CARLAS},
        before=(allow_proposals,),
        meanwhile=(win,),
        by=BEN,
        refused=(409, "hand_taken"),
    ),
    "a proposed hand that cannot be": Case(
        act=PROPOSE,
        given=BEN_PROPOSES | {"act": WORKED | {"hand": "1O"}},
        before=(allow_proposals,),
        by=BEN,
        page=(422, "bounit:bounit_not_in_hand", "hand:wrong_card_count"),
        api=(422, "wrong_card_count"),
    ),
    "a proposal is put aside": Case(
        act=DECLINE,
        given={"proposal": lambda session: Proposal.objects.get(session=session).public_id},
        before=(proposed,),
    ),
}

CASES = RECORDED | CHANGED | PROPOSED
