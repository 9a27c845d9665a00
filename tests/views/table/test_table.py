"""The page of the table: who stands where, what this hand knows, what was recorded; a practice night and hints."""

import re
from collections.abc import Iterable

import pytest
from django.test import Client
from django.urls import reverse

from scoring.forms.table.words import _WORDS
from scoring.ledger.kinds import KINDS, EntryKind
from scoring.models import Club, Role, Session
from scoring.operations.money.payments import count_chips, pay_free
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.nights import TermsChange, change_terms
from scoring.operations.table.undoing import undo
from scoring.queries.books.expected import _DUE
from tests import people
from tests.acts.before import agreed_tong, bens_win, bought, cash, closed, false_win, noted, secret, undone, win
from tests.acts.cases import Step
from tests.people import ANA, BEN, DAN
from tests.views.reading import Page, amounts, open_page, refusal, text_of, url

DIFFERENCES = ("₱2.70", "₱0.90", "₱0.90", "₱2.70")


def table(browser: Client, session: Session, query: str = "") -> Page:
    return open_page(browser, url("table", session) + query)


def standing(page: Page) -> dict[str, int]:
    seats = page.find("data-table").iter("article")
    return {str(seat.findtext(".//bdi")): int(seat.attrib["data-result"]) for seat in seats}


