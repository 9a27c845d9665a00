"""The scripts of the pages stay small."""

import gzip

from django.conf import settings

MOST_BYTES = 25_000


def test_the_scripts_together_stay_under_25_kb_compressed() -> None:
    folder = settings.BASE_DIR / "static" / "js"
    assert sum(len(gzip.compress(script.read_bytes())) for script in folder.glob("*.js")) < MOST_BYTES
