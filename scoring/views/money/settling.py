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
from scoring.ledger.fingerprint import short
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
from scoring.operations.sessions.closing import close_session, discard_session, hand_over
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.books.ledger import lines_beside
from scoring.queries.people.access import Action, may
from scoring.queries.sessions.chips import chips_of
from scoring.queries.sessions.settlements import (
    SettleLine,
    Settling,
    Transfer,
    cash_before_close,
    closing,
    coin_before,
    moved_by_close,
    settling,
)
from scoring.queries.table import tables
from scoring.queries.table.disputes import open_objections
from scoring.queries.table.matches import MatchResult, results_of
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
    if tables.is_closed(session=session):
        return redirect("settle", public_id=public_id)
    return _preview(request, session=session, coin_cents=_coin_asked_for(request, session=session))


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


def _coin_asked_for(request: ClubRequest, *, session: Session) -> int:
    """Return the coin of the address, else of the close before; none (1) where the table may not round to it."""
    asked = request.GET.get("coin") or str(coin_before(session=session))
    coins = {str(cents): cents for cents, _ in coins_of(currency=session.money)}
    return coins.get(asked, 1)


def _preview(
    request: ClubRequest,
    *,
    session: Session,
    coin_cents: int,
    status: int = 200,
    refused_form: CloseForm | None = None,
    changed: str = "",
) -> HttpResponse:
    closing_now = closing(session=session, coin_cents=coin_cents)
    disputed = " ".join(str(objection.line) for objection in closing_now.objections)
    initial = fresh(expected_entry=closing_now.last_entry) | {"coin": coin_cents, "disputed": disputed}
    context = {
        "session": session,
        "closing": closing_now,
        "may_discard": not closing_now.hand_count and tables.is_untouched(session=session),
        "chips": chips_of(session=session),
        "unsettled": next((match for match in results_of(session=session) if not match.entry), None),
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
        if not tables.is_untouched(session=self.session):
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
        if not tables.is_closed(session=self.session):
            return redirect("table", public_id=self.session.public_id)
        return super().get()

    def stated(self) -> Mapping[str, object]:
        moved = moved_by_close(session=self.session).values()
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

    transfer: SettleLine
    may_mark: bool
    refused: HandOverForm | None


@reads(Action.SEE)
def settle(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show who hands how much to whom and what is left; an open session is still at the table."""
    session = find_session(request, public_id=public_id)
    return nothing_new(request, session=session) or _page(request, session=session)


@posts(Action.MARK_OWN)
def hand_over_cash(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Record cash handed over on one line of the plan; players their own payments only."""
    session = find_session(request, public_id=public_id)
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
    if not tables.is_closed(session=session):
        return leave(request, "table", public_id=session.public_id)
    last_entry = tables.last_entry_number(session=session)
    settled = settling(session=session)
    matches = results_of(session=session)
    cash_before = cash_before_close(session=session)
    may_mark = partial(may_mark_cash, request, session=session)
    context = {
        "session": session,
        "settling": settled,
        "objections": open_objections(session=session),
        "cash_before": cash_before,
        "rows": tuple(
            _row(line, refusal, may_mark=may_mark(seats=(line.line.payer, line.line.payee))) for line in settled.lines
        ),
        "is_points": session.money.is_points,
        "refusal": refusal,
        "last_entry": last_entry,
        "may_record": may(role=request.role, action=Action.RECORD),
        "share_text": text_of(session=session, settling=settled, cash_before=cash_before, matches=matches),
        "matches": matches,
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


def _row(transfer: SettleLine, refusal: Refusal | None, *, may_mark: bool) -> Row:
    line, form = transfer.line, refusal.form if refusal else None
    is_mine = form is not None and form.is_about(payer=line.payer, payee=line.payee)
    return Row(transfer=transfer, may_mark=may_mark, refused=form if is_mine else None)


def text_of(
    *, session: Session, settling: Settling, cash_before: tuple[Transfer, ...], matches: tuple[MatchResult, ...]
) -> str:
    """Write results, matches, plan with what was handed over before, and check code of the session as plain text."""
    statement = Statement(
        title=_("%(club)s: %(game)s") % {"club": session.club, "game": session.played.name},
        day=date_format(session.day, "DATE_FORMAT"),
        currency=session.written,
        standings=tuple(
            Standing(player=each.player, cents=each.result_cents, in_all_cents=each.in_all_cents)
            for each in settling.reckonings
        ),
        plan=tuple(
            PlannedPayment(payer=cash.payer, payee=cash.payee, cents=cash.cents, left_cents=0) for cash in cash_before
        )
        + tuple(
            PlannedPayment(
                payer=line.payer,
                payee=line.payee,
                cents=line.line.cash_cents + line.line.left_cents,
                left_cents=line.line.left_cents,
            )
            for line in settling.lines
            if line.line.cash_cents or line.line.left_cents
        ),
        beside=tuple(_beside(session, settling)),
        matches=tuple(MatchPoints(points=match.points, is_settled=bool(match.entry)) for match in matches),
        check_code=short(fingerprint=settling.check_code),
    )
    return share_text(statement=statement, wording=_wording())


def _beside(session: Session, settling: Settling) -> Iterator[str]:
    """Yield what was paid beside the game and what became of debts, with reasons; the plan tells its payments."""
    settled = (entry for line in settling.lines for entry in line.line.handovers)
    told = {entry.number for entry in settled if entry.act.get("way") == UtangWay.PAID}
    lines = [line for line in lines_beside(session=session) if line.entry.number not in told]
    names = tables.names_of(session=session) if lines else {}
    for line in lines:
        what = words_of(line=line, names=names) + (f" ({line.entry.reason})" if line.entry.reason else "")
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
