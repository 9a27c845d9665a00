"""Joining by a typed code: it only asks, works while joining is open, and is not found by guessing."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import count
from random import Random, SystemRandom

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Club, Device, JoinCode, JoinRequest, Membership, Role, Session
from scoring.models.joining import CODE_LENGTH, CODE_LETTERS
from scoring.operations.errors import AnsweredError
from scoring.operations.people.joining import (
    MOST_WAITING,
    OPEN_FOR,
    Asker,
    CodeError,
    JoiningClosedError,
    answer,
    ask,
    open_joining,
)
from scoring.operations.web import throttle
from scoring.operations.web.throttle import WRONG_CODES
from scoring.queries.people.access import Access, access_in
from scoring.queries.people.joining import Asked, open_code, state_of, waiting_requests
from scoring.web.device import new_device
from tests import people
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db

GUESSES = 100 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))
"""10,000 at scale 100."""

PER_MINUTE = WRONG_CODES.times * 10  # from ten addresses
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"
NOW = people.EVENING

type Typed = Callable[[str], str]


@pytest.fixture
def device(host: Client) -> Device:
    """Return the host's phone."""
    return Device.objects.get()


@pytest.fixture
def code(club: Club, device: Device) -> JoinCode:
    """Return the code of the club, where joining is open now."""
    return open_joining(club=club, session=None, device=device, now=timezone.now())


def asker(name: str = "Ben") -> Asker:
    return Asker(token=f"token of {name}", label="Safari, iPhone", name=name)


def type_code(browser: Client, *, code: str, name: str = "Ben", address: str = "192.168.1.9") -> Page:
    form = {**open_page(browser, "/join/").forms()[0], "code": code, "name": name}
    headers = {"User-Agent": IPHONE}
    return Page(browser.post("/join/", form, headers=headers, REMOTE_ADDR=address, follow=True))


@pytest.mark.parametrize("typed", [str, str.lower, lambda code: f" {code[:3]}-{code[3:]} "])
def test_code_is_read_however_it_is_typed(client: Client, code: JoinCode, typed: Callable[[str], str]) -> None:
    page = type_code(client, code=typed(code.code))
    assert page.has("data-state", "waiting")


def test_letters_that_look_like_digits_are_read_as_these(client: Client, code: JoinCode) -> None:
    JoinCode.objects.update(code="0110AB")
    assert type_code(client, code="oli0ab").has("data-state", "waiting")


def test_code_lets_nobody_in_before_the_host_does(client: Client, club: Club, code: JoinCode) -> None:
    type_code(client, code=code.code)
    asking = waiting_requests(club=club, now=timezone.now())
    assert [str(one) for one in asking] == ["Safari, iPhone asks to join as Ben"]
    assert client.get("/").status_code == 403


def test_host_sees_who_asks_and_lets_the_phone_in(host: Client, client: Client, club: Club, code: JoinCode) -> None:
    type_code(client, code=code.code)
    assert "Safari, iPhone asks to join as Ben" in open_page(host, "/phones/").text("data-waiting")

    asked = JoinRequest.objects.get()
    host.post(f"/phones/asking/{asked.public_id}/", {"role": "scorekeeper"})

    assert access_in(device=asked.device, club=club) == Access(club=club, role=Role.SCOREKEEPER)
    assert client.get("/join/asked/")["Location"] == "/"
    assert not open_page(host, "/phones/").has("data-waiting")


def test_phone_let_in_is_asked_who_holds_it(host: Client, client: Client, session: Session, code: JoinCode) -> None:
    type_code(client, code=code.code, name="ben")
    host.post(f"/phones/asking/{JoinRequest.objects.get().public_id}/", {"role": "player"})

    assert client.get("/join/asked/")["Location"] == "/me/"
    (checked,) = (radio for radio in open_page(client, "/me/").root.iter("input") if "checked" in radio.attrib)
    assert checked.get("value") == str(session.seats.get(number=people.BEN).player.public_id)


def test_refused_phone_is_told_so_and_stays_out(host: Client, client: Client, code: JoinCode) -> None:
    type_code(client, code=code.code)
    host.post(f"/phones/asking/{JoinRequest.objects.get().public_id}/", {"role": "refuse"})

    assert open_page(client, "/join/asked/").has("data-state", "refused")
    assert type_code(client, code=code.code).has("data-state", "refused")
    assert client.get("/").status_code == 403


