"""Lines of the ledger, the page of one, and its objections."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import told
from scoring.forms.notation import in_signs
from scoring.forms.table.hands import SOURCES
from scoring.forms.table.table import DisputeForm, RulingForm
from scoring.forms.table.words import words_of
from scoring.frozen import Frozen
from scoring.games.base import Feature
from scoring.games.dealing import counts
from scoring.ledger.kinds import BESIDE, DISPUTABLE, SUMMED, UNDOABLE
from scoring.ledger.night import Night
from scoring.ledger.undoing import undo_blocker
from scoring.models import Dispute, Entry, EntryKind, Role, Ruling
from scoring.operations.errors import DisputeError, NotReversibleError, ObjectionChangedError
from scoring.operations.table.undoing import give_voice, raise_dispute, require_nothing_rests_on
from scoring.queries.books.ledger import Change, LedgerLine, ledger_line, writers_of
from scoring.queries.judge import verified_by
from scoring.queries.people.access import Action, may
from scoring.queries.table.disputes import agreed, objections_of, open_dispute_of
from scoring.queries.table.night import night_of, seat_of
from scoring.queries.table.state import TableState
from scoring.texts import say
from scoring.views.judge import ASKED, AT
from scoring.views.table.acts import LineSheet
from scoring.views.table.hands import followed_steps
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, find_entry, followed_page, nothing_new

_HOW: Mapping[str, str | Promise] = dict(SOURCES)
_TITLES = {"Ate", "Kuya", "Tita", "Tito", "Mang", "Aling", "Manang", "Manong", "Nanay", "Tatay", "Don", "Doña"}
NOBODY = gettext_lazy("Nobody won")


class ShownLine(Frozen):
    """A ledger line with its texts and permitted acts."""

    line: LedgerLine
    words: str
    unnumbered: str
    who: str
    how: str
    cells: tuple[Change | None, ...]  # one for each column
    sum_cents: int
    each_cents: int  # the price for each opponent
    has_page: bool
    night: Night
    undoable: bool
    may_correct: bool
    may_object: bool
    refundable: bool
    is_disputed: bool

    @property
    def may_undo(self) -> bool:
        return self.undoable and not self._is_blocked

    @property
    def may_refund(self) -> bool:
        return self.refundable and not self._is_blocked

    @cached_property
    def _is_blocked(self) -> bool:
        return undo_blocker(night=self.night, line=self.night.at(self.line.entry.number)) is not None


class Reader(Frozen):
    """A reader of the ledger and their rights."""

    state: TableState
    undoable: Collection[EntryKind]
    can_object: bool
    disputed: Collection[int]

    def shown(self, line: LedgerLine) -> ShownLine:
        state, entry, kind = self.state, line.entry, EntryKind(line.entry.kind)
        counts, is_disputed = line.reversed_by is None, entry.number in self.disputed
        may_change = bool(self.undoable) and counts
        # The verdict has no number if opponents pay different amounts.
        paid = line.hand.verdict.get("per_opponent") if line.hand else None
        unnumbered = words_of(line=line, is_numbered=False)
        who, how = _briefly(line, names=state.night.names, words=unnumbered)
        return ShownLine(
            line=line,
            words=words_of(line=line),
            unnumbered=unnumbered,
            who=who,
            how=how,
            cells=self._cells(line),
            sum_cents=sum(max(0, change.cents) for change in line.changes) if kind in SUMMED + BESIDE else 0,
            each_cents=paid * state.session.terms.at(position=line.position).stakes if isinstance(paid, int) else 0,
            has_page=kind in DISPUTABLE,
            night=state.night,
            undoable=counts and kind in self.undoable and not state.night.is_of_start(state.night.at(entry.number)),
            may_correct=may_change and kind is EntryKind.HAND,
            may_object=self.can_object and counts and kind in DISPUTABLE and not is_disputed,
            refundable=may_change and kind is EntryKind.SECRET,
            is_disputed=is_disputed,
        )

    def _cells(self, line: LedgerLine) -> tuple[Change | None, ...]:
        """Return a change per column, None for absent players."""
        # A hand has cells even if no money moved, because a zero is a result.
        if not line.moves_results or not (line.changes or line.hand):
            return ()
        changes, night = {change.seat: change for change in line.changes}, self.state.night
        played = night.seatings.at(position=line.position).seats
        found = (changes.get(seat, Change(seat=seat, player=name, cents=0)) for seat, name in night.names.items())
        return tuple(each if each.seat in played or each.cents or each.points else None for each in found)


def _briefly(line: LedgerLine, *, names: Mapping[int, str], words: str) -> tuple[str, str]:
    """Return a title and a subtitle of a line."""
    if not line.hand or not line.is_readable:
        return words, ""
    if line.hand.winner is None:
        if line.act.get("result") != "drawn":
            return (capfirst(words), "") if line.changes else (str(NOBODY), words)
        dealer = names.get(line.hand.deals_next or 0)
        return str(NOBODY), _("%(player)s deals next") % {"player": dealer} if dealer else words
    winner = names[line.hand.winner]
    how = _HOW.get(str(line.act.get("source", "")))
    return winner, str(how).lower() if how else words.removeprefix(f"{winner} ")


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return first names without titles, full names if equal.

    >>> short_names(("Ate Nene", "Lola Caring", "Jun Cruz", "Jun Reyes"))
    ('Nene', 'Lola', 'Jun Cruz', 'Jun Reyes')
    """
    split = (name.split() or [name] for name in names)
    first = [words[1] if len(words) > 1 and words[0] in _TITLES else words[0] for words in split]
    return tuple(short if first.count(short) == 1 else name for short, name in zip(first, names, strict=True))


