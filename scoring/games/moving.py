"""The seats an act names, and the same act about whoever sits there instead; what it says is the game's."""

from collections.abc import Iterable, Iterator, Mapping

from scoring.games.base import Data
from scoring.games.fields import Field, FieldKind


def seats_named(*, act: Data, asked: Iterable[Field]) -> frozenset[int]:
    """Return the seats that a judged act names in the fields its game asks for.

    >>> out = Field(name="out", label="Who went out", kind=FieldKind.SEAT)
    >>> melds = Field(name="melds", label="Melds", kind=FieldKind.COUNTS, for_each_seat=True)
    >>> act = {"out": 2, "melds": {"2": {"aces": 1}, "3": {"aces": 1}}}
    >>> sorted(seats_named(act=act, asked=(out, melds)))
    [2, 3]
    """
    return frozenset(seat for field in asked for seat in _named(field, act.get(field.name)))


def moved(*, act: Data, asked: Iterable[Field], to: Mapping[int, int]) -> Data:
    """Return a judged act that says of other seats what it said of its own; `to` has each of its own.

    >>> out = Field(name="out", label="Who went out", kind=FieldKind.SEAT)
    >>> melds = Field(name="melds", label="Melds", kind=FieldKind.COUNTS, for_each_seat=True)
    >>> act = {"out": 2, "melds": {"2": {"aces": 1}, "3": {"aces": 1}}}
    >>> moved(act=act, asked=(out, melds), to={2: 5, 3: 2})
    {'out': 5, 'melds': {'5': {'aces': 1}, '2': {'aces': 1}}}
    """
    return {**act, **{field.name: _moved(field, act[field.name], to) for field in asked if field.name in act}}


def _named(field: Field, said: object) -> Iterator[int]:
    match said:
        case Mapping() if field.for_each_seat:
            yield from map(int, said)
        case int() if field.kind is FieldKind.SEAT:
            yield said


def _moved(field: Field, said: object, to: Mapping[int, int]) -> object:
    match said:
        case Mapping() if field.for_each_seat:
            return {str(to[int(seat)]): value for seat, value in said.items()}
        case int() if field.kind is FieldKind.SEAT:
            return to[said]
        case _:
            return said
