"""The table, its live updates and the large screen."""

import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRefresh

from scoring.forms.amounts import amount_words
from scoring.forms.base import told
from scoring.forms.table.table import SoweeForm
from scoring.games.base import Feature
from scoring.games.cuajo.cards import ROWS
from scoring.ledger.kinds import SUMMED, UNDOABLE
from scoring.ledger.night import Night
from scoring.models import EntryKind, Session
from scoring.operations.table.companion import Live, live_of, unmark_entering
from scoring.operations.table.nights import note_sowee
from scoring.queries.books.ledger import ledger_rows, whole_ledger
from scoring.queries.money import debts_to_carry, pairs_of
from scoring.queries.people.access import Action, may
from scoring.queries.rule_sets import differences
from scoring.queries.table.corrections import changed_terms, recorded_correction
from scoring.queries.table.disputes import objections_at
from scoring.queries.table.night import last_entry_number, seat_of
from scoring.queries.table.state import TableState, table_state
from scoring.texts.decks import deck_in_use
from scoring.views.table.acts import DockView
from scoring.views.table.companion import drawn_night, hint_of, shown_proposals
from scoring.views.table.companion import shown as shown_companion
from scoring.views.table.ledger import Reader, short_names
from scoring.web.access import reads
from scoring.web.addresses import code_for_others
from scoring.web.device import ClubRequest
from scoring.web.polling import has_nothing_new
from scoring.web.shared import NOTHING_NEW, clock_context, find_session, page_number

MOST_IN_A_LINE = 5
WIDE = 6


@reads(Action.SEE)
def table(request: ClubRequest, public_id: UUID) -> HttpResponse:
    session = find_session(request, public_id=public_id)
    if session.entered_later:
        return redirect("night", public_id=public_id)
    unmark_entering(session=session, device=request.device, now=timezone.now())
    context = table_context(request, session=session, page=page_number(request))
    context["hint"] = hint_of(request, state=context["state"], can_write=context["can_write"])
    # Only the phone that recorded the newest line shows that line, so that a reload shows no old win.
    night, recorded, newest = context["state"].night, request.GET.get("recorded", ""), context["recorded"]
    shown = (row.shown for row in context["page"].rows if row.shown)
    own = (each for each in shown if str(each.line.entry.number) == recorded and each.may_undo)
    ended = (each for each in own if each.line == newest or night.ended_by(night.at(each.line.entry.number)))
    context["landed"] = next(ended, None)
    return render(request, "table/table.html", context)


def table_context(request: ClubRequest, *, session: Session, page: int) -> dict[str, Any]:
    context = play_context(request, session=session)
    state, night = context["state"], context["state"].night
    can_write, may_manage = context["can_write"], may(role=request.role, action=Action.MANAGE)
    reader = Reader(
        state=state,
        undoable=[kind for kind in UNDOABLE if may_manage or kind != EntryKind.DAY] if can_write else (),
        can_object=not (can_write or night.is_closed) and may(role=request.role, action=Action.DISPUTE),
        disputed={objection.line for objection in context["objections"]},
    )
    ledger = ledger_rows(session=session, night=night, number=page, show=reader.shown)
    names, last, is_match = tuple(night.names.values()), ledger.recorded, context["is_for_points"]
    proposals = () if night.is_closed else tuple(shown_proposals(state=state))
    cells = [each.cents for row in ledger.rows if row.shown for each in row.shown.cells if each]
    plain = replace(session.written, symbol="")
    written = (amount_words(cents=each, currency=plain, sign=True) for each in (*cells, *night.results.values()))
    longest = max(map(len, written), default=1) if not is_match else 3
    return {
        **(clock_context(club=request.club) if can_write else {}),
        **context,
        "may_discard": can_write and state.hand_number == 1 and night.is_untouched,
        "is_discarded": night.is_closed and state.hand_number == 1 and night.is_discarded,
        "old_debts": tuple(pairs_of(debts_to_carry(session=session))) if can_write and state.hand_number == 1 else (),
        "page": ledger,
        "recorded": last,
        "longest": max(4, longest),
        "wide": len(names) > MOST_IN_A_LINE or longest >= WIDE,
        "heard": last and reader.shown(last),
        "correction": recorded_correction(entry=last.entry, now=last.changes) if last and not is_match else None,
        "columns": tuple(zip(short_names(names), names, strict=True)),
        "proposals": proposals,
        "others": len(proposals) + len(context["objections"]) - 1,
        "differences": differences(session=session),
        "changes": changed_terms(night=night),
        "about_deal": () if night.is_closed else about_deal(session=session, night=night),
    }


