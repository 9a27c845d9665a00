"""Verdicts that are kept and shared, and declared hands that are verified by their cards."""

import re
from datetime import timedelta
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import ApiAnswer, Club, Entry, KeptVerdict, Membership, Session
from scoring.operations.judge.verdicts import forget_strangers_verdicts
from tests import people
from tests.api.programs import Program
from tests.views.reading import Page, open_page, text_of

pytestmark = pytest.mark.django_db

WORKED = {"question": "win", "hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
PURRO = {"kind": "purro", "question": {"hand": people.WORKED_HAND.rpartition(" ")[0]}}
KEEP = reverse("keep-verdict")
DECLARED = {
    "declared": True,
    "kings_of_coins": 0,
    "other_kings": 1,
    "bounit_condition": True,
    "sowee_condition": True,
    "porbis": False,
}


@pytest.fixture
def declared(session: Session) -> Entry:
    """Return Ana's win, declared with both conditions: 1.30 from each opponent."""
    return people.win(session, **DECLARED)


def test_verdict_is_kept_once_however_often_the_form_is_sent(client: Client) -> None:
    form = {**WORKED, "key": str(uuid4())}
    answers = [client.post(KEEP, form) for _ in range(2)]
    kept = KeptVerdict.objects.get()
    assert [answer["Location"] for answer in answers] == [f"/verdict/{kept.public_id}/"] * 2
    assert kept.claim == {**WORKED, "secrets": [], "extra": ""}
    assert kept.answer["per_opponent"] == 90
    assert (kept.rules["preset"], kept.rules["revision"], kept.device, kept.entry) == ("pagat", 1, None, None)


def test_key_of_another_verdict_is_refused(client: Client) -> None:
    form = {**WORKED, "key": str(uuid4())}
    client.post(KEEP, form)
    assert client.post(KEEP, {**form, "sowee": "3B"}).status_code == 409
    assert KeptVerdict.objects.count() == 1


def test_kept_verdict_shows_hand_rules_and_link_to_anybody(client: Client) -> None:
    client.post(KEEP, {**WORKED, "key": str(uuid4())})
    kept = KeptVerdict.objects.get()
    page = open_page(Client(), reverse("verdict", args=[kept.public_id]))
    assert text_of(page.find("data-amount")) == "0.90 from each opponent"
    assert page.items("data-judged-by", tag="dd")[:2] == (
        "pagat rules (pagat.com, Cuajo, 2008)",
        f"Cuajo, version {kept.engine_version}",
    )
    assert page.text("id", "link") == f"http://testserver/verdict/{kept.public_id}/"
    assert (page.find("class", "qr").get("src") or "").startswith("data:image/svg+xml")


def test_kept_verdict_never_changes(client: Client) -> None:
    client.post(KEEP, {**WORKED, "key": str(uuid4())})
    with pytest.raises(DatabaseError, match="kept_verdict is append-only"):
        KeptVerdict.objects.update(answer={})


def test_keeping_is_limited_for_each_caller(client: Client) -> None:
    answers = [client.post(KEEP, {**WORKED, "key": str(uuid4())}).status_code for _ in range(21)]
    assert answers == [302] * 20 + [429]
    assert KeptVerdict.objects.count() == 20


def test_what_strangers_keep_is_bounded_and_ends_and_that_of_the_club_stays(
    client: Client, host: Client, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.operations.judge.verdicts.STRANGERS_KEEP", 2)
    for browser in (host, client, client, client, host):
        browser.post(KEEP, {**WORKED, "key": str(uuid4())})
    old = KeptVerdict.objects.filter(device=None).earliest("pk")
    key = str(uuid4())
    for _ in range(2):
        assert Program().post("verdicts/", PURRO, key=key).status_code == 201
    kept = KeptVerdict.objects.order_by("pk")
    assert [each.device is None for each in kept] == [False, True, False, True]
    assert not KeptVerdict.objects.filter(pk=old.pk).exists()
    assert "It stays for a month at most" in open_page(client, f"/verdict/{key}/").text("id", "main")
    assert "It stays" not in open_page(client, f"/verdict/{kept[0].public_id}/").text("id", "main")

    forget_strangers_verdicts(now=timezone.now() + timedelta(days=31))
    assert [each.device is None for each in KeptVerdict.objects.all()] == [False, False]
    assert not ApiAnswer.objects.exists()


def test_phone_without_a_place_in_a_club_keeps_as_a_stranger(host: Client) -> None:
    Membership.objects.update(revoked_at=people.EVENING)
    host.post(KEEP, {**WORKED, "key": str(uuid4())})
    assert KeptVerdict.objects.get().device is None


def test_the_database_keeps_the_verdicts_of_the_club(host: Client, client: Client) -> None:
    for browser in (client, host):
        browser.post(KEEP, {**WORKED, "key": str(uuid4())})
    KeptVerdict.objects.filter(device=None).delete()
    with pytest.raises(DatabaseError, match="kept_verdict of the club is append-only"):
        KeptVerdict.objects.all().delete()


def test_declared_hand_opens_with_its_source_and_sowee(host: Client, session: Session, declared: Entry) -> None:
    page = reverse("verify", args=[session.public_id, declared.number])
    entry = open_page(host, reverse("entry", args=[session.public_id, declared.number]))
    assert entry.text("href", page) == "Add its cards"
    form = open_page(host, page)
    assert [radio.get("value") for radio in form.root.iter("input") if "checked" in radio.attrib][:1] == ["discard"]
    assert form.find("name", "sowee").get("value") == "4O"


def test_verified_hand_that_pays_otherwise_offers_the_correction(
    host: Client, session: Session, declared: Entry
) -> None:
    where = [session.public_id, declared.number]
    answer = host.post(reverse("verify", args=where), {**WORKED, "key": str(uuid4())})
    assert answer["Location"] == reverse("entry", args=where)
    entry = open_page(host, answer["Location"])
    assert entry.text("data-verified", "differs") == (
        "Verified with its cards, and they pay: ₱0.90 The verdict · Correct it with these cards"
    )
    kept = KeptVerdict.objects.get()
    assert kept.entry == declared
    correction = open_page(host, f"{reverse('correct', args=[*where, 'cards'])}?verdict={kept.public_id}")
    values = [correction.find("name", name).get("value") for name in ("hand", "bounit")]
    assert values == [people.WORKED_HAND, "5B"]


def test_verified_hand_that_pays_the_same_says_so(host: Client, session: Session) -> None:
    entry = people.win(session, **DECLARED | {"bounit_condition": False})
    host.post(reverse("verify", args=[session.public_id, entry.number]), {**WORKED, "key": str(uuid4())})
    page = open_page(host, reverse("entry", args=[session.public_id, entry.number]))
    assert page.text("data-verified", "same") == "Verified with its cards: the same amount. The verdict"


def test_stranger_verifies_nothing(client: Client, session: Session, declared: Entry) -> None:
    page = reverse("verify", args=[session.public_id, declared.number])
    assert client.post(page, {**WORKED, "key": str(uuid4())}).status_code == 403
    assert not KeptVerdict.objects.exists()


def test_hand_with_cards_needs_no_verification(host: Client, session: Session) -> None:
    entry = people.win(session)
    answer = host.get(reverse("verify", args=[session.public_id, entry.number]))
    assert answer["Location"] == reverse("entry", args=[session.public_id, entry.number])
    assert not re.search("Add its cards|Verify", host.get(answer["Location"]).content.decode())


@pytest.mark.parametrize(
    ("question", "asked", "shown"),
    [
        (
            "purro",
            {"hand": people.WORKED_HAND.removesuffix(" 12B"), "sowee": "4O"},
            ("data-unseen", "36 cards that nobody has seen complete the hand."),
        ),
        (
            "extra",
            {"hand": people.WORKED_HAND, "bounit": "5B", "sowee": "4O", "extra": "12O", "stock": "9"},
            ("data-needs", "Still needed for the bounit: 3"),
        ),
        (
            "claim",
            {"how": "drawn", "card": "5B", "standing_3": "purro", "completes_3": "on"},
            ("data-winner", "Player opposite wins with it"),
        ),
    ],
)
def test_every_answer_of_the_judge_is_kept_and_shown_to_anybody(
    client: Client, question: str, asked: dict[str, str], shown: tuple[str, str]
) -> None:
    answer = open_page(client, f"/judge/{question}/?{urlencode({**asked, 'asked': '1'})}")
    (form,) = answer.forms(action=KEEP)
    address = client.post(KEEP, form)["Location"]
    kept = KeptVerdict.objects.get()
    assert (kept.claim["question"], kept.answer["rules_revision"]) == (question, "pagat/1")
    page = open_page(Client(), address)
    mark, text = shown
    assert page.text(mark) == text == answer.text(mark)
    assert page.items("data-judged-by", tag="dd")[1] == f"Cuajo, version {kept.engine_version}"


def test_verdict_of_a_table_is_kept_in_its_currency_and_at_its_stakes(host: Client, club: Club) -> None:
    night = people.start_night(club=club, currency="EUR", stake_factor=5)
    form = {**WORKED, "key": str(uuid4()), "session": str(night.public_id)}
    page = open_page(Client(), host.post(KEEP, form)["Location"])
    assert text_of(page.find("data-amount")) == "€4.50 from each opponent"
    assert page.text("data-stakes") == "Amounts are at the stakes of the table, × 5."


def test_verdict_sent_without_its_key_says_how_to_go_on(client: Client) -> None:
    page = Page(client.post(KEEP, WORKED))
    assert page.status == 422
    assert "This verdict can no longer be kept. Judge it again." in page.notice()
    assert not KeptVerdict.objects.exists()


def test_verdict_kept_before_there_were_other_questions_is_about_a_win(client: Client) -> None:
    client.post(KEEP, {**WORKED, "key": str(uuid4())})
    kept = KeptVerdict.objects.get()
    claim = {name: value for name, value in kept.claim.items() if name != "question"}
    KeptVerdict.objects.create(
        public_id=(older := uuid4()),
        game=kept.game,
        claim=claim,
        rules=kept.rules,
        answer=kept.answer,
        engine_version=kept.engine_version,
        kept_at=kept.kept_at,
    )
    page = open_page(client, reverse("verdict", args=[older]))
    assert text_of(page.find("data-amount")) == "0.90 from each opponent"


def test_the_judge_lists_what_phones_of_the_club_kept_last_to_them_only(host: Client, client: Client) -> None:
    for question in ({"question": "secret", "hand": "4C 4C 4C 12O", "sowee": "4C"}, WORKED):
        host.post(KEEP, {**question, "key": str(uuid4())})
    client.post(KEEP, {**WORKED, "key": str(uuid4())})

    listed = open_page(host, "/judge/").items("data-kept")
    assert [re.split(r" \d", line)[0] for line in listed] == ["Is this a win?", "Is this a secret?"]
    assert not open_page(client, "/judge/").has("data-kept")


def test_a_kept_secret_says_what_it_pays_and_why(host: Client) -> None:
    answer = host.post(
        KEEP, {"question": "secret", "hand": "4C 4C 4C 12O", "sowee": "4C", "key": str(uuid4())}, follow=True
    )
    page = Page(answer)
    assert page.text("data-answer", "secret").startswith(
        "Yes, a secret The three others of the sowee’s kind are a secret"
    )
    assert page.text("data-amount").startswith("0.50 from each opponent, at once")
