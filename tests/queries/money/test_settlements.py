"""What settles a night: what each seat gets or pays, the preview of its close, the plan, and what was settled since."""

from dataclasses import replace
from uuid import UUID

import pytest

from scoring.ledger import reckoning
from scoring.ledger.night import Transfer
from scoring.ledger.reckoning import Adjustment, Closing, Reckoning, Settling
from scoring.ledger.settlement import ByClose
from scoring.ledger.tong import TongBase
from scoring.models import Club, Role, Session
from scoring.operations.money.payments import cash_since, hand_over, pay_free, set_tong
from scoring.operations.people.players import merge_players
from scoring.operations.table.hands import record_hand
from scoring.operations.table.undoing import reopen_session, undo
from scoring.queries.people.access import Access
from scoring.queries.table.night import may_mark_cash, night_of
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN
from tests.queries.money import owing

SHARING = {"preset": "pagat", "partners_share": True}
UNSHARED = {ANA: 180, BEN: -90, CARLA: 0, DAN: -90}


def lines(night: Session) -> list[tuple[int, ...]]:
    return [
        (line.payer, line.payee, line.cents, line.cash_cents, line.carried_cents, line.forgiven_cents, line.left_cents)
        for line in night_of(session=night).plan
    ]


def reopen(night: Session) -> None:
    reopen_session(session=night, reason="one more", stamp=people.stamp())


def agree_on_tong(night: Session) -> None:
    set_tong(every=TongBase.WIN, cents=20, percent=0, coin_cents=1, holder=CARLA, **people.current(night))


def transfer(payer: int, payee: int, cents: int) -> Transfer:
    names = dict(enumerate(people.NAMES, start=1))
    return Transfer(payer=payer, payee=payee, payer_name=names[payer], payee_name=names[payee], cents=cents)


def test_a_forgiven_debt_is_not_in_the_payment_plan(club: Club) -> None:
    night = owing.closed_night(club, ANA)
    owing.forgive(club, "Ben", "Ana", 60)
    assert lines(night) == [(BEN, ANA, 90, 0, 0, 60, 30), (DAN, ANA, 90, 0, 0, 0, 90)]
    owing.forgive(club, "Ben", "Ana", 30)
    owing.pay(club, "Dan", "Ana", 90)
    assert lines(night) == [(BEN, ANA, 90, 0, 0, 90, 0), (DAN, ANA, 90, 90, 0, 0, 0)]
    settled = Settling(night=night_of(session=night))
    assert (settled.night.paid_count, settled.night.is_settled) == (2, True)
    assert [seat.player for seat in settled.seats] == ["Ana", "Carla", "Ben", "Dan"]


def test_a_carried_debt_is_settled_in_its_night_and_told_apart_from_cash(club: Club) -> None:
    night = owing.closed_night(club, ANA)
    people.pay(night, payer=BEN, payee=ANA, cents=50)
    owing.carry(people.start_night(club=club, names=("Ana", "Ben", "Eva", "Flor")))
    assert lines(night) == [(BEN, ANA, 90, 50, 40, 0, 0), (DAN, ANA, 90, 0, 0, 0, 90)]
    settled = Settling(night=night_of(session=night))
    assert (settled.night.paid_count, settled.night.is_settled) == (1, False)


def test_the_plan_counts_cash_of_its_close_that_stands(session: Session) -> None:
    people.win(session)
    hand_over(session=session, payer=BEN, payee=ANA, amount_cents=10, stamp=people.stamp())
    people.close(session)
    undo(entry=people.pay(session, payer=BEN, payee=ANA, cents=50), reason="", stamp=people.stamp())
    people.pay(session, payer=BEN, payee=ANA, cents=30)
    (first, _) = night_of(session=session).plan
    assert lines(session) == [(BEN, ANA, 80, 30, 0, 0, 50), (DAN, ANA, 90, 0, 0, 0, 90)]
    assert [entry.number for entry in first.handovers] == [6]


def test_a_night_for_points_has_results_and_nothing_to_pay(club: Club) -> None:
    night = people.start_night(club=club, currency="points")
    people.win(night)
    found = Closing(night=night_of(session=night))
    assert (found.adjusted, found.plan, found.results) == ((), (), UNSHARED)


def test_c25_partners_share_what_they_won_before_it_is_rounded_to_coins(club: Club) -> None:
    night = people.start_night(club=club, rules=SHARING)
    people.win(night)
    found = Closing(night=night_of(session=night))
    assert found.adjusted == (Adjustment(why="partners_share", transfers=(transfer(ANA, CARLA, 90),)),)
    assert found.plan == (transfer(BEN, ANA, 90), transfer(DAN, CARLA, 90))
    assert found.results == {ANA: 90, BEN: -90, CARLA: 90, DAN: -90}
    rounded = Closing(night=night_of(session=night), coin_cents=100)
    assert [each.why for each in rounded.adjusted] == ["partners_share", "rounding"]
    assert rounded.results == {ANA: 100, BEN: -100, CARLA: 100, DAN: -100}
    assert {line.cents for line in rounded.plan} == {100}


