"""Anything at all sent to every operation: no fault, no undocumented answer, no nonsense accepted."""

import os
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from cuajo_site.wsgi import application
from scoring.models import Session
from scoring.operations import throttle
from tests.api.programs import token_for

pytestmark = pytest.mark.django_db

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
CASES = 4 * SCALE


def app(environ: dict[str, Any], start_response: Any) -> Any:
    """Answer as the server does, which always names the caller."""
    return application({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)


schema = schemathesis.openapi.from_wsgi("/api/schema/", app)
schema.config.phases.coverage.enabled = SCALE > 1  # some forty systematic cases for each operation


UNCHECKED = [
    # Cards, house rules and names are refused for reasons that no schema can state.
    schemathesis.checks.CHECKS.get_one("positive_data_acceptance"),
]


@schema.parametrize()
@settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_gets_a_documented_answer(
    case: Any, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "count", lambda **_: True)
    token = token_for(club=session.club)
    if "/sessions/" in case.path and is_id(case.path_parameters.get("public_id")):
        case.path_parameters["public_id"] = str(session.public_id)
    headers = dict(case.headers or {})
    if headers.get("Authorization", "").startswith("Bearer "):  # one that is left out or broken stays so
        headers["Authorization"] = f"Bearer {token}"
    case.headers = {**headers, "Accept-Encoding": "identity"}
    case.call_and_validate(excluded_checks=UNCHECKED)


def is_id(value: object) -> bool:
    try:
        UUID(str(value))
    except ValueError:
        return False
    return True
