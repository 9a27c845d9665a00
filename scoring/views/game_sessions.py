"""Start a session of a game that says itself what its house rules are."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.base import fresh
from scoring.forms.game_session import GameSessionForm, game_like_last_time
from scoring.games.base import Game
from scoring.games.cuajo import Cuajo
from scoring.operations.errors import RefusedError
from scoring.operations.sessions import start_session
from scoring.queries.access import Action
from scoring.queries.home import known_names, last_time
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.game_rules import find_game
from scoring.views.sessions import with_fresh_key
from scoring.views.shared import CONFLICT, INVALID


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.START)
def new_game_session(request: ClubRequest, game_id: str) -> HttpResponse:
    """Ask who sits where, by which rules and for how much; post to start.

    `?like=` and the id of a session of this game fill the form as it was agreed there.
    """
    game = find_game(game_id=game_id)
    if game.id == Cuajo.id:
        return redirect("new-session")
    if request.method == "POST":
        return _start(request, game=game)
    form = GameSessionForm(initial=fresh() | _as_before(request, game=game), club=request.club, game=game)
    return _page(request, form=form)


def _start(request: ClubRequest, *, game: Game) -> HttpResponse:
    form = GameSessionForm(request.POST, club=request.club, game=game)
    if not form.is_valid():
        return _page(request, form=form, status=INVALID)
    terms = form.terms()
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        session = start_session(club=request.club, terms=terms, stamp=stamp)
    except RefusedError as error:
        form.add_error(None, error.message)
        form.data = with_fresh_key(typed=request.POST)
        return _page(request, form=form, status=CONFLICT)
    if form.draws_dealer:
        dealer = terms.names[terms.first_dealer - 1]
        messages.success(request, _("Drawn at random: %(dealer)s deals first.") % {"dealer": dealer})
    return redirect("table", public_id=session.public_id)


def _as_before(request: ClubRequest, *, game: Game) -> dict[str, object]:
    """Return the initial values of the session the address names, none without one of this game."""
    try:
        like = UUID(request.GET.get("like", ""))
    except ValueError:
        return {}
    last = last_time(club=request.club, like=like)
    return game_like_last_time(last=last) if last and last.session.game == game.id else {}


def _page(request: ClubRequest, *, form: GameSessionForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "game": form.game, "known_names": known_names(club=request.club)}
    return render(request, "games/new_session.html", context, status=status)
