"""The changes of a correction, in words."""

from collections import Counter
from collections.abc import Iterable
from itertools import islice

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.notation import CardsField, in_signs
from scoring.forms.table.hands import DrawnForm, HandForm, QuickForm, opened_form, usual_mode
from scoring.models import LONGEST_REASON

# The labels of these fields are questions.
_LABELS = {
    "winner": gettext_lazy("Winner"),
    "source": gettext_lazy("Last card"),
    "conditions": gettext_lazy("Conditions"),
    "porbis": gettext_lazy("Porbis"),
    "hand": gettext_lazy("Cards"),
}
# With more differences it is another hand, and a list would not help.
_MOST = 3
# Longer lists of cards do not fit the line of a ledger on a phone.
_LONG = 20


def what_changes(*, form: HandForm) -> str:
    """Describe the changes of a valid form."""
    recorded = opened_form(state=form.state, mode=form.mode)
    boxes = (box for box in form if not box.is_hidden and box.name != "reason" and box.name in recorded.fields)
    names = tuple(form.state.night.names.values())
    changes = (_change(was=recorded[box.name], now=box, names=names) for box in boxes)
    if form.mode != usual_mode(state=form.state):
        if isinstance(form, DrawnForm):
            return _words(form["void"], form["void"].value())
        if isinstance(form, QuickForm):
            return _("Declared without cards")
    return (", ".join(islice(filter(None, changes), _MOST)) or _("entered again"))[:LONGEST_REASON]


def _change(*, was: BoundField, now: BoundField, names: Iterable[str]) -> str:
    # A player's name may be erased one day, and the reason of a correction stays for good.
    before, after = was.value(), now.value()
    if isinstance(now.field, CardsField):
        cards = before if isinstance(before, str) else " ".join(before or ())
        held = [Counter(words.split()) for words in (cards, now.form.cleaned_data[now.name])]
        old, new = (" ".join(more.elements()) for more in (held[0] - held[1], held[1] - held[0]))
        before, after = in_signs(notation=old), in_signs(notation=new)
    else:
        before, after = _words(now, before), _words(now, after)
    if before == after:
        return ""
    label = str(_LABELS.get(now.name, now.label))
    for name in names:
        label = label.removeprefix(f"{name}, ")
    if {before, after} & {*names} or (isinstance(now.field, CardsField) and len(after) > _LONG):
        return _("%(what)s: changed") % {"what": label}
    return _("%(what)s: %(was)s → %(now)s") % {"what": label, "was": before or "–", "now": after or "–"}


def _words(box: BoundField, value: object) -> str:
    if isinstance(box.field, forms.BooleanField):
        return _("yes") if value and value != "False" else _("no")
    text = "" if value is None else str(value)
    offered = getattr(box.field, "choices", ())
    return next((str(words) for choice, words in offered if str(choice) == text), text)
