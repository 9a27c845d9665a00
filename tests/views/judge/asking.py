"""Ask the judge as a browser does, and read what it answers."""

from typing import Any
from urllib.parse import urlencode

from django.test import Client

from scoring.models import Session
from tests import people
from tests.views.reading import Page, text_of

WORKED = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
"""A win that pays 90."""
BROKEN = {**WORKED, "hand": people.WORKED_HAND.replace("12B", "11B")}
"""A horse in the place of its only king."""
FIFTEEN = people.WORKED_HAND.removesuffix(" 12B")


def ask(browser: Client, question: str, at: Session | None = None, /, **entered: str) -> Any:
    """Return the answer to a question, at the table of a session or without one."""
    place = {"session": str(at.public_id)} if at else {}
    return browser.get(f"/judge/{question}/", {**entered, **place, "asked": "1"})


def address(question: str, **entered: str) -> str:
    return f"/judge/{question}/?{urlencode({**entered, 'asked': '1'})}"


def paid(page: Page) -> str:
    return text_of(page.find("data-amount")).split()[0]


def each_pays(browser: Client, **entered: str) -> str:
    return paid(Page(ask(browser, "win", **entered)))
