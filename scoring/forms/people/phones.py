"""A phone of the club: what it is, what it may see, who holds it."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.people.joining import ScopeField, role_choices
from scoring.models import Club, Player, Role, Session
from scoring.operations.people.players import LONGEST_NAME
from scoring.queries.people.access import Access

NOBODY = ""


class HolderForm(forms.Form):
    """Who holds the phone: a player of the list, a new name where that is allowed, or nobody of them."""

    def __init__(self, *args: Any, players: Collection[Player], takes_new_names: bool, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        offered = {str(player.public_id): player for player in players}
        self.fields["player"] = forms.TypedChoiceField(
            label=_("Your name"),
            choices=[*((key, player.name) for key, player in offered.items()), (NOBODY, _("Just watching"))],
            coerce=offered.get,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
        )
        if takes_new_names:
            self.fields["name"] = forms.CharField(
                label=_("Not on the list?"),
                max_length=LONGEST_NAME,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
                help_text=_("Write your name here; it goes before the list."),
            )

    @property
    def new_name(self) -> str:
        """Return the name that was typed, which goes before the choice of the list."""
        return str(self.cleaned_data.get("name", ""))


class PlaceForm(forms.Form):
    """The place of a phone in the club, for the host to change."""

    role = forms.TypedChoiceField(
        label=gettext_lazy("Role"), choices=role_choices(*Role), coerce=Role, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, sessions: Collection[Session], players: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        offered = {str(player.public_id): player for player in players}
        self.fields["session"] = ScopeField(sessions=sessions)
        self.fields["player"] = forms.TypedChoiceField(
            label=_("Held by"),
            choices=[(NOBODY, _("Nobody in particular")), *((key, one.name) for key, one in offered.items())],
            coerce=offered.get,
            empty_value=None,
            required=False,
        )

    def access(self, *, club: Club) -> Access:
        """Return the place this valid form gives; a host's is the whole club."""
        role = self.cleaned_data["role"]
        session = None if role is Role.HOST else self.cleaned_data["session"]
        return Access(club=club, role=role, session=session, player=self.cleaned_data["player"])


class SendAwayForm(forms.Form):
    """Whether the club's last host may go, and whether the ways back are closed behind the phone."""

    last_host = forms.BooleanField(required=False)
    ways_back = forms.BooleanField(required=False)


def place_of(access: Access) -> dict[str, object]:
    """Return the initial values of the form for a phone."""
    return {
        "role": access.role.value,
        "session": str(access.session.public_id) if access.session else "",
        "player": str(access.player.public_id) if access.player else NOBODY,
    }
