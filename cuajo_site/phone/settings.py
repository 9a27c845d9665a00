"""Settings of the browser edition."""

import os
from pathlib import Path

from cuajo_site.settings import *  # noqa: F403
from cuajo_site.settings import MIDDLEWARE, SECURE_CSP

ONE_PHONE = True
HOST_NAMES = ["*"]  # the browser asks only the page that it opened
FORCE_SCRIPT_NAME = os.environ["CUAJO_FOLDER"].rstrip("/") or None  # of the static host
STATIC_URL = f"{os.environ['CUAJO_FOLDER']}static/"
STATIC_ROOT = Path(__file__).parent  # holds staticfiles.json; the browser itself loads the files
MIDDLEWARE = [each for each in MIDDLEWARE if "whitenoise" not in each and "gzip" not in each]
MOST_BOOKS_BYTES = 64 * 1024 * 1024
X_FRAME_OPTIONS = "SAMEORIGIN"
SECURE_CSP = SECURE_CSP | {"frame-ancestors": ["'self'"]}
