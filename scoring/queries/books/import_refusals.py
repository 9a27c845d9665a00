"""Find values and rows that an import refuses."""

from collections.abc import Container, Iterator
from contextlib import suppress
from datetime import date, datetime
from typing import Any, cast
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models
from django.db.models import BooleanField, Exists, F, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from scoring.models import FIRST_DAY, LAST_DAY, Club, Partnership, Player, Seat, Session
from scoring.models import Payment as PaymentRow
from scoring.models.guard import GUARDS
from scoring.money import OFFERED_CURRENCIES
from scoring.queries.books import export
from scoring.queries.books.export import CLUB, DEVICES, PLAYERS, RULE_SETS, SEASONS, SESSIONS, Part, key_of
from scoring.texts import Text, say

_OFFERED = frozenset(currency.code for currency in OFFERED_CURRENCIES)
_KINDS: dict[type, type] = {models.CharField: str, models.IntegerField: int, models.BooleanField: bool}


class WrongRowError(Exception):
    """A wrong row of a file, at `place`."""

    def __init__(self, text: Text, *, place: str) -> None:
        super().__init__(f"{place}: {text.english()}")
        self.text = text
        self.place = place


def check_keys(*, part: Part, row: Any, place: str) -> None:
    if not isinstance(row, dict):
        raise WrongRowError(say("books_refused.object"), place=place)
    expected = {*map(key_of, part.values), *part.links, *(inner.name for inner in part.parts)}
    if missing := sorted(expected - row.keys()):
        raise WrongRowError(say("books_refused.missing", name=repr(missing[0])), place=place)
    if unknown := sorted(row.keys() - expected):
        raise WrongRowError(say("books_refused.unknown", name=repr(unknown[0])), place=place)


def values_in(
    *, row: dict[str, Any], model: type[models.Model], names: tuple[str, ...], place: str
) -> dict[str, object]:
    """Return the values of a row. Raises WrongRowError."""
    values: dict[str, object] = {}
    for name in names:
        at = f"{place}.{key_of(name)}"
        try:
            values[name] = _value(model, name, row.get(key_of(name)), place=at)
        except ValidationError as error:
            raise WrongRowError(say("books_refused.value", why=" ".join(error.messages)), place=at) from error
    return values


def _value(model: type[models.Model], name: str, value: object, *, place: str) -> object:
    """Return a column's value. Raises WrongRowError or ValidationError."""
    field = cast("models.Field[Any, Any]", model._meta.get_field(name))
    if value is None:
        if field.null:
            return None
        raise ValidationError(str(field.error_messages["null"]))
    match field:
        case models.UUIDField() | models.DateField():
            read = _read(field, value, place=place)
            if model is Session and name == "day" and not (isinstance(read, date) and FIRST_DAY <= read <= LAST_DAY):
                raise WrongRowError(say("books_refused.day"), place=place)
            return read
        case models.CharField() if len(str(value)) > (field.max_length or 0):
            raise WrongRowError(say("books_refused.long", most=field.max_length or 0), place=place)
    if model is Session and name == "currency" and value not in _OFFERED:
        raise WrongRowError(say("books_refused.currency"), place=place)
    if model is Club and name == "time_zone" and value not in available_timezones():
        raise WrongRowError(say("books_refused.time_zone"), place=place)
    kind = next((type_ for each, type_ in _KINDS.items() if isinstance(field, each)), None)
    if kind is str and not isinstance(value, str):
        raise WrongRowError(say("books_refused.text"), place=place)
    if kind not in (str, None, type(value)):
        raise ValidationError(str(field.error_messages["invalid"]) % {"value": repr(value)[:80]})
    field.run_validators(value)
    return value


def _read(field: "models.Field[Any, Any]", value: object, *, place: str) -> object:
    try:
        read = field.to_python(value)
    except TypeError as error:
        raise WrongRowError(say("books_refused.text"), place=place) from error
    if isinstance(read, datetime) and read.tzinfo is None:
        raise WrongRowError(say("books_refused.time"), place=place)
    return read


def sound_tables() -> frozenset[type[models.Model]]:
    """Return the tables where no row breaks a constraint."""
    # One question to a whole table takes as long as one to a night.
    tables: set[type[models.Model]] = {Session, *(part.model for part, _ in _parts_inside(SESSIONS, night=""))}
    with suppress(DatabaseError):
        return frozenset(
            each for each in tables if not any(rows.exists() for _, rows in _broken_rows(each._default_manager.all()))
        )
    return frozenset()


