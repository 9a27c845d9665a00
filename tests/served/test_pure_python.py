"""Where nothing can be compiled, as on an Android phone: the pages without the API, made of pure Python alone."""

import tomllib
from pathlib import Path

import pytest

from tests.served.phones import RECORDED, open_night
from tests.served.server import ROOT, serving

pytestmark = pytest.mark.deep

LISTED = ROOT / "docs/deploy/termux.txt"
LEFT_OUT = {"djangorestframework", "drf-spectacular", "pydantic", "rcssmin", "rjsmin"}
ON_A_PHONE = """
import os, sys
del os.link
for name in ("pydantic_core", "rpds", "yaml", "rcssmin", "rjsmin"):
    sys.modules[name] = None
"""


def test_what_a_phone_installs_is_all_that_running_needs_without_the_api_and_pure() -> None:
    packages = {each["name"]: each for each in tomllib.loads((ROOT / "uv.lock").read_text())["package"]}
    needed, left = set[str](), {each["name"] for each in packages["cuajo"]["dependencies"]} - LEFT_OUT
    while left:
        name = left.pop()
        needed.add(name)
        here = [each for each in packages[name].get("dependencies", []) if "win32" not in each.get("marker", "")]
        left |= {each["name"] for each in here} - needed
    pure = {name for name in needed if any("none-any" in wheel["url"] for wheel in packages[name]["wheels"])}
    assert needed - pure == set()
    listed = [line for line in LISTED.read_text().splitlines() if not line.startswith("#")]
    assert listed == [f"{name}=={packages[name]['version']}" for name in sorted(needed)]


def test_a_night_goes_on_where_only_pure_python_is_found(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(ON_A_PHONE)
    with serving("--demo", data=tmp_path / "data", PYTHONPATH=str(tmp_path)) as server:
        night = open_night(server=server)
        assert night.phone.ask(night.drawn, night.phone.form(night.drawn))[0] == RECORDED
        pages = ("/", "/judge/", "/rules/", "/history/", "/players/", "/club/", "/programs/")
        assert {page: night.phone.ask(page)[0] for page in pages} == dict.fromkeys(pages, 200)
        assert night.phone.ask("/api/v1/games/")[0] == 404
