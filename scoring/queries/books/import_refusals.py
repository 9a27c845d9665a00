"""Find values and rows that an import refuses."""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date, datetime
from functools import cache, reduce
from operator import or_
from typing import Any, cast
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.models import BooleanField, Exists, F, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from scoring.models import FIRST_DAY, LAST_DAY, Club, Device, Hand, Partnership, Seat, Session
from scoring.models.guard import GUARDS
from scoring.money import OFFERED_CURRENCIES
from scoring.queries.books.export import PLAYERS, RULE_SETS, SEASONS, SESSIONS, Part, key_of
from scoring.texts import Text, say

_KINDS: dict[type, type] = {models.CharField: str, models.IntegerField: int, models.BooleanField: bool}
# SQLite stores values of any type and length in any column.
_MISFIT: dict[type, str] = {
    models.CharField: "typeof({0}) <> 'text' OR length({0}) > {most}",
    models.IntegerField: "typeof({0}) <> 'integer' OR {0} < {least}",
    models.BooleanField: "{0} NOT IN (0, 1)",
    models.UUIDField: "length({0}) <> 32 OR {0} GLOB '*[^0-9a-f]*'",
    models.DateField: "typeof({0}) <> 'text' OR julianday({0}) IS NULL",
    models.JSONField: "CAST({0} AS TEXT) = 'null'",
}
_ALLOWED: dict[str, Callable[[], Collection[str]]] = {
    "currency": lambda: {currency.code for currency in OFFERED_CURRENCIES},
    "time_zone": cache(available_timezones),  # it reads many files
}


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
    if name in _ALLOWED and value not in _ALLOWED[name]():
        raise WrongRowError(say(f"books_refused.{name}"), place=place)
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


def refused_of_club(*, club: Club) -> Iterator[Text]:
    """Yield the rows that an import refuses."""
    for part in (PLAYERS, RULE_SETS, SEASONS, SESSIONS):
        yield from _refused_rows(part.rows.filter(club=club))
    for part, night in _parts_inside(SESSIONS, night=""):
        yield from _refused_rows(part.rows.filter(**{f"{night}__club": club}))
    # A hand may point to another night than its line.
    yield from _refused_rows(Hand.objects.filter(entry__session__club=club).exclude(session__in=club.sessions.all()))
    yield from _refused_rows(Club.objects.filter(pk=club.pk))
    named = Q(memberships__club=club) | Q(entries__session__club=club)
    yield from _refused_rows(Device.objects.filter(pk__in=Device.objects.filter(named).values("pk")))
    ends = club.players.filter(merged_into=None)
    yield from _broken_links(club.players.exclude(merged_into=None).exclude(merged_into__in=ends), link="merged_into")
    yield from _broken_links(Seat.objects.filter(session__club=club).exclude(player__club=club), link="player")


def stray_pairs(*, club: Club) -> Iterator[Text]:
    """Yield the links of partners to other nights."""
    pairs = Partnership.objects.filter(session__club=club)
    for link in ("first", "second", "seating"):
        if pairs.exclude(**{link: None}).exclude(**{f"{link}__session": F("session")}).exists():
            yield say("finding.points_elsewhere", link=f"Partnership.{link}")


def _parts_inside(part: Part, *, night: str) -> Iterator[tuple[Part, str]]:
    for inner, lookup in part.inside(night=night):
        yield inner, lookup
        yield from _parts_inside(inner, night=lookup)


def _broken_links(rows: QuerySet[Any], *, link: str) -> Iterator[Text]:
    for pk, value in rows.values_list("pk", f"{link}__public_id"):
        yield _refused(rows, pk, say("books_refused.link", value=str(value)))


def _refused(rows: QuerySet[Any], pk: int, why: Text) -> Text:
    return say("finding.refused", place=say("finding.row", table=rows.model.__name__, id=pk), why=why)


