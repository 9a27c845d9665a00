"""Tables of khanhoo and cau robat through the pages: the deal, hands that do not count, matches, the picture."""

from collections.abc import Mapping
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.sessions.sessions import Terms, start_session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.table import matches, tables
from scoring.queries.table.hands import drawn_since_win
from scoring.queries.table.state import table_state
from tests import people
from tests.games.cau_robat.test_random_games import deal
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db

KHANHOO = {"out": 1, "melds": {"1": {"sequence": 2}}}
CAU = {"piles": {"1": 20, "2": 10, "3": 10}}


def start(club: Club, game: str, *, rules: object = None, players: int = 3) -> Session:
    names = people.NAMES[:players]
    terms = Terms(game=game, rules=rules, names=names, currency="PHP", stake_factor=1, first_dealer=people.ANA)
    return start_session(club=club, terms=terms, stamp=people.stamp())


def record(night: Session, act: Mapping[str, object]) -> Entry:
    return record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())


def dealer(night: Session) -> int:
    return table_state(session=night).dealer.number


def send(browser: Client, address: str, **values: object) -> Page:
    (form,) = open_page(browser, address).forms(action=address)
    return Page(browser.post(address, form | values, follow=True))


@pytest.mark.parametrize(("game", "act"), [("khanhoo", KHANHOO), ("cau_robat", CAU)])
def test_deal_goes_round_and_the_books_say_who_dealt(club: Club, game: str, act: Mapping[str, object]) -> None:
    """E13, R11: whom the table knows as dealer is filled in."""
    night = start(club, game)
    dealt = []
    for _ in range(4):
        dealt.append(record(night, act).act["dealer"])
    assert dealt == [1, 2, 3, 1]
    assert dealer(night) == 2


def test_one_tap_says_who_dealt(host: Client, club: Club) -> None:
    """E13."""
    night = start(club, "khanhoo")
    address = reverse("hand", args=[night.public_id])
    assert open_page(host, address).forms(action=address)[0]["dealer"] == "1"
    send(host, address, out=1, melds__1__sequence=2, dealer=2, step="record")
    assert dealer(night) == 3


def test_night_from_before_keeps_its_dealer_and_its_acts(club: Club) -> None:
    """E13: nothing is filled in."""
    night = start(club, "khanhoo", rules={"preset": "wilkinson", "deal_passes": "same"})
    assert "dealer" not in record(night, KHANHOO).act
    assert dealer(night) == 1


@pytest.mark.parametrize(
    ("game", "act"),
    [
        ("khanhoo", KHANHOO),
        ("cau_robat", CAU),
        ("khanhoo_qing", {"result": "win", "winner": 1, "declared": True}),
        ("khanhoo_ming", {"captured": {"1": 15, "2": 9, "3": 3}}),
    ],
)
def test_a_recorded_hand_is_corrected_into_one_that_does_not_count(
    host: Client, club: Club, game: str, act: Mapping[str, object]
) -> None:
    night = start(club, game)
    record(night, act)
    address = reverse("correct", args=[night.public_id, 1])
    (form,) = open_page(host, address).forms(action=address)
    corrected = form | {"void": "exposed", "by": "2", "reason": "a card was seen"}
    review = Page(host.post(address, corrected))
    assert review.text("data-unwon").startswith("Nobody won: exposed card, the hand does not count (caused by Ben).")
    host.post(address, corrected | {"step": "record"})
    assert night.entries.get(number=3).act["void"] == "exposed"


def test_hand_that_does_not_count_is_recorded_from_the_form(host: Client, club: Club) -> None:
    """E13: the same player deals again, and nobody scores."""
    night = start(club, "khanhoo")
    send(host, reverse("hand", args=[night.public_id]), void="misdeal", by=2, step="record")
    (entry,) = night.entries.all()
    assert entry.act == {"void": "misdeal", "by": 2, "dealer": 1}
    assert (dealer(night), matches.points_of(session=night)) == (1, {1: 0, 2: 0, 3: 0})
    page = open_page(host, reverse("table", args=[night.public_id]))
    assert "misdeal, the hand does not count (caused by Ben)" in page.text("data-ledger")


def test_drawn_hands_whose_stakes_stay_are_counted_by_the_table(club: Club) -> None:
    """Q6: a hand that does not count is none of them."""
    night = start(club, "khanhoo_qing", rules={"preset": "wilkinson_qing", "pot_stays": True})
    for act in ({"result": "drawn"}, {"void": "exposed"}, {"result": "drawn"}):
        record(night, act)
    won = record(night, {"winner": 2, "declared": True})
    assert won.act["drawn_before"] == 2
    assert [paid.amount_cents for paid in won.payments.all()] == [300, 300]
    assert "drawn_before" not in record(night, {"winner": 2, "declared": True}).act


def test_an_act_that_names_no_ending_is_of_a_drawn_hand_where_nobody_won(club: Club) -> None:
    night = start(club, "khanhoo_ming")
    record(night, {"captured": {"1": 9, "2": 9, "3": 9}})
    assert drawn_since_win(session=night) == 1


