"""Anything at all sent to every operation: no fault, no undocumented answer, no nonsense accepted."""

import os
import re
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings

from cuajo_site.wsgi import application
from scoring.models import Session
from scoring.operations import throttle
from tests.api.programs import token_for
from tests.api.web.test_rights import STATED

pytestmark = [pytest.mark.deep, pytest.mark.django_db, pytest.mark.no_cover]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
ANYTHING = settings(max_examples=2 * SCALE, deadline=None, derandomize=SCALE == 1, suppress_health_check=[*HealthCheck])
UNCHECKED = "positive_data_acceptance"  # no schema can state why cards, house rules and names are refused


@pytest.fixture(scope="module")
def operations(module_db: None) -> dict[tuple[str, str], Any]:
    import schemathesis

    def app(environ: dict[str, Any], start_response: Any) -> Any:
        return application({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)  # the server names the caller

    found, schema = {}, schemathesis.openapi.from_wsgi("/api/schema/", app)
    for each in (cast("Any", result).ok() for result in schema.get_all_operations()):
        route = re.sub(r"\{\w+\}", "*", each.path.replace("{entry}", "#"))
        found[each.method.upper(), route.removeprefix("/api/v1/")] = each
    return found


@pytest.fixture
def headers(session: Session, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the headers of a program that may do everything, as often as it wants."""
    monkeypatch.setattr(throttle, "left_after", lambda **_: 0)
    return {"Authorization": f"Bearer {token_for(club=session.club)}", "Accept-Encoding": "identity"}


@pytest.mark.parametrize("asked", STATED, ids=" ".join)
def test_whatever_is_sent_gets_a_documented_answer(
    asked: tuple[str, str], operations: Any, session: Session, headers: dict[str, str]
) -> None:
    from schemathesis import checks
    from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test

    def send(case: Any) -> None:
        if re.fullmatch("[0-9a-f-]{36}", str(case.path_parameters.get("session_id"))):
            case.path_parameters["session_id"] = str(session.public_id)
        sent = dict(case.headers or {})
        is_bearer = sent.get("Authorization", "").startswith("Bearer ")  # one that is left out or broken stays so
        case.headers = sent | (headers if is_bearer else {"Accept-Encoding": "identity"})
        case.call_and_validate(excluded_checks=[checks.CHECKS.get_one(UNCHECKED)])

    operation = operations[asked]
    modes = [HypothesisTestMode.EXAMPLES, HypothesisTestMode.FUZZING]
    if SCALE > 1:
        modes.append(HypothesisTestMode.COVERAGE)  # some forty systematic cases for each operation
    config = HypothesisTestConfig(project=operation.schema.config, modes=modes, explicit_settings=ANYTHING)
    create_test(operation=operation, test_func=send, config=config)()
