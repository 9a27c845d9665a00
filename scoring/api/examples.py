"""Examples of the documentation: real hands with the answers that the rules give."""

from drf_spectacular.utils import OpenApiExample

WORKED_CLAIM = {
    "game": "cuajo",
    "rules": "pagat",
    "hand": "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B",
    "bounit": "5B",
    "source": "discard",
    "sowee": "4O",
    "secrets": [],
    "extra": "",
}
"""The worked example of the rules, section 8: 90 from each opponent."""

CLAIMS = (
    OpenApiExample(
        "The worked example of the rules",
        summary="A claimed discard: 90 from each opponent",
        value=WORKED_CLAIM,
        request_only=True,
    ),
)
