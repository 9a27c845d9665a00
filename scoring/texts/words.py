"""Marks by which `makemessages` finds sentences, without Django."""

from collections.abc import Mapping
from typing import NamedTuple


class Plural(NamedTuple):
    """A sentence for one and many, counted by `by`."""

    one: str
    many: str
    by: str = "count"


# `makemessages` looks for these names.
gettext_noop, ngettext_lazy = str, Plural

type Sentences = Mapping[str, str | Plural]


def by_word(prefix: str, *words: str) -> dict[str, str]:
    """Give each word a key made of itself.

    >>> by_word("meld.", "royal group", "trio")
    {'meld.royal_group': 'royal group', 'meld.trio': 'trio'}
    """
    return {prefix + word.replace(" ", "_"): word for word in words}
