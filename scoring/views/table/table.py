"""The table: who stands where, what this hand knows, the ledger; what it asks once a second, and the large screen."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRefresh

from scoring.forms.base import KeyedForm, fresh, told
from scoring.forms.table.table import SoweeForm
from scoring.games.base import Feature
from scoring.games.cuajo.cards import ROWS
from scoring.ledger.kinds import BESIDE, DISPUTABLE, SUMMED, UNDOABLE
from scoring.models import EntryKind, Session
from scoring.operations.table.companion import live_of, unmark_entering
from scoring.operations.table.nights import keep_table
from scoring.queries.books.ledger import LINES_PER_PAGE, Change, LedgerLine, LedgerPage, ledger_page
from scoring.queries.money import debts_to_carry
from scoring.queries.people.access import Action, may
from scoring.queries.rule_sets import differences
from scoring.queries.table.corrections import Correction, changed_terms, recorded_correction
from scoring.queries.table.disputes import objections_at
from scoring.queries.table.night import last_entry_number, seat_of
from scoring.queries.table.state import TableState, features_of, table_state
from scoring.texts.decks import lying_deck
from scoring.views.table.companion import DRAWN_LINES, drawn_night, hint_of, lines_by_seat, shown_proposals
from scoring.views.table.companion import shown as shown_companion
from scoring.views.table.words import unnumbered_words_of, words_of
from scoring.web.access import reads
from scoring.web.addresses import Reach, qr_code, shared_address
from scoring.web.device import ClubRequest
from scoring.web.pages import SessionView
from scoring.web.shared import NOTHING_NEW, clock_context, find_session, page_number


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """A line with its sentence, what may still be done about it, and the address of what undid it, or what it undid.

    The newest is the last that a person recorded, even after an automatic turn. `sum_cents` is what moved by a hand,
    secret or penalty, or was paid in cash or apart from play; where people take turns, `changes` leaves out seats
    without a change.
    """

    line: LedgerLine
    is_newest: bool
    words: str
    unnumbered: str
    changes: tuple[Change, ...]
    sum_cents: int
    each_cents: int
    other_href: str
    has_page: bool
    may_undo: bool
    may_correct: bool
    may_object: bool
    is_disputed: bool
    may_refund: bool
    correction: Correction | None


@reads(Action.SEE)
def table(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show the table with one page of its ledger; a closed one is for reading only."""
    session = find_session(request, public_id=public_id)
    if session.entered_later:
        return redirect("night", public_id=public_id)
    unmark_entering(session=session, device=request.device, now=timezone.now())
    context = table_context(request, session=session, page=page_number(request))
    said = {name: context[name] for name in ("state", "features", "can_write")}
    context["hint"] = hint_of(request, **said)
    # The line that this phone recorded a moment ago lands, as long as it is the newest but for what it ended.
    night, recorded = context["state"].night, request.GET.get("recorded", "")
    own = (each for each in context["lines"] if each.may_undo and str(each.line.entry.number) == recorded)
    ended = (each for each in own if each.is_newest or night.ended_by(night.at(each.line.entry.number)))
    context["landed"] = next(ended, None)
    return render(request, "table/table.html", context)


