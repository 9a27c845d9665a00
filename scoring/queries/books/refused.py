"""The rows of the database that no import would take: what the reader of a file refuses, and what the database does."""

from collections.abc import Iterator
from typing import Any, cast

from django.db import models
from django.db.models import BooleanField, Exists, F, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from scoring.models import Club, Partnership, Player, Seat, Session
from scoring.models import Payment as PaymentRow
from scoring.models.guard import GUARDS
from scoring.queries.books.document import named_devices, night_record, rows_of, rows_written
from scoring.queries.books.parts import CLUB, DEVICES, PLAYERS, RULE_SETS, SEASONS, SESSIONS, Part
from scoring.queries.books.rows import key_of, wrong_values
from scoring.texts import Text, say

_PAIRS = Part(
    model=Partnership,
    name="",
    parent="",
    values=(),
    night="session",
    links={"first": "number", "second": "number", "seating": "number"},
)


def refused_of_night(*, session: Session) -> Iterator[Text]:
    """Yield what no import takes of a night; of payments to seats of another one their lines say so."""
    record, club = night_record(session=session), session.club_id
    phones = rows_written(DEVICES, DEVICES.rows.filter(public_id__in={*named_devices(SESSIONS, [record])}))
    for part, rows in ((SESSIONS, record), (DEVICES, phones)):
        yield from _refused_values(part, rows, place="session" if part is SESSIONS else part.name)
    yield from _refused_rows(Session.objects.filter(pk=session.pk))
    for part in (*_parts_inside(SESSIONS), _PAIRS):
        inside = part.rows.filter(**{part.night: session})
        if part is not _PAIRS:  # no file holds them
            yield from _refused_rows(inside)
        for link in (link for link, name in part.links.items() if name == "number" and part.model is not PaymentRow):
            rows = inside.filter(**{f"{link}__isnull": False})
            if rows.exclude(**{f"{link}__session": session}).exists():
                yield say("finding.points_elsewhere", link=f"{part.model.__name__}.{link}")
    yield from _pointing_nowhere(Seat.objects.filter(session=session).exclude(player__club=club), link="player")


def refused_of_club(*, club: Club) -> Iterator[Text]:
    """Yield what no import takes of a club, beside its nights."""
    rows = rows_of(PLAYERS, RULE_SETS, SEASONS, club=club)
    of_club = Part(model=Club, name="club", parent="", values=CLUB)
    rows[of_club.name] = {key_of(name): getattr(club, name) for name in CLUB}
    for part in (of_club, PLAYERS, RULE_SETS, SEASONS):
        yield from _refused_values(part, rows[part.name], place=part.name)
        yield from _refused_rows(part.rows.filter(**{"pk": club.pk} if part is of_club else {"club": club}))
    merged = Player.objects.filter(club=club, merged_into__isnull=False)
    ends = Player.objects.filter(club=club, merged_into=None)
    yield from _pointing_nowhere(merged.exclude(merged_into__in=ends), link="merged_into")


def _refused_values(part: Part, rows: Any, *, place: str) -> Iterator[Text]:
    for wrong in wrong_values(part=part, rows=rows, place=place):
        yield say("finding.refused", place=wrong.place, why=wrong.text)


def _pointing_nowhere(rows: QuerySet[Any], *, link: str) -> Iterator[Text]:
    for pk, value in rows.values_list("pk", f"{link}__public_id"):
        yield _refused(rows, pk, say("books_refused.link", value=str(value)))


def _refused(rows: QuerySet[Any], pk: int, why: Text) -> Text:
    return say("finding.refused", place=say("finding.row", table=rows.model.__name__, id=pk), why=why)


def _parts_inside(part: Part) -> Iterator[Part]:
    for inner in part.parts:
        yield inner
        yield from _parts_inside(inner)


def _refused_rows(rows: QuerySet[Any]) -> Iterator[Text]:
    """Yield the rows that break a constraint or a guard of their table, whoever switched it off."""
    for name, broken in _broken(rows.order_by("pk")):
        for pk in broken.values_list("pk", flat=True):
            yield _refused(rows, pk, say("books_refused.database", why=name))


def _broken(rows: QuerySet[Any]) -> Iterator[tuple[str, QuerySet[Any]]]:
    meta = rows.model._meta
    for constraint in meta.constraints:
        match constraint:
            case models.CheckConstraint():
                yield constraint.name, rows.filter(~cast("Q", constraint.condition))
            case models.UniqueConstraint():
                same = constraint.expressions or [*map(F, constraint.fields)]
                yield constraint.name, _doubled(rows, *same, among=constraint.condition or Q())
    for field in meta.local_fields:
        if field.unique and not field.primary_key:
            yield field.name, _doubled(rows, F(field.name))
    for guard in GUARDS:
        if guard.stored and guard.table == meta.db_table:
            where = guard.stored.replace("NEW.", f"{guard.table}.")
            yield guard.message, rows.filter(RawSQL(where, (), output_field=BooleanField()))  # noqa: S611 - ours


def _doubled(rows: QuerySet[Any], *same: Any, among: Q | None = None) -> QuerySet[Any]:
    """Return the rows beside which the database holds another one with the same values, none of them null."""
    named = {f"same_{place}": value for place, value in enumerate(same)}
    others = rows.model._default_manager.filter(among or Q()).annotate(**named)
    twins = others.filter(**{name: OuterRef(name) for name in named}).exclude(pk=OuterRef("pk"))
    found: QuerySet[Any] = rows.filter(among or Q()).annotate(**named).filter(Exists(twins))
    return found
