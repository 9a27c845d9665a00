"""Where this installation keeps its data: one folder, named by `CUAJO_DATA`."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


class DataFolderError(Exception):
    """The data folder cannot be used; the message says what to do."""


def data_folder() -> Path:
    """Return the data folder, made on first use and readable by its owner only.

    Raises `DataFolderError` where it cannot be made or written to.
    """
    folder = Path(os.environ.get("CUAJO_DATA") or Path.home() / ".cuajo").expanduser().absolute()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder):
            return folder
    except OSError as error:
        reason = error.strerror or str(error)
        message = f"Cuajo cannot write to its data folder {folder}: {reason}. Set CUAJO_DATA to another folder."
        raise DataFolderError(message) from error


def secret_key(*, folder: Path) -> str:
    """Return the installation's secret key, made in the folder on first start.

    A key that another process is making at the same moment wins: both then read the same file.
    """
    path = folder / "secret_key"
    if not path.exists():
        with NamedTemporaryFile("w", dir=folder) as draft:  # readable by the owner only
            draft.write(secrets.token_urlsafe(50))
            draft.flush()
            with suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text().strip()
