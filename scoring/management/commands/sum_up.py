"""`manage.py sum_up`: sum up every night whose figures are missing or old, a slice after the other."""

from typing import Any

from django.utils.translation import gettext_noop, ngettext

from scoring.management.database import BooksCommand
from scoring.operations.figures.ratings import rate_all
from scoring.operations.figures.tallies import sum_up


class Command(BooksCommand):
    """The table may go on playing. `serve` runs it after an upgrade, `nightly` every night."""

    help = gettext_noop(
        "Sum up the nights whose figures are missing or old; pages read these sums, no settlement does."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        nights = sum_up()
        self.stdout.write(
            ngettext("%(count)s night summed up.", "%(count)s nights summed up.", nights) % {"count": nights}
        )
        rate_all()
