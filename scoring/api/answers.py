"""Shape answers and write each type as JSON."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, NotRequired, TypeAliasType, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from django.db.models import Model

from scoring.forms.base import retold
from scoring.games.base import InWords
from scoring.models import Player, Session
from scoring.money import Currency
from scoring.people import PlayerName
from scoring.texts import Sentence
from scoring.texts.stored import as_data

type Kind = Any  # a type as annotations have it
type AnyObject = Annotated[Any, InWords("object")]

# Programs use the published names, so a renamed field or argument keeps its old name here.
NAMES = {
    "public_id": "id",
    "cents": "amount_cents",
    "why": "reason",
    "line": "entry",
    "last_entry": "expected_entry",
    "stakes": "stake_factor",
    "disputed": "disputed_entries",
    "nights": "session_count",
    "night_count": "session_count",
    "beside_nights": "beside_session_count",
    "hands": "hand_count",
    "beside_hands": "beside_hand_count",
    "payer_name": "payer_player",
    "payee_name": "payee_player",
    "SeatResult.number": "seat",
    "Cell.cents": "change_cents",
    "Reckoning.number": "seat",
    "TongRule.since": "since_entry",
    "PartnerTotal.beside_nights": "session_count",
    "PartnerTotal.beside_cents": "result_cents",
    "NettedPayment.payer": "debtor",
    "NettedPayment.payee": "creditor",
    "OpenObjection.hand": "hand_number",
    "PairNight.so_far_cents": "together_so_far_cents",
    "PairTotal.cents": "expected_cents",
    "pay_netted.payer": "debtor",
    "pay_netted.payee": "creditor",
    "pay_netted.amount_cents": "expected_cents",
    "pay_debt.nights": "session_ids",
    "forgive_debt.nights": "session_ids",
    "enter_past.nights": "nights",
}

IN_VERDICTS = {"cents": "amount_cents", "per_opponent": "per_opponent_cents", "best": "best_cents"}


def origin(kind: Kind) -> Any:
    # mypy refuses to compare the result of `get_origin` with a type.
    return get_origin(kind)


def plain(kind: Kind) -> tuple[Kind, tuple[Any, ...]]:
    """Return a type without aliases, and its annotations."""
    notes: tuple[Any, ...] = ()
    while True:
        if isinstance(kind, TypeAliasType):
            kind = kind.__value__
        elif origin(kind) is Annotated:
            notes, kind = notes + kind.__metadata__, kind.__origin__
        elif origin(kind) is NotRequired:
            (kind,) = get_args(kind)
        else:
            return kind, notes


def without_null(kind: Kind) -> Kind | None:
    """Return the other type of a union with None."""
    kind, _ = plain(kind)
    if origin(kind) not in (Union, UnionType):
        return None
    return next(each for each in get_args(kind) if each is not type(None))


def note[T](kind: type[T], notes: tuple[Any, ...]) -> T | None:
    return next((each for each in notes if isinstance(each, kind)), None)


class AnswerField(NamedTuple):
    """A field of an answer, with the path to its value and a converter."""

    name: str
    kind: Kind
    path: tuple[str, ...]
    how: Callable[[Any], object] | None = None


def at(path: str, how: Callable[[Any], object] | None = None) -> Any:
    """Return a field whose name and type the class gives."""
    return AnswerField("", None, tuple(path.split(".")) if path else (), how)


NEXT = AnswerField("next_after", int | None, ("next_after",))
SHAPES: dict[type, type["Shape"]] = {}
_COLUMNS: Mapping[str, Kind] = {
    **{"CharField": str, "UUIDField": UUID, "DateField": date, "DateTimeField": datetime},
    **{"BooleanField": bool, "PositiveIntegerField": int, "PositiveSmallIntegerField": int},
}


class Shape:
    """The fields of an answer: `of` its type, `keeps` the paths of copied fields, `pages` its long lists."""

    kept = tuple[AnswerField, ...]()
    pages = tuple[str, ...]()

    def __init_subclass__(cls, *, of: type | None = None, keeps: str = "", pages: str = "") -> None:
        if of:
            SHAPES[of] = cls
            cls.pages = tuple(pages.split())
            cls.kept = (*cls.kept, *(_field(of, name) for name in keeps.split()), *((NEXT,) if pages else ()))


class Page:
    """A result with a part of its long lists."""

    def __init__(self, whole: object, lists: tuple[str, ...], *, after: int, limit: int) -> None:
        self.whole, self.cut = whole, slice(after, after + limit)
        self.lists = {name: tuple(found_at((name,), whole)) for name in lists}
        self.next_after = self.cut.stop if any(len(each) > self.cut.stop for each in self.lists.values()) else None

    def __getattr__(self, name: str) -> Any:
        return self.lists[name][self.cut] if name in self.lists else getattr(self.whole, name)


@cache
def shown_fields(kind: type) -> tuple[AnswerField, ...]:
    """Return the fields of a result, a shape or a TypedDict."""
    if is_dataclass(kind):
        return tuple(_field(kind, each.name) for each in fields(kind))
    found = []
    for name, held in get_type_hints(kind, include_extras=True).items():
        field = getattr(kind, name, None)
        field = field if isinstance(field, AnswerField) else at(name)
        found.append(field._replace(name=name, kind=held))
    return (*getattr(kind, "kept", ()), *found)


def _field(kind: type, path: str) -> AnswerField:
    """Return the field at a path by its public name."""
    *parents, name = path.split(".")
    owner, is_missing = kind, False
    for part in parents:
        held = _type_at(owner, part)
        owner, is_missing = plain(without_null(held) or held)[0], is_missing or without_null(held) is not None
    held = _type_at(owner, name)
    known = public_name(name, *(base.__name__ for base in owner.__mro__))
    shown = known or by_id(name, held, (UUID, Session))
    return AnswerField(shown, held | None if is_missing else held, (*parents, name))


def _type_at(owner: type, name: str) -> Kind:
    found = inspect.getattr_static(owner, name, None)
    if column := getattr(found, "field", None):
        return _COLUMNS[column.get_internal_type()]
    read = getattr(found, "fget", None) or getattr(found, "func", None)
    return get_type_hints(read or owner, include_extras=True)["return" if read else name]


def public_name(name: str, *owners: str) -> str | None:
    """Return the public name that differs, or None."""
    own = (NAMES[key] for owner in owners if (key := f"{owner}.{name}") in NAMES)
    return next(own, None) or NAMES.get(name)


def by_id(name: str, held: Kind, kinds: tuple[type, ...]) -> str:
    """Return the name, with _id or _ids for rows."""
    inner, _ = plain(without_null(held) or held)
    several = origin(inner) is tuple
    inner = plain(get_args(inner)[0])[0] if several else inner
    if inner not in kinds or name in ("id", "after", "next_after") or name.endswith(("_id", "_ids")):
        return name
    return f"{name.removesuffix('s')}_ids" if several else f"{name}_id"


def found_at(path: tuple[str, ...], thing: Any) -> Any:
    for part in path:
        if thing is None:
            return None
        found = thing[part] if isinstance(thing, Mapping) else getattr(thing, part)
        thing = found() if callable(found) else found
    return thing


def _person(value: Any) -> dict[str, str]:
    found = PlayerName(value.name, value.public_id) if isinstance(value, Player) else value
    return {"id": str(found.id), "name": str(found)}


AS_TEXT: Mapping[type, Callable[[Any], object]] = {
    Player: _person,
    Session: lambda session: str(session.public_id),
    Currency: lambda currency: currency.code,
    datetime: lambda moment: moment.astimezone(UTC).isoformat().replace("+00:00", "Z"),
    date: date.isoformat,
    UUID: str,
    Fraction: str,
}


def told(value: Any) -> Any:
    """Add code, values and translation to a judge's sentences."""
    if isinstance(value, Mapping):
        found: dict[Any, Any] = {IN_VERDICTS.get(name, name): told(each) for name, each in value.items()}
        if isinstance(said := value.get("what"), str):
            found |= as_data(said.text) if isinstance(said, Sentence) else {"code": "", "values": {}}
            found["sentence"] = retold(said)
        return found
    return [told(each) for each in value] if isinstance(value, list | tuple) else value


