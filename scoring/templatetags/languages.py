"""The languages a phone may choose from."""

from django import template
from django.conf import settings
from django.utils.translation import get_language

from scoring.forms.base import told
from scoring.texts import heard
from scoring.texts.decks import by_deck

register = template.Library()


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return code and name of each language; each is called as those call it who speak it."""
    return settings.LANGUAGES


@register.filter
def retold(sentence: str) -> str:
    """Tell a sentence that was kept in English in the language of the page.

    >>> retold("Both conditions met")
    'Both conditions met'
    """
    if get_language() == settings.LANGUAGE_CODE:
        return by_deck(sentence)
    text = heard(sentence)
    return told(text) if text else by_deck(sentence)
