"""The paid secrets that the others show after a win (C18), asked where the hand is reviewed."""

import re
from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import unseen
from scoring.games.base import Data, Feature
from scoring.games.cuajo.cards import ROWS
from scoring.models import Entry, EntryKind
from scoring.queries.table.hands import secrets_laid
from scoring.queries.table.state import TableState

NO_SECRET = "none"
"""What a field says of a paid secret that was shown to be none."""

_PREFIX = "shown_"
_NAMED = re.compile(rf"{_PREFIX}\d{{1,9}}")
_KINDS = tuple((card.notation, card.notation) for row in ROWS for card in row)


class ShownSecretsForm(forms.Form):
    """A part of the form of a hand; `laid` are the secrets that may have to be shown."""

    laid: tuple[Entry, ...] = ()

    def ask_shown(self, *, state: TableState) -> None:
        """Ask for the paid secrets of the hand where the house wants them shown after a win."""
        self.laid = _laid_to_show(state) or self._sent_before(state)
        for secret in self.laid:
            self.fields[_field_of(secret)] = forms.ChoiceField(
                label=_("Secret of %(player)s") % {"player": state.names[secret.act["seat"]]},
                choices=[("", ""), *_KINDS, (NO_SECRET, "")],
                required=False,
                widget=forms.HiddenInput,
            )
        if self.laid:
            self.fields["refunds_seen"] = unseen()

    def shown_fields(self) -> list[forms.BoundField]:
        """Return the fields that the review asks."""
        return [self[_field_of(secret)] for secret in self._of_others()]

    def kept_fields(self) -> list[forms.BoundField]:
        """Return the fields that the review keeps as they are."""
        asked = {field.name for field in self.shown_fields()}
        return [field for field in self if field.name not in asked]

    def false_secrets(self) -> tuple[Entry, ...]:
        """Return the secrets that the valid form says were none."""
        return tuple(secret for secret in self._of_others() if self.cleaned_data[_field_of(secret)] == NO_SECRET)

    def refunds(self) -> str:
        """Return the lines of the secrets that the valid form refunds."""
        return " ".join(str(secret.number) for secret in self.false_secrets())

    def has_new_refunds(self) -> bool:
        """Tell whether the valid form refunds secrets that its review did not show as refunded."""
        return bool(self.laid) and self.refunds() not in ("", self.cleaned_data["refunds_seen"])

    def shown(self) -> Data:
        """Return the secrets that were named, by their players' seats."""
        shown: dict[str, str] = {}
        for secret in self._of_others():
            kind, seat = self.cleaned_data[_field_of(secret)], str(secret.act["seat"])
            if kind not in ("", NO_SECRET):
                shown[seat] = f"{shown.get(seat, '')} {kind}".strip()
        return {"shown": shown} if shown else {}

    def _sent_before(self, state: TableState) -> tuple[Entry, ...]:
        """Return the secrets of a form that is sent again after its hand was recorded: it says the same then."""
        if Feature.SECRETS_SHOWN not in state.features:
            return ()
        numbers = [int(name.removeprefix(_PREFIX)) for name in self.data if _NAMED.fullmatch(name)]
        secrets = state.session.entries.filter(kind=EntryKind.SECRET, number__in=numbers) if numbers else ()
        return tuple(secrets)

    def _of_others(self) -> tuple[Entry, ...]:
        """Return the secrets of everybody but the winner, who names them with the cards."""
        return tuple(secret for secret in self.laid if str(secret.act["seat"]) != str(self["winner"].value()))


def named_before(*, state: TableState, shown: Mapping[str, str]) -> Data:
    """Return the kinds that an act names of shown secrets, in the fields of each player's in order."""
    left = {seat: kinds.split() for seat, kinds in shown.items()}
    laid = _laid_to_show(state) if left else ()
    return {_field_of(each): kinds.pop(0) for each in laid if (kinds := left.get(str(each.act["seat"]), []))}


def _laid_to_show(state: TableState) -> tuple[Entry, ...]:
    if Feature.SECRETS_SHOWN not in state.features or not any(state.secrets_by_seat.values()):
        return ()
    return secrets_laid(session=state.session, hand=state.replaces.hand if state.replaces else None)


def _field_of(secret: Entry) -> str:
    return f"{_PREFIX}{secret.number}"
