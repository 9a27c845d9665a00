"""Words of three languages in the card fields of the hand form."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Entry, Session
from tests import cast
from tests.pages.reading import Page

pytestmark = pytest.mark.django_db

WORDS = cast.WORKED_HAND.replace("12B", "").replace(" ", ", ") + " hari bastos"
HAND = {"winner": "1", "source": "discard", "sowee": "4O", "hand": WORDS, "bounit": "5 of clubs", "extra": ""}


def opened(host: Client, page: str) -> dict[str, Any]:
    """Open a form and return what it carries unseen."""
    return {
        str(field.get("name")): field.get("value", "")
        for field in Page(host.get(page)).root.iter("input")
        if field.get("type") == "hidden"
    }


def test_hand_typed_in_words_is_recorded_in_notation(host: Client, session: Session) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {**opened(host, page), **HAND}
    review = Page(host.post(page, {**form, "step": "review"}))
    assert review.find("name", "hand").get("value") == cast.WORKED_HAND
    host.post(page, {**form, "step": "record"})
    act = Entry.objects.get().act
    assert (act["hand"], act["bounit"]) == (cast.WORKED_HAND, "5B")


def test_hand_form_says_what_was_understood_and_what_was_not(host: Client, session: Session) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {**opened(host, page), **HAND, "hand": "hari oros, joker, 4 of cups", "step": "review"}
    refused = Page(host.post(page, form))
    assert refused.status == 422
    assert "Not understood: “joker”. Understood: 12O 4C." in refused.notice()
    assert refused.find("name", "hand").get("value") == "hari oros, joker, 4 of cups"