def test_c25_partners_share_while_they_sit_together(club: Club) -> None:
    night = people.start_night(club=club, rules=SHARING)
    people.win(night)
    people.sit(night, "Eva", "Ben", "Carla", "Dan")
    people.win(night, winner=CARLA)
    found = Closing(night=night_of(session=night))
    assert found.results == {ANA: 90, BEN: -180, CARLA: 180, DAN: -180, 5: 90}
    moved = [(paid.payer, paid.payee, paid.cents) for each in found.adjusted for paid in each.transfers]
    assert sorted(moved) == [(ANA, CARLA, 90), (CARLA, 5, 90)]


def test_the_tong_that_is_not_taken_yet_is_due_and_in_no_result(session: Session) -> None:
    agree_on_tong(session)
    people.win(session)
    found = Closing(night=night_of(session=session))
    assert found.results == UNSHARED
    assert found.plan == (transfer(BEN, ANA, 90), transfer(DAN, ANA, 70), transfer(DAN, CARLA, 20))
    people.close(session)
    assert [transfer(*line[:3]) for line in lines(session)] == list(found.plan)


def test_cash_since_is_the_newest_between_two_seats_that_stands_and_is_news(session: Session) -> None:
    people.win(session)
    close = people.close(session)
    first, second = (people.pay(session, payer=BEN, payee=ANA, cents=cents) for cents in (10, 20))
    people.pay(session, payer=DAN, payee=ANA, cents=30)

    def since(after: int, *known: UUID | None, seats: tuple[int, int] = (ANA, BEN)) -> int | None:
        found = cash_since(session=session, seats=seats, after=after, known=[key for key in known if key])
        return found.number if found else None

    assert since(close.number) == second.number
    assert since(close.number, second.key) == first.number
    assert since(first.number, second.key) is None
    assert since(second.number) is None
    assert since(close.number, seats=(BEN, DAN)) is None
    undo(entry=second, reason="", stamp=people.stamp())
    assert since(close.number) == first.number


def test_cash_before_the_close_is_summed_by_pair_under_the_names_of_now(session: Session) -> None:
    people.win(session)
    for payer, cents in ((DAN, 5), (BEN, 10), (BEN, 20)):
        hand_over(session=session, payer=payer, payee=ANA, amount_cents=cents, stamp=people.stamp())
    assert reckoning.cash_before_close(night=night_of(session=session)) == ()
    people.close(session)
    people.pay(session, payer=BEN, payee=ANA, cents=60)
    people.start_night(club=session.club, names=("Benny", "Eva", "Flor", "Gina"))
    merge_players(player=owing.person(session.club, "Ben"), into=owing.person(session.club, "Benny"))
    assert reckoning.cash_before_close(night=night_of(session=session)) == (
        replace(transfer(BEN, ANA, 30), payer_name="Benny"),
        transfer(DAN, ANA, 5),
    )


def test_closing_says_everything_that_the_close_would_do(club: Club) -> None:
    night = people.start_night(club=club, rules=SHARING)
    agree_on_tong(night)
    people.win(night)
    void = {"void": "misdeal", "by": BEN}
    record_hand(session=night, act=void, expected=people.expected(night), stamp=people.stamp())
    people.lay_secret(night, seat=BEN)
    pay_free(payer=DAN, payees=(ANA,), amount_cents=7, reason="bet", **people.current(night))
    found = Closing(night=night_of(session=night))
    told = [(each.played_cents, each.result_cents, each.tong_cents + each.beside_cents) for each in found.reckonings]
    assert told == [(130, 40, -13), (10, -40, 0), (-50, 40, 20), (-90, -40, -7)]
    shared = Adjustment(why="partners_share", transfers=(transfer(ANA, CARLA, 90), transfer(BEN, DAN, 50)))
    assert found.adjusted == (shared,)
    assert night_of(session=night).plan == ()
    assert found.plan == (
        transfer(BEN, ANA, 27), transfer(BEN, CARLA, 13), transfer(DAN, CARLA, 47),
    )  # fmt: skip
    assert (found.night.hand_count, found.night.void_count, found.cash_moved) == (1, 1, False)


