"""Players: joining by link or code, saying who holds a phone, another name, two made one, a name erased."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from cuajo_site.installation import proxy_networks
from scoring.limits import MOST_KEPT
from scoring.models import Club, Device, JoinCode, JoinLink, JoinRequest, Membership, Player, Role, Session
from scoring.operations.people.devices import new_token
from scoring.operations.people.joining import MOST_WAITING, ask, make_link, open_joining
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.table.undoing import undo
from scoring.queries.people.access import Access, access_in
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.acts.before import objected, proposed, win
from tests.views.reading import Page, amounts, open_page, refusal, url, without_answer

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"


def link_to(club: Club, *, role: Role = Role.HOST, session: Session | None = None) -> JoinLink:
    access = Access(club=club, role=role, session=session)
    return make_link(access=access, lifetime=timedelta(days=1), made_by=None, now=timezone.now())


def page_of(link: JoinLink) -> str:
    return f"/join/{link.token}/"


def form_of(browser: Client, link: JoinLink) -> dict[str, str]:
    return open_page(browser, page_of(link)).forms()[0]


def accept(browser: Client, link: JoinLink) -> Any:
    return browser.post(page_of(link), form_of(browser, link), headers={"User-Agent": IPHONE})


def test_only_its_button_uses_a_link_up(club: Club) -> None:
    link = link_to(club)
    previews = [Client().generic(method, page_of(link)) for method in ("GET", "HEAD") * 11]
    assert [preview.status_code for preview in previews] == [200] * 22
    assert "no-store" in previews[0]["Cache-Control"]
    assert (Device.objects.count(), JoinLink.objects.get().used_at) == (0, None)


def test_button_of_a_hosts_link_makes_the_phone_a_host_once_however_often_it_is_sent(club: Club) -> None:
    link, browser = link_to(club), Client()
    form = form_of(browser, link)
    assert refusal(Client().post(page_of(link), form)) == (400, ("form_changed",))
    same = (browser, without_answer(browser))
    first, again = (each.post(page_of(link), form, headers={"User-Agent": IPHONE}) for each in same)
    assert (first["Location"], again["Location"]) == ("/", "/")
    assert first.cookies[DEVICE_COOKIE].value == again.cookies[DEVICE_COOKIE].value
    phone = Device.objects.get()
    assert (phone.label, people.role_of(device=phone, club=club)) == ("Safari, iPhone", Role.HOST)


def test_link_of_one_night_names_nobody_and_then_asks_who_holds_the_phone(client: Client, session: Session) -> None:
    link = link_to(session.club, role=Role.VIEWER, session=session)
    assert "Ana" not in open_page(client, page_of(link)).text("id", "main")
    assert accept(client, link)["Location"] == "/join/who/"
    assert client.get("/")["Location"] == f"/sessions/{session.public_id}/"


@pytest.mark.parametrize(
    ("chosen", "name", "held"),
    [("Ben", "", "Ben"), ("", "Eva", "Eva"), ("", "", "")],
    ids=["seat", "new name", "watches"],
)
def test_a_guest_joins_and_says_who_by_one_button_and_is_at_the_table(
    host: Client, session: Session, chosen: str, name: str, held: str
) -> None:
    Membership.objects.update(player=player(session.club, "Ana"))
    browser, link = Client(), link_to(session.club, role=Role.PLAYER, session=session)
    names = Page(browser.get(page_of(link), {"who": 1}, headers={"HX-Request": "true"}))
    free = [each.get("value") for each in names.root.iter("button") if each.get("name") == "player"]
    assert free[:3] == [str(player(session.club, each).public_id) for each in ("Ben", "Carla", "Dan")]
    form = form_of(browser, link) | {
        "player": str(player(session.club, chosen).public_id) if chosen else "",
        "name": name,
    }
    assert browser.post(page_of(link), form)["Location"] == url("table", session)
    place = Membership.objects.get(role=Role.PLAYER)
    assert (str(place.player or ""), place.session) == (held, session)


def test_link_that_lets_nobody_in_says_why(client: Client, club: Club) -> None:
    link = link_to(club)
    form, page = form_of(client, link), page_of(link)
    accept(Client(), link)
    assert refusal(client.get(page)) == refusal(client.post(page, form)) == (410, ("link_used",))
    JoinLink.objects.all().delete()
    assert refusal(client.get(page)) == refusal(client.post(page, form)) == (404, ("link_unknown",))
    assert Device.objects.count() == 1


def test_form_of_another_site_is_refused(club: Club) -> None:
    answer = Client(enforce_csrf_checks=True).post(page_of(link_to(club)), {"new_device": new_token()})
    assert (refusal(answer), Device.objects.exists()) == ((403, ()), False)


@pytest.mark.parametrize("has_https", [False, True])
def test_cookie_lasts_and_scripts_other_sites_and_plain_http_do_not_get_it(
    client: Client, club: Club, settings: Settings, *, has_https: bool
) -> None:
    settings.HTTPS = has_https
    cookie = accept(client, link_to(club)).cookies[DEVICE_COOKIE]
    kept = {name: cookie[name] for name in ("httponly", "samesite", "max-age", "path")}
    assert kept == {"httponly": True, "samesite": "Lax", "max-age": 10 * 365 * 24 * 3600, "path": "/"}
    assert bool(cookie["secure"]) is has_https


def test_whole_page_renews_a_cookie_that_was_given_out(client: Client, club: Club) -> None:
    token = accept(client, link_to(club)).cookies[DEVICE_COOKIE].value
    assert client.get("/healthz").cookies[DEVICE_COOKIE].value == token
    assert DEVICE_COOKIE not in client.get("/healthz", headers={"HX-Request": "true"}).cookies
    client.cookies[DEVICE_COOKIE] = new_token()
    assert DEVICE_COOKIE not in client.get("/healthz").cookies


def test_caller_who_guesses_links_is_stopped_and_a_right_link_opens(client: Client, club: Club) -> None:
    answers = [client.get(f"/join/{new_token()}/") for _ in range(21)]
    assert [answer.status_code for answer in answers] == [404] * 20 + [429]
    assert (refusal(answers[-1]), answers[-1]["Retry-After"]) == ((429, ("too_many_links",)), "60")
    assert client.get(page_of(link_to(club))).status_code == 200


@pytest.mark.parametrize(
    ("proxies", "guesses", "then", "status"),
    [
        pytest.param("127.0.0.1", "1.2.3.4, 203.0.113.7", "5.6.7.8, 203.0.113.7", 429, id="claimed address"),
        pytest.param("127.0.0.1", "1.2.3.4, 203.0.113.7", "203.0.113.7, 203.0.113.8", 404, id="another caller"),
        pytest.param("127.0.0.0/8", "203.0.113.7:{}", "203.0.113.7", 429, id="port"),
        pytest.param("127.0.0.1", "[2001:db8::7]:{}", "2001:db8::7", 429, id="port of IPv6"),
        pytest.param("127.0.0.1, 10.0.0.0/8", "203.0.113.7, 10.0.0.{}", "203.0.113.8, 10.0.0.1", 404, id="two proxies"),
        pytest.param("", "203.0.113.7, {}", "203.0.113.8", 429, id="forged"),
        pytest.param("10.0.0.1", "203.0.113.7, {}", "203.0.113.8", 429, id="forged beside the proxy"),
    ],
)
def test_callers_are_told_apart_by_the_address_that_a_named_proxy_saw(
    client: Client, club: Club, settings: Settings, *, proxies: str, guesses: str, then: str, status: int
) -> None:
    settings.PROXIES = proxy_networks(named=proxies)
    for number in range(20):
        client.get(f"/join/{new_token()}/", headers={"X-Forwarded-For": guesses.format(40_000 + number)})
    assert client.get(f"/join/{new_token()}/", headers={"X-Forwarded-For": then}).status_code == status


def test_caller_who_guesses_codes_is_stopped_and_keeps_no_other_phone_out(code: JoinCode) -> None:
    def guess(code: str, caller: int) -> int:
        browser = Client()
        form = open_page(browser, "/join/").forms()[0] | {"code": code}
        return browser.post("/join/", form, REMOTE_ADDR=f"192.168.1.{caller}").status_code

    JoinCode.objects.update(code="ABCDEF")
    answers = [[guess(f"2345{number:02}", caller) for number in range(11)] for caller in range(2)]
    assert answers == [[422] * 10 + [429]] * 2
    assert guess("ABCDEF", 99) == 302


@pytest.fixture
def code(club: Club, host: Client) -> JoinCode:
    return open_joining(club=club, session=None, device=Device.objects.get(), now=timezone.now())


def type_code(browser: Client, code: str, name: str = "Ben") -> Any:
    form = {**open_page(browser, "/join/").forms()[0], "code": code, "name": name}
    return browser.post("/join/", form, headers={"User-Agent": IPHONE}, follow=True)


def reply(host: Client, role: str) -> Any:
    return host.post(f"/phones/asking/{JoinRequest.objects.get().public_id}/", {"role": role})


def stranger(browser: Client) -> str | None:
    return Page(browser.get("/")).find("data-stranger").get("data-stranger")


def test_code_is_read_however_it_is_typed(client: Client, code: JoinCode) -> None:
    JoinCode.objects.update(code="0110AB")
    assert Page(type_code(client, " oLi-0ab ")).has("data-state", "waiting")


def test_host_sees_who_asks_and_lets_the_phone_in(host: Client, client: Client, club: Club, code: JoinCode) -> None:
    people.start_night(club=club)
    asking, waiting = str(open_page(host, "/phones/").find("id", "knock").get("hx-get")), "/join/asked/?v=waiting"
    assert host.get(asking).status_code == 204  # no news
    type_code(client, code.code)
    assert (Page(host.get(asking)).has("data-knock"), client.get(waiting).status_code) == (True, 204)
    (asked,) = host.get("/phones/").context["waiting"]
    assert (asked.device.label, asked.name, stranger(client)) == ("Safari, iPhone", "Ben", "waiting")
    reply(host, "scorekeeper")
    assert access_in(device=asked.device, club=club) == Access(club=club, role=Role.SCOREKEEPER)
    assert (client.get(waiting)["HX-Refresh"], client.get("/join/asked/")["Location"]) == ("true", "/join/who/")
    assert open_page(client, "/join/who/").text("autofocus") == "Ben"
    host.post(f"/phones/{asked.device.public_id}/revoke/")
    assert (stranger(client), stranger(Client())) == ("gone", "new")


def test_the_name_given_at_the_knock_yields_to_the_player_chosen(host: Client, club: Club, code: JoinCode) -> None:
    people.start_night(club=club, names=("Ana", "Carla", "Dan", "Eva"))
    knocks = Client()
    type_code(knocks, code.code)
    reply(host, "viewer")
    (*_, form) = open_page(knocks, "/join/who/").forms()
    knocks.post("/join/who/", form | {"player": str(Player.objects.get(name="Carla").public_id)})
    assert (form["name"], holder(), Player.objects.count()) == ("Ben", "Carla", 4)
    type_code(knocks, code.code, name="Dan")
    assert open_page(knocks, knocks.get("/join/asked/")["Location"]).text("autofocus") == "Dan"


def test_a_knock_is_answered_at_the_table_and_at_home(host: Client, session: Session, client: Client) -> None:
    code = open_joining(club=session.club, session=None, device=Device.objects.get(), now=timezone.now())
    type_code(client, code.code)
    type_code(Client(), code.code)
    dot = Page(host.get(str(open_page(host, url("hand", session)).find("id", "knock").get("hx-get"))))
    assert dot.find("data-knock").get("href") == "/phones/"
    for at, back in ((str(session.public_id), url("table", session)), ("home", "/")):
        asking = str(open_page(host, back).find("id", "knock").get("hx-get"))
        answer = f"/phones/asking/{JoinRequest.objects.filter(answered_at=None).earliest('id').public_id}/"
        (form,) = Page(host.get(asking)).forms(action=answer)
        answered = host.post(answer, form | {"role": "player"})
        assert (form["at"], answered["Location"]) == (at, back)
    player = people.browser_of(club=session.club, role=Role.PLAYER)
    assert not open_page(player, url("table", session)).has("id", "knock")


def test_a_knock_counts_what_else_is_asked_at_its_table(host: Client, session: Session, code: JoinCode) -> None:
    for step in (win, objected, proposed):
        step(session)
    type_code(Client(), code.code)
    at = (str(session.public_id), "home")
    assert [host.get(f"/phones/asking/?at={each}").context["others"] for each in at] == [2, 0]


def test_host_refuses_and_closes_joining_before_the_time(host: Client, client: Client, code: JoinCode) -> None:
    type_code(client, code.code)
    assert [reply(host, "refuse").status_code for _ in range(2)] == [302, 302]
    assert refusal(reply(host, "player")) == (409, ("answered",))
    assert Page(type_code(client, code.code)).has("data-state", "refused")
    JoinRequest.objects.all().delete()
    type_code(client, code.code)
    host.post("/phones/joining/close/")
    assert open_page(client, "/join/asked/").has("data-state", "closed")
    assert refusal(type_code(Client(), code.code)) == (422, ("code:code_unknown",))
    assert refusal(reply(host, "player")) == (409, ("joining_closed",))


def test_question_that_cannot_be_asked_is_refused_and_kept(client: Client, code: JoinCode) -> None:
    for number in range(MOST_WAITING):
        ask(code=code.code, token=f"{number}", label="iPhone", name=f"{number}", now=timezone.now())
    form = {**open_page(client, "/join/").forms()[0], "code": code.code, "name": "Ben"}
    assert refusal(client.post("/join/", form | {"new_device": "mine"})) == (422, ("__all__:form_changed",))
    answer = client.post("/join/", form)
    assert (refusal(answer), JoinRequest.objects.count()) == ((429, ("__all__:too_many_ask",)), MOST_WAITING)
    assert [Page(answer).find("id", name).get("value") for name in ("id_code", "id_name")] == [code.code, "Ben"]


@pytest.fixture
def viewer(session: Session) -> Client:
    return people.browser_of(club=session.club, role=Role.VIEWER)


def holder() -> str:
    found = Membership.objects.get(role=Role.VIEWER).player
    return found.name if found else ""


@pytest.mark.parametrize(
    ("chosen", "name", "holds"),
    [("Ben", "", "Ben"), ("", "", ""), ("", " Eva  Luna ", "Eva Luna"), ("Carla", "Eva", "Eva"), ("", "ben", "Ben")],
    ids=["chosen", "just watches", "new name", "name before choice", "any case"],
)
def test_phone_says_who_holds_it(viewer: Client, chosen: str, name: str, holds: str) -> None:
    Membership.objects.update(player=Player.objects.get(name="Dan"))
    player = str(Player.objects.get(name=chosen).public_id) if chosen else ""
    answer = viewer.post("/join/who/", {"player": player, "name": name})
    assert answer["Location"] == url("table", Session.objects.get())
    assert (holder(), Player.objects.count()) == (holds, 5 if "Eva" in holds else 4)


def test_holder_that_cannot_be_is_refused(viewer: Client) -> None:
    answer = viewer.post("/join/who/", {"player": "", "name": "\u200b"})
    assert (refusal(answer), holder()) == ((422, ("name:player.no_name",)), "")
    Club.objects.update(takes_new_names=False)
    assert not open_page(viewer, "/join/who/").has("id", "id_name")
    viewer.post("/join/who/", {"player": "", "name": "Eva"})
    assert (holder(), Player.objects.count()) == ("", 4)


@pytest.mark.parametrize("elsewhere", ["another night", "another club"])
def test_phone_of_one_night_picks_among_its_players(viewer: Client, session: Session, elsewhere: str) -> None:
    club = session.club if elsewhere == "another night" else people.make_club(name="Another")
    people.start_night(club=club, names=("Eva", "Fay", "Gus", "Hal"))
    Membership.objects.update(session=session)
    offered = [name for value, name in viewer.get("/join/who/").context["form"].fields["player"].choices if value]
    assert offered == ["Ana", "Ben", "Carla", "Dan"]
    answer = viewer.post("/join/who/", {"player": str(Player.objects.get(name="Eva").public_id)})
    assert (refusal(answer), holder()) == ((422, ("player:invalid_choice",)), "")


def player(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


def totals(browser: Client, who: Player) -> list[tuple[str, int, int, int]]:
    found = browser.get(url("player", who)).context["totals"]
    return [(one.currency.code, one.nights, one.hands_won, one.result_cents) for one in found]


@pytest.fixture
def second_night(session: Session) -> Session:
    """Return a second night, with Jun and Eva for Ben and Dan: first Ana won a hand, here Jun."""
    people.win(session)
    night = people.start_night(club=session.club, names=("Ana", "Jun", "Carla", "Eva"))
    people.win(night, winner=people.BEN)
    return night


@pytest.fixture
def jun(second_night: Session) -> Player:
    return player(second_night.club, "Jun")


def test_everybody_is_listed_once_those_with_phones_first(host: Client, second_night: Session) -> None:
    club = second_night.club
    player_called(club=club, name="Zita", at=people.EVENING)
    people.player_browser(session=second_night, seat=people.CARLA)
    names = [f"{host.get('/phones/').context['people'][0].name}", "Carla", "Ana", "Ben", "Dan", "Eva", "Jun", "Zita"]
    assert [each.name for each in host.get("/phones/").context["people"]] == names
    viewer = people.browser_of(club=club, role=Role.VIEWER).get("/phones/")
    assert [each.name for each in viewer.context["people"]] == names[1:]
    assert not Page(viewer).has("id", "protection")


def test_player_gets_another_name_and_a_wrong_one_is_kept_as_typed(host: Client, jun: Player) -> None:
    assert host.post(url("rename-player", jun), {"name": "Jun"})["Location"] == url("player", jun)
    answer = host.post(url("rename-player", jun), {"name": "ana", "expected_name": "Jun"})
    assert refusal(answer) == (422, ("name:player.name_taken",))
    assert Page(answer).find("name", "name").get("value", "") == "ana"


def test_merged_player_counts_for_the_other_everywhere(host: Client, second_night: Session, jun: Player) -> None:
    club = second_night.club
    ben, eva = player(club, "Ben"), player(club, "Eva")
    assert refusal(host.post(url("merge-player", jun), {"into": str(eva.public_id)})) == (409, ("player",))
    page = open_page(host, f"{url('player', jun)}?into={ben.public_id}")
    assert (amounts(page.text("data-merge")), totals(host, ben)) == (("+₱1.80",), [("PHP", 1, 0, -90)])
    answer = host.post(url("merge-player", jun), {"into": str(ben.public_id)})
    assert answer["Location"] == host.get(url("player", jun))["Location"] == url("player", ben)
    assert totals(host, ben) == [("PHP", 2, 1, 90)]


@pytest.fixture
def zita(jun: Player) -> Player:
    """Return a player after 100 others."""
    more = (Player(club=jun.club, name=f"A{number}", created_at=people.EVENING) for number in range(MOST_KEPT))
    Player.objects.bulk_create(more)
    return player_called(club=jun.club, name="Zita", at=people.EVENING)


def test_any_player_of_a_long_list_can_be_merged_into(host: Client, jun: Player, zita: Player) -> None:
    assert open_page(host, f"{url('player', jun)}?into={zita.public_id}").has("data-merge")
    assert host.post(url("merge-player", jun), {"into": str(zita.public_id)})["Location"] == url("player", zita)


def test_the_holder_of_a_phone_is_in_its_list(host: Client, zita: Player) -> None:
    host.post(reverse("who"), {"name": zita.name})
    assert open_page(host, reverse("who")).find("selected").get("value") == str(zita.public_id)


def test_an_erased_name_stands_on_no_page_and_no_amount_changes(host: Client, session: Session) -> None:
    undo(entry=people.win(session), reason="it was Ben", stamp=people.stamp())
    people.win(session, winner=people.BEN)
    ben, benjie = player(session.club, "Ben"), player_called(club=session.club, name="Benjie", at=people.EVENING)
    merge_players(player=benjie, into=ben)
    before = (people.balances(session), *session.entries.values_list("fingerprint", flat=True))
    address = url("erase-player", ben)
    asked = open_page(host, f"{url('player', ben)}?open=erase")
    assert asked.has("data-mentions", "1")  # a reason that somebody wrote stays
    assert refusal(host.post(address, {"names": ["Ben"]})) == (409, ("shown_changed",))
    assert host.post(address, {"names": ["Ben", "Benjie"]})["Location"] == url("player", ben)
    assert (people.balances(session), *session.entries.values_list("fingerprint", flat=True)) == before
    pages = [url("player", ben), *(reverse(name) for name in ("history", "phones", "home"))]
    pages += [f"{url('night', session)}{asked}" for asked in ("", "?print=statement")]
    texts = [host.get(page).text.replace("it was Ben", "") for page in pages]
    assert [("Ben" in text, "Player 1" in text) for text in texts] == [(False, True)] * 6
