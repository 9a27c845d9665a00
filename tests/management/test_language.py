"""The language in which commands answer: that of the terminal, or the one asked for."""

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("surroundings", "told"),
    [
        ({"LANGUAGE": "fil_PH:en"}, "Walang club na"),
        ({"LANG": "tl_PH.UTF-8"}, "Walang club na"),
        ({"LANG": "es_MX.UTF-8"}, "No existe el club"),
        ({"LC_ALL": "ca_ES@valencia", "LANG": "en_GB"}, "No existeix el club"),
        ({"LANG": "C.UTF-8"}, "There is no club"),
        ({}, "There is no club"),
    ],
)
def test_commands_answer_in_the_language_of_the_terminal(
    surroundings: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(CommandError, match=told):
        call_command("export", club=uuid4())
    with pytest.raises(CommandError, match="No existe el club"):
        call_command("export", club=uuid4(), language="es")
