"""What a night is called, whether it counts, and who may propose."""

from scoring.models import Session
from scoring.operations.sessions.sessions import About, change_switches, describe_session
from tests.acts.cases import Act, Case, Data

RAINY = {"name": "Fiesta", "place": "Ana's", "note": "rain"}


def seen_about(session: Session) -> Data:
    """Return what the page said of the night."""
    return {"expected_name": session.name, "expected_place": session.place, "expected_note": session.note}


def about_fields(given: Data) -> Data:
    """Return the fields of the form."""
    return {name.replace("expected_", "seen_"): value for name, value in given.items()}


def seen_switches(session: Session) -> Data:
    """Return how the switches stood."""
    return {"expected_practice": session.is_practice, "expected_proposals": session.players_may_propose}


def switch_fields(given: Data) -> Data:
    """Return the fields of the form of the switches."""
    on = {name: "on" for name in ("is_practice", "players_may_propose") if given[name]}
    seen = (given["expected_practice"], given["expected_proposals"])
    return {**on, "expected": "".join(str(int(one)) if isinstance(one, bool) else one for one in seen)}


def renamed(session: Session) -> None:
    """Call the night otherwise."""
    describe_session(session=session, about=About(name="Saturday"))


def practice(session: Session) -> None:
    """Have the night not count."""
    change_switches(session=session, is_practice=True, players_may_propose=False)


def about(session: Session) -> object:
    """Return what the night is called, where it is played and the note."""
    return session.name, session.place, session.note


def switches(session: Session) -> object:
    """Return whether the night is practice and whether players may propose."""
    return session.is_practice, session.players_may_propose


ABOUT = Act(page="about", path="about/", fields=about_fields, seen=seen_about, method="put", status=200)
SWITCHES = Act(page="switches", path="switches/", fields=switch_fields, seen=seen_switches, method="put", status=200)

CASES = {
    "a night has a name, a place and a note": Case(
        act=ABOUT, given=RAINY, reads=about, then=("Fiesta", "Ana's", "rain")
    ),
    "a night that was named on another phone meanwhile": Case(
        act=ABOUT, given=RAINY, meanwhile=(renamed,), refused=(409, "shown_changed")
    ),
    "a name of more than fits": Case(
        act=ABOUT, given=RAINY | {"name": "x" * 81}, page=(422, "name:max_length"), api=(422, "name:invalid")
    ),
    "a night is practice, and players may propose": Case(
        act=SWITCHES, given={"is_practice": True, "players_may_propose": True}, reads=switches, then=(True, True)
    ),
    "both switches are off again": Case(
        act=SWITCHES,
        given={"is_practice": False, "players_may_propose": False},
        before=(practice,),
        reads=switches,
        then=(False, False),
    ),
    "switches that another phone changed": Case(
        act=SWITCHES,
        given={"is_practice": False, "players_may_propose": True},
        meanwhile=(practice,),
        refused=(409, "shown_changed"),
    ),
}
