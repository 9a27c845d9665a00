"""Refund secrets that were none (C18), by themselves or with the hand after which they were shown."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.games.base import ActKind
from scoring.ledger.night import Night
from scoring.models import Entry, EntryKind
from scoring.operations.errors import NotReversibleError
from scoring.operations.table.judging import draft_of, judge
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, writing
from scoring.operations.table.reversing import reversal_of
from scoring.operations.words import Remark
from scoring.texts import say


def refund_false_secret(*, entry: Entry, stamp: Stamp, reason: Remark = "") -> Entry:
    """Refund a secret that was none, with the penalty of the house; return the reversal.

    Raises NotReversibleError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("refund_false_secret", entry=entry.pk, reason=reason)
    with writing(Entry, session=entry.session, stamp=stamp, content=content) as books:
        return books.before or post_refund(books, entry=entry, reason=reason)


def post_refund(books: Books[Entry], *, entry: Entry, reason: str, with_key: bool = True) -> Entry:
    """Write the refund of a secret and the penalty, and return the reversal. Raises NotReversibleError."""
    back, *penalties = refund_of(night=books.night, entry=entry, reason=reason)
    reversal = books.post(back, with_key=with_key)
    for penalty in penalties:
        books.post(penalty, with_key=False)
    return reversal


def refund_of(*, night: Night, entry: Entry, reason: str = "") -> Iterator[Draft]:
    """Yield the reversal of a secret that was none and, where the house has one, the penalty.

    The penalty is owed to those who sat there when it was laid. Raises NotReversibleError.
    """
    if entry.kind != EntryKind.SECRET:
        raise NotReversibleError(say("not_reversible.no_secret"))
    kind, position = ActKind.FALSE_SECRET, night.at(entry.number).position
    act = {"seat": entry.act["seat"]}
    yield replace(reversal_of(night=night, entry=entry, reason=reason), act={"why": kind.value, **act})
    outcome = judge(night=night, kind=kind, act=act, position=position)
    stakes = night.agreed(position=position).stakes
    penalty = draft_of(stakes=stakes, kind=kind, outcome=outcome, reason=reason)
    if penalty.payments:
        yield replace(penalty, act={**penalty.act, "position": position})
