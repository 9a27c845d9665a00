"""Limit values in the types of arguments: `Annotated[int, Limits(1, 8)]`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most: of a number, of the length of a text or list."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """The words that a text may be, and the name programs know them by."""

    words: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """The names of the parts of a pair, which programs send as an object."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)
