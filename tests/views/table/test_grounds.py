"""Review and page of a hand say by which cards a condition is met, and cite C10 where the sowee's three decide."""

from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import Session
from tests import people
from tests.views.reading import Page, open_page, text_of

THREE: dict[str, Any] = {
    "winner": str(people.ANA),
    "source": "self_drawn",
    "sowee": "4O",
    "hand": "4O 4O 4O 3C 4C 5C 1O 1C 1E 10E 11E 12E 12B 3B 4B 5B",
    "bounit": "5B",
    "extra": "",
}


def reviewed(browser: Client, session: Session, won: dict[str, Any]) -> Page:
    address = reverse("hand", args=[session.public_id])
    opened = open_page(browser, address).forms(action=address)[0]
    kept = {name: opened[name] for name in ("key", "expected_entry", "expected_after")}
    return Page(browser.post(address, kept | won))


def cards(page: Page, mark: str, value: str | None = None) -> list[str]:
    return [image.get("aria-label", "") for image in page.find(mark, value).iter() if image.get("role") == "img"]


def test_the_account_names_the_cards_that_meet_a_condition(host: Client, session: Session) -> None:
    won = people.WORKED_WIN | {"declared": "", "secrets": ""}
    entry = people.win(session)

    for page in (
        reviewed(host, session, won),
        open_page(host, reverse("entry", args=[session.public_id, entry.number])),
    ):
        assert cards(page, "data-met", "sowee") == ["4 of coins (oros)", "3 of coins (oros)", "5 of coins (oros)"]
        assert not page.has("data-met", "bounit")


def test_three_cards_like_the_sowee_that_decide_a_win_cite_their_rule(host: Client, session: Session) -> None:
    review = reviewed(host, session, THREE)
    people.win(session, **THREE | {"winner": people.ANA})
    page = open_page(host, reverse("entry", args=[session.public_id, 1]))

    for each in (review, page):
        assert "The three cards like the sowee count as a secret. C10" in text_of(each.find("data-sowee-three"))


def test_three_that_were_laid_are_a_secret_like_any_other(host: Client, session: Session) -> None:
    assert not reviewed(host, session, people.WORKED_WIN | {"declared": "", "secrets": ""}).has("data-sowee-three")
