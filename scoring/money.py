"""Amounts in whole minor units, read and written.

Amounts are `int` "cents" everywhere: hundredths, or whole units of a currency without minor digits.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from pathlib import Path
from unicodedata import category

from scoring.frozen import Frozen

MINUS = "\N{MINUS SIGN}"
HIGHEST_AMOUNT_CENTS = 10**15
_JOINER = "\N{WORD JOINER}"
_BESIDE_SYMBOL = "\N{NO-BREAK SPACE}"
_NUMBER = re.compile(r"(?P<whole>[0-9]{1,3}(?:\s[0-9]{3})+|[0-9]*)(?:[.,](?P<decimals>[0-9]*))?")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?P<mark>[^0-9])[0-9]{3}(?P<more>(?:(?P=mark)[0-9]{3})*)(?P<rest>[.,][0-9]*)?")


class Currency(Frozen):
    """A currency or points. With `drops_cents` ".00" is omitted."""

    code: str
    name: str
    symbol: str
    minor_digits: int = 2
    drops_cents: bool = False
    names: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.minor_digits not in (0, 2):
            raise ValueError(f"{self.code}: a currency has 0 or 2 minor digits, not {self.minor_digits}.")

    @property
    def is_points(self) -> bool:
        return self.code == POINTS.code

    @property
    def coins(self) -> tuple[int, ...]:
        """Return the coins to round to, 1 for none."""
        if self.is_points:
            return (1,)
        return (1, 5, 10, 25, 100, 500, 1000) if self.minor_digits else (1, 5, 10, 50, 100, 500, 1000)


class Style(Frozen):
    """The marks of an amount in a language."""

    point: str = "."
    thousands: str = "\N{NARROW NO-BREAK SPACE}"
    symbol_last: bool = False


PLAIN = Style()
POINTS = Currency(code="points", name="Points only", symbol="", minor_digits=0)
CURRENCY_TABLE = Path(__file__).with_name("currencies.tsv")
_USUAL = ("PHP", "EUR", "USD", "GBP", "CAD", "AUD", "NZD", "SGD", "HKD", "JPY", "KRW")


_TITLES, *_ROWS = (line.split("\t") for line in CURRENCY_TABLE.read_text(encoding="utf-8").splitlines())
_TABLE = {
    code: Currency(
        code=code, name=name, symbol=symbol, minor_digits=int(digits), names=dict(zip(_TITLES[4:], names, strict=True))
    )
    for code, symbol, digits, name, *names in _ROWS
}
USUAL_CURRENCIES = tuple(_TABLE[code] for code in _USUAL)
OFFERED_CURRENCIES = (*USUAL_CURRENCIES, *(each for code, each in _TABLE.items() if code not in _USUAL), POINTS)
_BY_CODE = {offered.code: offered for offered in OFFERED_CURRENCIES}


class AmountProblem(StrEnum):
    """Stable codes of texts that are no amount."""

    EMPTY = "amount_empty"
    NOT_A_NUMBER = "amount_not_a_number"
    NEGATIVE = "amount_negative"
    TOO_MANY_DECIMALS = "amount_too_many_decimals"
    TOO_LARGE = "amount_too_large"


class AmountError(ValueError):
    def __init__(self, code: AmountProblem) -> None:
        super().__init__(code.value)
        self.code = code


class UnknownCurrencyError(LookupError): ...


class CoinError(ValueError): ...


def currency_for(*, code: str) -> Currency:
    try:
        return _BY_CODE[code]
    except KeyError:
        raise UnknownCurrencyError(f"No currency {code!r} is offered.") from None


def format_amount(*, cents: int, currency: Currency, sign: bool = False, style: Style = PLAIN) -> str:
    """Write an amount in the style of a language."""
    prefix = MINUS if cents < 0 else "+" if sign and cents else ""
    number = _unsigned_number(cents=abs(cents), currency=currency, thousands=style.thousands, point=style.point)
    if currency.drops_cents and currency.minor_digits:
        number = number.removesuffix(f"{style.point}{0:0{currency.minor_digits}}")
    if style.symbol_last and currency.symbol:
        return f"{prefix}{number}{_BESIDE_SYMBOL}{currency.symbol}"
    is_word = currency.symbol and category(currency.symbol[-1]) != "Sc"
    return f"{prefix}{currency.symbol}{_BESIDE_SYMBOL if is_word else ''}{number}"


def unbroken(written: str) -> str:
    """Return an amount with its sign on one line."""
    # Browsers and chats may break a line between a sign and a symbol, but not between a sign and a digit.
    is_parted = written[0] in (MINUS, "+") and not written[1].isdecimal()
    return f"{written[0]}{_JOINER}{written[1:]}" if is_parted else written


def written_together(*, currency: Currency, amounts: Iterable[int]) -> Currency:
    """Return the currency without cents if all are whole."""
    return replace(currency, drops_cents=all(cents % 10**currency.minor_digits == 0 for cents in amounts))


def plain_number(*, cents: int, currency: Currency) -> str:
    """Write an amount for programs, with point and hyphen."""
    number = _unsigned_number(cents=abs(cents), currency=currency, thousands="")
    return f"{'-' if cents < 0 else ''}{number}"


def parse_amount(*, text: str, currency: Currency, style: Style = PLAIN) -> int:
    """Read an amount that a person typed. Raises AmountError."""
    typed = text.strip()
    bare = typed.removeprefix(currency.symbol)
    bare = (typed.removesuffix(currency.symbol) if bare == typed else bare).strip()
    if not bare:
        raise AmountError(AmountProblem.EMPTY)
    if bare[0] in ("-", MINUS):
        raise AmountError(AmountProblem.NEGATIVE)
    # "1,234" could be 1.234 or 1234. A wrong guess costs money, so such an amount has too many decimals.
    bare = _without_thousands(number=bare, style=style)
    match = _NUMBER.fullmatch(bare)
    if match is None or not any(match.groups()):
        raise AmountError(AmountProblem.NOT_A_NUMBER)
    decimals = match["decimals"] or ""
    if len(decimals) > currency.minor_digits:
        raise AmountError(AmountProblem.TOO_MANY_DECIMALS)
    digits = ("".join(match["whole"].split()) + decimals.ljust(currency.minor_digits, "0")).lstrip("0") or "0"
    # Compare the length first: int() of a long text is slow.
    if len(digits) > len(str(HIGHEST_AMOUNT_CENTS)) or int(digits) > HIGHEST_AMOUNT_CENTS:
        raise AmountError(AmountProblem.TOO_LARGE)
    return int(digits)


def parse_result(*, text: str, currency: Currency, style: Style = PLAIN) -> int:
    """Read a signed or bracketed result. Raises AmountError."""
    bare = text.replace(_JOINER, "").strip()
    symbol = f"(?:{re.escape(currency.symbol)})?"
    signed = re.fullmatch(
        rf"(?s)(?P<sign>[-+{MINUS}]?)\s*(?P<amount>{symbol})(?P<inner>\s*[-+{MINUS}]?)(?P<number>.*)", bare
    )
    in_brackets = re.fullmatch(rf"(?s)(?P<amount>{symbol})\s*\((?P<number>.*)\)", bare)
    found = in_brackets or signed
    assert found
    signs = "-" if in_brackets else f"{found['sign']}{found['inner'].strip()}"
    if len(signs) > 1 or found["number"].lstrip()[:1] in ("-", MINUS):
        raise AmountError(AmountProblem.NOT_A_NUMBER)
    cents = parse_amount(text=f"{found['amount']}{found['number']}", currency=currency, style=style)
    return -cents if signs in ("-", MINUS) else cents


def split_evenly(*, total_cents: int, shares: int) -> tuple[int, ...]:
    """Split a total. The first shares get the odd cents (C25)."""
    if shares < 1:
        raise ValueError("A total is split into at least one share.")
    share_cents, odd_cents = divmod(total_cents, shares)
    return tuple(share_cents + (position < odd_cents) for position in range(shares))


def round_to_coin(*, cents: int, coin_cents: int, up: bool) -> int:
    """Round down to whole coins, or up. Losses are negative."""
    if coin_cents < 1:
        raise CoinError("The smallest coin must be worth something.")
    beyond_cents = cents % coin_cents
    return cents - beyond_cents + (coin_cents if up and beyond_cents else 0)


def _unsigned_number(*, cents: int, currency: Currency, thousands: str, point: str = ".") -> str:
    whole, minor = divmod(cents, 10**currency.minor_digits)
    grouped = f"{whole:,}".replace(",", thousands)
    return f"{grouped}{point}{minor:0{currency.minor_digits}}" if currency.minor_digits else grouped


def _without_thousands(*, number: str, style: Style) -> str:
    """Remove marks that can only part thousands."""
    found = _GROUPED.fullmatch(number)
    if found is None:
        return number
    mark, rest = found["mark"], found["rest"] or ""
    is_of_style = mark == style.thousands and rest[:1] in ("", style.point)
    # A mark that comes twice, or before the other mark, can only part thousands.
    is_certain = mark in ".," and mark != rest[:1] and bool(rest or found["more"])
    return number.removesuffix(rest).replace(mark, "") + rest if is_of_style or is_certain else number
