"""One list of bad new acts, fed to the operation, the API and the page of every game: the same codes."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.base import ActKind, ImpossibleError
from scoring.models import Club, Session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_penalty, record_secret
from tests import people
from tests.api.programs import Program, program
from tests.operations.table.bad_acts import ACTS, Bad
from tests.views.reading import open_page

REFUSED_BY_BOX = {"required", "invalid_choice", "min_value", "max_value"}


@pytest.fixture
def sheet(club: Club) -> Program:
    return program(club=club)


def night(club: Club, bad: Bad) -> Session:
    session = people.start_night(club=club, game=bad.game, rules=bad.rules, names=bad.names)
    for number, seat in enumerate(bad.secrets):
        record_secret(session=session, seat=seat, expected_entry=number, stamp=people.stamp())
    return session


def by_operation(session: Session, bad: Bad) -> list[str]:
    newest = session.entries.count()
    if bad.kind is ActKind.PENALTY:
        write = partial(record_penalty, expected_entry=newest)
    else:
        write = partial(record_hand, expected=people.expected(session))
    with pytest.raises(ImpossibleError) as refused:
        write(session=session, act=bad.act, stamp=people.stamp())
    return [problem.code for problem in refused.value.problems]


def by_program(sheet: Program, session: Session, bad: Bad) -> Iterator[list[str]]:
    expected = {"expected_entry": session.entries.count()}
    path, content = f"sessions/{session.public_id}", {"act": bad.act, **expected}
    if bad.kind is ActKind.PENALTY:
        answers = [sheet.post(f"{path}/penalties/", content)]
    else:
        answers = [
            sheet.post(f"{path}/hands/", {**content, "expected_after": 0}),
            sheet.post(f"{path}/judge/", {"kind": bad.kind.value, "act": bad.act}),
        ]
    for answer in answers:
        assert answer.status_code == 422, answer.content
        yield [problem["code"] for problem in answer.json()["error"]["problems"]]


@pytest.mark.parametrize("bad", ACTS, ids=lambda bad: bad.name)
def test_every_door_refuses_a_bad_act_with_the_same_codes(bad: Bad, club: Club, sheet: Program, host: Client) -> None:
    session = night(club, bad)
    assert by_operation(session, bad) == list(bad.codes)
    for codes in by_program(sheet, session, bad):
        assert codes == list(bad.codes)
    if bad.form is not None:
        said = by_page(host, session, bad)
        assert said <= REFUSED_BY_BOX if bad.boxes else said == set(bad.codes)
        return
    page = host.get(reverse(bad.page, args=[session.public_id]))
    if bad.no_page:
        assert page.status_code in (302, 404)
    else:
        assert bad.no_box not in {name.partition("__")[0] for name in page.context["form"].fields}


def test_every_act_says_how_a_page_sends_it_or_why_none_can() -> None:
    assert all([bad.form is not None, bad.no_page, bool(bad.no_box)].count(True) == 1 for bad in ACTS)


def by_page(host: Client, session: Session, bad: Bad) -> set[str]:
    """Return the codes of the answer to the form; what two boxes of an act share is said once."""
    address = reverse(bad.page, args=[session.public_id])
    page = open_page(host, address)
    opened = (*page.forms(action=address), *page.forms())[0]
    answer = host.post(address, {**opened, **(bad.form or {}), "step": "record"})
    assert answer.status_code == 422
    assert session.entries.count() == len(bad.secrets)
    errors = answer.context["form"].errors.as_data()
    return {error.code for found in errors.values() for error in found}
