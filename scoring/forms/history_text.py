"""Read past nights from a CSV file."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import Enum

from django import forms
from django.utils.translation import gettext as _

from scoring.forms.amounts import read_amount
from scoring.frozen import Frozen
from scoring.ledger.journals import BYTE_ORDER_MARK
from scoring.models import LONGEST_NOTE, LONGEST_TITLE
from scoring.money import MINUS, Currency, plain_number, split_evenly
from scoring.operations.money.past import MOST_NIGHTS, PastNight
from scoring.operations.table.nights import About

_SUMS = ("total", "totals", "totales", "sum", "suma", "kabuuan", "balance", "saldo", "check", "control", "σ")
_ROWS_OF_SUMS = (*_SUMS, "total balance", "saldo total", "balance total")
_PAYMENTS = ("payment", "pago", "pagament", "bayad", "reimbursement")


class Column(Enum):
    """The known columns. All others are players."""

    DATE = ("date", "petsa", "fecha", "data")
    NAME = ("name", "pangalan", "nombre", "nom", "description", "paglalarawan", "descripción", "descripció", "what")
    PLACE = ("place", "lugar", "lloc")
    NOTE = ("note", "notes", "tala", "nota", "notas")
    CURRENCY = ("currency", "moneda", "divisa")
    KIND = ("category", "kategorya", "categoría", "categoria", "bill_type")
    AMOUNT = ("amount",)
    PAYER = ("payer_name",)
    WEIGHT = ("payer_weight",)
    OWERS = ("owers",)
    UNUSED = ("", "cost", "halaga", "coste", "costo", *_SUMS)


ABOUT = {"name": Column.NAME, "place": Column.PLACE, "note": Column.NOTE}
_LONGEST = {Column.NAME: LONGEST_TITLE, Column.PLACE: LONGEST_TITLE, Column.NOTE: LONGEST_NOTE}
_COLUMNS: Mapping[str, Column] = {heading: column for column in Column for heading in column.value}
_SEPARATORS = ",;\t"
_SEPARATOR_LINE = re.compile(r'"?sep=([,;|\t])"?\r?\n', re.IGNORECASE)
_NUMBERS = {"year": "(?P<year>[0-9]{4})", "month": "(?P<month>[0-9]{1,2})", "day": "(?P<day>[0-9]{1,2})"}
_ORDERS = tuple(
    re.compile(f"{_NUMBERS[first]}(?P<mark>[-/.]){_NUMBERS[second]}(?P=mark){_NUMBERS[third]}")
    for first, second, third in (("year", "month", "day"), ("day", "month", "year"), ("month", "day", "year"))
)
_NOTHING = ("", "-", MINUS, "–", "—")


class PastText(Frozen):
    nights: tuple[PastNight, ...] = ()
    bad: tuple[forms.ValidationError, ...] = ()


class _Row(Frozen):
    """The cells of a row by column and player."""

    number: int
    cells: Mapping[Column, str]
    players: tuple[tuple[str, str], ...]
    is_too_long: bool

    def cell(self, column: Column) -> str:
        return self.cells.get(column, "")

    def refused(self, code: str | None, message: str, **values: object) -> forms.ValidationError:
        return forms.ValidationError(message, code=code, params={"row": self.number, **values})

    @property
    def is_sum(self) -> bool:
        return not {self.cell(column).casefold() for column in (Column.DATE, Column.NAME)}.isdisjoint(_ROWS_OF_SUMS)


def written_nights(*, nights: Iterable[PastNight], currency: Currency) -> str:
    """Write nights as CSV to be read again (`is_written`)."""
    nights = tuple(nights)
    names = list(dict.fromkeys(name for night in nights for name, _ in night.results))
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow(["date", *ABOUT, *names])
    for night in nights:
        won = {name: plain_number(cents=cents, currency=currency) for name, cents in night.results}
        about = [getattr(night.about, each) for each in ABOUT]
        write.writerow([night.day.isoformat(), *about, *(won.get(name, "") for name in names)])
    return out.getvalue()


def read_nights(*, text: str, currency: Currency, is_written: bool = False) -> PastText:
    """Read nights and the problems of other rows.

    The first row with a heading for days names the columns, in a language of this app. `name`, `place` and `note` are
    optional, as are the columns of Splitwise and ihatemoney. Any other column is a player: positive if won, negative if
    lost, empty if absent. With `is_written` the columns have the order of `written_nights`. Raises ValidationError for
    an unreadable file.
    """
    headings, lines = _table(text)
    columns: tuple[Column | None, ...] = tuple(_COLUMNS.get(heading.casefold()) for heading in headings)
    if is_written:
        columns = (Column.DATE, *ABOUT.values(), *(None for _heading in headings[1 + len(ABOUT) :]))
    rows = [_row(number, cells, headings, columns) for number, cells in lines]
    rows = [row for row in rows if is_written or not row.is_sum]
    if len(rows) > MOST_NIGHTS:
        message = _("%(count)s rows are too many at once. Enter %(most)s or fewer, then the rest.")
        raise forms.ValidationError(message % {"count": len(rows), "most": MOST_NIGHTS}, code="too_many")
    weights = {row.cell(Column.PAYER): row.cell(Column.WEIGHT) for row in rows}
    nights, bad = [], []
    for row, day in zip(rows, _days([row.cell(Column.DATE) for row in rows]), strict=True):
        try:
            nights.append(_night(row, day, currency=currency, weights=weights))
        except forms.ValidationError as error:
            bad.append(error)
    return PastText(nights=tuple(nights), bad=tuple(bad))


def _table(text: str) -> tuple[tuple[str, ...], list[tuple[int, list[str]]]]:
    """Return headings and numbered rows, by trying the separators."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    line = _SEPARATOR_LINE.match(text)
    count, error = 0, None
    for separator in line[1] if line else _SEPARATORS:
        lines = io.StringIO(text[line.end() if line else 0 :], newline="")
        try:
            table = list(csv.reader(lines, delimiter=separator, strict=True))
        except csv.Error as found:
            error = found
            continue
        rows = [(number, [cell.strip() for cell in cells]) for number, cells in enumerate(table, start=1)]
        rows = [(number, cells) for number, cells in rows if any(cells)]
        count = max(count, len(rows))
        for place, (_number, cells) in enumerate(rows[:-1]):
            if any(_COLUMNS.get(cell.casefold()) is Column.DATE for cell in cells):
                return tuple(cells), rows[place + 1 :]
    if error:
        message = _("This cannot be read as CSV. Check the quotation marks.")
        raise forms.ValidationError(message, code="no_csv") from error
    if count < 2:
        message = _("Write a row with the names of the columns, and one for each night.")
        raise forms.ValidationError(message, code="no_rows")
    raise forms.ValidationError(_("One column must be called “date”."), code="no_date_column")


