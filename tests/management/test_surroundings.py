"""What surrounds the app: its data folder and secret key, how it is installed, which language it speaks; `verify`."""

import ast
import io
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from runpy import run_path
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.management import call_command
from pytest_django import Settings

from cuajo_site import command, installation
from cuajo_site.installation import DataFolderError, data_folder, machine_time_zone, make_data_folder, secret_key
from scoring.management.serving import collect_static, port_problem
from scoring.web.addresses import ServerAddress, address_for_phones, addresses
from scoring.web.device import DEVICE_COOKIE
from tests.games.cuajo.claims import EXAMPLE, problems
from tests.served.server import free_port, manage

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


def test_data_folder_is_where_the_variable_says_or_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nights" / "ours"
    monkeypatch.setenv("CUAJO_DATA", str(folder))
    assert make_data_folder() == data_folder() == folder
    assert (mode_of(folder), list(folder.iterdir())) == (0o700, [])
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
    assert (ended.returncode, " pip install uv && " in ended.stderr) == (1, True)


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
    ("names", "host", "for_phones", "found"),
    [
        (["cuajo.example"], "127.0.0.1", "https://cuajo.example", ["https://cuajo.example"]),
        (["cuajo.local"], None, "http://cuajo.local:1", ["http://cuajo.local:1"]),
        *(([], host, "http://10.0.0.7:1", ["http://10.0.0.7:1", "http://localhost:1"]) for host in (None, "0.0.0.0")),
        ([], "192.168.1.5", "http://192.168.1.5:1", ["http://192.168.1.5:1"]),
        ([], "::1", None, ["http://[::1]:1"]),
    ],
)
def test_phones_are_sent_to_the_named_host(
    settings: Settings, tmp_path: Path, *, names: list[str], host: str | None, for_phones: str | None, found: list[str]
) -> None:
    settings.HOST_NAMES, settings.HTTPS, settings.DATA_DIR = names, names == ["cuajo.example"], tmp_path
    ServerAddress(host=host).keep()
    with patch("scoring.web.addresses.lan_address", return_value="10.0.0.7"):
        assert (address_for_phones(port=1), list(addresses(port=1))) == (for_phones, found)


@pytest.mark.parametrize(
    ("host", "is_refused"), [("127.0.0.1", False), ("192.0.2.77", True), ("a..b", True), ("nowhere.invalid", True)]
)
def test_an_address_that_this_machine_has_not_is_refused(host: str, is_refused: bool) -> None:
    assert (host in (port_problem(port=free_port(), host=host) or "")) is is_refused


@pytest.mark.parametrize(
    ("variable", "name"),
    [("Asia/Manila", "Asia/Manila"), ("EST5EDT4", "UTC"), ("../../etc/passwd", "UTC"), (":/etc/localtime", "UTC")],
)
def test_time_zone_of_the_machine_has_a_known_name(variable: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", variable)
    assert machine_time_zone() == name


def test_behind_tls_no_cookie_of_another_name_is_taken(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "secret_key").unlink()
    monkeypatch.setenv("CUAJO_HTTPS", "1")
    behind_tls = run_path(str(settings.BASE_DIR / "cuajo_site/settings.py"))
    names = [behind_tls[name] for name in ("COOKIE_PREFIX", "CSRF_COOKIE_NAME", "SESSION_COOKIE_NAME")]
    assert names == ["__Host-", "__Host-csrftoken", "__Host-sessionid"]
    assert DEVICE_COOKIE.startswith(settings.COOKIE_PREFIX)


ROOT = Path(settings.BASE_DIR)


def test_commands_are_called_as_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (installation.command().split()[2:], installation.files_folder()) == (["uv", "run", "manage.py"], ROOT)
    monkeypatch.setattr(installation, "_IS_INSTALLED", True)
    assert (installation.command(), installation.files_folder()) == ("cuajo", ROOT / "cuajo_site" / "files")


@pytest.mark.parametrize(
    ("found", "typed"),
    [
        ("pipx_metadata.json", "pipx inject cuajo cryptography"),
        ("uv-receipt.toml", "uv pip install --python"),
        ("pyvenv.cfg", f"{sys.executable} -m pip install"),
    ],
)
def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: str, typed: str) -> None:
    assert installation.with_library(extra="https", library="cryptography").startswith("python -m uv run")
    (tmp_path / found).touch()
    monkeypatch.setattr(installation, "_IS_INSTALLED", True)
    monkeypatch.setattr(installation, "find_spec", lambda name: name == "pip")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert installation.with_library(extra="https", library="cryptography").startswith(typed)


