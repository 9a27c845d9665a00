"""What all benchmarks share: naming the machine, and keeping each one's section of RESULTS.md."""

import os
import platform
import re
from pathlib import Path

RESULTS = Path(__file__).with_name("RESULTS.md")


def machine() -> str:
    """Name the interpreter, the processor where the system tells it, and the number of cores."""
    info = Path("/proc/cpuinfo")
    named = re.search(r"model name\s*: (.+)", info.read_text() if info.exists() else "")
    processor = named[1] if named else platform.machine()
    return f"{platform.python_implementation()} {platform.python_version()}, {processor}, {os.cpu_count()} cores"


def record(*, heading: str, body: str) -> None:
    """Replace the section under this heading, or add it at the end."""
    text = RESULTS.read_text() if RESULTS.exists() else "# Results of the benchmarks\n"
    before, _, after = text.partition(f"## {heading}\n")
    _, found, later = after.partition("\n## ")
    RESULTS.write_text(f"{before.rstrip()}\n\n## {heading}\n\n{body.rstrip()}\n{found}{later}")
