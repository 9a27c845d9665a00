"""Close a night, reopen it, settle it: what it comes to, who has paid, a tick taken back; the night as text."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.forms.amounts import amount_words, points_words, signed_words
from scoring.forms.base import KeyedForm, OnceForm, fresh, told
from scoring.forms.money import CloseForm, HandOverForm, ReopenForm, TakeBackForm, coins_of
from scoring.ledger.fingerprint import short
from scoring.ledger.night import Match, Night
from scoring.ledger.reckoning import Closing, Reckoning, Settling, cash_before_close, moved_by_close
from scoring.models import Entry, EntryKind, Session, UtangWay
from scoring.money import Currency
from scoring.operations import errors
from scoring.operations.money.closing import close_session, discard_session, hand_over
from scoring.operations.table.undoing import reopen_session, undo
from scoring.queries.books.ledger import lines_beside
from scoring.queries.people.access import Action, may
from scoring.queries.table.disputes import OpenObjection, open_objections
from scoring.queries.table.night import may_mark_cash, night_of
from scoring.views.table.words import words_of
from scoring.web import shared
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView, SessionView


class Close(SessionView[CloseForm]):
    """Show what closing now would do, rounded to the coin asked for; post to close."""

    template = "money/settle/close.html"
    then_page = "settle"
    form_class = CloseForm
    asks_again = (errors.TableChangedError, errors.DisputesOpenError)

    def get(self) -> HttpResponse:
        if self.night.is_closed:
            return redirect("settle", public_id=self.session.public_id)
        return super().get()

    @property
    def coin_cents(self) -> int:
        """Return the coin that was sent, else that of the address or of the close before; 1 for no such coin."""
        asked = self.request.POST.get("coin") or self.request.GET.get("coin") or str(self.night.coin_before)
        return {str(cents): cents for cents in self.session.money.coins}.get(asked, 1)

    @cached_property
    def objections(self) -> tuple[OpenObjection, ...]:
        return open_objections(session=self.session)

    def given(self) -> Mapping[str, object]:
        return {"session": self.session}

    def opened(self) -> Mapping[str, object]:
        disputed = " ".join(str(objection.line) for objection in self.objections)
        return {**fresh(expected_entry=self.night.last_entry), "coin": self.coin_cents, "disputed": disputed}

    def stated(self) -> Mapping[str, object]:
        night = self.night
        return {
            "night": night,
            "closing": Closing(night=night, coin_cents=self.coin_cents),
            "objections": self.objections,
            "may_discard": not night.hand_count and night.is_untouched,
            "unsettled": next((match for match in night.matches if not match.line), None),
            "is_points": night.money.is_points,
            "coins": coins_of(currency=night.money),
            "coin_cents": self.coin_cents,
        }

    def write(self, form: CloseForm) -> object:
        values = form.cleaned_data
        with suppress(errors.SessionClosedError):
            return close_session(
                session=self.session,
                coin_cents=values["coin"],
                expected_entry=values["expected_entry"],
                disputed=values["disputed"],
                stamp=self.stamp(form),
            )
        return None


class DiscardNight(ConfirmView[KeyedForm]):
    """Ask whether an empty night was begun by mistake; post to close it as that."""

    template = "money/settle/discard.html"
    form_class = KeyedForm
    operation = discard_session
    asks_again = ()
    then_page = "table"

    def get(self) -> HttpResponse:
        if not self.night.is_untouched:
            raise errors.NightPlayedError
        return super().get()


class ReopenNight(ConfirmView[ReopenForm]):
    """Ask for the reason, then take the close back and return to the table."""

    action = Action.CORRECT
    template = "money/settle/reopen.html"
    form_class = ReopenForm
    only_open = False
    asks_again = (errors.CloseChangedError,)
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
        with suppress(errors.SessionOpenError):
            return reopen_session(**self.said(form))
        return None


@reads(Action.SEE)
def settle(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show who hands how much to whom and what is left; an open session is still at the table."""
    session = shared.find_session(request, public_id=public_id)
    return shared.nothing_new(request, session=session) or _page(request, session=session)


