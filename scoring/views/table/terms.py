"""Change the stakes or the house rules from the next hand on."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.forms.base import fresh, told
from scoring.forms.table.terms import TermsForm, terms_in_force
from scoring.games.base import ImpossibleError
from scoring.models import Session
from scoring.operations.errors import RefusedError, SessionClosedError, TableChangedError
from scoring.operations.table.terms import TermsError, change_terms
from scoring.queries.books.ledger import ledger_line
from scoring.queries.people.access import Action, may
from scoring.queries.table import tables
from scoring.queries.table.terms import changes_of
from scoring.views.rules.worth import STAKES, stakes_now
from scoring.views.table.words import words_of
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_session, refused


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def terms(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show the stakes and house rules in force; post to play by others from the next hand on.

    HTMX asks with the form so far what they come to.
    """
    session = find_session(request, public_id=public_id)
    if tables.is_closed(session=session):
        return refused(request, error=SessionClosedError(), back=reverse("table", args=[public_id]))
    if request.method != "POST":
        return _page(request, _opened(session), session=session)
    form = TermsForm(request.POST, session=session)
    if request.htmx.target == STAKES:
        return stakes_now(request, form)
    if not form.is_valid():
        return _page(request, form, session=session, status=INVALID)
    return _change(request, form, session=session)


def _change(request: ClubRequest, form: TermsForm, *, session: Session) -> HttpResponse:
    try:
        changed = change_terms(
            session=session,
            wanted=form.wanted(),
            reason=form.cleaned_data["reason"],
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=form.stamp(device=request.device, at=timezone.now()),
        )
    except ImpossibleError as error:
        form.add_problems(error)
        return _page(request, form, session=session, status=INVALID)
    except (TermsError, TableChangedError) as error:
        form.data = {**request.POST.dict(), "expected_entry": str(tables.last_entry_number(session=session))}
        status = INVALID if isinstance(error, TermsError) else CONFLICT
        return _page(request, form, session=session, error=error, status=status)
    except RefusedError as error:
        return refused(request, error=error, back=reverse("table", args=[session.public_id]))
    messages.success(request, words_of(line=ledger_line(entry=changed), names={}))
    return redirect("table", public_id=session.public_id)


def _opened(session: Session) -> TermsForm:
    newest = fresh(expected_entry=tables.last_entry_number(session=session))
    return TermsForm(initial=terms_in_force(session=session) | newest, session=session)


def _page(
    request: ClubRequest, form: TermsForm, *, session: Session, error: RefusedError | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "session": session,
        "form": form,
        "stakes": form.stakes(),
        "changes": changes_of(session=session),
        "has_match": session.played.match is not None,
        "may_manage": may(role=request.role, action=Action.MANAGE),
        "error": error,
        "message": error and told(error.text),
    }
    return render(request, "table/terms.html", context, status=status)
