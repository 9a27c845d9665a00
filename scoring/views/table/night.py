"""Home, a new night, and changes of its terms."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.forms.base import OnceForm, problem, told
from scoring.forms.table import start
from scoring.forms.table.table import SwitchesForm
from scoring.forms.table.words import words_of
from scoring.forms.terms import TermsForm, terms_in_force
from scoring.games import GAMES
from scoring.games.base import ImpossibleError
from scoring.models import Session
from scoring.operations.books import unread_alarm
from scoring.operations.errors import NightStartedError, SessionClosedError, TableChangedError
from scoring.operations.table import nights as acts
from scoring.operations.table.seating import SeatingError
from scoring.queries.books.ledger import ledger_line
from scoring.queries.people.access import Action, may
from scoring.queries.table import nights
from scoring.queries.table.corrections import changed_terms
from scoring.views.rules import find_game
from scoring.views.table.seats import ChangeSeats, MendSeats
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView, Fold, FormView, NightPage, Refusal, SessionView
from scoring.web.shared import CONFLICT, clock_context, page_number

PRACTISING = ("Ana", "Ben", "Carla", "Dan")

_STAKES, _SINGLES = "stakes", "singles"  # the parts that HTMX replaces


def _stakes_now(view: FormView[Any], *, beside: str = "") -> HttpResponse:
    request, form = view.request, view.make(view.request.POST)
    asks_price = request.htmx.trigger == "presets"
    # Another preset may not allow this price: take its first one.
    if asks_price and not form.offers_price:
        asked = request.POST.copy()
        asked["price"] = next(form.price_chips())[0]
        form = view.make(asked)
    context = {"form": form, "is_news": True, "asks_price": asks_price, "beside": beside}
    return render(request, "rules/stakes.html", context)


@reads(Action.SEE)
def home(request: ClubRequest) -> HttpResponse:
    # A phone for one night sees only that night.
    if request.access.session:
        return redirect("table", public_id=request.access.session.public_id)
    context = {
        **(clock_context(club=request.club) if may(role=request.role, action=Action.START) else {}),
        "home": nights.home_of(club=request.club, number=page_number(request)),
        "alarm": unread_alarm() if may(role=request.role, action=Action.MANAGE) else None,
    }
    return render(request, "table/home/home.html", context)


@reads(Action.SEE)
def record(request: ClubRequest) -> HttpResponse:
    """Redirect to the next hand, or home."""
    session = request.access.session or next(iter(nights.open_sessions(club=request.club, most=1)), None)
    return redirect("hand", public_id=session.public_id) if session else redirect("home")


class NewSession(FormView[start.NewSessionForm]):
    """Start a night, perhaps `?like=` another."""

    action = Action.START
    template = "table/new/new.html"
    last: Session | None = None

    def __init__(self, request: ClubRequest, game_id: str = GAMES[0].id) -> None:
        super().__init__(request)
        self.game = find_game(game_id=game_id)

    def given(self) -> Mapping[str, object]:
        return {"club": self.request.club, "game": self.game}

    def initial(self) -> Mapping[str, object]:
        club, game, before = self.request.club, self.game.id, None
        with suppress(ValueError):
            before = nights.session_like(club=club, like=UUID(self.request.GET.get("like", "")))
        initial = {"newest": nights.newest_night(club=club)}
        if before and before.game == game:
            return initial | start.seated_like(session=before)
        self.last = nights.last_session(club=club, game=game)
        return initial | (start.agreed_in(session=self.last) if self.last else {})

    def stated(self) -> Mapping[str, object]:
        club = self.request.club
        return {
            "known_names": nights.known_names(club),
            "known_places": nights.known_places(club),
            "opened": "single" if self.request.POST.get("show") == _SINGLES else "",
            "brings_boxes": "show" not in self.request.POST,
            **clock_context(club=club),
        }

    def post(self) -> HttpResponse:
        """Start, or show the form of another game or with single rules."""
        shown, is_part = self.request.POST.get("show"), self.request.htmx.target == _SINGLES
        if shown or is_part:
            keeps_all = is_part or shown == _SINGLES
            typed = {name: value for name, value in self.request.POST.items() if keeps_all or name in start.KEPT}
            form = self.make(initial={**self.initial(), **typed})
            return render(self.request, "rules/singles.html", {"form": form}) if is_part else self.page(form)
        if self.request.htmx.target == _STAKES:
            return _stakes_now(self, beside="table/new/new.html#agreed")
        return super().post()

    def write(self, form: start.NewSessionForm) -> Session:
        terms, newest = form.terms(), form.cleaned_data["newest"] or nights.NO_NIGHT
        if form.cleaned_data["first_dealer"] == start.RANDOM:
            self.done = _("%(dealer)s deals first, by lot.") % {"dealer": terms.names[terms.first_dealer - 1]}
        stamp = self.stamp(form)
        session = acts.start_session(club=self.request.club, terms=terms, expected_newest=newest, stamp=stamp)
        if form.cleaned_data["is_practice"]:
            return acts.change_switches(session=session, is_practice=True, players_may_propose=False)
        return session

    def refuse(self, form: start.NewSessionForm, error: Refusal) -> HttpResponse:
        if isinstance(error, NightStartedError):
            return _started(self.request, error)
        if isinstance(error, ImpossibleError):
            raise error
        form.add_error("first_dealer" if isinstance(error, SeatingError) else None, problem(error))
        form.data = self.request.POST.copy()
        form.data["key"] = str(uuid4())
        return self.page(form, status=CONFLICT)

    def then(self, written: object) -> str:
        return reverse("table", args=[written])


@posts(Action.START)
def practise(request: ClubRequest) -> HttpResponse:
    form = OnceForm(request.POST)
    if not form.is_valid():
        return redirect("home")
    # A new club has no players, so invented ones play.
    known = tuple(nights.known_names(request.club)[: len(PRACTISING)])
    names = known if len(known) == len(PRACTISING) else PRACTISING
    stamp = form.stamp(device=request.device, at=timezone.now())
    return redirect("table", public_id=acts.start_practice(club=request.club, names=names, stamp=stamp).public_id)


@posts(Action.START)
def start_again(request: ClubRequest) -> HttpResponse:
    form = start.AgainForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Another phone was faster. Look, then send again."))
        return redirect("home")
    like = nights.session_like(club=request.club, like=form.cleaned_data["like"])
    if like is None:
        raise Http404
    terms, newest = acts.terms_again(session=like), form.cleaned_data["newest"] or nights.NO_NIGHT
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        session = acts.start_session(club=request.club, terms=terms, expected_newest=newest, stamp=stamp)
    except NightStartedError as error:
        return _started(request, error)
    return redirect("table", public_id=session.public_id)


def _started(request: ClubRequest, error: NightStartedError) -> HttpResponse:
    """Offer the night that another phone started."""
    typed = dict(request.POST.lists()) | {"newest": [error.session.public_id]}
    context = {"message": told(error.text), "started": error.session, "typed": typed}
    return render(request, "table/new/started.html", context, status=CONFLICT)


class DescribeNight(Fold, SessionView[start.AboutForm]):
    fold = "about"

    def initial(self) -> Mapping[str, object]:
        now = asdict(acts.about_of(session=self.session))
        return now | {f"seen_{name}": text for name, text in now.items()}

    def stated(self) -> Mapping[str, object]:
        return {"known_places": nights.known_places(self.session.club)}

    def write(self, form: start.AboutForm) -> object:
        return acts.describe_session(session=self.session, about=form.about(), expected=form.expected())


class ChangeTerms(Fold, ConfirmView[TermsForm]):
    fold = "terms"
    then_page = "table"
    errors_above = (acts.TermsError,)
    asks_again = (TableChangedError,)

    def initial(self) -> Mapping[str, object]:
        return terms_in_force(session=self.session)

    def post(self) -> HttpResponse:
        if self.night.is_closed:
            raise SessionClosedError
        if self.request.htmx.target == _STAKES:
            return _stakes_now(self)
        return super().post()

    def stated(self) -> Mapping[str, object]:
        return {"changes": changed_terms(night=self.night)}

    def write(self, form: TermsForm) -> object:
        values = {name: form.cleaned_data[name] for name in ("reason", "expected_entry")}
        changed = acts.change_terms(session=self.session, wanted=form.wanted(), **values, stamp=self.stamp(form))
        self.done = words_of(line=ledger_line(entry=changed))
        return changed


class ChangeSwitches(Fold, SessionView[SwitchesForm]):
    action = Action.MANAGE
    fold = "switches"

    def initial(self) -> Mapping[str, object]:
        return {name: getattr(self.session, name) for name in ("is_practice", "players_may_propose")}

    def write(self, form: SwitchesForm) -> object:
        # Two digits, one for each switch as the page showed it.
        seen = self.request.POST.get("expected", "")
        expected = (seen[0] == "1", seen[1] == "1") if len(seen) == 2 else None
        return acts.change_switches(session=self.session, expected=expected, **form.cleaned_data)


class Setup(NightPage):
    action = Action.RECORD
    template = "table/setup.html"
    folds = (ChangeSeats, MendSeats, ChangeTerms, DescribeNight, ChangeSwitches)
