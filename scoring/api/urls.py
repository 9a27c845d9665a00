"""The addresses under `/api/v1/`."""

import re

from django.urls import URLPattern, URLResolver, include, path, re_path

from scoring.api import club, entries, history, judge, money, nights
from scoring.api.description import documentation, schema
from scoring.api.operation import PARTS, Operation, read
from scoring.api.problems import nothing_here, problem_type, problem_types
from scoring.api.views import Resource

OPERATIONS: tuple[Operation, ...] = (
    *judge.OPERATIONS,
    *club.OPERATIONS,
    *nights.OPERATIONS,
    *entries.OPERATIONS,
    *money.OPERATIONS,
    *history.OPERATIONS,
    read("problems/", problem_types),
    read("problems/{code}/", problem_type),
)


def _resource(where: str) -> URLPattern:
    methods = {each.method: each for each in OPERATIONS if each.path == where}
    if "GET" in methods:
        methods["HEAD"] = methods["GET"]
    route = re.sub(r"{(\w+)}", lambda part: f"<{PARTS[part[1]].written}:{part[1]}>", where)
    return path(route, Resource.as_view(operations=methods, http_method_names=[*map(str.lower, methods)]))


resources = [_resource(where) for where in dict.fromkeys(each.path for each in OPERATIONS)]
urlpatterns: list[URLPattern | URLResolver] = [
    path("v1/", include(resources)),
    path("schema/", schema, {"operations": OPERATIONS}, name="api-schema"),
    path("docs/", documentation, name="api-docs"),
    re_path(r"", nothing_here),
]
