"""Compute coordinates of charts: whole units of a drawing of WIDTH and HEIGHT, y downwards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import ClassVar

from scoring.frozen import Frozen

WIDTH, HEIGHT = 308, 170
# A phone cannot show more points apart, so longer lines draw only some of them.
MOST_POINTS = 48
LABEL_GAP = 15
MARK_HEIGHT = 10
HUES, MARKS = 5, 5


class Series(Frozen):
    """A named line, None before its first value."""

    name: str = ""
    values: tuple[int | None, ...]
    before: int = 0


class Step(Frozen):
    label: str = ""
    title: str = ""
    href: str = ""


class Lines(Frozen):
    """The lines of a chart with common steps."""

    name: str = ""
    series: tuple[Series, ...]
    steps: tuple[Step, ...] = ()
    title: str = ""
    description: str = ""


class Tick(Frozen):
    at: int
    label: str


class Line(Frozen):
    """A drawn line with the `size` of the view of its mark."""

    series: Series
    path: str
    hue: int
    mark: int
    x: int
    y: int
    size: int = 14


class Drawing(Frozen):
    width: ClassVar[int] = WIDTH
    height: ClassVar[int] = HEIGHT
    zero: int


class LineChart(Drawing):
    """A line chart. `bands` are the steps with the place and the width of the area that reacts to taps."""

    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    below: tuple[Tick, ...]
    bands: tuple[tuple[Step, int, int], ...]
    is_flat: bool

    @property
    def rows(self) -> tuple[tuple[Step, tuple[int | None, ...]], ...]:
        steps = enumerate(self.bands)
        return tuple((step, tuple(line.series.values[place] for line in self.lines)) for place, (step, *_) in steps)


class Column(Frozen):
    label: str
    count: int
    x: int
    width: int
    height: int
    is_loss: bool

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def y(self) -> int:
        return HEIGHT - self.height


class Distribution(Drawing):
    """Columns of results, with losses left of `zero`."""

    columns: tuple[Column, ...]


def line_chart(*, asked: Lines, written: Callable[[int], str] | None = None) -> LineChart:
    """Draw lines, without `written` values as high as the drawing."""
    steps = drawn(asked.steps)
    lines = [replace(one, values=tuple(drawn(one.values))) for one in asked.series]
    shown = [0, *(value for line in lines for value in (line.before, *line.values) if value is not None)]
    ticks = nice_ticks(low=min(shown), high=max(shown)) if written else (min(shown), max(shown))
    scale = _Scale(low=ticks[0], high=ticks[-1], steps=max((len(line.values) for line in lines), default=0))
    found: list[Line] = []
    for place, line in enumerate(lines):
        one = _line(line, place, scale)
        near = [other for other in found if one.x == other.x and abs(one.y - other.y) < MARK_HEIGHT // 2]
        found.append(replace(one, size=one.size + 8 * len(near)))
    return LineChart(
        lines=tuple(found),
        across=tuple(Tick(at=scale.y(value), label=written(value)) for value in ticks) if written else (),
        below=_below(steps, scale),
        bands=tuple((step, scale.x(at), scale.x(at + 1) - scale.x(at)) for at, step in enumerate(steps)),
        zero=scale.y(0),
        is_flat=not any(shown),
    )


def distribution(*, values: Sequence[int], written: Callable[[int], str]) -> Distribution:
    """Count values in columns of equal width."""
    least, most = min(values, default=0), max(values, default=0)
    step = _step(max(most, 0) - min(least, 0), parts=12)
    low = min(least // step * step, 0)
    high = max((most // step + 1) * step, step)
    counts = {start: sum(start <= value < start + step for value in values) for start in range(low, high, step)}
    width = WIDTH // len(counts)
    tallest = max(counts.values()) or 1
    columns = tuple(
        Column(
            label=f"{written(start)} … {written(start + step - 1)}",
            count=number,
            x=place * width,
            width=max(width - 2, 1),
            height=round(number * (HEIGHT - LABEL_GAP) / tallest),
            is_loss=start < 0,
        )
        for place, (start, number) in enumerate(counts.items())
    )
    return Distribution(columns=columns, zero=-low // step * width)


def hue(place: int) -> int:
    return place % HUES


def mark(place: int) -> int:
    # Colour alone must not tell lines apart: two lines of one colour have different marks.
    return (place + place // MARKS) % MARKS


def nice_ticks(*, low: int, high: int) -> tuple[int, ...]:
    """Return at most six round values around 0."""
    low, high = min(low, 0), max(high, 0)
    step = _step(high - low, parts=4)
    return tuple(range(low // step * step, -(-high // step) * step + 1, step)) if high > low else (0, step)


def _step(width: int, *, parts: int) -> int:
    """Return a round step: 1, 2 or 5."""
    steps: Iterator[int] = (factor * 10**power for power in count() for factor in (1, 2, 5))
    return next(step for step in steps if step * parts >= width)


def drawn[T](points: Sequence[T]) -> list[T]:
    """Return the points to draw, always with the last."""
    return list(points[:: -(-(-len(points) // MOST_POINTS) or 1)][::-1])


class _Scale(Frozen):
    low: int
    high: int
    steps: int

    def x(self, place: int) -> int:
        # All lines begin one step before the first night, at their value before it.
        return round((place + 1) * WIDTH / max(self.steps, 1))

    def y(self, value: int) -> int:
        return HEIGHT - round((value - self.low) * HEIGHT / max(self.high - self.low, 1))


def _line(series: Series, place: int, scale: _Scale) -> Line:
    """Draw a line from the value before its start."""
    known = [(step, value) for step, value in enumerate(series.values) if value is not None]
    first = known[0][0] if known else 0
    points = [(scale.x(step), scale.y(value)) for step, value in ((first - 1, series.before), *known)]
    segments = "".join(f"l{x - before_x} {y - before_y}" for (before_x, before_y), (x, y) in pairwise(points))
    (start_x, start_y), (x, y) = points[0], points[-1]
    path = f"M{start_x} {start_y}{segments}"
    return Line(series=series, path=path, hue=hue(place), mark=mark(place), x=x, y=y)


def _below(steps: Sequence[Step], scale: _Scale) -> tuple[Tick, ...]:
    found: list[Tick] = []
    before = ""
    for place, step in enumerate(steps):
        at = min(scale.x(place), WIDTH + 8 - 3 * len(step.label))
        if step.label != before and (not found or at - found[-1].at >= 7 * (len(found[-1].label) + 2)):
            found.append(Tick(at=at, label=step.label))
        before = step.label
    return tuple(found)
