"""Pictures for the chat: what everybody won or lost in a night, who was nominated for what in one or over a period."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.forms.amounts import amount_words
from scoring.ledger.closing import settling
from scoring.models import Session
from scoring.money import Currency
from scoring.operations.throttle import PICTURES
from scoring.queries.history.figures import Nomination, nominations_of, nominations_of_night
from scoring.queries.history.scope import Scope
from scoring.queries.history.standings import Order, standings
from scoring.queries.history.tally import story
from scoring.queries.people.access import Action
from scoring.views.history.asked import asked_of, query_of
from scoring.views.history.nights import night_line, play_words
from scoring.views.history.words import nomination_lines
from scoring.web.access import requires
from scoring.web.device import ClubRequest, is_too_often
from scoring.web.shared import NOT_MODIFIED, PICTURE, TOO_MANY, find_session, png

_TYPES = {"png": "image/png", "svg": "image/svg+xml"}
_WIDEST, _WIDE = frozenset("MW@%mw—"), 0x2E80
_MARGIN, _WIDTH, _HEAD, _ROW, _CHART, _BEST, _STRIP, _FOOT = 72, 1080, 268, 96, 660, 120, 110, 56
_CARD, _GAP = 48, 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """Words in a size that the room allows, cut where even the smallest is too large."""

    text: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a picture: who, and how much; `place` is the person's line in the chart."""

    y: int
    name: Fitted
    amount: str
    cents: int = 0
    place: int = 0
    words: str = ""
    seat: int = 0
    in_all: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that lie together, each with where it lies."""

    x: int
    width: int
    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What a picture is called, as a heading and as a file, and the page it belongs to."""

    title: str
    file: str
    back: str


@require_safe
@requires(Action.SEE)
def night_picture(request: ClubRequest, public_id: UUID, kind: str) -> HttpResponse:
    """Send what everybody won or lost, the money line and the best hand of a night."""
    session = find_session(request, public_id=public_id)
    found = story(session=session)
    line = night_line(found)
    standing = sorted(found.result.items(), key=lambda each: -each[1])
    places = {seat: place for place, seat in enumerate(found.night.names)}
    in_all = {each.number: each.in_all_cents for each in settling(night=found.night).reckonings}
    rows = tuple(
        replace(
            _row(_HEAD + _ROW * at, found.night.names[seat], _amount(session, cents), cents=cents, place=places[seat]),
            seat=seat,
            in_all="" if in_all[seat] == cents else _("in all {amount}").format(amount=_amount(session, in_all[seat])),
        )
        for at, (seat, cents) in enumerate(standing)
    )
    chart_y = _HEAD + _ROW * len(rows)
    below = chart_y + (_CHART if line.steps else 0)
    best = found.best
    arrangement = best and best.verdict.get("arrangement")
    melds = _melds(arrangement) if isinstance(arrangement, list) else ()
    context = {
        "rows": rows,
        "line": line,
        "chart_y": chart_y,
        "best": best,
        "melds": melds,
        "kinds": [kind for meld in melds for _x, kind in meld.cards],
        "best_words": best and _fit(play_words(best, found), room=_WIDTH - 2 * _MARGIN, largest=38),
        "best_amount": best and _amount(session, best.received(best.line.winner or 0)),
        "best_y": below,
        "height": below + (_BEST if best else 0) + (_STRIP if melds else 0) + _FOOT,
        "hands": len(found.hands),
    }
    return _sent_of_night(request, session, kind, template="pictures/night.svg", context=context)


@require_safe
@requires(Action.SEE)
def nominations_picture(request: ClubRequest, public_id: UUID, kind: str) -> HttpResponse:
    """Send who was nominated for what."""
    session = find_session(request, public_id=public_id)
    found = story(session=session)
    nominations = nominations_of_night(night=found)
    if not nominations:
        raise Http404
    context = _nominated(nominations, session.written) | {"hands": len(found.hands)}
    return _sent_of_night(request, session, kind, template="pictures/nominations.svg", context=context)


