"""Hands: recorded, proposed, corrected; secrets and false wins; any line taken back."""

from scoring.models import Proposal, Session
from scoring.queries.table.state import table_state
from tests import people
from tests.acts.before import bens_win, closed, eva_waits, false_win, noted, proposed, secret, secret_of, undone, win
from tests.acts.cases import Act, Case, Data, nothing, only, without
from tests.api.programs import allow_proposals
from tests.people import BEN, CARLA, DAN


def seen_hand(session: Session) -> Data:
    state = table_state(session=session)
    return {"expected_after": state.after, "expected_entry": state.night.last_entry, "expected_sowee": state.sowee}


def hand_number(session: Session) -> object:
    return table_state(session=session).hand_number


def seen_unwon(session: Session) -> Data:
    return without(seen_hand(session), ["expected_sowee"])


def seen_first(session: Session) -> Data:
    return {**seen_unwon(session), "expected_after": 0}


def hand_fields(given: Data) -> Data:
    return {**without(given, ["act"]), **act_fields(given["act"]), "step": "record"}


def act_fields(act: Data) -> Data:
    if act.get("result") != "win":
        return {**({"void": "void"} if act.get("result") == "void" else {}), **without(act, ["result"])}
    fields = {name: act.get(name) for name in ("winner", "source", "sowee")}
    if act["declared"]:
        return fields | declared_fields(act)
    secrets = {f"secret_{place}": kind for place, kind in enumerate(act["secrets"], start=1)}
    return fields | {name: act.get(name) for name in ("hand", "bounit", "extra")} | secrets


def declared_fields(act: Data) -> dict[str, object]:
    conditions = {(True, True): "both", (True, False): "bounit", (False, True): "sowee", (False, False): "neither"}
    met = bool(act.get("bounit_condition")), bool(act.get("sowee_condition"))
    kings = {name: act.get(name) for name in ("kings_of_coins", "other_kings")}
    said = conditions[met] if "bounit_condition" in act else None
    is_ticked = act.get("porbis") and any(kings.values())  # without kings nobody ticks it (C32)
    return {**kings, "conditions": said, "porbis": "on" if is_ticked else None}


def false_win_fields(given: Data) -> Data:
    return {**without(given, ["hand_is_void"]), "end": "void" if given["hand_is_void"] else "on"}


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
SECRET = Act(page="secret", path="secrets/", args=("seat",))
REFUND = Act(page="refund", path="entries/{entry}/refund/", args=("entry",), content=only("reason"))
FALSE_WIN = Act(page="false-win", path="false-wins/", fields=false_win_fields)
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
SHORT = WORKED | {"hand": people.WORKED_HAND.removesuffix(" 12B")}
UNNAMED = BENS_SECRET | {"secrets": []}
BEN_PROPOSES = {"act": WORKED, "mode": "cards"}

PENALTIES = {"rules": {"preset": "pagat", "false_win_penalty": 40, "false_secret_penalty": 30}}
NO_KINGS = SELF_DRAWN | {"kings_of_coins": 0, "other_kings": 0, "porbis": True}
NO_COUNT = without(SELF_DRAWN | {"kings_of_coins": 0}, ["other_kings"])
FIRST = {"entry": 1, "reason": ""}
FALSELY_DAN = {"seat": DAN, "hand_is_void": False}
VOID = {"void": "misdeal", "by": BEN}
IT_WAS_CARLA = {"entry": 1, "mode": "cards", "act": CARLAS, "reason": "it was Carla"}

