"""What a table agrees on before the first hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import KeyedForm
from scoring.forms.house_rules import PREFIX, PRESET_NAMES, changed_values, preset_line, rule_field, set_line
from scoring.games import game_by_id
from scoring.games.base import Data
from scoring.games.cuajo import PRESETS, Cuajo
from scoring.games.cuajo.rules import DEFAULT_PRESET, Scheme, house_rules_of
from scoring.models import Club, Player
from scoring.money import OFFERED_CURRENCIES, Currency, currency_for
from scoring.operations.players import LONGEST_NAME
from scoring.operations.sessions import Terms
from scoring.queries.home import LastTime
from scoring.queries.rule_sets import RuleSet, changed_copy, rule_sets, saved_as
from scoring.queries.terms import compared_rules, rules_in

RANDOM = "random"
_STAKES = ("preset", "currency", "stake_factor")
SEATS = range(1, max(Cuajo.seat_counts) + 1)
PARTNERS = 4
HIGHEST_STAKE_FACTOR = 10_000


_STAKES_ERROR = format_lazy(
    gettext_lazy("Stakes: write a whole number from 1 to {highest}."), highest=HIGHEST_STAKE_FACTOR
)


_ALONE = gettext_lazy(
    "Are you two, three, five or six? Then everybody plays alone: choose the price list under Rules, "
    "or No at “%(rule)s” under House rules."
)


def _name_field(seat: int) -> forms.CharField:
    attributes = {"list": "known-players", "autocomplete": "off", "autocapitalize": "words"}
    return forms.CharField(
        label=_("Seat %(number)s") % {"number": seat},
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs=attributes),
        error_messages={
            "max_length": _("Seat %(seat)s: a name has %(longest)s letters at most.")
            % {"seat": seat, "longest": LONGEST_NAME}
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What is paid by each opponent at some stakes: for a plain win (drawn from the stock), and for a secret.

    `win` is the amount as the rules write it, `win_cents` what it comes to.
    """

    currency: Currency
    stake_factor: int
    win: int
    win_cents: int
    secret_cents: int


