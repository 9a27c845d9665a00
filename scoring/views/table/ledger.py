"""Rows of the ledger in the order of play."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.table.hands import SOURCES
from scoring.forms.table.words import words_of
from scoring.frozen import Frozen
from scoring.ledger.kinds import BESIDE, DISPUTABLE, SUMMED
from scoring.ledger.night import Night
from scoring.ledger.undoing import undo_blocker
from scoring.models import EntryKind
from scoring.queries.books.ledger import Change, LedgerLine
from scoring.queries.table.state import TableState

_HOW: Mapping[str, str | Promise] = dict(SOURCES)
_TITLES = frozenset(
    {"Ate", "Kuya", "Tita", "Tito", "Mang", "Aling", "Manang", "Manong", "Nanay", "Tatay", "Don", "Doña"}
)
NOBODY = gettext_lazy("Nobody won")


class ShownLine(Frozen):
    """A ledger line with its texts and permitted acts.

    `cells` has one change per column, `sum_cents` the sum of the line, `each_cents` the price per opponent.
    """

    line: LedgerLine
    words: str
    unnumbered: str
    who: str
    how: str
    cells: tuple[Change | None, ...]
    sum_cents: int
    each_cents: int
    has_page: bool
    night: Night
    undoable: bool
    may_correct: bool
    may_object: bool
    refundable: bool
    is_disputed: bool

    @property
    def may_undo(self) -> bool:
        return self.undoable and not self._is_blocked

    @property
    def may_refund(self) -> bool:
        return self.refundable and not self._is_blocked

    @cached_property
    def _is_blocked(self) -> bool:
        return undo_blocker(night=self.night, line=self.night.at(self.line.entry.number)) is not None


class Reader(Frozen):
    """A reader of the ledger and their rights."""

    state: TableState
    undoable: Collection[EntryKind]
    can_object: bool
    disputed: Collection[int]

    def shown(self, line: LedgerLine) -> ShownLine:
        state, entry, kind = self.state, line.entry, EntryKind(line.entry.kind)
        counts, is_disputed = line.reversed_by is None, entry.number in self.disputed
        may_change = bool(self.undoable) and counts
        # The verdict has no number if opponents pay different amounts.
        paid = line.hand.verdict.get("per_opponent") if line.hand else None
        unnumbered = words_of(line=line, is_numbered=False)
        who, how = _briefly(line, names=state.night.names, words=unnumbered)
        return ShownLine(
            line=line,
            words=words_of(line=line),
            unnumbered=unnumbered,
            who=who,
            how=how,
            cells=self._cells(line),
            sum_cents=sum(max(0, change.cents) for change in line.changes) if kind in SUMMED + BESIDE else 0,
            each_cents=paid * state.session.terms.at(position=line.position).stakes if isinstance(paid, int) else 0,
            has_page=kind in DISPUTABLE,
            night=state.night,
            undoable=counts and kind in self.undoable and not state.night.is_of_start(state.night.at(entry.number)),
            may_correct=may_change and kind is EntryKind.HAND,
            may_object=self.can_object and counts and kind in DISPUTABLE and not is_disputed,
            refundable=may_change and kind is EntryKind.SECRET,
            is_disputed=is_disputed,
        )

    def _cells(self, line: LedgerLine) -> tuple[Change | None, ...]:
        """Return a change per column, None for absent players."""
        # A hand has cells even if no money moved, because a zero is a result.
        if not line.moves_results or not (line.changes or line.hand):
            return ()
        changes, night = {change.seat: change for change in line.changes}, self.state.night
        played = night.seatings.at(position=line.position).seats
        none = {seat: Change(seat=seat, player=name, cents=0) for seat, name in night.names.items()}
        found = {seat: changes.get(seat, each) for seat, each in none.items()}
        return tuple(
            change if seat in played or change.cents or change.points else None for seat, change in found.items()
        )


def _briefly(line: LedgerLine, *, names: Mapping[int, str], words: str) -> tuple[str, str]:
    """Return a title and a subtitle of a line."""
    if not line.hand or not line.is_readable:
        return words, ""
    if line.hand.winner is None:
        if line.act.get("result") != "drawn":
            return (capfirst(words), "") if line.changes else (str(NOBODY), words)
        dealer = names.get(line.hand.deals_next or 0)
        return str(NOBODY), _("%(player)s deals next") % {"player": dealer} if dealer else words
    winner = names[line.hand.winner]
    how = _HOW.get(str(line.act.get("source", "")))
    return winner, str(how).lower() if how else words.removeprefix(f"{winner} ")


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return first names without titles, full names if equal.

    >>> short_names(("Ate Nene", "Lola Caring", "Jun Cruz", "Jun Reyes"))
    ('Nene', 'Lola', 'Jun Cruz', 'Jun Reyes')
    """
    first = [_first(name.split(), name) for name in names]
    return tuple(short if first.count(short) == 1 else name for short, name in zip(first, names, strict=True))


def _first(words: list[str], name: str) -> str:
    return words[1] if len(words) > 1 and words[0] in _TITLES else words[0] if words else name
