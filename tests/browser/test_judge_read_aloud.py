"""The judge asked by who hears the page: by roles, names and states of the browser's accessibility tree alone.

In English by default; CUAJO_TEST_SCALE=2 asks in every language.
"""

import os
import re
from dataclasses import dataclass

import pytest
from django.conf import settings
from django.utils.translation import gettext, ngettext, override
from playwright.sync_api import Browser

from tests.browser.conftest import new_page
from tests.browser.tree import Tree
from tests.served.server import Server

pytestmark = pytest.mark.deep

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
LANGUAGES = [code for code, _ in settings.LANGUAGES][: None if SCALE > 1 else 1]
FIELDS = ("textbox", "combobox")
MELDS = "3oce4ocb5oeb10oce1ocb"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of a game: what is chosen and typed, each by the name it has on the page, and what is then heard:
    the headline, and what it rests on."""

    game: str
    title: str
    chosen: tuple[tuple[str, str], ...] = ()
    typed: tuple[tuple[str, str], ...] = ()
    heard: tuple[str, ...]


ASKED = (
    Asked(
        game="cuajo",
        title="Is this a win?",
        chosen=(("How did the last card come?", "Discard"),),
        typed=(("Sowee", "4O"), ("The sixteen cards", f"{MELDS}12b"), ("Last card (bounit)", "5B")),
        heard=("Yes, it wins", "No porbis: the only king is not used in a run of jack, horse and king."),
    ),
    Asked(
        game="cuajo",
        title="Is this a secret?",
        typed=(("The cards laid down", "1oooo"),),
        heard=("Yes, a secret", "Four identical cards are a secret."),
    ),
    Asked(
        game="cuajo",
        title="What am I waiting for?",
        typed=(("The fifteen cards", MELDS),),
        heard=("Purro", "One of these completes the hand:"),
    ),
    Asked(
        game="cuajo",
        title="When do I stop turning?",
        chosen=(("How did the last card come?", "Discard"),),
        typed=(("Sowee", "4O"), ("The sixteen cards", f"{MELDS}12b"), ("Last card (bounit)", "5B")),
        heard=("Go on: it can only get better", "Still needed"),
    ),
    Asked(
        game="cuajo",
        title="Who may take this card?",
        chosen=(("What happened?", "Drawn from the stock"),),
        heard=("What may be done now", "On the own turn a complete hand wins."),
    ),
    Asked(
        game="khanhoo",
        title="What do these melds score?",
        typed=(("Cards melded", "7H 8H 9H"),),
        heard=("These melds score %(points)s.",),
    ),
    Asked(
        game="khanhoo",
        title="Who has the discard?",
        chosen=(("Who discarded", "1"),),
        typed=(("The card", "4D"),),
        heard=("Nobody takes the discard.",),
    ),
    Asked(
        game="khanhoo_qing",
        title="Is it a win?",
        typed=(("The cards", "1C 2C 3C"),),
        heard=("%(missing)s more cards make a hand.",),
    ),
    Asked(
        game="khanhoo_ming",
        title="Who takes it?",
        typed=(("The plays in order", "5M / TM"),),
        heard=("%(cards)s takes it and scores %(points)s.", "Pan Zhiheng"),
    ),
    Asked(
        game="cau_robat",
        title="What does this card take?",
        chosen=(("Who plays it", "1"),),
        typed=(("The card", "5"), ("Cards in the centre", "2 3")),
        heard=("It takes nothing and stays in the centre.",),
    ),
    Asked(
        game="cau_robat",
        title="Who pays whom after a call?",
        chosen=(("Whose card was matched first", "1"), ("The last call", "cau")),
        heard=("%(player)s takes the cards; then these are paid, in this order.",),
    ),
)


def pattern(heard: str) -> re.Pattern[str]:
    """Return what matches a sentence in the language spoken now, whatever was filled in."""
    sentence = ngettext("%(missing)s more card makes a hand.", heard, 12) if "missing" in heard else gettext(heard)
    return re.compile(".+".join(re.escape(part) for part in re.split(r"%\(\w+\)s", sentence)))


def choose(tree: Tree, choice: str, *, of: str) -> None:
    """Choose one answer of a question, and read that it is chosen where the question still stands there."""
    tree.press(tree.find("radio", choice, within=of), key="Space")
    assert all(radio.states["checked"] == "true" for radio in tree.found("radio", name=choice, within=of))


def fill(tree: Tree, name: str, text: str) -> None:
    """Type into the field of a name, which may lie in something folded, and read that it is there."""
    for folded in [None, *tree.found("DisclosureTriangle", within="main")]:
        if folded and not folded.states["expanded"]:
            tree.press(folded)
        if fields := tree.found(*FIELDS, name=name):
            tree.type(fields[0], text)
            break
    assert [field.value for field in tree.found(*FIELDS, name=name)] == [text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_asked_and_answered_by_the_accessibility_tree(
    server: Server, browser: Browser, language: str
) -> None:
    page = new_page(browser, locale=language)
    tree = Tree(page)
    with override(language):
        for asked in ASKED:
            page.goto(f"{server.address}/games/{asked.game}/judge/")
            tree.press(tree.find("link", gettext(asked.title), within="main"))
            page.wait_for_url("**/judge/*/**", wait_until="domcontentloaded")
            assert tree.find("heading", gettext(asked.title)).states["level"] == 1
            for name, choice in asked.chosen:
                player = gettext("Player %(number)s") % {"number": choice}
                choose(tree, player if choice.isdecimal() else gettext(choice), of=gettext(name))
            for name, text in asked.typed:
                fill(tree, gettext(name), text)
            tree.press(tree.find("button", gettext("Judge")))
            page.wait_for_url("**asked=1**", wait_until="domcontentloaded")
            headline, *grounds = map(pattern, asked.heard)
            assert tree.find("heading", headline).states["level"] == 1
            read = tree.text()
            assert [ground for ground in grounds if not ground.search(read)] == [], read
    page.context.close()
