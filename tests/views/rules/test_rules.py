"""The rules page: every rule the engine names has an anchor, amounts come from the engine, languages say the same."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.games.cuajo import Cuajo
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


def terms_of(page: Page, mark: str, value: str | None = None) -> list[str]:
    """Return the words of a chapter that are explained."""
    return [text_of(part) for part in page.find(mark, value).iter("dt")]


# Anchors


@pytest.mark.parametrize(("letter", "last"), [("C", 39), ("L", 8)])
def test_every_rule_has_one_anchor_in_order(cuajo: Page, letter: str, last: int) -> None:
    anchors = [mark for mark in cuajo.ids() if re.fullmatch(rf"{letter}\d+", mark)]
    assert anchors == [f"{letter}{number}" for number in range(1, last + 1)]


def test_every_rule_of_the_digest_and_of_the_engine_has_an_anchor(cuajo: Page) -> None:
    stated = re.findall(r"^- \*\*(C\d+)\*\*", (FOLDER / "cuajo.md").read_text(), flags=re.MULTILINE)
    named = [rule for module in ENGINE.rglob("*.py") for rule in re.findall(r"\"(C\d+)\"", module.read_text())]
    assert (len(stated) > 30, {"C8", "C26", "C27", "C28", "C32"} <= set(named)) == (True, True)
    assert {*stated, *named} <= set(cuajo.ids())


def test_every_anchor_on_the_page_is_unique_and_every_inner_link_leads_somewhere(cuajo: Page) -> None:
    targets = [link.get("href", "")[1:] for link in cuajo.root.iter("a") if link.get("href", "").startswith("#")]
    assert len(cuajo.ids()) == len(set(cuajo.ids()))
    assert set(targets) <= set(cuajo.ids())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_rule_names_the_house_rules_that_decide_it(client: Client, club: Club, game: AnyGame) -> None:
    decided = [
        (rule.get("id"), link.get("data-decides"), link.get("href"))
        for rule in open_page(client, reverse("game-rules", args=[game.id])).root.iter("div")
        for link in rule.findall("dd/p/a[@data-decides]")
    ]
    assert sorted(decided) == sorted((about.rule, about.name, f"#house-{about.name}") for about in game.house_rules)


# House rules


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


def test_every_preset_is_described(cuajo: Page) -> None:
    assert len(terms_of(cuajo, "data-presets")) == len(Cuajo.preset_labels) == 4


def test_rules_say_what_they_came_to_in_the_latest_night_and_others_only_what_decides_them_c32_l6(
    host: Client, club: Club, cuajo: Page
) -> None:
    assert amounts(cuajo.text("id", "C32")) == ()
    people.start_night(club=club, stake_factor=10)
    latest = open_page(host, RULES)
    assert amounts(latest.text("id", "C32")) == ("₱30",)
    assert amounts(latest.text("id", "L6")) == amounts(cuajo.text("id", "L6"))


# Words and cards


def test_words_of_the_table_stand_in_english_and_filipino(cuajo: Page) -> None:
    words = [word.split()[-1] for word in terms_of(cuajo, "data-chapter", "Words")]
    assert " ".join(words) == (
        "mano bunot bahay quadro escalera secreto hari kabayo sota alas bunutan sowee purro porbis"
    )


def test_sentences_say_whose_they_are_and_which_are_rulings(cuajo: Page) -> None:
    rule = cuajo.find("id", "C22")
    assert [text_of(mark) for mark in rule.iter("small")] == ["[P F]"]
    assert len([mark for mark in rule.iter("em") if mark.get("class") == "ruling"]) == 1


def test_melds_are_drawn_and_the_cards_of_a_set_are_kept_together(client: Client, cuajo: Page) -> None:
    drawn = [mark for mark in cuajo.find("id", "C5").iter() if mark.get("role") == "img"]
    assert [len(str(meld.get("aria-label")).split(", ")) for meld in drawn] == [3, 6]
    ming = open_page(client, reverse("game-rules", args=["khanhoo_ming"]))
    sets = [text_of(drawn) for drawn in ming.root.iter("span") if drawn.get("class") == "card-set"]
    assert sets.count("1C HC ZC") == 2


# Who reads them


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://testserver/sessions/new/?like=1", ["/sessions/new/"]),
        ("http://elsewhere.example/sessions/new/", []),
        (RULES, []),
        ("", []),
    ],
)
def test_rules_opened_on_a_page_of_the_app_lead_back_to_it_and_to_no_other(
    client: Client, club: Club, came_from: str, back: list[str]
) -> None:
    page = Page(client.get(RULES, headers={"referer": came_from}))
    ways = [part for part in page.root.iter("p") if part.get("class") == "way-back"]
    assert [link.get("href") for part in ways for link in part] == back


def test_stranger_reads_the_rules_but_no_way_into_the_club(client: Client, club: Club) -> None:
    text = client.get(RULES).text
    assert re.findall(r'<nav class="site-nav".*?</nav>', text, flags=re.DOTALL)[0].count("<a ") == 2
    assert club.name not in text


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
    assert book.language == (language if there else "en")
    page = client.get(RULES, headers={"accept-language": language}).text
    assert f'<html lang="{language}">' in page
    assert page.count('class="stack-tight" lang="en"') == (0 if there else len(book.chapters))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_rule_names_what_only_programs_read(document: str, language: str) -> None:
    chapters = rulebook(document=document, language=language).chapters
    lines = [line.text for chapter in chapters for line in (*chapter.lead, *(rule.said for rule in chapter.rules))]
    text = re.sub(r' href="[^"]+"', "", " ".join(lines))
    assert re.findall(r"\w+_\w+|<code>[a-z]\w+", text) == []
