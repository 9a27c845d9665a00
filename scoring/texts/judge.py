"""What the judge of cuajo says of a question, and of a hand that is no win."""

from scoring.texts.words import Sentences, gettext_noop, ngettext_lazy

SENTENCES: Sentences = {
    "all_of": gettext_noop("%(others)s and %(last)s"),
    "not_a_win.kings": gettext_noop(
        "This is not a win: a hand with a king needs a pong, three or four aces, a run or a laid secret (%(rule)s)."
    ),
    "not_a_win.strays": ngettext_lazy(
        "This is not a win: %(melded)s of %(size)s cards lie in melds, %(strays)s is left over: %(cards)s (%(rule)s).",
        "This is not a win: %(melded)s of %(size)s cards lie in melds, %(strays)s are left over: %(cards)s (%(rule)s).",
        "strays",
    ),
    "no_extra_cards": gettext_noop("By a price list no extra cards are turned (L1)."),
    "no_extra_cards.house": gettext_noop("These rules allow no extra cards (C31)."),
    "bad_number.stock": gettext_noop("The stock holds a whole number of cards from 0 to %(maximum)s."),
    "missing_field.how": gettext_noop("Say whether the card was drawn or discarded."),
    "unknown_seat.by": gettext_noop("Say which of the players drew or discarded the card."),
    "unknown_card.only_one": gettext_noop("Name one card, such as 3O."),
    "unknown_seat.twice": gettext_noop("Each seat stands once in the order of play."),
}
