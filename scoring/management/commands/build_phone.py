"""`manage.py build_phone`: build the static browser edition."""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from argparse import ArgumentParser
from lzma import FILTER_LZMA2, FORMAT_XZ, compress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import override

PYODIDE = "pyodide@314.0.7"
_HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
_PLATFORM = "wasm32-pyodide2025"
_PACKAGES = (
    *("asgiref", "dj-database-url", "django", "django-htmx", "markdown-it-py", "mdurl", "openskill"),
    *("prometheus-client", "python-json-logger", "segno", "sqlparse", "tzdata", "whitenoise", "xlsxwriter"),
)
_LEFT_OUT = re.compile(
    r"(^|/)(tests?|__pycache__)/|\.(pyi|po|map|js|png)$|/py\.typed$|\.dist-info/(?!METADATA|(?i:licen|copying|notice))|"
    r"^django/contrib/(admin|admindocs|gis|flatpages|redirects|sitemaps|syndication|humanize|postgres)/|"
    r"^django/(.*/)?locale/(?!(en|es|ca|__init__)(/|\.))|^django/conf/(app|project)_template/|"
    r"^django/contrib/.*/(static|templates)/|^django/contrib/auth/common-passwords|^django/test/|"
    r"^django/db/backends/(mysql|oracle|postgresql)/|^django/core/management/commands/(?!__init__|migrate|check)|"
    r"^scoring/api/|^cuajo_site/phone/shell/"
)
_APP = ("scoring", "cuajo_site", "templates", "locale", "locale_django", "docs/rules", "pyproject.toml", "manage.py")
_DRAWN = ("static/css", "static/icons")  # what pictures of nights are made of


class Command(BaseCommand):
    help = "Make a static folder with the whole app for one phone. Needs Node with npm, and a package index."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--out", type=Path, required=True, help="the folder to make; it must not exist")

    def handle(self, *_args: Any, out: Path, **_options: Any) -> None:
        if out.exists():
            raise CommandError(f"{out} exists. Name a folder that does not.")
        if not (settings.BASE_DIR / "manage.py").exists():
            raise CommandError("Only a checkout can build it: get the source code.")
        if not shutil.which("npm"):
            raise CommandError("This needs Node with npm (Debian: apt install nodejs npm).")
        with TemporaryDirectory() as folder:
            made = Path(folder) / "out"
            _build(work=Path(folder), out=made)
            shutil.move(made, out)
        files = _files_of(out)
        sent = sum(len(gzip.compress(path.read_bytes())) for path in files if path.name != "year.sqlite3")
        self.stdout.write(f"{out}: {len(files)} files, {sent / 1e6:.1f} MB by gzip.")


def _build(*, work: Path, out: Path) -> None:
    pyodide, tree, data = work / "pyodide", work / "tree", work / "data"
    _fetch_pyodide(work, pyodide)
    _fetch_packages(work, tree / "site")
    for name in (*_APP, *_DRAWN):
        _copy(settings.BASE_DIR / name, within=settings.BASE_DIR, to=tree / "app")
    _make_data(data, tree, out)
    shutil.copy(data / "static/staticfiles.json", tree / "app/cuajo_site/phone")
    shell = settings.BASE_DIR / "cuajo_site/phone/shell"
    (out / "pyodide").mkdir(parents=True)
    _run("node", shell / "compile.mjs", pyodide, tree, out)
    archive = out / "app.zip"
    filters = [{"id": FILTER_LZMA2, "preset": 9, "dict_size": 1 << 25}]
    (out / "app.xz").write_bytes(compress(archive.read_bytes(), FORMAT_XZ, filters=filters))
    archive.unlink()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"):
        shutil.copy(pyodide / name, out / "pyodide")
    for file in _files_of(shell):
        if file.stem != "compile":
            shutil.copy(file, out)
    shutil.copy(settings.BASE_DIR / "NOTICE", out / "NOTICE.txt")
    _fill(out)


def _fill(out: Path) -> None:
    # The version is the hash of all files, so every change reaches the cache of the phone.
    pages, worker = [out / "index.html", out / "night.html"], out / "phone-worker.js"
    texts = json.dumps(_texts(), ensure_ascii=False)
    hashed = json.loads((out.parent / "data/static/staticfiles.json").read_text())["paths"]
    for file in (*pages, out / "phone.webmanifest"):
        text = re.sub(r"static/[\w./-]+", lambda found: f"static/{hashed[found[0][7:]]}", file.read_text())
        file.write_text(text.replace("TEXTS", texts))
    files = {
        path.relative_to(out).as_posix(): path.stat().st_size
        for path in _files_of(out)
        if path.name not in ("404.html", "phone-worker.js", "year.sqlite3")
    }
    whole = hashlib.sha256(worker.read_bytes())
    for name in files:
        whole.update((out / name).read_bytes())
    version = whole.hexdigest()[:16]
    text = worker.read_text().replace("VERSION_OF_FILES", version).replace("FILES_OF_VERSION", json.dumps(list(files)))
    worker.write_text(text)
    (out / "files.json").write_text(json.dumps({"version": version, "files": files}))


