"""The scripts of the pages stay small, and whole."""

import gzip
import subprocess
import sys
from pathlib import Path

from django.conf import settings
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
    assert "0 errors" in found.stdout, found.stdout
