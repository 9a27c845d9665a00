"""What was not paid stays owed over nights, and one act settles it in each of its nights once."""

from uuid import UUID, uuid4

import pytest
from django.db import connection

from scoring.models import Club, Entry, EntryKind, Player, Seal, Session, guard
from scoring.operations.errors import (
    DebtsChangedError,
    KeyReusedError,
    NotReversibleError,
    ReasonMissingError,
    SessionClosedError,
    WrongAmountError,
)
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.sessions.debts import (
    Shown,
    carry_debts,
    forgive_debt,
    pay_debt,
    pay_netted,
    settle_all,
    take_back_debts,
)
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.sessions.debts import NettedPayment, open_debts, owed_by, owed_in, settled_acts
from scoring.queries.table import tables
from tests import people

pytestmark = pytest.mark.django_db

RULES = {"preset": "pagat", "partnerships": True}


def a_night(club: Club, *winners: int, names: tuple[str, ...] = people.NAMES, currency: str = "PHP") -> Session:
    """Return a closed night in which these seats won; each time two opponents owe the winner 90."""
    night = people.start_night(club=club, names=names, rules=RULES, currency=currency)
    for winner in winners:
        people.win(night, winner=winner)
    close(night)
    return night


def close(night: Session) -> Entry:
    newest = tables.last_entry_number(session=night)
    return close_session(session=night, coin_cents=1, expected_entry=newest, stamp=people.stamp())


