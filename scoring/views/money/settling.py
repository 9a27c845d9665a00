"""Close a night, reopen it, settle it: what it comes to, who has paid, a tick taken back; the night as text."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.forms.amounts import amount_words, style
from scoring.forms.base import KeyedForm, fresh, told
from scoring.forms.money import CloseForm, HandOverForm, ReopenForm, TakeBackForm, coins_of
from scoring.ledger.closing import cash_before_close, closing, moved_by_close, settling
from scoring.ledger.fingerprint import short
from scoring.ledger.night import Night, PlanLine
from scoring.ledger.statement import MatchPoints, PlannedPayment, Standing, Statement, Wording, share_text
from scoring.models import EntryKind, Session, UtangWay
from scoring.operations.errors import (
    CloseChangedError,
    DisputesOpenError,
    NightPlayedError,
    RefusedError,
    SessionClosedError,
    SessionOpenError,
    TableChangedError,
)
from scoring.operations.money.closing import close_session, discard_session, hand_over
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.books.ledger import lines_beside
from scoring.queries.people.access import Action, may
from scoring.queries.table.disputes import open_objections
from scoring.queries.table.night import night_of
from scoring.views.table.words import words_of
from scoring.web.access import asks, posts, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView
from scoring.web.shared import (
    CONFLICT,
    INVALID,
    PICTURE,
    find_session,
    followed_page,
    leave,
    may_mark_cash,
    nothing_new,
)


@asks(Action.RECORD)
def close(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show what closing now would do, rounded to the coin asked for; post to close."""
    session = find_session(request, public_id=public_id)
    if request.method == "POST":
        return _close(request, session=session)
    night = night_of(session=session)
    if night.is_closed:
        return redirect("settle", public_id=public_id)
    return _preview(request, session=session, night=night, coin_cents=_coin_asked_for(request, night=night))


def _close(request: ClubRequest, *, session: Session) -> HttpResponse:
    form = CloseForm(request.POST, session=session)
    if not form.is_valid():
        coin_cents = form.cleaned_data.get("coin", 1)
        return _preview(request, session=session, coin_cents=coin_cents, status=INVALID, refused_form=form)
    coin_cents = form.cleaned_data["coin"]
    try:
        close_session(
            session=session,
            coin_cents=coin_cents,
            expected_entry=form.cleaned_data["expected_entry"],
            disputed=form.cleaned_data["disputed"],
            stamp=form.stamp(device=request.device, at=timezone.now()),
        )
    except SessionClosedError:
        return redirect("settle", public_id=session.public_id)
    except (TableChangedError, DisputesOpenError) as error:
        return _preview(request, session=session, coin_cents=coin_cents, status=CONFLICT, changed=error.code)
    return redirect("settle", public_id=session.public_id)


def _coin_asked_for(request: ClubRequest, *, night: Night) -> int:
    """Return the coin of the address, else of the close before; none (1) where the table may not round to it."""
    asked = request.GET.get("coin") or str(night.coin_before)
    coins = {str(cents): cents for cents, _ in coins_of(currency=night.money)}
    return coins.get(asked, 1)


def _preview(
    request: ClubRequest,
    *,
    session: Session,
    coin_cents: int,
    night: Night | None = None,
    status: int = 200,
    refused_form: CloseForm | None = None,
    changed: str = "",
) -> HttpResponse:
    night = night or night_of(session=session)
    closing_now, objections = closing(night=night, coin_cents=coin_cents), open_objections(session=session)
    disputed = " ".join(str(objection.line) for objection in objections)
    initial = fresh(expected_entry=closing_now.last_entry) | {"coin": coin_cents, "disputed": disputed}
    context = {
        "session": session,
        "closing": closing_now,
        "objections": objections,
        "may_discard": not closing_now.hand_count and night.is_untouched,
        "chips": night.chips,
        "unsettled": next((match for match in night.matches if not match.line), None),
        "is_points": session.money.is_points,
        "coins": coins_of(currency=session.money),
        "coin_cents": coin_cents,
        "form": CloseForm(initial=initial, session=session),
        "refused": refused_form.errors.get("over_disputes") if refused_form else None,
        "changed": changed,
    }
    return render(request, "sessions/settle/close.html", context, status=status)


