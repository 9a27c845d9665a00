"""Keep the SQL of frequent reads."""

from collections.abc import Callable
from copy import copy
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import CharField, DateField, Field, IntegerField, QuerySet, UUIDField, Value

_FIELDS: "dict[type, Field[Any, Any]]" = {int: IntegerField(), str: CharField(), UUID: UUIDField(), date: DateField()}


class _Place(NamedTuple):
    at: int


class Prepared[R]:
    """A read whose SQL Django builds once. `build` takes a placeholder for each parameter."""

    # For a small read, Django takes longer to build the SQL than the database to answer.
    def __init__(self, build: Callable[..., QuerySet[Any, R]], *kinds: type) -> None:
        self._build, self._fields = build, tuple(_FIELDS[kind] for kind in kinds)
        self._built: dict[str, tuple[Any, ...]] = {}

    def __call__(self, *values: object) -> list[R]:
        """Read with the values or rows of the parameters."""
        if connection.vendor not in self._built:
            self._built[connection.vendor] = self._compiled()
        queryset, compiler, converters, sql, parameters = self._built[connection.vendor]
        given = zip(self._fields, values, strict=True)
        prepared = [field.get_db_prep_value(getattr(value, "pk", value), connection) for field, value in given]
        asked = tuple(prepared[each.at] if isinstance(each, _Place) else each for each in parameters)
        # The compiler is shared by all threads, a connection must not be.
        own, ready = copy(compiler), queryset.all()
        vars(own).update(connection=connection, get_converters=lambda _: converters, as_sql=lambda: (sql, asked))
        vars(ready.query).update(get_compiler=lambda *_, **__: own)
        return list(ready)

    def _compiled(self) -> tuple[Any, ...]:
        queryset = self._build(*(Value(_Place(at)) for at in range(len(self._fields))))
        compiler = queryset.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        return queryset, compiler, compiler.get_converters([each for each, *_ in compiler.select]), sql, parameters
