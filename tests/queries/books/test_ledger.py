"""How everybody came to stand where they stand, from the newest line back."""

from dataclasses import replace

import pytest

from scoring.models import Device, Role, Session
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.reversing import undo
from scoring.queries.books.ledger import ledger_page, standings_after
from scoring.queries.books.writers import Writer, writers_of
from scoring.queries.table import tables
from tests import people

pytestmark = pytest.mark.django_db


def stood(session: Session, *, size: int) -> tuple[dict[int, int], ...]:
    """Return the standings before and after each of so many newest lines."""
    page = ledger_page(session=session, last_entry=tables.last_entry_number(session=session), size=size)
    results = {seat.number: seat.result_cents for seat in tables.results(session=session)}
    return standings_after(lines=page.lines, results=results)


def test_standings_go_back_from_the_results_to_the_first_line_asked_for(session: Session) -> None:
    undo(entry=people.win(session), reason="slip", stamp=people.stamp())
    first = people.win(session)
    people.win(session, winner=people.CARLA)
    act = people.win_act(session, winner=people.BEN, hand=first.hand)
    correct_hand(entry=first, act=act, reason="it was Ben", stamp=people.stamp())
    nothing, one, two = dict.fromkeys((1, 2, 3, 4), 0), {1: -90, 2: 180, 3: -90, 4: 0}, {1: -90, 2: 90, 3: 90, 4: -90}
    assert stood(session, size=12) == (nothing, one, two)
    taken_back = {1: 0, 2: -90, 3: 180, 4: -90}
    assert stood(session, size=2) == ({1: 180, 2: -180, 3: 180, 4: -180}, taken_back, two)


def test_lines_drawn_besides_are_not_listed(session: Session) -> None:
    for _ in range(3):
        people.win(session)
    page = ledger_page(session=session, last_entry=3, size=1, drawn=2)
    assert [[line.entry.number for line in lines] for lines in (page.lines, page.drawn)] == [[3], [3, 2]]
    assert page.page_count == 3


def test_a_line_names_the_device_it_came_from_and_who_holds_that_now(session: Session) -> None:
    people.player_browser(session=session, seat=people.BEN)
    phone = Device.objects.get()
    record_hand(
        session=session,
        act=people.win_act(session),
        expected=people.expected(session),
        stamp=people.stamp(device=phone),
    )
    ben = Writer(label="Ben's phone", is_program=False, role=Role.PLAYER, holder="Ben", has_ended=False)
    assert writers_of(session=session) == {phone.pk: ben}
    phone.memberships.update(revoked_at=people.EVENING)
    assert writers_of(session=session) == {phone.pk: replace(ben, has_ended=True)}
