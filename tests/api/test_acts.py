"""Every act by its request, in version 2 of the API; and that page and request come to the same."""

from typing import Any

import pytest

from scoring.models import Club
from tests import people
from tests.acts import DONE, EACH_ACT, REFUSED
from tests.acts.cases import SAME, Case, known_state, set_up

each_act = pytest.mark.parametrize("case", EACH_ACT.values(), ids=list(EACH_ACT))


def refusal(answer: Any) -> str:
    """Return the status of an answer and its code; of wrong fields each with its code, sorted."""
    problem = answer.json()
    wrong = {f"{each['field']}:{each['code']}" for each in problem["errors"]}
    return " ".join((str(answer.status_code), *(sorted(wrong) if problem["code"] == "invalid" else [problem["code"]])))


@pytest.mark.parametrize("case", DONE.values(), ids=list(DONE))
def test_a_request_does_what_the_page_does(club: Club, case: Case) -> None:
    by_page, by_request = (set_up(case, club=club) for _ in range(2))
    expected = by_request.read() if case.then == SAME else case.then
    by_page.by_page()
    answer = by_request.by_request()
    assert answer.status_code == case.act.status, answer.text
    assert by_request.read() == expected
    assert known_state(by_request.session) == known_state(by_page.session)


@pytest.mark.parametrize("case", REFUSED.values(), ids=list(REFUSED))
def test_a_request_is_refused_and_leaves_the_books_as_they_were(club: Club, case: Case) -> None:
    sent = set_up(case, club=club)
    before = known_state(sent.session)
    answer = sent.by_request()
    assert refusal(answer) == case.refused_by_api
    assert known_state(sent.session) == before


@each_act
def test_a_request_that_is_sent_twice_is_done_once(club: Club, case: Case) -> None:
    sent, key = set_up(case, club=club), people.stamp().key
    first = sent.by_request(key=key)
    once = known_state(sent.session)
    again = sent.by_request(key=key)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert known_state(sent.session) == once
