"""Declare an address: its functions, arguments and results."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, MISSING, dataclass
from functools import cached_property, partial
from sys import maxsize
from typing import Any, NamedTuple, get_type_hints

from django.http.response import HttpResponseBase

from scoring.api.answers import SHAPES, Kind, Page, origin, plain, shower, without_null
from scoring.api.arguments import Argument, argument
from scoring.games.base import Feature
from scoring.models import Entry, KeptVerdict, Player, Proposal, SavedRules, Season, Session, Webhook
from scoring.queries.books.ledger import LedgerLine, LineNumber, PageSize
from scoring.queries.people.access import Action

NIGHT = "sessions/{session_id}/"
LINE = f"{NIGHT}entries/{{entry}}/"
PLAYER = "players/{player_id}/"

# These arguments come from the request, so no program may send them.
GIVEN = {"club", "access", "device", "stamp", "at", "asker", "content", "public_id", "done", "night"}


class AddressPart(NamedTuple):
    """A part of an address and its argument."""

    gives: str
    rows: Any = None
    within: str = ""
    by: str = "public_id"
    written: str = "uuid"


PARTS = {
    "session_id": AddressPart("session", Session.objects.select_related("club"), "club"),
    "entry": AddressPart("entry", Entry.objects.select_related("session__club", "device"), "session", "number", "int"),
    "proposal_id": AddressPart("proposal", Proposal.objects, "session"),
    "verdict_id": AddressPart("kept", KeptVerdict.objects),
    "player_id": AddressPart("player", Player.objects.select_related("merged_into", "club"), "club"),
    "other_id": AddressPart("other", Player.objects.select_related("merged_into"), "club"),
    "season_id": AddressPart("season", Season.objects, "club"),
    "webhook_id": AddressPart("webhook", Webhook.objects, "club"),
    "rule_set_id": AddressPart("saved", SavedRules.objects, "club"),
    "act_id": AddressPart("act"),
    **{name: AddressPart(name, written="slug") for name in ("game", "question", "code")},
}

ANSWERS: dict[Kind, tuple[Kind, Callable[[Any], object]]] = {}


@dataclass(frozen=True, eq=False)
class Operation:
    """A method of an address.

    Without `right` it is open. `about` replaces the docstring, `allow` may refuse, `then` finds the answer, `makes` is
    the new address. `needs` are required here, optional for pages. `hides` are never sent. `shows` is the type of the
    answer, `adds` returns fields that are not stored, `beside` returns the other version of a hand. The table must have
    the `feature`.
    """

    path: str
    call: Callable[..., Any]
    right: Action | None = None
    about: str = ""
    _: KW_ONLY
    method: str
    allow: Callable[..., None] | None = None
    then: Callable[..., Any] | None = None
    makes: str = ""
    needs: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    shows: Kind = None
    adds: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    examples: Mapping[str, object] | None = None
    beside: Callable[..., Mapping[str, object]] | None = None
    asks: bool = False
    feature: Feature | None = None

    @cached_property
    def name(self) -> str:
        """Return the name that generated clients use."""
        if self.method == "POST":
            return self.call.__name__
        words: list[str] = []
        for part in self.path.strip("/").split("/"):
            if not part.startswith("{"):
                words.append(part.replace("-", "_"))
            elif words:
                words[-1] = re.sub("s$", "", re.sub("ies$", "y", words[-1]))
        verb = {"GET": "read", "PUT": "change", "DELETE": "delete"}[self.method]
        return "_".join((verb, *words))

    @property
    def parts(self) -> list[str]:
        return re.findall(r"{(\w+)}", self.path)

    @cached_property
    def returns(self) -> Kind:
        return get_type_hints(self.then or self.call, include_extras=True)["return"]

    @cached_property
    def answers(self) -> Kind:
        return self.shows or (ANSWERS[self.returns][0] if self.returns in ANSWERS else self.returns)

    @property
    def is_list(self) -> bool:
        return origin(plain(self.answers)[0]) is tuple

    @cached_property
    def content(self) -> Kind:
        """Return the type of the whole content, or None."""
        return get_type_hints(self.call, include_extras=True).get("content")

    @cached_property
    def takes(self) -> tuple[Argument, ...]:
        hints, taken = get_type_hints(self.call, include_extras=True), []
        given = {*GIVEN, *(PARTS[part].gives for part in self.parts), *self.hides}
        for name, known in inspect.signature(self.call).parameters.items():
            if name not in given:
                kind = (name in self.needs and without_null(hints[name])) or hints[name]
                is_needed = name in self.needs or known.default is known.empty
                taken.append(argument(self.call.__name__, name, kind, MISSING if is_needed else known.default))
        if self.pages and self.method == "GET":
            taken += [argument("", "after", LineNumber, 0), argument("", "limit", PageSize, 100)]
        return tuple(taken)

    @property
    def made(self) -> str:
        """Return the address of the new thing."""
        return LINE if self.answers is LedgerLine and self.has_key else self.makes

    @property
    def has_key(self) -> bool:
        return self.method == "POST" and not self.asks

    @property
    def status(self) -> int:
        return 201 if self.made else 204 if self.method == "DELETE" else 200

    @property
    def pages(self) -> tuple[str, ...]:
        return ("items",) if self.is_list else getattr(SHAPES.get(self.answers, self.answers), "pages", ())

    def done(self, given: Mapping[str, Any]) -> Any:
        """Call the functions and return the answer to send."""
        for function in filter(None, (self.allow, self.call, self.then)):
            given = {**given, "done": called(function, given)}
        found = given["done"]
        if found is None or isinstance(found, HttpResponseBase):
            return found
        if self.returns in ANSWERS and not self.shows:
            found = ANSWERS[self.returns][1](found)
        show = shower(self.answers)
        if not self.pages:
            return show(found)
        whole = {"items": found} if self.is_list else found
        page = Page(whole, self.pages, after=given.get("after", 0), limit=given.get("limit", maxsize))
        return {"items": show(page.items), "next_after": page.next_after} if self.is_list else show(page)


def called[T](function: Callable[..., T], given: Mapping[str, Any]) -> T:
    names = inspect.signature(function).parameters
    return function(**{name: value for name, value in given.items() if name in names})


read, do, put, delete = (partial(Operation, method=method) for method in ("GET", "POST", "PUT", "DELETE"))
ask = partial(Operation, method="POST", asks=True)  # asks without writing, so needs no key
