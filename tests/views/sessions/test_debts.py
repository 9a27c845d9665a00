"""The page of debts: who owes whom since which night, and what people tap to settle it."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Entry, EntryKind, Player, Session
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.debts import carry_debts
from scoring.operations.table.turns import Turns
from scoring.queries.sessions.debts import open_debts
from scoring.queries.table import tables
from tests import people
from tests.operations.sessions.test_debts import RULES, a_night, outstanding
from tests.views.reading import Page, open_page, text_of

URL = "/debts/"


@pytest.fixture
def weeks(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: in each Ben and Dan owe Ana 90."""
    return a_night(club, people.ANA), a_night(club, people.ANA)


def address(club: Club, debtor: str, creditor: str) -> str:
    ids = [Player.objects.get(club=club, name=name).public_id for name in (debtor, creditor)]
    return reverse("pay-debt", args=[*ids, "PHP"])


def left(club: Club) -> list[tuple[str, str, int]]:
    return [(each.debtor.name, each.creditor.name, each.cents) for each in open_debts(club=club)]


@pytest.fixture
def crossed(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: Ben and Dan owe Ana 90 of the first, Ana and Carla owe Ben 90 of the second."""
    return a_night(club, people.ANA), a_night(club, people.BEN)


@pytest.mark.usefixtures("weeks")
def test_the_page_says_who_owes_whom_since_which_night_and_nothing_twice(host: Client) -> None:
    page = open_page(host, URL)

    (ben, *_) = page.items("data-pairs")
    assert ben.startswith("Ben owes Ana ")
    assert ben.count("2026 ₱0.90") == 2
    assert "₱1.80" in ben
    assert not page.has("data-netted"), "no fewer payments would settle it"


@pytest.mark.usefixtures("crossed")
def test_the_page_says_which_fewest_payments_settle_all(host: Client) -> None:
    page = open_page(host, URL)

    assert len(page.items("data-pairs")) == 4
    assert [line.split(" Mark as handed over")[0] for line in page.items("data-netted", tag="li")] == [
        "Carla pays Ben ₱0.90",
        "Dan pays Ana ₱0.90",
    ]


def test_debts_in_whole_pesos_are_written_without_cents(host: Client, club: Club) -> None:
    night = people.start_night(club=club, stake_factor=100)
    people.win(night)
    close_session(session=night, coin_cents=1, expected_entry=1, stamp=people.stamp())

    (ben, *_) = open_page(host, URL).items("data-pairs")
    assert ben.startswith("Ben owes Ana ")
    assert "₱90 " in ben


def test_one_tap_pays_all_that_one_owes_another_in_every_night(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    (form, *_) = open_page(host, URL).forms(action=address(club, "Ben", "Ana"))

    paid = Page(host.post(address(club, "Ben", "Ana"), form, follow=True))

    assert "Ben paid Ana ₱1.80. It stands in the books of each night." in text_of(paid.root)
    assert left(club) == [("Dan", "Ana", 90), ("Dan", "Ana", 90)]
    assert [outstanding(night) for night in weeks] == [(90, 0, 0, -90)] * 2
    page = open_page(host, URL)
    assert "Ben paid Ana ₱1.80" in page.items("data-acts")[0]
    (back,) = page.forms(action=reverse("take-back-debts"))
    host.post(reverse("take-back-debts"), back)
    assert len(left(club)) == 4


@pytest.mark.parametrize(("query", "amount"), [("", ""), ("?way=forgiven", "₱1.80")])
@pytest.mark.usefixtures("weeks")
def test_a_part_is_typed_beside_what_is_owed_and_forgiving_begins_with_all(
    host: Client, club: Club, query: str, amount: str
) -> None:
    page = open_page(host, address(club, "Ben", "Ana") + query)
    (form,) = page.forms()

    assert form["amount"] == amount
    assert "Ben owes Ana ₱1.80" in page.text("class", "page-head")


def test_a_part_of_a_chosen_night_is_paid_or_forgiven_with_a_reason(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    url = address(club, "Ben", "Ana")
    (form,) = open_page(host, url).forms()
    second = str(weeks[1].public_id)

    host.post(url, form | {"amount": "0.50", "nights": [second]})
    form = open_page(host, url).forms()[0]
    refused = host.post(url, form | {"way": "forgiven", "amount": "0.40", "nights": [second]})
    host.post(url, form | {"way": "forgiven", "amount": "0.40", "nights": [second], "reason": "birthday"})

    assert refused.status_code == 422
    assert "Say in a word why it is forgiven." in refused.text
    assert left(club) == [("Ben", "Ana", 90), ("Dan", "Ana", 90), ("Dan", "Ana", 90)]


def test_the_nights_chosen_stay_chosen_when_the_debt_has_changed(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    a_night(club, people.ANA)
    url = address(club, "Ben", "Ana")
    (form,) = open_page(host, url).forms()
    chosen = [str(night.public_id) for night in weeks]

    refused = host.post(url, form | {"nights": chosen, "amount": "1.80", "shown": "180"})

    assert refused.status_code == 409
    boxes = [box for box in Page(refused).root.iter("input") if box.get("name") == "nights"]
    assert [box.get("value") for box in boxes if "checked" in box.attrib] == chosen


@pytest.mark.usefixtures("crossed")
def test_a_payment_of_the_proposal_is_recorded_once(host: Client, club: Club) -> None:
    first, _ = open_page(host, URL).forms(action=reverse("pay-netted"))
    host.post(reverse("pay-netted"), first)
    assert sorted(left(club)) == [("Ana", "Ben", 90), ("Ben", "Ana", 90), ("Dan", "Ana", 90)]
    again = host.post(reverse("pay-netted"), first | {"key": str(uuid4())})
    assert again.status_code == 409
    assert "This is what is owed now" in Page(again).notice()


def test_everything_is_settled_by_one_tap(host: Client, club: Club, weeks: tuple[Session, Session]) -> None:
    (form,) = open_page(host, URL).forms(action=reverse("settle-all"))

    host.post(reverse("settle-all"), form)

    assert left(club) == []
    assert "Nobody owes anything." in open_page(host, URL).text("id", "main")


def test_players_settle_their_own_debts_and_forgive_only_what_they_are_owed(
    club: Club, weeks: tuple[Session, Session]
) -> None:
    ben = people.player_browser(session=weeks[0], seat=people.BEN)
    (form,) = open_page(ben, URL).forms(action=address(club, "Ben", "Ana"))
    assert open_page(ben, URL).forms(action=address(club, "Dan", "Ana")) == ()
    assert ben.get(address(club, "Dan", "Ana")).status_code == 403
    gift = form | {"way": "forgiven", "reason": "I am broke"}
    assert ben.post(address(club, "Ben", "Ana"), gift).status_code == 422
    ana = people.player_browser(session=weeks[0], seat=people.ANA)

    assert ana.post(address(club, "Ben", "Ana"), gift | {"key": str(uuid4())}).status_code == 302

    assert left(club) == [("Dan", "Ana", 90), ("Dan", "Ana", 90)]


def test_only_who_may_forgive_a_debt_is_asked_whether_it_was(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    pay = address(club, "Ben", "Ana")
    ben = people.player_browser(session=weeks[0], seat=people.BEN)

    asked = {"host": host, "Ben": ben}
    acts = {
        who: [text_of(a) for a in open_page(browser, URL).root.iter("a") if a.get("href", "").startswith(pay)]
        for who, browser in asked.items()
    }
    assert acts == {"host": ["Pay a part", "Forgive it"], "Ben": ["Pay a part"]}
    ways = {
        (who, query): [
            (way.get("type"), way.get("value"), "checked" in way.attrib)
            for way in open_page(browser, pay + query).root.iter("input")
            if way.get("name") == "way"
        ]
        for who, browser in asked.items()
        for query in ("", "?way=forgiven")
    }
    assert ways == {
        ("host", ""): [("radio", "paid", True), ("radio", "forgiven", False)],
        ("host", "?way=forgiven"): [("radio", "paid", False), ("radio", "forgiven", True)],
        ("Ben", ""): [("hidden", "paid", False)],
        ("Ben", "?way=forgiven"): [("hidden", "paid", False)],
    }


def test_a_new_night_offers_to_carry_what_those_at_the_table_owe_each_other(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    tonight = people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"), rules=RULES)
    table = reverse("table", args=[tonight.public_id])
    assert "Ben owes Ana ₱0.90" in open_page(host, table).text("data-old-debts")
    carry = reverse("carry", args=[tonight.public_id])
    (form,) = open_page(host, carry).forms()

    assert host.post(carry, form).headers["Location"] == table

    assert outstanding(tonight) == (180, -180, 0, 0)
    assert left(club) == [("Dan", "Ana", 90), ("Dan", "Ana", 90)]
    assert "Ben still owed Ana from earlier nights" in open_page(host, table).items("data-ledger")[0]
    assert host.post(carry, form | {"key": str(uuid4())}).status_code == 409


def test_the_close_names_what_was_carried_into_the_night(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    tonight = people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"), rules=RULES)
    carry_debts(session=tonight, expected_cents=180, stamp=people.stamp())
    people.win(tonight, winner=people.BEN)
    page = open_page(host, reverse("close", args=[tonight.public_id]))
    assert page.items("data-results")[:2] == (
        "Ana −₱0.90 lost From earlier nights +₱1.80 Gets in all ₱0.90",
        "Ben +₱1.80 won From earlier nights −₱1.80 In all ₱0.00",
    )
    assert "Cash handed over before" not in " ".join(page.root.itertext())
    host.post(reverse("close", args=[tonight.public_id]), page.forms()[0])
    settled = open_page(host, reverse("settle", args=[tonight.public_id]))
    assert settled.items("data-results")[0] == "Ben +₱1.80 won From earlier nights −₱1.80 In all ₱0.00"


def test_what_was_carried_is_taken_back_once_the_night_that_counted_it_is_open(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    tonight = people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"), rules=RULES)
    carry_debts(session=tonight, expected_cents=180, stamp=people.stamp())
    take_back = reverse("take-back-debts")
    page = open_page(host, URL)
    assert "₱1.80 that Ben owed Ana was carried into a later night" in page.text("data-acts")
    assert len(page.forms(action=take_back)) == 1

    close_session(session=tonight, coin_cents=1, expected_entry=1, stamp=people.stamp())

    page = open_page(host, URL)
    assert page.forms(action=take_back) == ()
    assert "reopen that night to undo it" in page.text("data-acts")


def test_a_night_of_turns_offers_it_too(host: Client, club: Club, weeks: tuple[Session, Session]) -> None:
    tonight = people.start_night(club=club, names=("Ana", "Carla", "Eva", "Fe", "Ben"), turns=Turns.EACH_HAND)
    page = open_page(host, reverse("table", args=[tonight.public_id]))
    assert "Ben owes Ana ₱0.90" in page.text("data-old-debts")


def test_a_debt_that_is_left_goes_out_of_sight_with_the_first_hand(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    tonight = people.start_night(club=club, rules=RULES)
    people.win(tonight)
    page = open_page(host, reverse("table", args=[tonight.public_id]))
    assert not page.has("data-old-debts")


def test_a_persons_page_and_the_plan_of_a_night_show_debts(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    ben = Player.objects.get(club=club, name="Ben")
    for query in ("", "?period=2001"):  # a year without nights has no figures
        page = open_page(host, reverse("player", args=[ben.public_id]) + query)
        assert page.items("data-debts")[0].startswith("owes Ana since")
    (form, *_) = open_page(host, URL).forms(action=address(club, "Ben", "Ana"))
    host.post(address(club, "Ben", "Ana"), form)

    settle = open_page(host, reverse("settle", args=[weeks[0].public_id]))

    assert "₱0.90 under Debts" in settle.text("data-line", "2-1")
    assert settle.text("id", "share-text").count("Ben") == 2, "once in the results and once as paid"
    assert Entry.objects.filter(kind=EntryKind.UTANG).count() == 2
    assert tables.is_closed(session=weeks[0])


def test_what_was_carried_on_or_forgiven_was_not_handed_over(
    host: Client, club: Club, weeks: tuple[Session, Session]
) -> None:
    tonight = people.start_night(club=club, names=("Ana", "Ben", "Eva", "Fe"), rules=RULES)
    carry_debts(session=tonight, expected_cents=180, stamp=people.stamp())

    settle = open_page(host, reverse("settle", args=[weeks[0].public_id]))
    line = settle.text("data-line", "2-1")
    assert "₱0.90 carried into a later night" in line
    assert "Handed over" not in line
    assert "Ben has paid" not in settle.text("id", "share-text")
    assert "handed over" not in settle.text("data-progress")
    paper = [open_page(host, reverse(page, args=[weeks[0].public_id])) for page in ("statement", "receipt")]
    assert all("₱0.90 carried into a later night" in page.text("data-plan") for page in paper)
