"""The sentences of the catalogue in the language of the reader."""

from django.utils.translation import gettext, ngettext

from scoring.texts import Names, Text


class _Reader:
    """The language of the request."""

    def one(self, sentence: str, /) -> str:
        return gettext(sentence)

    def counted(self, one: str, many: str, count: int, /) -> str:
        return ngettext(one, many, count)


def told(text: Text, *, names: Names | None = None) -> str:
    """Return a sentence for the reader, with the players' names or the numbers of their seats."""
    return text.told(translation=_Reader(), names=names)
