"""The tong of a night, who played as partners, and what a correction changes."""

from collections import OrderedDict
from typing import Any

import pytest
from django.db import transaction

from scoring.ledger.lines import Payment
from scoring.ledger.tong import Tong, TongBase
from scoring.models import Entry, Session
from scoring.operations.money.payments import set_tong, spend_tong
from scoring.operations.table.hands import record_hand
from scoring.operations.table.undoing import reopen_session, undo
from scoring.queries.books.ledger import Change
from scoring.queries.table import night
from scoring.queries.table.corrections import correction_of
from scoring.queries.table.night import night_of
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN


def agree(
    session: Session, *, every: TongBase = TongBase.WIN, cents: int = 0, percent: int = 0, holder: int = BEN
) -> Entry:
    return set_tong(every=every, cents=cents, percent=percent, coin_cents=5, holder=holder, **people.current(session))


def due(*payments: tuple[int, int, int]) -> tuple[Payment, ...]:
    return tuple(Payment(payer=payer, payee=payee, cents=cents) for payer, payee, cents in payments)


def spend(session: Session, cents: int) -> Entry:
    return spend_tong(amount_cents=cents, reason="snacks", **people.current(session))


def test_a_share_of_each_win_after_the_rule_is_in_the_pot_and_of_its_keeper_nothing_is_taken(session: Session) -> None:
    people.win(session)
    agree(session, percent=10)
    people.win(session)
    people.win(session, winner=BEN)
    undo(entry=people.win(session, winner=DAN), reason="", stamp=people.stamp())
    void = {"void": "misdeal", "by": ANA}
    record_hand(session=session, act=void, expected=people.expected(session), stamp=people.stamp())
    found = night_of(session=session).tong
    assert found.rule is not None
    assert (found.rule.percent, found.rule.since, found.holder, found.pot_cents) == (10, 2, BEN, 15 + 15)
    assert found.open == due((ANA, BEN, 15))


def test_a_share_of_each_hand_is_taken_from_all_who_played_it(session: Session) -> None:
    agree(session, every=TongBase.HAND, cents=5)
    people.win(session)
    people.sit(session, "Ana", "Ben", "Carla", "Eva")
    people.win(session)
    found = night_of(session=session).tong
    assert (found.pot_cents, found.open) == (40, due((ANA, BEN, 10), (CARLA, BEN, 10), (DAN, BEN, 5), (5, BEN, 5)))


def test_the_newest_rule_counts_from_then_on_and_its_keeper_is_the_last(session: Session) -> None:
    people.win(session)
    assert night_of(session=session).tong == Tong(rule=None, holder=0, pot_cents=0, spent=(), open=())
    first = agree(session, cents=20, holder=BEN)
    people.win(session)
    undo(entry=first, reason="slip", stamp=people.stamp())
    agree(session, cents=10, holder=CARLA)
    people.win(session)
    found = night_of(session=session).tong
    assert (found.holder, found.pot_cents, found.open) == (CARLA, 10, due((ANA, CARLA, 10)))
    agree(session, holder=CARLA)
    people.win(session)
    found = night_of(session=session).tong
    assert (found.rule, found.pot_cents) == (None, 10)


def test_what_is_spent_is_no_longer_left(session: Session) -> None:
    agree(session, cents=50)
    people.win(session)
    undo(entry=spend(session, 50), reason="slip", stamp=people.stamp())
    entries = [spend(session, cents) for cents in (20, 10)]
    found = night_of(session=session).tong
    assert [(each.line.number, each.cents) for each in found.spent] == list(
        zip([one.number for one in entries], (20, 10), strict=True)
    )
    assert (found.pot_cents, found.spent_cents, found.left_cents) == (50, 30, 20)


def test_what_a_close_took_is_not_taken_again_and_given_back_where_its_hand_was_undone(session: Session) -> None:
    agree(session, cents=50)
    won = people.win(session)
    people.close(session)
    assert night_of(session=session).tong.open == ()
    reopen_session(session=session, reason="one more", stamp=people.stamp())
    people.win(session, winner=CARLA)
    assert night_of(session=session).tong.open == due((CARLA, BEN, 50))
    undo(entry=won, reason="slip", stamp=people.stamp())
    assert night_of(session=session).tong.open == due((BEN, ANA, 50), (CARLA, BEN, 50))


@stored("corrections", "nights")
def test_a_correction_says_who_gets_and_pays_more_or_less(was: list[int], now: list[int], told: list[object]) -> None:
    def changes(amounts: list[int]) -> tuple[Change, ...]:
        return tuple(Change(seat=at, player="ABCD"[at - 1], cents=cents) for at, cents in enumerate(amounts, start=1))

    correction = correction_of(was=changes(was), now=changes(now))
    assert [[row.player, row.cents, row.way] for row in correction.moved] == told
    assert sum(row.cents for row in correction.rows) == 0


def test_a_long_night_is_read_from_its_newest_line_on(
    session: Session, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(night, "LONG", 1)
    monkeypatch.setattr(night, "_kept", OrderedDict())
    first = people.win(session)
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        people.win(session, winner=BEN)
        assert len(night_of(session=session).lines) == 2
        transaction.set_rollback(True)
    assert not night._kept
    with django_capture_on_commit_callbacks(execute=True):
        again = night_of(session=session)
    assert night_of(session=session) is again
    undo(entry=first, reason="slip", stamp=people.stamp())
    people.win(session, winner=CARLA)
    kept = night_of(session=session)
    assert all(one is other for one, other in zip(kept.lines, again.lines, strict=False))
    night.restored_file().touch()
    assert [line is old for line, old in zip(night_of(session=session).lines, kept.lines, strict=True)] == [False] * 3
