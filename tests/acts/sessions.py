"""What is done to a night as a whole."""

from scoring.models import Session
from scoring.queries.table.disputes import disputed_lines
from tests import people
from tests.acts.before import closed, objected, win
from tests.acts.cases import Act, Case, Data, amounts, newest_line
from tests.people import ANA, BEN


def seen_close(session: Session) -> Data:
    """Return what the form of the close saw."""
    return {**newest_line(session), "disputed_entries": list(disputed_lines(session=session))}


def close_fields(given: Data) -> Data:
    """Return the fields of the form of the close."""
    disputed = " ".join(map(str, given["disputed_entries"]))
    seen = {"expected_entry": given["expected_entry"], "disputed": disputed}
    return {**seen, "coin": given["coin_cents"], "over_disputes": "on" if disputed else None}


CLOSE = Act(page="close", path="close/", fields=close_fields, seen=seen_close, lands="settle")
HAND_OVER = Act(page="hand-over", path="handovers/", fields=amounts, asked_on=("settle",), lands="settle")
REOPEN = Act(page="reopen", path="reopen/")

CASES = {
    "a night is closed": Case(act=CLOSE, given={"coin_cents": 1}, before=(win,)),
    "a night is closed over an objection that was seen": Case(
        act=CLOSE, given={"coin_cents": 1}, before=(win, objected)
    ),
    "an objection raised while somebody closes is shown first": Case(
        act=CLOSE, given={"coin_cents": 1}, before=(win,), meanwhile=(objected,), refused=(409, "disputes_open")
    ),
    "a player hands over cash of the plan": Case(
        act=HAND_OVER,
        given={"payer": BEN, "payee": ANA, "amount_cents": 40},
        before=(win, closed),
        by=BEN,
        reads=people.outstanding,
        then=(140, -50, 0, -90),
    ),
    "cash of the plan is handed over": Case(
        act=HAND_OVER,
        given={"payer": BEN, "payee": ANA, "amount_cents": 40},
        before=(win, closed),
        reads=people.outstanding,
        then=(140, -50, 0, -90),
    ),
    "a night is reopened with a reason": Case(act=REOPEN, given={"reason": "one more"}, before=(win, closed)),
}