@posts(Action.MARK_OWN)
def hand_over_cash(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Record cash handed over on one line of the plan, if there still is one; players their own payments only."""
    session = shared.find_session(request, public_id=public_id)
    form = HandOverForm(request.POST, session=session)
    if not night_of(session=session).is_closed or not form.is_valid():
        return _page(request, session=session, refused=form, status=shared.INVALID)
    said = form.said()
    return _marked(request, session, form, (said["payer"], said["payee"]), partial(hand_over, session=session, **said))


@posts(Action.MARK_OWN)
def take_back_cash(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Take back a payment in cash that was ticked by mistake; players their own payments only."""
    session = shared.find_session(request, public_id=public_id)
    form = TakeBackForm(request.POST)
    if not form.is_valid():
        return _page(request, session=session, refused=form, status=shared.INVALID)
    entry = get_object_or_404(session.entries, kind=EntryKind.HANDOVER, number=form.cleaned_data["number"])
    cash = entry.payments.select_related("payer", "payee").get()
    return _marked(request, session, form, (cash.payer.number, cash.payee.number), partial(undo, entry=entry))


def _marked(
    request: ClubRequest, session: Session, form: OnceForm, seats: tuple[int, int], write: Callable[..., Entry]
) -> HttpResponse:
    """Record cash between two seats, or show the plan with why not."""
    if may_mark_cash(access=request.access, session=session, seats=seats):
        try:
            write(stamp=form.stamp(device=request.device, at=timezone.now()))
            return redirect("settle", public_id=session.public_id)
        except errors.RefusedError as error:
            form.add_error(None, ValidationError(told(error.text), code=error.code))
    else:
        message = _("Mark your own payments only; the scorekeeper marks the others.")
        form.add_error(None, ValidationError(message, code="not_yours"))
    return _page(request, session=session, refused=form, status=shared.CONFLICT)


def _page(
    request: ClubRequest, *, session: Session, refused: OnceForm | None = None, status: int = 200
) -> HttpResponse:
    night = night_of(session=session)
    if not night.is_closed:
        return shared.leave(request, "table", public_id=session.public_id)
    rows = []
    for line in night.plan:
        is_its = isinstance(refused, HandOverForm) and refused.is_about(payer=line.payer, payee=line.payee)
        may_mark = may_mark_cash(access=request.access, session=session, seats=(line.payer, line.payee))
        rows.append({"line": line, "may_mark": may_mark, "refused": refused if is_its else None})
    context = {
        "session": session,
        "settling": Settling(night=night),
        "objections": open_objections(session=session),
        "cash_before": cash_before_close(night=night),
        "rows": rows,
        "is_points": session.money.is_points,
        "refusal": refused and next((errors[0] for errors in refused.errors.as_data().values()), None),
        "last_entry": night.last_entry,
        "may_record": may(role=request.role, action=Action.RECORD),
        "share_text": text_of(session=session, night=night),
        "matches": night.matches,
        "picture_kind": shared.PICTURE,
    }
    template = "money/settle/settle.html"
    return shared.followed_page(
        request, session=session, template=template, part="settle", context=context, status=status
    )


def text_of(*, session: Session, night: Night) -> str:
    """Write results, matches, what is beside the game, the plan and the check code as text to paste into a chat."""
    title = _("%(club)s: %(game)s") % {"club": session.club, "game": session.played.name}
    code = _("Check code: {check_code} (the same on every phone, unless something recorded was changed afterwards)")
    beside = list(_beside(session, night))
    parts = (
        [title, date_format(session.day, "DATE_FORMAT")],
        [_result(each, session.written) for each in Settling(night=night).reckonings],
        [_match(match) for match in night.matches],
        [_("Beside the game:"), *beside] if beside else [],
        [] if session.money.is_points else list(_paid(night, session.written)) or [_("Nobody owes anything.")],
        [code.format(check_code=short(fingerprint=night.check_code))],
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
    """Yield who pays whom, with what was handed over before the close; what was settled otherwise is told beside."""
    before = ((paid, paid.cents, 0) for paid in cash_before_close(night=night))
    planned = ((line, line.cash_cents + line.left_cents, line.left_cents) for line in night.plan)
    for paid, cents, left_cents in (*before, *planned):
        if not cents:
            continue
        words = _("{payer} pays {payee} {amount}, {left} still to come")
        if left_cents == cents:
            words = _("{payer} pays {payee} {amount}")
        elif not left_cents:
            words = _("{payer} has paid {payee} {amount}")
        amount, left = (amount_words(cents=each, currency=currency) for each in (cents, left_cents))
        yield words.format(payer=paid.payer_name, payee=paid.payee_name, amount=amount, left=left)


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
