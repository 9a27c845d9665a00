"""Nights that were played before: one by its fields, or many as the text of a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import read_amount
from scoring.forms.base import OnceForm, missing, told_lazy
from scoring.games import GAMES
from scoring.models import Club
from scoring.models.clubs import LONGEST_NAME
from scoring.models.sessions import LONGEST_NAME as LONGEST_ABOUT
from scoring.money import MINUS, OFFERED_CURRENCIES, PLAIN, Currency, currency_for, plain_number
from scoring.operations.sessions.past import MOST, PastNight, PastTerms
from scoring.operations.sessions.sessions import About
from scoring.texts import say

DATE = "date"
ABOUT = ("name", "place", "note")
LARGEST_BYTES = 200_000
MOST_PROBLEMS = 10
WON, LOST = "won", "lost"
_TOO_LARGE = told_lazy(say("file.part_it", kilobytes=LARGEST_BYTES // 1000))


class PastTermsForm(forms.Form):
    """What nights entered together have in common."""

    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=lambda: [(game.id, _(game.name)) for game in GAMES],
        error_messages=missing(gettext_lazy("Choose the game.")),
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Played for"),
        choices=lambda: [(each.code, f"{each.symbol} {_(each.name)}") for each in OFFERED_CURRENCIES if each.symbol],
        error_messages=missing(gettext_lazy("Choose what was played for.")),
    )
    paid = forms.TypedChoiceField(
        label=gettext_lazy("Was it all paid?"),
        choices=(("yes", gettext_lazy("Yes, long ago")), ("no", gettext_lazy("No, it is still owed"))),
        coerce="yes".__eq__,
        widget=forms.RadioSelect,
        initial="yes",
        error_messages=missing(gettext_lazy("Say whether it was all paid.")),
    )

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        newest = club.sessions.order_by("-pk").first()
        like = {"game": newest.game, "currency": newest.currency} if newest else {}
        super().__init__(*args, **options | {"initial": like | options.get("initial", {})})

    def terms(self) -> PastTerms:
        """Return what the valid form says."""
        return PastTerms(**{name: self.cleaned_data[name] for name in ("game", "currency", "paid")})


class PastNightForm(PastTermsForm):
    """One night: its day and place, and what each player won or lost."""

    day = forms.DateField(
        label=gettext_lazy("Day"),
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages=missing(gettext_lazy("Choose the day.")),
    )
    place = forms.CharField(label=gettext_lazy("Place"), required=False, max_length=LONGEST_ABOUT)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.numbers = range(1, MOST + 1)
        for number in self.numbers:
            self.fields |= _player_fields(number)

    def rows(self) -> tuple[tuple[forms.BoundField, forms.BoundField, forms.BoundField], ...]:
        """Return the fields of every player: name, whether they won, the amount."""
        return tuple((self[f"name_{each}"], self[f"way_{each}"], self[f"amount_{each}"]) for each in self.numbers)

    def clean(self) -> dict[str, Any]:
        """Read the amounts in the currency chosen; a row without a name stays empty."""
        cleaned = super().clean() or self.cleaned_data
        if "currency" not in cleaned:
            return cleaned
        money = currency_for(code=cleaned["currency"])
        for number in self.numbers:
            if not cleaned.get(f"name_{number}"):
                continue
            try:
                cents = read_amount(cleaned.get(f"amount_{number}") or "0", currency=money)
            except forms.ValidationError as error:
                self.add_error(f"amount_{number}", error)
            else:
                cleaned[f"cents_{number}"] = -cents if cleaned[f"way_{number}"] == LOST else cents
        return cleaned

    def night(self) -> PastNight:
        """Return the night that the valid form says."""
        said = self.cleaned_data
        results = tuple((said[f"name_{each}"], said[f"cents_{each}"]) for each in self.numbers if said[f"name_{each}"])
        return PastNight(day=said["day"], results=results, about=About(place=said["place"]))


def values_of_past(*, night: PastNight, currency: Currency) -> dict[str, object]:
    """Return the initial values of the form for a night."""
    values: dict[str, object] = {"day": night.day, "place": night.about.place, "currency": currency.code}
    for number, (name, cents) in enumerate(night.results, start=1):
        amount = plain_number(cents=abs(cents), currency=currency)
        values |= {f"name_{number}": name, f"amount_{number}": amount, f"way_{number}": LOST if cents < 0 else WON}
    return values


def _player_fields(number: int) -> dict[str, forms.Field]:
    said = {"number": number}
    names = {"list": "known-players", "autocomplete": "off", "autocapitalize": "words"}
    names |= {"aria-label": _("Player %(number)s") % said, "placeholder": _("Player")}
    amounts = {"inputmode": "decimal", "autocomplete": "off", "placeholder": _("Amount")}
    amounts |= {"aria-label": _("Amount of player %(number)s") % said}
    ways = {"aria-label": _("Did player %(number)s win or lose?") % said}
    return {
        f"name_{number}": forms.CharField(
            required=False, max_length=LONGEST_NAME, widget=forms.TextInput(attrs=names), label=names["aria-label"]
        ),
        f"way_{number}": forms.ChoiceField(
            choices=((WON, _("won")), (LOST, _("lost"))), widget=forms.Select(attrs=ways), label=ways["aria-label"]
        ),
        f"amount_{number}": forms.CharField(
            required=False, max_length=20, widget=forms.TextInput(attrs=amounts), label=amounts["aria-label"]
        ),
    }


class PastFileForm(PastTermsForm):
    """Many nights as a file or as its text, read as CSV; `nights` are what a valid form says."""

    file = forms.FileField(
        label=gettext_lazy("File (CSV)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
        help_text=told_lazy(say("file.largest", kilobytes=LARGEST_BYTES // 1000)),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste its text"),
        required=False,
        strip=False,
        max_length=LARGEST_BYTES,
        error_messages={"max_length": _TOO_LARGE},
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    nights: tuple[PastNight, ...] = ()

    def clean(self) -> dict[str, Any]:
        """Read the file, or else the text, and say what in it cannot be read."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            cleaned["text"] = _uploaded(cleaned.get("file")) or cleaned["text"]
            self.nights = read_nights(text=cleaned["text"], currency=currency_for(code=cleaned["currency"]))
        except forms.ValidationError as error:
            self.add_error(None, error)
        return cleaned


