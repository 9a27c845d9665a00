"""A night as a whole: what it is called, whether it counts, its close, its payments and its reopening."""

from datetime import date

from scoring.models import Session
from scoring.operations.money.payments import discard_session
from scoring.operations.table.nights import About, change_switches, correct_day, describe_session
from scoring.queries.table.disputes import disputed_lines
from scoring.queries.table.night import night_of
from tests import people
from tests.acts.before import closed, objected, reopened, win
from tests.acts.cases import Act, Case, Data, amounts, newest_line
from tests.people import ANA, BEN


def seen_about(session: Session) -> Data:
    return {"expected_name": session.name, "expected_place": session.place, "expected_note": session.note}


def about_fields(given: Data) -> Data:
    return {name.replace("expected_", "seen_"): value for name, value in given.items()}


def seen_switches(session: Session) -> Data:
    return {"expected_practice": session.is_practice, "expected_proposals": session.players_may_propose}


def switch_fields(given: Data) -> Data:
    on = {name: "on" for name in ("is_practice", "players_may_propose") if given[name]}
    seen = (given["expected_practice"], given["expected_proposals"])
    return {**on, "expected": "".join(str(int(one)) if isinstance(one, bool) else one for one in seen)}


def seen_day(session: Session) -> Data:
    return {"expected_day": str(session.day)}


def moved(session: Session) -> None:
    correct_day(session=session, day=date(2026, 1, 30), expected_day=session.day, reason="", stamp=people.stamp())


def is_discarded(session: Session) -> object:
    return night_of(session=session).is_discarded


def discarded(session: Session) -> object:
    return discard_session(**people.current(session))


def day(session: Session) -> object:
    return str(session.day)


def seen_close(session: Session) -> Data:
    return {**newest_line(session), "disputed_entries": list(disputed_lines(session=session))}


def close_fields(given: Data) -> Data:
    disputed = " ".join(map(str, given["disputed_entries"]))
    return {"expected_entry": given["expected_entry"], "disputed": disputed, "coin": given["coin_cents"]}


def renamed(session: Session) -> None:
    describe_session(session=session, about=About(name="Saturday"))


def practice(session: Session) -> None:
    change_switches(session=session, is_practice=True, players_may_propose=False)


def about(session: Session) -> object:
    return session.name, session.place, session.note


def switches(session: Session) -> object:
    return session.is_practice, session.players_may_propose


PUT: Data = {"method": "put", "status": 200, "asked_on": ("setup",)}
ABOUT = Act(page="about", path="about/", fields=about_fields, seen=seen_about, **PUT)
SWITCHES = Act(page="switches", path="switches/", fields=switch_fields, seen=seen_switches, **PUT)
DAY = Act(page="day", path="day/", seen=seen_day, asked_on=("night",), lands="night")
CLOSE = Act(page="close", path="close/", fields=close_fields, seen=seen_close, lands="settle")
HAND_OVER = Act(page="hand-over", path="handovers/", fields=amounts, asked_on=("settle",), lands="settle")
DISCARD = Act(page="discard", path="discard/", asked_on=("close",))
REOPEN = Act(page="reopen", path="reopen/", asked_on=("settle",))

RAINY = {"name": "Fiesta", "place": "Ana's", "note": "rain"}
COUNTS = {"is_practice": False, "players_may_propose": False}
BENS_CASH = {"payer": BEN, "payee": ANA, "amount_cents": 40}
LEFT = (140, -50, 0, -90)

CASES = {
    "a night has a name, a place and a note": Case(ABOUT, RAINY, reads=about, then=("Fiesta", "Ana's", "rain")),
    "a night that was named meanwhile": Case(ABOUT, RAINY, meanwhile=(renamed,), refused="409 shown_changed"),
    "a night is practice, and players may propose": Case(
        SWITCHES, {"is_practice": True, "players_may_propose": True}, reads=switches, then=(True, True)
    ),
    "switches that another phone changed": Case(SWITCHES, COUNTS, meanwhile=(practice,), refused="409 shown_changed"),
    "a day put right": Case(DAY, {"day": "2026-01-31", "reason": "clock"}, (win, closed), reads=day, then="2026-01-31"),
    "a day that was put right meanwhile": Case(
        DAY, {"day": "2026-01-31"}, meanwhile=(moved,), reads=day, refused="409 shown_changed"
    ),
    "the day that it is": Case(DAY, {"day": "2026-02-01"}, page="day:day.unchanged", api="day"),
    "a day before there were nights": Case(DAY, {"day": "0001-01-01"}, page="day:day.impossible", api="day"),
    "a day to come": Case(DAY, {"day": "2126-01-31"}, page="day:day.impossible", api="day"),
    "a night is closed": Case(CLOSE, {"coin_cents": 1}, (win,)),
    "a night is closed over an objection that was seen": Case(CLOSE, {"coin_cents": 1}, (win, objected)),
    "an objection raised while somebody closes is shown first": Case(
        CLOSE, {"coin_cents": 1}, (win,), meanwhile=(objected,), refused="409 disputes_open"
    ),
    "a player hands cash over": Case(HAND_OVER, BENS_CASH, (win, closed), by=BEN, reads=people.outstanding, then=LEFT),
    "cash is handed over": Case(HAND_OVER, BENS_CASH, (win, closed), reads=people.outstanding, then=LEFT),
    "a night begun by mistake is discarded": Case(DISCARD, {}, reads=is_discarded, then=True),
    "a night in which something was played is kept": Case(DISCARD, {}, (win,), refused="409 night_played"),
    "a night in which a hand was recorded meanwhile": Case(DISCARD, {}, meanwhile=(win,), refused="409 table_changed"),
    "a discarded night is reopened": Case(REOPEN, {"reason": "oops"}, (discarded,), reads=is_discarded, then=False),
    "a night is closed to what is no coin": Case(
        CLOSE, {"coin_cents": 7}, (win,), page="coin:invalid_choice", api="coin_cents:invalid"
    ),
    "a night is reopened with a reason": Case(REOPEN, {"reason": "one more"}, (win, closed)),
    "a night is reopened without a reason": Case(
        REOPEN, {"reason": " "}, (win, closed), page="reason:required", api="reason:invalid"
    ),
    "a night that was reopened and closed meanwhile": Case(
        REOPEN, {"reason": "one more"}, (win, closed), meanwhile=(reopened, closed), refused="409 close_changed"
    ),
}
