"""What a person asks the judge about a hand."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.hands import SOURCES
from scoring.forms.house_rules import PRESET_NAMES
from scoring.forms.notation import CardField, CardsField, understanding
from scoring.games.base import ImpossibleError
from scoring.games.cards import Card, find_card
from scoring.games.cuajo.entry import Source
from scoring.games.cuajo.rules import HouseRules, Scheme
from scoring.games.notation import read_words
from scoring.queries.judge import SESSION, Question, RulesChoice
from scoring.queries.judge_answers import Kind
from scoring.queries.judge_tables import TABLE, JudgeTable

_CARD_FIELDS = ("hand", "bounit", "secrets", "extra")


def rules_options(*, choices: tuple[RulesChoice, ...]) -> list[tuple[str, object]]:
    """Return house rules as choices of a select."""
    named = {**PRESET_NAMES, SESSION: _("As in the latest session"), TABLE: _("As at this table")}
    return [(choice.value, named.get(choice.value, choice.label)) for choice in choices]


class JudgeForm(forms.Form):
    """What every question to the judge asks: the house rules, and at a table unseen which one it is."""

    kind: ClassVar[Kind]

    rules = forms.ChoiceField(
        label=gettext_lazy("House rules"),
        required=False,
        widget=forms.Select(attrs={"data-asks-again": True}),
    )
    session = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        choices: tuple[RulesChoice, ...],
        table: JudgeTable | None = None,
        **options: Any,
    ) -> None:
        super().__init__(data, **{"label_suffix": "", **options})
        self.choices = choices
        self.table = table
        self._offer("rules", rules_options(choices=choices))
        if table is None:
            del self.fields["session"]

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def chosen(self) -> HouseRules:
        """Return the house rules as the form stands, the first ones where none are chosen."""
        value = self["rules"].value()
        chosen = (choice.rules for choice in self.choices if choice.value == value)
        return next(chosen, self.choices[0].rules)

    def house_rules(self) -> HouseRules:
        """Return the chosen house rules of the valid form, the first ones where none are."""
        value = self.cleaned_data.get("rules") or self.choices[0].value
        return next(choice.rules for choice in self.choices if choice.value == value)

    def question(self) -> Question:
        """Return the valid form as plain data, the kind of question among it."""
        raise NotImplementedError

    def add_problems(self, error: ImpossibleError) -> None:
        """Show every problem the game found at the field it concerns."""
        for problem in error.problems:
            self.add_error(problem.field if problem.field in self.fields else None, problem.message)


class CardsQuestion(JudgeForm):
    """What every question about a hand asks: its cards, the sowee, the laid secrets."""

    hand_size = 16

    sowee = CardField(label=gettext_lazy("Sowee"), required=False)
    hand = CardsField(
        label=gettext_lazy("The sixteen cards"),
        max_length=1_000,
        error_messages={"required": gettext_lazy("Enter the cards of the hand.")},
    )
    secrets = CardsField(
        label=gettext_lazy("Laid secrets of this hand, one card of each"), max_length=200, required=False
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.table:
            self.initial = {"sowee": self.table.sowee, **self.initial}

    def clean(self) -> dict[str, Any]:
        """Have every card understood and the hand complete, so that there is something to judge."""
        cleaned = super().clean() or self.cleaned_data
        for name in _CARD_FIELDS:
            if name in cleaned and read_words(text=cleaned[name]).unread:
                self.add_error(name, understanding(text=cleaned[name]))
        cards = self.cards("hand")
        if "hand" in cleaned and len(cards) != self.hand_size:
            counts = {"size": self.hand_size, "cards": len(cards)}
            self.add_error("hand", _("%(size)s cards are needed here, these are %(cards)s.") % counts)
        return cleaned

    @property
    def other_tool(self) -> str:
        """Return the URL name of the question that fits the number of cards entered, empty for none."""
        count = len(read_words(text=str(self["hand"].value() or "")).cards)
        if count == self.hand_size:
            return ""
        return {15: "judge-purro", 16: "judge-win"}.get(count, "")

    def cards(self, name: str) -> tuple[Card, ...]:
        """Return the cards of a valid field."""
        return read_words(text=self.cleaned_data.get(name, "")).cards

    def card(self, name: str) -> Card | None:
        """Return the one card of a valid field, None where it is left empty."""
        return find_card(text=self.cleaned_data.get(name, ""))

    def question(self) -> Question:
        """Return the valid form as plain data; a laid secret is named once, however many cards were typed."""
        secrets = dict.fromkeys(card.notation for card in self.cards("secrets"))
        return {
            "question": self.kind.value,
            "hand": self.cleaned_data["hand"],
            "sowee": self.cleaned_data["sowee"] or None,
            "secrets": list(secrets),
            "extra": self.cleaned_data["extra"],
        }


class WinQuestion(CardsQuestion):
    """Is this a win? Asks what a claim of the verify contract needs."""

    kind = Kind.WIN

    source = forms.ChoiceField(
        label=gettext_lazy("How did the last card come?"),
        choices=SOURCES,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose how the last card came.")},
    )
    bounit = CardsField(label=gettext_lazy("Last card (bounit)"), max_length=40, required=False)
    extra = CardsField(
        label=gettext_lazy("Extra cards, in the order turned"), max_length=1_000, required=False
    )

    def clean(self) -> dict[str, Any]:
        """Ask for bounit and sowee where the verdict depends on them (C28)."""
        cleaned = super().clean()
        source = cleaned.get("source")
        if source and source != Source.DEALT and not self.has_error("bounit") and self.card("bounit") is None:
            self.add_error("bounit", _("Say which card was the last one (bounit)."))
        if source and Source(source).has_conditions and not cleaned.get("sowee"):
            self.add_error("sowee", _("Choose the sowee: it decides what this win pays (C28)."))
        return cleaned

    def question(self) -> Question:
        """Return the valid form as the fields of a claim."""
        return {
            **super().question(),
            "bounit": self.cleaned_data["bounit"] or None,
            "source": self.cleaned_data["source"],
        }


class PurroQuestion(CardsQuestion):
    """Is this purro? Fifteen cards, and in `extra` whatever else lies open."""

    kind = Kind.PURRO

    hand_size = 15

    extra = CardsField(label=gettext_lazy("Other cards lying open"), max_length=2_000, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["hand"].label = _("The fifteen cards")


class ExtraQuestion(CardsQuestion):
    """May the winner go on turning extra cards? Asks what the conditions depend on (C28 to C31)."""

    kind = Kind.EXTRA

    bounit = CardsField(
        label=gettext_lazy("Last card (bounit)"),
        max_length=40,
        error_messages={"required": gettext_lazy("Say which card was the last one (bounit).")},
    )
    extra = CardsField(
        label=gettext_lazy("Extra cards, in the order turned"), max_length=1_000, required=False
    )
    stock = forms.IntegerField(
        label=gettext_lazy("Cards left in the stock, if known"), min_value=0, max_value=112, required=False
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["sowee"].required = True
        self.fields["sowee"].error_messages["required"] = _("Choose the sowee: a condition depends on it.")

    def clean(self) -> dict[str, Any]:
        """Have the bounit among the sixteen cards (C8), and rules that know extra cards."""
        cleaned = super().clean()
        if self.chosen.scheme is Scheme.PRICELIST:
            self.add_error("rules", _("By a price list no extra cards are turned (L1)."))
        bounit, hand = self.card("bounit"), self.cards("hand")
        if cleaned.get("bounit") and not self.has_error("bounit") and bounit not in hand:
            self.add_error("bounit", _("The bounit is one of the sixteen cards (C8)."))
        return cleaned

    def question(self) -> Question:
        """Return the valid form as plain data."""
        return {
            **super().question(),
            "bounit": self.cleaned_data["bounit"],
            "stock": self.cleaned_data["stock"],
        }


class KeyForm(forms.Form):
    """What the form of an answer carries unseen: its kind of question, and the key it is kept under."""

    question = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in Kind])
    key = forms.UUIDField()
