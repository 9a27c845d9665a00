#!/usr/bin/env python
"""Django's command line for cuajo."""

# Old Pythons must be able to read this file up to the check, so it keeps to syntax they know.
import sys

START = "python -m pip install uv && python -m uv run manage.py serve"

if sys.version_info < (3, 12):  # noqa: UP036
    sys.exit("Cuajo needs Python 3.12 or newer; this is " + sys.version.split()[0] + ". Start it with:\n  " + START)

if __name__ == "__main__":
    try:
        from cuajo_site.command import main
    except ModuleNotFoundError as error:
        sys.exit("{} is not installed here. Start Cuajo with:\n  {}".format(error.name, START))  # noqa: UP032
    main()