def _row(number: int, cells: Sequence[str], headings: Sequence[str], columns: Sequence[Column | None]) -> _Row:
    known = list(zip(cells, headings, columns, strict=False))
    return _Row(
        number=number,
        # Reversed, so that the first of equal columns counts.
        cells={column: cell for cell, _heading, column in reversed(known) if column},
        players=tuple((heading, cell) for cell, heading, column in known if column is None),
        is_too_long=any(cells[len(headings) :]),
    )


def _days(cells: Sequence[str]) -> Iterator[date | None]:
    """Yield the day of each cell, None if unclear."""
    readings = [tuple(_day(order, cell) for order in _ORDERS) for cell in cells]
    # Order 1 is day first, order 2 month first. A date that fits only one of them shows the order of the column.
    shown = {order for days in readings for order in (1, 2) if days[order] and not days[3 - order]}
    for days in readings:
        found = set(days) - {None}
        if len(found) > 1 and len(shown) == 1:
            yield days[next(iter(shown))]
        else:
            yield found.pop() if len(found) == 1 else None


def _day(order: re.Pattern[str], cell: str) -> date | None:
    found = order.fullmatch(cell)
    try:
        return date(int(found["year"]), int(found["month"]), int(found["day"])) if found else None
    except ValueError:
        return None


def _night(row: _Row, day: date | None, *, currency: Currency, weights: Mapping[str, str]) -> PastNight:
    if row.is_too_long:
        raise row.refused("long_row", _("Row %(row)s has more cells than there are columns."))
    if day is None and _day(_ORDERS[1], row.cell(Column.DATE)):
        why = _(
            "Row %(row)s: no other row shows whether the day or the month comes first. Write the date like 2019-05-31."
        )
        raise row.refused("either_date", why)
    if day is None:
        raise row.refused("wrong_date", _("Row %(row)s: write the date like 2019-05-31."))
    if row.cell(Column.KIND).casefold() in _PAYMENTS:
        raise row.refused("payment", _("Row %(row)s is a payment, not a night."))
    if row.cell(Column.CURRENCY).upper() not in ("", "XXX", currency.code):
        raise row.refused("other_currency", _("Row %(row)s is in another currency."))
    for column, longest in _LONGEST.items():
        if len(row.cell(column)) > longest:
            why = _("Row %(row)s: write at most %(longest)s letters about the night.")
            raise row.refused("too_long", why, longest=longest)
    is_bill = row.cells.keys() >= {Column.AMOUNT, Column.PAYER, Column.OWERS}
    results = _shares(row, currency, weights) if is_bill else _results(row, currency)
    about = About(**{name: row.cell(column) for name, column in ABOUT.items()})
    return PastNight(day=day, results=results, about=about)


def _results(row: _Row, currency: Currency) -> tuple[tuple[str, int], ...]:
    # Splitwise writes 0.00 for people who did not take part.
    results = [
        (name, _cents(row, name, cell, currency))
        for name, cell in row.players
        if cell.replace(currency.symbol, "").strip() not in _NOTHING
    ]
    return tuple(result for result in results if result[1] or Column.KIND not in row.cells)


def _shares(row: _Row, currency: Currency, weights: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    """Return the results of an ihatemoney bill."""
    payer, owers = row.cell(Column.PAYER), [name.strip() for name in row.cell(Column.OWERS).split(",")]
    if any(weights.get(name, "1") not in ("", "1", "1.0") for name in owers):
        raise row.refused("unequal_shares", _("Row %(row)s: the shares of these players are not equal."))
    cents = _cents(row, payer, row.cell(Column.AMOUNT), currency)
    results = {payer: cents}
    for name, share_cents in zip(owers, split_evenly(total_cents=cents, shares=len(owers)), strict=True):
        results[name] = results.get(name, 0) - share_cents
    return tuple(results.items())


def _cents(row: _Row, name: str, cell: str, currency: Currency) -> int:
    try:
        return read_amount(cell, currency=currency, signed=True)
    except forms.ValidationError as error:
        why = " ".join(error.messages)
        raise row.refused(error.code, _("Row %(row)s, %(column)s: %(why)s"), column=name, why=why) from error
