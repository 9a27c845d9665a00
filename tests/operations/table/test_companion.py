"""What is kept beside the books while a hand is played: taps, and who enters a hand."""

from datetime import timedelta
from typing import Any

from scoring.games.offers import Tapped
from scoring.models import Device, Session
from scoring.operations.table.companion import MARK_SECONDS, live_of, mark_entering, note_tap, undo_tap, unmark_entering
from scoring.queries.table.companion import Companion, Tap, companion_of, hand_of
from tests import people
from tests.people import ANA, BEN

DISCARD = Tap(what=Tapped.DISCARD, seat=ANA)
DRAW = Tap(what=Tapped.TURN, seat=BEN)
NOW = people.EVENING


def companion(session: Session) -> Companion:
    session.refresh_from_db()
    return companion_of(session=session, hand=hand_of(session=session))


def seen(session: Session) -> dict[str, Any]:
    now = companion(session)
    return {"session": session, "hand": now.hand.number, "seen": now.version}


def tap(session: Session, tapped: Tap) -> None:
    note_tap(tap=tapped, **seen(session))


def test_taps_are_noted_one_after_the_other_and_undone_until_none_is_left(session: Session) -> None:
    before = seen(session)
    tap(session, DISCARD)
    tap(session, DRAW)
    assert companion(session).taps == (DISCARD, DRAW)
    with people.refused("companion_changed"):
        note_tap(tap=DISCARD, **before)
    with people.refused("companion_changed"):
        undo_tap(**before)
    with people.refused("companion_changed"):
        undo_tap(**seen(session) | {"hand": 2})
    for left in ((DISCARD,), (), ()):
        undo_tap(**seen(session))
        assert companion(session).taps == left
    assert session.entries.count() == 0


def test_taps_are_forgotten_with_their_hand_and_none_is_made_in_a_closed_night(session: Session) -> None:
    tap(session, DISCARD)
    people.win(session)
    assert (companion(session).hand.number, companion(session).taps) == (2, ())
    people.close(session)
    with people.refused("session_closed"):
        tap(session, DISCARD)
    with people.refused("session_closed"):
        undo_tap(**seen(session))


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
