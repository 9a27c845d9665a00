"""The time zone a new club starts with."""

import os
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def machine_time_zone() -> str:
    """Return the machine's time zone by its name, "UTC" where it has none.

    To be asked before Django starts: it sets `TZ` to its own.
    """
    name = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return "UTC"