def moved(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[+−]?\d+\.\d\d", text))


def rows(page: Page, kind: str) -> list[tuple[str, ...]]:
    """Return the cells of the ledger's rows of a kind."""
    found = (row for row in page.find("data-ledger").iter("tr") if row.get("class") == f"{kind}-row")
    return [tuple(text_of(cell) for cell in row) for row in found]


@pytest.mark.parametrize("kind", EntryKind)
def test_every_kind_of_line_is_declared_told_and_checked(kind: EntryKind) -> None:
    checked = {EntryKind.HAND, *_DUE}  # a hand by its verdict
    assert (kind in KINDS, kind in _WORDS, kind in checked) == (True, True, True)


@pytest.mark.parametrize(("when", "days"), [(0, [[]]), (24 * 60, [["2"]])], ids=["the same day", "the next day"])
def test_a_line_that_was_taken_back_stands_under_the_hand_after_it(
    host: Client, session: Session, when: int, days: list[list[str]]
) -> None:
    undo(entry=people.win(session), reason="wrong winner", stamp=people.stamp(minutes=when))
    people.win(session, winner=BEN)
    page = table(host, session)
    assert [row[2:] for row in rows(page, "hand")] == [("−0.90", "+1.80", "−0.90", "0.00")]
    assert [re.findall(r"(?<![:\d])(\d) \S+ \d\d:", row[1]) for row in rows(page, "undone")] == days
    assert {"line-1", "line-2", "line-3"} <= {*page.ids()}
    assert open_page(host, url("entry", session, 1)).text("data-undone").endswith("wrong winner")


@pytest.mark.parametrize(("page", "numbers"), [("2", [2, 1]), ("99", [2, 1]), ("0", range(14, 2, -1))])
def test_twelve_rows_stand_on_a_page_in_the_order_of_play(
    host: Client, session: Session, page: str, numbers: Iterable[int]
) -> None:
    first = people.win(session)
    for _ in range(13):
        people.draw(session)
    correct_hand(entry=first, act=people.win_act(session, winner=BEN), reason="it was Ben", stamp=people.stamp())
    shown = table(host, session, f"?page={page}")
    assert [row[0] for row in rows(shown, "hand")] == [*map(str, numbers)]
    assert len(rows(shown, "undone")) == (page != "0")


def test_a_closed_table_is_for_reading_and_settling_only(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)
    page = table(host, session)
    for payer in (BEN, DAN):
        people.pay(session, payer=payer, payee=ANA, cents=90)
    assert standing(page) == {"Ana": 180, "Ben": -90, "Carla": 0, "Dan": -90}
    assert (page.has("id", "dock"), page.has("data-companion")) == (False, False)
    assert {url("settle", session), url("night", session)} <= page.links()
    assert not {url("undo", session, 1), url("correct", session, 1)} & page.links()
    news = Page(host.get(str(page.find("data-live").get("data-live"))))
    settling = [
        each for shown in (page, news) for each in shown.root.iter("a") if each.get("href") == url("settle", session)
    ]
    assert ["button-primary" in each.get("class", "") for each in settling] == [True, False]


def test_who_comes_home_or_sits_out_stands_beside_the_table(host: Client, session: Session) -> None:
    people.win(session)
    people.sit(session, "Ana", "Eva", "Carla", "Dan")
    page = table(host, session)
    assert standing(page) == {"Ana": 180, "Eva": 0, "Carla": 0, "Dan": -90}
    assert moved(page.text("data-sitting-out")) == ("−0.90",)


def bet_with(*payees: int) -> Step:
    return lambda session: pay_free(
        payer=BEN, payees=payees, amount_cents=500, reason="side bet", **people.current(session)
    )


def counted(ben: int, dan: int, *, decides: bool = False) -> Step:
    return lambda session: count_chips(counted={BEN: ben, DAN: dan}, decides=decides, **people.current(session))


def mended(session: Session) -> None:
    people.put_right(session.entries.get(number=1), "Ana", "Carla", "Ben", "Dan")


@pytest.mark.parametrize(
    ("before", "line", "told"),
    [
        ((cash,), 1, ["Ben", "Ana"]),
        ((bet_with(ANA),), 1, ["Ben", "Ana"]),
        ((bet_with(ANA, DAN),), 1, ["Ben", "Ana", "Dan", "₱5.00"]),
        ((agreed_tong,), 1, ["₱0.20", "Carla"]),
        ((bought,), 1, ["Ben", "Dan", "₱10.00", "Ana"]),
        ((bought, counted(1000, 1000)), 2, []),
        ((bought, counted(1500, 500)), 2, ["Ben", "+₱5.00", "Dan", "−₱5.00"]),
        ((bought, counted(900, 1100, decides=True)), 2, ["Ben", "−₱1.00", "Dan", "+₱1.00"]),
        ((win, mended), 2, ["Ana", "Carla", "Ben", "Dan"]),
        ((lambda session: people.wait(session, "Eva"),), 1, ["Ana", "Ben", "Carla", "Dan", "Eva"]),
    ],
)
def test_a_line_names_who_and_how_much(
    host: Client, session: Session, before: tuple[Step, ...], line: int, told: list[str]
) -> None:
    for step in before:
        step(session)
    shown = (row.shown for row in host.get(url("table", session)).context["page"].rows if row.shown)
    lines = {each.line.entry.number: each.words for each in shown}
    assert re.findall(r"Ana|Ben|Carla|Dan|Eva|[+−]?₱\d+\.\d\d", lines[line]) == told


def test_an_empty_box_for_the_sowee_takes_nothing_off(host: Client, session: Session) -> None:
    noted("4O")(session)
    sent = {"hand": "1", "sowee": "", "expected_sowee": "4O"}
    assert refusal(host.post(url("sowee", session), sent | {"typed": "1"})) == (422, ("sowee:required",))
    session.refresh_from_db()
    assert session.table["sowee"] == "4O"


def test_the_sowee_of_an_earlier_hand_changes_nothing(host: Client, session: Session) -> None:
    people.draw(session)
    response = host.post(url("sowee", session), {"hand": "1", "sowee": "4O"}, follow=True)
    session.refresh_from_db()
    assert ([each.level_tag for each in response.context["messages"]], session.table) == (["warning"], {})


@pytest.mark.parametrize(
    ("before", "recorded", "role", "undoes"),
    [
        ((win,), "1", Role.SCOREKEEPER, ["undo"]),
        ((win,), "1", Role.VIEWER, []),
        ((win,), "2", Role.SCOREKEEPER, []),
        ((win, bens_win), "1", Role.SCOREKEEPER, []),
        ((win, undone), "1", Role.SCOREKEEPER, []),
        ((win, closed), "1", Role.SCOREKEEPER, []),
        ((false_win,), "1", Role.SCOREKEEPER, ["undo"]),
        ((false_win, secret), "1", Role.SCOREKEEPER, []),
    ],
)
def test_the_newest_line_lands_with_its_undo(
    session: Session, before: tuple[Step, ...], recorded: str, role: Role, undoes: list[str]
) -> None:
    for step in before:
        step(session)
    page = table(people.browser_of(club=session.club, role=role), session, f"?recorded={recorded}")
    landed = [each for each in page.root.iter() if "data-landed" in each.attrib]
    links = [link.get("href") for each in landed for link in each.iter("a")]
    assert links == [url(name, session, 1) for name in undoes]


def test_a_win_lands_with_its_winning_meld_and_porbis_with_rays(host: Client, session: Session) -> None:
    found = []
    for number, act in enumerate(
        (people.WORKED_WIN, people.DECLARED_WIN | {"other_kings": 0, "porbis": True}), start=1
    ):
        people.record(session, act)
        landing = table(host, session, f"?recorded={number}").find("data-landing")
        cards = [each for each in landing.iter("svg") if "card" in each.get("class", "").split()]
        found.append((len(cards), "landing-rays" in landing.get("class", "")))
    assert found == [(3, False), (0, True)]


def test_a_hand_says_what_each_paid_at_the_stakes_it_was_played_for(host: Client, session: Session) -> None:
    hand = people.win(session)
    change_terms(wanted=TermsChange(stakes=5), reason="", **people.current(session))
    watched = open_page(host, url("watch", session)).text("data-last")
    act = people.win_act(session, winner=BEN)
    correction = correct_hand(entry=hand, act=act, reason="it was Ben", stamp=people.stamp())
    page = table(host, session, f"?recorded={correction.number}")
    landed = amounts(page.text("data-correction"))
    assert (amounts(watched)[-1], landed, page.has("data-landing")) == ("₱0.90", DIFFERENCES, False)
    assert url("undo", session, correction.number) in page.links()
    assert amounts(str(page.find("data-ledger").get("data-heard"))) == DIFFERENCES


def test_empty_club_offers_a_practice_night_that_counts_nowhere(host: Client, club: Club) -> None:
    (form,) = open_page(host, reverse("home")).forms(action=reverse("practise"))
    answers = [host.post(reverse("practise"), form)["Location"] for _ in range(2)]
    night = Session.objects.get()
    assert (answers, night.is_practice) == ([url("table", night)] * 2, True)
    assert [seat.player.name for seat in night.seats.order_by("number")] == [*people.NAMES]


def test_the_hints_are_shown_again_at_any_time_to_whoever_asks(host: Client, session: Session) -> None:
    people.win(session)
    address = url("table", session)
    shown, at = [], f"{address}?hint=1"
    while "hint=" in at:
        page = open_page(host, at)
        shown.append(page.find("data-hint").get("data-hint"))
        (form,) = page.forms(action=url("hints", session))
        at = host.post(url("hints", session), form | {"read": shown[-1]})["Location"]
    assert (shown, at) == (["1", "2", "3"], address)
