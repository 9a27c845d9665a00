"""Write the table of currencies from Babel: `python -m benchmarks.currencies`."""

from collections.abc import Iterable
from itertools import chain

from babel.core import get_global
from babel.numbers import get_currency_name, get_currency_precision, get_currency_symbol

from cuajo_site.settings import LANGUAGES
from scoring.money import CURRENCY_TABLE, OFFERED_CURRENCIES

CODES = tuple(code for code, _name in LANGUAGES)
SYMBOLS = {"SGD": "S$"}  # CLDR has none, and the books of this app have always written this one


def table() -> str:
    """Return the currencies of today and of the table."""
    kept = (currency.code for currency in OFFERED_CURRENCIES if not currency.is_points)
    used = chain.from_iterable(get_global("territory_currencies").values())
    current = (code for code, _since, until, is_tender in used if is_tender and until is None)
    codes = sorted({*kept, *(code for code in current if get_currency_precision(code) in (0, 2))})
    return "".join(f"{'\t'.join(row)}\n" for row in [("code", "symbol", "digits", *CODES), *map(_row, codes)])


def _row(code: str) -> Iterable[str]:
    names = (get_currency_name(code, locale=language) for language in CODES)
    symbol = SYMBOLS.get(code) or get_currency_symbol(code, locale="en")
    known = ("" if name == code else name for name in names)
    return code, symbol, str(get_currency_precision(code)), *known


if __name__ == "__main__":
    CURRENCY_TABLE.write_text(table(), encoding="utf-8")
