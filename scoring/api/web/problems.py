"""Refusals as problems of RFC 9457: around `error`, the shape of version 1, which stays as it was.

A code is the last part of the problem's `type`, an address at which the API says what the code means.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any, cast

from django.http import HttpRequest, HttpResponseBase
from django.http.response import HttpResponse
from rest_framework.exceptions import APIException

from scoring.api.web.errors import CODES, CONFLICT, INVALID, operation_status
from scoring.operations.errors import ReasonMissingError, RefusedError
from scoring.operations.people.joining import LinkError
from scoring.operations.web.database_errors import DatabaseProblem
from scoring.texts import api, books, operations, people
from scoring.texts.catalogue import PARTS, SENTENCES
from scoring.texts.words import Plural
from scoring.web.errors import PROGRAMS, REFUSALS, UNAVAILABLE

PROBLEM_JSON = "application/problem+json"
MORE = ("versions", "rules")
"""What version 1 says inside `error` that a problem has no word for; version 2 says it beside the others."""
_JSON = "application/json"
_ENGINE = [part for part in PARTS if part not in (operations, people, books, api)]
_TAP = "ruling."
_PARTS_OF_SENTENCES = {"one_of", "all_of", "paid_each"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemType:
    """What a code means: the statuses it comes with, and the sentences or the reason behind it."""

    code: str
    statuses: tuple[int, ...] = ()
    about: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """Return the address that names the code."""
        return type_of(code=self.code)

    @property
    def title(self) -> str:
        """Return the code in words.

        >>> ProblemType(code="hand_taken").title
        'Hand taken'
        """
        return self.code.replace("_", " ").capitalize()


def type_of(*, code: str) -> str:
    """Return the address that names a code and tells what it means."""
    return f"{PROGRAMS}v1/problems/{code}/"


def problems(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return a middleware that makes a problem of every refusal of the API, whoever refused.

    A program that names application/json alone gets the same content under that name.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = cast(HttpResponse, get_response(request))
        if (
            request.path.startswith(PROGRAMS)
            and response.status_code >= 400
            and response.headers.get("Content-Type") == _JSON
        ):
            content = json.loads(response.content)
            said = content["error"]
            if request.path.startswith(f"{PROGRAMS}v2/"):
                content = {name: said[name] for name in MORE if name in said}
            response.content = json.dumps({**_problem(said, response.status_code), **content})
            if "Content-Length" in response.headers:
                response.headers["Content-Length"] = str(len(response.content))
            accepted = request.headers.get("Accept", "")
            if _JSON not in accepted or PROBLEM_JSON in accepted:
                response.headers["Content-Type"] = PROBLEM_JSON
        return response

    return answer


def _problem(error: Mapping[str, Any], status: int) -> dict[str, object]:
    code = error["code"]
    wrong = [*_fields(error.get("fields", {})), *error.get("problems", ())]
    return {
        "type": type_of(code=code),
        "title": ProblemType(code=code).title,
        "status": status,
        "detail": error["message"],
        "code": code,
        "errors": [{"field": each.get("field", ""), "code": each["code"], "detail": each["message"]} for each in wrong],
    }


def _fields(fields: Mapping[str, list[str]]) -> Iterator[dict[str, str]]:
    for name, messages in fields.items():
        for message in messages:
            yield {"field": name, "code": "invalid", "message": message}


@cache
def problem_types() -> dict[str, ProblemType]:
    """Return every code that a refusal can have, with what it means."""
    known: dict[str, ProblemType] = {}
    for each in chain(_framework(), _operations(), _engine(), _taps()):
        other = known.get(each.code, ProblemType(code=each.code))
        known[each.code] = replace(each, statuses=other.statuses + each.statuses, about=other.about + each.about)
    return dict(sorted(known.items()))


def _engine() -> Iterator[ProblemType]:
    """Yield what is wrong with acts and claims: those codes are of several words, parts of sentences of one."""
    keys = [key for part in _ENGINE for key in part.SENTENCES]
    for code in {key.partition(".")[0] for key in keys} - _PARTS_OF_SENTENCES:
        if "_" in code:
            about = tuple(_sentence(key) for key in keys if key.partition(".")[0] == code)
            yield ProblemType(code=code, statuses=(INVALID,), about=about)


def _sentence(key: str) -> str:
    """Return a sentence of the catalogue with dots where something is filled in."""
    said = SENTENCES[key]
    return re.sub(r"%\(\w+\)s", "...", said.many if isinstance(said, Plural) else str(said))


def _operations() -> Iterator[ProblemType]:
    for error in _below(RefusedError):
        if error not in (ReasonMissingError, LinkError):  # the one is an invalid field, the other for pages only
            yield ProblemType(code=error.code, statuses=(operation_status(error),), about=(_about(error),))


def _framework() -> Iterator[ProblemType]:
    for error in _below(APIException):
        if error.__module__.startswith("scoring.") and error.default_code:
            yield ProblemType(code=error.default_code, statuses=(error.status_code,), about=(_about(error),))
    for code, (status, about) in {**CODES, **REFUSALS}.items():
        yield ProblemType(code=code, statuses=(status,), about=(about,))
    for problem in DatabaseProblem:
        yield ProblemType(code=problem.value, statuses=(UNAVAILABLE,), about=("The database cannot do it now.",))


def _taps() -> Iterator[ProblemType]:
    """Yield why something cannot happen in a hand that is followed play by play."""
    for key in SENTENCES:
        if key.startswith(_TAP):
            yield ProblemType(code=key.removeprefix(_TAP), statuses=(CONFLICT,), about=(_sentence(key),))


def _below(error: type[Any]) -> Iterator[type[Any]]:
    for each in error.__subclasses__():
        yield each
        yield from _below(each)


def _about(error: type[Exception]) -> str:
    return (inspect.getdoc(error) or "").partition("\n")[0]
