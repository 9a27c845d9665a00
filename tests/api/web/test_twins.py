"""Whatever a page can do the API can do too."""

import ast
from importlib import import_module
from inspect import isfunction
from pathlib import Path

from django.conf import settings

OF_PHONES = {"ask", "bring_device", "enter_club", "hold", "hold_as", "join", "new_token", "renewed_device", "revoke"}
OF_ACCOUNTS = {"change_password", "found_club", "make_account", "take_along", "take_device"}
OF_THE_HOST = {"make_token", "protect_club", "put_aside", "revoke_token", "unread_alarm"}
SHOWN_BEFORE_IT_IS_ASKED = {
    *("draft_of_match", "foresee", "keep_tally", "live_of", "mark_entering", "new_names", "past_night_of"),
    *("problem_of", "refund_of", "require_mergeable", "reversal_of", "unmark_entering", "why_not"),
}
OF_THREADS = {"is_allowed", "next_message", "note_told"}
OTHERWISE = {"start_practice"}
"""A program starts a night and says that it is practice."""


def operations_of(folder: str) -> set[str]:
    """Return the functions of scoring/operations that the modules of a folder import."""
    found = set()
    for path in Path(settings.BASE_DIR, "scoring", folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scoring.operations."):
                module = import_module(str(node.module))
                names = {alias.name for alias in node.names}
                found |= {name for name in names if isfunction(getattr(module, name, None))}
    return found


def test_every_operation_of_the_pages_is_one_of_the_api_or_of_pages_alone() -> None:
    of_pages = OF_PHONES | OF_ACCOUNTS | OF_THE_HOST | SHOWN_BEFORE_IT_IS_ASKED | OF_THREADS | OTHERWISE
    assert (operations_of("views") | operations_of("web")) - operations_of("api") == of_pages
