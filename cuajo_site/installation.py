"""Find folders, keys and versions of the installation."""

import os
import secrets
import sys
import tomllib
from contextlib import suppress
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from stat import S_ISVTX
from tempfile import NamedTemporaryFile
from typing import IO
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

_PACKAGE = Path(__file__).resolve().parent
_IS_INSTALLED = not (_PACKAGE.parent / "manage.py").exists()
_SHORTEST_KEY = 32
_OTHERS = 0o077


class DataFolderError(Exception):
    """The data folder cannot be used."""


def data_folder() -> Path:
    """Return the data folder without creating it."""
    return Path(os.environ.get("CUAJO_DATA") or Path.home() / ".cuajo").expanduser().absolute()


def make_data_folder() -> Path:
    """Create a private data folder. Raises DataFolderError."""
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _narrow(folder)
        with NamedTemporaryFile(dir=folder):
            return folder
    except OSError as error:
        message = f"Cuajo cannot write to its data folder {folder}: {_reason(error)}. Set CUAJO_DATA to another folder."
        raise DataFolderError(message) from error


def secret_key(*, folder: Path) -> str:
    """Return or create the secret key. Raises DataFolderError."""
    path = folder / "secret_key"
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise DataFolderError(f"Cuajo cannot use its secret key {path}: {_reason(error)}.") from error
    # A new key would sign out all phones, so a damaged one is never replaced.
    if len(key) < _SHORTEST_KEY:
        raise DataFolderError(
            f"The secret key {path} is damaged. Bring the file back from a copy; or delete it, and Cuajo makes "
            "another: the host then lets the phones in again."
        )
    return key


def _make_key(path: Path) -> None:
    key = secrets.token_urlsafe(50)
    # Other users must not read the key, and two processes must not make two keys.
    with NamedTemporaryFile("w", dir=path.parent) as draft, suppress(FileExistsError):
        _write(draft, key)
        try:
            os.link(draft.name, path)
        # Android does not allow hard links.
        except (PermissionError, AttributeError):
            with path.open("x") as file:
                _write(file, key)


def _write(file: IO[str], key: str) -> None:
    file.write(key)
    file.flush()
    os.fsync(file.fileno())


def _narrow(folder: Path) -> None:
    """Restrict the data folder to its owner."""
    mode = folder.stat().st_mode
    if os.name != "posix" or not mode & _OTHERS:
        return
    names = {path.name for path in folder.iterdir()}
    # Other programs may need a shared folder, so its rights are not changed.
    if mode & S_ISVTX or (names and not names & {"secret_key", "cuajo.sqlite3"}):
        raise DataFolderError(
            f"Others on this machine can look into the data folder {folder}, which holds other things too. "
            f"Set CUAJO_DATA to a folder of its own, or type: chmod 700 {folder}"
        )
    folder.chmod(mode & ~_OTHERS)


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return getattr(error, "strerror", None) or str(error)


def version() -> str:
    if _IS_INSTALLED:
        return metadata.version("cuajo")
    project = tomllib.loads((_PACKAGE.parent / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def command() -> str:
    """Return the start of a command line."""
    return "cuajo" if _IS_INSTALLED else "python -m uv run manage.py"


def with_library(*, extra: str, library: str) -> str:
    """Return the command that installs an extra."""
    if hasattr(sys, "getandroidapilevel"):
        # Termux cannot build these packages with pip.
        return f"pkg install python-{library}"
    if not _IS_INSTALLED:
        return f"python -m uv run --extra {extra} manage.py {' '.join(sys.argv[1:])}"
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx inject cuajo {library}"
    if Path(sys.prefix, "uv-receipt.toml").exists() or not find_spec("pip"):
        return f"uv pip install --python {sys.prefix} {library}"
    return f"{sys.executable} -m pip install {library}"


def files_folder() -> Path:
    """Return the folder of templates and static files."""
    return _PACKAGE / "files" if _IS_INSTALLED else _PACKAGE.parent


def swagger_ui_folder() -> Path:
    return Path(str(files("drf_spectacular_sidecar"))) / "static/drf_spectacular_sidecar/swagger-ui-dist"


def machine_time_zone() -> str:
    """Return the time zone of the machine, or UTC."""
    name = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        # Django sets TZ to its own zone at its start, so read the zone before.
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return "UTC"


def proxy_networks(*, named: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Parse a list of networks. Raises ImproperlyConfigured.

    >>> proxy_networks(named="127.0.0.1, 10.0.0.0/8")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    try:
        return tuple(ip_network(each.strip(), strict=False) for each in named.split(",") if each.strip())
    except ValueError as error:
        raise ImproperlyConfigured(
            f"CUAJO_PROXIES: {error}. Set it to addresses or networks, such as 127.0.0.1,10.0.0.0/8."
        ) from error
