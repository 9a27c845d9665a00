"""Forms about people: accounts, the club, its players, programs; how a phone is held."""

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import OnceForm, one_of, told_lazy, unseen
from scoring.forms.people.phones import player_field
from scoring.models import Player, Role
from scoring.models.clubs import LONGEST_CLUB_NAME, LONGEST_NAME
from scoring.models.devices import LONGEST_ADDRESS, LONGEST_LABEL
from scoring.operations.people.devices import Wanted
from scoring.queries.people.players import active_players
from scoring.texts import say

_LONGEST_ACCOUNT_NAME = 150
_LONGEST_PASSWORD = 128
_GOOD_PASSWORD = _("Ten letters or more, and no common word.")


def _password(autocomplete: str, **options: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(max_length=_LONGEST_PASSWORD, strip=False, widget=widget, **options)


class SignInForm(forms.Form):
    """The name and password of an account."""

    name = UsernameField(
        label=_("Name of the account"), max_length=_LONGEST_ACCOUNT_NAME, validators=[UnicodeUsernameValidator()]
    )
    password = _password("current-password", label=_("Password"))


class SignUpForm(SignInForm):
    """A new account; Django's validators judge the password."""

    password = _password("new-password", label=_("Password"), help_text=_GOOD_PASSWORD)

    def clean(self) -> None:
        """Refuse a password that is easily guessed, also from the name."""
        password = self.cleaned_data.get("password")
        if not password:
            return
        try:
            validate_password(password, user=User(username=self.cleaned_data.get("name", "")))
        except forms.ValidationError as error:
            self.add_error("password", error)


class NewPasswordForm(PasswordChangeForm):
    """The password there is and the one there shall be; only one that can sign in again is taken."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        new = self.fields["new_password1"]
        new.help_text = _GOOD_PASSWORD
        new.validators.append(MaxLengthValidator(_LONGEST_PASSWORD))


class ClubNameForm(forms.Form):
    """What a club is called."""

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=LONGEST_CLUB_NAME,
        error_messages={"required": told_lazy(say("club.no_name"))},
    )


class NewClubForm(ClubNameForm):
    """A club of one's own."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(zone, zone) for zone in sorted(available_timezones()) if "/" in zone],
        initial="Asia/Manila",
    )


class ClubForm(ClubNameForm):
    """The club's name and the time zone of its pages."""

    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Write the nearest large city and choose from the list."),
        error_messages={"required": _("Write the nearest large city and choose from the list.")},
    )
    expected_name = unseen(strip=False)
    expected_time_zone = unseen()

    def expected(self) -> tuple[str, str] | None:
        """Return name and time zone as the page of this valid form showed them, None where it did not say."""
        seen = self.cleaned_data["expected_name"], self.cleaned_data["expected_time_zone"]
        return seen if all(seen) else None


SHORTEST_PASSCODE = 4


class ProtectionForm(forms.Form):
    """Whether joiners may write new names; another passcode, or none any more."""

    expected = unseen()
    takes_new_names = forms.BooleanField(label=_("Whoever joins may add a name to the list of players"), required=False)
    passcode = _password(
        "new-password",
        label=_("New passcode"),
        min_length=SHORTEST_PASSCODE,
        error_messages={"min_length": _("Too short. Choose at least %(limit_value)s letters or digits.")},
        required=False,
        help_text=_("The host's pages ask for it after ten minutes without a tap. Leave this empty to change nothing."),
    )
    ends_passcode = forms.BooleanField(label=_("Stop asking for a passcode"), required=False)

    def wanted_passcode(self) -> str | None:
        """Return the passcode of this valid form, empty to ask none any more, None to leave it as it is."""
        return "" if self.cleaned_data["ends_passcode"] else self.cleaned_data["passcode"] or None


class RenameForm(forms.Form):
    """Another name for a player."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("The player needs a name.")},
    )


class MergeForm(forms.Form):
    """The player that another one really is."""

    into = forms.ModelChoiceField(
        queryset=Player.objects.none(), to_field_name="public_id", label=_("is really"), empty_label=None
    )

    def __init__(self, *args: Any, player: Player, others: Collection[Player] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = active_players(club=player.club) if others is None else others
        into = [other for other in known if other != player and not other.erased_at]
        self.fields["into"].choices = [(other.public_id, other.name) for other in into]  # type: ignore[attr-defined]
        self.fields["into"].queryset = Player.objects.filter(pk__in=[other.pk for other in into])  # type: ignore[attr-defined]


ROLES = (
    (Role.VIEWER.value, _("See only")),
    (Role.PLAYER.value, _("See, dispute, propose")),
    (Role.SCOREKEEPER.value, _("See, record, correct")),
    (Role.HOST.value, _("All the host may")),
)
_DAYS = ((30, _("30 days")), (365, _("a year")), (0, _("until it is revoked")))


class ProgramForm(OnceForm):
    """What a program is called, what it may do, for whom it speaks and for how long."""

    label = forms.CharField(
        label=_("Name of the program"),
        max_length=LONGEST_LABEL,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("It stands in the ledger beside everything the program records."),
        error_messages={"required": _("The program needs a name.")},
    )
    role = one_of(_("What it may do"), ROLES, lacking=_("Choose what it may do."))
    days = one_of(_("For how long"), _DAYS, lacking=_("Choose for how long."), coerce=int)

    def __init__(self, *args: Any, players: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["player"] = player_field(
            _("Who it speaks for"),
            players,
            help_text=_("It may object, mark cash and propose hands as the phone of this player may."),
        )

    def wanted(self, *, now: datetime) -> Wanted:
        days: int = self.cleaned_data["days"]
        return Wanted(
            label=self.cleaned_data["label"],
            role=Role(self.cleaned_data["role"]),
            expires_at=now + timedelta(days=days) if days else None,
            player=self.cleaned_data["player"],
        )


class WebhookForm(OnceForm):
    """An address that is told what happens in the club."""

    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "http://localhost:9000/"}),
    )


def new_program(*, players: Collection[Player]) -> ProgramForm:
    """Return the form as it opens: the least that is useful."""
    return ProgramForm(players=players, initial={"key": uuid4(), "role": Role.VIEWER.value, "days": 30})


class Reach(StrEnum):
    """Which thumb has to reach everything."""

    BOTH = "both"
    LEFT = "left"
    RIGHT = "right"


class ComfortForm(forms.Form):
    """What the page of accessibility asks of this phone."""

    reach = one_of(
        _("Which hand taps?"),
        ((Reach.BOTH, _("Both hands")), (Reach.LEFT, _("Left hand")), (Reach.RIGHT, _("Right hand"))),
        lacking=_("Choose which hand taps."),
        help_text=_("With one hand, keys, buttons and “More” come within reach of its thumb."),
    )
    shortcuts = forms.BooleanField(label=_("Single keys press buttons"), required=False)
