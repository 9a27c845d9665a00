"""The stored corpus: nights, verdicts and answers of earlier code come out the same; sentences may differ.

Where it fails, `tests/corpus/README.md` says what may change.
"""

import json

import pytest

from tests.corpus import doors
from tests.corpus.answers import answered, answers_of
from tests.corpus.comparing import names, plain, stored, told

pytestmark = [pytest.mark.deep, pytest.mark.django_db, pytest.mark.no_cover]


@pytest.mark.parametrize("name", names("club-"))
def test_a_club_is_imported_checked_shown_and_exported_as_ever(name: str) -> None:
    content = stored(name)
    text = json.dumps(content["export"], ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    club = doors.imported(text)

    assert told(content["export"], json.loads(doors.text_of(club))) == ""
    assert doors.text_of(club) == text
    assert doors.findings(club) == []
    answers = answers_of(reader=doors.host_program(club), books=content["export"])
    assert told(plain(content["answers"]), answers) == ""


@pytest.mark.parametrize("name", names("asked-"))
def test_a_question_is_answered_as_ever(name: str) -> None:
    wrong = {}
    for case in stored(name):
        if "wrong_today" in case:
            continue
        if difference := told(plain(case["answer"]), answered(case["ask"])):
            wrong[json.dumps(case["ask"], ensure_ascii=False)] = difference

    assert wrong == {}, "\n".join(f"{ask}\n{difference}" for ask, difference in wrong.items())
