"""The rules of a game other than cuajo, and what can be asked of its judge; open to anybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.games import UnknownGameError, game_by_id
from scoring.games.base import Game
from scoring.games.cuajo import Cuajo
from scoring.views.rule_digest import digest


def find_game(*, game_id: str) -> Game:
    """Return the game of an address, or answer 404."""
    try:
        return game_by_id(game_id=game_id)
    except UnknownGameError as error:
        raise Http404 from error


@require_safe
def game_rules(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the numbered rules of a game and the words of its table."""
    game = find_game(game_id=game_id)
    if game.id == Cuajo.id:
        return redirect("rules")
    context = {"game": game, "sections": digest(document=game.rules_document)}
    return render(request, "games/rules.html", context)
