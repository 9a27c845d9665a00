"""Objections to lines: who settles them, what becomes of the line, and what the close does over them."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from scoring.models import Device, Dispute, DisputeVoice, Entry, EntryKind, Ruling, Seat, Session
from scoring.operations.errors import DisputeError, DisputesOpenError, KeyReusedError, SessionClosedError
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import Order, change_seats
from scoring.queries.table import disputes, tables
from scoring.queries.table.disputes import Outcome
from tests import people

pytestmark = pytest.mark.django_db


def seat(session: Session, number: int) -> Seat:
    return session.seats.get(number=number)


def objects(entry: Entry, *, by: int = people.BEN, why: str = "four kings, not five") -> Dispute:
    return raise_dispute(entry=entry, seat=seat(entry.session, by), why=why, stamp=people.stamp())


def says(dispute: Dispute, ruling: Ruling, *, by: int | None = None) -> DisputeVoice:
    who = seat(dispute.entry.session, by) if by else None
    return give_voice(dispute=dispute, seat=who, ruling=ruling, stamp=people.stamp())


def outcomes(session: Session) -> list[Outcome]:
    return [objection.outcome for objection in disputes.objections_of(session=session)]


def test_a_disputed_line_counts_until_the_dispute_is_settled(session: Session) -> None:
    objects(people.win(session))

    assert people.balances(session) == (180, -90, 0, -90)
    assert disputes.disputed_lines(session=session) == (1,)
    session.refresh_from_db()
    assert session.revision == 1, "every phone hears of the hand by its line, and of the objection"


def test_the_host_alone_takes_a_disputed_line_back(session: Session) -> None:
    dispute = objects(people.win(session))

    voice = says(dispute, Ruling.UPHOLD)

    assert voice.decides
    assert people.balances(session) == (0, 0, 0, 0)
    reversal = session.entries.get(number=2)
    assert (reversal.kind, reversal.reverses_id, reversal.reason) == (
        EntryKind.REVERSAL,
        dispute.entry_id,
        "four kings, not five",
    )
    assert outcomes(session) == [Outcome.UPHELD]


def test_a_rejected_dispute_lets_the_line_stand(session: Session) -> None:
    dispute = objects(people.win(session))

    says(dispute, Ruling.REJECT)

    assert people.balances(session) == (180, -90, 0, -90)
    assert outcomes(session) == [Outcome.REJECTED]
    assert disputes.disputed_lines(session=session) == ()


@pytest.mark.parametrize(
    ("voices", "outcome"),
    [
        ([(people.BEN, Ruling.UPHOLD)], Outcome.OPEN),
        ([(people.BEN, Ruling.UPHOLD), (people.DAN, Ruling.UPHOLD)], Outcome.OPEN),
        ([(people.BEN, Ruling.UPHOLD), (people.CARLA, Ruling.UPHOLD)], Outcome.UPHELD),
        ([(people.BEN, Ruling.UPHOLD), (people.CARLA, Ruling.REJECT)], Outcome.OPEN),
        ([(people.BEN, Ruling.UPHOLD), (people.CARLA, Ruling.REJECT), (people.DAN, Ruling.REJECT)], Outcome.REJECTED),
        ([(people.BEN, Ruling.CORRECT), (people.ANA, Ruling.CORRECT)], Outcome.OPEN),
    ],
)
def test_players_settle_a_dispute_when_one_of_each_side_says_the_same(
    session: Session, voices: list[tuple[int, Ruling]], outcome: Outcome
) -> None:
    dispute = objects(people.win(session))

    for who, ruling in voices:
        says(dispute, ruling, by=who)

    assert outcomes(session) == [outcome]


def test_the_sides_that_settle_are_those_of_the_disputed_line(session: Session) -> None:
    dispute = objects(people.win(session))
    order = Order(names=("Ana", "Carla", "Ben", "Eva"))
    change_seats(session=session, order=order, expected_entry=1, stamp=people.stamp())

    assert not says(dispute, Ruling.REJECT, by=people.ANA).decides
    assert not says(dispute, Ruling.REJECT, by=people.CARLA).decides, "she won with Ana"
    assert says(dispute, Ruling.REJECT, by=people.DAN).decides, "he paid, and sits out now"


def test_one_phone_speaks_for_one_player(session: Session) -> None:
    dispute = objects(people.win(session))
    phone = Device.objects.create(token_hash="0" * 64, label="Ben's phone", created_at=people.EVENING)

    for number, ruling in ((people.BEN, Ruling.REJECT), (people.BEN, Ruling.UPHOLD)):
        give_voice(dispute=dispute, seat=seat(session, number), ruling=ruling, stamp=people.stamp(device=phone))
    with pytest.raises(DisputeError, match="spoke for another player"):
        give_voice(
            dispute=dispute, seat=seat(session, people.ANA), ruling=Ruling.UPHOLD, stamp=people.stamp(device=phone)
        )
    assert outcomes(session) == [Outcome.OPEN]


def test_a_wish_of_all_sides_to_correct_is_met_by_the_correction(session: Session) -> None:
    entry = people.win(session)
    dispute = objects(entry)
    says(dispute, Ruling.CORRECT, by=people.BEN)
    says(dispute, Ruling.CORRECT, by=people.ANA)
    voices = dispute.voices.select_related("seat")
    assert disputes.agreed(entry=entry, voices=voices) is Ruling.CORRECT

    act = people.WORKED_WIN | {"winner": people.BEN}
    correct_hand(entry=entry, act=act, reason="the other one won", stamp=people.stamp())

    assert outcomes(session) == [Outcome.REVERSED]
    assert people.balances(session) == (-90, 180, -90, 0)


def test_undoing_a_disputed_line_settles_the_dispute(session: Session) -> None:
    entry = people.win(session)
    objects(entry)

    undo(entry=entry, reason="slip", stamp=people.stamp())

    assert outcomes(session) == [Outcome.REVERSED]


def test_secrets_can_be_disputed_like_hands(session: Session) -> None:
    secret = record_secret(session=session, seat=people.ANA, expected_entry=0, stamp=people.stamp())

    says(objects(secret), Ruling.UPHOLD)

    assert people.balances(session) == (0, 0, 0, 0)


def test_a_line_is_disputed_once_at_a_time_and_not_after_it_was_taken_back(session: Session) -> None:
    entry = people.win(session)
    first = objects(entry)
    with pytest.raises(DisputeError, match="already"):
        objects(entry, by=people.DAN)
    says(first, Ruling.REJECT)
    says(objects(entry, by=people.DAN), Ruling.UPHOLD)
    with pytest.raises(DisputeError, match="undone"):
        objects(entry)
    with pytest.raises(DisputeError, match="moves no money"):
        objects(session.entries.get(number=2))

    assert outcomes(session) == [Outcome.REJECTED, Outcome.UPHELD]


def test_a_settled_dispute_takes_no_more_voices(session: Session) -> None:
    dispute = objects(people.win(session))
    says(dispute, Ruling.REJECT)

    with pytest.raises(DisputeError, match="settled meanwhile"):
        says(dispute, Ruling.UPHOLD)

    assert people.balances(session) == (180, -90, 0, -90)


def test_an_objection_needs_a_word_why(session: Session) -> None:
    with pytest.raises(DisputeError, match="Say in a word"):
        objects(people.win(session), why="")


def test_the_same_key_objects_and_speaks_once(session: Session) -> None:
    entry, stamp = people.win(session), people.stamp()
    ben, dan = seat(session, people.BEN), seat(session, people.DAN)

    first = raise_dispute(entry=entry, seat=ben, why="no", stamp=stamp)
    assert raise_dispute(entry=entry, seat=ben, why="no", stamp=stamp) == first
    with pytest.raises(KeyReusedError):
        raise_dispute(entry=entry, seat=dan, why="no", stamp=stamp)
    voice_stamp = people.stamp()
    voice = give_voice(dispute=first, seat=None, ruling=Ruling.UPHOLD, stamp=voice_stamp)
    assert give_voice(dispute=first, seat=None, ruling=Ruling.UPHOLD, stamp=voice_stamp) == voice
    with pytest.raises(KeyReusedError):
        give_voice(dispute=first, seat=None, ruling=Ruling.REJECT, stamp=voice_stamp)

    assert (Dispute.objects.count(), DisputeVoice.objects.count(), Entry.objects.count()) == (1, 1, 2)


def test_closing_over_an_open_dispute_is_kept_in_the_close(session: Session) -> None:
    objects(people.win(session))
    with pytest.raises(DisputesOpenError):
        close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())

    close = close_session(session=session, coin_cents=1, expected_entry=1, disputed=(1,), stamp=people.stamp())

    assert close.act["disputed"] == [1]


def test_closing_over_disputes_that_were_settled_meanwhile_is_refused(session: Session) -> None:
    says(objects(people.win(session)), Ruling.REJECT)

    with pytest.raises(DisputesOpenError):
        close_session(session=session, coin_cents=1, expected_entry=1, disputed=(1,), stamp=people.stamp())

    assert not tables.is_closed(session=session)


def test_a_line_of_a_closed_session_is_not_taken_back_by_a_ruling(session: Session) -> None:
    dispute = objects(people.win(session))
    close_session(session=session, coin_cents=1, expected_entry=1, disputed=(1,), stamp=people.stamp())

    with pytest.raises(SessionClosedError):
        says(dispute, Ruling.UPHOLD)

    assert outcomes(session) == [Outcome.OPEN]
    assert DisputeVoice.objects.count() == 0


def _insert(dispute: Dispute, **changes: object) -> None:
    values = {"entry": dispute.entry, "seat": dispute.seat, "why": "no", "raised_at": people.EVENING}
    Dispute.objects.create(**{**values, "key": uuid4(), "content_hash": "", **changes})


def _speak(dispute: Dispute, **changes: object) -> None:
    values: dict[str, object] = {"dispute": dispute, "seat": None, "ruling": "reject", "decides": False}
    values |= {"given_at": people.EVENING, "key": uuid4(), "content_hash": ""}
    DisputeVoice.objects.create(**{**values, **changes})


def _decide_twice(dispute: Dispute) -> None:
    _speak(dispute, decides=True)
    _speak(dispute)


def _delete(dispute: Dispute) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM scoring_disputevoice")


def _elsewhere(dispute: Dispute) -> Seat:
    names = ("Eva", "Fe", "Gil", "Hugo")
    return people.start_night(club=dispute.entry.session.club, names=names).seats.get(number=1)


ILLEGAL: dict[str, Callable[[Dispute], object]] = {
    "change why": lambda _: Dispute.objects.update(why="else"),
    "forget a voice": _delete,
    "change a voice": lambda _: DisputeVoice.objects.update(ruling="reject"),
    "object without a word": lambda dispute: _insert(dispute, why=""),
    "object from another table": lambda dispute: _insert(dispute, seat=_elsewhere(dispute)),
    "speak from another table": lambda dispute: _speak(dispute, seat=_elsewhere(dispute)),
    "speak after the decision": _decide_twice,
    "decide to correct": lambda dispute: _speak(dispute, ruling="correct", decides=True),
    "rule otherwise": lambda dispute: _speak(dispute, ruling="maybe"),
}


@pytest.mark.parametrize("illegal", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_the_database_refuses_to(session: Session, illegal: Callable[[Dispute], object]) -> None:
    dispute = objects(people.win(session))
    says(dispute, Ruling.UPHOLD, by=people.BEN)

    with pytest.raises(DatabaseError), transaction.atomic():
        illegal(dispute)

    kept = [(kept.why, [voice.ruling for voice in kept.voices.all()]) for kept in Dispute.objects.all()]
    assert kept == [("four kings, not five", ["uphold"])]
