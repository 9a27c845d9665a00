"""Who sits where, the terms, objections, and what is kept beside the books while a hand is played."""

from scoring.models import Session
from scoring.queries.table.disputes import objections_of
from scoring.queries.table.night import night_of
from scoring.queries.table.state import table_state
from tests import people
from tests.acts.before import closed, drawn, eva_waits, let_stand, noted, objected, objected_again, tapped, win
from tests.acts.cases import Act, Case, Data, only, without
from tests.people import ANA, BEN, CARLA, DAN


def seat_fields(given: Data) -> Data:
    places = {f"place_{place}": name for place, name in enumerate(given["names"], start=1)}
    waits = {f"waits_{number}": name for number, name in enumerate(given.get("waiting", ()), start=1)}
    return {**without(given, ["names", "waiting"]), **places, **waits, "step": "record"}


def rule_fields(given: Data) -> Data:
    rules = given.get("rules", {"preset": "pagat"})
    stakes = given["stake_factor"]
    changes = {f"rule_{name}": f"{value * stakes / 100:.2f}" for name, value in rules.items() if name != "preset"}
    price = {"price": f"{0.5 * stakes:.2f}"}  # a secret is 50 in the rules
    return {**without(given, ["rules", "stake_factor"]), "preset": rules["preset"], **price, **changes}


def tap_fields(given: Data) -> Data:
    return {**without(given, ["version"]), "seen": given["version"]}


def seen_objections(session: Session) -> Data:
    return {"expected_objections": len(objections_of(session=session))}


def seen_companion(session: Session) -> Data:
    found = people.companion(session)
    return {"hand": found.hand, "version": found.version}


def seen_sowee(session: Session) -> Data:
    state = table_state(session=session)
    return {"hand": state.hand_number, "expected_sowee": state.sowee}


def seats(session: Session) -> object:
    now = night_of(session=session).seatings.now
    return now.seats, now.dealer, now.waiting, now.each_hand


def open_objections(session: Session) -> object:
    return [(one.line, one.player, one.why, one.outcome) for one in objections_of(session=session)]


def sowee(session: Session) -> object:
    return table_state(session=session).sowee


def taps(session: Session) -> object:
    return [(str(tap.what), tap.seat) for tap in people.companion(session).taps]


def terms(session: Session) -> object:
    session = Session.objects.get(pk=session.pk)
    return session.stakes, session.in_force.data["secret"]


def other_rules(**changes: object) -> Data:
    return {"stake_factor": 1, "rules": {"preset": "pagat", **changes}, "reason": ""}


