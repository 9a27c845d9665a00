"""Adapt the documents for the site: add those beside this folder, list the decisions, keep links within the site."""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent
BESIDE = {
    "contributing.md": "CONTRIBUTING.md",
    "conduct.md": "CODE_OF_CONDUCT.md",
    "security.md": "SECURITY.md",
    "changelog.md": "CHANGELOG.md",
    "results.md": "benchmarks/RESULTS.md",
}
_SHOWN = {place: name for name, place in BESIDE.items()}
_LINK = re.compile(r"\[([^\]]+)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config: Any) -> None:
    decisions = sorted(Path(config.docs_dir).glob("decisions/*.md"))
    config.nav.append({"Decisions": [f"decisions/{file.name}" for file in decisions]})


def on_files(files: Any, *, config: Any) -> None:
    for name, place in BESIDE.items():
        files.append(File.generated(config, name, abs_src_path=str(ROOT / place)))


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Turn a link to a file that the site does not have into plain text."""
    name = page.file.src_uri
    folder = PurePosixPath(BESIDE.get(name, f"docs/{name}")).parent

    def _inside(link: re.Match[str]) -> str:
        place = normpath(folder / link[2])
        shown = _SHOWN.get(place) or place.removeprefix("docs/")
        if shown == place or not (ROOT / place).is_file():
            return link[1]
        return f"[{link[1]}]({relpath(shown, PurePosixPath(name).parent)}{link[3] or ''})"

    return _LINK.sub(_inside, markdown)
