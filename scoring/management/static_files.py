"""Collect the static files, but only after they changed."""

import hashlib
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_static(*, stamp: Path) -> bool:
    """Collect the static files unless the stamp file says it was done for these; return whether it was."""
    fingerprint = _fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(fingerprint)
    return True


def _fingerprint() -> str:
    """Return a digest over path, size and time of change of every static file."""
    found = [Path(storage.path(name)) for finder in get_finders() for name, storage in finder.list([])]
    facts = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in found)
    return hashlib.sha256(repr(facts).encode()).hexdigest()
