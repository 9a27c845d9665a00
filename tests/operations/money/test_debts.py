"""What was not paid stays owed over nights, and one act settles it in each of its nights once."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import date
from typing import Any
from unittest.mock import Mock
from uuid import UUID, uuid4

import pytest

from scoring.models import Club, Entry, EntryKind, Player, Session
from scoring.operations.money import debts
from scoring.operations.money.past import PastNight, PastTerms, enter_past
from scoring.operations.table.posting import writing
from scoring.operations.table.undoing import reopen_session
from scoring.queries.money import open_debts, settled_acts
from scoring.queries.table.night import night_of
from tests import people
from tests.games.asking import stored

RULES = {"preset": "pagat", "partnerships": True}
ALONE = {"preset": "pagat", "partnerships": False}
OTHERS = ("Ana", "Ben", "Eva", "Dan")


def a_night(
    club: Club, *winners: int, names: tuple[str, ...] = people.NAMES, currency: str = "PHP", rules: object = RULES
) -> Session:
    """Return a closed night in which these seats won; each time every opponent owes the winner 90."""
    night = people.start_night(club=club, names=names, rules=rules, currency=currency)
    for winner in winners:
        people.win(night, winner=winner)
    people.close(night)
    return night


def person(club: Club, name: str) -> Player:
    return Player.objects.get(club=club, name=name)


def shown(club: Club, debtor: str, creditor: str, cents: int, *, currency: str = "PHP") -> debts.PairTotal:
    return debts.PairTotal(debtor=person(club, debtor), creditor=person(club, creditor), currency=currency, cents=cents)


def pay(club: Club, debtor: str, cents: int, *, of: int = 180) -> Entry:
    return debts.pay_debt(shown=shown(club, debtor, "Ana", of), amount_cents=cents, stamp=people.stamp())


def forgive(club: Club, *, reason: str = "birthday") -> Entry:
    return debts.forgive_debt(
        shown=shown(club, "Ben", "Ana", 180), amount_cents=90, reason=reason, stamp=people.stamp()
    )


def take_back(club: Club, entry: Entry) -> None:
    debts.take_back_debts(club=club, act=UUID(entry.act["id"]), reason="slip", stamp=people.stamp())


def owed(club: Club) -> list[tuple[Session, str, str, int]]:
    return [(each.session, each.debtor.name, each.creditor.name, each.cents) for each in open_debts(club=club)]


def assert_debts_agree(club: Club) -> None:
    assert owed(club) == [
        (night, names[line.payer], names[line.payee], line.left_cents)
        for night in club.sessions.order_by("pk")
        for names in [night_of(session=night).names]
        for line in night_of(session=night).plan
        if line.left_cents
    ]


@pytest.fixture
def weeks(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: in each Ben and Dan owe Ana 90."""
    return a_night(club, people.ANA), a_night(club, people.ANA)


@pytest.fixture
def tonight(club: Club, weeks: tuple[Session, Session]) -> Session:
    """Return an open night of Ana, Ben and Dan with Eva."""
    return people.start_night(club=club, names=OTHERS, rules=RULES)


def sent(act: str, club: Club, tonight: Session) -> tuple[Callable[..., Entry], dict[str, Any]]:
    page, (ana, ben, dan) = shown(club, "Ben", "Ana", 180), (person(club, name) for name in ("Ana", "Ben", "Dan"))
    match act:
        case "pay":
            return debts.pay_debt, {"shown": page, "amount_cents": 120}
        case "forgive":
            return debts.forgive_debt, {"shown": page, "amount_cents": 120, "reason": "birthday"}
        case "pay netted":
            return debts.pay_netted, {"payer": ben, "payee": ana, "currency": "PHP", "amount_cents": 180}
        case "settle all":
            return debts.settle_all, {"club": club, "currency": "PHP", "expected": ((ben, ana, 180), (dan, ana, 180))}
        case "carry":
            return debts.carry_debts, {"session": tonight, "expected_cents": 360}
    return debts.take_back_debts, {"club": club, "act": UUID(pay(club, "Ben", 120).act["id"]), "reason": "slip"}


SETTLING = ("pay", "forgive", "pay netted", "settle all", "carry")


