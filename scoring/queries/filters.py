"""What an address asks for, read strictly: a filter that nobody can read is refused, never left out."""

from enum import StrEnum

from scoring.games.house_rules import shown
from scoring.texts import Text, say


class FilterError(ValueError):
    """A part of an address that says what is asked for cannot be read; `field` is its name."""

    code = "unreadable_filter"

    def __init__(self, text: Text, *, field: str) -> None:
        super().__init__(text.english())
        self.text, self.field = text, field


def read_word[W: StrEnum, N](words: type[W], value: str, *, field: str, normal: N) -> W | N:
    """Return the word of a parameter, the normal one where it is empty. Raises FilterError."""
    if value and value not in set(words):
        raise unreadable(field=field, value=value)
    return words(value) if value else normal


def unreadable(*, field: str, value: str) -> FilterError:
    return FilterError(say("unreadable_filter", given=shown(value)), field=field)