def _refused_rows(rows: QuerySet[Any]) -> Iterator[Text]:
    # A person with access to the database can switch off a constraint or a guard.
    refusals = tuple(_refusals(rows.model))
    uniques = {name: value for _, _, same in refusals for name, value in same.items()}
    rows = rows.alias(**uniques).order_by("pk")
    # Django needs more time to write a question than SQLite to answer it, so one question is about all refusals.
    in_sql = " OR ".join(f"({refused})" for _, refused, _ in refusals if isinstance(refused, str))
    if rows.filter(reduce(or_, (each for _, each, _ in refusals if isinstance(each, Q)), _sql(in_sql))).exists():
        for why, refused, _ in refusals:
            for pk in rows.filter(_sql(refused) if isinstance(refused, str) else refused).values_list("pk", flat=True):
                yield _refused(rows, pk, say("books_refused.database", why=why))


def _refusals(model: type[models.Model]) -> Iterator[tuple[str, Q | str, dict[str, Any]]]:
    """Yield reason and condition of refusals, SQL or a Q with the columns that it names."""
    meta = model._meta
    for constraint in meta.constraints:
        match constraint:
            case models.CheckConstraint():
                yield constraint.name, ~cast("Q", constraint.condition), {}
            case models.UniqueConstraint():
                same = constraint.expressions or [*map(F, constraint.fields)]
                yield _doubled(model, constraint.name, same, among=constraint.condition)
    for field in meta.local_fields:
        if field.unique and not field.primary_key:
            yield _doubled(model, field.name, [F(field.name)])
        if misfit := _misfit(field):
            yield field.name, misfit, {}
        if allowed := _ALLOWED.get(field.name):
            yield field.name, f"{_column(field)} NOT IN ({', '.join(map(repr, allowed()))})", {}
    for guard in GUARDS:
        if guard.stored and guard.table == meta.db_table:
            yield guard.message, guard.stored.replace("NEW.", f"{guard.table}."), {}


def _doubled(
    model: type[models.Model], name: str, same: Sequence[Any], *, among: Q | None = None
) -> tuple[str, Q | str, dict[str, Any]]:
    if among is None and all(isinstance(each, F) for each in same):
        fields = [cast("models.Field[Any, Any]", model._meta.get_field(each.name)) for each in same]
        equal = "".join(f" AND {_column(each, 'others')} = {_column(each)}" for each in fields)
        table = model._meta.db_table
        return name, f"EXISTS (SELECT 1 FROM {table} others WHERE others.id <> {table}.id{equal})", {}  # noqa: S608 - ours
    named = {f"{name}_{place}": value for place, value in enumerate(same)}
    others = model._default_manager.filter(among or Q()).alias(**named).exclude(pk=OuterRef("pk"))
    return name, (among or Q()) & Q(Exists(others.filter(**{each: OuterRef(each) for each in named}))), named


def _misfit(field: "models.Field[Any, Any]") -> str:
    """Return the SQL condition of values that a column cannot hold."""
    misfit = next((misfit for kind, misfit in _MISFIT.items() if isinstance(field, kind)), "")
    if not misfit or (connection.vendor != "sqlite" and not isinstance(field, models.JSONField)):
        return ""
    column = _column(field)
    is_whole = isinstance(field, models.IntegerField)  # PostgreSQL knows a range of these only
    least = connection.ops.integer_field_range(field.get_internal_type())[0] if is_whole else None
    condition = misfit.format(column, most=field.max_length, least=least)
    return f"{column} IS NOT NULL AND ({condition})" if field.null else f"({condition}) IS NOT FALSE"


def _column(field: "models.Field[Any, Any]", table: str = "") -> str:
    return f"{table or field.model._meta.db_table}.{connection.ops.quote_name(field.column or '')}"


def _sql(condition: str) -> Q:
    return Q(RawSQL(condition, (), output_field=BooleanField()))  # noqa: S611 - ours