@require_safe
@requires(Action.BROWSE)
def period_picture(request: ClubRequest, kind: str) -> HttpResponse:
    """Send who was nominated for what over a period."""
    asked = asked_of(request)
    nominations = nominations_of(scope=asked.scope) if asked.scope else ()
    if asked.scope is None or not nominations:
        raise Http404
    found = standings(scope=asked.scope, order=Order.RESULT)
    context = {
        **asked.context(club=request.club),
        **_nominated(nominations, found.written(asked.scope.currency)),
        "nights": found.nights,
        "hands": found.hands,
    }
    drawing = Drawing(title=request.club.name, file=asked.scope.period.word or "all", back=_summary(asked.scope))
    return _sent(request, kind, drawing, template="pictures/nominations.svg", context=context)


def _summary(scope: Scope) -> str:
    return f"{reverse('summary')}?{query_of(scope)}"


def _nominated(nominations: Sequence[Nomination], currency: Currency) -> dict[str, Any]:
    rows = tuple(
        _row(_HEAD + 116 * at, line.names, line.amount, words=line.words)
        for at, line in enumerate(nomination_lines(nominations, currency))
    )
    return {"rows": rows, "height": _HEAD + 116 * len(rows) + _FOOT}


def _sent_of_night(
    request: ClubRequest, session: Session, kind: str, *, template: str, context: dict[str, Any]
) -> HttpResponse:
    drawing = Drawing(
        title=session.name or session.club.name, file=str(session.day), back=reverse("night", args=[session.public_id])
    )
    context = {**context, "session": session, "currency": session.money}
    return _sent(request, kind, drawing, template=template, context=context)


def _sent(request: ClubRequest, kind: str, drawing: Drawing, *, template: str, context: dict[str, Any]) -> HttpResponse:
    """Answer with the drawing, or nothing where the phone has it already; a picture is made only so often."""
    if kind not in _TYPES or (kind == "png" and PICTURE == "svg"):
        raise Http404
    title = _fit(drawing.title, room=_WIDTH - 2 * _MARGIN - 150, largest=64)
    svg = render_to_string(template, {**context, "title": title, "king": ("12O",)})
    etag = f'"{sha256(svg.encode()).hexdigest()[:32]}-{kind}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=NOT_MODIFIED)
    elif kind == "png" and is_too_often(request, limit=PICTURES):
        return render(request, "pictures/too_often.html", {"back": drawing.back}, status=TOO_MANY)
    else:
        response = HttpResponse(png(svg) if kind == "png" else svg, content_type=_TYPES[kind])
        response["Content-Disposition"] = f'attachment; filename="cuajo-{drawing.file}.{kind}"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def _amount(session: Session, cents: int) -> str:
    return amount_words(cents=cents, currency=session.written, sign=True)


def _row(y: int, name: str, amount: str, *, cents: int = 0, place: int = 0, words: str = "") -> Row:
    room = _WIDTH - 2 * _MARGIN - 64 - round(_width(amount) * 56) - 24
    return Row(y=y, name=_fit(name, room=room, largest=44), amount=amount, cents=cents, place=place, words=words)


def _melds(arrangement: Sequence[Sequence[str]]) -> tuple[Meld, ...]:
    melds, x = [], _MARGIN
    for cards in arrangement:
        placed = tuple((x + _CARD * at, card) for at, card in enumerate(cards))
        melds.append(Meld(x=x, width=_CARD * len(cards), cards=placed))
        x += _CARD * len(cards) + _GAP
    return tuple(melds)


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
    """Return how wide words are at most, as a part of their size: no face is asked, so that any may draw them."""
    return sum(_letter(each) for each in text)


def _letter(letter: str) -> float:
    if letter in _WIDEST or ord(letter) >= _WIDE:
        return 1.05
    return 0.7 if letter.isupper() or letter in "−₱€" else 0.53
