"""Write entries: open the books, check, post, seal."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, wraps
from inspect import Parameter, Signature, signature
from itertools import chain as joined
from itertools import product
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model, OuterRef, QuerySet, Subquery

from scoring import models
from scoring.frozen import Frozen
from scoring.games.base import Data, Points
from scoring.ledger.fingerprint import chain, chain_seal
from scoring.ledger.kinds import KINDS, Balance, balance_of
from scoring.ledger.lines import Line, Payment, position_in
from scoring.ledger.night import Night
from scoring.limits import MOST_KEPT
from scoring.models import Club, Device, Dispute, DisputeVoice, Entry, EntryKind, Proposal, Seal, Seat, Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations import errors
from scoring.queries.books.seals import SealDigest, sealed, totals
from scoring.queries.prepared import Prepared
from scoring.queries.table.night import night_of
from scoring.texts import say


class Stamp(Frozen):
    """The device, time and key of a form."""

    device: Device | None
    at: datetime
    key: UUID
    known: tuple[UUID, ...] = ()  # earlier keys of this phone without an answer
    in_transaction: bool = False
    read: Night | None = field(default=None, compare=False, repr=False)  # the night that the page read


class Draft(Frozen):
    """An entry to post, still without a number."""

    kind: EntryKind
    act: Data = field(default_factory=dict)
    payments: tuple[Payment, ...] = ()
    points: tuple[Points, ...] = ()
    reason: str = ""
    reverses: Entry | None = None

    @property
    def balance(self) -> Balance:
        """Return the balance that its payments move."""
        back = self.reverses
        return balance_of(kind=EntryKind(back.kind), act=back.act) if back else balance_of(kind=self.kind, act=self.act)


def content_hash(operation: str, **content: object) -> str:
    text = json.dumps([operation, content], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


type Keyed = Entry | Dispute | DisputeVoice | Proposal


@dataclass(kw_only=True, eq=False)
class Books[R: Keyed]:
    """The locked books of a session. `rows` are sealed at the end."""

    session: Session
    given: Session  # the caller's object
    stamp: Stamp
    content: str
    before: R | None  # the row that this key recorded earlier
    newest: str
    rows: list[Entry | Seat | models.Partnership | Dispute | DisputeVoice] = field(default_factory=list)

    @cached_property
    def night(self) -> Night:
        """Return the night with all posted entries."""
        read = self.stamp.read
        # The page has read this night already, which saves queries if no line was added since.
        return read if read and read.fingerprint == self.newest != "" else night_of(session=self.session)

    @property
    def signed(self) -> dict[str, Any]:
        """Return the columns of device, key and content."""
        return {"device": self.stamp.device, "key": self.stamp.key, "content_hash": self.content}

    @cached_property
    def seats(self) -> dict[int, Seat]:
        return {seat.number: seat for seat in self.session.seats.all()}

    def entry(self, line: Line) -> Entry:
        return self.session.entries.get(number=line.number)

    def require_open(self) -> None:
        if self.night.is_closed:
            raise errors.SessionClosedError

    def require_unchanged(self, *, expected_entry: int, but_known: bool = False) -> None:
        """Raise TableChangedError for newer entries. With `but_known`, entries of the same phone are allowed."""
        if self.night.last_entry == expected_entry:
            return
        since = self.session.entries.filter(number__gt=expected_entry)
        made = list(since.values_list("key", "device", "recorded_at")) if but_known else []
        # One act may make several entries, of which one has its key.
        own = {(device, at) for key, device, at in made if key in self.stamp.known}
        if not made or not all((device, at) in own for _key, device, at in made):
            raise errors.TableChangedError

    def require_reason(self, *, reason: str) -> None:
        if not reason:
            raise errors.ReasonMissingError

    def post(self, draft: Draft, *, with_key: bool = True) -> Entry:
        """Write an entry with its payments and points."""
        if any(payment.cents > HIGHEST_AMOUNT_CENTS for payment in draft.payments):
            raise errors.WrongAmountError(say("wrong_amount.too_high"))
        number = self.night.last_entry + 1
        line = Line(
            number=number,
            kind=draft.kind,
            act=draft.act,
            recorded_at=self.stamp.at,
            position=position_in(act=draft.act, number=number),
            fingerprint="",
            reason=draft.reason,
            has_key=with_key,
            reverses=draft.reverses.number if draft.reverses else None,
            judged=None,
            points=draft.points,
            **{draft.balance.value: draft.payments},
        )
        # Each fingerprint covers the line before, so no line can be changed unseen.
        line = replace(line, fingerprint=chain(previous=self.night.fingerprint, entry=line))
        entry = Entry.objects.create(
            session=self.session,
            number=number,
            kind=draft.kind,
            act=draft.act,
            reason=draft.reason,
            reverses=draft.reverses,
            device=self.stamp.device,
            recorded_at=self.stamp.at,
            key=self.stamp.key if with_key else None,
            content_hash=self.content if with_key else "",
            fingerprint=line.fingerprint,
        )
        self.rows.append(entry)
        self.night = self.night.and_then(line)
        rows = {number: player.row for number, player in self.night.players.items()}
        models.Payment.objects.bulk_create(
            models.Payment(
                entry=entry,
                payer_id=rows[payment.payer],
                payee_id=rows[payment.payee],
                amount_cents=payment.cents,
                cash=draft.balance is Balance.HANDED,
                apart=draft.balance is Balance.APART,
            )
            for payment in draft.payments
        )
        models.Score.objects.bulk_create(
            models.Score(entry=entry, seat_id=rows[score.seat], points=score.points) for score in draft.points
        )
        return entry


@contextmanager
def writing[R: Keyed](
    rows: type[R], *, session: Session, stamp: Stamp, content: str, closed_too: bool = False
) -> Iterator[Books[R]]:
    """Lock the books of a session in one transaction. Raises KeyReusedError, SessionClosedError unless `closed_too`."""
    with locked(session=session, savepoint=not stamp.in_transaction) as found:
        before, newest = kept_before(rows, stamp=stamp, content=content), vars(found)["newest"] or ""
        books = Books(session=found, given=session, stamp=stamp, content=content, before=before, newest=newest)
        if before is None and not closed_too:
            books.require_open()
        yield books
        # The seals come last, because they cover every row of this transaction.
        if books.rows:
            last = (vars(found)["seal"] or 0, vars(found)["sealed"] or "")
            seal_night(session=found, things=map(sealed, books.rows), is_closed=books.night.is_closed, last=last)
            events = [_event(row) for row in books.rows if isinstance(row, Entry)]
            announce(session=found, events=events, at=stamp.at)


def lock_club(*, club: Club, again: Iterable[Model] = ()) -> None:
    """Lock a club, then read rows again."""
    Club.objects.select_for_update().get(pk=club.pk)
    for row in again:
        row.refresh_from_db()


def change(row: Model, **columns: object) -> None:
    """Set and save columns of a row."""
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=[*columns])


def require_room(rows: QuerySet[Any], *, refused: type[errors.RefusedError], most: int = MOST_KEPT) -> None:
    """Raise `refused` if a club keeps as many rows as it may."""
    if rows.count() >= most:
        raise refused(say(f"{refused.code}.many", most=most))


def seal_night(
    *, session: Session, things: Iterable[SealDigest], is_closed: bool, last: tuple[int, str] | None = None
) -> None:
    """Seal rows of a locked night, and its totals."""
    # A sealed total lets the nightly check skip closed nights.
    total = totals(nights=(session.pk,)).values() if is_closed else ()
    write_seals(chain=session.public_id, things=joined(things, total), last=last)


def write_seals(*, chain: UUID, things: Iterable[SealDigest], last: tuple[int, str] | None = None) -> None:
    """Append seals to a locked chain."""
    newest = Seal.objects.filter(chain=chain).order_by("-number")
    first, fingerprint = last or newest.values_list("number", "fingerprint").first() or (0, "")
    seals = []
    for number, thing in enumerate(things, start=first + 1):
        kind, about, said = thing.kind, thing.about, thing.digest
        fingerprint = chain_seal(previous=fingerprint, number=number, kind=kind, about=about, digest=said)
        seals.append(Seal(chain=chain, number=number, kind=kind, about=about, digest=said, fingerprint=fingerprint))
    # SQLite limits the parameters of one statement.
    Seal.objects.bulk_create(seals, batch_size=100)


_seals = Seal.objects.filter(chain=OuterRef("public_id")).order_by("-number")
_sessions = Prepared(
    lambda session: Session.objects.filter(pk=session).annotate(
        seal=Subquery(_seals.values("number")[:1]),
        sealed=Subquery(_seals.values("fingerprint")[:1]),
        newest=Subquery(Entry.objects.filter(session=OuterRef("pk")).order_by("-number").values("fingerprint")[:1]),
    ),
    int,
)


@contextmanager
def locked(*, session: Session, savepoint: bool = True) -> Iterator[Session]:
    """Lock a session and read it again."""
    with transaction.atomic(savepoint=savepoint):
        # A query that waited for a lock has subqueries from before the wait, so a second query reads them. SQLite locks
        # the whole database before.
        if connection.features.has_select_for_update:
            Session.objects.select_for_update().get(pk=session.pk)
        found = next(iter(_sessions(session.pk)), None)
        if found is None:
            raise Session.DoesNotExist
        yield found


_WITH_KEY: dict[type[Model], Prepared[Any]] = {
    rows: Prepared(lambda key, rows=rows: rows._default_manager.filter(key=key), UUID)
    for rows in (Entry, Dispute, DisputeVoice, Proposal, Session)
}


def kept_before[R: Keyed | Session](rows: type[R], *, stamp: Stamp, content: str) -> R | None:
    """Return the row of this key. Raises KeyReusedError."""
    before = cast("R | None", next(iter(_WITH_KEY[rows](stamp.key)), None))
    # An old form that is sent again must not repeat an act that was undone.
    if before and (before.content_hash != content or hasattr(before, "reversal")):
        raise errors.KeyReusedError
    return before


def touch(*, session: Session, **changes: object) -> None:
    """Save columns, so that every phone reloads the session."""
    # Phones poll the revision.
    change(session, **changes, revision=session.revision + 1)


def announce(*, session: Session, events: Iterable[tuple[str, int | None]], at: datetime) -> None:
    if settings.WEBHOOKS:
        models.WebhookMessage.objects.bulk_create(
            models.WebhookMessage(webhook=webhook, event=event, session=session, entry=line, happened_at=at, next_at=at)
            for webhook, (event, line) in product(models.Webhook.objects.filter(club=session.club_id), events)
        )


def _event(entry: Entry) -> tuple[str, int]:
    reopens = entry.reverses and entry.reverses.kind == EntryKind.CLOSE
    return models.SESSION_OPENED if reopens else models.EVENTS[EntryKind(entry.kind)], entry.number


EXPECTED = "expected_entry"
_GIVEN = {"session": Session, EXPECTED: int, "stamp": Stamp}


def records(
    kind: EntryKind, *, but_known: bool = False
) -> Callable[[Callable[..., Draft | Entry]], Callable[..., Entry]]:
    """Turn a function of open books into an operation.

    The function returns a draft to post, or the entry that it posted. The operation takes `session`, `expected_entry`
    and `stamp` too. It refuses money in a night for points, amounts out of range and a missing `reason`.
    """

    def declare(write: Callable[..., Draft | Entry]) -> Callable[..., Entry]:
        takes = signature(write)
        judges_itself = EXPECTED in takes.parameters
        needs_reason = "reason" in takes.parameters and takes.parameters["reason"].default is Parameter.empty

        @wraps(write)
        def operation(*, session: Session, stamp: Stamp, **entered: Any) -> Entry:
            expected_entry = None if judges_itself else entered.pop(EXPECTED)
            bound = takes.bind(None, **entered)
            bound.apply_defaults()
            _, *arguments = bound.arguments.items()
            # The same form may send its fields in another order.
            said = {name: _in_order(value) for name, value in arguments if name != EXPECTED}
            content = content_hash(write.__name__, session=session.public_id, **said)
            closed_too = KINDS[kind].while_closed
            with writing(Entry, session=session, stamp=stamp, content=content, closed_too=closed_too) as books:
                if books.before:
                    return books.before
                if expected_entry is not None:
                    books.require_unchanged(expected_entry=expected_entry, but_known=but_known)
                _require_possible(books, kind=kind, entered=entered)
                if needs_reason:
                    books.require_reason(reason=entered["reason"])
                done = write(books, **entered)
                return books.post(done) if isinstance(done, Draft) else done

        # The API reads the arguments of an operation from its signature.
        _, *own = takes.parameters.values()
        more = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=given) for name, given in _GIVEN.items()]
        both = [*own, *(each for each in more if each.name not in takes.parameters)]
        both.sort(key=lambda each: each.default is not each.empty)
        operation.__signature__ = Signature(both, return_annotation=Entry)  # type: ignore[attr-defined]
        operation.__annotations__ = {each.name: each.annotation for each in both} | {"return": Entry}
        return operation

    return declare


def _in_order(value: object) -> object:
    """Sort collections, for a stable content hash."""
    if isinstance(value, Mapping):
        return sorted(value.items())
    return sorted(value) if isinstance(value, Collection) and not isinstance(value, str) else value


def _require_possible(books: Books[Entry], *, kind: EntryKind, entered: Mapping[str, Any]) -> None:
    if KINDS[kind].only_money and books.session.money.is_points:
        raise errors.WrongAmountError(say("wrong_amount.points_only"))
    if not 1 <= (cents := entered.get("amount_cents", 1)) <= HIGHEST_AMOUNT_CENTS:
        problem = "nothing" if cents < 1 else "too_high"
        raise errors.WrongAmountError(say(f"wrong_amount.{problem}"), field="amount_cents")
