"""Adapt the documents for the site: list the decisions, and turn a link that leaves `docs` into plain text."""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

_LINK = re.compile(r"\[([^\]]+)\]\((\.\./[^)#\s]*)[^)\s]*\)")


def on_config(config: Any) -> None:
    decisions = sorted(Path(config.docs_dir).glob("decisions/*.md"))
    config.nav.append({"Decisions": [f"decisions/{file.name}" for file in decisions]})


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    folder = PurePosixPath(page.file.src_uri).parent

    def _inside(link: re.Match[str]) -> str:
        leaves = normpath(folder / link[2]).startswith("..")
        return link[1] if leaves else link[0]

    return _LINK.sub(_inside, markdown)
