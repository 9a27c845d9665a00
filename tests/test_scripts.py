"""The scripts of the pages stay small."""

import gzip

from django.conf import settings

from cuajo_site.static_files import bare

MOST_BYTES = 25_000
FOR_PROGRAMMERS = "api-docs.js"
"""The page that describes the API; no phone at a table loads it."""


def test_the_scripts_together_stay_under_25_kb_compressed() -> None:
    folder = settings.BASE_DIR / "static" / "js"
    scripts = [script.read_text() for script in folder.glob("*.js") if script.name != FOR_PROGRAMMERS]
    assert sum(len(gzip.compress(bare(script).encode())) for script in scripts) < MOST_BYTES


def test_no_script_holds_text_over_several_lines_which_baring_would_change() -> None:
    folder = settings.BASE_DIR / "static" / "js"
    assert all(line.count("`") % 2 == 0 for script in folder.glob("*.js") for line in script.read_text().splitlines())
