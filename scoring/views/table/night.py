"""The first page, how a night is started, and what is agreed on later: its name, its day, stakes and house rules."""

from collections.abc import Mapping
from dataclasses import asdict
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import KeyedForm, fresh, problem, told
from scoring.forms.house_rules import HouseRulesForm
from scoring.forms.rule_sets import TermsForm, terms_in_force
from scoring.forms.table.start import (
    RANDOM,
    AboutForm,
    AgainForm,
    NewSessionForm,
    again_form,
    agreed_last_time,
    like_last_time,
    terms_of,
)
from scoring.forms.table.table import DayForm
from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.operations.books import unread_alarm
from scoring.operations.errors import NightStartedError, RefusedError, TableChangedError
from scoring.operations.table.nights import about_of, correct_day, describe_session, start_practice, start_session
from scoring.operations.table.seating import SeatingError
from scoring.operations.table.terms import TermsError, change_terms
from scoring.queries.books.ledger import ledger_line
from scoring.queries.people.access import Action, may
from scoring.queries.table.changes import changed_terms
from scoring.queries.table.nights import (
    NO_NIGHT,
    LastTime,
    home_of,
    known_names,
    known_places,
    last_time,
    newest_night,
    open_sessions,
)
from scoring.views.rules import find_game
from scoring.views.table.words import words_of
from scoring.web.access import asks, posts, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView, SessionView
from scoring.web.shared import CONFLICT, INVALID, clock_context, require_open

PRACTISING = ("Ana", "Ben", "Carla", "Dan")

_STAKES = "stakes"
"""What HTMX asks for."""


def _stakes_now(request: ClubRequest, form: HouseRulesForm, *, beside: str = "") -> HttpResponse:
    """Show what the form comes to so far, every house rule on it, and what else the page says of it."""
    context = {"form": form, "stakes": form.stakes(), "is_news": True, "beside": beside}
    return render(request, "rules/stakes.html", context)


@reads(Action.SEE)
def home(request: ClubRequest) -> HttpResponse:
    """Show the night to go on with, how to start another, and the latest ones.

    A phone that was let into one night only is led there.
    """
    if request.access.session:
        return redirect("table", public_id=request.access.session.public_id)
    found = home_of(club=request.club)
    shown = [night.session for night in found.open] + ([found.last.session] if found.last else [])
    newest = max(shown, key=lambda session: session.pk, default=None)
    context = {
        **(clock_context(club=request.club) if may(role=request.role, action=Action.START) else {}),
        "club": request.club,
        "first_game": GAMES[0].id,
        "home": found,
        "alarm": unread_alarm() if may(role=request.role, action=Action.MANAGE) else None,
        "may_record": may(role=request.role, action=Action.START),
        "practice": KeyedForm(initial=fresh()),
        "again": again_form(last=found.last, newest=newest.public_id) if found.last and newest else None,
    }
    return render(request, "sessions/home/home.html", context)


@reads(Action.SEE)
def record(request: ClubRequest) -> HttpResponse:
    """Lead to the next hand of the night that is played, home where none is."""
    played = next(iter(open_sessions(club=request.club)), None)
    session = request.access.session or played
    return redirect("hand", public_id=session.public_id) if session else redirect("home")


@asks(Action.START)
def new_session(request: ClubRequest, game_id: str = GAMES[0].id) -> HttpResponse:
    """Ask who sits where, by which rules and for how much; post to start.

    Rules and stakes are those of the last night of this game until others are chosen. `?like=` and the id of a
    session of this game fill the form as it was agreed there. HTMX asks with the form so far what the stakes come to.
    """
    game = find_game(game_id=game_id)
    if request.method == "POST":
        form = NewSessionForm(request.POST, club=request.club, game=game)
        if request.htmx.target == _STAKES:
            return _stakes_now(request, form, beside="sessions/agreed.html")
        return _start(request, form)
    before = _as_before(request, game=game)
    last = last_time(club=request.club, game=game.id)
    agreed = agreed_last_time(last=last) if last else {}
    shown = fresh() | {"newest": newest_night(club=request.club)}
    form = NewSessionForm(initial=shown | agreed | before, club=request.club, game=game)
    return _page(request, form=form, last=None if before else last)


@posts(Action.START)
def practise(request: ClubRequest) -> HttpResponse:
    """Start a night to try things out, with the players who played last, in a new club with invented ones."""
    form = KeyedForm(request.POST)
    form.full_clean()
    if "key" in form.errors:
        return redirect("home")
    known = known_names(club=request.club)[: len(PRACTISING)]
    names = known if len(known) == len(PRACTISING) else PRACTISING
    stamp = form.stamp(device=request.device, at=timezone.now())
    return redirect("table", public_id=start_practice(club=request.club, names=names, stamp=stamp).public_id)


