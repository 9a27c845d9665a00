"""What an address does: the function behind each of its methods, what that takes and what it returns."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from functools import cached_property
from typing import Any, get_type_hints

from scoring.api.kinds import Kind, origin, plain, shower, without_null
from scoring.api.reading import Argument, argument
from scoring.queries.books.ledger import LedgerLine
from scoring.queries.people.access import Action

NIGHT = "sessions/{session_id}/"
LINE = f"{NIGHT}entries/{{entry}}/"
PLAYER = "players/{player_id}/"

GIVEN = {"club", "access", "device", "stamp", "at", "asker", "content", "public_id", "done"}
GIVEN_AS = {"rule_set_id": "saved", "verdict_id": "kept"}
"""What functions call what an address names, where not by its name there."""


ANSWERS: dict[Kind, tuple[Kind, Callable[[Any], object]]] = {}
"""What is answered in the place of a row, and how it is read."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Operation:
    """A method of an address: the function it calls, and which right it asks for; without one it is open to anybody.

    `about` says to programs what it does where the function says it to us, `allow` refuses by what is given and sent,
    `then` finds what is answered, `makes` is the address of what was made. `needs` are arguments that pages may leave
    out and programs may not, `hides` those that are ours; `shows` is the type of what no function says, `adds` finds
    what is added to an answer and kept nowhere.
    """

    path: str
    method: str
    call: Callable[..., Any]
    right: Action | None = None
    about: str = ""
    allow: Callable[..., None] | None = None
    then: Callable[..., Any] | None = None
    makes: str = ""
    needs: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    shows: Kind = None
    adds: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    examples: Mapping[str, object] | None = None
    asks: bool = False

    @cached_property
    def name(self) -> str:
        """Return what generated clients call it: a write as its function, a read by its address."""
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
        """Return what the address names."""
        return re.findall(r"{(\w+)}", self.path)

    @cached_property
    def returns(self) -> Kind:
        """Return the type of what is found."""
        return get_type_hints(self.then or self.call, include_extras=True)["return"]

    @cached_property
    def answers(self) -> Kind:
        """Return the type of the answer; a row that was written is read anew."""
        return self.shows or (ANSWERS[self.returns][0] if self.returns in ANSWERS else self.returns)

    @property
    def is_list(self) -> bool:
        """Tell whether several are answered, under `items`."""
        return origin(plain(self.answers)[0]) is tuple

    @cached_property
    def content(self) -> Kind:
        """Return what the whole content is, None where it holds the arguments."""
        return get_type_hints(self.call, include_extras=True).get("content")

    @cached_property
    def takes(self) -> tuple[Argument, ...]:
        """Return what is sent."""
        hints = get_type_hints(self.call, include_extras=True)
        given = {*GIVEN, *(GIVEN_AS.get(part, part.removesuffix("_id")) for part in self.parts), *self.hides}
        known = inspect.signature(self.call).parameters.values()
        return tuple(self._taken(each, hints[each.name]) for each in known if each.name not in given)

    def _taken(self, known: inspect.Parameter, kind: Kind) -> Argument:
        owner = self.call.__name__
        if known.name in self.needs:
            return argument(owner, known.name, without_null(kind) or kind)
        return argument(owner, known.name, kind, MISSING if known.default is known.empty else known.default)

    @property
    def made(self) -> str:
        """Return the address of what is made; a line of the ledger is read there."""
        return LINE if self.answers is LedgerLine and self.has_key else self.makes

    @property
    def has_key(self) -> bool:
        """Tell whether it is written once for each key: what is put or deleted twice comes to the same."""
        return self.method == "POST" and not self.asks

    @property
    def status(self) -> int:
        return 201 if self.made else 204 if self.method == "DELETE" else 200

    def done(self, given: Mapping[str, Any]) -> Any:
        """Call the functions with what they ask for by name, and return what is found."""
        for function in (self.allow, self.call, self.then):
            if function:
                names = inspect.signature(function).parameters
                found = function(**{name: value for name, value in given.items() if name in names})
                given = {**given, "done": found}
        return found

    def shown(self, found: Any) -> Any:
        """Return what was found as JSON data."""
        if self.returns in ANSWERS and not self.shows:
            found = ANSWERS[self.returns][1](found)
        shown = shower(self.answers)(found)
        return {"items": shown} if self.is_list else shown


def _operation(method: str, **always: Any) -> Callable[..., Operation]:
    def make(
        path: str, call: Callable[..., Any], right: Action | None = None, about: str = "", **more: Any
    ) -> Operation:
        return Operation(path=path, method=method, call=call, right=right, about=about, **more, **always)

    return make


read, do, put, delete = map(_operation, ("GET", "POST", "PUT", "DELETE"))
ask = _operation("POST", asks=True)
"""A question that comes with content; it writes nothing and needs no key."""
