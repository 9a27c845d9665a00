"""The page of the table: who stands where, what this hand knows, everything that was recorded."""

import re
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse

from scoring.models import ApiToken, Club, Membership, Role, Session
from scoring.operations.people.devices import change_place, revoke
from scoring.operations.sessions.chips import count_chips
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.payments import pay_free
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import Mistake, Order, SeatsCorrection, correct_seats
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.people.access import access_by
from tests import people
from tests.acts.before import agreed_tong, bens_win, bought, cash, closed, noted, secret, undone, win
from tests.acts.cases import Step
from tests.api.programs import token_for
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import Page, amounts, open_page, refusal, text_of


def url(name: str, session: Session, *more: object) -> str:
    return reverse(name, args=[session.public_id, *more])


def table(browser: Client, session: Session, query: str = "") -> Page:
    return open_page(browser, url("table", session) + query)


def standing(page: Page) -> dict[str, int]:
    """Return what everybody at the table stands at, in the order of their places."""
    seats = page.find("data-table").iter("article")
    return {str(seat.findtext(".//bdi")): int(seat.attrib["data-result"]) for seat in seats}


def dealer(page: Page) -> list[str]:
    """Return who is marked as the dealer."""
    seats = page.find("data-table").iter("article")
    return [
        str(seat.findtext(".//bdi"))
        for seat in seats
        if any("token-deals" in each.get("class", "") for each in seat.iter())
    ]


def moved(text: str) -> tuple[str, ...]:
    """Return the bare amounts in a text."""
    return tuple(re.findall(r"[+−]?\d+\.\d\d", text))


def partners(browser: Client, session: Session) -> tuple[list[tuple[tuple[str, ...], int]], bool]:
    """Return the sides with what each has, and whether that is shown."""
    state = browser.get(url("table", session)).context["state"]
    return [(side.players, side.result_cents) for side in state.partners], bool(state.sums)


def test_a_new_table_stands_at_zero_with_the_first_dealer_marked(host: Client, session: Session) -> None:
    page = table(host, session)

    assert standing(page) == {"Ana": 0, "Ben": 0, "Carla": 0, "Dan": 0}
    assert dealer(page) == ["Ana"]
    assert (page.has("data-ledger"), page.has("data-fingerprint"), page.has("data-differences")) == (False,) * 3
    assert {url("hand", session), url("quick-hand", session), url("sowee", session)} <= page.links()


def test_the_winner_deals_next_and_every_line_says_what_it_moved(host: Client, session: Session) -> None:
    people.win(session, winner=BEN)
    people.lay_secret(session, seat=CARLA)

    page = table(host, session)

    assert standing(page) == {"Ana": -90, "Ben": 130, "Carla": 10, "Dan": -50}
    assert dealer(page) == ["Ben"]
    assert partners(host, session) == ([(("Ana", "Carla"), -80), (("Ben", "Dan"), 80)], True)
    assert [moved(line) for line in page.items("data-ledger")] == [
        ("0.00", "−0.50", "+1.00", "−0.50", "1.00"),
        ("−0.90", "+1.80", "−0.90", "0.00", "1.80"),
    ]


@pytest.mark.parametrize(
    ("steps", "sides"),
    [
        ((win, ("Ana", "Carla", "Ben", "Dan")), ([(("Ana", "Ben"), 90), (("Carla", "Dan"), -90)], False)),
        ((win, ("Carla", "Ben", "Ana", "Dan")), ([(("Carla", "Ana"), 180), (("Ben", "Dan"), -180)], True)),
        ((("Ana", "Carla", "Ben", "Dan"), win), ([(("Ana", "Ben"), 180), (("Carla", "Dan"), -180)], True)),
    ],
    ids=["mixed", "kept", "changed first"],
)
def test_partners_have_a_sum_while_nobody_else_sat_beside_them(
    host: Client, session: Session, steps: tuple[Any, ...], sides: object
) -> None:
    for step in steps:
        step(session) if callable(step) else people.sit(session, *step)
    assert partners(host, session) == sides


def test_acts_of_the_newest_line_stand_open_and_those_of_older_lines_behind_their_dots(
    host: Client, session: Session
) -> None:
    people.win(session)
    people.lay_secret(session, seat=CARLA)

    acts = [part for part in table(host, session).root.iter() if "entry-more" in part.get("class", "")]

    assert [(part.tag, [link.get("href") for link in part.iter("a")]) for part in acts] == [
        ("div", [url("undo", session, 2), url("refund", session, 2)]),
        ("details", [url("undo", session, 1), url("correct", session, 1)]),
    ]


