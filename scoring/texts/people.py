"""Why somebody or their phone is not let in, named or changed."""

from scoring.texts.words import Sentences, gettext_noop

SENTENCES: Sentences = {
    "link_unknown": gettext_noop("This link is not known here."),
    "link_used": gettext_noop("This link was already used."),
    "link_expired": gettext_noop("This link is too old."),
    "link_revoked": gettext_noop("The host took this link back."),
    "link_outdated": gettext_noop("The host decided about this phone after making this link."),
    "code_unknown": gettext_noop("No table is open under this code. Read it again from the host's phone."),
    "too_many_ask": gettext_noop("Too many phones are asking. The host has to answer some of them first."),
    "joining_closed": gettext_noop("Joining is closed. Open it again, and have the phone ask once more."),
    "no_place": gettext_noop("This phone does not belong to the club any more."),
    "last_host": gettext_noop("This is the only host. Make another phone the host first."),
    "holder_known": gettext_noop(
        "This phone speaks for %(player)s. The host can say under People and phones that it changed hands."
    ),
    "name_taken": gettext_noop("Somebody has an account with this name already. Choose another."),
    "season.no_name": gettext_noop("A season needs a name."),
    "season.ends_before": gettext_noop("The last day of a season cannot come before its first."),
    "club.no_name": gettext_noop("The club needs a name."),
    "club.long_name": gettext_noop("The name is too long: %(most)s letters at most."),
    "club.time_zone": gettext_noop("%(given)s is not a time zone. Choose one from the list, such as Asia/Manila."),
    "token.role": gettext_noop("A program may do no more than the phone that lets it in."),
    "token.player": gettext_noop("A program may speak for nobody but the player who holds the phone that lets it in."),
    "webhook.not_allowed": gettext_noop(
        "This machine may not call this address. Its owner names the hosts it may call in CUAJO_WEBHOOKS."
    ),
    "webhook.known": gettext_noop("This address is told already."),
    "webhook.many": gettext_noop("%(most)s addresses at most are told. Remove one first."),
    "player.no_name": gettext_noop("Every seat needs a name."),
    "player.long_name": gettext_noop("The name %(start)s... is too long: %(most)s letters at most."),
    "player.name_taken": gettext_noop("Somebody is called %(name)s already. Merge the two if they are one person."),
    "player.erased": gettext_noop("%(player)s stands for somebody whose name was erased. Choose another name."),
    "player.old_name": gettext_noop("This is an old name of another player. Erase that player instead."),
    "player.not_two": gettext_noop("These two cannot be merged. Choose two players from the list."),
    "player.same": gettext_noop("Choose another player to merge with."),
    "player.not_merged": gettext_noop("%(player)s was not merged into another player."),
    "player.debts_as_one": gettext_noop(
        "Debts of %(player)s were settled over several nights. Take those payments back first."
    ),
    "player.in_use": gettext_noop(
        "%(player)s sits at an open night, holds a phone or has another name. Change that first."
    ),
    "player.played": gettext_noop("%(player)s has played, so nights name them. Merge or erase the name instead."),
    "player.one_table": gettext_noop("%(player)s and %(other)s sat at the same table, so they are two people."),
}
