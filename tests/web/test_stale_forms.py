"""What a page or a program showed was changed by another phone: nothing is replaced unseen, both are shown."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.api.web.version_2 import description_2
from scoring.forms.rules.rule_sets import written
from scoring.models import Club, Device, Membership, Player, Role, SavedRules, Session
from scoring.operations.people.clubs import protect_club
from scoring.operations.people.devices import NoPlaceError, change_place, hold
from scoring.operations.people.players import player_called, rename_player
from scoring.operations.rules.rule_sets import add_rule_set, change_rule_set
from scoring.queries.people.access import Access, access_in
from tests import people
from tests.api.programs import Program, error_of, program
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db

STALE = (409, ("shown_changed",))
SEEN_BY = ("version", "disputed_entries")
"""How fields are called which say what was seen, besides those that say that it is expected."""
UNSEEN = {
    "the same whatever happened since": ("deleteJoining", "postSeasons", "putTheDeck", "putTheRating"),
    "of a thing that never changes, and done once": (
        *("deleteOneFixture", "deleteOneLink", "deleteOneSeason", "deleteOneWebhook", "postAnswers", "postCorrections"),
        *("postDebtsTakenBack", "postDeclines", "postEntryDisputes", "postHandVerdicts", "postMoves", "postRefunds"),
        *("postNightsOfFixtures", "postNightsTakenOff", "postReversals", "postSendAway"),
    ),
    "new": ("postFixtures", "postLinks", "postRuleSets", "postVerdicts", "postWebhooks", "putJoining"),
}


def test_every_write_of_a_program_says_what_it_saw_or_needs_not() -> None:
    described, unseen = description_2(), []
    shapes = described["components"]["schemas"]
    for operation in (each for methods in described["paths"].values() for each in methods.values()):
        names = {each["name"] for each in operation.get("parameters", ())}
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        shape = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        fields = names | set(shapes.get(shape, {}).get("properties", ()))
        if "Idempotency-Key" in names and not any(name.startswith("expected") or name in SEEN_BY for name in fields):
            unseen.append(operation["operationId"])
    assert sorted(unseen) == sorted(name for names in UNSEEN.values() for name in names)


@pytest.fixture
def sheet(club: Club) -> Program:
    return program(club=club, version=2)


def form_of(answer: Any, field: str) -> dict[str, str]:
    """Return what a browser sends for the form of a page that has this field."""
    page = answer if isinstance(answer, Page) else Page(answer)
    actions = {form.get("action", "") for form in page.root.iter("form")}
    return next(form for action in actions for form in page.forms(action=action) if field in form)


@pytest.fixture
def saved(club: Club) -> SavedRules:
    rules = {"preset": "family", "secret": 80}
    return add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)


def save_anew(saved: SavedRules) -> None:
    rules = {"preset": "family", "secret": 90}
    change_rule_set(saved=saved, name=saved.name, rules=rules, expected_revision=1, at=people.EVENING)


def pagat_file(saved: SavedRules) -> str:
    return json.dumps(json.loads(written(saved=saved)) | {"rules": {"preset": "pagat"}})


def test_a_rule_set_saved_meanwhile_is_not_replaced_by_a_file(host: Client, saved: SavedRules) -> None:
    address, text = reverse("import-rule-set"), pagat_file(saved)
    seen = form_of(host.post(address, {"text": text}), "replaced") | {"text": text}
    save_anew(saved)
    answer = host.post(address, seen | {"replace": "yes"})
    assert (refusal(answer), SavedRules.objects.get().rules["secret"]) == ((409, ("rule_set_taken",)), 90)
    again = form_of(answer, "replaced") | {"text": text, "replace": "yes"}
    assert host.post(address, again).status_code == 302
    assert SavedRules.objects.get().rules["preset"] == "pagat"


def test_a_file_takes_the_place_of_the_set_that_was_shown(host: Client, club: Club, saved: SavedRules) -> None:
    add_rule_set(club=club, game="cuajo", name="Monday", rules="family", at=people.EVENING)
    address, text = reverse("import-rule-set"), pagat_file(saved)
    shown = form_of(host.post(address, {"text": text, "name": "Monday"}), "replaced")
    host.post(address, shown | {"text": text, "replace": "yes"})
    now = {each.name: each.rules["preset"] for each in SavedRules.objects.all()}
    assert now == {"Sunday table": "family", "Monday": "pagat"}


def test_a_program_forgets_and_replaces_only_the_revision_it_read(sheet: Program, saved: SavedRules) -> None:
    address, key = f"rule-sets/{saved.public_id}/", people.stamp().key
    replacing = {"file": pagat_file(saved), "replace": True, "expected_revision": 1}
    save_anew(saved)
    assert error_of(sheet.delete(f"{address}?expected_revision=1")) == (409, "rule_set_changed")
    assert error_of(sheet.post("rule-sets/import/", replacing)) == (409, "rule_set_changed")
    assert SavedRules.objects.get().rules["secret"] == 90
    assert sheet.post("rule-sets/import/", replacing | {"expected_revision": 2}).status_code == 201
    assert sheet.delete(f"{address}?expected_revision=3", key=key).status_code == 200
    assert error_of(sheet.delete(f"{address}?expected_revision=2", key=key)) == (409, "key_reused")


def test_a_passcode_that_another_host_set_is_not_taken_away_unseen(host: Client, club: Club) -> None:
    address, stale = reverse("protection"), Club.objects.get()
    seen = form_of(open_page(host, address), "takes_new_names")
    protect_club(club=club, passcode="4711", takes_new_names=False, expected_version=None)
    kept = club.passcode
    host.post(reverse("passcode"), {"club_passcode": "4711"})
    answer = host.post(address, seen | {"passcode": "1234"})
    protect_club(club=stale, passcode=None, takes_new_names=False)
    club.refresh_from_db()
    assert (refusal(answer), club.passcode, club.takes_new_names) == (STALE, kept, False)
    again = form_of(answer, "expected")
    assert "takes_new_names" not in again
    assert host.post(address, again | {"ends_passcode": "on"}).status_code == 302
    assert Club.objects.get().passcode == ""


@pytest.fixture
def bens(session: Session) -> Device:
    people.player_browser(session=session, seat=people.BEN)
    return Device.objects.get(memberships__role=Role.PLAYER)


def make_scorekeeper(device: Device, club: Club) -> Access:
    """Give Ben's phone another place, and return it."""
    place = Access(club=club, role=Role.SCOREKEEPER, player=Player.objects.get(name="Ben"))
    change_place(device=device, access=place, now=people.EVENING)
    return place


