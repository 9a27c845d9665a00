"""Close a night, reopen and settle it."""

import json
from abc import abstractmethod
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.forms.amounts import amount_words, points_words, signed_words
from scoring.forms.base import KeyedForm, OnceForm, fresh
from scoring.forms.money import CloseForm, HandOverForm, ReopenForm, TakeBackForm, coins_of
from scoring.forms.table.start import AgainForm
from scoring.forms.table.words import words_of
from scoring.ledger.fingerprint import short
from scoring.ledger.kinds import BESIDE
from scoring.ledger.night import Match, Night
from scoring.ledger.reckoning import Closing, Reckoning, Settling, cash_before_close, moved_by_close
from scoring.models import Entry, EntryKind, Session, UtangWay
from scoring.money import Currency
from scoring.operations import errors
from scoring.operations.money.payments import close_session, discard_session, hand_over
from scoring.operations.table.undoing import reopen_session, undo
from scoring.queries.books.ledger import whole_ledger
from scoring.queries.money import debts_to_carry, pairs_of
from scoring.queries.people.access import Action, lets
from scoring.queries.table.disputes import OpenObjection, open_objections
from scoring.queries.table.night import may_mark_cash, only_cash_of
from scoring.queries.table.nights import newest_night
from scoring.web import shared
from scoring.web.access import posts
from scoring.web.addresses import qr_code
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView, Fold, NightPage, Refusal, Refusals, SessionView


class Close(SessionView[KeyedForm]):
    template = "money/close.html"
    then_page = "settle"
    form_class: Callable[..., KeyedForm] = CloseForm
    asks_again: Refusals = (errors.TableChangedError, errors.DisputesOpenError)

    def get(self) -> HttpResponse:
        if self.night.is_closed:
            return redirect("settle", public_id=self.session.public_id)
        return super().get()

    @property
    def coin_cents(self) -> int:
        asked = self.request.POST.get("coin") or self.request.GET.get("coin") or str(self.night.coin_before)
        return {str(cents): cents for cents in self.session.money.coins}.get(asked, 1)

    @cached_property
    def objections(self) -> tuple[OpenObjection, ...]:
        return open_objections(session=self.session)

    def stated(self) -> Mapping[str, object]:
        night, debts = self.night, tuple(pairs_of(debts_to_carry(session=self.session)))
        closing = Closing(night=night, coin_cents=self.coin_cents)
        return {
            "closing": closing,
            "may_discard": not night.hand_count and night.is_untouched,
            "unsettled": next((match for match in night.matches if not match.line), None),
            "coins": coins_of(currency=night.money),
            "has_cents": any(paid.cents % 10**night.money.minor_digits for paid in closing.plan),
            "debts": debts,
            "debts_cents": sum(debt.cents for debt in debts),
        }

    def given(self) -> Mapping[str, object]:
        return {"session": self.session}

    def opened(self) -> Mapping[str, object]:
        disputed = " ".join(str(objection.line) for objection in self.objections)
        return {**fresh(expected_entry=self.night.last_entry), "coin": self.coin_cents, "disputed": disputed}

    def write(self, form: KeyedForm) -> object:
        values = {name: form.cleaned_data[name] for name in ("expected_entry", "disputed")}
        # Two phones may close at once. Both then see the closed night.
        with suppress(errors.SessionClosedError):
            coin = form.cleaned_data["coin"]
            return close_session(session=self.session, coin_cents=coin, stamp=self.stamp(form), **values)
        return None


class DiscardNight(Close):
    """Close an empty night that began by mistake."""

    guard = staticmethod(posts)
    form_class = KeyedForm
    asks_again = ()
    then_page = "table"

    def write(self, form: KeyedForm) -> object:
        return discard_session(**self.arguments(form))


class ReopenNight(Fold, ConfirmView[ReopenForm]):
    action = Action.CORRECT
    fold = part = "reopen"
    done = ""
    only_open = False
    asks_again = (errors.CloseChangedError,)

    def stated(self) -> Mapping[str, object]:
        moved = moved_by_close(night=self.night).values()
        undoes = {"shared": any(by.shared_cents for by in moved), "rounding": any(by.coin_cents for by in moved)}
        return {"undoes": undoes}

    def write(self, form: ReopenForm) -> object:
        # Two phones may reopen at once. Both then see the open night.
        with suppress(errors.SessionOpenError):
            return reopen_session(**self.arguments(form))
        return None


class PlanAct[F: OnceForm](Fold, SessionView[F]):
    """Mark cash of the plan, or undo a mark."""

    action = Action.MARK_OWN
    fold = "plan"
    done = ""
    has_errors_above = True
    then_page = "settle"

    def post(self) -> HttpResponse:
        if not self.night.is_closed:
            return redirect("table", public_id=self.session.public_id)
        form = self.make(self.request.POST)
        access, session = self.request.access, self.session
        # Players mark only own cash. The page hides the rest, but a request can name any line.
        if form.is_valid() and not may_mark_cash(access=access, session=session, seats=self.seats(form)):
            form.add_error(None, ValidationError(_("Record your own payments only."), code="not_yours"))
            return self.page(form, status=shared.CONFLICT)
        return super().post()

    @abstractmethod
    def seats(self, form: F) -> tuple[int, int]:
        pass

    def stated(self) -> Mapping[str, object]:
        sent = self.request.POST
        return {"at": f"{sent.get('payer')}-{sent.get('payee')}"}

    def refuse(self, form: F, error: Refusal) -> HttpResponse:
        return self.page(form, error=error, status=shared.CONFLICT)


class HandOver(PlanAct[HandOverForm]):
    operation = hand_over

    def given(self) -> Mapping[str, object]:
        return {"session": self.session}

    def seats(self, form: HandOverForm) -> tuple[int, int]:
        return form.cleaned_data["payer"], form.cleaned_data["payee"]


