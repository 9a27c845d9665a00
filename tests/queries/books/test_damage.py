"""Whatever somebody did to the lines, payments, seats, terms and seals of a night is found, with its lines."""

import random
from collections.abc import Callable

import pytest
from django.db import connection

from scoring.models import Club, Device, EntryKind, Seal, Seat, Session
from scoring.queries.books.checking import check_session
from scoring.texts import Text
from tests import people
from tests.people import ANA, BEN, CARLA
from tests.queries.books.conftest import kinds_of
from tests.queries.books.damaging import (
    change,
    change_act,
    change_payments,
    cut_off_the_newest_line,
    found,
    pay,
    remove_payments,
    sql,
)
from tests.queries.clubs import enter_random_past

pytestmark = pytest.mark.django_db

type Row = tuple[Callable[[Session], object], dict[str, list[int | None]]]
"""What is done to a night, and what is found in which lines."""

EVENING: dict[str, Row] = {
    "a-debt-is-carried-with-another-amount": (
        lambda night: change_payments(night, line=1, amount_cents=7),
        {"fingerprint": [1], "plan": [11]},
    ),
    "a-debt-that-was-carried-becomes-one-that-was-paid": (
        lambda night: change_act(night, line=1, way="paid"),
        {"fingerprint": [1], "settles_more": [1]},
    ),
    "other-stakes-are-told": (
        lambda night: change_act(night, line=2, stake_factor=3),
        {"fingerprint": [2], "payments": [5, 8]},
    ),
    "the-stakes-are-nothing": (
        lambda night: change_act(night, line=2, stake_factor=0),
        {"fingerprint": [2], "terms_since": [2], "unread_act": [5, 8]},
    ),
    "terms-are-changed-from-an-earlier-hand-on": (
        lambda night: change_act(night, line=2, **{"from": 1}),
        {"fingerprint": [2], "terms_since": [2]},
    ),
    "what-was-in-force-before-is-told-otherwise": (
        lambda night: change_act(night, line=2, was={"stake_factor": 5}),
        {"fingerprint": [2], "terms_before": [2]},
    ),
    "a-night-denies-that-its-terms-were-changed": (
        lambda _: sql("UPDATE scoring_session SET has_terms = %s", False),
        {"no_terms": [2], "payments": [5, 8]},
    ),
    "the-tong-takes-more": (
        lambda night: change_act(night, line=3, cents=6),
        {"chips_count": [9], "fingerprint": [3], "payments": [10]},
    ),
    "the-tong-has-another-keeper": (
        lambda night: change_act(night, line=3, holder=BEN),
        {"chips_count": [9], "fingerprint": [3], "payments": [10]},
    ),
    "the-tong-was-agreed-on-for-hands": (
        lambda night: change_act(night, line=3, every="hand"),
        {"chips_count": [9], "fingerprint": [3], "payments": [10]},
    ),
    "the-tong-is-taken-otherwise": (
        lambda night: change_payments(night, line=10, amount_cents=7),
        {"fingerprint": [10], "payments": [10], "plan": [11]},
    ),
    "the-tong-is-taken-in-play": (lambda night: change_payments(night, line=10, apart=False), {"apart": [10]}),
    "chips-are-of-another-bank": (
        lambda night: change_act(night, line=4, bank=BEN),
        {"fingerprint": [4], "payments": [4]},
    ),
    "chips-are-worth-nothing": (
        lambda night: change_act(night, line=4, cents=0),
        {"chips_bank": [4], "chips_count": [9], "fingerprint": [4]},
    ),
    "chips-were-not-paid": (lambda night: change_act(night, line=4, paid=False), {"fingerprint": [4], "payments": [4]}),
    "the-cash-for-chips-is-another-amount": (
        lambda night: change_payments(night, line=4, amount_cents=7),
        {"fingerprint": [4], "payments": [4], "plan": [11]},
    ),
    "other-chips-were-counted": (
        lambda night: change_act(night, line=9, chips=[[1, 1368, 1358], [2, 1, 1], [3, 1, 1], [4, 1, 1], [5, 1, 1]]),
        {"chips_count": [9], "fingerprint": [9]},
    ),
    "a-count-decides-nothing": (
        lambda night: change_act(night, line=9, decides=False),
        {"fingerprint": [9], "not_apart": [9], "payments": [9]},
    ),
    "what-a-count-decides-is-another-amount": (
        lambda night: change_payments(night, line=9, amount_cents=11),
        {"fingerprint": [9], "payments": [9], "plan": [11]},
    ),
    "a-bet-is-of-different-amounts": (
        lambda night: sql(
            "UPDATE scoring_payment SET amount_cents = 8 WHERE id = %s",
            night.entries.get(number=6).payments.order_by("pk")[0].pk,
        ),
        {"chips_count": [9], "fingerprint": [6], "free": [6], "plan": [11]},
    ),
    "a-bet-is-paid-by-two": (
        lambda night: sql(
            "UPDATE scoring_payment SET payer_id = %s WHERE id = %s",
            night.seats.get(number=4).pk,
            night.entries.get(number=6).payments.order_by("pk")[0].pk,
        ),
        {"chips_count": [9], "fingerprint": [6], "free": [6], "plan": [11]},
    ),
    "a-bet-is-played-for": (lambda night: change_payments(night, line=6, apart=False), {"apart": [6]}),
    "somebody-sits-twice": (
        lambda night: change_act(night, line=7, seats=[1, 2, 3, 3]),
        {"fingerprint": [7], "order": [7]},
    ),
    "somebody-sits-down-whom-nobody-knows": (
        lambda night: change_act(night, line=7, seats=[1, 2, 3, 9]),
        {"fingerprint": [7], "order": [7]},
    ),
    "somebody-deals-who-does-not-sit-there": (
        lambda night: change_act(night, line=7, dealer=4),
        {"dealer": [7], "fingerprint": [7]},
    ),
    "others-sit-as-partners": (
        lambda night: change_act(night, line=7, seats=[1, 3, 2, 5]),
        {"fingerprint": [7], "partners": [7], "payments": [8]},
    ),
    "the-plan-pays-less": (
        lambda night: change_act(night, line=11, plan=night.entries.get(number=11).act["plan"][1:]),
        {"fingerprint": [11], "plan": [11]},
    ),
}

