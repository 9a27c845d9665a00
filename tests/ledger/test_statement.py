"""A night as text for a chat."""

from dataclasses import replace

from scoring.ledger.statement import MatchPoints, PlannedPayment, Standing, Statement, Wording, share_text
from scoring.money import POINTS, currency_for

NIGHT = Statement(
    title="Cuajo at Lola's",
    day="31 January 2026",
    currency=currency_for(code="PHP"),
    standings=(
        Standing(player="Ana", cents=-100),
        Standing(player="Ben", cents=180),
        Standing(player="Carla", cents=0),
        Standing(player="Dino", cents=-80),
    ),
    plan=(
        PlannedPayment(payer="Ana", payee="Ben", cents=100, left_cents=100),
        PlannedPayment(payer="Dino", payee="Ben", cents=80, left_cents=80),
    ),
    fingerprint="7KQ2-M4XD",
)


def lines(statement: Statement, wording: Wording | None = None) -> list[str]:
    return share_text(statement=statement, wording=wording).splitlines()


def test_a_night_reads_title_results_from_best_to_worst_payments_and_fingerprint() -> None:
    assert share_text(statement=NIGHT) == (
        "Cuajo at Lola's\n31 January 2026\n\n"
        "Ben +\u2060₱1.80\nCarla ₱0.00\nDino −\u2060₱0.80\nAna −\u2060₱1.00\n\n"
        "Ana pays Ben ₱1.00\nDino pays Ben ₱0.80\n\n"
        "Check code: 7KQ2-M4XD"
    )


def test_payments_made_in_full_and_in_part_say_so() -> None:
    ana, dino = NIGHT.plan
    ticked = replace(NIGHT, plan=(replace(ana, left_cents=0), replace(dino, left_cents=30)))
    assert lines(ticked)[8:10] == ["Ana has paid Ben ₱1.00", "Dino pays Ben ₱0.80, ₱0.30 still to come"]


def test_an_even_night_says_that_nobody_owes_anything() -> None:
    assert lines(replace(NIGHT, plan=()))[8] == "Nobody owes anything."


def test_a_night_for_points_mentions_no_payments() -> None:
    assert lines(replace(NIGHT, currency=POINTS, plan=()))[3:] == [
        "Ben +180",
        "Carla 0",
        "Dino −80",
        "Ana −100",
        "",
        "Check code: 7KQ2-M4XD",
    ]


def test_equal_results_keep_the_order_of_the_seats() -> None:
    even = tuple(replace(standing, cents=0) for standing in NIGHT.standings)
    players = [line.split()[0] for line in lines(replace(NIGHT, standings=even))[3:7]]
    assert players == ["Ana", "Ben", "Carla", "Dino"]


def test_the_text_is_written_in_the_wording_given() -> None:
    spanish = Wording(pays="{payer} paga {amount} a {payee}", fingerprint="Huella: {fingerprint}")
    written = lines(NIGHT, spanish)
    assert (written[8], written[-1]) == ("Ana paga ₱1.00 a Ben", "Huella: 7KQ2-M4XD")


def test_what_was_paid_beside_the_game_stands_before_the_payments() -> None:
    beside = ("Ben pays Ana beside the game (side bet): ₱5.00",)
    assert lines(replace(NIGHT, beside=beside))[7:11] == [
        "",
        "Beside the game:",
        "Ben pays Ana beside the game (side bet): ₱5.00",
        "",
    ]


def test_matches_stand_after_the_results_with_what_is_not_settled_marked() -> None:
    matches = (
        MatchPoints(points=(("Ben", 12), ("Ana", -12)), is_settled=True),
        MatchPoints(points=(("Ana", 3),), is_settled=False),
    )
    assert lines(replace(NIGHT, matches=matches))[7:11] == [
        "",
        "Match: Ben 12, Ana −12",
        "Match not settled: Ana 3",
        "",
    ]
