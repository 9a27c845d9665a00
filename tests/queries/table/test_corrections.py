"""A correction is told by what it changes, never as if the hand were paid again."""

from scoring.queries.books.ledger import Change
from scoring.queries.table.corrections import correction_of
from tests.games.asking import stored


@stored("corrections", "nights")
def test_a_correction_says_who_gets_and_pays_more_or_less(was: list[int], now: list[int], told: list[object]) -> None:
    def changes(amounts: list[int]) -> tuple[Change, ...]:
        return tuple(Change(seat=at, player="ABCD"[at - 1], cents=cents) for at, cents in enumerate(amounts, start=1))

    correction = correction_of(was=changes(was), now=changes(now))
    assert [[row.player, row.cents, row.way] for row in correction.moved] == told
    assert sum(row.cents for row in correction.rows) == 0
