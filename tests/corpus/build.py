"""Write the corpus anew: `python -m tests.corpus.build [nights] [verdicts]`, the same bytes every time.

Only for a corpus that knows more: what is stored was answered by the code of its day, and every later code
must answer the same (`tests/corpus/test_corpus.py`).
"""

import json
import logging
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from unittest import mock

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402

from tests.corpus import doors, questions  # noqa: E402
from tests.corpus.answers import answers_of  # noqa: E402
from tests.corpus.clubs import CLUBS, fill_club  # noqa: E402
from tests.corpus.comparing import DATA, names, store  # noqa: E402

IN_A_FILE = 170
EVENING = datetime(2026, 1, 31, 11, 0, tzinfo=UTC)


@contextmanager
def same_every_time(seed: int) -> Iterator[None]:
    """Have ids and the clock depend on a seed."""
    chance = Random(seed)
    clock = (EVENING + timedelta(seconds=11 * ticks) for ticks in count())
    with mock.patch("os.urandom", chance.randbytes), mock.patch("django.utils.timezone.now", side_effect=clock):
        yield


def build_nights() -> None:
    """Play the nights of every club, and store its export with what the API answers after an import."""
    total: Counter[str] = Counter()
    for number, nights in enumerate(CLUBS):
        with same_every_time(number):
            with doors.rolled_back():
                club = doors.new_club()
                total += fill_club(club=club, nights=nights, seed=number)
                text = doors.text_of(club)
            with doors.rolled_back():
                club = doors.imported(text)
                assert doors.findings(club) == []
                answers = answers_of(reader=doors.host_program(club), books=json.loads(text))
        size = store(f"club-{number:02}", {"export": json.loads(text), "answers": answers})
        print(f"club {number}: {len(nights)} nights, {size} bytes")  # noqa: T201
    print(dict(sorted(total.items())))  # noqa: T201


def build_verdicts() -> None:
    """Ask every question, and store it with its answer."""
    for name in questions.NAMES:
        with same_every_time(0), doors.rolled_back():
            cases = questions.build(name)
        parts = [cases[start : start + IN_A_FILE] for start in range(0, len(cases), IN_A_FILE)]
        size = sum(store(f"asked-{name}-{number}", part) for number, part in enumerate(parts))
        print(f"{name}: {len(cases)} questions, {size} bytes")  # noqa: T201


def main() -> None:
    """Build what is named, or everything."""
    wanted = sys.argv[1:] or ["nights", "verdicts"]
    DATA.mkdir(exist_ok=True)
    logging.disable(logging.WARNING)
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        if "nights" in wanted:
            build_nights()
        if "verdicts" in wanted:
            build_verdicts()
    finally:
        teardown_databases(databases, verbosity=0)
    print(sum(path.stat().st_size for path in DATA.iterdir()), "bytes in", len(names("")), "files")  # noqa: T201


if __name__ == "__main__":
    main()
