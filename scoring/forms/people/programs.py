"""Let a program in."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Device, Player, Role
from scoring.operations.people.devices import LONGEST_LABEL, Wanted
from scoring.operations.table.posting import Stamp

ROLES = (
    (Role.VIEWER.value, _("See only")),
    (Role.PLAYER.value, _("See, dispute, propose")),
    (Role.SCOREKEEPER.value, _("See, record, correct")),
    (Role.HOST.value, _("All the host may")),
)
_DAYS = ((30, _("30 days")), (365, _("a year")), (0, _("until it is revoked")))


class ProgramForm(forms.Form):
    """What a program is called, what it may do, for whom it speaks and for how long."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    label = forms.CharField(
        label=_("Name of the program"),
        max_length=LONGEST_LABEL,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("It stands in the ledger beside everything the program records."),
    )
    role = forms.ChoiceField(label=_("What it may do"), choices=ROLES, widget=forms.RadioSelect)
    days = forms.TypedChoiceField(label=_("For how long"), choices=_DAYS, coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, players: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        offered = {str(player.public_id): player for player in players}
        self.fields["player"] = forms.TypedChoiceField(
            label=_("Who it speaks for"),
            choices=[("", _("Nobody")), *((key, one.name) for key, one in offered.items())],
            coerce=offered.get,
            empty_value=None,
            required=False,
            help_text=_("It may object, mark cash and propose hands as the phone of this player may."),
        )

    def wanted(self, *, now: datetime) -> Wanted:
        """Return the token that the valid form asks for."""
        days: int = self.cleaned_data["days"]
        return Wanted(
            label=self.cleaned_data["label"],
            role=Role(self.cleaned_data["role"]),
            expires_at=now + timedelta(days=days) if days else None,
            player=self.cleaned_data["player"],
        )

    def stamp(self, *, device: Device, at: datetime) -> Stamp:
        """Return who lets the program in, when, under the form's key."""
        return Stamp(device=device, at=at, key=self.cleaned_data["key"])


def new_program(*, players: Collection[Player]) -> ProgramForm:
    """Return the form as it opens: the least that is useful."""
    return ProgramForm(players=players, initial={"key": uuid4(), "role": Role.VIEWER.value, "days": 30})
