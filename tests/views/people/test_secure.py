"""What a phone is given so that it trusts the app by https."""

import plistlib
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from scoring.web.serving.addresses import AUTHORITY_FILE, https_folder, note_https

CERTIFICATE = b"the certificate"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"


@pytest.fixture(autouse=True)
def served_by_https(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    note_https(port=8443)
    (https_folder() / AUTHORITY_FILE).write_bytes(CERTIFICATE)


def test_a_phone_is_given_the_certificate_as_it_is(client: Client) -> None:
    answer = client.get("/https/cuajo.crt")
    assert (answer["Content-Type"], answer.content) == ("application/x-x509-ca-cert", CERTIFICATE)


def test_an_iphone_is_given_it_in_a_profile_that_replaces_itself(client: Client) -> None:
    first, second = (client.get("/https/cuajo.crt", headers={"User-Agent": IPHONE}) for _ in range(2))
    assert first.content == second.content
    assert first["Content-Disposition"] == 'attachment; filename="cuajo.mobileconfig"'
    (root,) = plistlib.loads(first.content)["PayloadContent"]
    assert (root["PayloadType"], root["PayloadContent"]) == ("com.apple.security.root", CERTIFICATE)