def test_a_reopened_night_keeps_its_coin_and_nothing_else_of_its_close(club: Club) -> None:
    night = people.start_night(club=club, rules=SHARING)
    assert night_of(session=night).check_code == ""
    people.win(night)
    assert (night_of(session=night).coin_before, reckoning.moved_by_close(night=night_of(session=night))) == (1, {})
    for coin in (25, 100):
        people.close(night, coin_cents=coin)
        moved = reckoning.moved_by_close(night=night_of(session=night))
        reopen(night)
    assert moved == {
        ANA: ByClose(shared_cents=-90, coin_cents=10),
        BEN: ByClose(shared_cents=0, coin_cents=-10),
        CARLA: ByClose(shared_cents=90, coin_cents=10),
        DAN: ByClose(shared_cents=0, coin_cents=-10),
    }
    now = (night_of(session=night).coin_before, night_of(session=night).close)
    assert (*now, reckoning.moved_by_close(night=night_of(session=night))) == (100, None, {})


def test_closing_tells_that_cash_was_handed_over_in_an_earlier_close(session: Session) -> None:
    people.win(session)
    people.close(session)
    people.pay(session, payer=BEN, payee=ANA, cents=50)
    reopen(session)
    found = Closing(night=night_of(session=session))
    assert found.cash_moved
    assert found.plan == (transfer(BEN, ANA, 40), transfer(DAN, ANA, 90))


@stored("marks_cash", "nights")
def test_who_only_plays_records_their_own_cash(session: Session, role: str, player: str, may: bool) -> None:
    holder = owing.person(session.club, player) if player else None
    access = Access(club=session.club, role=Role(role), player=holder)
    assert may_mark_cash(access=access, session=session, seats=(ANA, BEN)) is may


NOTHING = Reckoning(
    number=0, player="", result_cents=0, by_close=ByClose(), carried_cents=0, tong_cents=0, beside_cents=0, due_cents=0
)


def reckoned(number: int, **parts: int) -> Reckoning:
    return replace(NOTHING, number=number, player=people.NAMES[number - 1], **parts)  # type: ignore[arg-type]


def by_seat(night: Session) -> tuple[Reckoning, ...]:
    return tuple(sorted(Settling(night=night_of(session=night)).reckonings, key=lambda each: each.number))


@pytest.fixture
def night(club: Club) -> Session:
    """Return an open night with all there is: Ben's debt of 90 to Ana carried in, a tong, a bet, a win, early cash."""
    owing.closed_night(club, ANA)
    session = people.start_night(club=club)
    owing.carry(session)
    set_tong(every=TongBase.WIN, cents=20, percent=0, coin_cents=1, holder=CARLA, **people.current(session))
    people.win(session, winner=BEN)
    for cents in (7, 9):
        bet = pay_free(payer=DAN, payees=(ANA,), amount_cents=cents, reason="bet", **people.current(session))
    undo(entry=bet, reason="", stamp=people.stamp())
    hand_over(session=session, payer=ANA, payee=BEN, amount_cents=30, stamp=people.stamp())
    return session


ALL = (
    reckoned(ANA, result_cents=-90, carried_cents=180, beside_cents=7, due_cents=127),
    reckoned(BEN, result_cents=180, carried_cents=-90, tong_cents=-20, due_cents=40),
    reckoned(CARLA, result_cents=-90, tong_cents=20, due_cents=-70),
    reckoned(DAN, carried_cents=-90, beside_cents=-7, due_cents=-97),
)


def test_a_seat_is_due_its_result_and_what_came_beside_less_what_was_settled(night: Session) -> None:
    assert (Closing(night=night_of(session=night)).reckonings, by_seat(night)) == (ALL, ALL)
    assert [each.in_all_cents for each in ALL] == [97, 70, -70, -97]
    assert [each.settled_cents for each in ALL] == [30, -30, 0, 0]
    assert [each.moved_cents for each in ALL] == [127, 40, 70, 97]
    assert all(each.has_more for each in ALL)
    people.close(night)
    assert by_seat(night) == ALL


def test_c25_the_result_at_the_table_is_without_what_partners_shared_and_coins(club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night)
    before = Closing(night=night_of(session=night), coin_cents=100).reckonings
    people.close(night, coin_cents=100)
    found = by_seat(night)
    assert found == before
    assert [(each.played_cents, each.result_cents, each.due_cents) for each in found] == [
        (180, 100, 100), (-90, -100, -100), (0, 100, 100), (-90, -100, -100),
    ]  # fmt: skip
    assert found[0].by_close == ByClose(shared_cents=-90, coin_cents=10)
    assert not any(each.has_more for each in found)


@pytest.mark.parametrize("part", ["carried_cents", "tong_cents", "beside_cents", "result_cents", ""])
def test_more_than_the_result_is_whatever_came_beside_or_was_settled(part: str) -> None:
    assert reckoned(ANA, due_cents=5, **{part: 5} if part else {}).has_more is (part != "result_cents")