class DiscardNight(ConfirmView[KeyedForm]):
    """Ask whether an empty night was begun by mistake; post to close it as that."""

    template = "sessions/settle/discard.html"
    form_class = KeyedForm
    operation = discard_session
    asks_again = ()
    then_page = "table"

    def get(self) -> HttpResponse:
        if not self.night.is_untouched:
            raise NightPlayedError
        return super().get()


class ReopenNight(ConfirmView[ReopenForm]):
    """Ask for the reason, then take the close back and return to the table."""

    action = Action.CORRECT
    template = "sessions/settle/reopen.html"
    form_class = ReopenForm
    only_open = False
    asks_again = (CloseChangedError,)
    then_page = "table"

    def get(self) -> HttpResponse:
        if not self.night.is_closed:
            return redirect("table", public_id=self.session.public_id)
        return super().get()

    def stated(self) -> Mapping[str, object]:
        moved = moved_by_close(night=self.night).values()
        undoes = {"shared": any(by.shared_cents for by in moved), "rounding": any(by.coin_cents for by in moved)}
        return {"undoes": undoes}

    def write(self, form: ReopenForm) -> object:
        with suppress(SessionOpenError):
            return reopen_session(**self.said(form))
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why nothing was recorded; `form` is what was typed for one line of the plan, if it was that."""

    message: str
    code: str
    status: int
    form: HandOverForm | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the plan; `refused` is the form in which an amount was typed for it."""

    line: PlanLine
    may_mark: bool
    refused: HandOverForm | None


