"""The fields of a game in a form."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any, assert_never

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import factor_words
from scoring.forms.base import told
from scoring.forms.notation import CardField, CardsField, read_typed, understanding
from scoring.frozen import Frozen
from scoring.games.base import Data, ImpossibleError
from scoring.games.fields import Choice, Field, FieldKind
from scoring.texts import Names

_LACKING = {FieldKind.CARDS: gettext_lazy("Enter the cards."), FieldKind.SEAT: gettext_lazy("Say which player.")}
_OPEN = (FieldKind.COUNT, FieldKind.AMOUNT, FieldKind.CHOICE, FieldKind.SWITCH)


class GameField(Frozen):
    field: Field
    boxes: tuple[forms.BoundField, ...]
    player: str = ""
    is_numbered: bool = False  # number keys choose in it

    @property
    def counted(self) -> tuple[tuple[Choice, forms.BoundField], ...]:
        return tuple(zip(self.field.choices, self.boxes, strict=True))

    @property
    def has_errors(self) -> bool:
        return any(box.errors for box in self.boxes)

    @property
    def is_filled(self) -> bool:
        return any(box.errors or box.value() for box in self.boxes)


class SeatFields(Frozen):
    """The fields of one player, or of all under a heading."""

    heading: str
    folded: tuple[GameField, ...]
    open: tuple[GameField, ...] = ()
    seat: int = 0

    @property
    def is_unfolded(self) -> bool:
        """Tell whether a field is wrong or filled, except a player."""
        return any(
            each.has_errors or (each.is_filled and each.field.kind is not FieldKind.SEAT) for each in self.folded
        )

    @property
    def has_errors(self) -> bool:
        return any(each.has_errors for each in self.folded)


class PlayerFields(Frozen):
    fields: tuple[Field, ...]
    seats: tuple[SeatFields, ...]
    chosen: GameField | None = None  # the field that marks one player

    @property
    def are_counted(self) -> bool:
        """Tell whether a player is tapped before the counts."""
        return any(field.kind is FieldKind.COUNTS for field in self.fields)

    @property
    def headings(self) -> tuple[Field, ...]:
        """Return the fields with a heading, all but switches."""
        return tuple(field for field in self.fields if field.kind is not FieldKind.SWITCH)


class SharedNumbers(Frozen):
    """Numbers that add up to their field's total."""

    shares: tuple[GameField, ...]


type Part = GameField | SeatFields | PlayerFields | SharedNumbers


class GameForm(forms.Form):
    """A form with the fields of a game, players by seat."""

    def ask(self, *, asked: Iterable[Field], players: Names) -> None:
        self.asked_fields = tuple(
            replace(
                field,
                label=_(field.label),
                folded_under=_(field.folded_under) if field.folded_under else "",
                of_player=_(field.of_player) if field.of_player else "",
                choices=tuple(replace(choice, label=_worded(choice)) for choice in field.choices),
            )
            for field in asked
        )
        self.players = players
        for field in self.asked_fields:
            for seat, choice in _boxes(field, players):
                self.fields[_box_name(field, seat, choice)] = _form_field(field, seat, choice, players)

    def asked(self) -> tuple[Part, ...]:
        return self.parts(self.asked_fields)

    @property
    def total(self) -> int:
        """Return the sum of the shares, 0 for none."""
        return max((field.totals.get(len(self.players), 0) for field in self.asked_fields), default=0)

    @property
    def shared(self) -> int:
        return sum(self.cleaned_data.get(box) or 0 for box in self.shares)

    @property
    def shares(self) -> tuple[str, ...]:
        return tuple(box for field in self.asked_fields for box in self._shares(field))

    @property
    def rest(self) -> str:
        """Return the box of the only empty share, else empty."""
        shared = (box for field in self.asked_fields if field.for_each_seat for box in self._shares(field))
        unsaid = [box for box in shared if self[box].value() in (None, "")]
        return unsaid[0] if len(unsaid) == 1 else ""

    def _shares(self, field: Field) -> tuple[str, ...]:
        return tuple(_box_name(field, seat, choice) for seat, choice in _boxes(field, self.players) if field.totals)

    def clean(self) -> None:
        """Give the rest to the only empty share."""
        if self.rest and (left := self.total - self.shared) >= 0:
            self.cleaned_data[self.rest] = left

    def entered(self) -> Data:
        """Return the filled fields of a valid form."""
        return _filled({field.name: self._entered(field) for field in self.asked_fields})

    def add_problems(self, error: ImpossibleError) -> None:
        for problem in error.problems:
            name = problem.field.replace(".", "__")
            message = told(problem.text, names=self.players)
            asked, typed = self.fields.get(name), str(self.data.get(self.add_prefix(name), ""))
            if isinstance(asked, CardsField) and read_typed(typed, asked.pack).unread:
                if problem.code != "unknown_card":
                    continue  # only readable cards can lack a card
                message = understanding(text=typed, pack=asked.pack)
            self.add_error(name if name in self.fields else None, forms.ValidationError(message, code=problem.code))

    @property
    def keys_at_once(self) -> str:
        """Return the cards box whose keys are open."""
        keyed = (field for field in self.asked_fields if field.kind is FieldKind.CARDS)
        filled = [field for field in keyed if field.choices or field.maximum == 1]
        shows = filled[:1] if len(filled) == 1 or (filled and filled[0].is_required) else []
        return next((field.name for field in shows if not field.for_each_seat), "")

    def parts(self, fields: Iterable[Field]) -> tuple[Part, ...]:
        """Group the fields by player, heading or total."""
        parts: list[Part] = []
        chosen: GameField | None = None
        for (for_each_seat, heading, totals, of_player), group in groupby(
            fields,
            key=lambda each: (each.for_each_seat and not each.totals, each.folded_under, each.totals, each.of_player),
        ):
            own = tuple(group)
            if of_player:
                chosen = self._asked(own[0], None)
            elif totals:
                shares = (self._asked(field, seat) for field in own for seat, _choice in _boxes(field, self.players))
                parts.append(SharedNumbers(shares=tuple(shares)))
            elif for_each_seat:
                seats = (self._of_seat(own, seat, player) for seat, player in self.players.items())
                parts.append(PlayerFields(fields=own, seats=tuple(seats), chosen=chosen))
            else:
                asked = tuple(self._asked(field, None) for field in own)
                parts.extend([SeatFields(heading=heading, folded=asked)] if heading else asked)
        return tuple(parts)

    def _of_seat(self, fields: Iterable[Field], seat: int, player: str) -> SeatFields:
        asked = [self._asked(field, seat) for field in fields]
        are_open, folded = (
            tuple(each for each in asked if (each.field.kind in _OPEN) is is_open) for is_open in (True, False)
        )
        return SeatFields(seat=seat, heading=player, open=are_open, folded=folded)

    def _asked(self, field: Field, seat: int | None) -> GameField:
        boxes = (self[_box_name(field, seat, choice)] for choice in _choices(field))
        player = "" if seat is None else self.players[seat]
        first = next((each for each in self.asked_fields if each.kind is FieldKind.SEAT), None)
        return GameField(field=field, boxes=tuple(boxes), player=player, is_numbered=field is first)

    def _entered(self, field: Field) -> object:
        if not field.for_each_seat:
            return self._entered_at(field, None)
        return _filled({str(seat): self._entered_at(field, seat) for seat in self.players})

    def _entered_at(self, field: Field, seat: int | None) -> object:
        values = {choice: self.cleaned_data[_box_name(field, seat, choice)] for choice in _choices(field)}
        if field.kind is FieldKind.COUNTS:
            return {choice.value: count for choice, count in values.items() if choice and count}
        return values[None]


