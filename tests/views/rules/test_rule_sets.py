"""Rule sets: edited by the host, written to a file and read back, chosen for a night; what house rules come to."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.models import Club, SavedRules, Session
from scoring.operations.rules.rule_sets import add_rule_set
from scoring.operations.table import terms
from tests import people
from tests.views.reading import Page, amounts, open_page, refusal
from tests.views.sessions.test_new_session import form, start, values

pytestmark = pytest.mark.django_db

LIST, NEW, IMPORT = (reverse(name) for name in ("rule-sets", "new-rule-set", "import-rule-set"))
PAGAT, FAMILY = f"{NEW}?preset=pagat", f"{NEW}?preset=family"


@pytest.fixture
def saved(club: Club) -> SavedRules:
    rules = {"preset": "family", "secret": 80, "partners_share": False}
    return add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)


def url(name: str, saved: SavedRules) -> str:
    return reverse(name, args=[saved.public_id])


def filled(browser: Client, address: str) -> dict[str, str]:
    """Return what a browser sends for the editor as it was opened."""
    return values(open_page(browser, address))


def differences(response: Any, *, at: str = "differences") -> list[tuple[str, object, object]]:
    """Return what a page calls changed: the rule, its value and that of the preset."""
    return [(each.about.name, each.own, each.preset) for each in response.context[at]]


def kept() -> dict[str, tuple[int, str]]:
    """Return revision and preset of every set by its name."""
    return {each.name: (each.revision, each.rules["preset"]) for each in SavedRules.objects.all()}


def test_amount_of_a_set_is_said_by_its_own_unit_and_that_of_the_preset_by_its(host: Client, club: Club) -> None:
    rules = {"preset": "pagat", "unit": 5, "secret": 60}
    add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)
    said = open_page(host, LIST).items("data-differences")[0]
    assert ("300 " in said, "50 " in said) == (True, True)


def test_set_is_kept_and_edited_under_the_next_revision_and_a_switch_can_be_turned_off(host: Client) -> None:
    assert host.post(FAMILY, filled(host, FAMILY) | {"name": "Ours", "rule_partners_share": "no"})["Location"] == LIST
    (listed,) = host.get(LIST).context["rule_sets"]
    assert [(each.about.name, each.own, each.preset) for each in listed.differences] == [
        ("partners_share", False, True)
    ]
    address = url("rule-set", SavedRules.objects.get())
    sent = filled(host, address)
    assert (sent["rule_partners_share"], sent["rule_secrets_shown"]) == ("no", "")
    host.post(address, sent)
    assert kept() == {"Ours": (1, "family")}  # nothing was changed
    host.post(address, sent | {"rule_secrets_shown": "no"})
    rules = SavedRules.objects.get().rules
    assert (kept(), rules["secrets_shown"], rules["partners_share"]) == ({"Ours": (2, "family")}, False, False)


def test_two_phones_the_second_is_told_and_may_save_over_or_remove(host: Client, saved: SavedRules) -> None:
    address = url("rule-set", saved)
    first, second = filled(host, address) | {"rule_secret": "90"}, filled(host, address) | {"rule_secret": "70"}
    host.post(address, first)
    answer = host.post(address, second)
    held = values(Page(answer))
    assert (refusal(answer), held["rule_secret"]) == ((409, ("__all__:rule_set_changed",)), "70")
    removing = url("remove-rule-set", saved)
    (stale,) = open_page(host, removing).forms()
    host.post(address, second | {"expected_revision": held["expected_revision"]})
    answer = host.post(removing, stale)
    assert (refusal(answer), kept()) == ((409, ("rule_set_changed",)), {"Sunday table": (3, "family")})
    host.post(removing, Page(answer).forms()[0])
    assert kept() == {}


def test_wrong_values_are_all_said_and_what_was_typed_is_kept(host: Client, saved: SavedRules) -> None:
    sent, changes = filled(host, PAGAT), {"name": "sunday TABLE", "rule_secret": "-5", "rule_extra_cards": "81"}
    assert refusal(host.post(PAGAT, sent | {"name": "sunday TABLE"})) == (422, ("name:rule_set_taken",))
    answer = host.post(PAGAT, sent | changes)
    assert refusal(answer) == (422, ("rule_extra_cards:max_value", "rule_secret:min_value"))
    assert kept() == {"Sunday table": (1, "family")}
    held = values(Page(answer))
    assert {name: held[name] for name in changes} == changes


def test_differences_follow_the_form_before_it_is_saved(host: Client) -> None:
    sent = filled(host, PAGAT) | {"rule_porbis": "400", "rule_secret": "x"}
    response = host.post(PAGAT, sent, headers={"HX-Request": "true", "HX-Target": "differences"})
    assert next(iter(Page(response).root)).get("id") == "differences"
    assert (differences(response), SavedRules.objects.count()) == ([("porbis", 400, 300)], 0)


def test_export_is_a_small_file_that_import_reads_back(host: Client, saved: SavedRules) -> None:
    response = host.get(url("export-rule-set", saved))
    assert response["Content-Disposition"] == 'attachment; filename="cuajo-sunday-table-1.json"'
    content = json.loads(response.content)
    del content["rules"]
    assert content == {"cuajo_rule_set": 1, "game": "cuajo", "name": "Sunday table", "revision": 1}
    rules = dict(saved.rules)
    SavedRules.objects.all().delete()
    host.post(IMPORT, {"file": SimpleUploadedFile("rules.json", b"\xef\xbb\xbf" + response.content), "text": ""})
    assert SavedRules.objects.get().rules == rules


WRONG = {"preset": "pagat", "secret": "much", "bonus": 3, "source": "me"}


def content(**parts: object) -> str:
    return json.dumps({"cuajo_rule_set": 1, "game": "cuajo", "name": "Ours", "revision": 1, **parts})


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", "nothing"),
        ("{", "no_rule_set"),
        pytest.param("1" * 5_000, "no_rule_set", id="huge number"),
        pytest.param("[" * 19_000, "no_rule_set", id="deeply nested"),
        pytest.param("x" * 20_001, "max_length", id="too large"),
        ('{"cuajo_rule_set": 1, "game": "x", "game": "y"}', "twice"),
        ('{"cuajo_rule_set": 2, "game": "poker"}', "missing_part missing_part missing_part newer_format unknown_game"),
        (content(rules={}), "no_preset"),
        (b"\xff\xfe\x00", "no_rule_set"),
        pytest.param(b" " * 20_001, "too_large", id="too large a file"),
        (
            content(name=5, revision=0, colour="red", rules=WRONG),
            "unknown_part wrong_name wrong_revision unknown_part unknown_house_rule unknown_house_rule",
        ),
    ],
)
def test_text_that_is_no_rule_set_is_refused_with_every_problem(host: Client, text: str | bytes, codes: str) -> None:
    sent = {"file": SimpleUploadedFile("r.json", text)} if isinstance(text, bytes) else {"text": text}
    answer = host.post(IMPORT, sent)
    errors = answer.context["form"].errors.as_data()
    found = [error.code for problems in errors.values() for error in problems]
    assert (answer.status_code, " ".join(found), SavedRules.objects.count()) == (422, codes, 0)


def test_new_session_copies_the_set_and_like_last_time_chooses_it_while_it_says_the_same(
    host: Client, saved: SavedRules
) -> None:
    night = start(host, preset=str(saved.public_id))
    page = open_page(host, reverse("table", args=[night.public_id]))
    assert (night.rules, "Sunday table" in page.text("data-rules")) == (saved.rules, True)
    assert len(page.items("data-differences")) == 2
    address = f"{reverse('new-session')}?like={night.public_id}"
    before = values(open_page(host, address))
    SavedRules.objects.all().delete()
    after = values(open_page(host, address))
    assert (before["preset"], before["rule_secret"]) == (str(saved.public_id), "")
    assert (after["preset"], after["rule_secret"], after["rule_partners_share"]) == ("family", "80", "no")


def test_set_of_another_club_is_neither_offered_nor_taken(host: Client) -> None:
    elsewhere = people.make_club(name="Others")
    others = add_rule_set(club=elsewhere, game="cuajo", name="Theirs", rules="pagat", at=people.EVENING)
    answer = host.post(reverse("new-session"), form(preset=str(others.public_id)))
    assert refusal(answer) == (422, ("preset:invalid_choice",))
    assert "Theirs" not in host.get(LIST).text


GAME = "/sessions/new/cuajo/"
STAKES: Any = {"HX-Request": "true", "HX-Target": "stakes"}


def worth(page: Page, name: str) -> tuple[str, ...]:
    """Return what a house rule comes to, and what it would without a change."""
    return amounts(page.text("id", f"worth-{name}"))


@pytest.mark.parametrize(
    ("changes", "said", "king"),
    [
        ({}, ("₱3.00",), ()),
        ({"stake_factor": "100"}, ("₱300",), ()),
        ({"rule_porbis": "500"}, ("₱5.00", "₱3.00"), ()),
        ({"preset": "pricelist"}, (), ("₱5",)),
    ],
)
def test_what_a_house_rule_comes_to_follows_the_form_while_it_is_filled(
    host: Client, changes: dict[str, str], said: tuple[str, ...], king: tuple[str, ...]
) -> None:
    page = Page(host.post(GAME, form(**changes), headers=STAKES))
    assert (worth(page, "porbis"), worth(page, "price_king")) == (said, king)


@pytest.mark.parametrize(("preset", "box", "one"), [("pagat", "secret", "100"), ("pricelist", "price_king", "1")])
def test_amount_with_decimals_is_told_while_it_is_typed(host: Client, preset: str, box: str, one: str) -> None:
    typed = {"preset": preset, f"rule_{box}": "1.00"}
    mark = f"id_rule_{box}_helptext"
    now = Page(host.post(GAME, form(**typed), headers=STAKES)).text("id", mark)
    mended = Page(host.post(GAME, form(**typed | {f"rule_{box}": one}), headers=STAKES)).text("id", mark)
    assert (amounts(now)[-1], f"{one} " in now.removeprefix(mended)) == ("₱1.00", True)


def test_changed_terms_say_what_they_come_to_before_they_count_and_at_once(host: Client, session: Session) -> None:
    address = reverse("terms", args=[session.public_id])
    page = open_page(host, address)
    soon = Page(host.post(address, {"preset": "pagat", "stake_factor": "20"}, headers=STAKES))
    assert (worth(page, "porbis"), worth(soon, "porbis"), session.entries.count()) == (("₱3.00",), ("₱60",), 0)
    (opened,) = (each for each in page.forms(action="") if "expected_entry" in each)
    changed = {"preset": "pagat", "stake_factor": "10", "rule_false_win_penalty": "50"}
    told = Page(host.post(address, {**opened, **changed}, follow=True))
    assert amounts(told.text("class", "notices")) == amounts(told.text("data-terms")) == ("₱5", "₱0")


def test_terms_of_an_imported_night_open_though_its_stakes_are_higher_than_the_form_takes(
    host: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terms, "HIGHEST_STAKES", 20_000)
    night = people.start_night(club=club, stake_factor=20_000)
    monkeypatch.undo()
    response = host.get(reverse("terms", args=[night.public_id]))
    assert (response.status_code, response.context["stakes"]) == (200, None)
