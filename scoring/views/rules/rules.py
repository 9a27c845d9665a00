"""The rules of a game, open to anybody."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.games import GAMES, UnknownGameError, game_by_id
from scoring.games.base import AnyGame
from scoring.queries.people.access import Action, may
from scoring.queries.rules.rule_sets import compared_presets
from scoring.views.rules.rulebook import rulebook
from scoring.web.access import access_to
from scoring.web.device import DeviceRequest


def find_game(*, game_id: str) -> AnyGame:
    """Return the game of an address, or answer 404."""
    try:
        return game_by_id(game_id=game_id)
    except UnknownGameError as error:
        raise Http404 from error


@require_safe
def rules(request: DeviceRequest, game_id: str = GAMES[0].id) -> HttpResponse:
    """Show the numbered rules of a game, its presets side by side, and the words of its table."""
    game = find_game(game_id=game_id)
    access = access_to(request)
    intro, *chapters = rulebook(document=game.rules_document)
    context = {
        "game": game,
        "intro": intro,
        "chapters": chapters,
        "compared": compared_presets(game=game),
        "presets": [(label, game.read_rules(value=name)) for name, label in game.preset_labels.items()],
        "may_manage": may(role=access.role if access else None, action=Action.MANAGE),
    }
    return render(request, "rules/rules.html", context)
