"""Forms of money: closing, cash, chips, tong, debts, currencies."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from unicodedata import combining, normalize

from django import forms
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.forms.amounts import AmountField, amount_words, currency_words, typed_amount
from scoring.forms.base import KeyedForm, OnceForm, SeatField, SeatsField, missing, offer, one_of, told_lazy, words
from scoring.ledger.tong import HIGHEST_PERCENT, Tong, TongBase
from scoring.models import LONGEST_CURRENCY, Club, Session, UtangWay
from scoring.money import HIGHEST_AMOUNT_CENTS, OFFERED_CURRENCIES, POINTS, USUAL_CURRENCIES, Currency, currency_for
from scoring.queries.money import Pair
from scoring.queries.table.nights import known_currencies
from scoring.texts import say


def coins_of(*, currency: Currency) -> tuple[tuple[int, str], ...]:
    return tuple(
        (cents, amount_words(cents=cents, currency=currency) if cents > 1 else str(_("none")))
        for cents in currency.coins
    )


def lacking(form: forms.Form, name: str) -> forms.ValidationError:
    return forms.ValidationError(form.fields[name].error_messages["required"], code="required")


class CoinForm(KeyedForm):
    coin = one_of(_("Rounded down to"), coerce=int)

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, session=session, **options)
        offer(self, coin=coins_of(currency=session.money))


class CloseForm(CoinForm):
    """The close, with the disputed lines on the page."""

    coin = forms.TypedChoiceField(coerce=int, widget=forms.HiddenInput)
    disputed = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2_000)

    def clean_disputed(self) -> tuple[int, ...]:
        numbers = self.cleaned_data["disputed"].split()
        return tuple(int(number) for number in numbers if number.isdecimal() and len(number) < 10)


class HandOverForm(KeyedForm):
    payer = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    payee = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    amount = AmountField()


_WHY = told_lazy(say("reason_missing"))
OTHER, EVERYBODY, TONG, HOUSE = "other", "all", "tong", "house"
_KEPT = ((TONG, _("Tong")), (HOUSE, _("The house")))
CASH = "cash"
PURPOSES = ((CASH, _("Cash")), ("bet", _("Bet")), ("fine", _("Fine")), ("tip", _("Tip")))


class PaymentForm(KeyedForm):
    payer = SeatField(_("Who pays?"))
    payees = forms.MultipleChoiceField(
        label=_("To whom?"), widget=forms.CheckboxSelectMultiple, error_messages=missing(_("Choose one."))
    )
    sum = one_of(_("How much?"), required=False)
    amount = AmountField(label=_("Another amount"), required=False)
    what = one_of(_("What for?"), PURPOSES)
    reason = words(_("In other words"))

    def __init__(
        self, *args: Any, session: Session, names: Mapping[int, str], keeper: int, only_seat: int | None, **options: Any
    ) -> None:
        super().__init__(*args, session=session, names=names, **options)
        self.keeper, self.seats, self.only_seat = keeper, tuple(names), only_seat
        cash_only = only_seat is not None
        # Players without the right to record pay only their own cash, not the tong.
        kept = _KEPT if keeper and not cash_only else ()
        some = [(str(seat), name) for seat, name in names.items()]
        all_ = [] if cash_only else [(EVERYBODY, _("Everybody"))]
        # People pay small multiples of the price of a secret.
        secret = (1 if session.money.is_points else 50) * session.stakes
        sums = [secret * times for times in (1, 2, 4, 10)]
        offered = [(str(cents), typed_amount(cents=cents, currency=session.written)) for cents in sums]
        offer(self, payees=[*some, *all_, *kept], sum=[*offered, (OTHER, _("Other"))])
        if cash_only:
            offer(self, what=PURPOSES[:1])

    def clean(self) -> None:
        values = self.cleaned_data
        # A tapped sum wins over a typed amount that is hidden.
        if values.get("sum") and values["sum"] != OTHER:
            values["amount"] = int(values["sum"])
            self.errors.pop("amount", None)
        elif not values.get("amount") and not self["amount"].data:
            self.add_error("amount", lacking(self, "amount"))
        if {"payer", "payees"} <= values.keys():
            values["to"] = self._to(values["payer"], values["payees"])
        values["is_cash"] = values.get("what") == CASH and not {TONG, HOUSE} & set(values.get("payees", ()))
        if values["is_cash"] and len(values.get("to", (0,))) != 1:
            self.add_error("payees", forms.ValidationError(_("Choose one person for cash."), code="one_payee"))
        # The page offers only own payments, but a request can name any.
        if not self.errors and self.only_seat not in (None, values["payer"], *values["to"]):
            raise forms.ValidationError(_("Record your own payments only."), code="not_yours")

    def _to(self, payer: int, chosen: list[str]) -> tuple[int, ...]:
        if EVERYBODY in chosen:
            return tuple(seat for seat in self.seats if seat != payer)
        return tuple(sorted({int(each) if each.isdecimal() else self.keeper for each in chosen}))

    @property
    def why(self) -> str:
        values = self.cleaned_data
        kept = next((str(word) for to, word in _KEPT if to in values["payees"]), "")
        return values["reason"] or kept or str(dict(PURPOSES)[values["what"]])

    @property
    def is_from_tong(self) -> bool:
        """Tell whether the tong pays the house."""
        return HOUSE in self.cleaned_data["payees"] and self.cleaned_data["to"] == (self.cleaned_data["payer"],)


class TakeBackForm(OnceForm):
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class ReopenForm(KeyedForm):
    reason = words(_("Reason"), lacking=_WHY)


WHEN_PAID = one_of(
    _("Paid when?"), (("later", _("At the end")), ("now", _("In cash, now"))), initial="later", coerce="now".__eq__
)


class BuyChipsForm(KeyedForm):
    seats = SeatsField(_("Who takes chips?"))
    amount = AmountField(label=_("Amount for each"))
    bank = SeatField(_("Who is the bank?"))
    is_paid = WHEN_PAID


class ReturnChipsForm(KeyedForm):
    seat = SeatField(_("Who hands chips back?"))
    amount = AmountField()
    is_paid = WHEN_PAID


class BankForm(KeyedForm):
    bank = SeatField(_("Who is the bank?"))


class CountChipsForm(KeyedForm):
    decides = one_of(
        _("If the count differs"),
        (("lines", _("The record decides")), ("chips", _("The chips decide"))),
        initial="lines",
        coerce="chips".__eq__,
    )

    def __init__(self, *args: Any, session: Session, names: Mapping[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats = {seat: f"seat_{seat}" for seat in names}
        for seat, field in self.seats.items():
            amount = AmountField(label=names[seat], required=False)
            amount.currency = session.money
            self.fields[field] = amount
        self.order_fields([*self.seats.values(), "decides"])

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        counted = tuple((seat, values[field]) for seat, field in self.seats.items())
        return {"counted": counted, "decides": values["decides"], "expected_entry": values["expected_entry"]}


WAYS = (
    ("win", _("A fixed amount per win")),
    ("percent", _("A percentage per win")),
    ("hand", _("A fixed amount from all, per hand")),
    ("none", _("No tong")),
)


class TongForm(CoinForm):
    way = one_of(_("What is taken?"), WAYS)
    amount = AmountField(required=False)
    percent = forms.IntegerField(
        label=_("Per cent"),
        required=False,
        min_value=1,
        max_value=HIGHEST_PERCENT,
        error_messages=missing(_("Enter a per cent.")),
    )
    holder = SeatField(_("Who keeps it?"))
    field_order = ("way", "amount", "percent", "coin", "holder")

    def clean(self) -> None:
        way = self.cleaned_data.get("way", "")
        needed = {"win": "amount", "hand": "amount", "percent": "percent"}.get(way, "way")
        if not self.cleaned_data.get(needed) and needed not in self.errors:
            self.add_error(needed, lacking(self, needed))

    def arguments(self) -> dict[str, Any]:
        values, way = self.cleaned_data, self.cleaned_data["way"]
        return {
            "every": TongBase.HAND if way == "hand" else TongBase.WIN,
            "cents": values["amount"] if way in ("win", "hand") else 0,
            "percent": values["percent"] if way == "percent" else 0,
            "coin_cents": values["coin"],
            **{name: values[name] for name in ("holder", "expected_entry")},
        }


def agreed_tong(*, tong: Tong, currency: Currency) -> dict[str, object]:
    rule = tong.rule
    if rule is None:
        return {"way": "win", "coin": 1, "holder": tong.holder or ""}
    fixed = "hand" if rule.every == TongBase.HAND else "win"
    return {
        "way": "percent" if rule.percent else fixed,
        "amount": typed_amount(cents=rule.cents, currency=currency) if rule.cents else "",
        "percent": rule.percent or "",
        "coin": rule.coin_cents,
        "holder": rule.holder,
    }


class SpendTongForm(KeyedForm):
    amount = AmountField()
    reason = words(_("What on?"), lacking=_WHY)


class CarryForm(OnceForm):
    expected_cents = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_AMOUNT_CENTS)


class PayDebtForm(CarryForm):
    way = one_of(_("What happened?"), ((UtangWay.PAID.value, _("Paid")), (UtangWay.FORGIVEN.value, _("Forgiven"))))
    amount = AmountField()
    nights = forms.TypedMultipleChoiceField(
        label=_("Of which nights?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Choose none to pay the oldest first."),
    )
    reason = words(_("Why it is forgiven"))

    def __init__(self, *args: Any, pair: Pair, may_forgive: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.pair, self.may_forgive = pair, may_forgive
        self.initial = {"expected_cents": pair.cents, "way": UtangWay.PAID.value, **self.initial}
        nights = []
        for each in pair.debts:
            amount = amount_words(cents=each.cents, currency=pair.currency)
            nights.append((str(each.session.public_id), f"{date_format(each.session.day, 'DATE_FORMAT')} · {amount}"))
        offer(self, nights=nights)
        self.fields["amount"].currency = pair.currency  # type: ignore[attr-defined]
        # Without the right to forgive there is only one way.
        if not may_forgive:
            self.fields["way"].widget = forms.HiddenInput()
        if pair.cents == pair.debts[0].cents:
            del self.fields["nights"]

    def clean(self) -> None:
        if self.cleaned_data.get("way") == UtangWay.FORGIVEN and not self.may_forgive:
            why = _("Only the creditor or the scorekeeper can forgive it.")
            self.add_error("way", forms.ValidationError(why, code="not_yours"))


class NettedForm(OnceForm):
    """Payments of the proposal, as on the page."""

    currency = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_CURRENCY)
    payments = forms.CharField(widget=forms.HiddenInput, required=False, max_length=4_000)


class TakeBackDebtsForm(OnceForm):
    act = forms.UUIDField(widget=forms.HiddenInput)


def currency_choices(*, club: Club, has_points: bool = True) -> list[tuple[str, list[tuple[str, str]]]]:
    known = [currency_for(code=code) for code in known_currencies(club)]
    # Currencies of the club come first, newest first.
    usual = dict.fromkeys(each for each in (*known, *USUAL_CURRENCIES, POINTS) if has_points or each != POINTS)
    taken = {each.code for each in (*usual, POINTS)}
    return [
        (str(_("Usual")), list(map(_choice, usual))),
        (str(_("All others")), [each for each in _by_name(get_language() or "") if each[0] not in taken]),
    ]


def _choice(currency: Currency) -> tuple[str, str]:
    name = currency_words(currency)
    return currency.code, f"{name[:1].upper()}{name[1:]} {currency.symbol}".strip()


@cache
def _by_name(_language: str) -> list[tuple[str, str]]:
    """Return all choices, sorted by name without accents."""
    plain = {each: normalize("NFKD", each[1]).casefold() for each in map(_choice, OFFERED_CURRENCIES)}
    return sorted(plain, key=lambda each: "".join(letter for letter in plain[each] if not combining(letter)))
