"""Take a line of the ledger back."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.table import ReasonForm
from scoring.models import Entry, EntryKind
from scoring.operations.reversing import UNDOABLE, reversal_of
from scoring.operations.reversing import undo as take_back
from scoring.queries import tables
from scoring.queries.access import Action
from scoring.queries.hands import version_before
from scoring.queries.ledger import changes_of, ledger_line
from scoring.views.access import requires
from scoring.views.confirming import Question, confirm
from scoring.views.device import ClubRequest
from scoring.views.shared import find_entry
from scoring.views.words import words_of


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CORRECT)
def undo(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Ask whether to take a line back, stating what it changes; post to do it.

    A hand that is no longer the newest line needs a reason.
    """
    entry = find_entry(request, public_id=public_id, number=number)
    if entry.kind not in UNDOABLE:
        raise Http404
    hand_line = number if entry.kind == EntryKind.HAND else None
    question = Question(
        session=entry.session,
        template="table/undo.html",
        make_form=lambda *data, **options: ReasonForm(*data, hand_line=hand_line, **options),
        write=lambda form, stamp: take_back(entry=entry, reason=form.cleaned_data["reason"], stamp=stamp),
        done=_("Line %(number)s is taken back.") % {"number": number},
        context=lambda: _context(entry),
    )
    return confirm(request, question=question)


def _context(entry: Entry) -> dict[str, object]:
    seats = tables.results(session=entry.session)
    names = {seat.number: seat.player for seat in seats}
    back = reversal_of(entry=entry, reason="")
    return {
        "entry": entry,
        "words": words_of(line=ledger_line(entry=entry), names=names),
        "changes": changes_of(seats=seats, payments=back.payments),
        "version_before": version_before(entry=entry),
    }
