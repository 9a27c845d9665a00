"""The history: nights by month with search, and each night as a story."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.charts import Lines, Series, Step
from scoring.forms.base import told
from scoring.forms.history import HistoryForm, wanted_of
from scoring.games.base import ActKind
from scoring.models import EntryKind
from scoring.money import written_together
from scoring.queries.books.ledger import writers_of
from scoring.queries.history.figures import nominations_of_night
from scoring.queries.history.scope import read_period
from scoring.queries.history.standings import MOST_LINES, Order, standings
from scoring.queries.history.tally import Play, PlayedNight, Turn, story
from scoring.queries.people.access import Action, lets
from scoring.queries.table.disputes import objections_of
from scoring.queries.table.nights import history_page, known_places
from scoring.views.history.asked import amount, asked_of, asks_sheet, kind_words, sheet
from scoring.views.history.standings import money_line
from scoring.views.history.words import nomination_lines
from scoring.views.table.words import ADJUSTMENT_WORDS, unread_words
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import PICTURE, find_session, page_number

_OF_EVERY_PAGE = {"kind", "period", "rules", "page"}
"""What the list of nights is asked for without a search, whose fields are made where somebody searches."""


@require_safe
@requires(Action.BROWSE)
def history(request: ClubRequest) -> HttpResponse:
    """List the sessions asked for by month, newest first, a page at a time."""
    is_search, number = not _OF_EVERY_PAGE.issuperset(request.GET), page_number(request)
    tells_money = not is_search and number == 1
    asked = asked_of(request)
    kinds = {kind.word: kind_words(kind) for kind in asked.history.kinds}
    if is_search:
        players, places = asked.history.people.active, known_places(club=request.club)
        form = HistoryForm(request.GET, players=players, kinds=kinds.items(), places=places)
        wanted = form.wanted()
    else:
        form = None
        kind = request.GET.get("kind")
        period = read_period(word=request.GET.get("period", ""))
        wanted = wanted_of({"kind": kind if kind in kinds else None}, period=period)
    rules = asked.scope.rules if asked.scope else None
    page = history_page(history=asked.history, number=number, wanted=replace(wanted, rules=rules))
    context = asked.context(club=request.club) | {
        "page": page,
        "form": form,
        "may_start": lets(access=request.access, action=Action.START),
    }
    if asked.scope is not None and tells_money:
        found = standings(scope=asked.scope, order=Order.RESULT)
        context |= {
            "standings": found,
            "currency": found.written(asked.scope.currency),
            "line": money_line(found.money, asked.scope, has_names=False),
            "key": [
                (
                    place.player.name,
                    f"{reverse('player', args=[place.player.public_id])}?{context['query']}",
                    place.result_cents,
                )
                for place in found.places[:MOST_LINES]
            ],
        }
    return render(request, "history/history.html", context)


@require_safe
@requires(Action.SEE)
def night(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Tell a night: how the money went, where it turned, its best hand, its lines."""
    session = find_session(request, public_id=public_id)
    found = story(session=session)
    if asks_sheet(request):
        rows = (
            (
                point.play.line.number,
                point.play.line.kind,
                point.play.number,
                *(amount(cents, session.money) for cents in point.so_far.values()),
            )
            for point in found.points
        )
        return sheet(f"story-{session.public_id}", ("line", "kind", "hand"), rows, people=found.night.names.values())
    nominations = nominations_of_night(night=found)
    currency = written_together(currency=session.money, amounts=found.result.values())
    nominated = nomination_lines(nominations, currency)
    now = found.night
    context: dict[str, Any] = {
        "session": session,
        "currency": currency,
        "story": found,
        "may_take_back": bool(found.points) and lets(access=request.access, action=Action.START),
        "may_manage": lets(access=request.access, action=Action.MANAGE),
        "entry": session.entries.first() if session.entered_later else None,
        "writers": writers_of(session=session) if session.entered_later else None,
        "is_closed": now.is_closed,
        "may_discard": not (found.points or now.is_closed)
        and lets(access=request.access, action=Action.RECORD)
        and now.is_untouched,
        "results": [(name, "", found.result[seat]) for seat, name in now.names.items()],
        "line": replace(night_line(found), has_names=False),
        "turning": [(_turn_words(point.turn, now.names[point.seat]), point) for point in found.turning],
        "nominated": nominated,
        "share_text": "\n".join(line.text for line in nominated),
        "picture_kind": PICTURE,
        "best": found.best,
        "best_words": found.best and play_words(found.best, found),
        "best_cents": found.best and found.best.received(found.best.line.winner or 0),
        "objections": objections_of(session=session),
        "lines": [(play_words(point.play, found), point.play, point.gain[1]) for point in found.points],
    }
    return render(request, "history/night.html", context)


def _turn_words(turn: Turn, name: str) -> str:
    words = {
        Turn.LEAD: _("%(player)s takes the lead for good"),
        Turn.BIGGEST: _("%(player)s gets most of the night"),
        Turn.LOWEST: _("%(player)s is lowest, and still ends first"),
    }
    return words[turn] % {"player": name}


def play_words(play: Play, found: PlayedNight) -> str:
    """Return a play in a few words."""
    game, act, names = found.session.played, play.line.act, found.night.names
    match play.line.kind:
        case EntryKind.HAND if not play.is_readable:
            return unread_words()
        case EntryKind.HAND:
            words = told(game.sentence(kind=ActKind.HAND, act=act), names=names)
            return _("Hand %(number)s: %(what)s") % {"number": play.number, "what": words}
        case EntryKind.SECRET | EntryKind.PENALTY:
            kind = ActKind(str(act.get("why", ActKind.SECRET)))
            return told(game.sentence(kind=kind, act=act), names=names)
        case EntryKind.MATCH:
            return _("Match settled")
        case EntryKind.ADJUSTMENT:
            return str(ADJUSTMENT_WORDS[str(act["why"])])
        case _:
            return _("At the close")


def night_line(found: PlayedNight) -> Lines:
    """Return how everybody came to stand as they do; a hand that moved nothing has its place too, where any did."""
    has_moved = any(point.play.moves for point in found.points)
    points = [point for point in found.points if has_moved and (point.play.moves or point.play.number)]
    return Lines(
        name="night",
        title=_("Money of the night"),
        description=_("What each had won or lost after every hand."),
        series=tuple(
            Series(name=name, values=tuple(point.so_far[seat] for point in points))
            for seat, name in found.night.names.items()
        ),
        steps=tuple(
            Step(label=str(point.play.number or ""), title=play_words(point.play, found), href=_href(point.play, found))
            for point in points
        ),
    )


def _href(play: Play, found: PlayedNight) -> str:
    linked = (EntryKind.HAND, EntryKind.SECRET, EntryKind.PENALTY, EntryKind.MATCH)
    return reverse("entry", args=[found.session.public_id, play.line.number]) if play.line.kind in linked else ""
