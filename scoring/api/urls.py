"""Every address of the API."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from scoring.api import books, entries, history, judge, money, nights, people, rules
from scoring.api.declared import Operation, read
from scoring.api.description import documentation, schema
from scoring.api.problems import nothing_here, problem_type, problem_types
from scoring.api.resources import addresses

OPERATIONS: tuple[Operation, ...] = (
    *judge.OPERATIONS,
    *rules.OPERATIONS,
    *people.OPERATIONS,
    *nights.OPERATIONS,
    *entries.OPERATIONS,
    *money.OPERATIONS,
    *history.OPERATIONS,
    *books.OPERATIONS,
    read("problems/", problem_types),
    read("problems/{code}/", problem_type),
)
resources: list[URLPattern] = addresses(OPERATIONS)

urlpatterns: list[URLPattern | URLResolver] = [
    path("v1/", include(resources)),
    path("schema/", schema, {"operations": OPERATIONS}, name="api-schema"),
    path("docs/", documentation, name="api-docs"),
    re_path(r"", nothing_here),
]
