"""A drawing made into a picture that every chat shows, where resvg is installed (the extra `picture`)."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings

KIND = "png" if find_spec("resvg_py") else "svg"
"""What is offered: chats show no SVG, a browser does."""
_WIDTH = 900
_FACE_ENDS = 0x250
_BEYOND = frozenset("₱€−–…’×→·")


@lru_cache(maxsize=8)
def png(svg: str) -> bytes:
    """Return the drawing as PNG, in some 90 ms the first time.

    Our face has Latin letters. Where a name has others, the faces of the machine are looked through.
    """
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - an extra

    is_latin = all(ord(letter) < _FACE_ENDS or letter in _BEYOND for letter in svg)
    faces = [str(path) for path in sorted(Path(settings.FILES_DIR, "static/fonts").glob("*.ttf"))]
    return bytes(
        svg_to_bytes(
            svg_string=svg, font_files=faces, font_family="Piazzolla", width=_WIDTH, skip_system_fonts=is_latin
        )
    )
