"""Where files lie that come with this package and with others."""

import sys
import tomllib
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IS_INSTALLED = not (_PACKAGE.parent / "manage.py").exists()


def version() -> str:
    """Return which version this is, as pyproject.toml says it."""
    if _IS_INSTALLED:
        return metadata.version("cuajo")
    project = tomllib.loads((_PACKAGE.parent / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def command() -> str:
    """Return what is typed before the name of a command: in a checkout, or where the package is installed."""
    return "cuajo" if _IS_INSTALLED else "python -m uv run manage.py"


def with_library(*, extra: str, library: str) -> str:
    """Return what is typed to have one library more, that of an extra, by whichever way this was installed."""
    if hasattr(sys, "getandroidapilevel"):
        return f"pkg install python-{library}"
    if not _IS_INSTALLED:
        return f"python -m uv run --extra {extra} manage.py {' '.join(sys.argv[1:])}"
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx inject cuajo {library}"
    if Path(sys.prefix, "uv-receipt.toml").exists() or not find_spec("pip"):
        return f"uv pip install --python {sys.prefix} {library}"
    return f"{sys.executable} -m pip install {library}"


def files_folder() -> Path:
    """Return the folder of templates, static files, catalogues and documents; a package carries them inside."""
    return _PACKAGE / "files" if _IS_INSTALLED else _PACKAGE.parent


def has_api() -> bool:
    """Tell whether the API can be served: the only part made of more than pure Python, which Android can do without."""
    return all(map(find_spec, ("pydantic_core", "rest_framework", "drf_spectacular_sidecar")))


def swagger_ui_folder() -> Path:
    """Return the folder of Swagger UI; its package has other programs beside it that are not served."""
    package = find_spec("drf_spectacular_sidecar")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "static/drf_spectacular_sidecar/swagger-ui-dist"
