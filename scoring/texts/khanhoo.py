"""What the three versions of khanhoo say."""

from scoring.texts.words import Sentences, gettext_noop, ngettext_lazy

SENTENCES: Sentences = {
    "act.misdeal": gettext_noop("Misdeal of %(player)s"),
    "act.failed_bump": gettext_noop("Failed bump of %(player)s"),
    "act.out_full_hand": gettext_noop("%(player)s went out with a full hand"),
    "act.out_quartette": gettext_noop("%(player)s went out with a quartette"),
    "act.won_pot": gettext_noop("%(player)s won the pot"),
    "act.by_captures": gettext_noop("hand by counted cards"),
    "meld.aces": gettext_noop("aces"),
    "meld.sequence": gettext_noop("sequence"),
    "meld.triplet": gettext_noop("triplet"),
    "meld.double_triplet": gettext_noop("double triplet"),
    "meld.courts": gettext_noop("courts"),
    "meld.double_courts": gettext_noop("double courts"),
    "meld.royal_group": gettext_noop("royal group"),
    "meld.khanhoo": gettext_noop("khanhoo"),
    "meld.double_khanhoo": gettext_noop("double khanhoo"),
    "meld.triple_aces": gettext_noop("triple aces"),
    "meld.triple_sequence": gettext_noop("triple sequence"),
    "meld.triple_triplet": gettext_noop("triple triplet"),
    "meld.triple_courts": gettext_noop("triple courts"),
    "meld.reverse_group": gettext_noop("reverse group"),
    "meld.triple_group": gettext_noop("triple group"),
    "meld.triple_khanhoo": gettext_noop("triple khanhoo"),
    "meld.trio": gettext_noop("trio"),
    "meld.quartette": gettext_noop("quartette"),
    "meld.full_hand": gettext_noop("full hand"),
    "melds.times": gettext_noop("%(times)s x %(meld)s"),
    "melds.with_jokers": gettext_noop("%(meld)s, joker for %(cards)s"),
    "melds.of_cards": gettext_noop("%(meld)s: %(cards)s"),
    "reason.pays_less": gettext_noop("With the %(meld)s %(cards)s it would be %(points)s, which is no more."),
    "reason.leaves_cards": gettext_noop("With the %(meld)s %(cards)s the other cards would not all meld."),
    "reason.unbroken_run": gettext_noop("%(cards)s is one unbroken run, so it is one sequence."),
    "ground.cache": gettext_noop("The discard is the fourth of the player's cache."),
    "ground.pays_most": gettext_noop("The meld scores most."),
    "ground.soonest": gettext_noop(
        "The meld scores as much as another, and this player's turn comes sooner."
    ),
    "ground.nobody_bumps": gettext_noop("The next player takes it for a sequence, as nobody bumps."),
    "ground.pays_less": gettext_noop("Another meld scores more."),
    "ground.comes_later": gettext_noop("Another meld scores as much, and its player's turn comes sooner."),
    "ground.sequence_waits": gettext_noop("The next player takes for a sequence only if nobody bumps."),
    "ground.after_cache": gettext_noop("The owner of a cache takes its fourth card before everybody else."),
    "ground.no_meld": gettext_noop("The cards shown make no meld with the discard."),
    "ground.bumped_for_sequence": gettext_noop("Nobody bumps for a sequence."),
    "ground.own_discard": gettext_noop("Nobody takes back the own discard."),
    "bump.of_player": gettext_noop("Player %(player)s: %(ground)s"),
    "bump.nobody": gettext_noop("Nobody takes the discard."),
    "bump.winner": gettext_noop("Player %(player)s has the discard."),
    "worth.left_over": gettext_noop("%(card)s is left over"),
    "worth.not_melded": gettext_noop("These cards do not all lie in melds."),
    "worth.full_hand": gettext_noop("full hand, for the player who goes out"),
    "worth.points": gettext_noop("These melds score %(points)s."),
    "missing_field.melded": gettext_noop("Enter the cards that were melded."),
    "missing_field.discard": gettext_noop("Name the one card that was discarded."),
    "missing_field.cards": gettext_noop("Enter the cards of the hand."),
    "wrong_card_count.melded": gettext_noop("Nobody melds more than sixteen cards (E3)."),
    "wrong_card_count.not_out": gettext_noop(
        "%(player)s melded %(count)s cards without going out; a full hand is %(full)s (E3)."
    ),
    "wrong_card_count.full_hand": gettext_noop(
        "A full hand is %(full)s melded cards; %(player)s melded %(count)s (E3)."
    ),
    "too_many_copies.melded": gettext_noop(
        "%(count)s x %(card)s were melded, but the pack holds %(most)s (E1)."
    ),
    "bad_value.melds": gettext_noop("melds says how many of each meld a player laid."),
    "unknown_word.meld": gettext_noop("No meld is called %(word)s under these rules (E4 to E6)."),
    "orphan_not_allowed": gettext_noop(
        "Only by house rule, and with four or eight players, may one go orphan (E10)."
    ),
    "cache_not_played": gettext_noop(
        "By these rules the cache is not played, so no quartette ends the hand (E6)."
    ),
    "cards_and_melds": gettext_noop("%(player)s has both cards and named melds; give one of them."),
    "no_quartette": gettext_noop("%(player)s did not lay four natural cards alike (E6)."),
    "not_melded": gettext_noop("The cards of %(player)s do not all lie in melds (E4)."),
    "not_melded.left_over": gettext_noop(
        "The cards of %(player)s do not all lie in melds; %(cards)s would be left over (E4)."
    ),
    "qing.eye": gettext_noop("eye"),
    "qing.sequence": gettext_noop("sequence"),
    "qing.rank": gettext_noop("three of a rank"),
    "melds.wild": gettext_noop("%(meld)s, wild for %(cards)s"),
    "qing.free": gettext_noop("free cards"),
    "win.yes": gettext_noop("This is a win."),
    "win.no": gettext_noop("Not a win: %(why)s."),
    "win.waiting": gettext_noop("Waiting for %(cards)s."),
    "win.unfinished": ngettext_lazy(
        "%(missing)s more card makes a hand.", "%(missing)s more cards make a hand.", "missing"
    ),
    "win.left_over": gettext_noop("left over: %(cards)s"),
    "win.change": gettext_noop("%(card)s into %(into)s would win"),
    "win.no_eye": gettext_noop("there is no eye"),
    "win.strays": ngettext_lazy("%(cards)s fits in no eye or boy", "%(cards)s fit in no eye or boy", "count"),
    "win.both": gettext_noop("%(one)s and %(other)s"),
    "not_a_win.qing": gettext_noop("This is not a win: %(why)s (Q2)."),
    "wrong_card_count.qing_win": gettext_noop(
        "A winning hand has %(size)s cards, this one has %(count)s (Q2)."
    ),
    "wrong_card_count.qing_most": gettext_noop(
        "A hand has at most %(size)s cards, this one has %(count)s (Q2)."
    ),
    "too_many_copies.qing": gettext_noop("Only four copies of a card exist: %(cards)s (Q1)."),
    "trick.captured": gettext_noop("cards captured"),
    "trick.taken": gettext_noop("%(cards)s takes it and scores %(points)s."),
    "play.five_myriads": gettext_noop("five myriads"),
    "play.eight_myriads": gettext_noop("eight myriads"),
    "play.half_leopard": gettext_noop("half leopard"),
    "play.thousand_gibbon": gettext_noop("thousand gibbon"),
    "play.pangolin": gettext_noop("pangolin"),
    "play.poverty": gettext_noop("poverty"),
    "play.tiger": gettext_noop("tiger"),
    "play.chariot": gettext_noop("chariot"),
    "play.leopard_of_nines": gettext_noop("leopard of nines"),
    "play.wealth": gettext_noop("wealth"),
    "play.hero": gettext_noop("hero"),
    "wrong_play_count.trick": gettext_noop(
        "In %(plays)s not everybody plays one card, or everybody three (M2)."
    ),
    "wrong_play_count.players": gettext_noop("Trick %(trick)s has %(plays)s plays for %(players)s players."),
    "not_a_lead": gettext_noop("%(cards)s is no gibbon, leopard or special (M2)."),
    "wrong_card_count.tricks": gettext_noop(
        "%(count)s cards were played; %(players)s players have %(each)s each (M1)."
    ),
    "bad_value.bonuses": gettext_noop("bonuses names the winning plays of each player."),
    "unknown_word.play": gettext_noop("No play is called %(word)s (M5)."),
    "captures_do_not_add_up": gettext_noop("The captured cards add up to %(total)s, not to %(whole)s (M6)."),
    "not_whole_plays": gettext_noop(
        "%(player)s captured %(count)s cards, which is no multiple of %(players)s (M6)."
    ),
    "too_few_captured": gettext_noop(
        "These winning plays of %(player)s captured at least %(needed)s cards (M6)."
    ),
    "card_used_twice": gettext_noop("Each card exists once, but %(cards)s would be played twice (M1)."),
}