class NewSessionForm(KeyedForm):
    """Players, rules, stakes and the first dealer; every house rule has a field of its own.

    Names left empty are not seated where everybody plays alone; partners sit down as four (C12, C16).
    """

    preset = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect, initial=DEFAULT_PRESET)
    currency = forms.ChoiceField(
        label=gettext_lazy("Played for"),
        choices=[
            (currency.code, f"{currency.name} {currency.symbol}".strip()) for currency in OFFERED_CURRENCIES
        ],
        initial=OFFERED_CURRENCIES[0].code,
    )
    stake_factor = forms.IntegerField(
        label=gettext_lazy("Stakes ×"),
        min_value=1,
        max_value=HIGHEST_STAKE_FACTOR,
        initial=1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _STAKES_ERROR),
    )
    first_dealer = forms.ChoiceField(
        label=gettext_lazy("First dealer"),
        choices=[(RANDOM, gettext_lazy("Draw at random")), *((str(seat), str(seat)) for seat in SEATS)],
        widget=forms.RadioSelect,
        initial=RANDOM,
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.names = dict.fromkeys(SEATS, "")
        self.rule_sets = {str(each.saved.public_id): each for each in rule_sets(club=club)}
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            *((name, PRESET_NAMES.get(name, name)) for name in PRESETS),
            *((value, _set_name(each)) for value, each in self.rule_sets.items()),
        ]
        self.fields |= {f"seat_{seat}": _name_field(seat) for seat in SEATS}
        self.fields |= {PREFIX + rule.about.name: rule_field(rule=rule) for rule in compared_rules()}

    def seats(self) -> Iterator[tuple[int, forms.BoundField]]:
        """Yield every seat with its field."""
        return ((seat, self[f"seat_{seat}"]) for seat in SEATS)

    def rule_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the house rules but the prices."""
        return (self[PREFIX + about.name] for about in house_rules_of(scheme=Scheme.CONDITIONS))

    def price_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the house rules that only a price list knows (L5, L6)."""
        for about in house_rules_of(scheme=Scheme.PRICELIST):
            if Scheme.CONDITIONS not in about.schemes:
                yield self[PREFIX + about.name]

    def rule_lines(self) -> Iterator[str]:
        """Yield what each choice of rules differs in, in the order of the choices."""
        yield from (preset_line(preset=name) for name in PRESETS)
        yield from (set_line(rule_set=each) for each in self.rule_sets.values())

    @property
    def has_own_rules(self) -> bool:
        """Tell whether a house rule is changed or refused, so that the page shows them."""
        return any(field.value() not in (None, "") for field in self.rule_fields())

    @property
    def has_own_prices(self) -> bool:
        """Tell whether a price is changed or refused, so that the page shows them."""
        return any(field.value() not in (None, "") for field in self.price_fields())

    def clean(self) -> dict[str, Any]:
        """Check the seats against each other and against the rules."""
        cleaned = super().clean() or self.cleaned_data
        self.names = {seat: " ".join(cleaned.get(f"seat_{seat}", "").split()) for seat in SEATS}
        if self.rules()["partnerships"]:
            self._require_partners()
        else:
            self._require_players()
        self._refuse_idle_rules()
        self._refuse_namesakes()
        self._require_seated_dealer()
        return cleaned

    def rules(self) -> Data:
        """Return the complete house rules of what is valid on the form so far."""
        return self._rules(self.cleaned_data)

    def worth(self) -> Worth | None:
        """Return what the stakes come to with the form as it stands, None where it does not say."""
        values = self.cleaned_data if self.is_bound and self.errors is not None else self._initial_values()
        if not {"currency", "stake_factor"} <= values.keys():
            return None
        rules = self._rules(values)
        win = rules["start_plain" if rules["scheme"] == Scheme.PRICELIST else "self_drawn"]
        factor = values["stake_factor"] * rules["unit"]
        return Worth(
            currency=currency_for(code=values["currency"]),
            stake_factor=values["stake_factor"],
            win=win,
            win_cents=win * factor,
            secret_cents=rules["secret"] * factor,
        )

    def terms(self) -> Terms:
        """Return what the valid form says; sent twice, it draws the same dealer twice."""
        seated = self._seated()
        dealer = self.cleaned_data["first_dealer"]
        if dealer == RANDOM:
            position = _drawn(key=self.cleaned_data["key"], count=len(seated))
        else:
            position = list(seated).index(int(dealer)) + 1
        return Terms(
            game=Cuajo.id,
            rules=self.rules(),
            names=tuple(seated.values()),
            currency=self.cleaned_data["currency"],
            stake_factor=self.cleaned_data["stake_factor"],
            first_dealer=position,
        )

    @property
    def draws_dealer(self) -> bool:
        """Tell whether the first dealer is left to the draw."""
        return bool(self.cleaned_data["first_dealer"] == RANDOM)

    def _rules(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return complete rules: a preset or a copy of a rule set, and what the form changes in it."""
        chosen = values.get("preset", DEFAULT_PRESET)
        changes = {
            name.removeprefix(PREFIX): value
            for name, value in values.items()
            if name.startswith(PREFIX) and value is not None
        }
        if each := self.rule_sets.get(chosen):
            return dict(changed_copy(rules=each.saved.rules, changes=changes))
        return dict(game_by_id(game_id=Cuajo.id).complete_rules(rules={"preset": chosen} | changes))

    def _initial_values(self) -> dict[str, Any]:
        asked = [name for name in self.fields if name in _STAKES or name.startswith(PREFIX)]
        return {name: self.fields[name].clean(self[name].value()) for name in asked}

    def _seated(self) -> dict[int, str]:
        return {seat: name for seat, name in self.names.items() if name}

    def _refuse_seat(self, seat: int, message: str, **words: object) -> None:
        self.add_error(f"seat_{seat}", message % {"seat": seat, **words})

    def _refuse_idle_rules(self) -> None:
        """Refuse a changed house rule that the chosen way of paying does not know."""
        known = {about.name for about in rules_in(preset=str(self.rules()["preset"]))}
        for name, value in tuple(self.cleaned_data.items()):
            rule = name.removeprefix(PREFIX)
            if name.startswith(PREFIX) and value is not None and rule not in known:
                words = {"rule": self.fields[name].label}
                self.add_error(name, _("%(rule)s: the rules chosen above do not know this.") % words)

    def _require_partners(self) -> None:
        wrong = [
            seat
            for seat, name in self.names.items()
            if bool(name) != (seat <= PARTNERS) and f"seat_{seat}" not in self.errors
        ]
        for seat in wrong:
            if self.names[seat]:
                self._refuse_seat(seat, _("Seat %(seat)s must stay empty: partners play as four."))
            else:
                self._refuse_seat(seat, _("Seat %(seat)s needs a name: partners play as four."))
        if wrong:
            self.add_error(None, _ALONE % {"rule": self.fields[f"{PREFIX}partnerships"].label})

    def _require_players(self) -> None:
        if len(self._seated()) < min(Cuajo.seat_counts):
            seat = next(seat for seat, name in self.names.items() if not name)
            self._refuse_seat(seat, _("Seat %(seat)s needs a name: two players at least."))

    def _refuse_namesakes(self) -> None:
        taken: dict[object, int] = {}
        known = _known_people(club=self.club, names=self._seated().values())
        for seat, name in self._seated().items():
            other = taken.setdefault(known.get(name.lower(), name.lower()), seat)
            if other != seat:
                message = _("Seat %(seat)s: %(name)s sits at seat %(other)s already.")
                self._refuse_seat(seat, message, name=name, other=other)

    def _require_seated_dealer(self) -> None:
        dealer = self.cleaned_data.get("first_dealer", RANDOM)
        if dealer != RANDOM and not self.names[int(dealer)]:
            self.add_error("first_dealer", _("Seat %(seat)s is empty and cannot deal.") % {"seat": dealer})


class AgainForm(KeyedForm):
    """Start once more what was agreed on in an earlier session."""

    like = forms.UUIDField(widget=forms.HiddenInput)


def like_last_time(*, last: LastTime) -> dict[str, object]:
    """Return the initial values of a form filled as last time.

    A rule set that was changed since is no longer chosen; its values of then stand beside its preset.
    """
    saved = saved_as(club=last.session.club, rules=last.session.rules)
    rules = (
        {"preset": str(saved.public_id)}
        if saved
        else {"preset": last.session.rules["preset"], **changed_values(rules=last.session.rules)}
    )
    return {
        **{f"seat_{seat}": name for seat, name in enumerate(last.names, start=1)},
        **rules,
        "currency": last.session.currency,
        "stake_factor": last.session.stake_factor,
        "first_dealer": str(last.dealer),
    }


def terms_of(*, last: LastTime) -> Terms:
    """Return the terms of an earlier session; the next hand of that session decides who deals first."""
    return Terms(
        game=last.session.game,
        rules=last.session.rules,
        names=last.names,
        currency=last.session.currency,
        stake_factor=last.session.stake_factor,
        first_dealer=last.dealer,
    )


def _set_name(each: RuleSet) -> str:
    said = {"name": each.saved.name, "revision": each.saved.revision}
    return _("%(name)s, revision %(revision)s") % said


def _drawn(*, key: UUID, count: int) -> int:
    """Return a seat from 1 to count by lot; nobody can foresee it without the installation's secret."""
    digest = salted_hmac("first dealer", str(key), algorithm="sha256").digest()
    return int.from_bytes(digest) % count + 1


def _known_people(*, club: Club, names: Iterable[str]) -> dict[str, int]:
    """Return the players behind names, a merged one as the player it was merged into."""
    lower = [name.lower() for name in names]
    players = Player.objects.annotate(lower=Lower("name")).filter(club=club, lower__in=lower)
    ordered = players.order_by("-merged_into").values_list("lower", "merged_into", "pk")
    return {name: merged_into or pk for name, merged_into, pk in ordered}
