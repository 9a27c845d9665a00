"""Players renamed, merged and erased: what follows them, and what the books keep."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from scoring.models import Club, Device, JoinRequest, Player, Session
from scoring.operations.errors import PlayerError
from scoring.operations.people.joining import Asker, ask, open_joining
from scoring.operations.people.players import erase_player, heal_merges, merge_players, player_called, rename_player
from scoring.operations.table.posting import write_seals
from scoring.queries.books.checking import check_club
from scoring.queries.books.seals import sealed
from scoring.queries.sessions.nights import known_names
from tests import people

pytestmark = pytest.mark.django_db


def called(club: Club, name: str) -> Player:
    return player_called(club=club, name=name, at=people.EVENING)


def erase(club: Club, name: str) -> Player:
    return erase_player(player=called(club, name), at=people.EVENING)


@pytest.mark.parametrize(
    "alike",
    ["ana", "  ANA ", "ana\N{ZERO WIDTH SPACE}", "Ana\N{ZERO WIDTH JOINER}", "\N{RIGHT-TO-LEFT OVERRIDE}Ana\x07"],
)
def test_name_that_nobody_can_tell_from_a_players_is_that_players(club: Club, alike: str) -> None:
    assert called(club, "Ana") == called(club, alike)


@pytest.mark.parametrize(("name", "refusal"), [("\u200b", "player.no_name"), ("x" * 41, "player.long_name")])
def test_name_nobody_can_have_is_refused(club: Club, name: str, refusal: str) -> None:
    with people.refused(refusal):
        called(club, name)
    with people.refused(refusal):
        rename_player(player=called(club, "Ana"), name=name)


def test_players_keep_names_of_their_own(club: Club) -> None:
    ben, jun = called(club, "Ben"), called(club, "Jun")
    with people.refused("player.name_taken"):
        rename_player(player=jun, name="ben")
    assert rename_player(player=jun, name="JUN").name == "JUN"
    merge_players(player=jun, into=ben)
    assert called(club, "jun") == ben
    assert rename_player(player=ben, name="Jun").name == "Jun"
    with people.refused("shown_changed.player"):
        rename_player(player=ben, name="Benny", expected_name="Ben")
    with people.refused("shown_changed.player"):
        erase_player(player=ben, at=people.EVENING, expected_names=("Jun",))
    with people.refused("player.old_name"):
        erase_player(player=jun, at=people.EVENING)


def test_erased_name_is_free_again_and_neutral_names_are_all_different(session: Session) -> None:
    erased = [erase(session.club, name) for name in ("Ben", "Dan", "Ana")]
    assert [each.name for each in erased] == ["Player 1", "Player 2", "Player 3"]
    assert called(session.club, "Ben") not in erased
    assert "Player 1" not in known_names(club=session.club)


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda erased, _ana: rename_player(player=erased, name="Ben"), id="rename"),
        pytest.param(lambda erased, ana: merge_players(player=ana, into=erased), id="merge into"),
        pytest.param(lambda erased, ana: merge_players(player=erased, into=ana), id="merge"),
        pytest.param(lambda erased, _ana: called(erased.club, "player 1"), id="sit down"),
    ],
)
def test_erased_player_gets_no_name_back(session: Session, act: Callable[[Player, Player], object]) -> None:
    erased, ana = erase(session.club, "Ben"), called(session.club, "Ana")
    with people.refused("player.erased"):
        act(erased, ana)
    assert erase_player(player=erased, at=people.EVENING).name == "Player 1"


def test_erased_name_leaves_the_players_phone_and_what_it_asked(session: Session) -> None:
    club = session.club
    people.player_browser(session=session, seat=people.BEN)
    phone = Device.objects.get()
    code = open_joining(club=club, session=None, device=phone, now=people.EVENING)
    ask(text=code.code, asker=Asker(token="x", label="iPhone", name="ben"), now=people.EVENING)

    erase(club, "Ben")

    phone.refresh_from_db()
    assert (phone.label, JoinRequest.objects.get().name) == ("Player 1", "")
    assert set(Device.objects.values_list("label", flat=True)) == {"Player 1", "iPhone"}


def test_every_phone_hears_of_a_name_that_changed(session: Session) -> None:
    club = session.club
    rename_player(player=called(club, "Dan"), name="Daniel")
    merge_players(player=called(club, "Danny"), into=called(club, "Daniel"))
    erase(club, "Daniel")
    session.refresh_from_db()
    assert session.revision == 3


@pytest.mark.parametrize(
    ("merges", "healed"),
    [
        ({"A": "B", "B": "A"}, {"B": "A"}),
        ({"A": "B", "B": "C", "C": "D"}, {"A": "D", "B": "D", "C": "D"}),
        ({"A": "B", "B": "C", "C": "A"}, {"B": "A", "C": "A"}),
        ({"A": "C", "B": "C", "C": "D", "D": "C"}, {"A": "C", "B": "C", "D": "C"}),
    ],
)
def test_whoever_was_merged_is_led_straight_to_one_who_was_not(
    club: Club, merges: dict[str, str], healed: dict[str, str]
) -> None:
    everybody = {name: called(club, name) for name in "ABCD"}
    for name, into in merges.items():
        Player.objects.filter(name=name).update(merged_into=everybody[into])
    write_seals(chain=club.public_id, things=[sealed(each) for each in Player.objects.exclude(merged_into=None)])

    heal_merges()

    found = Player.objects.exclude(merged_into=None).values_list("name", "merged_into__name")
    assert dict(found) == healed
    assert check_club(club=club) == ()


def test_merge_of_one_player_of_one_table_or_of_players_as_they_were_is_refused(club: Club, session: Session) -> None:
    ben, benjie = called(club, "Ben"), called(club, "Benjie")
    stale_ben, stale_benjie = (Player.objects.get(pk=one.pk) for one in (ben, benjie))
    merge_players(player=benjie, into=ben)
    with people.refused("player.not_two"):
        merge_players(player=stale_ben, into=stale_benjie)
    with people.refused("player.same"):
        merge_players(player=stale_ben, into=ben)
    with people.refused("player.one_table"):
        merge_players(player=ben, into=called(club, "Ana"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite one writer waits for the other")
def test_of_two_opposite_merges_at_once_one_is_refused() -> None:
    club, together, rounds = people.make_club(), Barrier(2), 30

    def merge(first: Player, second: Player) -> str:
        try:
            together.wait()
            merge_players(player=first, into=second)
        except PlayerError:
            return "refused"
        finally:
            connection.close()
        return "merged"

    with ThreadPoolExecutor(2) as threads:
        for number in range(rounds):
            one, two = (called(club, f"{name} {number}") for name in ("Ben", "Jun"))
            ends = [threads.submit(merge, *pair) for pair in ((one, two), (two, one))]
            assert sorted(end.result() for end in ends) == ["merged", "refused"]
    assert Player.objects.exclude(merged_into=None).count() == rounds
    assert not Player.objects.filter(merged_into__merged_into__isnull=False).exists()