def test_payment_settles_oldest_night_first_locks_lowest_id_first_and_stands_once_in_each(
    club: Club, weeks: tuple[Session, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    long_ago = PastNight(day=date(2019, 5, 3), results=(("Ana", 40), ("Ben", -40)))
    terms = PastTerms(game="cuajo", currency="PHP", paid=False)
    (oldest,) = enter_past(club=club, terms=terms, nights=(long_ago,), stamp=people.stamp())
    opened = Mock(side_effect=writing)
    monkeypatch.setattr(debts, "writing", opened)
    entry = pay(club, "Ben", 170, of=220)
    paid = [(oldest, 40), (weeks[0], 90), (weeks[1], 40)]
    lines = Entry.objects.filter(kind=EntryKind.UTANG).order_by("session__started_at", "session")
    assert [(line.session, line.payments.get().amount_cents) for line in lines] == paid
    assert [line.act["id"] for line in lines] == [entry.act["id"]] * 3
    assert entry.act["nights"] == [[str(night.public_id), cents] for night, cents in paid]
    assert (entry.session, [call.kwargs["session"] for call in opened.call_args_list]) == (oldest, [*weeks, oldest])
    assert people.figures(weeks[1]) == [(180, 0, 140), (-90, 0, -50), (0, 0, 0), (-90, 0, -90)]
    people.refuses("not_reversible.over_nights", people.take_back, entry)


@stored("not_owed", "nights")
def test_what_nobody_owes(club: Club, tonight: Session, typed: tuple[str, str, int, str, int], refusal: str) -> None:
    debtor, creditor, cents, currency, amount_cents = typed
    page = shown(club, debtor, creditor, cents, currency=currency)
    people.refuses(refusal, debts.pay_debt, shown=page, amount_cents=amount_cents, stamp=people.stamp())
    assert not Entry.objects.filter(kind=EntryKind.UTANG).exists()


def page(debtor: str, creditor: str, cents: int, **said: str) -> dict[str, object]:
    return {"shown": lambda club: shown(club, debtor, creditor, cents, **said)}


PAGES = (page("Dan", "Ana", 180), page("Ben", "Carla", 180), page("Ben", "Ana", 170))
ELSEWHERE = {"club": lambda _: people.make_club(name="Other")}
PERSONS = ({"payer": lambda club: person(club, "Dan")}, {"payee": lambda club: person(club, "Carla")})
OTHERWISE: dict[str, tuple[dict[str, Any], ...]] = {
    "pay": ({"amount_cents": 119}, {"nights": (uuid4(),)}, *PAGES, page("Ben", "Ana", 180, currency="EUR")),
    "forgive": ({"amount_cents": 119}, {"nights": (uuid4(),)}, {"reason": "wedding"}),
    "pay netted": (*PERSONS, {"amount_cents": 179}, {"currency": "EUR"}),
    "settle all": (ELSEWHERE, {"currency": "EUR"}, {"expected": ()}),
    "carry": ({"session": lambda club: people.start_night(club=club)}, {"expected_cents": 180}),
    "take back": ({"act": uuid4()}, {"reason": "other"}, ELSEWHERE),
}


@pytest.mark.parametrize(("act", "changed"), [(act, each) for act, changes in OTHERWISE.items() for each in changes])
def test_a_key_settles_once_and_nothing_else(club: Club, tonight: Session, act: str, changed: dict[str, Any]) -> None:
    operation, content = sent(act, club, tonight)
    stamp = people.stamp()
    first = operation(**content, stamp=stamp)
    lines = Entry.objects.count()
    assert (operation(**content, stamp=stamp), Entry.objects.count()) == (first, lines)
    content |= {name: value(club) if callable(value) else value for name, value in changed.items()}
    people.refuses("key_reused", operation, **content, stamp=stamp)


@pytest.mark.parametrize("act", SETTLING)
def test_an_act_is_taken_back_in_all_its_nights_with_what_it_moved(club: Club, tonight: Session, act: str) -> None:
    before = owed(club), [people.figures(night) for night in club.sessions.order_by("pk")]
    operation, content = sent(act, club, tonight)
    entry = operation(**content, stamp=people.stamp())
    assert owed(club) != before[0]
    take_back(club, entry)
    assert (owed(club), [people.figures(night) for night in club.sessions.order_by("pk")]) == before
    assert settled_acts(club=club) == ()
    for line in Entry.objects.filter(kind=EntryKind.UTANG).select_related("reversal"):
        kinds = [set(each.payments.values_list("cash", "apart")) for each in (line, line.reversal)]
        assert kinds == [{(act != "forgive", act == "forgive")}] * 2
    assert_debts_agree(club)
    people.refuses("not_reversible.undone", take_back, club, entry)


def test_forgiven_is_a_gift_apart_and_leaves_the_plan_of_its_night(club: Club, weeks: tuple[Session, Session]) -> None:
    first, _ = weeks
    people.refuses("reason_missing", forgive, club, reason="")
    forgive(club)
    lines = [(line.payer, line.payee, line.forgiven_cents, line.left_cents) for line in night_of(session=first).plan]
    assert lines == [(people.BEN, people.ANA, 90, 0), (people.DAN, people.ANA, 0, 90)]
    assert people.figures(first) == [(180, -90, 90), (-90, 90, 0), (0, 0, 0), (-90, 0, -90)]
    people.refuses("wrong_amount.handed_over", people.pay, first, payer=people.BEN, payee=people.ANA, cents=90)
    assert_debts_agree(club)


def test_reopening_takes_back_forgiven_and_keeps_what_was_paid(club: Club, weeks: tuple[Session, Session]) -> None:
    first, _ = weeks
    forgive(club)
    paid = pay(club, "Dan", 90)
    reopen_session(session=first, reason="wrong", stamp=people.stamp())
    assert people.figures(first) == [(180, 0, 90), (-90, 0, -90), (0, 0, 0), (-90, 0, 0)]
    people.take_back(first.entries.get(kind=EntryKind.HAND))
    people.close(first)
    assert [each for each in owed(club) if each[0] == first] == [(first, "Ana", "Dan", 90)]
    people.refuses("not_reversible.cash_counted", take_back, club, paid)
    assert_debts_agree(club)


LENT = {
    "to_two": (("Ana", "Ben"), ("Ana", "Fe"), ("Ben", "Carla"), ("Ben", "Hugo")),
    "by_three": (("Ben", "Dan"), ("Ben", "Dan"), ("Ana", "Ben"), ("Carla", "Ben"), ("Eva", "Ben")),
}
"""Who won 90 from whom, each in a night of their own.

To two: Ana gets 180 in all, Ben 90; Fe, Carla and Hugo pay 90. By three: Dan pays 180 in all and Ben 90; Ana, Carla and
Eva get 90.
"""


@stored("netted_once", "nights")
def test_netted_payment_settles_all_of_one(club: Club, won: str, who: list[str], cents: int, is_good: bool) -> None:
    for names in LENT[won]:
        a_night(club, people.ANA, names=names, rules=ALONE)
    a_night(club, names=("Eva", "Gil"), rules=ALONE)
    payer, payee = (person(club, name) for name in who)
    said: dict[str, Any] = {"payer": payer, "payee": payee, "currency": "PHP", "amount_cents": cents}
    if is_good:
        debts.pay_netted(**said, stamp=people.stamp())
        assert_debts_agree(club)
    people.refuses("debts_changed", debts.pay_netted, **said, stamp=people.stamp())


@pytest.mark.parametrize(("currency", "bens", "dans"), [("PHP", 180, 179), ("EUR", 180, 180), ("PHP", 180, 180)])
def test_all_is_settled_by_payments_as_shown(club: Club, tonight: Session, currency: str, bens: int, dans: int) -> None:
    ana, ben, dan = (person(club, name) for name in ("Ana", "Ben", "Dan"))
    is_good = (currency, dans) == ("PHP", 180)
    with nullcontext() if is_good else people.refused("debts_changed"):
        expected = ((ben, ana, bens), (dan, ana, dans))
        debts.settle_all(club=club, currency=currency, expected=expected, stamp=people.stamp())
    assert (owed(club) == []) == is_good


def test_debts_among_people_of_a_night_in_its_money_are_carried_into_it(club: Club, tonight: Session) -> None:
    a_night(club, people.ANA, names=OTHERS, currency="EUR")
    a_night(club, people.ANA, names=("Gil", "Ben"), rules=ALONE)
    left = owed(club)[4:]
    people.sit(tonight, "Ana", "Ben", "Eva", "Fe")
    people.refuses("debts_changed", debts.carry_debts, session=tonight, expected_cents=450, stamp=people.stamp())
    entry = debts.carry_debts(session=tonight, expected_cents=360, stamp=people.stamp())
    assert (entry.session, entry.number) == (tonight, 2)
    lent = entry.payments.values_list("payer__number", "payee__number", "amount_cents", "cash", "apart")
    assert sorted(lent) == [(people.ANA, people.BEN, 180, True, False), (people.ANA, people.DAN, 180, True, False)]
    assert people.outstanding(tonight) == (360, -180, 0, -180, 0)
    assert people.balances(tonight) == (0, 0, 0, 0, 0)
    assert owed(club) == left
    people.win(tonight, winner=people.BEN)
    people.close(tonight)
    assert people.outstanding(tonight) == (270, 0, -90, -180, 0)
    assert_debts_agree(club)


def test_a_closed_night_takes_no_debts(club: Club, tonight: Session) -> None:
    people.close(tonight)
    people.refuses("session_closed", debts.carry_debts, session=tonight, expected_cents=360, stamp=people.stamp())
