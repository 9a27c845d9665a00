"""What a page or a program showed was changed by another phone: nothing is replaced unseen, both are shown."""

import json
from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.api.urls import OPERATIONS
from scoring.forms.rule_sets import written
from scoring.models import Club, Device, Player, Role, SavedRules, Session
from scoring.operations.people.clubs import protect_club
from scoring.operations.people.devices import change_place, hold
from scoring.operations.people.players import player_called, rename_player
from scoring.operations.rule_sets import add_rule_set, change_rule_set
from scoring.queries.people.access import Access
from tests import people
from tests.api.programs import error_of, program
from tests.games.asking import stored
from tests.views.reading import Page, open_page, refusal

SEEN_BY = ("version", "disputed_entries")
"""How fields are called which say what was seen, besides those that say that it is expected."""
UNSEEN = {  # the same whatever happened since, of a thing that never changes and done once, or new
    "absolute": ("change_player_discarded", "set_season", "change_club_deck", "change_standings_rating"),
    "named": (
        *("correct_hand", "decline_proposal", "delete_season", "delete_webhook", "raise_dispute"),
        *("refund_false_secret", "take_back_debts", "undo", "unmerge_player", "verify_hand"),
    ),
    "new": ("add_rule_set", "add_webhook", "keep_verdict"),
}
WRITES = {
    each.name: {sent.name: sent for member in each.takes for sent in member.sent}
    for each in OPERATIONS
    if each.method != "GET" and not each.asks
}


def test_every_write_of_a_program_says_what_it_saw_or_needs_not() -> None:
    unseen = {
        name
        for name, sent in WRITES.items()
        if not any(field.startswith("expected") or field in SEEN_BY for field in sent)
    }
    assert unseen == {name for names in UNSEEN.values() for name in names}


@stored("needed_to_write", "web")
def test_what_a_write_saw_is_needed_where_money_moves_or_nothing_brings_it_back(write: str, seen: str) -> None:
    assert WRITES[write][seen].default is MISSING


@pytest.fixture
def saved(club: Club) -> SavedRules:
    rules = {"preset": "family", "secret": 80}
    return add_rule_set(club=club, game="cuajo", name="Sunday table", rules=rules, at=people.EVENING)


@pytest.fixture
def bens(session: Session) -> Device:
    people.player_browser(session=session, seat=people.BEN)
    return Device.objects.get(memberships__role=Role.PLAYER)


def form_of(answer: Any, field: str) -> dict[str, str]:
    page = answer if isinstance(answer, Page) else Page(answer)
    actions = {form.get("action", "") for form in page.root.iter("form")}
    return next(form for action in actions for form in page.forms(action=action) if field in form)


def ben() -> Player:
    return Player.objects.get(name="Ben")


def make_scorekeeper() -> None:
    device = Device.objects.get(memberships__role=Role.PLAYER)
    place = Access(club=Club.objects.get(), role=Role.SCOREKEEPER, player=ben())
    change_place(device=device, access=place, now=people.EVENING)


def give_to_carla() -> None:
    device = Device.objects.get(memberships__role=Role.HOST)
    hold(device=device, club=Club.objects.get(), holder=Player.objects.get(name="Carla"), now=people.EVENING)


@pytest.mark.parametrize(
    ("name", "field", "change"),
    [
        (
            "protection",
            "expected",
            lambda: protect_club(club=Club.objects.get(), passcode="4711", takes_new_names=False),
        ),
        ("phone", "role", make_scorekeeper),
        ("who", "expected_holder", give_to_carla),
        ("merge-player", "into", lambda: rename_player(player=ben(), name="Jun")),
    ],
)
def test_what_another_phone_changed_is_shown_before_a_form_from_before_replaces_it(
    host: Client, bens: Device, name: str, field: str, change: Callable[[], None]
) -> None:
    eva = player_called(club=Club.objects.get(), name="Eva", at=people.EVENING)
    args = {"phone": [bens.public_id], "merge-player": [ben().public_id]}.get(name, [])
    shown = {"merge-player": "player", "protection": "phones"}.get(name, name)
    address = reverse(name, args=args)
    seen = form_of(open_page(host, f"{reverse(shown, args=args)}?into={eva.public_id}"), field)
    change()
    host.post(reverse("passcode"), {"club_passcode": "4711"})
    sent = {"passcode": "1234", "role": "viewer"}
    answer = host.post(address, seen | sent)
    assert refusal(answer) == (409, ("shown_changed",))
    again = form_of(answer, field)
    assert {each for each in seen if again.get(each) != seen[each]} - {"csrfmiddlewaretoken"} != set()
    assert host.post(address, again | sent).status_code == 302


def pagat_file(saved: SavedRules) -> str:
    text = json.dumps(json.loads(written(saved=saved)) | {"rules": {"preset": "pagat"}})
    rules = {"preset": "family", "secret": 90}
    change_rule_set(saved=saved, name=saved.name, rules=rules, expected_revision=1, at=people.EVENING)
    return text


def test_a_rule_set_saved_meanwhile_is_not_replaced_by_a_file(host: Client, saved: SavedRules) -> None:
    address, shown = reverse("import-rule-set"), {"text": written(saved=saved).replace("80", "70")}
    seen = form_of(host.post(address, shown), "replaced")
    sent = {"text": pagat_file(saved), "replace": "yes"}
    answer = host.post(address, seen | sent)
    assert (refusal(answer), SavedRules.objects.get().rules["secret"]) == ((409, ("rule_set_changed",)), 90)
    assert host.post(address, form_of(answer, "replaced") | sent).status_code == 302
    assert SavedRules.objects.get().rules["preset"] == "pagat"


def test_a_program_forgets_and_replaces_only_the_revision_it_read(club: Club, saved: SavedRules) -> None:
    sheet, address = program(club=club), f"rule-sets/{saved.public_id}/"
    replacing = {"file": pagat_file(saved), "replace": True, "expected_revision": 1}
    unsaid = sheet.delete(address), sheet.post("rule-sets/import/", replacing | {"expected_revision": None})
    assert [each.json()["errors"][0]["field"] for each in unsaid] == ["expected_revision"] * 2
    assert error_of(sheet.delete(f"{address}?expected_revision=1")) == (409, "rule_set_changed")
    assert error_of(sheet.post("rule-sets/import/", replacing)) == (409, "rule_set_changed")
    assert SavedRules.objects.get().rules["secret"] == 90
    assert sheet.post("rule-sets/import/", replacing | {"expected_revision": 2}).status_code == 201
    assert sheet.delete(f"{address}?expected_revision=3").status_code == 204


@pytest.mark.usefixtures("bens")
def test_a_program_merges_only_the_names_that_it_read(club: Club) -> None:
    sheet = program(club=club)
    eva = player_called(club=club, name="Eva", at=people.EVENING)
    merge = {"into_id": str(eva.public_id), "expected_names": ["Benjie"], "expected_into": ["Eva"]}
    assert error_of(sheet.post(f"players/{ben().public_id}/merge/", merge)) == (409, "shown_changed")
