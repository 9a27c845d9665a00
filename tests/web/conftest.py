"""A club with one of everything, set up once for a module, and the browser of everybody who may ask there."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.models import Device, Membership, Role, Session, hash_token
from scoring.web.device import DEVICE_COOKIE
from tests import people, pseudo
from tests.everything import everything, places


@pytest.fixture(scope="module")
def pseudo_module() -> Iterator[str]:
    with pseudo.spoken() as code:
        yield code


@pytest.fixture(scope="module")
def night(module_db: None) -> Session:
    return people.start_night(club=people.make_club())


@pytest.fixture(scope="module")
def askers(night: Session) -> dict[str, Client]:
    return {"s": Client(), **{who: phone(token=who, **place) for who, place in places(night).items()}}


def phone(*, token: str, **place: object) -> Client:
    device = Device.objects.create(
        token_hash=hash_token(token=token),
        label=f"{place['role']}'s phone",
        created_at=people.EVENING,
        seen_at=timezone.now(),  # noted already, which the first of its requests does otherwise, taken back each time
    )
    Membership.objects.create(device=device, created_at=people.EVENING, **place)
    browser = Client()
    browser.cookies[DEVICE_COOKIE] = token
    return browser


@pytest.fixture(scope="module")
def known(night: Session, askers: dict[str, Client]) -> dict[str, object]:
    host = Device.objects.get(memberships__club=night.club, memberships__role=Role.HOST, memberships__revoked_at=None)
    return everything(session=night, host=host)


@contextmanager
def as_it_was() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()
