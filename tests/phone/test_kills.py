"""All processes of the browser are killed after an act: the act is there once when the app is opened again."""

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.conftest import Phone
from tests.conftest import CHROMIUM, CHROMIUM_FLAGS
from tests.phone.test_phone import LIMIT_MILLISECONDS, app, begun, record_a_hand
from tests.queries.clubs import SCALE

ACTS = 5 * SCALE


@contextmanager
def opened(playwright: Playwright, profile: Path) -> Iterator[Page]:
    """Open the browser on a profile, and kill all its processes at the end."""
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=CHROMIUM, args=CHROMIUM_FLAGS.split()
    )
    context.set_default_timeout(LIMIT_MILLISECONDS)
    yield context.pages[0]
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(profile) in (process / "cmdline").read_text():
                os.kill(int(process.name), signal.SIGKILL)
    with suppress(Exception):
        context.close()


def entries(phone: Phone) -> int:
    count = "async (address) => (await (await fetch(address)).json()).sessions.flatMap((each) => each.entries).length"
    return cast(int, phone.page.evaluate(count, f"{phone.address}/club/export/json/"))


@pytest.mark.deep
def test_an_answered_act_survives_the_death_of_the_browser_once(
    playwright: Playwright, address: str, tmp_path: Path
) -> None:
    chance, hands, recorded = random.Random(7), 1, 1
    with opened(playwright, tmp_path) as page:
        phone = begun(page, address, way="keep")
        phone.start()
        record_a_hand(phone, number=1)
        table = phone.page.url
    for _ in range(ACTS):
        with opened(playwright, tmp_path) as page:
            page.goto(table)
            phone = app(page, address)
            phone.expect_hand(hands + 1)
            assert entries(phone) == recorded
            if chance.random() < 0.6:
                hands += 1
                record_a_hand(phone, number=hands)
            else:
                phone.tap_secret("Ben")
                phone.record_secret()
                expect(phone.secret("Ben")).to_contain_text("secret")
            recorded += 1
