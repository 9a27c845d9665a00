"""What anybody may ask the judge: answers, problems beside their fields, and links that lead on."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.cuajo.rules import PRESETS
from scoring.games.cuajo.table_state import TapKind
from scoring.games.house_rules import profile_data
from scoring.models import Club, Membership, Role, SavedRules, Session
from scoring.operations.table.companion import note_tap
from scoring.operations.table.undoing import raise_dispute
from scoring.queries.table.companion import Tap, companion_of
from scoring.queries.table.night import night_of
from tests import people
from tests.api.programs import Program
from tests.views.reading import Page, amounts, open_page, refusal, text_of

pytestmark = pytest.mark.django_db

WORKED = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
"""A win that pays 90."""
BROKEN = {**WORKED, "hand": people.WORKED_HAND.replace("12B", "11B")}
"""A horse in the place of its only king."""
FIFTEEN = people.WORKED_HAND.removesuffix(" 12B")
LONG = "1O " * 60_000
PORBIS = "1O 1C 1E 1B 3O 3C 3E 3B 4O 4C 4E 4B 5O 5C 5E 5B"
WAITING = "3O 4O 5O 1O 1C 1E 3C 3E 3B 10O 10C 10E 11C 12O 12C"


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


def test_a_win_is_accounted_for_line_by_line_with_the_rules_beside(client: Client) -> None:
    page = Page(ask(client, "win", **WORKED))
    assert (page.has("data-answer", "win"), paid(page)) == (True, "₱9")
    account = next(table for table in page.root.iter("table") if table.get("class") == "account")
    rows = [re.findall(r"\bC\d+|₱\d+", text_of(row)) for row in account.iter("tr")]
    assert rows == [["C28", "₱7"], ["C26", "₱2"], ["₱9"]]
    assert amounts(page.text("data-stakes")) == ("₱5",)
    sheets = [text_of(page.find("id", button.get("popovertarget"))) for button in account.iter("button")]
    assert [re.findall(r"\bC\d+", sheet)[0] for sheet in sheets] == ["C28", "C26"]


def test_a_hand_that_does_not_split_leads_to_the_wins_with_one_other_card(client: Client) -> None:
    response = ask(client, "win", **{**BROKEN, "bounit": "11B"})
    assert (refusal(response), Page(response).has("data-answer", "no-win")) == ((200, ("not_a_win",)), True)
    links = [link.get("href") for link in Page(response).find("data-fixes").iter("a")]
    assert open_page(client, f"/judge/win/{links[0]}").has("data-answer", "win")


@pytest.mark.parametrize(
    ("question", "entered", "status", "codes"),
    [
        ("win", {**BROKEN, "hand": BROKEN["hand"].replace("10E", "12E"), "bounit": "12E", "secrets": "1O"}, 200,
         ("king_from_discards", "not_a_win", "secret_not_in_hand")),
        ("win", {"hand": "hari oros, joker", "source": "discard"}, 422,
         ("bounit:bounit_missing", "hand:unknown_card", "sowee:sowee_missing")),
        ("extra", {**WORKED, "rules": "pricelist"}, 422, ("rules:no_extra_cards",)),
        ("claim", {"completes_2": "on"}, 422, ("how:missing_field",)),
        ("purro", {"hand": "1O 1O 1O 1O 1O 3C 3C 3C 4E 4E 4E 5B 5B 5B 99X"}, 422, ("hand:unknown_card",)),
    ],
)  # fmt: skip
def test_all_that_speaks_against_an_answer_is_said_at_once(
    client: Client, question: str, entered: dict[str, str], status: int, codes: tuple[str, ...]
) -> None:
    assert refusal(ask(client, question, **entered)) == (status, codes)


def test_a_win_that_rests_on_a_ruling_names_the_house_rule_that_says_otherwise_c32(client: Client) -> None:
    porbis = {"hand": PORBIS.replace("1B", "10B").replace("5B", "11B").replace("3B", "12B"), "bounit": "12B"}
    page = Page(ask(client, "win", **porbis, source="self_drawn"))
    assert re.findall(r"\bC\d+", page.text("data-rulings"))[0] == "C32"


def test_cards_turned_are_typed_all_on_one_page_c31(client: Client) -> None:
    keys = Page(ask(client, "extra", **WORKED)).find("data-turn").get("href") or ""
    (form,) = open_page(client, keys).forms(action="/judge/extra/")
    turned = Page(client.get("/judge/extra/", {**form, "asked": "1", "extra": "3 bastos, 11C"}))
    assert turned.text("data-turned").split() == ["3", "11"]
    live = client.get(reverse("judge-live"), {"question": "extra", **WORKED, "extra": "3C"})
    assert live.context["chances"]["may_turn"] == 14


@pytest.mark.parametrize(
    ("lacks", "paid"), [({"sowee": ""}, ("₱4", "₱9")), ({"bounit": ""}, ("₱9", "₱13")), ({"source": ""}, ())]
)
def test_a_win_that_lacks_a_piece_is_told_first_with_what_it_may_pay(
    client: Client, lacks: dict[str, str], paid: tuple[str, ...]
) -> None:
    page = Page(ask(client, "win", **{**WORKED, **lacks}))
    sums = amounts(page.text("data-amount")) if page.has("data-amount") else ()
    assert (page.has("data-missing", *lacks), sums) == (True, paid)


@pytest.mark.parametrize(
    ("there", "field"), [("/judge/win/", "hand"), ("/judge/claim/", "card"), ("/games/khanhoo_qing/judge/win/", "hand")]
)
def test_cards_of_any_length_are_refused_shortly(client: Client, there: str, field: str) -> None:
    response = client.get(there, {field: LONG, "asked": "1"})
    assert (response.status_code, len(response.content) < 60_000) == (422, True)
    assert field in response.context["form"].errors


@pytest.mark.parametrize("hand", [LONG, ["joker"] * 15_000], ids=["text", "list"])
def test_programs_are_refused_cards_of_any_length_shortly(hand: object) -> None:
    answer = Program().post("verify/", {"game": "cuajo", "hand": hand, "source": "dealt"}, key="")
    assert (answer.status_code, len(answer.content) < 1_000) == (422, True)


def test_fifteen_cards_lead_to_purro_which_lists_each_wait_with_the_wins_it_leads_to(client: Client) -> None:
    link = Page(ask(client, "win", **{**WORKED, "hand": FIFTEEN})).find("data-other-question")
    assert open_page(client, link.get("href") or "").find("name", "hand").get("value") == FIFTEEN
    page = Page(ask(client, "purro", hand=WAITING, sowee="4B", extra="10C 10C"))
    found = [amounts(" ".join(row)) for row in page.rows("data-completed-by")]
    assert found == [("₱18", "₱13", "₱18", "₱13", "₱18"), ("₱18", "₱9", "₱18", "₱9", "₱18")]
    links = list(page.find("data-completed-by").iter("a"))
    assert [paid(open_page(client, link.get("href") or "")) for link in links] == [text_of(link) for link in links]


def test_rules_of_the_club_are_offered_to_its_phones_only(client: Client, host: Client, club: Club) -> None:
    rules = profile_data(profile=PRESETS["pagat"]) | {"sowee_condition": 90}
    saved = SavedRules.objects.create(club=club, game="cuajo", name="Ours", rules=rules, changed_at=people.EVENING)
    own = str(saved.public_id)
    assert each_pays(host, **WORKED, rules=own) == "₱11"
    assert refusal(ask(client, "win", **WORKED, rules=own)) == (422, ("rules:invalid_choice",))


def test_a_phone_of_one_night_chooses_its_rules_not_those_kept(host: Client, session: Session, club: Club) -> None:
    SavedRules.objects.create(club=club, game="cuajo", name="Ours", rules=session.rules, changed_at=people.EVENING)
    people.start_night(club=club, rules={"preset": "pagat", "sowee_condition": 80})
    assert each_pays(host, **WORKED) == "₱1.00"
    Membership.objects.update(role=Role.VIEWER, session=session)
    assert each_pays(host, **WORKED) == "₱0.90"
    own = str(SavedRules.objects.get().public_id)
    assert refusal(ask(host, "win", **WORKED, rules=own)) == (422, ("rules:invalid_choice",))


def test_the_live_verdict_follows_the_form_and_puts_words_back(client: Client) -> None:
    live = client.get(reverse("judge-live"), {**WORKED, "sowee": "4 oros"})
    assert (live.context["live"].verdict.per_opponent_cents, live.context["session"].stakes) == (90, 10)
    assert 'data-understood="sowee" data-typed="4 oros" data-notation="4O"' in " ".join(live.text.split())


def claimants(response: Any) -> list[tuple[int, bool, str]]:
    """Return who claims a card: the seat, whether it wins, and by which rules."""
    return [
        (each["seat"], each["wins"], " ".join(rule for ground in each["grounds"] for rule in ground["rules"]))
        for each in response.context["answer"]["claimants"]
    ]


def _players(page: Page) -> list[str]:
    panels = (element for element in page.root.iter("li") if element.get("data-player"))
    return [text_of(next(panel.iter("bdi"))) for panel in panels]


def test_players_of_a_night_are_asked_by_name_and_judged_by_its_rules(host: Client, client: Client, club: Club) -> None:
    rules = {"preset": "pricelist", "purro_required": True}
    night = people.start_night(club=club, rules=rules, names=("Ana", "Ben", "Carla"))
    form = f"/judge/claim/?session={night.public_id}"
    assert _players(open_page(host, form)) == ["Ana", "Ben", "Carla"]
    assert not {"Ana", "Ben", "Carla"} & set(_players(open_page(client, form)))
    ((seat, wins, grounds),) = claimants(ask(host, "claim", night, how="drawn", by="2", card="5B", completes_2="on"))
    assert (seat, wins, grounds.split()[-1]) == (2, False, "C24")
    assert refusal(ask(host, "claim", night, completes_2="on")) == (422, ("by:unknown_seat", "how:missing_field"))


def test_what_the_companion_was_told_is_filled_in(host: Client, session: Session) -> None:
    for what, seat in ((TapKind.DISCARD, 1), (TapKind.PURRO, 1), (TapKind.DRAW, 2)):
        seen = companion_of(session=session, night=night_of(session=session)).version
        note_tap(session=session, hand=1, seen=seen, tap=Tap(what=what, seat=seat))
        session.refresh_from_db()
    page = open_page(host, f"/judge/claim/?session={session.public_id}")
    (form,) = (form for form in page.forms(action="/judge/claim/") + page.forms() if "how" in form)
    assert form.items() >= {"how": "drawn", "by": "2", "standing__1": "purro", "standing__2": ""}.items()


@pytest.mark.parametrize("said", ["", "3"])
def test_other_house_rules_are_unfolded_where_one_is_said(client: Client, said: str) -> None:
    page = open_page(client, f"/games/khanhoo/judge/worth/?rule_packs={said}")
    assert ("open" in page.find("class", "folded").attrib) == bool(said)


def test_the_judge_at_a_table_names_its_sowee_and_leads_back(host: Client, session: Session) -> None:
    entry, seat = people.win(session), session.seats.get(number=people.BEN)
    raise_dispute(entry=entry, seat=seat, why="no draw", stamp=people.stamp())
    session.table = {"hand": 2, "sowee": "4O"}
    session.save()
    table, at = reverse("table", args=[session.public_id]), urlencode({"session": session.public_id})
    assert f"/judge/?{at}" in open_page(host, table).links()
    index, form = open_page(host, f"/judge/?{at}"), open_page(host, f"/judge/win/?{at}")
    assert [form.find("name", name).get("value") for name in ("sowee", "session")] == ["4O", str(session.public_id)]
    back = [table, f"{reverse('entry', args=[session.public_id, entry.number])}#objections"]
    assert [link.get("href") for link in index.find("data-way-back").iter("a")] == back
