"""Debts of several nights and what settles them; nights entered later, shown before anything is written."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.forms.sessions.past import read_nights, written_nights
from scoring.models import Club, Entry, EntryKind, Player, Session
from scoring.money import currency_for
from scoring.operations.sessions.past import PastNight
from scoring.operations.sessions.sessions import About
from scoring.queries.sessions.debts import open_debts
from tests import people
from tests.operations.sessions.test_debts import RULES, a_night
from tests.views.reading import Page, amounts, open_page, refusal, url

URL, NETTED, ALL, TAKE_BACK = (reverse(name) for name in ("debts", "pay-netted", "settle-all", "take-back-debts"))
DANS = [("Dan", "Ana", 90), ("Dan", "Ana", 90)]


@pytest.fixture
def weeks(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: in each Ben and Dan owe Ana 90."""
    return a_night(club, people.ANA), a_night(club, people.ANA)


def pay(debtor: str = "Ben", creditor: str = "Ana") -> str:
    ids = [Player.objects.get(name=name).public_id for name in (debtor, creditor)]
    return reverse("pay-debt", args=[*ids, "PHP"])


def left(club: Club) -> list[tuple[str, str, int]]:
    return [(each.debtor.name, each.creditor.name, each.cents) for each in open_debts(club=club)]


@pytest.mark.usefixtures("weeks")
def test_one_tap_pays_all_that_one_owes_another_in_every_night_and_is_taken_back(host: Client, club: Club) -> None:
    page = open_page(host, URL)
    assert [amounts(line) for line in page.items("data-pairs")] == [("₱0.90", "₱0.90", "₱1.80")] * 2
    assert not page.has("data-netted")  # no fewer payments would settle it
    (form, *_) = page.forms(action=pay())
    assert host.post(pay(), form)["Location"] == URL
    assert left(club) == DANS
    page = open_page(host, URL)
    assert amounts(page.items("data-acts")[0])[0] == "₱1.80"
    (back,) = page.forms(action=TAKE_BACK)
    host.post(TAKE_BACK, back)
    assert len(left(club)) == 4


def test_part_of_a_night_is_paid_or_forgiven(host: Client, club: Club, weeks: tuple[Session, Session]) -> None:
    nights = {"nights": [str(weeks[1].public_id)]}
    (form,) = open_page(host, pay()).forms()
    host.post(pay(), form | {"amount": "0.50"} | nights)
    (forgiving,) = open_page(host, f"{pay()}?way=forgiven").forms()
    assert (form["amount"], forgiving["amount"]) == ("", "₱1.30")  # forgiving begins with all
    gift = forgiving | {"way": "forgiven", "amount": "0.40"} | nights
    assert refusal(host.post(pay(), gift)) == (422, ("reason:reason_missing",))
    host.post(pay(), gift | {"reason": "birthday"})
    assert left(club) == [("Ben", "Ana", 90), *DANS]
    stale = host.post(pay(), form | {"amount": "0.90", "key": str(uuid4())})
    assert (refusal(stale), Page(stale).find("name", "shown").get("value")) == ((409, ("debts_changed",)), "90")
    settle = open_page(host, reverse("settle", args=[weeks[1].public_id]))
    plan = str(settle.find("data-copy-text").text).split("\n\n")[-2]
    assert [amounts(line) for line in plan.split("\n")] == [("₱0.50",), ("₱0.90",)]  # what was forgiven is not paid
    ben = reverse("player", args=[Player.objects.get(name="Ben").public_id])
    assert amounts(open_page(host, f"{ben}?period=2001").text("data-debts")) == ("₱0.90",)  # of a year without nights


def test_fewest_payments_are_proposed_and_each_is_recorded_once_by_whose_it_is(host: Client, club: Club) -> None:
    night, _ = a_night(club, people.ANA), a_night(club, people.BEN)
    page = open_page(host, URL)
    assert page.sums("data-netted") == (("Carla", "Ben", "₱0.90"), ("Dan", "Ana", "₱0.90"))
    first, _ = page.forms(action=NETTED)
    answers = [people.player_browser(session=night, seat=seat).post(NETTED, first) for seat in (4, 3)]
    assert [answer.status_code for answer in answers] == [403, 302]  # Carla pays
    assert sorted(left(club)) == [("Ana", "Ben", 90), ("Ben", "Ana", 90), ("Dan", "Ana", 90)]
    assert refusal(host.post(NETTED, first | {"key": str(uuid4())})) == (409, ("debts_changed",))


