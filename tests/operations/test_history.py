"""What a night comes to agrees with the books, whatever was played, corrected, taken back or put right."""

from scoring.models import Club, Session
from scoring.operations.history import read_history
from scoring.operations.table.hands import correct_hand, record_hand
from tests import people


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
    (night,) = read_history(club=session.club).nights
    assert {sums["minutes"] for sums in night.sums.values()} == {25}


def test_the_coin_of_who_sat_out_counts_for_the_pair_they_last_played_in(club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night, winner=people.BEN)
    people.sit(night, "Eva", "Ben", "Carla", "Dan")
    people.win(night, winner=people.BEN)
    people.close(night, coin_cents=25)
    history = read_history(club=club)
    (found,), named = history.nights, history.players
    names = ("beside_cents", "shared_cents", "coin_cents")
    beside = {
        (str(named[one]), str(named[other])): tuple(sums.get(name, 0) for name in names)
        for (one, other), sums in found.pairs.items()
        if "beside_nights" in sums
    }
    assert beside == {
        ("Ana", "Carla"): (-75, 0, 15),
        ("Carla", "Ana"): (-90, 0, 0),
        ("Carla", "Eva"): (-85, 0, 5),
        ("Eva", "Carla"): (-100, 0, -10),
        ("Ben", "Dan"): (175, -180, -5),
        ("Dan", "Ben"): (175, 180, -5),
    }
    seats = [
        tuple(sums.get(name, 0) for name in ("result_cents", "adjusted_cents", "coin_cents"))
        for sums in found.sums.values()
    ]
    assert seats == [(-75, 15, 15), (175, -185, -5), (-175, 5, 5), (175, 175, -5), (-100, -10, -10)]
