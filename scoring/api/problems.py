"""Answer refusals as problems of RFC 9457."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions

from scoring.forms.base import told
from scoring.forms.rule_sets import UnreadableFileError
from scoring.frozen import Frozen
from scoring.games.base import ImpossibleError
from scoring.games.cuajo.table_state import IllegalTapError
from scoring.operations.errors import ReasonMissingError, RefusedError
from scoring.operations.machine import DatabaseProblem
from scoring.operations.people.clubs import ClubError
from scoring.operations.people.joining import LinkError
from scoring.operations.rule_sets import RuleSetNameError
from scoring.operations.table.nights import DayError
from scoring.operations.throttle import Limit
from scoring.queries.history.scope import FilterError
from scoring.texts import PARTS, SENTENCES, Text, books, operations, say
from scoring.texts.words import Plural
from scoring.web.errors import names_of, problem
from scoring.web.shared import CONFLICT, INVALID

CODES = {
    "bad_json": (400, "The content is not JSON."),
    "idempotency_key_missing": (400, "A write without its key."),
    "not_authenticated": (401, "No token was sent."),
    "token_unknown": (401, "The token is unknown, revoked or too old."),
    "not_allowed": (403, "The role of the token does not allow it."),
    "not_yours": (403, "The token speaks for another player."),
    "not_found": (404, "Not found, or not for this token."),
    "method_not_allowed": (405, "The address does not take this method."),
    "unsupported_media_type": (415, "The content is not application/json."),
    "invalid": (INVALID, "Fields are missing, unknown or wrong. Each is named."),
    "throttled": (429, "Too many requests of one caller."),
    # These are answered before any view of the API.
    "bad_request": (400, "The request cannot be read."),
    "host_unknown": (400, "The machine does not know this host name."),
    "length_unknown": (411, "The content came in chunks: send its length."),
    "too_large": (413, "The content is too large."),
    "server_error": (500, "An error of the software. Nothing was written. The log has details."),
}


class FieldsError(Exception):
    """Fields that are wrong, each with a sentence."""

    def __init__(self, *wrong: tuple[str, Text]) -> None:
        super().__init__(wrong)
        self.wrong = wrong


class RequestError(exceptions.APIException):
    """A refusal before any operation, by one of `CODES`."""

    def __init__(self, code: str, *, limit: Limit | None = None) -> None:
        values: dict[str, Any] = {"times": limit.times} if limit else {}
        super().__init__(told(say(f"api.{code}", **values)), code)
        self.status_code = CODES[code][0]
        self.wait = limit and limit.seconds


def answer_to(  # noqa: PLR0911 - one for each kind
    request: HttpRequest, error: Exception, find: Callable[[], Mapping[str, object]]
) -> HttpResponse | None:
    """Return the problem of an error, None for faults. `find` adds members or raises ImpossibleError."""
    more: dict[str, Any] = {}
    try:
        more |= find()
    except ImpossibleError as impossible:
        error = impossible
    wrong = list(_wrong_fields(error))
    match error:
        case ImpossibleError():
            return problem(request, INVALID, error.code, told(error.problems[0].text), wrong)
        case ClubError() | DayError() | RuleSetNameError():
            return problem(request, INVALID, error.code, told(error.text), wrong)
        case _ if wrong:
            detail = " ".join(f"{each['field']}: {each['detail']}" for each in wrong)
            return problem(request, INVALID, "invalid", detail, wrong)
        case IllegalTapError():
            return problem(request, CONFLICT, error.code, told(error.text), rules=list(error.rules))
        case RefusedError():
            return problem(request, CONFLICT, error.code, told(error.text), **more)
        case Http404():
            return problem(request, 404, "not_found", told(say("api.not_found")))
        case exceptions.APIException():
            return _of_framework(request, error)
        case _:
            return None


def _wrong_fields(error: Exception) -> Iterator[dict[str, object]]:
    match error:
        case ImpossibleError():
            for each in error.problems:
                yield _wrong(each.field, told(each.text), code=str(each.code), cards=list(each.cards))
        case FieldsError():
            yield from (_wrong(field, told(text)) for field, text in error.wrong)
        case UnreadableFileError():
            yield from (_wrong("file", message) for message in error.messages)
        case ReasonMissingError() | RuleSetNameError() | ClubError() | DayError() | FilterError():
            yield _wrong(error.field, told(error.text))


def _wrong(field: str, detail: str, *, code: str = "invalid", **more: object) -> dict[str, object]:
    return {"field": field, "code": code, "detail": detail, **more}


def _of_framework(request: HttpRequest, error: exceptions.APIException) -> HttpResponse:
    code = error.get_codes()
    response = problem(request, error.status_code, code if isinstance(code, str) else "refused", str(error.detail))
    if error.status_code == 401:
        response["WWW-Authenticate"] = 'Bearer realm="cuajo"'
    if wait_seconds := getattr(error, "wait", None):
        response["Retry-After"] = str(wait_seconds)
    return response


@csrf_exempt
def nothing_here(request: HttpRequest, **_arguments: object) -> HttpResponse:
    if not request.path.endswith("/") and resolve(f"{request.path}/").func is not nothing_here:
        address = request.get_full_path(force_append_slash=True)
        # Clients send a write again to the new address.
        return HttpResponsePermanentRedirect(address, preserve_request=True)
    return problem(request, 404, "not_found", told(say("api.not_found")))


class ProblemType(Frozen):
    """A code with its address, title, statuses and sentences."""

    code: str
    type: str
    title: str
    statuses: tuple[int, ...]
    about: tuple[str, ...]


def problem_type(*, code: str) -> ProblemType:
    """Explain a code. Raises Http404."""
    found = known_problems().get(code)
    if found is None:
        raise Http404
    return found


def problem_types() -> tuple[ProblemType, ...]:
    """List the codes of all refusals."""
    return tuple(known_problems().values())


@cache
def known_problems() -> dict[str, ProblemType]:
    known: dict[str, list[tuple[int, str]]] = {}
    for code, status, about in _described_codes():
        known.setdefault(code, []).append((status, about))
    return {
        code: ProblemType(
            **names_of(code), statuses=tuple({status for status, _ in meant}), about=tuple(about for _, about in meant)
        )
        for code, meant in sorted(known.items())
    }


def _described_codes() -> Iterator[tuple[str, int, str]]:
    """Yield each code with its status and sentence."""
    yield from ((code, *meant) for code, meant in CODES.items())
    for fault in DatabaseProblem:
        yield fault.value, HTTPStatus.SERVICE_UNAVAILABLE, "The database cannot do it now."
    for error in _subclasses(RefusedError):
        # A missing reason is an invalid field, and only pages refuse links.
        if error not in (ReasonMissingError, LinkError):
            status = INVALID if issubclass(error, (ClubError, DayError, RuleSetNameError)) else CONFLICT
            yield error.code, status, (inspect.getdoc(error) or "").partition("\n")[0]
    for key in (key for part in PARTS if part not in (operations, books) for key in part.SENTENCES):
        code = key.partition(".")[0]
        if "_" in code and code not in {"one_of", "all_of", "paid_each"}:  # keys of acts and claims have two words
            yield code, INVALID, _sentence(key)
    for key in SENTENCES:
        if key.startswith("ruling."):  # in a hand that is followed play by play
            yield key.removeprefix("ruling."), CONFLICT, _sentence(key)


def _sentence(key: str) -> str:
    sentence = SENTENCES[key]
    return re.sub(r"%\(\w+\)s", "...", sentence.many if isinstance(sentence, Plural) else str(sentence))


def _subclasses(error: type[Any]) -> Iterator[type[Any]]:
    for each in error.__subclasses__():
        yield each
        yield from _subclasses(each)
