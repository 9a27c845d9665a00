"""Who plays whom in a league, and in which night that was."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import missing, told_lazy
from scoring.models import Player
from scoring.operations.figures.fixtures import FEWEST, HIGHEST_TABLE, MOST
from scoring.texts import say


class FixtureForm(forms.Form):
    """A day, a table, and who plays there."""

    day = forms.DateField(
        label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}), error_messages=missing(_("Choose the day."))
    )
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        error_messages=missing(_("Write the number of the table.")),
    )

    def __init__(self, *args: Any, players: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        known = {str(player.public_id): player for player in players}
        self.fields["players"] = forms.TypedMultipleChoiceField(
            label=_("Who plays"),
            choices=[(key, player.name) for key, player in known.items()],
            coerce=known.__getitem__,
            widget=forms.CheckboxSelectMultiple,
            error_messages=missing(told_lazy(say("fixture.players", least=FEWEST, most=MOST))),
        )


class NightForm(forms.Form):
    """The night that was, or was not, that of a fixture."""

    night = forms.UUIDField()
