"""Compile and pack the modules in Pyodide (compile.mjs)."""

import importlib._bootstrap_external as bootstrap
import lzma  # noqa: F401 - what starts Python must hold what opens the archive
import os
import re
import sys
import zipfile
from pathlib import Path

DATE = (2026, 1, 1, 0, 0, 0)  # the same bytes from the same files
UNUSED = re.compile(
    r"(test|idlelib|tkinter|turtle|turtledemo|ensurepip|lib2to3|pydoc_data|venv|curses|_pyrepl|pydoc|doctest|unittest|"
    r"distutils|xmlrpc|pdb|cProfile|profile|pstats|webbrowser|imaplib|poplib|ftplib|mailbox|antigravity|this|dbm|ctypes|"
    r"_pyio|_pydatetime|_pydecimal|pickletools|optparse|trace|zipapp|compileall|filecmp|"
    r"fileinput|netrc|rlcompleter|code|cmd|bdb|symtable|tabnanny|pyclbr|modulefinder|wave|nturl2path|"
    r"encodings/(cp(?!437)\w+|mac_\w+|iso8859_(?!1\b)\w+|koi8_\w|euc_\w+|gb\w+|big5\w*|shift_\w+|iso2022_\w+|hz|johab|"
    r"kz1048|ptcp154|tis_620|hp_roman8|palmos)|_sysconfigdata\w*|_aix_support|_osx_support|_ios_support|_apple_support|_android_support)(/|\.py$)"
)


def compiled(source: bytes, name: str) -> bytes:
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)  # without docstrings, a fifth smaller
    return bytes(bootstrap._code_to_hash_pyc(code, b"\0" * 8, False))  # type: ignore[attr-defined]


def put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    if name.endswith(".py") and name != "app/manage.py":  # where it is, the app is a checkout
        name, content = f"{name}c", compiled(content, name)
    archive.writestr(zipfile.ZipInfo(name, DATE), content, archive.compression)


first = {
    os.path.relpath(str(module.__file__), "/lib/python314.zip").removesuffix("c")
    for module in list(sys.modules.values())
    if "python314.zip" in (getattr(module, "__file__", None) or "")
}
packages = {name.partition("/")[0] for name in first if "/" in name} | {"encodings"}  # a package is in one place
with (
    zipfile.ZipFile("/pyodide/python_stdlib.zip") as library,
    zipfile.ZipFile("/out/pyodide/python_stdlib.zip", "w", zipfile.ZIP_DEFLATED) as start,
    zipfile.ZipFile("/out/app.zip", "w", zipfile.ZIP_STORED) as rest,
):
    for name in sorted(library.namelist()):
        if name.endswith("/") or UNUSED.match(name):
            continue
        starts = name in first or name.partition("/")[0] in packages
        put(start if starts else rest, name if starts else f"lib/{name}", library.read(name))
    for file in sorted(Path("/tree").rglob("*")):
        if file.is_file():
            put(rest, file.relative_to("/tree").as_posix(), file.read_bytes())
