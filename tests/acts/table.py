"""What is recorded while a night is played."""

from scoring.games.offers import Tapped
from scoring.models import Dispute, Entry, Proposal, Ruling, Session
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.companion import note_tap
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.reversing import undo
from scoring.queries.table import tables
from scoring.queries.table.companion import Tap, companion_of, hand_of
from scoring.queries.table.disputes import objections_of
from scoring.queries.table.state import table_state
from tests import people
from tests.acts.cases import Act, Case, Data, Step, amounts, nothing, only, without
from tests.api.programs import propose
from tests.people import ANA, BEN, CARLA, DAN

DECLARED = {
    "result": "win",
    "winner": DAN,
    "declared": True,
    "source": "claimed",
    "sowee": "10E",
    "kings_of_coins": 1,
    "other_kings": 2,
    "bounit_condition": True,
    "sowee_condition": False,
    "porbis": False,
}
CARLAS = people.WORKED_WIN | {"winner": CARLA}
BENS_SECRET = people.WORKED_WIN | {
    "winner": BEN,
    "source": "self_drawn",
    "hand": "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C",
    "bounit": "4E",
    "secrets": ["3O"],
}
PENALTIES = {"preset": "pagat", "false_win_penalty": 40, "false_secret_penalty": 30}


# What comes before


def win(session: Session) -> Entry:
    """Have Ana win 90 of Ben and of Dan."""
    return people.win(session)


def bens_win(session: Session) -> Entry:
    """Have Ben win 90 of Ana and of Carla."""
    return people.win(session, winner=BEN)


def secret(session: Session) -> Entry:
    """Have Ben paid 50 by Ana and by Carla."""
    newest = tables.last_entry_number(session=session)
    return record_secret(session=session, seat=BEN, expected_entry=newest, stamp=people.stamp())


def drawn(session: Session) -> None:
    """Have nobody win a hand."""
    record_hand(session=session, act=people.DRAWN, expected=people.expected(session), stamp=people.stamp())


def undone(session: Session) -> None:
    """Take the first line back."""
    undo(entry=session.entries.get(number=1), reason="a slip", stamp=people.stamp())


def cash(session: Session) -> None:
    """Have Ben hand 50 to Ana."""
    hand_over_early(session=session, payer=BEN, payee=ANA, amount_cents=50, stamp=people.stamp())


def objected(session: Session) -> Dispute:
    """Have Ben object to the first line."""
    seat = session.seats.get(number=BEN)
    return raise_dispute(entry=session.entries.get(number=1), seat=seat, why="five kings", stamp=people.stamp())


def let_stand(session: Session) -> None:
    """Have the host let the disputed line stand."""
    dispute = Dispute.objects.filter(entry__session=session).latest("pk")
    give_voice(dispute=dispute, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())


def proposed(session: Session) -> Proposal:
    """Have Ben propose the worked win of Ana."""
    return propose(session=session)


def noted(sowee: str) -> Step:
    """Return a step that notes a sowee for the first hand."""
    return lambda session: keep_table(session=session, hand=1, notes={"sowee": sowee})


def tapped(session: Session) -> None:
    """Have Ana discard in the first hand."""
    tap = Tap(what=Tapped.DISCARD, seat=ANA)
    note_tap(session=session, hand=1, seen=str(seen_companion(session)["version"]), tap=tap)


def closed(session: Session) -> Entry:
    """Close the night."""
    return people.close(session)


# What forms and requests saw


def seen_hand(session: Session) -> Data:
    """Return what the form of a hand saw."""
    state = table_state(session=session)
    return {"expected_after": state.after, "expected_entry": state.last_entry, "expected_sowee": state.sowee}


def seen_companion(session: Session) -> Data:
    """Return what a tap was made on."""
    session.refresh_from_db()
    hand = hand_of(session=session)
    return {"hand": hand.number, "version": companion_of(session=session, hand=hand).version}


def seen_sowee(session: Session) -> Data:
    """Return what was noted of the hand that is played."""
    state = table_state(session=session)
    return {"hand": state.hand_number, "expected_sowee": state.sowee}


def seen_objections(session: Session) -> Data:
    """Return how many objections were read."""
    return {"expected_objections": len(objections_of(session=session))}


# How the input becomes the fields of a page


def hand_fields(given: Data) -> Data:
    """Return the fields of the form of a hand."""
    return {**without(given, ["act"]), **act_fields(given["act"]), "step": "record"}


def act_fields(act: Data) -> Data:
    """Return how a hand is entered: that nobody won, declared, or by its cards."""
    if act.get("result") != "win":
        return without(act, ["result"])
    fields = {name: act.get(name) for name in ("winner", "source", "sowee")}
    if act["declared"]:
        met = bool(act.get("bounit_condition")), bool(act.get("sowee_condition"))
        conditions = {(True, True): "both", (True, False): "bounit", (False, True): "sowee", (False, False): "neither"}
        kings = {name: act.get(name) for name in ("kings_of_coins", "other_kings")}
        return fields | kings | {"conditions": conditions.get(met), "porbis": act.get("porbis") and "on"}
    secrets = {f"secret_{place}": kind for place, kind in enumerate(act["secrets"], start=1)}
    return fields | {name: act.get(name) for name in ("hand", "bounit", "extra")} | secrets


