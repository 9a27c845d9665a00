"""Where this installation keeps its data: one folder, named by `CUAJO_DATA`, private to its owner."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from stat import S_ISVTX
from tempfile import NamedTemporaryFile
from typing import IO

_SHORTEST_KEY = 32
_OTHERS = 0o077


class DataFolderError(Exception):
    """The data folder cannot be used; the message says what to do."""


def data_folder() -> Path:
    """Return the data folder, which may not be there yet; what only reads does not make it."""
    return Path(os.environ.get("CUAJO_DATA") or Path.home() / ".cuajo").expanduser().absolute()


def make_data_folder() -> Path:
    """Return the data folder, made on first use and narrowed to its owner.

    Raises `DataFolderError` where it cannot be made, written to or narrowed.
    """
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
    """Return the installation's secret key, made in the folder when it is first needed.

    A key that another process is making at the same moment wins: both then read the same file. Raises
    `DataFolderError` for one that was cut off or is none; it is never replaced.
    """
    path = folder / "secret_key"
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise DataFolderError(f"Cuajo cannot use its secret key {path}: {_reason(error)}.") from error
    if len(key) < _SHORTEST_KEY:
        raise DataFolderError(
            f"The secret key {path} is damaged. Bring the file back from a copy; or delete it, and Cuajo makes "
            "another: the host then lets the phones in again."
        )
    return key


def _make_key(path: Path) -> None:
    key = secrets.token_urlsafe(50)
    with NamedTemporaryFile("w", dir=path.parent) as draft, suppress(FileExistsError):  # readable by the owner only
        _write(draft, key)
        try:
            os.link(draft.name, path)
        except (PermissionError, AttributeError):  # Android knows no second name for a file
            with path.open("x") as file:
                _write(file, key)


def _write(file: IO[str], key: str) -> None:
    file.write(key)
    file.flush()
    os.fsync(file.fileno())


def _narrow(folder: Path) -> None:
    """Take from others on the machine the right to look into the folder, unless other things lie there too."""
    mode = folder.stat().st_mode
    if os.name != "posix" or not mode & _OTHERS:
        return
    names = {path.name for path in folder.iterdir()}
    if mode & S_ISVTX or (names and not names & {"secret_key", "cuajo.sqlite3"}):
        raise DataFolderError(
            f"Others on this machine can look into the data folder {folder}, which holds other things too. "
            f"Set CUAJO_DATA to a folder of its own, or type: chmod 700 {folder}"
        )
    folder.chmod(mode & ~_OTHERS)


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return getattr(error, "strerror", None) or str(error)