NIGHT: dict[str, Row] = {
    "a-payment-is-added-to-a-hand": (
        lambda night: pay(night, line=1, payer=2, payee=3, cents=500),
        {"fingerprint": [1], "payments": [1, 5], "plan": [7]},
    ),
    "a-payment-is-added-to-the-newest-line": (
        lambda night: pay(night, line=8, payer=2, payee=3, cents=500),
        {"cash_payments": [8], "fingerprint": [8]},
    ),
    "the-amounts-of-a-secret-are-changed": (
        lambda night: change_payments(night, line=2, amount_cents=1),
        {"fingerprint": [2], "payments": [2, 5, 6], "plan": [7]},
    ),
    "the-payments-of-a-penalty-are-removed": (
        lambda night: remove_payments(night, line=3),
        {"fingerprint": [3], "payments": [3, 4, 5, 6], "plan": [7]},
    ),
    "a-reversal-pays-other-amounts": (
        lambda night: change_payments(night, line=4, amount_cents=7),
        {"fingerprint": [4], "payments": [4, 5, 6], "plan": [7]},
    ),
    "a-reversal-takes-back-a-line-that-comes-later": (
        lambda night: change(night, line=4, reverses_id=night.entries.get(number=8).pk),
        {"fingerprint": [4], "takes_back_nothing": [4]},
    ),
    "a-debt-is-turned-into-cash": (
        lambda night: change_payments(night, line=1, cash=True),
        {"cash_not_debt": [1], "payments": [5, 6], "plan": [7]},
    ),
    "cash-is-turned-into-a-debt": (lambda night: change_payments(night, line=8, cash=False), {"debt_not_cash": [8]}),
    "a-payment-of-play-is-put-apart": (
        lambda night: change_payments(night, line=1, apart=True),
        {"not_apart": [1], "payments": [5]},
    ),
    "a-payment-goes-to-its-payer": (
        lambda night: sql(
            "UPDATE scoring_payment SET payee_id = payer_id WHERE entry_id = %s", night.entries.get(number=8).pk
        ),
        {"cash_payments": [8], "fingerprint": [8], "pays_itself": [8]},
    ),
    "a-payment-goes-to-a-seat-of-another-night": (
        lambda night: change_payments(
            night,
            line=2,
            payee_id=people.start_night(club=night.club, names=("Eva", "Fe", "Gil", "Hugo")).seats.get(number=2).pk,
        ),
        {"fingerprint": [2], "not_seated": [2], "payments": [2, 5, 6], "plan": [7], "standing": [None]},
    ),
    "the-winner-of-a-hand-is-changed": (
        lambda night: change(night, line=1, act='{"result": "drawn"}'),
        {"fingerprint": [1], "winner": [1]},
    ),
    "an-act-holds-a-fraction": (lambda night: change_act(night, line=7, x=1.5), {"fingerprint.value": [7]}),
    "what-was-entered-is-destroyed": (
        lambda night: change(night, line=2, act="{}"),
        {"fingerprint": [2], "impossible": [2]},
    ),
    "why-a-penalty-was-due-is-no-reason": (
        lambda night: change(night, line=3, act='{"seat": 4, "why": "mood"}'),
        {"fingerprint": [3], "unread_act": [3]},
    ),
    "a-line-is-renumbered": (
        lambda night: change(night, line=8, number=11),
        {"fingerprint": [11], "never_sealed": [11], "number": [11], "removed": [8]},
    ),
    "a-fingerprint-is-changed": (
        lambda night: change(night, line=6, fingerprint="0" * 64),
        {"fingerprint": [6, 7], "not_as_sealed": [6]},
    ),
    "a-fingerprint-is-destroyed": (
        lambda night: change(night, line=6, fingerprint="gone"),
        {"fingerprint": [6], "fingerprint_before": [7], "not_as_sealed": [6]},
    ),
    "the-clock-is-moved": (
        lambda night: change(night, line=2, recorded_at="2026-02-01 19:00:00+00:00"),
        {"fingerprint": [2]},
    ),
    "a-rounding-is-without-a-close": (
        lambda night: change(night, line=7, kind="handover"),
        {"cash_payments": [7], "fingerprint": [7], "no_close": [6]},
    ),
    "a-line-settles-a-match-in-a-game-without-points": (
        lambda night: change(night, line=2, kind="match"),
        {"fingerprint": [2], "no_match": [2]},
    ),
    "the-plan-of-the-close-leaves-somebody-out": (
        lambda night: change_act(night, line=7, plan=[]),
        {"fingerprint": [7], "plan": [7]},
    ),
    "the-coin-of-the-close-is-another": (
        lambda night: change_act(night, line=7, coin_cents=1),
        {"fingerprint": [7], "payments": [6]},
    ),
    "a-hand-loses-its-verdict": (lambda _: sql("DELETE FROM scoring_hand"), {"no_verdict": [1], "not_as_sealed": [1]}),
    "the-next-dealer-is-changed": (
        lambda _: sql("UPDATE scoring_hand SET deals_next = 4"),
        {"not_as_sealed": [1], "winner": [1]},
    ),
    "the-stakes-are-changed": (lambda _: sql("UPDATE scoring_session SET stake_factor = 1"), {"payments": [1, 2, 3]}),
    "the-house-rules-are-destroyed": (
        lambda _: sql("UPDATE scoring_session SET rules = '[]'"),
        {"unread_terms": [None]},
    ),
    "the-game-is-one-that-nobody-plays": (
        lambda _: sql("UPDATE scoring_session SET game = 'poker'"),
        {"no_game": [None]},
    ),
    "a-seat-is-given-to-another-person": (
        lambda night: sql(
            "UPDATE scoring_seat SET player_id = %s WHERE session_id = %s AND number = 2",
            night.club.players.create(name="Eva", created_at=people.EVENING).pk,
            night.pk,
        ),
        {"not_as_sealed": [None]},
    ),
    "a-seat-is-added": (
        lambda night: Seat.objects.create(
            session=night, number=5, player=night.club.players.create(name="Eva", created_at=people.EVENING)
        ),
        {"never_sealed": [None], "unread_terms": [None]},
    ),
    "somebody-came-in-later": (
        lambda night: night.seats.filter(number=2).update(since=3),
        {"not_as_sealed": [None], "unread_terms": [None]},
    ),
    "a-reason-is-changed": (lambda night: change(night, line=4, reason="theft"), {"not_as_sealed": [4]}),
    "other-partners-are-written-down": (
        lambda night: night.partnerships.filter(first__number=1).update(second=night.seats.get(number=4)),
        {"never_sealed": [None], "partners": [None], "removed": [None]},
    ),
    "partners-are-removed": (
        lambda _: sql(
            "DELETE FROM scoring_partnership WHERE first_id = (SELECT MAX(first_id) FROM scoring_partnership)"
        ),
        {"partners": [None], "removed": [None]},
    ),
    "a-verdict-is-changed": (lambda _: sql("UPDATE scoring_hand SET verdict = '{}'"), {"not_as_sealed": [1]}),
    "a-line-comes-from-another-phone": (
        lambda night: night.entries.filter(number=2).update(
            device=Device.objects.create(token_hash="x", label="x", created_at=people.EVENING)
        ),
        {"not_as_sealed": [2]},
    ),
    "the-newest-line-is-cut-off": (cut_off_the_newest_line, {"removed": [8]}),
    "a-night-becomes-practice": (
        lambda _: sql("UPDATE scoring_session SET is_practice = %s", True),
        {"never_sealed": [None]},
    ),
    "a-seal-is-changed": (
        lambda night: Seal.objects.filter(chain=night.public_id, number=2).update(digest="0" * 64),
        {"broken_seal": [None], "not_as_sealed": [None]},
    ),
    "the-seals-are-removed": (
        lambda night: Seal.objects.filter(chain=night.public_id).delete(),
        {"never_sealed": [None, 1, 2, 3, 4, 5, 6, 7, 8]},
    ),
}

