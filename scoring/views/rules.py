"""Page of the rules of a game."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.forms.amounts import amount_words
from scoring.forms.house_rules import value_words
from scoring.games import GAMES, UnknownGameError, game_by_id
from scoring.games.base import AnyGame, HouseRules
from scoring.games.house_rules import amounts_of, profile_data
from scoring.money import Currency, written_together
from scoring.queries import rule_sets as queries
from scoring.queries.judge import for_example, latest_session
from scoring.views.rulebook import rulebook
from scoring.web.access import access_to
from scoring.web.device import DeviceRequest
from scoring.web.shared import way_back


def find_game(*, game_id: str) -> AnyGame:
    """Return the game of an address. Raises Http404."""
    try:
        return game_by_id(game_id=game_id)
    except UnknownGameError as error:
        raise Http404 from error


def _values(game: AnyGame, rules: HouseRules, money: Currency, stakes: int) -> dict[str, str]:
    """Return house rules in words, with amounts per opponent."""
    data, amounts = profile_data(profile=rules), amounts_of(profile=rules, factor=stakes)
    known = queries.rules_known_in(game=game, preset=rules.preset)
    currency = written_together(currency=money, amounts=amounts.values())
    written = {name: amount_words(cents=cents, currency=currency) for name, cents in amounts.items()}
    return {each.name: written.get(each.name) or value_words(about=each, value=data[each.name]) for each in known}


@require_safe
def rules(request: DeviceRequest, game_id: str = GAMES[0].id) -> HttpResponse:
    game = find_game(game_id=game_id)
    access = access_to(request)
    session = latest_session(game=game, club=access.club, only=access.session) if access else None
    played = _values(game, session.house_rules, session.money, session.stakes) if session else {}
    preset = game.read_rules(value=None)
    usual = for_example(game=game, rules=preset)
    book = rulebook(document=game.rules_document, language=get_language() or settings.LANGUAGE_CODE)
    # The page is open to strangers and searches the whole document.
    asked = request.GET.get("find", "")[:60]
    context = {
        "game": game,
        "book": book,
        "minute": book.minute.at(played or _values(game, preset, usual.money, usual.stakes)),
        "asked": asked,
        "found": book.found(asked),
        "compared": queries.compared_presets(game=game),
        "presets": [(label, game.read_rules(value=name)) for name, label in game.preset_labels.items()],
        "back": way_back(request),
        "in_latest": played,
    }
    return render(request, "rules/rules.html", context)
