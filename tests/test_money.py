"""Whole minor units: writing, reading, splitting and rounding amounts."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money import (
    HIGHEST_AMOUNT_CENTS,
    OFFERED_CURRENCIES,
    POINTS,
    AmountError,
    AmountProblem,
    CoinError,
    Currency,
    Style,
    UnknownCurrencyError,
    currency_for,
    format_amount,
    parse_amount,
    plain_number,
    round_to_coin,
    split_evenly,
    unbroken,
    written_together,
)

PESO = currency_for(code="PHP")
YEN = currency_for(code="JPY")
EURO = currency_for(code="EUR")
CANADIAN = currency_for(code="CAD")
THIN = "\N{NARROW NO-BREAK SPACE}"
ANY_CENTS = st.integers(-HIGHEST_AMOUNT_CENTS, HIGHEST_AMOUNT_CENTS)


def test_each_currency_is_offered_once_pesos_first_and_points_last() -> None:
    codes = [currency.code for currency in OFFERED_CURRENCIES]
    assert (codes[0], codes[-1], len(set(codes))) == ("PHP", "points", len(codes))
    assert [currency.code for currency in OFFERED_CURRENCIES if currency.is_points] == ["points"]
    assert [currency_for(code=code) for code in codes] == list(OFFERED_CURRENCIES)


def test_unknown_currency_is_refused() -> None:
    with pytest.raises(UnknownCurrencyError) as refused:
        currency_for(code="XYZ")
    assert refused.value.code == "currency_unknown"


@pytest.mark.parametrize("minor_digits", [-2, 1, 3])
def test_currency_has_no_or_two_minor_digits(minor_digits: int) -> None:
    with pytest.raises(ValueError, match="XYZ"):
        Currency(code="XYZ", name="", symbol="", minor_digits=minor_digits)


@pytest.mark.parametrize(
    ("currency", "coins"),
    [(PESO, (1, 5, 10, 25, 100, 500, 1000)), (YEN, (1, 5, 10, 50, 100, 500, 1000)), (POINTS, (1,))],
)
def test_a_table_rounds_to_coins_of_its_currency(currency: Currency, coins: tuple[int, ...]) -> None:
    assert currency.coins == coins


@pytest.mark.parametrize(
    ("amounts", "written"), [((1200, -5000), "₱12"), ((1200, -50), "₱12.00"), ((), "₱12"), ((1201,), "₱12.00")]
)
def test_amounts_that_stand_together_are_in_whole_units_where_all_are(amounts: tuple[int, ...], written: str) -> None:
    assert format_amount(cents=1200, currency=written_together(currency=PESO, amounts=amounts)) == written


@pytest.mark.parametrize(
    ("cents", "currency", "number"), [(-90, PESO, "-0.90"), (1234567, PESO, "12345.67"), (90, YEN, "90")]
)
def test_an_amount_is_a_plain_number_for_programs(cents: int, currency: Currency, number: str) -> None:
    assert plain_number(cents=cents, currency=currency) == number


@pytest.mark.parametrize(
    ("written", "kept"), [("−₱0.90", "−\u2060₱0.90"), ("+₱1", "+\u2060₱1"), ("−90", "−90"), ("₱1", "₱1")]
)
def test_no_line_ends_with_the_sign_of_an_amount(written: str, kept: str) -> None:
    assert unbroken(written) == kept


@pytest.mark.parametrize(
    ("cents", "currency", "sign", "text"),
    [
        (1250, PESO, False, "₱12.50"),
        (-90, PESO, False, "−₱0.90"),
        (-100, PESO, True, "−₱1.00"),
        (0, PESO, True, "₱0.00"),
        (5, EURO, False, "€0.05"),
        (1234567, CANADIAN, False, f"CA$12{THIN}345.67"),
        (-1000, YEN, True, f"−¥1{THIN}000"),
        (-90, POINTS, False, "−90"),
        (0, POINTS, True, "0"),
    ],
)
def test_amount_is_written_with_symbol_sign_and_decimals(cents: int, currency: Currency, sign: bool, text: str) -> None:
    assert format_amount(cents=cents, currency=currency, sign=sign) == text


def test_an_amount_is_written_in_the_style_of_a_language_and_read_back() -> None:
    style = Style(point=",", symbol_last=True)
    written = format_amount(cents=-123450, currency=PESO, style=style)
    assert written == f"−1{THIN}234,50\N{NO-BREAK SPACE}₱"
    assert format_amount(cents=90, currency=POINTS, style=style) == "90"
    assert parse_amount(text=written.removeprefix("−"), currency=PESO) == 123450


@pytest.mark.parametrize(
    ("style", "text", "cents"),
    [
        (Style(thousands=","), "₱1,234.50", 123450),
        (Style(thousands=","), "1,234", 123400),
        (Style(thousands=","), "12,5", 1250),
        (Style(point=",", thousands="."), "1.234.567,5", 123456750),
        (Style(point=",", thousands="."), "12.5", 1250),
    ],
)
def test_thousands_may_be_typed_as_the_language_writes_them(style: Style, text: str, cents: int) -> None:
    assert parse_amount(text=text, currency=PESO, style=style) == cents


@pytest.mark.parametrize("text", ["0,500", "001,234", "12,34", "1,2345"])
def test_what_no_thousands_begin_with_is_not_guessed(text: str) -> None:
    with pytest.raises(AmountError) as refused:
        parse_amount(text=text, currency=POINTS, style=Style(thousands=","))
    assert refused.value.code == AmountProblem.TOO_MANY_DECIMALS


@pytest.mark.parametrize(
    ("text", "currency", "cents"),
    [
        ("12", PESO, 1200),
        ("12.5", PESO, 1250),
        ("12,50", PESO, 1250),
        ("₱12.50", PESO, 1250),
        ("\N{NO-BREAK SPACE}12,50\N{NO-BREAK SPACE}€", EURO, 1250),
        (".5", PESO, 50),
        ("12.", PESO, 1200),
        ("0", PESO, 0),
        ("1 234 567.50", PESO, 123456750),
        (f"₱1{THIN}234,5", PESO, 123450),
        ("0" * 5000 + "7", PESO, 700),
        ("90", POINTS, 90),
        ("10000000000000.00", PESO, HIGHEST_AMOUNT_CENTS),
    ],
)
def test_amount_is_read_as_people_type_it(text: str, currency: Currency, cents: int) -> None:
    assert parse_amount(text=text, currency=currency) == cents


@pytest.mark.parametrize(
    ("text", "currency", "code"),
    [
        ("", PESO, AmountProblem.EMPTY),
        ("  ", POINTS, AmountProblem.EMPTY),
        ("₱", PESO, AmountProblem.EMPTY),
        ("-1", PESO, AmountProblem.NEGATIVE),
        ("−₱1", PESO, AmountProblem.NEGATIVE),
        ("abc", PESO, AmountProblem.NOT_A_NUMBER),
        ("٣", PESO, AmountProblem.NOT_A_NUMBER),
        (".", YEN, AmountProblem.NOT_A_NUMBER),
        ("12 50", PESO, AmountProblem.NOT_A_NUMBER),
        ("1234 567", PESO, AmountProblem.NOT_A_NUMBER),
        ("1,234.50", PESO, AmountProblem.NOT_A_NUMBER),
        ("₱12₱", PESO, AmountProblem.NOT_A_NUMBER),
        ("1,234", PESO, AmountProblem.TOO_MANY_DECIMALS),
        ("12.0", POINTS, AmountProblem.TOO_MANY_DECIMALS),
        ("10000000000000.01", PESO, AmountProblem.TOO_LARGE),
        ("9" * 5000, YEN, AmountProblem.TOO_LARGE),
    ],
)
def test_what_is_not_an_amount_is_refused_with_its_reason(text: str, currency: Currency, code: AmountProblem) -> None:
    with pytest.raises(AmountError) as refused:
        parse_amount(text=text, currency=currency)
    assert refused.value.code is code


@given(cents=ANY_CENTS, currency=st.sampled_from(OFFERED_CURRENCIES))
def test_written_amount_reads_back_the_same_with_its_sign(cents: int, currency: Currency) -> None:
    written = format_amount(cents=cents, currency=currency, sign=True)
    assert written.startswith("−") == (cents < 0)
    assert written.startswith("+") == (cents > 0)
    assert parse_amount(text=written.lstrip("−+"), currency=currency) == abs(cents)


@given(text=st.text(alphabet="0123456789., ₱-−+e\u00a0x", max_size=12), currency=st.sampled_from((PESO, POINTS)))
def test_any_text_is_a_whole_amount_in_range_or_refused(text: str, currency: Currency) -> None:
    try:
        cents = parse_amount(text=text, currency=currency)
    except AmountError:
        return
    assert type(cents) is int
    assert 0 <= cents <= HIGHEST_AMOUNT_CENTS


@pytest.mark.parametrize(
    ("total_cents", "shares"),
    [
        (10, (5, 5)),
        (11, (6, 5)),
        (-11, (-5, -6)),
        (1, (1, 0)),
        (-1, (0, -1)),
        (0, (0, 0, 0)),
        (5, (2, 2, 1)),
        (7, (7,)),
    ],
)
def test_c25_odd_cents_go_to_the_first_shares(total_cents: int, shares: tuple[int, ...]) -> None:
    assert split_evenly(total_cents=total_cents, shares=len(shares)) == shares


@given(total_cents=ANY_CENTS, count=st.integers(1, 12))
def test_shares_add_up_differ_by_at_most_a_cent_and_never_grow(total_cents: int, count: int) -> None:
    shares = split_evenly(total_cents=total_cents, shares=count)
    assert len(shares) == count
    assert sum(shares) == total_cents
    assert shares[0] - shares[-1] in (0, 1)
    assert all(before >= after for before, after in pairwise(shares))


def test_total_is_split_into_at_least_one_share() -> None:
    with pytest.raises(ValueError, match="share"):
        split_evenly(total_cents=1, shares=0)


@pytest.mark.parametrize(
    ("cents", "up", "rounded"),
    [(130, False, 125), (130, True, 150), (-130, False, -150), (-130, True, -125), (125, True, 125), (0, True, 0)],
)
def test_amount_is_rounded_to_the_coin_on_the_side_asked_for(cents: int, up: bool, rounded: int) -> None:
    assert round_to_coin(cents=cents, coin_cents=25, up=up) == rounded


@given(cents=ANY_CENTS, coin_cents=st.integers(1, 1000), up=st.booleans())
def test_rounding_moves_by_less_than_the_coin(cents: int, coin_cents: int, up: bool) -> None:
    rounded = round_to_coin(cents=cents, coin_cents=coin_cents, up=up)
    assert rounded % coin_cents == 0
    assert 0 <= (rounded - cents if up else cents - rounded) < coin_cents


@pytest.mark.parametrize("coin_cents", [0, -5])
def test_coin_must_be_worth_something(coin_cents: int) -> None:
    with pytest.raises(CoinError) as refused:
        round_to_coin(cents=100, coin_cents=coin_cents, up=True)
    assert refused.value.code == "coin_not_positive"
