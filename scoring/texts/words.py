"""The marks that let `makemessages` find the sentences of the catalogue, without Django."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Plural:
    """A sentence for one and for many; `by` is the value that counts."""

    one: str
    many: str
    by: str


type Sentences = Mapping[str, str | Plural]


def gettext_noop(sentence: str) -> str:
    """Mark a sentence as one to be translated and return it."""
    return sentence


def ngettext_lazy(one: str, many: str, by: str) -> Plural:
    """Mark a sentence for one and for many as one to be translated; named as `makemessages` looks for it."""
    return Plural(one=one, many=many, by=by)
