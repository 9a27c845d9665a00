"""Every act by the form of its page."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.urls import resolve

from scoring.models import Club
from tests import people
from tests.acts import DONE, EACH_ACT, REFUSED
from tests.acts.cases import SAME, Case, known_state, set_up
from tests.views.reading import open_page, refusal

each_act = pytest.mark.parametrize("case", EACH_ACT.values(), ids=list(EACH_ACT))


def landed(answer: Any) -> str | None:
    return resolve(urlsplit(answer.headers["Location"]).path).url_name


@pytest.mark.parametrize("case", DONE.values(), ids=list(DONE))
def test_a_page_does_it_and_leads_on(club: Club, case: Case) -> None:
    sent = set_up(case, club=club)
    expected = sent.read() if case.then == SAME else case.then
    answer = sent.by_page()
    assert refusal(answer) == (case.act.page_done, ())
    assert answer.status_code != 302 or landed(answer) == (case.lands or case.act.lands)
    assert sent.read() == expected


@pytest.mark.parametrize("case", REFUSED.values(), ids=list(REFUSED))
def test_a_page_refuses_it_and_leaves_the_books_as_they_were(club: Club, case: Case) -> None:
    sent = set_up(case, club=club)
    before = known_state(sent.session)
    status, codes = refusal(sent.by_page())
    assert " ".join((str(status), *codes)) == case.refused_by_page
    assert known_state(sent.session) == before


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
    assert (first.status_code, known_state(sent.session)) == (case.act.page_done, once)
