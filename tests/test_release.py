"""The version, and what it is made of, are those of the lock file."""

import json
import tomllib

import pytest
from django.conf import settings
from django.test import Client

from tests.views.reading import open_page


@pytest.mark.django_db
def test_the_club_says_which_version_it_runs_on(host: Client) -> None:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    assert open_page(host, "/club/").text("data-version") == f"Cuajo {project['version']}"


def test_what_it_is_made_of_is_kept_as_the_lock_file_has_it() -> None:
    lock = tomllib.loads((settings.BASE_DIR / "uv.lock").read_text())
    kept = json.loads((settings.BASE_DIR / "docs" / "sbom.cdx.json").read_text())
    locked = {(package["name"], package["version"]) for package in lock["package"]}
    made_of = {(part["name"], part["version"]) for part in kept["components"]}
    own = next(package for package in lock["package"] if package["name"] == "cuajo")
    needed = {need["name"] for need in own["dependencies"]}
    needed |= {need["name"] for extra in own["optional-dependencies"].values() for need in extra}
    assert made_of <= locked
    assert needed <= {name for name, _ in made_of}
