"""The command line: what `manage.py` in a checkout and `cuajo`, where it is installed, both run."""

import os
import signal
import sys

from django.core.management import execute_from_command_line

from cuajo_site.installation import DataFolderError, make_data_folder, version

_READING = frozenset({"backup", "check_ledger", "export", "help", "verify"})


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuajo_site.settings")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # drafts are removed before the end
    if sys.argv[1:] in (["--version"], ["version"]):  # Django would say its own
        sys.stdout.write(f"{version()}\n")
        return
    try:
        if not _READING.intersection(sys.argv[1:2]):
            make_data_folder()
        execute_from_command_line(sys.argv)
    except DataFolderError as error:
        sys.exit(str(error))
    except BrokenPipeError:  # `verify | head` has read enough; what is left to flush goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
