"""Lines of a ledger, objections to them, what an act comes to, and the refusal that shows two versions of a hand."""

from datetime import datetime
from typing import Annotated

from pydantic import BeforeValidator

from scoring.api.rules.acts import StoredAct, StoredVerdict
from scoring.api.web.answers import Shape, at
from scoring.ledger.fingerprint import short
from scoring.models import EntryKind
from scoring.queries.table.disputes import Outcome, Voice

_Short = Annotated[str, BeforeValidator(lambda fingerprint: short(fingerprint=fingerprint))]


class ChangeShape(Shape):
    """What an entry changed for a seat."""

    seat: int
    player: str
    amount_cents: int = at("cents")


class HandShape(Shape):
    """The verdict on the hand of an entry; `number` is null for a hand that no longer counts."""

    number: int | None
    position: int
    winner: int | None
    deals_next: int | None
    verdict: StoredVerdict
    engine_version: str


class EntryShape(Shape):
    """A line of the ledger; `reverses` and `reversed_by` are numbers of other lines."""

    number: int = at("entry.number")
    kind: EntryKind = at("entry.kind")
    act: StoredAct = at("entry.act")
    reason: str = at("entry.reason")
    recorded_at: datetime = at("entry.recorded_at")
    recorded_by: str | None = at("entry.device.label", default=None)
    fingerprint: _Short = at("entry.fingerprint")
    hand: HandShape | None
    changes: tuple[ChangeShape, ...]
    is_cash: bool
    is_apart: bool
    reverses: int | None
    reversed_by: int | None


class JudgedShape(Shape):
    """What an act would come to if it were recorded now."""

    act: StoredAct
    verdict: StoredVerdict
    winner: int | None
    changes: tuple[ChangeShape, ...]


class VersionsShape(Shape):
    """A hand as somebody else recorded it, and what was sent."""

    recorded: EntryShape
    yours: JudgedShape


class ObjectionShape(Shape):
    """A dispute with its voices, oldest first; `line` is the number of the disputed entry."""

    line: int
    player: str
    why: str
    device: str
    raised_at: datetime
    voices: tuple[Voice, ...]
    outcome: Outcome
