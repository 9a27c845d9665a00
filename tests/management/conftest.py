"""A database file with the example club, as its owner has it, and commands that work on it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker, Settings

from scoring.management.database import migrate
from scoring.operations.demo import fill_demo
from tests import people
from tests.management.commanding import working_on


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    file = tmp_path_factory.mktemp("demo") / "cuajo.sqlite3"
    with django_db_blocker.unblock(), working_on(file):
        migrate()
        fill_demo(club=people.make_club(), now=people.EVENING)
    return file


@pytest.fixture
def books(demo: Path, tmp_path: Path, settings: Settings, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """Return a copy of the example club in a data folder of its own, on which the commands work."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir(mode=0o700)
    with django_db_blocker.unblock():
        yield Path(shutil.copy(demo, settings.DATA_DIR / "cuajo.sqlite3"))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder
