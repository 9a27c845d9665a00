"""What operations refuse, and why."""

from scoring.texts.words import Sentences
from scoring.texts.words import gettext_noop as _

SENTENCES: Sentences = {
    "books_refused.at": _("%(place)s: %(what)s"),
    "books_refused.no_file": _("This is not a file of ours: %(why)s"),
    "books_refused.no_export": _("This is not an export of Cuajo's books."),
    "books_refused.version": _(
        "This export has version %(found)s; this Cuajo reads versions up to %(known)s. Use the Cuajo that made it, "
        "or a newer one."
    ),
    "books_refused.time_zone": _("No time zone is called so."),
    "books_refused.currency": _("No currency is called so."),
    "books_refused.changed": _("The file was changed after it was exported."),
    "books_refused.finding": _("%(what)s"),
    "books_refused.list": _("A list is missing here."),
    "books_refused.object": _("An object is missing here."),
    "books_refused.missing": _("%(name)s is missing."),
    "books_refused.unknown": _("%(name)s is not known."),
    "books_refused.long": _("This is longer than %(most)s letters."),
    "books_refused.value": _("%(why)s"),
    "books_refused.text": _("A text is missing here."),
    "books_refused.time": _("This time does not say that it is UTC."),
    "books_refused.day": _("No night was played on this day."),
    "books_refused.link": _("There is no %(value)s to point to."),
    "books_refused.database": _("The database refuses this: %(why)s"),
    "not_empty": _(
        "There are books here already, and an import never mixes two. Set CUAJO_DATA to a new folder and import there."
    ),
    "not_empty.these": _("These books are here already."),
    "unreadable_filter": _("%(given)s is none of the words known here."),
    "unreadable_filter.field": _("%(why)s"),
    "unreadable_filter.period": _(
        "%(value)s is no period. Write a year, a month or two days: 2026, 2026-02 or 2026-01-01..2026-03-31."
    ),
    "unreadable_filter.whole": _("Complete books, and those of one night, are always whole: name no days."),
    "unreadable_filter.kind": _("No night was played in this game and currency."),
    "key_reused": _("This form was used before. Open it again and record anew."),
    "session_closed": _("This night is closed. Reopen it to record or change anything."),
    "session_open": _("This night is open already."),
    "table_changed": _("Something was recorded meanwhile, so this was not. Check that it still fits, then try again."),
    "table_changed.seats": _("Something was recorded meanwhile. Look at the seats again, then change them."),
    "hand_taken": _("This hand was recorded meanwhile. Compare both versions."),
    "too_many_secrets": _("This seat was paid for four secrets in this hand already; no hand holds more."),
    "seating.impossible_line": _("What was recorded at %(time)s cannot have been played on these seats. %(why)s"),
    "night_played": _("Something was played or paid in this night. Undo it first, or close the night."),
    "disputes_open": _("Objections were raised or settled meanwhile. Look at them, then close."),
    "rule_set_name.missing": _("The rule set needs a name."),
    "rule_set_name.too_long": _("The name is too long: %(most)s letters at most."),
    "rule_set_name.not_printable": _("The name has a letter that cannot be shown."),
    "rule_set_name.preset": _("%(name)s is a preset. Choose another name."),
    "rule_set_taken": _("Another rule set is called %(name)s. Choose another name."),
    "rule_set_changed": _(
        "Another phone saved revision %(revision)s in the meantime. Save again to replace it with yours."
    ),
    "reason_missing": _("Say why. Everybody sees it in the ledger."),
    "companion_changed": _("Somebody tapped on another phone, so your tap was not noted. This is how it stands now."),
    "no_hand": _(
        "No hand of this match is recorded. For a penalty of the match before, undo the settlement of that match first."
    ),
    "no_match": _("There are no points to settle yet. Record a hand first."),
    "player.same_name": _("Two seats have the same name. Give each player a name of their own."),
    "seating.unchanged": _("Everybody sits like this already. Change a name or who deals."),
    "seating.not_seated": _(
        "What was recorded at %(time)s is about somebody who does not sit there by these seats. Name everybody who "
        "played, or choose “Right seats, wrong person”."
    ),
    "seating.other_number": _("As many people as before must sit there, so that each takes the place of one."),
    "seating.dealer_waits": _("At the start only the first %(count)s play, so one of them deals. Choose another."),
    "seating.no_dealer": _("Nobody sits in the dealer's seat."),
    "seating.full": _("%(most)s people play tonight already; nobody else can come in."),
    "file.largest": _("A file has %(kilobytes)s kB at most."),
    "file.part_it": _("This is too large: %(kilobytes)s kB at most. Part it, and enter one part after the other."),
    "file.too_large": _("This is too large for a rule set: %(kilobytes)s kB at most."),
    "terms.stakes": _("Stakes: write a whole number from 1 to %(highest)s."),
    "terms.unchanged": _("This is what is played already. Change the stakes or a house rule."),
    "not_reversible.terms_played": _(
        "Something was recorded under these terms. Change them back from the next hand on instead."
    ),
    "not_reversible.seats_by_terms": _(
        "These seats came with a change of stakes or house rules. Undo that change instead."
    ),
    "nobody_waits": _("Nobody waits for a turn at this table any more."),
    "seating.parts_secret": _(
        "The secret of %(player)s at %(time)s was paid in this hand before the seats changed, and would stay with "
        "%(player)s. Undo this hand and that secret, put the seats right, and record both again."
    ),
    "seating.parts_hand": _(
        "The secret of %(player)s at %(time)s belongs to the hand recorded at %(hand)s, which ended on other seats and "
        "would not move with it. Undo that hand, put the seats right, and record it again."
    ),
    "seating.no_hands": _("No hand is recorded yet. Change the seats from now on instead."),
    "not_reversible.undone": _("This was undone before. Record it again if that was wrong."),
    "not_reversible.next_match": _("The next match has begun. First undo what was recorded of it since %(time)s."),
    "not_reversible.match_settled": _(
        "The points recorded at %(time)s were settled with their match at %(settled)s. Undo that settlement first."
    ),
    "not_reversible.belongs_to_close": _("This belongs to the close of the night. Reopen the night instead."),
    "not_reversible.seats_played": _(
        "Hands were recorded on these seats. If the seats were wrong, put them right under Seats."
    ),
    "not_reversible.seats_of_start": _("The night started with these seats. Change them under Seats instead."),
    "not_reversible.cash_counted": _("The night was closed after this, and counted it. Reopen the night to undo it."),
    "not_reversible.hand_counts_on_it": _(
        "The hand recorded at %(time)s counts on this. Undo that hand, then this, and record the hand again."
    ),
    "not_reversible.no_secret": _("Only a secret can be refunded as false."),
    "not_reversible.no_hand": _("Only a hand can be corrected."),
    "wrong_amount.too_high": _("An amount is higher than the books can hold."),
    "wrong_amount.points_only": _("This night is played for points, so no money changes hands."),
    "wrong_amount.not_two_players": _("Money goes from one player of this table to others. Choose who pays, and whom."),
    "wrong_amount.nothing": _("Write how much; it is more than nothing."),
    "wrong_amount.handed_over": _("This payment was recorded before; nothing is left to hand over here."),
    "wrong_amount.too_much": _("%(left)s is still to be handed over here; record that much or less."),
    "shown_changed.player": _("This player is called %(names)s by now. Look again, then choose."),
    "shown_changed.club": _(
        "Another phone saved the club as %(name)s, %(time_zone)s. Save again to replace that with yours."
    ),
    "shown_changed.protection": _(
        "Another phone changed the passcode or who may write names meanwhile. This is how it stands; choose again."
    ),
    "shown_changed.place": _(
        "Another phone changed the place of this phone meanwhile. This is how it stands; choose again."
    ),
    "shown_changed.holder": _("The host said meanwhile that %(player)s holds this phone. Choose again."),
    "shown_changed.no_holder": _("Meanwhile the host set this phone to “I do not play”. Choose again."),
    "shown_changed.about": _(
        "Another phone changed name, place or note meanwhile. This is what it wrote; write yours again."
    ),
    "shown_changed.switches": _(
        "Another phone changed these settings meanwhile. This is how they stand; choose again."
    ),
    "sowee_changed.noted": _(
        "The table says meanwhile that the sowee is %(sowee)s. Take that one, or record yours again."
    ),
    "sowee_changed.taken_off": _(
        "The table says meanwhile that the sowee is not known. Check it, or record yours again."
    ),
    "night_started": _("Another night was started meanwhile. Go on there, or start one more."),
    "answered.let_in": _(
        "This phone was let in already. To change what it may do, or to send it away, open it in the list of phones."
    ),
    "answered.refused": _("This phone was refused already. It may ask again."),
    "close_changed": _(
        "The night was reopened and closed again meanwhile, at %(time)s. "
        "Look at this close; reopen it only if it is the one you mean."
    ),
    "objection_changed": _("The objection you read was settled and another raised meanwhile. Read it, then choose."),
    "wrong_amount.coin": _("Money of this night is rounded to one of %(known)s (1 for none)."),
    "wrong_amount.no_tong": _("A tong is an amount of each win or hand, or of wins at most %(most)s per cent."),
    "wrong_amount.not_in_tong": _("The tong does not hold that much. Write less."),
    "wrong_amount.other_bank": _(
        "Somebody else is the bank of this night. Choose that player, or first let the other one take the bank over."
    ),
    "wrong_amount.no_other_bank": _("Choose somebody else than the bank of this night to take it over."),
    "wrong_amount.no_chips": _("Say who takes how many chips from the bank first."),
    "wrong_amount.too_many_back": _(
        "Chips worth %(out)s are out; write that much or less, or first write down the chips that were taken."
    ),
    "wrong_amount.chips_missing": _(
        "%(found)s was counted, but chips worth %(out)s are out: %(by)s is missing. Count again; perhaps somebody is "
        "left out, or chips handed back were not written down."
    ),
    "wrong_amount.chips_too_many": _(
        "%(found)s was counted, but chips worth %(out)s are out: %(by)s too much. Count again; perhaps chips that "
        "were taken were not written down."
    ),
    "not_reversible.chips_counted": _(
        "The chips were counted after this, at %(time)s, and decide what everybody has. Undo that count first, "
        "then this, and count again."
    ),
    "wrong_amount.more_than_owed": _("%(left)s is owed here; write that much or less."),
    "not_reversible.tong_spent": _(
        "More of the tong was spent than it would then hold. First undo what was spent at %(time)s."
    ),
    "not_reversible.over_nights": _(
        "This is part of a payment of debts. Take it back on the page of debts, in all its nights at once."
    ),
    "debts_changed": _("Something was paid or played meanwhile. This is what is owed now; choose again."),
    "cash_changed": _(
        "%(amount)s between these two was recorded meanwhile, at %(time)s. Record yours only if it is other cash."
    ),
    "proposal.not_allowed": _("Players may not propose hands tonight. The host can allow it."),
    "proposal.not_seated": _("This phone belongs to nobody who plays here. Ask the host to say whose it is."),
    "proposal.program_not_seated": _("This token belongs to nobody who plays here."),
    "dispute.not_seated": _("This phone belongs to nobody who plays here. Ask the host to say whose it is."),
    "dispute.program_not_seated": _("This token belongs to nobody who plays here."),
    "past.empty": _("Write at least one night."),
    "past.too_many": _("%(count)s nights are too many at once. Enter %(most)s or fewer, then the rest."),
    "past.points": _("Nights played for points only cannot be entered later. Choose a currency."),
    "past.day": _("A past night has a day from 1900 to today."),
    "past.players": _("A night has 2 to %(most)s players with a result."),
    "past.same_player": _("%(name)s stands there twice."),
    "past.sum": _("What was won and lost comes to %(sum)s, not to nothing. Check the amounts."),
    "past.too_high": _("An amount is higher than the books can hold."),
    "past.known": _("A night of this day with the same results is in the books already."),
    "past.twice": _("An earlier row has the same day and the same results."),
    "past.row": _("Night %(row)s: %(why)s"),
    "past.name": _("%(why)s"),
    "past.not_past": _("This night was recorded at the table. Correct what was recorded there instead."),
    "past.taken_back": _("This night was taken back before."),
    "past.debts_settled": _(
        "Debts of this night were paid together with others. Take that payment back under Debts first."
    ),
    "past.never_reopened": _(
        "This night was entered later. If its results are wrong, take it back and enter it again."
    ),
    "day.impossible": _("A night has a day from 1900 to today."),
    "day.unchanged": _("The night has this day already."),
    "shown_changed.day": _("Somebody changed the day of this night meanwhile. Look at it, then correct it."),
    "not_reversible.rests_on": _("What was recorded at %(time)s came after it and rests on it. Undo that first."),
    "clock.behind": _(
        "The clock says %(now)s, but the newest line is of %(last)s. Set the clock of the machine that runs Cuajo."
        " You can record meanwhile."
    ),
    "clock.years_away": _(
        "The clock says %(now)s, years away from the last night. If that is wrong, set the clock of the machine that"
        " runs Cuajo. You can record meanwhile."
    ),
    "shown_changed.past": _("Names or nights of the club have changed meanwhile. Look again, then enter."),
    "dispute.no_word": _("Say in a word what is wrong."),
    "dispute.settled": _("This objection was settled meanwhile. See what became of it."),
    "dispute.no_money": _("Nobody can object to this: it moves no money of its own."),
    "dispute.undone": _("This was undone already, so there is nothing left to object to."),
    "dispute.disputed": _("Somebody objects to this already. Settle that first."),
    "dispute.spoke_for_another": _("This phone spoke for another player already. Each side has a phone of its own."),
    "link_unknown": _("This link is not known here."),
    "link_used": _("This link was already used."),
    "link_expired": _("This link is too old."),
    "link_revoked": _("The host took this link back."),
    "link_outdated": _("The host decided about this phone after making this link."),
    "code_unknown": _("No table is open under this code. Read it again from the host's phone."),
    "too_many_ask": _("Too many phones are asking. The host has to answer some of them first."),
    "joining_closed": _("Joining is closed. Open it again, and have the phone ask once more."),
    "no_place": _("This phone does not belong to the club any more."),
    "last_host": _("This is the only host. Make another phone the host first."),
    "holder_known": _(
        "This phone speaks for %(player)s. The host can say under People and phones that it changed hands."
    ),
    "name_taken": _("Somebody has an account with this name already. Choose another."),
    "season.no_name": _("A season needs a name."),
    "season.ends_before": _("The last day of a season cannot come before its first."),
    "club.no_name": _("The club needs a name."),
    "club.long_name": _("The name is too long: %(most)s letters at most."),
    "club.time_zone": _("%(given)s is not a time zone. Choose one from the list, such as Asia/Manila."),
    "token.role": _("A program may do no more than the phone that lets it in."),
    "token.player": _("A program may speak for nobody but the player who holds the phone that lets it in."),
    "webhook.not_allowed": _(
        "This machine may not call this address. Its owner names the hosts it may call in CUAJO_WEBHOOKS."
    ),
    "webhook.known": _("This address is told already."),
    "webhook.many": _("%(most)s addresses at most are told. Remove one first."),
    "player.no_name": _("Every seat needs a name."),
    "player.long_name": _("The name %(start)s... is too long: %(most)s letters at most."),
    "player.name_taken": _("Somebody is called %(name)s already. Merge the two if they are one person."),
    "player.erased": _("%(player)s stands for somebody whose name was erased. Choose another name."),
    "player.old_name": _("This is an old name of another player. Erase that player instead."),
    "player.not_two": _("These two cannot be merged. Choose two players from the list."),
    "player.same": _("Choose another player to merge with."),
    "player.not_merged": _("%(player)s was not merged into another player."),
    "player.debts_as_one": _("Debts of %(player)s were settled over several nights. Take those payments back first."),
    "player.in_use": _("%(player)s sits at an open night, holds a phone or has another name. Change that first."),
    "player.played": _("%(player)s has played, so nights name them. Merge or erase the name instead."),
    "player.one_table": _("%(player)s and %(other)s sat at the same table, so they are two people."),
}
