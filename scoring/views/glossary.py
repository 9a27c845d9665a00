"""The words of the table, English and Filipino."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of the table in both languages."""

    english: str
    filipino: str
    meaning: str | Promise


GLOSSARY: tuple[Word, ...] = (
    Word(english="dealer", filipino="mano", meaning=_("deals and begins")),
    Word(english="bounit", filipino="bunot", meaning=_("the card that completes the winning hand")),
    Word(english="meld", filipino="bahay", meaning=_("cards that belong together")),
    Word(english="set", filipino="trio, quadro", meaning=_("three or four of one rank in different suits")),
    Word(english="run", filipino="escalera", meaning=_("3-4-5 or 10-11-12 of one suit")),
    Word(english="secret", filipino="secreto", meaning=_("four identical cards")),
    Word(english="king", filipino="hari", meaning=_("the 12; a meld by itself")),
    Word(english="horse", filipino="kabayo", meaning=_("the 11")),
    Word(english="jack", filipino="sota", meaning=_("the 10")),
    Word(english="ace", filipino="alas", meaning=_("the 1")),
    Word(english="stock", filipino="bunutan", meaning=_("the cards to draw from")),
    Word(english="sowee", filipino="sowee", meaning=_("the card face up under the stock")),
    Word(english="purro", filipino="purro", meaning=_("one card short of a win, and saying so")),
    Word(english="porbis", filipino="porbis", meaning=_("a win without a king of its own")),
)
