"""What the judge of cuajo says of a question, and what the cards of the other games are called."""

from scoring.texts.words import Sentences, gettext_noop, ngettext_lazy

SENTENCES: Sentences = {
    "all_of": gettext_noop("%(others)s and %(last)s"),
    "not_a_win.kings": gettext_noop(
        "This is not a win: a hand with a king needs a pong, three or four aces, a run or a laid secret (%(rule)s)."
    ),
    "not_a_win.claimed_king": gettext_noop(
        "This is not a win: out of turn kings win only with the third king of a rub, "
        "and the cards do not split (%(rule)s)."
    ),
    "not_a_win.strays": ngettext_lazy(
        "This is not a win: %(melded)s of %(size)s cards lie in melds, %(strays)s is left over: %(cards)s (%(rule)s).",
        "This is not a win: %(melded)s of %(size)s cards lie in melds, %(strays)s are left over: %(cards)s (%(rule)s).",
        "strays",
    ),
    "point.king_win_rub": gettext_noop("Three or four kings of one suit win alone."),
    "point.king_win_prinsesa": gettext_noop("Four kings, one of each suit, win alone."),
    "point.king_win_seven_kings": gettext_noop("Seven kings or more win alone."),
    "point.sowee_three": gettext_noop("These three count as a secret, because the sowee is the fourth of their kind."),
    "point.porbis_one_king": gettext_noop("Porbis: the only king is used in its run of jack, horse and king."),
    "point.porbis_no_king": gettext_noop("Porbis: the hand holds no king."),
    "point.king_outside_run": gettext_noop("No porbis: the only king is not used in a run of jack, horse and king."),
    "point.dealt": gettext_noop("The hand was dealt complete, and is paid like a bounit drawn from the stock."),
    "point.self_drawn": gettext_noop("The winner drew the bounit from the stock, so no condition is asked for."),
    "point.conditions_11": gettext_noop("Two cards go with the bounit, and the sowee is met too."),
    "point.conditions_10": gettext_noop("Two cards go with the bounit, but the sowee is not met."),
    "point.conditions_01": gettext_noop("The sowee is met, but two cards that go with the bounit are missing."),
    "point.conditions_00": gettext_noop("Neither the bounit nor the sowee has the cards that go with it."),
    "point.other_kings": gettext_noop("Kings of any other suit than coins."),
    "point.secret_four": gettext_noop("Four identical cards are a secret."),
    "point.secret_sowee": gettext_noop("The three others of the sowee’s kind are a secret: the sowee is the fourth."),
    "point.secret_fourth_missing": gettext_noop("To be paid, the three like the sowee are laid with any fourth card."),
    "point.secret_three": gettext_noop("Three identical cards are a secret only if the sowee is the fourth."),
    "point.secret_set": gettext_noop("One rank in different suits is a set, not a secret."),
    "point.secret_none": gettext_noop("A secret is four identical cards."),
    "ruling.three_undeclared": gettext_noop("The three cards like the sowee count although nobody laid them down."),
    "ruling.same_cards": gettext_noop(
        "A card may count for both conditions, and so may cards of a laid secret and the bounit itself."
    ),
    "ruling.one_condition": gettext_noop("Extra cards also count where only one condition is met in the end."),
    "ruling.porbis_base": gettext_noop("With porbis the amount for the bounit is paid too."),
    "ruling.porbis_single_king": gettext_noop("With porbis the single king is not paid either."),
    "ruling.dealt": gettext_noop("A hand that is dealt complete wins."),
    "ruling.dealt_no_win": gettext_noop("A hand that is dealt complete does not win."),
    "ruling.dealt_kings": gettext_noop(
        "Kings win as they are dealt, also with fifteen cards and before the first turn."
    ),
    "ruling.claimed_rub": gettext_noop("Out of turn kings win with nothing but the third king of a rub."),
    "ruling.held_kings": gettext_noop(
        "Kings that win and were held before the claim give the start price of a win by kings."
    ),
    "ruling.bounit_in_laid_secret": gettext_noop(
        "A secret is laid on the own turn, so a bounit that was claimed cannot lie in one."
    ),
    "ruling.best_split": gettext_noop("Of several splits the winner is paid for the best one."),
    "verify.ruling": gettext_noop("Ruling, as the sources are silent: %(ruling)s (%(rule)s)"),
    "verify.ruling_otherwise": gettext_noop("The house rule %(house_rule)s says otherwise."),
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
        "Not valid: out of turn kings win only with the third king of a rub, and the cards do not split (%(rule)s)"
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
    "unknown_card.only_one": gettext_noop("Name one card, such as 5C."),
    "unknown_seat.of_player": gettext_noop("Say on which seat each player sits: 1, 2, 3 and so on."),
    "unknown_seat.twice": gettext_noop("Each seat stands once in the order of play."),
    "card.ace": gettext_noop("ace"),
    "card.clubs": gettext_noop("%(rank)s of clubs"),
    "card.diamonds": gettext_noop("%(rank)s of diamonds"),
    "card.hearts": gettext_noop("%(rank)s of hearts"),
    "card.all_clubs": gettext_noop("clubs"),
    "card.all_diamonds": gettext_noop("diamonds"),
    "card.all_hearts": gettext_noop("hearts"),
    "card.the_jack": gettext_noop("the jack"),
    "card.the_queen": gettext_noop("the queen"),
    "card.the_king": gettext_noop("the king"),
    "card.joker": gettext_noop("joker"),
    "card.cash": gettext_noop("%(rank)s of cash"),
    "card.strings": gettext_noop("%(rank)s of strings"),
    "card.myriads": gettext_noop("%(rank)s of myriads"),
    "card.all_cash": gettext_noop("cash"),
    "card.all_strings": gettext_noop("strings"),
    "card.all_myriads": gettext_noop("myriads"),
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
