"""Start a session of a game that says itself what its house rules are."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.forms.base import fresh
from scoring.forms.game_session import GameSessionForm, game_like_last_time
from scoring.games.base import Game
from scoring.games.cuajo import Cuajo
from scoring.queries.access import Action
from scoring.queries.home import known_names, last_time
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.game_rules import find_game
from scoring.views.sessions import start_from


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
        form = GameSessionForm(request.POST, club=request.club, game=game)
        return start_from(request, form=form, page=_page)
    form = GameSessionForm(initial=fresh() | _as_before(request, game=game), club=request.club, game=game)
    return _page(request, form=form)


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
