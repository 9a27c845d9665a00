"""Who sits where, from now on or since an earlier hand."""

from collections.abc import Iterator
from typing import Any, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import KeyedForm, fresh
from scoring.forms.table.table import LONGEST_REASON
from scoring.operations.people.players import LONGEST_NAME
from scoring.operations.table.seating import Mistake, Order
from scoring.queries.table.state import SeatsPage

MISTAKES = (
    (Mistake.PLACES, gettext_lazy("The people were right, they sat on other places")),
    (Mistake.PEOPLE, gettext_lazy("The places were right, another person sat there")),
)


class SeatsForm(KeyedForm):
    """A name for each place in the order of play; an empty place stays empty."""

    dealer = forms.TypedChoiceField(label=gettext_lazy("Who deals next?"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, page: SeatsPage, **options: Any) -> None:
        super().__init__(*args, **options)
        self.page = page
        for place in self._numbers():
            self.fields[f"place_{place}"] = forms.CharField(
                label=_("Place %(place)s") % {"place": place},
                max_length=LONGEST_NAME,
                required=False,
                widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"}),
            )
        places = [(place, _("Place %(place)s") % {"place": place}) for place in range(1, page.most_places + 1)]
        self.fields["dealer"].choices = [("", _("As the rules say")), *places]  # type: ignore[attr-defined]

    def places(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the places, in the order of play."""
        return (self[f"place_{place}"] for place in self._numbers())

    def up_to_date(self) -> Self:
        """Return the same form made for the table as it stands now, with what was typed."""
        typed = {name: self[name].value() for name in self.fields}
        return type(self)(initial={**typed, **fresh(expected_entry=self.page.last_entry)}, page=self.page)

    def clean(self) -> dict[str, Any]:
        """Have the dealer sit somewhere."""
        cleaned = super().clean() or self.cleaned_data
        dealer = cleaned.get("dealer")
        if dealer and not self._names().get(dealer):
            self.add_error("dealer", _("This place is empty, so nobody there can deal."))
        return cleaned

    def order(self) -> Order:
        """Return the names of the valid form in order; empty places close up."""
        seated = {place: name for place, name in self._names().items() if name}
        dealer = self.cleaned_data["dealer"]
        return Order(names=tuple(seated.values()), dealer=list(seated).index(dealer) + 1 if dealer else None)

    def _names(self) -> dict[int, str]:
        names = ((place, self.cleaned_data.get(f"place_{place}", "")) for place in self._numbers())
        return {place: " ".join(name.split()) for place, name in names}

    def _numbers(self) -> range:
        return range(1, self.page.most_places + 1)


class CorrectSeatsForm(SeatsForm):
    """The seats that were right since a hand, what was wrong about those in the books, and a reason."""

    hand = forms.TypedChoiceField(label=gettext_lazy("Since which hand?"), coerce=int)
    mistake = forms.TypedChoiceField(
        label=gettext_lazy("What was wrong?"),
        coerce=Mistake,
        choices=MISTAKES,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what was wrong.")},
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("It stands at every line that changes."),
        error_messages={"required": gettext_lazy("Say in a word what happened.")},
    )

    def __init__(self, *args: Any, page: SeatsPage, **options: Any) -> None:
        super().__init__(*args, page=page, **options)
        numbers = [(number, _("Hand %(number)s") % {"number": number}) for number in page.hands]
        self.fields["hand"].choices = numbers  # type: ignore[attr-defined]
        self.fields["dealer"].label = _("Who dealt that hand?")


class SwapForm(KeyedForm):
    """One person comes in for another, by seat numbers."""

    comes = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    goes = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
