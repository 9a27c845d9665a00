"""A secret laid down, and one that was none."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.base import KeyedForm
from scoring.forms.table import ReasonForm
from scoring.games.base import ActKind
from scoring.ledger.balances import Payment
from scoring.models import Entry, EntryKind, Session
from scoring.operations.extras import penalty_of_false_secret, record_secret, refund_false_secret
from scoring.operations.hands import draft_of, judge
from scoring.operations.reversing import reversal_of
from scoring.queries import tables
from scoring.queries.access import Action
from scoring.queries.ledger import changes_of
from scoring.views.access import requires
from scoring.views.confirming import Question, confirm
from scoring.views.device import ClubRequest
from scoring.views.shared import find_entry, find_session


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def secret(request: ClubRequest, public_id: UUID, seat: int) -> HttpResponse:
    """Ask whether a seat laid a secret, stating who pays how much; post to record it (C17)."""
    session = find_session(request, public_id=public_id, offers="secrets")
    seats = tables.seated(session=session)
    player = next((standing.player for standing in seats if standing.number == seat), None)
    if player is None:
        raise Http404
    question = Question(
        session=session,
        template="table/secret.html",
        make_form=KeyedForm,
        write=lambda form, stamp: record_secret(
            session=session, seat=seat, expected_entry=form.cleaned_data["expected_entry"], stamp=stamp
        ),
        done=_("Secret of %(player)s recorded.") % {"player": player},
        context=lambda: {
            "seat": seat,
            "player": player,
            "changes": changes_of(seats=seats, payments=_payments(session, seat=seat)),
        },
    )
    return confirm(request, question=question)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CORRECT)
def refund(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Ask whether a paid secret was none; post to refund it with the penalty of the house (C18)."""
    entry = find_entry(request, public_id=public_id, number=number)
    if entry.kind != EntryKind.SECRET:
        raise Http404
    question = Question(
        session=entry.session,
        template="table/refund.html",
        make_form=ReasonForm,
        write=lambda form, stamp: refund_false_secret(
            entry=entry, reason=form.cleaned_data["reason"], stamp=stamp
        ),
        done=_("The secret is refunded."),
        context=lambda: _refund_context(entry),
    )
    return confirm(request, question=question)


def _refund_context(entry: Entry) -> dict[str, object]:
    session, seat = entry.session, entry.act["seat"]
    seats = tables.results(session=session)
    penalty = penalty_of_false_secret(entry=entry, reason="").payments
    back = reversal_of(entry=entry, reason="").payments
    return {
        "entry": entry,
        "player": next(standing.player for standing in seats if standing.number == seat),
        "changes": changes_of(seats=seats, payments=(*back, *penalty)),
        "penalty_cents": penalty[0].cents if penalty else 0,
    }


def _payments(session: Session, *, seat: int) -> tuple[Payment, ...]:
    """Return what a secret of a seat comes to, with the stake factor."""
    outcome = judge(session=session, kind=ActKind.SECRET, act={"seat": seat})
    return draft_of(session=session, kind=EntryKind.SECRET, outcome=outcome).payments
