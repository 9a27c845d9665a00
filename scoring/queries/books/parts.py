"""What of the database the exported books hold, and what stays out; a test asks for every field.

Rows lie inside the object of the row they belong to, and name other rows by what a person would: a number at
the table, or the public id. `docs/export.md` explains the file to whoever reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model

from scoring.models import (
    Device,
    Dispute,
    DisputeVoice,
    Entry,
    Hand,
    KeptVerdict,
    Payment,
    Player,
    SavedRules,
    Score,
    Season,
    Seat,
    Session,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One kind of row: a list called `name` in the object of the row that `parent` points to.

    `values` are written as they are, `links` by the field named with each of the row they point to. `night`
    is the way from the row to its session. A `single` part is one object, null where there is none.
    """

    model: type[Model]
    name: str
    parent: str
    values: tuple[str, ...]
    night: str = ""
    links: Mapping[str, str] = field(default_factory=dict)
    single: bool = False
    parts: tuple["Part", ...] = ()

    @property
    def rows(self) -> Any:
        """Return every row of this kind, in the order in which they were recorded."""
        return self.model._default_manager.order_by("pk")


CLUB = ("public_id", "name", "time_zone", "created_at")
PLAYERS = Part(
    model=Player,
    name="players",
    parent="club",
    values=("public_id", "name", "created_at", "erased_at"),
    links={"merged_into": "public_id"},
)
DEVICES = Part(model=Device, name="devices", parent="", values=("public_id", "label", "created_at"))
RULE_SETS = Part(
    model=SavedRules,
    name="rule_sets",
    parent="club",
    values=("public_id", "game", "name", "rules", "revision", "changed_at"),
)

_STAMP = ("key", "content_hash")
SESSIONS = Part(
    model=Session,
    name="sessions",
    parent="club",
    values=(
        "public_id",
        "game",
        "rules",
        "currency",
        "minor_digits",
        "stake_factor",
        "first_dealer",
        "table",
        "revision",
        "is_practice",
        "players_may_propose",
        "has_terms",
        "name",
        "place",
        "note",
        "day",
        "started_at",
        *_STAMP,
    ),
    parts=(
        Part(
            model=Seat,
            name="seats",
            parent="session",
            night="session",
            values=("number", "since"),
            links={"player": "public_id"},
        ),
        Part(
            model=Entry,
            name="entries",
            parent="session",
            night="session",
            values=("number", "kind", "act", "reason", "recorded_at", "fingerprint", *_STAMP),
            links={"reverses": "number", "device": "public_id"},
            parts=(
                Part(
                    model=Payment,
                    name="payments",
                    parent="entry",
                    night="entry__session",
                    values=("amount_cents", "cash", "apart"),
                    links={"payer": "number", "payee": "number"},
                ),
                Part(
                    model=Score,
                    name="scores",
                    parent="entry",
                    night="entry__session",
                    values=("points",),
                    links={"seat": "number"},
                ),
                Part(
                    model=Hand,
                    name="hand",
                    parent="entry",
                    night="session",
                    values=("position", "after", "winner", "deals_next", "verdict", "engine_version"),
                    single=True,
                ),
                Part(
                    model=Dispute,
                    name="disputes",
                    parent="entry",
                    night="entry__session",
                    values=("why", "raised_at", *_STAMP),
                    links={"seat": "number", "device": "public_id"},
                    parts=(
                        Part(
                            model=DisputeVoice,
                            name="voices",
                            parent="dispute",
                            night="dispute__entry__session",
                            values=("ruling", "decides", "given_at", *_STAMP),
                            links={"seat": "number", "device": "public_id"},
                        ),
                    ),
                ),
                Part(
                    model=KeptVerdict,
                    name="kept_verdicts",
                    parent="entry",
                    night="entry__session",
                    values=("public_id", "game", "claim", "rules", "answer", "engine_version", "kept_at"),
                    links={"device": "public_id"},
                ),
            ),
        ),
    ),
)

SEASONS = Part(model=Season, name="seasons", parent="club", values=("public_id", "name", "since", "until"))
