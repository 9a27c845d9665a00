"""Seats: change them, take turns, correct earlier hands."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import KeyedForm, fresh
from scoring.forms.table.table import CorrectSeatsForm, SeatsForm, SwapForm
from scoring.forms.table.words import words_of
from scoring.games.base import ImpossibleError
from scoring.models import Entry
from scoring.operations.errors import PlayerError, RefusedError, SessionClosedError
from scoring.operations.table.seat_corrections import SeatsCorrection, correct_seats, preview_seats
from scoring.operations.table.seating import Order, SeatingError, change_seats, take_turn
from scoring.queries.people.access import Action
from scoring.queries.table.night import night_of
from scoring.queries.table.nights import known_names
from scoring.queries.table.state import hand_numbered
from scoring.texts import say
from scoring.web.access import posts
from scoring.web.device import ClubRequest
from scoring.web.pages import Fold, NightPage, SessionView
from scoring.web.shared import INVALID, find_session


class _SeatsView[F: SeatsForm](Fold, SessionView[F]):
    errors_above = (SeatingError, PlayerError)
    asks_again = (RefusedError,)
    then_page = "table"

    def __init__(self, request: ClubRequest, public_id: UUID, page: NightPage | None = None) -> None:
        super().__init__(request, public_id, page)
        if self.night.is_closed:
            raise SessionClosedError

    def given(self) -> Mapping[str, object]:
        return {"session": self.session, "night": self.night}

    def initial(self) -> Mapping[str, object]:
        now = self.night.seatings.now
        places = {f"place_{place}": self.names[seat] for place, seat in enumerate(now.seats, start=1)}
        waits = {f"waits_{number}": self.names[seat] for number, seat in enumerate(now.waiting, start=1)}
        return {**places, **waits, "each_hand": now.each_hand, **fresh(expected_entry=self.night.last_entry)}

    def stated(self) -> Mapping[str, object]:
        return {"known": known_names(self.session.club)}

    def again(self, form: F) -> F:
        # The typed names stay, but the form now expects the newest line.
        typed = {name: form[name].value() for name in form.fields}
        return cast(F, self.make(initial={**typed, **fresh(expected_entry=self.night.last_entry)}))


class ChangeSeats(_SeatsView[SeatsForm]):
    fold = "seats"

    def stated(self) -> Mapping[str, object]:
        seatings = self.night.seatings
        out, since = [seat for seat in self.night.standings if not seat.place], seatings.unbroken
        return {
            **super().stated(),
            # The longest wait comes first.
            "sitting_out": sorted(out, key=lambda seat: (since.get(seat.number, 0), seat.number)),
            "waiting": [self.names[seat] for seat in seatings.now.waiting],
            "pairs": tuple(combinations(self.night.seated, 2)),
        }

    def as_it_is(self) -> SeatsForm:
        """Return the unchanged form, for the dealer buttons."""
        return cast(SeatsForm, self.make(initial=self.initial(), auto_id=""))

    def write(self, form: SeatsForm) -> Entry:
        return self.change(form, form.order())

    def change(self, form: KeyedForm, order: Order) -> Entry:
        expected_entry, stamp = form.cleaned_data["expected_entry"], self.stamp(form)
        entry = change_seats(session=self.session, order=order, expected_entry=expected_entry, stamp=stamp)
        self.done = _("%(player)s deals next") % {"player": night_of(session=self.session).names[entry.act["dealer"]]}
        return entry


@posts(Action.RECORD)
def swap(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Swap two players or record one who leaves."""
    view, form = ChangeSeats(request, public_id), SwapForm(request.POST)
    names, now = view.night.names, view.night.seatings.now
    if not form.is_valid() or not {form.cleaned_data["comes"], form.cleaned_data["goes"]} <= {*names, None}:
        messages.warning(request, _("That button was out of date. Tap it again."))
        return redirect(f"{reverse('setup', args=[public_id])}?open=seats#seats")
    comes, goes = form.cleaned_data["comes"], form.cleaned_data["goes"]
    instead = {comes: goes, goes: comes} if goes else {}
    order = Order(names=tuple(names[instead.get(seat, seat)] for seat in now.seats))
    if goes is None:
        order = replace(order, waiting=tuple(names[seat] for seat in now.waiting if seat != comes))
    try:
        entry = view.change(form, order)
    except (RefusedError, ImpossibleError) as error:
        return view.refuse(view.make(initial=view.initial()), error)
    if goes is None:
        view.done = _("%(player)s goes home") % {"player": names[comes]}
    return view.finish(entry)


@posts(Action.RECORD)
def turn(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Seat the next waiting player."""
    session = find_session(request, public_id=public_id)
    form = KeyedForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("That button was out of date. Tap it again."))
        return redirect("table", public_id=public_id)
    take_turn(session=session, **form.arguments(), stamp=form.stamp(device=request.device, at=timezone.now()))
    return redirect("table", public_id=public_id)


class MendSeats(_SeatsView[CorrectSeatsForm]):
    """A correction of the seats since an earlier hand."""

    action = Action.CORRECT
    fold = "mend"
    done = gettext_lazy("Seats corrected.")

    def post(self) -> HttpResponse:
        """Preview a correction, edit it or record it."""
        if not self.night.hands:
            raise SeatingError(say("seating.no_hands"))
        form, step = self.make(self.request.POST), self.request.POST.get("step")
        if not form.is_valid() or step == "edit":
            return self.page(form, status=200 if step == "edit" else INVALID)
        try:
            if step == "record":
                return self.finish(self.write(form))
            shown = preview_seats(correction=self.correction(form), stamp=self.stamp(form))
        except (RefusedError, ImpossibleError) as error:
            return self.refuse(form, error)
        context = {
            "session": self.session,
            "form": form,
            "preview": shown,
            "lines": [(words_of(line=each.new, is_numbered=False), each) for each in shown.lines],
        }
        return render(self.request, "table/seats/preview.html", context)

    def correction(self, form: CorrectSeatsForm) -> SeatsCorrection:
        given = {name: form.cleaned_data[name] for name in ("mistake", "reason", "expected_entry")}
        hand = hand_numbered(session=self.session, number=form.cleaned_data["hand"])
        assert hand, "the form offers the hands of the night"
        return SeatsCorrection(hand=hand, order=form.seated(), **given)

    def write(self, form: CorrectSeatsForm) -> object:
        return correct_seats(correction=self.correction(form), stamp=self.stamp(form))
