"""Bring the database to what the code expects, with a copy of the old one."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder


def upgrade_database(*, backups: Path, now: datetime) -> Path | None:
    """Apply what migrations are missing and return the copy made before, None when none was needed.

    Only a SQLite file that holds data already is copied; a PostgreSQL server has its own backups.
    """
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    holds_data = bool(MigrationRecorder(connection).applied_migrations())
    backup = None
    if holds_data and connection.vendor == "sqlite":
        backups.mkdir(mode=0o700, exist_ok=True)
        backup = backups / f"before-upgrade-{now:%Y%m%d-%H%M%S}.sqlite3"
        copy_sqlite(source=Path(connection.settings_dict["NAME"]), target=backup)
    connection.close()
    call_command("migrate", verbosity=0, interactive=False)
    return backup


def copy_sqlite(*, source: Path, target: Path) -> None:
    """Copy a SQLite database as it is at one moment, readable by its owner only."""
    target.touch(mode=0o600)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
