"""The store in which a browser of its own home looks for authorities, and the one of the app put into it."""

import subprocess
from pathlib import Path
from shutil import which

import pytest


def certificate_stores(home: Path) -> tuple[Path, ...]:
    """Make the stores in which a browser of this home looks for authorities, and return them."""
    stores = home / ".pki" / "nssdb", home / ".local" / "share" / "pki" / "nssdb"
    for store in stores:
        store.mkdir(parents=True)
        _certutil(store, "-N", "--empty-password")
    return stores


def trust(certificate: Path, *, stores: tuple[Path, ...]) -> None:
    """Install an authority in these stores, as a person does in the settings of a phone."""
    for store in stores:
        _certutil(store, "-A", "-t", "C,,", "-n", "cuajo", "-i", str(certificate))


def _certutil(store: Path, *arguments: str) -> None:
    certutil = which("certutil")
    if certutil is None:
        pytest.skip("no certutil on this machine")
    subprocess.run([certutil, "-d", f"sql:{store}", *arguments], check=True)
