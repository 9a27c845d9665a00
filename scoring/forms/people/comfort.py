"""How a phone is held and worked."""

from enum import StrEnum

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import one_of


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
