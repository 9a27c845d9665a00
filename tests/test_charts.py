"""Charts: what they show stands where it should, stays small, and can be read without eyes."""

import gzip
import re

import pytest
from django.template import Context, Template
from django.utils.html import strip_tags

from scoring.charts import HEIGHT, WIDTH, LineChart, Lines, Series, Step, distribution, line_chart, nice_ticks
from scoring.money import currency_for

PESO = currency_for(code="PHP")


def asked(*series: Series, nights: int) -> Lines:
    steps = tuple(Step(label=str(at), title=f"Night {at}", href=f"/n/{at}/") for at in range(1, nights + 1))
    return Lines(name="money", title="The year", description="Who won", series=series, steps=steps)


def chart_of(*series: Series, nights: int) -> LineChart:
    return line_chart(asked=asked(*series, nights=nights), written=str)


def series(**values: tuple[int | None, ...]) -> tuple[Series, ...]:
    return tuple(Series(name=name, values=cents) for name, cents in values.items())


def drawn(*, lines: int, nights: int) -> str:
    cents = [[(at * (line * 37 + 11) * (at + line)) % 90001 - 45000 for at in range(nights)] for line in range(lines)]
    wanted = asked(*series(**{f"P{line}": tuple(one) for line, one in enumerate(cents)}), nights=nights)
    return Template("{% line_chart asked currency %}").render(Context({"asked": wanted, "currency": PESO}))


def test_line_begins_at_nothing_and_ends_at_its_last_standing() -> None:
    chart = chart_of(*series(Ana=(100, -100)), nights=2)
    assert (chart.lines[0].path, chart.lines[0].x, chart.lines[0].y) == ("M0 85l154 -85l154 170", WIDTH, HEIGHT)
    assert [tick.label for tick in chart.across] == ["-100", "-50", "0", "50", "100"]


def test_line_that_begins_later_starts_from_the_step_before() -> None:
    assert chart_of(*series(Eva=(None, None, 60)), nights=3).lines[0].path == "M205 170l103 -170"


def test_lines_alone_leave_no_room_above_or_below_them() -> None:
    lines = asked(*series(Ana=(30, 110), Ben=(0, -10)), nights=2)
    assert [tick.label for tick in line_chart(asked=lines, written=str).across] == ["-50", "0", "50", "100", "150"]
    plain = line_chart(asked=lines)
    assert [line.path for line in plain.lines] == ["M0 156l154 -43l154 -113", "M0 156l154 0l154 14"]
    assert 'viewBox="0 0 308 170"' in Template("{% plain_lines lines %}").render(Context({"lines": lines}))
    assert (plain.is_flat, line_chart(asked=asked(*series(Ana=(0, 0)), nights=2)).is_flat) == (False, True)


@pytest.mark.parametrize(("low", "high"), [(-3, 1), (0, 0), (0, 104_520), (-999_999, 0), (-1, 10**9)])
def test_round_ticks_enclose_every_value_and_nothing(low: int, high: int) -> None:
    ticks = nice_ticks(low=low, high=high)
    assert ticks[0] <= low <= high <= ticks[-1]
    assert (0 in ticks, 2 <= len(ticks) <= 7) == (True, True)


def test_chart_of_twelve_lines_and_500_nights_weighs_at_most_6_kb() -> None:
    assert len(gzip.compress(drawn(lines=12, nights=500).encode())) <= 6 * 1024


def test_chart_has_title_description_links_and_its_table() -> None:
    text = drawn(lines=2, nights=2)
    assert re.findall(r'id="money-(?:title|about)">([^<]+)<', text) == ["The year", "Who won"]
    assert (text.count('href="/n/2/"'), "style=" in text) == (2, False)
    cells = strip_tags(text[text.index("<table") :].replace("<", " <")).replace("\N{WORD JOINER}", "").split()
    assert [cell for cell in cells if "₱" in cell] == ["−₱450.00", "−₱450.00", "−₱449.89", "−₱449.04"]


def test_points_of_a_line_are_links_for_the_finger_and_no_stops_for_the_keyboard() -> None:
    svg, table = drawn(lines=1, nights=3).split("<details")
    assert svg.count("<a ") == svg.count('tabindex="-1"') == table.count("<a ") == 3
    assert "tabindex" not in table.replace('tabindex="0"', "", 1)


@pytest.mark.parametrize("values", [[], [5_000_000], [-5_000_000, -4_999_999]])
def test_distribution_of_few_large_values_has_few_columns(values: list[int]) -> None:
    columns = distribution(values=values, written=str).columns
    assert (1 <= len(columns) <= 14, sum(column.count for column in columns)) == (True, len(values))


def test_distribution_counts_every_value_once_on_the_right_side_of_nothing() -> None:
    chart = distribution(values=[-250, -1, 0, 30, 990], written=str)
    counted = [sum(column.count for column in chart.columns if column.is_loss is lost) for lost in (True, False)]
    assert counted == [2, 3]
    assert all(0 <= column.x <= WIDTH for column in chart.columns)
    assert {column.is_loss for column in chart.columns if column.x < chart.zero} == {True}
