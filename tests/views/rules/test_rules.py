"""Rule sets, their files and what house rules come to; the rules page, whose amounts come from the engine."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.games.cuajo.rules import HOUSE_RULES, PRESETS, Scheme
from scoring.games.fields import FieldKind
from scoring.models import Club, SavedRules, Session
from scoring.operations.rule_sets import add_rule_set
from scoring.views.rules import Chapter, priced, rulebook
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal, text_of, url
from tests.views.table.test_nights import form, start, values

pytestmark = pytest.mark.django_db

LIST, NEW, IMPORT = (reverse(name) for name in ("rule-sets", "new-rule-set", "import-rule-set"))
PAGAT, FAMILY = f"{NEW}?preset=pagat", f"{NEW}?preset=family"


@pytest.fixture
def saved(club: Club) -> SavedRules:
    rules = {"preset": "family", "secret": 80, "partners_share": False}
    return add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)


def filled(browser: Client, address: str) -> dict[str, str]:
    return values(open_page(browser, address))


def kept() -> dict[str, tuple[int, str]]:
    return {each.name: (each.revision, each.rules["preset"]) for each in SavedRules.objects.all()}


def test_amount_of_a_set_is_said_by_its_own_unit_and_that_of_the_preset_by_its(host: Client, club: Club) -> None:
    rules = {"preset": "pagat", "unit": 5, "secret": 60}
    add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)
    said = open_page(host, LIST).items("data-differences")[0]
    assert ("300 " in said, "50 " in said) == (True, True)


def test_set_is_kept_and_edited_under_the_next_revision_and_a_switch_can_be_turned_off(host: Client) -> None:
    assert host.post(FAMILY, filled(host, FAMILY) | {"name": "Ours", "rule_partners_share": "no"})["Location"] == LIST
    ((listed, _own),) = host.get(LIST).context["rule_sets"]
    assert [(each.about.name, each.own, each.preset) for each in listed.differences] == [
        ("partners_share", False, True)
    ]
    address = url("rule-set", SavedRules.objects.get())
    sent = filled(host, address)
    assert (sent["rule_partners_share"], sent["rule_secrets_shown"]) == ("no", "")
    host.post(address, sent)
    assert kept() == {"Ours": (1, "family")}  # nothing was changed
    host.post(address, sent | {"rule_secrets_shown": "no"})
    rules = SavedRules.objects.get().rules
    assert (kept(), rules["secrets_shown"], rules["partners_share"]) == ({"Ours": (2, "family")}, False, False)


def test_two_phones_the_second_is_told_and_may_save_over_or_remove(host: Client, saved: SavedRules) -> None:
    address = url("rule-set", saved)
    first, second = filled(host, address) | {"rule_secret": "90"}, filled(host, address) | {"rule_secret": "70"}
    host.post(address, first)
    answer = host.post(address, second)
    held = values(Page(answer))
    assert (refusal(answer), held["rule_secret"]) == ((409, ("rule_set_changed",)), "70")
    removing = url("remove-rule-set", saved)
    (stale,) = open_page(host, LIST).forms(action=removing)
    host.post(address, second | {"expected_revision": held["expected_revision"]})
    answer = host.post(removing, stale)
    assert (refusal(answer), kept()) == ((409, ("rule_set_changed",)), {"Sunday table": (3, "family")})
    host.post(removing, Page(answer).forms(action=removing)[0])
    assert kept() == {}


def test_export_is_a_small_file_that_import_reads_back(host: Client, saved: SavedRules) -> None:
    response = host.get(url("export-rule-set", saved))
    assert response["Content-Disposition"] == 'attachment; filename="cuajo-sunday-table-1.json"'
    content = json.loads(response.content)
    del content["rules"]
    assert content == {"cuajo_rule_set": 1, "game": "cuajo", "name": "Sunday table", "revision": 1}
    rules = dict(saved.rules)
    SavedRules.objects.all().delete()
    host.post(IMPORT, {"file": SimpleUploadedFile("rules.json", b"\xef\xbb\xbf" + response.content), "text": ""})
    assert SavedRules.objects.get().rules == rules


WRONG = {"preset": "pagat", "secret": "much", "bonus": 3, "source": "me"}


def content(**parts: object) -> str:
    return json.dumps({"cuajo_rule_set": 1, "game": "cuajo", "name": "Ours", "revision": 1, **parts})


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", "nothing"),
        ("{", "no_rule_set"),
        pytest.param("1" * 5_000, "no_rule_set", id="huge number"),
        pytest.param("[" * 19_000, "no_rule_set", id="deeply nested"),
        pytest.param("x" * 20_001, "max_length", id="too large"),
        ('{"cuajo_rule_set": 1, "game": "x", "game": "y"}', "twice"),
        ('{"cuajo_rule_set": 2, "game": "poker"}', "missing_part missing_part missing_part newer_format unknown_game"),
        (content(rules={}), "no_preset"),
        (b"\xff\xfe\x00", "no_rule_set"),
        pytest.param(b" " * 20_001, "too_large", id="large file"),
        pytest.param(content(**{"\ud800": 1}), "no_rule_set", id="half a character"),
        (
            content(name=5, revision=0, colour="red", rules=WRONG),
            "unknown_part wrong_name wrong_revision unknown_part unknown_house_rule unknown_house_rule",
        ),
    ],
)
def test_text_that_is_no_rule_set_is_refused_with_every_problem(host: Client, text: str | bytes, codes: str) -> None:
    sent = {"file": SimpleUploadedFile("r.json", text)} if isinstance(text, bytes) else {"text": text}
    answer = host.post(IMPORT, sent)
    errors = answer.context["form"].errors.as_data()
    found = [error.code for problems in errors.values() for error in problems]
    assert (answer.status_code, " ".join(found), SavedRules.objects.count()) == (422, codes, 0)


def test_new_session_copies_the_set_and_the_next_chooses_it_while_the_same(host: Client, saved: SavedRules) -> None:
    night = start(host, preset=str(saved.public_id), price="0.80")
    page = open_page(host, url("table", night))
    assert (night.rules, "Sunday table" in page.text("data-rules")) == (saved.rules, True)
    address = f"{reverse('new-session')}?like={night.public_id}"
    before = values(open_page(host, address))
    SavedRules.objects.all().delete()
    after = values(open_page(host, address))
    assert (before["preset"], before.get("rule_secret")) == (str(saved.public_id), None)
    assert (after["preset"], after["rule_secret"], after["rule_partners_share"]) == ("family", "₱0.80", "no")


def test_set_of_another_club_is_neither_offered_nor_taken(host: Client) -> None:
    elsewhere = people.make_club(name="Others")
    others = add_rule_set(club=elsewhere, game="cuajo", name="Theirs", rules="pagat", at=people.EVENING)
    answer = host.post(reverse("new-session"), form(preset=str(others.public_id)))
    assert refusal(answer) == (422, ("preset:invalid_choice",))
    assert "Theirs" not in host.get(LIST).text


GAME = "/sessions/new/cuajo/"
STAKES: Any = {"HX-Request": "true", "HX-Target": "stakes"}


def worth(page: Page, name: str) -> tuple[str, ...]:
    return amounts(page.text("id", f"worth-{name}"))


@pytest.mark.parametrize(
    ("changes", "said", "king"),
    [
        ({}, ("₱3.00",), ()),
        ({"price": "50"}, ("₱300",), ()),
        ({"rule_porbis": "5"}, ("₱5.00", "₱3.00"), ()),
        ({"preset": "pricelist", "price": "50"}, (), ("₱5",)),
    ],
)
def test_what_a_house_rule_comes_to_follows_the_form_while_it_is_filled(
    host: Client, changes: dict[str, str], said: tuple[str, ...], king: tuple[str, ...]
) -> None:
    page = Page(host.post(GAME, form(**{"rule_porbis": "", **changes}), headers=STAKES))
    assert (worth(page, "porbis"), worth(page, "price_king")) == (said, king)


def test_changed_terms_say_what_they_come_to_before_they_count(host: Client, session: Session) -> None:
    address = url("terms", session)
    soon = Page(host.post(address, {"preset": "pagat", "price": "10", "rule_porbis": ""}, headers=STAKES))
    assert (worth(soon, "porbis"), session.entries.count()) == (("₱60",), 0)


def test_boxes_of_single_rules_come_when_they_are_asked_for_and_keep_what_was_typed(host: Client) -> None:
    part = host.post(GAME, form(price="50"), headers={"HX-Request": "true", "HX-Target": "singles"})
    first, singles, whole = map(Page, (host.get(GAME), part, host.post(GAME, form(price="50", show="singles"))))
    assert [values(each).get("rule_porbis") for each in (first, singles, whole)] == [None, "", ""]
    assert (worth(singles, "porbis"), values(whole)["price"], values(whole)["seat_1"]) == (("₱300",), "50", "Ana")


RULES = reverse("rules")
ENGINE = Path(settings.BASE_DIR) / "scoring" / "games" / "cuajo"
FOLDER = settings.FILES_DIR / "docs" / "rules"
DOCUMENTS = [game.rules_document for game in GAMES]
TRANSLATED = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.glob("*/*.md"))
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.fixture
def cuajo(club: Club) -> Page:
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
    rules = [about for about in HOUSE_RULES if about.is_known_in(preset=presets[0][0])]
    assert list(rows) == [rule.name for rule in rules]
    for rule in rules:
        values = [getattr(preset, rule.name) for _name, preset in presets]
        cells = [text_of(cell) for cell in rows[rule.name].iter("td")]
        assert len(set(cells)) == len(set(values))
        if rule.kind in (FieldKind.AMOUNT, FieldKind.COUNT):
            assert [re.sub(r"\D", "", cell) for cell in cells] == [str(value) for value in values]


def test_rules_say_what_they_came_to_in_the_latest_night_c32_l6(host: Client, club: Club, cuajo: Page) -> None:
    people.start_night(club=club, stake_factor=10)
    latest = open_page(host, RULES)
    assert (amounts(cuajo.text("id", "C32")), set(amounts(latest.text("id", "C32")))) == ((), {"₱30"})
    assert amounts(latest.text("id", "L6")) == amounts(cuajo.text("id", "L6"))


def test_the_minute_has_the_prices_of_the_table_and_the_finder_names_whole_rules(host: Client, club: Club) -> None:
    people.start_night(club=club, stake_factor=10)
    page = open_page(host, f"{RULES}?find=c17")
    assert amounts(page.text("data-minute")) == ("₱5", "₱11", "₱2", "₱11", "₱2", "₱5", "₱30")
    assert amounts(page.text("data-found"))[0] == "₱5"


@pytest.mark.parametrize(("site", "is_led"), [("testserver", True), ("elsewhere.example", False)])
def test_stranger_is_led_back_to_no_other_site(client: Client, club: Club, site: str, *, is_led: bool) -> None:
    page = client.get(RULES, headers={"referer": f"http://{site}/sessions/new/?like=1"})
    assert (Page(page).has("href", "/sessions/new/"), club.name in page.text) == (is_led, False)


def said(chapter: Chapter) -> dict[str, object]:
    lines = {"": chapter.lead} | {rule.number: (rule,) for rule in chapter.rules}
    return {
        number: (
            sorted(set(re.findall(r"<code>(.+?)</code>", " ".join(line.text for line in paragraphs)))),
            [line.melds for line in paragraphs if line.melds],
            sorted(re.findall(r"<small[^>]*>\[([A-Z ]+)", " ".join(line.text for line in paragraphs))),
            sum(line.text.count('class="badge"') for line in paragraphs),
        )
        for number, paragraphs in lines.items()
    }


def names(file: Path) -> set[str]:
    return set(re.findall(r"`([a-z]\w+)`", file.read_text()))


@pytest.mark.parametrize("file", TRANSLATED)
def test_a_translated_document_has_the_same_rules_and_words(file: str) -> None:
    language, document = file.removesuffix(".md").split("/")
    assert (language in LANGUAGES, document in DOCUMENTS) == (True, True)
    translated = rulebook(document=document, language=language).chapters
    english = rulebook(document=document).chapters
    assert names(FOLDER / file) == names(FOLDER / f"{document}.md")
    assert [said(chapter) for chapter in translated] == [said(chapter) for chapter in english]
    words, same = ([(word.rule, word.melds) for each in of for word in each.words] for of in (translated, english))
    assert words == same


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_that_are_not_translated_are_shown_in_english_and_say_so(client: Client, language: str) -> None:
    document = GAMES[0].rules_document
    book = rulebook(document=document, language=language)
    there = language == "en" or (FOLDER / language / f"{document}.md").exists()
    page = client.get(RULES, headers={"accept-language": language}).text
    assert (book.language, f'<html lang="{language}">' in page) == (language if there else "en", True)
    assert ('<ol class="minute" lang="en"' in page) is not there


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_rule_names_what_only_programs_read(document: str, language: str) -> None:
    chapters = rulebook(document=document, language=language).chapters
    lines = [line.text for chapter in chapters for line in (*chapter.lead, *chapter.rules)]
    text = re.sub(r' href="[^"]+"', "", priced(" ".join(lines), {}))
    assert re.findall(r"\w+_\w+|<code>[a-z]\w+", text) == []
