"""The stored corpus: nights, verdicts and answers of earlier code come out the same; sentences may differ.

Where it fails, `tests/corpus/README.md` says what may change.
"""

import json

import pytest

from tests.api.programs import program
from tests.corpus import doors
from tests.corpus.answers import answered, answers_of
from tests.corpus.comparing import names, plain, stored, told

pytestmark = [pytest.mark.deep, pytest.mark.django_db, pytest.mark.no_cover]


@pytest.mark.parametrize("name", names("club-"))
def test_a_club_is_imported_checked_shown_and_exported_as_ever(name: str) -> None:
    content = stored(name)
    text = json.dumps(content["export"], ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    club = doors.imported(text)
    assert doors.text_of(club) == text
    assert doors.findings(club) == []
    answers = answers_of(reader=program(club=club, version=1), books=content["export"])
    assert told(plain(content["answers"]), answers) == ""


@pytest.mark.parametrize("name", names("asked-"))
def test_a_question_is_answered_as_ever(name: str) -> None:
    cases = [case for case in stored(name) if "wrong_today" not in case]
    wrong = [(case["ask"], told(plain(case["answer"]), answered(case["ask"]))) for case in cases]
    assert [each for each in wrong if each[1]] == []
