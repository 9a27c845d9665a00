"""Enter nights played before, and remove one."""

from contextlib import suppress
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from scoring.forms.base import problem
from scoring.forms.history import EnterPastForm, PastFileForm, PastNightForm, PastTermsForm, values_of_past
from scoring.forms.money import ReopenForm
from scoring.models import Session
from scoring.operations.errors import PastError, RefusedError
from scoring.operations.money import past as acts
from scoring.queries.people.access import Action
from scoring.queries.table.nights import known_names
from scoring.web.access import asks, posts
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView, Fold
from scoring.web.shared import CONFLICT, INVALID


@asks(Action.START)
def past(request: ClubRequest) -> HttpResponse:
    """Show the form, or preview the nights it holds."""
    one, many = PastNightForm(club=request.club, initial=_like(request)), PastFileForm(club=request.club)
    if request.method != "POST":
        return _page(request, one, many)
    if "many" in request.POST:
        many = PastFileForm(request.POST, request.FILES, club=request.club)
        return _preview(request, many) if many.is_valid() else _page(request, one, many)
    one = PastNightForm(request.POST, club=request.club)
    if one.is_valid():
        (foreseen,) = acts.preview_past(club=request.club, terms=one.terms(), nights=one.read.nights, at=timezone.now())
        if foreseen.problem is None or foreseen.is_alike:
            return _preview(request, one)
        one.add_error(None, problem(PastError(foreseen.problem)))
    return _page(request, one, many)


@posts(Action.START)
def enter(request: ClubRequest) -> HttpResponse:
    form = EnterPastForm(request.POST, club=request.club)
    if not form.is_valid():
        return _page(request, PastNightForm(club=request.club), PastFileForm(request.POST, club=request.club))
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        entered = acts.enter_past(club=request.club, **form.past(), stamp=stamp)
    except RefusedError as error:
        return _preview(request, form, refusal=error)
    messages.success(request, gettext("Saved."))
    return redirect("night", public_id=entered[0].public_id) if len(entered) == 1 else redirect("history")


class TakeNightBack(Fold, ConfirmView[ReopenForm]):
    fold, part = "about", "take_back"
    action = Action.START
    operation = acts.take_back_past
    only_open = False
    asks_again = ()
    done = gettext_lazy("Undone. You can enter it again, corrected.")

    def then(self, written: object) -> str:  # noqa: ARG002 - to the form, filled with what it was
        return f"{reverse('past-nights')}?like={self.session.public_id}"


def _like(request: ClubRequest) -> dict[str, object]:
    with suppress(ValueError, Session.DoesNotExist):
        like = UUID(request.GET.get("like", ""))
        session = Session.objects.get(club=request.club, public_id=like, entered_later=True)
        return values_of_past(night=acts.past_night_of(session=session), currency=session.money)
    return {}


def _page(request: ClubRequest, one: PastNightForm, many: PastFileForm) -> HttpResponse:
    context = {"one": one, "many": many, "known_names": known_names(request.club)}
    status = INVALID if one.errors or many.errors else 200
    return render(request, "history/past/past.html", context, status=status)


def _preview(request: ClubRequest, sent: PastTermsForm, *, refusal: RefusedError | None = None) -> HttpResponse:
    club, terms, read = request.club, sent.terms(), sent.read
    foreseen = acts.preview_past(club=club, terms=terms, nights=read.nights, at=timezone.now())
    # A night may repeat one of the books, and rows may repeat each other. Ask before entering them.
    is_one = len(foreseen) == 1 and not read.bad
    good = [each for each in foreseen if each.problem is None]
    entered = [each for each in foreseen if each.problem is None or (is_one and each.is_alike) or each.is_twice]
    bad = [each for each in foreseen if each not in entered]
    context = {
        "entered": entered,
        "bad": bad,
        "unread": read.bad,
        "left_out": len(bad) + len(read.bad),
        "alike": len(entered) - len(good),
        "good": len(good),
        "terms": terms,
        "new_names": acts.new_names(foreseen=entered),
        "refusal": refusal,
        "form": EnterPastForm.of(club=club, sent=sent, foreseen=entered),
        "form_without_alike": EnterPastForm.of(club=club, sent=sent, foreseen=good),
        "many": PastFileForm(club=club, initial=sent.again() | {"text": sent.cleaned_data.get("text")}),
    }
    status = CONFLICT if refusal else 200 if entered else INVALID
    return render(request, "history/past/preview.html", context, status=status)
