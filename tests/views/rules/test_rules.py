"""The rules page: every rule the engine names has an anchor, every amount comes from the engine."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.games.cuajo import Cuajo
from scoring.games.cuajo.rules import PRESETS, PorbisAdds, Scheme, house_rules_of
from scoring.games.fields import FieldKind
from scoring.models import Club
from tests import people
from tests.views.reading import Page, open_page, text_of

RULES = reverse("rules")
ENGINE = Path(settings.BASE_DIR) / "scoring" / "games" / "cuajo"
DIGEST = Path(settings.BASE_DIR) / "docs" / "rules" / "cuajo.md"


def words_of(page: Page, title: str) -> list[tuple[str, str]]:
    """Return the words of a chapter with what they mean."""
    chapter = page.find("data-chapter", title)
    terms = [text_of(part) for part in chapter.iter() if part.tag in ("dt", "dd")]
    return list(zip(terms[::2], terms[1::2], strict=True))


def anchors(host: Client) -> tuple[str, ...]:
    return tuple(mark for mark in open_page(host, RULES).ids() if re.fullmatch(r"C\d+", mark))


def test_rules_opened_on_a_page_of_the_app_lead_back_to_it_and_to_no_other(host: Client) -> None:
    ways = []
    for came_from in ("http://testserver/sessions/new/?like=1", "http://elsewhere.example/sessions/new/", RULES, ""):
        page = Page(host.get(RULES, headers={"referer": came_from}))
        ways.append(
            [link.get("href") for part in page.root.iter("p") if part.get("class") == "way-back" for link in part]
        )
    assert ways == [["/sessions/new/"], [], [], []]


def test_every_rule_from_c1_to_c39_has_one_anchor_in_order(host: Client) -> None:
    assert anchors(host) == tuple(f"C{number}" for number in range(1, 40))


def test_every_rule_of_the_price_list_has_one_anchor_in_order(host: Client) -> None:
    marks = open_page(host, RULES).ids()

    assert [mark for mark in marks if re.fullmatch(r"L\d+", mark)] == [f"L{n}" for n in range(1, 9)]


def test_every_rule_of_the_digest_has_an_anchor(host: Client) -> None:
    stated = re.findall(r"^- \*\*(C\d+)\*\*", DIGEST.read_text(), flags=re.MULTILINE)

    assert stated
    assert set(stated) <= set(anchors(host))


def test_every_rule_that_the_engine_names_has_an_anchor(host: Client) -> None:
    named = {rule for module in ENGINE.rglob("*.py") for rule in re.findall(r"\"(C\d+)\"", module.read_text())}

    assert {"C8", "C26", "C27", "C28", "C32"} <= named
    assert named <= set(anchors(host))


def test_every_anchor_on_the_page_is_unique_and_every_inner_link_leads_somewhere(host: Client) -> None:
    page = open_page(host, RULES)
    targets = [link.get("href", "")[1:] for link in page.root.iter("a") if link.get("href", "").startswith("#")]

    assert len(page.ids()) == len(set(page.ids()))
    assert set(targets) <= set(page.ids())


def test_presets_stand_side_by_side_with_the_values_of_the_engine(host: Client) -> None:
    page = open_page(host, RULES)
    rows = {row[0].rpartition(" ")[0]: row[1:] for row in page.rows("data-compared", "pagat family gamerules")}

    rules = house_rules_of(preset="pagat")
    presets = [preset for preset in PRESETS.values() if preset.scheme is Scheme.CONDITIONS]
    assert list(rows) == [rule.label for rule in rules]
    for rule in rules:
        values = [getattr(preset, rule.name) for preset in presets]
        if isinstance(values[0], int) and not isinstance(values[0], bool):
            unit = " cents" if rule.kind is FieldKind.AMOUNT else ""
            assert rows[rule.label] == tuple(f"{value}{unit}" for value in values)
    assert rows["Extra cards the winner may turn"] == ("15", "0", "15")
    assert rows["Partners share wins and losses at the end"] == ("no", "yes", "no")
    assert [preset.porbis_adds for preset in presets] == [PorbisAdds.NOTHING, PorbisAdds.ALL, PorbisAdds.NOTHING]
    assert rows["Paid on top of porbis"] == ("nothing", "the base and the kings", "nothing")


def test_price_list_stands_in_a_table_of_its_own(host: Client) -> None:
    compared = open_page(host, RULES).rows("data-compared", "pricelist")
    rows = {row[0].rpartition(" ")[0]: row[1:] for row in compared}

    assert list(rows) == [rule.label for rule in house_rules_of(preset="pricelist")]
    assert rows["Start price of a special hand"] == ("500 whole units",)
    assert rows["Opposite players are partners"] == ("no",)
    assert "Porbis" not in rows


def test_only_rows_in_which_presets_differ_are_bold(host: Client) -> None:
    page = open_page(host, RULES)
    bold = {row.get("data-rule") for row in page.root.iter("tr") if row.get("class") == "differs"}

    assert bold == {"partners_share", "secrets_shown", "extra_cards", "porbis_adds", "penalty_draw_claimable"}


def test_words_of_the_table_stand_in_english_and_filipino(host: Client) -> None:
    words = words_of(open_page(host, RULES), "Words")

    assert [word for word, _meaning in words] == [
        "dealer mano",
        "bounit bunot",
        "meld bahay",
        "set trio, quadro",
        "run escalera",
        "secret secreto",
        "king hari",
        "horse kabayo",
        "jack sota",
        "ace alas",
        "stock bunutan",
        "sowee",
        "purro",
        "porbis",
    ]
    assert words[1] == ("bounit bunot", "the card that completes the winning hand C8")


def test_every_preset_is_described(host: Client) -> None:
    described = [word for word, _meaning in words_of(open_page(host, RULES), "Presets")]

    assert described == list(Cuajo.preset_labels.values())


def test_sentences_say_whose_they_are_and_which_are_rulings(host: Client) -> None:
    rule = open_page(host, RULES).find("id", "C22")

    assert [text_of(mark) for mark in rule.iter("small")] == ["[P F]"]
    assert [text_of(mark) for mark in rule.iter("em") if mark.get("class") == "ruling"] == ["Ruling 2"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_rule_names_the_house_rules_that_decide_it(host: Client, game: AnyGame) -> None:
    page = open_page(host, reverse("game-rules", args=[game.id]))
    decided = [
        (rule.get("id"), link.get("data-decides"), link.get("href"))
        for rule in page.root.iter("div")
        for link in rule.findall("dd/p/a[@data-decides]")
    ]

    assert sorted(decided) == sorted((about.rule, about.name, f"#house-{about.name}") for about in game.house_rules)


def test_melds_are_drawn_with_the_names_of_their_cards(host: Client) -> None:
    page = open_page(host, RULES)

    assert [drawn.get("aria-label") for drawn in page.find("id", "C5").iter() if drawn.get("role") == "img"] == [
        "3 of cups (copas), 4 of cups (copas), 5 of cups (copas)",
        "10 of swords (espadas), jack, 11 of swords (espadas), horse, 12 of swords (espadas), king",
    ]


def test_cards_of_a_set_are_kept_together(host: Client) -> None:
    page = open_page(host, reverse("game-rules", args=["khanhoo_ming"]))

    sets = [text_of(drawn) for drawn in page.root.iter("span") if drawn.get("class") == "card-set"]
    assert sets.count("1C HC ZC") == 2


def test_stranger_reads_the_rules_but_no_way_into_the_club(club: Club) -> None:
    response = Client().get(RULES)

    assert response.status_code == 200
    assert re.findall(r'<nav class="site-nav".*?</nav>', response.text, flags=re.DOTALL)[0].count("<a ") == 2
    assert club.name not in response.text


def test_rules_say_what_they_came_to_in_the_latest_night_c32(host: Client, club: Club) -> None:
    before = open_page(host, RULES).text("id", "C32")
    people.start_night(club=club, stake_factor=10)
    after = open_page(host, RULES).text("id", "C32")

    assert before.endswith("House rules: Porbis, Paid on top of porbis")
    assert after.endswith("House rules, in the latest night: Porbis ₱30, Paid on top of porbis nothing")


def test_rules_that_the_latest_night_does_not_have_name_only_what_decides_them_l6(host: Client, club: Club) -> None:
    people.start_night(club=club)
    assert "House rules: Each king, " in open_page(host, RULES).text("id", "L6")
