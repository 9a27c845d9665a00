"""House rules of a game as a table chooses them: a preset, and what is changed in it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.asked import AskedForm, Names, Part
from scoring.games.asking import Choice, Field, FieldKind
from scoring.games.base import Data, Game

_PREFIX = "rule_"
_AS_PRESET = Choice(value="", label="as in the preset")
_YES_OR_NO = (Choice(value="yes", label="yes"), Choice(value="no", label="no"))


class GameRulesForm(AskedForm):
    """A part of a form: a preset, and a box for every house rule, left empty where nothing is changed."""

    preset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect, required=False)

    def ask_of(self, *, game: Game, asked: tuple[Field, ...], players: Names) -> None:
        """Ask for the rules of a game, and for more beside them."""
        self.game = game
        self.ask(asked=(*asked, *_rule_boxes(game)), players=players)
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [(name, name) for name in game.presets]
        preset.initial = game.presets[0]

    def asked_rules(self) -> tuple[Part, ...]:
        """Return the boxes of the house rules."""
        return self.parts(field for field in self.asked_fields if field.name.startswith(_PREFIX))

    def asked_beside(self) -> tuple[Part, ...]:
        """Return what is asked beside the house rules."""
        return self.parts(field for field in self.asked_fields if not field.name.startswith(_PREFIX))

    def preset_lines(self) -> Iterator[tuple[object, str, str]]:
        """Yield every preset as its button, its name in words and where it comes from."""
        for radio, name in zip(self["preset"], self.game.presets, strict=True):
            source = self.game.complete_rules(rules=name).get("source", "")
            yield radio, name.replace("_", " ").capitalize(), str(source)

    def rules(self) -> Data:
        """Return the complete rules of a valid form; raises ImpossibleError for what does not go together."""
        changes = {
            name.removeprefix(_PREFIX): {"yes": True, "no": False}.get(str(value), value)
            for name, value in self.entered().items()
            if name.startswith(_PREFIX)
        }
        preset = self.cleaned_data["preset"] or self.game.presets[0]
        return self.game.complete_rules(rules={"preset": preset, **changes})

    def beside(self) -> Data:
        """Return what a valid form says beside the house rules."""
        return {name: value for name, value in self.entered().items() if not name.startswith(_PREFIX)}


def rule_values(*, changes: Data) -> dict[str, Any]:
    """Return the initial values of the boxes for house rules that are changed."""
    return {_PREFIX + name: _text(value) for name, value in changes.items()}


def _text(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def _rule_boxes(game: Game) -> tuple[Field, ...]:
    return tuple(_rule_box(field) for field in game.house_rules)


def _rule_box(field: Field) -> Field:
    box = replace(field, name=_PREFIX + field.name, is_required=False, normal=None)
    if field.kind is FieldKind.SWITCH:
        return replace(box, kind=FieldKind.CHOICE, choices=(_AS_PRESET, *_YES_OR_NO))
    if field.kind is FieldKind.CHOICE:
        return replace(box, choices=(_AS_PRESET, *field.choices))
    return box
