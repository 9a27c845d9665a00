"""Who plays whom in a league, and in which night that was."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Player
from scoring.operations.figures.fixtures import HIGHEST_TABLE


class FixtureForm(forms.Form):
    """A day, a table, and who plays there."""

    day = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}))
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=HIGHEST_TABLE)

    def __init__(self, *args: Any, players: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        known = {str(player.public_id): player for player in players}
        self.fields["players"] = forms.TypedMultipleChoiceField(
            label=_("Who plays"),
            choices=[(key, player.name) for key, player in known.items()],
            coerce=known.__getitem__,
            widget=forms.CheckboxSelectMultiple,
        )


class NightForm(forms.Form):
    """The night that was, or was not, that of a fixture."""

    night = forms.UUIDField()
