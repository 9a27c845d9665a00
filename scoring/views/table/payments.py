"""What is paid at the table beside the game."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.forms.money import FreePaymentForm, SpendTongForm, TongForm, agreed_tong
from scoring.operations.table.payments import pay_free, set_tong, spend_tong
from scoring.queries.table.tong import Tong, tong_of
from scoring.web.pages import ConfirmView


class FreePayment(ConfirmView[FreePaymentForm]):
    """Ask who pays whom how much and what for; post to record it."""

    template = "table/free_payment.html"
    form_class = FreePaymentForm
    done = _("Payment recorded.")
    only_for_money = True

    def write(self, form: FreePaymentForm) -> object:
        return pay_free(session=self.session, **self.said(form))


class SetTong(ConfirmView[TongForm]):
    """Show the tong of a night and ask what is taken from the next hand on; post to agree on it."""

    template = "table/tong.html"
    form_class = TongForm
    done = _("The tong is agreed.")

    @cached_property
    def tong(self) -> Tong:
        return tong_of(session=self.session)

    def initial(self) -> dict[str, Any]:
        return agreed_tong(tong=self.tong, currency=self.session.money)

    def stated(self) -> Mapping[str, object]:
        names, tong = self.names, self.tong
        spent = [(each, names[each.seat] if each.seat not in (0, tong.holder) else "") for each in tong.spent]
        return {"tong": tong, "holder": names.get(tong.holder), "spent": spent}

    def write(self, form: TongForm) -> object:
        return set_tong(session=self.session, **self.said(form))


class SpendTong(ConfirmView[SpendTongForm]):
    """Ask what some of the tong was spent on; post to record it."""

    template = "table/spend_tong.html"
    form_class = SpendTongForm
    done = _("Recorded what the tong was spent on.")

    def stated(self) -> Mapping[str, object]:
        return {"tong": tong_of(session=self.session)}

    def write(self, form: SpendTongForm) -> object:
        return spend_tong(session=self.session, **self.said(form))
