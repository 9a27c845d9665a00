"""What the nightly check and copy of the books came to, kept in a file of the data folder."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

_FILE = "nightly.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Nightly:
    """When it ended, how many differences were found, the name of the copy (empty without one), and what went wrong."""

    at: datetime
    wrong: int
    copy: str = ""
    failure: str = ""


def keep_nightly(*, folder: Path, result: Nightly) -> None:
    """Note a result in the place of the last one."""
    draft = folder / f".{_FILE}"
    draft.write_text(json.dumps(asdict(result) | {"at": result.at.isoformat()}), encoding="utf-8")
    draft.replace(folder / _FILE)


def last_nightly(*, folder: Path) -> Nightly | None:
    """Return the last result, None where there is none that can be read."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        found = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        return Nightly(**found | {"at": datetime.fromisoformat(found["at"])})
    return None
