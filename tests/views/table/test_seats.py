"""Change seats on the pages, take turns, put the seats right late; who recorded what."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, EntryKind, Role, Ruling, Session
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.reversing import undo
from scoring.queries.table import hands, tables
from scoring.queries.table.seatings import seatings_of
from tests import people
from tests.views.reading import Page, open_page

type Form = dict[str, str]


def url(name: str, session: Session) -> str:
    return reverse(name, args=[session.public_id])


def places(*names: str, **more: str) -> Form:
    fields = {f"place_{place}": name for place, name in enumerate(names, start=1)}
    return {"key": str(uuid4()), "dealer": "", **fields, **more}


def newest(session: Session) -> str:
    return str(tables.last_entry_number(session=session))


def seats(session: Session, browser: Client, *names: str, **more: str) -> Page:
    form = places(*names, expected_entry=newest(session), **more)
    return Page(browser.post(url("seats", session), form, follow=True))


def test_seats_are_changed_and_the_table_shows_them_in_order(host: Client, session: Session) -> None:
    people.win(session)

    page = seats(session, host, "Ana", "Carla", "Ben", "Dan")

    assert page.items("data-table", tag="article") == (
        "Ana +1.80 won deals Secret",
        "Carla 0.00 Secret",
        "Ben −0.90 lost Secret",
        "Dan −0.90 lost Secret",
    )
    sides = ("Ana and Ben", "Carla and Dan")
    assert page.items("data-sides", tag="div")[1:] == sides, "no two won all that together"
    assert page.items("data-ledger")[0].startswith("Seats: Ana, Carla, Ben, Dan")


def test_partners_keep_their_sum_while_nobody_else_sits_beside_them(host: Client, session: Session) -> None:
    people.win(session)

    page = seats(session, host, "Ana", "Ben", "Carla", "Dan", dealer="4")
    assert page.items("data-sides", tag="div")[1:] == ("Ana and Carla +1.80 won", "Ben and Dan −1.80 lost")

    page = seats(session, host, "Carla", "Ben", "Ana", "Dan")
    assert page.items("data-sides", tag="div")[1:] == ("Carla and Ana +1.80 won", "Ben and Dan −1.80 lost")


def test_partners_of_seats_changed_before_anything_was_played_have_a_sum(host: Client, session: Session) -> None:
    seats(session, host, "Ana", "Carla", "Ben", "Dan")
    people.win(session)

    page = open_page(host, url("table", session))

    assert page.items("data-sides", tag="div")[1:] == ("Ana and Ben +1.80 won", "Carla and Dan −1.80 lost")


def test_somebody_comes_in_by_one_tap_and_the_other_sits_out(host: Client, session: Session) -> None:
    seats(session, host, "Eva", "Ben", "Carla", "Dan")
    page = open_page(host, url("seats", session))
    buttons = page.forms(action=url("swap-seats", session))
    assert [(form["comes"], form["goes"]) for form in buttons[:4]] == [("1", "5"), ("1", "2"), ("1", "3"), ("1", "4")]

    host.post(url("swap-seats", session), buttons[1])

    assert seatings_of(session=session).now.seats == (5, 1, 3, 4)
    table = open_page(host, url("table", session))
    assert table.items("data-sitting-out") == ("Ben sits out 0.00",)


def test_who_waited_and_goes_home_is_said_to_have_gone(host: Client, session: Session) -> None:
    people.wait(session, "Eva", "Fe")
    table = open_page(host, url("table", session))
    assert table.items("data-sitting-out") == ("Eva sits out 0.00", "Fe sits out 0.00")
    home = next(
        form
        for form in open_page(host, url("seats", session)).forms(action=url("swap-seats", session))
        if not form.get("goes")
    )

    table = Page(host.post(url("swap-seats", session), home, follow=True))

    assert table.items("class", "notices", tag="p") == ("Eva went home.",)
    assert table.items("data-sitting-out") == ("Eva went home 0.00", "Fe sits out 0.00")
    assert "Eva went home" in open_page(host, url("seats", session)).text("id", "main")
    assert "Eva went home" in open_page(host, url("watch", session)).text("data-results")


def test_who_deals_next_is_one_tap_on_a_name_and_the_ledger_says_only_that(host: Client, session: Session) -> None:
    page = open_page(host, url("seats", session))
    form = page.forms(action=url("seats", session))[0]

    page = Page(host.post(url("seats", session), form | {"dealer": "4"}, follow=True))

    assert page.items("class", "notices", tag="p") == ("Dan deals next.",)
    assert page.items("data-ledger")[0].startswith("Dan deals next ")
    assert hands.dealer(session=session) == people.DAN


def test_two_swap_places_by_a_button_and_the_dealer_stays(host: Client, session: Session) -> None:
    page = open_page(host, url("seats", session))
    buttons = page.forms(action=url("swap-seats", session))
    assert len(buttons) == 6

    page = Page(host.post(url("swap-seats", session), buttons[1], follow=True))

    assert seatings_of(session=session).now.seats == (3, 2, 1, 4)
    assert hands.dealer(session=session) == people.ANA
    assert page.items("class", "notices", tag="p") == ("The seats are changed. Ana deals next.",)
    assert page.items("data-ledger")[0].startswith("Seats: Carla, Ben, Ana, Dan ")


def test_a_dealer_named_after_seats_that_were_taken_back_is_told_against_those_before(
    host: Client, session: Session
) -> None:
    seats(session, host, "Ana", "Carla", "Ben", "Dan")
    undo(entry=session.entries.get(), reason="", stamp=people.stamp())
    page = seats(session, host, "Ana", "Ben", "Carla", "Dan", dealer="2")

    assert page.items("data-ledger")[0].startswith("Ben deals next ")
    assert page.items("data-ledger")[1].startswith("Seats: Ana, Carla, Ben, Dan. Undone. ")


def test_whoever_played_longest_is_marked_to_go_out(host: Client, session: Session) -> None:
    seats(session, host, "Eva", "Ben", "Carla", "Dan")
    page = open_page(host, url("seats", session))
    marked = [
        button.get("aria-label")
        for button in page.root.iter("button")
        if button.get("class") == "button button-primary" and button.get("aria-label")
    ]
    assert marked == ["Ana comes in for Ben"]


SAME_NAME = "Two seats have the same name. Give each player a name of their own."


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            ("Ana", "Ben", "Carla"),
            "With partners four play, not 3 (C16). For two, three, five or six players start a night in which "
            "everybody plays alone: by the price list, or with “Opposite players are partners” set to no.",
        ),
        (("Ana", "Ben", "Ana", "Dan"), SAME_NAME),
        (("Ana", "Ben", "Carla", "Dan"), "Everybody sits like this already. Change a name or who deals."),
    ],
)
def test_seats_that_cannot_be_are_refused_and_kept(
    host: Client, session: Session, names: tuple[str, ...], said: str
) -> None:
    page = seats(session, host, *names)

    assert (page.status, page.notice()) == (422, said)
    assert page.find("id", "id_place_1").get("value") == "Ana"
    assert session.entries.count() == 0


def test_a_dealer_on_an_empty_place_is_refused(host: Client, session: Session) -> None:
    page = seats(session, host, "Ana", "Ben", "Carla", dealer="4")
    assert (page.status, session.entries.count()) == (422, 0)


def test_seats_changed_on_another_phone_meanwhile_are_asked_again(host: Client, session: Session) -> None:
    form = places("Ana", "Carla", "Ben", "Dan", expected_entry="0")
    people.win(session)

    page = Page(host.post(url("seats", session), form))

    assert page.status == 409
    assert page.notice() == "Something was recorded meanwhile. Look at the seats again, then change them."
    assert page.find("id", "id_place_2").get("value") == "Carla"
    again = page.forms(action=url("seats", session))[-1]
    assert host.post(url("seats", session), again | {"dealer": ""}).status_code == 302


def mending(session: Session, **more: str) -> Form:
    fields = {"hand": "1", "mistake": "places", "reason": "sat otherwise", "step": "review"}
    return places("Ana", "Carla", "Ben", "Dan", expected_entry=newest(session), **{**fields, **more})


def test_every_amount_that_changes_is_shown_before_anything_is_recorded(host: Client, session: Session) -> None:
    people.win(session)
    people.win(session, winner=people.BEN)
    address = url("mend-seats", session)

    page = Page(host.post(address, mending(session)))

    assert page.items("data-moves") == (
        "Ana now +₱0.90 +₱1.80 won",
        "Ben now +₱0.90 +₱1.80 won",
        "Carla now −₱0.90 −₱1.80 lost",
        "Dan now −₱0.90 −₱1.80 lost",
    )
    assert page.items("data-lines")[0] == (
        "1 Hand 1: Ana won, taken from the discards Ana +1.80 Ben −0.90 Dan −0.90 Ana +1.80 Carla −0.90 Dan −0.90"
    )
    assert (session.entries.count(), people.balances(session)) == (2, (90, 90, -90, -90))


def test_points_that_change_are_shown_too(host: Client, club: Club) -> None:
    night = people.start_night(club=club, game="khanhoo", names=("Ana", "Ben", "Carla"), rules=None)
    act = {"out": 1, "melds": {"1": {"double_khanhoo": 1, "double_triplet": 1, "royal_group": 1}}}
    record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())
    form = mending(night, mistake="people") | {"place_1": "Eva", "place_2": "Ben", "place_3": "Carla"}

    page = Page(host.post(url("mend-seats", night), form | {"place_4": ""}))

    assert page.items("data-moves") == (
        "Ana now +34 points, ₱0.00 0 points ₱0.00",
        "Ben now 0 points, ₱0.00 0 points ₱0.00",
        "Carla now 0 points, ₱0.00 0 points ₱0.00",
        "Eva +34 points ₱0.00",
    )
    assert page.items("data-lines") == ("1 Hand 1: Eva went out with a full hand Ana +34 Eva +34",)


def test_the_seats_are_put_right_as_shown(host: Client, session: Session) -> None:
    people.win(session)
    address = url("mend-seats", session)
    (form,) = Page(host.post(address, mending(session))).forms()

    answers = [host.post(address, form | {"step": "record"}) for _ in range(2)]

    assert [answer.headers.get("Location") for answer in answers] == [url("table", session)] * 2
    assert people.balances(session) == (180, 0, -90, -90)
    kinds = [entry.kind for entry in session.entries.order_by("number")]
    assert kinds == [EntryKind.HAND, EntryKind.SEATING, EntryKind.REVERSAL, EntryKind.HAND]
    lines = open_page(host, url("table", session)).items("data-ledger")
    assert lines[2].startswith("Seats put right for earlier hands: Ana, Carla, Ben, Dan")


def test_going_back_from_the_preview_keeps_what_was_entered(host: Client, session: Session) -> None:
    people.win(session)
    page = Page(host.post(url("mend-seats", session), mending(session, step="edit")))

    assert page.find("id", "id_place_2").get("value") == "Carla"
    assert page.find("id", "id_reason").get("value") == "sat otherwise"


@pytest.mark.parametrize(("missing", "value"), [("reason", ""), ("mistake", ""), ("hand", "9")])
def test_what_is_missing_is_asked_for(host: Client, session: Session, missing: str, value: str) -> None:
    people.win(session)
    assert Page(host.post(url("mend-seats", session), mending(session, **{missing: value}))).status == 422


def test_a_winner_who_did_not_sit_there_is_told(host: Client, session: Session) -> None:
    people.win(session)
    form = mending(session, place_1="Eva")

    page = Page(host.post(url("mend-seats", session), form))

    assert (page.status, session.seats.count()) == (422, 4)
    assert page.notice().startswith(
        "What was recorded at 03:00 is about somebody who does not sit there by these seats."
    )


def test_without_a_hand_there_is_nothing_to_put_right(host: Client, session: Session) -> None:
    assert host.get(url("mend-seats", session)).status_code == 409


def test_a_hand_is_entered_for_those_at_the_table_only(host: Client, session: Session) -> None:
    seats(session, host, "Eva", "Ben", "Carla", "Dan")

    page = open_page(host, url("quick-hand", session))

    offered = [field.get("value") for field in page.root.iter("input") if field.get("name") == "winner"]
    assert offered == ["5", "2", "3", "4"]
    assert host.get(reverse("secret", args=[session.public_id, 1])).status_code == 404
    assert hands.dealer(session=session) == people.BEN


def test_the_audit_says_who_recorded_what_from_which_phone(host: Client, session: Session) -> None:
    ben = people.player_browser(session=session, seat=people.BEN)
    entry = people.win(session)
    dispute = raise_dispute(entry=entry, seat=session.seats.get(number=2), why="five kings", stamp=people.stamp())
    give_voice(dispute=dispute, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    cash = {"key": str(uuid4()), "expected_entry": "1", "payer": "2", "payee": "1", "amount": "0.50"}
    ben.post(url("cash", session), cash)

    page = open_page(people.browser_of(club=session.club, role=Role.VIEWER), url("audit", session))

    newest_line, hand = page.items("data-audit")
    assert newest_line.startswith("Ben handed cash to Ana")
    assert newest_line.endswith("Ben's phone, now Ben's")
    assert "Ben objects : five kings it stands" in hand
    assert "The host: let it stand" in hand
    assert page.text("data-fingerprint") == open_page(host, url("table", session)).text("data-fingerprint")


def test_who_deals_next_names_who_does_now(host: Client, session: Session) -> None:
    dealer = tables.names_of(session=session)[hands.dealer(session=session)]
    page = open_page(host, url("seats", session)).text("aria-labelledby", "deals-next")
    assert f"{dealer} does; a tap has somebody else deal." in page
