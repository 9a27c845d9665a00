"""How the books would spread over many servers (decision 28): by clubs, and no query asks about more than one."""

import re

import pytest
from django.apps import apps
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Club, Session
from scoring.operations.figures.tallies import sum_up
from scoring.operations.sessions.demo import fill_demo
from tests import people

EVERYWHERE = {"installation", "alarm", "device", "apitoken", "apianswer", "keptverdict"}
"""Tables that every server would hold whole: phones belong to several clubs, strangers to none."""

BY_CHAIN = {"seal"}
"""Its `chain` is the public id of a night or of the club itself."""

MODELS = {model._meta.model_name: model for model in apps.get_app_config("scoring").get_models()}
KEYS = r"(?:id|\w+_id|public_id|token_hash|token|key|chain)"
BY_KEY = re.compile(rf'"{KEYS}" (?:=|IN) ?(?:\(|\'|\d|{{)')

pytestmark = pytest.mark.django_db


def way_to_club(model: type[models.Model]) -> tuple[str, ...] | None:
    """Return the shortest way from a row to its club, by references that are never empty."""
    ways: list[tuple[type[models.Model], tuple[str, ...]]] = [(model, ())]
    for each, way in ways:
        if each is Club:
            return way
        fields = [field for field in each._meta.fields if isinstance(field, models.ForeignKey) and not field.null]
        ways += [(field.related_model, (*way, field.name)) for field in fields if len(way) < 4]
    return None


SPREAD = {
    name: way for name, model in MODELS.items() if name not in EVERYWHERE and (way := way_to_club(model)) is not None
}


def test_every_row_belongs_to_one_club_or_lies_everywhere() -> None:
    assert MODELS.keys() - SPREAD.keys() - BY_CHAIN == EVERYWHERE


def outermost(sql: str) -> str:
    """Return a query with `{}` for what it asks in between by a key, and nothing for what it asks without."""
    while (found := re.search(r"\(([^()]*)\)", sql)) is not None:
        is_asked = found[1].startswith("SELECT")
        inner = ("{}" if reads_by_a_key(found[1]) else "") if is_asked else f"<{found[1]}>"
        sql = sql[: found.start()] + inner + sql[found.end() :]
    return sql


def reads_by_a_key(sql: str) -> bool:
    """Tell whether a query names the row, the night or the club that it is about."""
    named = set(re.findall(r'(?:FROM|JOIN|UPDATE|INTO) "scoring_(\w+)"', sql))
    if sql.startswith("INSERT") or not named - EVERYWHERE:
        return True
    _, _, where = outermost(sql).partition(" WHERE ")
    return BY_KEY.search(where.replace("<", "(")) is not None


@pytest.fixture
def clubs() -> tuple[Club, Client]:
    """Fill two clubs alike, and return the first with its host."""
    first, other = people.make_club(), people.make_club(name="Others")
    for club in (first, other):
        fill_demo(club=club, now=people.EVENING)
    sum_up(pause=lambda _seconds: None)
    return first, people.host_browser(club=first)


def test_no_query_of_a_page_asks_about_more_than_one_club(clubs: tuple[Club, Client]) -> None:
    club, host = clubs
    night = Session.objects.filter(club=club).latest("pk")
    table = f"/sessions/{night.public_id}/"
    player = f"/players/{club.players.earliest('pk').public_id}/"
    pages = ["/", table, f"{table}live/?v=0", f"{table}statement/", player, "/history/", "/standings/", "/partners/"]
    pages += ["/players/", "/debts/", "/seasons/", "/summary/", "/club/", "/phones/", "/programs/", "/rules/sets/"]
    with CaptureQueriesContext(connection) as captured:
        for page in pages:
            assert host.get(page).status_code == 200, page
        people.win(night)
    across = {each["sql"] for each in captured.captured_queries if not reads_by_a_key(each["sql"])}
    assert {sql for sql in across if sql.startswith(("SELECT", "UPDATE", "DELETE"))} == set()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="keys of PostgreSQL")
def test_the_keys_hold_on_a_scratch_schema(clubs: tuple[Club, Client]) -> None:
    """Every table with its club in front of every key: references of one club lead to rows of the same."""
    assert clubs
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA scratch")
        for name, way in SPREAD.items():
            model, joins, row = MODELS[name], "", "t0"
            for number, step in enumerate(way, 1):
                field = model._meta.get_field(step)
                assert isinstance(field, models.ForeignKey)
                model = field.related_model
                joins += f" JOIN {model._meta.db_table} t{number} ON t{number}.id = {row}.{field.column}"
                row = f"t{number}"
            table = MODELS[name]._meta
            is_there = "club_id" in {each.column for each in table.fields}
            columns = "t0.*" if is_there else f"t0.*, {row}.id AS club_id"
            cursor.execute(f"CREATE TABLE scratch.{name} AS SELECT {columns} FROM {table.db_table} t0{joins}")
            cursor.execute(f"ALTER TABLE scratch.{name} ADD PRIMARY KEY (club_id, id)")
        for name in SPREAD:
            for field in MODELS[name]._meta.fields:
                to = field.related_model._meta.model_name if isinstance(field, models.ForeignKey) else None
                if to in SPREAD and to != "club":
                    reference = f"FOREIGN KEY (club_id, {field.column}) REFERENCES scratch.{to} (club_id, id)"
                    cursor.execute(f"ALTER TABLE scratch.{name} ADD {reference}")
        cursor.execute("SELECT count(*) FROM information_schema.table_constraints WHERE table_schema = 'scratch'")
        assert cursor.fetchone()[0] > len(SPREAD)