class TakeBack(PlanAct[TakeBackForm]):
    """Undo a payment that was marked by mistake."""

    def entry(self, form: TakeBackForm) -> Entry:
        entries = self.session.entries.filter(kind=EntryKind.HANDOVER)
        return get_object_or_404(entries, number=form.cleaned_data["number"])

    def seats(self, form: TakeBackForm) -> tuple[int, int]:
        cash = self.entry(form).payments.select_related("payer", "payee").get()
        return cash.payer.number, cash.payee.number

    def write(self, form: TakeBackForm) -> object:
        return undo(entry=self.entry(form), stamp=self.stamp(form))


class ClosedNight(NightPage):
    action = Action.SEE
    template = "money/closed.html"
    folds = (ReopenNight,)
    of_rows = (HandOver, TakeBack)

    def get(self) -> HttpResponse:
        if not self.night.is_closed:
            return redirect("table", public_id=self.session.public_id)
        return shared.nothing_new(self.request, session=self.session) or super().get()

    def stated(self) -> Mapping[str, object]:
        session, night = self.session, self.night
        may_start = lets(access=self.request.access, action=Action.START) and not session.entered_later
        again = {"like": session.public_id, "newest": newest_night(club=session.club)} if may_start else None
        own = only_cash_of(access=self.request.access, session=session)
        rows = [
            {"line": line, "may_mark": own in (None, line.payer, line.payee), "at": f"{line.payer}-{line.payee}"}
            for line in night.plan
        ]
        return {
            **super().stated(),
            "settling": Settling(night=night),
            "objections": open_objections(session=session),
            "cash_before": cash_before_close(night=night),
            "rows": rows,
            "share_text": text_of(session=session, night=night),
            "again": AgainForm(initial=again) if again else None,
            "picture_kind": shared.PICTURE,
            **(_night_link(self.request, session=session, night=night) if settings.ONE_PHONE else {}),
        }

    def answer(self, context: dict[str, Any], *, status: int) -> HttpResponse:
        page: dict[str, Any] = {"template": self.template, "part": "settle", "newest": self.night.last_entry}
        return shared.followed_page(self.request, session=self.session, **page, context=context, status=status)


def _night_link(request: ClubRequest, *, session: Session, night: Night) -> dict[str, str]:
    result = {
        "title": f"{session.club}, {date_format(session.day, 'DATE_FORMAT')}",
        "currency": session.money.code,
        "digits": session.money.minor_digits,
        "results": [(str(each.player), each.in_all_cents) for each in Settling(night=night).reckonings],
        "payments": [(str(line.payer_name), str(line.payee_name), line.cents) for line in night.plan],
        "code": short(fingerprint=night.check_code),
    }
    packed = urlsafe_b64encode(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()).decode()
    # Browsers do not send the fragment, so no server learns the result.
    link = request.build_absolute_uri(f"{reverse('home')}night.html#{packed}")
    return {"night_link": link, "night_code": qr_code(link)}


def text_of(*, session: Session, night: Night) -> str:
    """Write the result of a night for sharing."""
    title = _("%(club)s: %(game)s") % {"club": session.club, "game": session.played.name}
    side_payments = list(_side_payments(session, night))
    parts = (
        [title, date_format(session.day, "DATE_FORMAT")],
        [_result(each, session.written) for each in Settling(night=night).reckonings],
        [_match(match) for match in night.matches],
        [f"{_('Side payments')}:", *side_payments] if side_payments else [],
        [] if session.money.is_points else list(_paid(night, session.written)) or [_("Nobody owes anything.")],
        [_("Check code: {check_code}").format(check_code=short(fingerprint=night.check_code))],
    )
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _result(reckoning: Reckoning, currency: Currency) -> str:
    result = signed_words(cents=reckoning.result_cents, currency=currency)
    in_all = signed_words(cents=reckoning.in_all_cents, currency=currency)
    more = f" ({_('in all {amount}').format(amount=in_all)})" if in_all != result else ""
    return f"{reckoning.player} {result}{more}"


def _match(match: Match) -> str:
    points = ", ".join(f"{player} {points_words(points)}" for player, points in match.points)
    return (_("Match: {points}") if match.line else _("Match not settled: {points}")).format(points=points)


def _paid(night: Night, currency: Currency) -> Iterator[str]:
    before = ((paid, paid.cents, 0) for paid in cash_before_close(night=night))
    planned = ((line, line.cash_cents + line.left_cents, line.left_cents) for line in night.plan)
    for paid, cents, left_cents in (*before, *planned):
        if not cents:
            continue
        words = _("{payer} pays {payees} {amount}, {left} left")
        if left_cents == cents:
            words = _("{payer} pays {payees} {amount}")
        elif not left_cents:
            words = _("{payer} paid {payees} {amount}")
        amount, left = (amount_words(cents=each, currency=currency) for each in (cents, left_cents))
        yield words.format(payer=paid.payer_name, payees=paid.payee_name, amount=amount, left=left)


def _side_payments(session: Session, night: Night) -> Iterator[str]:
    settled = (line for planned in night.plan for line in planned.handovers)
    # The plan already lists these payments.
    in_plan = {line.number for line in settled if line.act.get("way") == UtangWay.PAID}
    numbers = {line.number for line in night.of(*BESIDE) if line.act.get("what") != "rule"} - in_plan
    for line in whole_ledger(session=session, night=night, number__in=numbers):
        what = words_of(line=line) + (f" ({line.entry.reason})" if line.entry.reason else "")
        cents = sum(change.cents for change in line.changes if change.cents > 0)
        yield f"{what}: {amount_words(cents=cents, currency=session.written)}" if cents else what
