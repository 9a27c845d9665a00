"""Books that had lost their guards: hosts are told on the first page, until one of them has read it."""

import pytest
from django.db import connection
from django.test import Client

from scoring.management.checking import restore_lost_guards
from scoring.models import Alarm, Role, Session, guard
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db


def lose_guards() -> None:
    guard.lift(connection)
    assert guard.missing(connection) != ()


def test_lost_guards_are_restored_and_all_books_checked(session: Session) -> None:
    people.win(session)
    lose_guards()

    told = restore_lost_guards(now=people.EVENING)

    assert told is not None
    assert guard.missing(connection) == ()
    alarm = Alarm.objects.get()
    assert (len(alarm.lost_guards), alarm.wrong) == (len(guard.guards_of(connection)), 0)


def test_books_that_are_guarded_raise_no_alarm(session: Session) -> None:
    assert restore_lost_guards(now=people.EVENING) is None
    assert not Alarm.objects.exists()


def test_what_was_changed_meanwhile_is_counted(session: Session) -> None:
    entry = people.win(session)
    lose_guards()
    entry.payments.update(amount_cents=1)
    restore_lost_guards(now=people.EVENING)
    assert Alarm.objects.get().wrong == 2  # the payments, and the fingerprint over them


def test_only_hosts_see_the_alarm_and_one_puts_it_aside(session: Session, host: Client) -> None:
    lose_guards()
    restore_lost_guards(now=people.EVENING)
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)

    assert "data-alarm" not in viewer.get("/").text
    assert open_page(host, "/").has("data-alarm")
    (form,) = open_page(host, "/").forms(action=f"/club/alarms/{Alarm.objects.get().public_id}/")
    host.post(f"/club/alarms/{Alarm.objects.get().public_id}/", form)
    assert "data-alarm" not in host.get("/").text
