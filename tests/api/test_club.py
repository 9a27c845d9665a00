"""The club as programs keep it: its people, phones and rule sets."""

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import ApiAnswer, Club, Player, Session
from scoring.operations.people.joining import Asker, ask
from scoring.operations.people.players import player_called
from scoring.web.device import new_device
from tests import people
from tests.api.programs import Program, error_of

pytestmark = pytest.mark.django_db


def test_the_club_is_changed(club: Club, sheet: Program) -> None:
    changed = {"name": "Sunday", "time_zone": "Europe/Madrid"}
    assert sheet.put("club/", changed).json() == {"id": str(club.public_id), **changed}
    assert error_of(sheet.put("club/", {"name": "Sunday", "time_zone": "Moon"})) == (422, "club")


def test_players_are_renamed_merged_and_erased_and_an_erased_name_stands_in_no_kept_answer(
    sheet: Program, session: Session, here: str
) -> None:
    eva, eve = (player_called(club=session.club, name=name, at=people.EVENING) for name in ("Eva", "Eve"))
    dan = Player.objects.get(name="Dan")
    sheet.post(f"{here}again/")
    assert sheet.patch(f"players/{eva.public_id}/", {"name": " Eva  Maria "}).json()["name"] == "Eva Maria"
    merged = sheet.post(f"players/{eve.public_id}/merge/", {"into_id": str(eva.public_id)}).json()
    assert (merged["id"], Player.objects.get(name="Eve").merged_into) == (str(eva.public_id), eva)
    sheet.post(f"players/{dan.public_id}/erase/")
    assert not Player.objects.filter(name="Dan").exists()
    assert not ApiAnswer.objects.filter(body__contains="Dan").exists()
    assert error_of(sheet.patch(f"players/{eva.public_id}/", {"name": "Ana"})) == (409, "player")


def test_rule_sets_are_kept_changed_written_out_and_read_again(sheet: Program) -> None:
    made = sheet.post("rule-sets/", {"name": "Ours", "rules": {"preset": "pagat", "secret": 60}}).json()
    assert [(one["name"], one["own"], one["preset"]) for one in made["differences"]] == [("secret", 60, 50)]
    own = f"rule-sets/{made['id']}/"
    change = {"name": "Ours", "rules": {"preset": "pagat", "secret": 65}, "expected_revision": 1}
    assert sheet.put(own, change).json()["revision"] == 2
    assert error_of(sheet.put(own, {**change, "rules": {"preset": "pagat"}})) == (409, "rule_set_changed")
    text = sheet.get(f"{own}file/").json()["file"]
    assert sheet.delete(own).json() == {"id": made["id"]}
    assert sheet.get("rule-sets/").json() == {"items": []}
    assert sheet.post("rule-sets/import/", {"file": text}).json()["rules"]["secret"] == 65
    assert error_of(sheet.post("rule-sets/import/", {"file": "{"})) == (422, "invalid")


def test_phones_are_let_in_by_a_link_moved_and_sent_away(sheet: Program) -> None:
    link = sheet.post("links/", {"role": "player"}).json()
    address = sheet.get(f"links/{link['id']}/").json()["address"]
    Client().post(address, {"new_device": new_device()})
    host, guest = sheet.get("phones/").json()["items"]
    assert [(each["role"], each["session_id"]) for each in (host, guest)] == [("host", None), ("player", None)]
    assert sheet.put(f"phones/{guest['id']}/", {"role": "scorekeeper"}).json()["role"] == "scorekeeper"
    left = sheet.post(f"phones/{guest['id']}/send-away/", {}).json()["items"]
    assert [each["id"] for each in left] == [host["id"]]
    assert error_of(sheet.post(f"phones/{host['id']}/send-away/", {})) == (409, "last_host")
    assert sheet.delete(f"links/{link['id']}/").json()["id"] == link["id"]
    assert sheet.get("links/").json() == {"items": []}


def test_a_phone_that_waits_is_let_in(sheet: Program) -> None:
    code = sheet.put("joining/", {}).json()["code"]
    ask(text=code, asker=Asker(token="eva", label="Safari, iPhone", name="Eva"), now=timezone.now())
    (waiting,) = sheet.get("joining/").json()["waiting"]
    assert sheet.post(f"joining/{waiting['id']}/answer/", {"role": "viewer"}).json()["waiting"] == []
    assert [each["role"] for each in sheet.get("phones/").json()["items"]] == ["host", "viewer"]
    assert sheet.delete("joining/").json()["code"] is None
