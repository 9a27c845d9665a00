"""The page of stakes and house rules: asks for both, and says since when they hold."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Session
from scoring.queries.table.terms import changes_of
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db


def test_page_asks_for_stakes_and_rules_and_shows_since_when(host: Client, session: Session) -> None:
    address = reverse("terms", args=[session.public_id])
    (form,) = open_page(host, address).forms()
    assert form["stake_factor"] == "1"
    sent = {**form, "stake_factor": "2", "reason": "late"}
    assert host.post(address, sent).status_code == 302
    (told,) = changes_of(session=Session.objects.get())
    assert told.stakes == (1, 2)
    for name in ("table", "statement"):
        (line,) = open_page(host, reverse(name, args=[session.public_id])).items("data-terms")
        assert [number for number in ("1", "2") if f"× {number}" in line] == ["1", "2"]
    assert host.post(address, {**sent, "key": str(uuid4())}).status_code == 409
