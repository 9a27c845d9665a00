"""What takes long is answered by a thread of its own, so that no table waits for it."""

from types import SimpleNamespace

import pytest

from scoring.web.serving.server import Server


@pytest.mark.parametrize(
    ("path", "is_long"),
    [
        ("/club/export/json/", True),
        ("/sessions/6f1c/export/csv/", True),
        ("/api/v1/export/", True),
        ("/sessions/6f1c/", False),
        ("/club/", False),
    ],
)
def test_whole_books_are_answered_aside(path: str, is_long: bool) -> None:
    answered: dict[str, list[object]] = {"table": [], "aside": []}
    server = object.__new__(Server)
    server.task_dispatcher = SimpleNamespace(add_task=answered["table"].append)  # type: ignore[assignment]
    server.aside = SimpleNamespace(add_task=answered["aside"].append)  # type: ignore[assignment]
    channel = SimpleNamespace(requests=[SimpleNamespace(path=path)])

    server.add_task(channel)  # type: ignore[arg-type]

    assert answered == {"table": [] if is_long else [channel], "aside": [channel] if is_long else []}
