"""Every act by the form of its page."""

import pytest
from django.urls import resolve

from scoring.models import Club
from tests import people
from tests.acts import CASES
from tests.acts.cases import SAME, Case, known_state, set_up
from tests.views.reading import open_page, refusal

DONE = {name: case for name, case in CASES.items() if case.is_done}
FIRST_OF_EACH = {case.act.page: case for case in reversed(DONE.values())}
"""A case of every act."""

every = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
each_act = pytest.mark.parametrize("case", FIRST_OF_EACH.values(), ids=list(FIRST_OF_EACH))


@every
def test_a_page_does_or_refuses_it(club: Club, case: Case) -> None:
    sent = set_up(case, club=club)
    expected = sent.read() if case.then == SAME else case.then
    before = known_state(sent.session)

    answer = sent.by_page()

    if case.is_done:
        assert (answer.status_code, refusal(answer)[1]) == (302, ())
        assert resolve(answer.headers["Location"].partition("?")[0].partition("#")[0]).url_name == case.act.lands
    else:
        status, codes = refusal(answer)
        assert (status, *codes) == (case.page or case.refused)
        assert known_state(sent.session) == before
    assert sent.read() == expected


@each_act
def test_the_page_has_the_fields_that_its_form_sends_and_says_what_it_shows(club: Club, case: Case) -> None:
    sent = set_up(case, club=club)

    page = open_page(sent.browser, sent.asked_at())

    named = {field.get("name") for field in page.root.iter() if field.tag in ("input", "select", "textarea", "button")}
    assert sent.fields().keys() - {"step"} <= named
    shown = [form for action in (sent.address(), "") for form in page.forms(action=action)]
    assert any(sent.seen_fields().items() <= form.items() for form in shown)


@each_act
def test_a_form_that_is_sent_twice_is_done_once(club: Club, case: Case) -> None:
    sent, key = set_up(case, club=club), people.stamp().key
    first = sent.by_page(key=key)
    once = known_state(sent.session)

    sent.by_page(key=key)

    assert (first.status_code, known_state(sent.session)) == (302, once)
