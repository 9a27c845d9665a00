"""Who sits where, the terms, objections, and what is kept beside the books while a hand is played."""

from scoring.models import Session
from scoring.queries.table.disputes import objections_of
from scoring.queries.table.seatings import seatings_of
from scoring.queries.table.state import table_state
from tests import people
from tests.acts.before import closed, companion, drawn, let_stand, noted, objected, objected_again, tapped, win
from tests.acts.cases import Act, Case, Data, only, without
from tests.people import ANA, BEN, CARLA, DAN


def seat_fields(given: Data) -> Data:
    """Return the fields of the form of the seats."""
    places = {f"place_{place}": name for place, name in enumerate(given["names"], start=1)}
    waits = {f"waits_{number}": name for number, name in enumerate(given.get("waiting", ()), start=1)}
    return {**without(given, ["names", "waiting"]), **places, **waits, "step": "record"}


def rule_fields(given: Data) -> Data:
    """Return the fields of the form of stakes and house rules."""
    rules = given.get("rules", {"preset": "pagat"})
    changes = {f"rule_{name}": value for name, value in rules.items() if name != "preset"}
    return {**without(given, ["rules"]), "preset": rules["preset"], **changes}


def tap_fields(given: Data) -> Data:
    """Return the fields of a tap."""
    return {**without(given, ["version"]), "seen": given["version"]}


def seen_objections(session: Session) -> Data:
    """Return how many objections were read."""
    return {"expected_objections": len(objections_of(session=session))}


def seen_companion(session: Session) -> Data:
    """Return what a tap was made on."""
    found = companion(session)
    return {"hand": found.hand.number, "version": found.version}


def seen_sowee(session: Session) -> Data:
    """Return what was noted of the hand that is played."""
    state = table_state(session=session)
    return {"hand": state.hand_number, "expected_sowee": state.sowee}


def seats(session: Session) -> object:
    """Return who sits where, who deals, who waits, and whether turns are taken after each hand."""
    now = seatings_of(session=session).now
    return now.seats, now.dealer, now.waiting, now.each_hand


def open_objections(session: Session) -> object:
    """Return who objects to what, and how that ended."""
    return [(one.line, one.player, one.why, one.outcome) for one in objections_of(session=session)]


def sowee(session: Session) -> object:
    """Return the sowee that the table notes."""
    return table_state(session=session).sowee


def taps(session: Session) -> object:
    """Return what was tapped in the hand."""
    return [(str(tap.what), tap.seat) for tap in companion(session).taps]


def terms(session: Session) -> object:
    """Return the stakes and what a secret costs."""
    session = Session.objects.get(pk=session.pk)
    return session.stakes, session.in_force.data["secret"]


