"""Forms for accounts, clubs, players, programs and phones."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordMixin, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import MaxLengthValidator
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import OnceForm, StrOrPromise, listed, one_line, one_of, told_lazy, unseen
from scoring.models import LONGEST_ADDRESS, LONGEST_CLUB_NAME, LONGEST_LABEL, LONGEST_NAME, Club, Player, Role, Session
from scoring.operations.people.joining import HOST_LINK_LIFETIME
from scoring.queries.people.access import Access
from scoring.queries.people.phones import phones_of, possible_holders, read_code
from scoring.texts import say
from scoring.texts.decks import Deck

_LONGEST_PASSWORD = 128
_GOOD_PASSWORD = _("Ten letters or more, no common word.")


def _password(autocomplete: str, **options: Any) -> forms.CharField:
    # Not stripped: a space may be part of a password.
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(max_length=_LONGEST_PASSWORD, strip=False, widget=widget, **options)


class SignInForm(forms.Form):
    name = UsernameField(label=_("Name"), max_length=150, validators=[UnicodeUsernameValidator()])
    password = _password("current-password", label=_("Password"))


class SignUpForm(SetPasswordMixin[User], SignInForm):
    password = _password("new-password", label=_("Password"), help_text=_GOOD_PASSWORD)

    def clean(self) -> None:
        """Refuse a common password, or one like the name."""
        self.validate_password_for_user(User(username=self.cleaned_data.get("name", "")), "password")


class NewPasswordForm(PasswordChangeForm):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # Django has no limit here, but the sign-in form has: a longer password could never be typed again.
        new = self.fields["new_password1"]
        new.help_text = _GOOD_PASSWORD
        new.validators.append(MaxLengthValidator(_LONGEST_PASSWORD))


class NewClubForm(forms.Form):
    name = one_line(_("Name"), most=LONGEST_CLUB_NAME, lacking=told_lazy(say("club.no_name")))
    time_zone: forms.Field = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(zone, zone) for zone in sorted(available_timezones()) if "/" in zone],
        initial="Asia/Manila",
    )


class ClubForm(NewClubForm):
    time_zone = one_line(
        _("Time zone"),
        most=64,
        lacking=_("Choose the nearest large city."),
        help_text=_("Choose the nearest large city."),
        **{"list": "time-zones", "autocomplete": "off", "spellcheck": "false"},
    )
    deck = one_of(
        _("Deck"),
        ((Deck.SPANISH, _("Spanish")), (Deck.FRENCH, _("French"))),
        help_text=_("French deck: ♦ coins, ♥ cups, ♠ swords, ♣ batons; a queen for the horse"),
        coerce=Deck,
        empty_value=None,
        required=False,
    )
    expected_name, expected_time_zone = unseen(strip=False), unseen()

    def expected(self) -> tuple[str, str] | None:
        """Return the name and time zone on the page."""
        seen = self.cleaned_data["expected_name"], self.cleaned_data["expected_time_zone"]
        return seen if all(seen) else None


class ProtectionForm(forms.Form):
    expected = unseen()
    takes_new_names = forms.BooleanField(label=_("Joining phones may add players"), required=False)
    passcode = _password(
        "new-password",
        label=_("New passcode"),
        min_length=4,
        error_messages={"min_length": _("Choose at least %(limit_value)s letters or digits.")},
        required=False,
        help_text=_("The host's pages ask for the passcode after ten minutes without a tap."),
    )
    ends_passcode = forms.BooleanField(label=_("No passcode"), required=False)

    def __init__(self, *args: Any, has_passcode: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not has_passcode:
            del self.fields["ends_passcode"]

    def wanted_passcode(self) -> str | None:
        """Return the passcode: empty ends it, None keeps it."""
        return "" if self.cleaned_data.get("ends_passcode") else self.cleaned_data["passcode"] or None


class RenameForm(forms.Form):
    name = one_line(_("Name"), most=LONGEST_NAME, lacking=_("Enter a name."), autocomplete="off")


class MergeForm(forms.Form):
    def __init__(self, *args: Any, player: Player, others: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        into = {str(other.public_id): other for other in others if other != player and not other.erased_at}
        choices = [(key, other.name) for key, other in into.items()]
        self.fields["into"] = forms.TypedChoiceField(label=_("is really"), choices=choices, coerce=into.__getitem__)


def player_field(
    label: StrOrPromise, players: Collection[Player], *, nobody: str = "", is_last: bool = False, **options: Any
) -> forms.TypedChoiceField:
    offered = {str(player.public_id): player for player in players}
    named, empty = [(key, player.name) for key, player in offered.items()], ("", nobody or gettext("Nobody"))
    choices = [*named, empty] if is_last else [empty, *named]
    defaults: dict[str, Any] = {"choices": choices, "coerce": offered.get, "empty_value": None, "required": False}
    return forms.TypedChoiceField(label=label, **defaults | options)


ROLE_ACTS = {
    Role.VIEWER.value: _("See only"),
    Role.PLAYER.value: _("See, object, propose"),
    Role.SCOREKEEPER.value: _("See, record, correct"),
    Role.HOST.value: _("See and change everything"),
}


class ProgramForm(OnceForm):
    label = one_line(_("Name"), most=LONGEST_LABEL, lacking=_("Enter a name."), autocomplete="off")
    role = one_of(_("Role"), ROLE_ACTS.items(), coerce=Role, initial="viewer")
    days = one_of(
        _("For how long"), ((30, _("30 days")), (365, _("a year")), (0, _("without end"))), coerce=int, initial=30
    )

    def __init__(self, *args: Any, players: Collection[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["player"] = player_field(_("Speaks for"), players)

    def wanted(self, *, club: Club, now: datetime) -> dict[str, Any]:
        """Return name, place and end of the token."""
        values = self.cleaned_data
        access = Access(club=club, role=values["role"], player=values["player"])
        end = now + timedelta(days=values["days"]) if values["days"] else None
        return {"label": values["label"], "access": access, "expires_at": end}


class WebhookForm(OnceForm):
    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "http://localhost:9000/"}),
    )


class ComfortForm(forms.Form):
    reach = one_of(
        _("Which hand taps?"), (("both", _("Both hands")), ("left", _("Left hand")), ("right", _("Right hand")))
    )
    shortcuts = forms.BooleanField(label=_("Single keys press buttons"), required=False)


_GUEST_ROLES = (Role.PLAYER, Role.VIEWER, Role.SCOREKEEPER)  # the most usual first


def _night(session: Session) -> str:
    # Two sessions may begin in one minute, so the time alone would not tell them apart.
    day = date_format(session.begun, "NIGHT_MOMENT")
    players = listed(seat.player.known_as for seat in session.seats.all())
    words = [each for each in (gettext("Only the night of %(day)s") % {"day": day}, session.name, players) if each]
    return " · ".join([*words, gettext("practice")] if session.is_practice else words)


class ScopeForm(forms.Form):
    def __init__(self, *args: Any, nights: Collection[Session], **options: Any) -> None:
        super().__init__(*args, **options)
        offered = {str(each.public_id): each for each in nights}
        self.fields["session"] = one_of(
            _("What it may see"),
            [("", _("The whole club")), *zip(offered, map(_night, nights), strict=True)],
            coerce=offered.get,
            empty_value=None,
            required=False,
            widget=forms.RadioSelect if offered else forms.HiddenInput,
        )


class LinkForm(ScopeForm):
    role = one_of(
        _("Role"), [(role.value, role.label) for role in (*_GUEST_ROLES, Role.HOST)], coerce=Role, initial=Role.PLAYER
    )
    hours = one_of(_("For how long"), [(12, _("12 hours")), (168, _("A week"))], coerce=int, initial=12)

    def invitation(self, *, club: Club) -> tuple[Access, timedelta]:
        values = self.cleaned_data
        # A host has the whole club, so a host's link ends after a day.
        if values["role"] is Role.HOST:
            return Access(club=club, role=Role.HOST), HOST_LINK_LIFETIME
        return Access(club=club, role=values["role"], session=values["session"]), timedelta(hours=values["hours"])


_NO_CODE = _("The code has six letters and digits.")


class CodeForm(forms.Form):
    code = one_line(
        _("Type a code"),
        most=20,
        lacking=_NO_CODE,
        help_text=_("On the host's phone, such as K7M 2QD."),
        **{"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "enterkeyhint": "next"},
    )
    name = one_line(_("Your name"), most=LONGEST_NAME, autocomplete="given-name")

    def clean_code(self) -> str:
        code = read_code(text=self.cleaned_data["code"])
        if code is None:
            raise forms.ValidationError(_NO_CODE, code="no_code")
        return code


ANSWERS = {"refuse": None, **{role.value: role for role in _GUEST_ROLES}}
"""Roles by the value of the host's answer. None refuses."""

