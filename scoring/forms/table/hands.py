"""Forms of hands: by cards, by quick entry, by game."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from typing import Any, ClassVar, Self

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import KeyedForm, SeatField, StrOrPromise, entry_number, fresh, offer, one_of, told, unseen
from scoring.forms.fields import GameForm, initial_of
from scoring.forms.notation import SECRET_PREFIX, CardField, CardsField, named_secrets, understanding
from scoring.forms.table.table import ShownSecretsForm, named_before
from scoring.games.base import ActKind, Data, Feature, ImpossibleError
from scoring.games.cuajo.game import sources_of
from scoring.games.cuajo.judge_questions import SOURCE
from scoring.games.cuajo.rules import read_rules
from scoring.games.dealing import KEYS, counts
from scoring.ledger.night import Night
from scoring.models import LONGEST_REASON
from scoring.operations.errors import SoweeChangedError
from scoring.operations.table.hands import MOST_SECRETS, TableVersion, require_sowee
from scoring.queries.table.state import TableState
from scoring.texts import say

SOURCES = tuple((each.value, _(each.label)) for each in SOURCE.choices)
KINGS = ("kings_of_coins", "other_kings")
# Conditions do not count here, so no question is shown (C27, C34).
UNCONDITIONAL_SOURCES = ("self_drawn", "dealt")
CONDITIONS = (
    ("bounit", _("Two cards go with the last card")),
    ("sowee", _("Sowee, and two that go with it")),
    ("both", _("Both")),
    ("neither", _("Neither")),
)
_MET = {"both": (True, True), "bounit": (True, False), "sowee": (False, True), "neither": (False, False)}
# The boxes that enter a field of the act under another name.
_BOXES = {"secrets": f"{SECRET_PREFIX}1", "bounit_condition": "conditions", "sowee_condition": "conditions"}


# Cuajo stores this result if a false win made the hand void (C35), so the name must not change.
VOID_AFTER_FALSE_WIN = "void"


class HandForm(ShownSecretsForm, KeyedForm):
    mode: ClassVar[str]

    expected_after = entry_number()
    reason = forms.CharField(label=_("Reason, if you like"), max_length=LONGEST_REASON, required=False)

    def __init__(self, data: Mapping[str, object] | None = None, *, state: TableState, **options: Any) -> None:
        super().__init__(data, **options)
        self.state = state
        if not state.replaces:
            del self.fields["reason"]

    def recorded(self) -> Mapping[str, str]:
        """Return the recorded values of a correction."""
        if not self.state.replaces:
            return {}
        opened = opened_form(state=self.state, mode=self.mode)
        return {name: str(opened[name].value()) for name in opened.fields}

    @abstractmethod
    def act(self) -> Data:
        """Return the act of the valid form."""

    def expected(self) -> TableVersion:
        after, entry = self.cleaned_data["expected_after"], self.cleaned_data["expected_entry"]
        return TableVersion(after=after, entry=entry, sowee=self.data.get("expected_sowee"))

    def arguments(self) -> dict[str, Any]:
        return {"act": self.act(), "expected": self.expected()}

    def sowee_problem(self) -> str:
        typed, seen = self.cleaned_data.get("sowee"), None if self.state.replaces else self.expected().sowee
        try:
            require_sowee(noted=self.state.sowee, expected=seen, said=typed)
        except SoweeChangedError as error:
            return told(error.text)
        return ""

    def first_problem(self) -> str:
        """Return the first problem, or an empty text."""
        for box in self:
            for message in box.errors:
                text = str(message)
                plain = unescape(strip_tags(text)) if isinstance(text, SafeString) else text
                typed = " ".join(plain.split())
                return f"{box.label}{' ' if str(box.label).endswith('?') else ': '}{typed}"
        return " ".join(map(str, self.non_field_errors()))

    def up_to_date(self) -> Self:
        """Return the form with the table's newest values."""
        data, now = {name: self[name].value() for name in self.fields}, self.state
        shown = {"expected_entry": now.night.last_entry, "expected_sowee": now.sowee, "refunds_seen": self.refunds()}
        return type(self)({**data, **shown}, state=now)

    def add_problems(self, error: ImpossibleError) -> None:
        for problem in error.problems:
            name = _BOXES.get(problem.field, problem.field)
            message = told(problem.text, names=self.state.night.names)
            if problem.code == "unknown_card" and isinstance(self.fields.get(name), CardsField):
                message = understanding(text=str(self.data.get(name, "")))
            box = name if name in self.fields else None
            if message not in self.errors.get(box or NON_FIELD_ERRORS, ()):
                self.add_error(box, forms.ValidationError(message, code=problem.code))


