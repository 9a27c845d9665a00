"""What the cards of the games are called that have packs of their own."""

from scoring.texts.words import Sentences, gettext_noop

SENTENCES: Sentences = {
    "card.ace": gettext_noop("ace"),
    "card.clubs": gettext_noop("%(rank)s of clubs"),
    "card.diamonds": gettext_noop("%(rank)s of diamonds"),
    "card.hearts": gettext_noop("%(rank)s of hearts"),
    "card.the_jack": gettext_noop("the jack"),
    "card.the_queen": gettext_noop("the queen"),
    "card.the_king": gettext_noop("the king"),
    "card.joker": gettext_noop("joker"),
    "card.cash": gettext_noop("%(rank)s of cash"),
    "card.strings": gettext_noop("%(rank)s of strings"),
    "card.myriads": gettext_noop("%(rank)s of myriads"),
    "card.half_cash": gettext_noop("half cash"),
    "card.zero_cash": gettext_noop("zero cash"),
    "card.thousand": gettext_noop("the thousand"),
    "card.old_thousand": gettext_noop("old thousand"),
    "card.red_flower": gettext_noop("red flower"),
    "card.white_flower": gettext_noop("white flower"),
    "card.jack": gettext_noop("jack"),
    "card.horse": gettext_noop("horse"),
    "card.king": gettext_noop("king"),
    "card.three_led": gettext_noop("three led together"),
    "card.next_play": gettext_noop("next play"),
    "card.next_trick": gettext_noop("next trick"),
}
