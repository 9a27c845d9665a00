"""What recording has in common for all kinds of lines: an operation says only what its line holds."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

from scoring.ledger.kinds import KINDS
from scoring.models import Entry, EntryKind, Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.errors import WrongAmountError
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, writing
from scoring.texts import say

EXPECTED = "expected_entry"
_GIVEN = {"session": Session, EXPECTED: int, "stamp": Stamp}


def records(
    kind: EntryKind, *, but_known: bool = False, while_closed: bool = False
) -> Callable[[Callable[..., Draft]], Callable[..., Entry]]:
    """Make an operation of a function that drafts a line of a `kind` from open books and from what was entered.

    The operation takes the same by name, with `session`, `expected_entry` and `stamp`, and its signature tells the API
    so; it writes the line once for each key and returns it. It refuses what no kind takes: money in a night for points,
    an amount of nothing or of more than the books hold, an empty `reason`. A draft that takes `expected_entry` says
    itself what is stale.
    """

    def declare(draft: Callable[..., Draft]) -> Callable[..., Entry]:
        takes = signature(draft)
        judges_itself = EXPECTED in takes.parameters

        @wraps(draft)
        def operation(*, session: Session, stamp: Stamp, **entered: Any) -> Entry:
            expected_entry = None if judges_itself else entered.pop(EXPECTED)
            bound = takes.bind(None, **entered)
            bound.apply_defaults()
            _, *said = bound.arguments.items()
            content = content_hash(
                draft.__name__,
                session=session.public_id,
                **{name: _in_order(value) for name, value in said if name != EXPECTED},
            )
            with writing(
                Entry,
                session=session,
                stamp=stamp,
                content=content,
                expected_entry=expected_entry,
                but_known=but_known,
                closed_too=while_closed,
            ) as books:
                if books.before:
                    return books.before
                _require_possible(books, kind=kind, entered=entered)
                return books.post(draft(books, **entered))

        _, *own = takes.parameters.values()
        more = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=given) for name, given in _GIVEN.items()]
        both = [*own, *(each for each in more if each.name not in takes.parameters)]
        both.sort(key=lambda each: each.default is not each.empty)
        operation.__signature__ = Signature(both, return_annotation=Entry)  # type: ignore[attr-defined]
        operation.__annotations__ = {each.name: each.annotation for each in both} | {"return": Entry}
        return operation

    return declare


def _in_order(value: object) -> object:
    """Return what was entered so that it is the same in whichever order it came."""
    if isinstance(value, Mapping):
        return sorted(value.items())
    return sorted(value) if isinstance(value, Collection) and not isinstance(value, str) else value


def _require_possible(books: Books[Entry], *, kind: EntryKind, entered: Mapping[str, Any]) -> None:
    if KINDS[kind].only_money and books.session.money.is_points:
        raise WrongAmountError(say("wrong_amount.points_only"))
    if "amount_cents" in entered and entered["amount_cents"] < 1:
        raise WrongAmountError(say("wrong_amount.nothing"), field="amount_cents")
    if "amount_cents" in entered and entered["amount_cents"] > HIGHEST_AMOUNT_CENTS:
        raise WrongAmountError(say("wrong_amount.too_high"), field="amount_cents")
    if "reason" in entered:
        books.require_reason(reason=entered["reason"])
