"""Verdicts that are kept and shared, what their amounts are played for, and declared hands verified by their cards."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import ApiAnswer, Club, KeptVerdict, Membership, Session
from scoring.operations import machine
from scoring.operations.table.hands import record_hand
from tests import people
from tests.api.programs import Program
from tests.views.judge.test_questions import FIFTEEN, WORKED, address, ask, paid
from tests.views.reading import Page, amounts, open_page, refusal, whole_amounts

pytestmark = pytest.mark.django_db

CLAIM = {"question": "win", **WORKED}
SECRET = {"question": "secret", "hand": "4C 4C 4C 12O", "sowee": "4C"}
KEEP = reverse("keep-verdict")


def keep(browser: Client, form: dict[str, str] = CLAIM) -> KeptVerdict:
    answer = browser.post(KEEP, {**form, "key": str(uuid4())})
    return KeptVerdict.objects.get(public_id=answer["Location"].split("/")[2])


def test_a_verdict_is_kept_once_however_often_the_form_is_sent(client: Client) -> None:
    form = {**CLAIM, "key": str(uuid4())}
    answers = [client.post(KEEP, form) for _ in range(2)]
    kept = KeptVerdict.objects.get()
    assert [answer["Location"] for answer in answers] == [f"/verdict/{kept.public_id}/"] * 2
    assert kept.claim == {**CLAIM, "secrets": [], "extra": "", "currency": "PHP", "stakes": 10}
    assert kept.answer["per_opponent"] == 90
    assert (kept.rules["preset"], kept.rules["revision"], kept.device, kept.entry) == ("pagat", 1, None, None)
    assert client.post(KEEP, {**form, "sowee": "3B"}).status_code == 409
    assert refusal(client.post(KEEP, CLAIM)) == (422, ("__all__:missing_key",))
    assert KeptVerdict.objects.count() == 1
    page = open_page(Client(), reverse("verdict", args=[kept.public_id]))
    assert (paid(page), kept.engine_version in page.text("data-judged-by")) == ("₱9", True)
    assert page.text("id", "link") == f"http://testserver/verdict/{kept.public_id}/"


def test_keeping_is_limited_for_each_caller(client: Client) -> None:
    answers = [client.post(KEEP, {**CLAIM, "key": str(uuid4())}).status_code for _ in range(21)]
    assert answers == [302] * 20 + [429]
    assert KeptVerdict.objects.count() == 20


def test_what_strangers_keep_is_bounded_and_ends_and_that_of_the_club_stays(
    client: Client, host: Client, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "STRANGERS_KEEP", 2)
    _, old, *_ = [keep(browser) for browser in (host, client, client, host)]
    key, purro = str(uuid4()), {"kind": "purro", "question": {"hand": FIFTEEN}}
    for _ in range(2):
        assert Program().post("verdicts/", purro, key=key).status_code == 201
    kept = KeptVerdict.objects.order_by("pk")
    assert [each.is_of_a_stranger for each in kept] == [False, True, False, True]
    assert old not in kept
    machine.forget_strangers_verdicts(now=timezone.now() + timedelta(days=31))
    assert [each.is_of_a_stranger for each in KeptVerdict.objects.all()] == [False, False]
    assert not ApiAnswer.objects.exists()
    Membership.objects.update(revoked_at=people.EVENING)
    assert keep(host).is_of_a_stranger


@pytest.mark.parametrize(
    ("question", "asked", "mark"),
    [
        ("purro", {"hand": FIFTEEN, "sowee": "4O"}, "data-completed-by"),
        ("extra", {**WORKED, "extra": "12O", "stock": "9"}, "data-needs"),
        ("claim", {"how": "drawn", "card": "5B", "standing_3": "purro", "completes_3": "on"}, "data-winner"),
        ("secret", {"hand": "4C 4C 4C 12O", "sowee": "4C"}, "data-amount"),
    ],
)
def test_every_answer_is_kept_and_shown(client: Client, question: str, asked: dict[str, str], mark: str) -> None:
    answer = open_page(client, address(question, **asked))
    (form,) = answer.forms(action=KEEP)
    page = open_page(Client(), client.post(KEEP, form)["Location"])
    kept = KeptVerdict.objects.get()
    assert (kept.claim["question"], kept.answer["rules_revision"]) == (question, "pagat/1")
    assert page.text(mark) == answer.text(mark)


def test_a_verdict_kept_before_there_were_other_questions_is_about_a_win(client: Client) -> None:
    kept = keep(client)
    kept.pk, kept.public_id = None, uuid4()
    kept.claim = {name: value for name, value in kept.claim.items() if name != "question"}
    kept.save(force_insert=True)
    assert paid(open_page(client, reverse("verdict", args=[kept.public_id]))) == "₱9"


def test_the_judge_lists_what_phones_of_the_club_kept_last_to_them_only(host: Client, client: Client) -> None:
    of_host = [keep(host, form) for form in (SECRET, CLAIM)]
    keep(client)
    links = [link.get("href") for link in open_page(host, "/judge/").find("data-kept").iter("a")]
    assert links == [reverse("verdict", args=[kept.public_id]) for kept in reversed(of_host)]
    assert not open_page(client, "/judge/").has("data-kept")


@pytest.mark.parametrize(("bounit", "mark", "told"), [(True, "differs", ("₱0.90",)), (False, "same", ())])
def test_a_declared_hand_is_verified_by_its_cards_and_one_that_pays_otherwise_offers_the_correction(
    host: Client, session: Session, bounit: bool, mark: str, told: tuple[str, ...]
) -> None:
    act = people.DECLARED_WIN | {"bounit_condition": bounit}
    declared = record_hand(session=session, act=act, expected=people.expected(session), stamp=people.stamp())
    where = [session.public_id, declared.number]
    form = open_page(host, reverse("verify", args=where))
    assert [radio.get("value") for radio in form.root.iter("input") if "checked" in radio.attrib][:1] == ["discard"]
    assert form.find("name", "sowee").get("value") == "4O"
    answer = host.post(reverse("verify", args=where), {**CLAIM, "key": str(uuid4())})
    assert answer["Location"] == reverse("entry", args=where)
    kept = KeptVerdict.objects.get()
    assert (kept.entry, amounts(open_page(host, answer["Location"]).text("data-verified", mark))) == (declared, told)
    correction = open_page(host, f"{reverse('correct', args=[*where, 'cards'])}?verdict={kept.public_id}")
    assert [correction.find("name", name).get("value") for name in ("hand", "bounit")] == [people.WORKED_HAND, "5B"]


def test_a_hand_with_cards_needs_no_verification(host: Client, session: Session) -> None:
    where = [session.public_id, people.win(session).number]
    assert host.get(reverse("verify", args=where))["Location"] == reverse("entry", args=where)
    assert reverse("verify", args=where) not in open_page(host, reverse("entry", args=where)).links()


PRICED = {**WORKED, "source": "self_drawn"}


def kept(browser: Client, page: Page) -> Page:
    (form,) = page.forms(action=KEEP)
    return open_page(Client(), browser.post(KEEP, form)["Location"])


@pytest.mark.parametrize(
    ("currency", "stakes", "due"), [("JPY", 1, "¥90"), ("PHP", 25, "₱22.50"), ("PHP", 100, "₱90"), ("EUR", 1, "€0.90")]
)
def test_the_latest_night_brings_its_terms(host: Client, club: Club, currency: str, stakes: int, due: str) -> None:
    night = people.start_night(club=club, currency=currency, stake_factor=stakes)
    answer = Page(ask(host, "win", **WORKED))
    assert (paid(answer), paid(kept(host, answer))) == (due, due)
    assert due in whole_amounts(host.get(reverse("judge-live"), WORKED).text)
    at_table = kept(host, Page(ask(host, "win", night, **WORKED)))
    assert (paid(at_table), at_table.has("data-stakes")) == (due, False)


def test_l8_a_price_list_is_in_whole_yen_at_a_table_that_plays_for_yen(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pricelist", "unit": 1}, currency="JPY")
    response = ask(host, "win", night, **PRICED, rules="table")
    assert (paid(Page(response)), response.context["changes"]) == ("¥530", ())
    assert paid(kept(host, Page(response))) == "¥530"
    assert KeptVerdict.objects.get().claim["currency"] == "JPY"


def test_l8_other_rules_are_compared_in_the_currency_of_the_table(host: Client, club: Club) -> None:
    night = people.start_night(club=club, currency="JPY")
    assert "¥530" in Page(ask(host, "win", night, **PRICED)).text("data-preset", "pricelist")


@pytest.mark.parametrize(
    ("terms", "changed"), [({"currency": "JPY"}, ["¥60", "¥50"]), ({"stake_factor": 10}, ["₱6", "₱5"])]
)
def test_a_changed_house_rule_is_told_in_the_currency_and_at_the_stakes_of_the_amounts(
    host: Client, club: Club, terms: dict[str, Any], changed: list[str]
) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "secret": 60}, **terms)
    page = kept(host, Page(ask(host, "win", night, **PRICED, rules="table")))
    assert re.findall(r"[₱¥]\d+", page.text("data-judged-by")) == changed
