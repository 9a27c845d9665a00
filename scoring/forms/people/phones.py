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

from scoring.forms.base import StrOrPromise, missing, one_of, unseen
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


class ScopeForm(forms.Form):
    """What phones are let into: the club, or a night."""

    def __init__(self, *args: Any, nights: Collection[OneNight], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["session"] = ScopeField(nights=nights)


class LinkForm(ScopeForm):
    """What a new link gives, and for how long."""

    role = one_of(
        gettext_lazy("Who joins by it"), role_choices(*GUEST_ROLES, Role.HOST), coerce=Role, initial=Role.PLAYER
    )
    hours = one_of(
        gettext_lazy("How long it works"),
        [("12", gettext_lazy("12 hours")), ("168", gettext_lazy("A week"))],
        coerce=_LIFETIMES.__getitem__,
        initial="12",
    )

    def invitation(self, *, club: Club) -> Invitation:
        """Return what this valid form asks for; a host is let into the whole club, by a link of a day."""
        role = self.cleaned_data["role"]
        if role is Role.HOST:
            return Invitation(club=club, role=role, lifetime=HOST_LINK_LIFETIME)
        session, lifetime = self.cleaned_data["session"], self.cleaned_data["hours"]
        return Invitation(club=club, role=role, session=session, lifetime=lifetime)


class OpenForm(ScopeForm):
    """What phones are let into that type the code."""


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


def player_field(
    label: StrOrPromise, players: Collection[Player], *, nobody: str = "", is_last: bool = False, **options: Any
) -> forms.TypedChoiceField:
    """Return the field for a player of the club, or nobody, which stands first unless it `is_last`."""
    offered = {str(player.public_id): player for player in players}
    named, empty = [(key, player.name) for key, player in offered.items()], (NOBODY, nobody or _("Nobody"))
    choices = [*named, empty] if is_last else [empty, *named]
    said: dict[str, Any] = {"choices": choices, "coerce": offered.get, "empty_value": None, "required": False}
    return forms.TypedChoiceField(label=label, **said | options)


MOST_BUTTONS = 24
"""So many names stand as buttons; more are one list, in which a phone finds a name by its letters."""


class HolderForm(forms.Form):
    """Who holds the phone: a player of the list, a new name where that is allowed, or nobody of them."""

    expected_holder = unseen()

    def __init__(self, *args: Any, players: Collection[Player], takes_new_names: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        is_short = len(players) <= MOST_BUTTONS
        widget = forms.RadioSelect if is_short else forms.Select
        nobody = _("I do not play")
        field = player_field(_("Your name"), players, nobody=nobody, is_last=is_short, widget=widget)
        self.fields["player"] = field
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
        """Return the name that was typed, which goes before the choice of the list; one that stood there does not."""
        if self.cleaned_data["player"] and "name" not in self.changed_data:
            return ""
        return str(self.cleaned_data.get("name", ""))


class PlaceForm(ScopeForm):
    """The place of a phone in the club, for the host to change."""

    expected = unseen(strip=False)
    role = one_of(
        gettext_lazy("Role"), role_choices(*Role), lacking=gettext_lazy("Choose what it may do."), coerce=Role
    )

    def __init__(self, *args: Any, players: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["player"] = player_field(_("Held by"), players)

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