@posts(Action.START)
def start_again(request: ClubRequest) -> HttpResponse:
    """Start the session named once more: same players, seats, rules and stakes."""
    form = AgainForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Not started: that button was out of date. Tap it again."))
        return redirect("home")
    last = last_time(club=request.club, like=form.cleaned_data["like"])
    if last is None:
        raise Http404
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        newest = form.cleaned_data["newest"] or NO_NIGHT
        session = start_session(club=request.club, terms=terms_of(last=last), expected_newest=newest, stamp=stamp)
    except NightStartedError as error:
        again = again_form(last=last, newest=error.session.public_id)
        return _started(request, error, last=last, again=again)
    return redirect("table", public_id=session.public_id)


def _start(request: ClubRequest, form: NewSessionForm) -> HttpResponse:
    """Start what a posted form says; a refused one is shown on its page again, with all that was typed."""
    if not form.is_valid():
        return _page(request, form=form, status=INVALID)
    terms = form.terms()
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        newest = form.cleaned_data["newest"] or NO_NIGHT
        session = start_session(club=request.club, terms=terms, expected_newest=newest, stamp=stamp)
    except NightStartedError as error:
        typed = dict(request.POST.lists()) | {"newest": [error.session.public_id]}
        return _started(request, error, typed=typed)
    except RefusedError as error:
        form.add_error("first_dealer" if isinstance(error, SeatingError) else None, problem(error))
        form.data = request.POST.copy()
        form.data["key"] = str(fresh()["key"])
        return _page(request, form=form, status=CONFLICT)
    if form.cleaned_data["first_dealer"] == RANDOM:
        dealer = terms.names[terms.first_dealer - 1]
        messages.success(request, _("Drawn at random: %(dealer)s deals first.") % {"dealer": dealer})
    return redirect("table", public_id=session.public_id)


def _started(request: ClubRequest, error: NightStartedError, **another: object) -> HttpResponse:
    """Show the night that was started meanwhile, and how to start another one."""
    context = {"message": told(error.text), "started": error.session, **another}
    return render(request, "sessions/started.html", context, status=CONFLICT)


def _as_before(request: ClubRequest, *, game: AnyGame) -> dict[str, object]:
    """Return the initial values of the session the address names, none without one of this game."""
    try:
        like = UUID(request.GET.get("like", ""))
    except ValueError:
        return {}
    last = last_time(club=request.club, like=like, game=game.id)
    return like_last_time(last=last) if last else {}


def _page(
    request: ClubRequest, *, form: NewSessionForm, status: int = 200, last: LastTime | None = None
) -> HttpResponse:
    context = {
        "form": form,
        "game": form.game,
        "known_names": known_names(club=request.club),
        "known_places": known_places(club=request.club),
        "last": last,
        "may_manage": may(role=request.role, action=Action.MANAGE),
        "stakes": form.stakes(),
        **clock_context(club=request.club),
    }
    return render(request, "sessions/new.html", context, status=status)


class DescribeNight(SessionView[AboutForm]):
    """Show what the night is called, where it is played and its note; post to change them."""

    template = "sessions/about.html"
    then_page = "table"
    form_class = AboutForm
    done = gettext_lazy("Saved.")

    def initial(self) -> Mapping[str, object]:
        now = asdict(about_of(session=self.session))
        return now | {f"seen_{name}": text for name, text in now.items()}

    def stated(self) -> Mapping[str, object]:
        return {"known_places": known_places(club=self.session.club)}

    def write(self, form: AboutForm) -> object:
        return describe_session(session=self.session, about=form.about(), expected=form.expected())


class CorrectDay(SessionView[DayForm]):
    """Ask on which day the night was played, closed or not; post to record it."""

    action = Action.MANAGE
    template = "sessions/day.html"
    then_page = "night"
    form_class = DayForm
    asks_again = (RefusedError,)

    def initial(self) -> Mapping[str, object]:
        return {**fresh(), "day": self.session.day, "expected_day": self.session.day}

    def write(self, form: DayForm) -> object:
        day = date_format(form.cleaned_data["day"], "SHORT_DAY")
        self.done = _("The night counts on %(day)s.") % {"day": day}
        return correct_day(**self.said(form))


class ChangeTerms(ConfirmView[TermsForm]):
    """Show the stakes and house rules in force; post to play by others from the next hand on.

    HTMX asks with the form so far what they come to.
    """

    template = "table/terms.html"
    then_page = "table"
    form_class = TermsForm
    told_above = (TermsError,)
    asks_again = (TableChangedError,)

    def given(self) -> Mapping[str, object]:
        return {"session": self.session}

    def initial(self) -> Mapping[str, object]:
        return terms_in_force(session=self.session)

    def post(self) -> HttpResponse:
        require_open(session=self.session)
        if self.request.htmx.target == _STAKES:
            return _stakes_now(self.request, self.make(self.request.POST))
        return super().post()

    def stated(self) -> Mapping[str, object]:
        return {
            "changes": changed_terms(night=self.night),
            "has_match": self.session.played.match is not None,
            "may_manage": may(role=self.request.role, action=Action.MANAGE),
        }

    def write(self, form: TermsForm) -> object:
        changed = change_terms(
            session=self.session,
            wanted=form.wanted(),
            reason=form.cleaned_data["reason"],
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=self.stamp(form),
        )
        self.done = words_of(line=ledger_line(entry=changed), names={})
        return changed
