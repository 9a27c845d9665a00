"""Whatever somebody did to the lines, payments, seats and seals of a night is found, with its lines."""

from collections.abc import Callable

import pytest

from scoring.models import Device, Seal, Seat, Session
from tests import people
from tests.queries.books.damaging import change, change_payments, cut_off_the_newest_line, found, pay, sql

pytestmark = pytest.mark.django_db

DAMAGE: dict[str, tuple[Callable[[Session], object], set[int | None], str]] = {
    "a payment is added to a hand": (
        lambda night: pay(night, line=1, payer=2, payee=3, cents=500),
        {1, 5, 7},
        "the payments are seat 2 to 1 270; seat 2 to 3 500; seat 4 to 1 270, "
        "not seat 2 to 1 270; seat 4 to 1 270 as they should be",
    ),
    "a payment is added to the newest line": (
        lambda night: pay(night, line=8, payer=2, payee=3, cents=500),
        {8},
        "cash goes from one to another, not in 2 payments",
    ),
    "the amounts of a secret are changed": (
        lambda night: change_payments(night, line=2, column="amount_cents", value=1),
        {2, 5, 6, 7},
        "the payments are seat 1 to 2 1; seat 3 to 2 1, not seat 1 to 2 150; seat 3 to 2 150 as they",
    ),
    "the payments of a penalty are removed": (
        lambda night: sql("DELETE FROM scoring_payment WHERE entry_id = %s", night.entries.get(number=3).pk),
        {3, 4, 5, 6, 7},
        "the payments are none, not seat 4 to 1 90; seat 4 to 3 90 as they should be",
    ),
    "a reversal pays other amounts": (
        lambda night: change_payments(night, line=4, column="amount_cents", value=7),
        {4, 5, 6, 7},
        "the payments are seat 1 to 4 7; seat 3 to 4 7, not seat 1 to 4 90; seat 3 to 4 90 as they should be",
    ),
    "a debt is turned into cash": (
        lambda night: change_payments(night, line=1, column="cash", value=True),
        {1, 5, 6, 7},
        "it records cash, not a debt",
    ),
    "cash is turned into a debt": (
        lambda night: change_payments(night, line=8, column="cash", value=False),
        {8},
        "it records a debt, but cash was handed over",
    ),
    "the winner of a hand is changed": (
        lambda night: change(night, line=1, column="act", value='{"result": "drawn"}'),
        {1},
        "winner and next dealer are 1 and 1, not None and None as they should be",
    ),
    "what was entered is destroyed": (
        lambda night: change(night, line=2, column="act", value="{}"),
        {2},
        "what was entered is impossible:",
    ),
    "why a penalty was due is no reason": (
        lambda night: change(night, line=3, column="act", value='{"seat": 4, "why": "mood"}'),
        {3},
        "what was entered cannot be read:",
    ),
    "a line is renumbered": (
        lambda night: change(night, line=8, column="number", value=11),
        {8, 11},
        "the number of the line before it is 7",
    ),
    "a fingerprint is changed": (
        lambda night: change(night, line=6, column="fingerprint", value="0" * 64),
        {6, 7},
        "the fingerprint is 0000000000..., not ",
    ),
    "a fingerprint is destroyed": (
        lambda night: change(night, line=6, column="fingerprint", value="gone"),
        {6, 7},
        "the fingerprint of the line before it is none: 'gone'",
    ),
    "the house rules are destroyed": (
        lambda _: sql("UPDATE scoring_session SET rules = '[]'"),
        {None},
        "its seats or house rules cannot be read: ",
    ),
    "the clock is moved": (
        lambda night: change(night, line=2, column="recorded_at", value="2026-02-01 19:00:00+00:00"),
        {2},
        "the fingerprint is ",
    ),
    "the plan of the close leaves somebody out": (
        lambda night: change(night, line=7, column="act", value='{"plan": [], "coin_cents": 100}'),
        {7},
        "the plan leaves something open, in minor units by seat: 1: ",
    ),
    "a hand loses its verdict": (lambda _: sql("DELETE FROM scoring_hand"), {1}, "the hand has no verdict"),
    "the next dealer is changed": (
        lambda _: sql("UPDATE scoring_hand SET deals_next = 4"),
        {1},
        "winner and next dealer are 1 and 4, not 1 and 1 as they should be",
    ),
    "the stake factor is changed": (
        lambda _: sql("UPDATE scoring_session SET stake_factor = 1"),
        {1, 2, 3},
        "the payments are seat 2 to 1 270; seat 4 to 1 270, not seat 2 to 1 90; seat 4 to 1 90",
    ),
    "a seat is given to another person": (
        lambda night: sql(
            "UPDATE scoring_seat SET player_id = %s WHERE session_id = %s AND number = 2",
            night.club.players.create(name="Eva", created_at=people.EVENING).pk,
            night.pk,
        ),
        {None},
        "who sits on seat 2 is not as it was sealed",
    ),
    "a seat is added": (
        lambda night: Seat.objects.create(
            session=night, number=5, player=night.club.players.create(name="Eva", created_at=people.EVENING)
        ),
        {None},
        "who sits on seat 5 was never sealed",
    ),
    "somebody came in later": (
        lambda night: night.seats.filter(number=2).update(since=3),
        {None},
        "who sits on seat 2 is not as it was sealed",
    ),
    "a reason is changed": (
        lambda night: change(night, line=4, column="reason", value="theft"),
        {4},
        "its reason, phone, key, fingerprint or verdict is not as it was sealed",
    ),
    "other partners are written down": (
        lambda night: night.partnerships.filter(first__number=1).update(second=night.seats.get(number=4)),
        {None},
        "the partners are ((1, 4), (2, 4)), not ((1, 3), (2, 4)) as they should be",
    ),
    "partners are removed": (
        lambda _: sql(
            "DELETE FROM scoring_partnership WHERE first_id = (SELECT MAX(first_id) FROM scoring_partnership)"
        ),
        {None},
        "who were partners (line of the seating, seats) 0 2 4 was removed",
    ),
    "a verdict is changed": (
        lambda _: sql("UPDATE scoring_hand SET verdict = '{}'"),
        {1},
        "its reason, phone, key, fingerprint or verdict is not as it was sealed",
    ),
    "a line comes from another phone": (
        lambda night: night.entries.filter(number=2).update(
            device=Device.objects.create(token_hash="x", label="x", created_at=people.EVENING)
        ),
        {2},
        "its reason, phone, key, fingerprint or verdict is not as it was sealed",
    ),
    "the newest line is cut off": (
        cut_off_the_newest_line,
        {8},
        "its reason, phone, key, fingerprint or verdict was removed",
    ),
    "a night becomes practice": (
        lambda _: sql("UPDATE scoring_session SET is_practice = %s", True),
        {None},
        "whether it counts in totals",
    ),
    "a seal is changed": (
        lambda night: Seal.objects.filter(chain=night.public_id, number=2).update(digest="0" * 64),
        {None},
        "seal 2 does not follow from the one before it",
    ),
    "the seals are removed": (
        lambda night: Seal.objects.filter(chain=night.public_id).delete(),
        {None, *range(1, 9)},
        "who sits on seat 1 was never sealed",
    ),
    "the game is one that nobody plays": (
        lambda _: sql("UPDATE scoring_session SET game = 'poker'"),
        {None},
        "no game is called 'poker'",
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found_with_its_lines(night: Session, unguarded: None, name: str) -> None:
    damage, lines, what = DAMAGE[name]
    damage(night)

    differences = found(Session.objects.get(pk=night.pk))

    assert {line for line, _ in differences} == lines
    assert [told for _, told in differences if told.startswith(what)] != []
