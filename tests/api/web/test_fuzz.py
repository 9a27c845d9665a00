"""Anything at all sent to every operation: no fault, no undocumented answer, no nonsense accepted."""

import os
import re
from collections import Counter
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings

from cuajo_site.wsgi import application
from scoring.models import Session
from scoring.operations.web import throttle
from tests import people
from tests.api.programs import token_for
from tests.api.web.test_rights import STATED

pytestmark = [pytest.mark.deep, pytest.mark.django_db, pytest.mark.no_cover]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
ANYTHING = settings(
    max_examples=2 * SCALE, deadline=None, derandomize=SCALE == 1, suppress_health_check=list(HealthCheck)
)
UNCHECKED = ("positive_data_acceptance",)
"""Cards, house rules and names are refused for reasons that no schema can state."""
HEADERS = ("negative_data_rejection", "missing_required_header", "ignored_auth")
"""The walk always sends its token and a key."""


def app(environ: dict[str, Any], start_response: Any) -> Any:
    """Answer as the server does, which always names the caller."""
    return application({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)


@pytest.fixture(scope="module")
def schema(module_db: None) -> Any:
    """Read the description."""
    import schemathesis

    return schemathesis.openapi.from_wsgi("/api/v2/schema/", app)


@pytest.fixture(scope="module")
def operations(schema: Any) -> dict[tuple[str, str], Any]:
    """Return each operation by its row in the table of rights."""
    found = {}
    for each in (result.ok() for result in schema.get_all_operations()):
        route = re.sub(r"\{\w+\}", "*", each.path.replace("{entry}", "#"))
        found[each.method.upper(), route.removeprefix("/api/v2/")] = each
    return found


@pytest.fixture
def headers(session: Session, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the headers of a program that may do everything, as often as it wants."""
    monkeypatch.setattr(throttle, "left_after", lambda **_: 0)
    return {"Authorization": f"Bearer {token_for(club=session.club)}", "Accept-Encoding": "identity"}


def checks(*names: str) -> list[Any]:
    """Return checks of schemathesis by their names."""
    import schemathesis

    return [schemathesis.checks.CHECKS.get_one(name) for name in names]


@pytest.mark.parametrize("asked", STATED, ids=" ".join)
def test_whatever_is_sent_gets_a_documented_answer(
    asked: tuple[str, str], operations: Any, session: Session, headers: dict[str, str]
) -> None:
    from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test

    def send(case: Any) -> None:
        if "/sessions/" in case.path and is_id(case.path_parameters.get("id")):
            case.path_parameters["id"] = str(session.public_id)
        sent = dict(case.headers or {})
        is_bearer = sent.get("Authorization", "").startswith("Bearer ")  # one that is left out or broken stays so
        case.headers = sent | (headers if is_bearer else {"Accept-Encoding": "identity"})
        case.call_and_validate(excluded_checks=checks(*UNCHECKED))

    operation = operations[asked]
    modes = [HypothesisTestMode.EXAMPLES, HypothesisTestMode.FUZZING]
    if SCALE > 1:
        modes.append(HypothesisTestMode.COVERAGE)  # some forty systematic cases for each operation
    config = HypothesisTestConfig(project=operation.schema.config, modes=modes, explicit_settings=ANYTHING)
    create_test(operation=operation, test_func=send, config=config)()


def is_id(value: object) -> bool:
    try:
        UUID(str(value))
    except ValueError:
        return False
    return True


def test_whatever_follows_from_an_answer_gets_a_documented_answer_too(
    schema: Any, session: Session, headers: dict[str, str]
) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    answers: Counter[str] = Counter()

    class Walk(schema.as_state_machine()):  # type: ignore[misc]
        """Sends what the links of the description lead to."""

        def before_call(self, case: Any) -> None:
            """Show the token, give every write a key of its own, stay in one session, enter a win."""
            case.headers = {**(case.headers or {}), **headers}
            if "Idempotency-Key" in case.headers:
                case.headers["Idempotency-Key"] = str(uuid4())
            if "/sessions/" in case.path:
                case.path_parameters["id"] = str(session.public_id)
            if isinstance(case.body, dict) and case.body.get("act") == {}:
                case.body["act"] = people.WORKED_WIN

        def validate_response(self, response: Any, case: Any, **_options: Any) -> None:
            """Check the answer, and count it."""
            answers[f"{case.method} {case.path} {response.status_code}"] += 1
            case.validate_response(response, excluded_checks=checks(*UNCHECKED, *HEADERS))

    run_state_machine_as_test(Walk, settings=settings(ANYTHING, max_examples=3 * SCALE, stateful_step_count=8))
    assert len(answers) > SCALE
