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
from scoring.queries.table.seatings import seatings_of
from tests import people
from tests.acts import games, hands, nights, payments, table
from tests.acts.cases import Act, Case, Data, Sent
from tests.api.programs import Program, program
from tests.operations import playing
from tests.operations.playing import Acting
from tests.views.reading import refusal

type Said = dict[str, Any]


def hand(said: Said) -> tuple[Act, Data]:
    act, mode = said["act"], mode_of(said["act"], said["session"])
    ways = {
        "drawn": hands.UNWON,
        "quick": hands.QUICK,
        "cards": hands.CARDS,
        "game": replace(games.HAND, fields=game_fields),
    }
    return ways[mode], {"act": act}


def correction(said: Said) -> tuple[Act, Data]:
    entry, act = said["entry"], said["act"]
    mode = mode_of(act, entry.session)
    way = replace(hands.CORRECT, fields=game_fields) if mode == "game" else hands.CORRECT
    return way, {"entry": entry.number, "mode": mode, "act": act, "reason": said["reason"]}


def game_fields(given: Data) -> Data:
    """Return what the page of any other game sends: what is chosen already when it opens is sent with the rest."""
    return {"result": "win", **games.hand_fields(given)}


def mode_of(act: Data, session: Session) -> str:
    """Return on which page a hand is entered."""
    if session.game != "cuajo":
        return "game"
    if act.get("result") != "win":
        return "drawn"
    return "quick" if act["declared"] else "cards"


def order(said: Said) -> tuple[Act, Data]:
    """Return a new order, with those who wait afterwards where people take turns."""
    now, names = seatings_of(session=said["session"]).now, list(said["order"].names)
    known = dict(said["session"].seats.values_list("number", "player__name"))
    left = [known[seat] for seat in (*now.waiting, *now.seats) if now.waiting and known[seat] not in names]
    return table.SEATS, {"names": names, **({"waiting": left, "each_hand": now.each_hand} if left else {})}


def tong(said: Said) -> tuple[Act, Data]:
    rule = {name: said[name] for name in ("percent", "coin_cents", "holder")}
    has_page = not (said["cents"] and said["percent"])
    return replace(payments.TONG, page="tong" if has_page else ""), {
        **rule,
        "every": str(said["every"]),
        "amount_cents": said["cents"],
    }


def count(said: Said) -> tuple[Act, Data]:
    counted = [{"seat": seat, "amount_cents": cents} for seat, cents in said["counted"].items()]
    return payments.COUNT, {"counted": counted, "decides": said["decides"]}


def of_line(act: Act, *names: str) -> Callable[[Said], tuple[Act, Data]]:
    return lambda said: (act, {"entry": said["entry"].number, **{name: said[name] for name in names}})


def alike(act: Act, *names: str) -> Callable[[Said], tuple[Act, Data]]:
    return lambda said: (act, {name: list(said[name]) if name in LISTS else said[name] for name in names})


LISTS = ("seats", "payees")
WAYS: dict[str, Callable[[Said], tuple[Act, Data]]] = {
    "record_hand": hand,
    "correct_hand": correction,
    "record_secret": alike(hands.SECRET, "seat"),
    "refund_false_secret": of_line(hands.REFUND, "reason"),
    "record_false_win": alike(hands.FALSE_WIN, "seat", "hand_is_void"),
    "record_penalty": alike(games.PENALTY, "act"),
    "settle_match": alike(games.MATCH),
    "undo": of_line(hands.UNDO, "reason"),
    "change_seats": order,
    "take_turn": alike(table.TURN),
    "set_tong": tong,
    "spend_tong": alike(payments.SPEND, "amount_cents", "reason"),
    "buy_chips": alike(payments.BUY, "bank", "seats", "amount_cents", "is_paid"),
    "return_chips": alike(payments.RETURN, "seat", "amount_cents", "is_paid"),
    "count_chips": count,
    "hand_over_early": alike(payments.CASH, "payer", "payee", "amount_cents"),
    "hand_over": alike(nights.HAND_OVER, "payer", "payee", "amount_cents"),
    "pay_free": alike(payments.SIDE, "payer", "payees", "amount_cents", "reason"),
    "close_session": alike(nights.CLOSE, "coin_cents"),
    "reopen_session": alike(nights.REOPEN, "reason"),
}


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
        """Return what does the same as an operation by page or request, or the operation that has neither here."""
        way = WAYS.get(operation.__name__)
        if way is None:
            return operation

        @wraps(operation)
        def send(**said: Any) -> Entry:
            key = said["stamp"].key
            if key not in self.kept:
                self.kept[key] = self.chance.random() < 0.5, self.prepared(way, said)
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

    def prepared(self, way: Callable[[Said], tuple[Act, Data]], said: Said) -> Sent:
        """Return an act as somebody sends it who sees the table as it is now."""
        session = said["entry"].session if "entry" in said else said["session"]
        session.refresh_from_db()
        act, given = way({**said, "session": session})
        seen = dict(act.seen(session))
        if "disputed_entries" in seen:
            seen["disputed_entries"] = list(said.get("disputed", ()))
        return Sent(case=Case(act, given), session=session, seen=seen, input=given)


@contextmanager
def opened(club: Club) -> Iterator[Doors]:
    """Have whatever the machine does go through pages and requests where both do it."""
    doors = Doors(club=club, browser=people.host_browser(club=club), program=program(club=club))
    do = Acting.do

    def by_door(acting: Acting, operation: Callable[..., Any], **said: Any) -> Any:
        return do(acting, doors.through(operation), **said)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Acting, "do", by_door)
        patch.setattr(playing, "note", lambda _said: None)
        yield doors
