"""A night has a name, a place and a note, which anybody who records may change."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Session
from scoring.operations.sessions.sessions import About, about_of, describe_session
from scoring.queries.sessions.nights import known_places
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db

FIESTA = About(name="Fiesta", place="Ana's terrace", note="Rain, so we played inside")


def described(host: Client, session: Session) -> Session:
    """Have the host say everything about a night, and return it."""
    address = reverse("about", args=[session.public_id])
    (form,) = open_page(host, address).forms()
    answer = host.post(address, {**form, "name": FIESTA.name, "place": FIESTA.place, "note": FIESTA.note})
    assert answer.status_code == 302
    session.refresh_from_db()
    return session


def test_what_is_said_about_a_night_stands_wherever_it_is_listed(host: Client, session: Session) -> None:
    assert about_of(session=described(host, session)) == FIESTA
    for name in ("table", "statement"):
        page = open_page(host, reverse(name, args=[session.public_id]))
        assert page.text("data-about") == "Fiesta · Ana's terrace"
    assert open_page(host, reverse("history")).text("data-about") == "Fiesta · Ana's terrace"
    assert open_page(host, reverse("history")).text("data-note") == FIESTA.note
    assert known_places(club=session.club) == (FIESTA.place,)


def test_night_that_nothing_is_said_about_shows_nothing(host: Client, session: Session) -> None:
    assert not open_page(host, reverse("table", args=[session.public_id])).has("data-about")
    assert known_places(club=session.club) == ()


def test_what_another_phone_wrote_meanwhile_is_shown_and_not_overwritten(host: Client, session: Session) -> None:
    address = reverse("about", args=[session.public_id])
    (form,) = open_page(host, address).forms()
    describe_session(session=session, about=FIESTA)
    answer = host.post(address, {**form, "name": "Birthday", "place": "", "note": ""})
    assert answer.status_code == 409
    page = Page(answer)
    assert page.text("data-code", "shown_changed").startswith("Another phone changed name, place or note")
    session.refresh_from_db()
    assert about_of(session=session) == FIESTA
    (again,) = page.forms()
    assert host.post(address, {**again, "name": "Birthday"}).status_code == 302


def test_words_about_a_night_are_kept_readable_on_one_line(session: Session) -> None:
    about = About(name=" Fi\u202eesta ", place="a\tb", note="one\ntwo")
    assert about_of(session=describe_session(session=session, about=about)) == About(
        name="Fiesta", place="a b", note="one two"
    )


def test_saving_the_same_words_tells_no_phone(session: Session) -> None:
    before = describe_session(session=session, about=FIESTA).revision
    assert describe_session(session=session, about=FIESTA).revision == before


def test_new_night_may_be_named_as_it_starts(host: Client, session: Session) -> None:
    (form,) = [form for form in open_page(host, reverse("new-session")).forms() if "seat_1" in form]
    names = {f"seat_{number}": name for number, name in enumerate(("Ana", "Ben", "Carla", "Dan"), start=1)}
    assert (
        host.post(
            reverse("new-session"),
            {**form, **names, "currency": "PHP", "first_dealer": "1", "name": "Fiesta", "place": "Home"},
        ).status_code
        == 302
    )
    newest = Session.objects.latest("pk")
    assert about_of(session=newest) == About(name="Fiesta", place="Home")
