"""A night as a picture: what stands in it, who makes it, how often."""

from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.table.turns import Turns
from scoring.web import picture
from tests import people
from tests.views.reading import open_page

LONG = "Maximiliano Bartolomé Wenceslao WWWWWWWW"


def drawn(client: Client, session: Session, *, of: str = "night-picture", language: str = "en") -> list[str]:
    """Return the words of a drawing, after reading all of it."""
    answer = client.get(reverse(of, args=[session.public_id, "svg"]), headers={"Accept-Language": language})
    assert answer["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)
    names = {element.get("id") for element in root.iter()}
    assert {(use.get("href") or "")[1:] for use in root.iter("{http://www.w3.org/2000/svg}use")} <= names
    assert b"var(" not in answer.content
    return [(text.text or "").strip() for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_picture_of_a_night_says_who_won_how_much(host: Client, session: Session) -> None:
    assert host.get(reverse("nominations-picture", args=[session.public_id, "svg"])).status_code == 404
    people.win(session, winner=people.BEN)
    words = drawn(host, session)
    assert words[0] == session.club.name
    assert words[3:11] == ["Ben", "+₱1.80", "Dan", "₱0.00", "Ana", "−₱0.90", "Carla", "−₱0.90"]
    assert drawn(host, session, language="es")[4] == "+1,80\xa0₱"
    assert drawn(host, session, of="nominations-picture")[4:6] == ["Ben", "+₱1.80"]


def test_picture_of_a_night_has_a_mark_for_each_of_five(host: Client, club: Club) -> None:
    night = people.start_night(club=club, names=(*people.NAMES, "Eva"), turns=Turns.EACH_HAND)
    people.win(night)
    assert "Eva" in drawn(host, night)


@pytest.mark.parametrize(("stakes", "won"), [(1, "+₱1.80"), (100, "+₱180")])
def test_picture_of_a_period_names_it_and_writes_amounts_as_its_page_does(
    host: Client, club: Club, stakes: int, won: str
) -> None:
    people.win(people.start_night(club=club, stake_factor=stakes), winner=people.BEN)
    address = reverse("period-picture", args=["svg"])
    root = ElementTree.fromstring(host.get(address, {"period": "2026"}).content)
    words = [" ".join((text.text or "").split()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert (words[:2], words[4:6]) == ([club.name, "2026"], ["Ben", won])
    assert host.get(address, {"period": "2024"}).status_code == 404
    assert f"{reverse('period-picture', args=[picture.KIND])}?kind=" in host.get(reverse("summary")).text


def test_picture_is_a_png_and_sent_once(host: Client, session: Session) -> None:
    address = reverse("night-picture", args=[session.public_id, "png"])
    first = host.get(address)
    assert first.content.startswith(b"\x89PNG")
    assert first["Content-Disposition"] == 'attachment; filename="cuajo-2026-02-01.png"'
    again = host.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    people.win(session)
    assert host.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_pictures_are_limited_for_each_phone(host: Client, session: Session) -> None:
    cache.clear()
    address = reverse("night-picture", args=[session.public_id, "png"])
    assert [host.get(address).status_code for _ in range(21)] == [200] * 20 + [429]


def test_where_nothing_makes_png_the_page_offers_svg(
    host: Client, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.win(session)
    monkeypatch.setattr(picture, "KIND", "svg")
    page = open_page(host, reverse("night", args=[session.public_id]))
    assert page.has("href", reverse("night-picture", args=[session.public_id, "svg"]))
    assert host.get(reverse("night-picture", args=[session.public_id, "png"])).status_code == 404
