"""`docs/library.md` is true, and the library needs nothing of the app."""

import doctest
import subprocess
import sys

from django.conf import settings

DOCUMENT = settings.BASE_DIR / "docs" / "library.md"


def test_every_example_of_the_document_holds() -> None:
    outcome = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert (outcome.failed, outcome.attempted > 15) == (0, True)


def test_the_library_works_where_django_is_not_there() -> None:
    code = (
        "import doctest, sys; sys.modules['django'] = None; "
        f"sys.exit(doctest.testfile({str(DOCUMENT)!r}, module_relative=False, encoding='utf-8').failed)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
