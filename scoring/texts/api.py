"""What the API says of requests, beside what engine and operations say of what is in them."""

from scoring.texts.words import Sentences, gettext_noop

SENTENCES: Sentences = {
    "api.not_found": gettext_noop("There is nothing here, or not for you."),
    "api.no_token": gettext_noop("Send a token of the club: Authorization: Bearer ..."),
    "api.token_unknown": gettext_noop("This token is unknown, revoked or too old. Ask the host for another."),
    "api.not_allowed": gettext_noop("The role of this token does not allow that."),
    "api.not_yours": gettext_noop("This token records payments of its own seat only."),
    "api.bad_json": gettext_noop("The content is not a JSON object in UTF-8."),
    "api.key_missing": gettext_noop(
        "Send a new UUID in the header Idempotency-Key, and the same one when you try again."
    ),
    "api.too_large": gettext_noop("The content is too large."),
    "api.too_many": gettext_noop(
        "Too many of these requests: %(times)s a minute are answered. Nothing was done. Try again in a minute."
    ),
    "api.unknown_field": gettext_noop("There is no such field."),
    "api.field_missing": gettext_noop("This is missing."),
    "api.field_null": gettext_noop("This must not be null."),
    "api.field_blank": gettext_noop("This must not be empty."),
    "api.field_text": gettext_noop("This must be a text."),
    "api.field_long": gettext_noop("This must have at most %(most)s characters."),
    "api.field_whole": gettext_noop("This must be a whole number."),
    "api.field_low": gettext_noop("This must be %(least)s or more."),
    "api.field_high": gettext_noop("This must be %(most)s or less."),
    "api.field_yes_no": gettext_noop("This must be true or false."),
    "api.field_choice": gettext_noop("%(given)s is none of the words known here."),
    "api.field_id": gettext_noop("This must be a UUID."),
    "api.field_time": gettext_noop("This must be a time such as 2026-11-22T19:30:00Z."),
    "api.field_day": gettext_noop("This must be a day such as 2026-11-22."),
    "api.field_object": gettext_noop("This must be an object."),
    "api.field_list": gettext_noop("This must be a list."),
    "api.field_few": gettext_noop("This must have %(least)s items or more."),
    "api.field_many": gettext_noop("This must have %(most)s items or fewer."),
    "api.unknown_session": gettext_noop("The club has no such session."),
    "api.unknown_player": gettext_noop("The club has no such player."),
    "api.unknown_rule_set": gettext_noop("The club has no such rule set of this game."),
    "api.unknown_hand": gettext_noop("There is no hand with this number."),
    "api.rules_of_session": gettext_noop("A hand of a session is judged by the rules of that session."),
    "api.seat_of_objection": gettext_noop("Say which seat of this table objects."),
    "api.seat_of_tap": gettext_noop("Say for which seat."),
    "api.only_wins": gettext_noop("Only a win is proposed. Whoever keeps the score records that nobody won."),
}
