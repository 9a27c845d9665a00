"""The currencies as a list to choose from."""

from collections.abc import Iterable
from unicodedata import combining, normalize

from django.utils.translation import gettext as _

from scoring.forms.amounts import currency_words
from scoring.models import Club
from scoring.money import OFFERED_CURRENCIES, POINTS, USUAL_CURRENCIES, Currency, currency_for
from scoring.queries.sessions.nights import known_currencies

type Choices = list[tuple[str, str]]


def currency_choices(*, club: Club, has_points: bool = True) -> list[tuple[str, Choices]]:
    """Return two groups: what the club has played for, newest first, with what is usual; all others by their names.

    Each begins with its name, which is what somebody types to find it.
    """
    known = [currency_for(code=code) for code in known_currencies(club=club)]
    usual = dict.fromkeys((*known, *USUAL_CURRENCIES, POINTS))
    others = (each for each in OFFERED_CURRENCIES if each not in usual)
    groups = ((_("Usual"), _choices(usual)), (_("All others"), sorted(_choices(others), key=_by_name)))
    return [(title, [each for each in group if has_points or each[0] != POINTS.code]) for title, group in groups]


def _choices(currencies: Iterable[Currency]) -> Choices:
    return [(each.code, _words(each)) for each in currencies]


def _words(currency: Currency) -> str:
    name = currency_words(currency)
    return f"{name[:1].upper()}{name[1:]} {currency.symbol}".strip()


def _by_name(choice: tuple[str, str]) -> str:
    """Return the letters of a name without accents, as people look for them."""
    return "".join(letter for letter in normalize("NFKD", choice[1]).casefold() if not combining(letter))
