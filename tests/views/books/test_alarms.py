"""Books that had lost their guards: hosts are told on the first page, until one of them has read it."""

import pytest
from django.db import connection
from django.test import Client

from scoring.management.checking import restore_lost_guards
from scoring.models import Alarm, Role, Session, guard
from tests import people
from tests.views.reading import open_page


@pytest.mark.parametrize(
    ("changes", "wrong"), [({}, 0), ({"amount_cents": 1}, 2)], ids=["none", "payments, fingerprint"]
)
def test_lost_guards_are_restored_and_what_was_changed_meanwhile_is_counted(
    session: Session, changes: dict[str, int], wrong: int
) -> None:
    entry = people.win(session)
    assert restore_lost_guards(now=people.EVENING) is None
    guard.lift(connection)
    if changes:
        entry.payments.update(**changes)
    restore_lost_guards(now=people.EVENING)
    alarm = Alarm.objects.get()
    assert (guard.missing(connection), len(alarm.lost_guards)) == ((), len(guard.guards_of(connection)))
    assert alarm.wrong == wrong


def test_only_hosts_see_the_alarm_and_one_puts_it_aside(session: Session, host: Client) -> None:
    guard.lift(connection)
    restore_lost_guards(now=people.EVENING)
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    address = f"/club/alarms/{Alarm.objects.get().public_id}/"
    (form,) = open_page(host, "/").forms(action=address)
    assert [open_page(browser, "/").has("data-alarm") for browser in (viewer, host)] == [False, True]
    host.post(address, form)
    assert not open_page(host, "/").has("data-alarm")