MANAGING = ("seats", "terms", "about", "switches")
MONEY = ("cash", "free-payment", "tong", "chips", "carry")
MENUS = {
    Role.HOST: (
        ("drawn-hand", "false-win", "table"),
        MONEY,
        MANAGING,
        ("phones", "watch", "table", "audit"),
        ("close",),
    ),
    Role.SCOREKEEPER: (
        ("drawn-hand", "false-win", "table"),
        MONEY,
        MANAGING[:-1],
        ("watch", "table", "audit"),
        ("close",),
    ),
    Role.PLAYER: (("cash",), ("watch", "audit")),
    Role.VIEWER: (("watch", "audit"),),
}


@pytest.mark.parametrize("role", MENUS)
def test_a_role_is_offered_what_it_may_do(session: Session, role: Role) -> None:
    page = table(people.browser_of(club=session.club, role=role), session)

    groups = (each for each in page.root.iter() if "menu-group" in each.get("class", "").split())
    links = ([link.get("href", "").partition("?")[0].partition("#")[0] for link in group.iter("a")] for group in groups)
    assert tuple(tuple(resolve(link).url_name if link else "table" for link in group) for group in links) == MENUS[role]
    records = role in (Role.HOST, Role.SCOREKEEPER)
    assert (page.has("id", "dock"), f"{url('seats', session)}#deals-next" in page.links()) == (records, records)


@pytest.mark.parametrize("when", [0, 24 * 60], ids=["the same day", "the next day"])
def test_a_line_that_was_taken_back_is_struck_and_both_lead_to_each_other(
    host: Client, session: Session, when: int
) -> None:
    undo(entry=people.win(session), reason="wrong winner", stamp=people.stamp(minutes=when))

    page = table(host, session)

    assert page.find("id", "line-1").get("class") == "entry entry-reversed"
    assert {"?page=1#line-1", "?page=1#line-2"} <= page.links()
    assert [moved(line)[:4] for line in page.items("data-ledger")] == [
        ("−1.80", "+0.90", "0.00", "+0.90"),
        ("+1.80", "−0.90", "0.00", "−0.90"),
    ]
    assert "wrong winner" in page.items("data-ledger")[0]
    assert open_page(host, url("entry", session, 1)).text("data-undone").endswith("wrong winner")


def test_pages_of_the_ledger_hold_twelve_lines_and_reversals_link_across_them(host: Client, session: Session) -> None:
    entry = people.win(session)
    for _ in range(12):
        people.draw(session)
    undo(entry=entry, reason="a slip", stamp=people.stamp())

    newest, oldest = table(host, session), table(host, session, "?page=2")

    assert len(newest.items("data-ledger")) == 12
    assert [line for line in oldest.ids() if line.startswith("line-")] == ["line-2", "line-1"]
    assert ("?page=2#line-1" in newest.links(), "?page=1#line-14" in oldest.links()) == (True, True)


def test_the_lines_of_the_night_are_drawn_beyond_the_first_page_and_there_only(host: Client, session: Session) -> None:
    for _ in range(13):
        people.win(session)
    newest, older = (host.get(f"{url('table', session)}?page={page}").text for page in (1, 2))
    (first,) = re.findall(r'<g class="chart-line chart-hue-0 chart-dash-0"><path\s+d="([^"]+)"', newest)
    assert (first.count("l"), "night-lines" in older) == (13, False)


@pytest.mark.parametrize("page", ["0", "-1", "x", "99", "9" * 30])
def test_a_page_that_is_not_there_is_the_nearest(host: Client, session: Session, page: str) -> None:
    people.draw(session)
    assert len(table(host, session, f"?page={page}").items("data-ledger")) == 1


@pytest.mark.parametrize("hands", [3, 40])
def test_the_number_of_queries_does_not_grow_with_the_ledger(host: Client, session: Session, hands: int) -> None:
    for _ in range(hands - 1):
        people.draw(session)
    people.win(session)

    with CaptureQueriesContext(connection) as queries:
        table(host, session)

    assert len(queries) == 12


