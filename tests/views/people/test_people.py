"""A name erased on request, a practice night: what disappears, and what the books keep."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Device, JoinCode, JoinRequest, Membership, Player, Role, Session
from scoring.operations.errors import PlayerError
from scoring.operations.people.players import erase_player, heal_merges, merge_players, player_called, rename_player
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.posting import write_seals
from scoring.operations.table.reversing import undo
from scoring.queries.books.checking import check_club
from scoring.queries.books.seals import sealed
from scoring.queries.sessions.nights import known_names
from tests import people
from tests.views.reading import Page, open_page


def player(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


def erase(club: Club, name: str) -> Player:
    return erase_player(player=player(club, name), at=people.EVENING)


def fingerprint(session: Session) -> str:
    return session.entries.order_by("-number").values_list("fingerprint", flat=True)[0]


def pages_of(session: Session) -> list[str]:
    names = ("table", "statement")
    club = [reverse("history"), reverse("players"), reverse("home")]
    return [*club, *(reverse(name, args=[session.public_id]) for name in names)]


def test_an_erased_name_stands_on_no_page_and_no_amount_changes(host: Client, session: Session) -> None:
    people.win(session, winner=people.BEN)
    before = (people.balances(session), fingerprint(session))
    address = reverse("erase-player", args=[player(session.club, "Ben").public_id])
    assert "This cannot be undone." in host.get(address).text

    answer = host.post(address, {"names": "Ben"}, follow=True)

    assert "The name is erased. Player 1 stands in its place." in answer.text
    assert (people.balances(session), fingerprint(session)) == before
    for page in pages_of(session):
        text = host.get(page).text
        assert "Ben" not in text, page
        assert "Player 1" in text, page


def test_names_merged_into_an_erased_player_go_too(club: Club, host: Client) -> None:
    ben, benjie = (player_called(club=club, name=name, at=people.EVENING) for name in ("Ben", "Benjie"))
    merge_players(player=benjie, into=ben)

    erase(club, "Ben")

    assert set(Player.objects.values_list("name", flat=True)) == {"Player 1"}
    assert "Benjie" not in host.get(reverse("player", args=[ben.public_id])).text


def test_the_name_is_free_again_for_somebody_else(session: Session) -> None:
    erased = erase(session.club, "Ben")

    newcomer = player_called(club=session.club, name="Ben", at=people.EVENING)

    assert newcomer != erased
    assert erased.name not in known_names(club=session.club)


def test_neutral_names_are_all_different(session: Session) -> None:
    assert [erase(session.club, name).name for name in ("Ben", "Dan", "Ana")] == ["Player 1", "Player 2", "Player 3"]


def test_an_erased_player_gets_no_name_back(session: Session) -> None:
    erased, ana = erase(session.club, "Ben"), player(session.club, "Ana")

    forbidden: list[Callable[[], object]] = [
        lambda: rename_player(player=erased, name="Ben"),
        lambda: merge_players(player=ana, into=erased),
        lambda: merge_players(player=erased, into=ana),
        lambda: player_called(club=session.club, name="player 1", at=people.EVENING),
    ]
    for act in forbidden:
        with pytest.raises(PlayerError, match="erased"):
            act()
    assert erase_player(player=erased, at=people.EVENING).name == "Player 1"


def test_a_phone_called_after_an_erased_player_loses_the_name(session: Session) -> None:
    people.player_browser(session=session, seat=people.BEN)

    erase(session.club, "Ben")

    assert Membership.objects.get(role=Role.PLAYER).device.label == "Player 1"
    assert not Device.objects.filter(label__contains="Ben").exists()


def test_the_name_somebody_asked_to_join_with_goes_too(session: Session) -> None:
    club, phone = (session.club, Device.objects.create(token_hash="x", label="iPhone", created_at=people.EVENING))
    code = JoinCode.objects.create(
        club=club,
        code="ABC234",
        opened_by=phone,
        opened_at=people.EVENING,
        closes_at=people.EVENING + timedelta(hours=1),
    )
    JoinRequest.objects.create(code=code, device=phone, name="ben", asked_at=people.EVENING)

    erase(club, "Ben")

    assert JoinRequest.objects.get().name == ""


def test_every_phone_hears_of_a_name_that_changed(session: Session) -> None:
    rename_player(player=player(session.club, "Dan"), name="Daniel")
    merge_players(
        player=player_called(club=session.club, name="Danny", at=people.EVENING), into=player(session.club, "Daniel")
    )
    erase(session.club, "Daniel")

    session.refresh_from_db()
    assert session.revision == 3


def test_reasons_that_name_an_erased_player_are_counted_and_kept(host: Client, session: Session) -> None:
    undo(entry=people.win(session), reason="it was Ben", stamp=people.stamp())

    page = open_page(host, reverse("erase-player", args=[player(session.club, "Ben").public_id]))

    assert page.text("data-mentions").startswith("1 written reason or objection mentions this name.")


def test_a_practice_night_counts_in_no_totals_and_stays_in_the_history(host: Client, session: Session) -> None:
    people.win(session)
    address = reverse("switches", args=[session.public_id])

    host.post(address, {"is_practice": "on"})

    assert not open_page(host, reverse("players")).has("data-currency")
    ana = reverse("player", args=[player(session.club, "Ana").public_id])
    assert not open_page(host, ana).has("data-totals")
    assert not open_page(host, ana).has("data-nights")
    for page in (reverse("history"), reverse("home"), *pages_of(session)[3:]):
        assert open_page(host, page).text("data-practice") == "practice"
    host.post(address, {})
    assert open_page(host, reverse("players")).items("data-currency", "PHP")[0].startswith("Ana 1 night")


def test_switching_tells_every_phone_once(host: Client, session: Session) -> None:
    change_switches(session=session, is_practice=True, players_may_propose=True)
    change_switches(session=session, is_practice=True, players_may_propose=True)

    session.refresh_from_db()
    assert (session.revision, session.is_practice, session.players_may_propose) == (1, True, True)
    page = Page(host.get(reverse("switches", args=[session.public_id])))
    assert "checked" in page.find("name", "is_practice").attrib


def test_a_stale_erase_takes_no_name_that_its_page_did_not_show(club: Club, host: Client) -> None:
    ben = player_called(club=club, name="Ben", at=people.EVENING)
    address = reverse("erase-player", args=[ben.public_id])
    (form,) = open_page(host, address).forms()
    rename_player(player=ben, name="Benjamin")

    answer = host.post(address, form)

    assert answer.status_code == 409
    assert "This player is called Benjamin by now." in Page(answer).text("data-code", "shown_changed")
    assert host.post(address, Page(answer).forms()[0]).status_code == 302


def test_a_stale_new_name_does_not_replace_a_newer_one(club: Club, host: Client) -> None:
    ben = player_called(club=club, name="Ben", at=people.EVENING)
    rename_player(player=ben, name="Benjamin")

    answer = host.post(reverse("rename-player", args=[ben.public_id]), {"name": "Benny", "expected_name": "Ben"})

    assert "This player is called Benjamin by now." in answer.text
    ben.refresh_from_db()
    assert ben.name == "Benjamin"


def test_name_and_time_zone_of_the_club_lose_no_change_of_another_phone(club: Club, host: Client) -> None:
    (form,) = (form for form in open_page(host, "/club/").forms() if "time_zone" in form)
    host.post("/club/", form | {"name": "Cebu club"})

    answer = host.post("/club/", form | {"time_zone": "Asia/Tokyo"})

    assert answer.status_code == 409
    club.refresh_from_db()
    assert (club.name, club.time_zone) == ("Cebu club", "Asia/Manila")
    (again,) = (form for form in Page(answer).forms() if "time_zone" in form)
    assert (again["expected_name"], again["time_zone"]) == ("Cebu club", "Asia/Tokyo")


def test_the_switches_of_a_night_lose_no_change_of_another_phone(host: Client, session: Session) -> None:
    address = reverse("switches", args=[session.public_id])
    (form,) = open_page(host, address).forms()
    host.post(address, form | {"is_practice": "on"})

    answer = host.post(address, form | {"players_may_propose": "on"})

    assert answer.status_code == 409
    session.refresh_from_db()
    assert (session.is_practice, session.players_may_propose) == (True, False)
    (again,) = Page(answer).forms()
    assert "is_practice" in again


def test_two_opposite_merges_of_earlier_days_are_healed(club: Club, host: Client) -> None:
    ben, benjie = (player_called(club=club, name=name, at=people.EVENING) for name in ("Ben", "Benjie"))
    merge_players(player=benjie, into=ben)
    Player.objects.filter(pk=ben.pk).update(merged_into=benjie)

    heal_merges()

    ben.refresh_from_db()
    benjie.refresh_from_db()
    assert (ben.merged_into, benjie.merged_into) == (None, ben)
    assert host.get(reverse("player", args=[benjie.public_id])).headers["Location"].endswith(f"{ben.public_id}/")
    assert host.get(reverse("players")).status_code == 200


@pytest.mark.parametrize(
    ("merges", "healed"),
    [
        ({"A": "B", "B": "C"}, {"A": "C", "B": "C"}),
        ({"A": "B", "B": "C", "C": "D"}, {"A": "D", "B": "D", "C": "D"}),
        ({"A": "B", "B": "C", "C": "A"}, {"B": "A", "C": "A"}),
        ({"A": "C", "B": "C", "C": "D", "D": "C"}, {"A": "C", "B": "C", "D": "C"}),
        ({"A": "B", "C": "D"}, {"A": "B", "C": "D"}),
    ],
)
def test_whoever_was_merged_is_led_straight_to_one_who_was_not(
    club: Club, merges: dict[str, str], healed: dict[str, str]
) -> None:
    everybody = {name: player_called(club=club, name=name, at=people.EVENING) for name in "ABCD"}
    for name, into in merges.items():
        Player.objects.filter(name=name).update(merged_into=everybody[into])
    sealed_now = [sealed(each) for each in Player.objects.exclude(merged_into=None)]
    write_seals(chain=club.public_id, things=sealed_now)

    heal_merges()

    found = Player.objects.exclude(merged_into=None).values_list("name", "merged_into__name")
    assert dict(found) == healed
    assert check_club(club=club) == ()


def test_a_merge_made_for_players_as_they_were_is_refused(club: Club) -> None:
    ben, benjie = (player_called(club=club, name=name, at=people.EVENING) for name in ("Ben", "Benjie"))
    stale_ben, stale_benjie = player(club, "Ben"), player(club, "Benjie")
    merge_players(player=benjie, into=ben)

    with pytest.raises(PlayerError):
        merge_players(player=stale_ben, into=stale_benjie)
