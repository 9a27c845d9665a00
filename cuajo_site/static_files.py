"""Prepare the static files for phones."""

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
# These packages need a compiler. Without one, files are sent as they are.
except ImportError:

    def jsmin(written: bytes) -> bytes:
        return written

    cssmin = jsmin

# A phone with a bad network waits once for one file, so these get their imports.
JOINED = re.compile(r"(?:css/(?:common|reaching|sections/\w+)|js/(?:page|hand-entry))(?:\.\w+)?\.(?:css|js)")
SHEETS = re.compile(rb'@import "[^"]+" layer\((\w+)\)([^;]*);\s*(?:@import "[^"]+" layer\(\1\)\2;\s*)*')
"""Sheets of one layer that follow each other."""
SHEET = re.compile(rb"(\w+\.css)")
SCRIPT = re.compile(rb'import\s*"\./([\w/]+\.js)";')
ZERO = re.compile(rb"(?<=[\s:,(])0(?=\.\d)")
PROPERTY = re.compile(rb"--[a-z][\w-]*")
SHORTENED = {"js": jsmin, "css": cssmin}


@cache
def _short_names() -> dict[bytes, bytes]:
    """Return short names for custom properties."""
    used = Counter(_names_in("css", "*.css"))
    # An SVG file keeps its names, because it is loaded without the style sheet.
    drawn = set(_names_in("icons", "*.svg"))
    own = sorted(used.keys() - drawn, key=lambda name: (-used[name], name))
    return {name: b"--%x" % at for at, name in enumerate(own)}


def _names_in(folder: str, kind: str) -> list[bytes]:
    files = Path(str(finders.find(folder))).glob(kind)
    return [name for file in files for name in PROPERTY.findall(file.read_bytes())]


def whole(name: str) -> bytes:
    """Return a file with its imports."""

    def renamed(found: re.Match[bytes]) -> bytes:
        return _short_names().get(found[0], found[0])

    def layered(found: re.Match[bytes]) -> bytes:
        # A sheet shortened inside its layer loses the space before `:is()`.
        sheets = b"".join(_shortened(f"css/{each.decode()}") for each in SHEET.findall(found[0]))
        part = b"@layer %b{%b}" % (found[1], sheets)
        return b"@media%b{%b}" % (found[2], part) if found[2] else part

    written = _shortened(name)
    if name.startswith("js/"):
        return SCRIPT.sub(lambda found: _shortened(f"js/{found[1].decode()}") + b"\n", written)
    return PROPERTY.sub(renamed, SHEETS.sub(layered, written))


def _shortened(name: str) -> bytes:
    written = Path(str(finders.find(name))).read_bytes()
    return jsmin(written) if name.startswith("js/") else ZERO.sub(b"", cssmin(written))


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A storage of hashed, compressed and short files."""

    @cache  # noqa: B019 - there is one storage
    def url(self, name: str, force: bool = False) -> str:
        # A page names two dozen files, and Django would look each one up again.
        return str(super().url(name, force))

    def post_process(self, paths: dict[str, tuple[Storage, str]], *args: Any, **options: Any) -> Iterator[Any]:
        """Join, hash and compress the files."""
        memory = InMemoryStorage()
        joined = [name for name in paths if JOINED.fullmatch(name)]
        for name in joined:
            memory.save(name, ContentFile(whole(name)))
        yield from super().post_process(paths | {name: (memory, name) for name in joined}, *args, **options)

    def save_manifest(self) -> None:
        super().save_manifest()
        self.url.cache_clear()

    def _save(self, name: str, content: "File[bytes]") -> str:
        shortened = None if JOINED.fullmatch(name) else SHORTENED.get(name.partition("/")[0])
        if shortened:
            content.seek(0)
            content = ContentFile(shortened(content.read()))
        return str(super()._save(name, content))
