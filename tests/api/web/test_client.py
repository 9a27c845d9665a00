"""A client that openapi-python-client makes of the description works as it comes out."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from cuajo_site.wsgi import application
from scoring.api.web.version_2 import description_2
from scoring.models import Club
from tests import people
from tests.api.programs import token_for


@pytest.mark.django_db
def test_a_generated_client_starts_a_session_and_records_a_hand(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import httpx

    (tmp_path / "schema.json").write_text(json.dumps(description_2()))
    (tmp_path / "config.yml").write_text("post_hooks: []")  # it would only format what it wrote
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--path", "schema.json"]
    command += ["--output-path", "table_client", "--config", "config.yml"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "Warning" not in told, told
    monkeypatch.syspath_prepend(tmp_path)
    models: Any = import_module("table_client.models")
    client = import_module("table_client.client").AuthenticatedClient(
        base_url="http://testserver",
        token=token_for(club=club),
        httpx_args={"transport": httpx.WSGITransport(app=application)},
    )

    def call(name: str, *where: Any, **sent: Any) -> Any:
        operation = import_module(f"table_client.api.sessions.{name}")
        return operation.sync(*where, client=client, idempotency_key=str(uuid4()), **sent)

    terms = models.NewSessionRequest(
        names=list(people.NAMES),
        rules=models.CuajoRules(preset=models.CuajoRulesPreset.PAGAT, secret=70),
        currency=models.NewSessionRequestCurrency.PHP,
        first_dealer=people.ANA,
    )
    night = call("post_sessions", body=terms)
    act = models.CuajoHand.from_dict(people.WORKED_WIN)
    hand = models.NewHandRequest(act, expected_after=night.expected_after, expected_entry=night.expected_entry)
    first, late = (call("post_hands", night.id, body=hand) for _ in range(2))
    assert (first.entry, first.hand.verdict.per_opponent_cents) == (1, 90)
    assert [change.amount_cents for change in first.changes] == [180, -90, 0, -90]
    assert (late.code, late.versions.recorded.entry) == ("hand_taken", 1)
