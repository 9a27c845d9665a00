"""Seal the rows that fingerprints do not cover."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, reduce
from typing import Any, cast

from django.db.models import Count, Model, OuterRef, QuerySet, Subquery, Sum

from scoring import models
from scoring.frozen import Frozen
from scoring.ledger.fingerprint import chain_seal, digest
from scoring.models import Club, Dispute, DisputeVoice, Entry, Partnership, Player, Seat, Session
from scoring.queries.books.export import plain
from scoring.texts import Text, say

TOTAL = "total"


class SealDigest(Frozen):
    """The kind, name and current digest of a row."""

    kind: str
    about: str = ""
    content: Mapping[str, Any]

    @cached_property
    def digest(self) -> str:
        return digest(content=self.content)


def sealed(row: Session | Seat | Partnership | Entry | Dispute | DisputeVoice | Player) -> SealDigest:
    def value_at(path: str) -> object:
        return reduce(lambda found, name: getattr(found, name, None), path.split("__"), cast("Any", row))

    return _sealed(type(row), value_at)


def _sealed(model: type, value_at: Callable[[str], Any]) -> SealDigest:
    kind, names, fields = _KINDS[model]
    content = {name: plain(value_at(path)) for name, path in fields.items()}
    if model is Entry:
        is_judged = value_at("kind") == models.EntryKind.HAND and value_at("hand__position") is not None
        content["hand"] = {name: value_at(path) for name, path in _HAND.items()} if is_judged else None
    about = " ".join(str(value_at(path) or 0) for path in names)
    return SealDigest(kind=kind, about=about, content=content)


def practice(session: Session) -> SealDigest:
    return SealDigest(kind="practice", content={"is_practice": session.is_practice})


def sealed_of_nights(*, sessions: Collection[Session]) -> dict[int, list[SealDigest]]:
    """Return the current digests of the rows of each night."""
    found = {session.pk: [practice(session)] if session.is_practice else [] for session in sessions}
    for model, night in _OF_NIGHT.items():
        _, names, fields = _KINDS[model]
        paths = (night, *names, *fields.values(), *(("kind", *_HAND.values()) if model is Entry else ()))
        rows = model._default_manager.filter(**{f"{night}__in": sessions})
        for row in rows.values(*dict.fromkeys(paths)):
            found[row[night]].append(_sealed(model, row.__getitem__))
    return found


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
    content = {
        pk: {"last": last, "fingerprint": end, **{name: each.get(pk) for name, each in sums.items()}}
        for pk, last, end in ends
    }
    return {pk: SealDigest(kind=TOTAL, content=each) for pk, each in content.items()}


def _sums(rows: QuerySet[Any], *, by: str, of: str) -> dict[int, list[int]]:
    summed = rows.order_by().values_list(by).annotate(Count("pk"), Sum(of))
    return {night: [count, int(total)] for night, count, total in summed}


def sealed_of_club(*, club: Club) -> Iterator[SealDigest]:
    """Yield the current digests of nights and merged players."""
    yield from map(sealed, club.sessions.select_related("club").order_by("pk"))
    yield from map(sealed, club.players.exclude(merged_into=None).select_related("merged_into").order_by("pk"))


_HAND = {name: f"hand__{name}" for name in ("position", "after", "winner", "deals_next", "verdict", "engine_version")}
_TERMS = ("started_at", "key", "game", "rules", "currency", "minor_digits", "stake_factor", "first_dealer")
_RECORDED = {"device": "device__public_id", "key": "key", "content_hash": "content_hash"}
_BY_SEAT = {"seat": "seat__number", **_RECORDED}
# Per model: the kind of its seal, the fields of its name, and the sealed values by path. All are stored in seals, so
# a change makes every old seal wrong.
_KINDS: Mapping[type, tuple[str, tuple[str, ...], Mapping[str, str]]] = {
    Session: ("night", ("public_id",), {"club": "club__public_id", **{name: name for name in _TERMS}}),
    Seat: ("seat", ("number",), {"player": "player__public_id", "since": "since"}),
    Partnership: ("pair", ("seating__number", "first__number", "second__number"), {"since": "since"}),
    Entry: ("line", ("number",), {"fingerprint": "fingerprint", "reason": "reason", **_RECORDED}),
    Dispute: ("dispute", ("key",), {"line": "entry__number", "why": "why", "at": "raised_at", **_BY_SEAT}),
    DisputeVoice: (
        "voice",
        ("key",),
        {"dispute": "dispute__key", "ruling": "ruling", "decides": "decides", "at": "given_at", **_BY_SEAT},
    ),
    Player: ("merge", ("public_id",), {"into": "merged_into__public_id"}),
}
_OF_NIGHT: Mapping[type[Model], str] = {
    **{Seat: "session", Entry: "session", Partnership: "session"},
    **{Dispute: "entry__session", DisputeVoice: "dispute__entry__session"},
}


def wrong_seals(
    *, seals: Iterable[tuple[Any, ...]], now: Iterable[SealDigest], needs_total: bool = False
) -> Iterator[tuple[int | None, Text]]:
    """Yield findings about seals, with their line.

    With `needs_total` the last seal must be the total of a closed night.
    """
    sealed_before = {}
    fingerprint = last_kind = ""
    for number, (said, last_kind, about, sealed, newest) in enumerate(seals, start=1):
        if newest != chain_seal(previous=fingerprint, number=number, kind=last_kind, about=about, digest=sealed):
            yield None, say("finding.broken_seal", number=said)
        fingerprint = newest
        sealed_before[last_kind, about] = sealed
    if needs_total and last_kind != TOTAL:
        yield _finding(TOTAL, "", "never_sealed")
    for each in now:
        before = sealed_before.pop((each.kind, each.about), None)
        # A flag that was set and removed again has the same digest as one that was never set.
        if before != each.digest and (before or each.kind != "practice" or each != _NO_PRACTICE):
            yield _finding(each.kind, each.about, "never_sealed" if before is None else "not_as_sealed")
    for (kind, about), before in sealed_before.items():
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
