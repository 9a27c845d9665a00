"""Stakes and house rules change from the next hand on; what was recorded before keeps its own."""

from zoneinfo import ZoneInfo

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from scoring.forms.sessions.again import terms_of
from scoring.games.base import ImpossibleError
from scoring.models import Club, Entry, EntryKind, Session, guard
from scoring.operations.errors import NotReversibleError
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.penalties import record_false_win
from scoring.operations.table.reversing import undo
from scoring.operations.table.terms import TermsError, WantedTerms, change_terms
from scoring.queries.books.checking import check_session
from scoring.queries.sessions.nights import last_time
from scoring.queries.table import tables
from scoring.queries.table.partnerships import recorded_pairs
from scoring.queries.table.seatings import sides_of
from scoring.queries.table.terms import changes_of
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db


def newest(session: Session) -> int:
    return tables.last_entry_number(session=session)


def change(session: Session, *, stakes: int | None = None, reason: str = "", **rules: object) -> Entry:
    """Change the stakes, or house rules in what is in force, from the next hand on."""
    wanted = WantedTerms(stakes=stakes, rules={**session.in_force.data, **rules} if rules else None)
    return change_terms(
        session=session, wanted=wanted, reason=reason, expected_entry=newest(session), stamp=people.stamp()
    )


def again(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def take_back(session: Session, number: int, reason: str = "") -> None:
    undo(entry=again(session).entries.get(number=number), reason=reason, stamp=people.stamp())


def test_doubled_stakes_count_from_the_next_hand_on(session: Session) -> None:
    people.win(session)
    before = people.balances(session)
    change(session, stakes=2, reason="last round")
    assert people.balances(session) == before
    people.win(session)
    assert people.balances(session) == tuple(3 * cents for cents in before)
    assert check_session(session=again(session)) == ()


def test_older_hand_is_corrected_by_the_terms_it_was_played_by(session: Session) -> None:
    first = people.win(session)
    before = people.balances(session)
    change(session, stakes=5)
    people.win(session)
    act = people.WORKED_WIN | {"winner": people.CARLA}
    fresh = again(session).entries.get(number=first.number)
    correct_hand(entry=fresh, act=act, reason="it was Carla", stamp=people.stamp())
    assert sum(people.balances(session)) == 0
    assert people.balances(session)[people.CARLA - 1] == before[people.ANA - 1]
    assert check_session(session=again(session)) == ()


def test_penalty_agreed_during_the_night_is_paid_from_then_on(session: Session) -> None:
    change(session, false_win_penalty=40)
    record_false_win(
        session=again(session),
        seat=people.BEN,
        hand_is_void=False,
        expected_entry=newest(session),
        stamp=people.stamp(),
    )
    assert people.balances(session) == (40, -80, 40, 0)
    assert check_session(session=again(session)) == ()


def test_change_is_told_with_what_was_before_and_since_when(session: Session) -> None:
    people.win(session)
    changed = change(session, stakes=3, false_win_penalty=40)
    (told,) = changes_of(session=again(session))
    rules = [(rule.about.name, rule.before, rule.after) for rule in told.rules]
    assert (told.at, told.stakes, rules) == (changed.recorded_at, (1, 3), [("false_win_penalty", 0, 40)])


def test_undo_gives_the_terms_back_unless_something_was_recorded_under_them(session: Session) -> None:
    line = change(session, stakes=4)
    people.win(session)
    with pytest.raises(NotReversibleError, match="Something was recorded under these terms"):
        take_back(session, line.number)
    take_back(session, 2)
    take_back(session, line.number)
    assert again(session).stakes == 1
    people.win(session)
    assert check_session(session=again(session)) == ()


def test_older_change_stays_while_a_newer_one_rests_on_it(session: Session) -> None:
    change(session, stakes=2)
    change(session, stakes=3)
    with pytest.raises(NotReversibleError, match="What was recorded at 19:00 came after it"):
        take_back(session, 1)
    take_back(session, 2)
    take_back(session, 1)
    assert again(session).stakes == 1


def test_everybody_plays_alone_from_a_change_on_which_lets_three_go_on(session: Session) -> None:
    people.win(session)
    change(session, partnerships=False)
    assert [seat.side for seat in sides_of(session=again(session))] == [1, 2, 3, 4]
    assert [seat.side for seat in sides_of(session=again(session), position=1)] == [1, 2, 1, 2]
    assert recorded_pairs(session=session) == {0: ((1, 3), (2, 4))}
    people.sit(again(session), "Ana", "Ben", "Carla")
    people.win(again(session))
    assert check_session(session=again(session)) == ()


def test_seats_that_came_with_a_change_of_terms_go_with_it(session: Session) -> None:
    change(session, partnerships=False)
    with pytest.raises(NotReversibleError, match="These seats came with a change of stakes"):
        take_back(session, 2)
    take_back(session, 1)
    assert [seat.side for seat in sides_of(session=again(session))] == [1, 2, 1, 2]
    assert check_session(session=again(session)) == ()


def test_partners_need_four_also_during_the_night(club: Club) -> None:
    session = people.start_night(
        club=club, rules={"preset": "pagat", "partnerships": False}, names=("Ana", "Ben", "Carla")
    )
    with pytest.raises(ImpossibleError):
        change(session, partnerships=True)
    assert newest(session) == 0


def test_changing_nothing_is_refused(session: Session) -> None:
    with pytest.raises(TermsError):
        change(session, stakes=1)
    assert not again(session).has_terms


def test_next_night_starts_as_this_one_started(session: Session) -> None:
    change(session, stakes=9, false_win_penalty=40)
    last = last_time(club=session.club)
    assert last is not None
    terms = terms_of(last=last)
    assert (terms.stake_factor, terms.rules) == (1, session.played.read_rules(value=session.rules))


def test_close_pools_by_the_rule_in_force(session: Session) -> None:
    people.win(session)
    change(session, partners_share=True)
    close_session(session=again(session), coin_cents=1, expected_entry=newest(session), stamp=people.stamp())
    shared = again(session).entries.filter(kind=EntryKind.ADJUSTMENT)
    assert [entry.act["why"] for entry in shared] == ["partners_share"]
    assert check_session(session=again(session)) == ()


def test_database_refuses_terms_of_a_night_that_says_it_has_none(session: Session) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.create(session=session, number=1, kind=EntryKind.TERMS, recorded_at=people.EVENING)
    change(session, stakes=2)
    with pytest.raises(DatabaseError), transaction.atomic():
        Session.objects.filter(pk=session.pk).update(has_terms=False)


def test_terms_that_were_changed_round_the_app_are_found(session: Session) -> None:
    change(session, stakes=2)
    people.win(again(session))
    guard.lift(connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scoring_session SET has_terms = FALSE")
    told = [(finding.line, finding.what.key) for finding in check_session(session=again(session))]
    assert (1, "finding.no_terms") in told


def test_page_asks_for_stakes_and_rules_and_shows_since_when(host: Client, session: Session) -> None:
    address = reverse("terms", args=[session.public_id])
    (form,) = open_page(host, address).forms()
    assert form["stake_factor"] == "1"
    sent = {**form, "stake_factor": "2", "reason": "last round"}
    assert host.post(address, sent).status_code == 302
    since = f"Since {localtime(session.entries.get().recorded_at, ZoneInfo(session.club.time_zone)):%H:%M}"
    table = open_page(host, reverse("table", args=[session.public_id]))
    assert table.items("data-terms") == (f"{since} stakes × 2 instead of × 1",)
    statement = open_page(host, reverse("statement", args=[session.public_id]))
    assert statement.items("data-terms") == (f"{since} stakes × 2 instead of × 1",)
    assert host.post(address, {**sent, "key": "7e2ee1c4-2c1c-4b0e-8d3d-111111111111"}).status_code == 409


def test_page_says_what_is_wrong_with_rules(host: Client, session: Session) -> None:
    address = reverse("terms", args=[session.public_id])
    (form,) = open_page(host, address).forms()
    assert host.post(address, form).status_code == 422
    assert host.post(address, {**form, "stake_factor": "0"}).status_code == 422