class EnterPastForm(PastFileForm, OnceForm):
    """What a preview showed, to be entered: the nights as text, and the names that were new."""

    new_names = forms.CharField(required=False, widget=forms.HiddenInput, max_length=LARGEST_BYTES, strip=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        del self.fields["file"]
        for field in self.fields.values():
            field.widget = forms.HiddenInput()

    def expected_new(self) -> tuple[str, ...]:
        """Return the names that the page of the valid form called new."""
        return tuple(self.cleaned_data["new_names"].splitlines())


def _uploaded(upload: "UploadedFile[bytes] | None") -> str:
    if upload is None:
        return ""
    if (upload.size or 0) > LARGEST_BYTES:
        raise forms.ValidationError(_TOO_LARGE, code="too_large")
    try:
        return str(upload.read(), "utf-8-sig")
    except UnicodeDecodeError as error:
        message = _("This is no text. Save the spreadsheet as CSV in UTF-8.")
        raise forms.ValidationError(message, code="no_text") from error


def written_nights(*, nights: Iterable[PastNight], currency: Currency) -> str:
    """Return nights as the text that `read_nights` reads: a row for each, a column for each player."""
    nights = tuple(nights)
    names = list(dict.fromkeys(name for night in nights for name, _ in night.results))
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    write.writerow([DATE, *ABOUT, *names])
    for night in nights:
        won = {name: plain_number(cents=cents, currency=currency) for name, cents in night.results}
        about = [getattr(night.about, each) for each in ABOUT]
        write.writerow([night.day.isoformat(), *about, *(won.get(name, "") for name in names)])
    return out.getvalue()


def read_nights(*, text: str, currency: Currency) -> tuple[PastNight, ...]:
    """Return the nights of a CSV whose first row names the columns. Raises ValidationError with every problem.

    `date` is a day as 2019-05-31; `name`, `place` and `note` may be there; any other column is a player, with
    what they won, or lost below zero, and nothing where they did not play.
    """
    lines = text.strip().splitlines()
    if len(lines) < 2:
        message = _("Write a row with the names of the columns, and one for each night.")
        raise forms.ValidationError(message, code="no_rows")
    separator = max(",;\t", key=lines[0].count)
    header, *rows = csv.reader(lines, delimiter=separator)
    header = [name.strip() for name in header]
    if DATE not in header:
        raise forms.ValidationError(_("One column must be called “date”."), code="no_date_column")
    problems: list[forms.ValidationError] = []
    nights = [
        night
        for number, row in enumerate(rows, start=2)
        if any(map(str.strip, row))
        for night in _night(header, row, number=number, currency=currency, problems=problems)
    ]
    if problems:
        raise forms.ValidationError(problems[:MOST_PROBLEMS])
    return tuple(nights)


def _night(
    header: Sequence[str], row: Sequence[str], *, number: int, currency: Currency, problems: list[forms.ValidationError]
) -> Iterator[PastNight]:
    if len(row) > len(header):
        message = _("Row %(row)s has more cells than there are columns.") % {"row": number}
        problems.append(forms.ValidationError(message, code="long_row"))
        return
    said = {name: cell.strip() for name, cell in zip(header, row, strict=False)}
    try:
        day = date.fromisoformat(said[DATE])
    except ValueError:
        message = _("Row %(row)s: write the date like 2019-05-31.") % {"row": number}
        problems.append(forms.ValidationError(message, code="wrong_date"))
        return
    results = []
    for name in (name for name in header if name and name not in (DATE, *ABOUT) and said.get(name)):
        try:
            results.append((name, _signed(said[name], currency)))
        except forms.ValidationError as error:
            values = {"row": number, "column": name, "why": " ".join(error.messages)}
            message = _("Row %(row)s, %(column)s: %(why)s") % values
            problems.append(forms.ValidationError(message, code=error.code))
    yield PastNight(day=day, results=tuple(results), about=About(**{name: said.get(name, "") for name in ABOUT}))


def _signed(text: str, currency: Currency) -> int:
    cents = read_amount(text.lstrip(f"+-{MINUS}").strip(), currency=currency, written=PLAIN)
    return -cents if text[0] in f"-{MINUS}" else cents