def test_the_place_that_another_host_gave_a_phone_is_not_replaced_unseen(
    host: Client, club: Club, bens: Device
) -> None:
    address = reverse("phone", args=[bens.public_id])
    seen = form_of(open_page(host, address), "role")
    place = make_scorekeeper(bens, club)
    answer = host.post(address, seen | {"role": "viewer"})
    assert (refusal(answer), access_in(device=bens, club=club)) == (STALE, place)
    again = form_of(answer, "role")
    assert again["role"] == "scorekeeper"
    assert host.post(address, again | {"role": "viewer"}).status_code == 302


def test_a_program_changes_only_the_place_that_it_read(sheet: Program, club: Club, bens: Device) -> None:
    address = f"phones/{bens.public_id}/"
    read = sheet.get(address).json()
    seen = {f"expected_{name}": read[name] for name in ("role", "session_id")}
    wanted = {"role": "viewer", **seen, "expected_player_id": read["player"]["id"]}
    place = make_scorekeeper(bens, club)
    assert error_of(sheet.put(address, wanted)) == (409, "shown_changed")
    assert access_in(device=bens, club=club) == place
    assert sheet.put(address, {**wanted, "expected_role": "scorekeeper"}).status_code == 200


def test_a_phone_that_was_sent_away_is_given_no_place_by_a_form_from_before(club: Club, bens: Device) -> None:
    Membership.objects.filter(device=bens).update(revoked_at=people.EVENING)
    with pytest.raises(NoPlaceError):
        change_place(device=bens, access=Access(club=club, role=Role.VIEWER), now=people.EVENING)
    assert access_in(device=bens, club=club) is None


def test_who_holds_a_phone_by_the_hosts_word_is_not_replaced_unseen(session: Session) -> None:
    phone = people.browser_of(club=session.club, role=Role.SCOREKEEPER)
    ben, carla = (Player.objects.get(name=name) for name in ("Ben", "Carla"))
    seen = form_of(open_page(phone, reverse("me")), "expected_holder")
    hold(device=Device.objects.get(), club=session.club, player=carla)
    answer = phone.post(reverse("me"), seen | {"player": str(ben.public_id)})
    again = form_of(answer, "expected_holder")
    assert (refusal(answer), again["player"], again["expected_holder"]) == (STALE, *(str(carla.public_id),) * 2)
    phone.post(reverse("me"), again | {"player": str(ben.public_id)})
    assert Membership.objects.get(revoked_at=None).player == ben


def test_two_players_become_one_only_under_the_names_that_were_shown(host: Client, sheet: Program, club: Club) -> None:
    benjie, ben = (player_called(club=club, name=name, at=people.EVENING) for name in ("Benjie", "Ben"))
    address = reverse("merge-player", args=[benjie.public_id])
    seen = form_of(open_page(host, f"{address}?into={ben.public_id}"), "into")
    rename_player(player=benjie, name="Jun")
    read = {"into_id": str(ben.public_id), "expected_names": ["Benjie"], "expected_into": ["Ben"]}
    assert error_of(sheet.post(f"players/{benjie.public_id}/merge/", read)) == (409, "shown_changed")
    answer = host.post(address, seen)
    assert (refusal(answer), Player.objects.filter(merged_into=ben).count()) == (STALE, 0)
    assert host.post(address, form_of(answer, "into")).status_code == 302
