"""Who sits where: change it from now on, let people take turns, put it right since an earlier hand."""

from dataclasses import replace
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.forms.base import KeyedForm, fresh, told
from scoring.forms.table.table import CorrectSeatsForm, SeatsForm, SwapForm
from scoring.games.base import Feature, ImpossibleError
from scoring.models import Session
from scoring.operations.errors import PlayerError, RefusedError, TableChangedError
from scoring.operations.table.seating import Order, SeatingError, SeatsCorrection, change_seats, correct_seats, preview
from scoring.operations.table.turns import take_turn
from scoring.queries.books.ledger import ledger_line
from scoring.queries.people.access import Action
from scoring.queries.table import tables
from scoring.queries.table.state import SeatsPage, features_of, hand_numbered, seats_page
from scoring.texts import say
from scoring.views.table.words import unnumbered_words_of
from scoring.web.access import asks, posts
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_session, require_open

type _Refusal = RefusedError | ImpossibleError


@asks(Action.RECORD)
def seats(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show who sits where and who sits out; post names for the places to change it from now on."""
    session = find_session(request, public_id=public_id)
    require_open(session=session)
    page = seats_page(session=session)
    if request.method != "POST":
        return _seats_page(request, session=session, form=_fresh(SeatsForm, page))
    form = SeatsForm(request.POST, page=page)
    if not form.is_valid():
        return _seats_page(request, session=session, form=form, status=INVALID)
    return _change(request, session=session, form=form, order=form.order())


@posts(Action.RECORD)
def swap(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Have somebody take another's place at the table, who takes theirs or sits out; for nobody, go home."""
    session = find_session(request, public_id=public_id)
    require_open(session=session)
    page = seats_page(session=session)
    form = SwapForm(request.POST)
    names = {seat.number: seat.player for seat in (*page.at_table, *page.sitting_out)}
    if not form.is_valid() or not {form.cleaned_data["comes"], form.cleaned_data["goes"]} <= {*names, None}:
        messages.warning(request, _("Nothing was changed: that button was out of date. Tap it again."))
        return redirect("seats", public_id=public_id)
    comes, goes = form.cleaned_data["comes"], form.cleaned_data["goes"]
    instead = {comes: goes, goes: comes} if goes else {}
    order = Order(names=tuple(names[instead.get(seat.number, seat.number)] for seat in page.at_table))
    if goes is not None:
        return _change(request, session=session, form=form, order=order)
    order = replace(order, waiting=tuple(name for name in page.waiting if name != names[comes]))
    return _change(
        request, session=session, form=form, order=order, done=_("%(player)s went home.") % {"player": names[comes]}
    )


@posts(Action.RECORD)
def turn(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Let the next who waits come in, for whoever has played longest."""
    session = find_session(request, public_id=public_id)
    form = KeyedForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Nothing was changed: that button was out of date. Tap it again."))
        return redirect("table", public_id=public_id)
    take_turn(session=session, **form.said(), stamp=form.stamp(device=request.device, at=timezone.now()))
    return redirect("table", public_id=public_id)


@asks(Action.CORRECT)
def mend(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask since which hand the seats were wrong, show every amount that changes, then record it."""
    session = find_session(request, public_id=public_id)
    require_open(session=session)
    page = seats_page(session=session)
    if not page.hands:
        raise SeatingError(say("seating.no_hands"))
    if request.method != "POST":
        return _mend_page(request, session=session, form=_fresh(CorrectSeatsForm, page))
    form = CorrectSeatsForm(request.POST, page=page)
    hand = hand_numbered(session=session, number=form.cleaned_data["hand"]) if form.is_valid() else None
    if hand is None or request.POST.get("step") == "edit":
        status = 200 if request.POST.get("step") == "edit" else INVALID
        return _mend_page(request, session=session, form=form, status=status)
    correction = SeatsCorrection(
        hand=hand,
        order=form.seated(),
        mistake=form.cleaned_data["mistake"],
        reason=form.cleaned_data["reason"],
        expected_entry=form.cleaned_data["expected_entry"],
    )
    return _correct(request, session=session, form=form, correction=correction)


def _change(
    request: ClubRequest, *, session: Session, form: SeatsForm | SwapForm, order: Order, done: str = ""
) -> HttpResponse:
    """Change the seats and say so: that it is `done` in words of its own, or who deals next."""
    stamp = form.stamp(device=request.device, at=timezone.now())
    expected_entry = form.cleaned_data["expected_entry"]
    try:
        entry = change_seats(session=session, order=order, expected_entry=expected_entry, stamp=stamp)
    except (RefusedError, ImpossibleError) as error:
        return _refused_change(request, session=session, form=form, error=error)
    dealer = {"player": tables.names_of(session=session)[entry.act["dealer"]]}
    if done:
        messages.success(request, done)
    elif ledger_line(entry=entry).only_dealer:
        messages.success(request, _("%(player)s deals next.") % dealer)
    else:
        messages.success(request, _("The seats are changed. %(player)s deals next.") % dealer)
    return redirect("table", public_id=session.public_id)


def _refused_change(
    request: ClubRequest, *, session: Session, form: SeatsForm | SwapForm, error: _Refusal
) -> HttpResponse:
    kept = _fresh(SeatsForm, seats_page(session=session)) if isinstance(form, SwapForm) else form.up_to_date()
    status = INVALID if isinstance(error, SeatingError | PlayerError | ImpossibleError) else CONFLICT
    return _seats_page(request, session=session, form=kept, status=status, error=error)


def _refusal(error: _Refusal | None) -> dict[str, str]:
    """Return why nothing was changed, and the code of that."""
    if error is None:
        return {}
    return {"refusal": _why(error), "code": error.code}


def _why(error: _Refusal) -> str:
    if isinstance(error, TableChangedError):
        return told(say("table_changed.seats"))
    texts = [error.text] if isinstance(error, RefusedError) else [problem.text for problem in error.problems]
    return " ".join(map(told, texts))


def _correct(
    request: ClubRequest, *, session: Session, form: CorrectSeatsForm, correction: SeatsCorrection
) -> HttpResponse:
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        if request.POST.get("step") == "record":
            correct_seats(correction=correction, stamp=stamp)
            messages.success(request, _("The seats are put right. Whatever changed says so."))
            return redirect("table", public_id=session.public_id)
        shown = preview(correction=correction, stamp=stamp)
    except (RefusedError, ImpossibleError) as error:
        status = INVALID if isinstance(error, SeatingError | PlayerError | ImpossibleError) else CONFLICT
        again = form.up_to_date()
        return _mend_page(request, session=session, form=again, status=status, error=error)
    names = {seat.number: seat.player for seat in shown.after}
    context = {
        "session": session,
        "form": form,
        "preview": shown,
        "is_match": "match" in features_of(session=session),
        "lines": tuple((unnumbered_words_of(line=line.new, names=names), line) for line in shown.lines),
    }
    return render(request, "table/seats/preview.html", context)


def _fresh[F: SeatsForm](form: type[F], page: SeatsPage, **options: str) -> F:
    places = {f"place_{place}": name for place, name in enumerate(page.names, start=1)}
    waits = {f"waits_{number}": name for number, name in enumerate(page.waiting, start=1)}
    more = {"each_hand": page.each_hand, **fresh(expected_entry=page.last_entry)}
    return form(initial={**places, **waits, **more}, page=page, **options)


def _seats_page(
    request: ClubRequest, *, session: Session, form: SeatsForm, status: int = 200, error: _Refusal | None = None
) -> HttpResponse:
    context = {
        **_refusal(error),
        "session": session,
        "page": form.page,
        "form": form,
        "as_it_is": _fresh(SeatsForm, form.page, auto_id=""),
        "is_clockwise": Feature.CLOCKWISE in features_of(session=session),
        "swap": SwapForm(initial=fresh(expected_entry=form.page.last_entry)),
    }
    return render(request, "table/seats/seats.html", context, status=status)


def _mend_page(
    request: ClubRequest, *, session: Session, form: CorrectSeatsForm, status: int = 200, error: _Refusal | None = None
) -> HttpResponse:
    context = {"session": session, "page": form.page, "form": form, **_refusal(error)}
    return render(request, "table/seats/mend.html", context, status=status)