def seat_fields(given: Data) -> Data:
    """Return the fields of the form of the seats."""
    places = {f"place_{place}": name for place, name in enumerate(given["names"], start=1)}
    waits = {f"waits_{number}": name for number, name in enumerate(given.get("waiting", ()), start=1)}
    return {**without(given, ["names", "waiting"]), **places, **waits, "step": "record"}


def false_win_fields(given: Data) -> Data:
    """Return the fields of the form of a false win."""
    return {**without(given, ["hand_is_void"]), "end": "void" if given["hand_is_void"] else "on"}


def tong_fields(given: Data) -> Data:
    """Return the fields of the form of the tong."""
    fixed = given["every"] if given["amount_cents"] else "none"
    way = "percent" if given["percent"] else fixed
    fields = amounts(without(given, ["every", "coin_cents"]))
    return {**fields, "way": way, "coin": given["coin_cents"]}


def tap_fields(given: Data) -> Data:
    """Return the fields of a tap."""
    return {**without(given, ["version"]), "seen": given["version"]}


def rule_fields(given: Data) -> Data:
    """Return the fields of the form of stakes and house rules."""
    rules = given.get("rules", {"preset": "pagat"})
    changes = {f"rule_{name}": value for name, value in rules.items() if name != "preset"}
    return {**without(given, ["rules"]), "preset": rules["preset"], **changes}


# How each is done

CARDS = Act(page="hand", path="hands/", fields=hand_fields, seen=seen_hand)
QUICK = Act(page="quick-hand", path="hands/", fields=hand_fields, seen=seen_hand)
UNWON = Act(page="drawn-hand", path="hands/", fields=hand_fields, seen=seen_hand)
CORRECT = Act(
    page="correct",
    path="entries/{entry}/correct/",
    args=("entry", "mode"),
    fields=hand_fields,
    content=only("act", "reason"),
    seen=seen_hand,
)
SECRET = Act(page="secret", path="secrets/", args=("seat",))
FALSE_WIN = Act(page="false-win", path="false-wins/", fields=false_win_fields)
UNDO = Act(page="undo", path="entries/{entry}/reverse/", args=("entry",), content=only("reason"))
REFUND = Act(page="refund", path="entries/{entry}/refund/", args=("entry",), content=only("reason"))
CASH = Act(page="cash", path="handovers/", fields=amounts)
SIDE_PAYMENT = Act(page="free-payment", path="free-payments/", fields=amounts)
TONG = Act(page="tong", path="tong/", fields=tong_fields)
SPEND = Act(page="spend-tong", path="tong/spendings/", fields=amounts)
SEATS = Act(page="seats", path="seats/", fields=seat_fields)
SWAP = Act(
    page="swap-seats",
    path="seats/",
    fields=only("comes", "goes", "expected_entry"),
    content=only("names", "expected_entry"),
    asked_on=("seats",),
)
TURN = Act(page="turn", path="seats/turn/", asked_on=("table",))
MEND = Act(page="mend-seats", path="seats/mend/", fields=seat_fields)
TERMS = Act(page="terms", path="terms/", fields=rule_fields)
OBJECT = Act(page="dispute", path="entries/{entry}/disputes/", args=("entry",), content=only("seat", "why"))
RULE = Act(
    page="rule-dispute",
    path="entries/{entry}/ruling/",
    args=("entry",),
    seen=seen_objections,
    status=200,
    asked_on=("objections", "entry"),
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
SOWEE = Act(page="sowee", path="table/", seen=seen_sowee, method="put", status=200)
TAP = Act(page="companion", path="companion/", fields=tap_fields, seen=seen_companion, status=200, asked_on=("table",))

CASES = {
    "a hand by its cards is paid by each opponent": Case(
        act=CARDS, given={"act": people.WORKED_WIN}, then=(180, -90, 0, -90)
    ),
    "a hand at stakes times ten is paid tenfold": Case(
        act=CARDS, given={"act": people.WORKED_WIN}, night={"stake_factor": 10}, then=(1800, -900, 0, -900)
    ),
    "a declared hand is paid as its cards would be": Case(
        act=QUICK, given={"act": people.DECLARED_WIN}, then=(180, -90, 0, -90)
    ),
    "a secret is paid by each opponent (C17)": Case(act=SECRET, given={"seat": BEN}, then=(-50, 100, -50, 0)),
    "a secret after other news is asked again": Case(
        act=SECRET, given={"seat": BEN}, meanwhile=(win,), refused=(409, "table_changed")
    ),
    "a closed night takes no secret": Case(
        act=SECRET, given={"seat": BEN}, meanwhile=(closed,), refused=(409, "session_closed")
    ),
    "the newest hand is taken back without a reason": Case(
        act=UNDO, given={"entry": 1, "reason": ""}, before=(win,), then=(0, 0, 0, 0)
    ),
    "an older hand is taken back with a reason only": Case(
        act=UNDO,
        given={"entry": 1, "reason": ""},
        before=(win, bens_win),
        page=(422, "reason:reason_missing"),
        api=(422, "reason:invalid"),
    ),
}