MATCH: dict[str, Row] = {
    "the-points-of-a-hand-are-changed": (
        lambda night: sql("UPDATE scoring_score SET points = 9 WHERE entry_id = %s", night.entries.get(number=1).pk),
        {"fingerprint": [1], "payments": [2, 4], "points": [1, 2, 4]},
    ),
    "the-points-that-a-match-settled-are-changed": (
        lambda night: sql("UPDATE scoring_score SET points = 9 WHERE entry_id = %s", night.entries.get(number=4).pk),
        {"fingerprint": [4], "points": [4]},
    ),
    "a-match-pays-another-amount": (
        lambda night: change_payments(night, line=4, amount_cents=7),
        {"fingerprint": [4], "payments": [4]},
    ),
}


def check(night: Session, row: Row) -> None:
    damage, expected = row
    assert found(night) == {}
    damage(night)
    assert found(night) == expected


@pytest.mark.parametrize("name", NIGHT)
def test_damage_is_found_with_its_lines(night: Session, unguarded: None, name: str) -> None:
    check(night, NIGHT[name])


@pytest.mark.parametrize("name", EVENING)
def test_damage_to_debts_terms_tong_chips_bets_and_seats_is_found(evening: Session, unguarded: None, name: str) -> None:
    check(evening, EVENING[name])


