"""What is said about a night: name, place, note and switches; anybody who records may change it."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Session
from scoring.operations.sessions.sessions import About, about_of, describe_session
from scoring.queries.sessions.nights import known_places
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db

FIESTA = About(name="Fiesta", place="Terrace", note="Rain")


def test_what_is_said_about_a_night_stands_wherever_it_is_listed(host: Client, session: Session) -> None:
    address = reverse("about", args=[session.public_id])
    assert not open_page(host, reverse("table", args=[session.public_id])).has("data-about")
    (form,) = open_page(host, address).forms()
    host.post(address, {**form, "name": FIESTA.name, "place": FIESTA.place, "note": FIESTA.note})
    session.refresh_from_db()
    assert (about_of(session=session), known_places(club=session.club)) == (FIESTA, (FIESTA.place,))
    pages = [reverse(name, args=[session.public_id]) for name in ("table", "statement")]
    pages += [reverse("history"), reverse("home")]
    assert [open_page(host, page).text("data-about") for page in pages] == ["Fiesta · Terrace"] * 4
    assert open_page(host, reverse("history")).text("data-note") == FIESTA.note


def test_what_another_phone_wrote_meanwhile_is_shown_and_not_overwritten(host: Client, session: Session) -> None:
    address = reverse("about", args=[session.public_id])
    (form,) = open_page(host, address).forms()
    describe_session(session=session, about=FIESTA)
    answer = host.post(address, {**form, "name": "Birthday", "place": "", "note": ""})
    session.refresh_from_db()
    assert (refusal(answer), about_of(session=session)) == ((409, ("shown_changed",)), FIESTA)
    (again,) = Page(answer).forms()
    assert host.post(address, {**again, "name": "Birthday"}).status_code == 302


def test_switches_of_a_night_lose_no_change_of_another_phone(host: Client, session: Session) -> None:
    address = reverse("switches", args=[session.public_id])
    (form,) = open_page(host, address).forms()
    host.post(address, form | {"is_practice": "on"})
    answer = host.post(address, form | {"players_may_propose": "on"})
    session.refresh_from_db()
    assert refusal(answer) == (409, ("shown_changed",))
    assert (session.is_practice, session.players_may_propose) == (True, False)
    (again,) = Page(answer).forms()
    assert "is_practice" in again
