"""The acts of the machine sent as a page's form or as a request, in turn, instead of to their operation."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.models import Club, Entry, Session
from scoring.operations.errors import RefusedError
from scoring.queries.table.night import night_of
from tests import people
from tests.acts import games, hands, nights, payments, table
from tests.acts.cases import Act, Case, Data, Sent, without
from tests.api.programs import Program, program
from tests.operations import playing
from tests.operations.playing import Acting
from tests.views.reading import refusal

type Said = dict[str, Any]

WAYS = {
    "record_hand": hands.CARDS,
    "correct_hand": hands.CORRECT,
    "record_secret": hands.SECRET,
    "refund_false_secret": hands.REFUND,
    "record_false_win": hands.FALSE_WIN,
    "record_penalty": games.PENALTY,
    "settle_match": games.MATCH,
    "undo": hands.UNDO,
    "change_seats": table.SEATS,
    "take_turn": table.TURN,
    "set_tong": payments.TONG,
    "spend_tong": payments.SPEND,
    "buy_chips": payments.BUY,
    "return_chips": payments.RETURN,
    "take_over_bank": payments.TAKE_OVER,
    "count_chips": payments.COUNT,
    "hand_over": nights.HAND_OVER,
    "pay_free": payments.SIDE,
    "close_session": nights.CLOSE,
    "reopen_session": nights.REOPEN,
}
OF_FORM = ("session", "stamp", "expected", "expected_entry", "disputed", "order")


def way(name: str, said: Said) -> tuple[Act, Data]:
    act, given = WAYS[name], {each: _plain(value) for each, value in said.items() if each not in OF_FORM}
    match name:
        case "record_hand":
            ways = {"drawn": hands.UNWON, "quick": hands.QUICK, "game": replace(games.HAND, fields=_game_fields)}
            return ways.get(mode_of(said["act"], said["session"]), act), given
        case "correct_hand":
            mode = mode_of(said["act"], said["session"])
            return replace(act, fields=_game_fields if mode == "game" else act.fields), {**given, "mode": mode}
        case "hand_over":
            act = act if night_of(session=said["session"]).is_closed else payments.CASH
        case "change_seats":
            return act, _order(said)
        case "set_tong":
            has_page = not (said["cents"] and said["percent"])
            rule = {**without(given, ["cents"]), "amount_cents": said["cents"]}
            return replace(act, page="tong" if has_page else ""), rule
        case "count_chips":
            counted = [{"seat": seat, "amount_cents": cents} for seat, cents in said["counted"].items()]
            return act, {**given, "counted": counted}
    return act, given


def _plain(value: Any) -> Any:
    return value.number if isinstance(value, Entry) else list(value) if isinstance(value, tuple) else value


def _game_fields(given: Data) -> Data:
    return {"result": "win", **games.hand_fields(given)}


def mode_of(act: Data, session: Session) -> str:
    if session.game != "cuajo":
        return "game"
    if act.get("result") != "win":
        return "drawn"
    return "quick" if act["declared"] else "cards"


def _order(said: Said) -> Data:
    now, names = night_of(session=said["session"]).seatings.now, list(said["order"].names)
    known = dict(said["session"].seats.values_list("number", "player__name"))
    left = [known[seat] for seat in (*now.waiting, *now.seats) if now.waiting and known[seat] not in names]
    return {"names": names, **({"waiting": left, "each_hand": now.each_hand} if left else {})}


def prepared(name: str, said: Said) -> Sent:
    session = said["entry"].session if "entry" in said else said["session"]
    session.refresh_from_db()
    act, given = way(name, {**said, "session": session})
    seen = dict(act.seen(session))
    if "disputed_entries" in seen:
        seen["disputed_entries"] = list(said.get("disputed", ()))
    return Sent(case=Case(act, given), session=session, seen=seen, input=given)


class AnswerError(RefusedError):
    """A page or the API refused; its status and codes say why."""

    def __init__(self, answer: Any) -> None:
        told = refusal(answer) if answer["Content-Type"].startswith("text/html") else answer.json()["code"]
        Exception.__init__(self, answer.status_code, told)


@dataclass(kw_only=True)
class Doors:
    """A host's phone and a program; what was sent twice goes through the same of both."""

    club: Club
    browser: Client
    program: Program
    chance: Random = field(default_factory=lambda: Random(1))
    kept: dict[UUID, tuple[bool, Sent]] = field(default_factory=dict)
    sent: dict[str, set[bool]] = field(default_factory=dict)

    def through(self, operation: Callable[..., Any]) -> Callable[..., Any]:
        if operation.__name__ not in WAYS:
            return operation

        @wraps(operation)
        def send(**said: Any) -> Entry:
            key = said["stamp"].key
            if key not in self.kept:
                self.kept[key] = self.chance.random() < 0.5, prepared(operation.__name__, said)
            is_page, sent = self.kept[key]
            cache.clear()
            # What `tests.acts` types into pages has two digits; a tong of both kinds has no page.
            if is_page and sent.session.currency == "PHP" and sent.case.act.page:
                answer = self.browser.post(sent.address(), sent.fields() | {"key": str(key)})
            else:
                answer = getattr(self.program, sent.case.act.method)(*sent.request(), key=key)
            assert answer.status_code < 500
            if answer.status_code >= 400:
                raise AnswerError(answer)
            self.sent.setdefault(operation.__name__, set()).add(is_page)
            return Entry.objects.get(key=key)

        return send


@contextmanager
def opened(club: Club) -> Iterator[Doors]:
    doors = Doors(club=club, browser=people.host_browser(club=club), program=program(club=club))
    do = Acting.do

    def by_door(acting: Acting, operation: Callable[..., Any], **said: Any) -> Any:
        return do(acting, doors.through(operation), **said)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Acting, "do", by_door)
        patch.setattr(playing, "note", lambda _said: None)
        yield doors