SEATS = Act(page="seats", path="seats/", fields=seat_fields)
SWAP = Act(
    page="swap-seats",
    path="seats/",
    fields=only("comes", "goes", "expected_entry"),
    content=only("names", "waiting", "expected_entry"),
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
SOWEE = Act(page="sowee", path="table/", seen=seen_sowee, method="put", status=200)
TAP = Act(
    page="companion",
    headers={"HX-Request": "true", "HX-Target": "companion-body"},
    page_done=200,
    path="companion/",
    fields=tap_fields,
    seen=seen_companion,
    status=200,
    asked_on=("table",),
)

MIXED = ["Ana", "Carla", "Ben", "Dan"]
MENDED = {"hand": 1, "names": MIXED, "mistake": "places", "reason": "we had changed"}

SEATED = {
    "seats are changed from now on": Case(
        act=SEATS, given={"names": MIXED}, before=(win,), reads=seats, then=((1, 3, 2, 4), ANA, (), False)
    ),
    "the dealer is named by a place": Case(
        act=SEATS, given={"names": MIXED, "dealer": 2}, reads=seats, then=((1, 3, 2, 4), CARLA, (), False)
    ),
    "somebody new comes in": Case(
        act=SEATS, given={"names": ["Ana", "Eva", "Carla", "Dan"]}, reads=seats, then=((1, 5, 3, 4), ANA, (), False)
    ),
    "people wait for a turn that comes by itself": Case(
        act=SEATS,
        given={"names": list(people.NAMES), "waiting": ["Eva"], "each_hand": True},
        reads=seats,
        then=((1, 2, 3, 4), ANA, (5,), True),
    ),
    "with partners four play (C16)": Case(
        act=SEATS,
        given={"names": ["Ana", "Ben", "Carla"]},
        page=(422, "wrong_seat_count"),
        api=(422, "wrong_seat_count"),
    ),
    "two seats of one name": Case(
        act=SEATS, given={"names": ["Ana", "Ben", "Ana", "Dan"]}, page=(422, "player"), api=(409, "player")
    ),
    "everybody sits so already": Case(
        act=SEATS, given={"names": list(people.NAMES)}, page=(422, "seating"), api=(409, "seating")
    ),
    "an empty place does not deal": Case(
        act=SEATS, given={"names": MIXED, "dealer": 5}, page=(422, "dealer:invalid_choice"), api=(409, "seating")
    ),
    "seats after other news are asked again": Case(
        act=SEATS, given={"names": MIXED}, meanwhile=(win,), refused=(409, "table_changed")
    ),
    "a closed night changes no seats": Case(
        act=SEATS, given={"names": MIXED}, meanwhile=(closed,), refused=(409, "session_closed")
    ),
    "somebody comes in for another, who sits out": Case(
        act=SWAP,
        given={"comes": ANA, "goes": BEN, "names": ["Eva", "Ana", "Carla", "Dan"]},
        before=(lambda session: people.sit(session, "Eva", "Ben", "Carla", "Dan"),),
        reads=seats,
        then=((5, 1, 3, 4), CARLA, (), False),
    ),
    "two swap places, and the dealer stays": Case(
        act=SWAP,
        given={"comes": ANA, "goes": CARLA, "names": ["Carla", "Ben", "Ana", "Dan"]},
        reads=seats,
        then=((3, 2, 1, 4), ANA, (), False),
    ),
    "who waited goes home": Case(
        act=SWAP,
        given={"comes": 5, "goes": "", "names": list(people.NAMES), "waiting": ["Fe"]},
        before=(lambda session: people.wait(session, "Eva", "Fe"),),
        reads=seats,
        then=((1, 2, 3, 4), ANA, (6,), False),
    ),
    "who has waited longest comes in for who has played longest": Case(
        act=TURN,
        before=(lambda session: people.wait(session, "Eva"),),
        reads=seats,
        then=((5, 2, 3, 4), BEN, (1,), False),
    ),
    "nobody comes in where nobody waits": Case(act=TURN, refused=(409, "nobody_waits")),
    "a turn after other news": Case(
        act=TURN,
        before=(lambda session: people.wait(session, "Eva"),),
        meanwhile=(win,),
        refused=(409, "table_changed"),
    ),
    "seats are put right since a hand, which is paid anew": Case(
        act=MEND, given=MENDED, before=(win,), then=(180, 0, -90, -90)
    ),
    "a person is put right since a hand, who pays in the place of the other": Case(
        act=MEND,
        given=MENDED | {"names": ["Ana", "Eva", "Carla", "Dan"], "mistake": "people"},
        before=(win,),
        then=(180, 0, 0, -90, -90),
    ),
    "seats are put right since a hand that was played": Case(
        act=MEND,
        given=MENDED | {"hand": 9},
        before=(win,),
        page=(422, "hand:invalid_choice"),
        api=(422, "hand:invalid"),
    ),
    "seats are put right with a reason": Case(
        act=MEND,
        given=MENDED | {"reason": ""},
        before=(win,),
        page=(422, "reason:required"),
        api=(422, "reason:invalid"),
    ),
    "seats by which a winner did not sit there": Case(
        act=MEND,
        given=MENDED | {"names": ["Eva", "Carla", "Ben", "Dan"]},
        before=(win,),
        page=(422, "seating"),
        api=(409, "seating"),
    ),
    "seats after other news are not put right": Case(
        act=MEND, given=MENDED, before=(win,), meanwhile=(drawn,), refused=(409, "table_changed")
    ),
}

AGREED = {
    "other stakes count from the next hand on": Case(
        act=TERMS, given={"stake_factor": 20, "reason": "last round"}, reads=terms, then=(20, 50)
    ),
    "other house rules count from the next hand on": Case(
        act=TERMS,
        given={"stake_factor": 1, "rules": {"preset": "pagat", "secret": 60}, "reason": ""},
        reads=terms,
        then=(1, 60),
    ),
    "what was paid stays as it was": Case(
        act=TERMS, given={"stake_factor": 20, "reason": ""}, before=(win,), then=(180, -90, 0, -90)
    ),
    "terms that are in force already": Case(
        act=TERMS, given={"stake_factor": 1, "reason": ""}, page=(422, "terms"), api=(409, "terms")
    ),
    "stakes of nothing": Case(
        act=TERMS,
        given={"stake_factor": 0, "reason": ""},
        page=(422, "stake_factor:min_value"),
        api=(422, "stake_factor:invalid"),
    ),
    "terms after other news are asked again": Case(
        act=TERMS, given={"stake_factor": 20, "reason": ""}, meanwhile=(win,), refused=(409, "table_changed")
    ),
    "a closed night has no other terms": Case(
        act=TERMS, given={"stake_factor": 20, "reason": ""}, meanwhile=(closed,), refused=(409, "session_closed")
    ),
}

DISPUTED = {
    "the scorekeeper objects for somebody": Case(
        act=OBJECT,
        given={"entry": 1, "seat": DAN, "why": "five kings"},
        before=(win,),
        reads=open_objections,
        then=[(1, "Dan", "five kings", "open")],
    ),
    "a player objects": Case(
        act=OBJECT,
        given={"entry": 1, "seat": BEN, "why": "five kings"},
        before=(win,),
        by=BEN,
        reads=open_objections,
        then=[(1, "Ben", "five kings", "open")],
    ),
    "an objection needs a word": Case(
        act=OBJECT,
        given={"entry": 1, "seat": DAN, "why": ""},
        before=(win,),
        page=(422, "why:required"),
        api=(422, "why:invalid"),
    ),
    "an objection of nobody at the table": Case(
        act=OBJECT,
        given={"entry": 1, "seat": 7, "why": "no"},
        before=(win,),
        page=(422, "seat:invalid_choice"),
        api=(422, "seat:invalid"),
    ),
    "a line that is disputed already": Case(
        act=OBJECT,
        given={"entry": 1, "seat": DAN, "why": "no"},
        before=(win,),
        meanwhile=(objected,),
        refused=(409, "dispute"),
    ),
    "the host upholds an objection, and the line is taken back": Case(
        act=RULE, given={"entry": 1, "ruling": "uphold"}, before=(win, objected), then=(0, 0, 0, 0)
    ),
    "the host lets a line stand": Case(
        act=RULE, given={"entry": 1, "ruling": "reject"}, before=(win, objected), then=(180, -90, 0, -90)
    ),
    "a player of one side alone settles nothing": Case(
        act=RULE,
        given={"entry": 1, "ruling": "reject"},
        before=(win, objected),
        by=BEN,
        lands="objections",
        reads=open_objections,
        then=[(1, "Ben", "five kings", "open")],
    ),
    "a late voice on what is settled": Case(
        act=RULE,
        given={"entry": 1, "ruling": "uphold"},
        before=(win, objected),
        meanwhile=(let_stand,),
        by=CARLA,
        refused=(409, "dispute"),
    ),
    "a ruling on another objection than the one that was read": Case(
        act=RULE,
        given={"entry": 1, "ruling": "uphold"},
        before=(win, objected),
        meanwhile=(let_stand, objected_again),
        refused=(409, "objection_changed"),
    ),
}

NOTED = {
    "a sowee is noted for the hand that is played": Case(act=SOWEE, given={"sowee": "4O"}, reads=sowee, then="4O"),
    "a sowee is taken off again": Case(act=SOWEE, given={"sowee": ""}, before=(noted("4O"),), reads=sowee, then=""),
    "a sowee that is no card of the pack": Case(
        act=SOWEE, given={"sowee": "2O"}, page=(422, "sowee:unknown_card"), api=(422, "sowee:invalid")
    ),
    "another sowee than was noted meanwhile": Case(
        act=SOWEE, given={"sowee": "5C"}, meanwhile=(noted("4O"),), refused=(409, "sowee_changed")
    ),
    "a closed night notes no sowee": Case(
        act=SOWEE, given={"sowee": "4O"}, meanwhile=(closed,), refused=(409, "session_closed")
    ),
    "a tap is noted": Case(act=TAP, given={"what": "discard", "seat": ANA}, reads=taps, then=[("discard", ANA)]),
    "the last tap is taken back": Case(act=TAP, given={"what": "undo"}, before=(tapped,), reads=taps, then=[]),
    "a tap made on an old page": Case(
        act=TAP, given={"what": "discard", "seat": ANA}, meanwhile=(tapped,), refused=(409, "companion_changed")
    ),
    "a tap of nobody at the table (C12)": Case(
        act=TAP, given={"what": "discard", "seat": 7}, refused=(409, "unknown_seat")
    ),
    "a tap out of turn (C15)": Case(act=TAP, given={"what": "turn", "seat": BEN}, refused=(409, "not_in_turn")),
    "a draw with sixteen cards (C15)": Case(
        act=TAP, given={"what": "draw", "seat": ANA}, refused=(409, "already_drawn")
    ),
    "purro before the own discard (C19)": Case(
        act=TAP, given={"what": "purro", "seat": ANA}, refused=(409, "after_own_discard")
    ),
    "purro lost by who is not (C19)": Case(act=TAP, given={"what": "lost", "seat": BEN}, refused=(409, "not_purro")),
    "purro taken back by who is not (C19)": Case(
        act=TAP, given={"what": "take_back", "seat": BEN}, refused=(409, "not_purro")
    ),
    "a secret out of turn (C17)": Case(act=TAP, given={"what": "secret", "seat": BEN}, refused=(409, "secret_time")),
    "a tap of a seat that is not said": Case(
        act=TAP, given={"what": "discard"}, page=(409, "companion_changed"), api=(422, "seat:invalid")
    ),
    "a closed night takes no tap": Case(
        act=TAP, given={"what": "discard", "seat": ANA}, meanwhile=(closed,), refused=(409, "session_closed")
    ),
}

CASES = SEATED | AGREED | DISPUTED | NOTED
