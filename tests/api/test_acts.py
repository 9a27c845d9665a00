"""Every act by its request, in version 2 of the API; and that page and request come to the same."""

from typing import Any

import pytest

from scoring.models import Club
from tests import people
from tests.acts import CASES
from tests.acts.cases import SAME, Case, known_state, set_up

DONE = {name: case for name, case in CASES.items() if case.is_done}
FIRST_OF_EACH = {case.act.page: case for case in reversed(DONE.values())}
"""A case of every act."""

every = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
each_act = pytest.mark.parametrize("case", FIRST_OF_EACH.values(), ids=list(FIRST_OF_EACH))


def refusal(answer: Any) -> tuple[int, *tuple[str, ...]]:
    """Return the status of an answer and its code; of wrong fields each with its code, sorted."""
    problem = answer.json()
    wrong = {f"{each['field']}:{each['code']}" for each in problem["errors"]}
    return (answer.status_code, *(sorted(wrong) if problem["code"] == "invalid" else [problem["code"]]))


@every
def test_a_request_does_or_refuses_it(club: Club, case: Case) -> None:
    sent = set_up(case, club=club)
    expected = sent.read() if case.then == SAME else case.then
    before = known_state(sent.session)

    answer = sent.by_request()

    if case.is_done:
        assert answer.status_code == case.act.status, answer.text
    else:
        assert refusal(answer) == (case.api or case.refused)
        assert known_state(sent.session) == before
    assert sent.read() == expected


@pytest.mark.parametrize("case", DONE.values(), ids=list(DONE))
def test_a_request_leaves_the_books_as_its_page_does(club: Club, case: Case) -> None:
    by_page, by_request = (set_up(case, club=club) for _ in range(2))

    by_page.by_page()
    by_request.by_request()

    assert known_state(by_request.session) == known_state(by_page.session)


@each_act
def test_a_request_that_is_sent_twice_is_done_once(club: Club, case: Case) -> None:
    sent, key = set_up(case, club=club), people.stamp().key
    first = sent.by_request(key=key)
    once = known_state(sent.session)

    again = sent.by_request(key=key)

    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert known_state(sent.session) == once