def test_waiting_page_hears_nothing_until_the_host_answers(host: Client, client: Client, code: JoinCode) -> None:
    type_code(client, code=code.code)
    poll = "/join/asked/?v=waiting"
    assert client.get(poll).status_code == 204

    host.post(f"/phones/asking/{JoinRequest.objects.get().public_id}/", {"role": "player"})
    assert client.get(poll)["HX-Refresh"] == "true"


def test_page_of_the_host_hears_nothing_until_somebody_asks(host: Client, client: Client, code: JoinCode) -> None:
    poll = str(open_page(host, "/phones/").find("id", "asking").get("hx-get"))
    assert host.get(poll).status_code == 204

    type_code(client, code=code.code)
    fragment = host.get(poll)
    assert (fragment.status_code, "asks to join as" in fragment.text) == (200, True)


def test_asking_twice_is_asking_once(client: Client, code: JoinCode) -> None:
    type_code(client, code=code.code, name="Ben")
    type_code(client, code=code.code, name="Benjamin")
    assert JoinRequest.objects.get().name == "Benjamin"


def test_code_closes_by_itself(club: Club, device: Device) -> None:
    code = open_joining(club=club, session=None, device=device, now=NOW)
    waiting = ask(text=code.code, asker=asker(), now=NOW)
    late = NOW + OPEN_FOR

    assert open_code(club=club, now=late - timedelta(seconds=1)) == code
    assert open_code(club=club, now=late) is None
    with pytest.raises(CodeError):
        ask(text=code.code, asker=asker("Carla"), now=late)
    with pytest.raises(JoiningClosedError):
        answer(request=waiting, role=Role.PLAYER, device=device, now=late)
    assert state_of(request=waiting, now=late) is Asked.CLOSED
    assert Membership.objects.filter(device=waiting.device).count() == 0


def test_host_closes_joining_before_the_time(host: Client, client: Client, club: Club, code: JoinCode) -> None:
    type_code(client, code=code.code)
    host.post("/phones/joining/close/")

    assert open_page(client, "/join/asked/").has("data-state", "closed")
    page = type_code(Client(), code=code.code)
    assert (page.status, page.has("aria-invalid", "true")) == (422, True)
    answered = host.post(f"/phones/asking/{JoinRequest.objects.get().public_id}/", {"role": "player"})
    assert answered.status_code == 409


def test_opening_again_ends_the_code_before(club: Club, device: Device) -> None:
    first = open_joining(club=club, session=None, device=device, now=NOW)
    second = open_joining(club=club, session=None, device=device, now=NOW)

    assert open_code(club=club, now=NOW) == second
    with pytest.raises(CodeError):
        ask(text=first.code, asker=asker(), now=NOW)


def test_code_for_one_night_lets_into_that_night(session: Session, device: Device) -> None:
    code = open_joining(club=session.club, session=session, device=device, now=NOW)
    waiting = ask(text=code.code, asker=asker(), now=NOW)
    answer(request=waiting, role=Role.PLAYER, device=device, now=NOW)

    expected = Access(club=session.club, role=Role.PLAYER, session=session)
    assert access_in(device=waiting.device, club=session.club) == expected


def test_code_takes_nothing_from_a_phone_that_has_more(club: Club, device: Device) -> None:
    code = open_joining(club=club, session=None, device=device, now=NOW)
    waiting = ask(text=code.code, asker=asker(), now=NOW)
    Membership.objects.create(device=waiting.device, club=club, role=Role.HOST, created_at=NOW)
    answer(request=waiting, role=Role.VIEWER, device=device, now=NOW)

    assert access_in(device=waiting.device, club=club) == Access(club=club, role=Role.HOST)


def test_first_answer_counts(club: Club, device: Device) -> None:
    code = open_joining(club=club, session=None, device=device, now=NOW)
    waiting = ask(text=code.code, asker=asker(), now=NOW)
    for _tap in range(2):
        answer(request=waiting, role=None, device=device, now=NOW)
    with pytest.raises(AnsweredError, match="refused already"):
        answer(request=waiting, role=Role.PLAYER, device=device, now=NOW)

    assert state_of(request=JoinRequest.objects.get(), now=NOW) is Asked.REFUSED
    assert access_in(device=waiting.device, club=club) is None