def refused_of_night(*, session: Session, sound: Container[type[models.Model]] = ()) -> Iterator[Text]:
    """Yield the errors that stop an import, not asking `sound` tables again."""
    record, club = export.night_record(session=session), session.club_id
    yield from _refused_values(SESSIONS, record, place="session")
    named = DEVICES.rows.filter(public_id__in={*export.named_devices(SESSIONS, [record])})
    yield from _refused_values(DEVICES, export.rows_written(DEVICES, named), place=DEVICES.name)
    if Session not in sound:
        yield from _refused_rows(Session.objects.filter(pk=session.pk))
    for part, night in _parts_inside(SESSIONS, night=""):
        inside = part.rows.filter(**{night: session})
        if part.model not in sound:
            yield from _refused_rows(inside)
        # A payment to a seat of another night is a finding of its line.
        if part.model is not PaymentRow:
            yield from _stray_links(inside, session, *(link for link, name in part.links.items() if name == "number"))
    yield from _stray_links(Partnership.objects.filter(session=session), session, "first", "second", "seating")
    yield from _broken_links(Seat.objects.filter(session=session).exclude(player__club=club), link="player")


def _stray_links(rows: QuerySet[Any], session: Session, *links: str) -> Iterator[Text]:
    for link in links:
        if rows.filter(**{f"{link}__isnull": False}).exclude(**{f"{link}__session": session}).exists():
            yield say("finding.points_elsewhere", link=f"{rows.model.__name__}.{link}")


def refused_of_club(*, club: Club) -> Iterator[Text]:
    """Yield the errors that stop an import."""
    of_club = Part(model=Club, name="club", values=CLUB)
    for part in (of_club, PLAYERS, RULE_SETS, SEASONS):
        rows = part.rows.filter(**{"pk": club.pk} if part is of_club else {"club": club})
        written = export.rows_written(part, rows)
        yield from _refused_values(part, written[0] if part is of_club else written, place=part.name)
        yield from _refused_rows(rows)
    merged = Player.objects.filter(club=club, merged_into__isnull=False)
    ends = Player.objects.filter(club=club, merged_into=None)
    yield from _broken_links(merged.exclude(merged_into__in=ends), link="merged_into")


def _refused_values(part: Part, rows: Any, *, place: str) -> Iterator[Text]:
    for index, row in enumerate(rows if isinstance(rows, list) else [rows] if rows else []):
        at = f"{place}[{index}]" if isinstance(rows, list) else place
        try:
            values_in(row=row, model=part.model, names=part.values, place=at)
        except WrongRowError as error:
            yield say("finding.refused", place=error.place, why=error.text)
        for inner in part.parts:
            yield from _refused_values(inner, row[inner.name], place=f"{at}.{inner.name}")


def _broken_links(rows: QuerySet[Any], *, link: str) -> Iterator[Text]:
    for pk, value in rows.values_list("pk", f"{link}__public_id"):
        yield _refused(rows, pk, say("books_refused.link", value=str(value)))


def _refused(rows: QuerySet[Any], pk: int, why: Text) -> Text:
    return say("finding.refused", place=say("finding.row", table=rows.model.__name__, id=pk), why=why)


def _parts_inside(part: Part, *, night: str) -> Iterator[tuple[Part, str]]:
    for inner, lookup in part.inside(night=night):
        yield inner, lookup
        yield from _parts_inside(inner, night=lookup)


def _refused_rows(rows: QuerySet[Any]) -> Iterator[Text]:
    # A person with access to the database can switch off a constraint or a guard.
    for name, broken in _broken_rows(rows.order_by("pk")):
        for pk in broken.values_list("pk", flat=True):
            yield _refused(rows, pk, say("books_refused.database", why=name))


def _broken_rows(rows: QuerySet[Any]) -> Iterator[tuple[str, QuerySet[Any]]]:
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
    named = {f"same_{place}": value for place, value in enumerate(same)}
    others = rows.model._default_manager.filter(among or Q()).annotate(**named)
    twins = others.filter(**{name: OuterRef(name) for name in named}).exclude(pk=OuterRef("pk"))
    found: QuerySet[Any] = rows.filter(among or Q()).annotate(**named).filter(Exists(twins))
    return found
