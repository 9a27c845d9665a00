"""What cau robat says."""

from scoring.texts.words import Sentences, gettext_noop, ngettext_lazy

SENTENCES: Sentences = {
    "act.by_piles": gettext_noop("hand by counted piles"),
    "deal.cau": gettext_noop("%(face_up)s cards face up, the others dealt by threes; %(first)s begins."),
    "deal.cau_threes": gettext_noop(
        "%(face_up)s cards face up, three each dealt and played at a time; %(first)s begins."
    ),
    "cau.taken": gettext_noop("cards taken"),
    "cau.hands": gettext_noop("most cards"),
    "cau.points": gettext_noop("one for every ten cards"),
    "cau.lapsed": gettext_noop("cards owed that lapse"),
    "cards_do_not_add_up": gettext_noop("The piles and the centre add up to %(total)s cards, not to %(all)s (R9)."),
    "wrong_card_count.face_up": gettext_noop("%(expected)s cards lie face up at first, not %(count)s (R2)."),
    "equal_cards_face_up": gettext_noop("The cards face up at first are all of different rank (R2)."),
    "equal_cards_face_up.centre": gettext_noop(
        "Two equal cards never lie in the centre: the second takes the first (R3)."
    ),
    "wrong_card_count.plays": gettext_noop("%(face_up)s cards face up and %(plays)s played are not %(all)s (R1)."),
    "too_many_copies.ranks": gettext_noop("More than %(copies)s cards of rank %(ranks)s (R1)."),
    "missing_field.played": gettext_noop("Name the one card that is played."),
    "capture.nothing": gettext_noop("It takes nothing and stays in the centre."),
    "capture.cards": ngettext_lazy(
        "It takes %(count)s card. On the pile, from the top: %(pile)s.",
        "It takes %(count)s cards. On the pile, from the top: %(pile)s.",
        "count",
    ),
    "capture.pile": gettext_noop("the pile of player %(player)s, which shows %(rank)s"),
    "capture.shields": gettext_noop("%(rank)s from the centre; it shields the pile of player %(player)s"),
    "capture.centre": gettext_noop("%(rank)s from the centre"),
    "call.takes": gettext_noop("Player %(player)s takes the cards; then these are paid, in this order."),
    "call.pays": gettext_noop("player %(payer)s pays player %(payee)s"),
}