class DrawnForm(HandForm):
    """A hand without a winner, with its reason (C33, C35, C38)."""

    mode = "drawn"

    void = one_of(_("Why did nobody win?"), required=False)
    by = one_of(_("Who caused it?"), required=False, coerce=int, empty_value=None)

    def __init__(self, data: Mapping[str, object] | None = None, *, state: TableState, **options: Any) -> None:
        super().__init__(data, state=state, **options)
        asked = state.session.played.asks(kind=ActKind.HAND, rules=state.session.house_rules)
        reasons = [each for field in asked if field.name == "void" for each in field.choices if each.value]
        if state.ended_by_false_win:
            endings = (each for field in asked if field.name == "result" for each in field.choices)
            reasons += [each for each in endings if each.value == VOID_AFTER_FALSE_WIN]
        choices = [("", _("The stock ran out")), *((each.value, capfirst(_(each.label))) for each in reasons)]
        offer(self, void=choices, by=[("", capfirst(_("nobody"))), *state.seated.items()])

    def act(self) -> Data:
        if self.cleaned_data["void"] == VOID_AFTER_FALSE_WIN:
            return {"result": VOID_AFTER_FALSE_WIN}
        values = {name: self.cleaned_data[name] for name in ("void", "by") if self.cleaned_data[name]}
        return values if "void" in values else {"result": "drawn"}


class WinForm(HandForm):
    winner = SeatField(_("Who won?"))
    source = one_of(_("How did the last card come?"))
    sowee = CardField(label=_("Sowee"), required=False)
    expected_sowee = unseen()
    field_order = ("winner", "source")

    def __init__(self, data: Mapping[str, object] | None = None, *, state: TableState, **options: Any) -> None:
        super().__init__(data, state=state, names=state.seated, **options)
        allowed = sources_of(rules=read_rules(value=state.session.house_rules))
        offer(self, source=[(source, words) for source, words in SOURCES if source in allowed])
        self.ask_shown(state=state)
        # A draft from before the change must not bring the old sowee back.
        if state.sowee:
            self.fields["sowee"].widget.attrs["data-draft-skip"] = True

    def act(self) -> Data:
        return {
            "result": "win",
            "winner": self.cleaned_data["winner"],
            "source": self.cleaned_data["source"],
            **({"sowee": sowee} if (sowee := self.cleaned_data["sowee"]) else {}),
            **self.shown(),
        }


class CardsForm(WinForm):
    """A win with its sixteen cards and secrets."""

    mode = "cards"

    hand = CardsField(
        label=_("The sixteen cards"), max_length=1_000, error_messages={"required": _("Enter the cards of the hand.")}
    )
    bounit = CardsField(label=_("Last card (bounit)"), max_length=40, required=False)
    extra = CardsField(label=_("Extra cards, in the order turned"), max_length=1_000, required=False)

    def __init__(self, data: Mapping[str, object] | None = None, *, state: TableState, **options: Any) -> None:
        super().__init__(data, state=state, **options)
        # A repeated form keeps its secrets, although its hand is recorded and the next hand has none.
        sent = (place for place in range(1, MOST_SECRETS + 1) if (data or {}).get(f"{SECRET_PREFIX}{place}"))
        for place in range(1, max([*(seat.secrets for seat in state.seats), *sent], default=0) + 1):
            label = _("Secret %(place)s of the winner") % {"place": place}
            self.fields[f"{SECRET_PREFIX}{place}"] = CardField(label=label, required=False)

    def secret_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith(SECRET_PREFIX)]

    def act(self) -> Data:
        return {
            **super().act(),
            "declared": False,
            "hand": self.cleaned_data["hand"].split(),
            "bounit": None if self.cleaned_data["source"] == "dealt" else self.cleaned_data["bounit"] or None,
            "secrets": named_secrets(self.cleaned_data),
            "extra": self.cleaned_data["extra"].split(),
        }


