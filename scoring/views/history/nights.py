"""The list of nights with search, the story of a night, and pictures for the chat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.charts import Lines, Series, Step
from scoring.forms.amounts import amount_words
from scoring.forms.base import told
from scoring.forms.history import HistoryForm
from scoring.games.base import ActKind
from scoring.ledger.reckoning import Settling
from scoring.models import EntryKind, Session
from scoring.money import Currency, written_together
from scoring.operations.throttle import PICTURES
from scoring.queries.books.ledger import writers_of
from scoring.queries.history.figures import Nomination, nominations_of, nominations_of_night
from scoring.queries.history.played_night import Play, PlayedNight, Turn, story
from scoring.queries.history.standings import MOST_LINES, standings_of
from scoring.queries.people.access import Action, lets
from scoring.queries.table.disputes import objections_of
from scoring.queries.table.nights import history_page, known_places
from scoring.views.history import words
from scoring.views.history.standings import table_context
from scoring.views.table.words import ADJUSTMENT_WORDS, unread_words
from scoring.web.access import reads
from scoring.web.device import ClubRequest, is_too_often
from scoring.web.shared import NOT_MODIFIED, PICTURE, TOO_MANY, find_session, page_number, png

_OF_EVERY_PAGE = {"kind", "period", "rules", "page"}  # what the list of nights is asked for without a search
_TURN_WORDS = {
    Turn.LEAD: gettext_lazy("%(player)s takes the lead for good"),
    Turn.BIGGEST: gettext_lazy("%(player)s gets most of the night"),
    Turn.LOWEST: gettext_lazy("%(player)s is lowest, and still ends first"),
}


@reads(Action.BROWSE)
def history(request: ClubRequest) -> HttpResponse:
    """List the sessions asked for by month, newest first, a page at a time."""
    is_search, number = not _OF_EVERY_PAGE.issuperset(request.GET), page_number(request)
    asked = words.asked_of(request)
    kinds = [(kind.word, words.kind_words(kind)) for kind in asked.history.kinds]
    places = known_places(club=request.club) if is_search else ()
    # before the first night there is no kind to choose
    sent = request.GET if is_search or kinds else {"period": request.GET.get("period", "")}
    form = HistoryForm(sent, history=asked.history, kinds=kinds, places=places)
    wanted = replace(form.wanted(), rules=asked.scope.rules if asked.scope else None)
    context = asked.context() | {
        "page": history_page(history=asked.history, number=number, wanted=wanted),
        "form": form if is_search else None,
        "may_start": lets(access=request.access, action=Action.START),
    }
    if asked.scope is not None and not is_search and number == 1:
        found = standings_of(scope=asked.scope)
        context |= table_context(found, has_names=False)
        context["key"] = [
            (who.name, f"{reverse('player', args=[who.public_id])}?{context['query']}", place.result_cents)
            for place in found.places[:MOST_LINES]
            for who in (place.player,)
        ]
    return render(request, "history/history.html", context)


@reads(Action.SEE)
def night(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Tell a night: how the money went, where it turned, its best hand, its lines."""
    session = find_session(request, public_id=public_id)
    found = story(session=session)
    now, best, names = found.night, found.best, found.night.names
    if words.asks_sheet(request):
        rows = (
            (play.line.number, play.line.kind, play.number, *words.plain(session.money, *point.so_far.values()))
            for point in found.points
            for play in (point.play,)
        )
        return words.sheet(f"story-{public_id}", ("line", "kind", "hand"), rows, people=names.values())
    currency = written_together(currency=session.money, amounts=found.result.values())
    starts, manages, records = (
        lets(access=request.access, action=action) for action in (Action.START, Action.MANAGE, Action.RECORD)
    )
    context: dict[str, Any] = {
        "session": session,
        "currency": currency,
        "may_take_back": found.points and starts,
        "may_manage": manages,
        "entry": session.entries.first() if session.entered_later else None,
        "writers": writers_of(session=session) if session.entered_later else None,
        "is_closed": now.is_closed,
        "may_discard": not (found.points or now.is_closed) and records and now.is_untouched,
        "results": [(name, "", found.result[seat]) for seat, name in names.items()],
        "line": replace(night_line(found), has_names=False),
        "turning": [(_TURN_WORDS[point.turn] % {"player": names[point.seat]}, point) for point in found.turning],
        "best": best,
        "best_words": best and play_words(best, found),
        "best_cents": best and best.received(best.line.winner or 0),
        "objections": objections_of(session=session),
        "lines": [(play_words(point.play, found), point.play, point.gain[1]) for point in found.points],
    }
    context |= words.nominated(nominations_of_night(night=found) if found.hands else (), currency)
    return render(request, "history/night.html", context)


