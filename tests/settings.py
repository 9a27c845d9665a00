"""Settings of the tests: a data folder of their own, tables made without migrations, unhashed static files.

With CUAJO_TEST_REWORDED=1 every English sentence is replaced: a test that fails then checks wording.
"""

import atexit
import os
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

os.environ["CUAJO_DATA"] = mkdtemp(prefix="cuajo-tests-")
atexit.register(rmtree, os.environ["CUAJO_DATA"], ignore_errors=True)

from cuajo_site.settings import *  # noqa: E402, F403

STATIC_ROOT.mkdir()  # noqa: F405
DATABASES["default"]["TEST"] = {"MIGRATE": False}  # noqa: F405
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WRITES_PER_MINUTE = 100_000
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one takes a third of a second

if os.environ.get("CUAJO_TEST_REWORDED"):
    from tests.pseudo import reworded_folder

    LOCALE_PATHS = [Path(reworded_folder()), *LOCALE_PATHS]  # noqa: F405
