"""What a value must be like, said in the type of an argument: `Annotated[int, Limits(1, 8)]`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most: of a number itself, of a text its characters, of a list its items."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """The words that a text may be, and what programs call them where they are many."""

    words: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """What programs call the parts of a pair: it is an object to them."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)
