"""What a page or a program showed was changed by another phone: nothing is replaced unseen, both are shown."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.forms.rules.rule_sets import written
from scoring.models import Club, Device, Membership, Player, Role, SavedRules, Session
from scoring.operations.people.clubs import protect_club
from scoring.operations.people.devices import NoPlaceError, change_place, hold
from scoring.operations.people.players import merge_players, player_called, rename_player
from scoring.operations.rules.rule_sets import add_rule_set, change_rule_set
from scoring.queries.people.access import Access, access_in
from tests import people
from tests.api.programs import error_of, program
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db


def form_of(answer: Any, field: str) -> dict[str, str]:
    """Return what a browser sends for the form of a page that has this field."""
    page = answer if isinstance(answer, Page) else Page(answer)
    actions = {form.get("action", "") for form in page.root.iter("form")}
    return next(form for action in actions for form in page.forms(action=action) if field in form)


STALE = (409, ("shown_changed",))


@pytest.fixture
def saved(club: Club) -> SavedRules:
    rules = {"preset": "family", "secret": 80}
    return add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)


def save_anew(saved: SavedRules) -> SavedRules:
    rules = {"preset": "family", "secret": 90}
    return change_rule_set(saved=saved, name=saved.name, rules=rules, expected_revision=1, at=people.EVENING)


def pagat_file(saved: SavedRules, **changes: object) -> str:
    return json.dumps(json.loads(written(saved=saved)) | {"rules": {"preset": "pagat"}} | changes)


def test_a_rule_set_saved_meanwhile_is_not_replaced_by_a_file(host: Client, saved: SavedRules) -> None:
    address, text = reverse("import-rule-set"), pagat_file(saved)
    seen = form_of(host.post(address, {"text": text}), "replaced") | {"text": text}
    save_anew(saved)

    answer = host.post(address, seen | {"replace": "yes"})

    assert refusal(answer) == (409, ("rule_set_taken",))
    assert SavedRules.objects.get().rules["secret"] == 90
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


def test_a_program_forgets_and_replaces_only_the_revision_it_read(club: Club, saved: SavedRules) -> None:
    host, address = program(club=club, version=2), f"rule-sets/{saved.public_id}/"
    replacing = {"file": pagat_file(saved), "replace": True, "expected_revision": 1}
    save_anew(saved)

    assert error_of(host.delete(f"{address}?expected_revision=1")) == (409, "rule_set_changed")
    assert error_of(host.post("rule-sets/import/", replacing)) == (409, "rule_set_changed")
    assert SavedRules.objects.get().rules["secret"] == 90
    assert host.post("rule-sets/import/", replacing | {"expected_revision": 2}).status_code == 201
    assert host.delete(f"{address}?expected_revision=3").status_code == 200


def test_a_key_that_forgot_one_revision_forgets_no_other(club: Club, saved: SavedRules) -> None:
    host, key = program(club=club, version=2), people.stamp().key
    assert host.delete(f"rule-sets/{saved.public_id}/?expected_revision=1", key=key).status_code == 200
    assert error_of(host.delete(f"rule-sets/{saved.public_id}/?expected_revision=2", key=key)) == (409, "key_reused")


def test_a_passcode_that_another_host_set_is_not_taken_away_unseen(host: Client, club: Club) -> None:
    address = reverse("protection")
    seen = form_of(open_page(host, address), "takes_new_names")
    protect_club(club=club, passcode="4711", takes_new_names=False, expected_version=None)
    kept = club.passcode
    host.post(reverse("passcode"), {"club_passcode": "4711"})

    answer = host.post(address, seen | {"passcode": "1234"})

    assert refusal(answer) == STALE
    club.refresh_from_db()
    assert (club.passcode, club.takes_new_names) == (kept, False)
    again = form_of(answer, "expected")
    assert "takes_new_names" not in again
    assert host.post(address, again | {"ends_passcode": "on"}).status_code == 302
    assert Club.objects.get().passcode == ""


def test_a_switch_changes_no_passcode_that_came_meanwhile(club: Club) -> None:
    stale = Club.objects.get(pk=club.pk)
    protect_club(club=club, passcode="4711", takes_new_names=True)

    protect_club(club=stale, passcode=None, takes_new_names=False)

    assert Club.objects.get().passcode == club.passcode


@pytest.fixture
def bens(session: Session) -> Device:
    people.player_browser(session=session, seat=people.BEN)
    return Device.objects.get(memberships__role=Role.PLAYER)


def make_scorekeeper(device: Device, club: Club) -> Access:
    had = access_in(device=device, club=club)
    assert had is not None
    place = Access(club=club, role=Role.SCOREKEEPER, player=had.player)
    change_place(device=device, access=place, now=people.EVENING)
    return place


def test_the_place_that_another_host_gave_a_phone_is_not_replaced_unseen(
    host: Client, club: Club, bens: Device
) -> None:
    address = reverse("phone", args=[bens.public_id])
    seen = form_of(open_page(host, address), "role")
    place = make_scorekeeper(bens, club)

    answer = host.post(address, seen | {"role": "viewer"})

    assert refusal(answer) == STALE
    assert access_in(device=bens, club=club) == place
    again = form_of(answer, "role")
    assert again["role"] == "scorekeeper"
    assert host.post(address, again | {"role": "viewer"}).status_code == 302


def test_a_program_changes_only_the_place_that_it_read(club: Club, bens: Device) -> None:
    host, address = program(club=club, version=2), f"phones/{bens.public_id}/"
    read = host.get(address).json()
    expected = {
        "expected_role": read["role"],
        "expected_session_id": read["session_id"],
        "expected_player_id": read["player"]["id"],
    }
    place = make_scorekeeper(bens, club)

    assert error_of(host.put(address, {"role": "viewer", **expected})) == (409, "shown_changed")
    assert access_in(device=bens, club=club) == place
    assert host.put(address, {"role": "viewer", **expected, "expected_role": "scorekeeper"}).status_code == 200


def test_a_phone_that_was_sent_away_is_given_no_place_by_a_form_from_before(club: Club, bens: Device) -> None:
    Membership.objects.filter(device=bens).update(revoked_at=people.EVENING)
    with pytest.raises(NoPlaceError):
        change_place(device=bens, access=Access(club=club, role=Role.VIEWER), now=people.EVENING)
    assert access_in(device=bens, club=club) is None


def test_who_holds_a_phone_by_the_hosts_word_is_not_replaced_unseen(session: Session) -> None:
    phone = people.browser_of(club=session.club, role=Role.SCOREKEEPER)
    device = Device.objects.get(memberships__role=Role.SCOREKEEPER)
    ben, carla = (Player.objects.get(name=name) for name in ("Ben", "Carla"))
    address = reverse("me")
    seen = form_of(open_page(phone, address), "expected_holder")
    hold(device=device, club=session.club, player=carla)

    answer = phone.post(address, seen | {"player": str(ben.public_id)})

    assert refusal(answer) == STALE
    again = form_of(answer, "expected_holder")
    assert (again["player"], again["expected_holder"]) == (str(carla.public_id),) * 2
    phone.post(address, again | {"player": str(ben.public_id)})
    assert Membership.objects.get(device=device, revoked_at=None).player == ben


def test_two_players_become_one_only_under_the_names_that_were_shown(host: Client, club: Club) -> None:
    benjie, ben = (player_called(club=club, name=name, at=people.EVENING) for name in ("Benjie", "Ben"))
    address = reverse("merge-player", args=[benjie.public_id])
    seen = form_of(open_page(host, f"{address}?into={ben.public_id}"), "into")
    rename_player(player=benjie, name="Jun")

    answer = host.post(address, seen)

    assert refusal(answer) == STALE
    assert not Player.objects.exclude(merged_into=None).exists()
    assert host.post(address, form_of(answer, "into")).status_code == 302


def test_a_merge_takes_along_nobody_who_was_merged_since(club: Club) -> None:
    jun, benjie, ben = (player_called(club=club, name=name, at=people.EVENING) for name in ("Jun", "Benjie", "Ben"))
    merge_players(player=jun, into=benjie)
    read = {"into_id": str(ben.public_id), "expected_names": ["Benjie"], "expected_into": ["Ben"]}
    host, address = program(club=club, version=2), f"players/{benjie.public_id}/merge/"

    assert error_of(host.post(address, read)) == (409, "shown_changed")
    assert host.post(address, read | {"expected_names": ["Benjie", "Jun"]}).status_code == 200
