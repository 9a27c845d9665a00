"""Files that come with installed packages."""

from importlib.util import find_spec
from pathlib import Path


def swagger_ui_folder() -> Path:
    """Return the folder of Swagger UI; its package has other programs beside it that are not served."""
    package = find_spec("drf_spectacular_sidecar")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "static/drf_spectacular_sidecar/swagger-ui-dist"
