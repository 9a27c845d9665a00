"""What anybody may ask the judge: answers, problems beside their fields, and links that lead on."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.cuajo.judging.extra import extra_answer
from scoring.games.cuajo.rules import PRESETS, read_rules, rules_data
from scoring.games.offers import Tapped
from scoring.models import Club, Membership, Role, SavedRules, Session
from scoring.operations.table.companion import note_tap
from scoring.operations.table.disputes import raise_dispute
from scoring.queries.table.companion import Hand, Tap, companion_of
from scoring.queries.table.state import table_state
from tests import people
from tests.api.programs import Program
from tests.views.judge.asking import BROKEN, FIFTEEN, WORKED, address, ask, each_pays, paid
from tests.views.reading import Page, open_page, refusal, text_of

pytestmark = pytest.mark.django_db

LONG = "1O " * 60_000
WAITING = "3O 4O 5O 1O 1C 1E 3C 3E 3B 10O 10C 10E 11C 12O 12C"
PORBIS = "1O 1C 1E 1B 3O 3C 3E 3B 4O 4C 4E 4B 5O 5C 5E 5B"


def test_a_stranger_finds_the_five_questions_and_no_way_into_the_club(client: Client, club: Club) -> None:
    page = open_page(client, "/judge/")
    links = [link.get("href") for link in page.root.iter("a") if link.get("class") == "list-link"]
    assert links == [f"/judge/{question}/" for question in ("win", "secret", "claim", "purro", "extra")]
    (nav,) = (element for element in page.root.iter("nav") if element.get("class") == "site-nav")
    assert [link.get("href") for link in nav.iter("a")] == ["/judge/", "/games/cuajo/rules/"]


def test_a_win_is_accounted_for_line_by_line_with_the_rules_beside(client: Client) -> None:
    page = Page(ask(client, "win", **WORKED))
    assert (page.has("data-answer", "win"), paid(page)) == (True, "0.90")
    account = next(table for table in page.root.iter("table") if table.get("class") == "account")
    rows = [re.findall(r"\bC\d+|\d\.\d\d", text_of(row)) for row in account.iter("tr")]
    assert rows == [["C28", "0.70"], ["C26", "0.20"], ["0.90"]]
    sheets = [page.find("id", button.get("popovertarget")) for button in account.iter("button")]
    assert [re.findall(r"\bC\d+", text_of(sheet))[0] for sheet in sheets] == ["C28", "C26"]


def test_a_hand_that_does_not_split_says_strays_and_the_cards_that_would_do_it(client: Client) -> None:
    response = ask(client, "win", **{**BROKEN, "bounit": "11B"})
    page, near = Page(response), response.context["answer"]["near_miss"]
    assert refusal(response) == (200, ("not_a_win",))
    assert (page.has("data-answer", "no-win"), near["strays"], near["distance"]) == (True, ["11B"], 1)
    links = {text_of(link): link.get("href", "") for link in page.find("data-fixes").iter("a")}
    assert list(links)[:5] == ["1 (4)", "3 (4)", "4 (4)", "5 (4)", "10 (4)"]
    answer = open_page(client, f"/judge/win/{links['10 (4)']}")
    assert (answer.has("data-answer", "win"), answer.text("data-asked").count("10")) == (True, 1)


def test_a_hand_further_away_has_no_card_that_would_do_it(client: Client) -> None:
    response = ask(client, "win", **{**BROKEN, "hand": "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 11C 1B 4E 5B 11B"})
    assert response.context["answer"]["near_miss"]["distance"] == 2
    assert not list(Page(response).find("data-fixes").iter("a"))


@pytest.mark.parametrize(
    ("question", "entered", "status", "codes"),
    [
        ("win", {**BROKEN, "hand": BROKEN["hand"].replace("10E", "12E"), "bounit": "12E", "secrets": "1O"}, 200,
         ("king_from_discards", "not_a_win", "secret_not_in_hand")),
        ("win", {**WORKED, "source": "dealt"}, 200, ("dealt_win_not_allowed",)),
        ("win", {"hand": "hari oros, joker", "source": "discard"}, 422,
         ("bounit:bounit_missing", "hand:unknown_card", "sowee:sowee_missing")),
        ("purro", {"hand": f"{WAITING} 1B"}, 422, ("hand:wrong_card_count",)),
        ("extra", {**WORKED, "rules": "pricelist"}, 422, ("rules:no_extra_cards",)),
        ("extra", {"hand": PORBIS.replace("5B", "11E"), "bounit": "1O", "sowee": "11B"}, 422, ("hand:not_a_win",)),
        ("claim", {"completes_2": "on"}, 422, ("how:missing_field",)),
    ],
)  # fmt: skip
def test_all_that_speaks_against_an_answer_is_said_at_once(
    client: Client, question: str, entered: dict[str, str], status: int, codes: tuple[str, ...]
) -> None:
    assert refusal(ask(client, question, **entered)) == (status, codes)


def test_what_was_typed_stays_and_each_problem_leads_to_its_field(client: Client) -> None:
    page = Page(ask(client, "win", hand="hari oros, joker", source="discard"))
    assert page.find("name", "hand").get("value") == "hari oros, joker"
    assert {"#id_sowee", "#id_hand", "#id_bounit"} <= {link.get("href") for link in page.root.iter("a")}


@pytest.mark.parametrize(
    ("question", "field"), [("win", "hand"), ("purro", "extra"), ("claim", "card"), ("khanhoo_qing", "hand")]
)
def test_cards_of_any_length_are_refused_shortly(client: Client, question: str, field: str) -> None:
    there = f"/judge/{question}/" if question in ("win", "purro", "claim") else f"/games/{question}/judge/win/"
    response = client.get(there, {field: LONG, "asked": "1"})
    assert (response.status_code, len(response.content) < 60_000) == (422, True)
    assert field in response.context["form"].errors


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("", {"game": "cuajo", "hand": LONG, "source": "dealt"}),
        ("", {"game": "cuajo", "hand": ["joker"] * 15_000, "source": "dealt"}),
        ("waits/", {"hand": "1O", "sowee": LONG}),
    ],
)
def test_programs_are_refused_cards_of_any_length_shortly(path: str, content: dict[str, object]) -> None:
    answer = Program().post(f"verify/{path}", content, key="")
    assert (answer.status_code, len(answer.content) < 1_000) == (422, True)


@pytest.mark.parametrize(("hand", "main"), [(WORKED["hand"], "button"), (BROKEN["hand"], "a")])
def test_the_main_act_is_to_keep_a_yes_and_to_change_the_cards_after_a_no(client: Client, hand: str, main: str) -> None:
    page = Page(ask(client, "win", **{**WORKED, "hand": hand}))
    *_, last = page.find("class", "dock-actions")
    assert last.tag == main
    assert len([each for each in page.root.iter() if "button-primary" in each.get("class", "")]) == 1


@pytest.mark.parametrize("rules", ["family", "pricelist"])
def test_rules_without_extra_cards_say_so_before_and_after_the_cards_are_entered(client: Client, rules: str) -> None:
    assert open_page(client, f"/judge/extra/?rules={rules}").has("data-none")
    assert not open_page(client, "/judge/extra/").has("data-none")


def test_words_are_put_back_as_notation(client: Client) -> None:
    hand = people.WORKED_HAND.replace("12B", "hari bastos")
    assert each_pays(client, **{**WORKED, "hand": hand, "bounit": "5 de bastos"}) == "0.90"
    again = Page(client.get("/judge/win/", {"hand": "hari oros, rey copas"}))
    assert again.find("name", "hand").get("value") == "12O 12C"


def test_a_preset_decides_what_the_hand_pays_and_others_are_told_beside(client: Client) -> None:
    porbis = {**WORKED, "hand": people.WORKED_HAND.replace("12B", "3B")}
    assert [each_pays(client, **porbis, rules=name) for name in ("pagat", "family")] == ["3.00", "4.10"]
    others = Page(ask(client, "win", **porbis)).find("data-elsewhere")
    found = {item.get("data-preset"): re.findall(r"\d\.\d\d|C\d+", text_of(item)) for item in others}
    assert found == {
        "family": ["4.10", "C32", "3.00", "C28", "1.10"],
        "gamerules": ["3.00", "C32", "3.00"],
        "pricelist": ["C15"],
    }


def test_a_single_house_rule_that_would_make_it_a_win_is_named(client: Client) -> None:
    first, *others = Page(ask(client, "win", **{**WORKED, "source": "dealt"})).items("data-elsewhere")
    assert re.findall(r"C34|\d\.\d\d", first) == ["C34", "1.30"]
    assert len(others) == 3


def test_a_split_that_pays_less_is_shown_beside_the_best(client: Client) -> None:
    hand = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3O 4O 5O"
    page = Page(ask(client, "win", hand=hand, bounit="5O", source="self_drawn"))
    assert paid(page) == "3.00"
    assert re.findall(r"\d\.\d\d|C\d+", page.text("data-others")) == ["C11", "1.60", "C27", "C26"]


def test_fifteen_cards_lead_to_the_question_of_purro(client: Client) -> None:
    link = Page(ask(client, "win", **{**WORKED, "hand": FIFTEEN})).find("data-other-question")
    purro = open_page(client, link.get("href") or "")
    assert purro.find("name", "hand").get("value") == FIFTEEN


def test_purro_lists_each_wait_whose_amounts_open_the_wins_they_come_from(client: Client) -> None:
    page = Page(ask(client, "purro", hand=WAITING, sowee="4B", extra="10C 10C"))
    assert page.has("data-answer", "purro")
    rows = [
        (row[0], row[1], *(re.findall(r"\d\.\d\d", cell) for cell in row[2:])) for row in page.rows("data-completed-by")
    ]
    assert rows == [
        ("10", "1", ["1.80"], ["1.30", "1.80"], ["1.30", "1.80"]),
        ("10", "4", ["1.80"], ["0.90", "1.80"], ["0.90", "1.80"]),
    ]
    links = list(page.find("data-completed-by").iter("a"))
    assert [text_of(link) for link in links] == ["1.80", "1.30", "1.30", "1.80", "0.90", "0.90"]
    assert [paid(open_page(client, link.get("href") or "")) for link in links] == [text_of(link) for link in links]


def test_a_wait_that_lays_the_three_like_the_sowee_opens_the_win_with_them_laid(host: Client, club: Club) -> None:
    people.start_night(club=club, rules={"preset": "pagat", "sowee_three_must_be_laid": True})
    fifteen = "4C 4C 12O 12E 12B 1O 1C 1E 3O 3C 3E 10O 10C 10E 12C"
    page = Page(ask(host, "purro", hand=fifteen, sowee="4C", rules="session"))
    own = next(page.find("data-completed-by").iter("a"))
    win = open_page(host, own.get("href") or "")
    assert paid(win) == text_of(own)
    assert "secrets=4C" in (own.get("href") or "")


def test_a_hand_that_is_not_purro_says_how_far_it_is(client: Client) -> None:
    response = ask(client, "purro", hand=WAITING.replace("10O 10C 10E", "5C 4E 10B"), sowee="4B")
    assert (Page(response).has("data-answer", "not-purro"), response.context["answer"]["away"]) == (True, 3)


def test_purro_by_the_price_list_pays_prices_and_no_discard(client: Client) -> None:
    hand = "3O 3O 3O 1O 1C 1E 4C 4C 4C 10O 11O 12O 5B 5B 12C"
    page = Page(ask(client, "purro", hand=hand, sowee="5E", rules="pricelist"))
    assert page.rows("data-completed-by") == (("5", "2", "285.00", "285.00", "–"),)
    assert "C15" in page.text("data-problem")


@pytest.mark.parametrize(
    ("entered", "needs", "links", "endings"),
    [
        ({"stock": "20"}, {"bounit": ["3"]}, 28, [("50.3", "1.10"), ("49.7", "0.70")]),
        ({"extra": "12O 3B"}, {}, 0, [("100.0", "1.10")]),
        ({"rules": "family"}, None, 0, None),
        ({"hand": PORBIS, "bounit": "1O", "sowee": "11B"}, {}, 0, [("100.0", "3.00")]),
    ],
    ids=["go on", "both hold", "not allowed", "C32"],
)
def test_extra_cards_go_on_while_something_is_needed_and_may_be_turned(
    client: Client, entered: dict[str, str], needs: Any, links: int, endings: Any
) -> None:
    page = Page(ask(client, "extra", **{**WORKED, **entered}))
    assert page.has("data-needs") is (needs != {})
    turned = list(page.find("data-turn").iter("a")) if page.has("data-turn") else []
    assert len(turned) == links
    if endings:
        rows = [re.findall(r"(\d+\.\d) %.*?(\d\.\d\d)", " ".join(row)) for row in page.rows("data-endings")]
        assert [found[0] for found in rows] == endings


def test_c32_extra_cards_matter_where_porbis_adds_the_conditions() -> None:
    house = read_rules(value={"preset": "pagat", "porbis_adds": "all"})
    told: Any = extra_answer({"hand": PORBIS, "bounit": "1O", "sowee": "11B"}, house).data()
    assert [(ending["name"], ending["cents"]) for ending in told["endings"]] == [("both", 410), ("only_bounit", 360)]


def test_keypad_offers_pongs_by_the_price_list_only(client: Client) -> None:
    pages = [client.get("/judge/win/", {"rules": rules}).text for rules in ("pagat", "pricelist")]
    assert ['["3O", "3O", "3O"]' in page for page in pages] == [False, True]


@pytest.mark.parametrize(
    ("secrets", "status"), [("apat na 3O, 3 oros", 422), ("3O 3 oros tres oros 3 of coins", 200), ("3O", 200)]
)
def test_a_laid_secret_may_be_typed_card_by_card(client: Client, secrets: str, status: int) -> None:
    hand = "3O 3O 3O 3O 1O 1C 1E 4O 4C 4E 10O 11O 12O 5B 5O 5C"
    assert ask(client, "win", hand=hand, bounit="5B", source="self_drawn", secrets=secrets).status_code == status


@pytest.mark.parametrize(("three", "answer"), [("1O 1C 1E", "no-win"), ("11O 11O 11O", "win")])
def test_c10_three_cards_like_the_sowee_laid_as_a_secret_are_judged(client: Client, three: str, answer: str) -> None:
    hand = f"11C 11E 11B {three} 3O 3C 3E 4O 4C 4E 5O 5C 5E 12B"
    laid = three.rsplit(maxsplit=1)[-1]
    assert Page(ask(client, "win", hand=hand, bounit="5E", source="claimed", secrets=laid, sowee=laid)).has(
        "data-answer", answer
    )


def test_rules_of_the_club_are_offered_to_its_phones_only(client: Client, host: Client, club: Club) -> None:
    rules = rules_data(rules=PRESETS["pagat"]) | {"sowee_condition": 90}
    saved = SavedRules.objects.create(
        club=club, game="cuajo", name="Tita's table", rules=rules, changed_at=people.EVENING
    )
    own = str(saved.public_id)
    assert [_choices(browser) for browser in (client, host)] == [[*PRESETS], [*PRESETS, own]]
    assert each_pays(host, **WORKED, rules=own) == "1.10"
    assert refusal(ask(client, "win", **WORKED, rules=own)) == (422, ("rules:invalid_choice",))


def _choices(browser: Client) -> list[str | None]:
    return [option.get("value") for option in open_page(browser, "/judge/win/").find("name", "rules").iter("option")]


def test_a_phone_let_into_one_night_chooses_its_rules_and_none_that_the_club_keeps(
    host: Client, session: Session, club: Club
) -> None:
    SavedRules.objects.create(club=club, game="cuajo", name="Ours", rules=session.rules, changed_at=people.EVENING)
    later = people.start_night(club=club, rules={"preset": "pagat", "sowee_condition": 80})
    for only in (session, later):
        Membership.objects.update(role=Role.VIEWER, session=only)
        assert _choices(host) == ["session", *PRESETS]
    Membership.objects.update(session=session)
    assert each_pays(host, **WORKED) == "₱0.90"


def test_phones_of_the_club_judge_by_their_latest_night_first(client: Client, host: Client, club: Club) -> None:
    people.start_night(club=club, rules={"preset": "pagat", "sowee_condition": 80})
    assert _choices(host)[0] == "session"
    assert [each_pays(browser, **WORKED) for browser in (host, client)] == ["₱1.00", "0.90"]


def test_the_live_verdict_follows_the_form_and_puts_words_back(client: Client) -> None:
    live = client.get(reverse("judge-live"), {**WORKED, "sowee": "4 oros"})
    assert live.context["per_opponent_cents"] == 90
    assert 'data-understood="sowee" data-typed="4 oros" data-notation="4O"' in " ".join(live.text.split())


def test_cards_are_typed_in_the_order_of_a_recorded_hand(client: Client) -> None:
    page = open_page(client, "/judge/win/")
    (typed,) = (each for each in page.root.iter("details") if each.get("data-typed") is not None)
    assert [box.get("name") for box in typed.iter("input")] == ["hand", "bounit", "sowee", "secrets", "extra"]


# Whose card is it?


def claimants(response: Any) -> list[tuple[int, bool, list[str]]]:
    """Return who claims a card: the seat, whether it wins, and by which rules."""
    return [
        (each["seat"], each["wins"], [rule for ground in each["grounds"] for rule in ground["rules"]])
        for each in response.context["answer"]["claimants"]
    ]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (
            {"how": "drawn", "standing_2": "purro", "standing_3": "purro", "standing_4": "two_left",
             "completes_2": "on", "completes_3": "on", "completes_4": "on"},
            [(2, True, ["C21", "C22"]), (3, False, ["C22"]), (4, False, ["C23", "C21", "C24"])],
        ),
        (
            {"how": "discarded", "standing_2": "purro", "standing_3": "purro", "completes_3": "on"},
            [(3, False, ["C15", "C21"])],
        ),
        (
            {"how": "drawn", "card": "12O", "rules": "pricelist", "count": "5", "standing_3": "purro",
             "by_kings_2": "on", "completes_3": "on"},
            [(2, True, ["C21", "C22", "L4"]), (3, False, ["C22"])],
        ),
        ({"how": "drawn", "rules": "pricelist", "standing_2": "purro", "by_kings_2": "on"}, [(2, False, ["L4"])]),
    ],
)  # fmt: skip
def test_claimants_are_told_in_the_order_of_their_turns_with_the_rules(
    client: Client, asked: dict[str, str], expected: list[tuple[int, bool, list[str]]]
) -> None:
    response = ask(client, "claim", **{"card": "5B", **asked})
    assert [(seat, wins) for seat, wins, _ in claimants(response)] == [each[:2] for each in expected]
    assert [rules[: len(due)] for (_, _, rules), (_, _, due) in zip(claimants(response), expected, strict=True)] == [
        due for _, _, due in expected
    ]
    assert [item.get("data-seat") for item in Page(response).find("data-claimants")] == [
        str(each[0]) for each in expected
    ]


def test_small_rulings_answer_a_question_without_a_claimant(client: Client) -> None:
    page = Page(ask(client, "claim", how="discarded", card="12B", standing_4="two_left"))
    kinds = [item.get("data-ruling-of") for item in page.root.iter("li") if item.get("data-ruling-of")]
    assert kinds == ["show", "discard", "win", "win", "purro", "purro", "purro", "deal"]
    assert page.find("data-winner").get("data-winner") in ("", "None")
    assert re.findall(r"C\d+", page.text("data-ruling-of", "deal")) == ["C13", "C13", "C13", "C35"]


@pytest.mark.parametrize(
    ("how", "standing", "purro", "shows"),
    [
        ("drawn", {"standing_1": "two_left"}, False, True),
        ("drawn", {"standing_1": "one_left"}, False, True),
        ("discarded", {"standing_1": "one_left"}, False, False),
        ("discarded", {"standing_1": ""}, True, False),
        ("discarded", {"standing_2": "two_left"}, True, True),
        ("discarded", {"standing_2": "one_left"}, True, True),
    ],
)
def test_c23_penalty_turns_left_decide_about_purro_and_showing(
    client: Client, how: str, standing: dict[str, str], purro: bool, shows: bool
) -> None:
    answer = ask(client, "claim", how=how, **standing).context["answer"]
    assert (answer["purro"][0]["yes"], answer["show"]["yes"]) == (purro, shows)


@pytest.mark.parametrize("count", [2, 4, 6])
def test_the_form_asks_about_as_many_players_as_play(client: Client, count: int) -> None:
    assert len(_players(open_page(client, f"/judge/claim/?count={count}"))) == count


def _players(page: Page) -> list[str]:
    panels = (element for element in page.root.iter("li") if element.get("data-player"))
    return [text_of(next(panel.iter("bdi"))) for panel in panels]


def test_players_of_a_night_are_asked_about_by_name_and_judged_by_its_rules(
    host: Client, client: Client, club: Club
) -> None:
    rules = {"preset": "pricelist", "purro_required": True}
    night = people.start_night(club=club, rules=rules, names=("Ana", "Ben", "Carla"))
    form = f"/judge/claim/?session={night.public_id}"
    assert _players(open_page(host, form)) == ["Ana", "Ben", "Carla"]
    assert not {"Ana", "Ben", "Carla"} & set(_players(open_page(client, form)))
    response = ask(host, "claim", night, how="drawn", by="2", card="5B", completes_2="on")
    ((seat, wins, grounds),) = claimants(response)
    assert (seat, wins, grounds[-1]) == (2, False, "C24")
    assert "Ana" in Page(response).text("data-ruling-of", "deal")
    assert refusal(ask(host, "claim", night, completes_2="on")) == (422, ("by:unknown_seat", "how:missing_field"))


def test_what_the_companion_was_told_is_filled_in(host: Client, session: Session) -> None:
    for what, seat in ((Tapped.DISCARD, 1), (Tapped.PURRO, 1), (Tapped.DRAW, 2)):
        hand = Hand(number=1, dealer=1, seats=tuple(table_state(session=session).names))
        seen = companion_of(session=session, hand=hand).version
        note_tap(session=session, hand=1, seen=seen, tap=Tap(what=what, seat=seat))
        session.refresh_from_db()
    radios = open_page(host, f"/judge/claim/?session={session.public_id}").root.iter("input")
    chosen = {
        box.get("name"): box.get("value") for box in radios if box.get("type") == "radio" and "checked" in box.attrib
    }
    standings = {f"standing__{seat}": "purro" if seat == 1 else "" for seat in (1, 2, 3, 4)}
    assert chosen == {"how": "drawn", "by": "2", **standings}


def test_the_judge_at_a_table_leads_back_to_it_and_to_its_open_objections(host: Client, session: Session) -> None:
    entry, seat = people.win(session), session.seats.get(number=people.BEN)
    raise_dispute(entry=entry, seat=seat, why="no draw", stamp=people.stamp())
    back = [reverse("table", args=[session.public_id]), reverse("objections", args=[session.public_id, entry.number])]
    index = f"/judge/?session={session.public_id}"
    for page in (open_page(host, index), Page(ask(host, "claim", session, how="drawn", card="5B"))):
        assert [link.get("href") for link in page.find("data-way-back").iter("a")] == back


def test_the_judge_at_a_table_keeps_to_it_and_names_its_sowee(host: Client, session: Session) -> None:
    session.table = {"hand": 1, "sowee": "4O"}
    session.save()
    index, win = f"/judge/?session={session.public_id}", f"/judge/win/?session={session.public_id}"
    assert open_page(host, reverse("table", args=[session.public_id])).has("href", index)
    assert open_page(host, index).has("href", win)
    form = open_page(host, win)
    assert [form.find("name", name).get("value") for name in ("sowee", "session")] == ["4O", str(session.public_id)]


def test_a_secret_says_what_it_pays(client: Client) -> None:
    page = open_page(client, address("secret", hand="4C 4C 4C 12O", sowee="4C"))
    assert (page.has("data-answer", "secret"), paid(page)) == (True, "0.50")
