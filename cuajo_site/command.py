"""Run the command line."""

import os
import signal
import sys

from django.core.management import ManagementUtility, get_commands

from cuajo_site.installation import DataFolderError, make_data_folder, version

_READING = frozenset({"backup", "check_ledger", "export", "help", "verify"})


class Utility(ManagementUtility):
    def main_help_text(self, commands_only: bool = False) -> str:
        own = sorted(name for name, app in get_commands().items() if app == "scoring")
        if commands_only:
            return "\n".join(own)
        return "\n".join(f"{name}\n    {self.fetch_command(name).help.partition('. ')[0].rstrip('.')}" for name in own)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuajo_site.settings")
    # An exception runs the cleanup of drafts, which the default handler skips.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    # Django would print its own version.
    if sys.argv[1:] in (["--version"], ["version"]):
        sys.stdout.write(f"{version()}\n")
        return
    try:
        if not _READING.intersection(sys.argv[1:2]):
            make_data_folder()
        Utility(sys.argv).execute()
    except DataFolderError as error:
        sys.exit(str(error))
    # `verify | head` has read enough. Python would report the error again when it flushes.
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
