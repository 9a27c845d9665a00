"""Adapt the README for a package index, which has no other file of the project."""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")
_PICTURES = re.compile(r"<p>\n(?:<img .+>\n)+</p>\n\n")


class Readme(MetadataHookInterface):
    """Write links with the address `Source` of the project. Without it, turn them into plain text."""

    def update(self, metadata: dict) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        source = metadata.get("urls", {}).get("Source")
        if source:
            version = metadata["version"]
            at = "HEAD" if ".dev" in version else f"v{version}"
            text = _LINK.sub(rf"[\1]({source}/blob/{at}/\2)", text)
            text = text.replace('<img src="', f'<img src="{source}/raw/{at}/')
        else:
            text = _PICTURES.sub("", _LINK.sub(r"\1", text))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