@pytest.mark.parametrize("name", MATCH)
def test_damage_to_points_is_found(match: Session, unguarded: None, name: str) -> None:
    check(match, MATCH[name])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="typed columns")
@pytest.mark.parametrize(("value", "what"), [(1.5, "not_whole"), ("abc", "not_whole"), (0, "no_amount")])
def test_amounts_that_are_none_are_found(night: Session, unguarded: None, value: object, what: str) -> None:
    change_payments(night, line=1, amount_cents=value)
    assert found(night)[what] == [1]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="typed columns")
def test_a_line_that_cannot_be_read_is_named_beside_the_night(night: Session, unguarded: None) -> None:
    for line in (2, 3):  # 4 takes 3 back
        change(night, line=line, recorded_at="2026-99-01 19:00:00")
    assert found(night) == {"unread_line": [2, 3, 4], "unread_rows": [None]}


def test_a_difference_names_the_payments_found_and_due(night: Session, unguarded: None) -> None:
    change_payments(night, line=2, amount_cents=1)
    (text,) = (
        each.what for each in check_session(session=night) if each.line == 2 and each.what.key.endswith("payments")
    )
    paid, due = (_payments(text.values[name]) for name in ("found", "due"))
    assert (paid, due) == ([(ANA, BEN, 1), (CARLA, BEN, 1)], [(ANA, BEN, 150), (CARLA, BEN, 150)])


def _payments(text: object) -> list[tuple[object, ...]]:
    assert isinstance(text, Text)
    if "next" in text.values:
        return [*_payments(text.values["first"]), *_payments(text.values["next"])]
    return [tuple(text.values[name] for name in ("payer", "payee", "cents"))]


def test_results_entered_later_that_the_payments_do_not_come_to_are_found(club: Club, unguarded: None) -> None:
    past = enter_random_past(club=club, chance=random.Random(3))
    change_payments(past, line=1, amount_cents=1)
    assert found(past)["past"] == [1]


def test_every_kind_of_line_is_damaged(night: Session, evening: Session, match: Session) -> None:
    kinds = {kind for each in (night, evening, match) for kind in kinds_of(each)}
    assert kinds == set(EntryKind) - {EntryKind.PAST}
