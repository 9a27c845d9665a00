"""Debts of several nights and what settles them."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Entry, EntryKind, Player, Session
from scoring.queries.money import open_debts
from tests import people
from tests.operations.money.test_debts import RULES, a_night
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
    assert [amounts(line)[:3] for line in page.items("data-pairs")] == [("₱0.90", "₱0.90", "₱1.80")] * 2
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
    _all, form = open_page(host, URL).forms(action=pay())
    host.post(pay(), form | {"amount": "0.50"} | nights)
    _all, forgiving = open_page(host, URL).forms(action=pay())
    gift = forgiving | {"way": "forgiven", "amount": "0.40"} | nights
    assert refusal(host.post(pay(), gift)) == (422, ("reason:reason_missing",))
    host.post(pay(), gift | {"reason": "birthday"})
    assert left(club) == [("Ben", "Ana", 90), *DANS]
    stale = host.post(pay(), form | {"amount": "0.90", "key": str(uuid4())})
    assert (refusal(stale), Page(stale).forms(action=pay())[1]["expected_cents"]) == ((409, ("debts_changed",)), "90")
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
    for again in (first, first | {"payments": "nobody nobody 90"}):
        assert refusal(host.post(NETTED, again | {"key": str(uuid4())})) == (409, ("debts_changed",))


@pytest.mark.usefixtures("weeks")
def test_all_of_a_currency_is_settled_by_one_tap(host: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.web.shared.LINES_PER_PAGE", 3)
    a_night(club, people.ANA, currency="EUR")
    (first,), (last,) = (open_page(host, f"{URL}?page={number}").forms(action=ALL) for number in (1, 2))
    assert (first["currency"], last["currency"]) == ("EUR", "PHP")  # each where its debts end
    assert refusal(host.post(ALL, last | {"payments": ""})) == (409, ("debts_changed",))
    host.post(ALL, last)
    assert left(club) == [("Ben", "Ana", 90), ("Dan", "Ana", 90)]


def test_players_settle_and_forgive_only_what_is_their_own(club: Club, weeks: tuple[Session, Session]) -> None:
    ana, ben = (people.player_browser(session=weeks[0], seat=seat) for seat in (people.ANA, people.BEN))
    page = open_page(ben, URL)
    form, _part = page.forms(action=pay())
    assert (page.forms(action=pay("Dan")), ben.post(pay("Dan")).status_code) == ((), 403)
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
    assert amounts(open_page(host, url("table", tonight)).text("data-old-debts")) == ("₱1.80",)
    carry = url("carry", tonight)
    (form,) = open_page(host, url("money", tonight)).forms(action=carry)
    assert host.post(carry, form)["Location"].startswith(url("money", tonight))
    assert (people.outstanding(tonight), left(club)) == ((180, -180, 0, 0), DANS)
    page = open_page(host, url("table", tonight))
    assert (amounts(page.text("id", "line-1"))[0], page.has("data-old-debts")) == ("₱1.80", False)
    assert refusal(host.post(carry, form | {"key": str(uuid4())})) == (409, ("debts_changed",))
    people.close(tonight)
    assert open_page(host, URL).forms(action=TAKE_BACK) == ()  # the close counted it
