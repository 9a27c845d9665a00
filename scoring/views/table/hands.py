"""Enter, review, record and correct hands."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import told
from scoring.forms.notation import live_entry, understood_fields
from scoring.forms.table import hands as forms
from scoring.forms.table.hands import HandForm
from scoring.forms.table.words import what_changes
from scoring.games.base import ActKind, Data, Feature, ImpossibleError, Outcome
from scoring.games.cuajo.judge_questions import melds_for_keys
from scoring.games.cuajo.judge_win import live_verdict
from scoring.games.cuajo.rules import read_rules
from scoring.games.dealing import counts
from scoring.games.fields import FieldKind
from scoring.ledger.night import Night
from scoring.ledger.seatings import dealer_after
from scoring.models import Entry, EntryKind, Proposal, Session
from scoring.operations.errors import HandTakenError, SessionClosedError, SoweeChangedError, TableChangedError
from scoring.operations.table.companion import ProposalError, mark_entering, propose_hand, unmark_entering
from scoring.operations.table.hands import correct_hand, judge_new, record_hand, refund_of
from scoring.queries.books.ledger import Change, changes_of, ledger_line, writers_of
from scoring.queries.judge import asked_next, kept_claim
from scoring.queries.people.access import Action
from scoring.queries.table.corrections import correction_of
from scoring.queries.table.disputes import open_dispute_of
from scoring.queries.table.night import seat_of
from scoring.queries.table.state import TableState, table_state, table_state_at
from scoring.texts import say
from scoring.web.access import asks, posts
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_entry, find_session, landing

_ENTRY_PAGES = {forms.CardsForm.mode: "hand", forms.QuickForm.mode: "quick-hand", forms.GameHandForm.mode: "hand"}
_SHEETS = {forms.CardsForm.mode: "cards", forms.GameHandForm.mode: "relatives"}
_MODES = {  # the labels of a new hand and of a correction, and the icon
    forms.CardsForm.mode: (gettext_lazy("Cards"), gettext_lazy("With cards"), "layers"),
    forms.QuickForm.mode: (gettext_lazy("Quick"), gettext_lazy("Without cards"), "zap"),
    forms.DrawnForm.mode: (gettext_lazy("Nobody won"), gettext_lazy("Nobody won"), "ban"),
}


@asks(Action.RECORD)
def hand(request: ClubRequest, public_id: UUID, mode: str = "") -> HttpResponse:
    session = find_session(request, public_id=public_id)
    _mark_entering(request, session=session)
    return _work(request, state=table_state(session=session), mode=mode)


@asks(Action.PROPOSE)
def propose(request: ClubRequest, public_id: UUID, mode: str = "") -> HttpResponse:
    session = find_session(request, public_id=public_id)
    if not session.players_may_propose:
        raise ProposalError(say("proposal.not_allowed"))
    seat = seat_of(session=session, player=request.access.player)
    if seat is None:
        raise ProposalError(say("proposal.not_seated"))
    return _work(request, state=replace(table_state(session=session), proposed_by=seat), mode=mode)


@asks(Action.CORRECT)
def correct(request: ClubRequest, public_id: UUID, number: int, mode: str = "") -> HttpResponse:
    entry = find_entry(request, public_id=public_id, number=number)
    if entry.kind != EntryKind.HAND:
        return redirect("entry", public_id=public_id, number=number)
    return _work(request, state=table_state_at(entry=entry), mode=mode)


@posts(Action.PROPOSE)
def verdict(request: ClubRequest, public_id: UUID) -> HttpResponse:
    session = find_session(request, public_id=public_id, feature=Feature.CARD_ENTRY)
    _mark_entering(request, session=session)
    # A correction is judged by the house rules of its own hand, not by those of today.
    position = request.POST.get("position", "")
    session = session.as_at(position=int(position) if position.isdecimal() and len(position) < 10 else None)
    return render(request, "table/hand/verdict.html", _judged_cards(session, request.POST.dict()))


def _judged_cards(session: Session, typed: Mapping[str, str]) -> dict[str, object]:
    rules, entry = read_rules(value=session.house_rules), live_entry(typed)
    live = live_verdict(rules=rules, entry=entry)
    asked, understood = asked_next(entry=entry, live=live), understood_fields(values=typed)
    return {"session": session, "live": live, "asked": asked, "understood": understood}


def followed_steps(night: Night, *, act: Data, position: int | None, is_live: bool = False) -> Data | None:
    """Return the steps of a hand, newest first if live."""
    rules, seats = night.agreed(position=position).rules, night.sides(position=position)
    found = night.game.follow(act=act, rules=rules, seats=seats)
    if found is None:
        return None
    steps = [line.data() for line in found.steps]
    return {"now": [line.data() for line in found.now], "steps": steps[::-1]} if is_live else {"steps": steps}


def _work(request: ClubRequest, *, state: TableState, mode: str) -> HttpResponse:
    if state.night.is_closed and request.POST.get("step") != "record":
        raise SessionClosedError
    mode = mode or forms.usual_mode(state=state)
    modes = forms.modes_of(state=state)
    if mode not in modes:
        raise Http404
    # Melds and kings are paid by their cards (L6), so a quick hand would have no amount.
    if mode == forms.QuickForm.mode and Feature.QUICK_ENTRY not in state.session.features:
        messages.warning(request, _("The price list pays for melds and kings, so the cards are needed (L6)."))
        return redirect(request.path.removesuffix("quick/"))
    if request.method == "POST":
        return _answer(request, form=modes[mode](request.POST, state=state))
    if entry := state.replaces:
        verified = kept_claim(entry=entry, public_id=request.GET.get("verdict", ""))
        form, disputed = forms.opened_form(state=state, mode=mode, known=verified), open_dispute_of(entry=entry)
        form.initial["reason"] = disputed.why if disputed else ""
    else:
        form = forms.opened_form(state=state, mode=mode)
        if (winner := request.GET.get("winner", "")) and "winner" in form.fields:
            form.initial["winner"] = winner
    return _form_page(request, form=form)


def _answer(request: ClubRequest, *, form: HandForm) -> HttpResponse:
    step = request.POST.get("step")
    if step == "edit":
        return _form_page(request, form=forms.form_again(form=form))
    if step == "live" and isinstance(form, forms.GameHandForm | forms.QuickForm):
        return render(request, "table/hand/live.html", _so_far(form))
    if not form.is_valid():
        return _form_page(request, form=form, status=INVALID)
    # A refund moves money that the review did not show, so it is reviewed once more.
    if step == "record" and not form.has_new_refunds():
        return _record(request, form=form)
    if taken := form.state.taken(expected_after=form.cleaned_data["expected_after"]):
        return _conflict(request, form=form, taken=taken)
    notice, code, status = form.sowee_problem(), SoweeChangedError.code, CONFLICT
    if step == "record" and not notice:
        notice, code, status = _("A secret is refunded. Check the amounts."), "refund_unseen", INVALID
    return _review(request, form=form, notice=notice, code=code, status=status)


def _so_far(form: HandForm) -> dict[str, object]:
    """Return the amounts so far, or the first problem."""
    # A note is needed only for recording, and its absence must not hide the amounts.
    form.fields.pop("reason", None)
    session, replaces, followed = form.state.session, form.state.replaces, None
    is_valid = form.is_valid()
    if is_valid and isinstance(form, forms.GameHandForm):
        # Judging removes faulty values from the form, so the steps are read before.
        followed = followed_steps(form.state.night, act=form.act(), position=form.state.position, is_live=True)
    outcome = _judged(form) if is_valid else None
    context: dict[str, object] = {"session": session, "players": form.state.night.names, "so_far": form}
    if isinstance(form, forms.GameHandForm):
        context["counted"] = any(field.kind is FieldKind.COUNTS for field in form.asked_fields)
        context["followed"] = followed
        context["changes"] = changes = _version(form=form, outcome=outcome)["changes"] if outcome else ()
        context["first"] = _first(form.state, changes)
    elif outcome:
        versions = {"each_cents": outcome.verdict.data()} | ({"was_cents": replaces.hand.verdict} if replaces else {})
        context |= {name: verdict.get("per_opponent", 0) * session.stakes for name, verdict in versions.items()}
    return context


def _first(state: TableState, changes: Iterable[Change]) -> Mapping[str, object] | None:
    """Return the highest new total of the scorers, if any."""
    target, before = getattr(state.session.house_rules, "target", None), state.night.points_to_settle
    if state.replaces or not target or not any(change.points for change in changes):
        return None
    now, change = max(
        ((before.get(each.seat, 0) + each.points, each) for each in changes if each.points), key=lambda pair: pair[0]
    )
    return {"player": change.player, "now": now, "target": target}


def _judged(form: HandForm, *, is_new: bool = True) -> Outcome | None:
    state = form.state
    try:
        if is_new:
            return judge_new(night=state.night, act=form.act(), hand=state.line)
        return state.night.judged(kind=ActKind.HAND, act=form.act(), position=state.position)
    except ImpossibleError as error:
        form.add_problems(error)
        return None


def _record(request: ClubRequest, *, form: HandForm) -> HttpResponse:
    try:
        written = _write(request, form=form)
    except HandTakenError as error:
        return _conflict(request, form=form, taken=error.entry)
    except (TableChangedError, SoweeChangedError) as error:
        return _review(request, form=form, notice=told(error.text), code=error.code)
    except ImpossibleError as error:
        form.add_problems(error)
        return _form_page(request, form=form, status=INVALID)
    # The mark ends only after the write: other phones show it until the hand exists.
    unmark_entering(session=form.state.session, device=request.device, now=timezone.now())
    if isinstance(written, Entry):
        return redirect(landing(form.state.session, written))
    messages.success(request, _("Proposed to the scorekeeper."))
    return redirect("table", public_id=form.state.session.public_id)


def _mark_entering(request: ClubRequest, *, session: Session) -> None:
    name = request.access.player.name if request.access.player else request.device.label
    mark_entering(session=session, device=request.device, name=name, now=timezone.now())


def _write(request: ClubRequest, *, form: HandForm) -> Entry | Proposal:
    state, act, false = form.state, form.act(), form.false_secrets()
    stamp = replace(form.stamp(device=request.device, at=timezone.now()), read=state.night)
    if state.proposed_by:
        fields = {name: request.POST[name] for name in form.fields if request.POST.get(name)}
        about = {"seat": state.proposed_by, "mode": form.mode, "after": form.cleaned_data["expected_after"]}
        return propose_hand(**about, fields=fields, act=act, stamp=stamp)
    if state.replaces:
        reason = form.cleaned_data["reason"] or what_changes(form=form)
        return correct_hand(entry=state.replaces, act=act, reason=reason, stamp=stamp, false_secrets=false)
    return record_hand(session=state.session, **form.arguments(), stamp=stamp, false_secrets=false)


def _form_page(request: ClubRequest, *, form: HandForm, status: int = 200) -> HttpResponse:
    state = form.state
    hand = f"correct-{state.replaces.number}" if state.replaces else f"hand-{state.after}"
    kind = "quick" if form.mode == forms.QuickForm.mode else "cards"
    draft = (str(state.session.public_id), hand, kind, request.GET.get("verdict", ""))
    context: dict[str, object] = {
        "form": form,
        "state": state,
        "session": state.session,
        "open_night": None if state.night.is_closed else state.session,  # the bar need not look for it
        "modes": _modes(form=form),
        "title": _title(state),
        "sheet": _SHEETS.get(form.mode, "entry"),
        "draft": "-".join(filter(None, draft)),
    }
    # The first answer is in the page, so that it asks nothing while it opens.
    if isinstance(form, forms.QuickForm) and not form.is_bound:
        context |= _so_far(form.up_to_date()) | {"is_answered": True}
    if isinstance(form, forms.CardsForm):
        context["melds"] = melds_for_keys(read_rules(value=form.state.session.house_rules))
        if form["hand"].value() and not form.is_bound:
            typed = {name: str(form[name].value() or "") for name in form.fields}
            context |= _judged_cards(state.session, typed) | {"is_answered": True}
    return render(request, "table/hand/enter.html", context, status=status)


def _modes(*, form: HandForm) -> tuple[Mapping[str, object], ...]:
    """Return the entry modes, empty if only one."""
    state, replaces = form.state, form.state.replaces
    page, number = ("correct", (replaces.number,)) if replaces else ("propose" if state.proposed_by else "hand", ())
    start = reverse(page, args=[state.session, *number])
    offered = forms.modes_of(state=state).keys() & _MODES.keys()
    if Feature.QUICK_ENTRY not in state.session.features:
        offered -= {forms.QuickForm.mode}
    modes = tuple(
        {
            "name": name,
            "label": words[bool(replaces)],
            "icon": words[2],
            "address": start if name == forms.CardsForm.mode and not replaces else f"{start}{name}/",
        }
        for name, words in _MODES.items()
        if name in offered
    )
    return modes if len(modes) > 1 else ()


def _review(request: ClubRequest, *, form: HandForm, notice: str, code: str, status: int = CONFLICT) -> HttpResponse:
    outcome = _judged(form)
    if outcome is None:
        return _form_page(request, form=form, status=INVALID)
    version, state = _version(form=form, outcome=outcome), form.state
    is_match = "match" in state.session.features
    was = ledger_line(entry=state.replaces, night=state.night).changes if state.replaces else None
    correction = None if was is None or is_match else correction_of(was=was, now=version["changes"])
    sides = {seat.number: seat.side for seat in state.night.sides(position=state.position)}
    winner = correction.after.seat if correction and correction.after else 0
    context = {
        **version,
        "title": _title(state),
        "what_changes": (said_why := what_changes(form=form) if state.replaces else ""),
        "said_why": form.data.get("reason") or said_why,
        "correction": correction,
        "partner": next((seat for seat, side in sides.items() if seat != winner and side == sides.get(winner)), None),
        "was_points": dict.fromkeys(state.night.names, 0) | {each.seat: each.points for each in was}
        if was and is_match
        else None,
        "moves_nothing": was is not None and {*version["changes"]} == {*was},
        "form": form.up_to_date(),
        "session": state.session,
        "players": state.night.names,
        "state": state,
        "is_match": is_match,
        "unwon": _unwon(state, outcome),
        "notice": notice,
        "code": code,
    }
    return render(request, "table/hand/review.html", context, status=status if notice else 200)


def _title(state: TableState) -> str:
    return (_("Correct hand %(number)s") if state.replaces else _("Hand %(number)s")) % {"number": state.hand_number}


def _unwon(state: TableState, outcome: Outcome) -> str:
    act = outcome.said.data()
    if counts(act=act) and act.get("result") != "drawn":
        return ""
    why = told(state.session.played.sentence(kind=ActKind.HAND, act=act), names=state.night.names)
    dealer = outcome.deals_next or state.night.dealer_at(position=state.position)
    if counts(act=act) and not state.replaces:
        dealer = dealer_after(seatings=state.night.seatings, dealer=dealer)
    return _("Nobody won: %(why)s. %(player)s deals next.") % {"why": why, "player": state.night.names[dealer]}


def _version(*, form: HandForm, outcome: Outcome) -> dict[str, Any]:
    state = form.state
    hand = state.night.moved_by(outcome, position=state.position)
    refunds = [draft for secret in form.false_secrets() for draft in refund_of(night=state.night, entry=secret)]
    payments = [*hand.payments, *(payment for draft in refunds for payment in draft.payments)]
    changes = changes_of(names=state.seated, payments=payments, points=hand.points)
    return {"act": outcome.said.data(), "verdict": outcome.verdict.data(), "changes": changes}


def _conflict(request: ClubRequest, *, form: HandForm, taken: Entry) -> HttpResponse:
    outcome = _judged(form, is_new=False)
    if outcome is None:
        return _form_page(request, form=form, status=INVALID)
    session, now = form.state.session, None
    # An undone hand can be recorded again as the current one. A drawn hand has no form for that.
    if not hasattr(taken, "hand") and form.mode in _ENTRY_PAGES:
        again = forms.form_again(form=form, state=table_state(session=session))
        now = {"action": reverse(_ENTRY_PAGES[form.mode], args=[session]), "form": again}
    return conflict(request, taken=taken, mine=_version(form=form, outcome=outcome), form=form, now=now)


def conflict(request: ClubRequest, *, taken: Entry, **mine: object) -> HttpResponse:
    """Show a recorded hand beside the typed one."""
    session, line = taken.session, ledger_line(entry=taken)
    context = {"session": session, "players": line.names, "taken": line, "writers": writers_of(session=session)}
    return render(request, "table/hand/conflict.html", context | mine, status=CONFLICT)