def play_words(play: Play, found: PlayedNight) -> str:
    game, act, names = found.session.played, play.line.act, found.night.names
    match play.line.kind:
        case EntryKind.HAND if not play.is_readable:
            return unread_words()
        case EntryKind.HAND:
            what = told(game.sentence(kind=ActKind.HAND, act=act), names=names)
            return _("Hand %(number)s: %(what)s") % {"number": play.number, "what": what}
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
    """Return the results after every line, and after hands that moved nothing where others did."""
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
            Step(
                label=str(play.number or ""),
                title=play_words(play, found),
                href=reverse("entry", args=[found.session.public_id, play.line.number]) if play.is_play else "",
            )
            for play in (point.play for point in points)
        ),
    )


# --- Pictures

_TYPES = {"png": "image/png", "svg": "image/svg+xml"}
_WIDEST, _WIDE = frozenset("MW@%mw—"), 0x2E80
_MARGIN, _WIDTH, _HEAD, _ROW, _CHART, _BEST, _STRIP, _FOOT = 72, 1080, 268, 96, 660, 120, 110, 56
_NOMINATION, _CARD, _GAP = 116, 48, 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """Words in a size that the room allows, cut where even the smallest is too large."""

    text: str
    size: int


@reads(Action.SEE)
def night_picture(request: ClubRequest, public_id: UUID, kind: str) -> HttpResponse:
    """Send the results, the money line and the best hand of a night."""
    session = find_session(request, public_id=public_id)
    found = story(session=session)
    line, best = night_line(found), found.best
    rows = tuple(_results(found))
    chart_y = _HEAD + _ROW * len(rows)
    below = chart_y + (_CHART if line.steps else 0)
    arrangement = best and best.verdict.get("arrangement")
    melds = _melds(arrangement) if isinstance(arrangement, list) else []
    context = {
        "rows": rows,
        "line": line,
        "chart_y": chart_y,
        "best": best,
        "melds": melds,
        "kinds": [kind for meld in melds for _x, kind in meld["cards"]],
        "best_words": best and _fit(play_words(best, found), room=_WIDTH - 2 * _MARGIN, largest=38),
        "best_amount": best and _amount(session, best.received(best.line.winner or 0)),
        "best_y": below,
        "height": below + (_BEST if best else 0) + (_STRIP if melds else 0) + _FOOT,
    }
    return _sent_of_night(request, found, kind, template="pictures/night.svg", context=context)


@reads(Action.SEE)
def nominations_picture(request: ClubRequest, public_id: UUID, kind: str) -> HttpResponse:
    session = find_session(request, public_id=public_id)
    found = story(session=session)
    context = _nominated(nominations_of_night(night=found), session.written)
    return _sent_of_night(request, found, kind, template="pictures/nominations.svg", context=context)


@reads(Action.BROWSE)
def period_picture(request: ClubRequest, kind: str) -> HttpResponse:
    asked = words.asked_of(request)
    if asked.scope is None:
        raise Http404
    found = standings_of(scope=asked.scope)
    context = {
        **asked.context(),
        **_nominated(nominations_of(scope=asked.scope), found.written),
        **{"title": request.club.name, "nights": found.nights, "hands": found.hands},
    }
    names = {"file": asked.scope.period.word or "all", "back": f"{reverse('summary')}?{words.query_of(asked.scope)}"}
    return _sent(request, kind, **names, template="pictures/nominations.svg", context=context)