def _filled(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if value not in (None, "", {})}


def initial_of(*, asked: Iterable[Field], act: Data, names: Names) -> dict[str, object]:
    """Return the initial values, from the act or normal ones."""
    values: dict[str, object] = {}
    for field in asked:
        entered = act.get(field.name, field.normal)
        for seat, choice in _boxes(field, names):
            value = _part(_part(entered, seat), choice.value if choice else None)
            if value is not None:
                values[_box_name(field, seat, choice)] = value
    return values


def _part(value: object, key: int | str | None) -> object:
    if key is None:
        return value
    return value.get(str(key)) if isinstance(value, Mapping) else None


def _worded(choice: Choice) -> str:
    """Return the label of a choice with its points (E12)."""
    label = _(choice.label) if choice.label else ""
    if choice.for_many:
        return _("%(meld)s (%(points)s), five players or more") % {"meld": label, "points": choice.points}
    return f"{label} ({choice.points})" if choice.points else label


def _boxes(field: Field, names: Names) -> Iterator[tuple[int | None, Choice | None]]:
    for seat in names if field.for_each_seat else (None,):
        for choice in _choices(field):
            yield seat, choice


def _choices(field: Field) -> tuple[Choice | None, ...]:
    return field.choices if field.kind is FieldKind.COUNTS else (None,)


def _box_name(field: Field, seat: int | None, choice: Choice | None) -> str:
    """Return a box name: `melds` or `melds__2__aces`."""
    return "__".join(str(part) for part in (field.name, seat, choice and choice.value) if part is not None)


def _form_field(field: Field, seat: int | None, choice: Choice | None, names: Names) -> forms.Field:
    label = choice.label if choice else field.label
    common: dict[str, Any] = {
        "label": label if seat is None else f"{names[seat]}, {label}",
        "required": field.is_required,
        "error_messages": {"required": _LACKING.get(field.kind, _("Choose one."))},
    }
    match field.kind:
        case FieldKind.CARDS:
            return _cards(field, **common)
        case FieldKind.COUNT | FieldKind.AMOUNT:
            return _number(field, **common)
        case FieldKind.COUNTS:
            return _number(field, **common | {"required": False})
        case FieldKind.CHOICE:
            choices = [(each.value, each.label) for each in field.choices]
            return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **common)
        case FieldKind.SEAT:
            nobody = [(0, capfirst(_("nobody")))] if field.or_nobody else []
            return forms.TypedChoiceField(
                choices=[*names.items(), *nobody],
                coerce=lambda seat: int(seat) or None,
                empty_value=None,
                widget=forms.RadioSelect,
                **common,
            )
        case FieldKind.SWITCH:
            return forms.BooleanField(**common | {"required": False})
        case _:
            assert_never(field.kind)


def _cards(field: Field, **common: Any) -> forms.CharField:
    assert field.pack is not None, "cards are typed in the words of a pack"
    if field.choices:
        attributes = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "data-cards": True}
        return CardsField(pack=field.pack, widget=forms.TextInput(attrs=attributes), **common)
    return (CardField if field.maximum == 1 else CardsField)(pack=field.pack, **common)


class WholeNumber(forms.IntegerField):
    """A number without decimals: 1.00 would mean money."""

    re_decimal = re.compile(r"(?!)")


def _number(field: Field, **common: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    limits = {"least": factor_words(field.minimum), "most": factor_words(field.maximum)}
    message = _("Write a whole number from %(least)s to %(most)s.") % limits
    errors = dict.fromkeys(("required", "invalid", "min_value", "max_value"), message)
    return WholeNumber(
        min_value=field.minimum, max_value=field.maximum, widget=widget, **common | {"error_messages": errors}
    )
