"""What a case of an act says: who does what with which input after what, and what comes of it on page and API."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import Club, Hand, Player, Proposal, Role, Session
from scoring.queries.table.disputes import objections_of
from scoring.queries.table.night import last_entry_number, night_of
from tests import people
from tests.api.programs import Program, token_for

type Data = Mapping[str, Any]
type Step = Callable[[Session], object]

SAME = "same"  # `then` of an act that moves nothing that `reads` returns


def newest_line(session: Session) -> dict[str, object]:
    return {"expected_entry": last_entry_number(session=session)}


def nothing(_session: Session) -> dict[str, object]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act by its page, the name of an address, and by its request, to a path below that of the night.

    The input fills the braces in the path and the `args` of the page's address. `fields` makes the page's fields from
    the rest, `content` the content of the request. `asked_on` names another page with the form, `lands` the next page.
    """

    page: str
    path: str
    args: tuple[str, ...] = ()
    fields: Callable[[Data], Data] = dict
    content: Callable[[Data], Data] = dict
    seen: Callable[[Session], Data] = newest_line
    method: str = "post"
    status: int = 201
    asked_on: tuple[str, ...] = ()
    headers: Data = field(default_factory=dict)
    page_done: int = 302
    lands: str = "table"


@dataclass(frozen=True, slots=True)
class Case:
    """One act, with the operations before it and those of another phone meanwhile."""

    act: Act
    given: Data = field(default_factory=dict)
    before: tuple[Step, ...] = ()
    _: KW_ONLY
    meanwhile: tuple[Step, ...] = ()
    night: Data = field(default_factory=dict)
    by: Role | int = Role.HOST
    refused: str = ""
    page: str = ""
    api: str = ""
    lands: str = ""
    reads: Callable[[Session], object] = people.balances
    then: object = SAME

    @property
    def is_done(self) -> bool:
        return not (self.refused or self.page or self.api)

    @property
    def refused_by_page(self) -> str:
        return _with_status(self.page or self.refused)

    @property
    def refused_by_api(self) -> str:
        return _with_status(self.api or self.refused)


def _with_status(codes: str) -> str:
    return codes if codes[0].isdigit() else f"422 {codes}"


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A case that is set up for a night, as its page or its request is sent."""

    case: Case
    session: Session
    seen: Data
    input: Data

    def by_page(self, *, key: object = None) -> Any:
        return self.browser.post(
            self.address(), self.fields() | {"key": str(key or people.stamp().key)}, headers=dict(self._act.headers)
        )

    def by_request(self, *, key: Any = None) -> Any:
        return getattr(self.program, self._act.method)(*self.request(), key=key)

    def request(self) -> tuple[str, dict[str, object]]:
        """Return the path of the request and its content."""
        path = self._act.path.format_map(self.input)
        below = f"sessions/{self.session.public_id}/{path}"
        named = [name for name in self.input if f"{{{name}}}" in self._act.path]
        return below, dict(self._act.content({**self.seen, **without(self.input, named)}))

    def address(self) -> str:
        return reverse(self._act.page, args=[self.session.public_id, *(self.input[name] for name in self._act.args)])

    def asked_at(self) -> str:
        name, *args = self._act.asked_on or (self._act.page, *self._act.args)
        return reverse(name, args=[self.session.public_id, *(self.input[arg] for arg in args)])

    def fields(self) -> dict[str, Any]:
        """Return the fields of the page's form, its key apart."""
        fields = self._act.fields({**self.seen, **without(self.input, self._act.args)})
        return {name: value for name, value in fields.items() if value is not None and value is not False}

    def seen_fields(self) -> dict[str, str]:
        fields, without_seen = self.fields(), replace(self, seen=dict.fromkeys(self.seen, "?")).fields()
        return {name: str(value) for name, value in fields.items() if without_seen.get(name) != value}

    @cached_property
    def browser(self) -> Client:
        match self.case.by:
            case Role.HOST:
                return people.host_browser(club=self.session.club)
            case Role() as role:
                return people.browser_of(club=self.session.club, role=role)
            case seat:
                return people.player_browser(session=self.session, seat=seat)

    @cached_property
    def program(self) -> Program:
        by = self.case.by
        role, player = (by, None) if isinstance(by, Role) else (Role.PLAYER, self.session.seats.get(number=by).player)
        return Program(token=token_for(club=self.session.club, role=role, player=player))

    def read(self) -> object:
        self.session.refresh_from_db()
        return self.case.reads(self.session)

    @property
    def _act(self) -> Act:
        return self.case.act


def set_up(case: Case, *, club: Club) -> Sent:
    session = people.start_night(club=club, **case.night)
    for step in case.before:
        step(session)
    session.refresh_from_db()
    seen = case.act.seen(session)
    found = {name: value(session) if callable(value) else value for name, value in case.given.items()}
    for step in case.meanwhile:
        step(session)
    session.refresh_from_db()
    return Sent(case=case, session=session, seen=seen, input=found)


def without(given: Data, names: Iterable[str]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in names}


def only(*names: str) -> Callable[[Data], Data]:
    """Return a translation that leaves out everything but these words of the input."""
    return lambda given: {name: value for name, value in given.items() if name in names}


def typed(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def amounts(given: Data) -> Data:
    rest = without(given, ["amount_cents"])
    return {**rest, "amount": typed(given["amount_cents"])} if "amount_cents" in given else rest


def known_state(session: Session) -> dict[str, object]:
    """Return everything the books hold of a session but ids, moments and who recorded it."""
    session.refresh_from_db()
    entries = [
        (
            *(entry.number, entry.kind, entry.act, entry.reason, entry.reverses and entry.reverses.number),
            list(entry.payments.values_list("payer__number", "payee__number", "amount_cents", "cash")),
            list(Hand.objects.filter(entry=entry).values("position", "after", "winner", "deals_next", "verdict")),
        )
        for entry in session.entries.select_related("reverses").order_by("number")
    ]
    return {
        "entries": entries,
        "balances": night_of(session=session).standings,
        "table": without(session.table, ["entering"]),
        "about": (session.name, session.place, session.note, session.is_practice, session.players_may_propose),
        "players": sorted(Player.objects.filter(club=session.club).values_list("name", flat=True)),
        "objections": [
            (one.line, one.player, one.why, one.outcome, [(voice.ruling, voice.decides) for voice in one.voices])
            for one in objections_of(session=session)
        ],
        "proposals": [
            (each.seat.number, each.mode, without(each.fields, ["key"]), each.act, each.after, each.declined_at is None)
            for each in Proposal.objects.filter(session=session).select_related("seat")
        ],
    }
