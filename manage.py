#!/usr/bin/env python
"""Django's command line for cuajo."""

# Old Pythons must be able to read this file up to the check, so it keeps to syntax they know.
import os
import signal
import sys

READING = frozenset(["backup", "check_ledger", "export", "help", "verify"])
START = "python -m pip install uv && python -m uv run manage.py serve"

if sys.version_info < (3, 12):  # noqa: UP036
    sys.exit("Cuajo needs Python 3.12 or newer; this is " + sys.version.split()[0] + ". Start it with:\n  " + START)


def main():
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuajo_site.settings")
    from cuajo_site.data import DataFolderError, make_data_folder  # noqa: PLC0415

    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ModuleNotFoundError as error:
        sys.exit("{} is not installed here. Start Cuajo with:\n  {}".format(error.name, START))  # noqa: UP032
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # drafts are removed before the end
    try:
        if not READING.intersection(sys.argv[1:2]):
            make_data_folder()
        execute_from_command_line(sys.argv)
    except DataFolderError as error:
        sys.exit(str(error))
    except BrokenPipeError:  # `verify | head` has read enough; what is left to flush goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    main()
