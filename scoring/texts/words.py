"""Marks by which `makemessages` finds sentences, without Django."""

from collections.abc import Mapping

from scoring.frozen import Frozen


class Plural(Frozen):
    """A sentence for one and many, counted by `by`."""

    one: str
    many: str
    by: str


type Sentences = Mapping[str, str | Plural]


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation."""
    return sentence


def by_word(prefix: str, *words: str) -> dict[str, str]:
    """Give each word a key made of itself.

    >>> by_word("meld.", "royal group", "trio")
    {'meld.royal_group': 'royal group', 'meld.trio': 'trio'}
    """
    return {prefix + word.replace(" ", "_"): word for word in words}


def ngettext_lazy(one: str, many: str, by: str) -> Plural:
    """Mark both forms of a sentence for translation."""
    # `makemessages` looks for this name.
    return Plural(one=one, many=many, by=by)
