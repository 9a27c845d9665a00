"""Prepare the static files as phones load them."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile, File
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

try:
    from rcssmin import cssmin  # type: ignore[import-untyped]
    from rjsmin import jsmin  # type: ignore[import-untyped]
except ImportError:  # where nothing can be compiled, both are sent as they are

    def jsmin(written: bytes) -> bytes:
        return written

    cssmin = jsmin

SHEETS = re.compile(r"css/(common|reaching|sections/\w+)(\.\w+)?\.css")  # of imports; phones get each as one file
IMPORTS = re.compile(rb'@import "[^"]+" layer\((\w+)\)([^;]*);\s*(?:@import "[^"]+" layer\(\1\)\2;\s*)*')
"""Sheets of one layer that follow each other."""
NAME = re.compile(rb"(\w+)\.css")
ZERO = re.compile(rb"(?<=[\s:,(])0(?=\.\d)")
PROPERTY = re.compile(rb"--[a-z][\w-]*")
SHORTENED = {"js": jsmin, "css": cssmin}  # they leave out comments and spaces


@cache
def _short_names() -> dict[bytes, bytes]:
    """Return a short name for every custom property that only sheets know: a tenth of a sheet is names."""
    used = Counter(_names_in("css", "*.css"))
    drawn = set(_names_in("icons", "*.svg"))  # what is drawn has the colours of the page
    own = sorted(used.keys() - drawn, key=lambda name: (-used[name], name))
    return {name: b"--%x" % at for at, name in enumerate(own)}


def _names_in(folder: str, kind: str) -> list[bytes]:
    files = Path(str(finders.find(folder))).glob(kind)
    return [name for file in files for name in PROPERTY.findall(file.read_bytes())]


def whole(name: str) -> bytes:
    """Return a sheet with those it imports in their place, each shortened and in its layer.

    One file weighs a third less than many, and a phone with a bad network waits once. Shortened within its layer, a
    sheet would lose the space before `:is()`.
    """

    def written(name: str) -> bytes:
        return ZERO.sub(b"", cssmin(Path(str(finders.find(name))).read_bytes()))

    def renamed(found: re.Match[bytes]) -> bytes:
        return _short_names().get(found[0], found[0])

    def layered(found: re.Match[bytes]) -> bytes:
        sheets = b"".join(written(f"css/{each.decode()}.css") for each in NAME.findall(found[0]))
        part = b"@layer %b{%b}" % (found[1], sheets)
        return b"@media%b{%b}" % (found[2], part) if found[2] else part

    return PROPERTY.sub(renamed, IMPORTS.sub(layered, written(name)))


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed and compressed, without comments and spaces: a fifth less to load.

    An address is put together once, until the files are collected again: a page names two dozen.
    """

    def __init__(self) -> None:
        super().__init__()
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        if name not in self._addresses:
            self._addresses[name] = super().url(name, force)
        return self._addresses[name]

    def post_process(self, paths: dict[str, tuple[Storage, str]], *args: Any, **options: Any) -> Iterator[Any]:
        """Hash and compress the files, the sheets of pages as one each."""
        memory = InMemoryStorage()
        sheets = [name for name in paths if SHEETS.fullmatch(name)]
        for name in sheets:
            memory.save(name, ContentFile(whole(name)))
        yield from super().post_process(paths | {name: (memory, name) for name in sheets}, *args, **options)

    def save_manifest(self) -> None:
        super().save_manifest()
        self._addresses.clear()

    def _save(self, name: str, content: "File[bytes]") -> str:
        shortened = None if SHEETS.fullmatch(name) else SHORTENED.get(name.partition("/")[0])
        if shortened:
            content.seek(0)
            content = ContentFile(shortened(content.read()))
        return str(super()._save(name, content))
