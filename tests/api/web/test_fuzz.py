"""Anything at all sent to every operation of both versions: no fault, no undocumented answer, no nonsense accepted."""

import os
from collections import Counter
from typing import Any
from uuid import UUID, uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from cuajo_site.wsgi import application
from scoring.models import Session
from scoring.operations.web import throttle
from tests import people
from tests.api.programs import token_for

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
CASES = 2 * SCALE


def app(environ: dict[str, Any], start_response: Any) -> Any:
    """Answer as the server does, which always names the caller."""
    return application({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)


schema = schemathesis.openapi.from_wsgi("/api/schema/", app)
schema_2 = schemathesis.openapi.from_wsgi("/api/v2/schema/", app)
for each in (schema, schema_2):
    each.config.phases.coverage.enabled = SCALE > 1  # some forty systematic cases for each operation


UNCHECKED = [
    # Cards, house rules and names are refused for reasons that no schema can state.
    schemathesis.checks.CHECKS.get_one("positive_data_acceptance")
]
HEADERS = [  # the walk always sends its token and a key
    schemathesis.checks.CHECKS.get_one(name) for name in ("negative_data_rejection", "missing_required_header")
]


@schema.parametrize()
@settings(max_examples=CASES, deadline=None, derandomize=SCALE == 1, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_gets_a_documented_answer(
    case: Any, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(case, session, monkeypatch)


@schema_2.parametrize()
@settings(max_examples=SCALE, deadline=None, derandomize=SCALE == 1, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_to_version_2_gets_a_documented_answer(
    case: Any, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(case, session, monkeypatch)


def send(case: Any, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send a case, to this session where it names one."""
    monkeypatch.setattr(throttle, "left_after", lambda **_: 0)
    token = token_for(club=session.club)
    name = "id" if case.path.startswith("/api/v2/") else "public_id"
    if "/sessions/" in case.path and is_id(case.path_parameters.get(name)):
        case.path_parameters[name] = str(session.public_id)
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


def test_whatever_follows_from_an_answer_gets_a_documented_answer_too(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "left_after", lambda **_: 0)
    headers = {"Authorization": f"Bearer {token_for(club=session.club)}", "Accept-Encoding": "identity"}
    answers: Counter[str] = Counter()

    class Walk(schema.as_state_machine()):  # type: ignore[misc]
        """Sends what the links of the description lead to."""

        def before_call(self, case: Any) -> None:
            """Show the token, give every write a key of its own, stay in one session, enter a win."""
            case.headers = {**(case.headers or {}), **headers}
            if "Idempotency-Key" in case.headers:
                case.headers["Idempotency-Key"] = str(uuid4())
            if "/sessions/" in case.path:
                case.path_parameters["public_id"] = str(session.public_id)
            if isinstance(case.body, dict) and case.body.get("act") == {}:
                case.body["act"] = people.WORKED_WIN

        def validate_response(self, response: Any, case: Any, **_options: Any) -> None:
            """Check the answer, and count it."""
            answers[f"{case.method} {case.path} {response.status_code}"] += 1
            case.validate_response(response, excluded_checks=[*UNCHECKED, *HEADERS])

    run_state_machine_as_test(
        Walk,
        settings=settings(
            max_examples=3 * SCALE,
            stateful_step_count=8,
            deadline=None,
            derandomize=SCALE == 1,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert len(answers) > SCALE
