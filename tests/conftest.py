"""Fixtures for every test: the club, its night and the phones of `tests.people`, ready to use."""

import gc
import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from shutil import which

import pytest
from django.core.cache import caches
from django.db import transaction
from django.template import engines
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django.plugin import DjangoDbBlocker

from scoring import games
from scoring.models import Club, Session
from scoring.web.addresses import lan_address
from tests import people
from tests import pseudo as pseudo_language
from tests.toy import Toy

# Playwright keeps an event loop in the thread of the tests, where Django would refuse every query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

# How fast an example runs says something about the machine, nothing about the code.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(which, BROWSERS)), None)
"""Debian's Chromium, rather without its window: that takes half the time."""

CHROMIUM_FLAGS = (
    "--no-sandbox --disable-gpu --disable-gpu-rasterization --disable-software-rasterizer --disable-quic "
    "--no-first-run --disable-background-networking --disable-component-update --disable-sync "
    "--disable-dev-shm-usage --disable-extensions --disable-features=site-per-process,IsolateOrigins,Translate"
)

ADDRESS = os.environ.get("CUAJO_TEST_ADDRESS") or ("home" if lan_address() else "localhost")
"""Where the browser tests open the app: "home" is plain http in the network, "localhost" the machine, or "https"."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    return 0 if named else None


def with_room(run: Callable[[], object]) -> None:
    """Run with the frames of all that is called in one piece of memory.

    Python takes 16 kB for them at a time and gives them back at once: where templates call each other across that
    border it did so a thousand times in a page, which took a sixth of the time of the tests.
    """
    run()


with_room.__code__ = with_room.__code__.replace(co_stacksize=70_000)  # 1 MB, half of it for those it calls


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give every test room, and its fixtures."""
    for name in ("setup", "runtest"):
        setattr(item, name, partial(with_room, getattr(item, name)))


def pytest_collection_finish() -> None:
    gc.freeze()


@pytest.fixture(autouse=True)
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test within one minute of the limits, with nothing counted before."""
    monkeypatch.setattr("scoring.operations.throttle.time", lambda: 0.0)
    for each in caches.all(initialized_only=True):
        each.clear()


@pytest.fixture(autouse=True)
def no_language_before() -> None:
    """Forget the language of the request that the test before made last."""
    translation.deactivate()


@pytest.fixture(scope="session")
def base_url() -> str:
    """Return no address: pages are opened by their full one; the plugin's fixture warns under pytest 9.2."""
    return ""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """Return how Debian's Chromium is started; without one the browser tests are skipped."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    return {"executable_path": CHROMIUM, "args": CHROMIUM_FLAGS.split()}


@pytest.fixture
def pseudo() -> Iterator[str]:
    """Have the app speak a language of its tests besides the others, and return its code."""
    with pseudo_language.spoken() as code:
        yield code


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def club(db: None) -> Club:
    return people.make_club()


@pytest.fixture
def host(club: Club) -> Client:
    return people.host_browser(club=club)


@pytest.fixture
def session(club: Club) -> Session:
    """Return a night of Ana and Carla against Ben and Dan under the preset pagat."""
    return people.start_night(club=club)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the toy to the games. What lists the games when it is imported was imported before."""
    import_module("cuajo_site.urls")
    assert engines.all()
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))
