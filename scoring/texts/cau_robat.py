"""What cau robat says."""

from scoring.texts.words import Sentences, gettext_noop, ngettext_lazy

SENTENCES: Sentences = {
    "act.by_piles": gettext_noop("hand by counted piles"),
    "deal.cau": gettext_noop("%(face_up)s cards face up, the others dealt by threes; %(first)s begins."),
    "deal.cau_threes": gettext_noop(
        "%(face_up)s cards face up, three each dealt and played at a time; %(first)s begins."
    ),
    "cau.turn": gettext_noop("plays next"),
    "cau.centre": gettext_noop("in the centre: %(cards)s"),
    "cau.empty": gettext_noop("nothing in the centre"),
    "cau.pile": gettext_noop("cards in the pile, %(top)s on top"),
    "cau.no_pile": gettext_noop("no cards yet"),
    "cau.owes": gettext_noop("owes cards"),
    "cau.plays": gettext_noop("plays %(card)s"),
    "cau.takes": gettext_noop("takes %(cards)s"),
    "cau.calls": gettext_noop("%(call)s, takes %(cards)s"),
    "cau.waits": gettext_noop("plays %(card)s: %(call)s, unless the next player has another"),
    "cau.due": gettext_noop("has to pay cards"),
    "cau.cau": gettext_noop("cau"),
    "cau.recau": gettext_noop("recau"),
    "cau.contracau": gettext_noop("contracau"),
    "cau.pays": gettext_noop("pays cards"),
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
    "capture.pile": gettext_noop("the pile of %(player)s, which shows %(rank)s"),
    "capture.shields": gettext_noop("%(rank)s from the centre; it shields the pile of %(player)s"),
    "capture.centre": gettext_noop("%(rank)s from the centre"),
    "call.takes": gettext_noop("%(player)s takes the cards; then these are paid, in this order."),
    "call.pays": gettext_noop("%(payer)s pays %(payee)s"),
}
