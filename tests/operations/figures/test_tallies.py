"""The tallies agree with the books, whatever was played, corrected, taken back or put right."""

from scoring.models import Club, NightTally, PairTally, SeatTally, Session, SideTally
from scoring.operations.figures.tallies import keep_tallies, stale_nights
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.penalties import record_false_win
from scoring.queries.books.checking import check_session
from scoring.queries.sessions.nights import nights_of
from scoring.queries.table.state import table_state
from tests import people


def test_tally_is_derived_again_after_the_next_line_and_when_it_is_lost(session: Session) -> None:
    people.win(session)
    keep_tallies(club=session.club)
    assert list(stale_nights(club=session.club)) == []
    people.win(session)
    assert list(stale_nights(club=session.club)) == [session]
    keep_tallies(club=session.club)
    before = SeatTally.objects.values("result_cents", "hands", "streak").order_by("seat__number")
    told = list(before)
    NightTally.objects.all().delete()
    keep_tallies(club=session.club)
    assert list(before.all()) == told
    assert told[0] == {"result_cents": 360, "hands": 2, "streak": 2}


def test_a_night_lasts_from_its_first_hand_also_where_that_was_corrected_later(session: Session) -> None:
    first, _ = (
        record_hand(
            session=session,
            act=people.win_act(session),
            expected=people.expected(session),
            stamp=people.stamp(minutes=minutes),
        )
        for minutes in (5, 30)
    )
    correct_hand(entry=first, act=people.DRAWN, reason="nobody won", stamp=people.stamp(minutes=20))
    keep_tallies(club=session.club)
    night = NightTally.objects.get()
    assert (night.minutes, str(night.day)) == (25, "2026-02-01")  # in the club's zone


def test_best_and_worst_hand_name_their_lines(session: Session) -> None:
    people.win(session, winner=people.BEN)
    people.win(session, source="self_drawn")
    keep_tallies(club=session.club)
    rows = SeatTally.objects.order_by("seat__number")
    extremes = rows.values_list("best_cents", "best_line", "worst_cents", "worst_line")
    assert list(extremes) == [(260, 2, 90, 1), (180, 1, 130, 2), (0, 0, 90, 1), (0, 0, 130, 2)]


def test_the_coin_of_who_sat_out_counts_for_the_pair_they_last_played_in(club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night, winner=people.BEN)
    people.sit(night, "Eva", "Ben", "Carla", "Dan")
    people.win(night, winner=people.BEN)
    people.close(night, coin_cents=25)
    keep_tallies(club=club)

    rows = PairTally.objects.exclude(beside_nights=0).select_related("player", "other")
    beside = {(str(row.player), str(row.other)): (row.beside_cents, row.shared_cents, row.coin_cents) for row in rows}
    assert beside == {
        ("Ana", "Carla"): (-75, 0, 15),
        ("Carla", "Ana"): (-90, 0, 0),
        ("Carla", "Eva"): (-85, 0, 5),
        ("Eva", "Carla"): (-100, 0, -10),
        ("Ben", "Dan"): (175, -180, -5),
        ("Dan", "Ben"): (175, 180, -5),
    }
    seats = SeatTally.objects.order_by("seat__number").values_list("result_cents", "adjusted_cents", "coin_cents")
    assert list(seats) == [(-75, 15, 15), (175, -185, -5), (-175, 5, 5), (175, 175, -5), (-100, -10, -10)]
    assert check_session(session=night) == ()


def test_c35_c38_a_hand_that_does_not_count_is_in_no_figure_but_its_money_is_of_the_night(club: Club) -> None:
    rules = {"preset": "pagat", "void_penalty": 20, "false_win_penalty": 30}
    session = people.start_night(club=club, rules=rules)
    people.win(session, winner=people.BEN)
    record_hand(
        session=session,
        act={"void": "misdeal", "by": people.CARLA},
        expected=people.expected(session),
        stamp=people.stamp(),
    )
    record_false_win(seat=1, hand_is_void=True, **people.current(session))
    people.win(session, winner=people.BEN)
    keep_tallies(club=club)
    rows = SeatTally.objects.order_by("seat__number")
    told = rows.values_list("hands", "hands_won", "dealt", "streak", "wait", "worst_cents", "penalty_cents")
    assert list(told) == [
        (2, 0, 1, 0, 2, 90, -60), (2, 2, 1, 2, 0, 0, 30), (2, 0, 0, 0, 2, 90, 0), (2, 0, 0, 0, 2, 0, 30),
    ]  # fmt: skip
    assert list(rows.values_list("play_cents", flat=True)) == [-220, 410, -240, 50]
    assert list(PairTally.objects.filter(beside_nights=1).values_list("beside_hands", flat=True)) == [2] * 4
    assert set(SideTally.objects.values_list("hands", flat=True)) == {2}
    assert NightTally.objects.get().hands == 2
    (night,) = nights_of(sessions=(session,))
    assert (night.hand_count, night.void_count) == (2, 2)
    state = table_state(session=session)
    assert (state.hand_number, state.hand_count, state.void_count) == (5, 2, 2)
