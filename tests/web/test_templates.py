"""Templates can be read: no line runs out of the window."""

from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"
LONGEST_COLUMNS = 160


def test_no_line_of_a_template_is_longer_than_the_window() -> None:
    lines = [
        (str(path.relative_to(TEMPLATES)), number, len(line))
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
    ]

    assert lines
    assert [line for line in lines if line[2] > LONGEST_COLUMNS] == []
