"""What is delivered: version and parts, scripts and sheets that stay whole, examples that are true."""

import doctest
import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from rcssmin import cssmin  # type: ignore[import-untyped]

import scoring
from cuajo_site.static_files import whole
from scoring.money import currency_for
from tests.views.reading import open_page

FOLDER = Path(scoring.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(("scoring", *path.relative_to(FOLDER).with_suffix("").parts)).removesuffix(".__init__")
    for path in FOLDER.rglob("*.py")
    if ">>> " in path.read_text()
)


def test_every_script_can_still_be_read_without_its_comments_and_spaces(tmp_path: Path) -> None:
    for script in (settings.BASE_DIR / "static" / "js").glob("*.js"):
        (tmp_path / script.name).write_bytes(whole(f"js/{script.name}"))
    oxlint = Path(sys.executable).with_name("oxlint")
    found = subprocess.run([oxlint, "--allow=all", tmp_path], capture_output=True, text=True, check=False)
    assert re.search(r"\b0 errors\b", found.stdout), found.stdout


def test_no_sheet_loses_the_space_between_two_elements_when_it_is_shortened() -> None:
    """Within @container `td :is(a, b)` would become `td:is(a,b)`, which is another element."""
    parted = re.compile(r"[\w\])]\s+:(?:is|not|where|has|first|last|only|nth)\b")
    sheets = {sheet.name: sheet.read_text() for sheet in (settings.BASE_DIR / "static" / "css").glob("*.css")}
    written = {name: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for name, text in sheets.items()}
    lost = {name: len(parted.findall(text)) - len(parted.findall(cssmin(text))) for name, text in written.items()}
    assert {name for name, count in lost.items() if count} == set()


def test_a_sheet_is_sent_with_the_colours_of_what_is_drawn_by_their_names() -> None:
    drawings = [drawing.read_text() for drawing in (settings.BASE_DIR / "static" / "icons").glob("*.svg")]
    asked = {name for text in drawings for name in re.findall(r"var\((--[\w-]+)\)", text)}
    sent = (whole("css/common.css") + whole("css/sections/table.css")).decode()
    assert len(asked) > 5
    assert asked - set(re.findall(r"(--[\w-]+):", sent)) == set()


WIDTH = re.compile(r"m(?:in|ax)-width: [\d.]+rem")
WIDTHS = {"min-width: 42rem", "max-width: 41.99rem", "min-width: 64rem", "max-width: 63.99rem"}
NARROW = {"min-width: 22rem", "max-width: 21.99rem"}
"""The three widths of tokens.css, from each side."""


def test_sheets_know_three_widths_and_have_one_declaration_a_line() -> None:
    sheets = [sheet.read_text() for sheet in (settings.BASE_DIR / "static" / "css").glob("*.css")]
    asked = {each for text in sheets for media in re.findall(r"@media[^{]*", text) for each in WIDTH.findall(media)}
    assert asked - WIDTHS - NARROW == set()
    lines = [line for text in sheets for line in text.splitlines()]
    assert [line for line in lines if re.search(r"^\s+[a-z-]+: [^;\"]+;\s*[a-z-]+: ", line)] == []


def test_no_line_of_a_sheet_or_a_page_is_over_120_columns() -> None:
    files = [file for name in ("static/css", "templates") for file in (settings.BASE_DIR / name).rglob("*.*")]
    assert [line for file in files for line in file.read_text().splitlines() if len(line) > 120] == []


@pytest.mark.django_db
def test_the_club_says_which_version_it_runs_on(host: Client) -> None:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    assert open_page(host, "/club/curious/").text("data-version") == f"Cuajo {project['version']}"


def test_what_it_is_made_of_is_kept_as_the_lock_file_has_it() -> None:
    lock = tomllib.loads((settings.BASE_DIR / "uv.lock").read_text())
    kept = json.loads((settings.BASE_DIR / "docs" / "sbom.cdx.json").read_text())
    locked = {(package["name"], package["version"]) for package in lock["package"]}
    made_of = {(part["name"], part["version"]) for part in kept["components"] if "pypi" in part["purl"]}
    own = next(package for package in lock["package"] if package["name"] == "cuajo")
    needed = {need["name"] for need in own["dependencies"]}
    needed |= {need["name"] for extra in own["optional-dependencies"].values() for need in extra}
    assert made_of <= locked
    assert needed <= {name for name, _ in made_of}


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_every_documented_example_gives_what_it_says(name: str) -> None:
    outcome = doctest.testmod(import_module(name), extraglobs={"currency_for": currency_for})
    assert outcome.attempted > 0
    assert outcome.failed == 0
