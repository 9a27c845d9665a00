"""The kinds of ledger lines. Pure."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from scoring.frozen import Frozen


class EntryKind(StrEnum):
    HAND = "hand"
    SECRET = "secret"
    PENALTY = "penalty"
    REVERSAL = "reversal"
    MATCH = "match"
    ADJUSTMENT = "adjustment"
    SEATING = "seating"
    CLOSE = "close"
    HANDOVER = "handover"
    FREE = "free"
    UTANG = "utang"
    TONG = "tong"
    CHIPS = "chips"
    TERMS = "terms"
    PAST = "past"
    DAY = "day"


class UtangWay(StrEnum):
    """The ways to settle a debt over nights."""

    PAID = "paid"
    FORGIVEN = "forgiven"
    CARRIED = "carried"
    OPENING = "opening"


class Balance(StrEnum):
    """Balances: owed by play, handed over, owed apart."""

    OWED = "owed"
    HANDED = "handed"
    APART = "apart"


type Act = Mapping[str, Any]


class Kind(Frozen):
    """The properties of a kind of line.

    `balance` is moved by its payments, and may depend on the act. An `is_quiet` line only sets how a night is played.
    Only disputable and quiet lines can be undone. A line `while_closed` is recorded and undone in a closed night too.
    An `only_money` line is not for points.
    """

    balance: Balance | Callable[[Act], Balance] = Balance.OWED
    is_disputable: bool = False
    is_quiet: bool = False
    while_closed: bool = False
    only_money: bool = False


def _of_chips(act: Act) -> Balance:
    return Balance.APART if act.get("what") == "counted" else Balance.HANDED


def _of_utang(act: Act) -> Balance:
    return Balance.APART if act.get("way") == UtangWay.FORGIVEN else Balance.HANDED


KINDS: Mapping[EntryKind, Kind] = {
    EntryKind.HAND: Kind(is_disputable=True),
    EntryKind.SECRET: Kind(is_disputable=True),
    EntryKind.PENALTY: Kind(is_disputable=True),
    EntryKind.REVERSAL: Kind(),
    EntryKind.MATCH: Kind(is_disputable=True),
    EntryKind.ADJUSTMENT: Kind(),
    EntryKind.SEATING: Kind(is_quiet=True),
    EntryKind.CLOSE: Kind(),
    EntryKind.HANDOVER: Kind(is_disputable=True, balance=Balance.HANDED, while_closed=True, only_money=True),
    EntryKind.FREE: Kind(is_disputable=True, balance=Balance.APART, only_money=True),
    EntryKind.UTANG: Kind(balance=_of_utang, while_closed=True, only_money=True),
    EntryKind.TONG: Kind(balance=Balance.APART, is_quiet=True, only_money=True),
    EntryKind.CHIPS: Kind(is_disputable=True, balance=_of_chips, only_money=True),
    EntryKind.TERMS: Kind(is_quiet=True),
    EntryKind.PAST: Kind(),
    EntryKind.DAY: Kind(is_quiet=True, while_closed=True),
}


DISPUTABLE = tuple(kind for kind, declared in KINDS.items() if declared.is_disputable)
# Lines of the tong are quiet too, although some of them move money.
QUIET = tuple(kind for kind, declared in KINDS.items() if declared.is_quiet)
UNDOABLE = (*DISPUTABLE, *QUIET)
PLAYED = (EntryKind.HAND, EntryKind.SECRET, EntryKind.PENALTY)  # judged by their seating
SETTLING = (EntryKind.HANDOVER, EntryKind.UTANG)  # in the plan of a close
MOVES_CHIPS = (*PLAYED, EntryKind.MATCH, EntryKind.FREE)  # chips on the table
SUMMED = (*PLAYED, EntryKind.HANDOVER, EntryKind.FREE)  # a single amount
BESIDE = (EntryKind.FREE, EntryKind.UTANG, EntryKind.TONG)  # side payments


def balance_of(*, kind: EntryKind, act: Act) -> Balance:
    declared = KINDS[kind].balance
    return declared if isinstance(declared, Balance) else declared(act)
