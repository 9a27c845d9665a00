"""What is kept beside the books while a hand is played: taps, and who enters a hand."""

from datetime import timedelta

import pytest

from scoring.games.offers import IllegalTapError, Tapped
from scoring.models import Device, Session
from scoring.operations.table.companion import MARK_SECONDS, live_of, mark_entering, note_tap, undo_tap, unmark_entering
from scoring.queries.table.companion import Companion, Tap, companion_of, hand_of
from tests import people
from tests.people import ANA, BEN

pytestmark = pytest.mark.django_db

DISCARD = Tap(what=Tapped.DISCARD, seat=ANA)
DRAW = Tap(what=Tapped.TURN, seat=BEN)
NOW = people.EVENING


def companion(session: Session) -> Companion:
    session.refresh_from_db()
    return companion_of(session=session, hand=hand_of(session=session))


def tap(session: Session, tapped: Tap) -> None:
    now = companion(session)
    note_tap(session=session, hand=now.hand.number, seen=now.version, tap=tapped)


def undo(session: Session) -> None:
    now = companion(session)
    undo_tap(session=session, hand=now.hand.number, seen=now.version)


def test_taps_are_noted_one_after_the_other_and_undone_until_none_is_left(session: Session) -> None:
    tap(session, DISCARD)
    tap(session, DRAW)
    assert companion(session).taps == (DISCARD, DRAW)
    for left in ((DISCARD,), (), ()):
        undo(session)
        assert companion(session).taps == left
    assert session.entries.count() == 0


def test_a_tap_that_the_rules_do_not_allow_is_not_kept(session: Session) -> None:
    with pytest.raises(IllegalTapError):
        tap(session, DRAW)
    assert companion(session).taps == ()


@pytest.mark.parametrize("is_undo", [True, False])
def test_a_tap_on_what_another_phone_changed_meanwhile_is_refused(session: Session, is_undo: bool) -> None:
    seen = companion(session)
    tap(session, DISCARD)
    with people.refused("companion_changed"):
        if is_undo:
            undo_tap(session=session, hand=1, seen=seen.version)
        else:
            note_tap(session=session, hand=1, seen=seen.version, tap=DISCARD)
    with people.refused("companion_changed"):
        undo_tap(session=session, hand=2, seen=companion(session).version)


def test_taps_are_forgotten_with_their_hand_and_none_is_made_in_a_closed_night(session: Session) -> None:
    tap(session, DISCARD)
    people.win(session)
    assert (companion(session).hand.number, companion(session).taps) == (2, ())
    people.close(session)
    with people.refused("session_closed"):
        tap(session, DISCARD)
    with people.refused("session_closed"):
        undo(session)


def test_who_enters_a_hand_is_shown_to_the_others_for_a_while(session: Session) -> None:
    mine, other = (Device.objects.create(token_hash=name, label=name, created_at=NOW) for name in ("mine", "other"))

    def shown(device: Device, seconds: int = 0) -> tuple[str, tuple[str, ...]]:
        live = live_of(session=session, newest=3, device=device, now=NOW + timedelta(seconds=seconds))
        return live.version, live.entering

    assert shown(mine) == ("3.0.", ())
    mark_entering(session=session, device=other, name="Ben", now=NOW)
    mark_entering(session=session, device=mine, name="Ana", now=NOW + timedelta(seconds=60))
    assert shown(mine) == (f"3.0.{other.pk}", ("Ben",))
    assert shown(other) == (f"3.0.{mine.pk}", ("Ana",))
    assert shown(mine, MARK_SECONDS) == ("3.0.", ())
    assert shown(other, MARK_SECONDS) == (f"3.0.{mine.pk}", ("Ana",))
    for _ in range(2):
        unmark_entering(session=session, device=mine, now=NOW)
    assert (shown(other)[1], shown(mine)[1]) == ((), ("Ben",))
