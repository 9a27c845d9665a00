"""Whatever a club does in whatever order: the books agree with an independent model after every step.

`playing` has the steps of a night, `weeks` those of a club, and `model` what they must come to. CUAJO_TEST_SCALE says
how many times more examples to try; those of a scale are always the same.
"""

import os
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from django.apps import apps
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings, stateful
from hypothesis import strategies as st

from scoring.models import Club, guard
from scoring.operations.books import import_books, read_books
from scoring.queries.books import export
from scoring.queries.books.checking import check_club
from scoring.queries.money import open_debts
from tests import people
from tests.operations.playing import CLOSED, CUAJO, DONE, OPEN, Table
from tests.operations.weeks import STEPS, Weeks

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
EXAMPLES, STEPS_EACH, TRIES = 6, 25, 6
SEED = st.integers(0, 2**32 - 1)


class ClubMachine(stateful.RuleBasedStateMachine):
    """A club of several nights, forgotten after each example."""

    def __init__(self) -> None:
        super().__init__()
        self.example = transaction.atomic()
        self.example.__enter__()
        self.weeks = Weeks(club=people.make_club(), chance=Random(0))
        self.count = 0

    def teardown(self) -> None:
        """Take the books to a file and back, and forget the example."""
        try:
            require_same_from_file(self.weeks.club)
        finally:
            transaction.set_rollback(True)
            self.example.__exit__(None, None, None)

    def tables(self, *, closed: bool) -> list[Table]:
        return [each for each in self.weeks.tables if bool(each.model.closed) == closed and not each.is_gone]

    def run(self, seed: int, steps: tuple[str, ...], *, of: Callable[[], object]) -> None:
        """Have a seed decide which step `of` a table or the club is done; one that finds nothing is passed over."""
        self.count += 1
        done, chance = len(DONE), self.weeks.chance
        chance.seed(f"{seed} {self.count}")
        for _ in range(TRIES):
            getattr(of(), chance.choice(steps))()
            if len(DONE) > done:
                break

    @stateful.initialize(seed=SEED)
    def begin(self, seed: int) -> None:
        """Close a night that leaves debts, and start another."""
        self.weeks.chance.seed(seed)
        for _ in range(2):
            self.weeks.start(game=CUAJO, currency="PHP")
            for step in ("agree", "buy", "play", "play", "play", "spend", "spend"):
                getattr(self.weeks.tables[-1], step)()
        self.weeks.tables[0].close()

    @stateful.precondition(lambda self: self.tables(closed=False))
    @stateful.rule(seed=SEED)
    def at_table(self, seed: int) -> None:
        """Go on with some of the open nights; more can happen there than elsewhere."""
        for _ in range(3):
            if open_ := self.tables(closed=False):
                self.run(seed, OPEN, of=partial(self.weeks.a_table, open_))
                self.agrees()

    @stateful.precondition(lambda self: self.tables(closed=True))
    @stateful.rule(seed=SEED)
    def after_close(self, seed: int) -> None:
        self.run(seed, CLOSED, of=lambda: self.weeks.a_table(self.tables(closed=True)))

    @stateful.rule(seed=SEED)
    def between_nights(self, seed: int) -> None:
        self.run(seed, STEPS, of=lambda: self.weeks)

    @stateful.invariant()
    def agrees(self) -> None:
        self.weeks.agrees()


def require_same_from_file(club: Club) -> None:
    """Export a club, import it where nothing is any more, and export it again: everything is as it was."""
    text, owed = export.written(books=export.club_books(club=club)), len(open_debts(club=club))
    with transaction.atomic():
        guard.lift(connection)
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA defer_foreign_keys = ON")
            for model in apps.get_app_config("scoring").get_models():
                cursor.execute(f"DELETE FROM {model._meta.db_table}")
        guard.restore(connection)
        imported = import_books(books=read_books(text=text)).club
        assert export.written(books=export.club_books(club=imported)) == text
        assert len(open_debts(club=imported)) == owed
        assert check_club(club=imported) == ()
        transaction.set_rollback(True)


def test_the_books_agree_with_a_model_whatever_a_club_does() -> None:
    phases = (Phase.generate,) if SCALE == 1 else (Phase.generate, Phase.shrink)
    stateful.run_state_machine_as_test(
        ClubMachine,
        settings=settings(
            derandomize=True,
            database=None,
            max_examples=EXAMPLES * SCALE,
            stateful_step_count=STEPS_EACH,
            phases=phases,
            print_blob=True,
            report_multiple_bugs=False,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