SEATS = Act(page="seats", path="seats/", fields=seat_fields, asked_on=("setup",))
SWAP = Act(
    page="swap-seats",
    path="seats/",
    fields=only("comes", "goes", "expected_entry"),
    content=only("names", "waiting", "expected_entry"),
    asked_on=("setup",),
)
TURN = Act(page="turn", path="seats/turn/", asked_on=("table",))
MEND = Act(page="mend-seats", path="seats/mend/", fields=seat_fields, asked_on=("setup",))
TERMS = Act(page="terms", path="terms/", fields=rule_fields, asked_on=("setup",))
OBJECT = Act(
    page="dispute",
    path="entries/{entry}/disputes/",
    args=("entry",),
    fields=lambda given: {**without(given, ["reason"]), "why": given["reason"]},
    content=only("seat", "reason"),
)
RULE = Act(
    page="rule-dispute",
    path="entries/{entry}/ruling/",
    args=("entry",),
    seen=seen_objections,
    status=200,
    asked_on=("entry", "entry"),
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

SAME = {"names": list(people.NAMES)}
MIXED = ["Ana", "Carla", "Ben", "Dan"]
MENDED = {"hand": 1, "names": MIXED, "mistake": "places", "reason": "we had changed"}
CAME = ["Ana", "Eva", "Carla", "Dan"]
STAKES = {"stake_factor": 20, "reason": ""}
FIVE_KINGS = {"entry": 1, "seat": DAN, "reason": "five kings"}
BENS_OBJECTION, BENS_STANDS = FIVE_KINGS | {"seat": BEN}, [(1, "Ben", "five kings", "open")]
UPHOLD, REJECT = {"entry": 1, "ruling": "uphold"}, {"entry": 1, "ruling": "reject"}
DISCARD = {"what": "discard", "seat": ANA}

CASES = {
    "seats are changed": Case(SEATS, {"names": MIXED}, (win,), reads=seats, then=((1, 3, 2, 4), ANA, (), False)),
    "a place deals": Case(SEATS, {"names": MIXED, "dealer": 2}, reads=seats, then=((1, 3, 2, 4), CARLA, (), False)),
    "somebody new comes in": Case(SEATS, {"names": CAME}, reads=seats, then=((1, 5, 3, 4), ANA, (), False)),
    "people wait for a turn that comes by itself": Case(
        SEATS, SAME | {"waiting": ["Eva"], "each_hand": True}, reads=seats, then=((1, 2, 3, 4), ANA, (5,), True)
    ),
    "with partners four play (C16)": Case(
        SEATS, {"names": ["Ana", "Ben", "Carla"]}, page="wrong_seat_count", api="wrong_seat_count"
    ),
    "two seats of one name": Case(SEATS, {"names": ["Ana", "Ben", "Ana", "Dan"]}, page="player", api="409 player"),
    "everybody sits so already": Case(SEATS, SAME, page="seating", api="409 seating"),
    "seats after other news": Case(SEATS, {"names": MIXED}, meanwhile=(win,), refused="409 table_changed"),
    "somebody comes in for another, who sits out": Case(
        SWAP,
        {"comes": ANA, "goes": BEN, "names": ["Eva", "Ana", "Carla", "Dan"]},
        (lambda session: people.sit(session, "Eva", *people.NAMES[1:]),),
        reads=seats,
        then=((5, 1, 3, 4), CARLA, (), False),
    ),
    "who waited goes home": Case(
        SWAP,
        SAME | {"comes": 5, "goes": "", "waiting": ["Fe"]},
        (lambda session: people.wait(session, "Eva", "Fe"),),
        reads=seats,
        then=((1, 2, 3, 4), ANA, (6,), False),
    ),
    "who has waited longest comes in for who has played longest": Case(
        TURN, {}, (eva_waits,), reads=seats, then=((5, 2, 3, 4), BEN, (1,), False)
    ),
    "nobody comes in where nobody waits": Case(TURN, refused="409 nobody_waits"),
    "a turn after other news": Case(TURN, {}, (eva_waits,), meanwhile=(win,), refused="409 table_changed"),
    "seats are put right since a hand, which is paid anew": Case(MEND, MENDED, (win,), then=(180, 0, -90, -90)),
    "a person is put right since a hand, who pays in the place of the other": Case(
        MEND, MENDED | {"names": CAME, "mistake": "people"}, (win,), then=(180, 0, 0, -90, -90)
    ),
    "seats are put right with a reason": Case(
        MEND, MENDED | {"reason": ""}, (win,), page="reason:required", api="reason:invalid"
    ),
    "mending after other news": Case(MEND, MENDED, (win,), meanwhile=(drawn,), refused="409 table_changed"),
    "other stakes count from the next hand on": Case(TERMS, STAKES, reads=terms, then=(20, 50)),
    "other house rules count from the next hand on": Case(TERMS, other_rules(secret=60), reads=terms, then=(1, 60)),
    "terms that are in force already": Case(TERMS, STAKES | {"stake_factor": 1}, page="terms", api="409 terms"),
    "stakes of nothing": Case(TERMS, STAKES | {"stake_factor": 0}, page="price:price", api="stake_factor:invalid"),
    "a house rule that the preset does not use": Case(
        TERMS, other_rules(price_king=7), page="rule_price_king:idle_house_rule", api="idle_house_rule"
    ),
    "terms after other news": Case(TERMS, STAKES, meanwhile=(win,), refused="409 table_changed"),
    "the scorekeeper objects for somebody": Case(
        OBJECT, FIVE_KINGS, (win,), reads=open_objections, then=[(1, "Dan", "five kings", "open")]
    ),
    "a player objects": Case(OBJECT, BENS_OBJECTION, (win,), by=BEN, reads=open_objections, then=BENS_STANDS),
    "a line that is disputed already": Case(OBJECT, FIVE_KINGS, (win,), meanwhile=(objected,), refused="409 dispute"),
    "the host upholds an objection, and the line is taken back": Case(RULE, UPHOLD, (win, objected), then=(0, 0, 0, 0)),
    "the host lets a line stand": Case(RULE, REJECT, (win, objected), then=(180, -90, 0, -90)),
    "a player of one side alone settles nothing": Case(
        RULE, REJECT, (win, objected), by=BEN, lands="entry", reads=open_objections, then=BENS_STANDS
    ),
    "a voice too late": Case(RULE, UPHOLD, (win, objected), meanwhile=(let_stand,), by=CARLA, refused="409 dispute"),
    "a ruling on another objection than the one that was read": Case(
        RULE, UPHOLD, (win, objected), meanwhile=(let_stand, objected_again), refused="409 objection_changed"
    ),
    "a sowee is noted for the hand that is played": Case(SOWEE, {"sowee": "4O"}, reads=sowee, then="4O"),
    "a sowee is taken off again": Case(SOWEE, {"sowee": None}, (noted("4O"),), reads=sowee, then=""),
    "a sowee that is no card of the pack": Case(SOWEE, {"sowee": "2O"}, page="sowee:unknown_card", api="sowee:invalid"),
    "two sowees at once": Case(SOWEE, {"sowee": "5C"}, meanwhile=(noted("4O"),), refused="409 sowee_changed"),
    "a tap is noted": Case(TAP, DISCARD, reads=taps, then=[("discard", ANA)]),
    "the last tap is taken back": Case(TAP, {"what": "undo"}, (tapped,), reads=taps, then=[]),
    "a tap made on an old page": Case(TAP, DISCARD, meanwhile=(tapped,), refused="409 companion_changed"),
    "a tap out of turn (C15)": Case(TAP, {"what": "turn", "seat": BEN}, refused="409 not_in_turn"),
    "a tap of a seat not said": Case(TAP, {"what": "discard"}, page="409 companion_changed", api="seat:invalid"),
    "a closed night notes no sowee": Case(SOWEE, {"sowee": "4O"}, meanwhile=(closed,), refused="409 session_closed"),
}