def table_context(request: ClubRequest, *, session: Session, page: int, size: int = LINES_PER_PAGE) -> dict[str, Any]:
    """Return what the table's page and its parts show, with one page of the ledger."""
    state, features, drawn = table_state(session=session), features_of(session=session), DRAWN_LINES if page == 1 else 0
    ledger = ledger_page(session=session, night=state.night, number=page, size=size, drawn=drawn)
    may_record, may_manage = (may(role=request.role, action=each) for each in (Action.RECORD, Action.MANAGE))
    can_write, is_read = may_record and not state.is_closed, not (may_record or state.is_closed)
    can_propose = is_read and session.players_may_propose and may(role=request.role, action=Action.PROPOSE)
    objections, settled = objections_at(session=session, night=state.night)
    results, is_round = (*state.seats, *state.sitting_out), len(state.seats) == 4
    own = seat_of(session=session, player=request.access.player) if is_round else None
    return {
        **(clock_context(club=request.club) if can_write else {}),
        "session": session,
        # The version is read before the rest: what is recorded meanwhile is then shown once more, not missed.
        "live": live_of(session=session, newest=state.last_entry, device=request.device, now=timezone.now()),
        "shape": f"{request.role}-{'closed' if state.is_closed else 'proposing' if can_propose else 'open'}",
        "state": state,
        "results": results,
        "is_settled": state.is_closed and state.night.is_settled,
        "is_round": is_round,
        "own_place": next((seat.place for seat in state.seats if own and seat.number == own.number), 0),
        "can_write": can_write,
        "can_propose": can_propose,
        "turn_form": KeyedForm(initial=fresh(expected_entry=state.last_entry)) if state.turn else None,
        "may_discard": can_write and state.hand_number == 1 and state.night.is_untouched,
        "is_discarded": state.is_closed and state.hand_number == 1 and state.night.is_discarded,
        "may_record": may_record,
        "may_manage": may_manage,
        "may_mark": may(role=request.role, action=Action.MARK_OWN),
        "old_debts": debts_to_carry(session=session) if can_write and state.hand_number == 1 else (),
        "page": ledger,
        "chart": drawn_night(state, page=ledger) if ledger.number == 1 else None,
        "objections": objections,
        "settled": None if objections or state.is_closed else settled,
        "proposals": () if state.is_closed else shown_proposals(state=state),
        "lines": tuple(
            _shown(
                ledger,
                state=state,
                undoable=[kind for kind in UNDOABLE if may_manage or kind != EntryKind.DAY] if can_write else (),
                can_object=is_read and may(role=request.role, action=Action.DISPUTE),
                disputed={objection.line for objection in objections},
            )
        ),
        "differences": differences(session=session),
        "changes": changed_terms(night=state.night),
        "features": features,
        "companion": shown_companion(state=state) if Feature.COMPANION in features else None,
        "match_is_over": "match" in features and state.is_match_over,
        "about_deal": about_deal(state=state),
        "companion_open": "companion" in request.GET,
    }


def about_deal(*, state: TableState) -> tuple[str, ...]:
    """Return what the table should know when it deals, empty once the session is closed."""
    if state.is_closed:
        return ()
    session, seats = state.session, tuple(seat.number for seat in state.seats)
    texts = session.played.about_deal(rules=session.house_rules, seats=seats, dealer=state.dealer.number)
    return tuple(told(text, names=state.names) for text in texts)


class NoteSowee(SessionView[SoweeForm]):
    """Offer the pack; post a card to note it as the sowee of the hand being played."""

    template = "table/sowee.html"
    feature = Feature.SOWEE
    only_open = True
    then_page = "table"
    form_class = SoweeForm

    def stated(self) -> Mapping[str, object]:
        return {"state": TableState(session=self.session, night=self.night), "pack": ROWS}

    def write(self, form: SoweeForm) -> object:
        hand, notes = form.cleaned_data["hand"], {"sowee": form.cleaned_data["sowee"]}
        keep_table(session=self.session, hand=hand, notes=notes, expected_sowee=self.request.POST.get("expected_sowee"))
        if hand != self.night.next_hand:
            words = _("Hand %(hand)s was over already: set the sowee of this one.") % {"hand": hand}
            messages.warning(self.request, words)
        return None