# More names are one list, because a phone finds a name in a list by its first letter.
_MOST_BUTTONS = 24


class HolderForm(forms.Form):
    expected_holder = unseen()

    def __init__(
        self, *args: Any, club: Club, session: Session | None, known: Player | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        players = possible_holders(club=club, session=session, known=known)
        holders = {phone.access.player for phone in phones_of(club=club)}
        self.held = [each for each in players if each in holders]
        self.free = [each for each in players if each not in holders]
        is_short = len(players) <= _MOST_BUTTONS
        widget, nobody = forms.RadioSelect if is_short else forms.Select, gettext("I only watch")
        self.fields["player"] = player_field(_("Your name"), players, nobody=nobody, is_last=is_short, widget=widget)
        if club.takes_new_names:
            self.fields["name"] = one_line(_("New name"), most=LONGEST_NAME, autocomplete="off")

    @property
    def holder(self) -> Player | str | None:
        """Return the tapped player or the typed name."""
        player: Player | None = self.cleaned_data["player"]
        # The page may have filled in the name. Then the tapped player counts.
        is_typed = player is None or "name" in self.changed_data
        return (is_typed and self.cleaned_data.get("name")) or player


class PlaceForm(ScopeForm):
    expected = unseen(strip=False)
    role = one_of(_("Role"), Role.choices, coerce=Role)

    def __init__(self, *args: Any, access: Access, players: Collection[Player], **options: Any) -> None:
        session, player = (each.public_id if each else "" for each in (access.session, access.player))
        given = {"expected": access.version, "role": access.role.value, "session": session, "player": player}
        super().__init__(*args, initial=given, **options)
        self.fields["player"] = player_field(_("Player"), players)

    def access(self, *, club: Club) -> Access:
        values = self.cleaned_data
        session = None if values["role"] is Role.HOST else values["session"]
        return Access(club=club, role=values["role"], session=session, player=values["player"])