@pytest.mark.parametrize(
    ("language", "written"), [("en", "10,000"), ("fil", "10,000"), ("es", "10\N{NO-BREAK SPACE}000"), ("ca", "10.000")]
)
def test_stakes_are_parted_as_amounts_are(host: Client, club: Club, language: str, written: str) -> None:
    night = people.start_night(club=club, stake_factor=10_000)
    host.cookies["language"] = language
    shown = host.get(url("table", night), headers={"accept-language": language}).text
    assert f"×\N{NO-BREAK SPACE}{written}" in shown


def test_a_night_for_points_shows_whole_points(host: Client, club: Club) -> None:
    night = people.start_night(club=club, currency="points")
    people.win(night)

    seats = table(host, night).items("data-table", tag="article")

    assert [re.findall(r"[+−]?\d+", seat) for seat in seats] == [["+180"], ["−90"], ["0"], ["−90"]]


def test_house_rules_that_differ_are_shown_in_the_money_of_the_table(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "family", "secret": 60, "extra_cards": 5}, stake_factor=10)

    differences = table(host, night).items("data-differences")

    assert [re.findall(r"₱?\d+(?:\.\d\d)?", each) for each in differences] == [["₱6.00", "₱5.00"], ["5", "0"]]


def test_a_closed_table_is_for_reading_only(host: Client, session: Session) -> None:
    people.win(session)
    people.close(session)

    page = table(host, session)

    assert standing(page) == {"Ana": 180, "Ben": -90, "Carla": 0, "Dan": -90}
    assert (dealer(page), page.has("id", "dock"), page.has("data-companion")) == ([], False, False)
    assert {url("settle", session), url("statement", session)} <= page.links()
    assert not {url("undo", session, 1), url("correct", session, 1)} & page.links()


def test_a_closed_table_asks_to_settle_only_what_is_left(host: Client, session: Session, club: Club) -> None:
    def is_asked(night: Session) -> bool:
        links = table(host, night).root.iter("a")
        (settle,) = (link for link in links if link.get("href") == url("settle", night))
        return "button-primary" in settle.get("class", "")

    points = people.start_night(club=club, currency="points")
    for night in (session, points):
        people.win(night)
        people.close(night)
    before = is_asked(session)
    for payer in (BEN, DAN):
        people.pay(session, payer=payer, payee=ANA, cents=90)

    assert (before, is_asked(session), is_asked(points)) == (True, False, False)
    assert host.get(url("table", session)).context["is_settled"]


def test_the_check_code_changes_with_every_line(host: Client, session: Session) -> None:
    codes = []
    for _ in range(2):
        people.draw(session)
        codes.append(table(host, session).text("data-fingerprint"))

    assert [len(code) for code in codes] == [9, 9]
    assert codes[0] != codes[1]


