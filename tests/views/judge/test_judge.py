"""Is this a win? Asked by anybody, without a session and without a role."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.cuajo.rules import PRESETS, rules_data
from scoring.models import Club, Membership, Role, SavedRules, Session
from tests import people
from tests.views.reading import Page, open_page, text_of

pytestmark = pytest.mark.django_db

WIN = "/judge/win/"
WORKED = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
BROKEN = {**WORKED, "hand": "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 11B"}
"""The worked hand with a horse in the place of its only king."""


def asked(browser: Client, **question: str) -> Page:
    """Ask the judge and return the answer."""
    return Page(browser.get(WIN, {**question, "asked": "1"}))


def test_stranger_finds_the_five_questions_and_no_way_into_the_club(client: Client, club: Club) -> None:
    page = open_page(client, "/judge/")
    links = [link.get("href") for link in page.root.iter("a") if link.get("class") == "list-link"]
    assert links == ["/judge/win/", "/judge/secret/", "/judge/claim/", "/judge/purro/", "/judge/extra/"]
    (nav,) = (element for element in page.root.iter("nav") if element.get("class") == "site-nav")
    assert text_of(nav) == "Judge Rules"


def test_win_is_drawn_and_accounted_for_line_by_line(client: Client) -> None:
    page = asked(client, **WORKED)
    assert text_of(page.find("data-amount")) == "0.90 from each opponent"
    account = next(table for table in page.root.iter("table") if table.get("class") == "account")
    assert [text_of(row) for row in account.iter("tr")] == [
        "Only the sowee condition met Sowee: 4 3 5 C28 0.70",
        "1 other king C26 0.20",
        "From each opponent 0.90",
    ]
    opened = [page.find("id", button.get("popovertarget")) for button in account.iter("button")]
    assert [text_of(sheet)[:24] for sheet in opened] == ["Rule C28 A bounit claime", "Rule C26 Each king of co"]
    assert page.items("data-conditions") == ("Bounit: not met", "Sowee: met 4 3 5")
    assert page.text("data-needs") == "Still needed for the bounit: 3"


def test_hand_that_does_not_split_says_strays_fixes_and_distance(client: Client) -> None:
    page = asked(client, **BROKEN)
    assert page.has("data-answer", "no-win")
    assert page.items("data-reasons") == ("Only 15 of the 16 cards lie in melds. C8",)
    assert page.text("data-strays") == "Left over: 11"
    assert page.text("data-distance") == "1 card away from a win."
    fixes = page.find("data-fixes")
    rows = [text_of(row) for row in fixes.iter("tr")]
    assert rows == [
        "Instead of any of these (copies unseen)",
        "11 1 (4) 3 (4) 4 (4) 5 (4) 10 (4) 12 (4) 12 (4) 12 (4) 12 (4)",
    ]


def test_card_that_would_do_it_leads_to_the_answer_with_it(client: Client) -> None:
    page = asked(client, **{**BROKEN, "bounit": "11B"})
    links = {text_of(link): link.get("href", "") for link in page.find("data-fixes").iter("a")}
    assert next(iter(links)) == "1 (4)"
    answer = open_page(client, WIN + links["10 (4)"])
    assert answer.has("data-answer", "win")
    assert "bounit 10" in answer.text("data-asked")


def test_hand_further_away_says_how_many_cards(client: Client) -> None:
    page = asked(client, **{**BROKEN, "hand": "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 11C 1B 4E 5B 11B"})
    assert page.text("data-distance") == "2 cards away from a win."
    assert page.text("data-fixes") == "No single other card makes it a win."
    headings = [text_of(heading) for heading in page.root.iter("h2")]
    assert "Would one card do it?" in headings
    assert "One card would do it" not in headings


def test_every_broken_rule_is_said_at_once(client: Client) -> None:
    king = {**BROKEN, "hand": BROKEN["hand"].replace("10E", "12E"), "bounit": "12E", "secrets": "1O"}
    page = asked(client, **king)
    codes = [item.get("data-code") for item in page.find("data-reasons").iter("li")]
    assert codes == ["not_a_win", "king_from_discards", "secret_not_in_hand"]


def test_question_that_lacks_something_says_everything_and_keeps_what_was_typed(client: Client) -> None:
    page = asked(client, hand="hari oros, joker", source="discard")
    assert page.status == 422
    assert page.find("name", "hand").get("value") == "hari oros, joker"
    assert page.notice().startswith("This cannot be answered yet. Sowee : The sowee decides what this win pays")
    assert {"#id_sowee", "#id_hand", "#id_bounit"} <= {link.get("href") for link in page.root.iter("a")}
    assert [page.text("id", f"id_{name}_error") for name in ("sowee", "hand", "bounit")] == [
        "The sowee decides what this win pays, and it is missing (C28).",
        "Not understood: “joker”. hari oros, joker Understood:",
        "The bounit, the card that won the hand, is missing.",
    ]


@pytest.mark.parametrize(
    ("hand", "acts"),
    [(people.WORKED_HAND, ["Another hand", "Keep the answer"]), (BROKEN["hand"], ["Another hand", "Change the cards"])],
)
def test_the_main_act_after_a_no_is_to_change_the_cards(client: Client, hand: str, acts: list[str]) -> None:
    page = asked(client, **{**WORKED, "hand": hand})
    dock = page.find("class", "dock-actions")
    assert [text_of(act) for act in dock] == acts
    (main,) = (each for each in page.root.iter() if "button-primary" in each.get("class", ""))
    assert text_of(main) == acts[-1]


def test_amounts_without_a_table_say_what_they_are_in(client: Client) -> None:
    said = "Amounts are in the currency of the table, before its stakes."
    assert asked(client, **WORKED).text("data-stakes") == said
    assert not asked(client, **BROKEN).has("data-stakes")


@pytest.mark.parametrize(
    ("question", "cards", "has_amounts"),
    [
        ("win", BROKEN, False),
        ("win", {**WORKED, "source": "dealt"}, True),
        ("secret", {"hand": "5O 5C 4E 4B"}, False),
        ("purro", {"hand": people.WORKED_HAND.removesuffix(" 12B")}, True),
        ("purro", {"hand": "1O 3C 5E 10B 12O 11C 4E 1B 3O 5C 10E 12B 11O 4C 1E"}, False),
    ],
)
def test_a_kept_answer_says_what_its_amounts_are_in_where_the_answer_does(
    client: Client, question: str, cards: dict[str, str], has_amounts: bool
) -> None:
    page = open_page(client, f"/judge/{question}/?{urlencode({**cards, 'asked': '1'})}")
    (form,) = page.forms(action=reverse("keep-verdict"))
    kept = open_page(client, client.post(reverse("keep-verdict"), form)["Location"])
    assert [each.has("data-stakes") for each in (page, kept)] == [has_amounts] * 2


def test_the_keys_of_a_secret_ask_for_its_cards(client: Client) -> None:
    assert open_page(client, "/judge/secret/").text("id", "verdict") == "0 of 4 Tap the cards laid down"
    assert open_page(client, WIN).text("id", "verdict") == "0 of 16 Tap a card, then its meld"


def test_words_of_three_languages_are_put_back_as_notation(client: Client) -> None:
    hand = people.WORKED_HAND.replace("12B", "hari bastos").replace(" ", ", ").replace("hari, ", "hari ")
    page = asked(client, **{**WORKED, "hand": hand, "bounit": "5 de bastos"})
    assert text_of(page.find("data-amount")) == "0.90 from each opponent"
    again = open_page(client, f"{WIN}?hand=rey de oros, king of cups")
    assert again.find("name", "hand").get("value") == "12O 12C"


def test_preset_decides_what_the_hand_pays(client: Client) -> None:
    porbis = {**WORKED, "hand": people.WORKED_HAND.replace("12B", "3B")}
    answers = [asked(client, **porbis, rules=name) for name in ("pagat", "family")]
    assert [text_of(answer.find("data-amount")) for answer in answers] == [
        "3.00 from each opponent",
        "4.10 from each opponent",
    ]


def test_club_rules_are_offered_to_its_phones_only(client: Client, host: Client, club: Club) -> None:
    rules = rules_data(rules=PRESETS["pagat"]) | {"sowee_condition": 90}
    saved = SavedRules.objects.create(
        club=club, game="cuajo", name="Tita's table", rules=rules, changed_at=people.EVENING
    )
    options = [
        [text_of(option) for option in open_page(browser, WIN).find("name", "rules").iter("option")]
        for browser in (client, host)
    ]
    assert options[1] == [*options[0], "Tita's table"]
    own = asked(host, **WORKED, rules=str(saved.public_id))
    assert text_of(own.find("data-amount")) == "1.10 from each opponent"
    assert asked(client, **WORKED, rules=str(saved.public_id)).status == 422


def test_phone_let_into_one_night_chooses_its_rules_and_none_that_the_club_keeps(
    host: Client, session: Session, club: Club
) -> None:
    SavedRules.objects.create(
        club=club, game="cuajo", name="Tita's table", rules=session.rules, changed_at=people.EVENING
    )
    later = people.start_night(club=club, rules={"preset": "pagat", "sowee_condition": 80})
    offered = {}
    for only in (None, session, later):
        Membership.objects.update(role=Role.VIEWER, session=only)
        options = open_page(host, WIN).find("name", "rules").iter("option")
        offered[only] = [str(option.get("value")) for option in options]
    night = ["session", *PRESETS]
    assert [offered[None][:-1], offered[session], offered[later]] == [night, night, night]
    Membership.objects.update(session=session)
    assert text_of(asked(host, **WORKED).find("data-amount")) == "₱0.90 from each opponent"


def test_live_verdict_follows_the_form(client: Client) -> None:
    live = client.get(reverse("judge-live"), WORKED)
    assert re.sub(r"<[^>]+>|\s", "", live.text).startswith("0.90peropponent")
    words = client.get(reverse("judge-live"), {"hand": "hari oros"})
    assert 'data-understood="hand" data-typed="hari oros" data-notation="12O"' in " ".join(words.text.split())


def test_single_house_rule_that_would_make_it_a_win_is_named(client: Client) -> None:
    page = asked(client, **{**WORKED, "source": "dealt"})
    codes = [item.get("data-code") for item in page.find("data-reasons").iter("li")]
    assert codes == ["dealt_win_not_allowed"]
    assert page.items("data-elsewhere") == (
        "Complete hand dealt to the dealer: wins as if drawn C34 1.30",
        "Family no By these rules a dealt complete hand does not win, the dealer must discard ( C34 ).",
        "Gamerules no By these rules a dealt complete hand does not win, the dealer must discard ( C34 ).",
        "Price list Do not compare the sums: a 1 is 1.00 in these rules, 0.01 in those above, so they are played at "
        "other stakes 530.00 The amount, line by line "
        "Start price: exactly one king L5 500.00 1 king L6 5.00 1 meld of three aces L6 5.00 "
        "1 card like the sowee L6 20.00",
    )


def test_presets_that_pay_another_amount_are_named(client: Client) -> None:
    porbis = {**WORKED, "hand": people.WORKED_HAND.replace("12B", "3B")}
    assert asked(client, **porbis).items("data-elsewhere") == (
        "Family 4.10 The amount, line by line Porbis: no king C32 3.00 Both conditions met C28 1.10",
        "Gamerules 3.00 The amount, line by line Porbis: no king C32 3.00",
        "Price list no By these rules a discard cannot be the winning card ( C15 ).",
    )


def test_fifteen_cards_lead_to_the_question_of_purro(client: Client) -> None:
    page = asked(client, **{**WORKED, "hand": people.WORKED_HAND.removesuffix(" 12B")})
    link = page.find("data-other-question")
    assert text_of(link) == "What am I waiting for?"
    purro = open_page(client, link.get("href") or "")
    assert purro.find("name", "hand").get("value") == people.WORKED_HAND.removesuffix(" 12B")


def test_split_that_pays_less_is_shown_beside_the_best(client: Client) -> None:
    hand = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3O 4O 5O"
    page = asked(client, hand=hand, bounit="5O", source="self_drawn")
    assert text_of(page.find("data-amount")) == "3.00 from each opponent"
    assert "1.60 : Bounit drawn from the stock ( C27 ), 1 king of coins ( C26 )" in page.text("data-others")


def test_phones_of_the_club_judge_by_their_latest_session_first(client: Client, host: Client, club: Club) -> None:
    people.start_night(club=club, rules={"preset": "pagat", "sowee_condition": 80})
    options = [text_of(option) for option in open_page(host, WIN).find("name", "rules").iter("option")]
    assert options[0] == "Latest night"
    answers = [asked(browser, **WORKED) for browser in (host, client)]
    assert [text_of(answer.find("data-amount")) for answer in answers] == [
        "₱1.00 from each opponent",
        "0.90 from each opponent",
    ]
    heads = [answer.text("data-asked") for answer in answers]
    assert [head.startswith("Rules: Pagat with changes") for head in heads] == [True, False]


def test_who_may_take_a_card_explains_purro_in_place(host: Client) -> None:
    page = open_page(host, reverse("game-question", args=["cuajo", "claim"]))
    assert "purro" in page.text("class", "words-asked")


def test_cards_are_typed_in_the_order_of_a_recorded_hand(client: Client) -> None:
    page = Page(client.get("/judge/win/"))
    (typed,) = (each for each in page.root.iter("details") if each.get("data-typed") is not None)
    assert [box.get("name") for box in typed.iter("input")] == ["hand", "bounit", "sowee", "secrets", "extra"]