def _unchanged(value: Any) -> Any:
    return value


@cache
def shower(kind: Kind) -> Callable[[Any], Any]:
    """Return the converter of a type to JSON data."""
    kind, notes = plain(kind)
    if words := note(InWords, notes):
        return told if words.of in ("answer", "verdict") else _unchanged
    if PlayerName in notes:
        return _person
    if (inner := without_null(kind)) is not None:
        show = shower(inner)
        return lambda value: None if value is None or value == "" else show(value)
    inside = get_args(kind)
    if inside and origin(kind) is tuple:
        each_shown = shower(inside[0])
        return lambda value: [each_shown(each) for each in value]
    if inside:
        value_shown = shower(inside[1])
        return lambda value: {str(key): value_shown(each) for key, each in value.items()}
    return _plain_shower(SHAPES.get(kind, kind))


def _plain_shower(kind: Any) -> Callable[[Any], Any]:
    if kind in AS_TEXT:
        return AS_TEXT[kind]
    if hasattr(kind, "__required_keys__"):
        return told
    if issubclass(kind, Enum):
        return lambda value: kind(value).value
    if is_dataclass(kind) or issubclass(kind, Shape):
        known = [(each.name, each.path, each.how or _unchanged, shower(each.kind)) for each in shown_fields(kind)]
        return lambda thing: {name: show(how(found_at(path, thing))) for name, path, how, show in known}
    if issubclass(kind, Model):
        raise TypeError(f"A {kind.__name__} cannot be shown: make a shape of it.")
    return _unchanged


def about(thing: Any) -> str:
    """Return a docstring without exceptions, for programs."""
    text = thing.__doc__ or ""
    if text.startswith(f"{thing.__name__}("):  # generated by dataclass
        return ""
    text = re.sub(r"\s*Raises\s.*", "", inspect.cleandoc(text), flags=re.DOTALL)
    return re.sub("^Return ", "Read ", text).strip()
