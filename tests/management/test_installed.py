"""Cuajo as an installed package: what a wheel carries, and how its commands are called."""

import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

from cuajo_site import packages

ROOT = Path(settings.BASE_DIR)
FILES = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]


def test_a_wheel_carries_every_folder_that_the_app_reads() -> None:
    carried = FILES["force-include"]
    assert set(carried) == {"docs/rules", "locale", "static", "templates"}
    assert all(inside == f"cuajo_site/files/{folder}" for folder, inside in carried.items())


def test_commands_are_called_as_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (packages.command(), packages.files_folder()) == ("python -m uv run manage.py", ROOT)
    monkeypatch.setattr(packages, "_IS_INSTALLED", True)
    assert (packages.command(), packages.files_folder()) == ("cuajo", ROOT / "cuajo_site" / "files")


def test_what_is_set_for_containers_is_what_the_app_reads() -> None:
    folder, known = ROOT / "docs/deploy", (ROOT / "docs/operating.md").read_text()
    service, *_ = (folder / "compose-public.yaml").read_text().split("\n  postgres:\n")
    named = re.findall(r"(?m)^ +(?:- )?([A-Z_]{4,})\b", service) + re.findall(
        r"CUAJO_DATA", (folder / "cuajo.service").read_text()
    )
    assert set(named) == {"CUAJO_HOSTS", "CUAJO_HTTPS", "CUAJO_ACCOUNTS", "CUAJO_CACHE", "DATABASE_URL", "CUAJO_DATA"}
    assert [name for name in named if f"`{name}" not in known] == []
