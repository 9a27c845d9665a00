"""Let phones in, by link or code; say what a phone may see and who holds it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import missing
from scoring.models import Club, Player, Role
from scoring.models.clubs import LONGEST_NAME
from scoring.operations.people.joining import HOST_LINK_LIFETIME, Invitation
from scoring.queries.people.access import Access
from scoring.queries.people.joining import read_code
from scoring.queries.people.phones import OneNight


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleWords:
    """What a role is called, and what a phone with it may do."""

    name: Promise
    may: Promise


ROLE_WORDS = {
    Role.HOST: RoleWords(
        name=gettext_lazy("Host"),
        may=gettext_lazy("May do everything: start nights, record, correct, and let phones in."),
    ),
    Role.SCOREKEEPER: RoleWords(
        name=gettext_lazy("Scorekeeper"), may=gettext_lazy("May see everything, record hands, undo and correct.")
    ),
    Role.PLAYER: RoleWords(
        name=gettext_lazy("Player"),
        may=gettext_lazy("May see everything, object to an entry and tick off their own payments."),
    ),
    Role.VIEWER: RoleWords(name=gettext_lazy("Viewer"), may=gettext_lazy("May see everything and change nothing.")),
}
GUEST_ROLES = (Role.PLAYER, Role.VIEWER, Role.SCOREKEEPER)
"""The roles that are given to whoever asks, the most usual first."""


def role_choices(*roles: Role) -> list[tuple[str, Promise]]:
    """Return the roles as a form offers them."""
    return [(role.value, ROLE_WORDS[role].name) for role in roles]


WHOLE_CLUB = ""
_TONIGHT, _WEEK = timedelta(hours=12), timedelta(days=7)
_LIFETIMES = {"12": _TONIGHT, "168": _WEEK}
_NO_CODE = gettext_lazy("The code has six letters and digits. Read it again.")


def night_of(scope: OneNight) -> str:
    """Return a session in words: when it began, its name, and who plays, as two may begin in one minute."""
    day = date_format(scope.session.begun, "NIGHT_MOMENT")
    said = (_("Only the night of %(day)s") % {"day": day}, scope.session.name, ", ".join(scope.players))
    words = [each for each in said if each]
    return " · ".join([*words, _("practice")] if scope.session.is_practice else words)


class ScopeField(forms.TypedChoiceField):
    """The whole club, or one session of those offered; its value is the session or None."""

    def __init__(self, *, nights: Collection[OneNight]) -> None:
        offered = {str(each.session.public_id): each.session for each in nights}
        super().__init__(
            label=gettext_lazy("What it may see"),
            choices=[(WHOLE_CLUB, gettext_lazy("The whole club")), *zip(offered, map(night_of, nights), strict=True)],
            coerce=offered.get,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
        )


class LinkForm(forms.Form):
    """What a new link gives, and for how long."""

    role = forms.TypedChoiceField(
        label=gettext_lazy("Who joins by it"),
        choices=role_choices(*GUEST_ROLES, Role.HOST),
        coerce=Role,
        initial=Role.PLAYER,
        widget=forms.RadioSelect,
    )
    hours = forms.TypedChoiceField(
        label=gettext_lazy("How long it works"),
        choices=[("12", gettext_lazy("12 hours")), ("168", gettext_lazy("A week"))],
        coerce=_LIFETIMES.__getitem__,
        initial="12",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, nights: Collection[OneNight], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["session"] = ScopeField(nights=nights)

    def invitation(self, *, club: Club) -> Invitation:
        """Return what this valid form asks for; a host is let into the whole club, by a link of a day."""
        role = self.cleaned_data["role"]
        if role is Role.HOST:
            return Invitation(club=club, role=role, lifetime=HOST_LINK_LIFETIME)
        session, lifetime = self.cleaned_data["session"], self.cleaned_data["hours"]
        return Invitation(club=club, role=role, session=session, lifetime=lifetime)


class OpenForm(forms.Form):
    """What phones are let into that type the code."""

    def __init__(self, *args: Any, nights: Collection[OneNight], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["session"] = ScopeField(nights=nights)


class CodeForm(forms.Form):
    """The code on the host's phone, and who asks."""

    code = forms.CharField(
        label=gettext_lazy("The code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        help_text=gettext_lazy("Six letters and digits from the host's phone, such as K7M 2QD."),
        error_messages=missing(_NO_CODE),
    )
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
        help_text=gettext_lazy("So that the host knows whose phone this is."),
    )

    def clean_code(self) -> str:
        """Return the code as it is stored."""
        code = read_code(text=self.cleaned_data["code"])
        if code is None:
            raise forms.ValidationError(_NO_CODE, code="no_code")
        return code


class AnswerForm(forms.Form):
    """The host's answer to a phone that asks: a role, or nothing."""

    REFUSE = "refuse"

    role = forms.TypedChoiceField(
        label=gettext_lazy("as"),
        choices=[*role_choices(*GUEST_ROLES), (REFUSE, gettext_lazy("Refuse"))],
        coerce=lambda value: None if value == AnswerForm.REFUSE else Role(value),
        empty_value=None,
    )


NOBODY = ""


MOST_BUTTONS = 24
"""So many names stand as buttons; more are one list, in which a phone finds a name by its letters."""


class HolderForm(forms.Form):
    """Who holds the phone: a player of the list, a new name where that is allowed, or nobody of them."""

    expected_holder = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, players: Collection[Player], takes_new_names: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        offered = {str(player.public_id): player for player in players}
        named = [(key, player.name) for key, player in offered.items()]
        nobody = (NOBODY, _("I do not play"))
        is_short = len(offered) <= MOST_BUTTONS
        self.fields["player"] = forms.TypedChoiceField(
            label=_("Your name"),
            choices=[*named, nobody] if is_short else [nobody, *named],
            coerce=offered.get,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect if is_short else forms.Select,
        )
        if takes_new_names:
            self.fields["name"] = forms.CharField(
                label=_("Not on the list?"),
                max_length=LONGEST_NAME,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
                help_text=_("A name written here counts instead of the choice above."),
            )

    @property
    def new_name(self) -> str:
        """Return the name that was typed, which goes before the choice of the list."""
        return str(self.cleaned_data.get("name", ""))


class PlaceForm(forms.Form):
    """The place of a phone in the club, for the host to change."""

    expected = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    role = forms.TypedChoiceField(
        label=gettext_lazy("Role"),
        choices=role_choices(*Role),
        coerce=Role,
        widget=forms.RadioSelect,
        error_messages=missing(gettext_lazy("Choose what it may do.")),
    )

    def __init__(self, *args: Any, nights: Collection[OneNight], players: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        offered = {str(player.public_id): player for player in players}
        self.fields["session"] = ScopeField(nights=nights)
        self.fields["player"] = forms.TypedChoiceField(
            label=_("Held by"),
            choices=[(NOBODY, _("Nobody")), *((key, one.name) for key, one in offered.items())],
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
        "expected": access.version,
        "role": access.role.value,
        "session": str(access.session.public_id) if access.session else "",
        "player": str(access.player.public_id) if access.player else NOBODY,
    }