def test_seats_without_partners_show_no_sides(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partnerships": False}, names=("Ana", "Ben", "Eva"))
    people.lay_secret(night, seat=3)

    page = table(host, night)

    assert (standing(page), page.has("data-sides")) == ({"Ana": -50, "Ben": -50, "Eva": 100}, False)


@pytest.mark.parametrize(("holder", "nearest"), [(ANA, "Ana"), (CARLA, "Carla"), (DAN, "Dan")])
def test_a_players_own_seat_lies_nearest_with_the_others_as_they_sit(
    session: Session, holder: int, nearest: str
) -> None:
    phone = people.player_browser(session=session, seat=holder)
    around = re.findall(r'class="seat seat-(\d)".*?<bdi>(\w+)</bdi>', phone.get(url("table", session)).text, re.DOTALL)
    start = people.NAMES.index(nearest)
    assert [name for _place, name in sorted(around)] == [*people.NAMES[start:], *people.NAMES[:start]]


def test_who_comes_home_or_sits_out_stands_beside_the_table(host: Client, session: Session) -> None:
    people.win(session)
    people.sit(session, "Ana", "Eva", "Carla", "Dan")
    page = table(host, session)
    assert (standing(page), moved(page.text("data-sitting-out"))) == (
        {"Ana": 180, "Eva": 0, "Carla": 0, "Dan": -90},
        ("−0.90",),
    )


def paid(session: Session, payees: tuple[int, ...]) -> None:
    pay_free(payer=BEN, payees=payees, amount_cents=500, reason="side bet", **people.current(session))


def counted(session: Session, chips: dict[int, int], *, decides: bool = False) -> None:
    count_chips(counted=chips, decides=decides, **people.current(session))


def mended(session: Session) -> None:
    order, hand = Order(names=("Ana", "Carla", "Ben", "Dan")), session.entries.get(number=1).hand
    correction = SeatsCorrection(
        hand=hand, order=order, mistake=Mistake.PLACES, reason="sat so", expected_entry=session.entries.count()
    )
    correct_seats(correction=correction, stamp=people.stamp())


@pytest.mark.parametrize(
    ("before", "line", "told"),
    [
        ((cash,), 1, ["Ben", "Ana"]),
        ((lambda session: paid(session, (ANA,)),), 1, ["Ben", "Ana"]),
        ((lambda session: paid(session, (ANA, DAN)),), 1, ["Ben", "Ana", "Dan", "₱5.00"]),
        ((agreed_tong,), 1, ["₱0.20", "Carla"]),
        ((bought,), 1, ["₱10.00", "Ben", "Dan", "Ana"]),
        ((bought, lambda session: counted(session, {BEN: 1000, DAN: 1000})), 2, []),
        ((bought, lambda session: counted(session, {BEN: 1500, DAN: 500})), 2, ["Ben", "+₱5.00", "Dan", "−₱5.00"]),
        (
            (bought, lambda session: counted(session, {BEN: 900, DAN: 1100}, decides=True)),
            2,
            ["Ben", "−₱1.00", "Dan", "+₱1.00"],
        ),
        ((win, mended), 2, ["Ana", "Carla", "Ben", "Dan"]),
        ((lambda session: people.wait(session, "Eva"),), 1, ["Ana", "Ben", "Carla", "Dan", "Eva"]),
    ],
)
def test_a_line_names_who_and_how_much(
    host: Client, session: Session, before: tuple[Step, ...], line: int, told: list[str]
) -> None:
    for step in before:
        step(session)
    lines = {each.line.entry.number: each.words for each in host.get(url("table", session)).context["lines"]}
    assert re.findall(r"Ana|Ben|Carla|Dan|Eva|[+−]?₱\d+\.\d\d", lines[line]) == told


# The sowee


def shown_sowee(page: Page) -> list[str]:
    return [card.get("class", "") for card in page.find("data-sowee").iter("svg") if "card" in card.get("class", "")]


def test_the_whole_pack_is_offered_and_the_card_lies_on_the_table_until_the_next_hand(
    host: Client, session: Session
) -> None:
    keys = [key for key in open_page(host, url("sowee", session)).root.iter("button") if key.get("name") == "sowee"]
    assert len({key.get("value") for key in keys}) == 28
    shown = []
    for step in (noted("4O"), people.draw):
        step(session)
        shown.append(len(shown_sowee(table(host, session))))
    assert shown == [1, 0]


@pytest.mark.parametrize(("typed", "card"), [("hari oros", "12O"), ("3 of cups", "3C"), ("4o", "4O")])
def test_the_sowee_can_be_typed_in_words(host: Client, session: Session, typed: str, card: str) -> None:
    host.post(url("sowee", session), {"hand": "1", "sowee": typed})
    session.refresh_from_db()
    assert session.table["sowee"] == card


def test_an_empty_box_for_the_sowee_takes_nothing_off(host: Client, session: Session) -> None:
    noted("4O")(session)
    sent = {"hand": "1", "sowee": "", "expected_sowee": "4O"}
    assert refusal(host.post(url("sowee", session), sent | {"typed": "1"})) == (422, ("sowee:required",))
    assert host.post(url("sowee", session), sent).status_code == 302
    assert shown_sowee(table(host, session)) == []


def test_the_sowee_of_an_earlier_hand_changes_nothing(host: Client, session: Session) -> None:
    people.draw(session)

    response = host.post(url("sowee", session), {"hand": "1", "sowee": "4O"}, follow=True)

    assert [message.level_tag for message in response.context["messages"]] == ["warning"]
    session.refresh_from_db()
    assert session.table == {}


def test_two_phones_that_note_different_sowees_see_each_other(host: Client, session: Session) -> None:
    address = url("sowee", session)
    form = open_page(host, address).forms(action=address)[0]
    noted("4O")(session)

    again = Page(host.post(address, form | {"sowee": "5C"})).forms(action=address)[0]

    assert again["expected_sowee"] == "4O"
    assert host.post(address, again | {"sowee": "5C"}).status_code == 302
    session.refresh_from_db()
    assert session.table["sowee"] == "5C"


# What is shown right after a line was recorded


@pytest.mark.parametrize(
    ("before", "recorded", "lands"),
    [
        ((win,), "1", True),
        ((secret,), "1", True),
        ((win,), "0", False),
        ((win,), "2", False),
        ((win,), "", False),
        ((win,), "x", False),
        ((win, bens_win), "1", False),
        ((win, undone), "1", False),
        ((win, closed), "1", False),
    ],
)
def test_the_newest_line_lands_with_its_undo(
    host: Client, session: Session, before: tuple[Step, ...], recorded: str, lands: bool
) -> None:
    for step in before:
        step(session)
    page = table(host, session, f"?recorded={recorded}")
    assert page.has("data-landed") is lands
    if lands:
        assert [link.get("href") for link in page.find("data-landed").iter("a")] == [url("undo", session, 1)]


def test_who_only_watches_sees_nothing_land(session: Session) -> None:
    people.win(session)
    viewer = people.browser_of(club=session.club, role=Role.VIEWER)
    assert not table(viewer, session, "?recorded=1").has("data-landed")


def test_a_hand_says_what_each_paid_at_the_stakes_it_was_played_for(host: Client, session: Session) -> None:
    hand = people.win(session)
    change_terms(wanted=WantedTerms(stakes=5), reason="", **people.current(session))
    watched = open_page(host, url("watch", session)).text("data-last")
    act = people.win_act(session, winner=BEN)
    correction = correct_hand(entry=hand, act=act, reason="it was Ben", stamp=people.stamp())

    landing = table(host, session, f"?recorded={correction.number}").text("data-landing")

    assert (amounts(watched)[-1], amounts(landing)) == ("₱0.90", ("+₱1.80", "₱0.90"))


# Who wrote a line down


def test_a_line_says_which_phone_wrote_it_down_and_who_holds_that_now(host: Client, session: Session) -> None:
    ben = people.player_browser(session=session, seat=BEN)
    for browser in (ben, host):
        sent = {"key": str(people.stamp().key), "expected_entry": "0", "payer": "2", "payee": "1", "amount": "0.50"}
        browser.post(url("cash", session), sent | {"expected_entry": str(session.entries.count())})

    def names(number: int) -> list[str]:
        said = open_page(host, url("entry", session, number)).text("data-recorded")
        return re.findall(r"(Ana|Ben|Carla)(?:’|')?s?\b", said.partition(" · ")[2])

    assert (names(1), names(2)) == (["Ben", "Ben"], ["Ana"])
    place = Membership.objects.get(device__label="Ben's phone")
    carla = session.seats.get(number=CARLA).player
    change_place(device=place.device, access=replace(access_by(membership=place), player=carla), now=people.EVENING)
    assert names(1) == ["Ben", "Carla"]
    revoke(device=place.device, club=session.club, now=people.EVENING)
    assert names(1) == ["Ben", "Carla"]


def test_a_line_of_a_program_names_the_program_whoever_it_speaks_for(host: Client, session: Session) -> None:
    token_for(club=session.club, role=Role.PLAYER, player=session.seats.get(number=BEN).player)
    token = ApiToken.objects.get()
    stamp = people.stamp(device=token.device)
    hand_over_early(session=session, payer=ANA, payee=BEN, amount_cents=50, stamp=stamp)

    said = open_page(host, url("entry", session, 1)).text("data-recorded")

    assert (token.device.label in said, "Ben" in said) == (True, False)


# Words that open with their meaning


def opening(page: Page) -> list[str]:
    """Return the rules of the words that open."""
    sheets = [sheet for sheet in page.root.iter("span") if sheet.get("class") == "word-sheet"]
    return [_rule_of(sheet) for sheet in sheets]


def _rule_of(sheet: Element) -> str:
    (link,) = sheet.iter("a")
    assert len(text_of(sheet)) > 10
    return link.get("href", "").partition("#")[2]


@pytest.mark.parametrize(
    ("name", "given", "rules"),
    [
        ("hand", (), ["C8", "C12", "C6"]),
        ("quick-hand", (), ["C8", "C12", "C7", "C32"]),
        ("sowee", (), ["C12", "C8"]),
        ("secret", (BEN,), ["C6"]),
        ("table", (), ["C12", "C8"]),
    ],
)
def test_the_words_of_cuajo_open_where_they_are_asked_for(
    host: Client, session: Session, name: str, given: tuple[int, ...], rules: list[str]
) -> None:
    assert opening(open_page(host, url(name, session, *given))) == rules


def test_another_game_has_its_own_words(host: Client, club: Club) -> None:
    night = people.start_night(club=club, game="khanhoo", rules="wilkinson")
    assert opening(open_page(host, url("hand", night))) != []