class RaiseDispute(LineSheet[DisputeForm]):
    action = Action.DISPUTE
    body = "table/sheets/object.html"
    heading = gettext_lazy("Object")
    does = gettext_lazy("Object")
    kinds = DISPUTABLE
    draft = "object"

    def get(self) -> HttpResponse:
        if open_dispute_of(entry=self.entry):
            return redirect("entry", public_id=self.session.public_id, number=self.entry.number)
        return super().get()

    def given(self) -> Mapping[str, object]:
        own = seat_of(session=self.session, player=self.request.access.player)
        if own is None and not may(role=self.request.role, action=Action.RECORD):
            raise DisputeError(say("dispute.not_seated"))
        return {"names": self.names, "own_seat": own.number if own else None}

    def write(self, form: DisputeForm) -> object:
        seat = self.session.seats.get(number=form.cleaned_data["seat"])
        return raise_dispute(entry=self.entry, seat=seat, why=form.cleaned_data["why"], stamp=self.stamp(form))


@reads(Action.SEE)
def entry(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Show a line with its account and objections."""
    found = find_entry(request, public_id=public_id, number=number)
    return nothing_new(request, session=found.session) or _page(request, entry=found)


def _page(request: ClubRequest, *, entry: Entry, message: str = "", status: int = 200) -> HttpResponse:
    session, night = entry.session, night_of(session=entry.session)
    line, is_open = ledger_line(entry=entry, night=night), not night.is_closed
    by_plays = line.hand is not None and line.is_readable and counts(act=entry.act)
    disputed, is_host = open_dispute_of(entry=entry), request.role is Role.HOST
    may_change = is_open and may(role=request.role, action=Action.CORRECT)
    may_dispute = may(role=request.role, action=Action.DISPUTE)
    reader = Reader(
        state=TableState(session=session, night=night),
        undoable=UNDOABLE if may_change else (),
        can_object=is_open and may_dispute,
        disputed={entry.number} if disputed else (),
    )
    shown, writers = reader.shown(line), writers_of(session=session)
    kept = entry.act.get("shown", {}) if line.is_readable else {}
    context = {
        "session": session.as_at(position=night.at(entry.number).position),
        "line": line,
        "players": night.names,
        "shown": shown,
        "title": _("Hand %(number)s") % {"number": line.hand_number} if line.hand_number else shown.words,
        "held": _undo_refusal(night, number=entry.number) if shown.undoable else "",
        "writer": writers[entry.device_id].label if entry.device_id else "",
        "writers": writers,
        "may_change": may_change,
        "verified": verified_by(entry=entry),
        "followed": followed_steps(night, act=entry.act, position=line.position) if by_plays else None,
        "named_secrets": tuple((night.names[int(seat)], tuple(kinds.split())) for seat, kinds in kept.items()),
        "objections": objections_of(session=session, entry=entry),
        "is_open": disputed is not None,
        "agreed": disputed and agreed(night=night, line=entry.number, voices=disputed.voices.select_related("seat")),
        "is_host": is_host,
        "speaks": is_host or (may_dispute and seat_of(session=session, player=request.access.player) is not None),
        "judge": _judge_link(line),
        "message": message,
    }
    # The ledger loads this fragment on tap, so that a table of 100 hands stays small.
    if request.htmx.target == f"fold-{entry.number}":
        return render(request, "table/hand/entry.html#fold", context)
    page: dict[str, Any] = {"template": "table/hand/entry.html", "part": "line", "newest": night.last_entry}
    return followed_page(request, session=session, **page, context=context, status=status)


def _undo_refusal(night: Night, *, number: int) -> str:
    try:
        require_nothing_rests_on(night=night, line=night.at(number))
    except NotReversibleError as error:
        return told(error.text)
    return ""


@posts(Action.DISPUTE)
def rule(request: ClubRequest, public_id: UUID, number: int) -> HttpResponse:
    """Record the ruling of the host or a player."""
    entry = find_entry(request, public_id=public_id, number=number)
    form = RulingForm(request.POST)
    disputed = Dispute.objects.filter(entry=entry).order_by("-pk").first()
    back = f"{reverse('entry', args=[public_id, number])}#objections"
    if not form.is_valid() or disputed is None:
        messages.warning(request, _("That button was out of date. Tap it again."))
        return redirect(back)
    is_host = request.role is Role.HOST
    seat = None if is_host else seat_of(session=entry.session, player=request.access.player)
    if not is_host and seat is None:
        raise DisputeError(say("dispute.not_seated"))
    what = words_of(line=ledger_line(entry=entry))
    ruling, expected = form.cleaned_data["ruling"], form.cleaned_data["expected_objections"]
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        voice = give_voice(dispute=disputed, seat=seat, ruling=ruling, expected_objections=expected, stamp=stamp)
    # A ruling must not settle an objection that its author has not read.
    except ObjectionChangedError as error:
        return _page(request, entry=entry, message=told(error.text), status=CONFLICT)
    if not voice.decides:
        return redirect(back)
    words = _("%(what)s. Undone.") if ruling is Ruling.UPHOLD else _("%(what)s. Objection rejected.")
    messages.success(request, words % {"what": what})
    return redirect("table", public_id=public_id)


def _judge_link(line: LedgerLine) -> str:
    entry, act, game = line.entry, line.act, line.entry.session.game
    if entry.kind == EntryKind.HAND and Feature.CARD_ENTRY not in entry.session.features:
        # The judge of other games has no question for a whole hand.
        return reverse("game-judge", kwargs={"game_id": game})
    if entry.kind != EntryKind.HAND or act.get("result") != "win":
        return ""
    asked = {name: _typed(act.get(name)) for name in ("hand", "bounit", "secrets", "extra", "source")}
    # A declared win has no cards, so the judge asks for them first.
    answered = {} if act["declared"] else {ASKED: "1"}
    # Without an unknown sowee the judge would take that of the hand being played.
    at_table = {AT: entry.session.public_id, "sowee": _typed(act.get("sowee"))}
    query = at_table | {name: text for name, text in asked.items() if text} | answered
    return reverse("game-question", kwargs={"game_id": game, "question_id": "win"}, query=query)


def _typed(value: object) -> str:
    return in_signs(notation=" ".join(value) if isinstance(value, list) else str(value or ""))
