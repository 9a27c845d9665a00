"""The first page offers the one thing to do next."""

from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.sessions import start_practice
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.seating import Order, change_seats
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.table import hands, tables
from tests import people
from tests.views.reading import Page, open_page, text_of

HOME = "/"
AGAIN = "/sessions/new/again/"


def close(session: Session, *, disputed: tuple[int, ...] = ()) -> None:
    newest = tables.last_entry_number(session=session)
    close_session(session=session, coin_cents=1, expected_entry=newest, disputed=disputed, stamp=people.stamp())


def primary(page: Page) -> tuple[str, str]:
    """Return the text and the address of the one primary action."""
    (link,) = (a for a in page.root.iter("a") if "button-primary" in a.get("class", ""))
    return text_of(link), link.get("href", "")


def table(session: Session) -> str:
    return reverse("table", args=[session.public_id])


def test_first_visit_offers_a_new_session(host: Client) -> None:
    page = open_page(host, HOME)

    assert primary(page) == ("New night", "/sessions/new/")
    assert page.forms(action=AGAIN) == ()


def test_one_open_night_is_resumed(host: Client, session: Session) -> None:
    people.win(session)

    page = open_page(host, HOME)

    assert primary(page) == ("Resume", table(session))
    assert page.text("data-open-night") == (
        "Sunday 1 February open Since 03:00 · 1 hand so far Ana +₱1.80 won Ben −₱0.90 lost Carla ₱0.00 "
        "Dan −₱0.90 lost Resume"
    )


def test_an_open_night_says_its_name_and_leads_a_phone_that_looks_to_the_table(session: Session) -> None:
    session.name, session.place = "Fiesta", "Nena's"
    session.save()
    page = open_page(people.player_browser(session=session, seat=people.ANA), HOME)
    assert primary(page) == ("To the table", table(session))
    assert page.text("data-about") == "Fiesta · Nena's"


def test_same_as_last_time_is_not_offered_beside_a_night_that_is_played(host: Client, club: Club) -> None:
    close(people.start_night(club=club))
    start_practice(club=club, names=people.NAMES, stamp=people.stamp())
    assert len(open_page(host, HOME).forms(action=AGAIN)) == 1, "practice is no night"

    people.start_night(club=club)
    assert open_page(host, HOME).forms(action=AGAIN) == ()


def test_practice_is_never_the_night_of_the_first_page_beside_another(host: Client, club: Club) -> None:
    practice = start_practice(club=club, names=people.NAMES, stamp=people.stamp())
    assert primary(open_page(host, HOME)) == ("Resume", table(practice))

    night = people.start_night(club=club)
    page = open_page(host, HOME)
    assert primary(page) == ("Resume", table(night))
    (beside,) = page.items("data-open-nights")
    assert beside == "1 February 2026, 03:00 practice Ana ₱0, Ben ₱0, Carla ₱0, Dan ₱0 0 hands Close the night"

    close(night)
    assert primary(open_page(host, HOME)) == ("New night", "/sessions/new/")


def test_an_open_objection_is_said_at_its_night_and_leads_to_it(host: Client, club: Club) -> None:
    nights = [people.start_night(club=club) for _ in range(2)]
    for night in nights:
        seat = night.seats.get(number=people.BEN)
        raise_dispute(entry=people.win(night), seat=seat, why="five kings", stamp=people.stamp())
    close(nights[0], disputed=(1,))
    page = open_page(host, HOME)

    for part, night in (("data-open-night", nights[1]), ("data-nights-before", nights[0])):
        (link,) = (a for a in page.find(part).iter("a") if text_of(a) == "Ben objects to hand 1")
        assert link.get("href") == reverse("objections", args=[night.public_id, 1])
        assert "Ben objects to hand 1 : five kings" in page.text(part)
    assert not page.has("data-after"), "what an act led to is said, not what is older"


def test_several_open_nights_are_listed_and_none_is_preferred(host: Client, club: Club) -> None:
    for _ in range(2):
        people.start_night(club=club)

    page = open_page(host, HOME)

    night = "1 February 2026, 03:00 Ana ₱0.00, Ben ₱0.00, Carla ₱0.00, Dan ₱0.00 0 hands"
    assert page.items("data-open-nights") == (night,) * 2
    assert not [link for link in page.root.iter("a") if "button-primary" in link.get("class", "")]