def _results(found: PlayedNight) -> Iterator[dict[str, object]]:
    """Yield the results, best first, and what each is in all where that is another amount."""
    session, places = found.session, list(found.night.names)
    in_all = {each.number: each.in_all_cents for each in Settling(night=found.night).reckonings}
    for at, (seat, cents) in enumerate(sorted(found.result.items(), key=lambda each: -each[1])):
        all_words = _("in all {amount}").format(amount=_amount(session, in_all[seat]))
        yield _row(
            _HEAD + _ROW * at,
            found.night.names[seat],
            _amount(session, cents),
            cents=cents,
            place=places.index(seat),
            seat=seat,
            in_all="" if in_all[seat] == cents else all_words,
        )


def _nominated(nominations: Sequence[Nomination], currency: Currency) -> dict[str, Any]:
    """Return what a picture of nominations needs; raises 404 without any."""
    if not nominations:
        raise Http404
    rows = tuple(
        _row(_HEAD + _NOMINATION * at, line.names, line.amount, words=str(line.nomination.award.label))
        for at, line in enumerate(words.nomination_lines(nominations, currency))
    )
    return {"rows": rows, "height": _HEAD + _NOMINATION * len(rows) + _FOOT}


def _sent_of_night(
    request: ClubRequest, found: PlayedNight, kind: str, *, template: str, context: dict[str, Any]
) -> HttpResponse:
    session, back = found.session, reverse("night", args=[found.session.public_id])
    of_night = {"session": session, "currency": session.money, "hands": len(found.hands)}
    context = {**context, **of_night, "title": session.name or session.club.name}
    return _sent(request, kind, file=str(session.day), back=back, template=template, context=context)


def _sent(
    request: ClubRequest, kind: str, *, file: str, back: str, template: str, context: dict[str, Any]
) -> HttpResponse:
    """Answer with the drawing, or that the phone has it already; limit how often a PNG is made."""
    if kind not in _TYPES or (kind == "png" and PICTURE == "svg"):
        raise Http404
    title = _fit(context["title"], room=_WIDTH - 2 * _MARGIN - 150, largest=64)
    svg = render_to_string(template, {**context, "title": title, "king": ("12O",)})
    etag = f'"{sha256(svg.encode()).hexdigest()[:32]}-{kind}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=NOT_MODIFIED)
    elif kind == "png" and is_too_often(request, limit=PICTURES):
        return render(request, "pictures/too_often.html", {"back": back}, status=TOO_MANY)
    else:
        response = HttpResponse(png(svg) if kind == "png" else svg, content_type=_TYPES[kind])
        response["Content-Disposition"] = f'attachment; filename="cuajo-{file}.{kind}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def _amount(session: Session, cents: int) -> str:
    return amount_words(cents=cents, currency=session.written, sign=True)


def _row(y: int, name: str, amount: str, **more: object) -> dict[str, object]:
    room = _WIDTH - 2 * _MARGIN - 64 - round(_width(amount) * 56) - 24
    return {"y": y, "name": _fit(name, room=room, largest=44), "amount": amount, **more}


def _melds(arrangement: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Return the melds beside one another, each with its cards and their places."""
    melds, x = [], _MARGIN
    for cards in arrangement:
        placed = [(x + _CARD * at, card) for at, card in enumerate(cards)]
        melds.append({"x": x, "width": _CARD * len(cards), "cards": placed})
        x += _CARD * len(cards) + _GAP
    return melds


def _fit(text: str, *, room: int, largest: int) -> Fitted:
    """Return words in the largest size that the room allows, at least three fifths of it."""
    smallest = largest * 3 // 5
    size = min(largest, int(room / (_width(text) or 1)))
    if size >= smallest:
        return Fitted(text=text, size=size)
    while text and _width(text) * smallest > room - smallest:
        text = text[:-1]
    return Fitted(text=f"{text.rstrip()}…", size=smallest)


def _width(text: str) -> float:
    """Return the width of words as a part of their size, enough for any typeface."""
    return sum(_letter(each) for each in text)


def _letter(letter: str) -> float:
    if letter in _WIDEST or ord(letter) >= _WIDE:
        return 1.05
    return 0.7 if letter.isupper() or letter in "−₱€" else 0.53
