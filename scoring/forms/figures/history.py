"""What the history is searched for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import day, told_lazy
from scoring.models import Player
from scoring.models.clubs import LONGEST_NAME
from scoring.queries.figures.scope import ALL_TIME, Period, read_period
from scoring.queries.filters import FilterError
from scoring.queries.sessions.nights import Wanted
from scoring.texts import say


class HistoryForm(forms.Form):
    """Who sat there, what was played for how much, when and where, and whether cash is still owed."""

    player = forms.ChoiceField(label=_("Player"), required=False)
    other = forms.ChoiceField(label=_("Together with"), required=False)
    kind = forms.ChoiceField(label=_("Game and currency"), required=False)
    stake = forms.IntegerField(label=_("Stakes"), required=False, min_value=1, max_value=10**6)
    place = forms.ChoiceField(label=_("Place"), required=False)
    since, until = day(_("From")), day(_("Until"))
    debts = forms.BooleanField(label=_("Only with cash still to hand over"), required=False)

    def __init__(
        self, data: QueryDict, *, players: Iterable[Player], kinds: Iterable[tuple[str, str]], places: Iterable[str]
    ) -> None:
        super().__init__(data)
        everybody = [("", _("anybody")), *((str(player.public_id), player.name) for player in players)]
        self._offer("player", everybody)
        self._offer("other", everybody)
        self._offer("kind", [("", _("any")), *kinds])
        self._offer("place", [("", _("anywhere")), *((place, place) for place in places)])
        self.is_valid()

    def _offer(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def wanted(self) -> Wanted:
        """Return which nights are asked for. Raises FilterError for what cannot be read."""
        for field, errors in self.errors.items():
            raise FilterError(say("unreadable_filter.field", why=str(errors[0])), field=field)
        said = self.cleaned_data
        days = Period(since=said.get("since"), until=said.get("until"))
        return wanted_of(said, period=days if days != ALL_TIME else read_period(word=self.data.get("period", "")))


def wanted_of(said: Mapping[str, Any], *, period: Period) -> Wanted:
    """Return which nights are asked for by what was read of the fields of a search."""
    game, _dot, currency = (said.get("kind") or "").partition(".")
    return Wanted(
        player=UUID(said["player"]) if said.get("player") else None,
        other=UUID(said["other"]) if said.get("other") else None,
        game=game or None,
        currency=currency or None,
        stake_factor=said.get("stake"),
        place=said.get("place") or None,
        period=period,
        has_debts=bool(said.get("debts")),
    )


class SeasonForm(forms.Form):
    """The name and the days of a season."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, error_messages={"required": told_lazy(say("season.no_name"))}
    )
    since = day(_("First day"), lacking=_("Choose the first day."))
    until = day(_("Last day"), lacking=_("Choose the last day."))


class DaysForm(forms.Form):
    """Of which nights a file is wanted: of a period as addresses name it, or of days, open where none is said."""

    since, until = day(_("From")), day(_("Until"))

    def clean(self) -> dict[str, Any]:
        days = super().clean() or {}
        if days.get("since") and days.get("until") and days["since"] > days["until"]:
            self.add_error("until", forms.ValidationError(_("This is before the first day."), code="order"))
        return days

    @property
    def period(self) -> Period:
        """Return the days that were asked for."""
        if word := self.data.get("period"):
            return read_period(word=word)
        return Period(since=self.cleaned_data["since"], until=self.cleaned_data["until"])
