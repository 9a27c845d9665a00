"""What the judge of cuajo says of a question, and of a hand that is no win."""

from scoring.texts.words import Sentences, gettext_noop, ngettext_lazy

SENTENCES: Sentences = {
    "all_of": gettext_noop("%(others)s and %(last)s"),
    "not_a_win.kings": gettext_noop(
        "This is not a win: a hand with a king needs a pong, three or four aces, a run or a laid secret (%(rule)s)."
    ),
    "not_a_win.claimed_king": gettext_noop(
        "This is not a win: a king is claimed only as the third of a rub, and the cards do not split (%(rule)s)."
    ),
    "not_a_win.strays": ngettext_lazy(
        "This is not a win: %(melded)s of %(size)s cards lie in melds, %(strays)s is left over: %(cards)s (%(rule)s).",
        "This is not a win: %(melded)s of %(size)s cards lie in melds, %(strays)s are left over: %(cards)s (%(rule)s).",
        "strays",
    ),
    "verify.impossible": gettext_noop("Impossible:"),
    "verify.valid": gettext_noop("Valid: %(cents)s from each opponent (%(rules)s)"),
    "verify.conditions_11": gettext_noop("Bounit condition: met; sowee condition: met"),
    "verify.conditions_10": gettext_noop("Bounit condition: met; sowee condition: not met"),
    "verify.conditions_01": gettext_noop("Bounit condition: not met; sowee condition: met"),
    "verify.conditions_00": gettext_noop("Bounit condition: not met; sowee condition: not met"),
    "verify.extra_used": gettext_noop("Extra cards used: %(used)s"),
    "verify.not_valid": gettext_noop("Not valid: %(melded)s of %(size)s cards lie in melds (%(rule)s)"),
    "verify.not_valid_kings": gettext_noop(
        "Not valid: a hand with a king needs a pong, three or four aces, a run or a laid secret (%(rule)s)"
    ),
    "verify.not_valid_claimed_king": gettext_noop(
        "Not valid: a king is claimed only as the third of a rub, and the cards do not split (%(rule)s)"
    ),
    "verify.melds": gettext_noop("Melds:"),
    "verify.left_over": gettext_noop("Left over: %(cards)s"),
    "verify.no_change": gettext_noop("No change of a single card makes it a win."),
    "verify.distance": gettext_noop("%(distance)s cards would have to be others."),
    "verify.changes": gettext_noop("Changes of one card that make it a win:"),
    "verify.change": gettext_noop("%(out)s into %(into)s"),
    "verify.meld_set": gettext_noop("set"),
    "verify.meld_run": gettext_noop("run"),
    "verify.meld_secret": gettext_noop("secret"),
    "verify.meld_king": gettext_noop("king"),
    "verify.meld_sowee_secret": gettext_noop("secret of the sowee (C10)"),
    "verify.meld_pong": gettext_noop("pong"),
    "no_extra_cards": gettext_noop("By a price list no extra cards are turned (L1)."),
    "no_extra_cards.house": gettext_noop("These rules allow no extra cards (C31)."),
    "bad_number.stock": gettext_noop("The stock holds a whole number of cards from 0 to %(maximum)s."),
    "missing_field.how": gettext_noop("Say whether the card was drawn or discarded."),
    "unknown_seat.by": gettext_noop("Say which of the players drew or discarded the card."),
    "unknown_card.only_one": gettext_noop("Name one card, such as 3O."),
    "unknown_seat.twice": gettext_noop("Each seat stands once in the order of play."),
}
