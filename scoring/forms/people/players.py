"""Rename a player, choose whom to merge with."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Player
from scoring.operations.people.players import LONGEST_NAME
from scoring.queries.people.players import active_players


class RenameForm(forms.Form):
    """Another name for a player."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class MergeForm(forms.Form):
    """The player that another one really is."""

    into = forms.ModelChoiceField(
        queryset=Player.objects.none(), to_field_name="public_id", label=_("is really"), empty_label=None
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = [other.pk for other in active_players(club=player.club) if other != player and not other.erased_at]
        self.fields["into"].queryset = Player.objects.filter(pk__in=others).order_by("name")  # type: ignore[attr-defined]
