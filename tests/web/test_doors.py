"""Every act is still found: pages of a club with one of everything link to it, post to it or name its key."""

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from tests.games.asking import stored
from tests.views.reading import Page, open_page
from tests.web.test_rights import address

pytestmark = pytest.mark.django_db


def doors(page: Page, *, at: str) -> Iterator[str]:
    """Yield the names of what elements lead to, those with a query once more with each of its parts, and keys."""
    for element in page.root.iter():
        yield from (f"key:{key}" for key in element.get("aria-keyshortcuts", "").lower().split())
        for leads in map(element.get, ("href", "action", "formaction")):
            found = urlsplit(urljoin(at, leads))
            if element.tag in ("a", "form", "button") and leads and not (found.scheme or found.netloc):
                name = str(resolve(found.path).url_name)
                yield from (name, *(f"{name}?{part}" for part in found.query.split("&")))


@stored("doors", "web")
def test_a_page_leads_to_what_is_done_from_there(
    askers: dict[str, Client], known: dict[str, object], opened: str, about: str, leads: str
) -> None:
    at = address(opened, known=known | {"sessions": known[about]})
    assert set(leads.split()) - set(doors(open_page(askers["h"], at), at=at)) == set()
