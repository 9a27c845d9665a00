"""Name the refusals of operations."""

from scoring.texts.words import Sentences
from scoring.texts.words import gettext_noop as _

SENTENCES: Sentences = {
    **dict.fromkeys(
        (
            *("table_changed", "disputes_open", "rule_set_changed", "companion_changed"),
            *("shown_changed.player", "shown_changed.protection", "shown_changed.place", "shown_changed.holder"),
            *("shown_changed.about", "shown_changed.switches", "shown_changed.day", "shown_changed.past"),
            *("objection_changed", "debts_changed"),
        ),
        _("Another phone was faster. Look, then send again."),
    ),
    **dict.fromkeys(("rule_set_name.missing", "season.no_name", "club.no_name"), _("Enter a name.")),
    **dict.fromkeys(("rule_set_name.too_long", "club.long_name"), _("The name is too long: %(most)s letters at most.")),
    **dict.fromkeys(("rule_set_name.preset", "rule_set_taken", "name_taken"), _("This name is taken. Choose another.")),
    **dict.fromkeys(("seating.unchanged", "terms.unchanged", "day.unchanged"), _("You changed nothing.")),
    **dict.fromkeys(
        ("rule_set_name.many", "season.many", "token.many", "webhook.many"), _("%(most)s at most. Remove one first.")
    ),
    **dict.fromkeys(("file.largest", "file.too_large"), _("%(kilobytes)s kB at most.")),
    **dict.fromkeys(("not_reversible.undone", "past.taken_back", "dispute.undone"), _("This is undone already.")),
    **dict.fromkeys(("wrong_amount.too_high", "past.too_high"), _("An amount is too high.")),
    **dict.fromkeys(("wrong_amount.too_much", "wrong_amount.more_than_owed"), _("Enter %(left)s or less.")),
    **dict.fromkeys(("wrong_amount.no_other_bank", "player.same"), _("Choose another player.")),
    **dict.fromkeys(
        ("proposal.not_seated", "dispute.not_seated"), _("This phone has no player at this table. Ask the host.")
    ),
    **dict.fromkeys(
        ("proposal.program_not_seated", "dispute.program_not_seated"), _("This token has no player at this table.")
    ),
    **dict.fromkeys(("past.day", "day.impossible"), _("Choose a day from 1900 to today.")),
    **dict.fromkeys(("link_expired", "link_outdated"), _("This link is too old.")),
    **dict.fromkeys(
        ("books_refused.list", "books_refused.object", "books_refused.text"), _("This has the wrong type.")
    ),
    **dict.fromkeys(("books_refused.time_zone", "books_refused.currency"), _("This is unknown.")),
    "books_refused.at": "%(place)s: %(what)s",
    "books_refused.finding": "%(what)s",
    **dict.fromkeys(("books_refused.value", "unreadable_filter.field", "past.name"), "%(why)s"),
    "books_refused.no_file": _("Cannot read the file: %(why)s"),
    "books_refused.no_export": _("This is not an export of Cuajo."),
    "books_refused.version": _("The export has version %(found)s. This Cuajo reads versions up to %(known)s."),
    "books_refused.changed": _("The file was changed after the export."),
    "books_refused.missing": _("%(name)s is missing."),
    "books_refused.unknown": _("%(name)s is unknown."),
    "books_refused.long": _("At most %(most)s characters."),
    "books_refused.time": _("This time is not in UTC."),
    "books_refused.day": _("This day is impossible."),
    "books_refused.link": _("%(value)s does not exist."),
    "books_refused.database": _("The database refuses this: %(why)s"),
    "not_empty": _("There are books here already. Import into a new folder (CUAJO_DATA)."),
    "not_empty.these": _("These books are here already."),
    "unreadable_filter": _("Unknown word: %(given)s."),
    "unreadable_filter.period": _("%(value)s is not a period. Write 2026, 2026-02 or 2026-01-01..2026-03-31."),
    "unreadable_filter.whole": _("Leave out the period: these books are always complete."),
    "unreadable_filter.kind": _("No night has this game and currency."),
    "key_reused": _("This form was already sent. Open it again."),
    "session_closed": _("This night is closed. Reopen it first."),
    "session_open": _("This night is open already."),
    "hand_taken": _("Another phone was faster. Compare both hands."),
    "too_many_secrets": _("This seat has four secrets, the most in a hand."),
    "seating.impossible_line": _("The line of %(time)s is impossible on these seats. %(why)s"),
    "night_played": _("Something was played or paid. Undo it first, or close the night."),
    "rule_set_name.not_printable": _("The name has a letter that cannot be shown."),
    "reason_missing": _("Say why."),
    "no_hand": _("This match has no hand yet. For a penalty of the last match, first undo its settlement."),
    "no_match": _("Record a hand first."),
    "player.same_name": _("Two seats have the same name."),
    "seating.not_seated": _(
        "The line of %(time)s needs a player without a seat here. Name all who played, or change only the person."
    ),
    "seating.other_number": _("Seat as many players as before."),
    "seating.dealer_waits": _("Only the first %(count)s play. Choose a dealer among them."),
    "seating.no_dealer": _("The dealer's seat is empty."),
    "seating.full": _("%(most)s players at most."),
    "file.part_it": _("Too large: %(kilobytes)s kB at most. Enter it in parts."),
    "terms.stakes": _("Stakes: a whole number from 1 to %(highest)s."),
    "not_reversible.terms_played": _("These terms were played. Change them back instead."),
    "not_reversible.seats_by_terms": _("The seats changed with the stakes or house rules. Undo that change."),
    "nobody_waits": _("No player waits for a turn."),
    "seating.parts_secret": _(
        "The secret of %(player)s at %(time)s would stay with %(player)s. Undo this hand and that secret, correct "
        "the seats, then record both again."
    ),
    "seating.parts_hand": _(
        "The secret of %(player)s at %(time)s belongs to the hand of %(hand)s, on other seats. Undo that hand, "
        "correct the seats, then record it again."
    ),
    "seating.no_hands": _("No hand is recorded yet. Change the seats from now on."),
    "not_reversible.next_match": _("The next match has begun. First undo its lines since %(time)s."),
    "not_reversible.match_settled": _(
        "The points of %(time)s were settled at %(settled)s. Undo that settlement first."
    ),
    "not_reversible.belongs_to_close": _("This belongs to the close. Reopen the night instead."),
    "not_reversible.seats_played": _("Hands were played on these seats. Correct them under Seats."),
    "not_reversible.seats_of_start": _("The night started with these seats. Change them under Seats."),
    "not_reversible.cash_counted": _("The close counts this. Reopen the night first."),
    "not_reversible.hand_counts_on_it": _(
        "The hand of %(time)s depends on this. Undo that hand, then this, and record the hand again."
    ),
    "not_reversible.no_secret": _("Only a secret can be refunded."),
    "not_reversible.no_hand": _("Only a hand can be corrected."),
    "wrong_amount.points_only": _("This night has points and no money."),
    "wrong_amount.not_two_players": _("Choose who pays, and whom."),
    "wrong_amount.nothing": _("Enter an amount above zero."),
    "wrong_amount.handed_over": _("Nothing is left to hand over here."),
    "shown_changed.club": _("Another phone saved %(name)s, %(time_zone)s. Save again to replace it."),
    "sowee_changed.noted": _("The table has %(sowee)s as the sowee. Take it, or send yours again."),
    "sowee_changed.taken_off": _("The table has no sowee now. Check it, or send yours again."),
    "night_started": _("Another phone started a night. Go on there, or start one more."),
    "answered.let_in": _("This phone is in already. Change it in the list of phones."),
    "answered.refused": _("This phone was refused already. It may ask again."),
    "close_changed": _("The night was closed again at %(time)s. Look, then send again."),
    "wrong_amount.coin": _("Round to one of %(known)s (1 for none)."),
    "wrong_amount.no_tong": _("A tong is an amount, or at most %(most)s per cent of each win."),
    "wrong_amount.not_in_tong": _("The tong holds less."),
    "wrong_amount.other_bank": _("The bank is another player. Choose that player, or change the bank first."),
    "wrong_amount.no_chips": _("First record chips from the bank."),
    "wrong_amount.too_many_back": _("Only %(out)s in chips is out."),
    "wrong_amount.chips_missing": _(
        "Counted: %(found)s. Chips out: %(out)s. %(by)s is missing. Count again, or record returned chips."
    ),
    "wrong_amount.chips_too_many": _(
        "Counted: %(found)s. Chips out: %(out)s. %(by)s too much. Count again, or record chips that were taken."
    ),
    "not_reversible.chips_counted": _(
        "The count of %(time)s includes this. Undo that count, then this, and count again."
    ),
    "not_reversible.tong_spent": _("The tong would hold too little. First undo the spending of %(time)s."),
    "not_reversible.over_nights": _("This is part of a debt payment. Undo it under Debts."),
    "cash_changed": _("%(amount)s between these two was recorded at %(time)s. Record yours only if it is other cash."),
    "proposal.not_allowed": _("Proposals are off tonight. The host can allow them."),
    "past.empty": _("Enter at least one night."),
    "past.too_many": _("%(count)s nights are too many. Enter at most %(most)s at once."),
    "past.points": _("Choose a currency."),
    "past.players": _("Enter results of 2 to %(most)s players."),
    "past.same_player": _("%(name)s is there twice."),
    "past.sum": _("The results add up to %(sum)s instead of zero."),
    "past.known": _("This night is in the books already."),
    "past.twice": _("An earlier row has the same night."),
    "past.row": _("Night %(row)s: %(why)s"),
    "past.not_past": _("This night was recorded at the table. Correct it there."),
    "past.debts_settled": _("Debts of this night were paid with others. First undo that payment under Debts."),
    "past.never_reopened": _("This night was entered later. If it is wrong, undo it and enter it again."),
    "not_reversible.rests_on": _("The line of %(time)s depends on this. Undo that line first."),
    "clock.behind": _(
        "The clock says %(now)s, before the last line (%(last)s). Set it where Cuajo runs. You can still record."
    ),
    "clock.years_away": _(
        "The clock says %(now)s, years from the last night. If it is wrong, set it where Cuajo runs. You can "
        "still record."
    ),
    "dispute.no_word": _("Say in a word what is wrong."),
    "dispute.settled": _("This objection is settled already."),
    "dispute.no_money": _("This moves no money, so you cannot object to it."),
    "dispute.disputed": _("There is an objection already. Settle it first."),
    "dispute.spoke_for_another": _("This phone already spoke for another player. Use a phone for each side."),
    "link_unknown": _("This link is unknown."),
    "link_used": _("This link was already used."),
    "link_revoked": _("The host removed this link."),
    "code_unknown": _("No table has this code. Read it again on the host's phone."),
    "too_many_ask": _("Too many phones are asking. The host must answer some first."),
    "joining_closed": _("Joining is closed. Open it, then let the phone ask again."),
    "no_place": _("This phone is no longer in the club."),
    "last_host": _("This is the only host. Make another phone the host first."),
    "holder_known": _("This phone speaks for %(player)s. The host can change that under People and phones."),
    "season.ends_before": _("The last day is before the first."),
    "club.time_zone": _("%(given)s is not a time zone. Choose one from the list."),
    "token.role": _("A program may do no more than its phone."),
    "token.player": _("A program speaks only for the player of its phone."),
    "webhook.not_allowed": _("CUAJO_WEBHOOKS does not allow this address."),
    "webhook.known": _("This address is in the list already."),
    "player.no_name": _("Every seat needs a name."),
    "player.long_name": _("%(start)s... is too long: %(most)s letters at most."),
    "player.name_taken": _("There is a %(name)s already. If they are one person, merge them."),
    "player.erased": _("%(player)s is an erased player. Choose another name."),
    "player.old_name": _("This is an old name of another player. Erase that player."),
    "player.not_two": _("Choose two players from the list."),
    "player.not_merged": _("%(player)s is not merged."),
    "player.debts_as_one": _("First undo the debt payments of %(player)s over several nights."),
    "player.in_use": _("%(player)s has a seat tonight, a phone or another name. Change that first."),
    "player.played": _("%(player)s has played. Merge or erase the name instead."),
    "player.one_table": _("%(player)s and %(other)s sat at one table, so they are two people."),
}
