"""What makes an app of the pages: worker, manifest, icons, shortcuts, and what other apps share with it."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from scoring.models import Session
from tests.people import WORKED_HAND

pytestmark = pytest.mark.django_db


def told_to_worker(browser: Client, **headers: str) -> dict[str, object]:
    script = browser.get("/worker.js", headers=headers)
    assert (script["Content-Type"], "no-store" in script["Cache-Control"]) == ("text/javascript", True)
    found = re.fullmatch(r'self\.cuajo = (.+);\nimportScripts\("/static/js/worker.*\.js"\);\n', script.content.decode())
    assert found is not None
    return dict(json.loads(found[1]))


def test_the_worker_keeps_pages_that_are_there(host: Client) -> None:
    pages = told_to_worker(host)["pages"]
    assert isinstance(pages, list)
    assert [host.get(page).status_code for page in pages] == [200] * len(pages)
    assert {"/", "/rules/", "/judge/", "/judge/win/"} <= set(pages)


def test_another_language_is_another_version(host: Client) -> None:
    versions = [told_to_worker(host, **{"Accept-Language": code})["version"] for code in ("en", "es", "en")]
    assert versions[0] == versions[2] != versions[1]


def test_every_icon_is_as_large_as_the_manifest_says(client: Client) -> None:
    manifest = client.get("/site.webmanifest").json()
    for icon in manifest["icons"]:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(found, str)
        width, height = struct.unpack(">II", Path(found).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert [icon["purpose"] for icon in manifest["icons"]] == ["any", "any", "maskable"]


def test_shortcuts_lead_to_the_next_hand_and_to_the_judge(host: Client, session: Session) -> None:
    record, judge = (each["url"] for each in host.get("/site.webmanifest").json()["shortcuts"])
    assert host.get(record)["Location"] == f"/sessions/{session.public_id}/hand/"
    assert host.get(judge, follow=True).status_code == 200


def test_without_a_night_the_shortcut_leads_home(host: Client) -> None:
    assert host.get("/record/")["Location"] == "/"


@pytest.mark.parametrize(
    ("shared", "leads_to"),
    [
        ({"text": "hari oros, 3 copas"}, "/judge/win/?hand=12O+3C"),
        ({"text": "dinner at eight"}, "/judge/win/?hand=dinner+at+eight"),
        ({"text": "Come: http://192.168.1.20:8000/join/abc-D_e/"}, "/join/abc-D_e/"),
        ({"url": "http://192.168.1.20:8000/join/abc/"}, "/join/abc/"),
    ],
)
def test_shared_text_goes_to_the_judge_and_a_link_where_it_leads(
    client: Client, shared: dict[str, str], leads_to: str
) -> None:
    assert client.get("/shared/", shared)["Location"] == leads_to


def test_shared_cards_stand_on_the_form_of_the_judge(client: Client) -> None:
    page = client.get("/shared/", {"text": WORKED_HAND}, follow=True).content.decode()
    assert f'value="{" ".join(WORKED_HAND.split())}"' in page
