"""What a person asks the judge about a card on the table: whose it is."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.judge import rules_options
from scoring.forms.notation import kind_choices
from scoring.games.cards import Card, find_card
from scoring.games.cuajo.rules import HouseRules
from scoring.games.cuajo.table import TableState, after_discard, after_draw
from scoring.queries.judge import RulesChoice

SEATS = (1, 2, 3, 4)
DRAWN, DISCARDED = "drawn", "discarded"
PURRO, PENALTY = "purro", "penalty"
_STANDINGS = (
    ("", gettext_lazy("not purro")),
    (PURRO, gettext_lazy("purro")),
    (PENALTY, gettext_lazy("lost purro")),
)


class ClaimQuestion(forms.Form):
    """Whose card is it? The card, who drew or discarded it, and how each of four players stands."""

    how = forms.ChoiceField(
        label=gettext_lazy("What happened?"),
        choices=((DRAWN, gettext_lazy("Drawn from the stock")), (DISCARDED, gettext_lazy("Discarded"))),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say whether it was drawn or discarded.")},
    )
    by = forms.TypedChoiceField(
        label=gettext_lazy("By which player?"),
        choices=[(seat, str(seat)) for seat in SEATS],
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say which player drew or discarded it.")},
        help_text=gettext_lazy("Players are numbered in the order of play: 2 plays after 1."),
    )
    card = forms.ChoiceField(label=gettext_lazy("The card"), required=False)
    rules = forms.ChoiceField(label=gettext_lazy("House rules"), required=False)

    def __init__(self, *args: Any, choices: tuple[RulesChoice, ...], **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        self._rules = choices
        self._offer("card", kind_choices(without=_("not known")))
        self._offer("rules", rules_options(choices=choices))
        for seat in SEATS:
            label = _("Player %(seat)s") % {"seat": seat}
            self.fields[f"standing_{seat}"] = forms.ChoiceField(
                label=label, choices=_STANDINGS, widget=forms.RadioSelect, required=False, initial=""
            )
            self.fields[f"completes_{seat}"] = forms.BooleanField(
                label=_("The card completes this hand"), required=False
            )

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def players(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Return the fields of each player: seat, standing, whether the card completes the hand."""
        return [(seat, self[f"standing_{seat}"], self[f"completes_{seat}"]) for seat in SEATS]

    def house_rules(self) -> HouseRules:
        """Return the house rules to rule by, the first ones where none are chosen."""
        value = self.cleaned_data["rules"] or self._rules[0].value
        return next(choice.rules for choice in self._rules if choice.value == value)

    def chosen_card(self) -> Card | None:
        """Return the card, None where it is not told."""
        return find_card(text=self.cleaned_data["card"])

    def completes(self) -> tuple[int, ...]:
        """Return the players whose hand the card completes."""
        return tuple(seat for seat in SEATS if self.cleaned_data[f"completes_{seat}"])

    def state(self) -> TableState:
        """Return the table at the moment asked about."""
        moment = after_draw if self.cleaned_data["how"] == DRAWN else after_discard
        return moment(
            rules=self.house_rules(),
            seats=SEATS,
            by=self.cleaned_data["by"],
            card=self.chosen_card(),
            purro=self._standing(PURRO),
            penalty=self._standing(PENALTY),
        )

    def _standing(self, standing: str) -> tuple[int, ...]:
        return tuple(seat for seat in SEATS if self.cleaned_data[f"standing_{seat}"] == standing)
