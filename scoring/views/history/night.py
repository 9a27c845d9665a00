"""Show a night, enter nights played before, remove one."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.charts import Lines, Series, Step, drawn
from scoring.forms.base import problem
from scoring.forms.history import EnterPastForm, PastFileForm, PastNightForm, PastTermsForm, values_of_past
from scoring.forms.money import ReopenForm
from scoring.forms.table.table import DayForm
from scoring.forms.table.words import words_of
from scoring.frozen import Frozen
from scoring.games.base import Mark
from scoring.ledger.fingerprint import short
from scoring.ledger.night import Night as LedgerNight
from scoring.models import Session
from scoring.money import written_together
from scoring.operations.errors import PastError, RefusedError
from scoring.operations.money import past as acts
from scoring.operations.table.nights import correct_day
from scoring.queries.books.ledger import StatementLine, books_of, writers_of
from scoring.queries.history.figures import nominations_of_night
from scoring.queries.history.played_night import PlayedNight, Point, story
from scoring.queries.people.access import Action
from scoring.queries.table.corrections import changed_terms
from scoring.queries.table.disputes import Objection, objections_of
from scoring.queries.table.nights import known_names
from scoring.views.books import downloads
from scoring.views.history import words
from scoring.web.access import asks, posts, reads
from scoring.web.addresses import code_for_others
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView, Fold, NightPage, SessionView
from scoring.web.shared import CONFLICT, INVALID, find_session, paged

FIRST_ACTS = 5
_SAID_ABOVE = {"winner", "dinner", "best_hand"}  # nominations that the page shows without their names
_FOLDS = {"statement": "#hands", "receipt": "?print=receipt", "audit": "?all=1#who"}


class CorrectDay(Fold, SessionView[DayForm]):
    fold, part = "about", "day"
    action = Action.MANAGE
    then_page = "night"
    asks_again = (RefusedError,)
    operation = correct_day

    def initial(self) -> Mapping[str, object]:
        return {"day": self.session.day, "expected_day": self.session.day}


class TakeNightBack(Fold, ConfirmView[ReopenForm]):
    fold, part = "about", "take_back"
    action = Action.START
    operation = acts.take_back_past
    only_open = False
    asks_again = ()
    done = gettext_lazy("Undone. You can enter it again, corrected.")

    def then(self, written: object) -> str:  # noqa: ARG002 - to the form, filled with what it was
        return f"{reverse('past-nights')}?like={self.session.public_id}"


class Night(NightPage):
    action = Action.SEE
    template = "history/night.html"
    folds = (CorrectDay, TakeNightBack)

    def get(self) -> HttpResponse:
        return _sheet(story(session=self.session)) if self.request.GET.get("form") == "csv" else super().get()

    def stated(self) -> Mapping[str, object]:
        session, found = self.session, story(session=self.session)
        now, best, names = found.night, found.best, found.night.names
        print_as = self.request.GET.get("print", "")
        if print_as not in ("", "statement", "receipt"):
            raise Http404
        page = paged(self.request, numbers=range(now.last_entry, 0, -1))
        # A long night has more lines than a phone should get, so read those of the page and of the chart.
        named = {play.line.number for play in (*(point.play for point in moving_points(found)), best) if play}
        printed = books_of(session=session, night=now, numbers=None if print_as else named.union(page["numbers"]))
        texts = {row.line.entry.number: words_of(line=row.line) for row in printed.lines}
        of_page = [row for row in printed.lines if print_as or row.line.entry.number in page["numbers"]]
        currency = written_together(currency=session.money, amounts=now.results.values())
        objections: defaultdict[int, list[Objection]] = defaultdict(list)
        for each in objections_of(session=session):
            objections[each.line].append(each)
        shown = of_page[::-1] if "all" in self.request.GET else of_page[: -FIRST_ACTS - 1 : -1]
        marks = session.played.marked(act=best.line.act, verdict=best.verdict) if best and best.is_readable else {}
        nominated = nominations_of_night(night=found) if found.hands else ()
        paid = _("%(number)s of %(count)s") % {"number": now.paid_count, "count": len(now.plan)}
        context = words.nominated(nominated, currency) | {
            "session": session,
            "currency": currency,
            "print": print_as,
            "books": printed,
            "page": page["page"],
            "rows": tuple(_rows(of_page, now, texts))[:: -1 if print_as else 1],
            "paid": paid if now.plan else _("Nobody owes anything."),
            "events": [
                (line, texts[line.entry.number], objections[line.entry.number]) for line in (row.line for row in shown)
            ],
            "writers": writers_of(session=session),
            "check_code": short(fingerprint=now.check_code),
            "code": code_for_others(self.request, path=reverse("statement", args=[session])),
            "changes": changed_terms(night=now),
            "downloads": downloads(session=session),
            "may_take_back": session.entered_later and found.points,
            "entry": session.entries.first() if session.entered_later else None,
            "may_discard": not (found.points or now.is_closed) and now.is_untouched,
            "results": [(name, "", now.results[seat], 0) for seat, name in names.items()],
            "line": night_line(found, texts),
            "turning": [(point.turn.label % {"player": names[point.seat]}, point) for point in found.turning],
            "best": best,
            "best_words": best and texts[best.line.number],
            "best_cents": best and best.received(best.line.winner or 0),
            "is_porbis": marks.get(Mark.PORBIS),
        }
        lines = (each.text for each in context["nominated"] if each.nomination.award.name not in _SAID_ABOVE)
        return context | {"nomination": next(lines, "")}


@reads(Action.SEE)
def moved(request: ClubRequest, public_id: UUID, page: str) -> HttpResponse:
    # Addresses on paper and in chats must keep working.
    return redirect(reverse("night", args=[find_session(request, public_id=public_id)]) + _FOLDS[page])


class Row(Frozen):
    said: str
    row: StatementLine
    undone: tuple["Row", ...] = ()

    @property
    def moved(self) -> bool:
        return bool(self.row.cells or self.row.line.hand_number)


def _rows(lines: Iterable[StatementLine], night: LedgerNight, said: Mapping[int, str]) -> Iterator[Row]:
    of_number = {row.line.entry.number: row for row in lines}
    for number, below in night.placed:
        undone = tuple(Row(said=said[each], row=of_number[each]) for each in reversed(below) if each in of_number)
        if row := of_number.get(number):
            yield Row(said=words_of(line=row.line, is_numbered=False), row=row, undone=undone)
        else:
            yield from reversed(undone)


def _sheet(found: PlayedNight) -> HttpResponse:
    session = found.session
    rows = (
        (play.line.number, play.line.kind, play.number, *words.plain(session.money, *point.so_far.values()))
        for point in found.points
        for play in (point.play,)
    )
    people = found.night.names.values()
    return words.sheet(f"story-{session.public_id}", ("line", "kind", "hand"), rows, people=people)


def moving_points(found: PlayedNight) -> list[Point]:
    has_moved = any(point.play.moves for point in found.points)
    return drawn([point for point in found.points if has_moved and (point.play.moves or point.play.number)])


def night_line(found: PlayedNight, said: Mapping[int, str]) -> Lines:
    """Return the results after each line that moved money."""
    points = moving_points(found)
    return Lines(
        name="night",
        title=_("Money of the night"),
        description=_("Running totals"),
        series=tuple(
            Series(name=name, values=tuple(point.so_far[seat] for point in points))
            for seat, name in found.night.names.items()
        ),
        steps=tuple(
            Step(
                label=str(play.number or ""),
                title=said.get(play.line.number, ""),
                href=reverse("entry", args=[found.session, play.line.number]) if play.is_play else "",
            )
            for play in (point.play for point in points)
        ),
    )


@asks(Action.START)
def past(request: ClubRequest) -> HttpResponse:
    """Show the form, or preview the nights it holds."""
    one, many = PastNightForm(club=request.club, initial=_like(request)), PastFileForm(club=request.club)
    if request.method != "POST":
        return _past_page(request, one, many)
    if "many" in request.POST:
        many = PastFileForm(request.POST, request.FILES, club=request.club)
        return _preview(request, many) if many.is_valid() else _past_page(request, one, many)
    one = PastNightForm(request.POST, club=request.club)
    if one.is_valid():
        (foreseen,) = acts.preview_past(club=request.club, terms=one.terms(), nights=one.read.nights, at=timezone.now())
        if foreseen.problem is None or foreseen.is_alike:
            return _preview(request, one)
        one.add_error(None, problem(PastError(foreseen.problem)))
    return _past_page(request, one, many)


@posts(Action.START)
def enter(request: ClubRequest) -> HttpResponse:
    form = EnterPastForm(request.POST, club=request.club)
    if not form.is_valid():
        return _past_page(request, PastNightForm(club=request.club), PastFileForm(request.POST, club=request.club))
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        entered = acts.enter_past(club=request.club, **form.past(), stamp=stamp)
    except RefusedError as error:
        return _preview(request, form, refusal=error)
    messages.success(request, _("Saved."))
    return redirect("night", public_id=entered[0].public_id) if len(entered) == 1 else redirect("history")


def _like(request: ClubRequest) -> dict[str, object]:
    with suppress(ValueError, Session.DoesNotExist):
        like = UUID(request.GET.get("like", ""))
        session = Session.objects.get(club=request.club, public_id=like, entered_later=True)
        return values_of_past(night=acts.past_night_of(session=session), currency=session.money)
    return {}


def _past_page(request: ClubRequest, one: PastNightForm, many: PastFileForm) -> HttpResponse:
    context = {"one": one, "many": many, "known_names": known_names(request.club)}
    return render(request, "history/past/past.html", context, status=INVALID if one.errors or many.errors else 200)


def _preview(request: ClubRequest, sent: PastTermsForm, *, refusal: RefusedError | None = None) -> HttpResponse:
    club, terms, read = request.club, sent.terms(), sent.read
    foreseen = acts.preview_past(club=club, terms=terms, nights=read.nights, at=timezone.now())
    # A night may repeat one of the books, and rows may repeat each other. Ask before entering them.
    is_one = len(foreseen) == 1 and not read.bad
    good = [each for each in foreseen if each.problem is None]
    entered = [each for each in foreseen if each.problem is None or (is_one and each.is_alike) or each.is_twice]
    bad = [each for each in foreseen if each not in entered]
    context = {
        "entered": entered,
        "bad": bad,
        "unread": read.bad,
        "left_out": len(bad) + len(read.bad),
        "alike": len(entered) - len(good),
        "good": len(good),
        "terms": terms,
        "new_names": acts.new_names(foreseen=entered),
        "refusal": refusal,
        "form": EnterPastForm.of(club=club, sent=sent, foreseen=entered),
        "form_without_alike": EnterPastForm.of(club=club, sent=sent, foreseen=good),
        "many": PastFileForm(club=club, initial=sent.again() | {"text": sent.cleaned_data.get("text")}),
    }
    status = CONFLICT if refusal else 200 if entered else INVALID
    return render(request, "history/past/preview.html", context, status=status)
