"""Forms to start a night: seats, rules, price."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django import forms
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import OnceForm, offer, one_line, one_of, unseen
from scoring.forms.house_rules import RULE_PREFIX
from scoring.forms.money import currency_choices
from scoring.forms.terms import PricedRulesForm, terms_in_force
from scoring.games.base import AnyGame, HouseRules, ImpossibleError
from scoring.models import LONGEST_NAME, LONGEST_NOTE, LONGEST_TITLE, Club, Player, Session
from scoring.money import OFFERED_CURRENCIES, POINTS
from scoring.operations.table.nights import About, Terms, terms_again
from scoring.operations.table.seating import Turns, playing_of
from scoring.operations.words import MOST_PLAYERS
from scoring.queries.rule_sets import rule_sets

_ABOUT = ("name", "place", "note")


class AboutFields(forms.Form):
    name = one_line(gettext_lazy("Name"), most=LONGEST_TITLE)
    place = one_line(gettext_lazy("Place"), most=LONGEST_TITLE, list="known-places", autocomplete="off")
    note = forms.CharField(
        label=gettext_lazy("Note"), required=False, max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 3})
    )

    @property
    def has_refused_about(self) -> bool:
        return any(name in self.errors for name in _ABOUT)

    def about(self) -> About:
        return About(**{name: self.cleaned_data[name] for name in _ABOUT})


class AboutForm(AboutFields):
    seen_name, seen_place, seen_note = unseen(), unseen(), unseen()

    def expected(self) -> About:
        return About(**{name: self.cleaned_data[f"seen_{name}"] for name in _ABOUT})


RANDOM = "random"
_SEAT_PREFIX = "seat_"
_SEATS = range(1, MOST_PLAYERS + 1)
KEPT = (*_ABOUT, "first_dealer", *(f"{_SEAT_PREFIX}{seat}" for seat in _SEATS))
_EMPTY_SEAT = "empty_seat"


class NewSessionForm(PricedRulesForm, AboutFields, OnceForm):
    newest = forms.UUIDField(widget=forms.HiddenInput, required=False)
    currency = one_of(gettext_lazy("Played for"), initial=OFFERED_CURRENCIES[0].code, widget=forms.Select)
    turns = one_of(gettext_lazy("Do players take turns?"), Turns.choices, required=False)
    is_practice = forms.BooleanField(label=gettext_lazy("Practice, counts nowhere"), required=False)
    first_dealer = one_of(gettext_lazy("First dealer"), initial=RANDOM)

    def __init__(self, *args: Any, club: Club, game: AnyGame, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club, self.game, self.names = club, game, dict.fromkeys(_SEATS, "")
        typed = {"list": "known-players", "autocomplete": "off", "autocapitalize": "words", "enterkeyhint": "next"}
        for seat in _SEATS:
            field = one_line(_("Seat %(number)s") % {"number": seat}, most=LONGEST_NAME, placeholder=_("Name"), **typed)
            field.error_messages["max_length"] = _("At most %(most)s characters.") % {"most": LONGEST_NAME}
            # Browsers would cut a longer name without a message.
            del field.widget.attrs["maxlength"]
            self.fields[f"seat_{seat}"] = field
        numbered = ((str(seat), _("Seat %(number)s") % {"number": seat}) for seat in _SEATS)
        dealers = [(RANDOM, gettext_lazy("Dealer by lot")), *numbered]
        self.offers_points = game.match is not None
        offer(self, first_dealer=dealers, currency=currency_choices(club=club, has_points=not self.offers_points))
        code = self["currency"].value()
        currency = next((each for each in OFFERED_CURRENCIES if each.code == code), OFFERED_CURRENCIES[0])
        self.ask_rules(game=game, rule_sets=rule_sets(club=club, game=game))
        price = (self.data if self.is_bound else self.initial).get("price")  # ask_price fills an initial one
        self.ask_price(currency=currency, for_points=self.offers_points and price == POINTS.code)

    def seats(self) -> tuple[tuple[int, forms.BoundField, object], ...]:
        deals = tuple(self["first_dealer"])
        return tuple((seat, self[f"{_SEAT_PREFIX}{seat}"], deals[seat]) for seat in _SEATS)

    @property
    def has_further(self) -> bool:
        """Tell whether more than four seats are used."""
        return any(field.value() or field.errors for _seat, field, _deals in self.seats()[4:]) or "turns" in self.errors

    @property
    def agreed_words(self) -> str:
        rules = self.chosen_rules
        return f"{self.game.name}, {rules if rules[1:].lower() != rules[1:] else rules[:1].lower() + rules[1:]}"

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        self.names = {seat: " ".join(cleaned.get(f"seat_{seat}", "").split()) for seat in _SEATS}
        try:
            self._require_seats(self.house_rules())
        except ImpossibleError as error:
            self.add_problems(error)
        self._refuse_namesakes()
        dealer = cleaned.get("first_dealer", RANDOM)
        if dealer != RANDOM and not self.names[int(dealer)]:
            message = _("Seat %(seat)s is empty and cannot deal.") % {"seat": dealer}
            self.add_error("first_dealer", forms.ValidationError(message, code=_EMPTY_SEAT))

    def terms(self) -> Terms:
        seated, values, rules, agreed = self.seated(), self.cleaned_data, self.house_rules(), self.agreed()
        assert agreed, "a valid form knows its price"
        # Draw from the key: a repeated request draws the same dealer.
        if values["first_dealer"] == RANDOM:
            position = drawn_dealer(key=values["key"], count=self._playing(rules))
        else:
            position = list(seated).index(int(values["first_dealer"])) + 1
        return Terms(
            game=self.game.id,
            rules=rules,
            names=tuple(seated.values()),
            currency=self.money.code,
            stake_factor=agreed.factor,
            first_dealer=position,
            about=self.about(),
            turns=Turns(values["turns"]),
        )

    def seated(self) -> dict[int, str]:
        return {seat: name for seat, name in self.names.items() if name}

    def problems(self) -> list[str]:
        """Return all problems once, seats first."""
        unnamed = [seat for seat in _SEATS if f"seat_{seat}" in self.errors and not self.names.get(seat)]
        listed_once = {f"seat_{seat}" for seat in unnamed} if len(unnamed) > 1 else set()
        seats = [_("Seats %(seats)s need names.") % {"seats": ", ".join(map(str, unnamed))}] if listed_once else []
        by_seats = sorted(self.errors.as_data().items(), key=lambda error: not error[0].startswith(_SEAT_PREFIX))
        named = ((name, each) for name, errors in by_seats for each in errors)
        return [*seats, *(self._with_label(name, each) for name, each in named if name not in listed_once)]

    def asks_only_turns(self) -> bool:
        return self.errors.keys() == {"turns"}

    def _with_label(self, name: str, error: forms.ValidationError) -> str:
        """Return a problem, with its field if needed."""
        (problem,) = error.messages
        # Django's errors of these fields do not name the field.
        is_of_text = error.code != _EMPTY_SEAT and name.startswith((_SEAT_PREFIX, *_ABOUT))
        return f"{self[name].label}: {problem}" if is_of_text or name.startswith(RULE_PREFIX) else problem

    def _refuse_seat(self, seat: int, message: str, *, code: str = _EMPTY_SEAT, **words: object) -> None:
        self.add_error(f"{_SEAT_PREFIX}{seat}", forms.ValidationError(message % {"seat": seat, **words}, code=code))

    @property
    def has_partners(self) -> bool:
        """Tell whether the first rules have partners."""
        return _pairs_seats(self.game, self.game.read_rules(value=None))

    @property
    def pairs_seats(self) -> bool:
        """Tell whether the chosen rules have partners."""
        try:
            return _pairs_seats(self.game, self.house_rules())
        except ImpossibleError:
            return self.has_partners

    def _require_seats(self, rules: HouseRules) -> None:
        """Report empty seats. Raises ImpossibleError."""
        counts = tuple(self.game.counts_of_sides(rules=rules))
        empty = [seat for seat, name in self.names.items() if not name and f"seat_{seat}" not in self.errors]
        if len(counts) == 1:
            self._require_all_seats(rules, counts[0], empty=empty)
        elif len(self.seated()) < min(counts) and empty:
            self._refuse_seat(empty[0], _("Seat %(seat)s needs a name."))
        elif len(self.seated()) > max(counts):
            self._require_turns(max(counts))
        elif not self.errors:
            self._playing(rules)

    def _require_all_seats(self, rules: HouseRules, count: int, *, empty: Iterable[int]) -> None:
        missing = [seat for seat in empty if seat <= count]
        for seat in missing:
            # Opposite seats of four differ by two.
            if opposite := self.names.get((seat + 1) % 4 + 1) if count == 4 else "":
                self._refuse_seat(seat, _("Who sits opposite %(name)s?"), name=opposite)
            else:
                self._refuse_seat(seat, _("Seat %(seat)s needs a name."))
        if len(missing) > 1 and len(self.seated()) > 1:
            self._playing(rules)
        elif len(self.seated()) > count:
            self._require_turns(count)

    def _require_turns(self, most: int) -> None:
        if not self.cleaned_data.get("turns"):
            # With too many people some must sit out: "all play" is no answer.
            offer(self, turns=[choice for choice in Turns.choices if choice[0] != Turns.NONE])
            message = _("%(given)s people, but only %(most)s play at once. Choose turns or leave seats empty.")
            text = message % {"given": len(self.seated()), "most": most}
            self.add_error("turns", forms.ValidationError(text, code="turns_missing"))

    def _playing(self, rules: HouseRules) -> int:
        """Return the playing count. Raises ImpossibleError."""
        turns = Turns(self.cleaned_data.get("turns", ""))
        return playing_of(game=self.game, rules=rules, count=len(self.seated()), turns=turns)

    def _refuse_namesakes(self) -> None:
        taken: dict[object, int] = {}
        names = [name.lower() for name in self.seated().values()]
        players = Player.objects.annotate(lower=Lower("name")).filter(club=self.club, lower__in=names)
        found = players.order_by("-merged_into").values_list("lower", "merged_into", "pk")
        known = {name: merged_into or pk for name, merged_into, pk in found}
        for seat, name in self.seated().items():
            other = taken.setdefault(known.get(name.lower(), name.lower()), seat)
            if other != seat:
                message = _("%(name)s sits at seat %(other)s already.")
                self._refuse_seat(seat, message, code="namesake", name=name, other=other)


def _pairs_seats(game: AnyGame, rules: HouseRules) -> bool:
    return any(sides < count for count, sides in game.counts_of_sides(rules=rules).items())


def drawn_dealer(*, key: UUID, count: int) -> int:
    """Return a dealer by lot, from 1 to count."""
    # The secret of the installation keeps players from predicting the dealer.
    digest = salted_hmac("first dealer", str(key), algorithm="sha256").digest()
    return int.from_bytes(digest) % count + 1


class AgainForm(OnceForm):
    like = forms.UUIDField(widget=forms.HiddenInput)
    newest = forms.UUIDField(widget=forms.HiddenInput, required=False)


def seated_like(*, session: Session) -> dict[str, object]:
    terms = terms_again(session=session)
    return {
        **{f"seat_{seat}": name for seat, name in enumerate(terms.names, start=1)},
        **agreed_in(session=session),
        "first_dealer": str(terms.first_dealer),
        "turns": terms.turns.value,
    }


def agreed_in(*, session: Session) -> dict[str, object]:
    terms, game, currency = terms_in_force(session=session.as_at(position=0)), session.played, session.currency
    if game.match is not None and currency == POINTS.code:
        return {**terms, "price": POINTS.code}
    return {**terms, "currency": currency}
