"""Words of the table that say in place what they mean, as the document of the rules does."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language

from scoring.games import FIRST
from scoring.games.base import AnyGame
from scoring.views.rules.rules import explained, rule_of, rulebook, words_of_play

register = template.Library()


@register.inclusion_tag("components/words.html")
def words(game: AnyGame, *names: str, at: str = "page") -> dict[str, Any]:
    """Draw those of the words that a game has, each opening a sheet with its meaning; all of them where none is named.

    The sheets have ids: `at` tells those of a part that comes later from those of its page.
    """
    asked = get_language() or settings.LANGUAGE_CODE
    spoken = rulebook(document=game.rules_document, language=asked).language
    known = words_of_play(game=game)
    shown = [name for name in names if name in known] if names else known
    found = [explained(game=game, word=name, language=asked) for name in shown]
    return {"words": found, "at": at, "lang": "" if spoken == asked else spoken, "game": game}


@register.inclusion_tag("components/rule.html")
def rule_sheet(number: str, at: str) -> dict[str, Any]:
    """Draw the sheet with what a rule of cuajo says, for a number to open; `at` tells the sheets of a page apart."""
    asked = get_language() or settings.LANGUAGE_CODE
    book = rulebook(document=FIRST.rules_document, language=asked)
    said = rule_of(book=book, number=number).said
    return {"number": number, "at": at, "said": said, "lang": "" if book.language == asked else book.language}
