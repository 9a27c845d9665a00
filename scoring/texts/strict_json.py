"""JSON from outside, read as the standard has it."""

import json
from collections.abc import Callable
from typing import Any, NoReturn


def read_json(text: str, *, pairs: Callable[[list[tuple[str, object]]], object] | None = None) -> Any:
    """Return the value, its objects made by `pairs` if given; raises ValueError, RecursionError, also for NaN."""
    value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=pairs)
    json.dumps(value, ensure_ascii=False).encode()  # half a character can be neither stored nor printed
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
