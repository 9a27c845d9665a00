"""The longest names on the main pages, on the narrowest phone and with letters twice as large."""

import pytest

from tests.browser.conftest import Phone
from tests.look.__main__ import CHECKS

LETTERS = "size => { document.documentElement.style.fontSize = size }"


@pytest.mark.parametrize(
    ("width", "stakes", "letters"), [(320, "10000", "100%"), (390, "10000", "200%")], ids=["narrow", "large letters"]
)
def test_every_page_is_whole_on_a_narrow_screen(phone: Phone, width: int, stakes: str, letters: str) -> None:
    page = phone.page
    page.set_viewport_size({"width": width, "height": 600})
    phone.start(*(letter * 40 for letter in "WMQG"), stakes=stakes)
    session = page.url.removeprefix(phone.address)
    phone.open_quick("W" * 40)
    phone.tap("Record")
    phone.expect_hand(2)
    parts = ("", "secret/1/", "sowee/", "hand/drawn/", "false-win/", "close/", "hand/", "hand/quick/", "statement/")
    lines = ("entries/1/", "entries/1/undo/", "entries/1/correct/")
    wrong = {}
    for path in ("/", "/history/", "/players/", "/sessions/new/", *(session + part for part in parts + lines)):
        page.goto(phone.address + path)
        page.evaluate(LETTERS, letters)
        wrong[path] = page.evaluate(CHECKS, {"play": False})
    assert {path: found for path, found in wrong.items() if found} == {}