CASES = {
    "a hand by its cards is paid by each opponent": Case(CARDS, {"act": WORKED}, then=(180, -90, 0, -90)),
    "a hand names a secret that was paid (C9)": Case(CARDS, {"act": BENS_SECRET}, (secret,), then=(-270, 540, -270, 0)),
    "a secret that was paid and is not named (C9)": Case(
        CARDS, {"act": UNNAMED}, (secret,), page="secret_1:secrets_not_named", api="secrets_not_named"
    ),
    "a hand that lacks one card": Case(CARDS, {"act": SHORT}, page="hand:wrong_card_count", api="wrong_card_count"),
    "a hand with two things wrong says both": Case(
        CARDS,
        {"act": WORKED | {"bounit": "12B", "extra": "13X"}},
        page="bounit:king_from_discards extra:unknown_card",
        api="unknown_card",
    ),
    "a hand won by nobody at the table": Case(
        CARDS, {"act": WORKED | {"winner": 7}}, page="winner:invalid_choice", api="unknown_seat"
    ),
    "a hand that was recorded first": Case(CARDS, {"act": CARLAS}, meanwhile=(win,), refused="409 hand_taken"),
    "a hand after a secret not seen": Case(CARDS, {"act": WORKED}, meanwhile=(secret,), refused="409 table_changed"),
    "a hand with another sowee than the table notes by now": Case(
        CARDS, {"act": WORKED}, (noted("4O"),), meanwhile=(noted("5C"),), refused="409 sowee_changed"
    ),
    "a closed night takes no hand": Case(CARDS, {"act": WORKED}, meanwhile=(closed,), refused="409 session_closed"),
    "a declared hand is paid as its cards would be": Case(QUICK, {"act": people.DECLARED_WIN}, then=(180, -90, 0, -90)),
    "a declared hand that was drawn pays no condition": Case(QUICK, {"act": SELF_DRAWN}, then=(-200, 400, -200, 0)),
    "a declared hand says which conditions hold": Case(QUICK, {"act": DECLARED}, then=(-150, 0, -150, 300)),
    "a declared hand without kings is porbis (C32)": Case(QUICK, {"act": NO_KINGS}, then=(-300, 600, -300, 0)),
    "a declared hand is no porbis before both kinds of kings are counted": Case(
        QUICK, {"act": NO_COUNT}, page="other_kings:missing_field", api="missing_field"
    ),
    "a drawn hand pays nothing (C33)": Case(UNWON, {"act": people.DRAWN}, (secret,), then=(-50, 100, -50, 0)),
    "who caused a hand that does not count pays each other player (C38)": Case(
        UNWON, {"act": VOID}, night={"rules": {"preset": "pagat", "void_penalty": 40}}, then=(40, -120, 40, 40)
    ),
    "who caused a hand that does not count sits at the table (C38)": Case(
        UNWON, {"act": VOID | {"by": 5}}, (eva_waits,), page="by:invalid_choice", api="unknown_seat"
    ),
    "a drawn hand won meanwhile": Case(UNWON, {"act": people.DRAWN}, meanwhile=(win,), refused="409 hand_taken"),
    "a drawn hand after news": Case(UNWON, {"act": people.DRAWN}, meanwhile=(secret,), refused="409 table_changed"),
    "a hand is corrected into what it was": Case(CORRECT, IT_WAS_CARLA, (win,), then=(0, -90, 180, -90)),
    "a hand taken back is not corrected": Case(
        CORRECT, IT_WAS_CARLA, (win,), meanwhile=(undone,), refused="409 hand_taken"
    ),
    "the newest line is taken back without a reason": Case(UNDO, FIRST, (win,), then=(0, 0, 0, 0)),
    "an older hand is taken back with a reason": Case(
        UNDO, {"entry": 1, "reason": "a joke"}, (win, bens_win), then=(-90, 180, -90, 0)
    ),
    "an older hand is taken back without a reason": Case(UNDO, FIRST, (win, bens_win), then=(-90, 180, -90, 0)),
    "a false win taken back with the end of its hand (C35)": Case(UNDO, FIRST, (false_win,), reads=hand_number, then=1),
    "a false win that something followed is taken back alone": Case(
        UNDO, FIRST, (false_win, secret), reads=hand_number, then=2
    ),
    "a reason that is too long": Case(
        UNDO, {"entry": 1, "reason": "x" * 201}, (win,), page="reason:max_length", api="reason:invalid"
    ),
    "a line that another phone took back": Case(
        UNDO, {"entry": 1, "reason": "late"}, (win,), meanwhile=(undone,), refused="409 not_reversible"
    ),
    "a proposed hand pays nothing": Case(PROPOSE, BEN_PROPOSES, (allow_proposals,), by=BEN, then=(0, 0, 0, 0)),
    "nobody proposes where the host did not allow it": Case(PROPOSE, BEN_PROPOSES, by=BEN, refused="409 proposal"),
    "a phone of nobody proposes nothing": Case(PROPOSE, BEN_PROPOSES, (allow_proposals,), refused="409 proposal"),
    "a proposal is put aside": Case(
        DECLINE, {"proposal": lambda session: Proposal.objects.get(session=session).public_id}, (proposed,)
    ),
    "a secret is paid by each opponent (C17)": Case(SECRET, {"seat": BEN}, then=(-50, 100, -50, 0)),
    "a closed night takes no secret": Case(SECRET, {"seat": BEN}, meanwhile=(closed,), refused="409 session_closed"),
    "a secret after other news": Case(SECRET, {"seat": BEN}, meanwhile=(secret_of(DAN),), refused="409 table_changed"),
    "a secret of somebody who left is refunded by the seats it was laid on (C18)": Case(
        REFUND,
        FIRST,
        (secret, lambda session: people.sit(session, "Ana", "Dan", "Carla", "Eva")),
        night=PENALTIES,
        then=(30, -60, 30, 0, 0),
    ),
    "a secret taken back is not refunded": Case(
        REFUND, FIRST, (secret,), meanwhile=(undone,), refused="409 not_reversible"
    ),
    "a false win is paid to each opponent (C35)": Case(FALSE_WIN, FALSELY_DAN, night=PENALTIES, then=(40, 0, 40, -80)),
    "a false win costs nothing where the house sets no penalty (C35)": Case(FALSE_WIN, FALSELY_DAN, then=(0, 0, 0, 0)),
    "a false win after other news": Case(FALSE_WIN, FALSELY_DAN, meanwhile=(secret,), refused="409 table_changed"),
}
