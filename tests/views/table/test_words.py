"""Words of the rules on the pages of play, each with its meaning in place."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from tests import people
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db


def words(page: Page) -> dict[str, str]:
    """Return the words that open, by the sheets they open."""
    sheets = {
        sheet.get("id"): sheet.findtext("span") or "" for sheet in page.root.iter("span") if "popover" in sheet.attrib
    }
    buttons = {
        (button.text or "").strip(): sheets[button.get("popovertarget")]
        for button in page.root.iter("button")
        if button.get("class") == "word"
    }
    assert len(sheets) == len(buttons)
    return buttons


@pytest.mark.parametrize(
    ("name", "given", "shown"),
    [
        ("hand", (), ["bounit", "sowee", "secret"]),
        ("quick-hand", (), ["bounit", "sowee", "king", "porbis"]),
        ("sowee", (), ["sowee", "bounit"]),
        ("secret", (people.BEN,), ["secret"]),
        ("table", (), ["sowee", "bounit"]),
    ],
)
def test_the_words_of_cuajo_open_where_they_are_asked_for(
    host: Client, session: Session, name: str, given: tuple[int, ...], shown: list[str]
) -> None:
    found = words(open_page(host, reverse(name, args=[session.public_id, *given])))
    assert list(found) == shown
    assert all(len(meaning) > 10 for meaning in found.values())


def test_another_game_has_its_own_words(host: Client, club: Club) -> None:
    night = people.start_night(club=club, game="khanhoo", rules="wilkinson")
    assert "full hand" in words(open_page(host, reverse("hand", args=[night.public_id])))
