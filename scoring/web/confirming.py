"""State what a tap will record and ask once: on a page, or with scripts in the dock of the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from scoring.forms.base import KeyedForm, fresh, told
from scoring.games.base import ImpossibleError
from scoring.models import Session
from scoring.operations.errors import (
    HandTakenError,
    ReasonMissingError,
    RefusedError,
    SessionClosedError,
    WrongAmountError,
)
from scoring.operations.table.posting import Stamp
from scoring.queries.table import tables
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, landing, refused

DOCK = "dock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question[F: KeyedForm]:
    """What is asked: a page with a form, what to write when it is confirmed, and what to say then.

    `make_form` takes data or initial values; `write` calls one operation; `context` is what the page states,
    asked for only when it is shown. `done` is empty where the table itself shows it. `then` is where one
    goes afterwards, the table where it is empty.
    """

    session: Session
    template: str
    make_form: Callable[..., F]
    write: Callable[[F, Stamp], object]
    done: str
    context: Callable[[], Mapping[str, object]]
    initial: Mapping[str, object] = field(default_factory=dict)
    then: str = ""


def confirm[F: KeyedForm](request: ClubRequest, *, question: Question[F]) -> HttpResponse:
    """Ask, or write what was confirmed and go back to the table.

    A refusal because the table moved on asks again with what is true now (409); a form that lacks something
    or is impossible keeps what was entered (422); a closed session takes nothing. HandTakenError is left to the
    caller, who knows both versions.
    """
    if request.method == "POST":
        return _write(request, question=question)
    if tables.is_closed(session=question.session):
        return refused(request, error=SessionClosedError(), back=_table(question))
    return _ask(request, question=question, form=question.make_form(initial=_now(question)))


def _write[F: KeyedForm](request: ClubRequest, *, question: Question[F]) -> HttpResponse:
    form = question.make_form(request.POST)
    if not form.is_valid():
        return _ask(request, question=question, form=form, status=INVALID)
    try:
        written = question.write(form, form.stamp(device=request.device, at=timezone.now()))
    except SessionClosedError as error:
        return refused(request, error=error, back=_table(question))
    except HandTakenError:
        raise
    except ReasonMissingError as error:
        form.add_error("reason", ValidationError(told(error.text), code=error.code))
        return _ask(request, question=question, form=form, status=INVALID)
    except (WrongAmountError, ImpossibleError) as error:
        return _ask(request, question=question, form=form, error=error, status=INVALID)
    except RefusedError as error:
        typed = {field.name: form.cleaned_data[field.name] for field in form.visible_fields()}
        again = question.make_form(initial=_now(question) | typed)
        return _ask(request, question=question, form=again, error=error, status=CONFLICT)
    if question.done:
        messages.success(request, question.done)
    return redirect(question.then or landing(question.session, written))


def _ask(
    request: ClubRequest,
    *,
    question: Question[Any],
    form: KeyedForm,
    error: RefusedError | ImpossibleError | None = None,
    status: int = 200,
) -> HttpResponse:
    try:
        stated = question.context()
    except RefusedError as refusal:
        return refused(request, error=refusal, back=_table(question))
    in_dock = request.htmx.target == DOCK
    template = f"{question.template}#{DOCK}" if in_dock else question.template
    context = {
        **stated,
        "session": question.session,
        "form": form,
        "error": error,
        "message": error and _why(error, question.session),
    }
    response = render(request, template, context, status=status)
    response["Vary"] = "HX-Request, HX-Target, Cookie"
    return response


def _why(error: RefusedError | ImpossibleError, session: Session) -> str:
    if isinstance(error, RefusedError):
        return told(error.text)
    names = tables.names_of(session=session)
    return " ".join(told(problem.text, names=names) for problem in error.problems)


def _now(question: Question[Any]) -> dict[str, object]:
    newest = tables.last_entry_number(session=question.session)
    return {**question.initial, **fresh(expected_entry=newest)}


def _table(question: Question[Any]) -> str:
    return reverse("table", args=[question.session.public_id])
