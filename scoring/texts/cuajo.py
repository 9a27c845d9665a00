"""What cuajo says of hands, claims and acts."""

from scoring.texts.words import Sentences, gettext_noop, ngettext_lazy

SENTENCES: Sentences = {
    "wrong_seat_count.partners": gettext_noop(
        "With partners four play, not %(given)s (C16). For two, three, five or six players start a night in "
        "which everybody plays alone: by the price list, or with “Opposite players are partners” set to no."
    ),
    "unknown_house_rule.scheme": gettext_noop("The preset %(preset)s pays by %(scheme)s, not by %(value)s."),
    "unknown_act.penalty": gettext_noop("Cuajo knows false wins and false secrets, and no other penalty."),
    "unknown_result": gettext_noop("A hand cannot end with %(value)s; it is won, drawn or void."),
    "cards_needed": gettext_noop("The price list pays for melds and kings, so the cards are needed (L6)."),
    "unknown_source.declared": gettext_noop("A bounit cannot come from %(value)s."),
    "dealt_win_not_allowed.declared": gettext_noop("By these rules a dealt hand does not win (C34)."),
    "discard_win_not_allowed.declared": gettext_noop("By these rules a discard does not win (C15)."),
    "unknown_card.declared": gettext_noop("Not a card of the cuajo pack: %(card)s."),
    "too_many_copies.kings": gettext_noop("One of these kings is the sowee, so the hand cannot hold so many (C3)."),
    "porbis_with_kings": gettext_noop("Porbis allows one king at most (C32)."),
    "no_king_is_porbis": gettext_noop("A complete hand without a king is porbis (C32)."),
    "missing_field.kings_of_coins": gettext_noop("Say how many kings of coins, also if none."),
    "missing_field.other_kings": gettext_noop("Say how many other kings, also if none."),
    "missing_field.porbis": gettext_noop("Say whether the hand is porbis."),
    "missing_field.bounit_condition": gettext_noop("Say which conditions hold, also if none."),
    "missing_field.sowee_condition": gettext_noop("Say which conditions hold, also if none."),
    "sowee_missing.price_list": gettext_noop("Say which card is the sowee: cards like it are paid (L6)."),
    "secrets_not_named": gettext_noop(
        "Secrets the winner was paid for: %(paid)s. Named here: %(named)s. Name the card of each, such as "
        "5C, or refund a secret that was none (C9)."
    ),
    "secrets_not_paid": gettext_noop(
        "Secrets the winner was paid for: %(paid)s. Named here: %(named)s. Record a secret before the win, "
        "or remove it here; four of a kind that was not laid needs no name (C9)."
    ),
    "shown_not_paid": gettext_noop(
        "%(player)s was not paid for so many secrets: name only those the others were paid for (C18)."
    ),
    "shown_secret_held": gettext_noop(
        "%(player)s’s secret of %(kind)s would hold every copy of it, but one lies elsewhere: name another card, or "
        "refund the secret (C3, C18)."
    ),
    "act.won_self_drawn": gettext_noop("%(player)s won, drawn from the stock"),
    "act.won_claimed": gettext_noop("%(player)s won, claimed from another's draw"),
    "act.won_discard": gettext_noop("%(player)s won, taken from the discards"),
    "act.won_dealt": gettext_noop("%(player)s won, dealt complete"),
    "act.void": gettext_noop("void after a false win"),
    "act.secret": gettext_noop("Secret of %(player)s"),
    "act.false_secret": gettext_noop("False secret of %(player)s"),
    "act.false_win": gettext_noop("False win of %(player)s"),
    "paid.porbis_no_king": gettext_noop("Porbis: no king"),
    "paid.porbis_one_king": gettext_noop("Porbis: one king, used in a run"),
    "paid.self_drawn": gettext_noop("Bounit drawn from the stock"),
    "paid.dealt": gettext_noop("Complete hand dealt, paid as drawn"),
    "paid.both_conditions": gettext_noop("Both conditions met"),
    "paid.bounit_condition": gettext_noop("Only the bounit condition met"),
    "paid.sowee_condition": gettext_noop("Only the sowee condition met"),
    "paid.neither_condition": gettext_noop("Neither condition met"),
    "paid_each.kings_of_coins": ngettext_lazy("%(count)s king of coins", "%(count)s kings of coins", by="count"),
    "paid_each.other_kings": ngettext_lazy("%(count)s other king", "%(count)s other kings", by="count"),
    "paid.start_four_kings": gettext_noop("Start price: four kings of one suit"),
    "paid.start_king_win": gettext_noop("Start price: won by the kings alone"),
    "paid.start_held_kings": gettext_noop("Start price: kings that win are held"),
    "paid.start_no_king": gettext_noop("Start price: no king"),
    "paid.start_one_king": gettext_noop("Start price: exactly one king"),
    "paid.start_singrey": gettext_noop("Start price: singrey, every king in a run"),
    "paid.start_bounit_king": gettext_noop("Start price: the bounit is a king that completes a run"),
    "paid.start_plain": gettext_noop("Start price: plain hand"),
    "paid_each.kings": ngettext_lazy("%(count)s king", "%(count)s kings", by="count"),
    "paid_each.low_runs": ngettext_lazy("%(count)s run 3-4-5", "%(count)s runs 3-4-5", by="count"),
    "paid_each.high_runs": ngettext_lazy("%(count)s run 10-11-12", "%(count)s runs 10-11-12", by="count"),
    "paid_each.pongs": ngettext_lazy("%(count)s pong", "%(count)s pongs", by="count"),
    "paid_each.three_aces": ngettext_lazy("%(count)s meld of three aces", "%(count)s melds of three aces", by="count"),
    "paid_each.four_aces": ngettext_lazy("%(count)s meld of four aces", "%(count)s melds of four aces", by="count"),
    "paid_each.sets_of_four": ngettext_lazy("%(count)s set of four", "%(count)s sets of four", by="count"),
    "paid_each.sowee_cards": ngettext_lazy(
        "%(count)s card like the sowee", "%(count)s cards like the sowee", by="count"
    ),
    "bad_json.claim": gettext_noop("A claim is a JSON object with the fields of the contract."),
    "bad_json.line": gettext_noop("This line is not a JSON object."),
    "missing_field.game": gettext_noop("Say which game it is."),
    "missing_field.hand": gettext_noop("Say which cards the hand holds."),
    "missing_field.source": gettext_noop("Say how the last card came."),
    "unknown_game.claim": gettext_noop("No game is called %(value)s."),
    "unknown_source": gettext_noop("A bounit cannot come from %(value)s; it is one of %(known)s."),
    "unknown_card.claim": gettext_noop("Not a card of the cuajo pack in %(name)s: %(cards)s."),
    "wrong_card_count.hand": gettext_noop("A winning hand has %(size)s cards, this one has %(given)s (C8)."),
    "wrong_card_count.held": gettext_noop(
        "A winning hand has %(size)s cards, this one has %(given)s (C8). Held at the table it does not win: the "
        "table may let the hand not count, paid secrets stand, and whoever caused it pays what the house agreed (C38)."
    ),
    "wrong_card_count.purro": gettext_noop("Purro is said with %(size)s cards, these are %(given)s (C19)."),
    "wrong_card_count.secret": gettext_noop(
        "A secret is four cards, or the three like the sowee with any fourth; these are %(given)s (C6, C10)."
    ),
    "too_many_copies.claim": gettext_noop(
        "Only four copies of a card exist; hand, sowee and extra cards hold %(cards)s (C3)."
    ),
    "too_many_copies.named": gettext_noop(
        "Only four copies of a card exist; the cards named here hold %(cards)s (C3)."
    ),
    "bounit_not_in_hand": gettext_noop(
        "The bounit %(bounit)s is one of the sixteen cards, but the hand does not hold it (C8)."
    ),
    "bounit_missing": gettext_noop("The bounit, the card that won the hand, is missing."),
    "sowee_missing": gettext_noop("The sowee decides what this win pays, and it is missing (C28)."),
    "king_from_discards.declared": gettext_noop("No winning hand holds so many kings with this last card (C14)."),
    "king_from_discards": gettext_noop("Kings are never discarded, so %(bounit)s cannot come from the discards (C14)."),
    "secret_not_in_hand": gettext_noop(
        "The hand does not hold the laid secret of %(cards)s: four identical cards, or the three others of "
        "the sowee's kind, each laid once (C6, C10)."
    ),
    "bounit_in_laid_secret": gettext_noop(
        "A claimed bounit cannot lie only in a secret laid before, but %(bounit)s does (C36)."
    ),
    "too_many_extra_cards": gettext_noop("%(turned)s extra cards were turned, the rules allow %(allowed)s (C31)."),
    "dealt_win_not_allowed": gettext_noop(
        "By these rules a dealt complete hand does not win, the dealer must discard (C34)."
    ),
    "discard_win_not_allowed": gettext_noop("By these rules a discard cannot be the winning card (C15)."),
    "sowee_three_not_laid": gettext_noop(
        "The three cards like the sowee %(sowee)s must have been laid before a claim (C10, C17)."
    ),
    "stock_too_large": gettext_noop("The stock cannot hold %(stock)s cards: only %(unseen)s have not been seen (C1)."),
    "ruling.wrong_seats": gettext_noop("Two to six different seats play a hand, the dealer among them."),
    "ruling.unknown_seat": gettext_noop("Nobody plays on this seat."),
    "ruling.not_in_turn": gettext_noop("It is another player's turn."),
    "ruling.must_draw_first": gettext_noop("The player in turn must draw first."),
    "ruling.already_drawn": gettext_noop("The player in turn has sixteen cards and does not draw."),
    "ruling.stock_empty": gettext_noop("The stock is exhausted."),
    "ruling.last_discard": gettext_noop("With the stock exhausted a discard is taken only to win."),
    "ruling.king_discarded": gettext_noop("Kings are never discarded."),
    "ruling.nothing_to_discard": gettext_noop("All sixteen cards lie in secrets."),
    "ruling.may_discard": gettext_noop("Every card but a king may be discarded."),
    "ruling.secret_time": gettext_noop("A secret is laid on the own turn, after drawing and before discarding."),
    "ruling.four_secrets": gettext_noop("Sixteen cards hold four secrets, and the fourth may be laid only to win."),
    "ruling.after_own_discard": gettext_noop("This is said right after the own discard, before the next draw."),
    "ruling.may_say_purro": gettext_noop("The player has just discarded and may say purro."),
    "ruling.already_purro": gettext_noop("The player is purro already."),
    "ruling.not_purro": gettext_noop("The player is not purro."),
    "ruling.no_king_drawn": gettext_noop("Purro is lost only by a king drawn from the stock."),
    "ruling.on_penalty": gettext_noop("For two turns after losing purro the hand may not win."),
    "ruling.penalty_bars_purro": gettext_noop("For two turns after losing purro it may not be said."),
    "ruling.shown_for_purro": gettext_noop("Another player is purro."),
    "ruling.shown_for_penalty": gettext_noop("For two turns after losing purro drawn cards are shown."),
    "ruling.not_shown": gettext_noop("No other player is purro, and the drawer has not lost purro."),
    "ruling.purro_out_of_turn": gettext_noop("Out of turn only a player who said purro wins."),
    "ruling.purro_required": gettext_noop("By the house rules purro must be said before winning."),
    "ruling.penalty_draw": gettext_noop("By the house rules a card drawn on a penalty turn cannot be claimed."),
    "ruling.nothing_to_claim": gettext_noop("No other player has drawn a stock card that must be shown."),
    "ruling.discard_of_another": gettext_noop("A discard goes only to the player whose turn is next."),
    "ruling.discard_win_off": gettext_noop("By the house rules a discard does not win."),
    "ruling.dealt_win_off": gettext_noop("By the house rules a dealt hand does not win; the dealer must discard."),
    "ruling.own_turn": gettext_noop("On the own turn a complete hand wins."),
    "ruling.may_claim": gettext_noop("Who said purro wins with the card another player shows."),
    "ruling.kings_alone": gettext_noop("Kings that win alone need no purro."),
    "ruling.kings_claim": gettext_noop("Out of turn kings win only with the third king of a rub."),
    "ruling.drawer_first": gettext_noop("The drawer comes first if the card completes the drawer's hand."),
    "ruling.silent_drawer": gettext_noop("A drawer who has not said purro comes after those who have."),
    "ruling.kings_dealt": gettext_noop("Kings that win alone are shown before the first turn, the dealer's first."),
    "ruling.soonest_turn": gettext_noop("Of those who may claim the card, this player's turn comes soonest."),
    "ruling.next_in_turn": gettext_noop("The discard of the player to the left may be taken to win."),
    "ruling.comes_later": gettext_noop("The drawer, or a player whose turn comes sooner, goes first."),
    "ruling.winner_deals": gettext_noop("The winner deals next."),
    "ruling.same_dealer": gettext_noop("After a drawn hand the same dealer deals again."),
    "ruling.void_same_dealer": gettext_noop("After a void hand the same dealer deals again."),
}
