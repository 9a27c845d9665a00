"""Strict reading of JSON from outside."""

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn


def read_json(text: str, *, pairs: Callable[[list[tuple[str, object]]], object] | None = None) -> Any:
    """Read JSON, its objects by `pairs`. Raises ValueError, also for NaN, and RecursionError."""
    _refuse_depth(text)
    value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=pairs)
    # Half a surrogate pair can be neither stored nor printed.
    json.dumps(value, ensure_ascii=False).encode()
    return value


_DEEPEST = 60
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|[\]}]')


def _refuse_depth(text: str) -> None:
    # The Python of a browser has a small stack, and deep lists end the whole page instead of raising an error.
    if text.count("[") + text.count("{") <= _DEEPEST:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        if not found[0].startswith('"'):
            depth += 1 if found[1] else -1
        if depth > _DEEPEST:
            raise ValueError(f"more than {_DEEPEST} levels of brackets")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
