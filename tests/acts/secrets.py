"""Secrets and false wins."""

from tests import people
from tests.acts.before import closed, secret, secret_of, undone
from tests.acts.cases import Act, Case, Data, only, without
from tests.people import BEN, DAN


def false_win_fields(given: Data) -> Data:
    """Return the fields of the form of a false win."""
    return {**without(given, ["hand_is_void"]), "end": "void" if given["hand_is_void"] else "on"}


SECRET = Act(page="secret", path="secrets/", args=("seat",))
REFUND = Act(page="refund", path="entries/{entry}/refund/", args=("entry",), content=only("reason"))
FALSE_WIN = Act(page="false-win", path="false-wins/", fields=false_win_fields)

PENALTIES = {"rules": {"preset": "pagat", "false_win_penalty": 40, "false_secret_penalty": 30}}

CASES = {
    "a secret is paid by each opponent (C17)": Case(act=SECRET, given={"seat": BEN}, then=(-50, 100, -50, 0)),
    "a secret at stakes times twenty is paid so": Case(
        act=SECRET, given={"seat": BEN}, night={"stake_factor": 20}, then=(-1000, 2000, -1000, 0)
    ),
    "a secret after other news is asked again": Case(
        act=SECRET, given={"seat": BEN}, meanwhile=(secret_of(DAN),), refused=(409, "table_changed")
    ),
    "a closed night takes no secret": Case(
        act=SECRET, given={"seat": BEN}, meanwhile=(closed,), refused=(409, "session_closed")
    ),
    "a secret that was none is refunded (C18)": Case(
        act=REFUND, given={"entry": 1, "reason": "three fours"}, before=(secret,), then=(0, 0, 0, 0)
    ),
    "a secret that was none costs the penalty of the house besides (C18)": Case(
        act=REFUND, given={"entry": 1, "reason": ""}, before=(secret,), night=PENALTIES, then=(30, -60, 30, 0)
    ),
    "a secret of somebody who left is refunded by the seats it was laid on (C18)": Case(
        act=REFUND,
        given={"entry": 1, "reason": ""},
        before=(secret, lambda session: people.sit(session, "Ana", "Dan", "Carla", "Eva")),
        night=PENALTIES,
        then=(30, -60, 30, 0, 0),
    ),
    "a secret that was taken back is not refunded": Case(
        act=REFUND,
        given={"entry": 1, "reason": ""},
        before=(secret,),
        meanwhile=(undone,),
        refused=(409, "not_reversible"),
    ),
    "a false win is paid to each opponent and play goes on (C35)": Case(
        act=FALSE_WIN, given={"seat": DAN, "hand_is_void": False}, night=PENALTIES, then=(40, 0, 40, -80)
    ),
    "a false win at stakes times two": Case(
        act=FALSE_WIN,
        given={"seat": DAN, "hand_is_void": False},
        night=PENALTIES | {"stake_factor": 2},
        then=(80, 0, 80, -160),
    ),
    "a false win may end the hand, and the dealer deals again (C35)": Case(
        act=FALSE_WIN, given={"seat": DAN, "hand_is_void": True}, night=PENALTIES, then=(40, 0, 40, -80)
    ),
    "a false win costs nothing where the house sets no penalty (C35)": Case(
        act=FALSE_WIN, given={"seat": DAN, "hand_is_void": False}, then=(0, 0, 0, 0)
    ),
    "a false win of nobody at the table": Case(
        act=FALSE_WIN,
        given={"seat": 7, "hand_is_void": False},
        page=(422, "seat:invalid_choice"),
        api=(422, "unknown_seat"),
    ),
    "a false win after other news is asked again": Case(
        act=FALSE_WIN, given={"seat": DAN, "hand_is_void": True}, meanwhile=(secret,), refused=(409, "table_changed")
    ),
}
