"""JSON from outside, read as the standard has it."""

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn


def read_json(text: str, *, pairs: Callable[[list[tuple[str, object]]], object] | None = None) -> Any:
    """Return the value, its objects made by `pairs` if given; raises ValueError, RecursionError, also for NaN."""
    _refuse_depth(text)
    value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=pairs)
    json.dumps(value, ensure_ascii=False).encode()  # half a character can be neither stored nor printed
    return value


_DEEPEST = 60
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|[\]}]')


def _refuse_depth(text: str) -> None:
    """Raise ValueError for lists in lists without end: the Python of a browser would end with them."""
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
