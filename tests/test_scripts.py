"""The scripts of the pages stay small, and whole."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from rcssmin import cssmin  # type: ignore[import-untyped]
from rjsmin import jsmin  # type: ignore[import-untyped]

MOST_BYTES = 25_000
FOR_PROGRAMMERS = "api-docs.js"
"""The page that describes the API; no phone at a table loads it."""


def loaded() -> dict[str, bytes]:
    """Return the scripts of phones as they are loaded."""
    folder = settings.BASE_DIR / "static" / "js"
    return {script.name: jsmin(script.read_bytes()) for script in folder.glob("*.js") if script.name != FOR_PROGRAMMERS}


def test_the_scripts_together_stay_under_25_kb_compressed() -> None:
    assert sum(len(gzip.compress(script)) for script in loaded().values()) < MOST_BYTES


def test_every_script_can_still_be_read_without_its_comments_and_spaces(tmp_path: Path) -> None:
    for name, script in loaded().items():
        (tmp_path / name).write_bytes(script)
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