def person(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


def shown(club: Club, debtor: str, creditor: str, cents: int, *, currency: str = "PHP") -> Shown:
    return Shown(debtor=person(club, debtor), creditor=person(club, creditor), currency=currency, cents=cents)


def owed(club: Club) -> list[tuple[Session, str, str, int]]:
    return [(each.session, each.debtor.name, each.creditor.name, each.cents) for each in open_debts(club=club)]


def outstanding(night: Session) -> tuple[int, ...]:
    return tuple(seat.outstanding_cents for seat in tables.results(session=night))


def pay_line(line: NettedPayment) -> Entry:
    return pay_netted(payer=line.payer, payee=line.payee, currency="PHP", amount_cents=line.cents, stamp=people.stamp())


def everything_agrees(club: Club) -> bool:
    nights = [finding for night in club.sessions.all() for finding in check_session(session=night)]
    return not nights and not check_club(club=club)


@pytest.fixture
def weeks(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: in each Ben and Dan owe Ana 90."""
    return a_night(club, people.ANA), a_night(club, people.ANA)


def test_what_is_left_of_a_plan_is_owed_and_practice_and_points_leave_nothing(club: Club) -> None:
    night = a_night(club, people.ANA)
    hand_over(session=night, payer=people.BEN, payee=people.ANA, amount_cents=30, stamp=people.stamp())
    practice = a_night(club, people.DAN)
    change_switches(session=practice, is_practice=True, players_may_propose=False)
    a_night(club, people.DAN, currency="points")
    people.win(people.start_night(club=club))

    assert owed(club) == [(night, "Ben", "Ana", 60), (night, "Dan", "Ana", 90)]


def test_a_payment_settles_the_oldest_night_first_and_stands_in_each_once(
    club: Club, weeks: tuple[Session, Session]
) -> None:
    first, second = weeks

    entry = pay_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=120, stamp=people.stamp())

    lines = Entry.objects.filter(kind=EntryKind.UTANG).order_by("session")
    assert [(line.session, line.payments.get().amount_cents) for line in lines] == [(first, 90), (second, 30)]
    assert {line.act["id"] for line in lines} == {entry.act["id"]}
    assert entry.act["nights"] == [[str(first.public_id), 90], [str(second.public_id), 30]]
    assert owed(club) == [(first, "Dan", "Ana", 90), (second, "Ben", "Ana", 60), (second, "Dan", "Ana", 90)]
    assert (outstanding(first), outstanding(second)) == ((90, 0, 0, -90), (150, -60, 0, -90))
    assert people.balances(first) == people.balances(second) == (180, -90, 0, -90)
    assert everything_agrees(club)


def test_whoever_pays_may_choose_the_night(club: Club, weeks: tuple[Session, Session]) -> None:
    first, second = weeks

    pay_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=90, nights=(second.public_id,), stamp=people.stamp())

    assert (first, "Ben", "Ana", 90) in owed(club)
    assert (outstanding(first), outstanding(second)) == ((180, -90, 0, -90), (90, 0, 0, -90))


def test_an_act_is_sealed_in_every_night_and_recorded_once(club: Club, weeks: tuple[Session, Session]) -> None:
    stamp = people.stamp()
    entries = [pay_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=180, stamp=stamp) for _ in range(2)]

    assert entries[0] == entries[1]
    assert Entry.objects.filter(kind=EntryKind.UTANG).count() == 2
    for night in weeks:
        assert Seal.objects.filter(chain=night.public_id, kind="line").count() == night.entries.count()
    with pytest.raises(KeyReusedError):
        pay_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=1, stamp=stamp)


@pytest.mark.parametrize(
    ("cents", "amount", "refusal"),
    [(170, 90, DebtsChangedError), (180, 181, WrongAmountError), (180, 0, WrongAmountError)],
)
def test_what_is_no_longer_owed_or_too_much_is_refused(
    club: Club, weeks: tuple[Session, Session], cents: int, amount: int, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        pay_debt(shown=shown(club, "Ben", "Ana", cents), amount_cents=amount, stamp=people.stamp())
    assert not Entry.objects.filter(kind=EntryKind.UTANG).exists()


def test_two_phones_that_note_one_payment_record_it_once(club: Club, weeks: tuple[Session, Session]) -> None:
    page = shown(club, "Ben", "Ana", 180)
    pay_debt(shown=page, amount_cents=100, stamp=people.stamp())
    with pytest.raises(DebtsChangedError):
        pay_debt(shown=page, amount_cents=100, stamp=people.stamp())


def test_what_is_forgiven_is_a_gift_apart_from_play_with_a_reason(club: Club, weeks: tuple[Session, Session]) -> None:
    first, _ = weeks
    page = shown(club, "Ben", "Ana", 180)
    with pytest.raises(ReasonMissingError):
        forgive_debt(shown=page, amount_cents=90, reason="", stamp=people.stamp())

    forgive_debt(shown=page, amount_cents=90, reason="birthday", stamp=people.stamp())

    assert outstanding(first) == (90, 0, 0, -90)
    assert people.balances(first) == (180, -90, 0, -90)
    assert [seat.apart_cents for seat in tables.results(session=first)] == [-90, 90, 0, 0]
    assert everything_agrees(club)


def test_reopening_takes_back_what_was_forgiven_and_keeps_what_was_paid(
    club: Club, weeks: tuple[Session, Session]
) -> None:
    first, _ = weeks
    forgive_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=90, reason="birthday", stamp=people.stamp())
    pay_debt(shown=shown(club, "Dan", "Ana", 180), amount_cents=90, stamp=people.stamp())

    reopen_session(session=first, reason="somebody else won", stamp=people.stamp())

    assert outstanding(first) == (90, -90, 0, 0)
    undo(entry=first.entries.get(kind=EntryKind.HAND), reason="nobody won", stamp=people.stamp())
    close(first)
    assert [each for each in owed(club) if each[0] == first] == [(first, "Ana", "Dan", 90)]
    assert everything_agrees(club)


def test_payments_of_a_proposal_go_on_through_others_and_stay_good_while_others_pay(club: Club) -> None:
    first = a_night(club, people.ANA, names=("Ana", "Ben", "Eva", "Fe"))
    second = a_night(club, people.ANA, names=("Ben", "Carla", "Gil", "Hugo"))
    (shown_on_page,) = owed_in(club=club)
    net = {"Ana": 180, "Ben": 90, "Fe": -90, "Carla": -90, "Hugo": -90}
    for line in shown_on_page.netted:
        net[line.payer.name] += line.cents
        net[line.payee.name] -= line.cents
    assert (len(shown_on_page.netted), set(net.values())) == (3, {0})

    for line in reversed(shown_on_page.netted):
        assert line.alone
        pay_line(line)
        with pytest.raises(DebtsChangedError):
            pay_line(line)

    assert owed(club) == []
    assert (outstanding(first), outstanding(second)) == ((0, 0, 0, 0), (0, 0, 0, 0))
    assert everything_agrees(club)


def test_two_who_owe_each_other_pay_the_difference(club: Club) -> None:
    two = ("Ana", "Ben")
    night = people.start_night(club=club, names=two, rules={"preset": "pagat", "partnerships": False})
    people.win(night, winner=1)
    close(night)
    again = people.start_night(club=club, names=two, rules={"preset": "pagat", "partnerships": False})
    for _ in range(2):
        people.win(again, winner=2)
    close(again)
    (line,) = owed_in(club=club)[0].netted
    assert (line.payer.name, line.payee.name, line.cents, line.alone) == ("Ana", "Ben", 90, True)

    pay_line(line)

    assert owed(club) == []
    assert (outstanding(night), outstanding(again)) == ((0, 0), (0, 0))
    assert everything_agrees(club)


def test_all_payments_of_the_proposal_settle_everything_at_once(club: Club, weeks: tuple[Session, Session]) -> None:
    (all_of_it,) = owed_in(club=club)
    expected = tuple((line.payer, line.payee, line.cents) for line in all_of_it.netted)
    with pytest.raises(DebtsChangedError):
        settle_all(club=club, currency="PHP", expected=expected[:1], stamp=people.stamp())

    settle_all(club=club, currency="PHP", expected=expected, stamp=people.stamp())

    assert owed(club) == []
    assert [outstanding(night) for night in weeks] == [(0, 0, 0, 0)] * 2
    assert everything_agrees(club)


def test_what_is_open_is_carried_into_a_new_night_and_settled_with_it(
    club: Club, weeks: tuple[Session, Session]
) -> None:
    tonight = people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"), rules=RULES)

    entry = carry_debts(session=tonight, expected_cents=180, stamp=people.stamp())

    assert (entry.session, entry.number) == (tonight, 1)
    assert outstanding(tonight) == (180, -180, 0, 0)
    assert people.balances(tonight) == (0, 0, 0, 0)
    assert [outstanding(night) for night in weeks] == [(90, 0, 0, -90)] * 2
    people.win(tonight, winner=people.BEN)
    close(tonight)
    assert outstanding(tonight) == (90, 0, -90, 0)
    assert everything_agrees(club)
    with pytest.raises(NotReversibleError, match="closed after this, and counted it"):
        take_back_debts(club=club, act=UUID(entry.act["id"]), reason="", stamp=people.stamp())


def test_carrying_needs_an_open_night_and_what_the_page_showed(club: Club, weeks: tuple[Session, Session]) -> None:
    tonight = people.start_night(club=club, rules=RULES)
    with pytest.raises(DebtsChangedError):
        carry_debts(session=tonight, expected_cents=180, stamp=people.stamp())
    people.win(tonight)
    close(tonight)
    with pytest.raises(SessionClosedError):
        carry_debts(session=tonight, expected_cents=360, stamp=people.stamp())


def test_an_act_is_taken_back_in_all_its_nights_and_not_line_by_line(
    club: Club, weeks: tuple[Session, Session]
) -> None:
    before = owed(club)
    entry = pay_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=180, stamp=people.stamp())
    with pytest.raises(NotReversibleError, match="page of debts"):
        undo(entry=entry, reason="slip", stamp=people.stamp())
    (act,) = settled_acts(club=club)
    assert [(part.payer.name, part.payee.name, part.cents) for part in act.parts] == [("Ben", "Ana", 180)]

    take_back_debts(club=club, act=act.id, reason="not paid", stamp=people.stamp())

    assert owed(club) == before
    assert settled_acts(club=club) == ()
    assert everything_agrees(club)
    with pytest.raises(NotReversibleError):
        take_back_debts(club=club, act=uuid4(), reason="", stamp=people.stamp())


def test_an_act_that_a_later_close_has_counted_stands(club: Club, weeks: tuple[Session, Session]) -> None:
    entry = pay_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=180, stamp=people.stamp())
    reopen_session(session=weeks[0], reason="one more", stamp=people.stamp())
    close(weeks[0])

    with pytest.raises(NotReversibleError, match="closed after this, and counted it"):
        take_back_debts(club=club, act=UUID(entry.act["id"]), reason="", stamp=people.stamp())


def test_somebody_merged_owes_as_the_one_they_live_on_as(club: Club) -> None:
    a_night(club, people.ANA, names=("Ana", "Benny", "Carla", "Dan"))
    night = a_night(club, people.ANA)
    merge_players(player=person(club, "Benny"), into=person(club, "Ben"))

    owes, gets = owed_by(player=person(club, "Ben"))

    assert ([(pair.creditor.name, pair.cents) for pair in owes], gets) == ([("Ana", 180)], ())
    pay_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=180, stamp=people.stamp())
    assert (night, "Dan", "Ana", 90) in owed(club)
    assert everything_agrees(club)


def test_an_act_whose_line_is_missing_in_a_night_is_found(club: Club, weeks: tuple[Session, Session]) -> None:
    entry = pay_debt(shown=shown(club, "Ben", "Ana", 180), amount_cents=180, stamp=people.stamp())
    other = Entry.objects.exclude(pk=entry.pk).get(kind=EntryKind.UTANG)
    guard.lift(connection)
    Entry.objects.filter(pk=other.pk).update(act=other.act | {"id": str(uuid4())})
    guard.restore(connection)

    found = [finding.what.english() for finding in check_club(club=club)]

    assert len(found) == 2
    assert all("it settles" in what for what in found)
