"""Answer on the command line in the language of the terminal."""

import os
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

MISSING_LIBRARY = gettext_noop("This needs one library more. Type: %(command)s")


class SpokenCommand(BaseCommand):
    """A command that speaks to people; `help` is marked for translation."""

    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        with translation.override(terminal_language()):
            self.help = _(self.help)
            parser = super().create_parser(prog_name, subcommand, **options)
            languages = [code for code, _name in settings.LANGUAGES]
            about = _("the language of the answer (that of the terminal)")
            parser.add_argument("--language", choices=languages, help=about)
        return parser

    def get_version(self) -> str:
        """Return the version of Cuajo; Django would say its own."""
        return settings.VERSION

    def execute(self, *args: Any, **options: Any) -> str | None:
        with translation.override(options.get("language") or terminal_language()):
            return self.spoken(*args, **options)

    def spoken(self, *args: Any, **options: Any) -> str | None:
        """Run the command once its language is set."""
        return super().execute(*args, **options)


def terminal_language() -> str:
    """Return the language of the terminal, English where it is none of ours."""
    named = next(filter(None, map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    for each in named.split(":"):
        code = each.partition(".")[0].partition("@")[0].replace("_", "-").lower()
        with suppress(LookupError):
            return translation.get_supported_language_variant("fil" if code.partition("-")[0] == "tl" else code)
    return "en"
