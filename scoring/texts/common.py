"""What every game says of acts and house rules."""

from scoring.texts.words import Sentences, gettext_noop

SENTENCES: Sentences = {
    "seat": gettext_noop("seat %(number)s"),
    "player": gettext_noop("Player %(number)s"),
    "one_of": gettext_noop("%(others)s or %(last)s"),
    "unknown_key": gettext_noop("Nothing is called %(key)s here; known are %(known)s."),
    "unknown_key.nearest": gettext_noop("Nothing is called %(key)s here. Is it %(nearest)s?"),
    "unknown_act": gettext_noop("%(game)s knows no such act as %(kind)s."),
    "wrong_seat_count": gettext_noop("These rules seat %(allowed)s players, not %(given)s (%(rule)s)."),
    "idle_house_rule": gettext_noop("The rules chosen above do not use this."),
    "contradicting_field": gettext_noop("This does not go with the rest of what is said. Leave one of the two out."),
    "unknown_seat": gettext_noop("No seat %(value)s is at this table."),
    "unknown_seat.not_named": gettext_noop("Say which player."),
    "unknown_word": gettext_noop("%(field)s cannot be %(value)s; it is one of %(known)s."),
    "too_long": gettext_noop("At most %(most)s characters belong here."),
    "bad_switch": gettext_noop("%(field)s is true or false, not %(value)s."),
    "bad_number.limits": gettext_noop("A whole number from %(minimum)s to %(maximum)s belongs here, not %(value)s."),
    "bad_value.by_seat": gettext_noop("%(field)s is an object with a value for each seat."),
    "unknown_card": gettext_noop("Not a card of this pack: %(cards)s."),
    "unknown_rules": gettext_noop("No rules are called %(value)s; known are %(known)s."),
    "unknown_house_rule": gettext_noop("No house rule is called %(name)s."),
    "act.drawn": gettext_noop("no winner, the stock ran out"),
    "void.misdeal": gettext_noop("misdeal, the hand does not count"),
    "void.exposed": gettext_noop("exposed card, the hand does not count"),
    "void.wrong_count": gettext_noop("wrong number of cards, the hand does not count"),
    "void.abandoned": gettext_noop("abandoned, the hand does not count"),
    "void.by": gettext_noop("%(why)s (caused by %(player)s)"),
    "match.typical": gettext_noop("The winner of a match that ends %(ended)s gets in all"),
    "act.by_plays": gettext_noop("hand by its plays"),
    "unknown_house_rule.value": gettext_noop("The house rule %(name)s cannot be %(value)s."),
}
