"""Right books have no difference; whatever somebody did to lines, payments, seats, terms or seals is found."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from scoring.ledger.fingerprint import digest, utc_text
from scoring.ledger.night import Night
from scoring.ledger.tong import TongBase
from scoring.management.checking import check_books
from scoring.models import Club, Dispute, Payment, Player, Ruling, Seal, Session, guard
from scoring.models.guard import NAMED_BY
from scoring.operations.books import BooksError, import_books
from scoring.operations.demo import LAID_SECRET
from scoring.operations.money.debts import take_back_debts
from scoring.operations.money.payments import buy_chips, count_chips, pay_free, set_tong
from scoring.operations.people.players import erase_player, merge_players, player_called
from scoring.operations.table import undoing
from scoring.operations.table.hands import record_false_win, record_hand, refund_false_secret
from scoring.operations.table.nights import TermsChange, change_switches, change_terms
from scoring.operations.table.posting import seal_night
from scoring.operations.table.undoing import give_voice, raise_dispute, reopen_session, undo
from scoring.queries.books.checking import Finding, check_club, check_nights, check_session
from scoring.queries.books.export import club_books
from scoring.queries.books.seals import SealDigest, sealed, sealed_of_nights, totals
from scoring.queries.table.night import last_entry_number, night_of
from scoring.texts import Text
from tests import people
from tests.games.asking import said
from tests.people import ANA, BEN, CARLA, DAN
from tests.queries.books.damage import (
    DAMAGE,
    NOT_IN_FILES,
    Damage,
    act,
    eva,
    exchanged,
    forget_all,
    kept,
    line,
    paid,
    player,
    rows,
    sql,
    terms,
)
from tests.queries.clubs import RULES, SCALE, add_everything_else, match_of_points, random_club
from tests.queries.money import owing
from tests.queries.table.test_nights import enter

typed_columns = pytest.mark.skipif(connection.vendor != "sqlite", reason="typed columns")


def key_of(finding: Finding) -> str:
    text = finding.what
    while isinstance(inner := text.values.get("what"), Text):
        text = inner
    return text.key.removeprefix("finding.")


def found(session: Session) -> str:
    lines: defaultdict[str, set[int]] = defaultdict(set)
    for finding in check_session(session=Session.objects.get(pk=session.pk)):
        lines[key_of(finding)].add(finding.line or 0)
    of_night = ", ".join(f"{key} {' '.join(map(str, sorted(lines[key])))}" for key in sorted(lines))
    of_club = ", ".join(key_of(finding) for finding in check_club(club=Club.objects.get(pk=session.club_id)))
    return f"{of_night} | {of_club}" if of_club else of_night


def kinds_of(session: Session) -> list[str]:
    return list(session.entries.order_by("number").values_list("kind", flat=True))


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    guard.lift(connection)
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = ON")
    else:
        sql("SET CONSTRAINTS ALL IMMEDIATE")  # what is still to be checked would forbid the next statement
        for name in ("payment_payer_is_not_payee", "payment_is_cash_or_apart"):
            sql(f"ALTER TABLE scoring_payment DROP CONSTRAINT {name}")
    yield
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = OFF")


@pytest.fixture
def night(club: Club) -> Session:
    session = people.start_night(club=club, rules=RULES, stake_factor=3)
    people.win(session)
    people.lay_secret(session, seat=BEN)
    wrong = record_false_win(seat=DAN, hand_is_void=False, **people.current(session))
    undo(entry=wrong, reason="slip", stamp=people.stamp())
    people.close(session, coin_cents=100)
    line = night_of(session=session).plan[0]
    people.pay(session, payer=line.payer, payee=line.payee, cents=line.cents)
    kinds = ["hand", "secret", "penalty", "reversal", "adjustment", "adjustment", "close", "handover"]
    assert kinds_of(session) == kinds
    return session


@pytest.fixture
def evening(club: Club) -> Session:
    """Return a closed night with whatever else is recorded, into which Ben's and Dan's debts to Ana were carried."""
    owing.closed_night(club, ANA)
    session = people.start_night(club=club)
    owing.carry(session)
    change_terms(wanted=TermsChange(stakes=2), reason="", **people.current(session))
    session.refresh_from_db()
    set_tong(every=TongBase.WIN, cents=5, percent=0, coin_cents=1, holder=ANA, **people.current(session))
    buy_chips(bank=ANA, seats=(ANA, BEN, CARLA, DAN), amount_cents=1000, is_paid=True, **people.current(session))
    people.win(session)
    pay_free(payer=CARLA, payees=(ANA, BEN), amount_cents=7, reason="bet", **people.current(session))
    people.sit(session, "Ana", "Ben", "Carla", "Eva")
    people.win(session, winner=BEN)
    counted = {holder.seat: holder.due_cents for holder in night_of(session=session).chips.holders}
    counted |= {ANA: counted[ANA] + 10, BEN: counted[BEN] - 10}
    count_chips(counted=counted, decides=True, **people.current(session))
    people.close(session)
    kinds = ["utang", "terms", "tong", "chips", "hand", "free", "seating", "hand", "chips", "tong", "close"]
    assert kinds_of(session) == kinds
    return session


@pytest.fixture
def match(club: Club, toy: None) -> Session:
    """Return a night for points: 1 a hand, 2 the match settled, 3 that undone, 4 settled again, 5 a hand."""
    return match_of_points(club=club)


@pytest.fixture
def weeks(club: Club) -> Session:
    """Return the first of two closed nights: 3 Ben pays Ana 120 in both, 4 in this one Ana forgives Dan 10."""
    first, _ = owing.closed_night(club, ANA), owing.closed_night(club, ANA)
    owing.pay(club, "Ben", "Ana", 120)
    owing.forgive(club, "Dan", "Ana", 10)
    return first


@pytest.fixture
def objection(night: Session) -> Dispute:
    stamp, seat = people.stamp(), night.seats.get(number=BEN)
    return raise_dispute(entry=night.entries.get(number=1), seat=seat, why="kings", stamp=stamp)


@pytest.fixture
def objected(objection: Dispute) -> Session:
    give_voice(dispute=objection, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    return objection.entry.session


@pytest.mark.parametrize("seed", range(4 * SCALE))
def test_a_random_club_has_no_difference(club: Club, seed: int) -> None:
    random_club(club=club, seed=seed)
    add_everything_else(club=club, seed=seed)
    assert {found(session) for session in club.sessions.all()} == {""}
    kinds = {kind for session in club.sessions.all() for kind in kinds_of(session)}
    assert kinds >= {"hand", "reversal", "seating", "close", "past"}


@pytest.mark.parametrize(
    ("of", "name"),
    [
        pytest.param(
            of, name, id=f"{of}-{name}", marks=typed_columns if name in ("terms: name", "seat: below zero") else ()
        )
        for of, each in DAMAGE.items()
        for name in each
    ],
)
def test_damage_is_found_with_its_lines_and_refused_by_an_import(
    of: str, name: str, request: pytest.FixtureRequest, unguarded: None
) -> None:
    night: Session = request.getfixturevalue(of)
    damage, expected = DAMAGE[of][name]
    assert found(night) == ""
    damage(night)
    assert found(night) == expected
    file = club_books(club=Club.objects.get(pk=night.club_id))
    forget_all()
    kinds = {each.split()[0] for each in re.split(r", |\| ", expected) if each.strip()}
    with pytest.raises(BooksError) if kinds - NOT_IN_FILES else nullcontext():
        import_books(books=file)


@pytest.mark.parametrize(
    ("change", "is_other"),
    [
        pytest.param(terms("currency", "'EUR'"), True, id="currency"),
        pytest.param(terms("stake_factor", "4"), True, id="stakes"),
        pytest.param(exchanged, True, id="two players exchanged"),
        pytest.param(rows("UPDATE scoring_player SET name = 'X' WHERE name = 'Ben'"), False, id="renamed"),
        pytest.param(lambda night: erase_player(player=player(night, BEN), at=people.EVENING), False, id="erased"),
        pytest.param(
            lambda night: merge_players(player=player(night, BEN), into=Player.objects.get(pk=eva(night))),
            False,
            id="merged",
        ),
    ],
)
def test_the_check_code_tells_money_and_people_apart_not_their_names(
    night: Session, unguarded: None, change: Damage, is_other: bool
) -> None:
    before = night_of(session=night).check_code
    change(night)
    assert (night_of(session=Session.objects.get(pk=night.pk)).check_code != before) == is_other


@typed_columns
@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (paid(1, amount_cents=1.5), "not_whole 1"),
        (paid(1, amount_cents="abc"), "not_whole 1"),
        (paid(1, amount_cents=0), "no_amount 1"),
        (terms("revision", "'x'"), " | refused"),
        (lambda night: [each(night) for each in (line(2, kind="zzz"), paid(5, amount_cents=95))], "fingerprint 2 5"),
    ],
)
def test_values_of_another_kind_are_found(night: Session, unguarded: None, damage: Damage, what: str) -> None:
    damage(night)
    assert what in found(night).split(", ")


@typed_columns
def test_a_line_that_cannot_be_read_is_named_and_hides_no_other_night(
    night: Session, weeks: Session, unguarded: None
) -> None:
    for number in (2, 3):  # 4 takes 3 back
        line(number, recorded_at="2026-99-01 19:00:00")(night)
    paid(3, amount_cents=80)(weeks)
    found = {(key_of(each), each.line) for each in check_nights(nights=tuple(Session.objects.order_by("pk")))}
    assert found == {*(("unread_line", each) for each in (2, 3, 4)), ("unread_rows", None), ("fingerprint", 3)}


def test_a_difference_names_the_payments_found_and_due(night: Session, unguarded: None) -> None:
    paid(2, amount_cents=1)(night)
    (text,) = (each.what for each in check_session(session=night) if each.line == 2 and key_of(each) == "payments")
    told = [said(each) for each in (text.values["found"], text.values["due"]) if isinstance(each, Text)]
    assert told == [
        f"finding.payments_so_far finding.payment 1 2 {cents} finding.payment 3 2 {cents}" for cents in (1, 150)
    ]


def test_a_difference_names_what_was_left_and_the_order_of_seats(club: Club, evening: Session, unguarded: None) -> None:
    owed = owing.closed_night(club, ANA)
    owing.pay(club, "Ben", "Ana", 90)
    paid(last_entry_number(session=owed), amount_cents=91)(owed)
    act(7, seats=[ANA, ANA, CARLA, DAN])(evening)
    told = {key_of(each): each.what for night in (owed, evening) for each in check_session(session=night)}
    assert told["settles_more"].values["due"] == "90"
    assert told["order"].values["why"] == str((ANA, ANA, CARLA, DAN))


def test_results_entered_later_that_the_payments_do_not_come_to_are_found(club: Club, unguarded: None) -> None:
    past = enter(club, days_ago=1)
    paid(1, amount_cents=1)(past)
    assert "past 1" in found(past).split(", ")


def test_a_seal_holds_the_same_of_an_objection_and_of_partners_for_ever(objection: Dispute) -> None:
    held = {
        "line": 1,
        "why": "kings",
        "at": utc_text(moment=objection.raised_at),
        "seat": BEN,
        "device": None,
        "key": str(objection.key),
        "content_hash": objection.content_hash,
    }
    assert sealed(objection) == SealDigest(kind="dispute", about=str(objection.key), content=held)
    pairs = objection.entry.session.partnerships.filter(seating=None).order_by("pk")
    expected = [SealDigest(kind="pair", about=about, content={"since": 0}) for about in ("0 1 3", "0 2 4")]
    assert [sealed(pair) for pair in pairs] == expected


def test_a_merge_that_nobody_made_is_found_and_one_that_somebody_made_is_none(night: Session, unguarded: None) -> None:
    newcomer = player_called(club=night.club, name="Newcomer", at=people.EVENING)
    ana, ben = (night.seats.get(number=number).player for number in (ANA, BEN))
    merge_players(player=newcomer, into=ana)
    assert found(night) == ""
    sql("UPDATE scoring_player SET merged_into_id = %s WHERE id IN (%s, %s)", ana.pk, ben.pk, newcomer.pk)
    assert found(night) == " | never_sealed"


def test_a_night_moved_into_another_club_is_missed_in_its_own(night: Session, unguarded: None) -> None:
    terms("club_id", str(people.make_club(name="Other").pk))(night)
    assert [key_of(finding) for finding in check_club(club=night.club)] == ["removed"]


@pytest.mark.parametrize("switches", [(True,), (True, False), (True, False, True)])
def test_a_night_may_become_practice_and_count_again(night: Session, switches: tuple[bool, ...]) -> None:
    for is_practice in switches:
        change_switches(session=night, is_practice=is_practice, players_may_propose=True)
    assert found(night) == ""


def test_an_act_over_nights_may_be_taken_back_carried_or_lose_what_was_forgiven(weeks: Session) -> None:
    club, act = weeks.club, UUID(weeks.entries.get(number=3).act["id"])
    owing.carry(people.start_night(club=club))
    assert found(weeks) == ""
    take_back_debts(club=club, act=act, reason="slip", stamp=people.stamp())
    reopen_session(session=weeks, reason="one more", stamp=people.stamp())
    assert {found(session) for session in club.sessions.all()} == {""}


def test_a_tong_that_was_given_back_and_taken_again_has_no_difference(session: Session) -> None:
    set_tong(every=TongBase.WIN, cents=50, percent=0, coin_cents=1, holder=BEN, **people.current(session))
    won = people.win(session)
    people.close(session)
    reopen_session(session=session, reason="slip", stamp=people.stamp())
    undo(entry=won, reason="slip", stamp=people.stamp())
    people.close(session)
    reopen_session(session=session, reason="one more", stamp=people.stamp())
    people.win(session)
    people.close(session)
    taken = Payment.objects.filter(entry__session=session, entry__kind="tong").order_by("pk")
    there_and_back = [(ANA, BEN, 50), (BEN, ANA, 50), (ANA, BEN, 50)]
    assert list(taken.values_list("payer__number", "payee__number", "amount_cents")) == there_and_back
    assert found(session) == ""


def test_a_hand_that_counts_on_a_secret_taken_back_is_found(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = people.lay_secret(session, seat=BEN)
    record_hand(session=session, act=LAID_SECRET, expected=people.expected(session), stamp=people.stamp())
    monkeypatch.setattr(undoing, "undo_blocker", lambda **_: None)
    refund_false_secret(entry=secret, reason="three of them", stamp=people.stamp())
    (finding,) = check_session(session=session)
    assert (key_of(finding), finding.line, finding.wrong, finding.damage) == ("unsupported", 2, True, False)
    people.close(session)
    assert len(check_books().findings) == 1
    guard.lift(connection)
    act(2, source="?")(session)
    assert night_of(session=session).refusals_of(night_of(session=session).hands[0], laid=()) == ()  # it cannot be read


def test_a_hand_an_older_engine_judged_is_kept_and_told_but_not_called_wrong(night: Session, unguarded: None) -> None:
    kept(engine="0", per_opponent=1)(night)
    sql("UPDATE scoring_hand SET engine_version = '0', deals_next = 4")
    Seal.objects.filter(chain=night.public_id).delete()
    things = sealed_of_nights(sessions=(night,))[night.pk]
    seal_night(session=night, things=things, is_closed=True)  # as an upgrade does
    findings = check_session(session=night)
    assert [(key_of(each), each.line, each.wrong) for each in findings] == [("winner", 1, False), ("verdict", 1, False)]
    assert {each.text.key for each in findings} == {"finding.by_older_engine"}
    file = club_books(club=night.club)
    forget_all()
    assert import_books(books=file).judged_otherwise == tuple(each.text for each in findings)


def test_the_seal_of_a_whole_night_digests_its_last_line_and_its_sums(night: Session) -> None:
    last = night.entries.order_by("number").last()
    assert last
    amounts = Payment.objects.values_list("amount_cents", flat=True)
    sums = {"lines": [8, 36], "payments": [len(amounts), sum(amounts)], "scores": None, "hands": [1, 1]}
    (total,) = totals(nights=[night.pk]).values()
    assert total.digest == digest(content={"last": last.number, "fingerprint": last.fingerprint, **sums})


@pytest.mark.parametrize("column", ["result_cents", "apart_cents", "outstanding_cents", "points"])
def test_standings_that_do_not_follow_are_found(night: Session, monkeypatch: pytest.MonkeyPatch, column: str) -> None:
    ana, *others = night_of(session=night).standings
    wrong = replace(ana, **{column: getattr(ana, column) + 1})
    monkeypatch.setattr(Night, "standings", (wrong, *others))
    (finding,) = check_session(session=night)
    shown, due = ((one.result_cents, one.apart_cents, one.outstanding_cents, one.points) for one in (wrong, ana))
    assert key_of(finding) == "standing"
    assert (finding.what.values["found"], finding.what.values["due"]) == (str(shown), str(due))


GARBAGE = (None, -1, 2**63 - 1, 1.5, "", "no", "[]", "{}", "null", "\ud800", b"\xff\x00", "9" * 400)


@typed_columns
@pytest.mark.parametrize("what", sorted(NAMED_BY))
def test_no_garbage_stops_the_check(objected: Session, unguarded: None, what: str) -> None:
    table, chance = f"scoring_{what}", random.Random(what)
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
    for column in columns:
        for value in chance.sample(GARBAGE, min(len(GARBAGE), SCALE)):
            with transaction.atomic():
                with suppress(DatabaseError, UnicodeEncodeError):
                    sql(f'UPDATE {table} SET "{column}" = %s', value)
                assert check_books().text
                transaction.set_rollback(True)


@typed_columns
def test_a_damaged_phone_is_named_to_its_own_clubs_only(host: Client, club: Club, unguarded: None) -> None:
    other = people.make_club(name="Other")
    sql("UPDATE scoring_device SET label = %s", "x" * 1000)
    assert (len(check_club(club=club)), check_club(club=other)) == (1, ())
