"""The guards of a database: triggers that refuse what must never happen (`scoring.models.guards`).

Django's schema changes silently drop triggers on SQLite, so they are restored and checked after every
migration (`scoring.apps`).
"""

from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.models.guards import GUARDS, SQLITE_GUARDS, Guard


def guards_of(connection: BaseDatabaseWrapper) -> tuple[Guard, ...]:
    """Return the guards this database needs; SQLite replaces rows and takes any type, so it needs more."""
    return GUARDS + SQLITE_GUARDS if connection.vendor == "sqlite" else GUARDS


def restore(connection: BaseDatabaseWrapper) -> None:
    """Create every guard anew; those that exist are replaced."""
    create = _create_on_sqlite if connection.vendor == "sqlite" else _create_on_postgresql
    for guard in guards_of(connection):
        with connection.cursor() as cursor:
            for statement in create(guard):
                cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Drop every guard, also those of earlier versions, first of all in a migration that makes tables anew.

    SQLite refuses that where a guard reads the table. The guards are restored after the migrations.
    """
    with connection.cursor() as cursor:
        for name, table in _present(connection).items():
            cursor.execute(f"DROP TRIGGER {name}" + ("" if connection.vendor == "sqlite" else f" ON {table}"))


def missing(connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    """Return the names of the guards that the database lacks."""
    present = _present(connection)
    return tuple(guard.name for guard in guards_of(connection) if guard.name not in present)


def _present(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the tables of the guards that the database has, by the names of the guards."""
    query = (
        "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {name: table for name, table in cursor.fetchall() if name.startswith("guard_")}


def _create_on_sqlite(guard: Guard) -> tuple[str, ...]:
    return (
        f"DROP TRIGGER IF EXISTS {guard.name}",
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} WHEN {guard.condition} "
        f"BEGIN SELECT RAISE(ABORT, '{guard.message}'); END",
    )


def _create_on_postgresql(guard: Guard) -> tuple[str, ...]:
    row = "OLD" if guard.event == "DELETE" else "NEW"
    return (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN "
        f"IF {guard.condition} THEN RAISE EXCEPTION '{guard.message}' USING ERRCODE = 'check_violation'; "
        f"END IF; RETURN {row}; END $guard$",
        f"CREATE OR REPLACE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} "
        f"FOR EACH ROW EXECUTE FUNCTION {guard.name}()",
    )
