"""What makes an app of the pages: worker, manifest, icons, shortcuts, and what other apps share with it."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from scoring.models import Session
from tests import people

pytestmark = pytest.mark.django_db


def test_the_worker_keeps_pages_that_are_there_in_one_version_for_each_language(host: Client) -> None:
    scripts = [host.get("/worker.js", headers={"Accept-Language": code}) for code in ("en", "es", "en")]
    assert (scripts[0]["Content-Type"], "no-store" in scripts[0]["Cache-Control"]) == ("text/javascript", True)
    whole = re.compile(r'self\.cuajo = (.+);\nimportScripts\("/static/js/worker.*\.js"\);\n')
    first, second, third = (json.loads(found[1]) for each in scripts if (found := whole.fullmatch(each.text)))
    assert first["version"] == third["version"] != second["version"]
    assert {"/", "/rules/", "/judge/", "/judge/win/"} <= set(first["pages"])
    assert [page for page in first["pages"] if host.get(page).status_code != 200] == []


def test_every_icon_is_as_large_as_the_manifest_says(client: Client) -> None:
    icons = client.get("/site.webmanifest").json()["icons"]
    files = [Path(str(finders.find(icon["src"].removeprefix("/static/")))).read_bytes() for icon in icons]
    assert [icon["sizes"] for icon in icons] == ["{}x{}".format(*struct.unpack(">II", file[16:24])) for file in files]
    assert [icon["purpose"] for icon in icons] == ["any", "any", "maskable"]


def test_shortcuts_lead_to_the_next_hand_if_a_night_is_played_and_to_the_judge(host: Client, session: Session) -> None:
    record, judge = (each["url"] for each in host.get("/site.webmanifest").json()["shortcuts"])
    assert host.get(record)["Location"] == f"/sessions/{session.public_id}/hand/"
    assert host.get(judge, follow=True).status_code == 200
    people.close(session)
    assert host.get(record)["Location"] == "/"


@pytest.mark.parametrize(
    ("shared", "leads_to"),
    [
        ({"text": "hari oros, 3 copas"}, "/judge/win/?hand=12O+3C"),
        ({"text": people.WORKED_HAND}, f"/judge/win/?hand={people.WORKED_HAND.replace(' ', '+')}"),
        ({"text": "dinner at eight"}, "/judge/win/?hand=dinner+at+eight"),
        ({"text": "Come: http://192.168.1.20:8000/join/abc-D_e/"}, "/join/abc-D_e/"),
        ({"url": "http://192.168.1.20:8000/join/abc/"}, "/join/abc/"),
    ],
)
def test_shared_text_goes_to_the_judge_and_a_link_where_it_leads(
    client: Client, shared: dict[str, str], leads_to: str
) -> None:
    assert client.get("/shared/", shared)["Location"] == leads_to