def test_stakes_in_the_pot_are_taken_back_where_players_or_stakes_change(club: Club) -> None:
    """Q6: nobody pays for a drawn hand of others, nor a stake that was not agreed then."""
    night = start(club, "khanhoo_qing", rules={"preset": "wilkinson_qing", "pot_stays": True})
    record(night, {"result": "drawn"})
    people.sit(night, "Ana", "Ben", "Dan")
    record(night, {"result": "drawn"})
    newcomer = record(night, {"winner": 1, "declared": True})
    assert sorted((paid.payer.number, paid.amount_cents) for paid in newcomer.payments.all()) == [(2, 200), (4, 200)]
    record(night, {"result": "drawn"})
    change_terms(
        session=night,
        wanted=WantedTerms(stakes=5, rules=None),
        reason="",
        expected_entry=tables.last_entry_number(session=night),
        stamp=people.stamp(),
    )
    night = Session.objects.get()
    higher = record(night, {"winner": 2, "declared": True})
    assert [paid.amount_cents for paid in higher.payments.all()] == [500, 500]
    said = record(night, {"winner": 2, "declared": True, "drawn_before": 1})
    assert [paid.amount_cents for paid in said.payments.all()] == [1000, 1000]


def test_hand_after_a_won_match_settles_it_and_begins_the_next(host: Client, club: Club) -> None:
    """E8: what follows changes nothing of the match that was won."""
    night = start(club, "khanhoo", rules={"preset": "wilkinson", "target": 7})
    record(night, KHANHOO)
    page = open_page(host, reverse("table", args=[night.public_id]))
    assert "Play on: hand 2" in page.text("id", "dock-usual")
    hand = open_page(host, reverse("hand", args=[night.public_id]))
    assert "The match is over: recording this settles it first" in hand.text("id", "main")
    record(night, KHANHOO | {"out": 2, "melds": {"2": {"sequence": 2}}})
    assert [entry.kind for entry in night.entries.order_by("number")] == [
        EntryKind.HAND,
        EntryKind.MATCH,
        EntryKind.HAND,
    ]
    assert matches.points_of(session=night) == {1: 0, 2: 7, 3: 0}


def test_clockwise_games_are_drawn_clockwise(host: Client, club: Club) -> None:
    """E3: old nights keep their picture."""
    new = start(club, "khanhoo", players=4)
    old = start(club, "khanhoo", rules={"preset": "wilkinson", "clockwise": False}, players=4)
    drawn = [open_page(host, reverse("table", args=[night.public_id])) for night in (new, old)]
    classes = [
        [one.get("class", "") for one in page.root.iter("section") if "data-table" in one.attrib] for page in drawn
    ]
    assert [["felt-clockwise" in one.split() for one in found] for found in classes] == [[True], [False]]
    assert "Ben has sixteen and begins." in drawn[0].text("id", "table-heading")


def test_ming_is_settled_not_broken_off_and_cau_robat_counts_hands(host: Client, club: Club) -> None:
    """M6, R9."""
    ming, cau = start(club, "khanhoo_ming"), start(club, "cau_robat")
    record(ming, {"captured": {"1": 15, "2": 9, "3": 3}})
    record(cau, CAU)
    assert "Settle the match?" in open_page(host, reverse("match", args=[ming.public_id])).text("id", "asked")
    assert "Ana 1 hand won" in open_page(host, reverse("table", args=[cau.public_id])).text("data-table")


def test_declared_win_of_qing_is_verified_by_its_cards(host: Client, club: Club) -> None:
    """Q6."""
    night = start(club, "khanhoo_qing")
    entry = record(night, {"winner": 2, "declared": True})
    line = reverse("entry", args=[night.public_id, entry.number])
    verify = reverse("verify", args=[night.public_id, entry.number])
    assert "declared without cards" in open_page(host, line).text("id", "main")
    assert verify in [link.get("href") for link in open_page(host, line).root.iter("a")]
    cards = "8C 2S 2M 4C 5C 6C 7S 7S 7M 5M 6M 7M 2S 3S 4S"
    answered = Page(host.get(verify, {"hand": cards, "asked": "1"}))
    (form,) = (form for form in answered.forms(action=verify) if "hand" in form)
    host.post(verify, form)
    assert open_page(host, line).has("data-verified")


def test_hand_played_card_by_card_is_followed_on_its_form_and_kept_on_its_page(host: Client, club: Club) -> None:
    """R2 to R8: whose turn, captures, calls, payments and debts."""
    night = start(club, "cau_robat")
    address = reverse("hand", args=[night.public_id])
    (form,) = open_page(host, address).forms(action=address)
    live = form | {"step": "live", "dealer": "3", "face_up": "5 6 12 1", "plays": "4 4 7"}
    page = Page(host.post(address, live, headers={"HX-Request": "true"}))
    assert page.text("data-followed").startswith("Ana plays next in the centre: 12 1 7")
    assert "Ben cau, takes 4 5 6" in page.text("data-steps")
    face_up, plays = deal(Random(3), 3)
    act = {"dealer": 3, "face_up": " ".join(map(str, face_up)), "plays": " ".join(map(str, plays))}
    entry = record(night, act)
    kept = open_page(host, reverse("entry", args=[night.public_id, entry.number]))
    assert kept.text("data-steps").startswith("Play by play Ana plays")
    counted = record(night, CAU)
    assert not open_page(host, reverse("entry", args=[night.public_id, counted.number])).has("data-steps")


def test_pages_count_hands_won_where_the_match_is_of_hands(host: Client, club: Club) -> None:
    """R9: no page speaks of points."""
    night = start(club, "cau_robat")
    line = record(night, {"piles": {"1": 20, "2": 10, "3": 10}})

    assert "Ana scores +1 hand won" in open_page(host, reverse("entry", args=[night.public_id, line.number])).text(
        "data-changes"
    )
    assert open_page(host, reverse("watch", args=[night.public_id])).text("data-points") == "1 hand won"
