"""Forms for the search, seasons and nights played before."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import currency_words, read_amount
from scoring.forms.base import OnceForm, day, file_fields, offer, one_line, one_of, told, told_lazy, uploaded
from scoring.forms.history_text import PastText, read_nights, written_nights
from scoring.forms.money import currency_choices
from scoring.games import GAMES, game_by_id
from scoring.models import LONGEST_NAME, LONGEST_TITLE, Club
from scoring.money import Currency, currency_for, plain_number
from scoring.operations.money.past import MOST, MOST_NIGHTS, NightPreview, PastNight, PastTerms, new_names
from scoring.operations.table.nights import About
from scoring.queries.history.scope import ALL_TIME, FilterError, History, Kind, Period, read_period
from scoring.queries.table.nights import NightFilter, known_places
from scoring.texts import say

_CHOOSE_DAY = gettext_lazy("Choose the day.")


def kind_words(kind: Kind) -> str:
    names = {"game": game_by_id(game_id=kind.game).name, "currency": currency_words(kind.currency)}
    return _("%(game)s, %(currency)s") % names


class HistoryForm(forms.Form):
    player = forms.ChoiceField(label=gettext_lazy("Player"), required=False)
    other = forms.ChoiceField(label=gettext_lazy("Together with"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Game and currency"), required=False)
    stake = forms.IntegerField(label=gettext_lazy("Stakes"), required=False, min_value=1, max_value=10**6)
    place = forms.ChoiceField(label=gettext_lazy("Place"), required=False)
    since, until = day(gettext_lazy("From")), day(gettext_lazy("Until"))
    debts = forms.BooleanField(label=gettext_lazy("Debts"), required=False)

    def __init__(self, data: Mapping[str, Any], *, history: History) -> None:
        super().__init__(data)
        anything = ("", gettext_lazy("any"))
        players = [anything, *((str(each.public_id), each.name) for each in history.active)]
        kinds = [anything, *((each.word, kind_words(each)) for each in history.kinds)]
        places = [anything, *((place, place) for place in known_places(history.club))]
        offer(self, player=players, other=players, kind=kinds, place=places)
        self.is_valid()

    def wanted(self) -> NightFilter:
        """Return the filter. Raises FilterError."""
        for field, errors in self.errors.items():
            raise FilterError(say("unreadable_filter.field", why=str(errors[0])), field=field)
        values = self.cleaned_data
        days = Period(since=values["since"], until=values["until"])
        game, _dot, currency = values["kind"].partition(".")
        return NightFilter(
            player=UUID(values["player"]) if values["player"] else None,
            other=UUID(values["other"]) if values["other"] else None,
            game=game or None,
            currency=currency or None,
            stake_factor=values["stake"],
            place=values["place"] or None,
            period=days if days != ALL_TIME else read_period(word=self.data.get("period", "")),
            has_debts=values["debts"],
        )


class SeasonForm(forms.Form):
    name = one_line(gettext_lazy("Name"), most=LONGEST_NAME, lacking=told_lazy(say("season.no_name")))
    since = day(gettext_lazy("From"), lacking=_CHOOSE_DAY)
    until = day(gettext_lazy("Until"), lacking=_CHOOSE_DAY)


class DaysForm(forms.Form):
    since, until = day(gettext_lazy("From")), day(gettext_lazy("Until"))

    def clean(self) -> None:
        days = self.cleaned_data
        if days.get("since") and days.get("until") and days["since"] > days["until"]:
            self.add_error("until", forms.ValidationError(told(say("season.ends_before")), code="order"))

    @property
    def period(self) -> Period:
        if word := self.data.get("period"):
            return read_period(word=word)
        return Period(since=self.cleaned_data["since"], until=self.cleaned_data["until"])


LARGEST_BYTES = 200_000
MOST_PROBLEMS = 10
WON, LOST = "won", "lost"
_PART_IT = told_lazy(say("file.part_it", kilobytes=LARGEST_BYTES // 1000))
_LIMITS: dict[str, Any] = {"most": LARGEST_BYTES, "too_large": _PART_IT}


class PastTermsForm(forms.Form):
    """The terms of nights, `read` once valid."""

    read = PastText()
    game = one_of(gettext_lazy("Game"), [(game.id, gettext_lazy(game.name)) for game in GAMES], widget=forms.Select)
    currency = one_of(gettext_lazy("Played for"), widget=forms.Select)
    paid = one_of(
        gettext_lazy("Was it all paid?"),
        (("yes", capfirst(gettext_lazy("yes"))), ("no", capfirst(gettext_lazy("no")))),
        coerce="yes".__eq__,
        initial="yes",
    )

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        newest = club.sessions.order_by("-pk").first()
        like = {"game": newest.game, "currency": newest.currency} if newest else {}
        super().__init__(*args, **options | {"initial": like | options.get("initial", {})})
        offer(self, currency=currency_choices(club=club, has_points=False))

    @property
    def about(self) -> list[forms.BoundField]:
        return [self[name] for name in ("day", "place", "game", "currency") if name in self.fields]

    def terms(self) -> PastTerms:
        return PastTerms(**{name: self.cleaned_data[name] for name in ("game", "currency", "paid")})

    def again(self) -> dict[str, object]:
        """Return the initial values of the next form."""
        return {name: self[name].value() for name in ("game", "currency", "paid")}


class PastNightForm(PastTermsForm):
    day = day(gettext_lazy("Day"), lacking=_CHOOSE_DAY)
    place = one_line(gettext_lazy("Place"), most=LONGEST_TITLE)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.numbers = range(1, MOST + 1)
        for number in self.numbers:
            self.fields |= _player_fields(number)

    def rows(self) -> tuple[tuple[forms.BoundField, forms.BoundField, forms.BoundField], ...]:
        """Return name, direction and amount of each player."""
        return tuple((self[f"name_{each}"], self[f"way_{each}"], self[f"amount_{each}"]) for each in self.numbers)

    def clean(self) -> None:
        """Read the amounts of rows with a name."""
        cleaned = self.cleaned_data
        if "currency" not in cleaned:
            return
        money, results = currency_for(code=cleaned["currency"]), []
        for number in self.numbers:
            if not cleaned.get(f"name_{number}"):
                continue
            try:
                cents = read_amount(cleaned.get(f"amount_{number}") or "0", currency=money, signed=True)
            except forms.ValidationError as error:
                self.add_error(f"amount_{number}", error)
            else:
                results.append((cleaned[f"name_{number}"], -abs(cents) if cleaned[f"way_{number}"] == LOST else cents))
        if not self.errors:
            night = PastNight(day=cleaned["day"], results=tuple(results), about=About(place=cleaned["place"]))
            self.read = PastText(nights=(night,))


def values_of_past(*, night: PastNight, currency: Currency) -> dict[str, object]:
    values: dict[str, object] = {"day": night.day, "place": night.about.place, "currency": currency.code}
    for number, (name, cents) in enumerate(night.results, start=1):
        amount = plain_number(cents=abs(cents), currency=currency)
        values |= {f"name_{number}": name, f"amount_{number}": amount, f"way_{number}": LOST if cents < 0 else WON}
    return values


def _player_fields(number: int) -> dict[str, forms.Field]:
    at, typed = {"number": number}, {"autocomplete": "off"}
    who = _("Player %(number)s") % at
    how, amount = f"{who}, {_('Result')}", f"{who}, {_('Amount')}"
    names = typed | {"list": "known-players", "autocapitalize": "words", "placeholder": _("Player"), "aria-label": who}
    amounts = typed | {"inputmode": "decimal", "placeholder": _("Amount"), "aria-label": amount}
    ways = forms.Select(attrs={"aria-label": how})
    return {
        f"name_{number}": one_line(who, most=LONGEST_NAME, **names),
        f"way_{number}": forms.ChoiceField(choices=((WON, _("won")), (LOST, _("lost"))), widget=ways, label=how),
        f"amount_{number}": one_line(amount, most=20, **amounts),
    }


class PastFileForm(PastTermsForm):
    file, text = file_fields(format_lazy("{} (CSV)", gettext_lazy("File")), accept=".csv,text/csv", **_LIMITS)
    is_written = False

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if self.errors:
            return
        try:
            unread = _("Save the spreadsheet as CSV in UTF-8.")
            cleaned["text"] = uploaded(cleaned.get("file"), **_LIMITS, code="no_text", unread=unread) or cleaned["text"]
            money = currency_for(code=cleaned["currency"])
            self.read = read_nights(text=cleaned["text"], currency=money, is_written=self.is_written)
        except forms.ValidationError as error:
            self.add_error(None, error)
        if self.read.bad and (self.is_written or not self.read.nights):
            self.add_error(None, forms.ValidationError(list(self.read.bad[:MOST_PROBLEMS])))


class EnterPastForm(PastFileForm, OnceForm):
    """The previewed nights, their duplicates and new names."""

    is_written = True
    expected_alike = forms.IntegerField(min_value=0, max_value=MOST_NIGHTS, widget=forms.HiddenInput)
    new_names = forms.CharField(required=False, widget=forms.HiddenInput, max_length=LARGEST_BYTES, strip=False)

    @classmethod
    def of(cls, *, club: Club, sent: PastTermsForm, foreseen: Sequence[NightPreview]) -> "EnterPastForm":
        values = {
            **sent.again(),
            "text": written_nights(nights=[each.night for each in foreseen], currency=sent.terms().money),
            "new_names": "\n".join(new_names(foreseen=foreseen)),
            "expected_alike": sum(each.is_alike for each in foreseen),
        }
        return cls(club=club, auto_id=False, initial=values)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # A browser cannot send the file a second time, so the preview holds its text.
        del self.fields["file"]
        for field in self.fields.values():
            field.widget = forms.HiddenInput()

    def past(self) -> dict[str, Any]:
        """Return the arguments of `enter_past`."""
        values = self.cleaned_data
        shown = {"expected_new": tuple(values["new_names"].splitlines()), "expected_alike": values["expected_alike"]}
        return {"terms": self.terms(), "nights": self.read.nights, **shown}
