"""A correction is told by what it changes, never as if the hand were paid again."""

import pytest

from scoring.queries.books.ledger import Change
from scoring.queries.table.corrections import correction_of


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ((8, -4, -4, 0), (12, -6, -6, 0), [("A", 4, "gets_more"), ("B", -2, "pays_more"), ("C", -2, "pays_more")]),
        ((12, -6, -6, 0), (8, -4, -4, 0), [("A", -4, "gets_less"), ("B", 2, "pays_less"), ("C", 2, "pays_less")]),
        (
            (16, 0, -8, -8),
            (-8, -8, 0, 16),
            [("D", 24, "gets_more"), ("C", 8, "pays_less"), ("B", -8, "pays_more"), ("A", -24, "pays_more")],
        ),
        ((8, -4, -4, 0), (8, -4, -4, 0), []),
        ((), (8, -4, -4, 0), [("A", 8, "gets_more"), ("B", -4, "pays_more"), ("C", -4, "pays_more")]),
        ((8, -4, -4, 0), (), [("B", 4, "pays_less"), ("C", 4, "pays_less"), ("A", -8, "gets_less")]),
    ],
    ids=["more", "less", "another winner", "same", "nobody before", "nobody now"],
)
def test_a_correction_says_who_gets_and_pays_more_or_less(
    was: tuple[int, ...], now: tuple[int, ...], said: list[tuple[str, int, str]]
) -> None:
    def changes(amounts: tuple[int, ...]) -> tuple[Change, ...]:
        return tuple(Change(seat=at, player="ABCD"[at - 1], cents=cents) for at, cents in enumerate(amounts, start=1))

    correction = correction_of(was=changes(was), now=changes(now))
    assert [(row.player, row.cents, row.way) for row in correction.moved] == said
    assert sum(row.cents for row in correction.rows) == 0
