"""The language in which commands answer: that of the terminal, or the one asked for."""

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command, load_command_class
from django.utils.translation import gettext, override


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("surroundings", "asked", "language"),
    [
        ({"LANGUAGE": "fil_PH:en"}, {}, "fil"),
        ({"LANG": "tl_PH.UTF-8"}, {}, "fil"),
        ({"LANG": "es_MX.UTF-8"}, {}, "es"),
        ({"LC_ALL": "ca_ES@valencia", "LANG": "en_GB"}, {}, "ca"),
        ({"LANG": "C.UTF-8"}, {}, "en"),
        ({"LANG": "ca"}, {"language": "es"}, "es"),
        ({}, {}, "en"),
    ],
)
def test_commands_answer_in_the_language_of_the_terminal(
    surroundings: dict[str, str], asked: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    club = uuid4()
    with override(language):
        told = gettext("There is no club %(id)s.") % {"id": club}
    with pytest.raises(CommandError) as refusal:
        call_command("export", club=club, **asked)
    assert str(refusal.value) == told


OF_DJANGO = {"help", "version", "verbosity", "settings", "pythonpath", "traceback", "no_color", "force_color"}
COMMANDS = (
    *("backup", "check_ledger", "export", "host_link", "import"),
    *("nightly", "restore", "serve", "sum_up", "verify"),
)


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_explain_themselves_in_the_language_of_the_terminal(
    name: str, pseudo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", pseudo)
    parser = load_command_class("scoring", name).create_parser("manage.py", name)
    told = [action.help for action in parser._actions if action.dest not in OF_DJANGO]
    assert [text for text in (parser.description, *told) if not str(text).startswith("⟦")] == []