def test_closed_nights_are_listed_newest_first_five_at_most(host: Client, club: Club) -> None:
    for count in range(6):
        night = people.start_night(club=club)
        for _ in range(count):
            people.win(night)
        close(night)

    page = open_page(host, HOME)

    assert page.items("data-nights-before") == tuple(
        f"1 February 2026 Ana, Ben, Carla, Dan to settle {count} hand{'' if count == 1 else 's'}"
        for count in (5, 4, 3, 2, 1)
    )


def test_same_as_last_time_starts_in_one_tap_and_the_next_dealer_deals(host: Client, club: Club) -> None:
    last = people.start_night(club=club, rules={"preset": "family", "secret": 60}, currency="EUR", stake_factor=5)
    people.win(last, winner=people.CARLA)
    close(last)
    (form,) = open_page(host, HOME).forms(action=AGAIN)

    response = host.post(AGAIN, form)

    night = club.sessions.order_by("-pk")[0]
    assert response.headers["Location"] == table(night)
    assert [seat.player for seat in tables.results(session=night)] == list(people.NAMES)
    assert (night.rules, night.currency, night.stake_factor) == (last.rules, "EUR", 5)
    assert hands.dealer(session=night) == people.CARLA


def test_same_as_last_time_lets_the_first_deal_where_the_next_dealer_would_wait(host: Client, club: Club) -> None:
    """Of five and one who waited, four play at first."""
    five = (*people.NAMES, "Eva")
    last = people.start_night(club=club, rules="pricelist", names=five)
    order = Order(names=five, waiting=("Fe",), dealer=len(five))
    change_seats(session=last, order=order, expected_entry=0, stamp=people.stamp())
    close(last)
    page = open_page(host, HOME)
    assert "Ana deals first." in text_of(page.root)

    host.post(AGAIN, page.forms(action=AGAIN)[0])

    night = club.sessions.order_by("-pk")[0]
    assert (night != last, hands.dealer(session=night)) == (True, people.ANA)


def test_same_as_last_time_says_what_it_starts(host: Client, session: Session) -> None:
    people.win(session, winner=people.BEN)
    close(session)

    said = text_of(open_page(host, HOME).root)

    assert "Starts at once: Ana, Ben, Carla, Dan · Pagat rules · Philippine peso · Ben deals first." in said


def test_same_as_last_time_says_that_changes_during_the_night_are_not_taken_along(
    host: Client, session: Session
) -> None:
    change_terms(session=session, wanted=WantedTerms(stakes=9), reason="", expected_entry=0, stamp=people.stamp())
    close(session)

    said = text_of(next(form for form in open_page(host, HOME).root.iter("form") if form.get("action") == AGAIN))

    assert "Philippine peso · " in said
    assert "What was changed during that night is not taken along." in said


def test_double_tap_on_same_as_last_time_starts_one_session(host: Client, club: Club, session: Session) -> None:
    close(session)
    (form,) = open_page(host, HOME).forms(action=AGAIN)

    addresses = {host.post(AGAIN, form).headers["Location"] for _ in range(2)}

    assert len(addresses) == 1
    assert club.sessions.count() == 2


def test_button_without_a_key_starts_nothing_and_says_so(host: Client, session: Session) -> None:
    response = host.post(AGAIN, {"like": str(session.public_id)}, follow=True)

    assert "Not started: that button was out of date. Tap it again." in response.text
    assert Session.objects.count() == 1


def test_session_of_another_club_is_not_started_again(host: Client, club: Club) -> None:
    other = people.start_night(club=people.make_club(name="Monday table"))
    form = {"key": str(people.stamp().key), "expected_entry": "0", "like": str(other.public_id)}

    assert host.post(AGAIN, form).status_code == 404
    assert club.sessions.count() == 0


def test_nights_of_another_club_do_not_appear(host: Client) -> None:
    people.start_night(club=people.make_club(name="Monday table"))

    assert primary(open_page(host, HOME)) == ("New night", "/sessions/new/")


def test_stranger_is_told_to_ask_the_host(client: Client, club: Club) -> None:
    assert "<h1>Ask the host</h1>" in client.get(HOME).text
    assert client.post(AGAIN).status_code == 403


def test_a_night_with_cash_to_hand_over_says_so_and_leads_to_its_payments(host: Client, session: Session) -> None:
    people.win(session)
    close(session)

    page = open_page(host, HOME)

    assert page.items("data-nights-before")[0].endswith("Dan to settle 1 hand")
    (link,) = (a for a in page.find("data-nights-before").iter("a") if a.get("class") == "list-link")
    assert link.get("href") == reverse("settle", args=[session.public_id])
