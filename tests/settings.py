"""Settings of the tests: data in a folder of their own, static files as they lie in the tree."""

import os
from tempfile import mkdtemp

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-tests-")

from cuajo_site.settings import *  # noqa: F403

STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
