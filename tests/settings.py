"""Settings of the tests: data in a folder of their own, tables made at once, static files as they lie in the tree."""

import atexit
import os
from shutil import rmtree
from tempfile import mkdtemp

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-tests-")
atexit.register(rmtree, os.environ["CUAJO_DATA"], ignore_errors=True)

from cuajo_site.settings import *  # noqa: E402, F403

STATIC_ROOT.mkdir()  # noqa: F405
DATABASES["default"]["TEST"] = {"MIGRATE": False}  # noqa: F405
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WRITES_PER_MINUTE = 100_000
