"""Accounts of a hosted installation: sign up, sign in, change the password, make a club."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from scoring.operations.people.clubs import LONGEST_NAME

_LONGEST_ACCOUNT_NAME = 150
_LONGEST_PASSWORD = 128
_GOOD_PASSWORD = _("Ten letters or more, and no common word.")


class SignInForm(forms.Form):
    """The name and password of an account."""

    name = UsernameField(
        label=_("Name of the account"), max_length=_LONGEST_ACCOUNT_NAME, validators=[UnicodeUsernameValidator()]
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=_LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class SignUpForm(SignInForm):
    """A new account; Django's validators judge the password."""

    password = forms.CharField(
        label=_("Password"),
        max_length=_LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_GOOD_PASSWORD,
    )

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
        super().__init__(*args, **{"label_suffix": "", **options})
        new = self.fields["new_password1"]
        new.help_text = _GOOD_PASSWORD
        new.validators.append(MaxLengthValidator(_LONGEST_PASSWORD))


class NewClubForm(forms.Form):
    """A club of one's own."""

    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(zone, zone) for zone in sorted(available_timezones()) if "/" in zone],
        initial="Asia/Manila",
    )
