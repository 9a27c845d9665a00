"""What is far too long to be cards is refused shortly, by every door of the judge."""

from collections.abc import Mapping

import pytest
from django.test import Client

from tests.api.programs import Program
from tests.views.reading import Page

pytestmark = pytest.mark.django_db

LONG = "1O " * 60_000
SHORT = 60_000
"""Of a page; an answer of the API is far shorter."""


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/judge/win/", "hand"),
        ("/judge/purro/", "extra"),
        ("/judge/claim/", "card"),
        ("/games/khanhoo_qing/judge/win/", "hand"),
    ],
)
def test_a_page_refuses_cards_of_any_length_shortly(client: Client, address: str, field: str) -> None:
    answer = client.get(address, {field: LONG, "asked": "1"})
    assert (answer.status_code, len(answer.content) < SHORT) == (422, True)
    assert "characters belong here." in Page(answer).text("id", f"id_{field}_error")


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("", {"game": "cuajo", "hand": LONG, "source": "dealt"}),
        ("", {"game": "cuajo", "hand": ["joker"] * 15_000, "source": "dealt"}),
        ("waits/", {"hand": "1O", "sowee": LONG}),
        ("waits/", {"hand": LONG}),
    ],
)
def test_the_api_refuses_cards_of_any_length_shortly(path: str, content: Mapping[str, object]) -> None:
    answer = Program().post(f"verify/{path}", content, key="")
    assert (answer.status_code, len(answer.content) < 1_000) == (422, True)
