"""The data folder, the secret key and the checks before Django starts."""

import ast
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from runpy import run_path

import pytest
from django.conf import settings
from pytest_django import Settings

from cuajo_site.clock import machine_time_zone
from cuajo_site.data import DataFolderError, data_folder, make_data_folder, secret_key
from scoring.management.network import port_problem
from scoring.management.static_files import collect_static
from scoring.web.device import DEVICE_COOKIE
from scoring.web.serving.addresses import addresses
from tests.served.server import manage

MANAGE = settings.BASE_DIR / "manage.py"


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o7777


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a secret key that is named as the data folder."""
    monkeypatch.setenv("CUAJO_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret_key").touch()
    return tmp_path / "data"


def test_data_folder_is_made_where_the_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nights" / "ours"
    monkeypatch.setenv("CUAJO_DATA", str(folder))
    assert make_data_folder() == data_folder() == folder
    assert (mode_of(folder), list(folder.iterdir())) == (0o700, [])


def test_data_folder_is_in_the_home_folder_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("CUAJO_DATA")
    assert data_folder() == tmp_path / ".cuajo"


def test_data_folder_that_others_can_look_into_is_narrowed(data: Path) -> None:
    data.chmod(0o755)
    assert mode_of(make_data_folder()) == 0o700


@pytest.mark.parametrize(("name", "mode"), [("letters", 0o755), ("secret_key", 0o1777)])
def test_folder_of_other_things_is_left_to_others_and_refused(data: Path, name: str, mode: int) -> None:
    (data / "secret_key").rename(data / name)
    data.chmod(mode)
    with pytest.raises(DataFolderError, match=f"chmod 700 {data}"):
        make_data_folder()
    assert mode_of(data) == mode


def test_data_folder_that_cannot_be_made_is_named_in_one_line(data: Path) -> None:
    ended = manage("serve", data=data / "secret_key" / "data")
    assert (ended.returncode, ended.stderr.count("\n"), "CUAJO_DATA" in ended.stderr) == (1, 1, True)


def test_secret_key_is_made_once_and_kept_private_also_by_starts_at_the_same_moment(tmp_path: Path) -> None:
    with ThreadPoolExecutor(max_workers=8) as starts:
        (key,) = set(starts.map(lambda _: secret_key(folder=tmp_path), range(64)))
    assert (key, len(key) >= 50) == ((tmp_path / "secret_key").read_text(), True)
    assert mode_of(tmp_path / "secret_key") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("damaged", [b"", b"x", b"abcdefghijklmnop", b"\xff" * 67])
def test_a_damaged_secret_key_is_named_and_kept(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "secret_key").write_bytes(damaged)
    with pytest.raises(DataFolderError, match=f"{tmp_path}/secret_key"):
        secret_key(folder=tmp_path)
    assert (tmp_path / "secret_key").read_bytes() == damaged


def test_old_python_can_read_manage_py_and_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ast.parse(MANAGE.read_text(), feature_version=(3, 4)).body
    monkeypatch.setattr(sys, "version_info", (3, 11, 7))
    monkeypatch.setattr(sys, "version", "3.11.7 (main)")
    with pytest.raises(SystemExit, match=r"3\.12 .*3\.11\.7"):
        run_path(str(MANAGE), run_name="__main__")


def test_python_without_django_is_told_the_command_that_installs_it() -> None:
    ended = subprocess.run([sys.executable, "-S", str(MANAGE), "serve"], capture_output=True, text=True, check=False)
    assert (ended.returncode, "python -m pip install uv && " in ended.stderr) == (1, True)


def test_static_files_are_collected_again_only_after_a_change(tmp_path: Path, settings: Settings) -> None:
    source, stamp = tmp_path / "source", tmp_path / "stamp"
    source.mkdir()
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source], tmp_path / "collected"
    made = []
    for name in ("one.css", "two.css"):
        (source / name).write_text("a{}")
        made += [collect_static(stamp=stamp), collect_static(stamp=stamp)]
    assert made == [True, False, True, False]
    assert (tmp_path / "collected" / "two.css").exists()


@pytest.mark.parametrize(
    ("names", "is_https", "last"),
    [
        (["cuajo.example"], True, "https://cuajo.example"),
        (["cuajo.local"], False, "http://cuajo.local:8001"),
        ([], False, "http://localhost:8001"),
    ],
)
def test_phones_are_sent_to_the_named_host_or_this_machine(
    settings: Settings, names: list[str], is_https: bool, last: str
) -> None:
    settings.HOST_NAMES, settings.HTTPS = names, is_https
    found = addresses(port=8001)
    assert (found[-1], len(found) == 1 or not names) == (last, True)


@pytest.mark.parametrize("port", [0, 70_000])
def test_port_out_of_range_is_no_port(port: int) -> None:
    assert str(port) in (port_problem(port=port) or "")


@pytest.mark.parametrize(
    ("variable", "name"),
    [("Asia/Manila", "Asia/Manila"), ("EST5EDT4", "UTC"), ("../../etc/passwd", "UTC"), (":/etc/localtime", "UTC")],
)
def test_time_zone_of_the_machine_has_a_name_the_club_can_have(
    variable: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", variable)
    assert machine_time_zone() == name


def test_behind_tls_no_cookie_is_taken_from_another_name_of_the_domain(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data / "secret_key").unlink()
    monkeypatch.setenv("CUAJO_HTTPS", "1")
    behind_tls = run_path(str(settings.BASE_DIR / "cuajo_site/settings.py"))
    names = [behind_tls[name] for name in ("COOKIE_PREFIX", "CSRF_COOKIE_NAME", "SESSION_COOKIE_NAME")]
    assert names == ["__Host-", "__Host-csrftoken", "__Host-sessionid"]
    assert DEVICE_COOKIE.startswith(settings.COOKIE_PREFIX)
