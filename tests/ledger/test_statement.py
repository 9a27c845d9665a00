"""A night as text for a chat."""

from dataclasses import replace

import pytest

from scoring.ledger.statement import MatchPoints, PlannedPayment, Standing, Statement, Wording, share_text
from scoring.money import POINTS, Style, currency_for

WORDS = Wording(
    pays="{payer}>{payee} {amount}",
    paid="{payer}={payee} {amount}",
    part_left="{payer}>{payee} {amount}, {left}",
    in_all="all {amount}",
    beside="BESIDE",
    nobody_pays="NOBODY",
    match="MATCH {points}",
    match_left="LEFT {points}",
    fingerprint="CODE {fingerprint}",
)
ANA, DINO = (
    PlannedPayment(payer="Ana", payee="Ben", cents=100, left_cents=100),
    PlannedPayment(payer="Dino", payee="Ben", cents=80, left_cents=80),
)
NIGHT = Statement(
    title="Cuajo",
    day="31 January",
    currency=currency_for(code="PHP"),
    standings=(
        Standing(player="Ana", cents=-100),
        Standing(player="Ben", cents=180),
        Standing(player="Carla", cents=0),
        Standing(player="Dino", cents=-80),
    ),
    plan=(ANA, DINO),
    fingerprint="7KQ2-M4XD",
)
HEAD = ["Cuajo\n31 January"]
RESULTS = "Ben +\u2060₱1.80\nCarla ₱0.00\nDino −\u2060₱0.80\nAna −\u2060₱1.00"
PLAN = "Ana>Ben ₱1.00\nDino>Ben ₱0.80"
CODE = ["CODE 7KQ2-M4XD"]
EVEN = tuple(replace(standing, cents=0) for standing in NIGHT.standings)
MATCHES = (
    MatchPoints(points=(("Ben", 12), ("Ana", -12)), is_settled=True),
    MatchPoints(points=(("Ana", 3),), is_settled=False),
)


@pytest.mark.parametrize(
    ("night", "middle"),
    [
        (NIGHT, [RESULTS, PLAN]),
        (
            replace(NIGHT, plan=(replace(ANA, left_cents=0), replace(DINO, left_cents=30))),
            [RESULTS, "Ana=Ben ₱1.00\nDino>Ben ₱0.80, ₱0.30"],
        ),
        (replace(NIGHT, plan=()), [RESULTS, "NOBODY"]),
        (replace(NIGHT, currency=POINTS, plan=()), ["Ben +180\nCarla 0\nDino −80\nAna −100"]),
        (replace(NIGHT, standings=EVEN), ["Ana ₱0.00\nBen ₱0.00\nCarla ₱0.00\nDino ₱0.00", PLAN]),
        (
            replace(
                NIGHT, standings=(Standing(player="Ana", cents=90, in_all_cents=-10), replace(EVEN[1], in_all_cents=0))
            ),
            ["Ana +\u2060₱0.90 (all −\u2060₱0.10)\nBen ₱0.00", PLAN],
        ),
        (replace(NIGHT, beside=("Ben>Ana ₱5.00",)), [RESULTS, "BESIDE\nBen>Ana ₱5.00", PLAN]),
        (replace(NIGHT, matches=MATCHES), [RESULTS, "MATCH Ben 12, Ana −12\nLEFT Ana 3", PLAN]),
    ],
    ids=["owed", "paid", "even", "points", "same order", "beside in all", "beside", "matches"],
)
def test_a_night_reads_title_results_from_best_to_worst_payments_and_fingerprint(
    night: Statement, middle: list[str]
) -> None:
    assert share_text(statement=night, wording=WORDS).split("\n\n") == HEAD + middle + CODE


def test_amounts_are_written_in_the_style_of_the_wording_which_is_english_where_none_is_given() -> None:
    wording = replace(WORDS, style=Style(point=",", symbol_last=True))
    (_, results, plan, _) = share_text(statement=NIGHT, wording=wording).split("\n\n")
    assert (results.splitlines()[0], plan.splitlines()[0]) == ("Ben +1,80\xa0₱", "Ana>Ben 1,00\xa0₱")
    assert share_text(statement=NIGHT) == share_text(statement=NIGHT, wording=Wording())