def _kings(label: StrOrPromise, *, most: int) -> forms.ChoiceField:
    steps = {"min": 0, "max": most, "inputmode": "numeric", "placeholder": "–", "data-zero": "0"}
    choices = [(count, str(count)) for count in range(most + 1)]
    return one_of(label, choices, coerce=int, required=False, widget=forms.NumberInput(attrs=steps))


class QuickForm(WinForm):
    """A win without its cards."""

    mode = "quick"

    kings_of_coins = _kings(_("Kings of coins"), most=4)
    other_kings = _kings(_("Other kings"), most=12)
    porbis = one_of(
        _("King in 10-11-12?"),
        (("no", _("No")), ("on", _("Yes, porbis"))),
        required=False,
        coerce="on".__eq__,
        empty_value=False,
    )
    conditions = one_of(_("Which is true?"), CONDITIONS, required=False)

    def clean(self) -> None:
        """Report missing and wrong fields together."""
        # The game judges only a form without errors.
        cleaned = self.cleaned_data
        # A player who counts kings of one kind has none of the other. A single 0 leaves the other open.
        if any(cleaned.get(name) for name in KINGS):
            cleaned |= {name: 0 for name in KINGS if cleaned.get(name) == ""}
        # Missing fields of the act, by the empty box.
        needed = {name: name for name in KINGS}
        if cleaned.get("source", "dealt") not in UNCONDITIONAL_SOURCES and not self._is_porbis():
            needed["conditions"] = "bounit_condition"
        for name, lacking in needed.items() if self.errors else ():
            if cleaned.get(name) == "":
                self.add_error(name, forms.ValidationError(told(say(f"missing_field.{lacking}")), code="missing_field"))

    def _is_porbis(self) -> bool:
        """Check for porbis by the kings (C32)."""
        return self.kings == 0 or (self.kings == 1 and bool(self.cleaned_data.get("porbis")))

    @property
    def kings(self) -> int | None:
        """Count the kings, None if unknown."""
        counted = [self.cleaned_data.get(name) for name in KINGS]
        return None if "" in counted or None in counted else sum(int(each or 0) for each in counted)

    def act(self) -> Data:
        values = {name: count for name in KINGS if (count := self.cleaned_data[name]) != ""}
        met = _MET.get(self.cleaned_data["conditions"])
        if met and self.cleaned_data["source"] not in UNCONDITIONAL_SOURCES:
            values |= {"bounit_condition": met[0], "sowee_condition": met[1]}
        return {**super().act(), "declared": True, **values, "porbis": self._is_porbis()}


FORMS: dict[str, type[HandForm]] = {form.mode: form for form in (CardsForm, QuickForm, DrawnForm)}


def _conditions_of(*, act: Data) -> str | None:
    if not act.get("declared") or act.get("source") in UNCONDITIONAL_SOURCES:
        return None
    met = bool(act.get("bounit_condition")), bool(act.get("sowee_condition"))
    if act.get("porbis") and not any(met):
        return None
    return next(choice for choice, both in _MET.items() if both == met)


def form_again(*, form: HandForm, state: TableState | None = None) -> HandForm:
    """Return the form with its input, unchecked."""
    typed = {name: form[name].value() for name in form.fields}
    return type(form)(state=state or form.state, initial=typed | (_shown_now(state) if state else {}))


def _shown_now(state: TableState) -> dict[str, object]:
    shown = {"expected_after": state.after, "expected_sowee": state.sowee}
    return {**shown, **fresh(expected_entry=state.night.last_entry)}