@pytest.mark.usefixtures("weeks")
def test_everything_is_settled_by_one_tap(host: Client, club: Club) -> None:
    (form,) = open_page(host, URL).forms(action=ALL)
    assert refusal(host.post(ALL, form | {"payments": ""})) == (409, ("debts_changed",))
    host.post(ALL, form)
    assert left(club) == []
    assert not open_page(host, URL).has("data-pairs")


@pytest.mark.parametrize(
    ("address", "form"), [(NETTED, {"payments": "nobody nobody 90"}), (NETTED, {"currency": ""}), (TAKE_BACK, {})]
)
@pytest.mark.usefixtures("weeks")
def test_what_is_not_on_the_list_is_refused(host: Client, address: str, form: dict[str, str]) -> None:
    sent = {"key": str(uuid4()), "currency": "PHP", "act": "x"} | form
    assert refusal(host.post(address, sent)) == (422, ("no_payment",))


def test_players_settle_and_forgive_only_what_is_their_own(club: Club, weeks: tuple[Session, Session]) -> None:
    ana, ben = (people.player_browser(session=weeks[0], seat=seat) for seat in (people.ANA, people.BEN))
    page = open_page(ben, URL)
    (form,) = page.forms(action=pay())
    assert (page.forms(action=pay("Dan")), ben.get(pay("Dan")).status_code) == ((), 403)
    assert ben.post(ALL, form).status_code == 403
    gift = form | {"way": "forgiven", "reason": "I am broke"}
    assert refusal(ben.post(pay(), gift)) == (422, ("way:not_yours",))
    assert ana.post(pay(), gift | {"key": str(uuid4())}).status_code == 302
    assert left(club) == DANS
    act = Entry.objects.filter(kind=EntryKind.UTANG)[0].act["id"]
    dan = people.player_browser(session=weeks[0], seat=people.DAN)
    assert dan.post(TAKE_BACK, {"key": str(uuid4()), "act": act}).status_code == 403


@pytest.mark.usefixtures("weeks")
def test_new_night_offers_to_carry_what_its_players_owe(host: Client, club: Club) -> None:
    tonight = people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"), rules=RULES)
    assert amounts(open_page(host, url("table", tonight)).text("data-old-debts")) == ("₱0.90", "₱0.90")
    carry = url("carry", tonight)
    (form,) = open_page(host, carry).forms()
    assert host.post(carry, form)["Location"] == url("table", tonight)
    assert (people.outstanding(tonight), left(club)) == ((180, -180, 0, 0), DANS)
    page = open_page(host, url("table", tonight))
    assert (amounts(page.items("data-ledger")[0])[0], page.has("data-old-debts")) == ("₱1.80", False)
    assert refusal(host.post(carry, form | {"key": str(uuid4())})) == (409, ("debts_changed",))
    people.close(tonight)
    assert open_page(host, URL).forms(action=TAKE_BACK) == ()  # the close counted it


PAST, ENTER = reverse("past-nights"), reverse("enter-past-nights")
PESOS = currency_for(code="PHP")
CSV = "date;place;Ana;Ben;Lola\n2019-05-31;Cebu;120,50;-70,50;−50\n\n2019-06-07;;-35;;+35\n"
NIGHTS = (
    PastNight(
        day=date(2019, 5, 31), results=(("Ana", 12050), ("Ben", -7050), ("Lola", -5000)), about=About(place="Cebu")
    ),
    PastNight(day=date(2019, 6, 7), results=(("Ana", -3500), ("Lola", 3500))),
)
TERMS = {"game": "cuajo", "currency": "PHP", "paid": "yes"}
MANY = TERMS | {"many": "1"}
ONE = {
    **TERMS,
    "day": "2019-05-31",
    "place": "Cebu",
    **{"name_1": "Ana", "way_1": "won", "amount_1": "50"},
    **{"name_2": "Ben", "way_2": "lost", "amount_2": "50"},
    **{f"way_{number}": "won" for number in range(3, 9)},
}


