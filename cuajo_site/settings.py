"""Configure an installation from its environment."""

import os
import sqlite3
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import dj_database_url
from django.conf.locale import LANG_INFO
from django.utils.csp import CSP
from django.utils.functional import SimpleLazyObject

from cuajo_site import installation
from cuajo_site.cache import IN_MEMORY, cache_settings

ONE_PHONE = False  # see cuajo_site/phone
BASE_DIR = Path(__file__).resolve().parent.parent
FILES_DIR = installation.files_folder()
COMMAND = installation.command()
WITH_LIBRARY = installation.with_library
VERSION = installation.version()
# A phone runs without these packages.
API = all(map(find_spec, ("rest_framework", "drf_spectacular_sidecar")))
DATA_DIR = installation.data_folder()

# Commands that only read must not make a key.
SECRET_KEY = SimpleLazyObject(partial(installation.secret_key, folder=DATA_DIR))
DEBUG = os.environ.get("CUAJO_DEBUG") == "1"
HTTPS = os.environ.get("CUAJO_HTTPS") == "1"
HOST_NAMES = [name.strip().lower() for name in os.environ.get("CUAJO_HOSTS", "").split(",") if name.strip()]
PROXIES = installation.proxy_networks(named=os.environ.get("CUAJO_PROXIES", ""))
# Django's list knows no address ranges. scoring.web.addresses checks the host.
ALLOWED_HOSTS = ["*"]
COPIES = os.environ.get("CUAJO_COPIES", "")
METRICS = os.environ.get("CUAJO_METRICS") == "1"
LOG_FOR_PROGRAMS = os.environ.get("CUAJO_LOG") == "json"
WEBHOOKS = [name.strip().lower() for name in os.environ.get("CUAJO_WEBHOOKS", "").split(",") if name.strip()]
WRITES_PER_MINUTE = int(os.environ.get("CUAJO_WRITES_PER_MINUTE", "600"))

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "scoring",
]

MIDDLEWARE = [
    *(["cuajo_site.log.numbered"] if LOG_FOR_PROGRAMS else []),
    "scoring.web.site.measured",
    "scoring.web.middleware.fetched_ahead",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "scoring.web.middleware.write_log",
    "scoring.web.middleware.checked",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scoring.web.middleware.browsable",
    "scoring.web.middleware.with_device",
    "scoring.web.middleware.limited_writes",
    "scoring.web.middleware.Refusals",
]

# On a hosted installation each account has separate clubs. A family at home needs no accounts.
ACCOUNTS = os.environ.get("CUAJO_ACCOUNTS") == "1"
ACCOUNT_MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
if ACCOUNTS:
    MIDDLEWARE += ACCOUNT_MIDDLEWARE
_OTHER_VALIDATORS = ("UserAttributeSimilarityValidator", "CommonPasswordValidator", "NumericPasswordValidator")
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    *({"NAME": f"django.contrib.auth.password_validation.{name}"} for name in _OTHER_VALIDATORS),
]

ROOT_URLCONF = "cuajo_site.urls"
WSGI_APPLICATION = "cuajo_site.wsgi.application"

TAG_LIBRARIES = ("cards", "charts", "frame", "money", "rules", "table")
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES_DIR / "templates"],
        "APP_DIRS": True,  # for the widgets of django.forms
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "scoring.web.site.edition",
            ],
            # Nearly every template needs several of these, so none loads them.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                *(f"scoring.templatetags.{name}" for name in TAG_LIBRARIES),
            ],
        },
    }
]
FORM_RENDERER = "scoring.forms.base.Renderer"

# Below 3.51.3 the WAL mode of SQLite has a rare corruption race. FULL keeps a hand through a power cut.
_JOURNAL = "WAL" if sqlite3.sqlite_version_info >= (3, 51, 3) else "TRUNCATE"
DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{DATA_DIR / 'cuajo.sqlite3'}",
        conn_max_age=None,
        # Find a dead connection before the request, after a restart of the server.
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            f"PRAGMA journal_mode={_JOURNAL}; PRAGMA synchronous=FULL; "
            "PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON;"
        ),
    }

CACHES = {"default": cache_settings(where=os.environ.get("CUAJO_CACHE", IN_MEMORY))}

MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fil", "Filipino"), ("es", "Español"), ("ca", "Català")]
# Django has no Filipino, and many phones call it Tagalog.
LANG_INFO |= {
    "fil": {"bidi": False, "code": "fil", "name": "Filipino", "name_local": "Filipino"},
    "tl": {"fallback": ["fil"]},
    "tl-ph": {"fallback": ["fil"]},
}
# Django has no Filipino, and its names of months differ from ours.
LOCALE_PATHS = [FILES_DIR / "locale", FILES_DIR / "locale_django"]
# Django writes some dates and numbers in another way than our players do.
FORMAT_MODULE_PATH = "cuajo_site.formats"
TIME_ZONE = "UTC"
MACHINE_TIME_ZONE = installation.machine_time_zone()

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [FILES_DIR / "static", *([("swagger-ui", installation.swagger_ui_folder())] if API else [])]
STORAGES = {"staticfiles": {"BACKEND": "cuajo_site.static_files.StaticFiles"}}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Browsers take a cookie of this prefix from the very host only, not from another name of the same domain.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}cuajo_language"
LANGUAGE_COOKIE_AGE = 10 * 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE, LANGUAGE_COOKIE_HTTPONLY, LANGUAGE_COOKIE_SAMESITE = HTTPS, True, "Lax"
# HSTS and the redirect to https belong to the proxy.
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
MOST_BOOKS_BYTES = 16 * 1024 * 1024  # of a file that is imported on a page; the command takes any

REST_FRAMEWORK = {"UNAUTHENTICATED_USER": None}

# Django logs addresses, and an address may hold a token. Our own lines name the route.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": ["asctime", "levelname", "request_id", "message"],
            "rename_fields": {"asctime": "time", "levelname": "level"},
        },
    },
    "filters": {"few": {"()": "cuajo_site.log.FewLines"}, "request": {"()": "cuajo_site.log.WithRequest"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_FOR_PROGRAMS else "line",
            "filters": ["few", "request"],
        }
    },
    "loggers": {
        "cuajo": {"handlers": ["console"], "level": "INFO"},
        "waitress": {"handlers": ["console"], "level": "WARNING"},
        # Waitress warns about a queue of one.
        "waitress.queue": {"level": "ERROR"},
        "django": {"handlers": ["console"], "level": "ERROR"},
        "django.request": {"level": "ERROR" if DEBUG else "CRITICAL"},
        "django.security": {"level": "CRITICAL"},
    },
}
