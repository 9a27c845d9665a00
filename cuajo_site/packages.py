"""Where files lie that come with this package and with others."""

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
