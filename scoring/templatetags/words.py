"""Words of the table that say in place what they mean, as the document of the rules does."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language

from scoring.games import FIRST
from scoring.views.rules.rules import explained, rulebook

register = template.Library()


@register.inclusion_tag("components/word.html")
def word(name: str) -> dict[str, Any]:
    """Draw a word of cuajo that opens a sheet with its meaning; once on a page, for the sheet has an id."""
    asked = get_language() or settings.LANGUAGE_CODE
    spoken = rulebook(document=FIRST.rules_document, language=asked).language
    return {
        "id": f"word-{name}",
        "word": explained(game=FIRST, word=name, language=asked),
        "lang": "" if spoken == asked else spoken,
        "game": FIRST,
    }