@pytest.mark.parametrize("arguments", [["--version"], ["version"], ["serve", "--version"]])
def test_our_version(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["cuajo", *arguments])
    with suppress(SystemExit):
        command.main()
    assert capsys.readouterr().out == f"{installation.version()}\n"


def test_what_is_set_for_containers_is_what_the_app_reads() -> None:
    folder, known = ROOT / "docs/deploy", (ROOT / "docs/configure.md").read_text()
    service, *_ = (folder / "compose-public.yaml").read_text().split("\n  postgres:\n")
    named = re.findall(r"(?m)^ +(?:- )?([A-Z_]{4,})\b", service) + re.findall(
        r"CUAJO_DATA", (folder / "cuajo.service").read_text()
    )
    read = "CUAJO_HOSTS CUAJO_HTTPS CUAJO_ACCOUNTS CUAJO_CACHE DATABASE_URL CUAJO_DATA CUAJO_PROXIES"
    assert set(named) == set(read.split())
    assert [name for name in named if f"`{name}" not in known] == []


ONE = {"hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
CLAIM = json.dumps({"game": "cuajo", **ONE}).encode()


def run(**options: str) -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command("verify", stdout=out, **options)
    except SystemExit as stop:
        return out.getvalue(), int(stop.code or 0)
    return out.getvalue(), 0


def stream(monkeypatch: pytest.MonkeyPatch, data: bytes) -> list[dict[str, object]]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    text, status = run()
    assert status == 0
    return [json.loads(line) for line in text.splitlines()]


def test_a_valid_hand_is_told_line_by_line_with_status_0() -> None:
    text, status = run(**ONE)
    told = [re.findall(r"\bC\d+|\d+", line) for line in text.splitlines()]
    assert (status, told[:4]) == (0, [["90", "1"], ["70", "C28"], ["20", "1", "C26"], []])
    melds = ["1O 1C 1B", "3O 3C 3E", "4O 4C 4B", "5O 5E 5B", "10O 10C 10E"]
    assert [line.split()[:3] for line in text.splitlines()[-6:-1]] == [meld.split() for meld in melds]


@pytest.mark.parametrize(
    ("changes", "status", "codes", "last"),
    [
        ({"hand": EXAMPLE.replace("12B", "11B")}, 1, [], "11B"),
        ({"hand": "1O 1O 3C 3C 4E 4E 5B 5B 10O 10O 11C 11C 10E 10E 11B 11B"}, 1, [], "6"),
        ({"bounit": "12B"}, 2, ["king_from_discards"], ""),
        (
            {"hand": f"{EXAMPLE} joker 13X", "sowee": "oros", "extra": "hari de"},
            2,
            [*["unknown_card"] * 3, "wrong_card_count"],
            "",
        ),
        *(({"rules": rules}, 2, ["unknown_rules"], "") for rules in ("manila", "{", "[" * 100_000)),
    ],
)
def test_no_win_has_a_status_and_codes(changes: dict[str, str], status: int, codes: list[str], last: str) -> None:
    text, ended = run(**ONE | changes)
    assert (ended, re.findall(r"^  (\w+): ", text, flags=re.MULTILINE)) == (status, codes)
    assert last in text.splitlines()[-1]


def test_options_take_secrets_extra_cards_and_house_rules() -> None:
    hand = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    options = {"hand": hand, "bounit": "4C", "source": "discard", "sowee": "5C", "secrets": "3O"}
    text, status = run(**options, extra="1B", rules='{"preset": "pagat", "neither_condition": 30}')
    assert (status, re.findall(r"\d+", text.splitlines()[0])) == (0, ["140", "1"])
    assert ["3O", "3O", "3O", "3O"] in [line.split()[:4] for line in text.splitlines()]


def test_stream_reads_notation_only(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = stream(monkeypatch, CLAIM.replace(b'4O"}', b'4 oros"}'))
    assert problems(answer) == {"unknown_card": ["4", "oros"]}


def test_stream_is_answered_line_by_line_also_after_lines_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    other = CLAIM.replace(b"discard", b"self_drawn")
    answers = stream(monkeypatch, b"\xef\xbb\xbf" + CLAIM + b"\nnonsense\n\n\xff\xfe\n[1]\n" + other)
    assert [answer.get("per_opponent") for answer in answers] == [90, None, None, None, None, 130]


def test_stream_ends_quietly_when_nobody_reads_its_answers_any_more() -> None:
    unread, answers = os.pipe()
    os.close(unread)
    command = (sys.executable, "manage.py", "verify")
    ended = subprocess.run(
        command, cwd=settings.BASE_DIR, input=CLAIM, stdout=answers, stderr=subprocess.PIPE, timeout=180, check=False
    )
    os.close(answers)
    assert (ended.returncode, ended.stderr) == (1, b"")
