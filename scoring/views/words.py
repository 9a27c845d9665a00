"""What a line of the ledger says, in the words of the table."""

from collections.abc import Mapping
from typing import assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.base import ActKind
from scoring.games.cuajo import Source
from scoring.models import EntryKind
from scoring.queries.ledger import LedgerLine

type Names = Mapping[int, str]

_SOURCES: dict[str, str | Promise] = {
    Source.SELF_DRAWN: gettext_lazy("drawn from the stock"),
    Source.CLAIMED: gettext_lazy("claimed from another's draw"),
    Source.DISCARD: gettext_lazy("taken from the discards"),
    Source.DEALT: gettext_lazy("dealt complete"),
}
_ADJUSTMENTS: dict[str, str | Promise] = {
    "partners_share": gettext_lazy("Partners share equally"),
    "rounding": gettext_lazy("Rounded to the smallest coin"),
}
_PENALTIES: dict[str, str | Promise] = {
    ActKind.FALSE_WIN: gettext_lazy("False win of %(player)s"),
    ActKind.FALSE_SECRET: gettext_lazy("False secret of %(player)s"),
}


def words_of(*, line: LedgerLine, names: Names) -> str:
    """Return one sentence on what a line records; `names` are the players by seat number."""
    match EntryKind(line.entry.kind):
        case EntryKind.HAND:
            words = _hand_words(line, names)
        case EntryKind.SECRET:
            words = _("Secret of %(player)s") % {"player": names[line.entry.act["seat"]]}
        case EntryKind.PENALTY:
            words = _PENALTIES[line.entry.act["why"]] % {"player": names[line.entry.act["seat"]]}
        case EntryKind.REVERSAL:
            words = _("Took back line %(number)s") % {"number": line.reverses}
        case EntryKind.MATCH:
            words = _("Match settled")
        case EntryKind.ADJUSTMENT:
            words = str(_ADJUSTMENTS[line.entry.act["why"]])
        case EntryKind.CLOSE:
            words = _("Session closed")
        case EntryKind.HANDOVER:
            words = _handover_words(line)
        case kind:
            assert_never(kind)
    return words


def _hand_words(line: LedgerLine, names: Names) -> str:
    hand = _("Hand %(number)s") % {"number": line.hand_number} if line.hand_number else _("A hand")
    return f"{hand}: {_result_words(line, names)}"


def _result_words(line: LedgerLine, names: Names) -> str:
    act = line.entry.act
    if line.hand is None or line.hand.winner is None:
        drawn = act["result"] == "drawn"
        return _("no winner, the stock ran out") if drawn else _("void after a false win")
    won = _("%(player)s won") % {"player": names[line.hand.winner]}
    return f"{won}, {_SOURCES[act['source']]}"


def _handover_words(line: LedgerLine) -> str:
    giver = next(change.player for change in line.changes if change.cents < 0)
    taker = next(change.player for change in line.changes if change.cents > 0)
    return _("%(giver)s handed cash to %(taker)s") % {"giver": giver, "taker": taker}
