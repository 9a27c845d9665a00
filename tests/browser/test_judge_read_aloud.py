"""The judge asked by who hears the page: by names and roles of the accessibility tree alone, in each language."""

import re
from dataclasses import dataclass

import pytest
from django.utils.translation import gettext, ngettext, override
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_page
from tests.served.server import Server

LANGUAGES = ("en", "fil", "es", "ca")
MELDS = "3oce4ocb5oeb10oce1ocb"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of a game: what is chosen and typed, each by the name it has on the page, and what is then heard."""

    game: str
    title: str
    chosen: tuple[tuple[str, str], ...] = ()
    typed: tuple[tuple[str, str], ...] = ()
    heard: str


ASKED = (
    Asked(
        game="cuajo",
        title="Is this a win?",
        chosen=(("How did the last card come?", "Discard"),),
        typed=(("Sowee", "4O"), ("The sixteen cards", f"{MELDS}12b"), ("Last card (bounit)", "5B")),
        heard="Yes, it wins",
    ),
    Asked(game="cuajo", title="Is this a secret?", typed=(("The cards laid down", "1oooo"),), heard="Yes, a secret"),
    Asked(game="cuajo", title="What am I waiting for?", typed=(("The fifteen cards", MELDS),), heard="Purro"),
    Asked(
        game="cuajo",
        title="When do I stop turning?",
        chosen=(("How did the last card come?", "Discard"),),
        typed=(("Sowee", "4O"), ("The sixteen cards", f"{MELDS}12b"), ("Last card (bounit)", "5B")),
        heard="Go on: it can only get better",
    ),
    Asked(
        game="cuajo",
        title="Who may take this card?",
        chosen=(("What happened?", "Drawn from the stock"),),
        heard="What may be done now",
    ),
    Asked(
        game="khanhoo",
        title="What do these melds score?",
        typed=(("Cards melded", "7H 8H 9H"),),
        heard="These melds score %(points)s.",
    ),
    Asked(
        game="khanhoo",
        title="Who has the discard?",
        chosen=(("Who discarded", "1"),),
        typed=(("The card", "4D"),),
        heard="Nobody takes the discard.",
    ),
    Asked(
        game="khanhoo_qing",
        title="Is it a win?",
        typed=(("The cards", "1C 2C 3C"),),
        heard="%(missing)s more cards make a hand.",
    ),
    Asked(
        game="khanhoo_ming",
        title="Who takes it?",
        typed=(("The plays in order", "5M / TM"),),
        heard="%(cards)s takes it and scores %(points)s.",
    ),
    Asked(
        game="cau_robat",
        title="What does this card take?",
        chosen=(("Who plays it", "1"),),
        typed=(("The card", "5"), ("Cards in the centre", "2 3")),
        heard="It takes nothing and stays in the centre.",
    ),
    Asked(
        game="cau_robat",
        title="Who pays whom after a call?",
        chosen=(("Whose card was matched first", "1"), ("The last call", "cau")),
        heard="%(player)s takes the cards; then these are paid, in this order.",
    ),
)


def pattern(heard: str) -> str:
    """Return what matches a sentence in the language spoken now, whatever was filled in."""
    sentence = ngettext("%(missing)s more card makes a hand.", heard, 12) if "missing" in heard else gettext(heard)
    return ".+".join(re.escape(part) for part in re.split(r"%\(\w+\)s", sentence))


def fill(page: Page, name: str, text: str) -> None:
    """Type into the field of a name; one that is folded is opened by the key that the tree says of it."""
    field = page.get_by_role("textbox", name=name).or_(page.get_by_role("combobox", name=name)).first
    if not field.is_visible():
        page.keyboard.press("c")
    field.fill(text)
    field.press("Tab")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_asked_and_answered_by_ear(server: Server, browser: Browser, language: str) -> None:
    page = new_page(browser, locale=language)
    with override(language):
        for asked in ASKED:
            page.goto(f"{server.address}/games/{asked.game}/judge/")
            page.get_by_role("main").get_by_role("link", name=gettext(asked.title)).click()
            expect(page.get_by_role("heading", name=gettext(asked.title), level=1)).to_be_visible()
            for name, choice in asked.chosen:
                group = page.get_by_role("group", name=gettext(name))
                group.get_by_role("radio", name=gettext(choice), exact=True).check()
            for name, text in asked.typed:
                fill(page, gettext(name), text)
            page.get_by_role("button", name=gettext("Judge"), exact=True).click()
            answer = page.get_by_role("heading", name=re.compile(pattern(asked.heard)), level=1)
            expect(answer).to_be_visible()
    page.context.close()