@reads(Action.SEE)
def settle(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show who hands how much to whom and what is left; an open session is still at the table."""
    session = find_session(request, public_id=public_id)
    return nothing_new(request, session=session) or _page(request, session=session)


@posts(Action.MARK_OWN)
def hand_over_cash(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Record cash handed over on one line of the plan, if there still is one; players their own payments only."""
    session = find_session(request, public_id=public_id)
    if not night_of(session=session).is_closed:
        return _page(request, session=session)
    form = HandOverForm(request.POST, session=session)
    if not form.is_valid():
        return _page(request, session=session, refusal=_unread(form, kept=form))
    values = form.cleaned_data
    if not may_mark_cash(request, session=session, seats=(values["payer"], values["payee"])):
        return _page(request, session=session, refusal=_not_yours(form))
    try:
        hand_over(
            session=session,
            payer=values["payer"],
            payee=values["payee"],
            amount_cents=values["amount"],
            expected_entry=values["expected_entry"],
            stamp=form.stamp(device=request.device, at=timezone.now()),
        )
    except RefusedError as error:
        refusal = Refusal(message=told(error.text), code=error.code, status=CONFLICT, form=form)
        return _page(request, session=session, refusal=refusal)
    return redirect("settle", public_id=public_id)


@posts(Action.MARK_OWN)
def take_back_cash(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Take back a payment in cash that was ticked by mistake; players their own payments only."""
    session = find_session(request, public_id=public_id)
    form = TakeBackForm(request.POST)
    if not form.is_valid():
        return _page(request, session=session, refusal=_unread(form))
    number = form.cleaned_data["number"]
    entry = get_object_or_404(session.entries, kind=EntryKind.HANDOVER, number=number)
    cash = entry.payments.select_related("payer", "payee").get()
    if not may_mark_cash(request, session=session, seats=(cash.payer.number, cash.payee.number)):
        return _page(request, session=session, refusal=_not_yours())
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        undo(entry=entry, reason="", stamp=stamp)
    except RefusedError as error:
        refusal = Refusal(message=told(error.text), code=error.code, status=CONFLICT)
        return _page(request, session=session, refusal=refusal)
    return redirect("settle", public_id=public_id)


def _not_yours(form: HandOverForm | None = None) -> Refusal:
    message = _("Mark your own payments only; the scorekeeper marks the others.")
    return Refusal(message=message, code="not_yours", status=CONFLICT, form=form)


def _unread(form: HandOverForm | TakeBackForm, *, kept: HandOverForm | None = None) -> Refusal:
    """Say what is wrong first with a form."""
    error = next(iter(form.errors.as_data().values()))[0]
    return Refusal(message=error.messages[0], code=error.code or "", status=INVALID, form=kept)


def _page(request: ClubRequest, *, session: Session, refusal: Refusal | None = None) -> HttpResponse:
    night = night_of(session=session)
    if not night.is_closed:
        return leave(request, "table", public_id=session.public_id)
    settled, cash_before = settling(night=night), cash_before_close(night=night)
    may_mark = partial(may_mark_cash, request, session=session)
    context = {
        "session": session,
        "settling": settled,
        "objections": open_objections(session=session),
        "cash_before": cash_before,
        "rows": tuple(_row(line, refusal, may_mark=may_mark(seats=(line.payer, line.payee))) for line in settled.lines),
        "is_points": session.money.is_points,
        "refusal": refusal,
        "last_entry": night.last_entry,
        "may_record": may(role=request.role, action=Action.RECORD),
        "share_text": text_of(session=session, night=night),
        "matches": night.matches,
        "picture_kind": PICTURE,
    }
    return followed_page(
        request,
        session=session,
        template="sessions/settle/settle.html",
        part="settle",
        context=context,
        status=refusal.status if refusal else 200,
    )


def _row(line: PlanLine, refusal: Refusal | None, *, may_mark: bool) -> Row:
    form = refusal.form if refusal else None
    is_mine = form is not None and form.is_about(payer=line.payer, payee=line.payee)
    return Row(line=line, may_mark=may_mark, refused=form if is_mine else None)


def text_of(*, session: Session, night: Night) -> str:
    """Write results, matches, plan with what was handed over before, and check code of the session as plain text."""
    settled = settling(night=night)
    statement = Statement(
        title=_("%(club)s: %(game)s") % {"club": session.club, "game": session.played.name},
        day=date_format(session.day, "DATE_FORMAT"),
        currency=session.written,
        standings=tuple(
            Standing(player=each.player, cents=each.result_cents, in_all_cents=each.in_all_cents)
            for each in settled.reckonings
        ),
        plan=tuple(
            PlannedPayment(payer=cash.payer, payee=cash.payee, cents=cash.cents, left_cents=0)
            for cash in cash_before_close(night=night)
        )
        + tuple(
            PlannedPayment(
                payer=line.payer_name,
                payee=line.payee_name,
                cents=line.cash_cents + line.left_cents,
                left_cents=line.left_cents,
            )
            for line in settled.lines
            if line.cash_cents or line.left_cents
        ),
        beside=tuple(_beside(session, night)),
        matches=tuple(MatchPoints(points=match.points, is_settled=bool(match.line)) for match in night.matches),
        check_code=short(fingerprint=night.check_code),
    )
    return share_text(statement=statement, wording=_wording())


def _beside(session: Session, night: Night) -> Iterator[str]:
    """Yield what was paid beside the game and what became of debts, with reasons; the plan tells its payments."""
    settled = (line for planned in night.plan for line in planned.handovers)
    told = {line.number for line in settled if line.act.get("way") == UtangWay.PAID}
    for line in lines_beside(session=session, night=night):
        if line.entry.number in told:
            continue
        what = words_of(line=line, names=night.names) + (f" ({line.entry.reason})" if line.entry.reason else "")
        cents = sum(change.cents for change in line.changes if change.cents > 0)
        yield f"{what}: {amount_words(cents=cents, currency=session.written)}" if cents else what


def _wording() -> Wording:
    return Wording(
        style=style(),
        pays=_("{payer} pays {payee} {amount}"),
        paid=_("{payer} has paid {payee} {amount}"),
        part_left=_("{payer} pays {payee} {amount}, {left} still to come"),
        in_all=_("in all {amount}"),
        beside=_("Beside the game:"),
        nobody_pays=_("Nobody owes anything."),
        match=_("Match: {points}"),
        match_left=_("Match not settled: {points}"),
        check_code=_(
            "Check code: {check_code} (the same on every phone, unless something recorded was changed afterwards)"
        ),
    )
