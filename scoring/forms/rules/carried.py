"""House rules on a form that begins with what a table agreed on before."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.forms.base import unseen
from scoring.forms.rules.house_rules import RULE_PREFIX, HouseRulesForm


class CarriedRulesForm(HouseRulesForm):
    """A preset with what is changed in it; another preset begins without the changes of the one before.

    A script empties the boxes when another preset is tapped. Without one the form is shown again, and says what was
    changed before: `made_from` and `carried` hold the preset and the boxes as the page showed them.
    """

    made_from, carried = unseen(), unseen()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.reset_rules = ""
        changed = {name: str(value) for name, value in self.initial.items() if name.startswith(RULE_PREFIX)}
        self.initial["made_from"] = self.initial.get("preset", "")
        self.initial["carried"] = json.dumps(changed) if changed else ""

    def full_clean(self) -> None:
        """Empty boxes that were filled for another preset before anything is read."""
        if self.is_bound and not self.reset_rules:
            self._reset_rules()
        super().full_clean()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.reset_rules:
            message = _(
                "You chose other rules, so these changes do not count any more: %(changes)s. Make them again or go on."
            )
            said = message % {"changes": self.reset_rules}
            self.add_error("preset", forms.ValidationError(said, code="rules_reset"))
        return cleaned

    def _reset_rules(self) -> None:
        before, preset = self.data.get("made_from", ""), self.data.get("preset") or self.presets[0]
        if before in ("", preset):
            return
        carried = _read(self.data.get("carried", ""))
        stale = [name for name, value in carried.items() if name in self.fields and self.data.get(name) == value]
        self.reset_rules = ", ".join(self.change_words(name.removeprefix(RULE_PREFIX), carried[name]) for name in stale)
        data: Any = self.data
        data = data.copy()
        data.update(dict.fromkeys(stale, "") | {"made_from": preset, "carried": ""})
        self.data = data


def _read(text: str) -> dict[str, str]:
    """Return the boxes that a page showed, none where somebody wrote something else."""
    try:
        read = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return {name: str(value) for name, value in read.items()} if isinstance(read, dict) else {}
