"""Seal the rows that fingerprints do not cover."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from functools import reduce
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum

from scoring import models
from scoring.frozen import Frozen
from scoring.ledger.fingerprint import chain_seal, digest, utc_text
from scoring.models import Club, Dispute, DisputeVoice, Entry, Partnership, Player, Seat, Session
from scoring.texts import Text, say

TOTAL = "total"


class SealDigest(Frozen):
    """The kind, name and current digest of a row."""

    kind: str
    about: str
    digest: str


def sealed(row: Session | Seat | Partnership | Entry | Dispute | DisputeVoice | Player) -> SealDigest:
    kind, names, fields = _KINDS[type(row)]
    content = {name: _value_at(row, path) for name, path in fields.items()}
    if isinstance(row, Entry):
        hand = row.hand if row.kind == models.EntryKind.HAND and hasattr(row, "hand") else None
        content["hand"] = {name: getattr(hand, name) for name in _JUDGED} if hand else None
    return SealDigest(
        kind=kind, about=" ".join(str(_value_at(row, path) or 0) for path in names), digest=digest(content=content)
    )


def practice(session: Session) -> SealDigest:
    return SealDigest(kind="practice", about="", digest=digest(content={"is_practice": session.is_practice}))


def sealed_of_night(*, session: Session) -> Iterator[SealDigest]:
    """Yield the current digests of a night's rows."""
    yield from map(sealed, session.seats.select_related("player"))
    yield from map(sealed, session.entries.select_related("device", "hand").order_by("number"))
    disputes = Dispute.objects.filter(entry__session=session).select_related("entry", "seat", "device")
    yield from map(sealed, disputes.order_by("pk"))
    voices = DisputeVoice.objects.filter(dispute__entry__session=session)
    yield from map(sealed, voices.select_related("dispute", "seat", "device").order_by("pk"))
    if session.is_practice:
        yield practice(session)
    yield from map(sealed, session.partnerships.select_related("seating", "first", "second"))


def totals(*, nights: Collection[int]) -> dict[int, SealDigest]:
    """Digest closed nights by database id, in five queries."""
    # The nightly check compares only this digest if nothing was recorded since the close.
    newest = Entry.objects.filter(session=OuterRef("pk")).order_by("-number")
    found = Session.objects.filter(pk__in=nights).order_by()
    ends = found.values_list("pk", Subquery(newest.values("number")[:1]), Subquery(newest.values("fingerprint")[:1]))
    in_entry, in_night = {"entry__session__in": nights}, {"session__in": nights}
    sums = {
        "lines": _sums(Entry.objects.filter(**in_night), by="session", of="number"),
        "payments": _sums(models.Payment.objects.filter(**in_entry), by="entry__session", of="amount_cents"),
        "scores": _sums(models.Score.objects.filter(**in_entry), by="entry__session", of="points"),
        "hands": _sums(models.Hand.objects.filter(**in_night), by="session", of="position"),
    }
    return {
        pk: SealDigest(
            kind=TOTAL,
            about="",
            digest=digest(
                content={"last": last, "fingerprint": end, **{name: each.get(pk) for name, each in sums.items()}}
            ),
        )
        for pk, last, end in ends
    }


def _sums(rows: QuerySet[Any], *, by: str, of: str) -> dict[int, list[int]]:
    summed = rows.order_by().values_list(by).annotate(Count("pk"), Sum(of))
    return {night: [count, int(total)] for night, count, total in summed}


def sealed_of_club(*, club: Club) -> Iterator[SealDigest]:
    """Yield the current digests of nights and merged players."""
    yield from map(sealed, club.sessions.select_related("club").order_by("pk"))
    yield from map(sealed, club.players.exclude(merged_into=None).select_related("merged_into").order_by("pk"))


def _value_at(row: object, path: str) -> object:
    value = reduce(lambda found, name: found if found is None else getattr(found, name), path.split("."), row)
    return utc_text(moment=value) if isinstance(value, datetime) else str(value) if isinstance(value, UUID) else value


_JUDGED = ("position", "after", "winner", "deals_next", "verdict", "engine_version")
_TERMS = ("started_at", "key", "game", "rules", "currency", "minor_digits", "stake_factor", "first_dealer")
_RECORDED = {"device": "device.public_id", "key": "key", "content_hash": "content_hash"}
_BY_SEAT = {"seat": "seat.number", **_RECORDED}
# Per model: the kind of its seal, the fields of its name, and the sealed values by path. All are stored in seals, so
# a change makes every old seal wrong.
_KINDS: Mapping[type, tuple[str, tuple[str, ...], Mapping[str, str]]] = {
    Session: ("night", ("public_id",), {"club": "club.public_id", **{name: name for name in _TERMS}}),
    Seat: ("seat", ("number",), {"player": "player.public_id", "since": "since"}),
    Partnership: ("pair", ("seating.number", "first.number", "second.number"), {"since": "since"}),
    Entry: ("line", ("number",), {"fingerprint": "fingerprint", "reason": "reason", **_RECORDED}),
    Dispute: ("dispute", ("key",), {"line": "entry.number", "why": "why", "at": "raised_at", **_BY_SEAT}),
    DisputeVoice: (
        "voice",
        ("key",),
        {"dispute": "dispute.key", "ruling": "ruling", "decides": "decides", "at": "given_at", **_BY_SEAT},
    ),
    Player: ("merge", ("public_id",), {"into": "merged_into.public_id"}),
}


def wrong_seals(
    *, public_id: UUID, now: Iterable[SealDigest], needs_total: bool = False
) -> Iterator[tuple[int | None, Text]]:
    """Yield findings about seals, with their line.

    With `needs_total` the last seal must be the total of a closed night.
    """
    seals = {}
    fingerprint = last_kind = ""
    for number, seal in enumerate(models.Seal.objects.filter(chain=public_id).order_by("number"), start=1):
        derived = chain_seal(previous=fingerprint, number=number, kind=seal.kind, about=seal.about, digest=seal.digest)
        fingerprint = seal.fingerprint
        if derived != fingerprint:
            yield None, say("finding.broken_seal", number=seal.number)
        seals[seal.kind, seal.about] = seal.digest
        last_kind = seal.kind
    if needs_total and last_kind != TOTAL:
        yield _finding(TOTAL, "", "never_sealed")
    for each in now:
        before = seals.pop((each.kind, each.about), None)
        # A flag that was set and removed again has the same digest as one that was never set.
        if before != each.digest and (before or each.kind != "practice" or each != _NO_PRACTICE):
            yield _finding(each.kind, each.about, "never_sealed" if before is None else "not_as_sealed")
    for (kind, about), before in seals.items():
        # A night that was reopened keeps the total of its earlier close.
        if kind != TOTAL and (kind, before) != ("merge", _NOT_MERGED.digest):
            yield _finding(kind, about, "removed")


def _finding(kind: str, about: str, what: str) -> tuple[int | None, Text]:
    line = int(about) if kind == "line" and about.isdecimal() else None
    thing = say(f"finding.thing_{kind}", id=about, number=about) if kind in _SEALED else f"{kind} {about}"
    return line, say(f"finding.{what}", thing=thing)


_NO_PRACTICE = practice(Session(is_practice=False))
_NOT_MERGED = sealed(Player(merged_into=None))
_SEALED = frozenset(("night", "merge", "seat", "pair", "line", "dispute", "voice", "practice", TOTAL))
