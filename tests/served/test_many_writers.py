"""Many phones write into one night at once, on the real server: nothing is lost, doubled or left out.

CUAJO_TEST_SCALE=100 runs 500 rounds, 8 writers of 200 hands, and 200 forms sent 8 times each.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.served.phones import RECORDED, REFUSED, Night, Writer, open_night
from tests.served.postgresql import IS_HERE, postgresql
from tests.served.server import ROOT, Server, serving

pytestmark = pytest.mark.deep

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
ROUNDS = min(500, 5 * SCALE)
WRITERS = 8
HANDS = min(200, 2 * SCALE)


@pytest.fixture(scope="module", params=["one process on SQLite", "two on PostgreSQL"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve the demo once for these tests, on each set-up."""
    data = tmp_path_factory.mktemp("writers") / "data"
    with ExitStack() as running:
        place, workers = dict[str, str](), []
        if "PostgreSQL" in request.param:
            if not IS_HERE:
                pytest.skip("no PostgreSQL server on this machine")
            address = running.enter_context(postgresql()).address
            place, workers = {"DATABASE_URL": address, "CUAJO_CACHE": "database"}, ["--workers=2"]
        yield running.enter_context(serving("--demo", *workers, data=data, root=ROOT, **place))


@pytest.fixture(scope="module")
def night(server: Server) -> Night:
    """Let one phone in as the host and find the open night."""
    return open_night(server=server)


def at_once(work: Callable[[int], tuple[int, str]], *, phones: int) -> list[tuple[int, str]]:
    """Return what several phones are answered that do the same at once."""
    with ThreadPoolExecutor(phones) as threads:
        return list(threads.map(work, range(phones)))


def test_of_two_phones_recording_the_same_hand_one_does_and_the_other_sees_both(night: Night) -> None:
    before = night.hand_number()
    for _ in range(ROUNDS):
        forms = [night.phone.form(night.drawn) for _ in range(2)]
        answers = at_once(lambda who, forms=forms: night.phone.ask(night.drawn, forms[who]), phones=2)  # type: ignore[misc]
        assert sorted(status for status, _ in answers) == [RECORDED, REFUSED]
        (other,) = (page for status, page in answers if status == REFUSED)
        assert [other.count(version) for version in ("data-theirs", "data-yours")] == [1, 1]
    assert night.hand_number() == before + ROUNDS


def test_a_form_sent_again_and_again_records_once(night: Night) -> None:
    before = night.hand_number()
    for _ in range(HANDS):
        form = night.phone.form(night.drawn)
        answers = at_once(lambda _, form=form: night.phone.ask(night.drawn, form), phones=WRITERS)  # type: ignore[misc]
        assert [status for status, _ in answers] == [RECORDED] * WRITERS
    assert night.hand_number() == before + HANDS


def test_many_writers_lose_no_hand_and_leave_no_gap(night: Night) -> None:
    before, lines = night.hand_number(), len(night.lines())

    def write(writer: Writer) -> set[int]:
        while len(writer.acknowledged) < HANDS and writer.statuses <= {RECORDED, REFUSED}:
            writer.record()
        return writer.statuses

    with ThreadPoolExecutor(WRITERS) as threads:
        seen = list(threads.map(write, [Writer(night=night, page=night.drawn) for _ in range(WRITERS)]))

    assert set().union(*seen) <= {RECORDED, REFUSED}
    assert night.hand_number() == before + WRITERS * HANDS
    assert night.lines() == list(range(1, lines + WRITERS * HANDS + 1))
