"""Programs are told what happens in a club: signed, again where they do not answer, and only where that is allowed."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from queue import Queue
from threading import current_thread

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from scoring.ledger.fingerprint import utc_text
from scoring.models import ApiAnswer, Club, Device, Session, Webhook, WebhookMessage
from scoring.operations.people import programs
from scoring.operations.table.undoing import reopen_session, undo
from scoring.web import webhooks as telling
from scoring.web.webhooks import send_due
from tests import people
from tests.api.programs import error_of, program
from tests.bots import DRIPS, Bot, listening
from tests.views.reading import open_page, refusal

pytestmark = pytest.mark.django_db
LIMIT_SECONDS = 60


@pytest.fixture
def bot(settings: Settings) -> Iterator[Bot]:
    with listening() as bot:
        settings.WEBHOOKS = [bot.host]
        yield bot


@pytest.fixture
def webhook(host: Client, club: Club, bot: Bot) -> Webhook:
    return add(club, bot.address)


def add(club: Club, address: str) -> Webhook:
    device = Device.objects.get(label="Ana's phone")
    return programs.add_webhook(club=club, address=address, stamp=people.stamp(device=device))


def told(bot: Bot) -> list[tuple[str, int | None]]:
    bodies = [json.loads(bot.told.get_nowait()[1]) for _ in range(bot.told.qsize())]
    return [(body["type"], body["data"]["entry"]) for body in bodies]


def due_now() -> None:
    WebhookMessage.objects.update(next_at=timezone.now() - timedelta(seconds=1))


def said_of(webhook: Webhook) -> str:
    webhook.refresh_from_db()
    return webhook.said


def test_a_bot_is_told_of_every_line_and_of_the_nights_of_its_club(webhook: Webhook, bot: Bot) -> None:
    people.start_night(club=people.make_club(name="Another club"))
    session = people.start_night(club=webhook.club)
    undo(entry=people.win(session), reason="", stamp=people.stamp())
    people.close(session)
    reopen_session(session=session, reason="One more", stamp=people.stamp())
    people.lay_secret(session, seat=people.BEN)
    people.sit(session, *people.NAMES, dealer=4)
    assert (send_due(), send_due()) == (7, 0)
    opened, closed = [("session.opened", None)], [("session.closed", 3), ("session.opened", 4)]
    others = [("secret.recorded", 5), ("seating.recorded", 6)]
    assert told(bot) == [*opened, ("hand.recorded", 1), ("entry.undone", 2), *closed, *others]


def test_a_message_says_where_to_read_and_is_signed_as_libraries_check_it(webhook: Webhook, bot: Bot) -> None:
    from standardwebhooks.webhooks import Webhook as Signed
    from standardwebhooks.webhooks import WebhookVerificationError

    session = people.start_night(club=webhook.club)
    WebhookMessage.objects.all().delete()
    hand = people.win(session)
    send_due()
    headers, body = bot.told.get_nowait()
    assert Signed(programs.secret_of(webhook=webhook)).verify(body, headers) == {
        "type": "hand.recorded",
        "timestamp": utc_text(moment=hand.recorded_at),
        "data": {"session": str(session.public_id), "entry": 1},
    }
    with pytest.raises(WebhookVerificationError):
        Signed(programs.secret_of(webhook=Webhook())).verify(body, headers)


@pytest.mark.usefixtures("host")
def test_who_fails_is_told_again_later_and_later_under_the_same_id(club: Club, settings: Settings) -> None:
    with listening(500, 302) as bot:
        settings.WEBHOOKS = [bot.host]
        webhook, waits, said = add(club, bot.address), [], []
        people.start_night(club=club)
        for _ in range(3):
            before = timezone.now()
            assert send_due() == 1
            said.append(said_of(webhook))
            waits += [message.next_at - before for message in WebhookMessage.objects.all()]
            assert send_due() == 0
            due_now()
        ids = [bot.told.get_nowait()[0]["webhook-id"] for _ in range(3)]
    assert said == ["HTTP 500", "HTTP 302", ""]
    assert [round(wait / programs.AGAIN_AFTER[tries]) for tries, wait in enumerate(waits)] == [1, 1]
    assert (len(set(ids)), bot.told.empty()) == (1, True)


def test_who_never_answers_is_given_up(host: Client, club: Club, settings: Settings) -> None:
    with listening() as bot:
        settings.WEBHOOKS = [bot.host]
        webhook = add(club, bot.address)
    people.start_night(club=club)
    for _ in range(len(programs.AGAIN_AFTER) + 1):
        assert WebhookMessage.objects.count() == 1
        send_due()
        due_now()
    assert (WebhookMessage.objects.count(), said_of(webhook)) == (0, "ConnectionRefusedError")
    assert "ConnectionRefusedError" in host.get("/club/curious/").text


@pytest.mark.usefixtures("host")
def test_a_bot_that_answers_byte_by_byte_ends(club: Club, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.web.webhooks.ANSWER_SECONDS", 0.3)
    with listening(DRIPS) as bot:
        settings.WEBHOOKS = [bot.host]
        webhook = add(club, bot.address)
        people.start_night(club=club)
        send_due()
        assert (bot.hung_up.wait(LIMIT_SECONDS), said_of(webhook)) == (True, "TimeoutError")


def test_no_error_ends_the_thread_that_tells(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    errors: list[BaseException] = [DatabaseError(), RuntimeError(), KeyboardInterrupt()]

    def fail(**_: object) -> None:
        raise errors.pop(0)

    monkeypatch.setattr(telling, "_PAUSE_SECONDS", 0)
    monkeypatch.setattr(telling, "waiting_webhooks", fail)
    with pytest.raises(KeyboardInterrupt):
        telling.send_forever()
    assert [record.exc_info and record.exc_info[0] for record in caplog.records] == [DatabaseError, RuntimeError]


def test_the_thread_of_an_address_ends_its_own_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, closed_by = [(7,)], Queue[str]()

    def next_waiting(**_: object) -> tuple[int, ...]:
        if not waiting:
            raise KeyboardInterrupt
        return waiting.pop()

    class Connections:
        @property
        def close(self) -> Callable[[], None]:
            closed_by.put(current_thread().name)
            return lambda: None

    monkeypatch.setattr(telling, "_PAUSE_SECONDS", 0)
    monkeypatch.setattr(telling, "waiting_webhooks", next_waiting)
    monkeypatch.setattr(telling, "send_due", lambda webhook: webhook)
    monkeypatch.setattr(telling, "connection", Connections())
    with pytest.raises(KeyboardInterrupt):
        telling.send_forever()
    assert closed_by.get(timeout=LIMIT_SECONDS) == "webhook"


def test_an_address_that_is_named_no_more_is_called_no_more(webhook: Webhook, bot: Bot, settings: Settings) -> None:
    people.start_night(club=webhook.club)
    settings.WEBHOOKS = ["elsewhere"]
    send_due()
    assert (bot.told.empty(), said_of(webhook)) == (True, "CUAJO_WEBHOOKS")


def test_where_nothing_is_allowed_nothing_is_asked_of_the_database(host: Client, session: Session) -> None:
    with CaptureQueriesContext(connection) as queries:
        people.win(session)
    assert "webhook" not in str(queries.captured_queries)
    assert not open_page(host, "/club/curious/").has("data-webhooks")


def test_a_host_adds_an_address_sees_its_secret_once_and_removes_it(host: Client, club: Club, bot: Bot) -> None:
    here = "/programs/webhooks/"
    form = {"address": bot.address, "key": open_page(host, "/club/curious/").forms(action=here)[0]["key"]}
    shown = [host.post(here, form) for _ in range(2)]
    webhook = Webhook.objects.get()
    assert [programs.secret_of(webhook=webhook) in page.text for page in shown] == [True, True]
    page = host.get("/club/curious/").text
    assert (bot.address in page, "whsec_" in page) == (True, False)
    assert refusal(host.post(here, {"address": "http://127.0.0.1/", "key": form["key"]}))[0] == 409
    people.start_night(club=club)
    assert host.post(f"{here}{webhook.public_id}/remove/").status_code == 302
    assert (Webhook.objects.count(), send_due()) == (0, 0)


@pytest.mark.usefixtures("host")
def test_a_program_adds_and_removes_addresses_whose_secret_is_kept_nowhere(club: Club, bot: Bot) -> None:
    sheet = program(club=club)
    made = sheet.post("webhooks/", {"address": bot.address})
    webhook = Webhook.objects.get()
    shown = {"id": str(webhook.public_id), "address": bot.address, "failure": ""}
    assert made.json() == {**shown, "secret": programs.secret_of(webhook=webhook)}
    assert sheet.get("webhooks/").json()["items"] == [shown]
    assert not ApiAnswer.objects.filter(body__contains="whsec").exists()
    assert error_of(sheet.post("webhooks/", {"address": bot.address})) == (409, "webhook")
    assert sheet.delete(made["Location"].removeprefix("/api/v1/")).status_code == 204
    assert sheet.get("webhooks/").json()["items"] == []


@pytest.mark.usefixtures("host")
def test_ten_addresses_at_most_are_told(club: Club, settings: Settings) -> None:
    settings.WEBHOOKS = ["bots.lan"]
    added = [add(club, f"http://bots.lan/{number}") for number in range(10)]
    with pytest.raises(programs.WebhookError):
        add(club, "http://bots.lan/x")
    programs.remove_webhook(webhook=added[0])
    add(club, "http://bots.lan/x")


@pytest.mark.parametrize("rest", ["/café", "/a b", "?who=中", "/%zz", "/\x7f", "/\\"])
def test_an_address_in_any_script_is_told(host: Client, club: Club, bot: Bot, rest: str) -> None:
    Webhook.objects.filter(pk=add(club, bot.address).pk).update(address="http://[")
    webhook = add(club, f"http://{bot.host}{rest}")
    people.start_night(club=club)
    send_due()
    assert (told(bot), said_of(webhook)) == ([("session.opened", None)], "")
