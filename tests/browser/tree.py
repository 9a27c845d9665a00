"""The accessibility tree of a page as the browser hands it to screen readers, and what is done by it alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import LIMIT_MILLISECONDS

PAUSE_MILLISECONDS = 100
READ = {"StaticText", "image"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What is told of a part of the page; `within` are the roles and names around it."""

    role: str
    name: str
    value: str
    states: dict[str, object]
    within: tuple[str, ...]
    handle: int


class Tree:
    """Somebody at a page who knows nothing of it but this tree, and has a keyboard."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)

    def nodes(self) -> list[Node]:
        """Return all that is in the tree now, in the order it is read."""
        told = {node["nodeId"]: node for node in self._session.send("Accessibility.getFullAXTree")["nodes"]}
        roots = [node for node in told.values() if "parentId" not in node]
        return [node for root in roots for node in _read(root, told, within=())]

    def found(self, *roles: str, name: str | re.Pattern[str] = "", within: str = "") -> list[Node]:
        """Return what has one of these roles now and a name that begins with these words."""
        words = name.pattern if isinstance(name, re.Pattern) else re.escape(name)
        named = re.compile(rf"(?:{words})(\s.*)?" if name else ".*", re.DOTALL)
        return [
            node
            for node in self.nodes()
            if node.role in roles and named.fullmatch(node.name) and (not within or within in node.within)
        ]

    def find(self, role: str, name: str | re.Pattern[str], *, within: str = "") -> Node:
        """Return it as soon as it is there."""
        for _ in range(LIMIT_MILLISECONDS // PAUSE_MILLISECONDS):
            if found := self.found(role, name=name, within=within):
                return found[0]
            self._page.wait_for_timeout(PAUSE_MILLISECONDS)
        pytest.fail(f"no {role} {name!r} in {[(node.role, node.name) for node in self.nodes()]}")

    def press(self, node: Node, *, key: str = "Enter") -> None:
        """Press a key at a control."""
        self._session.send("DOM.focus", {"backendNodeId": node.handle})
        self._page.keyboard.press(key)

    def type(self, node: Node, text: str) -> None:
        """Enter a text at a field, as one does who dictates it."""
        self._session.send("DOM.focus", {"backendNodeId": node.handle})
        self._page.keyboard.insert_text(text)

    def text(self) -> str:
        """Return what is read of the content of the page, cards by their names."""
        return " ".join(node.name for node in self.nodes() if node.role in READ and "main" in node.within)


def _read(told: dict[str, Any], every: dict[str, dict[str, Any]], *, within: tuple[str, ...]) -> Iterator[Node]:
    role, name, value = (str(told.get(key, {}).get("value", "")) for key in ("role", "name", "value"))
    if not told["ignored"]:
        states = {each["name"]: each["value"].get("value") for each in told.get("properties", ())}
        handle = told.get("backendDOMNodeId", 0)
        yield Node(role=role, name=name, value=value, states=states, within=within, handle=handle)
        within = (*within, role, name)
    for child in told.get("childIds", ()):
        if child in every:
            yield from _read(every[child], every, within=within)