def hidden(response: Any) -> dict[str, object]:
    form = response.context["form"]
    return {name: form[name].value() for name in form.fields}


def enter(host: Client, said: Mapping[str, object] = ONE) -> Any:
    return host.post(ENTER, hidden(host.post(PAST, said)))


def test_spreadsheet_is_read_as_it_is_written() -> None:
    assert read_nights(text=CSV, currency=PESOS) == NIGHTS
    assert read_nights(text=written_nights(nights=NIGHTS, currency=PESOS), currency=PESOS) == NIGHTS


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"date,Ana,Ben", "no_rows"),
        (b"day,Ana,Ben\n2019-01-01,1,-1", "no_date_column"),
        (b"date,Ana,Ben\n31.5.2019,1,-1", "wrong_date"),
        (b"date,Ana,Ben\n2019-05-31,1,-1,3", "long_row"),
        (b"date,Ana,Ben\n2019-05-31,x,-1", "amount_not_a_number"),
        (b" " * 200_001, "too_large"),
        (b"\xff\xfe\x00", "no_text"),
    ],
)
def test_file_that_cannot_be_read_is_refused(host: Client, content: bytes, code: str) -> None:
    answer = host.post(PAST, MANY | {"file": SimpleUploadedFile("n.csv", content)})
    assert (refusal(answer), Session.objects.count()) == ((422, (f"__all__:{code}",)), 0)


def test_one_night_is_shown_first_and_then_entered_once(host: Client) -> None:
    preview = host.post(PAST, ONE)
    assert (preview.status_code, preview.context["new_names"], Session.objects.count()) == (200, ("Ana", "Ben"), 0)
    addresses = [host.post(ENTER, hidden(preview))["Location"] for _ in range(2)]
    session = Session.objects.get()
    assert addresses == [url("night", session)] * 2
    assert people.balances(session) == (5000, -5000)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [("amount_2", "40", "__all__:past.sum"), ("amount_2", "much", "amount_2:amount_not_a_number")],
)
def test_night_that_cannot_be_stays_on_its_form(host: Client, field: str, value: str, code: str) -> None:
    answer = host.post(PAST, ONE | {field: value})
    assert (refusal(answer), Page(answer).find("name", field).get("value", "")) == ((422, (code,)), value)


def test_file_is_entered_whole_and_nothing_of_one_with_one_wrong_night(host: Client) -> None:
    preview = host.post(PAST, MANY | {"text": CSV.replace("+35", "+34")})
    assert (preview.status_code, Page(preview).has("data-problem", "past.sum")) == (422, True)
    assert refusal(host.post(ENTER, hidden(preview))) == (409, ("past",))
    assert not Session.objects.exists()
    answer = enter(host, MANY | {"file": SimpleUploadedFile("n.csv", CSV.encode())})
    assert (answer["Location"], Session.objects.filter(entered_later=True).count()) == (reverse("history"), 2)


def test_names_known_since_the_preview_are_shown_before_it_is_entered(host: Client, club: Club) -> None:
    said = hidden(host.post(PAST, ONE))
    Player.objects.create(club=club, name="Ben", created_at=people.EVENING)
    answer = host.post(ENTER, said)
    assert refusal(answer) == (409, ("shown_changed",))
    assert host.post(ENTER, hidden(answer)).status_code == 302


def test_night_is_taken_back_with_a_reason_and_offered_again(host: Client) -> None:
    enter(host)
    session = Session.objects.get()
    address = url("take-back-night", session)
    form = host.get(address).context["form"]
    said = {"key": form["key"].value(), "expected_entry": form["expected_entry"].value()}
    assert refusal(host.post(address, said)) == (422, ("reason:required",))
    answer = host.post(address, {**said, "reason": "Another day"}, follow=True)
    assert answer.context["one"]["day"].value() == date(2019, 5, 31)
    night = url("night", session)
    assert open_page(host, night).has("data-past", "taken_back")
    assert host.get(url("table", session))["Location"] == night
