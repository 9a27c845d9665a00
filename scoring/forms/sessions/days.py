"""The day of a night, put right."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import OnceForm, missing
from scoring.models import Session
from scoring.models.entries import LONGEST_REASON


class DayForm(OnceForm):
    """Another day for a night there is, and why; with the day that its page showed."""

    day = forms.DateField(
        label=_("Day of the night"),
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages=missing(_("Choose the day.")),
    )
    reason = forms.CharField(
        label=_("Reason, if you like"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Everybody sees it in the ledger."),
    )
    expected_day = forms.DateField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        shown = {"day": session.day, "expected_day": session.day}
        super().__init__(*args, **options | {"initial": shown | options.get("initial", {})})