def test_refuse_after_let_in_says_that_the_phone_is_in(club: Club, device: Device, host: Client) -> None:
    code = open_joining(club=club, session=None, device=device, now=timezone.now())
    waiting = ask(text=code.code, asker=asker(), now=timezone.now())
    answer(request=waiting, role=Role.PLAYER, device=device, now=timezone.now())

    page = host.post(f"/phones/asking/{waiting.public_id}/", {"role": "refuse"})

    assert page.status_code == 409
    assert "This phone was let in already." in page.text


def test_what_is_no_code_is_said_and_kept(client: Client, code: JoinCode) -> None:
    page = type_code(client, code="K7M 2Q", name="Ben")
    assert (page.status, page.find("id", "id_name").get("value")) == (422, "Ben")
    assert page.find("id", "id_code").get("value") == "K7M 2Q"


def test_form_of_its_own_making_asks_nothing(client: Client, code: JoinCode) -> None:
    response = client.post("/join/", {"code": code.code, "new_device": "mine"})
    assert response.status_code == 422
    assert JoinRequest.objects.count() == 0


def guess(code: str) -> dict[str, str]:
    return {"code": code, "name": "", "new_device": new_device()}


def guesses() -> Iterator[str]:
    """Yield codes as somebody tries who knows nothing."""
    chance = Random(4)
    while True:
        yield "".join(chance.choices(CODE_LETTERS, k=CODE_LENGTH))


def test_caller_who_guesses_is_stopped_and_keeps_no_other_phone_out(code: JoinCode) -> None:
    tried = guesses()
    answers = [
        [Client().post("/join/", guess(next(tried)), REMOTE_ADDR=f"192.168.1.{caller}").status_code for _ in range(11)]
        for caller in range(12)
    ]
    assert answers == [[422] * 10 + [429]] * 12
    assert Client().post("/join/", guess(code.code), REMOTE_ADDR="192.168.1.99").status_code == 302


def test_guessing_within_the_limits_finds_none_of_a_hundred_codes(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_a_hundred(device)
    minute, tried, answers = count(1_000_000), guesses(), Counter[int]()
    for _ in range(GUESSES // PER_MINUTE):
        monkeypatch.setattr(throttle, "time", partial(float, next(minute) * 60))
        for number in range(PER_MINUTE):
            address = f"10.0.0.{number % 10}"
            answers[Client().post("/join/", guess(next(tried)), REMOTE_ADDR=address).status_code] += 1

    assert answers == {422: GUESSES}
    assert JoinRequest.objects.count() == 0


def open_a_hundred(device: Device) -> None:
    """Open joining in a hundred clubs, under random codes."""
    now, chance = timezone.now(), SystemRandom()
    clubs = Club.objects.bulk_create(Club(name=f"Club {number}", created_at=NOW) for number in range(100))
    JoinCode.objects.bulk_create(
        JoinCode(
            club=club,
            code="".join(chance.choices(CODE_LETTERS, k=CODE_LENGTH)),
            opened_by=device,
            opened_at=now,
            closes_at=now + timedelta(days=1),
        )
        for club in clubs
    )


def test_no_more_phones_wait_than_a_host_can_tell_apart(client: Client, code: JoinCode) -> None:
    for number in range(MOST_WAITING):
        ask(text=code.code, asker=asker(f"{number}"), now=timezone.now())
    ask(text=code.code, asker=asker("0"), now=timezone.now())
    page = type_code(client, code=code.code)
    assert page.status == 429
    assert "Too many phones are asking." in page.text("id", "main")

    first = JoinRequest.objects.order_by("id")[0]
    answer(request=first, role=None, device=code.opened_by, now=timezone.now())
    assert type_code(client, code=code.code).text("data-state", "waiting").startswith("Waiting for the host")


def test_phone_that_waits_is_led_back_to_waiting_and_one_sent_away_is_told(
    host: Client, client: Client, code: JoinCode
) -> None:
    type_code(client, code=code.code)
    assert Page(client.get("/")).has("href", "/join/asked/")

    request = JoinRequest.objects.get()
    host.post(f"/phones/asking/{request.public_id}/", {"role": "player"})
    host.post(f"/phones/{request.device.public_id}/revoke/")
    assert "does not belong to the table any more" in Page(client.get("/")).text("id", "main")
    assert "does not belong to the table yet" in Page(Client().get("/")).text("id", "main")
