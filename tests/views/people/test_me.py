"""This phone: who holds it."""

import pytest
from django.test import Client

from scoring.models import Club, Membership, Player, Role, Session
from scoring.operations.people.players import player_called
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.disputes import raise_dispute
from tests import people
from tests.views.reading import Page, open_page, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def viewer(session: Session) -> Client:
    """Return a browser on a phone that nobody in particular holds."""
    return people.browser_of(club=session.club, role=Role.VIEWER)


def holder() -> Player | None:
    return Membership.objects.get(role=Role.VIEWER).player


def offered(page: Page) -> list[str]:
    return [text_of(label) for label in page.find("data-holder").iter("label") if label.get("class")]


def test_phone_picks_its_player(viewer: Client, session: Session) -> None:
    assert offered(open_page(viewer, "/me/")) == ["Ana", "Ben", "Carla", "Dan", "I do not play"]
    ben = Player.objects.get(name="Ben")
    answer = viewer.post("/me/", {"player": str(ben.public_id)})

    assert (answer["Location"], holder()) == ("/", ben)
    assert "Ben" in open_page(viewer, "/").text("href", "/me/")


def test_players_who_only_practised_hold_no_phone_of_the_club(viewer: Client, session: Session) -> None:
    people.start_night(club=session.club, names=("Ana", "Eva", "Fe", "Gil"))
    change_switches(session=session, is_practice=True, players_may_propose=False)
    assert offered(open_page(viewer, "/me/")) == ["Ana", "Eva", "Fe", "Gil", "I do not play"]


def test_phone_may_just_watch(viewer: Client) -> None:
    Membership.objects.update(player=Player.objects.get(name="Ben"))
    viewer.post("/me/", {"player": ""})
    assert holder() is None


def test_new_name_is_added_to_the_club(viewer: Client) -> None:
    viewer.post("/me/", {"player": "", "name": " Eva  Luna "})
    assert holder() == Player.objects.get(name="Eva Luna")


def test_known_name_is_found_in_any_case(viewer: Client) -> None:
    viewer.post("/me/", {"player": "", "name": "ben"})
    assert holder() == Player.objects.get(name="Ben")
    assert Player.objects.count() == 4


def test_name_nobody_can_have_is_refused(viewer: Client) -> None:
    page = Page(viewer.post("/me/", {"player": "", "name": "\u200b"}))
    assert (page.status, holder()) == (422, None)


def test_club_may_take_no_new_names(viewer: Client, club: Club) -> None:
    Club.objects.update(takes_new_names=False)
    assert not open_page(viewer, "/me/").has("id", "id_name")
    viewer.post("/me/", {"player": "", "name": "Eva"})
    assert (holder(), Player.objects.count()) == (None, 4)


def test_phone_of_one_night_picks_among_its_players(viewer: Client, session: Session) -> None:
    people.start_night(club=session.club, names=("Eva", "Fay", "Gus", "Hal"))
    Membership.objects.update(session=session)
    assert offered(open_page(viewer, "/me/")) == ["Ana", "Ben", "Carla", "Dan", "I do not play"]
    eva = Player.objects.get(name="Eva")
    assert viewer.post("/me/", {"player": str(eva.public_id)}).status_code == 422
    assert holder() is None


def test_player_of_another_club_is_not_offered(viewer: Client) -> None:
    other = Player.objects.create(club=people.make_club(name="Another"), name="Zoe", created_at=people.EVENING)
    assert viewer.post("/me/", {"player": str(other.public_id)}).status_code == 422


@pytest.mark.parametrize("other", [{"player": ""}, {"player": "", "name": "Carla"}, {"player": "", "name": "Eva"}])
def test_a_players_phone_that_has_spoken_speaks_for_one_player_until_the_host_says_otherwise(
    session: Session, other: dict[str, str]
) -> None:
    phone = people.player_browser(session=session, seat=people.BEN)
    seat = session.seats.get(number=people.BEN)
    stamp = people.stamp(device=Membership.objects.get(role=Role.PLAYER).device)
    raise_dispute(entry=people.win(session), seat=seat, why="No", stamp=stamp)
    page = Page(phone.post("/me/", other))
    assert page.status == 422
    assert "This phone speaks for Ben." in text_of(page.find("data-holder"))
    assert Membership.objects.get(role=Role.PLAYER).player == Player.objects.get(name="Ben")
    assert not Player.objects.filter(name="Eva").exists()


def test_a_name_tapped_by_mistake_is_put_right_on_a_players_phone(session: Session) -> None:
    phone = people.player_browser(session=session, seat=people.BEN)
    assert phone.post("/me/", {"player": "", "name": "Carla"}).status_code == 302
    assert Membership.objects.get(role=Role.PLAYER).player == Player.objects.get(name="Carla")


@pytest.mark.parametrize(
    "alike", ["ana\N{ZERO WIDTH SPACE}", "Ana\N{ZERO WIDTH JOINER}", "\N{RIGHT-TO-LEFT OVERRIDE}Ana\x07"]
)
def test_name_that_nobody_can_tell_from_a_players_is_that_players(viewer: Client, alike: str) -> None:
    viewer.post("/me/", {"player": "", "name": alike})
    assert holder() == Player.objects.get(name="Ana")


def test_many_names_are_one_list_that_begins_with_nobody(viewer: Client, club: Club) -> None:
    for number in range(200):
        player_called(club=club, name=f"Player {number:03}", at=people.EVENING)
    listed = [text_of(each) for each in open_page(viewer, "/me/").find("id", "id_player").iter("option")]
    assert (len(listed), listed[:2]) == (205, ["I do not play", "Ana"])
