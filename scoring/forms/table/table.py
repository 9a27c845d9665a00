"""Forms of the table: secrets, objections, switches, seats."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms import base
from scoring.forms.base import CHOOSE_ONE, KeyedForm, OnceForm, SeatField, entry_number, offer, one_of, unseen, words
from scoring.forms.notation import CardField
from scoring.games.base import Data, Feature
from scoring.games.cuajo.cards import ROWS
from scoring.games.cuajo.table_state import TapKind
from scoring.ledger.night import Night
from scoring.limits import MOST_KEPT
from scoring.models import LONGEST_NAME, Entry, EntryKind, Ruling, Session
from scoring.operations.table.seat_corrections import Mistake
from scoring.operations.table.seating import Order
from scoring.operations.words import MOST_PLAYERS
from scoring.queries.table.companion import Tap
from scoring.queries.table.state import TableState


class SoweeForm(forms.Form):
    """The sowee of a hand, empty to remove it."""

    hand = forms.IntegerField(min_value=1, max_value=base.HIGHEST_ENTRY_NUMBER, widget=forms.HiddenInput)
    sowee = CardField(label=_("Or type it"), required=False)
    expected_sowee = unseen()
    typed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean(self) -> None:
        # A tap on an empty box is a mistake, while an empty key takes the card off.
        if self.cleaned_data.get("typed") and self.cleaned_data.get("sowee") == "":
            self.add_error("sowee", forms.ValidationError(_("Name one card."), code="required"))


class FalseWinForm(KeyedForm):
    seat = SeatField(_("Who claimed the win?"))
    end = one_of(_("And then?"), (("on", _("Play goes on")), ("void", _("Void hand"))), coerce="void".__eq__)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return {"hand_is_void": values.pop("end"), **values}


class ReasonForm(KeyedForm):
    reason = words(_("Reason, if you like"))


class DisputeForm(KeyedForm):
    # A player's own phone is not asked for the player: it can object only for its holder.

    seat = SeatField(_("Who objects?"))
    why = words(_("What was wrong?"), lacking=_("Say in a word what is wrong."))

    def __init__(self, *args: Any, names: Mapping[int, str], own_seat: int | None, **options: Any) -> None:
        super().__init__(*args, names={own_seat: names[own_seat]} if own_seat else names, **options)
        if own_seat:
            self.fields["seat"].initial = own_seat
            self.fields["seat"].widget = forms.HiddenInput()


class RulingForm(OnceForm):
    ruling = forms.TypedChoiceField(coerce=Ruling, choices=[(each, each) for each in Ruling])
    expected_objections = entry_number()


UNDO = "undo"


class TapForm(forms.Form):
    """A tap for a seat, or undo, at one version of the companion."""

    hand = forms.IntegerField(min_value=1)
    seen = forms.CharField(max_length=16)
    what = forms.ChoiceField(choices=[(each, each) for each in (UNDO, *TapKind)])
    seat = forms.IntegerField(min_value=1, max_value=MOST_PLAYERS, required=False)

    def clean(self) -> None:
        if self.cleaned_data.get("what") != UNDO and not self.cleaned_data.get("seat"):
            raise forms.ValidationError("seat", code="required")

    @property
    def tap(self) -> Tap | None:
        what = self.cleaned_data["what"]
        return None if what == UNDO else Tap(what=TapKind(what), seat=self.cleaned_data["seat"])


class SwitchesForm(forms.Form):
    is_practice = forms.BooleanField(label=_("Practice, counts nowhere"), required=False)
    players_may_propose = forms.BooleanField(label=_("Players may propose hands"), required=False)


class SeatsForm(KeyedForm):
    """The names in order of play, and the waiting ones."""

    each_hand = forms.BooleanField(label=_("Take turns after every hand"), required=False)
    dealer = forms.TypedChoiceField(label=_("Who deals?"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, session: Session, night: Night, **options: Any) -> None:
        super().__init__(*args, **options)
        self.night, count = night, max(session.played.counts_of_sides(rules=session.house_rules))
        self._places = range(1, count + 1)
        # A place may be free, so the limit of waiting players counts the seated players, not the places.
        self._waits = range(1, MOST_PLAYERS - min(count, len(night.seated)) + 1)
        labels = {f"place_{place}": _("Seat %(number)s") % {"number": place} for place in self._places}
        labels |= {f"waits_{number}": str(_("Waits for a turn")) for number in self._waits}
        typed = {"list": "people", "autocomplete": "off"}
        self.fields |= {name: base.one_line(label, most=LONGEST_NAME, **typed) for name, label in labels.items()}
        now = {seat.place: seat.player for seat in night.seated}
        seats: list[tuple[str, object]] = [("", _("As the rules say"))]
        # The name can be changed above, so the option shows the seat as well.
        for place in self._places:
            label = _("Seat %(number)s, now %(player)s") if place in now else _("Seat %(number)s")
            seats.append((str(place), label % {"number": place, "player": now.get(place)}))
        offer(self, dealer=seats)

    def places(self) -> Iterator[forms.BoundField]:
        return (self[f"place_{place}"] for place in self._places)

    def waits(self) -> Iterator[forms.BoundField]:
        return (self[f"waits_{number}"] for number in self._waits)

    def clean(self) -> None:
        dealer = self.cleaned_data.get("dealer")
        if dealer and not self._names().get(dealer):
            problem = _("Seat %(seat)s is empty and cannot deal.") % {"seat": dealer}
            self.add_error("dealer", forms.ValidationError(problem, code="empty_seat"))

    def order(self) -> Order:
        """Return the names in order, without gaps."""
        return replace(
            self.seated(),
            waiting=tuple(name for each in self.waits() if (name := self.cleaned_data.get(each.name, "")).strip()),
            each_hand=self.cleaned_data["each_hand"],
        )

    def seated(self) -> Order:
        """Return the order without the waiting players."""
        seated = {place: name for place, name in self._names().items() if name}
        dealer = self.cleaned_data["dealer"]
        return Order(names=tuple(seated.values()), dealer=list(seated).index(dealer) + 1 if dealer else None)

    def _names(self) -> dict[int, str]:
        names = ((place, self.cleaned_data.get(f"place_{place}", "")) for place in self._places)
        return {place: " ".join(name.split()) for place, name in names}


class CorrectSeatsForm(SeatsForm):
    hand = forms.TypedChoiceField(label=_("Since which hand?"), coerce=int, error_messages={"required": CHOOSE_ONE})
    mistake = one_of(
        _("What was wrong?"),
        ((Mistake.PLACES, _("Right people, wrong seats")), (Mistake.PEOPLE, _("Right seats, wrong person"))),
        coerce=Mistake,
    )
    reason = words(_("Reason"), lacking=_("Say in a word what is wrong."))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("each_hand", *(f"waits_{number}" for number in self._waits)):
            del self.fields[name]
        newest = range(len(self.night.hands), 0, -1)[:MOST_KEPT]
        offer(self, hand=[(number, _("Hand %(number)s") % {"number": number}) for number in newest])
        self.fields["dealer"].label = _("Who dealt")


class SwapForm(KeyedForm):
    comes = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    goes = forms.IntegerField(min_value=1, widget=forms.HiddenInput, required=False)


# A paid secret that turned out to be false.
NO_SECRET = "none"
_PREFIX = "shown_"
_NAMED = re.compile(rf"{_PREFIX}\d{{1,9}}")
_KINDS = tuple((card.notation, card.notation) for row in ROWS for card in row)


class ShownSecretsForm(forms.Form):
    laid: tuple[Entry, ...] = ()

    def ask_shown(self, *, state: TableState) -> None:
        """Ask for paid secrets, if the house shows them."""
        if Feature.SECRETS_SHOWN not in state.session.features:
            return
        # A repeated form keeps its answers, although its hand is recorded and the next hand has no such question.
        sent = [int(name.removeprefix(_PREFIX)) for name in self.data if _NAMED.fullmatch(name)]
        if numbers := [number for _seat, number in state.secrets_to_show] or sent:
            secrets = state.session.entries.filter(kind=EntryKind.SECRET, number__in=numbers)
            self.laid = tuple(secrets.order_by("number"))
        for secret in self.laid:
            self.fields[_field_of(secret)] = forms.ChoiceField(
                label=_("Secret of %(player)s") % {"player": state.night.names[secret.act["seat"]]},
                choices=[("", ""), *_KINDS, (NO_SECRET, "")],
                required=False,
                widget=forms.HiddenInput,
            )
        if self.laid:
            self.fields["refunds_seen"] = unseen()

    def shown_fields(self) -> list[forms.BoundField]:
        return [self[_field_of(secret)] for secret in self._of_others()]

    def kept_fields(self) -> list[forms.BoundField]:
        asked = {field.name for field in self.shown_fields()}
        return [field for field in self if field.name not in asked]

    def false_secrets(self) -> tuple[Entry, ...]:
        return tuple(secret for secret in self._of_others() if self.cleaned_data[_field_of(secret)] == NO_SECRET)

    def refunds(self) -> str:
        return " ".join(str(secret.number) for secret in self.false_secrets())

    def has_new_refunds(self) -> bool:
        """Check for refunds that the review did not show."""
        return bool(self.laid) and self.refunds() not in ("", self.cleaned_data["refunds_seen"])

    def shown(self) -> Data:
        """Return the named secrets by seat."""
        shown: dict[str, str] = {}
        for secret in self._of_others():
            kind, seat = self.cleaned_data[_field_of(secret)], str(secret.act["seat"])
            if kind not in ("", NO_SECRET):
                shown[seat] = f"{shown.get(seat, '')} {kind}".strip()
        return {"shown": shown} if shown else {}

    def _of_others(self) -> tuple[Entry, ...]:
        # The winner names their own together with the cards.
        return tuple(secret for secret in self.laid if str(secret.act["seat"]) != str(self["winner"].value()))


def named_before(*, state: TableState, shown: Mapping[str, str]) -> Data:
    left = {seat: kinds.split() for seat, kinds in shown.items()}
    named = ((number, left.get(str(seat))) for seat, number in state.secrets_to_show)
    return {f"{_PREFIX}{number}": kinds.pop(0) for number, kinds in named if kinds}


def _field_of(secret: Entry) -> str:
    return f"{_PREFIX}{secret.number}"


class DayForm(OnceForm):
    day = base.day(_("Day of the night"), lacking=_("Choose the day."))
    reason = words(_("Reason, if you like"))
    expected_day = forms.DateField(widget=forms.HiddenInput)
