"""Object to a line of the ledger; see what was said; settle it."""

from collections.abc import Mapping
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.forms.base import told
from scoring.forms.notation import in_signs
from scoring.forms.table.table import DisputeForm, RulingForm
from scoring.games.base import Feature
from scoring.ledger.kinds import DISPUTABLE
from scoring.models import Dispute, Entry, EntryKind, Role, Ruling
from scoring.operations.errors import DisputeError, ObjectionChangedError
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.people.access import Action, may
from scoring.queries.table.disputes import agreed, objections_of, open_dispute_of
from scoring.queries.table.night import night_of, seat_of
from scoring.queries.table.state import features_of
from scoring.texts import say
from scoring.views.judge import ASKED, AT
from scoring.views.table.words import words_of
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import LineView
from scoring.web.shared import CONFLICT, find_entry, followed_page, nothing_new


class RaiseDispute(LineView[DisputeForm]):
    """Ask what is wrong with a line; post to object to it. A line that is disputed already shows how."""

    action = Action.DISPUTE
    template = "table/disputes/raise.html"
    kinds = DISPUTABLE
    form_class = DisputeForm

    def get(self) -> HttpResponse:
        if open_dispute_of(entry=self.entry):
            return redirect("objections", public_id=self.session.public_id, number=self.entry.number)
        return super().get()

    def given(self) -> Mapping[str, object]:
        own = seat_of(session=self.session, player=self.request.access.player)
        if own is None and not may(role=self.request.role, action=Action.RECORD):
            raise DisputeError(say("dispute.not_seated"))
        return {"names": self.names, "own_seat": own.number if own else None}

    def stated(self) -> Mapping[str, object]:
        line = ledger_line(entry=self.entry, night=self.night)
        return {"entry": self.entry, "words": words_of(line=line, names=self.names)}

    def write(self, form: DisputeForm) -> object:
        seat = self.session.seats.get(number=form.cleaned_data["seat"])
        return raise_dispute(entry=self.entry, seat=seat, why=form.cleaned_data["why"], stamp=self.stamp(form))


@reads(Action.SEE)
def objections(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Show the objections to a line with all that was said, and how to settle the open one."""
    entry = find_entry(request, public_id=public_id, number=number)
    return nothing_new(request, session=entry.session) or _objections(request, entry=entry)


def _objections(request: ClubRequest, *, entry: Entry, message: str = "", status: int = 200) -> HttpResponse:
    night = night_of(session=entry.session)
    line = ledger_line(entry=entry, night=night)
    disputed, is_host = open_dispute_of(entry=entry), request.role is Role.HOST
    may_dispute = may(role=request.role, action=Action.DISPUTE)
    context = {
        "session": entry.session,
        "entry": entry,
        "line": line,
        "words": words_of(line=line, names=night.names),
        "objections": objections_of(session=entry.session, entry=entry),
        "is_open": disputed is not None,
        "agreed": disputed and agreed(night=night, line=entry.number, voices=disputed.voices.select_related("seat")),
        "decides": is_host,
        "speaks": is_host or (may_dispute and seat_of(session=entry.session, player=request.access.player) is not None),
        "may_correct": may(role=request.role, action=Action.CORRECT) and line.hand is not None,
        "judge": _judge_link(line),
        "message": message,
    }
    shown = {"template": "table/disputes/objections.html", "part": "objections"}
    return followed_page(request, session=entry.session, **shown, context=context, status=status)


@posts(Action.DISPUTE)
def rule(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Take a ruling: the host's settles the dispute, a player's does once the other sides say the same."""
    entry = find_entry(request, public_id=public_id, number=number)
    form = RulingForm(request.POST)
    disputed = Dispute.objects.filter(entry=entry).order_by("-pk").first()
    back = reverse("objections", args=[public_id, number])
    if not form.is_valid() or disputed is None:
        messages.warning(request, _("Nothing was said: that button was out of date. Tap it again."))
        return redirect(back)
    is_host = request.role is Role.HOST
    seat = None if is_host else seat_of(session=entry.session, player=request.access.player)
    if not is_host and seat is None:
        raise DisputeError(say("dispute.not_seated"))
    night = night_of(session=entry.session)
    what = words_of(line=ledger_line(entry=entry, night=night), names=night.names)
    ruling, expected = form.cleaned_data["ruling"], form.cleaned_data["expected_objections"]
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        voice = give_voice(dispute=disputed, seat=seat, ruling=ruling, expected_objections=expected, stamp=stamp)
    except ObjectionChangedError as error:
        return _objections(request, entry=entry, message=told(error.text), status=CONFLICT)
    if not voice.decides:
        return redirect(back)
    said = _("%(what)s. Undone.") if ruling is Ruling.UPHOLD else _("%(what)s. It stands.")
    messages.success(request, said % {"what": what})
    return redirect("table", public_id=public_id)


def _judge_link(line: LedgerLine) -> str:
    """Return the judge's page at this table with a disputed win of cuajo filled in; a declared one lacks its cards."""
    entry, act, game = line.entry, line.act, line.entry.session.game
    if entry.kind == EntryKind.HAND and Feature.CARD_ENTRY not in features_of(session=entry.session):
        return reverse("game-judge", kwargs={"game_id": game})
    if entry.kind != EntryKind.HAND or act.get("result") != "win":
        return ""
    asked = {name: _typed(act.get(name)) for name in ("hand", "bounit", "secrets", "extra", "source")}
    answered = {} if act["declared"] else {ASKED: "1"}
    # Without an unknown sowee the judge would take that of the hand being played.
    at_table = {AT: entry.session.public_id, "sowee": _typed(act.get("sowee"))}
    query = at_table | {name: text for name, text in asked.items() if text} | answered
    address = reverse("game-question", kwargs={"game_id": game, "question_id": "win"})
    return f"{address}?{urlencode(query)}"


def _typed(value: object) -> str:
    return in_signs(notation=" ".join(value) if isinstance(value, list) else str(value or ""))