class GameHandForm(GameForm, HandForm):
    mode = "game"

    def __init__(self, data: Mapping[str, object] | None = None, *, state: TableState, **options: Any) -> None:
        super().__init__(data, state=state, **options)
        asked = state.session.played.asks(kind=ActKind.HAND, rules=state.session.house_rules)
        self.ask(asked=asked, players=state.seated)

    @property
    def prompt(self) -> str:
        """Return the first question of an untouched form."""
        opened = opened_form(state=self.state, mode=self.mode)
        shown = (box for box in self if not box.is_hidden)
        if self.state.replaces or any((box.value() or "") != str(opened[box.name].value() or "") for box in shown):
            return ""
        if self.total:
            return _("%(total)s cards to share out") % {"total": self.total}
        return str(next(field.label for field in self.asked_fields if field.normal is None))

    def act(self) -> Data:
        # A void hand has no other values, and only a void hand has a cause.
        values = self.entered()
        if "void" in values:
            return {name: values[name] for name in KEYS if name in values}
        return {name: value for name, value in values.items() if name != "by"}


class PenaltyForm(GameForm, KeyedForm):
    """A penalty, perhaps of the last hand."""

    of_last_hand = forms.BooleanField(label=_("Belongs to the last hand"), required=False)

    def __init__(self, *args: Any, night: Night, **options: Any) -> None:
        super().__init__(*args, **options)
        asked = night.game.asks(kind=ActKind.PENALTY, rules=night.agreed().rules)
        hand = night.last_hand if night.game.match else None
        seated_then = night.seatings.at(position=hand.position).seats if hand else ()
        self.ask(asked=asked, players={seat: night.names[seat] for seat in (*night.seatings.now.seats, *seated_then)})
        self.has_last_hand = hand is not None

    def arguments(self) -> dict[str, Any]:
        return {"act": self.entered(), **{name: self.cleaned_data[name] for name in ("of_last_hand", "expected_entry")}}


def modes_of(*, state: TableState) -> Mapping[str, type[HandForm]]:
    # A new drawn hand has a separate page, so its form is only for corrections.
    if Feature.CARD_ENTRY not in state.session.features:
        return {GameHandForm.mode: GameHandForm}
    return {mode: form for mode, form in FORMS.items() if state.replaces or form is not DrawnForm}


def usual_mode(*, state: TableState) -> str:
    if Feature.CARD_ENTRY not in state.session.features:
        return GameHandForm.mode
    act = state.replaced_act
    if not counts(act=act) or act.get("result") == "drawn":
        return DrawnForm.mode
    return QuickForm.mode if act.get("declared") else CardsForm.mode


def opened_form(*, state: TableState, mode: str, known: Data | None = None) -> HandForm:
    """Return the opened form. `known` values replace recorded ones."""
    if mode == GameHandForm.mode:
        asked = state.session.played.asks(kind=ActKind.HAND, rules=state.session.house_rules)
        act = known or (state.replaced_act if state.replaces else {"dealer": state.night.dealer})
        values = initial_of(asked=asked, act=act, names=state.seated)
        return GameHandForm(state=state, initial=values | _shown_now(state))
    act = {**state.replaced_act, **(known or {})}
    entered = {
        **act,
        **{f"{SECRET_PREFIX}{place}": kind for place, kind in enumerate(act.get("secrets", ()), start=1)},
        **named_before(state=state, shown=act.get("shown", {})),
        "void": act.get("void") or ("" if counts(act=act) else VOID_AFTER_FALSE_WIN),
        "porbis": "on" if act.get("porbis") and any(act.get(name) for name in KINGS) else "no",  # C32
        "conditions": _conditions_of(act=act),
        "sowee": act.get("sowee") or state.sowee,
        **_shown_now(state),
    }
    return FORMS[mode](state=state, initial={name: value for name, value in entered.items() if value is not None})


def sent_form(*, state: TableState, act: Data) -> tuple[str, dict[str, str]]:
    """Return mode and fields of a hand as a browser would send it."""
    is_quick = Feature.CARD_ENTRY in state.session.features and act.get("declared")
    mode = QuickForm.mode if is_quick else usual_mode(state=state)
    form = opened_form(state=replace(state, noted=False), mode=mode, known=act)
    values = ((name, form[name].value()) for name in form.fields)
    filled = {name: value for name, value in values if value is not False and value not in (None, "")}
    return mode, {name: "on" if value is True else str(value) for name, value in filled.items()}
