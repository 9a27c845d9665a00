"""Whole minor units: writing, reading, splitting and rounding amounts."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import money
from scoring.money import POINTS, AmountProblem, Currency, Style, currency_for, format_amount, parse_amount
from tests.games.asking import stored

PESO = currency_for(code="PHP")
YEN = currency_for(code="JPY")
EURO = currency_for(code="EUR")
ANY_CENTS = st.integers(-money.HIGHEST_AMOUNT_CENTS, money.HIGHEST_AMOUNT_CENTS)


def test_each_currency_is_offered_once_pesos_first_and_points_last() -> None:
    codes = [currency.code for currency in money.OFFERED_CURRENCIES]
    assert (codes[0], codes[-1], len(set(codes))) == ("PHP", "points", len(codes))
    assert [currency.code for currency in money.OFFERED_CURRENCIES if currency.is_points] == ["points"]
    assert [currency_for(code=code) for code in codes] == list(money.OFFERED_CURRENCIES)
    symbols = [currency.symbol for currency in money.OFFERED_CURRENCIES]
    assert len(set(symbols)) == len(symbols)


def test_table_of_currencies_is_what_babel_says_today() -> None:
    pytest.importorskip("babel")
    from benchmarks.currencies import table

    assert money.CURRENCY_TABLE.read_text(encoding="utf-8") == table()


def test_unknown_currency_or_one_of_other_minor_digits_is_refused() -> None:
    with pytest.raises(money.UnknownCurrencyError):
        currency_for(code="XYZ")
    with pytest.raises(ValueError, match="XYZ"):
        Currency(code="XYZ", name="", symbol="", minor_digits=1)


def test_a_table_rounds_to_coins_of_its_currency() -> None:
    assert PESO.coins == (1, 5, 10, 25, 100, 500, 1000)
    assert (YEN.coins, POINTS.coins) == ((1, 5, 10, 50, 100, 500, 1000), (1,))


@pytest.mark.parametrize(
    ("amounts", "written"), [((1200, -5000), "₱12"), ((1200, -50), "₱12.00"), ((), "₱12"), ((1201,), "₱12.00")]
)
def test_amounts_that_stand_together_are_in_whole_units_where_all_are(amounts: tuple[int, ...], written: str) -> None:
    assert format_amount(cents=1200, currency=money.written_together(currency=PESO, amounts=amounts)) == written


COMMA = Style(point=",", symbol_last=True)


@stored("written")
def test_amount_is_written_with_symbol_sign_and_decimals_and_read_back(
    cents: int, code: str, style: dict[str, Any], text: str
) -> None:
    written = partial(format_amount, cents=cents, currency=currency_for(code=code), style=Style(**style))
    assert (written(sign=True), written()) == (text, text.removeprefix("+"))
    assert parse_amount(text=text.lstrip("−+"), currency=currency_for(code=code)) == abs(cents)


def test_programs_get_plain_numbers_and_no_line_ends_with_a_sign() -> None:
    numbers = [money.plain_number(cents=cents, currency=currency) for cents, currency in ((-1234567, PESO), (90, YEN))]
    assert numbers == ["-12345.67", "90"]
    unbroken = {"−₱0.90": "−\u2060₱0.90", "+₱1": "+\u2060₱1", "−90": "−90", "₱1": "₱1"}
    assert {text: money.unbroken(text) for text in unbroken} == unbroken


PESOS_TYPED = {"12": 1200, "₱ 12,5": 1250, ".5": 50, "12.": 1200, "0": 0, "1 234 567.50": 123456750, "1,234.50": 123450}
PESOS_TYPED |= {"0" * 5000 + "7": 700, "10000000000000.00": money.HIGHEST_AMOUNT_CENTS}
SPANISH = Style(point=",", thousands=".", symbol_last=True)
SPANISH_TYPED = {"1.234.567,5": 123456750, "1.000,50": 100050, "1.000": 100000, "12.5": 1250, "1,000.50": 100050}
NO_NUMBERS = ("abc", "٣", "12 50", "1234 567", "1,234,50", "₱12₱")
NO_GROUPS = ("0,500", "001,234", "12,34", "1,2345")


@pytest.mark.parametrize(
    ("text", "currency", "style", "cents"),
    [
        *((text, PESO, Style(), cents) for text, cents in PESOS_TYPED.items()),
        ("\N{NO-BREAK SPACE}12,50\N{NO-BREAK SPACE}€", EURO, Style(), 1250),
        ("₱1,234.50", PESO, Style(thousands=","), 123450),
        ("1,234", PESO, Style(thousands=","), 123400),
        ("12,5", PESO, Style(thousands=","), 1250),
        *((text, PESO, SPANISH, cents) for text, cents in SPANISH_TYPED.items()),
    ],
)
def test_amount_is_read_as_people_type_it_in_their_language(
    text: str, currency: Currency, style: Style, cents: int
) -> None:
    assert parse_amount(text=text, currency=currency, style=style) == cents


@pytest.mark.parametrize(
    ("text", "currency", "style", "code"),
    [
        *((text, PESO, Style(), AmountProblem.EMPTY) for text in ("", "₱")),
        *((text, PESO, Style(), AmountProblem.NEGATIVE) for text in ("-1", "−₱1")),
        *((text, PESO, Style(), AmountProblem.NOT_A_NUMBER) for text in NO_NUMBERS),
        (".", YEN, Style(), AmountProblem.NOT_A_NUMBER),
        ("1,234", PESO, Style(), AmountProblem.TOO_MANY_DECIMALS),
        ("12.0", POINTS, Style(), AmountProblem.TOO_MANY_DECIMALS),
        *((text, POINTS, Style(thousands=","), AmountProblem.TOO_MANY_DECIMALS) for text in NO_GROUPS),
        ("10000000000000.01", PESO, Style(), AmountProblem.TOO_LARGE),
        ("9" * 5000, YEN, Style(), AmountProblem.TOO_LARGE),
    ],
)
def test_what_is_not_an_amount_is_refused_with_its_reason(
    text: str, currency: Currency, style: Style, code: AmountProblem
) -> None:
    with pytest.raises(money.AmountError) as refused:
        parse_amount(text=text, currency=currency, style=style)
    assert refused.value.code is code


@stored("result", "past_nights")
def test_result_is_read_with_its_sign_wherever_spreadsheets_write_one(text: str, cents: int | None) -> None:
    try:
        read: object = money.parse_result(text=text, currency=PESO)
    except money.AmountError as error:
        read = error.code
    assert read == (AmountProblem.NOT_A_NUMBER if cents is None else cents)


@given(cents=ANY_CENTS, currency=st.sampled_from(money.OFFERED_CURRENCIES), style=st.sampled_from((COMMA, SPANISH)))
def test_written_result_reads_back_the_same(cents: int, currency: Currency, style: Style) -> None:
    written = format_amount(cents=cents, currency=currency, sign=True, style=style)
    assert written.startswith("−") == (cents < 0)
    assert written.startswith("+") == (cents > 0)
    assert money.parse_result(text=money.unbroken(written), currency=currency, style=style) == cents


@given(text=st.text(alphabet="0123456789., ₱-−+e\u00a0x", max_size=12), currency=st.sampled_from((PESO, POINTS)))
def test_any_text_is_a_whole_amount_in_range_or_refused(text: str, currency: Currency) -> None:
    try:
        cents = parse_amount(text=text, currency=currency)
    except money.AmountError:
        return
    assert type(cents) is int
    assert 0 <= cents <= money.HIGHEST_AMOUNT_CENTS


@pytest.mark.parametrize(
    ("total_cents", "shares"),
    [(10, (5, 5)), (11, (6, 5)), (-11, (-5, -6)), (-1, (0, -1)), (0, (0, 0, 0)), (5, (2, 2, 1)), (7, (7,))],
)
def test_c25_odd_cents_go_to_the_first_shares(total_cents: int, shares: tuple[int, ...]) -> None:
    assert money.split_evenly(total_cents=total_cents, shares=len(shares)) == shares


@given(total_cents=ANY_CENTS, count=st.integers(1, 12))
def test_shares_add_up_differ_by_at_most_a_cent_and_never_grow(total_cents: int, count: int) -> None:
    shares = money.split_evenly(total_cents=total_cents, shares=count)
    assert (len(shares), sum(shares), list(shares)) == (count, total_cents, sorted(shares, reverse=True))
    assert shares[0] - shares[-1] in (0, 1)


@pytest.mark.parametrize(
    ("cents", "up", "rounded"),
    [(130, False, 125), (130, True, 150), (-130, False, -150), (-130, True, -125), (125, True, 125), (0, True, 0)],
)
def test_amount_is_rounded_to_the_coin_on_the_side_asked_for(cents: int, up: bool, rounded: int) -> None:
    assert money.round_to_coin(cents=cents, coin_cents=25, up=up) == rounded


@given(cents=ANY_CENTS, coin_cents=st.integers(1, 1000), up=st.booleans())
def test_rounding_moves_by_less_than_the_coin(cents: int, coin_cents: int, up: bool) -> None:
    rounded = money.round_to_coin(cents=cents, coin_cents=coin_cents, up=up)
    assert rounded % coin_cents == 0
    assert 0 <= (rounded - cents if up else cents - rounded) < coin_cents


def test_there_is_no_share_among_nobody_and_no_coin_worth_nothing() -> None:
    with pytest.raises(ValueError, match="share"):
        money.split_evenly(total_cents=1, shares=0)
    with pytest.raises(money.CoinError):
        money.round_to_coin(cents=100, coin_cents=0, up=True)
