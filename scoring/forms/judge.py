"""Forms of the questions to the judge."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import offer, told
from scoring.forms.fields import GameForm, Part, initial_of
from scoring.forms.house_rules import RULE_PREFIX, rule_box, rule_changes
from scoring.forms.notation import read_typed, typed_values
from scoring.games.base import Data, HouseRules
from scoring.games.cuajo.claim import CARD_FIELDS
from scoring.games.fields import Field, FieldKind, Question
from scoring.games.house_rules import profile_data
from scoring.queries.judge import SESSION, TABLE, Setting
from scoring.texts import Names, say

# Shared links of an older version name the boxes of a player like this. They must stay readable.
_OF_SEAT = re.compile(r"(?P<name>[a-z_]*[a-z])_(?P<seat>[0-9])")


class QuestionForm(GameForm):
    """A question, with players by name at a table."""

    rules = forms.ChoiceField(
        label=gettext_lazy("House rules"), required=False, widget=forms.Select(attrs={"data-asks-again": True})
    )
    session = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        setting: Setting,
        question: Question[Any],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        self.setting, self.question = setting, question
        given = _boxes(data if data is not None else initial or {})
        super().__init__(given if data is not None else None)
        choices, named = setting.choices, {SESSION: _("Latest night"), TABLE: _("This table")}
        offer(self, rules=[(each.value, named.get(each.value, _(each.label))) for each in choices])
        self.choice = next((each for each in choices if each.value == given.get("rules")), choices[0])
        names = self._names(given)
        known = (
            field
            for field in question.fields
            if field.is_known_in(preset=self.choice.rules.preset) and not self._is_implied(field)
            # A table knows how many play.
            if not (setting.table and field.name == question.players)
        )
        asked = (*known, *(rule_box(field) for field in question.house_rules))
        self.ask(asked=asked, players=names)
        if counted := self.fields.get(question.players):
            counted.required = False
            counted.widget.attrs["data-asks-again"] = True
        table = setting.table
        at_table = question.at_table(table.sowee, setting.noted) if table and question.at_table else {}
        self.initial = {**initial_of(asked=asked, act=at_table, names=names), **typed_values(given)}
        if setting.table is None:
            del self.fields["session"]

    def entered(self) -> Data:
        """Return the answers, with the players and the dealer."""
        values = {name: value for name, value in super().entered().items() if not name.startswith(RULE_PREFIX)}
        if self.question.players:
            is_named = self.setting.table or self.question.places
            values |= {"names": {str(seat): name if is_named else str(seat) for seat, name in self.players.items()}}
            values |= {self.question.players: len(self.players)}
            values |= {field.name: 1 for field in self.question.fields if self._is_implied(field)}
            night = self.setting.table.night if self.setting.table else None
            values |= {"dealer": night.names[night.dealer] if night else ""}
        return values

    def house_rules(self) -> HouseRules:
        """Return the chosen rules with their changes. Raises ImpossibleError."""
        rules, changes = self.choice.rules, rule_changes(super().entered())
        return self.setting.game.read_rules(value=profile_data(profile=rules) | changes) if changes else rules

    @property
    def warning(self) -> str:
        text = self.question.warning(self.choice.rules) if self.question.warning else None
        return told(text) if text else ""

    @property
    def other_question(self) -> Question[Any] | None:
        """Return a question that fits the cards better."""
        cards = len(read_typed(str(self.data.get("hand", ""))).cards)
        questions, rules = self.setting.game.questions, self.choice.rules
        fitting = [each for each in questions if each.keypad and each.keypad(rules).hand_size == cards]
        return None if self.question in fitting else next(iter(fitting), None)

    def first_parts(self) -> tuple[Part, ...]:
        """Return the parts above the keypad, all without one."""
        return self.parts(
            field for field in self.asked_fields if not (field.name.startswith(RULE_PREFIX) or self._is_filled(field))
        )

    def typed_parts(self) -> tuple[Part, ...]:
        """Return the parts of the keypad in typing order."""
        filled = [field for field in self.asked_fields if self._is_filled(field)]
        return self.parts(sorted(filled, key=lambda field: CARD_FIELDS.index(field.name)))

    def rule_parts(self) -> tuple[Part, ...]:
        return self.parts(field for field in self.asked_fields if field.name.startswith(RULE_PREFIX))

    def are_rules_unfolded(self) -> bool:
        return any(box.errors or box.value() for box in self if box.name.startswith(RULE_PREFIX))

    def _is_filled(self, field: Field) -> bool:
        return self.question.keypad is not None and field.name in CARD_FIELDS

    def _is_implied(self, field: Field) -> bool:
        # The places are named from the player who acts, so that player is not asked for.
        return field.kind is FieldKind.SEAT and not self.setting.table and self.question.places is not None

    def _names(self, given: Mapping[str, Any]) -> Names:
        if self.setting.table:
            names = self.setting.names
            return names if self.question.at_table else dict(enumerate(names.values(), start=1))
        counted = next((field for field in self.question.fields if field.name == self.question.players), None)
        if counted is None:
            return {}
        wanted = str(given.get(counted.name, ""))
        known = wanted.isdecimal() and counted.minimum <= int(wanted) <= counted.maximum
        count = int(wanted) if known else int(str(counted.normal))
        if self.question.places is None:
            return {seat: told(say("player", number=seat)) for seat in range(1, count + 1)}
        return dict(enumerate((_(place) for place in self.question.places[count]), start=1))


def _boxes(given: Mapping[str, Any]) -> dict[str, Any]:
    boxes = {}
    for name, value in given.items():
        of_seat = _OF_SEAT.fullmatch(name)
        boxes[f"{of_seat['name']}__{of_seat['seat']}" if of_seat else name] = value
    return {"rules": boxes["preset"], **boxes} if "preset" in boxes else boxes
