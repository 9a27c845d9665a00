"""The rules page: every rule the engine names has an anchor, amounts come from the engine, languages say the same."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.games.cuajo.rules import PRESETS, Scheme, house_rules_of
from scoring.games.fields import FieldKind
from scoring.models import Club
from scoring.views.rules.rules import Chapter, rulebook
from tests import people
from tests.views.reading import Page, amounts, open_page, text_of

pytestmark = pytest.mark.django_db

RULES = reverse("rules")
ENGINE = Path(settings.BASE_DIR) / "scoring" / "games" / "cuajo"
FOLDER = settings.FILES_DIR / "docs" / "rules"
DOCUMENTS = [game.rules_document for game in GAMES]
TRANSLATED = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.glob("*/*.md"))
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.fixture
def cuajo(club: Club) -> Page:
    """Return the rules of Cuajo, as a stranger reads them."""
    return open_page(Client(), RULES)


def test_every_rule_of_the_digest_and_of_the_engine_has_one_anchor_and_links_lead_there(cuajo: Page) -> None:
    stated = re.findall(r"^- \*\*(C\d+)\*\*", (FOLDER / "cuajo.md").read_text(), flags=re.MULTILINE)
    named = [rule for module in ENGINE.rglob("*.py") for rule in re.findall(r"\"(C\d+)\"", module.read_text())]
    targets = [link.removeprefix("#") for link in cuajo.links() if link.startswith("#")]
    assert (len(stated) > 30, {"C8", "C26", "C27", "C28", "C32"} <= set(named)) == (True, True)
    assert {*stated, *named, *targets} <= set(cuajo.ids())
    assert len(cuajo.ids()) == len(set(cuajo.ids()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_rule_names_the_house_rules_that_decide_it(client: Client, club: Club, game: AnyGame) -> None:
    decided = [
        (rule.get("id"), link.get("data-decides"), link.get("href"))
        for rule in open_page(client, reverse("game-rules", args=[game.id])).root.iter("div")
        for link in rule.findall("dd/p/a[@data-decides]")
    ]
    assert sorted(decided) == sorted((about.rule, about.name, f"#house-{about.name}") for about in game.house_rules)


@pytest.mark.parametrize("scheme", Scheme)
def test_presets_stand_side_by_side_with_the_values_of_the_engine(cuajo: Page, scheme: Scheme) -> None:
    presets = [(name, preset) for name, preset in PRESETS.items() if preset.scheme is scheme]
    table = cuajo.find("data-compared", " ".join(name for name, _preset in presets))
    rows = {row.get("data-rule"): row for row in table.iter("tr") if "data-rule" in row.attrib}
    rules = house_rules_of(preset=presets[0][0])
    assert list(rows) == [rule.name for rule in rules]
    for rule in rules:
        values = [getattr(preset, rule.name) for _name, preset in presets]
        cells = [text_of(cell) for cell in rows[rule.name].iter("td")]
        assert (rows[rule.name].get("class") == "differs") == (len(set(values)) > 1)
        assert len(set(cells)) == len(set(values))
        if rule.kind in (FieldKind.AMOUNT, FieldKind.COUNT):
            assert [re.sub(r"\D", "", cell) for cell in cells] == [str(value) for value in values]


def test_rules_say_what_they_came_to_in_the_latest_night_and_others_only_what_decides_them_c32_l6(
    host: Client, club: Club, cuajo: Page
) -> None:
    people.start_night(club=club, stake_factor=10)
    latest = open_page(host, RULES)
    assert (amounts(cuajo.text("id", "C32")), amounts(latest.text("id", "C32"))) == ((), ("₱30",))
    assert amounts(latest.text("id", "L6")) == amounts(cuajo.text("id", "L6"))


@pytest.mark.parametrize(("site", "is_led"), [("testserver", True), ("elsewhere.example", False)])
def test_stranger_reads_the_rules_and_is_led_back_to_no_other_site(
    client: Client, club: Club, site: str, *, is_led: bool
) -> None:
    page = client.get(RULES, headers={"referer": f"http://{site}/sessions/new/?like=1"})
    assert (Page(page).has("href", "/sessions/new/"), club.name in page.text) == (is_led, False)


# Other languages


def said(chapter: Chapter) -> dict[str, object]:
    """Return what no language changes: numbers, notation, melds, the letters of sources, how many rulings."""
    lines = {"": chapter.lead} | {rule.number: (rule.said,) for rule in chapter.rules}
    return {
        number: (
            sorted(set(re.findall(r"<code>(.+?)</code>", " ".join(line.text for line in paragraphs)))),
            [line.melds for line in paragraphs if line.melds],
            sorted(re.findall(r"<small[^>]*>\[([A-Z ]+)", " ".join(line.text for line in paragraphs))),
            sum(line.text.count('class="ruling"') for line in paragraphs),
        )
        for number, paragraphs in lines.items()
    }


def names(file: Path) -> set[str]:
    """Return the names that stand for house rules, their values and presets."""
    return set(re.findall(r"`([a-z]\w+)`", file.read_text()))


@pytest.mark.parametrize("file", TRANSLATED)
def test_a_translated_document_has_the_same_rules_and_words(file: str) -> None:
    language, document = file.removesuffix(".md").split("/")
    assert (language in LANGUAGES, document in DOCUMENTS) == (True, True)
    translated = rulebook(document=document, language=language).chapters
    english = rulebook(document=document).chapters
    assert names(FOLDER / file) == names(FOLDER / f"{document}.md")
    assert [said(chapter) for chapter in translated] == [said(chapter) for chapter in english]
    assert [len(chapter.words) for chapter in translated] == [len(chapter.words) for chapter in english]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_that_are_not_translated_are_shown_in_english_and_say_so(client: Client, language: str) -> None:
    document = GAMES[0].rules_document
    book = rulebook(document=document, language=language)
    there = language == "en" or (FOLDER / language / f"{document}.md").exists()
    page = client.get(RULES, headers={"accept-language": language}).text
    assert (book.language, f'<html lang="{language}">' in page) == (language if there else "en", True)
    assert page.count('class="stack-tight" lang="en"') == (0 if there else len(book.chapters))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_rule_names_what_only_programs_read(document: str, language: str) -> None:
    chapters = rulebook(document=document, language=language).chapters
    lines = [line.text for chapter in chapters for line in (*chapter.lead, *(rule.said for rule in chapter.rules))]
    text = re.sub(r' href="[^"]+"', "", " ".join(lines))
    assert re.findall(r"\w+_\w+|<code>[a-z]\w+", text) == []