def play_context(request: ClubRequest, *, session: Session) -> dict[str, Any]:
    """Return the context of table and large screen."""
    state, features = table_state(session=session), session.features
    night = state.night
    can_write = not night.is_closed and may(role=request.role, action=Action.RECORD)
    may_propose = session.players_may_propose and may(role=request.role, action=Action.PROPOSE)
    can_propose = may_propose and not (can_write or night.is_closed)
    objections, settled = objections_at(session=session, night=night)
    own = seat_of(session=session, player=request.access.player)
    return {
        "session": session,
        "open_night": None if night.is_closed else session,  # saves a query of the bar
        # The version is read first: a line recorded during this request is then shown twice instead of never.
        "live": _live_for(request, session=session, newest=night.last_entry),
        "shape": f"{request.role}-{'closed' if night.is_closed else 'proposing' if can_propose else 'open'}",
        "state": state,
        "results": (*state.seats, *state.sitting_out),
        "own_place": next((seat.place for seat in state.seats if own and seat.number == own.number), 0),
        "can_write": can_write,
        "can_propose": can_propose,
        "has_dock": can_propose or can_write,
        "features": features,
        "is_for_points": "match" in features,
        "objections": objections,
        "settled": None if objections or night.is_closed else settled,
        "companion": shown_companion(state=state),
        "target": getattr(night.agreed().rules, "target", None) if "match" in features else None,
    }


def about_deal(*, session: Session, night: Night) -> tuple[str, ...]:
    seats, dealer = night.seatings.now.seats, night.dealer
    texts = session.played.about_deal(rules=session.house_rules, seats=seats, dealer=dealer)
    return tuple(told(text, names=night.names) for text in texts)


class NoteSowee(DockView[SoweeForm]):
    body = "table/sheets/sowee.html"
    heading = gettext_lazy("Which card is the sowee?")
    feature = Feature.SOWEE
    only_open = True

    def stated(self) -> Mapping[str, object]:
        return {"state": TableState(session=self.session, night=self.night), "pack": ROWS}

    def write(self, form: SoweeForm) -> object:
        hand, sowee = form.cleaned_data["hand"], form.cleaned_data["sowee"]
        note_sowee(session=self.session, hand=hand, sowee=sowee, expected_sowee=self.request.POST.get("expected_sowee"))
        if hand != self.night.next_hand:
            messages.warning(self.request, _("Hand %(hand)s is over. Set the sowee of this hand.") % {"hand": hand})
        return None


_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')
_KEY = re.compile(rb'(name="key" value=")[0-9a-f-]{36}')


@never_cache
@reads(Action.SEE)
def live(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Return changed parts, or 204 if nothing changed."""
    session = find_session(request, public_id=public_id)
    now = _live_for(request, session=session, newest=last_entry_number(session=session))
    shape = request.GET.get("shape", "")
    if has_nothing_new(asked=request.GET.dict(), version=now.version, role=request.role):
        return HttpResponse(status=NOTHING_NEW)
    if page_number(request) != 1 or "companion" in request.GET:
        return _news(request, session=session, shape=shape)
    return _shared_news(request, session=session, shape=shape, version=now.version)


def _live_for(request: ClubRequest, *, session: Session, newest: int) -> Live:
    state = (newest, session.revision)
    return live_of(session=session.pk, state=state, device=request.device.pk, now=timezone.now())


def _shared_news(request: ClubRequest, *, session: Session, shape: str, version: str) -> HttpResponse:
    """Return changed parts, cached for phones of one role."""
    own = seat_of(session=session, player=request.access.player)
    reader = f"{request.role} {get_language()} {deck_in_use()} {own and own.pk}"
    wanted = f"{session.public_id} {reader} {version} {shape} {_folder(request)}"
    key = f"news:{sha256(wanted.encode()).hexdigest()}"
    # All phones ask after each hand. No phone can choose a value of the key freely, so none can fill the cache.
    shared = cache.get(key)
    if shared is None:
        response = _news(request, session=session, shape=shape)
        if not response.content:
            return response
        # The token of one phone must never reach another phone.
        shared = _TOKEN.sub(rb"\1", response.content)
        cache.set(key, shared, timeout=20)
    if _TOKEN.search(shared):
        token = get_token(request).encode()
        shared = _TOKEN.sub(lambda found: found[1] + token, shared)
    return HttpResponse(_KEY.sub(lambda found: found[1] + str(uuid4()).encode(), shared))


def _news(request: ClubRequest, *, session: Session, shape: str) -> HttpResponse:
    if _folder(request) == "table":
        context = table_context(request, session=session, page=page_number(request))
    else:
        context = _watch_context(request, session=session)
    if shape != context["shape"]:
        # Another role or a closed night has other forms, which parts cannot replace.
        return HttpResponseClientRefresh()
    return render(request, f"{_folder(request)}/live.html", context | {"is_live": True})


def _folder(request: ClubRequest) -> str:
    return "table/watch" if request.GET.get("at") == "watch" else "table"


@reads(Action.SEE)
def watch(request: ClubRequest, public_id: UUID) -> HttpResponse:
    session = find_session(request, public_id=public_id)
    context = _watch_context(request, session=session)
    context["code"] = code_for_others(request, path=reverse("table", args=[session]))
    return render(request, "table/watch/watch.html", context)


def _watch_context(request: ClubRequest, *, session: Session) -> dict[str, Any]:
    context = play_context(request, session=session)
    state = context["state"]
    chart, drawn = drawn_night(state)
    newest, last = state.night.last_entry, max((line.number for line in state.night.of(*SUMMED)), default=0)
    lines = whole_ledger(session=session, night=state.night, number__in={newest, last})
    reader = Reader(state=state, undoable=(), can_object=False, disputed=())
    shown = {line.entry.number: reader.shown(line) for line in lines}
    return context | {"heard": shown.get(newest), "last": shown.get(last), "chart": chart, "drawn": drawn}
