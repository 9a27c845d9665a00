"""What all benchmarks share: naming the machine, and keeping each one's section of RESULTS.md."""

import os
import platform
import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Protocol

RESULTS = Path(__file__).with_name("RESULTS.md")


def machine() -> str:
    """Name the interpreter, the processor where the system tells it, and the number of cores."""
    info = Path("/proc/cpuinfo")
    named = re.search(r"model name\s*: (.+)", info.read_text() if info.exists() else "")
    processor = named[1] if named else platform.machine()
    return f"{platform.python_implementation()} {platform.python_version()}, {processor}, {os.cpu_count()} cores"


def processor_seconds(pids: list[int]) -> float:
    """Return how long these processes have worked, to the nanosecond: Linux has a clock for each."""
    return sum(time.clock_gettime(~pid << 3 | 2) for pid in pids)


def load() -> str:
    """Name the day and how busy the machine is."""
    return f"{time.strftime('%-d %B %Y')}, load {os.getloadavg()[0]:.0f}"


def commit(folder: Path) -> str:
    """Name the commit of a checkout."""
    shown = subprocess.run(["git", "log", "-1", "--format=%h"], cwd=folder, capture_output=True, text=True, check=True)
    return f"`{shown.stdout.strip()}`"


def record(*, heading: str, body: str) -> None:
    """Replace the section under this heading, or add it at the end."""
    text = RESULTS.read_text() if RESULTS.exists() else "# Results of the benchmarks\n"
    before, _, after = text.partition(f"## {heading}\n")
    _, found, later = after.partition("\n## ")
    RESULTS.write_text(f"{before.rstrip()}\n\n## {heading}\n\n{body.rstrip()}\n{found}{later}")


class Played(Protocol):
    """Something served whose steps are taken again and again, and how long each step took, in milliseconds."""

    @property
    def times(self) -> defaultdict[str, list[float]]: ...

    def play(self) -> None: ...


def medians_in_turn(all_played: Sequence[Played], *, before: int, rounds: int) -> list[dict[str, float]]:
    """Return what each step took of each, taken on one after the other in every round; those before do not count."""
    for _ in range(before):
        for played in all_played:
            played.play()
    for played in all_played:
        played.times.clear()
    for _ in range(rounds):
        for played in all_played:
            played.play()
    return [{step: median(times) for step, times in played.times.items()} for played in all_played]