def _texts() -> dict[str, dict[str, str]]:
    texts = {}
    for code, name in settings.LANGUAGES:
        with override(code):
            texts[code] = {
                "name": name,
                "about": _("The score and the money of a card table."),
                "keep": _("This phone keeps the score"),
                "keep_more": _("Your own books, kept on this phone."),
                "try": _("Try it now"),
                "try_more": _("A family's year. Nothing is kept."),
                "private": _("Everything stays on this phone. Nothing is sent anywhere."),
                "loading": _("Loading the app"),
                "starting": _("Opening the books"),
                "loaded": _("{0} of {1} MB"),
                "elsewhere": _("The app is open in another tab."),
                "here": _("Use here"),
                "too_old": _("This browser is too old. Use iOS 15.4, Chrome 100, Firefox 115 or newer."),
                "no_files": _("The app could not be loaded. Check the connection, then open this page again."),
                "pays": _("Who pays whom"),
                "code": _("Check code"),
                "fragment": _("This page is read from its link. Nothing was sent anywhere."),
                "not_started": _("The app could not start. Open this page again."),
            }
    return texts


def _fetch_pyodide(work: Path, target: Path) -> None:
    _run("npm", "pack", PYODIDE, "--silent", cwd=work)
    (packed,) = work.glob("pyodide-*.tgz")
    if hashlib.sha256(packed.read_bytes()).hexdigest() != _HASH:
        raise CommandError(f"{PYODIDE} is not the file that this version was made with.")
    with tarfile.open(packed) as archive:
        archive.extractall(work, filter="data")
    (work / "package").rename(target)


def _fetch_packages(work: Path, target: Path) -> None:
    uv = shutil.which("uv") or os.environ.get("UV", "uv")
    locked = _run(uv, "export", "--quiet", "--frozen", "--no-dev", "--no-emit-project", cwd=settings.BASE_DIR)
    blocks = {block.partition("==")[0]: block for block in re.split(r"(?m)^(?=\w)", locked)}
    wanted = work / "requirements.txt"
    wanted.write_text("".join(blocks[name] for name in _PACKAGES))
    whole = work / "packages"
    for_phone = ("--python-platform", _PLATFORM, "--python-version", "3.14", "--only-binary", ":all:")
    _run(uv, "pip", "install", "--quiet", "--no-deps", "--require-hashes", *for_phone, "--target", whole, "-r", wanted)
    _copy(whole, within=whole, to=target)


def _make_data(data: Path, tree: Path, out: Path) -> None:
    own = {"CUAJO_DATA": str(data), "CUAJO_DEBUG": "0", "DJANGO_SETTINGS_MODULE": "cuajo_site.settings"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DATABASE")} | own
    _run(sys.executable, settings.BASE_DIR / "manage.py", "collectstatic", "--noinput", environment=environment)
    others = ("swagger-ui", "api-docs*", "ext", "htmax*", "htmx-4*", "htmx-2.[0-9a-f]*", "*.ttf", "*.gz", "*.br")
    left_out = shutil.ignore_patterns(*others, "staticfiles.json")
    shutil.copytree(data / "static", out / "static", ignore=left_out)
    new, year = tree / "app/cuajo_site/phone/new.sqlite3", out / "year.sqlite3"
    code = (
        f"import django; django.setup(); from scoring.management.phone import make; make({str(new)!r}, {str(year)!r})"
    )
    _run(sys.executable, "-c", code, cwd=settings.BASE_DIR, environment=environment)


def _files_of(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]


def _copy(place: Path, *, within: Path, to: Path) -> None:
    """Copy the files that the edition needs."""
    for source in _files_of(place):
        name = source.relative_to(within).as_posix()
        if not _LEFT_OUT.search(name):
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, to / name)


def _run(*command: str | Path, cwd: Path | None = None, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise CommandError(f"{' '.join(map(str, command[:4]))}: {done.stderr[-2000:] or done.stdout[-2000:]}")
    return done.stdout