def _shown(
    page: LedgerPage, *, state: TableState, undoable: Collection[EntryKind], can_object: bool, disputed: Collection[int]
) -> Iterator[ShownLine]:
    newest = next((line for line in page.lines if not line.is_turn), None) if page.number == 1 else None
    is_match = state.session.played.match is not None
    for line in page.lines:
        entry, kind, other = line.entry, EntryKind(line.entry.kind), line.reversed_by or line.reverses
        is_newest, stands, is_disputed = line is newest, line.reversed_by is None, entry.number in disputed
        may_change, moved = bool(undoable) and stands, line.changes if line.moves_results else ()
        paid = line.hand.verdict.get("per_opponent") if line.hand else None  # no number where not each the same
        yield ShownLine(
            line=line,
            is_newest=is_newest,
            words=words_of(line=line, names=state.names),
            unnumbered=unnumbered_words_of(line=line, names=state.names),
            changes=tuple(each for each in moved if each.cents or not state.sitting_out),
            sum_cents=sum(max(0, change.cents) for change in line.changes) if kind in SUMMED + BESIDE else 0,
            each_cents=paid * state.session.terms.at(position=line.position).stakes if isinstance(paid, int) else 0,
            other_href=f"?page={(state.last_entry - other) // LINES_PER_PAGE + 1}#line-{other}" if other else "",
            has_page=kind in DISPUTABLE,
            may_undo=stands and kind in undoable and not state.night.is_of_start(state.night.at(entry.number)),
            may_correct=may_change and kind is EntryKind.HAND,
            may_object=can_object and stands and kind in DISPUTABLE and not is_disputed,
            is_disputed=is_disputed,
            may_refund=may_change and kind is EntryKind.SECRET,
            correction=recorded_correction(entry=entry, now=line.changes) if is_newest and not is_match else None,
        )


@never_cache
@reads(Action.SEE)
def live(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Answer 204 while the version in the address is the newest, otherwise the parts that may have changed.

    A page of another shape is loaded again: the role changed, the night was closed, or players may propose.
    """
    session = find_session(request, public_id=public_id)
    newest = last_entry_number(session=session)
    now = live_of(session=session, newest=newest, device=request.device, now=timezone.now())
    shape = request.GET.get("shape", "")
    if request.GET.get("v") == now.version and shape.startswith(f"{request.role}-"):
        return HttpResponse(status=NOTHING_NEW)
    if may(role=request.role, action=Action.RECORD) or page_number(request) != 1:
        return _news(request, session=session, shape=shape)
    return _shared_news(request, session=session, shape=shape, version=now.version)


def _shared_news(request: ClubRequest, *, session: Session, shape: str, version: str) -> HttpResponse:
    """Answer with the parts as another phone got them a moment ago, because many ask for the same at once.

    Only for roles that record nothing: their parts hold no form. No phone fills the cache: it cannot choose the key.
    """
    own = seat_of(session=session, player=request.access.player)
    reader = f"{request.role} {get_language()} {lying_deck()} {own and own.pk}"
    wanted = f"{session.public_id} {reader} {version} {shape} {_folder(request)}"
    key = f"news:{sha256(wanted.encode()).hexdigest()}"
    if shared := cache.get(key):
        return HttpResponse(shared)
    response = _news(request, session=session, shape=shape)
    if response.content:
        cache.set(key, response.content, timeout=20)
    return response


def _news(request: ClubRequest, *, session: Session, shape: str) -> HttpResponse:
    if _folder(request) == "table":
        context = table_context(request, session=session, page=page_number(request))
    else:
        context = _watch_context(request, session=session)
    if shape != context["shape"]:
        return HttpResponseClientRefresh()
    return render(request, f"{_folder(request)}/live.html", context | {"is_live": True})


def _folder(request: ClubRequest) -> str:
    return "table/watch" if request.GET.get("at") == "watch" else "table"


@reads(Action.SEE)
def watch(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show the results large, for a tablet or a television that nobody touches."""
    session = find_session(request, public_id=public_id)
    address = shared_address(request, path=reverse("table", args=[session.public_id]))
    context = _watch_context(request, session=session)
    context["code"] = "" if address.reach is Reach.ONLY_HERE else qr_code(address.text)
    return render(request, "table/watch/watch.html", context)


def _watch_context(request: ClubRequest, *, session: Session) -> dict[str, Any]:
    """Return what the large screen shows: the table, its last hand, and the line drawn for each seat."""
    context = table_context(request, session=session, page=1, size=DRAWN_LINES)
    around = context["companion"]["seats"] if context["companion"] else ()
    played = (line for line in context["lines"] if line.line.entry.kind in SUMMED and not line.line.reversed_by)
    return context | {
        "last": next(played, None),
        "drawn": lines_by_seat(context["state"], chart=context["chart"]),
        "purro": {each.seat.number for each in around if each.player.purro},
    }
