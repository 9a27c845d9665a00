"""Limit values in the types of arguments: `Annotated[int, Limits(1, 8)]`."""

from dataclasses import dataclass

MOST_KEPT = 100
"""So many rule sets, seasons and programs a club may keep, and so many choices a list has."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a number or of a length."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """The permitted values of a text, with a name."""

    words: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class PartNames:
    """The names of a tuple's parts in JSON."""

    names: tuple[str, ...]
